//! `ignore-name`: a name that is bound becomes one that stands for nothing, and what uses it goes.
//!
//! Before:
//! ```rs
//! enum M { C(u8, u16) }
//! fn f(m: M) -> u16 { match m { M::C(a, b) => a as u16 + b } }
//! ```
//! After:
//! ```rs
//! enum M { C(u8, u16) }
//! fn f(m: M) -> u16 { match m { M::C(a, _) => a as u16 } }
//! ```
//!
//! Before:
//! ```rs
//! fn f(m: M) -> u16 { let M { a, b } = m; a + b as u16 }
//! ```
//! After:
//! ```rs
//! fn f(m: M) -> u16 { let M { a, b: _ } = m; a }
//! ```
//!
//! Before:
//! ```rs
//! fn f(a: &dyn T, b: u8) { a.g(b); h(b); }
//! ```
//! After:
//! ```rs
//! fn f(_: &dyn T, b: u8) { h(b); }
//! ```
//!
//! Before:
//! ```go
//! package a
//! func f(a []int) { for b, c := range a { g(b); h(c) } }
//! ```
//! After:
//! ```go
//! package a
//! func f(a []int) { for b, _ := range a { g(b); } }
//! ```
//! Where a name that nothing uses is an error, its last use cannot go alone. The innermost statements with uses go, or each
//! use from what it is added to or compared with. For names with at most 8 uses that are not all that their definition
//! introduces, and for parameters; at most 2,000 of a file, from the back; in languages whose `language.toml` says what
//! stands for nothing.

use std::collections::BTreeSet;

use super::orphans::with_assignments;
use super::view::{Use, View};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::structure::realign::keep_only;
use crate::passes::text::blocks::statements::{owners, statements};
use crate::thresholds::{COUPLED_SITES, IGNORED_USES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "ignore-name",
    summary: "replace a name that is bound by one that stands for nothing, with what uses it gone",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// How far up from a use the operand is looked for that it is converted to.
const OPERAND_LEVELS: usize = 4;

/// What stands between two operands of which either has the type of both, or a truth.
const OPERATORS: [&[u8]; 18] = [
    b"+", b"-", b"*", b"/", b"%", b"&", b"|", b"^", b"<<", b">>", b"<", b">", b"<=", b">=", b"==", b"!=",
    b"&&", b"||",
];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let Some(nothing) = file.language.as_ref().and_then(|it| it.ignored.as_ref()) else { return };
    let Some(view) = View::of(document) else { return };
    let names: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Value, Kind::Parameter]).collect();
    let all = statements(file);
    let owners = owners(&all, file.lexemes().len());
    for &(binding, name) in names.iter().rev().take(COUPLED_SITES.get()) {
        let is_part = name.kind == Kind::Parameter || view.shares(name) || name.parts.value.is_none();
        let uses = view.uses(binding);
        let few = !uses.is_empty() && uses.len() <= IGNORED_USES.get() && uses.iter().all(|it| it.file == id);
        if !is_part || !few || view.definitions(binding).nth(1).is_some() {
            continue;
        }
        let ignored = EditSet::replace(id, file.unit(name.name).span(), in_place(file, name.name, nothing));
        let lexeme = |it: &Use| owners[view.lexemes_of(id, it.span(&view)).0];
        let touched: Option<BTreeSet<usize>> = uses.iter().map(lexeme).collect();
        let gone = touched.map(|it| it.into_iter().map(|at| Edit::delete(id, all[at].cut(file))).collect());
        let apart: Option<Vec<EditSet>> = uses.iter().map(|it| without_operand(&view, *it)).collect();
        let apart = apart.map(|it| it.iter().fold(EditSet::default(), |all, one| all.merge(one)));
        let sets = [gone, apart]
            .into_iter()
            .flatten()
            .map(|it: EditSet| with_assignments(&view, &it.merge(&ignored)));
        sites.alternatives(sets.filter(|it| view.lowers(it)).collect());
    }
}

/// The other operand in the place of what a use, or what is converted from it, is one of two operands of.
fn without_operand(view: &View, one: Use) -> Option<EditSet> {
    let file = view.file(one.file);
    let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|&it| it != 0);
    let path: Vec<UnitId> = std::iter::successors(Some(one.unit), up).take(OPERAND_LEVELS).collect();
    path.windows(2).find_map(|it| {
        let [operand, whole] = it[..] else { return None };
        let (mut named, mut signs) = (Vec::new(), Vec::new());
        for child in file.children(whole).filter(|&it| !file.unit(it).is_extra()) {
            if file.unit(child).is_named() { named.push(child) } else { signs.push(file.text_of(child)) }
        }
        let ([first, second], [sign]) = (&named[..], &signs[..]) else { return None };
        let other = if *first == operand { second } else { first };
        let part = file.unit(*other).span();
        OPERATORS.contains(sign).then(|| keep_only(file, one.file, file.unit(whole).span(), part))
    })
}

/// What stands for nothing in the place of a name; behind the name of the field where one word is both.
pub(super) fn in_place(file: &File, name: UnitId, nothing: &str) -> Vec<u8> {
    let is_field = file.kind_name(name).starts_with("shorthand");
    if is_field { [file.text_of(name), b": ", nothing.as_bytes()].concat() } else { nothing.into() }
}
