//! Reads a tool's output with the table of recognisers: which row explains it, and what it says.
//!
//! An output is searched for the needles of all rows at once, which is fast because they are literal: most outputs end
//! there. From the first needle on, an automaton tells which rows are worth trying and where. A row looks no further back
//! than a little before its own first needle. Its own patterns are compiled when it is tried for the first time.

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::bytes::{Captures, Regex, RegexBuilder};

use super::normalise::Clean;
use super::own::Own;
use super::stack::{Frames, Stack};
use super::strip_ansi::strip_ansi;
use super::table::TABLE;

/// One way of dying: a row of the table.
#[derive(Debug)]
pub(super) struct Recogniser {
    /// Its name, never changed: saved signatures hold it.
    pub(super) id: &'static str,
    /// Literal words, one of which is in every output the row matches and which are rare in outputs it does not.
    pub(super) needles: &'static [&'static str],
    /// What it looks for. Its named groups are parts of the signature.
    pub(super) pattern: &'static str,
    /// A match in which this is found does not count; empty means all count.
    pub(super) unless: &'static str,
    /// Which match counts where there are several.
    pub(super) take: Take,
    /// What makes up the signature, in this order.
    pub(super) parts: &'static [Part],
    /// The one-liner. `{name}` is a part; `[…]` is left out when a part in it is missing.
    pub(super) say: &'static str,
    /// Texts that are in the output word by word, for a shell test. Those with a missing part are left out.
    pub(super) grep: &'static [&'static str],
    /// True when the tool may report it and still exit with 0.
    pub(super) on_success: bool,
}

/// Which of several matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    First,
    Last,
}

/// One part of a signature.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) from: Source,
    pub(super) when: When,
}

