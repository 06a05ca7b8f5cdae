//! `delete-comments`: takes comments away.
//!
//! Before:
//! ```text
//! f(); // call it
//! /* and
//!    again */
//! f();
//! ```
//! After:
//! ```text
//! f();
//! f();
//! ```
//! Comments are what the tree or the language says they are. Without a language whatever looks like one is tried, also
//! lines that start with `#`, `;`, `--` or `%`, each kind as a list of its own.

use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::{cut, lines};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-comments",
    summary: "delete comments",
    stage: Stage::Mass,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let mut spans = comments(file);
    if spans.is_empty() && file.language.is_none() {
        spans = slashed(&file.text);
        for mark in ["#", ";", "--", "%"] {
            sites.delete_list(id, marked_lines(&file.text, mark.as_bytes()));
        }
    }
    sites.delete_list(id, spans.into_iter().map(|it| cut(&file.text, it)).collect());
}

fn comments(file: &File) -> Vec<Span> {
    file.lexemes().iter().filter(|it| it.class == Class::Comment).map(|it| it.span).collect()
}

/// What looks like `/* … */` or `// …` outside of what looks like a string.
fn slashed(text: &[u8]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    let mut quoted = false;
    while at < text.len() {
        let rest = &text[at..];
        let end = match rest {
            [b'/', b'*', inside @ ..] if !quoted => {
                inside.windows(2).position(|it| it == b"*/").map(|it| it + 4)
            }
            [b'/', b'/', ..] if !quoted => Some(visible_line(rest)),
            _ => None,
        };
        if let Some(end) = end {
            spans.push(Span::new(offset(at), offset(at + end)));
            at += end;
            continue;
        }
        match rest[0] {
            b'"' => quoted = !quoted,
            b'\n' => quoted = false,
            b'\\' if quoted => at += 1,
            b'/' if !quoted && rest.get(1) == Some(&b'*') => return spans,
            _ => {}
        }
        at += 1;
    }
    spans
}

/// How long the line at the start of `text` is without the blanks at its end.
fn visible_line(text: &[u8]) -> usize {
    let line = text.split(|&it| it == b'\n').next().unwrap_or_default();
    line.trim_ascii_end().len()
}

fn marked_lines(text: &[u8], mark: &[u8]) -> Vec<Span> {
    let marked = |it: Span| text[it.range()].starts_with(mark);
    lines(text).into_iter().filter(|it| marked(it.visible)).map(|it| it.cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, js, plain};

    #[test]
    fn comments_of_the_tree_go_and_strings_that_look_like_comments_stay() {
        let document = c("a; // x\n/* y */\nchar *s = \"//\";\n");
        assert_eq!(
            candidates(&PASS, &document),
            ["a;\nchar *s = \"//\";\n", "a;\n/* y */\nchar *s = \"//\";\n", "a; // x\nchar *s = \"//\";\n",]
        );
        assert!(candidates(&PASS, &js("x = /\\/*/g")).is_empty());
    }

    #[test]
    fn without_a_language_what_looks_like_a_comment_is_tried() {
        let document = plain("a // x\nb \"//\" /* y */ c\n# z\n");
        let found = candidates(&PASS, &document);
        assert_eq!(found[0], "a // x\nb \"//\" /* y */ c\n");
        assert_eq!(found[2], "a\nb \"//\" c\n# z\n");
    }

    #[test]
    fn a_comment_that_never_closes_is_none() {
        assert!(candidates(&PASS, &plain("a /* b\nc")).is_empty());
    }
}
