//! Reads the words of a peer's command line by the table of its options.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use lop_runner::Failure;

use super::{Form, Means, Part, Peer, Row, Values};

/// What a command line says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Options in our words.
    pub(super) ours: Vec<OsString>,
    /// What the code sees to, with its values.
    parts: Vec<(Part, Vec<OsString>)>,
    /// What was said in vain, with the reasons.
    pub(super) unneeded: Vec<(String, &'static str)>,
    /// The words that are no options.
    pub(super) rest: Vec<OsString>,
    instead: Option<Instead>,
}

/// What is wanted instead of a run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Instead {
    Help,
    /// A command line of ours.
    Words(&'static [&'static str]),
}

impl Said {
    /// Reads the words behind the program.
    pub(super) fn read(peer: &'static Peer, words: &[OsString]) -> Result<Said, Failure> {
        let mut said = Said::default();
        let mut words = Words { peer, all: words, at: 0 };
        while let Some(word) = words.next() {
            let is_option = word.len() > 1 && word.as_bytes().starts_with(b"-");
            if word == "--" {
                said.rest.extend(words.all());
            } else if is_option {
                said.option(&mut words, &word)?;
            } else {
                said.rest.push(word);
                if peer.form == Form::RestIsCommand {
                    said.rest.extend(words.all());
                }
            }
        }
        Ok(said)
    }

    /// What is wanted instead of a run, if anything.
    pub(super) fn instead(&self) -> Option<Instead> {
        self.instead
    }

    /// The first value of a part that was said last.
    pub(super) fn value(&self, part: Part) -> Option<&OsString> {
        self.all(part).last()?.first()
    }

    /// True when a part was said.
    pub(super) fn has(&self, part: Part) -> bool {
        self.all(part).next().is_some()
    }

    /// The values of a part, for each time that it was said.
    pub(super) fn all(&self, part: Part) -> impl Iterator<Item = &[OsString]> {
        self.parts.iter().filter(move |it| it.0 == part).map(|it| &it.1[..])
    }

    fn option(&mut self, words: &mut Words<'_>, word: &OsStr) -> Result<(), Failure> {
        let (row, spelt, values) = words.option(word)?;
        let value = values.first().cloned().unwrap_or_default();
        match &row.means {
            Means::Words(ours) => self.say(ours, &value),
            Means::Choice(of) => {
                let found = of.iter().find(|it| it.0 == "*" || value == it.0);
                let choice = found.ok_or_else(|| {
                    let all: Vec<&str> = of.iter().map(|it| it.0).collect();
                    words.wrong(format!("{spelt} takes one of {}", all.join(", ")))
                })?;
                self.say(choice.1, &value);
            }
            Means::Unneeded(why) => self.unneeded.push((spelt, why)),
            Means::Refused(why) => {
                return Err(Failure::usage(format!(
                    "lop does not do what {} does with {spelt}",
                    words.peer.title
                ))
                .help(*why));
            }
            Means::Instead(ours) => self.instead = self.instead.or(Some(Instead::Words(ours))),
            Means::Part(Part::Help, _) => self.instead = Some(Instead::Help),
            Means::Part(part, _) => self.parts.push((*part, values)),
        }
        Ok(())
    }

    fn say(&mut self, ours: &[&str], value: &OsStr) {
        self.ours.extend(ours.iter().map(|it| with_value(it, value)));
    }
}

