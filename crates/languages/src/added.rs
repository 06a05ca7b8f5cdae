//! Languages that a user adds without building lop: a folder like those of `grammars/`, or a grammar alone.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::{fmt, fs};

use lop_engine::{Language, LanguageError};

use crate::folder::{Folder, Whole};
use crate::parser::{Grammar, Kept};
use crate::{Info, Origin, build, compiled, facts, registry};

/// Why a language that was added cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    /// What is wrong.
    pub what: String,
    /// What to do about it; empty where nothing is known.
    pub remedy: String,
}

impl Unusable {
    pub(crate) fn new(what: impl Into<String>, remedy: impl Into<String>) -> Unusable {
        Unusable { what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.remedy {
            "" => f.write_str(&self.what),
            remedy => write!(f, "{}; {remedy}", self.what),
        }
    }
}

impl std::error::Error for Unusable {}

/// A language that was added.
#[derive(Debug)]
pub(crate) struct Added {
    pub(crate) info: Info,
    /// What it is made of, or why that is nothing.
    parts: Result<Parts, Unusable>,
    built: OnceLock<Result<Arc<Language>, Unusable>>,
}

/// What a language is made of.
#[derive(Debug)]
struct Parts {
    whole: Whole,
    /// None for a line language.
    grammar: Option<Grammar>,
    cache: Option<PathBuf>,
}

/// Adds the language at a path: a folder with a `language.toml`, a compiled grammar with its `grammar.json` beside it, or the
/// source directory of a grammar, which is compiled and kept in `cache`, if that is the user's alone. Files with these
/// extensions are in it, too.
///
/// It comes before the languages that are there. Nothing is compiled or loaded before it is asked for.
///
/// # Errors
/// When there is no language at the path.
pub fn add(path: &Path, extensions: &[String], cache: Option<&Path>) -> Result<&'static Info, Unusable> {
    Ok(registry::add(Added::open(path, extensions, cache)?))
}

/// Adds the language of each folder in a directory, by name. One that cannot be used is there with its name alone, and
/// [`load`](crate::load) says why.
pub fn add_all(directory: &Path, cache: Option<&Path>) {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = entries.map(|it| it.path()).filter(|it| it.is_dir()).collect();
    folders.sort();
    for folder in folders {
        if let Err(why) = add(&folder, &[], cache) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let info = info(
                &name,
                &Folder { summary: format!("cannot be used: {}", why.what), ..Folder::default() },
            );
            registry::add(Added { info, parts: Err(why), built: OnceLock::new() });
        }
    }
}

