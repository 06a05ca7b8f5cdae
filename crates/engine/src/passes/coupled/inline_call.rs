//! `inline-call`: puts what a function does in the place of its calls, and takes the function away.
//!
//! Before:
//! ```c
//! int f(int x) { return x + 1; }
//! int a() { return f(2) * 3; }
//! ```
//! After:
//! ```c
//! int a() { return (2 + 1) * 3; }
//! ```
//! Before:
//! ```c
//! int g(int);
//! int f(int x) { return g(x); }
//! int a() { int y = f(2); f(y); return 0; }
//! ```
//! After:
//! ```c
//! int g(int);
//! int a() { int y = g(2); g(y); return 0; }
//! ```
//! Before:
//! ```c
//! int b;
//! int f(int x) { x++; if (b) return 0; return x; }
//! int main() { return f(b); }
//! ```
//! After:
//! ```c
//! int b;
//! int main() { int x = b; x++; if (b) return 0; return x; }
//! ```
//! Before:
//! ```c
//! char f(int x) { return x + 227; }
//! int a(int y) { return f(y) > 0; }
//! ```
//! After:
//! ```c
//! int a(int y) { return (char)(y + 227) > 0; }
//! ```
//!
//! Before:
//! ```python
//! def f(x):
//!     yield from [x, 2]
//! for y in f(1):
//!     print(y)
//! ```
//! After:
//! ```python
//! for y in [1, 2]:
//!     print(y)
//! ```
//!
//! Before:
//! ```rs
//! struct A;
//! impl A { fn f(self) { g(7); } }
//! fn h() { A.f(); }
//! ```
//! After:
//! ```rs
//! fn h() { g(7); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: &str) -> usize { g(x); x.len() }
//! fn a() { let y = f("b"); }
//! ```
//! After:
//! ```rs
//! fn a() { g("b"); let y = "b".len(); }
//! ```
//! Before:
//! ```c
//! int f(int x) { int y = g(x); x += y; return x; }
//! int a(int x, int y) { int z = f(x + y); return z * x; }
//! ```
//! After:
//! ```c
//! int a(int x, int y) { int c = x + y; int b = g(c); c += b; int z = c; return z * x; }
//! ```
//! Before:
//! ```c
//! int f(int *x) { return __builtin_bit_cast(int, *x); }
//! int a(int *y) { return f(y); }
//! ```
//! After:
//! ```c
//! int a(int *y) { return __builtin_bit_cast(int, *y); }
//! ```
//! Before:
//! ```cpp
//! struct A { int x; int f(int y) { return x + y; } };
//! int g(A &a, A *b) { return a.f(1) * b->f(2); }
//! ```
//! After:
//! ```cpp
//! struct A { int x; };
//! int g(A &a, A *b) { return (a.x + 1) * (b->x + 2); }
//! ```
//! Before:
//! ```js
//! class A { log() { this.x++; } }
//! a = new A();
//! a.log();
//! console.log(a);
//! ```
//! After:
//! ```js
//! class A { }
//! a = new A();
//! a.x++;
//! console.log(a);
//! ```
//! Before:
//! ```lua
//! local function f(x)
//!   local y = x + 1
//!   return y
//! end
//! print(f(2))
//! ```
//! After:
//! ```lua
//! local y = 2 + 1; print(y)
//! ```
//! Before:
//! ```lua
//! a = {}
//! function a.a() a.b = 1 end
//! a.a()
//! print(a)
//! ```
//! After:
//! ```lua
//! a = {}
//! a.b = 1
//! print(a)
//! ```
//! Before:
//! ```rb
//! class A
//!   def f
//!     g(1)
//!   end
//!   def g(x)
//!     x < 2
//!   end
//! end
//! puts A.new.f
//! ```
//! After:
//! ```rb
//! class A
//!   def g(x)
//!     x < 2
//!   end
//! end
//! puts A.new.g(1)
//! ```
//! Before:
//! ```java
//! class A { int a; static int s; int f() { return this.a + s; } static int g(A b) { return b.f(); } }
//! ```
//! After:
//! ```java
//! class A { int a; static int s; static int g(A b) { return b.a + s; } }
//! ```
//! Before:
//! ```cs
//! class A { int a; int F { get { return a; } } static int G(A b) { return b.F; } }
//! ```
//! After:
//! ```cs
//! class A { int a; static int G(A b) { return b.a; } }
//! ```
//! Before:
//! ```cpp
//! int a;
//! struct S { void f() { a += 3; } };
//! void g() { S s; s.f(); }
//! ```
//! After:
//! ```cpp
//! int a;
//! struct S { };
//! void g() { a += 3; }
//! ```
//! Before:
//! ```python
//! def f(x, y=4): return g(x, y)
//! print(f(x=1), f(2, 3))
//! ```
//! After:
//! ```python
//! print(g(1, 4), g(2, 3))
//! ```
//! A function that only hands its parameters on gives way to what it hands them to, wherever it is named. Otherwise the
//! arguments, or defaults, take the place of the parameters, or a parameter that changes becomes a variable. What only returns
//! something becomes that expression; other statements go where the call is a statement, is returned, or before the
//! statement that the call stands in; a second way gives variables new names where words of that name stand elsewhere, a third
//! puts the statements in braces, and a fourth converts what only returns something. What a method is called on takes the
//! place of `this` or `self`, and stands before members that the method names alone. What is called on something that no file
//! defines, such as `console`, is another function. What takes no parameters may be called without brackets, as a property is.
//! All calls change at once; a second try takes along the variables that nothing uses then. `copy-body` has the same where it makes
//! more of the text.

