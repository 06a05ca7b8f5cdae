//! `strip-blanks`: takes needless blanks away and leaves the lines.
//!
//! Before:
//! ```text
//! int f() {
//!
//!     a  =   1;
//! }
//! ```
//! After:
//! ```text
//! int f() {
//! a = 1;
//! }
//! ```
//! First everything at once: blanks at line ends, blank lines, indentation, all but one of several blanks in a line. Then each of the four
//! as a list. Where indentation is syntax it shrinks to one blank a level instead. What is inside of strings stays.

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::language::Layout;
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::{Line, lines};
use crate::tokens::is_blank;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "strip-blanks",
    summary: "delete blanks at line ends, blank lines, indentation, doubled blanks",
    stage: Stage::Polish,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let lines = lines(&file.text);
    let indented = file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented);
    let outside = |spans: Vec<Span>| outside_of_strings(file, spans);
    let trailing = outside(trailing(&file.text, &lines));
    let blank = outside(blank_lines(&file.text));
    let indents = if indented { shallower(&lines) } else { outside(indents(&lines)) };
    let inner = outside(inner(&file.text, &lines));
    let parts = [trailing, blank, indents, inner];
    if parts.iter().filter(|it| !it.is_empty()).count() > 1 {
        let all = parts.iter().flatten().map(|&it| Edit::delete(id, it));
        sites.alternatives(vec![all.collect()]);
    }
    let [trailing, blank, indents, inner] = parts;
    if indented && !indents.is_empty() {
        // Levels only make sense together.
        let set: EditSet = indents.iter().map(|&it| Edit::delete(id, it)).collect();
        sites.alternatives(vec![set]);
    } else {
        sites.delete_list(id, indents);
    }
    for spans in [trailing, blank, inner] {
        sites.delete_list(id, spans);
    }
}

/// The blanks after the last visible byte of each line.
fn trailing(text: &[u8], lines: &[Line]) -> Vec<Span> {
    let blanks = |it: &Line| {
        let rest = &text[it.visible.end as usize..];
        let length = rest.iter().position(|&it| it == b'\n').unwrap_or(rest.len());
        Span::new(it.visible.end, it.visible.end + offset(length))
    };
    lines.iter().map(blanks).filter(|it| !it.is_empty()).collect()
}

/// The blank lines of `text`, runs of them together, each from line start to line start.
fn blank_lines(text: &[u8]) -> Vec<Span> {
    let newline =
        |from: usize, to: usize| text[from..to].iter().position(|&it| it == b'\n').map(|it| from + it + 1);
    let last =
        |from: usize, to: usize| text[from..to].iter().rposition(|&it| it == b'\n').map(|it| from + it + 1);
    let mut spans = Vec::new();
    let mut from = 0;
    let visible = lines(text).into_iter().map(|it| it.visible);
    for next in visible.chain([Span::new(offset(text.len()), offset(text.len()))]) {
        let to = next.start as usize;
        let start = if from == 0 { Some(0) } else { newline(from, to) };
        let end = if next.is_empty() { Some(to) } else { last(from, to) };
        if let (Some(start), Some(end)) = (start, end)
            && start < end
        {
            spans.push(Span::new(offset(start), offset(end)));
        }
        from = next.end as usize;
    }
    spans
}

/// The blanks before the first visible byte of each line.
fn indents(lines: &[Line]) -> Vec<Span> {
    let blanks = |it: &Line| Span::new(it.visible.start - it.indent, it.visible.start);
    lines.iter().map(blanks).filter(|it| !it.is_empty()).collect()
}

/// What is too much of each line's indentation for one blank a level.
fn shallower(lines: &[Line]) -> Vec<Span> {
    let mut open: Vec<u32> = Vec::new();
    let mut spans = Vec::new();
    for line in lines {
        while open.last().is_some_and(|&it| it >= line.indent) {
            open.pop();
        }
        let level = offset(open.len());
        open.push(line.indent);
        if level < line.indent {
            spans.push(Span::new(line.visible.start - line.indent + level, line.visible.start));
        }
    }
    spans
}

/// All but the first of several blanks within a line.
fn inner(text: &[u8], lines: &[Line]) -> Vec<Span> {
    let mut spans = Vec::new();
    for line in lines {
        let mut at = line.visible.start;
        for run in text[line.visible.range()].chunk_by(|&a, &b| is_blank(a) == is_blank(b)) {
            let end = at + offset(run.len());
            if is_blank(run[0]) && run.len() > 1 {
                spans.push(Span::new(at + 1, end));
            }
            at = end;
        }
    }
    spans
}

/// Those of `spans`, in order, that touch no literal.
pub(super) fn outside_of_strings(file: &File, spans: Vec<Span>) -> Vec<Span> {
    let mut strings =
        file.lexemes().iter().filter(|it| it.class == Class::String).map(|it| it.span).peekable();
    let mut outside = |span: &Span| {
        while strings.next_if(|it| it.end <= span.start).is_some() {}
        strings.peek().is_none_or(|it| span.end <= it.start)
    };
    spans.into_iter().filter(|it| outside(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, indented, js, plain};

    #[test]
    fn everything_goes_at_once_and_then_in_parts() {
        let found = candidates(&PASS, &plain("  a  b \n\n\tc\n"));
        assert_eq!(found[0], "a b\nc\n");
        assert!(found.contains(&"a  b \n\nc\n".to_owned()), "indentation alone");
        assert!(found.contains(&"  a  b\n\n\tc\n".to_owned()), "line ends alone");
        assert!(candidates(&PASS, &plain("a b\nc\n")).is_empty());
    }

    #[test]
    fn blank_lines_go_alone_too_with_the_ends_that_they_have() {
        assert!(candidates(&PASS, &plain("\n  a\n \n\n  b\n\n")).contains(&"  a\n  b\n".to_owned()));
        assert!(candidates(&PASS, &plain("a\r\n\r\nb")).contains(&"a\r\nb".to_owned()));
        assert_eq!(candidates(&PASS, &plain(" \n")), ["", ""]);
    }

    #[test]
    fn strings_keep_their_blanks() {
        assert_eq!(candidates(&PASS, &js("x = `a  b\n  c`;  y"))[0], "x = `a  b\n  c`; y");
    }

    #[test]
    fn indentation_that_matters_shrinks_to_one_blank_a_level() {
        assert_eq!(
            candidates(&PASS, &indented("a:\n    b:\n        c\n    d\ne\n")),
            ["a:\n b:\n  c\n d\ne\n"]
        );
    }
}
