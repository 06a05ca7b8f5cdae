//! The rules of a language's `reduce.scm`, and what they find in a file.
//!
//! They are matched on the arena of units (`matching.rs`), like the patterns of a `names.scm`. What is not of the form that
//! rules have is left to tree-sitter (`by_tree.rs`): it looks at all of a grammar's tables to compile a query, which takes up
//! to a tenth of a second.

use std::sync::Arc;

use crate::document::File;
use crate::edit::Span;
use crate::language::Language;
use crate::syntax::{Level, Numbers};
use crate::unit::UnitId;

mod by_tree;
mod matching;
mod pattern;
mod read;
#[cfg(test)]
mod tests;

pub(crate) use matching::present;
pub(crate) use pattern::{Capture, Ruleset, Settings};

/// A match of a rule.
#[derive(Debug)]
pub(crate) struct Match {
    /// The number of the rule; those of other languages are others.
    pub(crate) pattern: usize,
    pub(crate) settings: Arc<Settings>,
    /// The units that it captured, in the order in which it did.
    pub(crate) captures: Vec<(Capture, UnitId)>,
}

/// The rules of a query, where they are of the form that rules have.
pub(crate) fn ruleset(query: &str, language: &Language) -> Option<Ruleset> {
    read::ruleset(query, language)
}

/// All matches of the rules of a file's languages.
pub(crate) fn matches(file: &File) -> Vec<Match> {
    let Some(language) = file.language.as_deref() else { return Vec::new() };
    let levels = language.levels();
    let begins: Vec<usize> = levels.iter().map(|it| it.1.kinds).collect();
    let present = present(file, &begins);
    let present = levels.into_iter().zip(present).filter(|it| it.1).map(|it| it.0);
    present.flat_map(|level| of_level(level, file)).collect()
}

/// For tests: what the rules of a file's own language find without tree-sitter, the number of each pattern and where its
/// captures are; none where it has to find it.
pub fn found(file: &File) -> Option<Vec<(usize, Vec<Span>)>> {
    let language = file.language.as_deref()?;
    let rules = language.rules.as_ref()?.read(language)?;
    let spans = |it: matching::Found| {
        (it.pattern, it.captures.iter().map(|&(_, unit)| file.unit(unit).span()).collect())
    };
    Some(matching::matches(rules, Numbers::default(), file).into_iter().map(spans).collect())
}

/// Those of the rules of one language.
fn of_level((language, numbers): Level<'_>, file: &File) -> Vec<Match> {
    let Some(rules) = &language.rules else { return Vec::new() };
    let Some(read) = rules.read(language) else { return by_tree::matches((language, numbers), rules, file) };
    let found = matching::matches(read, numbers, file).into_iter();
    found
        .map(|it| Match {
            pattern: it.pattern + numbers.kinds,
            settings: read.settings[it.pattern].clone(),
            captures: it.captures,
        })
        .collect()
}
