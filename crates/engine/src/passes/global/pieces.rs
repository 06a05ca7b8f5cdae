//! The pieces of a document: elements of its lists at all depths, as light as they need be, and which of them need which.
//! A file that does not parse is one piece.

use std::cmp::Reverse;
use std::ops::Range;

use super::needs::needs;
use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::grammar::List;
use crate::pass::Elements;
use crate::passes::structure::labelled;
use crate::thresholds::{CLOSED_PARTS, COARSE_PARTS};
use crate::tokens::is_blank;

/// The pieces of a document and what they need.
pub(super) struct Pieces {
    /// The lists that they are elements of.
    pub(super) lists: Vec<Elements>,
    pub(super) all: Vec<Piece>,
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
    /// Finds the pieces of all files whose names are known; `None` where they are more than so many.
    pub(super) fn of(document: &Document, at_most: usize) -> Option<Pieces> {
        let mut found = Pieces { lists: Vec::new(), all: Vec::new(), needs: Vec::new() };
        let tokens = document.tokens();
        // What needs what is not known of a language without names, such as that of a manifest.
        let is_known =
            |it: &FileId| document.file(*it).language.as_ref().is_some_and(|it| it.names.is_some());
        for id in document.source_ids().filter(is_known) {
            if document.file(id).is_explained() {
                found.gather(document, id, tokens);
            } else {
                found.take_whole(document.file(id), id);
            }
        }
        if found.all.len() > at_most {
            return None;
        }
        found.all.sort_unstable_by_key(|it| (it.file, it.span.start, Reverse(it.span.end), it.list));
        let owners: Vec<_> = document.file_ids().map(|id| found.owners(document.file(id), id)).collect();
        found.needs = needs(document, &found.all, &owners);
        Some(found)
    }

    /// Takes all of a file as one piece: nobody can say where anything in it ends.
    fn take_whole(&mut self, file: &File, id: FileId) {
        let (list, span) = (self.lists.len(), file.span());
        self.all.push(Piece { list, element: 0, file: id, span, parent: None });
        let (separators, around) = (vec![], vec![]);
        self.lists.push(Elements { file: id, elements: vec![span], separators, around, at_least: 0 });
    }

    /// Opens what is heavy in a document of so many tokens, from the root of a file down.
    fn gather(&mut self, document: &Document, id: FileId, tokens: usize) {
        let (file, names) = (document.file(id), document.names());
        let light = tokens / COARSE_PARTS.get();
        let closed = tokens / CLOSED_PARTS.get();
        let mut open: Vec<UnitId> = vec![0];
        while let Some(unit) = open.pop() {
            if let Some((children, labels)) = labelled(file, unit) {
                let children = with_comments(file, unit, &children);
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

    /// Takes the elements of a list, each with the comments and attributes before it.
    fn list(&mut self, file: &File, id: FileId, children: &[Child], list: &List, attributes: &[UnitId]) {
        let of = |it: &Range<usize>| match (&children[it.clone()].first(), &children[it.clone()].last()) {
            (Some(a), Some(b)) => Span::new(file.unit(a.unit).start, file.unit(b.unit).end),
            _ => Span::default(),
        };
        let mut elements: Vec<Span> = Vec::with_capacity(list.elements.len());
        let mut separators: Vec<Span> = Vec::with_capacity(list.elements.len());
        // Where the attributes of the next element begin.
        let mut start = None;
        for (element, separator) in list.elements.iter().zip(&list.separators) {
            let span = of(element);
            if span.is_empty() {
                continue;
            }
            // What only ends the element before it is nothing by itself, such as the `;` after a macro.
            if let (Some(before), true) = (elements.last_mut(), file.text[span.range()] == *b";") {
                before.end = span.end;
                continue;
            }
            let begin = start.unwrap_or(children[element.start].begin);
            if attributes.binary_search(&children[element.start].unit).is_ok() {
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
        self.all.extend(elements.iter().enumerate().map(|(element, &span)| Piece {
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
        let mut next = self.all.partition_point(|it| it.file < id);
        let mut open: Vec<usize> = Vec::new();
        let mut owners = Vec::with_capacity(file.lexemes().len());
        for lexeme in file.lexemes() {
            while let Some(piece) = self.all.get(next).filter(|it| it.file == id)
                && piece.span.start <= lexeme.span.start
            {
                let start = piece.span.start;
                while open.pop_if(|it| self.all[*it].span.end <= start).is_some() {}
                self.all[next].parent = open.last().copied();
                open.push(next);
                next += 1;
            }
            while open.pop_if(|it| self.all[*it].span.end <= lexeme.span.start).is_some() {}
            owners.push(open.last().copied());
        }
        owners
    }
}

/// A child of a unit, and where it begins with the comments before it.
struct Child {
    unit: UnitId,
    begin: u32,
}

/// Some children of a unit, with the comments that stand before them on lines of their own.
fn with_comments(file: &File, unit: UnitId, children: &[UnitId]) -> Vec<Child> {
    let mut found: Vec<Child> = Vec::with_capacity(children.len());
    let mut comment = None;
    for child in file.children(unit) {
        let start = file.unit(child).start;
        if children.get(found.len()) == Some(&child) {
            found.push(Child { unit: child, begin: comment.take().unwrap_or(start) });
        } else if comment.is_none() && begins_line(&file.text, start) {
            comment = Some(start);
        }
    }
    found
}

/// True when only blanks stand before an offset on its line.
fn begins_line(text: &[u8], offset: u32) -> bool {
    let before = text[..offset as usize].iter().rev();
    before.take_while(|&&it| it != b'\n').all(|&it| is_blank(it))
}
