//! `default-with-orphans`: an expression becomes the least text that fits, and the declarations that only it needed go.
//!
//! Before:
//! ```rs
//! use a::b;
//! fn c(d: &E) -> u8 { b(d) }
//! fn f(d: &[E]) -> u8 { let g = d.iter().map(c).sum(); h(d) + g }
//! ```
//! After:
//! ```rs
//! fn f(d: &[E]) -> u8 { let g = 0; h(d) + g }
//! ```
//! Before:
//! ```rs
//! struct A { b: u8, c: u8, }
//! fn f(d: &[(u8, u8)]) -> Vec<A> { d.iter().map(|&(b, c)| A { b, c: c }).collect() }
//! fn g(h: &[A]) -> u8 { h[0].b + h[0].c }
//! ```
//! After:
//! ```rs
//! struct A { b: u8, }
//! fn f(d: &[(u8, u8)]) -> Vec<A> { d.iter().map(|&(b, _)| A { b }).collect() }
//! fn g(h: &[A]) -> u8 { h[0].b + 0 }
//! ```
//! Before:
//! ```java
//! class A { static boolean b(int c) { return c > 2; } static void d() { if (b(3)) e(); f(); } }
//! ```
//! After:
//! ```java
//! class A { static void d() { if (false) e(); f(); } }
//! ```
//! What `delete-with-orphans` does for statements: the declarations that an expression *dominates* among who mentions whom,
//! with the parameters and variables that are then used no more. What only gives a value to a field does not need it:
//! fields go with what every construction has for them, also with statements, which only then are proposed here. The
//! least text is `0`, or `false`, and what `language.toml` calls the `default`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::constructions::{Body, Constructions, fields};
use super::delete_field;
use super::lists::List;
use super::orphans::with_orphans;
use super::places::{Use, is_indented, stands_as_value};
use super::view::{NEAR, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::statements::{Statement, owners, parents};
use crate::passes::text::names::def_use::DefUse;
use crate::passes::text::names::needs::Needs;
use crate::thresholds::{ORPHAN_DEPTH, ORPHAN_EDITS, ORPHAN_SITES, ORPHAN_VISITS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "default-with-orphans",
    summary: "put the least text in the place of an expression, and delete the declarations that only it needed",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document).filter(|it| it.file(id).language.is_some()) else { return };
    let def_use = DefUse::of(document, id);
    let expressions = expressions(&view, id, &def_use);
    let lexemes: Vec<Range<usize>> = expressions.iter().map(|it| it.1.clone()).collect();
    let fields = Fields::of(&view, id, &def_use.statements);
    let needs = Needs::of(document, id, &def_use, &lexemes, &fields.weak);
    let statements = def_use.statements.iter().enumerate().filter(|it| it.1.depth <= ORPHAN_DEPTH.get());
    let statements = statements.map(|(at, it)| (Part::Statement(at), it.first..it.end, at + 1));
    let expressions = expressions.into_iter().zip(def_use.statements.len() + 1..);
    let expressions = expressions.map(|((unit, lexemes), node)| (Part::Expression(unit), lexemes, node));
    let (mut proposed, mut edits, mut looks) = (0, 0, 0);
    for (part, lexemes, node) in statements.chain(expressions) {
        let gone = needs.orphans(&def_use.statements, node, lexemes, &mut looks);
        let sets = without(&view, &def_use, &fields, part, &gone);
        if !sets.is_empty() {
            edits += gone.len();
            proposed += 1;
            sites.alternatives(sets);
        }
        if proposed == ORPHAN_SITES.get() || edits > ORPHAN_EDITS.get() || looks > ORPHAN_VISITS.get() {
            break;
        }
    }
}

/// What may go.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// With a field that only it needs; other statements are proposed by `delete-with-orphans`.
    Statement(usize),
    /// With anything that only it needs.
    Expression(UnitId),
}

/// What takes a part away with its orphans.
fn without(
    view: &View,
    def_use: &DefUse<'_>,
    fields: &Fields,
    part: Part,
    orphans: &[usize],
) -> Vec<EditSet> {
    let id = def_use.id;
    let edits = match part {
        Part::Statement(at) if orphans.iter().any(|it| fields.of_statements.contains_key(it)) => {
            vec![fields.without(view, def_use, at)]
        }
        Part::Expression(unit) if !orphans.is_empty() => {
            if matches!(Use::of(view.file(id), unit), Some(Use::Statement { .. })) {
                return Vec::new();
            }
            let span = view.file(id).unit(unit).span();
            view.least(id, unit).into_iter().map(|it| vec![Edit::replace(id, span, it)]).collect()
        }
        _ => return Vec::new(),
    };
    let orphans: Vec<Edit> = orphans.iter().flat_map(|&it| fields.without(view, def_use, it)).collect();
    let with_all = |own: Vec<Edit>| {
        let set: EditSet = own.into_iter().chain(orphans.iter().cloned()).collect();
        with_orphans(view, &set).unwrap_or(set)
    };
    edits.into_iter().map(with_all).collect()
}

