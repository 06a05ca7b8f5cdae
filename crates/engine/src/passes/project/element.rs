//! What goes when a mention goes: the element of a list that it is in, or its line, or the words alone.

use std::collections::HashMap;

use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::offset;
use crate::mentions::Mentioned;
use crate::passes::structure::labelled;
use crate::tokens::is_blank;

/// Finds what goes with mentions, in time linear in the files that they are in.
pub(super) struct Cuts<'d> {
    document: &'d Document,
    files: HashMap<FileId, Option<Lists<'d>>>,
}

impl<'d> Cuts<'d> {
    /// Nothing is looked at yet.
    pub(super) fn of(document: &'d Document) -> Cuts<'d> {
        Cuts { document, files: HashMap::new() }
    }

    /// What to delete of a file so that it does not mention what it does there any more.
    ///
    /// Where a grammar knows lists, the element of the innermost one; in a file that only names others the largest one that
    /// names nothing else. Elsewhere the line with those that are indented below it where the mention begins the line, as a
    /// rule of a Makefile does, else the words and the blanks before them; a line that goes on with the one before begins
    /// nothing.
    pub(super) fn cut(&mut self, mention: &Mentioned) -> Span {
        let (document, id) = (self.document, mention.file);
        let file = document.file(id);
        // In a project that is too large to be read as a whole, the line has to do for those that have templates.
        let is_read = file.language.is_some() && (document.is_read_whole() || !mention.needs);
        let lists = self.files.entry(id).or_insert_with(|| {
            (is_read && file.is_explained()).then(|| Lists::of(file, document.mentions().within(id)))
        });
        if let Some(element) = lists.as_mut().and_then(|it| it.element(mention)) {
            return element;
        }
        let text = &file.text;
        let line = line(text, mention.span);
        let begins = text[line.start as usize..mention.span.start as usize].iter().all(|it| is_blank(*it))
            && !text[..line.start as usize].ends_with(b"\\\n");
        match (mention.needs, begins) {
            (true, _) => line,
            (false, true) => Span::new(line.start, below(text, line)),
            (false, false) => word(text, mention.span),
        }
    }
}

/// The lists of a file that mentions are in.
struct Lists<'d> {
    file: &'d File,
    /// Where the file says what reads like a mention, in order.
    said: Vec<u32>,
    /// Where the mentions of the same files are, in order.
    same: HashMap<&'d [FileId], Vec<u32>>,
    /// For each unit that was looked at what to delete with each child that is an element of a list.
    elements: HashMap<UnitId, HashMap<UnitId, Span>>,
}

impl<'d> Lists<'d> {
    fn of(file: &'d File, mentions: &'d [Mentioned]) -> Lists<'d> {
        let mut same: HashMap<&[FileId], Vec<u32>> = HashMap::new();
        for it in mentions {
            same.entry(&it.means).or_default().push(it.span.start);
        }
        let said = file.said().iter().map(|it| it.span.start).collect();
        Lists { file, said, same, elements: HashMap::new() }
    }

    /// The innermost list element that a mention is in, with a separator; of one that is no need the outermost that holds
    /// none of others.
    fn element(&mut self, mention: &Mentioned) -> Option<Span> {
        let file = self.file;
        let mut unit = innermost_at(file, mention.span.start);
        let mut found: Option<Span> = None;
        loop {
            let parent = file.unit(unit).parent;
            if parent == unit {
                return found;
            }
            let elements = self.elements.entry(parent).or_insert_with(|| elements(file, parent));
            if let Some(&span) = elements.get(&unit).filter(|it| it.contains(mention.whole)) {
                if !self.is_alone(mention, span) && (found.is_some() || !mention.needs) {
                    return found;
                }
                found = Some(span);
                if mention.needs {
                    return found;
                }
            }
            unit = parent;
        }
    }

    /// True when no other file is mentioned in a span.
    fn is_alone(&self, mention: &Mentioned, span: Span) -> bool {
        let within = |starts: &[u32]| {
            starts.partition_point(|&it| it < span.end) - starts.partition_point(|&it| it < span.start)
        };
        within(&self.said) == self.same.get(&*mention.means).map_or(0, |it| within(it))
    }
}

/// The line that a span begins in, with its newline.
pub(super) fn line(text: &[u8], span: Span) -> Span {
    let start = memchr::memrchr(b'\n', &text[..span.start as usize]).map_or(0, |it| it + 1);
    Span::new(offset(start), offset(end_of_line(text, span.start as usize)))
}

fn end_of_line(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |it| at + it + 1)
}

/// The end of the lines below a line that are indented deeper.
fn below(text: &[u8], line: Span) -> u32 {
    let indentation = |at: usize| text[at..].iter().take_while(|it| matches!(**it, b' ' | b'\t')).count();
    let own = indentation(line.start as usize);
    let mut end = line.end as usize;
    while end < text.len() && indentation(end) > own && text[end + indentation(end)] != b'\n' {
        end = end_of_line(text, end);
    }
    offset(end)
}

/// Words with the blanks before them on their line, and the sign that it goes on with the one before.
fn word(text: &[u8], span: Span) -> Span {
    let mut before = &text[..span.start as usize];
    while let Some(rest) = before
        .strip_suffix(b"\\\n")
        .or_else(|| before.strip_suffix(b" "))
        .or_else(|| before.strip_suffix(b"\t"))
    {
        before = rest;
    }
    Span::new(offset(before.len()), span.end)
}

/// For each child of a unit that is an element of a list, or in one, the element with a separator.
fn elements(file: &File, parent: UnitId) -> HashMap<UnitId, Span> {
    let mut found = HashMap::new();
    let Some((children, labels)) = labelled(file, parent) else { return found };
    let span = |it: &std::ops::Range<usize>| {
        let (first, last) = (children.get(it.start)?, children.get(it.end.checked_sub(1)?)?);
        (!it.is_empty()).then(|| Span::new(file.unit(*first).start, file.unit(*last).end))
    };
    // The outer of two lists comes first.
    for list in labels.lists.iter().rev() {
        let separator = |it: usize| list.separators.get(it).and_then(span);
        for (index, element) in list.elements.iter().enumerate() {
            let whole = span(element).filter(|_| list.elements.len() > list.at_least).map(|own| {
                match (separator(index), index.checked_sub(1).and_then(separator)) {
                    (Some(after), _) => Span::new(own.start, after.end),
                    (None, Some(before)) => Span::new(before.start, own.end),
                    (None, None) => own,
                }
            });
            for &child in &children[element.clone()] {
                match whole {
                    Some(whole) => found.insert(child, whole),
                    None => found.remove(&child),
                };
            }
        }
    }
    found
}

/// The innermost unit that a byte is in.
fn innermost_at(file: &File, at: u32) -> UnitId {
    // In preorder whatever begins at or before the byte and is not around it ends before it.
    let after = file.units().partition_point(|it| it.start <= at);
    let mut unit = UnitId::try_from(after.saturating_sub(1)).expect("there are as many units as ids");
    while file.unit(unit).end <= at && file.unit(unit).parent != unit {
        unit = file.unit(unit).parent;
    }
    unit
}
