//! `delete-base`: a base goes from a type, with what only an heir of it has.
//!
//! Before:
//! ```cs
//! class A : I<int>, J { void I<int>.F() { } public override int G() => 1; void J.H() { } }
//! ```
//! After:
//! ```cs
//! class A : J { public int G() => 1; void J.H() { } }
//! ```
//! Before:
//! ```js
//! class A extends B { constructor(a) { super(a); this.a = a; } }
//! ```
//! After:
//! ```js
//! class A { constructor(a) { this.a = a; } }
//! ```
//! Before:
//! ```cpp
//! struct A { virtual int f(); };
//! struct B : A, public N::C<int> { int a; B() : N::C<int>(1), a(2) {} int f() override; int g() override; };
//! ```
//! After:
//! ```cpp
//! struct A { virtual int f(); };
//! struct B : A { int a; B() : a(2) {} int f(); int g(); };
//! ```
//! Members that say that they implement it go, words that say that it has such a member, too, and calls of its constructor. Where
//! it is known what the base has, only members of these names lose their words. What has nothing of the kind is left to passes
//! that know the grammar. For at most 2,000 types of a file, from the back, and 16 bases of each.

use std::collections::{HashMap, HashSet};

use super::functions::definitions_in;
use super::heirs::{SUPER, implemented, without_calls, without_mark};
use super::homes::{Home, homes};
use super::view::{NEAR, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Place};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-base",
    summary: "delete a base of a type with what only its heirs have",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

/// Words that bases stand behind.
const OPENERS: [&[u8]; 4] = [b":", b"extends", b"implements", b"is"];
/// Words before a base that say how it is one.
const HOW: [&[u8]; 4] = [b"public", b"private", b"protected", b"virtual"];
/// What stands between bases.
const SEPARATORS: [&[u8]; 3] = [b",", b"with", b"+"];
/// Words that end the list of bases.
const CLOSERS: [&[u8]; 4] = [b"where", b"permits", b"requires", b"derives"];
/// Of a type with more bases the others are left alone.
const BASES: usize = 16;
/// What has no base that a file names has these, too.
const OF_EVERYTHING: [&[u8]; 6] =
    [b"ToString", b"Equals", b"GetHashCode", b"toString", b"equals", b"hashCode"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    // What is indented may not lose its only statement.
    let in_braces = |it: &Home| !it.extends && view.file(id).text_of(it.block).starts_with(b"{");
    let mut homes: Vec<Home> = homes(&view, id).into_values().filter(in_braces).collect();
    homes.sort_unstable_by_key(|it| it.block);
    let types: Vec<Type<'_>> = homes.into_iter().map(|it| Type::of(&view, id, it)).collect();
    let known: HashMap<BindingId, &Type<'_>> = types.iter().map(|it| (it.home.of, it)).collect();
    for heir in types.iter().rev().take(COUPLED_SITES.get()) {
        let sets = (0..heir.bases.len()).filter_map(|at| heir.without(&view, id, at, &known));
        sets.for_each(|it| sites.alternatives(vec![it]));
    }
}

/// A type, its bases in order, and what its members are called.
struct Type<'d> {
    home: Home,
    bases: Vec<Clause>,
    members: HashSet<&'d [u8]>,
}

/// A base in the head of a type.
struct Clause {
    /// The lexeme of its name.
    name: usize,
    /// All that says what it is, such as `N::C<int>`.
    whole: Span,
    /// What goes with it: a comma, or what opens the list.
    gone: Span,
    /// True of what is only implemented.
    implemented: bool,
}

impl Clause {
    /// The base between what opens it and the lexeme that ends it.
    fn of(view: &View, id: FileId, opener: usize, end: usize) -> Option<Clause> {
        let lexemes = view.file(id).lexemes();
        let mut first = opener + 1;
        while first < end && reads_any(view, id, first, &HOW) {
            first += 1;
        }
        let (mut at, mut name) = (first, None);
        while at < end {
            if lexemes[at].class == Class::Word {
                name = Some(at);
            }
            at = behind(view, id, at);
        }
        let name = name.filter(|_| !reads_any(view, id, opener, &CLOSERS))?;
        let whole = Span::new(lexemes[first].span.start, lexemes[end - 1].span.end);
        let stays = reads_any(view, id, opener, &OPENERS) && reads_any(view, id, end, &SEPARATORS);
        let gone = if stays {
            Span::new(lexemes[opener + 1].span.start, lexemes[end + 1].span.start)
        } else {
            Span::new(lexemes[opener].span.start, whole.end)
        };
        Some(Clause { name, whole, gone, implemented: view.reads(id, opener, b"implements") })
    }
}

