//! `delete-blank-lines`: closes the gaps that other cuts leave.
//!
//! Before:
//! ```text
//! a
//!
//!
//! b
//! ```
//! After:
//! ```text
//! a
//! b
//! ```
//! One list of all gaps. It lowers bytes only, at the price of one question.

use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::lexeme::offset;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::lines;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-blank-lines",
    summary: "delete blank lines",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    sites.delete_list(file, blank_lines(&document.file(file).text));
}

/// The blank lines of `text`, runs of them together, each from line start to line start.
pub(crate) fn blank_lines(text: &[u8]) -> Vec<Span> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn blank_lines_go_and_nothing_else() {
        assert_eq!(candidates(&PASS, &plain("\n  a\n \n\n  b\n\n"))[0], "  a\n  b\n");
        assert_eq!(candidates(&PASS, &plain("a\r\n\r\nb")), ["a\r\nb", "a\r\nb"]);
        assert!(candidates(&PASS, &plain("a\n  b\n")).is_empty());
        assert_eq!(candidates(&PASS, &plain(" \n")), ["", ""]);
    }
}