/// The fields that are statements of their own. What only gives them a value does not need them.
struct Fields {
    /// The type and the number of each.
    of_statements: HashMap<usize, (Body, usize)>,
    /// The lexemes that name them where a thing of the type is made.
    weak: HashSet<usize>,
    constructions: Constructions,
}

impl Fields {
    fn of(view: &View, id: FileId, statements: &[Statement]) -> Fields {
        let file = view.file(id);
        let owners = owners(statements, file.lexemes().len());
        let constructions = Constructions::of(view);
        let (mut of_statements, mut weak) = (HashMap::new(), HashSet::new());
        for body in delete_field::bodies(view, id) {
            let all = fields(view, body);
            let own = all.iter().map(|it| owners[file.lexeme_of(it.name)]);
            let own: BTreeMap<usize, usize> = own.zip(0..).filter_map(|(it, at)| Some((it?, at))).collect();
            if own.len() < all.len() {
                continue;
            }
            of_statements.extend(own.into_iter().map(|(it, at)| (it, (body, at))));
            for construction in constructions.of_type(body).iter().filter(|it| it.file == id) {
                let list = List::of(file, id, construction.list);
                let elements = list.iter().flat_map(|it| &it.elements[construction.elements.clone()]);
                weak.extend(elements.filter_map(|it| designator(view, id, it.span)));
            }
        }
        Fields { of_statements, weak, constructions }
    }

    /// Takes a statement away, a field also from every construction.
    fn without(&self, view: &View, def_use: &DefUse<'_>, statement: usize) -> Vec<Edit> {
        let field = self.of_statements.get(&statement);
        let given = field.map(|&(body, at)| {
            delete_field::given(view, &self.constructions, body, &fields(view, body), at).0
        });
        given.into_iter().flatten().chain([removal(view, def_use, statement)]).collect()
    }
}

/// Takes a statement away, in indented text with the lines that belong to what it defines.
fn removal(view: &View, def_use: &DefUse<'_>, statement: usize) -> Edit {
    let (file, cut) = (def_use.file, def_use.statements[statement].cut(def_use.file));
    let defined = view.names.definitions_in(view.document, def_use.id, cut);
    let mut defined = view.names.definitions()[defined].iter().filter(|_| is_indented(file));
    let longer = defined.find(|it| it.parts.body.is_some() && file.unit(it.whole).end > cut.end);
    longer.map_or_else(|| Edit::delete(def_use.id, cut), |it| view.removal(it))
}

/// The lexeme that says which field an element is for.
fn designator(view: &View, id: FileId, element: Span) -> Option<usize> {
    let first = view.lexemes_of(id, element).0;
    if view.reads(id, first, b".") {
        Some(first + 1)
    } else {
        view.reads(id, first + 1, b":").then_some(first)
    }
}

/// What the names of units have in them that are no values.
const OTHER_KINDS: [&str; 14] = [
    "argument",
    "block",
    "body",
    "clause",
    "declarat",
    "initializer",
    "keyed",
    "pair",
    "param",
    "pattern",
    "return",
    "statement",
    "token",
    "type",
];

/// What looks like an expression, and its lexemes; outer before inner.
fn expressions(view: &View, id: FileId, def_use: &DefUse<'_>) -> Vec<(UnitId, Range<usize>)> {
    let file = view.file(id);
    let statements = &def_use.statements;
    let (owners, parents) = (owners(statements, def_use.words.len()), parents(statements));
    let definitions = view.names.definitions_in(view.document, id, Span::new(0, u32::MAX));
    let wholes: HashSet<UnitId> = view.names.definitions()[definitions].iter().map(|it| it.whole).collect();
    let mut found: Vec<(UnitId, Range<usize>)> = Vec::new();
    for unit in (1..file.units().len()).map(crate::lexeme::offset) {
        let it = file.unit(unit);
        let is_value = it.is_named() && !it.is_error() && !file.is_leaf(unit) && !it.span().is_empty();
        let is_other = |kind: &str| OTHER_KINDS.iter().any(|it| kind.contains(it));
        if !is_value || is_other(file.kind_name(unit)) || !stands_as_value(file, it.span()) {
            continue;
        }
        let (first, end) = view.lexemes_of(id, it.span());
        let is_new = found.last().is_none_or(|it| it.1 != (first..end)) && !wholes.contains(&unit);
        if end > first + 1 && is_new && nests(statements, &owners, &parents, first..end) {
            found.push((unit, first..end));
        }
    }
    found
}

/// True when no statement begins in an expression and ends outside of it, or ends in it and begins outside of it.
fn nests(
    statements: &[Statement],
    owners: &[Option<usize>],
    parents: &[Option<usize>],
    expression: Range<usize>,
) -> bool {
    // From the innermost outwards: they begin earlier and earlier, and end later and later.
    let around = |at: usize| std::iter::successors(owners[at], |&it| parents[it]).map(|it| statements[it]);
    let begins_outside = |it: &Statement| it.first < expression.start;
    let mut inside = around(expression.end - 1).take_while(|it| it.first > expression.start);
    around(expression.start).take(NEAR).find(begins_outside).is_none_or(|it| it.end >= expression.end)
        && inside.by_ref().take(NEAR).all(|it| it.end <= expression.end)
        && inside.next().is_none()
}
