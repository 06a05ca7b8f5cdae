//! The lines of a text, and spans that take whole lines away without a trace.

use crate::edit::Span;
use crate::lexeme::offset;
use crate::tokens::is_blank;

/// A line that is not blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its visible part, from the first to the last byte that is not blank.
    pub(crate) visible: Span,
    /// The same, and the blanks and blank lines before it. A cut of this leaves the lines around it as they were, and
    /// the cuts of neighbours touch, so that they merge into one.
    pub(crate) cut: Span,
    /// How many blanks stand before its visible part on the line.
    pub(crate) indent: u32,
}

/// The lines of `text` that are not blank.
pub(crate) fn lines(text: &[u8]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut before = 0;
    let mut start = 0;
    for line in text.split_inclusive(|&it| it == b'\n') {
        if let Some(first) = line.iter().position(|&it| !is_blank(it)) {
            let last = line.iter().rposition(|&it| !is_blank(it)).expect("one byte is not blank");
            let visible = Span::new(offset(start + first), offset(start + last + 1));
            lines.push(Line { visible, cut: Span::new(before, visible.end), indent: offset(first) });
            before = visible.end;
        }
        start += line.len();
    }
    lines
}

/// The span to cut so that `span`, which starts and ends with visible bytes, goes: where it fills its lines the blanks
/// before it go as well.
pub(crate) fn cut(text: &[u8], span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let after = text[end..].iter().find(|&&it| it == b'\n' || !is_blank(it));
    let before = text[..start].iter().rposition(|&it| !is_blank(it)).map_or(0, |it| it + 1);
    let fills = after.is_none_or(|&it| it == b'\n') && (before == 0 || text[before..start].contains(&b'\n'));
    if fills { Span::new(offset(before), span.end) } else { span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{EditSet, FileId};

    #[test]
    fn lines_tile_the_text_up_to_its_last_visible_byte() {
        let text = b"\n a;\r\n\n\tb\nc  \n\n";
        let found = lines(text);
        let shown: Vec<_> = found.iter().map(|it| &text[it.visible.range()]).collect();
        assert_eq!(shown, [b"a;" as &[u8], b"b", b"c"]);
        assert!(found.windows(2).all(|it| it[0].cut.end == it[1].cut.start));
    }

    #[test]
    fn cutting_a_line_keeps_the_indentation_of_its_neighbours() {
        let text = b"if a:\n    b\n\n    c\nd\n";
        let without = |index: usize| {
            let set = EditSet::delete(FileId(0), lines(text)[index].cut);
            String::from_utf8(set.render(FileId(0), text)).expect("utf-8")
        };
        assert_eq!(without(1), "if a:\n\n    c\nd\n");
        assert_eq!(without(2), "if a:\n    b\nd\n");
        assert_eq!(without(0), "    b\n\n    c\nd\n");
        assert_eq!(without(3), "if a:\n    b\n\n    c\n");
    }

    #[test]
    fn a_span_that_shares_its_line_is_cut_as_it_is() {
        assert_eq!(cut(b"a;\n b;\nc;", Span::new(4, 6)), Span::new(2, 6));
        assert_eq!(cut(b"a;\n b; c;", Span::new(4, 6)), Span::new(4, 6));
        assert_eq!(cut(b"a; b;\nc;", Span::new(3, 5)), Span::new(3, 5));
    }
}
