//! What an input of a batch holds: a file, or a directory that is reduced as one project.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lop_engine::{Language, Rank, text_hash};
use lop_languages::Unusable;
use lop_runner::options::TEXT;
use lop_runner::project::{self, Inputs, Original, Selection};
use lop_runner::reduction::Plan;
use lop_runner::test::Subject;
use lop_runner::{Failure, Files, Options};

/// What an input of a batch holds.
#[derive(Debug)]
pub(crate) enum Source {
    /// A text.
    File(Files),
    /// A tree.
    Project(Box<Original>),
}

impl Source {
    /// Reads a file, or the project that this is a selection of.
    pub(crate) fn read(path: &Path, selection: Option<&Selection>) -> Result<Source, String> {
        match selection {
            None => Ok(Source::File(vec![fs::read(path).map_err(|it| it.to_string())?.into()])),
            Some(selection) => {
                let original = project::read(&Inputs::Directory(path.to_owned()), selection);
                Ok(Source::Project(Box::new(original.map_err(|it| it.brief())?)))
            }
        }
    }

    /// The texts of its document.
    pub(crate) fn files(&self) -> &Files {
        match self {
            Source::File(files) => files,
            Source::Project(original) => &original.files,
        }
    }

    /// Two with the same hash are the same for every test.
    pub(crate) fn hash(&self) -> u128 {
        match self {
            Source::File(files) => text_hash(files),
            Source::Project(original) => {
                let beside = Arc::from(original.project.identity().into_bytes());
                text_hash(&original.files.iter().cloned().chain([beside]).collect::<Files>())
            }
        }
    }

    /// Its tokens and bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        let rank = Rank::of(self.files());
        (rank.tokens, rank.bytes)
    }

    /// The same as what a test is about.
    pub(crate) fn subject(&self, subject: &Subject) -> Subject {
        let project = match self {
            Source::File(_) => None,
            Source::Project(original) => Some(original.project.clone()),
        };
        Subject { project, ..subject.clone() }
    }

    /// What is to be told of it.
    pub(crate) fn notes(&self) -> &[String] {
        match self {
            Source::File(_) => &[],
            Source::Project(original) => &original.notes,
        }
    }

    /// The language of each file: the one that was `named`, or as it looks.
    pub(crate) fn languages(
        &self,
        named: Option<&str>,
        path: &Path,
    ) -> Result<Vec<Option<Arc<Language>>>, Unusable> {
        match self {
            Source::File(files) => Ok(vec![language(named, path, &files[0])?]),
            Source::Project(original) => {
                let files = original.paths.iter().zip(&original.files).skip(1);
                std::iter::once(Ok(None)).chain(files.map(|it| language(named, it.0, it.1))).collect()
            }
        }
    }

    /// What is to be done with it.
    pub(crate) fn plan<'r>(
        &'r self,
        options: &'r Options,
        subject: &'r Subject,
        languages: Vec<Option<Arc<Language>>>,
    ) -> Result<Plan<'r>, Failure> {
        let plan = match self {
            Source::File(files) => {
                let language = languages.into_iter().next().flatten();
                let info = language.as_deref().and_then(|it| lop_languages::info(&it.name));
                let formatter = info.map_or(&[][..], |it| it.formatter);
                Plan::new(options, subject, files.clone(), language, formatter)
            }
            Source::Project(original) => Plan::of_project(options, subject, original, languages),
        };
        plan.map(|it| it.0)
    }
}

fn language(named: Option<&str>, path: &Path, text: &[u8]) -> Result<Option<Arc<Language>>, Unusable> {
    let info = match named {
        Some(TEXT) => None,
        Some(name) => lop_languages::info(name),
        None => lop_languages::info_of(path, text),
    };
    info.map(lop_languages::load).transpose()
}
