//! What goes when a mention goes: the element of a list that it is in, or its line, or the words alone.

use crate::document::{Document, File, UnitId};
use crate::edit::Span;
use crate::lexeme::offset;
use crate::mentions::Mentioned;
use crate::passes::structure::labelled;
use crate::tokens::is_blank;

/// What to delete of a file so that it does not mention what it does there any more.
///
/// Where a grammar knows lists, the element of the innermost one; in a file that only names others the largest one that
/// names nothing else. Elsewhere the line with those that are indented below it where the mention begins the line, as a
/// rule of a Makefile does, else the words and the blanks before them; a line that goes on with the one before begins
/// nothing.
pub(super) fn cut(document: &Document, mention: &Mentioned) -> Span {
    let file = document.file(mention.file);
    // In a project that is too large to be read as a whole, the line has to do for those that have templates.
    let is_read = file.language.is_some() && (document.is_read_whole() || !mention.needs);
    if is_read && file.is_explained() {
        let same = document.mentions().within(mention.file).iter();
        let same: Vec<Span> = same.filter(|it| it.means == mention.means).map(|it| it.span).collect();
        let others = file.said().iter().map(|it| it.span).filter(|it| !same.contains(it));
        let others: Vec<Span> = others.collect();
        if let Some(element) = element(file, mention, &others) {
            return element;
        }
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

/// The line that a span begins in, with its newline.
pub(super) fn line(text: &[u8], span: Span) -> Span {
    let start = text[..span.start as usize].iter().rposition(|&it| it == b'\n').map_or(0, |it| it + 1);
    Span::new(offset(start), offset(end_of_line(text, span.start as usize)))
}

fn end_of_line(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&it| it == b'\n').map_or(text.len(), |it| at + it + 1)
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

/// The innermost list element that a mention is in, with a separator; of one that is no need the outermost that holds none
/// of the others.
fn element(file: &File, mention: &Mentioned, others: &[Span]) -> Option<Span> {
    let mut unit = leaf_at(file, mention.span.start);
    let mut found: Option<Span> = None;
    loop {
        let parent = file.unit(unit).parent;
        if parent == unit {
            return found;
        }
        if let Some(span) = element_of(file, parent, unit).filter(|it| it.contains(mention.whole)) {
            let alone = !others.iter().any(|it| span.contains(*it));
            if !alone && (found.is_some() || !mention.needs) {
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

/// The element of a list of `parent` that the child is, or is in, with a separator.
fn element_of(file: &File, parent: UnitId, child: UnitId) -> Option<Span> {
    let (children, labels) = labelled(file, parent)?;
    let at = children.iter().position(|&it| it == child)?;
    let span = |it: &std::ops::Range<usize>| {
        let (first, last) = (children.get(it.start)?, children.get(it.end.checked_sub(1)?)?);
        (!it.is_empty()).then(|| Span::new(file.unit(*first).start, file.unit(*last).end))
    };
    let list = labels.lists.iter().find(|it| it.elements.iter().any(|it| it.contains(&at)))?;
    let index = list.elements.iter().position(|it| it.contains(&at))?;
    if list.elements.len() <= list.at_least {
        return None;
    }
    let own = span(&list.elements[index])?;
    let separator = |it: usize| list.separators.get(it).and_then(&span);
    let whole = match (separator(index), index.checked_sub(1).and_then(separator)) {
        (Some(after), _) => Span::new(own.start, after.end),
        (None, Some(before)) => Span::new(before.start, own.end),
        (None, None) => own,
    };
    Some(whole)
}

/// The leaf that a byte is in.
fn leaf_at(file: &File, at: u32) -> UnitId {
    let mut unit = 0;
    while let Some(child) = file.children(unit).find(|&it| {
        let span = file.unit(it).span();
        span.start <= at && at < span.end
    }) {
        unit = child;
    }
    unit
}
