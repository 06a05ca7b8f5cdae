//! Progress for logs and pipes: plain lines on standard error, few of them.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::progress::standing::Progress;
use crate::progress::style::Style;
use crate::progress::{say, summary};
use lop_runner::{Event, Listener};

/// At most one line about improvements in this time.
const PAUSE: Duration = Duration::from_secs(5);

/// Prints a line at the start of each round and now and then at an improvement.
#[derive(Debug)]
pub(super) struct Lines {
    style: Style,
    stats: bool,
    state: Mutex<Option<State>>,
}

#[derive(Debug)]
struct State {
    progress: Progress,
    last: Instant,
    /// The size that the last line told.
    told: Option<(usize, usize)>,
}

impl State {
    fn say(&mut self, more: &str) {
        say(&format!("{}{more}", self.progress.line()));
        self.last = Instant::now();
        self.told = Some(self.progress.size());
    }
}

impl Lines {
    /// A reporter that has said nothing yet.
    pub(super) fn new(style: Style, stats: bool) -> Lines {
        Lines { style, stats, state: Mutex::new(None) }
    }

    fn search(&self, event: &Event) {
        let mut state = self.state.lock();
        let Some(state) = state.as_mut() else { return };
        state.progress.note(event);
        match event {
            // A round that begins where the last line stood has nothing to tell.
            Event::Round { round, .. } if state.told != Some(state.progress.size()) => {
                state.say(&format!(" · round {round}"));
            }
            Event::Improved { .. } if state.last.elapsed() >= PAUSE => state.say(""),
            _ => {}
        }
    }
}

impl Listener for Lines {
    fn on_event(&self, _: &str, event: &Event) {
        match event {
            Event::Round { .. } | Event::Judged { .. } | Event::Improved { .. } => self.search(event),
            Event::Started(setting) => {
                say(&summary::opening(setting));
                let state = State { progress: Progress::new(setting), last: Instant::now(), told: None };
                *self.state.lock() = Some(state);
            }
            _ => summary::told(event, self.style, self.stats).iter().for_each(|it| say(it)),
        }
    }
}
