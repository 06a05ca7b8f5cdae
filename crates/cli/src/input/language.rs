//! The language of the file: as the user names it, or by its extension and its content.

use std::path::Path;
use std::sync::Arc;

use lop_engine::Language;
use lop_languages::Unusable;
use lop_runner::Failure;
use lop_runner::options::TEXT;
use lop_runner::pass_choice::nearest;

/// The language to read the file in, if any: a wrong name is an error, an unknown extension is not.
pub(crate) fn language(
    name: Option<&str>,
    path: &Path,
    text: &[u8],
) -> Result<Option<Arc<Language>>, Failure> {
    let info = match name {
        Some(TEXT) => return Ok(None),
        Some(name) => Some(lop_languages::info(name).ok_or_else(|| unknown(name))?),
        None => lop_languages::info_of(path, text),
    };
    info.map(lop_languages::load).transpose().map_err(|it| unusable(&it))
}

fn unknown(name: &str) -> Failure {
    if let Some(left_out) = lop_languages::left_out(name) {
        return Failure::usage(format!("this lop was built without the language {left_out}"))
            .help(format!("build one that has it: cargo install --features {left_out} lop"));
    }
    let names: Vec<&str> = lop_languages::names().collect();
    let near = nearest(names.iter().copied(), name);
    let near = near.map(|it| format!("did you mean {it}?\n")).unwrap_or_default();
    Failure::usage(format!("there is no language {name}"))
        .help(format!("{near}there are: {}, and {TEXT} for none", names.join(", ")))
}

/// What is wrong with a language that was added, as a mistake of the command line.
pub(super) fn unusable(why: &Unusable) -> Failure {
    let failure = Failure::usage(&*why.what);
    if why.remedy.is_empty() { failure } else { failure.help(&*why.remedy) }
}

/// The program that lays out files of a language, with its arguments; empty for none.
pub(crate) fn formatter(language: Option<&Language>) -> &'static [&'static str] {
    let info = language.and_then(|it| lop_languages::info(&it.name));
    info.map_or(&[], |it| it.formatter)
}