/// When a part is taken: the patterns are asked about the parts before it, joined by blanks.
#[derive(Debug)]
pub(super) enum When {
    Always,
    If(&'static str),
    Unless(&'static str),
}

/// Where a part comes from.
#[derive(Debug)]
pub(super) enum Source {
    /// The group of the part's name in the row's pattern.
    Match(Clean),
    /// The same of a function that is part of the signature unless its frame, the line so far, stands in the input.
    Caller(Clean),
    /// The first group of this pattern, anywhere in the output.
    Search(&'static str, Clean),
    /// The telling function of the stack that follows the match.
    Top(&'static Stack),
}

/// What a row found: the values of its parts, where they are there.
pub(super) type Found = (&'static Recogniser, Vec<Option<String>>);

/// Of a longer output only the start and the end are read.
const HEAD: usize = 256 << 10;
const TAIL: usize = 768 << 10;

/// No row begins to match further than this before its first needle: a dozen lines of a message and its stack.
const LOOK_BACK: usize = 8 << 10;

/// Compiles a pattern of the table: bytes, not characters, and `^` at every line.
pub(super) fn bytes_regex(pattern: &str) -> Regex {
    RegexBuilder::new(pattern)
        .multi_line(true)
        .unicode(false)
        .build()
        .expect("a pattern of the table, each compiled by a test")
}

/// The first row, in the order of the table, that explains one of the outputs. The first output is tried first.
pub(super) fn recognise(outputs: [&[u8]; 2], succeeded: bool, own: &Own) -> Option<Found> {
    // Many a test prints nothing, and nobody waits for the needles of those.
    if outputs.iter().all(|it| it.is_empty()) {
        return None;
    }
    let machine = &*MACHINE;
    let outputs = outputs.map(readable);
    let candidates = outputs.each_ref().map(|it| machine.candidates(it));
    if candidates.iter().all(Option::is_none) {
        return None;
    }
    for (index, row) in TABLE.iter().flat_map(|it| it.iter()).enumerate() {
        if succeeded && !row.on_success {
            continue;
        }
        for (starts, output) in candidates.iter().zip(&outputs) {
            if let Some(needle) = starts.as_ref().and_then(|it| it[index])
                && let Some(parts) = machine.row(index, row).read(row, output, needle, own)
            {
                return Some((row, parts));
            }
        }
    }
    None
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let rows = || TABLE.iter().flat_map(|it| it.iter()).enumerate();
    let needles = || rows().flat_map(|(index, row)| row.needles.iter().map(move |it| (index, *it)));
    let escaped: Vec<String> = needles().map(|it| regex::escape(it.1)).collect();
    Machine {
        any: bytes_regex(&escaped.join("|")),
        which: LazyLock::new(|| {
            let needles = TABLE.iter().flat_map(|it| it.iter()).flat_map(|it| it.needles);
            let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).build(needles);
            automaton.expect("the needles are few and short")
        }),
        owners: needles().map(|it| it.0).collect(),
        rows: rows().map(|_| OnceLock::new()).collect(),
    }
});

#[derive(Debug)]
struct Machine {
    /// Finds the first needle, very fast.
    any: Regex,
    /// Finds all, made once there is one.
    which: LazyLock<AhoCorasick>,
    /// The row of each needle of `which`.
    owners: Vec<usize>,
    rows: Vec<OnceLock<Row>>,
}

impl Machine {
    /// For each row, where the first of its needles is in `output`; `None` when there is none at all.
    fn candidates(&self, output: &[u8]) -> Option<Vec<Option<usize>>> {
        let first = self.any.find(output)?.start();
        let mut starts = vec![None; self.rows.len()];
        for found in self.which.find_overlapping_iter(&output[first..]) {
            starts[self.owners[found.pattern()]].get_or_insert(first + found.start());
        }
        Some(starts)
    }

    fn row(&self, index: usize, row: &Recogniser) -> &Row {
        self.rows[index].get_or_init(|| Row {
            pattern: bytes_regex(row.pattern),
            unless: (!row.unless.is_empty()).then(|| bytes_regex(row.unless)),
            parts: row.parts.iter().map(|it| (Finder::new(&it.from), Condition::new(&it.when))).collect(),
        })
    }
}

/// A [`Recogniser`] ready to be used.
#[derive(Debug)]
struct Row {
    pattern: Regex,
    unless: Option<Regex>,
    parts: Vec<(Finder, Condition)>,
}

#[derive(Debug)]
enum Condition {
    Always,
    Finds(Regex, bool),
}

impl Condition {
    fn new(when: &When) -> Condition {
        match when {
            When::Always => Condition::Always,
            When::If(pattern) => Condition::Finds(bytes_regex(pattern), true),
            When::Unless(pattern) => Condition::Finds(bytes_regex(pattern), false),
        }
    }

    fn holds(&self, values: &[Option<String>]) -> bool {
        let Condition::Finds(pattern, expected) = self else { return true };
        let so_far = values.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        pattern.is_match(so_far.as_bytes()) == *expected
    }
}

#[derive(Debug)]
enum Finder {
    Match,
    Search(Regex),
    Top(Frames),
}

impl Finder {
    fn new(source: &Source) -> Finder {
        match source {
            Source::Match(_) | Source::Caller(_) => Finder::Match,
            Source::Search(pattern, _) => Finder::Search(bytes_regex(pattern)),
            Source::Top(stack) => Finder::Top(Frames::new(stack)),
        }
    }
}

impl Row {
    /// What the row says of an output whose first needle is there.
    fn read(&self, row: &Recogniser, output: &[u8], needle: usize, own: &Own) -> Option<Vec<Option<String>>> {
        let counts = |it: &Captures<'_>| self.unless.as_ref().is_none_or(|unless| !unless.is_match(&it[0]));
        let near = &output[start(output, needle)..];
        let mut matches = self.pattern.captures_iter(near).filter(counts);
        let found = match row.take {
            Take::First => matches.next(),
            Take::Last => matches.last(),
        }?;
        let place =
            Place { found: &found, near, output, own, thrown: self.is_thrown(row, &found, near, own) };
        let mut values: Vec<Option<String>> = Vec::with_capacity(row.parts.len());
        for (part, (finder, condition)) in row.parts.iter().zip(&self.parts) {
            let value = condition.holds(&values).then(|| place.value(part, finder)).flatten();
            values.push(value.filter(|it| !it.is_empty()));
        }
        Some(values)
    }

    /// True when code of the input is what threw what was found, so that the message is about nothing but the input.
    fn is_thrown(&self, row: &Recogniser, found: &Captures<'_>, near: &[u8], own: &Own) -> bool {
        row.parts.iter().zip(&self.parts).any(|(part, (finder, _))| match (&part.from, finder) {
            (Source::Caller(_), _) => {
                found.name(part.name).is_some_and(|it| own.has_frame(line_to(near, it.end())))
            }
            (_, Finder::Top(frames)) => frames.is_own(&near[found.get_match().start()..], own),
            _ => false,
        })
    }
}

/// Where a row matched, and whose input it was.
struct Place<'p> {
    found: &'p Captures<'p>,
    /// The output from where the row began to look.
    near: &'p [u8],
    output: &'p [u8],
    own: &'p Own,
    /// True when code of the input threw what was found.
    thrown: bool,
}

impl Place<'_> {
    fn value(&self, part: &Part, finder: &Finder) -> Option<String> {
        match (&part.from, finder) {
            (Source::Match(clean), _) => Some(self.clean(*clean, self.found.name(part.name)?.as_bytes())),
            (Source::Caller(clean), _) => {
                let found = self.found.name(part.name)?;
                let own = self.own.has_frame(line_to(self.near, found.end()));
                (!own).then(|| clean.apply(found.as_bytes()))
            }
            (Source::Search(_, clean), Finder::Search(pattern)) => {
                Some(clean.apply(pattern.captures(self.output)?.get(1)?.as_bytes()))
            }
            (_, Finder::Top(frames)) => frames.top(&self.near[self.found.get_match().start()..], self.own),
            _ => None,
        }
    }

    /// Messages lose the words of the input; what is the tool's own stays as it is.
    fn clean(&self, clean: Clean, raw: &[u8]) -> String {
        match clean {
            Clean::Words if self.thrown => self.own.mask(&Clean::Message.apply(raw), true),
            Clean::Words | Clean::Message => self.own.mask(&clean.apply(raw), self.thrown),
            clean => clean.apply(raw),
        }
    }
}

/// The line that `end` stands in, up to there.
fn line_to(text: &[u8], end: usize) -> &[u8] {
    let start = text[..end].iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
    &text[start..end]
}

/// The start of a line from which it is worth to look for the pattern of a row.
fn start(output: &[u8], needle: usize) -> usize {
    let back = needle.saturating_sub(LOOK_BACK);
    output[..back].iter().rposition(|&it| it == b'\n').map_or(0, |it| it + 1)
}

/// The part of an output that is read, without colours and carriage returns.
fn readable(output: &[u8]) -> Cow<'_, [u8]> {
    let part = if output.len() > HEAD + TAIL {
        Cow::Owned([&output[..HEAD], b"\n", &output[output.len() - TAIL..]].concat())
    } else {
        Cow::Borrowed(output)
    };
    strip_ansi(part)
}
