//! Elements of a list in brackets, such as parameters or arguments, and how one goes with its separator.

use crate::document::{File, UnitId};
use crate::edit::{Edit, FileId, Span};

/// A list in brackets.
#[derive(Debug)]
pub(super) struct List {
    file: FileId,
    /// The unit that it is.
    pub(super) unit: UnitId,
    /// Its elements, in order.
    pub(super) elements: Vec<Element>,
    /// What stands after each element up to the next one; empty for the last.
    gaps: Vec<Span>,
    /// What goes with the last element, where the list may not be empty.
    whole: Option<Span>,
}

/// An element of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element {
    /// All of it.
    pub(super) span: Span,
    /// The first of its units.
    pub(super) unit: UnitId,
    /// One past the last of its units.
    pub(super) end: UnitId,
    /// Of several names with one type: the number of the first element that shares it, and where its own name ends.
    shares: Option<(usize, u32)>,
}

impl List {
    /// Reads the children of `unit`; `None` where they do not parse.
    pub(super) fn of(file: &File, id: FileId, unit: UnitId) -> Option<List> {
        if file.unit(unit).has_error() {
            return None;
        }
        let mut elements: Vec<Element> = Vec::new();
        let mut open = false;
        for child in file.children(unit) {
            let it = file.unit(child);
            if it.is_extra() || it.span().is_empty() {
                continue;
            }
            let text = file.text_of(child);
            let opens = elements.is_empty() && text == b"for" && file.text_of(unit).starts_with(b"for");
            if opens
                || text == b","
                || !it.is_named()
                    && matches!(text, b"(" | b")" | b"[" | b"]" | b"<" | b">" | b"{" | b"}" | b"|")
            {
                open = false;
                continue;
            }
            match elements.last_mut().filter(|_| open) {
                Some(last) => (last.span.end, last.end) = (it.end, it.subtree_end),
                None if shares_its_type(file, child) => each_name(file, child, &mut elements),
                None => {
                    elements.push(Element {
                        span: it.span(),
                        unit: child,
                        end: it.subtree_end,
                        shares: None,
                    });
                }
            }
            open = true;
        }
        let next = elements.iter().skip(1).map(|it| it.span.start);
        let gaps = elements.iter().zip(next).map(|(it, next)| Span::new(it.span.end, next)).collect();
        Some(List { file: id, unit, elements, gaps, whole: whole(file, unit) })
    }

    /// Takes some elements away, each with a separator.
    pub(super) fn without(&self, gone: impl Fn(usize) -> bool) -> Vec<Edit> {
        let kept = (0..self.elements.len()).rposition(|it| !gone(it));
        if let Some(whole) = self.whole.filter(|_| kept.is_none() && !self.elements.is_empty()) {
            return vec![Edit::delete(self.file, whole)];
        }
        let mut edits = Vec::new();
        for (at, element) in self.elements.iter().enumerate().filter(|it| gone(it.0)) {
            let outlived = |(first, end): (usize, u32)| {
                let ends =
                    self.elements.get(at + 1).is_none_or(|it| it.shares.is_none_or(|it| it.0 != first));
                (ends && (first..at).any(|it| !gone(it))).then_some(end)
            };
            if let Some(end) = element.shares.and_then(outlived) {
                // The type stays for the names before it.
                edits.push(Edit::delete(self.file, Span::new(self.gaps[at - 1].start, end)));
                continue;
            }
            let span = match kept {
                // Behind the last that stays, the separator before goes along.
                Some(kept) if kept < at => Span::new(self.gaps[at - 1].start, element.span.end),
                _ => Span::new(element.span.start, self.gaps.get(at).map_or(element.span.end, |it| it.end)),
            };
            edits.push(Edit::delete(self.file, span));
        }
        edits
    }
}

/// True of several names with one type, as in `a, b int`.
fn shares_its_type(file: &File, unit: UnitId) -> bool {
    let mut children = file.children(unit);
    let named = children.next().is_some_and(|it| file.unit(it).is_named() && file.is_leaf(it));
    named && children.next().is_some_and(|it| file.text_of(it) == b",")
}

/// Each name is an element; the last has the type.
fn each_name(file: &File, unit: UnitId, elements: &mut Vec<Element>) {
    let first = elements.len();
    let parts: Vec<UnitId> = file.children(unit).filter(|&it| file.text_of(it) != b",").collect();
    let names = parts.len().saturating_sub(1).max(1);
    for (at, &name) in parts.iter().take(names).enumerate() {
        let own = file.unit(name);
        let typed = if at + 1 == names { file.unit(unit) } else { own };
        let (to, end) = (typed.end, typed.subtree_end);
        elements.push(Element {
            span: Span::new(own.start, to),
            unit: name,
            end,
            shares: Some((first, own.end)),
        });
    }
}

/// A list of types with what is not worth having without it: the `::` before it, or the word that it opens with.
fn whole(file: &File, unit: UnitId) -> Option<Span> {
    let span = file.unit(unit).span();
    if !file.text_of(unit).starts_with(b"<") && !file.text_of(unit).starts_with(b"[") {
        return None;
    }
    let before = file.text[..span.start as usize].trim_ascii_end();
    let parent = file.unit(unit).parent;
    let opens =
        parent + 1 < unit && file.unit(parent + 1).subtree_end == unit && !file.unit(parent + 1).is_named();
    let start = if before.ends_with(b"::") {
        crate::lexeme::offset(before.len() - 2)
    } else if opens {
        file.unit(parent).start
    } else {
        span.start
    };
    Some(Span::new(start, span.end))
}
