//! The language of the file: as the user names it, or by its extension and its content.

use std::path::Path;
use std::sync::Arc;

use lop_engine::Language;
use lop_runner::Failure;
use lop_runner::options::TEXT;
use lop_runner::pass_choice::nearest;

/// The language to read the file in, if any: a wrong name is an error, an unknown extension is not.
pub(crate) fn language(
    name: Option<&str>,
    path: &Path,
    text: &[u8],
) -> Result<Option<Arc<Language>>, Failure> {
    let Some(name) = name else {
        return Ok(lop_languages::detect(path, text));
    };
    if name == TEXT {
        return Ok(None);
    }
    lop_languages::by_name(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = lop_languages::all().iter().map(|it| it.name).collect();
        let near = nearest(names.iter().copied(), name);
        let near = near.map(|it| format!("did you mean {it}?\n")).unwrap_or_default();
        Failure::usage(format!("there is no language {name}"))
            .help(format!("{near}there are: {}, and {TEXT} for none", names.join(", ")))
    })
}

/// The program that lays out files of a language, with its arguments; empty for none.
pub(crate) fn formatter(language: Option<&Language>) -> &'static [&'static str] {
    let info = language.and_then(|it| lop_languages::all().iter().find(|info| info.name == it.name));
    info.map_or(&[], |it| it.formatter)
}
