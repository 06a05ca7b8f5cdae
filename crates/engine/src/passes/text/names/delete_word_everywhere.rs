//! `delete-word-everywhere`: takes every statement or list element that mentions a name away at once.
//!
//! Before:
//! ```text
//! int a; int b;
//! a = 1; b = 2;
//! f(a, b);
//! ```
//! After:
//! ```text
//! int a;
//! a = 1;
//! f(a);
//! ```
//! For each name in 2 to 50 places of all files: the innermost statements go; or the element where it stands in
//! a list in brackets and the statement elsewhere. At most 5,000 names, from the back.

use super::words::{Name, Place, names};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, brackets};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::chunks::{Chunk, chunks, owners};
use crate::passes::text::spans;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-word-everywhere",
    summary: "delete every statement or list element that mentions a name",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const NAMES: usize = 5_000;
const PLACES: usize = 50;
/// How many lexemes an element is followed to either side.
const REACH: usize = 200;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    if id != FileId(0) {
        return;
    }
    let maps: Vec<Map> = document.files().iter().map(Map::of).collect();
    let names = names(document);
    let few = names.iter().rev().filter(|it| (2..=PLACES).contains(&it.places.len()));
    for name in few.take(NAMES) {
        let statements = delete(&maps, name, Map::statement);
        let elements = delete(&maps, name, |map, at| map.element(at).unwrap_or_else(|| map.statement(at)));
        let differ = elements != statements;
        sites.alternatives(if differ { vec![statements, elements] } else { vec![statements] });
    }
}

fn delete<'f>(maps: &[Map<'f>], name: &Name, around: impl Fn(&Map<'f>, usize) -> Span) -> EditSet {
    let edit = |it: &Place| Edit::delete(it.file, around(&maps[usize::from(it.file.0)], it.at));
    name.places.iter().map(edit).collect()
}

/// The statements and list elements of a file.
pub(super) struct Map<'f> {
    file: &'f File,
    chunks: Vec<Chunk>,
    owners: Vec<Option<usize>>,
    partners: Vec<usize>,
}

impl<'f> Map<'f> {
    /// Reads a file.
    pub(super) fn of(file: &'f File) -> Map<'f> {
        let chunks = chunks(file);
        let owners = owners(&chunks, file.lexemes().len());
        Map { file, chunks, owners, partners: brackets::partners(file.lexemes()) }
    }

    /// The innermost statement that lexeme `at` stands in.
    pub(super) fn statement(&self, at: usize) -> Span {
        self.owners[at].map_or(self.file.lexemes()[at].span, |it| self.chunks[it].cut(self.file))
    }

    /// The element of a list in brackets that lexeme `at` stands in, with a comma that belongs to it.
    pub(super) fn element(&self, at: usize) -> Option<Span> {
        let lexemes = self.file.lexemes();
        let before = self.border(at, |it| it.checked_sub(1), |class| matches!(class, Class::Close(_)))?;
        let after = self.border(at, |it| Some(it + 1), |class| matches!(class, Class::Open(_)))?;
        let comma = |it: usize| spans::reads(self.file, it, b",");
        let first = if comma(before) { before } else { before + 1 };
        let last = if !comma(before) && comma(after) { after } else { after - 1 };
        Some(Span::new(lexemes[first].span.start, lexemes[last].span.end))
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
        for _ in 0..REACH {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn statements_go_and_where_a_name_is_an_argument_only_the_argument() {
        let found = candidates(&PASS, &plain("int a; int b; b = g(1); f(a, b); f(b, (a), c);"));
        assert!(found.contains(&"int b; b = g(1);".to_owned()), "without the statements of a: {found:#?}");
        assert!(found.contains(&"int b; b = g(1); f(b); f(b, (), c);".to_owned()), "without a: {found:#?}");
        assert!(found.contains(&"int a; f(a); f((a), c);".to_owned()), "without b: {found:#?}");
    }
}
