//! `merge-bindings`: puts another name in the place of one thing, where the word of its name stands for others, too.
//!
//! Before:
//! ```c
//! int f(int b) { int n = 1; return b + n; }
//! int g() { int n = 2; return n; }
//! ```
//! After:
//! ```c
//! int f(int b) { return b + b; }
//! int g() { int n = 2; return n; }
//! ```
//!
//! Before:
//! ```rust
//! fn b() {}
//! fn new() {}
//! fn f() { new(); Vec::<u8>::new(); }
//! struct A;
//! impl A { fn new() {} }
//! ```
//! After:
//! ```rust
//! fn b() {}
//! fn f() { b(); Vec::<u8>::new(); }
//! struct A;
//! impl A { fn new() {} }
//! ```
//!
//! Before:
//! ```js
//! function log() {} console.log(log);
//! ```
//! After:
//! ```js
//! console.log(console);
//! ```
//! All that a word stands for is left to `substitute-name`, which gains more and so goes first. Here the definition goes, and
//! what is defined before it, what is used most, what is used most of what nobody defines, or, if it is a value, `0`, stands for it; or it gets one of those names, where
//! that is shorter. For at most 300 things of a kind in a file, the last first.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::renaming::{ambiguous, name_of, rename};
use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::MERGED_NAMES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-bindings",
    summary: "replace one thing by another where its name stands for others, too",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// What stands before a name that is part of something.
const PARTS: &[&[u8]] = &[b".", b"->", b"::"];

/// What may stand for each other.
const KINDS: &[&[Kind]] = &[&[Kind::Value, Kind::Parameter], &[Kind::Function], &[Kind::Type, Kind::Generic]];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let ambiguous = ambiguous(&view);
    let free = free(&view, id);
    for kinds in KINDS {
        let all: Vec<(BindingId, &Definition)> = view.bindings(id, kinds).collect();
        let numbers: Vec<BindingId> = all.iter().map(|it| it.0).collect();
        let used = numbers.iter().rev().map(|it| (it, plain(&view, *it)));
        let wanted = |(it, used): &(&BindingId, Vec<Place>)| {
            !used.is_empty() && (ambiguous[**it] || used.len() < view.binding(**it).references.len())
        };
        for (binding, used) in used.filter(wanted).take(MERGED_NAMES.get()) {
            let others = others(&view, &numbers, *binding);
            let value = kinds.contains(&Kind::Value).then_some(b"0" as &[u8]);
            let free = free.filter(|_| !kinds.contains(&Kind::Type));
            let without = others
                .iter()
                .copied()
                .chain(free)
                .chain(value)
                .map(|it| without_definition(&view, *binding, &used, it));
            sites.alternatives(without.filter(|it| view.lowers(it)).collect());
            let renamed = others.iter().map(|it| rename(&view, *binding, it));
            sites.alternatives(renamed.filter(|it| view.lowers(it)).collect());
        }
    }
}

/// The names that may stand for a thing: that of the one before it, and that of the one with most uses.
fn others<'d>(view: &View<'d>, all: &[BindingId], binding: BindingId) -> Vec<&'d [u8]> {
    let own = name_of(view, binding);
    let other = |it: &&BindingId| name_of(view, **it) != own;
    let before = all.iter().rev().skip_while(|it| **it >= binding).find(other);
    let most = all.iter().filter(other).max_by_key(|it| view.binding(**it).references.len());
    let mut names: Vec<&[u8]> = before.into_iter().chain(most).map(|it| name_of(view, *it)).collect();
    names.dedup();
    names
}

/// The name that is used most of those that nobody defines.
fn free<'d>(view: &View<'d>, id: FileId) -> Option<&'d [u8]> {
    let file = view.file(id);
    let mut counts: HashMap<&[u8], (usize, Reverse<usize>)> = HashMap::new();
    for (at, lexeme) in file.lexemes().iter().enumerate() {
        let part = at.checked_sub(1).is_some_and(|it| PARTS.iter().any(|sign| view.reads(id, it, sign)));
        let known = view.names.target(Place { file: id, at }) != Target::Nothing;
        if lexeme.class == Class::Word && !part && !known {
            counts.entry(lexeme.of(&file.text)).or_insert((0, Reverse(at))).0 += 1;
        }
    }
    counts.into_iter().max_by_key(|it| it.1).map(|it| it.0)
}

/// The definition goes, and another name stands wherever it is meant.
fn without_definition(view: &View, binding: BindingId, used: &[Place], name: &[u8]) -> EditSet {
    let gone: EditSet = view.definitions(binding).map(|it| view.removal(it)).collect();
    let used = used.iter().map(|it| (it.file, view.file(it.file).lexemes()[it.at].span));
    let outside = used.filter(|it| !gone.deletes(it.0, it.1));
    let named = outside.map(|(file, span)| Edit::replace(file, span, name));
    named.chain(gone.edits().iter().cloned()).collect()
}

/// Where a thing is meant; not where its name stands behind a dot, if it does elsewhere: `c.log` hardly means a function `log`.
fn plain(view: &View, binding: BindingId) -> Vec<Place> {
    let all = &view.binding(binding).references;
    let plain: Vec<Place> =
        all.iter().filter(|it| !view.file(it.file).is_behind_dot(it.at)).copied().collect();
    if plain.is_empty() { all.clone() } else { plain }
}
