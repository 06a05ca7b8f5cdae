//! What takes the place of something else stands in its column: where indentation is syntax, lines that hang on the first go
//! with it.

use crate::document::File;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::language::Layout;
use crate::lexeme::offset;

/// A part in the place of the whole: two deletions, what stands before it and what stands after it, and the blanks that its
/// other lines then have too many.
pub(super) fn keep_only(file: &File, id: FileId, whole: Span, part: Span) -> EditSet {
    let end = if is_indented(file) { end_of_line(file, whole, part) } else { whole.end };
    let around = [Span::new(whole.start, part.start), Span::new(part.end, end)];
    let around = around.into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(id, it));
    if !is_indented(file) {
        return around.collect();
    }
    around.chain(apart(file, id, whole, part)).chain(realigned(file, id, whole.start, part)).collect()
}

/// True when statements end with their lines.
pub(super) fn is_indented(file: &File) -> bool {
    file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented)
}

/// The end of the whole without its line break: some grammars have that inside of what it ends.
fn end_of_line(file: &File, whole: Span, part: Span) -> u32 {
    let breaks = part.end < whole.end && file.text[whole.range()].ends_with(b"\n");
    whole.end - u32::from(breaks && !file.text[part.range()].ends_with(b"\n"))
}

/// Where a key or a dash has a blank behind it, a bracket that comes there has it, too: without it, it is no key any more.
fn apart(file: &File, id: FileId, whole: Span, part: Span) -> Option<Edit> {
    let before = &file.text[..whole.start as usize];
    let marked = before.ends_with(b": ") || before.ends_with(b"- ");
    let bracket = whole.start < part.start && file.text[part.start as usize] == b'[';
    (marked && bracket).then(|| Edit::replace(id, Span::new(part.start, part.start), *b" "))
}

/// The deletions that move the lines of `part` behind its first to the left by as much as that moves when it begins at `to`.
/// Lines that do not hang on the first, because one of them begins further left, stay where they are.
fn realigned(file: &File, id: FileId, to: u32, part: Span) -> Vec<Edit> {
    let (from, to) = (column(file, part.start), column(file, to));
    if from <= to || !file.text[part.range()].contains(&b'\n') {
        return Vec::new();
    }
    let lines: Vec<(u32, u32)> = lines(file, part).collect();
    if lines.iter().any(|it| it.1 < from) {
        return Vec::new();
    }
    lines.into_iter().map(|(start, _)| Edit::delete(id, Span::new(start, start + from - to))).collect()
}

/// The lines that begin within a span and not within a token, each with how many blanks open it; not the empty ones.
fn lines(file: &File, span: Span) -> impl Iterator<Item = (u32, u32)> + '_ {
    let text = &file.text[..span.end as usize];
    let breaks = (span.start as usize..text.len()).filter(|&it| text[it] == b'\n');
    breaks.filter_map(|it| {
        let line = offset(it + 1);
        let start = file.behind_margin(line);
        let rest = text.get(start as usize..).unwrap_or_default();
        let blanks = rest.iter().take_while(|it| matches!(it, b' ' | b'\t')).count();
        let is_empty = rest.get(blanks).is_none_or(|it| matches!(it, b'\n' | b'\r'));
        let token = file.lexemes().partition_point(|it| it.span.start < start).checked_sub(1);
        // A line with a margin is within a comment or a string, and so are all its tokens.
        let within = start == line && token.is_some_and(|it| file.lexemes()[it].span.end > start);
        (!is_empty && !within).then(|| (start, offset(blanks)))
    })
}

/// How many bytes stand before a place in its line, behind its margin.
fn column(file: &File, at: u32) -> u32 {
    let before = &file.text[..at as usize];
    let line = before.iter().rposition(|&it| it == b'\n').map_or(0, |it| offset(it + 1));
    at.saturating_sub(file.behind_margin(line))
}