/// The words, as far as they are read.
struct Words<'w> {
    peer: &'static Peer,
    all: &'w [OsString],
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<OsString> {
        let word = self.all.get(self.at).cloned();
        self.at += usize::from(word.is_some());
        word
    }

    fn all(&mut self) -> Vec<OsString> {
        let rest = self.all[self.at..].to_vec();
        self.at = self.all.len();
        rest
    }

    /// The option that a word is, as the user spells it, with its values.
    fn option(&mut self, word: &OsStr) -> Result<(&'static Row, String, Vec<OsString>), Failure> {
        let bytes = word.as_bytes();
        let (name, joined) = match bytes.iter().position(|it| *it == b'=') {
            Some(at) => (&bytes[..at], Some(OsString::from_vec(bytes[at + 1..].to_vec()))),
            None => (bytes, None),
        };
        let name = String::from_utf8_lossy(name).into_owned();
        if let Some(row) = self.row(&name)? {
            let values = self.values(row, &name, joined)?;
            return Ok((row, name, values));
        }
        // A letter with its value, or with more letters, in one word.
        let short = (!name.starts_with("--")).then(|| word.to_str()).flatten().and_then(|it| it.get(..2));
        let row = short.map(|it| self.row(it)).transpose()?.flatten();
        let (Some(row), Some(short), Some(text)) = (row, short, word.to_str()) else {
            return Err(self.wrong(format!("{} has no option {name} that lop knows", self.peer.title)));
        };
        if row.values == Values::None {
            self.at -= 1;
            return Ok((row, short.to_owned(), self.letters(row, text)?));
        }
        let values = self.values(row, short, Some(text[2..].into()))?;
        Ok((row, short.to_owned(), values))
    }

    /// Letters that stand in one word all take nothing; those behind the first count as said only if they change nothing.
    fn letters(&mut self, row: &'static Row, text: &str) -> Result<Vec<OsString>, Failure> {
        for letter in text.chars().skip(2) {
            let same = self.row(&format!("-{letter}"))?;
            if !same.is_some_and(|it| std::ptr::eq(it, row)) {
                return Err(self.wrong(format!("{text} has to be taken apart")));
            }
        }
        self.at += 1;
        Ok(Vec::new())
    }

    /// The row of a name, or of what only one name begins with.
    fn row(&self, name: &str) -> Result<Option<&'static Row>, Failure> {
        let exact = self.peer.rows().find(|it| it.names.contains(&name));
        if exact.is_some() || !name.starts_with("--") || name.len() < 4 {
            return Ok(exact);
        }
        let begins = |it: &&Row| it.names.iter().any(|it| it.starts_with(name));
        let found: Vec<&Row> = self.peer.rows().filter(begins).collect();
        match found[..] {
            [] => Ok(None),
            [row] => Ok(Some(row)),
            _ => {
                let all: Vec<&str> = found.iter().map(|it| it.names[0]).collect();
                Err(self.wrong(format!("{name} may be {}", all.join(" or "))))
            }
        }
    }

    fn values(&mut self, row: &Row, name: &str, joined: Option<OsString>) -> Result<Vec<OsString>, Failure> {
        let mut values: Vec<OsString> = joined.into_iter().collect();
        let (least, most) = match row.values {
            Values::None => (0, 0),
            Values::One => (1, 1),
            Values::Bool => (0, 1),
            Values::OneOrTwo => (1, 2),
            Values::Three => (3, 3),
        };
        if values.len() > most {
            return Err(self.wrong(format!("{name} takes no value")));
        }
        while values.len() < most {
            let belongs = |it: &OsString| match row.values {
                Values::Bool => it == "true" || it == "false",
                Values::OneOrTwo if values.len() == 1 => {
                    !it.as_bytes().starts_with(b"-") && !Path::new(it).exists()
                }
                _ => true,
            };
            let Some(value) = self.all.get(self.at).filter(|it| belongs(it)) else { break };
            values.push(value.clone());
            self.at += 1;
        }
        if values.len() < least {
            return Err(self.wrong(format!("{name} needs a value")));
        }
        if row.values == Values::Bool && values.is_empty() {
            values.push("true".into());
        }
        Ok(values)
    }

    fn wrong(&self, what: String) -> Failure {
        Failure::usage(what).help(format!("lop {} --help lists what lop takes", self.peer.name))
    }
}

/// A word of ours; `{}` at its end is a value.
fn with_value(word: &str, value: &OsStr) -> OsString {
    let Some(stem) = word.strip_suffix("{}") else { return word.into() };
    let mut word = OsString::from(stem);
    word.push(value);
    word
}

#[cfg(test)]
mod tests {
    use super::super::tables;
    use super::*;

    fn read(name: &str, line: &str) -> Result<Said, Failure> {
        let peer = tables::ALL.iter().find(|it| it.name == name).unwrap();
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Said::read(peer, &words)
    }

    #[test]
    fn values_may_be_joined_and_names_cut_short() {
        for line in ["--n 4 t x", "--n=4 t x", "-n 4 t x", "-n4 t x", "t --n 4 x", "t x --n 4"] {
            let said = read("creduce", line).unwrap();
            assert_eq!(
                (said.ours, said.rest),
                (vec!["--jobs".into(), "4".into()], vec!["t".into(), "x".into()]),
                "{line}"
            );
        }
        assert_eq!(read("cvise", "--timeo 7 t x").unwrap().ours, ["--timeout", "7"]);
    }

    #[test]
    fn what_is_not_known_or_may_be_two_things_is_refused() {
        assert!(read("creduce", "--frobnicate t x").unwrap_err().what.contains("no option --frobnicate"));
        assert!(read("creduce", "--no- t x").unwrap_err().what.contains(" or "));
        assert!(read("creduce", "t x --timeout").unwrap_err().what.contains("needs a value"));
        assert!(read("creduce", "--tidy=1 t x").unwrap_err().what.contains("takes no value"));
    }

    #[test]
    fn the_command_of_treereduce_keeps_its_own_options() {
        let said = read("treereduce", "-s x.c gcc -c -o /dev/null @@.c").unwrap();
        assert_eq!(said.rest, ["gcc", "-c", "-o", "/dev/null", "@@.c"]);
    }

    #[test]
    fn switches_of_perses_may_have_a_value() {
        let said = read("perses", "--call-formatter true -t t.sh --enable-vulcan -i x.c").unwrap();
        assert_eq!(said.ours, ["--format", "--effort", "thorough"]);
        assert_eq!(said.value(Part::File).unwrap(), "x.c");
    }
}