fn parts(path: &Path, cache: Option<&Path>) -> Result<(String, Parts), Unusable> {
    let cannot = |error: std::io::Error| {
        Unusable::new(
            format!("cannot read the grammar {}: {error}", path.display()),
            "see to the path and its permissions",
        )
    };
    // A library is looked for in other places when its path has no directory.
    let path = fs::canonicalize(path).map_err(cannot)?;
    let cache = cache.map(Path::to_owned);
    if !path.join("language.toml").is_file() {
        let grammar = Grammar::find(&path)?;
        let name = grammar.name.clone();
        let summary = format!("the grammar {}", path.display());
        let folder = Folder { summary, ..Folder::default() };
        let whole = Whole { folder, rules: String::new(), names: String::new(), injections: String::new() };
        return Ok((name, Parts { whole, grammar: Some(grammar), cache }));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let root = path.parent().unwrap_or(&path);
    let remedy = "lop grammar check says what else is wrong";
    let whole = Whole::read(root, &name, &registry::folder).map_err(|why| Unusable::new(why, remedy))?;
    let grammar = match (&whole.folder.lines, &whole.folder.grammar) {
        (Some(_), _) => None,
        (None, Some(grammar)) => Some(Grammar::find(&path.join(grammar))?),
        (None, None) => Some(Grammar::find(&path)?),
    };
    Ok((name, Parts { whole, grammar, cache }))
}

impl Added {
    /// Finds what it is made of.
    pub(crate) fn open(path: &Path, extensions: &[String], cache: Option<&Path>) -> Result<Added, Unusable> {
        let (name, mut parts) = parts(path, cache)?;
        parts.whole.folder.extensions.extend_from_slice(extensions);
        Ok(Added { info: info(&name, &parts.whole.folder), parts: Ok(parts), built: OnceLock::new() })
    }

    /// True when its folder says what a comment is.
    pub(crate) fn has_comments(&self) -> bool {
        let folder = self.parts.as_ref().map(|it| &it.whole.folder);
        folder.is_ok_and(|it| !it.line_comments.is_empty() || !it.block_comments.is_empty())
    }

    pub(crate) fn language(&self) -> Result<Arc<Language>, Unusable> {
        let build = || match &self.parts {
            Ok(parts) => parts.build(self.info.name).map(Arc::new),
            Err(why) => Err(why.clone()),
        };
        self.built.get_or_init(build).clone()
    }
}

impl Parts {
    fn build(&self, name: &str) -> Result<Language, Unusable> {
        let Whole { folder, rules, names, injections } = &self.whole;
        let wrong = |what: &str, remedy: &str| {
            let (what, remedy) = (format!("the language {name}: {what}"), remedy.to_owned());
            move |error: LanguageError| Unusable::new(format!("{what}: {error}"), remedy)
        };
        let Some(grammar) = &self.grammar else {
            let language = build::line_language(name, folder).map_err(wrong("[lines]", ""))?;
            let language = language.with_names(names.clone()).map_err(wrong("names.scm", ""))?;
            return Ok(build::habits(language, folder));
        };
        let old = "generate it again with the tree-sitter of today";
        let facts = self.facts(name, grammar)?;
        let language =
            Language::new(name, grammar.load(self.cache.as_deref())?).map_err(wrong("its parser", old))?;
        let language = language.with_facts(&facts).map_err(wrong("its grammar.json", old))?;
        let language = language.with_rules(rules.clone()).map_err(wrong("reduce.scm", ""))?;
        let language = language.with_names(names.clone()).map_err(wrong("names.scm", ""))?;
        let guests = build::guests(name, folder, registry::DEPTH - 1);
        let language = language.with_embedded(injections.clone(), guests).map_err(wrong("inject.scm", ""))?;
        Ok(build::habits(language, folder))
    }
}

impl Parts {
    /// The facts of its grammar, which are kept; whether it survives depends on the files of each run.
    fn facts(&self, name: &str, grammar: &Grammar) -> Result<String, Unusable> {
        grammar.survives()?;
        let cache = self.cache.as_deref().and_then(|it| compiled::own_directory(it).ok());
        let kept = cache.map(|it| it.join(format!("{:016x}.facts", grammar.stamp())));
        if let Some(facts) = kept.as_ref().and_then(|it| fs::read_to_string(it).ok()) {
            return Ok(facts);
        }
        let facts = facts(&grammar.name, "added", &grammar.rules).map_err(|why| {
            Unusable::new(
                format!("the language {name}: its grammar.json: {why}"),
                "take the one that its parser was made of",
            )
        })?;
        if let Some(kept) = kept {
            // Whoever cannot keep them makes them again.
            let new = kept.with_extension(std::process::id().to_string());
            let _ = fs::write(&new, &facts).and_then(|()| fs::rename(&new, &kept));
        }
        Ok(facts)
    }
}

/// What a user may know of it, kept for good: a program adds few languages.
fn info(name: &str, folder: &Folder) -> Info {
    Info {
        name: name.to_owned().kept(),
        summary: folder.summary.clone().kept(),
        aliases: folder.aliases.clone().kept(),
        extensions: folder.extensions.clone().kept(),
        file_names: folder.file_names.clone().kept(),
        interpreters: folder.interpreters.clone().kept(),
        formatter: folder.formatter.clone().kept(),
        origin: Origin::Added,
    }
}
