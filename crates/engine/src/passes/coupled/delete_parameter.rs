//! `delete-parameter`: takes a parameter away together with its argument at every call.
//!
//! Before:
//! ```c
//! int f(int a, int b);
//! int f(int a, int b) { return b; }
//! int x = f(1, 2) + f(g(), 3);
//! ```
//! After:
//! ```c
//! int f(int b);
//! int f(int b) { return b; }
//! int x = f(2) + f(3);
//! ```
//! Before:
//! ```c
//! int f(int a) { return a; }
//! int main() { return f(2); }
//! ```
//! After:
//! ```c
//! int f() { return 2; }
//! int main() { return f(); }
//! ```
//! Before:
//! ```rs
//! fn f<T, U>(x: U) -> U { x }
//! fn g() { f::<i32, u8>(1); }
//! ```
//! After:
//! ```rs
//! fn f<U>(x: U) -> U { x }
//! fn g() { f::<u8>(1); }
//! ```
//! Before:
//! ```rs
//! enum E<T> { A, B }
//! fn f() { E::B::<u8>; }
//! ```
//! After:
//! ```rs
//! enum E { A, B }
//! fn f() { E::B; }
//! ```
//! Before:
//! ```cpp
//! template <class T, int N> struct S { T a; };
//! S<int, 3> s;
//! ```
//! After:
//! ```cpp
//! template <class T> struct S { T a; };
//! S<int> s;
//! ```
//! Before:
//! ```cpp
//! template <class T> T f(T a) { return a; }
//! int i = f<int>(1);
//! ```
//! After:
//! ```cpp
//! int f(int a) { return a; }
//! int i = f(1);
//! ```
//! Before:
//! ```cpp
//! template <class T, class U = A<T>> struct S { U a; };
//! S<int> s;
//! ```
//! After:
//! ```cpp
//! template <class T> struct S { A<T> a; };
//! S<int> s;
//! ```
//! Before:
//! ```rs
//! trait T { fn f(&self, a: u8, b: u8) -> u8; }
//! impl T for S { fn f(&self, a: u8, b: u8) -> u8 { b } }
//! fn main() { S.f(1, 2); }
//! ```
//! After:
//! ```rs
//! trait T { fn f(&self, b: u8) -> u8; }
//! impl T for S { fn f(&self, b: u8) -> u8 { b } }
//! fn main() { S.f(2); }
//! ```
//! Before:
//! ```python
//! class A:
//!   def __init__(self, a, b): g(b)
//! class B(A):
//!   def __init__(self): super().__init__(1, 2)
//! A(3, 4)
//! ```
//! After:
//! ```python
//! class A:
//!   def __init__(self, b): g(b)
//! class B(A):
//!   def __init__(self): super().__init__(2)
//! A(4)
//! ```
//! Before:
//! ```c
//! int f(int a, int b) { return b; }
//! int g(int (*p)(int, int)) { return p(1, 2); }
//! int i = g(f);
//! ```
//! After:
//! ```c
//! int f(int b) { return b; }
//! int g(int (*p)(int)) { return p(2); }
//! int i = g(f);
//! ```
//! By position, in all declarations and definitions at once, types among them. First all parameters that nobody uses; then
//! each alone. Where it is used, the name may mean something outside; or each use becomes the argument, if all calls
//! agree on it, what it is by default, if none has one, or `0`. For at most 2,000 functions of a file; then for as many *families*: all methods of one name that have
//! as many parameters, such as what a trait declares and each type implements, with all calls that have as many arguments; and
//! for as many pointers to functions, with all others whose parameters have the same types, and the functions like that
//! which are named without being called. In a method that nobody calls the use may stay as it is.

use std::collections::HashSet;

use super::families::families;
use super::functions::{Arguments, Lists, agreed, bindings_in, definitions_in, functions, lexeme};
use super::lists::Element;
use super::pointers::pointed;
use super::variables::Parameter;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Binding, Kind, Word};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-parameter",
    summary: "delete a parameter with its argument at every call",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    if document.names().is_empty() {
        return;
    }
    let named = named_outside(document);
    let mut unused = Vec::new();
    let mut single = Sites::default();
    let each = functions(document, id).flat_map(|it| [false, true].map(|generic| it.lists(generic)));
    let several = families(document, id).chain(pointed(document, id));
    let each = each.map(|it| (it, false)).chain(several.map(|it| (it, true)));
    for (lists, is_family) in each {
        let parameters = Parameters { document, lists: &lists, is_family, named: &named };
        let idle: Vec<usize> = (0..parameters.len()).filter(|&it| parameters.is_idle(it)).collect();
        if !idle.is_empty() {
            unused.push(parameters.without(&idle).collect());
        }
        for index in (0..parameters.len()).filter(|it| idle.len() > 1 || !idle.contains(it)) {
            single.alternatives(parameters.alternatives(index));
        }
    }
    sites.list(unused);
    sites.sites.extend(single.sites);
}

