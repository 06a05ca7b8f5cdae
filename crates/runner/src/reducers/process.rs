//! The processes of reducers: companions of the search, read within limits, and killed with all they have started.

use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use lop_engine::Cancel;
use lop_oracle::Companion;

/// How often one who waits looks whether it still should.
const LOOK: Duration = Duration::from_millis(20);

/// How long one that has closed its output may take to end, so that it can be said how.
const LEAVING: Duration = Duration::from_secs(2);

/// Messages and lines that wait; more than that and the other side has to wait.
const WAITING: usize = 256;

/// The longest line.
const LINE: u64 = 16 << 20;

/// What a reducer did wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misdeed {
    /// The system did not let it begin.
    NotStarted(String),
    /// It did not answer in time.
    TooLate(Duration),
    /// It wrote more than anybody reads.
    Flood,
    /// It ended, and this is how.
    Died(String),
    /// It wrote nothing where it should have.
    Nothing,
    /// It wrote something that nobody understands.
    Garbage(String),
    /// It speaks another version of the protocol.
    Version(String),
    /// It named spans that are not in the text, or that overlap.
    Lies,
    /// Its proposals are the text as it is.
    ChangesNothing,
    /// Its proposals are all larger than the text.
    Grows,
    /// Nobody waits any more.
    Stopped,
}

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misdeed::NotStarted(why) => write!(f, "it cannot be started: {why}"),
            Misdeed::TooLate(limit) => {
                write!(f, "it did not answer within {} s and was killed", limit.as_secs())
            }
            Misdeed::Flood => f.write_str("it wrote more than anybody reads and was killed"),
            Misdeed::Died(how) => write!(f, "it ended before it had answered ({how})"),
            Misdeed::Nothing => f.write_str("it wrote no result"),
            Misdeed::Garbage(line) => write!(f, "it wrote something that is no message: {line}"),
            Misdeed::Version(said) => write!(f, "it speaks {said}, and lop version 1 of its protocol"),
            Misdeed::Lies => f.write_str("it named spans that are not in the file, or that overlap"),
            Misdeed::ChangesNothing => f.write_str("its proposals change nothing"),
            Misdeed::Grows => f.write_str("its proposals are all larger than the file"),
            Misdeed::Stopped => f.write_str("it was stopped"),
        }
    }
}

/// Until when one waits, and for whom.
pub(super) struct Patience<'p> {
    limit: Duration,
    end: Instant,
    stop: &'p Cancel,
}

impl<'p> Patience<'p> {
    pub(super) fn new(limit: Duration, stop: &'p Cancel) -> Patience<'p> {
        Patience { limit, end: Instant::now() + limit, stop }
    }

    /// Fails when it is over.
    pub(super) fn last(&self) -> Result<Duration, Misdeed> {
        let left = self.end.saturating_duration_since(Instant::now());
        match left {
            _ if self.stop.is_raised() => Err(Misdeed::Stopped),
            left if left.is_zero() => Err(Misdeed::TooLate(self.limit)),
            left => Ok(left.min(LOOK)),
        }
    }
}

/// Runs a command to its end. Returns what it printed, if it succeeded. Whoever it leaves behind with its output open goes as
/// well, a little later.
pub(super) fn run(words: &[OsString], most: usize, patience: &Patience<'_>) -> Result<Vec<u8>, Misdeed> {
    let mut command = start(words, Stdio::null())?;
    let stdout = command.take_stdout().expect("it is piped");
    let (sender, printed) = sync_channel(1);
    thread::Builder::new()
        .spawn(move || {
            let mut text = Vec::new();
            let _ = stdout.take(most as u64 + 1).read_to_end(&mut text);
            let _ = sender.send(text);
        })
        .map_err(|it| Misdeed::NotStarted(it.to_string()))?;
    let (mut command, mut ended) = (Some(command), None);
    let text = loop {
        match printed.recv_timeout(patience.last()?) {
            Ok(text) => break text,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Vec::new(),
        }
        let status = command.as_ref().and_then(|it| it.ended_within(Duration::ZERO));
        ended = ended.or_else(|| status.map(|it| (it, Instant::now())));
        command.take_if(|_| ended.is_some_and(|it| it.1.elapsed() >= LEAVING));
    };
    if text.len() > most {
        return Err(Misdeed::Flood);
    }
    // Its output is closed, so it has ended or is about to.
    let status = loop {
        let status = command.as_ref().and_then(|it| it.ended_within(LOOK)).or(ended.map(|it| it.0));
        if let Some(status) = status {
            break status;
        }
        patience.last()?;
    };
    if status.success() { Ok(text) } else { Err(Misdeed::Died(status.to_string())) }
}

fn start(words: &[OsString], stdin: Stdio) -> Result<Companion, Misdeed> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::null());
    Companion::start(&mut command).map_err(|it| Misdeed::NotStarted(it.to_string()))
}

/// A command that one talks with in lines.
pub(super) struct Talk {
    command: Companion,
    to: SyncSender<Vec<u8>>,
    from: Receiver<Vec<u8>>,
}

impl Talk {
    pub(super) fn start(words: &[OsString]) -> Result<Talk, Misdeed> {
        let mut command = start(words, Stdio::piped())?;
        let mut stdin = command.take_stdin().expect("it is piped");
        let mut stdout = BufReader::new(command.take_stdout().expect("it is piped"));
        let (to, messages) = sync_channel::<Vec<u8>>(WAITING);
        let (lines, from) = sync_channel(WAITING);
        let not_started = |it: std::io::Error| Misdeed::NotStarted(it.to_string());
        // Each ends when the other side of its channel, or the process, is gone.
        let writes = move || {
            while let Ok(message) = messages.recv() {
                if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        };
        let reads = move || loop {
            let mut line = Vec::new();
            let read = stdout.by_ref().take(LINE).read_until(b'\n', &mut line);
            if !read.is_ok_and(|it| it > 0) || lines.send(line).is_err() {
                return;
            }
        };
        thread::Builder::new().spawn(writes).map_err(not_started)?;
        thread::Builder::new().spawn(reads).map_err(not_started)?;
        Ok(Talk { command, to, from })
    }

    /// Sends a line. One who does not read is one who does not answer.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Misdeed> {
        let sent = self.to.try_send(format!("{line}\n").into_bytes());
        sent.map_err(|_| Misdeed::Died("it does not read what it is sent".to_owned()))
    }

    /// The next line, without its end.
    pub(super) fn hear(&self, patience: &Patience<'_>) -> Result<Vec<u8>, Misdeed> {
        loop {
            match self.from.recv_timeout(patience.last()?) {
                Ok(line) if line.len() as u64 == LINE => return Err(Misdeed::Flood),
                Ok(line) => return Ok(line.strip_suffix(b"\n").map_or(line.clone(), <[u8]>::to_vec)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Misdeed::Died(self.how())),
            }
        }
    }

    /// How it ended: it has closed its output.
    fn how(&self) -> String {
        let status = self.command.ended_within(LEAVING);
        status.map_or_else(|| "it closed its output".to_owned(), |it| it.to_string())
    }
}
