//! Records in any text that a number counts and that are told by how they begin: wherever they stand, before the number or
//! behind it, of one line or several.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::count_text::written;
use super::cuts::{Change, chunks, literally};
use crate::edit::{EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::pass::Sites;
use crate::thresholds::{COUNTED_EDITS, COUNTED_KINDS, COUNTED_PERIODS};

/// Proposes fewer and fewer records of each kind deleted with the number that says how many there are. Fewer than two are
/// not worth it: any number one has a line behind it that is like no other.
pub(super) fn propose(id: FileId, text: &[u8], numbers: &BTreeMap<usize, Vec<Span>>, sites: &mut Sites) {
    let lines = Lines::of(text);
    let mut kinds: Vec<Vec<usize>> = lines.kinds().into_values().collect();
    let mut found = counted(&lines, &kinds, numbers);
    found.extend(periods(&lines, numbers, &mut kinds));
    let first = |it: &Counted| kinds[it.kind][it.heads.start];
    found.sort_by_key(|it| (std::cmp::Reverse(it.heads.len()), it.number, it.before, first(it)));
    for list in lists(&lines, &kinds, &found) {
        sites.alternatives(alternatives(id, text, &list));
    }
}

/// Records, and the numbers that count them.
struct List {
    records: Vec<Span>,
    numbers: Vec<Span>,
}

/// What is counted as records, the most first.
fn lists(lines: &Lines, kinds: &[Vec<usize>], found: &[Counted]) -> Vec<List> {
    let mut lists: Vec<List> = Vec::new();
    let mut last = None;
    for it in found {
        let heads = &kinds[it.kind][it.heads.clone()];
        let full = lists.len() >= COUNTED_KINDS.get();
        if full && lists.last().is_some_and(|list| list.records.len() > heads.len()) {
            break;
        }
        // Of what is counted by one number the first begins a record; what follows it may be part of that.
        let by = Some((it.number, it.before));
        let begins = std::mem::replace(&mut last, by) != by;
        let whole = begins.then(|| lines.whole(heads, it));
        for records in whole.into_iter().chain([lines.alone(heads)]) {
            match lists.iter().position(|list| list.records == records) {
                Some(at) if lists[at].numbers.contains(&it.number) => {}
                Some(at) => lists[at].numbers.push(it.number),
                None if full => {}
                None => lists.push(List { records, numbers: vec![it.number] }),
            }
        }
    }
    lists
}

/// What lines have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind<'t> {
    /// How they begin: the letters of a first word, or a mark.
    Begin(&'t [u8]),
    /// So many fields between such separators; with the first line of the text, or without, as it may have the names.
    Fields((u8, usize), bool),
    /// They stand behind an empty line.
    Paragraph,
}

/// Some lines of a kind, and a number that says how many.
struct Counted {
    number: Span,
    kind: usize,
    heads: Range<usize>,
    /// Whether they stand before the number.
    before: bool,
}

/// A text as lines.
struct Lines<'t> {
    text: &'t [u8],
    /// Where each starts, and where the last one ends that is not empty.
    starts: Vec<u32>,
    shapes: Vec<Shape<'t>>,
}

/// How a line begins, what separates its fields, and how many it has.
#[derive(PartialEq, Eq)]
struct Shape<'t> {
    beginning: &'t [u8],
    fields: (u8, usize),
}

