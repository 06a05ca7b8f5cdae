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
            if text == b","
                || !it.is_named()
                    && matches!(text, b"(" | b")" | b"[" | b"]" | b"<" | b">" | b"{" | b"}" | b"|")
            {
                open = false;
                continue;
            }
            match elements.last_mut().filter(|_| open) {
                Some(last) => (last.span.end, last.end) = (it.end, it.subtree_end),
                None => elements.push(Element { span: it.span(), unit: child, end: it.subtree_end }),
            }
            open = true;
        }
        let next = elements.iter().skip(1).map(|it| it.span.start);
        let gaps = elements.iter().zip(next).map(|(it, next)| Span::new(it.span.end, next)).collect();
        Some(List { file: id, unit, elements, gaps })
    }

    /// Takes some elements away, each with a separator.
    pub(super) fn without(&self, gone: impl Fn(usize) -> bool) -> Vec<Edit> {
        let kept = (0..self.elements.len()).rposition(|it| !gone(it));
        let mut edits = Vec::new();
        for (at, element) in self.elements.iter().enumerate().filter(|it| gone(it.0)) {
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
