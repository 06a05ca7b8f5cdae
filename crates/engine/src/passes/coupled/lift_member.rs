//! `lift-member`: a member of a type comes out of it, a method as a function, with all that names it.
//!
//! Before:
//! ```cpp
//! struct A { int x; static int f(int y) { return y; } };
//! int g(A a) { return A::f(1) + a.x; }
//! ```
//! After:
//! ```cpp
//! struct A { int x; };
//! int f(int y) { return y; }
//! int g(A a) { return f(1) + a.x; }
//! ```
//! Before:
//! ```c
//! struct S { int a; int n; } s = {1, 2};
//! int f() { return s.n + s.a; }
//! int g() { return s.n; }
//! ```
//! After:
//! ```c
//! int n;
//! struct S { int a; } s = {1};
//! int f() { return n + s.a; }
//! int g() { return n; }
//! ```
//! Before:
//! ```rs
//! struct A { x: u8 }
//! impl A { fn f(&self, y: u8) -> u8 { self.x + y } }
//! fn g(b: A) -> u8 { b.f(1) }
//! ```
//! After:
//! ```rs
//! struct A { x: u8 }
//! fn f(a: &A, y: u8) -> u8 { a.x + y }
//! fn g(b: A) -> u8 { f(&b, 1) }
//! ```
//! Before:
//! ```js
//! class A { x = 1; f(y) { return y; } }
//! g(new A().f(2));
//! ```
//! After:
//! ```js
//! function f(y) { return y; }
//! class A { x = 1; }
//! g(f(2));
//! ```
//! Before:
//! ```ts
//! class A { x = 1; private static f(y: number) { return y; } }
//! g(A.f(2));
//! ```
//! After:
//! ```ts
//! function f(y: number) { return y; }
//! class A { x = 1; }
//! g(f(2));
//! ```
//! Before:
//! ```python
//! class A:
//!     def f(self, y):
//!         return y
//! g(A().f(2))
//! ```
//! After:
//! ```python
//! def f(y):
//!     return y
//! g(f(2))
//! ```
//! Before:
//! ```python
//! class A(B):
//!     n = 1
//!
//!     def f(self, a):
//!         return self.n + a
//!
//! print(A().f(2))
//! ```
//! After:
//! ```python
//! def f(self, a):
//!     return self.n + a
//! class A(B):
//!     n = 1
//!
//! print(f(A(), 2))
//! ```
//! Before:
//! ```js
//! class A { f(a) { return this.g(a).h(); } static g(a) { return a.b; } }
//! new A().f(1);
//! ```
//! After:
//! ```js
//! function g(a) { return a.b; }
//! class A { f(a) { return g(a).h(); } }
//! new A().f(1);
//! ```
//! Before:
//! ```go
//! func (a A) f(y int) int { return a.x + y }
//! func g(b A) int { return b.f(1) }
//! ```
//! After:
//! ```go
//! func f(a A, y int) int { return a.x + y }
//! func g(b A) int { return f(b, 1) }
//! ```
//! What a method is called on goes where the method does not use it; else it becomes the first argument, if the method
//! says what it is. Only where that makes the document smaller, and only for languages whose `language.toml` says what a function
//! begins with. For at most 2,000 members of a file, from the back.

use std::collections::HashMap;

use super::constructions::{Constructions, fields};
use super::delete_field;
use super::functions::definitions_in;
use super::homes::homes;
use super::homonyms::free;
use super::lists::List;
use super::member::Member;
use super::view::{Use, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Call, Definition};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUPLED_CALLS, COUPLED_SITES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-member",
    summary: "take a member out of its type, a method as a function",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let Some(word) = view.file(id).language.as_ref().and_then(|it| it.function.as_deref()) else { return };
    let homes = homes(&view, id);
    let mut fields = None;
    let new = free(document).next().expect("there is no end of names");
    let all = definitions_in(view.names, id, 0..UnitId::MAX);
    let found = all.iter().filter_map(|it| Member::of(&view, &homes, it, word.as_bytes()));
    let found: Vec<Member<'_>> = found.collect();
    for member in found.iter().rev().take(COUPLED_SITES.get()) {
        let mut sets = if member.is_method() {
            member.as_function(&new)
        } else {
            member.as_variable(&mut fields).into_iter().collect()
        };
        sets.retain(|it| view.lowers(it));
        sets.dedup();
        sites.alternatives(sets);
    }
}

