//! The thread that draws a view and reads keys for it, and the listener that keeps the view up to date.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Stderr};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use lop_runner::Event;
use parking_lot::Mutex;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rustix::termios::tcgetwinsize;

use super::View;
use super::keys::{Keys, Suspension, is_ours};
use super::screen::Screen;

/// How often it is drawn. A slow line is sent what has changed in the meantime, and no more than that.
const FRAME: Duration = Duration::from_millis(100);
/// What is over sooner than this shows no frame at all.
const CALM: Duration = Duration::from_millis(400);

/// Draws on standard error and reads keys from standard input, until it is closed.
pub(crate) struct Live {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    view: Mutex<Box<dyn View>>,
    /// What is to be said above the frame.
    said: Mutex<VecDeque<String>>,
    over: AtomicBool,
}

impl Live {
    /// True where there is a terminal that can show more than lines.
    pub(crate) fn is_possible() -> bool {
        let dumb = std::env::var_os("TERM").is_none_or(|it| it == "dumb" || it.is_empty());
        !dumb && io::stderr().is_terminal()
    }

    /// Shows nothing before it is opened.
    pub(crate) fn new(view: Box<dyn View>) -> Live {
        let shared = Shared { view: Mutex::new(view), said: Mutex::default(), over: AtomicBool::new(false) };
        Live { shared: Arc::new(shared), thread: Mutex::new(None) }
    }

    /// Begins to draw. Without a thread there is no frame, and all that is said is said all the same.
    pub(crate) fn open(&self) {
        let mut thread = self.thread.lock();
        if thread.is_none() && !self.shared.over.load(Ordering::SeqCst) {
            let shared = self.shared.clone();
            *thread = Builder::new().name("view".to_owned()).spawn(move || shared.run()).ok();
        }
    }

    /// Takes note of an event.
    pub(crate) fn note(&self, file: &str, event: &Event) {
        self.shared.view.lock().note(file, event, Instant::now());
    }

    /// Says something that stays.
    pub(crate) fn say(&self, text: &str) {
        let thread = self.thread.lock();
        if thread.is_some() {
            self.shared.said.lock().push_back(text.to_owned());
        } else {
            let _ = Screen::new(io::stderr()).say(text);
        }
    }

    /// Ends the drawing and puts the terminal back.
    pub(crate) fn close(&self) {
        self.shared.over.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.lock().take() {
            thread.thread().unpark();
            // Why it panicked, if it did, it has said itself.
            let _ = thread.join();
        }
        self.shared.tell(&mut Screen::new(io::stderr()));
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn run(&self) {
        let mut keys = Keys::open();
        let mut screen = Screen::new(io::stderr());
        let suspension = Suspension::listen();
        let began = Instant::now();
        self.view.lock().with_keys(keys.is_open());
        while !self.over.load(Ordering::SeqCst) {
            if self.view.lock().is_stopping() {
                // The program may leave at once when it is asked twice: the terminal must be as it was by then.
                keys.close();
            }
            if suspension.is_asked() {
                let _ = screen.erase();
                keys.lend();
                Suspension::stop();
            }
            for key in keys.next(FRAME) {
                let outside = self.view.lock().press(key, Instant::now());
                if let Some(outside) = outside {
                    let _ = screen.erase();
                    keys.lend();
                    suspension.lend(true);
                    self.said.lock().extend(outside());
                    suspension.lend(false);
                }
            }
            self.tell(&mut screen);
            if began.elapsed() >= CALM && is_ours() {
                self.draw(&mut screen);
            }
        }
        let _ = screen.erase();
    }

    fn tell(&self, screen: &mut Screen<Stderr>) {
        let said: Vec<String> = self.said.lock().drain(..).collect();
        for text in said {
            // Nobody is left to tell that standard error is gone.
            let _ = screen.say(&text);
        }
    }

    fn draw(&self, screen: &mut Screen<Stderr>) {
        let size = tcgetwinsize(io::stderr().as_fd()).ok().filter(|it| it.ws_col > 0 && it.ws_row > 0);
        let (columns, rows) = size.map_or((80, 24), |it| (it.ws_col, it.ws_row));
        let view = self.view.lock();
        // The last column would wrap, and the last row would scroll.
        let height = view.height(columns - 1, rows).min(rows - 1).max(1);
        let mut buffer = Buffer::empty(Rect::new(0, 0, (columns - 1).max(1), height));
        view.draw(buffer.area, &mut buffer, Instant::now());
        drop(view);
        let _ = screen.draw(buffer);
    }
}
