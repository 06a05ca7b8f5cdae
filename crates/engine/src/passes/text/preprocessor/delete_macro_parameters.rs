//! `delete-macro-parameters`: takes a parameter of a `#define` away with its argument at every use, also where that is empty.
//!
//! Before:
//! ```text
//! #define CHECK(MAX, a) goto out;
//! CHECK(n,)
//! CHECK(r,)
//! ```
//! After:
//! ```text
//! #define CHECK(MAX) goto out;
//! CHECK(n)
//! CHECK(r)
//! ```
//! Before:
//! ```text
//! #define LIST(X) X(RED,,) X(BLUE,, "")
//! #define EN(j, k, X) j,
//! enum { LIST(EN) };
//! ```
//! After:
//! ```text
//! #define LIST(X) X(RED,) X(BLUE, "")
//! #define EN(j, X) j,
//! enum { LIST(EN) };
//! ```
//! Before:
//! ```text
//! macro_rules! f { ($a:expr, $b:expr) => { g($b) }; }
//! f!(1, 2);
//! f!(3, 4);
//! ```
//! After:
//! ```text
//! macro_rules! f { ($b:expr) => { g($b) }; }
//! f!(2);
//! f!(4);
//! ```
//! By the commas, as no grammar knows empty arguments; `delete-parameter` does where none is. A macro whose name is given
//! to another one goes with all others like it that have as many parameters, and with the uses of the parameters that
//! stand for them. Of Rust's macros those with a single rule, whatever the arguments are. Where the body names the parameter, the argument on which all agree takes its place, or nothing does.
//! At most 500 macros of a file, from the back.

use std::collections::HashMap;

use super::directives::directives;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::brackets::partners;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::occurrences::{Name, names};
use crate::passes::text::spans::reads;
use crate::thresholds::{INLINED_MACRO_USES, INLINED_MACROS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-macro-parameters",
    summary: "delete a parameter of a #define with its empty arguments",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let mut macros = macros(document.file(id));
    macros.extend(rules(document.file(id)));
    if macros.is_empty() {
        return;
    }
    let names = names(document);
    let by_text: HashMap<&[u8], &Name> = names.iter().map(|it| (it.text, it)).collect();
    let partners: Vec<Vec<usize>> = document.files().iter().map(|it| partners(it.lexemes())).collect();
    let (mut groups, mut handed, mut left) = (Vec::new(), HashMap::new(), INLINED_MACRO_USES.get());
    for it in &macros {
        let places = by_text.get(it.name).map_or(&[][..], |it| &it.places);
        left = left.saturating_sub(places.len());
        if left == 0 {
            break;
        }
        let mut group = Group { macros: vec![it], calls: Vec::new() };
        let mut is_handed = false;
        for place in places.iter().filter(|place| place.file != id || place.at != it.at) {
            let file = document.file(place.file);
            let partners = &partners[usize::from(place.file.0)];
            let list = if it.is_rule {
                listed(file, place.at + 2, partners)
            } else {
                slots(file, place.at + 1, partners)
            };
            match list {
                Some(list) => group.calls.push((place.file, list)),
                None => is_handed = true,
            }
        }
        group.calls.retain(|call| call.1.len() == it.parameters.len());
        if is_handed {
            handed.entry(it.parameters.len()).or_insert_with(Group::default).add(group);
        } else {
            groups.push(group);
        }
    }
    for it in &macros {
        for list in it.calls_of_parameters(document.file(id), &partners[usize::from(id.0)]) {
            if let Some(group) = handed.get_mut(&list.len()) {
                group.calls.push((id, list));
            }
        }
    }
    let mut handed: Vec<(usize, Group)> = handed.into_iter().collect();
    handed.sort_by_key(|it| it.0);
    for group in groups.iter().chain(handed.iter().map(|it| &it.1)) {
        group.propose(document, id, sites);
    }
}

/// A macro with parameters.
struct Macro<'t> {
    name: &'t [u8],
    /// The lexeme that is its name.
    at: usize,
    parameters: Vec<Span>,
    /// The lexemes of its body.
    body: std::ops::Range<usize>,
    /// True for Rust's, which is used with a `!`.
    is_rule: bool,
}

/// The macros of a file that have parameters, the last first.
fn macros(file: &File) -> Vec<Macro<'_>> {
    let lexemes = file.lexemes();
    let partners = file.partners();
    let from = |offset: u32| lexemes.partition_point(|it| it.span.start < offset);
    let mut found = Vec::new();
    for directive in directives(&file.text).iter().rev() {
        let line = from(directive.visible.start)..from(directive.visible.end);
        let Some(define) = line.clone().take(2).find(|&it| lexemes[it].of(&file.text).ends_with(b"define"))
        else {
            continue;
        };
        let (at, open) = (define + 1, define + 2);
        if open >= line.end || lexemes[at].span.end != lexemes[open].span.start {
            continue;
        }
        let Some(parameters) = slots(file, open, partners) else { continue };
        let body = partners[open] + 1..line.end;
        found.push(Macro { name: lexemes[at].of(&file.text), at, parameters, body, is_rule: false });
        if found.len() >= INLINED_MACROS.get() {
            break;
        }
    }
    found
}

