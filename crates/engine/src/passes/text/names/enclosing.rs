//! What stands around a name: its statement, its element of a list in brackets.

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::{Class, brackets};
use crate::passes::text::blocks::statements::{Statement, owners, statements};
use crate::passes::text::spans;
use crate::thresholds::ELEMENT_REACH;

/// The statements and list elements of a file.
pub(in crate::passes) struct Enclosing<'f> {
    file: &'f File,
    statements: Vec<Statement>,
    owners: Vec<Option<usize>>,
    partners: Vec<usize>,
}

impl<'f> Enclosing<'f> {
    /// Reads a file.
    pub(in crate::passes) fn of(file: &'f File) -> Enclosing<'f> {
        let statements = statements(file);
        let owners = owners(&statements, file.lexemes().len());
        Enclosing { file, statements, owners, partners: brackets::partners(file.lexemes()) }
    }

    /// The innermost statement that lexeme `at` stands in.
    pub(in crate::passes) fn statement(&self, at: usize) -> Span {
        self.owners[at].map_or(self.file.lexemes()[at].span, |it| self.statements[it].cut(self.file))
    }

    /// The element of a list in brackets that lexeme `at` stands in, with a comma that belongs to it.
    pub(in crate::passes) fn element(&self, at: usize) -> Option<Span> {
        self.between(at, at)
    }

    /// The element that some lexemes are in.
    fn between(&self, from: usize, to: usize) -> Option<Span> {
        let lexemes = self.file.lexemes();
        let before = self.border(from, |it| it.checked_sub(1), |class| matches!(class, Class::Close(_)))?;
        let after = self.border(to, |it| Some(it + 1), |class| matches!(class, Class::Open(_)))?;
        let comma = |it: usize| spans::reads(self.file, it, b",");
        let first = if comma(before) { before } else { before + 1 };
        let last = if !comma(before) && comma(after) { after } else { after - 1 };
        Some(Span::new(lexemes[first].span.start, lexemes[last].span.end))
    }

    /// The element that an index is in, if a span is all of what is in the index.
    pub(in crate::passes) fn of_index(&self, span: Span) -> Option<Span> {
        let lexemes = self.file.lexemes();
        let first = lexemes.partition_point(|it| it.span.start < span.start);
        let open = first.checked_sub(1).filter(|&it| spans::reads(self.file, it, b"["))?;
        let close = lexemes.partition_point(|it| it.span.start < span.end);
        if self.partners[open] == close { self.between(open, close) } else { None }
    }

    /// The nearest comma or bracket around the element that lexeme `at` is in, in one direction.
    fn border(
        &self,
        at: usize,
        step: impl Fn(usize) -> Option<usize>,
        enters: impl Fn(Class) -> bool,
    ) -> Option<usize> {
        let lexemes = self.file.lexemes();
        let mut here = at;
        for _ in 0..ELEMENT_REACH.get() {
            here = step(here)?;
            match lexemes.get(here)?.class {
                class if enters(class) => here = self.partners[here],
                Class::Open(_) | Class::Close(_) => return (self.partners[here] != here).then_some(here),
                Class::Punct if spans::reads(self.file, here, b",") => return Some(here),
                Class::Punct if spans::reads(self.file, here, b";") => return None,
                _ => {}
            }
        }
        None
    }
}
