//! `share-variable`: a variable that a function is always handed moves out of its own function, and the parameter goes.
//!
//! Before:
//! ```c
//! void f(int x, int *p) { *p += x; }
//! int main() { int a = 1; f(2, &a); return a; }
//! ```
//! After:
//! ```c
//! int a = 1; void f(int x) { a += x; }
//! int main() { f(2); return a; }
//! ```
//! Before:
//! ```cpp
//! int f(S &s) { int a = s.x; return a; }
//! int main() { S a = h(); return f(a) + a.x; }
//! ```
//! After:
//! ```cpp
//! S b; int f() { int a = b.x; return a; }
//! int main() { b = h(); return f() + b.x; }
//! ```
//! Before:
//! ```java
//! class A { static void f(int[] x) { x[0]++; } static void g() { int[] y = {1}; f(y); } }
//! ```
//! After:
//! ```java
//! class A { static int[] y = {1}; static void f() { y[0]++; } static void g() { f(); } }
//! ```
//! It gets another name where its own is also that of something else. What it is at first goes with it if nothing in its
//! function has to come before that, else it is given that in its old place. Where it is handed by its address, what the
//! parameter pointed to is what it is.

use std::collections::HashSet;

use super::functions::{Function, Lists, functions};
use super::homes::{is_block, with_edits};
use super::homonyms::free;
use super::places::is_indented;
use super::renaming::{name_of, rename};
use super::variables::{Parameter, parameters};
use super::view::{Use, View, child_towards};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "share-variable",
    summary: "move a variable out of its function that another one is always handed",
    stage: Stage::Fine,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

/// What introduces functions where they see the variables of their file.
const SEE_ALL: [&str; 4] = ["", "func", "fun", "function"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let bodies: HashSet<UnitId> = view
        .names
        .definitions()
        .iter()
        .filter(|it| it.file == id && it.parts.parameters.is_some())
        .filter_map(|it| it.parts.body)
        .collect();
    for function in functions(document, id) {
        let Some(definition) = function.implementation().filter(|it| it.file == id) else { continue };
        let lists = function.lists(false);
        for (index, parameter) in parameters(&function, definition, &lists).iter().enumerate() {
            let handed = Handed::of(&view, &function, definition, (&lists, index, parameter));
            let set = handed.and_then(|it| it.shared(&bodies)).filter(|it| view.lowers(it));
            sites.alternatives(set.into_iter().collect());
        }
    }
}

/// A variable that all calls of a function give for one parameter.
struct Handed<'v> {
    view: &'v View<'v>,
    file: &'v File,
    /// The function.
    definition: &'v Definition,
    /// The parameter.
    parameter: BindingId,
    /// Takes it away with what is given for it.
    gone: Vec<Edit>,
    /// The variable.
    variable: &'v Definition,
    /// True when its address is given.
    by_address: bool,
}

impl<'v> Handed<'v> {
    fn of(
        view: &'v View<'v>,
        function: &Function<'v>,
        definition: &'v Definition,
        (lists, index, parameter): (&Lists, usize, &Parameter<'v>),
    ) -> Option<Handed<'v>> {
        let (id, file) = (definition.file, view.file(definition.file));
        let known = parameter.binding.filter(|it| !it.references.is_empty())?;
        if lists.arguments.len() != function.calls().count() {
            return None;
        }
        let (whole, name) = (file.unit(definition.whole).span(), file.text_of(parameter.name?));
        let given = |it: &super::functions::Arguments| {
            let element = it.list.elements.get(it.position(file, index, Some(name))?)?;
            let (first, end) = view.lexemes_of(id, element.span);
            let by_address = view.reads(id, first, b"&");
            let at = first + usize::from(by_address);
            let outside = it.file == id && !whole.contains(element.span) && at + 1 == end;
            match view.names.target(Place { file: id, at }) {
                Target::Binding(variable) if outside => Some((variable, by_address)),
                _ => None,
            }
        };
        let mut each = lists.arguments.iter().map(given);
        let (variable, by_address) = each.next()??;
        let agreed = each.all(|it| it == Some((variable, by_address)));
        let one = view.binding(variable).definitions.len() == 1;
        let own = view.names.definitions()[known.definitions[0]].binding;
        // A pointer that goes elsewhere.
        let moves = || by_address && view.uses(own).iter().any(|it| it.is_written(view));
        if !agreed || !one || moves() {
            return None;
        }
        let variable = view.definitions(variable).next()?;
        let alone = variable.kind == Kind::Value && variable.file == id && !view.shares(variable);
        alone.then(|| Handed {
            view,
            file,
            definition,
            parameter: own,
            gone: lists.without(view.document, index, Some(name)),
            variable,
            by_address,
        })
    }

