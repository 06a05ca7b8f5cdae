//! Real files: of each crate that Cargo.lock names a few of middle size, as cargo has unpacked them.

use std::fs;
use std::path::{Path, PathBuf};

/// The languages, and what their files end with.
pub(crate) const LANGUAGES: [&str; 3] = ["c", "javascript", "rust"];

/// How many bytes a file has.
const SIZES: std::ops::Range<u64> = 2_000..40_000;

/// A file.
pub(crate) struct Text {
    /// Its crate and its path there.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The files of a language, in the order of their names. Of each crate one, of those in C up to two, as there are fewer.
pub(crate) fn texts(language: &str) -> Vec<Text> {
    let (extension, most) = match language {
        "c" => ("c", 2),
        "javascript" => ("js", 1),
        _ => ("rs", 1),
    };
    crates().iter().flat_map(|folder| texts_in(folder, extension, most)).collect()
}

/// The folders of the crates, in the order of their names.
fn crates() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|it| it.join(".cargo")));
    let sources = home.expect("cargo has a home").join("registry/src");
    let roots = fs::read_dir(sources).expect("cargo has unpacked something");
    let roots: Vec<PathBuf> = roots.map(|it| it.expect("a folder that can be read").path()).collect();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = fs::read_to_string(lock).expect("the workspace has a lock file");
    let value =
        |line: &str, key: &str| line.strip_prefix(key).map(|it| it.trim_matches(['"', '=', ' ']).to_owned());
    let mut name = String::new();
    let mut folders = Vec::new();
    for line in lock.lines() {
        if let Some(it) = value(line, "name") {
            name = it;
        } else if let Some(version) = value(line, "version") {
            let paths = roots.iter().map(|it| it.join(format!("{name}-{version}")));
            folders.extend(paths.into_iter().find(|it| it.is_dir()));
        }
    }
    folders.sort();
    folders
}

/// The files of middle size in a crate that a person has written.
fn texts_in(folder: &Path, extension: &str, most: usize) -> Vec<Text> {
    let mut paths = Vec::new();
    walk(folder, &mut paths);
    paths.retain(|it| it.extension().is_some_and(|it| it == extension) && !it.ends_with("parser.c"));
    let size = |it: &PathBuf| fs::metadata(it).map_or(0, |it| it.len());
    let mut paths: Vec<(u64, PathBuf)> = paths.into_iter().map(|it| (size(&it), it)).collect();
    paths.retain(|it| SIZES.contains(&it.0));
    paths.sort();
    let middle = paths.split_off(paths.len().saturating_sub(most) / 2);
    let text = |path: &PathBuf| {
        let name = path.strip_prefix(folder.parent().unwrap_or(folder)).unwrap_or(path);
        Some(Text { name: name.display().to_string(), text: fs::read_to_string(path).ok()? })
    };
    middle.iter().take(most).filter_map(|it| text(&it.1)).collect()
}

/// The files of a folder, but for those of other people's packages and what tests expect.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|it| it.ok().map(|it| it.path())) {
        if !path.is_dir() {
            found.push(path);
        } else if !path.ends_with("node_modules") && !path.ends_with("expectations") {
            walk(&path, found);
        }
    }
}
