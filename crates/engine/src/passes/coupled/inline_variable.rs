//! `inline-variable`: puts what a variable is in the place of its name, and takes the variable away.
//!
//! Before:
//! ```c
//! enum { A, B = 4, C };
//! int f(int x) { int y = x; int *p = &y; return *p + y; }
//! ```
//! After:
//! ```c
//! enum { A, B = 4, C };
//! int f(int x) { int y = x; return y + y; }
//! ```
//!
//! Before:
//! ```c
//! enum { A, B = 4, C };
//! int f(int x) { int y; y = x + B; return y * C; }
//! ```
//! After:
//! ```c
//! enum { A, B = 4 };
//! int f(int x) { int y; y = x + B; return y * 5; }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: S) { let r = &mut *x; let p = &x; g(p.a, *p); }
//! ```
//! After:
//! ```rs
//! fn f(x: S) { let r = &mut *x; g(x.a, x); }
//! ```
//!
//! Before:
//! ```c
//! int f(int x) { long y = x; return y >> 48; }
//! ```
//! After:
//! ```c
//! int f(int x) { return (long)x >> 48; }
//! ```
//!
//! Before:
//! ```c
//! struct S { int a; int b; };
//! struct { struct S s; int c; } x = {1, 2, 3};
//! int f() { return x.s.b; }
//! ```
//! After:
//! ```c
//! struct S { int a; int b; };
//! struct { struct S s; int c; };
//! int f() { return 2; }
//! ```
//!
//! Before:
//! ```sh
//! a=b
//! f -c ${a} $a
//! ```
//! After:
//! ```sh
//! f -c b b
//! ```
//!
//! Before:
//! ```make
//! CC = clang -cc1
//! all: ; $(CC) -w $<
//! ```
//! After:
//! ```make
//! all: ; clang -cc1 -w $<
//! ```
//! Before:
//! ```cpp
//! namespace s { const int n = 4; }
//! int a[s::n];
//! ```
//! After:
//! ```cpp
//! namespace s { }
//! int a[4];
//! ```
//!
//! Before:
//! ```rs
//! const N: u8 = 4;
//! fn f() -> u8 { N + crate::N }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { 4 + 4 }
//! ```
//!
//! Before:
//! ```java
//! class A { static final int N = 4; int f() { return N + A.N + B.N; } }
//! class B { static final int N = 5; }
//! ```
//! After:
//! ```java
//! class A { int f() { return 4 + 4 + B.N; } }
//! class B { static final int N = 5; }
//! ```
//!
//! Before:
//! ```python
//! class A:
//!     N = 4
//!
//! print(A.N)
//! ```
//! After:
//! ```python
//! print(4)
//! ```
//!
//! Before:
//! ```js
//! const N = 4; f({ N }); class A { static M = 5; } f(A.M);
//! ```
//! After:
//! ```js
//! f({ N: 4 }); class A { static M = 5; } f(A.M);
//! ```
//! A variable or a member that is given one value, where it is introduced or in one assignment. All its other uses change,
//! what gave it the value goes along. The value of an enumerator is its number. What follows a pointer to a thing becomes the thing.
//! A value may need to be converted to the type of the variable: that is tried last, where `language.toml` says how.
//! Where the value is a name that may mean another thing where it is put, that thing gets a new name in a second try.
//! For at most 2,000 variables of a file, from the back; only where that makes fewer tokens.

use super::constructions::{elements_for, fields, value_of};
use super::enumerators::Enumerators;
use super::lists::List;
use super::renaming::{ambiguous, fresh, name_of, rename};
use super::view::{Use, View, outermost, unit_at};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-variable",
    summary: "replace a variable by its value at all its uses",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let mut enumerators = Enumerators::default();
    let (ambiguous, name) = (ambiguous(&view), fresh(document));
    let found: Vec<BindingId> = view.bindings(id, &[Kind::Value, Kind::Member]).map(|it| it.0).collect();
    let mut left = most_put(document);
    for &binding in found.iter().rev().take(COUPLED_SITES.get()) {
        let Some(inlining) = Inlining::of(&view, binding, &mut enumerators) else { continue };
        let put = inlining.value.text.len() * inlining.uses.len();
        if put <= left {
            left -= put;
            sites.alternatives(
                inlining.sets(&view, &ambiguous, &name).into_iter().filter(|it| view.lowers(it)).collect(),
            );
        }
    }
}

/// A variable that can give way to its value.
struct Inlining {
    value: Value,
    uses: Vec<Use>,
    /// The value as the variable has it, where a conversion says so.
    converted: Option<Value>,
    /// What goes: the variable, and what gave it its value.
    gone: Vec<Edit>,
}

