//! `inline-operator`: puts what an operator of a type does in the place of its uses, and takes the operator away.
//!
//! Before:
//! ```cpp
//! struct A { int *p; int operator[](int i) { return p[i + 1]; } };
//! int f(A a, int b) { return 2 * a[b]; }
//! ```
//! After:
//! ```cpp
//! struct A { int *p; };
//! int f(A a, int b) { return 2 * a.p[b + 1]; }
//! ```
//! Before:
//! ```cpp
//! struct A { int x; };
//! bool operator==(A a, A b) { return a.x == b.x; }
//! bool f(A a, A b, int c) { return a == b && c == 1; }
//! ```
//! After:
//! ```cpp
//! struct A { int x; };
//! bool f(A a, A b, int c) { return (a.x == b.x) && c == 1; }
//! ```
//! Before:
//! ```cpp
//! struct A { int x; A(int); };
//! bool operator==(A a, const A &b) { return a.x == b.x; }
//! bool f(A a) { return a == 3; }
//! ```
//! After:
//! ```cpp
//! struct A { int x; A(int); };
//! bool f(A a) { return a.x == A(3).x; }
//! ```
//! Before:
//! ```cpp
//! struct A { void operator()(int *p) { delete p; } };
//! struct B { A a; ~B() { a(0); } };
//! ```
//! After:
//! ```cpp
//! struct A { };
//! struct B { A a; ~B() { int *p = 0; delete p; } };
//! ```
//! Of an operator that only returns something, or is called as a statement, in all places at once where it may be meant: nothing
//! is known of the types of values but what names of a declared type say. As long as these are at most 8. A literal becomes a thing
//! of the type of its parameter. For at most 64 operators of a file.

use std::collections::HashMap;

use super::bodies::{keyword, statements, value_behind};
use super::functions::{definitions_in, leaf_at};
use super::homes::{Home, block, homes, top, with_edits};
use super::lists::{Element, List};
use super::places::{self, is_tight, takes_anything};
use super::variables::Parameter;
use super::view::{NEAR, View, leaf_from, unit_at};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, trim};
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COPIED_CALLS;
use crate::tokens::is_word;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-operator",
    summary: "replace the uses of an operator that a type defines by what it does",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

/// Signs between a thing and its member.
const SIGNS: [&[u8]; 3] = [b".", b"->", b"::"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let homes = homes(&view, id);
    let all = 0..view.file(id).lexemes().len();
    for at in all.filter(|&it| view.reads(id, it, b"operator")).take(NEAR) {
        let set = Operator::read(&view, &homes, id, at).and_then(|it| it.inlined());
        sites.alternatives(set.filter(|it| view.lowers(it)).into_iter().collect());
    }
}

/// An operator that says what it does.
struct Operator<'v> {
    view: &'v View<'v>,
    file: &'v File,
    id: FileId,
    /// All of its definition.
    whole: Span,
    /// Its sign; of brackets the first.
    sign: &'v [u8],
    parameters: List,
    /// The type that it is a member of.
    home: Option<Home>,
    statements: Vec<UnitId>,
    /// What it returns.
    value: Option<UnitId>,
}

/// A place where an operator may be used.
struct Site {
    whole: UnitId,
    operands: Vec<Span>,
}

