//! The dashboard of a terminal: what is done, what is in work and how it shrinks, and keys to pause, skip and stop.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::dashboard::Dashboard;
use super::lines::line;
use crate::pool::Control;
use lop_runner::{Event, Listener};

/// How often it is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// Draws on standard error and reads keys from standard input, as long as it lives.
#[derive(Debug)]
pub struct Terminal {
    screen: Arc<Screen>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Screen {
    dashboard: Mutex<Dashboard>,
    /// Lines that the dashboard takes up now.
    drawn: Mutex<usize>,
}

/// The terminal as it was, to be put back.
struct Keys {
    before: Option<Termios>,
}

impl Terminal {
    /// A dashboard, where there is a terminal that can show one.
    pub fn open(control: &Control) -> Option<Terminal> {
        let dumb = std::env::var_os("TERM").is_none_or(|it| it == "dumb" || it.is_empty());
        if dumb || !io::stderr().is_terminal() {
            return None;
        }
        let keys = Keys::open();
        let screen = Arc::new(Screen {
            dashboard: Mutex::new(Dashboard::new(keys.before.is_some())),
            drawn: Mutex::new(0),
        });
        let over = Arc::new(AtomicBool::new(false));
        let (control, shown, ends) = (control.clone(), screen.clone(), over.clone());
        let draw = move || shown.run(keys, &control, &ends);
        let thread = std::thread::Builder::new().name("dashboard".to_owned()).spawn(draw).ok()?;
        Some(Terminal { screen, over, thread: Some(thread) })
    }
}

impl Listener for Terminal {
    fn on_event(&self, file: &str, event: &Event) {
        let text = {
            let mut dashboard = self.screen.dashboard.lock();
            dashboard.note(file, event, Instant::now());
            line(file, event, (dashboard.done(), dashboard.files()))
        };
        if let Some(text) = text {
            self.screen.say(&text);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.screen.erase();
    }
}

impl Screen {
    fn run(&self, mut keys: Keys, control: &Control, over: &AtomicBool) {
        while !over.load(Ordering::SeqCst) {
            if control.stop.is_raised() {
                // The program may leave at once when it is asked twice: the terminal must be as it was by then.
                keys.close();
                self.dashboard.lock().set_stopping();
            }
            match keys.next() {
                Some(b'p') => self.dashboard.lock().set_paused(control.pause()),
                Some(b's') => drop(control.skip()),
                Some(b'q') => control.stop.raise(),
                _ => {}
            }
            self.draw();
        }
    }

    /// A line that stays, above the dashboard.
    fn say(&self, text: &str) {
        let mut drawn = self.drawn.lock();
        write(&format!("{}{text}\n", up(*drawn)));
        *drawn = 0;
    }

    fn draw(&self) {
        let size = tcgetwinsize(io::stderr().as_fd()).ok();
        let (width, height) = size.map_or((80, 24), |it| (usize::from(it.ws_col), usize::from(it.ws_row)));
        let lines = self.dashboard.lock().lines(width.max(20), height.max(4) - 1, Instant::now());
        let mut drawn = self.drawn.lock();
        write(&format!("{}{}\n", up(*drawn), lines.join("\n")));
        *drawn = lines.len();
    }

    fn erase(&self) {
        let mut drawn = self.drawn.lock();
        write(&up(*drawn));
        *drawn = 0;
    }
}

/// To the start of the line so many lines above, and everything below it gone.
fn up(lines: usize) -> String {
    if lines == 0 { "\r\x1b[J".to_owned() } else { format!("\x1b[{lines}F\x1b[J") }
}

/// Nobody is left to tell that standard error is gone.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

impl Keys {
    /// Makes keys come one by one and unseen. Ctrl-C stays what it is.
    fn open() -> Keys {
        let stdin = io::stdin();
        let before = stdin.is_terminal().then(|| tcgetattr(&stdin).ok()).flatten();
        if let Some(before) = &before {
            let mut plain = before.clone();
            plain.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            let _ = tcsetattr(&stdin, OptionalActions::Now, &plain);
        }
        Keys { before }
    }

    /// The next key, if one is pressed within a frame.
    fn next(&self) -> Option<u8> {
        if self.before.is_none() {
            std::thread::park_timeout(FRAME);
            return None;
        }
        let stdin = io::stdin();
        let mut waits = [PollFd::new(&stdin, PollFlags::IN)];
        let frame = Timespec { tv_sec: 0, tv_nsec: i64::from(FRAME.subsec_nanos()) };
        if poll(&mut waits, Some(&frame)).ok()? == 0 {
            return None;
        }
        let mut key = [0];
        let read = rustix::io::read(&stdin, &mut key).ok()?;
        (read == 1).then_some(key[0])
    }

    fn close(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.close();
    }
}
