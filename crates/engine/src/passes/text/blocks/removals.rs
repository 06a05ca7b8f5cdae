//! What takes statements away and leaves no block empty that may not be.

use std::collections::HashMap;

use super::statements::{Block, Statement, parents};
use crate::document::File;
use crate::edit::{Edit, FileId};
use crate::language::Layout;
use crate::passes::text::spans;

/// The statements of a file, by the blocks they stand in.
pub(in crate::passes) struct Removals<'f> {
    id: FileId,
    file: &'f File,
    statements: &'f [Statement],
    parents: Vec<Option<usize>>,
    sizes: HashMap<(Option<usize>, Block), usize>,
    /// What stands in a block that has nothing else.
    filler: Option<&'static [u8]>,
}

impl<'f> Removals<'f> {
    /// Sorts the statements of a file.
    pub(in crate::passes) fn of(id: FileId, file: &'f File, statements: &'f [Statement]) -> Removals<'f> {
        let (parents, mut sizes) = (parents(statements), HashMap::new());
        for (statement, &parent) in statements.iter().zip(&parents) {
            *sizes.entry((parent, statement.block)).or_default() += 1;
        }
        let fills = |it: &&crate::Language| {
            it.layout == Layout::Indented
                && !it.nonempty.is_empty()
                && it.syntax.kind("pass", false).is_some()
        };
        let filler = file.language.as_deref().filter(fills).map(|_| &b"pass"[..]);
        Removals { id, file, statements, parents, sizes, filler }
    }

    /// Takes statements away, none of which stands in another. With all that a list in round brackets declares goes what it
    /// is in; in a block that may not be empty something stays.
    pub(in crate::passes) fn edits(&self, gone: &[usize]) -> Vec<Edit> {
        let block = |at: usize| (self.parents[at], self.statements[at].block);
        let mut left = HashMap::new();
        for &at in gone {
            *left.entry(block(at)).or_insert_with(|| self.sizes[&block(at)]) -= 1;
        }
        let mut edits = Vec::new();
        for &at in gone {
            let statement = self.statements[at];
            edits.push(Edit::delete(self.id, statement.cut(self.file)));
            let parent = self.parents[at].map(|it| self.statements[it]);
            // Once for each block.
            let Some(parent) = parent.filter(|_| left.get(&block(at)) == Some(&0)) else { continue };
            left.remove(&block(at));
            if statement.block.is_in_brackets(self.file, parent) {
                edits.push(Edit::delete(self.id, parent.cut(self.file)));
            } else if let Some(filler) = self.filler.filter(|_| statement.block.is_deeper_than(parent.block))
            {
                edits.pop();
                let span = spans::span_of(self.file.lexemes(), statement.first, statement.end - 1);
                edits.push(Edit::replace(self.id, span, filler));
            }
        }
        edits
    }
}
