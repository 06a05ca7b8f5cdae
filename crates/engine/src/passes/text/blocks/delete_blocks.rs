//! `delete-blocks`: takes statements and declarations away, all those of one depth of nesting at a time.
//!
//! Before:
//! ```text
//! int f() {
//!   if (a) {
//!     b();
//!   }
//!   c();
//! }
//! ```
//! After:
//! ```text
//! int f() {
//!   c();
//! }
//! ```
//! What counts as a statement is told by `;`, blocks, commas and line ends alone, so it works on any text, and a
//! function of a thousand lines is one element at its depth. One list for each depth, down to 12; where indentation
//! makes the blocks, for each depth of indentation.

use super::statements::statements;
use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::language::Layout;
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::{Line, lines};
use crate::thresholds::BLOCK_DEPTH;
use crate::tokens::{self, is_word};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-blocks",
    summary: "delete statements and declarations, outermost first, by brackets and line ends alone",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let mut by_depth: Vec<Vec<Span>> = vec![Vec::new(); BLOCK_DEPTH.get() + 1];
    for statement in statements(file).iter().filter(|it| it.depth <= BLOCK_DEPTH.get()) {
        by_depth[statement.depth].push(statement.cut(file));
    }
    if is_indented(file) {
        let lines = lines(&file.text);
        let plain = indented_blocks(&lines, None);
        if file.language.is_none() {
            let closed = indented_blocks(&lines, Some(&file.text));
            by_depth.extend(closed.into_iter().filter(|it| !plain.contains(it)));
        }
        by_depth.extend(plain);
    }
    for spans in by_depth {
        sites.delete_list(id, spans);
    }
}

/// True when indentation is syntax, or nothing else could be.
pub(crate) fn is_indented(file: &File) -> bool {
    match &file.language {
        Some(language) => language.layout == Layout::Indented,
        None => !file.lexemes().iter().any(|it| it.class == Class::Open(b'{')),
    }
}

/// For each depth of indentation the lines of it, each with the deeper lines that follow it. Depths at which no line
/// has any are left out: there the lines say it all. With `closers`, the text, a line of one word that follows deeper
/// lines goes with what they are under: `else`, `done`, `end`.
fn indented_blocks(lines: &[Line], closers: Option<&[u8]>) -> Vec<Vec<Span>> {
    let mut by_depth: Vec<Vec<Span>> = Vec::new();
    let mut grouped: Vec<bool> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for line in lines {
        let indent = line.indent;
        let follows = open.last().is_some_and(|&it| it > indent) && open.contains(&indent);
        if follows && closers.is_some_and(|text| is_one_word(&text[line.visible.range()])) {
            open.truncate(open.iter().position(|&it| it == indent).map_or(0, |it| it + 1));
            for blocks in by_depth.iter_mut().take(open.len()) {
                blocks.last_mut().expect("an open block has a first line").end = line.cut.end;
            }
            continue;
        }
        while open.last().is_some_and(|&it| it >= indent) {
            open.pop();
        }
        for depth in 0..open.len().min(BLOCK_DEPTH.get() + 1) {
            by_depth[depth].last_mut().expect("an open block has a first line").end = line.cut.end;
            grouped[depth] = true;
        }
        if open.len() <= BLOCK_DEPTH.get() {
            if by_depth.len() == open.len() {
                by_depth.push(Vec::new());
                grouped.push(false);
            }
            by_depth[open.len()].push(line.cut);
        }
        open.push(indent);
    }
    by_depth.into_iter().zip(grouped).filter(|it| it.1).map(|it| it.0).collect()
}

/// True for a word, with a sign at most.
fn is_one_word(line: &[u8]) -> bool {
    line.first().is_some_and(|&it| is_word(it)) && tokens::count(line) <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, indented, plain};

    #[test]
    fn each_depth_is_a_list() {
        let found = candidates(&PASS, &c("int x;\nint f() {\n  a();\n  b();\n}\n"));
        assert_eq!(
            found,
            [
                "",
                "int f() {\n  a();\n  b();\n}\n",
                "int x;\n",
                "int x;\nint f() {\n}\n",
                "int x;\nint f() {\n  b();\n}\n",
                "int x;\nint f() {\n  a();\n}\n",
            ]
        );
    }

    #[test]
    fn indented_lines_go_with_what_they_are_indented_under() {
        let text = "if a:\n  b\n  c\nd\n";
        assert!(candidates(&PASS, &indented(text)).contains(&"d\n".to_owned()));
        assert!(candidates(&PASS, &plain(text)).contains(&"d\n".to_owned()));
    }

    #[test]
    fn without_a_language_a_line_of_one_word_closes_the_block_before_it() {
        let text = "when a do\n  b\notherwise\n  c\ndone.\nd\n";
        assert!(candidates(&PASS, &plain(text)).contains(&"d\n".to_owned()));
    }

    #[test]
    fn a_text_of_one_word_is_one_block() {
        assert_eq!(candidates(&PASS, &plain("x")), ["", ""]);
    }
}
