//! Reads a tool's output with the table of recognisers: which row explains it, and what it says.
//!
//! An output is searched for the needles of all rows at once, which is fast because they are literal: most outputs end
//! there. From the first needle on, a [`RegexSet`] tells which rows are worth trying. A row's own patterns are compiled
//! when it is tried for the first time.

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::{Captures, Regex, RegexBuilder, RegexSet, RegexSetBuilder, SetMatches};

use super::normalise::Clean;
use super::stack::{Frames, Stack};
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

/// Compiles a pattern of the table: bytes, not characters, and `^` at every line.
pub(super) fn bytes_regex(pattern: &str) -> Regex {
    RegexBuilder::new(pattern)
        .multi_line(true)
        .unicode(false)
        .build()
        .expect("a pattern of the table, each compiled by a test")
}

/// The first row, in the order of the table, that explains one of the outputs. The first output is tried first.
pub(super) fn recognise(outputs: [&[u8]; 2], succeeded: bool) -> Option<Found> {
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
        for (hits, output) in candidates.iter().zip(&outputs) {
            if hits.as_ref().is_some_and(|it| it.matched(index))
                && let Some(parts) = machine.row(index, row).read(row, output)
            {
                return Some((row, parts));
            }
        }
    }
    None
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let either =
        |it: &Recogniser| it.needles.iter().map(|it| regex::escape(it)).collect::<Vec<_>>().join("|");
    let needles: Vec<String> = TABLE.iter().flat_map(|it| it.iter()).map(either).collect();
    Machine {
        any: bytes_regex(&needles.join("|")),
        which: RegexSetBuilder::new(&needles)
            .unicode(false)
            .build()
            .expect("escaped literals are a pattern, and few enough"),
        rows: needles.iter().map(|_| OnceLock::new()).collect(),
    }
});

#[derive(Debug)]
struct Machine {
    any: Regex,
    which: RegexSet,
    rows: Vec<OnceLock<Row>>,
}

impl Machine {
    /// The rows of which a needle is in `output`.
    fn candidates(&self, output: &[u8]) -> Option<SetMatches> {
        let first = self.any.find(output)?;
        Some(self.which.matches(&output[first.start()..]))
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
            Source::Match(_) => Finder::Match,
            Source::Search(pattern, _) => Finder::Search(bytes_regex(pattern)),
            Source::Top(stack) => Finder::Top(Frames::new(stack)),
        }
    }
}

impl Row {
    fn read(&self, row: &Recogniser, output: &[u8]) -> Option<Vec<Option<String>>> {
        let counts = |it: &Captures<'_>| self.unless.as_ref().is_none_or(|unless| !unless.is_match(&it[0]));
        let mut matches = self.pattern.captures_iter(output).filter(counts);
        let found = match row.take {
            Take::First => matches.next(),
            Take::Last => matches.last(),
        }?;
        let mut values: Vec<Option<String>> = Vec::with_capacity(row.parts.len());
        for (part, (finder, condition)) in row.parts.iter().zip(&self.parts) {
            let value = condition.holds(&values).then(|| part_value(part, finder, &found, output)).flatten();
            values.push(value.filter(|it| !it.is_empty()));
        }
        Some(values)
    }
}

fn part_value(part: &Part, finder: &Finder, found: &Captures<'_>, output: &[u8]) -> Option<String> {
    match (&part.from, finder) {
        (Source::Match(clean), _) => Some(clean.apply(found.name(part.name)?.as_bytes())),
        (Source::Search(_, clean), Finder::Search(pattern)) => {
            Some(clean.apply(pattern.captures(output)?.get(1)?.as_bytes()))
        }
        (_, Finder::Top(frames)) => frames.top(&output[found.get_match().start()..]),
        _ => None,
    }
}

/// The part of an output that is read, without colours and carriage returns.
fn readable(output: &[u8]) -> Cow<'_, [u8]> {
    static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
        bytes_regex(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()][A-B0-2])|\r+$")
    });
    let part = if output.len() > HEAD + TAIL {
        Cow::Owned([&output[..HEAD], b"\n", &output[output.len() - TAIL..]].concat())
    } else {
        Cow::Borrowed(output)
    };
    if part.contains(&0x1b) || part.contains(&b'\r') {
        return Cow::Owned(ESCAPE.replace_all(&part, &b""[..]).into_owned());
    }
    part
}
