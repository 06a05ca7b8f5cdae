//! What a function gives out one after the other, to who goes over its result or to the block that its call has.

use super::places::{Use, is_statement};
use crate::document::{File, UnitId};
use crate::edit::Span;
use crate::lexeme::trim;

/// A place where a function gives something out.
pub(super) struct Yield {
    /// All of it, as an expression.
    pub(super) whole: UnitId,
    keyword: UnitId,
    /// What is given out.
    pub(super) value: Option<Span>,
    /// True when each of that is given out, as by `yield from x`.
    pub(super) delegates: bool,
}

/// All places where a body gives something out; none where a function within it does, or where it returns.
pub(super) fn yields(file: &File, body: UnitId) -> Vec<Yield> {
    let mut leaves = (body..file.unit(body).subtree_end).filter(|&it| file.is_leaf(it)).peekable();
    let mut found = Vec::new();
    while let Some(leaf) = leaves.next() {
        let one = match file.text_of(leaf) {
            b"yield" => Yield::of(file, body, leaf),
            b"return" => None,
            _ => continue,
        };
        let Some(one) = one else { return Vec::new() };
        // `yield return x` is how C# has it.
        let beside = |it: &UnitId| file.unit(*it).parent == file.unit(leaf).parent;
        leaves.next_if(|it| file.text_of(*it) == b"return" && beside(it));
        found.push(one);
    }
    found
}

/// The keyword of the last statement of a body, where that alone gives something out.
pub(super) fn gives(file: &File, body: UnitId, last: UnitId) -> Option<UnitId> {
    let found = yields(file, body);
    let [Yield { whole, keyword, value: Some(value), .. }] = found[..] else { return None };
    let own = file.unit(whole);
    let is_last = own.start == file.unit(last).start && whole < file.unit(last).subtree_end;
    let next = file.unit(keyword).end as usize..value.start as usize;
    let is_plain = file.text[next].trim_ascii().is_empty() && !is_arguments(file, whole);
    (is_last && is_plain && is_statement(file, file.unit(last).span())).then_some(keyword)
}

/// What is given out as a list of one.
pub(super) fn listed(file: &File, value: UnitId, text: &[u8]) -> Vec<u8> {
    let several = file.children(value).any(|it| file.text_of(it) == b",");
    let bare = several && file.kind_name(value).ends_with("_list") && !text.starts_with(b"[");
    let ends: [&[u8]; 2] = if bare { [b"[(", b")]"] } else { [b"[", b"]"] };
    [ends[0], text, ends[1]].concat()
}

impl Yield {
    fn of(file: &File, body: UnitId, keyword: UnitId) -> Option<Yield> {
        let parent = file.unit(keyword).parent;
        let begins = parent > body && file.unit(parent).start == file.unit(keyword).start;
        let whole = if begins { parent } else { keyword };
        let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|&it| it > body);
        let functions = ["function", "lambda", "method", "arrow", "closure", "class"];
        let is_function = |it: UnitId| functions.iter().any(|kind| file.kind_name(it).contains(kind));
        if std::iter::successors(Some(whole), up).any(is_function) {
            return None;
        }
        let value = file.solid_children(whole).find(|it| *it > keyword);
        let value = value.and_then(|it| inner(file, it));
        let end = value.map_or(file.unit(whole).end, |it| it.start);
        let between = file.text[file.unit(keyword).end as usize..end as usize].trim_ascii();
        let delegates = matches!(between, b"from" | b"*");
        let plain = matches!(between, b"" | b"return" | b"(" | b"()");
        (delegates || plain).then_some(Yield { whole, keyword, value, delegates })
    }

    /// The statement that it is, and whether others may stand beside it; `None` where its value is used.
    pub(super) fn statement(&self, file: &File) -> Option<(Span, bool)> {
        match Use::of(file, self.whole)? {
            Use::Statement { span, direct } => Some((span, direct)),
            Use::Tail { span } => Some((span, true)),
            Use::Returned { .. } | Use::Within { .. } => None,
        }
    }
}

/// What a block is given, as in `yield(x)`.
fn is_arguments(file: &File, whole: UnitId) -> bool {
    file.children(whole).any(|it| file.kind_name(it) == "argument_list")
}

/// A value, or what stands in the brackets of arguments.
fn inner(file: &File, value: UnitId) -> Option<Span> {
    let span = file.unit(value).span();
    let opens = file.children(value).next().is_some_and(|it| file.text_of(it) == b"(");
    let closes = span.len() > 1 && file.text_of(value).ends_with(b")");
    let is_list = file.kind_name(value) == "argument_list" && opens && closes;
    if is_list { trim(&file.text, Span::new(span.start + 1, span.end - 1)) } else { Some(span) }
}
