//! `delete-directives`: takes lines that start with `#` away, with their continuations.
//!
//! Before:
//! ```text
//! # 1 "a.h" 1
//! #include <b.h>
//! #define C \
//!   1
//! int d;
//! ```
//! After:
//! ```text
//! int d;
//! ```
//! Line markers are a list of their own, before the others: they nearly always go, all in one question.

use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::lines;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-directives",
    summary: "delete line markers and lines that start with #",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let all = directives(&document.file(file).text);
    let cuts = |marker: bool| all.iter().filter(|it| it.marker == marker).map(|it| it.cut).collect();
    sites.delete_list(file, cuts(true));
    if all.iter().any(|it| it.marker) {
        sites.delete_list(file, all.iter().map(|it| it.cut).collect());
    }
    sites.delete_list(file, cuts(false));
}

/// A line that starts with `#`, and the lines that a `\` at its end drags along.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Directive {
    /// From `#` to the last visible byte.
    pub(super) visible: Span,
    /// The same and the blanks before it.
    pub(super) cut: Span,
    /// True for `# 1 "file"` and `#line`.
    pub(super) marker: bool,
}

/// The directives of `text`.
pub(crate) fn directives(text: &[u8]) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let mut continued = false;
    for line in lines(text) {
        let visible = &text[line.visible.range()];
        if continued {
            let last = found.last_mut().expect("a continued directive was found before");
            last.visible.end = line.visible.end;
            last.cut.end = line.cut.end;
        } else if visible[0] == b'#' {
            let word = visible[1..].trim_ascii_start();
            let marker = word.first().is_some_and(u8::is_ascii_digit) || word.starts_with(b"line ");
            found.push(Directive { visible: line.visible, cut: line.cut, marker });
        } else {
            continue;
        }
        continued = visible.last() == Some(&b'\\');
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn markers_go_first_then_everything_then_the_rest() {
        let document = plain("# 1 \"x\"\na\n#include <b>\n");
        let found = candidates(&PASS, &document);
        assert_eq!(found[0], "a\n#include <b>\n");
        assert_eq!(found[2], "a\n");
        assert_eq!(found[5], "# 1 \"x\"\na\n");
    }

    #[test]
    fn a_directive_takes_its_continuations_along() {
        assert_eq!(candidates(&PASS, &plain("#define A \\\n 1 \\\n 2\nb\n"))[0], "b\n");
    }
}
