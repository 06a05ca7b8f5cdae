//! Tables in any text: lines with as many fields each, and lists of lists that are as long.

use std::ops::Range;

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::{Class, Lexeme, offset};
use crate::thresholds::GRIDS;

/// A table.
pub(super) struct Grid {
    /// The fields of each row, without what separates them; in each row as many.
    pub rows: Vec<Vec<Span>>,
    /// Each row with what separates it from the next, and the last with what separates it from the one before.
    pub whole_rows: Vec<Span>,
    /// From the first field to the last.
    pub whole: Span,
    /// Whether it is one only if a number says so.
    pub unsure: bool,
}

impl Grid {
    /// How many fields a row has.
    pub(super) fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// What goes of each row with some columns: the fields, and what separates them from the next, or from the one before.
    pub(super) fn columns(&self, gone: &Range<usize>) -> Vec<Span> {
        let of = |row: &Vec<Span>| match (row.get(gone.end), gone.start.checked_sub(1)) {
            (Some(next), _) => Span::new(row[gone.start].start, next.start),
            (None, Some(before)) => Span::new(row[before].end, row[gone.end - 1].end),
            (None, None) => Span::new(row[gone.start].start, row[gone.end - 1].end),
        };
        self.rows.iter().map(of).collect()
    }
}

/// The tables of a file, the largest first; of lines only where its language is not known.
pub(super) fn grids(file: &File) -> Vec<Grid> {
    let mut found = in_brackets(file);
    found.extend(side_by_side(file));
    if file.language.is_none() {
        of_lines(&file.text, &mut found);
    }
    found.sort_by_key(|it| std::cmp::Reverse(it.rows.len() * it.width()));
    found.truncate(GRIDS.get());
    found
}

/// Lists of lists in brackets.
fn in_brackets(file: &File) -> Vec<Grid> {
    let (lexemes, partners) = (file.lexemes(), file.partners());
    let mut found = Vec::new();
    for open in 0..lexemes.len() {
        let close = partners[open];
        if close <= open + 1 || !opens(lexemes[open].class) || partners[open + 1] <= open + 1 {
            continue;
        }
        let Some(outer) = elements(file, open) else { continue };
        let inner = |it: &Range<usize>| {
            let list = opens(lexemes[it.start].class) && partners[it.start] == it.end - 1;
            elements(file, it.start).filter(|_| list)
        };
        let Some(lists) = outer.iter().map(inner).collect::<Option<Vec<_>>>() else { continue };
        let width = lists.first().map_or(0, Vec::len);
        if width == 0 || lists.iter().any(|it| it.len() != width) {
            continue;
        }
        let span = |it: &Range<usize>| span(file, it);
        let rows = lists.iter().map(|it| it.iter().map(span).collect()).collect();
        let spans: Vec<Span> = outer.iter().map(span).collect();
        found.extend(grid(rows, &spans, lists.len() * width < 3));
    }
    found
}

/// Lists with nothing but commas and keywords between them, as in `(a, b) VALUES (1, 2), (3, 4)`.
fn side_by_side(file: &File) -> Vec<Grid> {
    let (lexemes, partners) = (file.lexemes(), file.partners());
    let (mut found, mut at) = (Vec::new(), 0);
    let list = |at: usize| elements(file, at).filter(|it| it.len() > 1 && opens(lexemes[at].class));
    while at < lexemes.len() {
        let Some(first) = list(at) else {
            at += 1;
            continue;
        };
        let (mut lists, mut spans, start) = (vec![first], vec![], at);
        loop {
            let close = partners[at];
            spans.push(Span::new(lexemes[at].span.start, lexemes[close].span.end));
            let is_between = |it: &&Lexeme| it.class == Class::Keyword || it.of(&file.text) == b",";
            let between = lexemes[close + 1..].iter().take(BETWEEN).take_while(is_between).count();
            at = close + 1 + between;
            match lexemes.get(at).filter(|_| between > 0).and_then(|_| list(at)) {
                Some(next) if next.len() == lists[0].len() => lists.push(next),
                _ => break,
            }
        }
        if lists.len() > 1 {
            let rows = lists.iter().map(|it| it.iter().map(|it| span(file, it)).collect()).collect();
            found.extend(grid(rows, &spans, false));
        } else {
            at = start + 1;
        }
    }
    found
}

