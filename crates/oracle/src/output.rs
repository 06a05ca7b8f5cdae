//! What one run of the command came to: how it ended, what it printed, how long it took.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// How much of the start of a stream is kept.
pub const HEAD_BYTES: usize = 64 * 1024;
/// How much of the end of a stream is kept.
pub const TAIL_BYTES: usize = 192 * 1024;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It ended by itself, with this code.
    Exited(i32),
    /// A signal ended it that we did not send.
    Signaled(i32),
    /// It did not end in time and was killed.
    TimedOut,
    /// Nobody waited for it any more and it was killed.
    Cancelled,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Status::Exited(code) => write!(f, "exit code {code}"),
            Status::Signaled(signal) => match signal_name(signal) {
                Some(name) => write!(f, "signal SIG{name} ({signal})"),
                None => write!(f, "signal {signal}"),
            },
            Status::TimedOut => f.write_str("no end within the timeout"),
            Status::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl Status {
    /// The same as the end of a sentence about a run.
    pub fn sentence(&self) -> String {
        match self {
            Status::TimedOut => "it did not end within the timeout".to_owned(),
            Status::Cancelled => "it was cancelled".to_owned(),
            Status::Exited(_) | Status::Signaled(_) => format!("it ended with {self}"),
        }
    }
}

/// One run of the command.
#[derive(Debug, Clone)]
pub struct RunOutput {
    /// How it ended.
    pub status: Status,
    /// What it wrote to its standard output; empty if nobody asked for it.
    pub stdout: Stream,
    /// What it wrote to its standard error; empty if nobody asked for it.
    pub stderr: Stream,
    /// From just before the start to the end of the command itself.
    pub took: Duration,
}

impl RunOutput {
    /// That of a question which nobody wants the answer of any more, before it has run.
    pub fn cancelled() -> RunOutput {
        let (stdout, stderr) = (Stream::default(), Stream::default());
        RunOutput { status: Status::Cancelled, stdout, stderr, took: Duration::ZERO }
    }
}

/// What was kept of a stream: at most its first [`HEAD_BYTES`] and its last [`TAIL_BYTES`] bytes, so a flood costs no memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stream {
    head: Vec<u8>,
    /// Up to twice [`TAIL_BYTES`], so that old bytes are dropped seldom and in bulk.
    tail: Vec<u8>,
    total: u64,
}

impl Stream {
    /// How many bytes came, kept or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What was kept. Between the two parts of a stream that was cut stands a line that says so; regular expressions
    /// and signatures are matched against exactly this.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if self.tail.is_empty() {
            return Cow::Borrowed(&self.head);
        }
        let tail = self.kept_tail();
        let lost = self.total - (self.head.len() + tail.len()) as u64;
        let gap = if lost == 0 { String::new() } else { format!("\n[lop: {lost} bytes left out]\n") };
        Cow::Owned([&self.head, gap.as_bytes(), tail].concat())
    }

    /// The last `count` lines that are not blank, as readable text.
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let bytes = self.bytes();
        let lines =
            bytes.split(|&it| it == b'\n').map(|it| String::from_utf8_lossy(it).trim_end().to_owned());
        let lines: Vec<String> = lines.filter(|it| !it.is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].to_vec()
    }

    /// Takes in the next bytes.
    pub fn push(&mut self, mut bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = HEAD_BYTES - self.head.len();
        if room > 0 {
            let (first, rest) = bytes.split_at(room.min(bytes.len()));
            self.head.extend_from_slice(first);
            bytes = rest;
        }
        self.tail.extend_from_slice(bytes);
        if self.tail.len() > 2 * TAIL_BYTES {
            self.tail.drain(..self.tail.len() - TAIL_BYTES);
        }
    }

    fn kept_tail(&self) -> &[u8] {
        &self.tail[self.tail.len().saturating_sub(TAIL_BYTES)..]
    }
}

impl From<&[u8]> for Stream {
    fn from(bytes: &[u8]) -> Stream {
        let mut stream = Stream::default();
        stream.push(bytes);
        stream
    }
}

/// The numbers of the signals that end a process, as Linux has them on the platforms we build for.
const SIGNALS: [(&str, i32); 17] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("XCPU", 24),
    ("XFSZ", 25),
];

/// The name of a signal, without SIG.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    SIGNALS.iter().find(|it| it.1 == signal).map(|it| it.0)
}

/// The number of a signal given as `SEGV`, `SIGSEGV`, `segv` or `11`.
pub fn parse_signal(text: &str) -> Option<i32> {
    if let Ok(number) = text.parse() {
        return (1..=64).contains(&number).then_some(number);
    }
    let upper = text.to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    SIGNALS.iter().find(|it| it.0 == name).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_stream_is_kept_whole() {
        assert_eq!(Stream::from(&b"one\ntwo\n"[..]).bytes(), &b"one\ntwo\n"[..]);
        let whole = vec![b'x'; HEAD_BYTES + TAIL_BYTES];
        assert_eq!(Stream::from(&whole[..]).bytes(), whole);
    }

    #[test]
    fn of_a_flood_the_two_ends_are_kept_and_the_gap_is_named() {
        let mut stream = Stream::from(&b"first"[..]);
        for _ in 0..100 {
            stream.push(&vec![b'x'; 100_000]);
        }
        stream.push(b"last");
        assert_eq!(stream.total(), 10_000_009);
        let kept = stream.bytes();
        assert!(kept.starts_with(b"first") && kept.ends_with(b"last"));
        let gap = format!("[lop: {} bytes left out]", 10_000_009 - HEAD_BYTES - TAIL_BYTES);
        assert!(String::from_utf8_lossy(&kept).contains(&gap));
        assert!(stream.tail.capacity() <= 4 * TAIL_BYTES + 200_000);
    }

    #[test]
    fn the_last_lines_are_the_last_that_say_something() {
        let stream = Stream::from(&b"a\nb\r\n\n  \nc \xff\n"[..]);
        assert_eq!(stream.last_lines(2), ["b", "c \u{fffd}"]);
        assert!(Stream::default().last_lines(3).is_empty());
    }

    #[test]
    fn signals_have_names_and_numbers() {
        assert_eq!(parse_signal("SIGSEGV"), Some(11));
        assert_eq!(parse_signal("abrt"), Some(6));
        assert_eq!(parse_signal("9"), Some(9));
        assert_eq!(parse_signal("0"), None);
        assert_eq!(parse_signal("NOPE"), None);
        assert_eq!(Status::Signaled(11).to_string(), "signal SIGSEGV (11)");
        assert_eq!(Status::Signaled(40).to_string(), "signal 40");
    }
}
