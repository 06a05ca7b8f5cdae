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
    /// A list of nothing.
    pub(super) fn none(file: FileId, unit: UnitId) -> List {
        List { file, unit, elements: Vec::new(), gaps: Vec::new(), whole: None }
    }

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

/// A list by its commas, so that a position may be empty.
pub(super) struct Slots {
    /// All of it, with its brackets.
    pub(super) whole: Span,
    /// What stands between its brackets and commas, without blanks, and the unit that is all of it.
    slots: Vec<(Span, Option<UnitId>)>,
}

impl Slots {
    /// Reads the children of `unit`; `None` where they do not parse.
    pub(super) fn of(file: &File, unit: UnitId) -> Option<Slots> {
        if file.unit(unit).has_error() {
            return None;
        }
        let whole = file.unit(unit).span();
        let (mut slots, mut here, mut commas) = (Vec::new(), None, 0);
        for child in file.children(unit).filter(|&it| !file.unit(it).is_extra()) {
            let it = file.unit(child);
            match file.text_of(child) {
                b"," => {
                    commas += 1;
                    slots.push(here.take().unwrap_or((Span::new(it.start, it.start), None)));
                }
                b"(" | b"[" | b")" | b"]" if !it.is_named() => {}
                // What is more than one unit, such as a name with its type, is one all the same.
                _ => {
                    let start = here.map_or(it.start, |it: (Span, Option<UnitId>)| it.0.start);
                    here = Some((Span::new(start, it.end), here.is_none().then_some(child)));
                }
            }
        }
        // Behind the last comma there is an element or nothing.
        slots.extend(here);
        (commas > 0 || slots.len() == 1).then_some(Slots { whole, slots })
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn span(&self, at: usize) -> Span {
        self.slots[at].0
    }

    /// The unit that is all of a position.
    pub(super) fn unit(&self, at: usize) -> Option<UnitId> {
        self.slots.get(at)?.1
    }

    /// Takes a position away with a comma. The one that stays in a list without brackets keeps a comma, or it were no list.
    pub(super) fn without(&self, id: FileId, at: usize) -> Vec<Edit> {
        let bare = self.slots[0].0.start == self.whole.start && self.slots.len() == 2;
        let own = self.span(at);
        match self.slots.get(at + 1) {
            Some(next) => {
                let comma = bare.then(|| Edit::replace(id, Span::new(next.0.end, next.0.end), *b","));
                let gone = Edit::delete(id, Span::new(own.start, next.0.start));
                std::iter::once(gone).chain(comma).collect()
            }
            None if bare => vec![Edit::delete(id, own)],
            None => vec![Edit::delete(id, Span::new(self.span(at.saturating_sub(1)).end, own.end))],
        }
    }
}
