//! What is known of a file in work, on disk: every answer and every new best, so that a killed batch asks nothing twice.
//!
//! One JSON object per line, only ever appended. What a kill left of the last line is cut off. Answers are given again
//! from here as if the test gave them, so a search that is not speculative runs exactly as it ran before, up to where it
//! was killed, and goes on from there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::record::{Delta, Point, Reason};

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// What it belongs to.
    Of(String),
    /// What the test said of a text.
    A(String, Reason),
    /// A new best.
    Best { hash: String, point: Point, delta: Delta },
    /// From here on several workers asked at once.
    Wide,
}

/// A log that is open for appending.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: Mutex<File>,
}

/// What a log knew.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// The answers, by the hash of the text.
    pub(crate) known: HashMap<u128, Reason>,
    /// The bests with the hashes of their texts.
    pub(crate) bests: Vec<(u128, Point, Delta)>,
    /// True when the search cannot be expected to run as before.
    pub(crate) wide: bool,
}

impl Log {
    /// Goes on with the log at `path` if it is of the same `identity`, else begins it anew.
    pub(crate) fn open(path: &Path, identity: &str) -> io::Result<(Log, Replay)> {
        let replay = match fs::read(path) {
            Ok(bytes) => read(&bytes, identity),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (replay, end) = replay.unwrap_or_default();
        let file = files::append(path)?;
        file.set_len(end)?;
        let log = Log { path: path.to_owned(), file: Mutex::new(file) };
        if end == 0 {
            log.append(&Line::Of(identity.to_owned()))?;
        }
        Ok((log, replay))
    }

    pub(crate) fn answer(&self, hash: u128, reason: Reason) -> io::Result<()> {
        self.append(&Line::A(files::hex(hash), reason))
    }

    pub(crate) fn best(&self, hash: u128, point: &Point, delta: &Delta) -> io::Result<()> {
        let (point, delta) = (point.clone(), delta.clone());
        self.append(&Line::Best { hash: files::hex(hash), point, delta })
    }

    pub(crate) fn wide(&self) -> io::Result<()> {
        self.append(&Line::Wide)
    }

    /// Removes it: its file is done.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }

    fn append(&self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        // One write, so that a kill leaves a whole line or a part of the last one.
        self.file.lock().write_all(text.as_bytes())
    }
}

/// The records up to the first that is not whole, and where they end; `None` when they are of something else.
fn read(bytes: &[u8], identity: &str) -> Option<(Replay, u64)> {
    let mut replay = Replay::default();
    let mut end = 0;
    for line in bytes.split_inclusive(|&it| it == b'\n') {
        if line.last() != Some(&b'\n') {
            break;
        }
        let Ok(record) = serde_json::from_slice(line) else { break };
        match record {
            Line::Of(of) if end == 0 && of == identity => {}
            _ if end == 0 => return None,
            Line::Of(_) => break,
            Line::A(hash, reason) => {
                replay.known.insert(hash_of(&hash)?, reason);
            }
            Line::Best { hash, point, delta } => replay.bests.push((hash_of(&hash)?, point, delta)),
            Line::Wide => replay.wide = true,
        }
        end += line.len() as u64;
    }
    Some((replay, end))
}

fn hash_of(text: &str) -> Option<u128> {
    u128::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point() -> Point {
        Point { question: 1, seconds: 0.5, tokens: 3, bytes: 9, pass: "p".to_owned() }
    }

    #[test]
    fn a_log_cut_anywhere_gives_what_is_whole_and_can_be_continued() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("work/log");
        let (log, replay) = Log::open(&path, "one").unwrap();
        assert!(replay.known.is_empty());
        log.answer(7, Reason::NoCrash).unwrap();
        log.best(8, &point(), &Delta::between(b"abc", b"ac")).unwrap();
        log.wide().unwrap();
        drop(log);
        let whole = fs::read(&path).unwrap();
        for len in 0..=whole.len() {
            fs::write(&path, &whole[..len]).unwrap();
            let (log, replay) = Log::open(&path, "one").unwrap();
            assert!(replay.known.get(&7).is_none_or(|it| *it == Reason::NoCrash));
            log.answer(9, Reason::TimedOut).unwrap();
            drop(log);
            let again = Log::open(&path, "one").unwrap().1;
            assert_eq!(again.known[&9], Reason::TimedOut, "{len}");
            assert_eq!(again.bests.len(), replay.bests.len(), "{len}");
        }
    }

    #[test]
    fn a_log_of_something_else_is_begun_anew() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        Log::open(&path, "one").unwrap().0.answer(7, Reason::Refused).unwrap();
        assert!(Log::open(&path, "two").unwrap().1.known.is_empty());
        assert!(Log::open(&path, "one").unwrap().1.known.is_empty());
    }
}
