//! Progress for logs and pipes: plain lines on standard error, few of them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::progress::Progress;
use super::style::Style;
use super::{Event, Reporter, say, summary};

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
}

impl Lines {
    /// A reporter that has said nothing yet.
    pub(super) fn new(style: Style, stats: bool) -> Lines {
        Lines { style, stats, state: Mutex::new(None) }
    }

    fn search(&self, event: &Event<'_>, inner: &lop_engine::Event<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = state.as_mut() else { return };
        state.progress.note(event);
        match inner {
            lop_engine::Event::RoundStarted { round, .. } => {
                say(&format!("{} · round {round}", state.progress.line()));
                state.last = Instant::now();
            }
            lop_engine::Event::Improved { .. } if state.last.elapsed() >= PAUSE => {
                say(&state.progress.line());
                state.last = Instant::now();
            }
            _ => {}
        }
    }
}

impl Reporter for Lines {
    fn on_event(&self, event: &Event<'_>) {
        match event {
            Event::Search(inner) => self.search(event, inner),
            Event::Started(setting) => {
                say(&summary::opening(setting));
                let state = State { progress: Progress::new(setting), last: Instant::now() };
                *self.state.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
            }
            _ => summary::tell(event, self.style, self.stats),
        }
    }
}
