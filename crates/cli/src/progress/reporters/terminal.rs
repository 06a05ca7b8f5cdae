//! Progress for a person at a terminal: one live line on standard error, and the summary at the end.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use lop_batch::display::cut;
use parking_lot::{Condvar, Mutex};

use crate::progress::live::Progress;
use crate::progress::style::Style;
use crate::progress::{say, summary};
use lop_runner::{Event, Listener};

/// How often the line is drawn. It is drawn by a thread of its own, so that events cost the workers nothing.
const FRAME: Duration = Duration::from_millis(150);

/// Keeps one line of the terminal up to date.
#[derive(Debug)]
pub(super) struct Terminal {
    style: Style,
    stats: bool,
    shared: Arc<Shared>,
    painter: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Where the run stands, while there is one.
    progress: Mutex<Option<Progress>>,
    over: Condvar,
}

impl Terminal {
    /// A reporter that has drawn nothing yet.
    pub(super) fn new(style: Style, stats: bool) -> Terminal {
        Terminal { style, stats, shared: Arc::default(), painter: Mutex::new(None) }
    }

    fn start(&self, progress: Progress) {
        *self.shared.progress.lock() = Some(progress);
        let shared = self.shared.clone();
        // Without a painter there is no live line, and the summary all the same.
        *self.painter.lock() = Builder::new().name("painter".to_owned()).spawn(move || shared.paint()).ok();
    }

    /// Ends the live line for good.
    fn stop(&self) {
        self.shared.progress.lock().take();
        self.shared.over.notify_all();
        let painter = self.painter.lock().take();
        if let Some(painter) = painter {
            let _ = painter.join();
        }
    }
}

impl Listener for Terminal {
    fn on_event(&self, _: &str, event: &Event) {
        match event {
            Event::Started(setting) => {
                say(&summary::opening(setting));
                self.start(Progress::new(setting));
            }
            Event::Judged { .. } | Event::Improved { .. } => {
                if let Some(progress) = self.shared.progress.lock().as_mut() {
                    progress.note(event);
                }
            }
            Event::Finished(_) | Event::Failed(_) => {
                self.stop();
                summary::tell(event, self.style, self.stats);
            }
            Event::Note(_) | Event::Warning(_) | Event::Stopping(_) => {
                // The lock keeps the painter from drawing into the message.
                let progress = self.shared.progress.lock();
                if progress.is_some() {
                    draw("");
                }
                summary::tell(event, self.style, self.stats);
            }
            _ => {}
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn paint(&self) {
        let mut progress = self.progress.lock();
        while let Some(it) = progress.as_mut() {
            draw(&it.line());
            self.over.wait_for(&mut progress, FRAME);
        }
        draw("");
    }
}

/// Replaces the current line of the terminal, cut to its width so that it never wraps.
fn draw(line: &str) {
    let width = rustix::termios::tcgetwinsize(io::stderr()).map_or(80, |it| usize::from(it.ws_col));
    let width = if width == 0 { 80 } else { width - 1 };
    let line = cut(line, width);
    let mut err = io::stderr().lock();
    let _ = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
}