impl<'t> Lines<'t> {
    fn of(text: &'t [u8]) -> Lines<'t> {
        let mut starts = vec![0];
        let mut solid = 1;
        for line in text.split_inclusive(|it| *it == b'\n') {
            starts.push(starts[starts.len() - 1] + offset(line.len()));
            if !line.trim_ascii().is_empty() {
                solid = starts.len();
            }
        }
        starts.truncate(solid);
        let line = |it: &[u32]| &text[it[0] as usize..it[1] as usize];
        let shape = |it: &'t [u8]| Shape { beginning: beginning(it), fields: fields(it) };
        let shapes = starts.windows(2).map(|it| shape(line(it))).collect();
        Lines { text, starts, shapes }
    }

    /// How many there are.
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn line(&self, at: usize) -> &'t [u8] {
        &self.text[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The line of a place.
    fn at(&self, offset: u32) -> usize {
        self.starts.partition_point(|it| *it <= offset) - 1
    }

    /// The lines of each kind.
    fn kinds(&self) -> BTreeMap<Kind<'t>, Vec<usize>> {
        let mut kinds: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
        let mut gap = false;
        for at in 0..self.len() {
            if self.line(at).trim_ascii().is_empty() {
                gap = true;
                continue;
            }
            let mut add = |kind| kinds.entry(kind).or_default().push(at);
            let Shape { beginning, fields } = self.shapes[at];
            add(Kind::Begin(beginning));
            add(Kind::Fields(fields, true));
            if at > 0 {
                add(Kind::Fields(fields, false));
            }
            if std::mem::take(&mut gap) {
                add(Kind::Paragraph);
            }
        }
        kinds
    }

    /// Records from each of these lines to the next; the last is as long as the others, or has what looks like them.
    fn whole(&self, heads: &[usize], of: &Counted) -> Vec<Span> {
        let limit = if of.before { self.at(of.number.start) } else { self.len() };
        let (last, length) = (heads[heads.len() - 1], heads[1] - heads[0]);
        let even = heads.windows(2).all(|it| it[1] - it[0] == length);
        let end = if even { limit.min(last + length) } else { self.end(heads[0], last, limit) };
        let ends = heads[1..].iter().chain([&end]);
        heads.iter().zip(ends).map(|it| Span::new(self.starts[*it.0], self.starts[*it.1])).collect()
    }

    /// Where the last of some records ends: before a line that none of them has and that is no deeper than its first.
    fn end(&self, first: usize, last: usize, limit: usize) -> usize {
        let known: HashSet<&[u8]> = self.shapes[first..last].iter().map(|it| it.beginning).collect();
        let depth = |line: &[u8]| line.len() - line.trim_ascii_start().len();
        let own = depth(self.line(last));
        let belongs = |it: usize| depth(self.line(it)) > own || known.contains(self.shapes[it].beginning);
        let foreign = (last + 1..limit).find(|it| !belongs(*it));
        foreign.unwrap_or(limit)
    }

    /// Records that are lines.
    fn alone(&self, heads: &[usize]) -> Vec<Span> {
        heads.iter().map(|&it| Span::new(self.starts[it], self.starts[it + 1])).collect()
    }
}

/// The blanks before a line, and the letters or the one or two marks that it begins with; of a number the blanks alone.
fn beginning(line: &[u8]) -> &[u8] {
    let blank = line.len() - line.trim_ascii_start().len();
    let rest = &line[blank..];
    let letters =
        rest.iter().take_while(|it| it.is_ascii_alphabetic() || **it == b'_' || !it.is_ascii()).count();
    let marks = rest.iter().take(2).take_while(|it| it.is_ascii_punctuation()).count();
    &line[..blank + letters.max(marks)]
}

/// What separates the fields of a line, and how many it has.
fn fields(line: &[u8]) -> (u8, usize) {
    let count = |separator: u8| line.split(|it| *it == separator).count();
    let separated = [b',', b'\t', b';', b'|'].into_iter().map(|it| (it, count(it))).find(|it| it.1 > 1);
    let words = || line.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty()).count();
    separated.unwrap_or_else(|| (b' ', words()))
}

/// Each number that says how many lines of a kind are behind it, or before it; the nearest two of equal ones.
fn counted(lines: &Lines, kinds: &[Vec<usize>], numbers: &BTreeMap<usize, Vec<Span>>) -> Vec<Counted> {
    let mut found = Vec::new();
    for (kind, all) in kinds.iter().enumerate().filter(|it| it.1.len() > 1) {
        for (&count, spans) in numbers.range(2..=all.len()) {
            let place = |line: usize| spans.partition_point(|it| it.start < lines.starts[line]);
            let (behind, before) = (all.len() - count..all.len(), 0..count);
            let from = behind.start.checked_sub(1).map_or(0, |it| place(all[it]));
            let to = place(all[behind.start]);
            // What looks like a record in all respects is one, and its number says something else.
            let other = |it: &&Span| lines.shapes[lines.at(it.start)] != lines.shapes[all[behind.start]];
            for &number in spans[from.max(to.saturating_sub(2))..to].iter().filter(other) {
                found.push(Counted { number, kind, heads: behind.clone(), before: false });
            }
            let from = place(all[count - 1] + 1);
            let to = all.get(count).map_or(spans.len(), |it| place(it + 1));
            for &number in spans[from..to.min(from + 2)].iter().filter(other) {
                found.push(Counted { number, kind, heads: before.clone(), before: true });
            }
        }
    }
    found
}

