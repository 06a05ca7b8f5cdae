//! The walk over the corpus: which files there are, what language they are in, and which need not be asked about.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::overrides::OverrideBuilder;
use ignore::{DirEntry, WalkBuilder};
use parking_lot::Mutex;

use crate::files::{REPORTS, STATE};
use crate::inputs::source::Source;
use crate::inputs::test_config::{CONFIG, SCRIPT, TestConfig};
use crate::settings::Settings;
use lop_runner::Failure;
use lop_runner::Found;
use lop_runner::options::TEXT;
use lop_runner::project::Selection;

/// A file, or a project, to ask about. Its text is read again when it is needed: a corpus may be larger than the memory.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// Its path from the corpus; what it is called everywhere.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) hash: u128,
    pub(crate) tokens: usize,
    pub(crate) bytes: usize,
    /// What of a directory is reduced; `None` for a file.
    pub(crate) project: Option<Selection>,
    /// The name of the language that the user says it is in.
    pub(crate) language: Option<String>,
}

/// What the walk found, in the order of the paths.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    pub(crate) inputs: Vec<Input>,
    /// What need not be asked about, and why.
    pub(crate) refused: Vec<(String, Found)>,
}

impl Input {
    /// What it holds, if that is still what was found.
    pub(crate) fn read(&self) -> Result<Source, String> {
        let source = Source::read(&self.path, self.project.as_ref())?;
        if source.hash() != self.hash {
            return Err("it was changed while the batch was at work".to_owned());
        }
        Ok(source)
    }
}

/// Reads the corpus.
pub(crate) fn walk(settings: &Settings, tests: &TestConfig) -> Result<Corpus, Failure> {
    if let Some(name) = settings.options.search.language.as_deref().filter(|&it| it != TEXT)
        && lop_languages::by_name(name).is_none()
    {
        let names = lop_languages::names().collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!("there is no language {name}"))
            .help(format!("there are: {names}, and {TEXT} for none")));
    }
    let mut corpus = Corpus::default();
    let mut seen: HashMap<u128, String> = HashMap::new();
    let projects = Arc::default();
    let (links, files): (Vec<_>, Vec<_>) =
        walker(settings, tests, &projects)?.partition(|it| it.as_ref().is_ok_and(DirEntry::path_is_symlink));
    for path in projects.lock().iter() {
        take(path, (settings, tests), &mut corpus, &mut seen);
    }
    // A link to another file of the corpus is a duplicate of that, and not the other way round.
    for entry in files.into_iter().chain(links) {
        match entry {
            Ok(it) if it.file_type().is_none_or(|it| it.is_dir()) => {}
            Ok(it) => take(it.path(), (settings, tests), &mut corpus, &mut seen),
            Err(error) => {
                let name = path_of(&error).map_or_else(|| "?".to_owned(), |it| name(&it, settings));
                corpus.refused.push((name, Found::Unreadable { because: error.to_string() }));
            }
        }
    }
    corpus.inputs.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(corpus)
}

/// Walks over what is neither a result nor in a project; those are put into `projects`.
fn walker(
    settings: &Settings,
    tests: &TestConfig,
    projects: &Arc<Mutex<Vec<PathBuf>>>,
) -> Result<ignore::Walk, Failure> {
    let mut wanted = OverrideBuilder::new(&settings.corpus);
    for glob in &settings.globs {
        wanted.add(glob).map_err(|it| {
            Failure::usage(format!("{glob} is not a glob"))
                .because(it)
                .help("write one such as '*.c' or 'found/**/*.rs'")
        })?;
    }
    let wanted = wanted.build().expect("each glob was taken alone");
    let out = fs::canonicalize(&settings.out).unwrap_or_else(|_| settings.out.clone());
    let mut walk = WalkBuilder::new(&settings.corpus);
    walk.overrides(wanted.clone()).require_git(false).add_custom_ignore_filename(".lopignore");
    walk.sort_by_file_name(Ord::cmp);
    let (whole, projects, corpus) = (tests.projects(), projects.clone(), settings.corpus.clone());
    walk.filter_entry(move |it| {
        let path = it.path();
        if it.depth() == 0 || !it.file_type().is_some_and(|it| it.is_dir()) {
            return true;
        }
        // Nor are the results of an earlier batch to another place inputs.
        if path.join(STATE).is_dir() || fs::canonicalize(path).is_ok_and(|it| it == out) {
            return false;
        }
        let is_project = whole.has(path.strip_prefix(&corpus).unwrap_or(path), path);
        if is_project && !wanted.matched(path, false).is_ignore() {
            projects.lock().push(path.to_owned());
        }
        !is_project
    });
    Ok(walk.build())
}

