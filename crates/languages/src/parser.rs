//! Finds the parts of a grammar on the disk, and gets a parser out of them: loads its library, or compiles its source.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tree_sitter_loader::{Loader, LoaderError};

use crate::added::Unusable;
use crate::compiled;

/// Whoever tries a grammar before this process loads it.
static TRIAL: OnceLock<Trial> = OnceLock::new();

/// Tries the grammar at a path in a process of its own, by [`try_out`], and says what came of that, if it did not end by itself.
pub type Trial = Box<dyn Fn(&Path) -> Option<String> + Send + Sync>;

/// Of larger files only the beginning is read when a grammar is tried, in bytes: what is larger is cut down before it is parsed.
const TRIED_BYTES: usize = 1024 * 1024;
/// Of many files these are the first: it is another process for each run.
const TRIED_FILES: usize = 16;

/// Has every grammar that is added tried before it is loaded: a library that crashes would take the program with it.
pub fn try_with(trial: Trial) {
    // Whoever was first stays.
    let _ = TRIAL.set(trial);
}

/// Loads the grammar at a path and reads a few bytes, the sample beside it and `files` with it, for a process that may die of
/// it; `on` is called when it is loaded, and behind each of them. What is wrong with one that does not crash is found when it is
/// loaded for good.
pub fn try_out(path: &Path, files: &[PathBuf], cache: Option<&Path>, mut on: impl FnMut()) {
    let parser = Grammar::find(path).and_then(|it| it.load(cache));
    on();
    let mut reader = tree_sitter::Parser::new();
    if !parser.is_ok_and(|it| reader.set_language(&it).is_ok()) {
        return;
    }
    reader.parse("a (\"b\") 1\n", None);
    // The sample stands in the folder, and the source or the library may be in a directory of that.
    let samples = path.ancestors().take(3).find_map(crate::check::sample);
    for text in samples.iter().chain(files).take(TRIED_FILES).filter_map(|it| std::fs::read(it).ok()) {
        let text = &text[..text.len().min(TRIED_BYTES)];
        // What is cut off, or lacks something in its middle, has errors to recover from.
        let (third, half) = (text.len() / 3, text.len() / 2);
        for part in [text, &text[..half], &[&text[..third], &text[2 * third..]].concat()] {
            reader.parse(part, None);
        }
        on();
    }
}

/// A grammar, not loaded yet.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// As its `grammar.json` calls it.
    pub(crate) name: String,
    /// The text of its `grammar.json`.
    pub(crate) rules: String,
    parser: Parser,
}

/// Where its parser is.
#[derive(Debug)]
enum Parser {
    /// A library.
    Compiled(PathBuf),
    /// A directory with its `parser.c`.
    Source(PathBuf),
}

impl Grammar {
    /// Finds the grammar at a path: a library, a directory with one, or a directory with `parser.c` in it or in its `src`.
    pub(crate) fn find(path: &Path) -> Result<Grammar, Unusable> {
        let parser = parser(path)?;
        let beside = match &parser {
            Parser::Compiled(library) => library.parent().unwrap_or(path),
            Parser::Source(directory) => directory,
        };
        let places = [beside.join("grammar.json"), beside.join("src/grammar.json")];
        let Some(json) = places.iter().find(|it| it.is_file()) else {
            return Err(Unusable::new(
                format!("there is no grammar.json beside the parser in {}", beside.display()),
                "put it there: `tree-sitter generate` writes it into src, and a grammar's package has it",
            ));
        };
        let wrong = |why: String| {
            Unusable::new(
                format!("{}: {why}", json.display()),
                "take the one that `tree-sitter generate` writes",
            )
        };
        let rules = std::fs::read_to_string(json).map_err(|error| wrong(error.to_string()))?;
        let value: serde_json::Value =
            serde_json::from_str(&rules).map_err(|error| wrong(error.to_string()))?;
        let name = value["name"].as_str().unwrap_or_default();
        if name.is_empty() || !name.chars().all(|it| it.is_ascii_alphanumeric() || "_-".contains(it)) {
            return Err(wrong(format!("{name:?} is no name of a grammar")));
        }
        Ok(Grammar { name: name.to_owned(), rules, parser })
    }

    /// Refuses a grammar that crashes or hangs when it is used.
    pub(crate) fn survives(&self) -> Result<(), Unusable> {
        let path = self.path();
        let Some(death) = TRIAL.get().and_then(|it| it(path)) else { return Ok(()) };
        Err(Unusable::new(
            format!("the grammar {} fails when it is used: {death}", path.display()),
            "generate and compile it again with the tree-sitter of today, and look at its scanner",
        ))
    }

