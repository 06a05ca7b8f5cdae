//! How many syntax errors a candidate has, by parsing what it changes of the text it builds on, not all of it.
//!
//! The tree of the text that candidates are built on is kept, file by file. A candidate is read along it: tree-sitter reads
//! again what is new and uses the rest as it is. Where a text has no errors that is the tree of a parse from its beginning;
//! where it has some, their number may be another.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use parking_lot::Mutex;
use tree_sitter::{InputEdit, ParseOptions, ParseState, Parser, Point, Tree};

use super::refusals::shared;
use crate::language::Language;
use crate::thresholds::BULK_BYTES;
use crate::unit::{errors_in, errors_up_to};

/// How many files have their tree kept: candidates change a file or two.
const KEPT: usize = 16;

/// The trees of the texts that candidates were built on last.
#[derive(Default)]
pub(super) struct Trees {
    /// By file, the one that came last at the end.
    bases: Mutex<Vec<(usize, Base)>>,
    /// Whether a text has more than so many errors, by its hash.
    known: Mutex<HashMap<(u128, usize), bool>>,
    /// Parsers that nobody uses at the moment.
    parsers: Mutex<Vec<Parser>>,
}

#[derive(Clone)]
struct Base {
    text: Arc<[u8]>,
    tree: Tree,
}

impl Trees {
    /// Whether the text of this hash has more than so many errors, which `look` finds out once: sweeps come back to texts.
    pub(super) fn remembered(&self, text: (u128, usize), look: impl FnOnce() -> bool) -> bool {
        let known = self.known.lock().get(&text).copied();
        known.unwrap_or_else(|| {
            let breaks = look();
            self.known.lock().insert(text, breaks);
            breaks
        })
    }

    /// How many syntax errors file `at` has as `text`, counted no further than `enough`, where `base` was there before.
    pub(super) fn errors(
        &self,
        at: usize,
        (base, text): (&Arc<[u8]>, &[u8]),
        language: &Language,
        enough: usize,
    ) -> usize {
        // Of a large file the text alone is kept: a tree takes many times its memory.
        let small = base.len() <= BULK_BYTES.get();
        let Some(base) = small.then(|| self.base(at, base, language)).flatten() else {
            return errors_up_to(text, language, enough);
        };
        // Where one is enough, nothing is read behind it.
        match self.parse(Some(&base), text, language, enough == 1) {
            Some(tree) => errors_in(text, &tree, language, enough),
            None => 1,
        }
    }

    /// The tree of `text`, which is what file `at` was built on; `None` where there is no grammar.
    fn base(&self, at: usize, text: &Arc<[u8]>, language: &Language) -> Option<Base> {
        let before = self.bases.lock().iter().find(|it| it.0 == at).map(|it| it.1.clone());
        if let Some(it) = before.as_ref().filter(|it| Arc::ptr_eq(&it.text, text)) {
            return Some(it.clone());
        }
        let tree = self.parse(before.as_ref(), text, language, false)?;
        let base = Base { text: text.clone(), tree };
        let mut bases = self.bases.lock();
        bases.retain(|it| it.0 != at);
        if bases.len() == KEPT {
            bases.remove(0);
        }
        bases.push((at, base.clone()));
        Some(base)
    }

    /// Parses a text, along the tree of another one. `None` when it is given up at the first error.
    fn parse(&self, base: Option<&Base>, text: &[u8], language: &Language, gives_up: bool) -> Option<Tree> {
        let mut parser = self.parsers.lock().pop().unwrap_or_default();
        parser.set_language(language.parser_for(text)?).ok()?;
        let old = base.map(|it| {
            let mut tree = it.tree.clone();
            tree.edit(&difference(&it.text, text));
            tree
        });
        let mut on = |state: &ParseState| {
            if gives_up && state.has_error() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut on);
        let mut read = |at: usize, _: Point| text.get(at..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, old.as_ref(), Some(options));
        parser.reset();
        self.parsers.lock().push(parser);
        tree
    }
}

/// The one edit that makes `after` of `before`.
fn difference(before: &[u8], after: &[u8]) -> InputEdit {
    let (start, tail) = shared(before, after);
    let (old, new) = (before.len() - tail, after.len() - tail);
    let begin = point_after(Point::new(0, 0), &before[..start]);
    InputEdit {
        start_byte: start,
        old_end_byte: old,
        new_end_byte: new,
        start_position: begin,
        old_end_position: point_after(begin, &before[start..old]),
        new_end_position: point_after(begin, &after[start..new]),
    }
}

/// Where one is after `text` when one was at `from` before it.
fn point_after(from: Point, text: &[u8]) -> Point {
    text.split(|it| *it == b'\n').enumerate().last().map_or(from, |(rows, last)| {
        let column = if rows == 0 { from.column } else { 0 };
        Point::new(from.row + rows, column + last.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that follow from each other by small steps, some of them broken.
    const STEPS: [&str; 8] = [
        "int f(int a) {\n  if (a > 1) return a - 1;\n  return f(a);\n}\nint g;\n",
        "int f(int a) {\n  if (a > 1) return a;\n  return f(a);\n}\nint g;\n",
        "int f(int a) {\n  if (a > 1 return a;\n  return f(a);\n}\nint g;\n",
        "int f(int a) {\n  return f(a);\n}\nint g;\n",
        "int f(int a) {\n  return f(a);\n}\nint",
        "int f(a) {\n  return }\n}}\nint g;\n",
        "int g;\n",
        "",
    ];

    #[test]
    fn a_text_breaks_along_the_tree_of_any_other_where_it_breaks_alone() {
        let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("a grammar");
        let trees = Trees::default();
        for base in STEPS {
            let base: Arc<[u8]> = Arc::from(base.as_bytes());
            for text in STEPS {
                let breaks = trees.errors(0, (&base, text.as_bytes()), &c, 1) > 0;
                assert_eq!(breaks, errors_up_to(text.as_bytes(), &c, 1) > 0, "{base:?} {text:?}");
            }
        }
    }

    #[test]
    fn errors_are_counted_no_further_than_is_enough() {
        let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("a grammar");
        let (trees, base) = (Trees::default(), Arc::from(STEPS[0].as_bytes()));
        for enough in [1, 2] {
            let found = trees.errors(0, (&base, b"int ]; int [; int ];"), &c, enough);
            assert_eq!(found, enough);
        }
    }
}
