//! The command lines of other reducers: `lop creduce …`, or a link of that name to the program.
//!
//! A peer is a table of its options (`tables`), each with what it is here. What the user typed is read by the table
//! (`read`), said in our own words (`translate`), and run like any other command line; what the peer leaves behind and
//! how it ends is seen to afterwards (`aftermath`).

mod aftermath;
mod read;
mod tables;
mod translate;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use lop_oracle::quote;
use lop_runner::{Event, Events, Failure};

use crate::args::{Args, ResultArgs};
use crate::command;
use crate::exit::Exit;
use aftermath::Aftermath;
use read::Said;
use translate::Translated;

/// A reducer whose command line lop takes.
#[derive(Debug)]
pub(crate) struct Peer {
    /// What its program is called.
    pub(crate) name: &'static str,
    /// What people call it.
    title: &'static str,
    /// What stands where on its command line.
    form: Form,
    /// How it is called, behind the name.
    usage: &'static str,
    /// What is not as with the peer, in one sentence.
    differs: &'static str,
    /// Its options, in groups that peers share.
    options: &'static [&'static [Row]],
}

/// What stands where on a peer's command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A script and the files, which are replaced; the script is given nothing.
    ScriptAndFiles,
    /// A command in one word and the file, which is replaced; it is given the candidate in every way there is.
    CommandAndFile,
    /// Options name all there is.
    OptionsOnly,
    /// What is no option begins the command.
    RestIsCommand,
}

/// An option of a peer.
#[derive(Debug)]
struct Row {
    /// How it is spelt, with its dashes.
    names: &'static [&'static str],
    /// How many words belong to it.
    values: Values,
    /// What it is here.
    means: Means,
}

/// What belongs to an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    None,
    One,
    /// `true`, `false`, or nothing, which is `true`.
    Bool,
    /// Two, of which the second may be missing.
    OneOrTwo,
    Three,
}

/// What an option of a peer is here.
#[derive(Debug)]
enum Means {
    /// These words of ours; `{}` is its value.
    Words(&'static [&'static str]),
    /// By its value, where `*` is any: these words of ours.
    Choice(&'static [(&'static str, &'static [&'static str])]),
    /// Taken and not needed, with the reason.
    Unneeded(&'static str),
    /// Not taken, with what to do instead.
    Refused(&'static str),
    /// Another command line of ours instead of a run.
    Instead(&'static [&'static str]),
    /// Seen to by the code, as said.
    Part(Part, &'static str),
}

/// A part of the command line that is no option of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The test, where an option names it.
    Test,
    /// The file, where an option names it.
    File,
    /// Where the result goes: a file, or the directory that it is in.
    Output,
    OutputDirectory,
    /// The test as a line, and the shell for it.
    Line,
    Shell,
    /// An exit code of other interest.
    AlsoInteresting,
    /// No backup, or a backup of another name.
    NoBackup,
    Backup,
    /// The share of the file that is enough to lose.
    Threshold,
    /// Passes: none but the added, one more, one less.
    NoPasses,
    AddPass,
    RemovePass,
    /// How the test is given the candidate.
    InputType,
    /// An empty result is a success.
    TrivialIsFine,
    /// Its usage.
    Help,
}

/// The peer that a command line is for, and its words: the program, or the first word behind it, has the name of one.
pub(crate) fn named(words: &[OsString]) -> Option<(&'static Peer, &str, &[OsString])> {
    let (program, rest) = words.split_first()?;
    let by = |name: &str| tables::ALL.iter().copied().find(|it| it.answers_to(name));
    let called = Path::new(program).file_name().and_then(|it| it.to_str())?;
    if let Some(peer) = by(called) {
        return Some((peer, called, rest));
    }
    let (first, behind) = rest.split_first()?;
    let first = first.to_str()?;
    Some((by(first)?, first, behind))
}