/// What a variable is.
pub(super) struct Value {
    pub(super) text: Vec<u8>,
    /// True when an operator in it would be torn apart by one around it.
    loose: bool,
    /// Of a pointer to a thing, the thing.
    pointed: Option<Vec<u8>>,
    /// What its only word means.
    word: Option<BindingId>,
    /// Where it stands, if that is a list in brackets.
    list: Option<(FileId, UnitId)>,
}

impl Inlining {
    fn of(view: &View, binding: BindingId, enumerators: &mut Enumerators) -> Option<Inlining> {
        let definitions: Vec<&Definition> = view.definitions(binding).collect();
        let mut gone: Vec<Edit> = definitions.iter().map(|it| view.removal(it)).collect();
        let mut uses = view.known_uses(definitions[0]);
        let valued: Vec<&Definition> =
            definitions.iter().copied().filter(|it| it.parts.value.is_some()).collect();
        let written: Vec<usize> = (0..uses.len()).filter(|&it| uses[it].is_written(view)).collect();
        let (file, span) = match (&valued[..], &written[..]) {
            (_, []) if let Some(number) = enumerators.number(view, definitions[0]) => {
                let value = Value::number(number);
                return (!uses.is_empty()).then_some(Inlining { value, uses, converted: None, gone });
            }
            ([one], []) => (one.file, view.file(one.file).unit(one.parts.value?).span()),
            ([], [one]) => {
                let one = uses.remove(*one);
                let (whole, value) = one.assigned(view)?;
                let statement = view.statement_of(one.file, whole);
                gone.push(Edit::delete(one.file, view.file(one.file).unit(statement).span()));
                (one.file, value)
            }
            _ => return None,
        };
        let in_itself = uses.iter().any(|it| it.file == file && span.contains(it.span(view)));
        let value = Value::of(view, file, span);
        let converted = definitions.iter().find_map(|it| value.converted(view, it));
        (!uses.is_empty() && !in_itself).then_some(Inlining { value, uses, converted, gone })
    }

    /// As it is; and with another name for what the value names where that means two things.
    fn sets(&self, view: &View, ambiguous: &[bool], name: &[u8]) -> Vec<EditSet> {
        let put =
            |value: &Value| -> EditSet { self.uses.iter().flat_map(|it| value.put_at(view, *it)).collect() };
        let gone: EditSet = self.gone.iter().cloned().collect();
        let mut sets = vec![put(&self.value).merge(&gone)];
        if let Some(word) = self.value.word.filter(|&it| ambiguous[it]) {
            let renamed = self.value.renamed(name_of(view, word), name);
            sets.push(put(&renamed).merge(&rename(view, word, name)).merge(&gone));
        }
        sets.extend(self.converted.iter().map(|it| put(it).merge(&gone)));
        sets
    }
}

impl Value {
    fn number(number: i64) -> Value {
        Value { loose: number < 0, ..Value::operation(number.to_string().into_bytes()) }
    }

    /// An expression with an operator.
    pub(super) fn operation(text: Vec<u8>) -> Value {
        Value { text, loose: true, pointed: None, word: None, list: None }
    }

    pub(super) fn of(view: &View, id: FileId, span: Span) -> Value {
        let file = view.file(id);
        let (first, end) = view.lexemes_of(id, span);
        let mut words = (first..end).filter(|&it| file.lexemes()[it].class == Class::Word);
        let word = words.next().filter(|_| words.next().is_none());
        let word = word.and_then(|at| match view.names.target(Place { file: id, at }) {
            Target::Binding(binding) => Some(binding),
            _ => None,
        });
        let mut loose = false;
        let mut at = first;
        while at < end {
            let links = [b"." as &[u8], b"::", b"->"].contains(&file.lexemes()[at].of(&file.text));
            loose |= file.lexemes()[at].class == Class::Punct && !links;
            at = view.partner(id, at).max(at) + 1;
        }
        let pointed = view.reads(id, first, b"&").then(|| pointed(file, span)).flatten();
        let list = unit_at(file, span).filter(|_| view.reads(id, first, b"{") || view.reads(id, first, b"["));
        let (text, pointed) = (file.text[span.range()].to_vec(), pointed.map(<[u8]>::to_vec));
        Value { text, loose, pointed, word, list: list.map(|it| (id, it)) }
    }

    /// As a variable of its own type has it, which may be narrower or wider.
    fn converted(&self, view: &View, variable: &Definition) -> Option<Value> {
        let language = view.file(variable.file).language.as_ref()?;
        let text = view.type_text(variable).filter(|_| self.list.is_none() && self.pointed.is_none())?;
        let value = if self.loose { [b"(", &self.text[..], b")"].concat() } else { self.text.clone() };
        let text = language.converted(&text, &value)?;
        let loose = text.starts_with(&value);
        Some(Value { text, loose, ..Value::operation(Vec::new()) })
    }

