//! `inline-yield`: puts a function that gives out values in the place of the loops over it, with what they do in the place of
//! each `yield`.
//!
//! Before:
//! ```python
//! def f(x):
//!     while x < 5:
//!         x += 1
//!         yield x
//! for y in f(0):
//!     print(y)
//! ```
//! After:
//! ```python
//! x = 0
//! while x < 5:
//!     x += 1
//!     y = x
//!     print(y)
//! ```
//!
//! Before:
//! ```js
//! function* f(xs) { for (const x of xs) if (x) yield x + 1; }
//! function g(a) { for (const y of f(a)) { h(y); k(y); } }
//! ```
//! After:
//! ```js
//! function g(a) { for (const x of a) if (x) { const y = x + 1; h(y); k(y); } }
//! ```
//!
//! Before:
//! ```rb
//! def f(x)
//!   y = yield(x)
//!   yield y
//! end
//! puts f(1) { |a| a + g(a) }
//! ```
//! After:
//! ```rb
//! puts (y = (a = 1; a + g(a))
//!   a = y; a + g(a))
//! ```
//!
//! Before:
//! ```python
//! @contextmanager
//! def f():
//!     x = g()
//!     yield x
//!     h(x)
//! with f() as y:
//!     k(y)
//! ```
//! After:
//! ```python
//! x = g()
//! y = x
//! k(y)
//! h(x)
//! ```
//! The arguments take the place of the parameters, as for `inline-call`. So does a block in Ruby, and what a `with` does; a
//! `yield from` becomes a loop. A second try has new names for variables, a third puts the copies in braces. All calls change at
//! once. What gives out nothing but one value becomes a list of that by `inline-call`.

use super::consumers::Consumer;
use super::functions::{Function, bare_functions, functions};
use super::inline::{Body, Manner};
use super::view::View;
use super::yields::{Yield, yields};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::names::Definition;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-yield",
    summary: "replace the loops over a function that yields by what it does, with theirs in the place of each yield",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let file = view.file(id);
    if !file.lexemes().iter().any(|it| it.of(&file.text) == b"yield") {
        return;
    }
    let mut left = most_put(document);
    let with_lists = functions(document, id).map(|it| (it.lists(false), it));
    let bare = bare_functions(document, id).map(|it| (it.bare_lists(), it));
    for (lists, function) in with_lists.chain(bare) {
        let yields = given_out(&function);
        let body = if yields.is_empty() { None } else { Body::of(&function, &lists) };
        let Some(inlined) = body.as_ref().and_then(|it| Inlined::of(&function, it, yields)) else { continue };
        let put = inlined.put();
        if put > left {
            continue;
        }
        left -= put;
        let manners = [Manner::Bare, Manner::Renamed, Manner::Block];
        let mut sets: Vec<EditSet> = manners.into_iter().filter_map(|it| inlined.edits(it)).collect();
        sets.dedup();
        sites.alternatives(sets.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// The places where a function yields.
fn given_out(function: &Function) -> Vec<Yield> {
    let of = |it: &Definition| Some(yields(function.document.file(it.file), it.parts.body?));
    function.implementation().and_then(of).unwrap_or_default()
}

/// A function that yields, and all who take what it gives out.
struct Inlined<'f> {
    function: &'f Function<'f>,
    body: &'f Body<'f>,
    yields: Vec<Yield>,
    consumers: Vec<Consumer<'f>>,
}

impl<'f> Inlined<'f> {
    /// `None` where it is called for another use.
    fn of(function: &'f Function<'f>, body: &'f Body<'f>, yields: Vec<Yield>) -> Option<Inlined<'f>> {
        if body.calls().is_empty() || !body.is_all_known() {
            return None;
        }
        let each = body.calls().iter();
        let consumers = each.map(|it| Consumer::of(function.document.file(it.file), &it.call));
        let consumers = consumers.collect::<Option<Vec<_>>>()?;
        Some(Inlined { function, body, yields, consumers })
    }

    /// How many bytes all copies have at most, about.
    fn put(&self) -> usize {
        let taken: usize = self.consumers.iter().map(Consumer::len).sum();
        self.body.put() + taken * self.yields.len()
    }

    /// All at once, the function gone.
    fn edits(&self, manner: Manner) -> Option<EditSet> {
        let from = self.function.document.file(self.function.implementation()?.file);
        let each = self.body.calls().iter().zip(&self.consumers).map(|(call, consumer)| {
            let changes = consumer.changes(from, &self.yields, manner)?;
            let (span, text) = consumer.replaced(self.body.rewritten(call, manner, changes)?)?;
            Some(Edit::replace(call.file, span, text))
        });
        let edits = each.collect::<Option<Vec<Edit>>>()?;
        Some(edits.into_iter().chain(self.function.deleted()).collect())
    }
}
