//! The sources of the project, and which of their lines are tests.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under `directory` with the extension, as paths from the root.
pub(crate) fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten() {
            let entry = entry.unwrap();
            let path = entry.path();
            // Not behind links: what they lead to has a place of its own.
            if entry.file_type().unwrap().is_dir() && path.file_name().is_some_and(|it| it != "target") {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn rust_files() -> Vec<PathBuf> {
    ["src", "crates", "tests", "benches"].iter().flat_map(|it| files(it, "rs")).collect()
}

/// The lines before the unit tests of a file. A module of tests that is a file of its own ends nothing.
pub(crate) fn production(text: &str) -> impl Iterator<Item = &str> {
    let mark = "#[cfg(test)]\nmod ";
    let is_inline = |at: &usize| text[at + mark.len()..].lines().next().is_some_and(|it| it.ends_with('{'));
    let tests = text.match_indices(mark).map(|it| it.0).find(is_inline).unwrap_or(text.len());
    text[..tests].lines()
}

/// True for a file that holds tests only: it is in a crate's `tests/`, or its module or one around it is declared for
/// tests. What it is called says nothing.
pub(crate) fn is_test(path: &Path) -> bool {
    if !path.components().any(|it| it.as_os_str() == "src") {
        return path.components().any(|it| it.as_os_str() == "tests");
    }
    let declared = declaration(path);
    declared.is_some_and(|(around, name)| is_declared_for_tests(&read(&around), &name) || is_test(&around))
}

/// The file that should declare the module of a file in `src/`, and what the module is called; none for a whole crate.
pub(crate) fn declaration(path: &Path) -> Option<(PathBuf, String)> {
    let source = path.ancestors().find(|it| it.ends_with("src"))?;
    let is_mod = path.file_name().is_some_and(|it| it == "mod.rs");
    let module = if is_mod { path.parent().unwrap() } else { path };
    let folder = module.parent().filter(|_| module != source)?;
    if folder == source && (path.ends_with("lib.rs") || path.ends_with("main.rs")) {
        return None;
    }
    let name = module.file_stem().unwrap().to_str().unwrap();
    let around = if folder == source {
        vec![folder.join("lib.rs"), folder.join("main.rs")]
    } else {
        vec![folder.join("mod.rs"), folder.with_extension("rs")]
    };
    let around = around.into_iter().find(|it| it != path && root().join(it).exists())?;
    Some((around, name.to_owned()))
}

/// True when `text` declares the module only for tests.
pub(crate) fn is_declared_for_tests(text: &str, name: &str) -> bool {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(|| Some((lines.next()?, lines.peek().copied().unwrap_or_default()))).any(
        |(attribute, declaration)| {
            attribute == "#[cfg(test)]"
                && declaration.split_once("mod ").is_some_and(|it| it.1 == format!("{name};"))
        },
    )
}
