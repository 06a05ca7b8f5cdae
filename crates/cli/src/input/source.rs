//! What is reduced, as it was read: a file, or a project.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Entry, Language, Protected, Tree};
use lop_oracle::project::Body;
use lop_runner::project::{self, Inputs, Original, Selection};
use lop_runner::reduction::Plan;
use lop_runner::test::Subject;
use lop_runner::{Failure, Files, Options, protect};

use super::{Input, cargo, language};
use crate::args::Args;

/// What is reduced, as it was read.
#[derive(Debug)]
pub(crate) enum Source {
    /// A file.
    File(Box<Input>),
    /// A project, and what the user has named of it.
    Project(Arc<Original>, Inputs),
}

impl Source {
    /// Reads a project.
    pub(crate) fn project(inputs: Inputs, args: &Args, command: &[OsString]) -> Result<Source, Failure> {
        let original = project::read(&inputs, &Source::selection(args, command))?;
        Ok(Source::Project(Arc::new(original), inputs))
    }

    /// What of a project the command line chooses.
    pub(crate) fn selection(args: &Args, command: &[OsString]) -> Selection {
        let chosen = &args.project;
        let result = &args.result;
        let beside = [&result.report, &result.trace, &result.journal, &result.history];
        let written = beside.into_iter().chain([&result.output, &result.keep_other_crashes]);
        let selection = Selection {
            only: chosen.only.clone(),
            keep: chosen.keep.clone(),
            ignore: chosen.ignore.clone(),
            with: chosen.with.clone(),
            of_test: of_test(command),
            written: written.flatten().cloned().collect(),
            in_place: result.in_place,
            keeps_places: result.by_habit,
            ..Selection::default()
        };
        match &args.runs_in {
            Some(directory) => cargo::prepared(selection, directory),
            None => selection,
        }
    }

    /// What of it stays as it is.
    pub(crate) fn protected(&self, options: &Options) -> Result<Protected, Failure> {
        let values = &options.search.protect;
        match self {
            Source::File(input) => protect::protected(values, &input.text),
            Source::Project(original, _) => protect::protected_in(values, original),
        }
    }

