//! Single keys from standard input, as long as it is a terminal and ours; and Ctrl-Z.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use signal_hook::consts::SIGTSTP;
use signal_hook::flag;

/// The arrows, and the letters that stand for them.
pub(super) const UP: u8 = b'k';
pub(super) const DOWN: u8 = b'j';
/// The key that a terminal calls so.
pub(super) const ENTER: u8 = b'\n';

/// The terminal as it was, to be put back when this is dropped.
pub(super) struct Keys {
    before: Option<Termios>,
}

impl Keys {
    /// Makes keys come one by one and unseen. Ctrl-C and Ctrl-Z stay what they are.
    pub(super) fn open() -> Keys {
        let before = (io::stdin().is_terminal() && is_ours()).then(|| tcgetattr(io::stdin()).ok()).flatten();
        let keys = Keys { before };
        keys.set();
        keys
    }

    /// True while keys are read.
    pub(super) fn is_open(&self) -> bool {
        self.before.is_some()
    }

    /// The keys that are pressed within `time`.
    pub(super) fn next(&mut self, time: Duration) -> Vec<u8> {
        if self.before.is_none() || !is_ours() {
            std::thread::park_timeout(time);
            return Vec::new();
        }
        self.set();
        let stdin = io::stdin();
        let mut waits = [PollFd::new(&stdin, PollFlags::IN)];
        let time = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        if poll(&mut waits, Some(&time)).unwrap_or(0) == 0 {
            return Vec::new();
        }
        let mut keys = [0; 32];
        match rustix::io::read(&stdin, &mut keys) {
            Ok(read @ 1..) => single(&keys[..read]),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Vec::new(),
            // Nobody is there any more.
            _ => {
                self.before = None;
                Vec::new()
            }
        }
    }

    /// Puts the terminal back for good.
    pub(super) fn close(&mut self) {
        self.lend();
        self.before = None;
    }

    /// Puts the terminal back as long as it belongs to another program; the next key makes it ours again.
    pub(super) fn lend(&self) {
        if let Some(before) = self.before.as_ref().filter(|_| is_ours()) {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }

    /// The shell has put it back if the run was stopped meanwhile.
    fn set(&self) {
        let Some(now) = self.before.as_ref().and_then(|_| tcgetattr(io::stdin()).ok()) else { return };
        if now.local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO) {
            let mut plain = now;
            plain.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &plain);
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.close();
    }
}

/// The keys that a terminal has sent. What begins with an escape is one key; but for two arrows it stands for nothing here.
fn single(mut bytes: &[u8]) -> Vec<u8> {
    let mut keys = Vec::new();
    while let Some((&first, rest)) = bytes.split_first() {
        bytes = rest;
        if first != b'\x1b' {
            keys.push(first);
            continue;
        }
        let Some((b'[' | b'O', rest)) = bytes.split_first() else { break };
        // Numbers may stand before the letter that ends it.
        let end = rest.iter().position(|it| !matches!(it, b'0'..=b'9' | b';'));
        let Some(end) = end else { break };
        match rest[end] {
            b'A' => keys.push(UP),
            b'B' => keys.push(DOWN),
            _ => {}
        }
        bytes = &rest[end + 1..];
    }
    keys
}

/// Ctrl-Z, as long as something is drawn: what is drawn has to go before the program is stopped.
pub(super) struct Suspension {
    asked: Arc<AtomicBool>,
    /// True while the program is to be stopped as if nobody listened.
    by_default: Arc<AtomicBool>,
}

impl Suspension {
    /// Begins to listen.
    pub(super) fn listen() -> Suspension {
        let it = Suspension { asked: Arc::default(), by_default: Arc::default() };
        // Where this does not work, a frame is left behind by Ctrl-Z, and that is all.
        let _ = flag::register_conditional_default(SIGTSTP, it.by_default.clone());
        let _ = flag::register(SIGTSTP, it.asked.clone());
        it
    }

    /// True once for each time that somebody wants the program to be stopped.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    /// Stops the program. Returns when it is to go on.
    pub(super) fn stop() {
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
    }

    /// Says whether another program has the terminal, which then sees to what is drawn.
    pub(super) fn lend(&self, lent: bool) {
        self.by_default.store(lent, Ordering::SeqCst);
        self.asked.store(false, Ordering::SeqCst);
    }
}

impl Drop for Suspension {
    fn drop(&mut self) {
        self.lend(true);
    }
}

/// False in the background of a shell: there a program is stopped that changes the terminal or reads from it. Where nobody
/// can say, as without a shell, it is ours.
pub(super) fn is_ours() -> bool {
    tcgetpgrp(io::stdin()).or_else(|_| tcgetpgrp(io::stderr())).map_or(true, |it| it == getpgrp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_one_by_one_however_they_are_sent() {
        assert_eq!(single(b"ps"), b"ps");
        assert_eq!(single(b"\x1b[B\x1bOA\np"), [DOWN, UP, ENTER, b'p']);
        assert_eq!(single(b"a\x1b[1;5Cq\x1b[3~s"), b"aqs");
        assert_eq!([&b"\x1b"[..], b"\x1b[", b"\x1b[1;", b""].map(single), [b""; 4]);
    }
}