/// Each number that says how often as many lines are repeated up to the end, or up to it, by how many fields they have.
fn periods(lines: &Lines, numbers: &BTreeMap<usize, Vec<Span>>, kinds: &mut Vec<Vec<usize>>) -> Vec<Counted> {
    let mut found = Vec::new();
    let mut left = COUNTED_PERIODS.get() * lines.len();
    for (&count, spans) in numbers.range(2..).take_while(|it| *it.0 <= lines.len() / 2) {
        for &number in spans {
            let own = lines.at(number.start);
            for (range, before) in [(own + 1..lines.len(), false), (0..own, true), (1..own, true)] {
                let length = range.len() / count;
                if length < 2 || range.len() % count > 0 || left < range.len() {
                    continue;
                }
                let here = &lines.shapes[range.clone()];
                let same =
                    here.iter().zip(&here[length..]).take_while(|it| it.0.fields == it.1.fields).count();
                left -= same.max(1);
                if same == range.len() - length {
                    kinds.push(range.step_by(length).collect());
                    found.push(Counted { number, kind: kinds.len() - 1, heads: 0..count, before });
                }
            }
        }
    }
    found
}

/// Fewer and fewer records deleted with what counts them, from the back: all such numbers, or each. Where each record has a
/// number of its own, those behind get lower ones, or keep theirs.
fn alternatives(id: FileId, text: &[u8], list: &List) -> Vec<EditSet> {
    let (records, numbers) = (&list.records[..], &list.numbers[..]);
    let ordinals = ordinals(text, records);
    let all = (numbers.len() > 1).then_some(numbers);
    let ways: Vec<&[Span]> = all.into_iter().chain(numbers.chunks(1)).collect();
    let mut sets = Vec::new();
    let mut left = COUNTED_EDITS.get();
    chunks(records.len(), |gone| {
        let deleted: Vec<Change> = without(text, records, &gone).into_iter().map(|it| (it, vec![])).collect();
        let behind = ordinals.iter().flat_map(|it| &it[gone.end..]).flatten();
        let lower = |(span, it): (Span, usize)| (span, written(it - gone.len(), &text[span.range()]));
        let renumbered: Vec<Change> = behind.copied().map(lower).collect();
        for way in &ways {
            let cost = 2 * (way.len() + deleted.len()) + renumbered.len();
            if left < cost {
                left = 0;
                return;
            }
            left -= cost;
            let lower = |it: Span| written(records.len() - gone.len(), &text[it.range()]);
            let counting = way.iter().map(|it| (*it, lower(*it)));
            let changes: Vec<Change> = counting.chain(deleted.iter().cloned()).collect();
            if !renumbered.is_empty() {
                sets.extend(literally(id, text, [&changes[..], &renumbered].concat()));
            }
            sets.extend(literally(id, text, changes));
        }
    });
    sets
}

/// What goes with some records: also the empty lines before them when nothing stays behind.
fn without(text: &[u8], records: &[Span], gone: &Range<usize>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for &record in &records[gone.clone()] {
        match spans.last_mut() {
            Some(it) if it.end == record.start => it.end = record.end,
            _ => spans.push(record),
        }
    }
    if let Some(before) =
        gone.start.checked_sub(1).map(|it| records[it]).filter(|_| gone.end == records.len())
    {
        let solid = text[before.range()].trim_ascii_end().len();
        let line = text[before.range()][solid..].iter().position(|it| *it == b'\n');
        let start = before.start + offset(solid + line.map_or(0, |it| it + 1));
        if before.end == spans[0].start {
            spans[0].start = start;
        }
    }
    spans
}

/// For each record the numbers in its lines that say which one it is; `None` if one does not begin with a line that does.
fn ordinals(text: &[u8], records: &[Span]) -> Option<Vec<Vec<(Span, usize)>>> {
    let numbers = |record: Span| {
        let mut start = record.start;
        let of = |line: &[u8]| {
            let from = start;
            start += offset(line.len());
            first_number(line).map(|it| (Span::new(from + it.0, from + it.1), it.2))
        };
        text[record.range()].split_inclusive(|it| *it == b'\n').map(of).collect::<Vec<_>>()
    };
    let first = (*numbers(*records.first()?).first()?)?.1;
    let of = |(at, record): (usize, &Span)| {
        let said = numbers(*record);
        let says = |it: &(Span, usize)| it.1 == first + at;
        said.first()?.filter(says)?;
        Some(said.into_iter().flatten().filter(says).collect())
    };
    records.iter().enumerate().map(of).collect()
}

/// Where the first number of a line starts and ends, and what it says.
fn first_number(line: &[u8]) -> Option<(u32, u32, usize)> {
    let start = line.iter().position(u8::is_ascii_digit)?;
    let digits = line[start..].iter().take_while(|it| it.is_ascii_digit()).count();
    let text = std::str::from_utf8(&line[start..start + digits]).ok()?;
    let plain = digits <= 9 && (digits == 1 || !text.starts_with('0'));
    Some((offset(start), offset(start + digits), text.parse().ok().filter(|_| plain)?))
}