    /// With another name in the place of the only one.
    fn renamed(&self, old: &[u8], new: &[u8]) -> Value {
        let with = |text: &Vec<u8>| {
            let at = text.windows(old.len()).position(|it| it == old);
            at.map_or_else(|| text.clone(), |at| [&text[..at], new, &text[at + old.len()..]].concat())
        };
        Value { text: with(&self.text), pointed: self.pointed.as_ref().map(with), ..*self }
    }

    /// Takes the place of a use.
    pub(super) fn put_at(&self, view: &View, one: Use) -> Vec<Edit> {
        let file = view.file(one.file);
        let replace = |span: Span, with: &[u8]| vec![Edit::replace(one.file, span, with)];
        if let Some(signed) = one.signed(view) {
            return replace(file.unit(signed).span(), &self.text);
        }
        if let Some(pointed) = &self.pointed {
            if let Some(whole) = one.behind(view, b"*") {
                return replace(file.unit(whole).span(), pointed);
            }
            if one.before(view, b"->").is_some() {
                let arrow = file.lexemes()[one.next(view)].span;
                return vec![
                    Edit::replace(one.file, one.span(view), &pointed[..]),
                    Edit::replace(one.file, arrow, *b"."),
                ];
            }
            if one.before(view, b".").is_some() {
                return replace(one.span(view), pointed);
            }
            if let Some((whole, _)) = one.element(view).filter(|it| file.text[it.1.range()] == *b"0") {
                return replace(file.unit(whole).span(), pointed);
            }
        }
        if let Some((span, text)) = self.list.and_then(|it| part_of_list(view, one, it)) {
            return replace(span, text);
        }
        if file.kind_name(one.unit).contains("shorthand") {
            // `{n}` stands for `{n: n}`.
            return replace(one.span(view), &[file.text_of(one.unit), b": ", &self.text].concat());
        }
        let whole = with_qualifier(view, one);
        if self.loose && (one.is_operand(view) || whole != one.span(view)) {
            return replace(whole, &[b"(", &self.text[..], b")"].concat());
        }
        replace(whole, &self.text)
    }
}

/// A use with the path or the object before it, if words are all that this is.
fn with_qualifier(view: &View, one: Use) -> Span {
    let (lexemes, span) = (view.file(one.file).lexemes(), one.span(view));
    let mut first = view.lexemes_of(one.file, span).0;
    let is_link = |at: usize| [b"::" as &[u8], b".", b"->"].iter().any(|it| view.reads(one.file, at, it));
    let is_word = |at: usize| matches!(lexemes[at].class, Class::Word | Class::Keyword);
    while first >= 2 && is_link(first - 1) && is_word(first - 2) {
        first -= 2;
    }
    let is_whole = first == 0 || !is_link(first - 1);
    if is_whole { Span::new(lexemes[first].span.start.min(span.start), span.end) } else { span }
}

/// The part of a list that a use names by its number or its field, and all of that use.
fn part_of_list<'d>(view: &View<'d>, one: Use, list: (FileId, UnitId)) -> Option<(Span, &'d [u8])> {
    let (id, mut unit) = list;
    let file = view.file(id);
    let (mut at, mut within) = (one, None);
    while file.text_of(unit).starts_with(b"{") || file.text_of(unit).starts_with(b"[") {
        let elements = List::of(file, id, unit)?;
        let (whole, element) = if let Some((whole, _)) = at.element(view) {
            (whole, at.index(view)?)
        } else {
            let whole = at.before(view, b".")?;
            let place = Place { file: at.file, at: at.next(view) + 1 };
            let Target::Binding(field) = view.names.target(place) else { return None };
            let field = view.definitions(field).next()?;
            let all = fields(view, (field.file, view.file(field.file).unit(field.whole).parent));
            let number = all.iter().position(|it| it.name == field.name)?;
            let own = within.take().unwrap_or(0..elements.elements.len());
            let own = elements_for(view, id, &elements, &own, &all, number)?;
            let first = own.start;
            within = Some(own).filter(|it| it.len() > 1);
            (whole, first)
        };
        if within.is_none() {
            unit = value_of(view, id, elements.elements.get(element)?)?;
        }
        at = Use { unit: outermost(view.file(at.file), whole), ..at };
    }
    (at.unit != one.unit && within.is_none()).then(|| (at.span(view), file.text_of(unit)))
}

/// What stands behind the `&` of a unit that begins with it.
fn pointed(file: &File, span: Span) -> Option<&[u8]> {
    let unit = unit_at(file, span)?;
    let last = file.children(unit).filter(|&it| file.unit(it).is_named()).last()?;
    (file.unit(last).end == span.end).then(|| file.text_of(last))
}