impl<'v> Operator<'v> {
    fn read(
        view: &'v View<'v>,
        homes: &HashMap<UnitId, Home>,
        id: FileId,
        at: usize,
    ) -> Option<Operator<'v>> {
        let file = view.file(id);
        let lexemes = file.lexemes();
        let text = |at: usize| lexemes.get(at).map(|it| it.of(&file.text));
        // Brackets are one sign or two.
        let brackets = [&b"[]"[..], b"()"].into_iter().find(|it| {
            let apart = || (0..2).all(|n| view.reads(id, at + 1 + n, &it[n..=n]));
            view.reads(id, at + 1, it) || apart()
        });
        let apart = brackets.is_some() && text(at + 1)?.len() == 1;
        let open = at + 2 + usize::from(apart);
        let plain = brackets.is_some() || lexemes.get(at + 1)?.class == Class::Punct;
        let sign = brackets.map_or(text(at + 1)?, |it| &it[..1]);
        if !plain || text(open)? != b"(" || [&b"->"[..], b"="].contains(&sign) {
            return None;
        }
        let list = file.unit(leaf_from(file, lexemes[open].span.start)?).parent;
        let parameters = List::of(file, id, list)?;
        let unit = top(file, leaf_from(file, lexemes[at].span.start)?);
        let body = block(file, unit).filter(|&it| file.unit(it).start > file.unit(list).start)?;
        let (mut statements, _) = statements(file, body);
        let value = match statements[..] {
            [only] => keyword(file, only).map(|it| value_behind(file, it)),
            _ => None,
        };
        if value.is_some() {
            statements.clear();
        }
        let friend = file.text_of(unit).starts_with(b"friend");
        let home = homes.get(&file.unit(unit).parent).copied().filter(|_| !friend);
        let whole = file.unit(unit).span();
        Some(Operator { view, file, id, whole, sign, parameters, home, statements, value: value.flatten() })
    }

    fn inlined(&self) -> Option<EditSet> {
        if self.value.is_none() && (self.statements.is_empty() || self.sign != b"(") {
            return None;
        }
        let all = 0..self.file.lexemes().len();
        let found: Vec<Site> = all.filter_map(|it| self.used(it)).take(COPIED_CALLS.get() + 1).collect();
        if found.is_empty() || found.len() > COPIED_CALLS.get() {
            return None;
        }
        let edits: Option<Vec<Edit>> = found.iter().map(|it| self.put(it)).collect();
        Some(edits?.into_iter().chain([Edit::delete(self.id, self.whole)]).collect())
    }

    /// How many operands it has.
    fn arity(&self) -> usize {
        self.parameters.elements.len() + usize::from(self.home.is_some())
    }

    /// The use of it whose sign begins with a lexeme.
    fn used(&self, at: usize) -> Option<Site> {
        let (view, file, id) = (self.view, self.file, self.id);
        let sign = file.lexemes()[at].span;
        if !view.reads(id, at, self.sign) || self.whole.contains(sign) {
            return None;
        }
        let leaf = leaf_from(file, sign.start)?;
        let place = if matches!(self.sign, b"[" | b"(") {
            let close = file.lexemes()[view.partner(id, at)].span;
            let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|up| up != it);
            let around =
                std::iter::successors(Some(leaf), up).find(|&it| file.unit(it).start < sign.start)?;
            let on = trim(&file.text, Span::new(file.unit(around).start, sign.start))?;
            let list = unit_at(file, Span::new(sign.start, close.end)).and_then(|it| List::of(file, id, it));
            let inner = || trim(&file.text, Span::new(sign.end, close.start)).into_iter().collect();
            let given = list.map_or_else(inner, |it| it.elements.iter().map(|it| it.span).collect());
            let operands: Vec<Span> = [vec![on], given].concat();
            (file.unit(around).end == close.end).then_some(Site { whole: around, operands })
        } else {
            let whole = file.unit(leaf).parent;
            let operands: Vec<Span> = file.solid_children(whole).map(|it| file.unit(it).span()).collect();
            let first = operands.first()?.start < sign.start;
            (first == (self.arity() == 2)).then_some(Site { whole, operands })
        }?;
        (place.operands.len() == self.arity() && self.may_be_of(place.operands[0])).then_some(place)
    }

    /// True unless a name tells that something is of another type, or that it is defined there.
    fn may_be_of(&self, operand: Span) -> bool {
        let (view, id) = (self.view, self.id);
        let Some(last) = view.lexemes_of(id, operand).1.checked_sub(1) else { return false };
        if let Target::Definition(_) = view.names.target(Place { file: id, at: last }) {
            return false;
        }
        let meant = view.names.bindings_at(Place { file: id, at: last }).take(NEAR);
        let mut meant = meant.flat_map(|it| view.definitions(it)).peekable();
        if meant.peek().is_none() { self.sign != b"(" } else { meant.any(|it| self.fits(it)) }
    }

    /// True when a name may be of something that it works on.
    fn fits(&self, of: &Definition) -> bool {
        let no_value = matches!(of.kind, Kind::Function | Kind::Type | Kind::Macro);
        let Some(text) = self.view.type_text(of).filter(|_| !no_value && of.parts.parameters.is_none())
        else {
            return false;
        };
        let words = |text: &[u8]| -> Vec<Vec<u8>> {
            let all = text.split(|it| !is_word(*it)).filter(|it| !it.is_empty() && *it != b"const");
            all.map(<[u8]>::to_vec).collect()
        };
        let own = match self.home {
            Some(home) => self.file.text_of(home.name),
            None => self.parameters.elements.first().map_or(&b""[..], |it| &self.file.text[it.span.range()]),
        };
        let own = words(own);
        !text.ends_with(b"*") && words(&text).iter().any(|it| it == b"auto" || own.contains(it))
    }

    /// What it does in the place of a use.
    fn put(&self, used: &Site) -> Option<Edit> {
        let file = self.file;
        let span = file.unit(used.whole).span();
        let Some(value) = self.value else { return self.put_statements(used) };
        let text = self.text(file.unit(value).span(), used, true);
        let fits = is_tight(file, value) || takes_anything(file, span);
        Some(Edit::replace(self.id, span, if fits { text } else { [b"(", &text[..], b")"].concat() }))
    }

    /// Its statements where it is called as one, with the parameters as variables.
    fn put_statements(&self, used: &Site) -> Option<Edit> {
        let file = self.file;
        let places::Use::Statement { span, direct: true } = places::Use::of(file, used.whole)? else {
            return None;
        };
        let mut parts = Vec::new();
        for (element, given) in self.parameters.elements.iter().zip(&used.operands[1..]) {
            let name = self.parameter(element)?.0;
            let parameter = Parameter { span: element.span, name: Some(name), binding: None, changes: false };
            parts.push(parameter.as_variable(file, &file.text[given.range()], None)?);
        }
        let all = Span::new(file.unit(self.statements[0]).start, file.unit(*self.statements.last()?).end);
        parts.push(self.text(all, used, false));
        Some(Edit::replace(self.id, span, parts.join(&b' ')))
    }

    /// The name of a parameter, and where it is used.
    fn parameter(&self, element: &Element) -> Option<(UnitId, Vec<Span>)> {
        let defined = definitions_in(self.view.names, self.id, element.unit..element.end);
        let [defined] = defined else { return None };
        let uses = self.view.uses(defined.binding);
        Some((defined.name, uses.iter().map(|it| it.span(self.view)).collect()))
    }

    /// Some of its body with the operands in it; those of parameters only if `all`.
    fn text(&self, span: Span, used: &Site, all: bool) -> Vec<u8> {
        let file = self.file;
        let mut put: Vec<(Span, Vec<u8>)> = Vec::new();
        let skipped = usize::from(self.home.is_some());
        for (element, given) in self.parameters.elements.iter().zip(&used.operands[skipped..]).filter(|_| all)
        {
            let places = self.parameter(element).map_or(Vec::new(), |it| it.1);
            let literal = self.as_parameter(element, *given);
            let operand = |it: Span| literal.clone().unwrap_or_else(|| self.operand(*given, it));
            put.extend(places.into_iter().map(|it| (it, operand(it))));
        }
        if let Some(home) = self.home {
            put.extend(self.members(home, span, used.operands[0]));
        }
        let set: EditSet = put.into_iter().map(|(at, with)| Edit::replace(self.id, at, with)).collect();
        with_edits(file, self.id, span, &set)
    }

    /// A literal as what a parameter of a type with a name is made of it.
    fn as_parameter(&self, element: &Element, given: Span) -> Option<Vec<u8>> {
        let (file, name) = (self.file, self.parameter(element)?.0);
        let text = &file.text[given.range()];
        let is_literal = matches!(text.first()?, b'0'..=b'9' | b'"' | b'\'');
        let before = &file.text[element.span.start as usize..file.unit(name).start as usize];
        let (first, end) =
            self.view.lexemes_of(self.id, Span::new(element.span.start, file.unit(name).start));
        let mut all = (first..end).map(|at| self.view.names.target(Place { file: self.id, at }));
        let is_type = |of: BindingId| self.view.definitions(of).any(|it| it.kind == Kind::Type);
        let named = all.any(|it| matches!(it, Target::Binding(of) if is_type(of)));
        let words = before.split(|it| !is_word(*it)).filter(|it| !it.is_empty() && *it != b"const");
        let of: Vec<&[u8]> = words.collect();
        let [of] = of[..] else { return None };
        (is_literal && named && !before.contains(&b'*')).then(|| [of, b"(", text, b")"].concat())
    }

    /// What it is called on, where it speaks of itself and before members that it names alone.
    fn members(&self, home: Home, span: Span, on: Span) -> Vec<(Span, Vec<u8>)> {
        let (view, file, id) = (self.view, self.file, self.id);
        let lexemes = file.lexemes();
        let (first, end) = view.lexemes_of(id, span);
        let inside = file.unit(home.block).span();
        let on = [&self.operand(on, Span::new(on.start, on.start))[..], b"."].concat();
        let mut found = Vec::new();
        for at in first..end {
            let own = lexemes[at].span;
            let behind = |sign: &&[u8]| at > 0 && view.reads(id, at - 1, sign);
            if view.reads(id, at, b"this") {
                let arrow = view.reads(id, at + 1, b"->");
                let span = if arrow { Span::new(own.start, lexemes[at + 1].span.end) } else { own };
                let all = if arrow { on.clone() } else { [b"&", &on[..on.len() - 1]].concat() };
                found.push((span, all));
            } else if lexemes[at].class == Class::Word && !SIGNS.iter().any(behind) {
                let mut meant =
                    view.names.bindings_at(Place { file: id, at }).flat_map(|it| view.definitions(it));
                let is_member = meant.any(|it| {
                    let whole = file.unit(it.whole).span();
                    it.kind == Kind::Member && it.file == id && inside.contains(whole)
                });
                if is_member {
                    found.push((Span::new(own.start, own.start), on.clone()));
                }
            }
        }
        found
    }

    /// An operand, fit for a place.
    fn operand(&self, given: Span, place: Span) -> Vec<u8> {
        let file = self.file;
        let text = &file.text[given.range()];
        let unit = unit_at(file, given).unwrap_or_else(|| leaf_at(file, given.start));
        let fits = is_tight(file, unit) || !place.is_empty() && takes_anything(file, place);
        if fits { text.to_vec() } else { [b"(", text, b")"].concat() }
    }
}