/// Does what the peer would do with the words, and ends as it would.
pub(crate) fn run((peer, name, words): (&'static Peer, &str, &[OsString])) -> ExitCode {
    let meant = Said::read(peer, words).and_then(|it| match it.instead() {
        Some(instead) => Ok(Err(instead)),
        None => Translated::of(peer, name, &it).map(|translated| Ok((translated, it))),
    });
    match meant {
        Ok(Err(read::Instead::Help)) => print(&peer.help()).into(),
        Ok(Err(read::Instead::Words(ours))) => {
            let words: Vec<OsString> = ["lop"].iter().chain(ours).map(OsString::from).collect();
            crate::dispatch(&words)
        }
        Ok(Ok((translated, said))) => reduce(peer, &translated, &said),
        Err(failure) => refuse(failure).into(),
    }
}

/// A run in our words.
fn reduce(peer: &'static Peer, translated: &Translated, said: &Said) -> ExitCode {
    let words: Vec<OsString> = ["lop".into()].into_iter().chain(translated.words()).collect();
    let args = match command::parse(&words) {
        Ok(cli) => {
            let backup = translated.backup.clone();
            Args { result: ResultArgs { by_habit: true, backup, ..cli.run.result }, ..cli.run }
        }
        Err(error) => return refuse(command::failure(&error)).into(),
    };
    let aftermath = match Aftermath::prepare(translated) {
        Ok(it) => it,
        Err(failure) => return refuse(failure).into(),
    };
    let notes = notes(peer, &words[1..], said);
    let exit = crate::single(args, |args, events: &Events| {
        for note in notes {
            events.send(Event::Note(note));
        }
        Ok(args)
    });
    aftermath.end(exit)
}

/// What differs, the command line in our words, and the options that came to nothing.
fn notes(peer: &Peer, words: &[OsString], said: &Said) -> Vec<String> {
    let ours: Vec<String> = words.iter().map(quote::word).collect();
    let mut notes = vec![format!(
        "as {} would, but {}\nin lop's words: lop {}",
        peer.title,
        peer.differs,
        ours.join(" ")
    )];
    if !said.unneeded.is_empty() {
        let unneeded: Vec<String> = said.unneeded.iter().map(|it| format!("{} ({})", it.0, it.1)).collect();
        notes.push(format!("without effect: {}", unneeded.join(", ")));
    }
    notes
}

/// A command line that cannot be.
fn refuse(failure: Failure) -> Exit {
    let none = command::parse(&["lop".into()]).expect("no word is a command line");
    crate::single(none.run, |_: Args, _| Err(failure))
}

fn print(text: &str) -> Exit {
    use std::io::Write as _;
    let done = std::io::stdout().lock().write_all(text.as_bytes());
    if done.is_ok() { Exit::Reduced } else { Exit::NotWritten }
}

impl Peer {
    /// The name, or the name with a language behind it.
    fn answers_to(&self, name: &str) -> bool {
        let behind = name.strip_prefix(self.name);
        behind.is_some_and(|it| {
            it.is_empty() || self.form == Form::RestIsCommand && it.starts_with('-') && it.len() > 1
        })
    }

    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        self.options.iter().copied().flatten()
    }

    /// What `--help` prints.
    fn help(&self) -> String {
        let mut text = format!(
            "lop takes the command line of {}: {}.\n\nUsage: lop {} {}\n\n",
            self.title, self.differs, self.name, self.usage
        );
        let spelt: Vec<String> = self.rows().map(Row::spelt).collect();
        let width = spelt.iter().map(String::len).max().unwrap_or(0);
        for (row, spelt) in self.rows().zip(spelt) {
            let _ = writeln!(text, "  {spelt:width$}  {}", row.here());
        }
        text
    }

    /// The section of the book about it, in Markdown.
    pub(crate) fn section(&self) -> String {
        let mut page = format!(
            "## {}\n\n`lop {} {}`\n\nAs {} would, but {}.\n\n| option | here |\n|---|---|\n",
            self.title, self.name, self.usage, self.title, self.differs
        );
        for row in self.rows() {
            let _ = writeln!(
                page,
                "| `{}` | {} |",
                row.spelt().replace('|', "\\|"),
                row.here().replace('|', "\\|")
            );
        }
        page
    }
}

/// All peers.
pub(crate) fn all() -> impl Iterator<Item = &'static Peer> {
    tables::ALL.iter().copied()
}

impl Row {
    /// Its names with a place for its value.
    fn spelt(&self) -> String {
        let value = match self.values {
            Values::None => "",
            Values::One | Values::Bool => " X",
            Values::OneOrTwo => " X [Y]",
            Values::Three => " X Y Z",
        };
        format!("{}{value}", self.names.join(", "))
    }

    /// What it is here, in a few words.
    fn here(&self) -> String {
        let words =
            |it: &[&str]| if it.is_empty() { "as it is".to_owned() } else { it.join(" ").replace("{}", "X") };
        match &self.means {
            Means::Words(ours) => words(ours),
            Means::Choice(of) => {
                let all = of.iter().map(|(value, ours)| match *value {
                    "*" => words(ours),
                    value => format!("{value}: {}", words(ours)),
                });
                all.collect::<Vec<_>>().join("; ")
            }
            Means::Unneeded(why) => format!("without effect: {why}"),
            Means::Refused(why) => format!("refused: {why}"),
            Means::Instead(ours) => format!("lop {}", ours.join(" ")),
            Means::Part(_, what) => (*what).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_peer_is_named_by_the_program_or_by_the_first_word() {
        let name = |line: &str| named(&words(line)).map(|it| it.0.name);
        assert_eq!(name("/usr/bin/creduce t.sh x.c"), Some("creduce"));
        assert_eq!(name("lop cvise t.sh x.c"), Some("cvise"));
        assert_eq!(name("treereduce-rust -s x.rs"), Some("treereduce"));
        assert_eq!(name("lop ./creduce x.c"), None);
        assert_eq!(name("lop x.c -- creduce"), None);
        assert_eq!(name("lop"), None);
    }

    #[test]
    fn no_peer_spells_two_options_alike() {
        for peer in all() {
            let mut names: Vec<&str> = peer.rows().flat_map(|it| it.names).copied().collect();
            names.sort_unstable();
            for pair in names.windows(2) {
                assert_ne!(pair[0], pair[1], "{}", peer.name);
            }
        }
    }
}
