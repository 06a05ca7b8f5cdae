//! The place of the result, of a file and of a project alike.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_runner::event::Kept;
use lop_runner::project::{TreePlace, beside};
use lop_runner::writer::Place;
use lop_runner::{Failure, Files, Steering};

use super::watch::Watch;
use super::{Keeper, Wanted};
use crate::args::ResultArgs;
use crate::input::source::Source;

/// Where the best so far is kept.
#[derive(Debug)]
pub(crate) enum Results {
    /// In a file.
    File(Arc<Keeper>),
    /// In a tree, or an archive of one.
    Tree(Box<TreePlace>),
}

impl Results {
    /// Finds the place and makes sure that it can be written.
    pub(crate) fn prepare(wanted: Wanted, source: &Source, args: &ResultArgs) -> Result<Results, Failure> {
        let (original, inputs) = match source {
            Source::File(input) => {
                return Ok(Results::File(Arc::new(Keeper::prepare(wanted, input, args.fresh)?)));
            }
            Source::Project(original, inputs) => (original, inputs),
        };
        let target = beside(original, inputs);
        Ok(Results::Tree(Box::new(match wanted {
            Wanted::Beside => TreePlace::new(original, &target, false, args.fresh)?,
            // What is there is what the run that goes on has left.
            Wanted::Path(path) => TreePlace::new(original, &path, true, args.fresh || args.resume)?,
            Wanted::InPlace => TreePlace::in_place(original, target)?,
            Wanted::Stdout => TreePlace::stdout(original),
        })))
    }

    /// Looks out for a person who saves over the result. A tree is not watched.
    pub(crate) fn watch(&self, steering: &Steering) -> Option<Watch> {
        match self {
            Results::File(it) => Some(Watch::start(it, steering)),
            Results::Tree(_) => None,
        }
    }

    /// The path or `-` that will hold the result.
    pub(crate) fn target(&self) -> &Path {
        match self {
            Results::File(it) => it.target(),
            Results::Tree(it) => it.target(),
        }
    }

    /// Writes the best for good.
    pub(crate) fn finish(&self) -> Result<Kept, Failure> {
        match self {
            Results::File(it) => it.finish(),
            Results::Tree(it) => it.finish(),
        }
    }

    /// Where the original was saved before it was replaced.
    pub(crate) fn backups(&self) -> Vec<PathBuf> {
        match self {
            Results::File(it) => it.backup().into_iter().collect(),
            Results::Tree(it) => it.backups(),
        }
    }

    /// What to tell of a smaller result of an earlier run that was in the way.
    pub(crate) fn smaller_before(&self) -> Option<String> {
        match self {
            Results::File(it) => it.smaller_before(),
            Results::Tree(it) => it.smaller_before(),
        }
    }

    /// What is still to be told of what somebody else wrote to the input during the run.
    pub(crate) fn untold(&self) -> Option<String> {
        match self {
            Results::File(it) => it.untold(),
            Results::Tree(_) => None,
        }
    }
}

impl Place for Results {
    fn keep(&self, files: &Files) -> Option<String> {
        match self {
            Results::File(it) => Place::keep(it.as_ref(), files),
            Results::Tree(it) => it.keep(files),
        }
    }

    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        match self {
            Results::File(it) => it.judged(edit, taken),
            Results::Tree(it) => it.judged(edit, taken),
        }
    }
}
