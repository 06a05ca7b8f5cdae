//! What takes the place of something else stands in its column: where indentation is syntax, lines that hang on the first go
//! with it, and where brackets join lines, what comes out of them is one line.

use crate::document::File;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::language::Layout;
use crate::lexeme::{Class, Lexeme, offset};

/// A part in the place of the whole: two deletions, what stands before it and what stands after it, and the blanks that its
/// other lines then have too many.
pub(in crate::passes) fn keep_only(file: &File, id: FileId, whole: Span, part: Span) -> EditSet {
    let end = if is_indented(file) { end_of_line(file, whole, part) } else { whole.end };
    let around = [Span::new(whole.start, part.start), Span::new(part.end, end)];
    let around = around.into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(id, it));
    if !is_indented(file) {
        return around.collect();
    }
    let apart = apart(file, id, whole, part);
    let mut moved = joined(file, id, whole, part);
    if moved.is_empty() {
        moved = realigned(file, id, column(file, whole.start) + u32::from(apart.is_some()), part);
    }
    around.chain(apart).chain(moved).collect()
}

/// The blanks in the place of line breaks that brackets of `whole` around `part` made blanks; what stands before a line break as
/// if it were blank goes with it.
fn joined(file: &File, id: FileId, whole: Span, part: Span) -> Vec<Edit> {
    let breaks = |it: Span| file.text[it.range()].contains(&b'\n');
    if !file.language.as_ref().is_some_and(|it| it.brackets_join) || !breaks(part) {
        return Vec::new();
    }
    let all = file.lexemes();
    let from = |at: u32| all.partition_point(|it| it.span.start < at);
    let (first, start, end) = (from(whole.start), from(part.start), from(part.end));
    let opened =
        |it: Class| i32::from(matches!(it, Class::Open(_))) - i32::from(matches!(it, Class::Close(_)));
    if all[first..start].iter().map(|it| opened(it.class)).sum::<i32>() <= 0 {
        return Vec::new();
    }
    let is_blank = |it: &Lexeme| it.class == Class::Comment || it.of(&file.text) == b"\\";
    let (mut edits, mut depth, mut last) = (Vec::new(), 0, part.start);
    for lexeme in all[start..end].iter().filter(|it| !is_blank(it)) {
        let gap = Span::new(last, lexeme.span.start);
        if depth == 0 && last > part.start && breaks(gap) {
            edits.push(Edit::replace(id, gap, *b" "));
        }
        depth += opened(lexeme.class);
        last = lexeme.span.end;
    }
    edits
}

/// True when statements end with their lines.
pub(in crate::passes) fn is_indented(file: &File) -> bool {
    file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented)
}

/// The end of the whole without its line break: some grammars have that inside of what it ends.
fn end_of_line(file: &File, whole: Span, part: Span) -> u32 {
    let breaks = part.end < whole.end && file.text[whole.range()].ends_with(b"\n");
    whole.end - u32::from(breaks && !file.text[part.range()].ends_with(b"\n"))
}

/// Where a key or a dash has a blank behind it, a bracket that comes there has it, too: without it, it is no key any more. And
/// what was in a list that stands right below its key is further right than that.
fn apart(file: &File, id: FileId, whole: Span, part: Span) -> Option<Edit> {
    let before = &file.text[..whole.start as usize];
    let marked = before.ends_with(b": ") || before.ends_with(b"- ");
    let bracket = whole.start < part.start && file.text[part.start as usize] == b'[';
    let is_apart = marked && bracket || stands_below_key(file, whole) && !is_item(&file.text[part.range()]);
    is_apart.then(|| Edit::replace(id, Span::new(part.start, part.start), *b" "))
}

/// True for a list with dashes that are in the column of the key that it belongs to, as YAML has it.
fn stands_below_key(file: &File, list: Span) -> bool {
    if !is_item(&file.text[list.range()]) {
        return false;
    }
    let above = file.text[..list.start as usize].trim_ascii_end();
    let line = start_of_line(above, offset(above.len()));
    let key = above[line as usize..].iter().position(|it| !matches!(it, b' ' | b'-')).unwrap_or(0);
    above.ends_with(b":") && column(file, list.start) == offset(key)
}

/// True for what begins with the dash of a list.
fn is_item(text: &[u8]) -> bool {
    text.starts_with(b"- ") || text.starts_with(b"-\n")
}

/// The deletions that move the lines of `part` behind its first to the left by as much as that moves when it begins in the
/// column `to`. Lines that do not hang on the first, because one of them begins further left, stay where
/// they are; comments begin anywhere.
pub(in crate::passes) fn realigned(file: &File, id: FileId, to: u32, part: Span) -> Vec<Edit> {
    let from = column(file, part.start);
    if from <= to || !file.text[part.range()].contains(&b'\n') {
        return Vec::new();
    }
    let lines: Vec<(u32, u32)> = lines(file, part).collect();
    if lines.iter().any(|it| it.1 < from && !begins_comment(file, it.0 + it.1)) {
        return Vec::new();
    }
    let moved = |(start, blanks): (u32, u32)| Span::new(start, start + (from - to).min(blanks));
    lines.into_iter().map(|it| Edit::delete(id, moved(it))).collect()
}

/// True where a comment begins, which may do so in any column.
fn begins_comment(file: &File, at: u32) -> bool {
    let found = file.lexemes().binary_search_by_key(&at, |it| it.span.start);
    found.is_ok_and(|it| file.lexemes()[it].class == Class::Comment)
}

/// The lines that begin within a span and not within a token, each with how many blanks open it; not the empty ones. In what
/// stands behind margins they begin there; of what is around it, all that is within a token.
fn lines(file: &File, span: Span) -> impl Iterator<Item = (u32, u32)> + '_ {
    let text = &file.text[..span.end as usize];
    let first = start_of_line(text, span.start);
    let is_behind = file.behind_margin(first) > first;
    let breaks = (span.start as usize..text.len()).filter(|&it| text[it] == b'\n');
    breaks.filter_map(move |it| {
        let line = offset(it + 1);
        let start = file.behind_margin(line);
        let rest = text.get(start as usize..).unwrap_or_default();
        let blanks = rest.iter().take_while(|it| matches!(it, b' ' | b'\t')).count();
        let is_empty = rest.get(blanks).is_none_or(|it| matches!(it, b'\n' | b'\r'));
        let token = file.lexemes().partition_point(|it| it.span.start < start).checked_sub(1);
        // A line with a margin is within a comment or a string, and so are all its tokens.
        let within = if start == line {
            token.is_some_and(|it| file.lexemes()[it].span.end > start)
        } else {
            !is_behind
        };
        (!is_empty && !within).then(|| (start, offset(blanks)))
    })
}

/// How many bytes stand before a place in its line, behind its margin.
pub(in crate::passes) fn column(file: &File, at: u32) -> u32 {
    at.saturating_sub(file.behind_margin(start_of_line(&file.text, at)))
}

/// Where the line begins that a place is in.
fn start_of_line(text: &[u8], at: u32) -> u32 {
    text[..at as usize].iter().rposition(|&it| it == b'\n').map_or(0, |it| offset(it + 1))
}