    /// The variable before both functions, and without the parameter.
    fn shared(self, bodies: &HashSet<UnitId>) -> Option<EditSet> {
        let (view, file, id) = (self.view, self.file, self.definition.file);
        let at = self.place(bodies)?;
        let statement = file.unit(view.statement_of(id, self.variable.whole)).span();
        let own = name_of(view, self.variable.binding);
        let name = if self.is_ambiguous() { free(view.document).next()? } else { own.to_vec() };
        let renamed = rename(view, self.variable.binding, &name);
        let text = with_edits(file, id, statement, &renamed);
        let mut edits = self.uses(&name);
        let (declared, left) = match self.late_value(statement) {
            Some(value) => {
                let before = file.text[statement.start as usize..value.start as usize].trim_ascii_end();
                let head = Span::new(statement.start, statement.start + crate::lexeme::offset(before.len()));
                let head = with_edits(file, id, head, &renamed);
                let head = head.strip_suffix(b"=")?.trim_ascii_end();
                let value = &file.text[value.range()];
                ([head, b";"].concat(), Some([&name[..], b" = ", value, b";"].concat()))
            }
            None => (introduced(&text, &name), None),
        };
        edits.push(match left {
            Some(text) => Edit::replace(id, statement, text),
            None => view.removal(self.variable),
        });
        let gap: &[u8] = if declared.ends_with(b";") { b" " } else { b"\n" };
        let word: &[u8] = if self.is_static() { b"static " } else { b"" };
        edits.push(Edit::replace(id, Span::new(at, at), [word, &declared, gap].concat()));
        edits.extend(renamed.edits().iter().filter(|it| !statement.contains(it.span)).cloned());
        Some(edits.into_iter().chain(self.gone).collect())
    }

    /// Where what both functions see can stand: before the first of them, in what is around both.
    fn place(&self, bodies: &HashSet<UnitId>) -> Option<u32> {
        let (file, own) = (self.file, self.definition.whole);
        let up = |unit: UnitId| {
            std::iter::successors(Some(unit), |&it| Some(file.unit(it).parent).filter(|up| *up != it))
        };
        // The body that it is a variable of.
        let body = up(self.variable.whole).find(|it| bodies.contains(it))?;
        let around = up(own).skip(1).find(|it| up(body).any(|up| up == *it))?;
        if up(own).any(|it| it == body) || around != 0 && (!is_block(file, around) || is_indented(file)) {
            return None;
        }
        let word = file.language.as_ref()?.function.as_deref();
        let sees_all = is_indented(file) || word.is_some_and(|it| SEE_ALL.contains(&it));
        let plain = !file.text_of(self.variable.name).starts_with(b"$");
        let start = |unit: UnitId| Some(file.unit(child_towards(file, around, unit)?).start);
        Some(start(own)?.min(start(body)?)).filter(|_| plain && (sees_all || around != 0))
    }

    /// What it is at first, where that takes more than a constant.
    fn late_value(&self, statement: Span) -> Option<Span> {
        let word = self.file.language.as_ref()?.function.as_deref();
        let value = self.file.unit(self.variable.parts.value?).span();
        let (first, end) = self.view.lexemes_of(self.variable.file, value);
        let calls = (first..end).any(|it| self.view.reads(self.variable.file, it, b"("));
        let is_list = self.file.text[value.range()].starts_with(b"{");
        let closed = self.file.text[statement.range()].ends_with(b";");
        let names = (first..end).any(|at| {
            let target = self.view.names.target(Place { file: self.variable.file, at });
            matches!(target, Target::Binding(_)) && !self.view.reads(self.variable.file, at - 1, b"&")
        });
        (word == Some("") && closed && !is_list && (calls || names)).then_some(value)
    }

    /// True when something else has its name, but the parameter.
    fn is_ambiguous(&self) -> bool {
        let own = self.variable.binding;
        let word = self.view.binding(own).word;
        let other = |it: &Definition| ![own, self.parameter].contains(&it.binding) && it.kind != Kind::Member;
        let same = |it: &&Definition| self.view.binding(it.binding).word == word;
        self.view.names.definitions().iter().filter(same).any(other)
    }

    /// The variable in the place of the parameter, or of what that pointed to.
    fn uses(&self, name: &[u8]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for one in self.view.uses(self.parameter) {
            let lowered = if self.by_address { one.lowered(self.view) } else { Vec::new() };
            let bare = lowered.is_empty() && one.before(self.view, b".").is_none();
            let sign: &[u8] = if self.by_address && bare { b"&" } else { b"" };
            edits.extend(lowered);
            edits.push(self.replaced(one, [sign, name].concat()));
        }
        edits
    }

    fn replaced(&self, one: Use, text: Vec<u8>) -> Edit {
        Edit::replace(one.file, one.span(self.view), text)
    }

    /// True of a function that belongs to no thing of the type that it stands in.
    fn is_static(&self) -> bool {
        let (whole, name) =
            (self.file.unit(self.definition.whole).start, self.file.unit(self.definition.name).start);
        let before = &self.file.text[whole as usize..name as usize];
        let is_static = before.split(u8::is_ascii_whitespace).any(|it| it == b"static");
        is_static && self.file.unit(self.definition.whole).parent != 0
    }
}

/// A declaration as one that may stand outside of functions.
fn introduced(text: &[u8], name: &[u8]) -> Vec<u8> {
    let rest = text.strip_prefix(name).map(<[u8]>::trim_ascii_start);
    match rest.and_then(|it| it.strip_prefix(b":=")) {
        Some(value) => [b"var ", name, b" =", value].concat(),
        None => text.to_vec(),
    }
}