fn take(
    path: &Path,
    (settings, tests): (&Settings, &TestConfig),
    corpus: &mut Corpus,
    seen: &mut HashMap<u128, String>,
) {
    let is = |name: &str| path.file_name().is_some_and(|it| it == name);
    if is(CONFIG) || is(SCRIPT) {
        return;
    }
    let name = name(path, settings);
    match input(path, &name, settings, tests) {
        Ok(input) => {
            if let Some(first) = seen.get(&input.hash).cloned() {
                corpus.refused.push((name, Found::Duplicate { of: first }));
            } else {
                seen.insert(input.hash, name);
                corpus.inputs.push(input);
            }
        }
        Err(found) => corpus.refused.push((name, found)),
    }
}

fn input(path: &Path, name: &str, settings: &Settings, tests: &TestConfig) -> Result<Input, Found> {
    let unreadable = |because: &dyn std::fmt::Display| Found::Unreadable { because: because.to_string() };
    if path.to_str().is_none() {
        return Err(unreadable(&"its name is not UTF-8"));
    }
    if REPORTS.contains(&name) || name.starts_with(STATE) {
        return Err(unreadable(&"a report of the batch has this name: rename it"));
    }
    if is_in_the_way(name, settings) {
        return Err(unreadable(&"its result would be in the corpus: name another directory with --out"));
    }
    // A link counts as what it leads to, but for directories: those may lead back here.
    let project = tests.selection(name, path);
    let found = fs::metadata(path).map_err(|it| unreadable(&it))?;
    if found.is_dir() && project.is_none() {
        return Err(unreadable(&"a link to a directory, which is not followed: name that directory instead"));
    }
    if !found.is_file() && project.is_none() {
        return Err(unreadable(&"neither a file nor a directory"));
    }
    if project.is_none() && found.len() > settings.largest {
        return Err(Found::TooLarge { bytes: found.len() });
    }
    let source = Source::read(path, project.as_ref()).map_err(|it| unreadable(&it))?;
    let (tokens, bytes) = source.size();
    if bytes as u64 > settings.largest {
        return Err(Found::TooLarge { bytes: bytes as u64 });
    }
    if bytes == 0 {
        return Err(Found::Empty);
    }
    let language =
        settings.options.search.language.as_deref().or_else(|| tests.language(name, project.is_some()));
    // One of the user's own may be broken.
    source.languages(language, path).map_err(|it| unreadable(&it))?;
    Ok(Input {
        name: name.to_owned(),
        path: path.to_owned(),
        hash: source.hash(),
        tokens,
        bytes,
        project,
        language: language.map(str::to_owned),
    })
}

/// True when the results go above the corpus, and that of `name` would be among the inputs.
fn is_in_the_way(name: &str, settings: &Settings) -> bool {
    let real = |it: &Path| fs::canonicalize(it).unwrap_or_else(|_| it.to_owned());
    let (out, corpus) = (real(&settings.out), real(&settings.corpus));
    corpus.starts_with(&out) && out.join(name).starts_with(&corpus)
}

fn name(path: &Path, settings: &Settings) -> String {
    let inside = path.strip_prefix(&settings.corpus).unwrap_or(path);
    inside.to_string_lossy().into_owned()
}

fn path_of(error: &ignore::Error) -> Option<PathBuf> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.clone()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}