impl<'d> Type<'d> {
    fn of(view: &View<'d>, id: FileId, home: Home) -> Type<'d> {
        let members = view.file(id).children(home.block).filter_map(|it| name(view, id, it)).collect();
        Type { home, bases: clauses(view, id, home), members }
    }

    /// It without one of its bases; `None` where only its head says that it has it.
    fn without(
        &self,
        view: &View,
        id: FileId,
        at: usize,
        known: &HashMap<BindingId, &Type<'_>>,
    ) -> Option<EditSet> {
        let (file, clause) = (view.file(id), &self.bases[at]);
        let meant = view.names.bindings_at(Place { file: id, at: clause.name }).take(NEAR);
        let base = meant.filter_map(|it| known.get(&it)).find(|it| it.home.of != self.home.of);
        let has = base.filter(|it| it.bases.is_empty()).map(|it| &it.members);
        let mut edits = Vec::new();
        for member in file.children(self.home.block) {
            if implements(view, id, member, &self.bases, at) {
                edits.push(Edit::delete(id, file.unit(member).span()));
            } else {
                edits.extend(unmarked(view, id, member, has));
            }
        }
        let name = file.lexemes()[clause.name].of(&file.text);
        let names = [name, &file.text[clause.whole.range()], b"base", SUPER];
        // Of several bases the first may have a constructor, or each is named where it is called.
        let names = if at == 0 && !clause.implemented { &names[..] } else { &names[..2] };
        edits.extend(without_calls(view, id, (base.map(|it| it.home), names), self.home));
        (!edits.is_empty()).then(|| edits.into_iter().chain([Edit::delete(id, clause.gone)]).collect())
    }
}

/// The bases in the head of a type, in order.
fn clauses(view: &View, id: FileId, heir: Home) -> Vec<Clause> {
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, Span::new(file.unit(heir.name).end, file.unit(heir.block).start));
    let (mut openers, mut at) = (Vec::new(), first);
    while at < end && openers.len() <= BASES {
        let opens =
            reads_any(view, id, at, &OPENERS) || !openers.is_empty() && reads_any(view, id, at, &SEPARATORS);
        let closes = reads_any(view, id, at, &CLOSERS);
        if opens || closes {
            openers.push(at);
        }
        if closes {
            break;
        }
        at = behind(view, id, at);
    }
    let ends = openers.iter().skip(1).copied().chain([at.min(end)]);
    openers.iter().zip(ends).filter_map(|(&opener, end)| Clause::of(view, id, opener, end)).collect()
}

/// What a member is called.
fn name<'d>(view: &View<'d>, id: FileId, member: UnitId) -> Option<&'d [u8]> {
    let file = view.file(id);
    let first = definitions_in(view.names, id, member..file.unit(member).subtree_end).first()?;
    Some(file.text_of(first.name))
}

/// True when a member says that it implements a base, which may have a base that it names instead.
fn implements(view: &View, id: FileId, member: UnitId, clauses: &[Clause], at: usize) -> bool {
    let file = view.file(id);
    let Some(says) = implemented(file, member) else { return false };
    let (mut at_word, end) = view.lexemes_of(id, file.unit(says).span());
    let mut word = None;
    while at_word < end {
        if file.lexemes()[at_word].class == Class::Word {
            word = Some(file.lexemes()[at_word].of(&file.text));
        }
        at_word = behind(view, id, at_word);
    }
    let name = |it: &Clause| file.lexemes()[it.name].of(&file.text);
    word == Some(name(&clauses[at])) || clauses.iter().all(|it| word != Some(name(it)))
}

/// A member without words that say that a base has it, too, if that has it.
fn unmarked(view: &View, id: FileId, member: UnitId, has: Option<&HashSet<&[u8]>>) -> Vec<Edit> {
    let name = name(view, id, member).unwrap_or_default();
    if has.is_some_and(|it| !it.contains(name)) || OF_EVERYTHING.contains(&name) {
        return Vec::new();
    }
    let (mut at, end) = view.lexemes_of(id, view.file(id).unit(member).span());
    let mut edits = Vec::new();
    while at < end && !reads_any(view, id, at, &[b"{", b"=>", b"=", b";"]) {
        if let Some(mark) = without_mark(view, id, at) {
            let seals = at.checked_sub(1).filter(|&it| view.reads(id, it, b"sealed"));
            edits.extend(seals.map(|it| Edit::delete(id, view.file(id).lexemes()[it].span)));
            edits.push(mark);
        }
        at = behind(view, id, at);
    }
    edits
}

fn reads_any(view: &View, id: FileId, at: usize, any: &[&[u8]]) -> bool {
    any.iter().any(|it| view.reads(id, at, it))
}

/// The lexeme behind one, or behind all that is in the brackets that it opens.
fn behind(view: &View, id: FileId, at: usize) -> usize {
    if !view.reads(id, at, b"<") {
        return view.partner(id, at).max(at) + 1;
    }
    let signs = view.file(id).lexemes()[at..].iter().take(NEAR).map(|it| it.of(&view.file(id).text));
    let mut depth = 0;
    for (count, sign) in signs.enumerate() {
        match sign {
            b"<" => depth += 1,
            b">" | b">>" | b">>>" => depth -= sign.len().min(depth),
            _ => {}
        }
        if depth == 0 {
            return at + count + 1;
        }
    }
    at + 1
}