/// What a method is called on, as its definition says it.
enum Receiver {
    /// Nothing is said of it.
    Unsaid,
    /// It is the first parameter.
    First(List),
    /// It stands in this span before the name.
    Before(Span),
}

/// The fields of the types that were looked at, and where things of all types are made.
struct Fields<'v> {
    made: Constructions,
    of_block: HashMap<UnitId, Vec<&'v Definition>>,
}

impl<'v> Member<'v> {
    fn receiver(&self) -> Receiver {
        if let Some(span) = self.before() {
            return Receiver::Before(span);
        }
        let list = self.definition.parts.parameters;
        let list = list.and_then(|it| List::of(self.file, self.definition.file, it));
        let receives = |it: &List| {
            let first = it.elements.first();
            first.is_some_and(|it| self.reads_any(it.span, &[b"self", b"cls"]))
        };
        list.filter(receives).map_or(Receiver::Unsaid, Receiver::First)
    }

    /// The ways in which a method becomes a function.
    fn as_function(&self, new: &[u8]) -> Vec<EditSet> {
        let receiver = self.receiver();
        let (needed, gone) = match &receiver {
            Receiver::Unsaid => (self.reads_any(self.span, &[b"this", b"super"]), Vec::new()),
            Receiver::First(list) => {
                let rest = Span::new(list.elements[0].span.end, self.span.end);
                (self.reads_any(rest, &[b"self", b"cls", b"super"]), list.without(|it| it == 0))
            }
            Receiver::Before(span) => {
                let first = self.view.lexemes_of(self.definition.file, *span).0 + 1;
                let name = self.file.lexemes()[first].of(&self.file.text);
                let rest = Span::new(span.end, self.span.end);
                let id = self.definition.file;
                (self.reads_any(rest, &[name, b"this"]), vec![Edit::delete(id, *span)])
            }
        };
        let uses = self.uses();
        if !needed {
            let calls = uses.iter().filter_map(|it| self.unqualified(*it));
            return self.placed(&self.dressed().into_iter().chain(gone).chain(calls).collect());
        }
        let (parameter, signs): (Vec<Edit>, &[&[u8]]) = match &receiver {
            Receiver::Unsaid => return Vec::new(),
            Receiver::First(list) => self.first(list, new),
            Receiver::Before(span) => self.moved(*span),
        };
        let head: EditSet = self.dressed().into_iter().chain(parameter).collect();
        let calls: HashMap<(FileId, u32), Call> = self.calls().collect();
        let with = |sign: &&[u8]| {
            let each = uses.iter().map(|it| self.given(*it, &calls, sign));
            Some(each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect::<EditSet>().merge(&head))
        };
        signs.iter().filter_map(with).flat_map(|it| self.placed(&it)).collect()
    }

