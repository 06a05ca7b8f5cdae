//! The pieces of a document: elements of its lists at all depths, as light as they need be, and which of them need which.

use std::cmp::Reverse;
use std::ops::Range;

use super::needs::needs;
use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::grammar::List;
use crate::names::Names;
use crate::pass::Elements;
use crate::passes::structure::{hull, labelled};
use crate::thresholds::{CLOSED_PARTS, COARSE_PARTS};

/// The pieces of a document and what they need.
pub(super) struct Pieces {
    /// The lists that they are elements of.
    pub(super) lists: Vec<Elements>,
    pub(super) pieces: Vec<Piece>,
    /// For each piece those that it needs, sorted.
    pub(super) needs: Vec<Vec<usize>>,
}

/// One element of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) list: usize,
    pub(super) element: usize,
    pub(super) file: FileId,
    pub(super) span: Span,
    /// The piece that it stands in.
    pub(super) parent: Option<usize>,
}

impl Pieces {
    /// Finds the pieces of all files that a grammar explains.
    pub(super) fn of(document: &Document) -> Pieces {
        let mut all = Pieces { lists: Vec::new(), pieces: Vec::new(), needs: Vec::new() };
        for id in document.file_ids() {
            all.gather(document.file(id), id, document.names());
        }
        all.pieces.sort_unstable_by_key(|it| (it.file, it.span.start, Reverse(it.span.end), it.list));
        let owners: Vec<_> = document.file_ids().map(|id| all.owners(document.file(id), id)).collect();
        all.needs = needs(document, &all.pieces, &owners);
        all
    }

    /// Opens what is heavy, from the root down.
    fn gather(&mut self, file: &File, id: FileId, names: &Names) {
        let light = file.tokens() / COARSE_PARTS.get();
        let closed = file.tokens() / CLOSED_PARTS.get();
        let mut open: Vec<UnitId> = vec![0];
        while let Some(unit) = open.pop() {
            if let Some((children, labels)) = labelled(file, unit) {
                for list in labels.lists.iter().filter(|it| it.elements.len() > it.at_least) {
                    self.list(file, id, &children, list, names.attributes(id));
                }
            }
            let heavy = |&it: &UnitId| {
                let end = file.unit(it).subtree_end;
                let limit = if names.defines_within(id, it, end) { light } else { closed };
                file.tokens_in(file.unit(it).span()) > limit && !file.is_leaf(it)
            };
            open.extend(file.children(unit).filter(heavy));
        }
    }

    fn list(&mut self, file: &File, id: FileId, children: &[UnitId], list: &List, attributes: &[UnitId]) {
        let of = |it: &Range<usize>| hull(file, &children[it.clone()]);
        let mut elements: Vec<Span> = Vec::with_capacity(list.elements.len());
        let mut separators: Vec<Span> = Vec::with_capacity(list.elements.len());
        // Where the attributes of the next element begin.
        let mut start = None;
        for (element, separator) in list.elements.iter().zip(&list.separators) {
            let span = of(element);
            if span.is_empty() {
                continue;
            }
            let begin = start.unwrap_or(span.start);
            if attributes.binary_search(&children[element.start]).is_ok() {
                start = Some(begin);
                continue;
            }
            elements.push(Span::new(begin, span.end));
            separators.push(of(separator));
            start = None;
        }
        if separators.iter().all(|it| it.is_empty()) {
            separators.clear();
        }
        let number = self.lists.len();
        self.pieces.extend(elements.iter().enumerate().map(|(element, &span)| Piece {
            list: number,
            element,
            file: id,
            span,
            parent: None,
        }));
        self.lists.push(Elements { file: id, elements, separators, around: vec![], at_least: list.at_least });
    }

    /// The innermost piece that each lexeme of a file stands in; tells the pieces what is around them.
    fn owners(&mut self, file: &File, id: FileId) -> Vec<Option<usize>> {
        let mut next = self.pieces.partition_point(|it| it.file < id);
        let mut open: Vec<usize> = Vec::new();
        let mut owners = Vec::with_capacity(file.lexemes().len());
        for lexeme in file.lexemes() {
            while let Some(piece) = self.pieces.get(next).filter(|it| it.file == id)
                && piece.span.start <= lexeme.span.start
            {
                let start = piece.span.start;
                while open.pop_if(|it| self.pieces[*it].span.end <= start).is_some() {}
                self.pieces[next].parent = open.last().copied();
                open.push(next);
                next += 1;
            }
            while open.pop_if(|it| self.pieces[*it].span.end <= lexeme.span.start).is_some() {}
            owners.push(open.last().copied());
        }
        owners
    }
}
