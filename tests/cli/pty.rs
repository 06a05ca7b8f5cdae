//! A terminal of our own, with the program on it: what it shows is read, and keys are typed.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// After how long something that is waited for will not come, so that a test fails and does not hang.
const PATIENCE: Duration = Duration::from_secs(300);

/// The program at work on a terminal.
pub(crate) struct Pty {
    child: Child,
    master: File,
    /// Kept open, to see in the end what the terminal is like.
    slave: File,
    screen: vt100::Parser,
    said: Vec<u8>,
}

impl Pty {
    /// Starts the program on a terminal of so many columns and rows.
    pub(crate) fn start(mut command: Command, term: &str, (columns, rows): (u16, u16)) -> Pty {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave =
            File::from(rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, size).unwrap();
        command.env("TERM", term).env_remove("NO_COLOR").stdout(Stdio::null());
        command.stdin(slave.try_clone().unwrap()).stderr(slave.try_clone().unwrap());
        let child = command.spawn().unwrap();
        let screen = vt100::Parser::new(rows, columns, 0);
        Pty { child, master: master.into(), slave, screen, said: Vec::new() }
    }

    /// Reads on until `is_there` says so of all that was said, with its escapes, and of what the screen shows.
    #[track_caller]
    pub(crate) fn wait(&mut self, is_there: impl Fn(&str, &str) -> bool) {
        let mut piece = [0; 4096];
        let begun = Instant::now();
        loop {
            let (said, shown) = (String::from_utf8_lossy(&self.said), self.screen.screen().contents());
            if is_there(&said, &shown) {
                return;
            }
            if !is_readable(&self.master) {
                assert!(self.child.try_wait().unwrap().is_none(), "it has ended before:\n{said}\n{shown}");
                assert!(begun.elapsed() < PATIENCE, "it never comes:\n{said}\n{shown}");
                continue;
            }
            let read = self.master.read(&mut piece).unwrap();
            self.said.extend_from_slice(&piece[..read]);
            self.screen.process(&piece[..read]);
        }
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) {
        self.wait(|_, shown| shown.contains(text));
    }

    /// Types.
    pub(crate) fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Makes the terminal as large as this.
    pub(crate) fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.screen.screen_mut().set_size(rows, columns);
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.slave, size).unwrap();
    }

    /// The rows of the screen.
    pub(crate) fn rows(&self) -> Vec<String> {
        let (_, columns) = self.screen.screen().size();
        self.screen.screen().rows(0, columns).collect()
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Over {
        let mut piece = [0; 4096];
        loop {
            let is_over = self.child.try_wait().unwrap();
            if is_readable(&self.master) {
                let read = self.master.read(&mut piece).unwrap();
                self.said.extend_from_slice(&piece[..read]);
                self.screen.process(&piece[..read]);
            } else if let Some(status) = is_over {
                let modes = tcgetattr(&self.slave).unwrap().local_modes;
                return Over {
                    code: status.code(),
                    said: String::from_utf8_lossy(&self.said).into_owned(),
                    shown: self.screen.screen().contents(),
                    is_plain: modes.contains(LocalModes::ICANON | LocalModes::ECHO)
                        && !self.screen.screen().hide_cursor(),
                };
            }
        }
    }
}

/// What is left when the program has ended.
#[derive(Debug)]
pub(crate) struct Over {
    pub(crate) code: Option<i32>,
    /// All that was said, with its escapes.
    pub(crate) said: String,
    /// What the screen shows.
    pub(crate) shown: String,
    /// True when keys are echoed and come in lines again, and the cursor is in sight.
    pub(crate) is_plain: bool,
}

/// True when there is something to read within a moment.
fn is_readable(master: &File) -> bool {
    let mut waits = [PollFd::new(master, PollFlags::IN)];
    let moment = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    poll(&mut waits, Some(&moment)).unwrap() > 0
}
