//! Grammars that lop does not have: the one that `--grammar` names, and those in the user's own directory.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueHint;
use lop_runner::Failure;

use super::language::unusable;

/// A grammar that lop does not have.
#[derive(Debug, clap::Args)]
pub(crate) struct GrammarArgs {
    /// Read FILE with this grammar: a library, the directory of its source, or a folder as in `~/.config/lop/grammars`
    ///
    /// A tree-sitter grammar: its library (.so) with `grammar.json` beside it, or the directory of its source, which is
    /// compiled with the C compiler at hand and kept. The book's page on grammars says more.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) grammar: Option<PathBuf>,

    /// Read files that end in .EXT with --grammar, and no others; repeat for more
    #[arg(long, value_name = "EXT", requires = "grammar")]
    pub(crate) extension: Vec<String>,
}

impl GrammarArgs {
    /// Adds the grammar, and makes it the language of all files when neither that nor an extension is said.
    pub(crate) fn add(&self, language: &mut Option<String>) -> Result<(), Failure> {
        let Some(path) = &self.grammar else { return Ok(()) };
        let name = add(path, &self.extension)?;
        if language.is_none() && self.extension.is_empty() {
            *language = Some(name.to_owned());
        }
        Ok(())
    }
}

/// Adds the languages of the user's own directory.
pub(crate) fn add_own() {
    lop_languages::try_with(died_of);
    if let Some(directory) = lop_languages::own_folders() {
        lop_languages::add_all(&directory, lop_languages::cache().as_deref());
    }
}

/// How a process of its own dies of a grammar; none when it ends.
fn died_of(path: &Path) -> Option<String> {
    let mut child = Command::new(env::current_exe().ok()?);
    child.args(["grammar", "try"]).arg(path);
    let status = child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    // It says nothing of what it finds, so it fails only by breaking off.
    match status.code() {
        Some(0) => None,
        Some(_) => Some("its process broke off".to_owned()),
        None => Some(status.to_string()),
    }
}

/// Adds the grammar at a path, for files with these extensions, and says what it is called.
fn add(path: &Path, extensions: &[String]) -> Result<&'static str, Failure> {
    let extensions: Vec<String> = extensions.iter().map(|it| it.trim_start_matches('.').to_owned()).collect();
    let info = lop_languages::add(path, &extensions, lop_languages::cache().as_deref())
        .map_err(|it| unusable(&it))?;
    lop_languages::load(info).map_err(|it| unusable(&it))?;
    Ok(info.name)
}
