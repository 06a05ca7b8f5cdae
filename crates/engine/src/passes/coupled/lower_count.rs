//! `lower-count`: deletes records together with what counts them: every number that is as large as the list is long.
//!
//! Before:
//! ```json
//! {"count": 3, "items": [1, 2, 5]}
//! ```
//! After:
//! ```json
//! {"count": 2, "items": [1, 2]}
//! ```
//!
//! Before:
//! ```c
//! int n = 3, a[3] = {4, 5, 6};
//! ```
//! After:
//! ```c
//! int n = 2, a[2] = {4, 5};
//! ```
//!
//! Before:
//! ```text
//! c comment
//! p cnf 2 3
//! 1 0
//! -2 0
//! 1 2 0
//! ```
//! After:
//! ```text
//! c comment
//! p cnf 2 2
//! 1 0
//! 1 2 0
//! ```
//!
//! Before:
//! ```text
//! 3 10 20 30
//! ```
//! After:
//! ```text
//! 2 20 30
//! ```
//!
//! Before:
//! ```text
//! 3 items
//! a 1
//! b 2
//! c 3
//! end
//! ```
//! After:
//! ```text
//! 2 items
//! a 1
//! c 3
//! end
//! ```
//!
//! Before:
//! ```text
//! p edge 2 3
//! e 1 2
//! n 1
//! e 2 3
//! n 2
//! e 3 4
//! ```
//! After:
//! ```text
//! p edge 1 3
//! e 1 2
//! n 1
//! e 2 3
//! e 3 4
//! ```
//!
//! Before:
//! ```text
//! count=3
//! [item1]
//! x=a
//! [item2]
//! x=b
//! [item3]
//! x=c
//! ```
//! After:
//! ```text
//! count=2
//! [item1]
//! x=b
//! [item2]
//! x=c
//! ```
//!
//! Before:
//! ```text
//! records 0x03
//! 1a
//! 2b
//! 3c
//! ```
//! After:
//! ```text
//! records 0x02
//! 1a
//! 2b
//! ```
//! Records are the elements of a list in brackets; and, in what no grammar explains, as many lines as a number before
//! them says if these end with a paragraph, or only they have as many words, or the number has a line of its own, or the rest of a line behind a number; in a
//! line language the records behind one that says how many they are. In a language with a grammar the list has square
//! brackets or braces, and what counts it is near. First all of them, then halves, quarters and so on, from the back. All
//! numbers outside of the records that are equal to the count become lower with them, or the nearest one before the records
//! alone. For at most 64 lists with 4,096 edits each, the longest first.
//!
//! In what no grammar explains records are also two lines or more that begin alike or have as many fields, or paragraphs,
//! wherever they stand, when a number says how many of them there are behind it, or before it: alone, or up to the next of
//! them; or equal parts of all that is behind or before it. Where they are numbered, those behind may get lower numbers. For at
//! most 16 such lists.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::count_text::{value, written};
use super::counted_kinds;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::brackets::pairs;
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUNTED_EDITS, COUNTED_LISTS, COUNTED_NEAR};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lower-count",
    summary: "delete records and lower the numbers that count them",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let numbers = Numbers::of(file);
    // What is a record is for the language to say; what counts it, for nobody.
    let parser = file.language.as_ref().and_then(|it| it.syntax.parser());
    let explained = file.is_explained() && parser.is_some();
    let mut lists = in_brackets(file, explained);
    lists.extend(told(file, &numbers));
    if !explained {
        lists.extend(lines(file, &numbers));
        lists.extend(behind_numbers(file, &numbers));
    }
    lists.retain(|it| numbers.around(it).any(|number| !explained || is_near(file, it, number)));
    lists.sort_by_key(|it| std::cmp::Reverse(it.records.len()));
    for list in lists.iter().take(COUNTED_LISTS.get()) {
        sites.alternatives(alternatives(id, file, list, &numbers));
    }
    if !explained {
        counted_kinds::propose(id, &file.text, &numbers.by_value, sites);
    }
}

/// True when a number is a few lexemes away from a list.
fn is_near(file: &File, list: &Records, number: Span) -> bool {
    let from = |offset: u32| file.lexemes().partition_point(|it| it.span.start < offset);
    let (first, end, at) = (from(list.whole.start), from(list.whole.end), from(number.start));
    first.saturating_sub(at).max(at.saturating_sub(end)) <= COUNTED_NEAR.get()
}

/// Records that a number may count.
struct Records {
    /// Each with what separates it from the next; the last with what separates it from the one before.
    records: Vec<Span>,
    /// From the first to the last.
    whole: Span,
}

