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
//! orphans of an expression are at least 8 lexemes, or fields or imports; fewer go in a step of their own. The least text is `0`, or
//! `false`, and what `language.toml` calls the `default`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::constructions::{Body, Constructions, fields};
use super::delete_field;
use super::lists::List;
use super::orphans::with_orphans;
use super::places::{Use, stands_as_value};
use super::view::{NEAR, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::Kind;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::removals::Removals;
use crate::passes::text::blocks::statements::{Statement, owners, parents};
use crate::passes::text::names::def_use::DefUse;
use crate::passes::text::names::needs::Readings;
use crate::thresholds::{ORPHAN_DEPTH, ORPHAN_EDITS, ORPHAN_LEXEMES, ORPHAN_SITES, ORPHAN_VISITS};

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
    let fields = Fields::of(&view, &def_use);
    let needs = Readings::of(document, id, &def_use, &lexemes, &fields.weak);
    let statements = def_use.statements.iter().enumerate().filter(|it| it.1.depth <= ORPHAN_DEPTH.get());
    let statements = statements.map(|(at, it)| (Part::Statement(at), it.first..it.end, at + 1));
    let expressions = expressions.into_iter().zip(def_use.statements.len() + 1..);
    let expressions = expressions.map(|((unit, lexemes), node)| (Part::Expression(unit), lexemes, node));
    let (mut proposed, mut edits, mut looks) = (0, 0, 0);
    for (part, lexemes, node) in statements.chain(expressions) {
        let gone = needs.orphans(&def_use.statements, node, &lexemes, &mut looks);
        let sets: Vec<EditSet> = gone.iter().flat_map(|it| without(&view, id, &fields, part, it)).collect();
        if !sets.is_empty() {
            edits += gone.iter().map(Vec::len).sum::<usize>();
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
fn without(view: &View, id: FileId, fields: &Fields<'_>, part: Part, orphans: &[usize]) -> Vec<EditSet> {
    let mut gone = orphans.to_vec();
    let replaced = match part {
        Part::Statement(at) if orphans.iter().any(|it| fields.of_statements.contains_key(it)) => {
            gone.push(at);
            vec![None]
        }
        Part::Expression(unit) if fields.are_worth(view, orphans) => {
            if matches!(Use::of(view.file(id), unit), Some(Use::Statement { .. })) {
                return Vec::new();
            }
            let span = view.file(id).unit(unit).span();
            view.least(id, unit).into_iter().map(|it| Some(Edit::replace(id, span, it))).collect()
        }
        _ => return Vec::new(),
    };
    let gone = fields.without(view, &gone);
    let with_all = |replaced: Option<Edit>| {
        let set: EditSet = replaced.into_iter().chain(gone.iter().cloned()).collect();
        with_orphans(view, &set).unwrap_or(set)
    };
    replaced.into_iter().map(with_all).collect()
}

/// The fields that are statements of their own. What only gives them a value does not need them.
struct Fields<'f> {
    /// The type and the number of each.
    of_statements: HashMap<usize, (Body, usize)>,
    /// The lexemes that name them where a thing of the type is made.
    weak: HashSet<usize>,
    constructions: Constructions,
    removals: Removals<'f>,
    def_use: &'f DefUse<'f>,
}

impl<'f> Fields<'f> {
    fn of(view: &View, def_use: &'f DefUse<'f>) -> Fields<'f> {
        let (id, file, statements) = (def_use.id, def_use.file, &def_use.statements);
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
        let removals = Removals::of(id, file, statements);
        Fields { of_statements, weak, constructions, removals, def_use }
    }

    /// True where orphans of an expression weigh something, or have to go together with it: fields, and imports where an unused
    /// one is an error.
    fn are_worth(&self, view: &View, orphans: &[usize]) -> bool {
        let (id, file, statements) = (self.def_use.id, self.def_use.file, &self.def_use.statements);
        let weight = |it: &usize| statements[*it].end - statements[*it].first;
        let imports = |it: &usize| {
            let mut within = view.names.definitions_in(view.document, id, statements[*it].cut(file));
            within.any(|it| view.names.definitions()[it].kind == Kind::Import)
        };
        orphans.iter().map(weight).sum::<usize>() >= ORPHAN_LEXEMES.get()
            || orphans.iter().any(|it| self.of_statements.contains_key(it) || imports(it))
    }

    /// Takes statements away, fields also from every construction.
    fn without(&self, view: &View, statements: &[usize]) -> Vec<Edit> {
        let given = statements.iter().filter_map(|it| self.of_statements.get(it)).flat_map(|&(body, at)| {
            delete_field::given(view, &self.constructions, body, &fields(view, body), at).0
        });
        given.chain(self.removals.edits(statements)).collect()
    }
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
