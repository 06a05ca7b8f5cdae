//! The signature of a crash, read from a run, and told to people, files and shells.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::ending::Ending;
use super::normalise::HOLE;
use super::own::Own;
use super::recognise::{self, Recogniser};
use super::table;
use crate::output::{RunOutput, Status};
use crate::quote;

/// What makes two crashes the same crash. Equal signatures are the same crash.
#[derive(Debug, Clone)]
pub struct Signature {
    ending: Ending,
    /// What the output said; `None` when only the ending counts.
    pub(super) said: Option<Said>,
}

#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) row: &'static Recogniser,
    /// One value per part of the row, where it was found.
    parts: Vec<Option<String>>,
}

impl Signature {
    /// The signature of a command that ended so and printed this, or `None` when it did not crash: it succeeded, or it
    /// failed in good order, like a compiler that reports an error in its input.
    ///
    /// What is the input's `own`, its words and the frames of its code, is no part of it.
    ///
    /// A hang always has a signature; whether it is a symptom is the caller's to say.
    pub fn of(ending: Ending, stdout: &[u8], stderr: &[u8], own: &Own) -> Option<Signature> {
        if ending == Ending::Hang {
            return Some(Signature::from_exit(ending));
        }
        let found = recognise::recognise([stderr, stdout], ending == Ending::Exit(0), own);
        match found {
            Some((row, parts)) => Some(Signature { ending, said: Some(Said { row, parts }) }),
            None => ending.is_crash().then(|| Signature::from_exit(ending)),
        }
    }

    /// The signature of a run, see [`Signature::of`].
    pub fn of_run(run: &RunOutput, own: &Own) -> Option<Signature> {
        let ending = match run.status {
            Status::Exited(code) => Ending::Exit(code),
            Status::Signaled(signal) => Ending::Signal(signal),
            Status::TimedOut => Ending::Hang,
            Status::Cancelled => return None,
        };
        Signature::of(ending, &run.stdout.bytes(), &run.stderr.bytes(), own)
    }

    /// The signature that looks only at how the command ended, whatever it printed.
    pub const fn from_exit(ending: Ending) -> Signature {
        Signature { ending, said: None }
    }

    /// How the process ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// True when the output said what happened, false when only the ending is known.
    pub const fn is_recognised(&self) -> bool {
        self.said.is_some()
    }

    /// True when both are the same crash.
    pub fn matches(&self, other: &Signature) -> bool {
        self == other
    }

    /// Sixteen hexadecimal digits that stay the same in every run and on every machine.
    pub fn id(&self) -> String {
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(self.to_line().as_bytes()))
    }

    /// A readable name for a file, different for different signatures.
    pub fn slug(&self) -> String {
        let mut name = String::new();
        for it in self.to_string().chars() {
            match it {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => name.push(it),
                _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
                _ => {}
            }
        }
        name.truncate(64);
        format!("{}-{}", name.trim_end_matches('-'), &self.id()[..8])
    }

    /// The signature on one line without its line end, for [`Signature::from_line`].
    pub fn to_line(&self) -> String {
        let mut line = self.ending.to_word();
        if let Some(said) = &self.said {
            line.push('\t');
            line.push_str(said.row.id);
            for (name, value) in said.present() {
                line.extend(["\t", name, "=", value]);
            }
        }
        line
    }

    /// Reads what [`Signature::to_line`] wrote. `None` when it is something else, or of a kind this version does not know.
    pub fn from_line(line: &str) -> Option<Signature> {
        let mut fields = line.trim_end_matches(['\n', '\r']).split('\t');
        let ending = Ending::from_word(fields.next()?)?;
        let Some(id) = fields.next() else { return Some(Signature::from_exit(ending)) };
        let row = table::row(id)?;
        let mut parts = vec![None; row.parts.len()];
        for field in fields {
            let (name, value) = field.split_once('=')?;
            let index = row.parts.iter().position(|it| it.name == name)?;
            parts[index] = Some(value.to_owned());
        }
        Some(Signature { ending, said: Some(Said { row, parts }) })
    }

    /// What will be held on to, in words for the user.
    pub fn explain(&self) -> String {
        match (&self.said, self.ending) {
            (Some(_), ending) => format!(
                "Holding on to \"{self}\" with {ending}. Paths, line numbers, addresses and names from the input may change."
            ),
            (None, Ending::Hang) => {
                "Holding on to the hang: the command must still be running when its time is over.".to_owned()
            }
            (None, ending) => format!(
                "Holding on to {ending} alone: nothing in the output names the place, so any failure that ends the same way counts."
            ),
        }
    }

    /// The same as a condition in POSIX shell, over `$status`, the exit status of the command, and the file `$output`,
    /// which holds what it printed. A hang is the status 124 of `timeout`.
    ///
    /// Where something was taken out of a message, the pieces around it are looked for, so the condition may be a
    /// little more lenient than the signature.
    pub fn shell_test(&self) -> String {
        let mut tests = vec![format!("[ \"$status\" -eq {} ]", self.ending.shell_status())];
        for fragment in self.said.iter().flat_map(Said::fragments) {
            tests.push(format!("grep -q -F -e {} \"$output\"", quote::word(&fragment)));
        }
        tests.join(" &&\n")
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Signature) -> bool {
        self.ending == other.ending && self.said == other.said
    }
}

impl Eq for Signature {}

impl Hash for Signature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ending.hash(state);
        self.said.as_ref().map(|it| (it.row.id, &it.parts)).hash(state);
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.said {
            Some(said) => f.write_str(&said.sentence()),
            None => self.ending.fmt(f),
        }
    }
}

impl PartialEq for Said {
    fn eq(&self, other: &Said) -> bool {
        self.row.id == other.row.id && self.parts == other.parts
    }
}

impl Eq for Said {}

impl Said {
    fn present(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.row
            .parts
            .iter()
            .zip(&self.parts)
            .filter_map(|(part, value)| Some((part.name, value.as_deref()?)))
    }

    /// The row's one-liner, without the optional pieces for which a part is missing.
    fn sentence(&self) -> String {
        let mut out = String::new();
        let mut rest = self.row.say;
        while !rest.is_empty() {
            let (piece, optional, after) = match (rest.strip_prefix('['), rest.find('[')) {
                (Some(inside), _) => {
                    inside.split_once(']').map_or((inside, true, ""), |(it, after)| (it, true, after))
                }
                (None, Some(at)) => (&rest[..at], false, &rest[at..]),
                (None, None) => (rest, false, ""),
            };
            match self.fill(piece) {
                Some(filled) => out.push_str(&filled),
                None if optional => {}
                None => out.push_str(piece),
            }
            rest = after;
        }
        out
    }

    /// `template` with the parts in their places; `None` when one is missing.
    fn fill(&self, template: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}')?;
            let (_, value) = self.present().find(|(it, _)| *it == name)?;
            out.push_str(before);
            out.push_str(value);
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }

    /// Pieces that the output holds word by word.
    pub(super) fn fragments(&self) -> Vec<String> {
        let edges = [' ', '"', '\'', '`', '‘', '’', '(', ')', '[', ']', '<', '>', ':', ',', '.'];
        let mut fragments: Vec<String> = Vec::new();
        for text in self.row.grep.iter().filter_map(|it| self.fill(it)) {
            let whole = !text.contains(HOLE);
            for piece in text.split(HOLE) {
                let piece = if whole { piece.trim() } else { piece.trim_matches(edges) };
                if piece.len() >= 3 && !fragments.iter().any(|it| it.contains(piece)) {
                    fragments.push(piece.to_owned());
                }
            }
        }
        fragments
    }
}
