//! The walk over the corpus: which files there are, what language they are in, and which need not be asked about.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::overrides::OverrideBuilder;
use ignore::{DirEntry, WalkBuilder};
use lop_engine::{Language, tokens};

use crate::files::{REPORTS, STATE, text_hash};
use crate::inputs::test_config::{CONFIG, SCRIPT, TestConfig};
use crate::settings::Settings;
use lop_runner::Failure;
use lop_runner::Found;
use lop_runner::options::TEXT;

/// A file to ask about. Its text is read again when it is needed: a corpus may be larger than the memory.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// Its path from the corpus; what it is called everywhere.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) hash: u128,
    pub(crate) tokens: usize,
    pub(crate) bytes: usize,
    /// The name of its language, if it has one.
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
    /// Its text, if that is still the one that was found.
    pub(crate) fn read(&self) -> Result<Arc<[u8]>, String> {
        let text = fs::read(&self.path).map_err(|it| it.to_string())?;
        if text_hash(&text) != self.hash {
            return Err("it was changed while the batch was at work".to_owned());
        }
        Ok(text.into())
    }

    /// The program that lays out files of its language, with its arguments; empty for none.
    pub(crate) fn formatter(&self) -> &'static [&'static str] {
        let info = self.language.as_deref().and_then(lop_languages::info);
        info.map_or(&[], |it| it.formatter)
    }

    /// Its language.
    pub(crate) fn grammar(&self) -> Option<Arc<Language>> {
        self.language.as_deref().and_then(lop_languages::by_name)
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
    let (links, files): (Vec<_>, Vec<_>) =
        walker(settings)?.partition(|it| it.as_ref().is_ok_and(DirEntry::path_is_symlink));
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

fn walker(settings: &Settings) -> Result<ignore::Walk, Failure> {
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
    walk.overrides(wanted).require_git(false).add_custom_ignore_filename(".lopignore");
    walk.sort_by_file_name(Ord::cmp);
    walk.filter_entry(move |it| {
        // Nor are the results of an earlier batch to another place inputs.
        let is_out = it.depth() > 0
            && it.file_type().is_some_and(|it| it.is_dir())
            && (it.path().join(STATE).is_dir() || fs::canonicalize(it.path()).is_ok_and(|it| it == out));
        !is_out
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
    let found = fs::metadata(path).map_err(|it| unreadable(&it))?;
    let bytes = found.len();
    if found.is_dir() {
        return Err(unreadable(&"a link to a directory, which is not followed: name that directory instead"));
    }
    if !found.is_file() {
        return Err(unreadable(&"neither a file nor a directory"));
    }
    if bytes > settings.largest {
        return Err(Found::TooLarge { bytes });
    }
    let text = fs::read(path).map_err(|it| unreadable(&it))?;
    if text.is_empty() {
        return Err(Found::Empty);
    }
    let language = match settings.options.search.language.as_deref().or_else(|| tests.language(name)) {
        Some(TEXT) => None,
        Some(name) => lop_languages::info(name),
        None => lop_languages::info_of(path, &text),
    };
    // One of the user's own may be broken.
    let language = language.map(lop_languages::load).transpose().map_err(|it| unreadable(&it))?;
    Ok(Input {
        name: name.to_owned(),
        path: path.to_owned(),
        hash: text_hash(&text),
        tokens: tokens::count(&text),
        bytes: text.len(),
        language: language.map(|it| it.name.clone()),
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
