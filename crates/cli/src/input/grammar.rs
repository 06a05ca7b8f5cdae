//! Grammars that lop does not have: the one that `--grammar` names, and those in the user's own directory.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use lop_runner::Failure;

use super::language::unusable;
use super::trial;

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

/// Adds the languages of the user's own directory. Each is tried on the files among the words of the command line.
pub(crate) fn add_own(words: &[OsString]) {
    let files = trial::files(words);
    lop_languages::try_with(Box::new(move |path| {
        lop_oracle::report_crashes();
        trial::failed(path, &files)
    }));
    if let Some(directory) = lop_languages::own_folders() {
        lop_languages::add_all(&directory, lop_languages::cache().as_deref());
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
