//! `merge-types`: a type takes the members of its base, or of the type before it, which goes.
//!
//! Before:
//! ```cpp
//! struct A { int a; };
//! struct B : public A { int b; };
//! int f(B x, A y) { return x.a + x.b + y.a; }
//! ```
//! After:
//! ```cpp
//! struct B { int a; int b; };
//! int f(B x, B y) { return x.a + x.b + y.a; }
//! ```
//! Before:
//! ```cpp
//! struct A { int a; A(int x) : a(x) {} };
//! struct B : A { int b; B(int x, int y) : A(x + 1), b(y) {} };
//! ```
//! After:
//! ```cpp
//! struct B { int a; int b; B(int x, int y) : a(x + 1), b(y) {} };
//! ```
//! Before:
//! ```java
//! class A { int a; A(int x) { a = 2 * x; } }
//! class B extends A { B(int x) { super(x + 1); f(a); } }
//! ```
//! After:
//! ```java
//! class B { int a; B(int x) { a = 2 * (x + 1); f(a); } }
//! ```
//! Before:
//! ```java
//! interface I { default int f() { return 1; } }
//! class A extends X implements I { int g() { return f(); } }
//! ```
//! After:
//! ```java
//! class A extends X { int f() { return 1; } int g() { return f(); } }
//! ```
//! Before:
//! ```ts
//! class A { a = 1; f() { return 2; } }
//! class B extends A { b = 2; constructor() { super(); } f() { return 3; } }
//! let x: A = new B();
//! ```
//! After:
//! ```ts
//! class B { a = 1; b = 2; constructor() { } f() { return 3; } }
//! let x: B = new B();
//! ```
//! Before:
//! ```python
//! class A:
//!     a = 1
//! class B(A):
//!     b = 2
//! print(A.a + B.b)
//! ```
//! After:
//! ```python
//! class B:
//!     a = 1
//!     b = 2
//! print(B.a + B.b)
//! ```
//! Before:
//! ```rs
//! trait A { fn a(&self); }
//! trait B: A { fn b(&self); }
//! impl A for S { fn a(&self) {} }
//! impl B for S { fn b(&self) {} }
//! fn f(x: impl A) {}
//! ```
//! After:
//! ```rs
//! trait B { fn a(&self); fn b(&self); }
//! impl B for S { fn a(&self) {} fn b(&self) {} }
//! fn f(x: impl B) {}
//! ```
//! Before:
//! ```cpp
//! struct A { virtual ~A(); };
//! template <class T> class B : A { int f(T); };
//! ```
//! After:
//! ```cpp
//! template <class T> struct B { virtual ~B(); int f(T); };
//! ```
//! Before:
//! ```java
//! class A { static int f() { return 1; } }
//! class B { int g() { return A.f(); } }
//! ```
//! After:
//! ```java
//! class B { static int f() { return 1; } int g() { return B.f(); } }
//! ```
//! Of two members of one name that of the heir stays. Where the order of definitions matters, the members of the heir may go to
//! its base instead. A type with parameters takes only those of a base that nothing else names. None with lists of cases, and
//! no neighbours of which one embeds the other. With each type at most 4 bases and the type of its kind before it, as long as
//! what is written is not much more than the document. For at most 2,000 types of a file, from the back.

use std::collections::{HashMap, HashSet};

use super::heirs;
use super::homes::{Home, block, home_of, homes, inside, top, with_edits};
use super::places::{indent, is_indented};
use super::view::{NEAR, Use, View};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Place};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::{COUPLED_SITES, MERGED_FUNCTIONS, NAMESAKES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-types",
    summary: "let a type take the members of its base, or of its neighbour, which goes",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let types = Types::of(&view, id);
    let mut left = most_put(document);
    for at in (0..types.all.len()).rev().take(COUPLED_SITES.get()) {
        let heir = types.all[at];
        let bases = types.bases(heir);
        let alike = at.checked_sub(1).map(|it| types.all[it]).filter(|it| {
            let is_base = bases.iter().any(|base| base.0.of == it.of);
            let alike = types.file.unit(it.whole).kind == types.file.unit(heir.whole).kind;
            let plain = !types.is_generic(*it) && !types.is_generic(heir);
            !is_base && plain && alike && !types.holds(heir, *it)
        });
        let mut sets = Vec::new();
        for (base, says) in bases.into_iter().chain(alike.map(|it| (it, None))) {
            // What many inherit from would be written, with all that names it, once for each of them.
            let put = types.weight(base) + types.weight(heir);
            if put <= left {
                left -= put;
                sets.extend(types.merged((base, says), heir).into_iter().filter(|it| view.lowers(it)));
            }
        }
        sites.alternatives(sets);
    }
}