use super::functions::{Function, bare_functions, functions, lexeme};
use super::inline::{Body, Manner};
use super::orphans::also_without_orphans;
use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::COPIED_CALLS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-call",
    summary: "replace the calls of a function by its body, or by what it forwards to",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    if document.names().is_empty() {
        return;
    }
    let mut left = most_put(document);
    let with_lists = functions(document, id).map(|it| (it.lists(false), it));
    let bare = bare_functions(document, id).map(|it| (it.bare_lists(), it));
    for (lists, function) in with_lists.chain(bare) {
        let Some(body) = Body::of(&function, &lists) else { continue };
        let mut alternatives: Vec<EditSet> =
            body.forwards_to().map(|it| renamed(&function, it)).into_iter().collect();
        let put = body.put();
        if put <= left {
            left -= put;
            alternatives.extend(also_without_orphans(&view, inlined(&function, &body)));
        }
        sites.alternatives(alternatives);
    }
}

/// What `copy-body` proposes where names are known: all calls at once, and each alone while the function stays.
pub(in crate::passes) fn copied(document: &Document, id: FileId, sites: &mut Sites) {
    let mut left = most_put(document);
    for function in functions(document, id) {
        let lists = function.lists(false);
        let Some(body) = Body::of(&function, &lists) else { continue };
        let put = body.put();
        if put > left {
            continue;
        }
        left -= put;
        sites.alternatives(inlined(&function, &body));
        for call in body.calls().iter().filter(|_| body.calls().len() > 1).take(COPIED_CALLS.get()) {
            sites.alternatives(body.at(call, Manner::Bare).into_iter().collect());
        }
    }
}

/// All calls at once in each manner, the function gone.
fn inlined(function: &Function<'_>, body: &Body<'_>) -> Vec<EditSet> {
    if body.calls().is_empty() || !body.is_all_known() {
        return Vec::new();
    }
    let all = |manner: Manner| -> Option<EditSet> {
        let calls: Option<Vec<EditSet>> = body.calls().iter().map(|it| body.at(it, manner)).collect();
        let calls = calls?.into_iter().flat_map(|it| it.edits().to_vec());
        Some(calls.chain(function.deleted()).collect())
    };
    let mut found: Vec<EditSet> = [Manner::Bare, Manner::Renamed, Manner::Block, Manner::Converted]
        .into_iter()
        .filter_map(all)
        .collect();
    found.dedup();
    found
}

/// Another name in all places of a function, which goes.
pub(super) fn renamed(function: &Function<'_>, name: &[u8]) -> EditSet {
    let places = function.binding.references.iter();
    let edits = places.map(|it| Edit::replace(it.file, lexeme(function.document, *it).span, name));
    edits.chain(function.deleted()).collect()
}