    /// What tells it from all others, and from itself before it was changed.
    pub(crate) fn stamp(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), &self.rules, self.path()).hash(&mut hasher);
        let files = match &self.parser {
            Parser::Compiled(library) => vec![library.clone()],
            Parser::Source(source) => compiled::made_of(source),
        };
        for it in files {
            let state = it.metadata().ok().map(|it| (it.len(), it.modified().ok()));
            (it, state).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn path(&self) -> &Path {
        match &self.parser {
            Parser::Compiled(path) | Parser::Source(path) => path,
        }
    }

    /// Gets its parser. What is compiled is kept in `cache`, where there is one.
    pub(crate) fn load(&self, cache: Option<&Path>) -> Result<tree_sitter::Language, Unusable> {
        if cfg!(target_feature = "crt-static") {
            return Err(Unusable::new(
                "this lop is a static binary, which can load no grammars",
                "build one with cargo install lop, or add the grammar to lop's own languages",
            ));
        }
        let function = format!("tree_sitter_{}", self.name.replace('-', "_"));
        let load = |library: &Path| Loader::load_language(library, &function);
        match &self.parser {
            Parser::Compiled(library) => load(library).map_err(|error| {
                let belongs = matches!(error, LoaderError::Symbol(_));
                let remedy = if belongs {
                    "take the grammar.json that belongs to this library"
                } else {
                    "compile it for this machine: tree-sitter build"
                };
                trouble(library, &error.to_string(), remedy)
            }),
            Parser::Source(source) => {
                let loaded = compiled::with_library(source, &self.name, cache, load);
                let by_hand = "see whether it compiles by hand: cc -shared -fPIC -I. parser.c scanner.c; \
                               the variables CC and CXX name another compiler";
                loaded
                    .and_then(|it| it.map_err(|error| error.to_string()))
                    .map_err(|error| trouble(source, &error, by_hand))
            }
        }
    }
}

fn trouble(path: &Path, error: &str, remedy: &str) -> Unusable {
    // A compiler says more than anybody wants to read.
    let lines: Vec<&str> = error.lines().filter(|it| !it.trim().is_empty()).take(12).collect();
    Unusable::new(format!("the grammar {} cannot be loaded: {}", path.display(), lines.join("\n")), remedy)
}

fn parser(path: &Path) -> Result<Parser, Unusable> {
    let is_library = |it: &Path| it.extension().is_some_and(|it| it == "so" || it == "dylib");
    if path.is_file() {
        if is_library(path) {
            return Ok(Parser::Compiled(path.to_owned()));
        }
        return Err(Unusable::new(
            format!("{} is no compiled grammar", path.display()),
            "name a library (.so), the directory of a grammar's source, or a folder with a language.toml",
        ));
    }
    if let Some(source) =
        [path.to_owned(), path.join("src")].into_iter().find(|it| it.join("parser.c").is_file())
    {
        return Ok(Parser::Source(source));
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let mut libraries: Vec<PathBuf> = entries.map(|it| it.path()).filter(|it| is_library(it)).collect();
    match (libraries.pop(), libraries.is_empty()) {
        (Some(library), true) => Ok(Parser::Compiled(library)),
        (Some(_), false) => {
            Err(Unusable::new(format!("{} has several libraries", path.display()), "name one of them"))
        }
        (None, _) => Err(Unusable::new(
            format!("there is no parser in {}: no parser.c, no src/parser.c, no library", path.display()),
            "make one with `tree-sitter generate`, or name the directory of one grammar where there are several",
        )),
    }
}

/// What stays as long as the program runs.
pub(crate) trait Kept {
    type Target: ?Sized + 'static;

    fn kept(self) -> &'static Self::Target;
}

impl Kept for String {
    type Target = str;

    fn kept(self) -> &'static str {
        self.leak()
    }
}

impl Kept for Vec<String> {
    type Target = [&'static str];

    fn kept(self) -> &'static [&'static str] {
        let texts: Vec<&str> = self.into_iter().map(Kept::kept).collect();
        texts.leak()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grammar_is_another_one_once_anything_of_its_source_is() {
        let source = tempfile::tempdir().unwrap();
        std::fs::create_dir(source.path().join("tree_sitter")).unwrap();
        let (name, rules) = ("x".to_owned(), String::new());
        let grammar = Grammar { name, rules, parser: Parser::Source(source.path().to_owned()) };
        let mut stamps = vec![grammar.stamp()];
        for name in ["parser.c", "scanner.c", "scanner.cc", "scanner.cpp", "tree_sitter/parser.h"] {
            for text in ["first", "second, and longer"] {
                std::fs::write(source.path().join(name), text).unwrap();
                assert!(!stamps.contains(&grammar.stamp()), "{name}");
                stamps.push(grammar.stamp());
            }
        }
        assert_eq!(stamps.last(), Some(&grammar.stamp()));
    }
}