/// The numbers of a file that are no part of a larger one, such as a fraction.
struct Numbers {
    by_value: BTreeMap<usize, Vec<Span>>,
}

impl Numbers {
    fn of(file: &File) -> Numbers {
        let mut by_value: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        for lexeme in file.lexemes() {
            if let Some(value) = value(lexeme.of(&file.text)).filter(|it| *it > 0) {
                by_value.entry(value).or_default().push(lexeme.span);
            }
        }
        Numbers { by_value }
    }

    /// The numbers that are as large as a list is long and stand outside of it.
    fn counting<'n>(&'n self, list: &'n Records) -> impl Iterator<Item = Span> + 'n {
        let equal = self.by_value.get(&list.records.len()).into_iter().flatten();
        equal.copied().filter(|it| !list.whole.contains(*it))
    }

    /// Of those the nearest before a list and the nearest behind it.
    fn around(&self, list: &Records) -> impl Iterator<Item = Span> {
        let equal = self.by_value.get(&list.records.len()).map_or(&[][..], |it| it);
        let before = equal[..equal.partition_point(|it| it.start < list.whole.start)].last();
        let behind = equal[equal.partition_point(|it| it.end <= list.whole.end)..].first();
        before.into_iter().chain(behind).copied()
    }
}

/// The elements of all lists in brackets; in a language those that look like data.
fn in_brackets(file: &File, explained: bool) -> Vec<Records> {
    let lexemes = file.lexemes();
    let pairs = pairs(lexemes);
    let partner: HashMap<usize, usize> = pairs.iter().map(|it| (it.open, it.close)).collect();
    let mut lists = Vec::new();
    for pair in pairs.iter().filter(|it| !(it.is_empty() || explained && it.bracket == b'(')) {
        let mut statements = false;
        let mut starts = vec![lexemes[pair.open + 1].span.start];
        let mut ends = Vec::new();
        let mut at = pair.open + 1;
        while at < pair.close {
            if lexemes[at].class == Class::Punct && lexemes[at].of(&file.text) == b"," {
                ends.push(lexemes[at].span.start);
                starts.push(lexemes[at + 1].span.start);
            }
            statements |= lexemes[at].of(&file.text) == b";";
            at = partner.get(&at).copied().unwrap_or(at) + 1;
        }
        if explained && (statements || ends.is_empty()) {
            continue;
        }
        ends.push(lexemes[pair.close - 1].span.end);
        if starts.last() == Some(&lexemes[pair.close].span.start) {
            // What a trailing comma ends is no element.
            starts.pop();
            ends.pop();
        }
        lists.extend(separated(&starts, &ends));
    }
    lists
}

/// Records that start and end there, with the separators between them.
fn separated(starts: &[u32], ends: &[u32]) -> Option<Records> {
    let whole = Span::new(*starts.first()?, *ends.last()?);
    let last = starts.len() - 1;
    let record = |at: usize| match at {
        _ if at < last => Span::new(starts[at], starts[at + 1]),
        0 => whole,
        _ => Span::new(ends[at - 1], ends[at]),
    };
    Some(Records { records: (0..=last).map(record).collect(), whole })
}

/// For each number as many lines as it says, from the one behind its own on.
fn lines(file: &File, numbers: &Numbers) -> Vec<Records> {
    let breaks = file.text.iter().enumerate().filter(|it| *it.1 == b'\n').map(|it| offset(it.0) + 1);
    let mut starts: Vec<u32> = std::iter::once(0).chain(breaks).collect();
    if starts.last() != Some(&offset(file.text.len())) {
        starts.push(offset(file.text.len()));
    }
    let alike = alike(file, &starts);
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for (&count, spans) in &numbers.by_value {
        for span in spans {
            let next = starts.partition_point(|it| *it <= span.start);
            let Some(&end) = starts.get(next + count) else { continue };
            let line = file.text[starts[next - 1] as usize..starts[next] as usize].trim_ascii();
            let paragraph = file.text.get(end as usize).is_none_or(|it| b"\r\n".contains(it));
            if paragraph || line.len() == span.len() || count > 1 && alike[next] == next + count {
                let longest = found.entry(next).or_default();
                *longest = count.max(*longest);
            }
        }
    }
    let records = |(first, count): (usize, usize)| {
        let lines = &starts[first..=first + count];
        let records: Vec<Span> = lines.windows(2).map(|it| Span::new(it[0], it[1])).collect();
        Records { records, whole: Span::new(lines[0], lines[count]) }
    };
    found.into_iter().map(records).collect()
}

