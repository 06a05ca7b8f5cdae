//! Lines whose statements nest by their indentation.

use super::statements::{Block, Statement};
use crate::document::File;
use crate::lexeme::Class;

/// What begins with one of these words belongs to the statement above it that is indented as much.
const CONTINUING: [&[u8]; 5] = [b"catch", b"elif", b"else", b"except", b"finally"];

/// The statements that lines are, outer before inner: each with the deeper lines below it, and with the clauses that go on
/// with it. A line of comments belongs to what is around it, a decorator to what it stands above. Each line is the first of
/// its lexemes and the one past its last; `block` is the one that they are all in.
pub(super) fn nested(
    file: &File,
    lines: impl Iterator<Item = (usize, usize)>,
    depth: usize,
    block: Block,
) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut decorator: Option<(usize, usize)> = None;
    let mut reached = 0;
    for (first, end) in lines {
        let lexeme = &file.lexemes()[first];
        let column = column(file, first);
        let word = lexeme.of(&file.text);
        if lexeme.class != Class::Comment {
            let is_clause = CONTINUING.contains(&word);
            let ends =
                |it: &mut Open| it.column > column || it.column == column && (!is_clause || it.is_clause);
            while let Some(it) = open.pop_if(ends) {
                found[it.statement].end = reached;
            }
            let above = decorator.take().filter(|it| it.1 == column);
            let from = above.map_or(first, |it| it.0);
            if word == b"@" {
                decorator = Some((from, column));
            } else {
                open.push(Open { statement: found.len(), column, is_clause });
                let depth = depth + open.len() - 1;
                found.push(Statement { first: from, end, depth, block: Block { column, ..block } });
            }
        }
        reached = end;
    }
    for it in open {
        found[it.statement].end = reached;
    }
    found
}

/// A statement that may go on in the next line.
struct Open {
    statement: usize,
    column: usize,
    is_clause: bool,
}

/// How far a line is indented that begins with a lexeme, in bytes.
fn column(file: &File, first: usize) -> usize {
    let before = &file.text[..file.lexemes()[first].span.start as usize];
    before.iter().rev().take_while(|it| matches!(it, b' ' | b'\t')).count()
}
