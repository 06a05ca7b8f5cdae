//! `call-callback`: lets a call give way to a call of a function that it is given, with something else that it is given.
//!
//! Before:
//! ```python
//! def f(x): return g(x)
//! y = h("a", f, k(1))
//! ```
//! After:
//! ```python
//! def f(x): return g(x)
//! y = f(k(1))
//! ```
//!
//! Before:
//! ```js
//! function f(x) { g(x); }
//! a.map(f);
//! ```
//! After:
//! ```js
//! function f(x) { g(x); }
//! f(a);
//! ```
//!
//! Before:
//! ```c
//! int f(int *x, int *y) { return *x; }
//! int h(int *x, int y) { return sort(x, y, f); }
//! ```
//! After:
//! ```c
//! int f(int *x, int *y) { return *x; }
//! int h(int *x, int y) { return f(x, x); }
//! ```
//! Each of its parameters gets the same: the last or the first of what else the call is given, what the call is on, or the first
//! element of one of these. For at most 2,000 places of a file, from the back.

use super::functions::{Function, functions, leaf_at};
use super::lists::{Element, List};
use super::view::{Use, View};
use crate::document::{Document, File, UnitId};
use crate::edit::{EditSet, FileId, Span};
use crate::lexeme::{offset, trim};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;
use crate::tokens::is_word;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "call-callback",
    summary: "replace a call by a call of a function that it is given",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// How many units up from a name the list of arguments is looked for, such as behind `key=`.
const LEVELS: usize = 4;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let mut left = COUPLED_SITES.get();
    let all: Vec<Function> = functions(document, id).collect();
    for function in all.iter().rev() {
        let count = parameters(&view, function);
        for &place in function.binding.references.iter().rev().take(left) {
            let Some(given) = view.use_at(place).and_then(|it| Given::of(&view, it)) else { continue };
            left -= 1;
            sites.alternatives(given.called(count).into_iter().filter(|it| view.lowers(it)).collect());
        }
    }
}

/// How many parameters a function has besides what it is called on.
fn parameters(view: &View, function: &Function) -> usize {
    let lists = function.lists(false);
    let Some((id, list)) = lists.parameters.first() else { return 0 };
    let file = view.file(*id);
    let is_own =
        |it: &&Element| !matches!(file.text_of(leaf_at(file, it.span.start)), b"self" | b"cls" | b"void");
    list.elements.iter().filter(is_own).count()
}

/// A call that is given a function.
struct Given<'f> {
    file: &'f File,
    id: FileId,
    call: Span,
    /// The function, as it is named there.
    name: Span,
    /// What may be given to it, best first.
    values: Vec<Span>,
}

impl<'f> Given<'f> {
    fn of(view: &View<'f>, one: Use) -> Option<Given<'f>> {
        let (file, id) = (view.file(one.file), one.file);
        let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|&it| it != 0);
        let is_list = |it: &UnitId| {
            let (text, around) = (file.text_of(*it), file.unit(file.unit(*it).parent).span());
            let own = file.unit(*it).span();
            text.starts_with(b"(")
                && text.ends_with(b")")
                && around.end == own.end
                && around.start < own.start
        };
        let list = std::iter::successors(up(&one.unit), up).take(LEVELS).find(is_list)?;
        let call = file.unit(list).parent;
        let elements = List::of(file, id, list)?.elements;
        let at = elements.iter().position(|it| it.span.end == one.span(view).end)?;
        let name = value(file, elements[at].span);
        let is_name = |it: &u8| is_word(*it) || b".:$&>-".contains(it);
        if !file.text[name.range()].iter().all(is_name) {
            return None;
        }
        let others = |from: usize, to: usize| elements[from..to].iter().map(|it| value(file, it.span));
        let mut values: Vec<Span> = others(at + 1, elements.len()).rev().take(1).collect();
        values.extend(others(0, at).take(1));
        values.extend(receiver(file, call));
        Some(Given { file, id, call: file.unit(call).span(), name, values })
    }

    /// A call of it in the place of the call, with each of the values for all parameters.
    fn called(&self, count: usize) -> Vec<EditSet> {
        let text = |it: Span| &self.file.text[it.range()];
        let with = |value: Vec<u8>| {
            let arguments = vec![&value[..]; count].join(&b", "[..]);
            EditSet::replace(self.id, self.call, [text(self.name), b"(", &arguments, b")"].concat())
        };
        if count == 0 {
            return vec![with(Vec::new())];
        }
        let whole = self.values.iter().map(|&it| text(it).to_vec());
        let first = self.values.iter().map(|&it| [text(it), b"[0]"].concat());
        whole.chain(first).map(with).collect()
    }
}

/// An argument without the name of its parameter.
fn value(file: &File, argument: Span) -> Span {
    let text = &file.text[argument.range()];
    let word = text.iter().take_while(|it| is_word(**it)).count();
    let rest = text[word..].trim_ascii_start();
    let named = word > 0 && rest.starts_with(b"=") && !rest.starts_with(b"==") && !rest.starts_with(b"=>");
    let sign = argument.end - offset(rest.len());
    let behind = Span::new(sign + u32::from(named), argument.end);
    trim(&file.text, behind).filter(|_| named).unwrap_or(argument)
}

/// What a call is on.
fn receiver(file: &File, call: UnitId) -> Option<Span> {
    let method = file.solid_children(call).next()?;
    let mut path = file.solid_children(method);
    let (on, name) = (file.unit(path.next()?).span(), file.unit(path.next()?).span());
    let dotted = matches!(file.text[on.end as usize..name.start as usize].trim_ascii(), b"." | b"?.");
    (dotted && path.next().is_none()).then_some(on)
}
