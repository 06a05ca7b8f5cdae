//! Keeping the parse: what has more syntax errors than it may is refused without a question.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::candidate::Candidate;
use super::trees::Trees;
use crate::document::{Document, File};
use crate::language::Language;
use crate::unit::has_more_errors;

/// The language of a file, and how many errors it may have.
type Bound = Option<(Arc<Language>, usize)>;

/// How many syntax errors each file of a candidate may have.
#[derive(Debug)]
pub(super) struct Parsing {
    /// By file; nothing for one that has no language.
    most: Arc<[Bound]>,
    broken: AtomicU64,
}

impl Parsing {
    /// `most` says it of each file of `document`, in their order; of files beyond its end nothing is said.
    pub(super) fn of(document: &Document, most: &[usize]) -> Parsing {
        let bounds = most.iter().map(|it| Some(*it)).chain(std::iter::repeat(None));
        let of_file = |(file, most): (&Arc<File>, Option<usize>)| file.language.clone().zip(most);
        Parsing {
            most: document.files().iter().zip(bounds).map(of_file).collect(),
            broken: AtomicU64::new(0),
        }
    }

    /// The same for somebody else, who has refused nothing.
    pub(super) fn twin(&self) -> Parsing {
        Parsing { most: self.most.clone(), broken: AtomicU64::new(0) }
    }

    /// True when a candidate has too many errors in a file that it changes, and counts it then. What it leaves alone has
    /// been looked at with its base.
    pub(super) fn is_broken_by(&self, candidate: &Candidate, trees: &Trees) -> bool {
        let files = candidate.files.iter().zip(candidate.best.rank.files()).zip(&*self.most);
        let mut changed = files.enumerate().filter(|(_, ((text, base), _))| !Arc::ptr_eq(text, base));
        let broken = changed.any(|(at, ((text, base), most))| match most {
            // Errors are the same in both ways only where there are none.
            Some((language, 0)) => trees.errors(at, (base, text), language, 1) > 0,
            Some((language, most)) => has_more_errors(text, language, *most),
            None => false,
        });
        self.broken.fetch_add(broken.into(), Ordering::Relaxed);
        broken
    }

    /// How many candidates were refused.
    pub(super) fn broken(&self) -> u64 {
        self.broken.load(Ordering::Relaxed)
    }
}