    /// As the user spells it.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Source::File(input) => &input.path,
            Source::Project(_, inputs) => inputs.path(),
        }
    }

    fn is_on_disk(&self) -> bool {
        match self {
            Source::File(input) => input.on_disk,
            Source::Project(..) => true,
        }
    }

    /// Without symbolic links.
    pub(crate) fn real(&self) -> &Path {
        match self {
            Source::File(input) => &input.real,
            Source::Project(original, _) => &original.root,
        }
    }

    /// True when what is written to `path` becomes a part of the project: it lies in its directory, or is one of its files.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let Source::Project(original, inputs) = self else { return false };
        // What is not there yet lies where the first of its directories that is there does.
        let there = path.ancestors().find_map(|it| {
            let it = if it.as_os_str().is_empty() { Path::new(".") } else { it };
            it.canonicalize().ok()
        });
        let Some(real) = there else { return false };
        match inputs {
            Inputs::Directory(_) => real.starts_with(&original.root),
            Inputs::Files(_) => original.paths.iter().skip(1).any(|it| original.root.join(it) == real),
        }
    }

    /// What the candidate is called.
    pub(crate) fn name(&self) -> OsString {
        match self {
            Source::File(input) => input.name.clone(),
            Source::Project(original, _) => {
                let first = original.project.named.as_ref().and_then(|it| it.1.file_name());
                first.or(original.root.file_name()).unwrap_or(OsStr::new("root")).to_owned()
            }
        }
    }

    /// The same for the test.
    pub(crate) fn subject(&self) -> Subject {
        let project = match self {
            Source::File(_) => None,
            Source::Project(original, _) => Some(original.project.clone()),
        };
        Subject { name: self.name(), path: self.path().to_owned(), on_disk: self.is_on_disk(), project }
    }

    /// The texts of the document.
    pub(crate) fn files(&self) -> Files {
        match self {
            Source::File(input) => vec![input.text.clone()],
            Source::Project(original, _) => original.files.clone(),
        }
    }

    /// The language of each file, or the one that the user names for all.
    pub(crate) fn languages(&self, named: Option<&str>) -> Result<Vec<Option<Arc<Language>>>, Failure> {
        match self {
            Source::File(input) => Ok(vec![language::language(named, Path::new(&input.name), &input.text)?]),
            Source::Project(original, _) => {
                let files = original.paths.iter().zip(&original.files).skip(1);
                let each = files.map(|(path, text)| language::language(named, path, text));
                std::iter::once(Ok(None)).chain(each).collect()
            }
        }
    }

    /// What is to be done with it.
    pub(crate) fn plan<'r>(
        &'r self,
        options: &'r Options,
        subject: &'r Subject,
        languages: Vec<Option<Arc<Language>>>,
    ) -> Result<(Plan<'r>, Vec<String>), Failure> {
        match self {
            Source::File(_) => {
                let language = languages.into_iter().next().flatten();
                let formatter = language::formatter(language.as_deref());
                Plan::new(options, subject, self.files(), language, formatter)
            }
            Source::Project(original, _) => Plan::of_project(options, subject, original, languages),
        }
    }

    /// What is to be told of it before the run.
    pub(crate) fn notes(&self, languages: &[Option<Arc<Language>>], named: bool) -> Vec<String> {
        match self {
            Source::File(input) if !named && languages.iter().all(Option::is_none) => vec![no_grammar(input)],
            Source::File(_) => Vec::new(),
            Source::Project(original, _) => original.notes.clone(),
        }
    }

    /// True when nobody has changed it meanwhile.
    pub(crate) fn is_intact(&self) -> bool {
        match self {
            Source::File(input) => fs::read(&input.real).is_ok_and(|it| it == *input.text),
            Source::Project(original, _) => (1..original.files.len()).all(|file| {
                let tree = Tree::parse(&original.files[0]).unwrap_or_default();
                let is_text = matches!(tree.entry(file), Entry::File(_))
                    && original.project.stock(file - 1).is_some_and(|it| it.body == Body::Text);
                let path = original.root.join(&original.paths[file]);
                !is_text || fs::read(path).is_ok_and(|it| it == *original.files[file])
            }),
        }
    }

    /// The argument that names the original itself, when nothing takes the candidate's path.
    pub(crate) fn read_by<'c>(&self, command: &'c [OsString], stdin: bool) -> Option<&'c OsStr> {
        if stdin || command.iter().any(|it| it.as_bytes().windows(2).any(|it| it == b"@@")) {
            return None;
        }
        let name = self.name();
        let names_original = |it: &&OsStr| {
            let Ok(path) = fs::canonicalize(it) else { return false };
            match self {
                Source::File(input) => *it != name && path == input.real,
                // What is relative leads into the copy.
                Source::Project(original, _) => {
                    Path::new(it).is_absolute() && path.starts_with(&original.root)
                }
            }
        };
        command.iter().skip(1).map(OsString::as_os_str).find(names_original)
    }
}

/// What to tell when no language is known.
fn no_grammar(input: &Input) -> String {
    let kind = match Path::new(&input.name).extension() {
        None if !input.on_disk => {
            return "standard input is read as text: --language says what it is".to_owned();
        }
        Some(extension) => format!(".{}", extension.to_string_lossy()),
        None => input.name.to_string_lossy().into_owned(),
    };
    let left_out = lop_languages::left_out(kind.trim_start_matches('.'));
    let why = left_out.map(|it| format!(" (this lop was built without {it})")).unwrap_or_default();
    format!("no grammar for {kind}{why}: using text passes")
}

/// The files of the test that may lie in the project: its program, and the script that a shell runs.
fn of_test(command: &[OsString]) -> Vec<PathBuf> {
    let program = command.first().map(Path::new);
    // As all shells are called.
    let is_shell = program.and_then(Path::file_name).is_some_and(|it| it.as_bytes().ends_with(b"sh"));
    let script = command.iter().skip(1).find(|it| !it.as_bytes().starts_with(b"-"));
    program.into_iter().chain(script.filter(|_| is_shell).map(Path::new)).map(Path::to_owned).collect()
}