/// For each line the first one behind it that has not as many words.
fn alike(file: &File, starts: &[u32]) -> Vec<usize> {
    let count = |it: &[u32]| words(&file.text[it[0] as usize..it[1] as usize]).len();
    let counts: Vec<usize> = starts.windows(2).map(count).collect();
    let mut ends: Vec<usize> = (1..=counts.len()).collect();
    for at in (1..counts.len()).rev().filter(|&at| counts[at - 1] == counts[at]) {
        ends[at - 1] = ends[at];
    }
    ends
}

/// For each record of a line language with a number those behind it, when they are as many as it says.
fn told(file: &File, numbers: &Numbers) -> Vec<Records> {
    let mut found = Vec::new();
    if file.language.as_ref().is_none_or(|it| !it.is_of_lines()) {
        return found;
    }
    for around in 0..offset(file.units().len()) {
        let records = file.children(around).filter(|it| file.kind_name(*it) == "record");
        let (starts, ends): (Vec<u32>, Vec<u32>) =
            records.map(|it| (file.unit(it).start, file.unit(it).end)).unzip();
        for at in 0..starts.len() {
            let counting = numbers.by_value.get(&(starts.len() - at - 1)).into_iter().flatten();
            let mut here = counting.filter(|it| (starts[at]..ends[at]).contains(&it.start));
            if here.next().is_some() {
                found.extend(separated(&starts[at + 1..], &ends[at + 1..]));
            }
        }
    }
    found
}

/// For each number the words behind it on its line, when they are as many as it says.
fn behind_numbers(file: &File, numbers: &Numbers) -> Vec<Records> {
    let mut found = Vec::new();
    let mut spans: Vec<(usize, Span)> =
        numbers.by_value.iter().flat_map(|(&count, all)| all.iter().map(move |&it| (count, it))).collect();
    spans.sort_unstable_by_key(|it| it.1);
    let mut line_end = 0;
    for (count, span) in spans {
        // Only the first number of a line.
        if span.start < line_end {
            continue;
        }
        let rest = &file.text[span.end as usize..];
        let end = rest.iter().position(|&it| it == b'\n').unwrap_or(rest.len());
        line_end = span.end + offset(end);
        let words = words(&rest[..end]);
        if words.len() == count {
            let at = |it: usize| span.end + offset(it);
            let (starts, ends): (Vec<u32>, Vec<u32>) = words.iter().map(|it| (at(it.0), at(it.1))).unzip();
            found.extend(separated(&starts, &ends));
        }
    }
    found
}

/// Where the words of a line start and end.
fn words(line: &[u8]) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut at = 0;
    for word in line.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            words.push((at, at + word.len()));
        }
        at += word.len() + 1;
    }
    words
}

/// Fewer and fewer records deleted with their count: all, halves from the back, quarters and so on.
fn alternatives(id: FileId, file: &File, list: &Records, numbers: &Numbers) -> Vec<EditSet> {
    let all: Vec<Span> = numbers.counting(list).collect();
    let one: Vec<Span> = numbers.around(list).take(1).collect();
    let ways = if one == all { vec![all] } else { vec![all, one] };
    let count = list.records.len();
    let mut sets = Vec::new();
    let mut left = COUNTED_EDITS.get();
    let mut size = count;
    while size > 0 {
        for end in (1..=count.div_ceil(size)).rev().map(|it| (it * size).min(count)) {
            let gone = end.saturating_sub(size)..end;
            for counting in &ways {
                let cost = 1 + counting.len();
                if left >= cost {
                    left -= cost;
                    sets.push(without(id, file, list, gone.clone(), counting));
                }
            }
        }
        size /= 2;
    }
    sets
}

/// Some records gone, and numbers lowered by as many.
fn without(id: FileId, file: &File, list: &Records, gone: Range<usize>, counting: &[Span]) -> EditSet {
    let count = list.records.len();
    let (first, end) = (list.records[gone.start], list.records[gone.end - 1].end);
    // The separator before the first goes when nothing stays behind the last.
    let start = if gone.end == count && gone.start > 0 && gone.len() > 1 {
        let before = list.records[gone.start - 1];
        let text = &file.text[before.range()];
        let solid = text.trim_ascii_end();
        let comma = solid.ends_with(b",");
        if comma { before.start + offset(solid.len()) - 1 } else { first.start }
    } else {
        first.start
    };
    let lower = |it: Span| written(count - gone.len(), &file.text[it.range()]);
    let edits = counting.iter().map(|&it| Edit::replace(id, it, lower(it)));
    edits.chain([Edit::delete(id, Span::new(start, end.max(start)))]).collect()
}
