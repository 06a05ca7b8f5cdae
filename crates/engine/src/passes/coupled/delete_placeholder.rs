//! `delete-placeholder`: deletes a placeholder of a format string with the value that it stands for.
//!
//! Before:
//! ```c
//! void f(int a, char *b) { printf("%5d: %s!", a + 1, b); }
//! ```
//! After:
//! ```c
//! void f(int a, char *b) { printf(": %s!", b); }
//! ```
//! Before:
//! ```rs
//! fn f(a: u8, b: u8) { println!("{} {:?}", g(a, 1), b); }
//! ```
//! After:
//! ```rs
//! fn f(a: u8, b: u8) { println!("{:?}", b); }
//! ```
//! Before:
//! ```py
//! def f(a, b): print("{0} {1} {0}".format(a, b))
//! ```
//! After:
//! ```py
//! def f(a, b): print("{0}".format(b))
//! ```
//! A string is one when what follows it in its brackets, or in those of the tuple or call behind it, has as many values as
//! `%…` or `{…}` ask for, at least. First all of the file as a list; then each with the variables and parameters that
//! are then used no more, where there are such.

use std::ops::Range;

use super::orphans::with_orphans;
use super::placeholders::{Placeholder, needed, readings};
use super::view::View;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::{COUPLED_SITES, PLACEHOLDERS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-placeholder",
    summary: "delete a placeholder of a format string with the value that it stands for",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let formats = strings(file).into_iter().filter_map(|(it, is_argument)| Format::of(file, it, is_argument));
    let (mut apart, mut numbered) = (Vec::new(), Vec::new());
    for set in formats.flat_map(|it| it.without_each(file, id)).take(COUPLED_SITES.get()) {
        if set.edits().iter().all(Edit::is_deletion) { apart.push(set) } else { numbered.push(set) }
    }
    let all: Vec<EditSet> = apart.iter().chain(&numbered).cloned().collect();
    sites.list(apart);
    for set in numbered {
        sites.alternatives(vec![set]);
    }
    let Some(view) = View::of(document) else { return };
    for set in all.iter().filter_map(|it| with_orphans(&view, it)) {
        sites.alternatives(vec![set]);
    }
}

/// The lexemes that are strings, each with whether it stands in round brackets.
fn strings(file: &File) -> Vec<(usize, bool)> {
    let (mut open, mut found): (Vec<bool>, _) = (Vec::new(), Vec::new());
    for (at, lexeme) in file.lexemes().iter().enumerate() {
        match lexeme.class {
            Class::Open(bracket) if file.partners()[at] != at => open.push(bracket == b'('),
            Class::Close(_) if file.partners()[at] != at => drop(open.pop()),
            Class::String => found.push((at, open.last() == Some(&true))),
            _ => {}
        }
    }
    found
}

/// A string with placeholders, and values for them.
struct Format {
    /// The lexeme that it is.
    string: usize,
    placeholders: Vec<Placeholder>,
    /// The lexemes of each value.
    values: Vec<Range<usize>>,
}

impl Format {
    fn of(file: &File, string: usize, is_argument: bool) -> Option<Format> {
        let readings = readings(file.lexemes()[string].of(&file.text));
        let most = readings.iter().map(|it| needed(it)).max()?;
        let values = elements(file, first_value(file, string, is_argument)?, most);
        let fits = |it: &Vec<Placeholder>| needed(it) <= values.len() && it.len() <= PLACEHOLDERS.get();
        let placeholders = readings.into_iter().find(fits)?;
        Some(Format { string, placeholders, values })
    }

    /// Takes each placeholder away, with its values; those that share a value together.
    fn without_each(&self, file: &File, id: FileId) -> Vec<EditSet> {
        let start = file.lexemes()[self.string].span.start;
        let literal = file.lexemes()[self.string].of(&file.text);
        let span = |it: &Range<usize>| Span::new(start + offset(it.start), start + offset(it.end));
        let without = |gone: &Placeholder| {
            let values =
                self.values[gone.values.clone()].iter().map(|it| Edit::delete(id, with_comma(file, it)));
            let own = self.placeholders.iter().filter(|it| it.values == gone.values);
            let own = own.map(|it| Edit::delete(id, span(&with_blanks(literal, &it.span))));
            let later = self.placeholders.iter().filter(|it| it.values.start > gone.values.start);
            let later = later.filter_map(|it| {
                let number = (it.values.start - 1).to_string();
                Some(Edit::replace(id, span(it.number.as_ref()?), number.into_bytes()))
            });
            values.chain(own).chain(later).collect()
        };
        let first =
            |at: usize| self.placeholders[..at].iter().all(|it| it.values != self.placeholders[at].values);
        (0..self.placeholders.len())
            .filter(|&it| first(it))
            .map(|it| without(&self.placeholders[it]))
            .collect()
    }
}

/// Where the values for a string begin: `("…", a, b)`, `("…", .{a, b})`, `"…" % (a, b)`, `"…".format(a, b)`.
fn first_value(file: &File, string: usize, is_argument: bool) -> Option<usize> {
    let reads = |at: usize, is: &[u8]| spans::reads(file, at, is);
    let is_format = |at: usize| reads(at, b"format") || reads(at, b"formatted");
    if is_argument && reads(string + 1, b",") {
        let is_tuple = reads(string + 2, b".") && reads(string + 3, b"{");
        Some(if is_tuple { string + 4 } else { string + 2 })
    } else if reads(string + 1, b"%") && reads(string + 2, b"(") {
        Some(string + 3)
    } else if reads(string + 1, b".") && is_format(string + 2) && reads(string + 3, b"(") {
        Some(string + 4)
    } else {
        None
    }
}

/// The elements from a lexeme to the end of the brackets that it is in, or the first `most` of them.
fn elements(file: &File, first: usize, most: usize) -> Vec<Range<usize>> {
    let (mut found, mut start, mut at) = (Vec::new(), first, first);
    while let Some(lexeme) = file.lexemes().get(at).filter(|_| found.len() < most) {
        let is_close = matches!(lexeme.class, Class::Close(_));
        if is_close || spans::reads(file, at, b",") {
            found.extend((start < at).then_some(start..at));
            start = at + 1;
        }
        if is_close {
            break;
        }
        at = file.partners()[at].max(at) + 1;
    }
    found
}

/// A part of a literal with the blanks behind it, or those before it where there are none behind.
fn with_blanks(literal: &[u8], part: &Range<usize>) -> Range<usize> {
    let is_blank = |it: &&u8| **it == b' ';
    let behind = literal[part.end..].iter().take_while(is_blank).count();
    let before = literal[..part.start].iter().rev().take_while(is_blank).count();
    if behind > 0 { part.start..part.end + behind } else { part.start - before..part.end }
}

/// A value with the comma before it, or behind it where there is none before.
fn with_comma(file: &File, value: &Range<usize>) -> Span {
    let comma = |it: usize| spans::reads(file, it, b",");
    let first = if comma(value.start - 1) { value.start - 1 } else { value.start };
    let last = if first == value.start && comma(value.end) { value.end } else { value.end - 1 };
    spans::span_of(file.lexemes(), first, last)
}