/// The macros of Rust in a file that have one rule, with a name for each of its parts, the last first.
fn rules(file: &File) -> Vec<Macro<'_>> {
    let (lexemes, partners) = (file.lexemes(), file.partners());
    // Where there is a tree, `macro_rules!` is one word of it.
    let name = |it: usize| {
        let in_two = reads(file, it, b"macro_rules") && reads(file, it + 1, b"!");
        (in_two || reads(file, it, b"macro_rules!")).then_some(it + 1 + usize::from(in_two))
    };
    let rule = |at: usize| {
        let outer = at + 1;
        let (open, end) = (outer + 1, partners.get(outer).copied()?);
        let parameters = slots(file, open, partners)?;
        let close = partners[open];
        let body = close + 2..partners.get(close + 2).copied()?;
        let is_all = body.end + 1 == end || body.end + 2 == end && reads(file, end - 1, b";");
        let is_named = parameters.iter().all(|it| file.text[it.range()].starts_with(b"$"));
        let is_rule = is_all && is_named && reads(file, close + 1, b"=>");
        is_rule.then(|| Macro { name: lexemes[at].of(&file.text), at, parameters, body, is_rule })
    };
    (0..lexemes.len()).rev().filter_map(name).filter_map(rule).take(INLINED_MACROS.get()).collect()
}

/// What stands between the commas of a list in round brackets, without blanks; `None` where none opens.
fn slots(file: &File, open: usize, partners: &[usize]) -> Option<Vec<Span>> {
    if reads(file, open, b"(") { listed(file, open, partners) } else { None }
}

/// The same, in any brackets.
fn listed(file: &File, open: usize, partners: &[usize]) -> Option<Vec<Span>> {
    let close = partners.get(open).copied().filter(|&it| it > open)?;
    let lexemes = file.lexemes();
    let (mut found, mut first, mut here) = (Vec::new(), open + 1, open + 1);
    while here <= close {
        if here == close || reads(file, here, b",") {
            let start = lexemes[first].span.start;
            let end = if first == here { start } else { lexemes[here - 1].span.end };
            found.push(Span::new(start, end));
            first = here + 1;
        }
        here = partners[here].max(here) + 1;
    }
    Some(found)
}

/// A position without one of its commas.
fn without(list: &[Span], at: usize) -> Span {
    match list.get(at + 1) {
        Some(next) => Span::new(list[at].start, next.start),
        None => Span::new(at.checked_sub(1).map_or(list[at].start, |it| list[it].end), list[at].end),
    }
}

impl Macro<'_> {
    /// What the uses of its parameters as macros have in brackets.
    fn calls_of_parameters(&self, file: &File, partners: &[usize]) -> Vec<Vec<Span>> {
        let is_parameter = |at: usize| {
            let text = file.lexemes()[at].of(&file.text);
            self.parameters.iter().any(|it| &file.text[it.range()] == text)
        };
        let calls = self.body.clone().filter(|&it| reads(file, it + 1, b"(") && is_parameter(it));
        calls.filter_map(|it| slots(file, it + 1, partners)).collect()
    }
}

/// Macros that stand for one another, and their uses.
#[derive(Default)]
struct Group<'m> {
    macros: Vec<&'m Macro<'m>>,
    calls: Vec<(FileId, Vec<Span>)>,
}

impl<'m> Group<'m> {
    fn add(&mut self, other: Group<'m>) {
        self.macros.extend(other.macros);
        self.calls.extend(other.calls);
    }

    /// Proposes to delete each position.
    fn propose(&self, document: &Document, id: FileId, sites: &mut Sites) {
        let Some(first) = self.macros.first() else { return };
        let width = first.parameters.len();
        // `F()` has one position that is none.
        let is_empty = |it: &Span| it.is_empty();
        let is_plain = !first.is_rule && !self.calls.iter().any(|it| it.1.iter().any(is_empty));
        if is_plain || first.parameters.iter().any(is_empty) {
            return;
        }
        for at in (0..width).rev() {
            let mut given =
                self.calls.iter().map(|(file, list)| &document.file(*file).text[list[at].range()]);
            let agreed = given.next().filter(|one| given.all(|it| it == *one)).unwrap_or_default();
            let mut edits: Vec<Edit> =
                self.calls.iter().map(|(file, list)| Edit::delete(*file, without(list, at))).collect();
            let file = document.file(id);
            for it in &self.macros {
                edits.push(Edit::delete(id, without(&it.parameters, at)));
                let parameter = &file.text[it.parameters[at].range()];
                // `$a:expr` is called `$a`.
                let name = parameter.split(|it| *it == b':').next().unwrap_or_default();
                let uses =
                    it.body.clone().map(|it| file.lexemes()[it]).filter(|it| it.of(&file.text) == name);
                edits.extend(uses.map(|it| Edit::replace(id, it.span, agreed)));
            }
            edits.retain(|it| !(it.span.is_empty() && it.with.is_empty()));
            sites.alternatives(vec![edits.into_iter().collect::<EditSet>()]);
        }
    }
}