/// What has all members of a type, by that type: whose it is, all of it, and its block.
type Promises<'v> = HashMap<BindingId, Vec<(&'v [u8], UnitId, UnitId)>>;

/// A member: its definition, and all of it.
type Member<'v> = (&'v Definition, UnitId);

/// The types of a file that can be merged.
struct Types<'v> {
    view: &'v View<'v>,
    file: &'v File,
    id: FileId,
    /// In order.
    all: Vec<Home>,
    /// Where one is in that order, by its binding.
    order: HashMap<BindingId, usize>,
    promises: Promises<'v>,
    /// By the blocks of the types.
    members: HashMap<UnitId, Vec<Member<'v>>>,
}

impl<'v> Types<'v> {
    fn of(view: &'v View<'v>, id: FileId) -> Types<'v> {
        let file = view.file(id);
        let homes = homes(view, id);
        let mut members: HashMap<UnitId, Vec<Member<'v>>> = HashMap::new();
        for definition in view.names.definitions().iter().filter(|it| it.file == id) {
            if let Some((statement, home)) = home_of(view, &homes, definition) {
                members.entry(home.block).or_default().push((definition, statement));
            }
        }
        let mut all: Vec<Home> = homes.into_values().collect();
        all.retain(|it| {
            // Constructors are named like their types.
            let around = file.unit(it.whole).span();
            let own = |of: &&Definition| {
                let own = file.unit(of.whole).span();
                of.file != id || own == around || !around.contains(own)
            };
            let listed = || file.children(it.block).any(|it| file.text_of(it) == b",");
            let one = view.definitions(it.of).filter(own).take(2).count() == 1;
            !it.extends && one && !view.definitions(it.of).any(|it| view.shares(it)) && !listed()
        });
        all.sort_unstable_by_key(|it| it.block);
        let order = all.iter().enumerate().map(|(at, it)| (it.of, at)).collect();
        Types { view, file, id, all, order, promises: promises(view, id), members }
    }

    /// The types of the file that one inherits from, each with the place that says so.
    fn bases(&self, heir: Home) -> Vec<(Home, Option<Use>)> {
        let (name, block) = (self.file.unit(heir.name).end, self.file.unit(heir.block).start);
        let (first, end) = self.view.lexemes_of(self.id, Span::new(name, block));
        let mut found = Vec::new();
        for at in first..end {
            let place = Place { file: self.id, at };
            // A constructor may have its name, too.
            let mut meant = self.view.names.bindings_at(place).take(NEAR);
            let base =
                meant.find_map(|of| self.order.get(&of).map(|it| self.all[*it]).filter(|_| of != heir.of));
            let base = base.filter(|it| !self.is_generic(*it));
            if let (Some(base), Some(one)) = (base, self.view.use_at(place)) {
                found.push((base, Some(one)));
            }
            if found.len() == MERGED_FUNCTIONS.get() {
                break;
            }
        }
        found
    }

    /// True when one of two types has the other as a member without a name: it would be a part of itself.
    fn holds(&self, one: Home, other: Home) -> bool {
        let top = |it: &Use| (it.file == self.id).then(|| self.file.unit(top(self.file, it.unit)));
        let is_all = |it: &Use| top(it).is_some_and(|top| top.span() == it.span(self.view));
        let block = self.file.unit(one.block).span();
        self.view.uses(other.of).iter().any(|it| is_all(it) && block.contains(it.span(self.view)))
    }

    /// True of a type with parameters.
    fn is_generic(&self, of: Home) -> bool {
        self.view.definitions(of.of).any(|it| it.parts.generics.is_some())
    }

    /// True when something else than a type itself and an heir of it names the type.
    fn is_named_outside(&self, base: Home, heir: Home) -> bool {
        let wholes = [base, heir].map(|it| self.file.unit(it.whole).span());
        let within = |it: &Use| it.file == self.id && wholes.iter().any(|of| of.contains(it.span(self.view)));
        !self.uses(base).iter().all(within)
    }

    /// About how much is written where a type gives way to another one.
    fn weight(&self, of: Home) -> usize {
        let promised = self.promises.get(&of.of).map_or(0, Vec::len);
        let named = self.file.unit(of.name).span().len() * self.view.binding(of.of).references.len();
        self.file.unit(of.block).span().len() + named + NEAR * promised
    }

    /// One type with the members of both, at the place of the heir, or of its base.
    fn merged(&self, (base, says): (Home, Option<Use>), heir: Home) -> Vec<EditSet> {
        let ordered = self.file.language.as_ref().is_some_and(|it| it.function.as_deref() == Some(""));
        let clause = says.map(|it| heirs::clause(self.view, it, heir));
        let generic = self.is_generic(heir);
        if generic && self.is_named_outside(base, heir) {
            return Vec::new();
        }
        let back = (ordered && !generic).then_some((heir, base));
        let ways = [Some((base, heir)), back].into_iter().flatten();
        ways.filter_map(|(from, into)| self.moved(from, into, (base, heir), clause)).collect()
    }

    fn moved(
        &self,
        from: Home,
        into: Home,
        (base, heir): (Home, Home),
        clause: Option<Span>,
    ) -> Option<EditSet> {
        let (view, id, file) = (self.view, self.id, self.file);
        let text = |it: UnitId| file.text_of(it);
        let mut edits: Vec<Edit> = self.overridden(base, heir);
        edits.extend(clause.map(|it| Edit::delete(id, it)));
        let of_base = clause.map_or(Vec::new(), |_| heirs::without_base(view, id, base, heir));
        for one in self.uses(from) {
            let within = |it: Span| one.file == id && it.contains(one.span(view));
            if !clause.is_some_and(within) && !of_base.iter().any(|it| within(it.span)) {
                edits.push(Edit::replace(one.file, one.span(view), text(into.name)));
            }
        }
        let own = |it: &&Member<'v>| text(it.0.name) == text(from.name) && text(from.name) != text(into.name);
        for member in self.of_home(from).iter().filter(own) {
            edits.push(Edit::replace(id, file.unit(member.0.name).span(), text(into.name)));
        }
        let does = of_base.iter().any(|it| !it.with.is_empty());
        edits.extend(of_base);
        edits.extend(self.promised(from, into));
        edits.extend(self.open_as(from, into));
        let set: EditSet = edits.into_iter().collect();
        let gone = view.removal_of_type(view.definitions(from.of).find(|it| it.name == from.name)?, b"");
        let part = crate::lexeme::trim(&file.text, inside(file, from.block))?;
        let moved = with_edits(file, id, part, &set);
        let moved = crate::lexeme::trim(&moved, Span::new(0, crate::lexeme::offset(moved.len())))
            .map(|it| moved[it.range()].to_vec());
        // What has nothing is another pass's, unless its constructor did something.
        if moved.is_none() && !does {
            return None;
        }
        let place = moved.map(|it| self.place(into, &it, from.block == base.block));
        let part = gone.span;
        let outside = set.edits().iter().filter(|it| it.file != id || !part.contains(it.span)).cloned();
        Some(outside.chain([gone]).chain(place).collect())
    }

    /// What was public in a struct is so in no class.
    fn open_as(&self, from: Home, into: Home) -> Option<Edit> {
        let word =
            |of: Home| self.file.lexemes()[self.view.lexemes_of(self.id, self.file.unit(of.whole).span()).0];
        let closes =
            word(from).of(&self.file.text) == b"struct" && word(into).of(&self.file.text) == b"class";
        closes.then(|| Edit::replace(self.id, word(into).span, *b"struct"))
    }

    /// Where a type is named, also where that may mean its constructor.
    fn uses(&self, of: Home) -> Vec<Use> {
        let first = self.view.definitions(of.of).next();
        let is_of_many = |it: &Definition| self.view.names.namesakes(it).nth(NAMESAKES.get()).is_some();
        if first.is_some_and(is_of_many) { self.view.uses(of.of) } else { self.view.possible_uses(of.of) }
    }

    fn of_home(&self, home: Home) -> &[Member<'v>] {
        self.members.get(&home.block).map_or(&[], |it| it)
    }

    /// Takes from a base what its heir has, too, constructors among it; and words that only methods of interfaces begin with.
    fn overridden(&self, base: Home, heir: Home) -> Vec<Edit> {
        let (view, id, file) = (self.view, self.id, self.file);
        let name = |home: Home, it: &Member<'v>| match file.text_of(it.0.name) {
            own if own == file.text_of(home.name) => Vec::new(),
            other => other.to_vec(),
        };
        let theirs: HashSet<Vec<u8>> = self.of_home(heir).iter().map(|it| name(heir, it)).collect();
        let mut edits = Vec::new();
        for member in self.of_home(base) {
            let span = file.unit(member.1).span();
            let first = view.lexemes_of(id, span).0;
            if theirs.contains(&name(base, member)) {
                // The last member of an indented block takes all of its type along.
                let gone =
                    Some(view.removal(member.0)).filter(|it| file.unit(base.block).span().contains(it.span));
                edits.push(gone.unwrap_or_else(|| Edit::delete(id, span)));
            } else if view.reads(id, first, b"default") {
                let next = file.lexemes().get(first + 1).map_or(span.end, |it| it.span.start);
                edits.push(Edit::delete(id, Span::new(span.start, next)));
            }
        }
        edits
    }

    /// What has the members of both has all of them at once.
    fn promised(&self, from: Home, into: Home) -> Vec<Edit> {
        let (id, file) = (self.id, self.file);
        let of = |home: Home| self.promises.get(&home.of).into_iter().flatten().copied();
        let theirs: HashMap<&[u8], UnitId> = of(into).map(|it| (it.0, it.2)).collect();
        let mut edits = Vec::new();
        for (who, whole, block) in of(from) {
            let Some(&target) = theirs.get(who) else { continue };
            let span = inside(file, block);
            let text = [b" ", file.text[span.range()].trim_ascii()].concat();
            let at = file.unit(target).start + 1;
            edits.push(Edit::delete(id, file.unit(whole).span()));
            edits.push(Edit::replace(id, Span::new(at, at), text));
        }
        edits
    }

    /// Puts members into a type: before its own, or behind them.
    fn place(&self, into: Home, text: &[u8], first: bool) -> Edit {
        let file = self.file;
        let span = inside(file, into.block);
        let own = crate::lexeme::trim(&file.text, span);
        let Some(own) = own else { return Edit::replace(self.id, span, text) };
        let mut children = file.solid_children(into.block);
        let alone =
            children.next().is_some_and(|it| file.text_of(it) == b"pass") && children.next().is_none();
        if alone {
            return Edit::replace(self.id, own, text);
        }
        let at = if first { own.start } else { own.end };
        let closed = text.ends_with(b";") || text.ends_with(b"}");
        let margin = [b"\n", indent(file, own.start)].concat();
        let gap = if is_indented(file) || !closed { &margin[..] } else { b" " };
        let text = if first { [text, gap].concat() } else { [gap, text].concat() };
        Edit::replace(self.id, Span::new(at, at), text)
    }
}

/// What a file says of who has all members of what.
fn promises<'v>(view: &View<'v>, id: FileId) -> Promises<'v> {
    let file = view.file(id);
    let mut found = Promises::new();
    for &(whole, name) in view.names.promises(id) {
        if let (Some(of), Some(block)) = (view.named_by(id, name), block(file, whole)) {
            let who = &file.text[file.unit(name).end as usize..file.unit(block).start as usize];
            found.entry(of).or_default().push((who.trim_ascii(), whole, block));
        }
    }
    found
}