    /// The first parameter as any other, and what may stand before what is given for it.
    fn first(&self, list: &List, name: &[u8]) -> (Vec<Edit>, &'static [&'static [u8]]) {
        let (id, first) = (self.definition.file, list.elements[0]);
        if !definitions_in(self.view.names, id, first.unit..first.end).is_empty() {
            return (Vec::new(), &[b""]);
        }
        let (at, end) = self.view.lexemes_of(id, first.span);
        let word = (at..end).find(|&it| self.view.reads(id, it, b"self")).unwrap_or(at);
        let lexemes = self.file.lexemes();
        let sign = &self.file.text[first.span.start as usize..lexemes[word].span.start as usize];
        let of = self.type_text();
        let typed = word + 1 == end;
        let text = if typed { [name, b": ", sign, of].concat() } else { name.to_vec() };
        let place = if typed { first.span } else { lexemes[word].span };
        let mut edits = vec![Edit::replace(id, place, text)];
        let (from, to) = self.view.lexemes_of(id, Span::new(first.span.end, self.span.end));
        for lexeme in &lexemes[from..to] {
            if lexeme.of(&self.file.text) == b"self" {
                edits.push(Edit::replace(id, lexeme.span, name));
            }
        }
        let signs: &[&[u8]] = match sign {
            [b'&', rest @ ..] if rest.trim_ascii_end().ends_with(b"mut") => &[b"&mut ", b""],
            [b'&', ..] => &[b"&", b""],
            _ => &[b""],
        };
        (edits, signs)
    }

    /// What stands before the name as the first parameter.
    fn moved(&self, span: Span) -> (Vec<Edit>, &'static [&'static [u8]]) {
        let id = self.definition.file;
        let own = crate::lexeme::trim(&self.file.text, span).unwrap_or(span);
        let (Some(list), true) =
            (self.definition.parts.parameters, self.file.text[own.end as usize - 1] == b')')
        else {
            return (Vec::new(), &[]);
        };
        let inner = &self.file.text[own.start as usize + 1..own.end as usize - 1];
        let open = self.file.unit(list).start + 1;
        let empty = self.file.text[open as usize..].trim_ascii_start().starts_with(b")");
        let text = [inner, if empty { b"" } else { b", " }].concat();
        let signs: &[&[u8]] = if inner.contains(&b'*') { &[b"", b"&"] } else { &[b""] };
        (vec![Edit::delete(id, span), Edit::replace(id, Span::new(open, open), text)], signs)
    }

    /// A call with what it is on as its first argument; `None` where it is no call.
    fn given(&self, one: Use, calls: &HashMap<(FileId, u32), Call>, sign: &[u8]) -> Option<Vec<Edit>> {
        let (view, file) = (self.view, self.view.file(one.file));
        let name = one.span(view);
        let Some(whole) = one.member(view).filter(|it| it.unit != one.unit) else { return Some(Vec::new()) };
        let start = whole.span(view).start;
        let before = view.lexemes_of(one.file, name).0.checked_sub(1)?;
        let gone = Edit::delete(one.file, Span::new(start, name.start));
        if view.reads(one.file, before, b"::") {
            return Some(vec![gone]);
        }
        let open = file.unit(calls.get(&(one.file, name.start))?.arguments).start + 1;
        let on = &file.text[start as usize..file.lexemes()[before].span.start as usize];
        let empty = file.text[open as usize..].trim_ascii_start().starts_with(b")");
        let sign = if on == b"self" { b"" } else { sign };
        let text = [sign, on, if empty { b"" } else { b", " }].concat();
        Some(vec![gone, Edit::replace(one.file, Span::new(open, open), text)])
    }

    /// A field, or a type, before the type that it was in.
    fn as_variable(&self, known: &mut Option<Fields<'v>>) -> Option<EditSet> {
        let (view, home) = (self.view, self.home?);
        let body = (self.definition.file, home.block);
        let mut edits: Vec<Edit> = self.uses().into_iter().filter_map(|it| self.unqualified(it)).collect();
        edits.extend(self.dressed());
        let known =
            known.get_or_insert_with(|| Fields { made: Constructions::of(view), of_block: HashMap::new() });
        let all = known.of_block.entry(home.block).or_insert_with(|| fields(view, body));
        let at = all.binary_search_by_key(&self.definition.name, |it| it.name).ok();
        edits.extend(at.into_iter().flat_map(|at| delete_field::given(view, &known.made, body, all, at).0));
        self.placed(&edits.into_iter().collect()).pop()
    }

    /// Its calls, by their names.
    fn calls(&self) -> impl Iterator<Item = ((FileId, u32), Call)> + '_ {
        let binding = self.view.binding(self.definition.binding);
        let more = self.view.names.calls_abroad(self.view.document, binding.word);
        let all =
            binding.calls.iter().chain(more.iter().take(COUPLED_CALLS.get())).filter(|it| !it.1.generic);
        all.map(|&(id, call)| ((id, self.view.file(id).unit(call.callee).start), call))
    }
}