/// The words that something is called which may be meant where a parameter of that name has gone.
fn named_outside(document: &Document) -> HashSet<Word> {
    let names = document.names();
    let other = |it: &Kind| !matches!(it, Kind::Parameter | Kind::Generic | Kind::Member | Kind::Label);
    let definitions = names.definitions().iter().filter(|it| other(&it.kind));
    definitions.map(|it| names.bindings()[it.binding].word).collect()
}

/// The parameters of a function, by position.
struct Parameters<'f> {
    document: &'f Document,
    lists: &'f Lists,
    is_family: bool,
    /// The words that something other than a parameter is called.
    named: &'f HashSet<Word>,
}

impl Parameters<'_> {
    fn len(&self) -> usize {
        self.lists.parameters.iter().map(|it| it.1.elements.len()).max().unwrap_or(0)
    }

    /// The parameter in each definition that has so many.
    fn elements(&self, index: usize) -> impl Iterator<Item = (FileId, Element)> + '_ {
        self.lists.parameters.iter().filter_map(move |it| Some((it.0, *it.1.elements.get(index)?)))
    }

    /// What the parameter is called, in each definition.
    fn bindings(&self, index: usize) -> impl Iterator<Item = &Binding> + '_ {
        self.elements(index).flat_map(|(file, it)| bindings_in(self.document.names(), file, it.unit..it.end))
    }

    fn is_idle(&self, index: usize) -> bool {
        self.bindings(index).all(|it| it.references.is_empty() && it.perhaps == 0)
    }

    /// Takes some parameters away, and their arguments.
    fn without<'p>(&'p self, gone: &'p [usize]) -> impl Iterator<Item = Edit> + 'p {
        let parameters = self.lists.parameters.iter().flat_map(|it| it.1.without(|at| gone.contains(&at)));
        let arguments = self.lists.arguments.iter().flat_map(move |it| {
            let gone = gone.iter().filter_map(|&index| self.argument(it, index)).collect::<Vec<_>>();
            it.list.without(|at| gone.contains(&at))
        });
        parameters.chain(arguments)
    }

    /// Where the argument for a parameter stands in a list.
    fn argument(&self, arguments: &Arguments, index: usize) -> Option<usize> {
        arguments.position(self.document.file(arguments.file), index, self.name(index))
    }

    /// The name of a parameter where the function is defined.
    fn name(&self, index: usize) -> Option<&[u8]> {
        let (id, element) = self.elements(index).last()?;
        let defined = definitions_in(self.document.names(), id, element.unit..element.end);
        let last = defined.last()?;
        Some(self.document.file(id).text_of(last.name))
    }

    fn alternatives(&self, index: usize) -> Vec<EditSet> {
        let gone: EditSet = self.without(&[index]).collect();
        let uses: Vec<(FileId, Span)> = self
            .bindings(index)
            .flat_map(|it| &it.references)
            .map(|&it| (it.file, lexeme(self.document, it).span))
            .collect();
        if uses.is_empty() {
            return vec![gone];
        }
        if self.is_of(index, Kind::Label) {
            // A lifetime goes as `delete-label` says.
            return Vec::new();
        }
        let becoming = |with: &[u8]| -> EditSet {
            uses.iter().map(|&(id, span)| Edit::replace(id, span, with)).collect::<EditSet>().merge(&gone)
        };
        let mut found = Vec::new();
        let agreed =
            agreed(self.document, self.lists, index, self.name(index)).or_else(|| self.default(index));
        if self.means_something_outside(index) || agreed.as_deref() == self.name(index) {
            found.push(gone.clone());
        }
        let most = most_put(self.document) / self.len().max(1);
        let short = agreed.filter(|it| Some(&it[..]) != self.name(index) && it.len() * uses.len() <= most);
        found.extend(short.map(|it| becoming(&it)));
        if !self.is_of(index, Kind::Generic) {
            found.push(becoming(b"0"));
        }
        if self.is_family {
            found.push(gone);
        }
        found.dedup();
        found
    }

    /// What the parameter is by default, where no call says otherwise.
    fn default(&self, index: usize) -> Option<Vec<u8>> {
        if self.lists.arguments.iter().any(|it| self.argument(it, index).is_some()) {
            return None;
        }
        self.elements(index).find_map(|(id, element)| {
            let defined = definitions_in(self.document.names(), id, element.unit..element.end);
            let name = Some(defined.first()?.name);
            let parameter = Parameter { span: element.span, name, binding: None, changes: false };
            let file = self.document.file(id);
            Some(file.text[parameter.default(file)?.range()].to_vec())
        })
    }

    /// True when something else of the same name is defined.
    fn means_something_outside(&self, index: usize) -> bool {
        self.bindings(index).any(|it| self.named.contains(&it.word))
    }

    fn is_of(&self, index: usize, kind: Kind) -> bool {
        let mut definitions = self.bindings(index).flat_map(|it| &it.definitions);
        definitions.any(|&it| self.document.names().definitions()[it].kind == kind)
    }
}