/// How many lexemes may stand between two lists that belong together.
const BETWEEN: usize = 2;

/// Where lexemes stand.
fn span(file: &File, lexemes: &Range<usize>) -> Span {
    let all = file.lexemes();
    Span::new(all[lexemes.start].span.start, all[lexemes.end - 1].span.end)
}

/// A bracket around a list.
fn opens(class: Class) -> bool {
    matches!(class, Class::Open(b'[' | b'{' | b'('))
}

/// The lexemes of each element of a list that a bracket opens; `None` where that is empty, or no list.
fn elements(file: &File, open: usize) -> Option<Vec<Range<usize>>> {
    let (lexemes, partners) = (file.lexemes(), file.partners());
    let close = partners[open];
    let (mut found, mut from, mut at) = (Vec::new(), open + 1, open + 1);
    while at < close {
        match lexemes[at].of(&file.text) {
            b"," => {
                found.push(from..at);
                from = at + 1;
            }
            b";" => return None,
            _ => {}
        }
        at = partners[at].max(at) + 1;
    }
    if from < close {
        found.push(from..close);
    }
    (!found.is_empty() && found.iter().all(|it| !it.is_empty())).then_some(found)
}

/// A table of rows, each of which is such a span.
fn grid(rows: Vec<Vec<Span>>, spans: &[Span], unsure: bool) -> Option<Grid> {
    let (first, last) = (spans.first()?, spans.last()?);
    let count = spans.len();
    let whole_row = |at: usize| match (spans.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => Span::new(spans[at].start, next.start),
        (None, Some(before)) => Span::new(spans[before].end, spans[at].end),
        (None, None) => spans[at],
    };
    let whole_rows = (0..count).map(whole_row).collect();
    Some(Grid { whole_rows, whole: Span::new(first.start, last.end), rows, unsure })
}

/// Runs of lines with as many fields each, and those behind the first of a run or a line with a number.
fn of_lines(text: &[u8], found: &mut Vec<Grid>) {
    let mut lines: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|it| *it == b'\n') {
        let solid = line.trim_ascii_end().len();
        lines.push(Span::new(offset(start), offset(start + solid)));
        start += line.len();
    }
    for separator in [Some(b','), Some(b'\t'), Some(b';'), Some(b'|'), None] {
        let rows: Vec<Vec<Span>> = lines.iter().map(|it| fields(text, *it, separator)).collect();
        let mut at = 0;
        while at < rows.len() {
            let width = rows[at].len();
            let end = at + rows[at..].iter().take_while(|it| it.len() == width).count();
            if width > 1 {
                let sure = end - at >= if separator.is_some() { 2 } else { 3 };
                // Without what may be a header, with a number for the rows or none.
                for from in [at, at + 1].into_iter().filter(|it| *it < end) {
                    found.extend(grid(rows[from..end].to_vec(), &lines[from..end], !sure || from > at));
                }
                let numbers = text[lines[at].range()].split(|it| !it.is_ascii_digit());
                let counts = numbers.filter_map(|it| std::str::from_utf8(it).ok()?.parse::<usize>().ok());
                for count in counts.filter(|it| *it > 0 && at + 1 + it < end).take(2) {
                    let (from, end) = (at + 1, at + 1 + count);
                    found.extend(grid(rows[from..end].to_vec(), &lines[from..end], true));
                }
            }
            at = end;
        }
    }
}

/// The fields of a line: between separators that are in no quotes, or words.
fn fields(text: &[u8], line: Span, separator: Option<u8>) -> Vec<Span> {
    let (mut found, mut start, mut quoted) = (Vec::new(), line.start, false);
    for at in line.range() {
        quoted ^= text[at] == b'"' && separator.is_some();
        let separates = separator.map_or(text[at].is_ascii_whitespace(), |it| text[at] == it && !quoted);
        if separates {
            found.push(Span::new(start, offset(at)));
            start = offset(at) + 1;
        }
    }
    found.push(Span::new(start, line.end));
    if separator.is_none() {
        found.retain(|it| !it.is_empty());
    }
    found
}
