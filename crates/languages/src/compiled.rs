//! Libraries compiled from a grammar's source, kept where nobody but the user can have put them.
//!
//! A library runs in this process, so one is taken from the cache only where that belongs to the user and nobody else may
//! write. It has its name from what it was made of, is compiled beside its place and moved there when it is whole: runs at
//! the same time, and one that is killed, harm nothing.

use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The library of the grammar `name` whose `parser.c` is in `source`, given to `load`; it need not be there afterwards.
pub(crate) fn with_library<T>(
    source: &Path,
    name: &str,
    cache: Option<&Path>,
    load: impl FnOnce(&Path) -> T,
) -> Result<T, String> {
    let kept = cache
        .and_then(|it| own_directory(it).ok())
        .map(|cache| (key(source, name).map(|it| cache.join(it)), cache));
    let (library, cache) = match kept {
        Some((Ok(library), cache)) => (Some(library), Some(cache)),
        _ => (None, None),
    };
    if let Some(library) = library.as_ref().filter(|it| it.is_file()) {
        return Ok(load(library));
    }
    let place = cache.map_or_else(TempDir::new, TempDir::new_in).map_err(|it| it.to_string())?;
    let made = place.path().join(format!("{name}.{DLL_EXTENSION}"));
    compile(source, &made)?;
    let loaded = load(&made);
    if let Some(library) = library {
        // One that cannot be kept is compiled again next time.
        let _ = fs::rename(&made, library);
    }
    Ok(loaded)
}

/// Makes the directory, or sees that it is the user's alone.
pub(crate) fn own_directory(path: &Path) -> io::Result<&Path> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    let found = fs::symlink_metadata(path)?;
    let is_own =
        found.is_dir() && found.uid() == rustix::process::geteuid().as_raw() && found.mode() & 0o022 == 0;
    is_own.then_some(path).ok_or_else(|| io::ErrorKind::PermissionDenied.into())
}

/// What the library is called in the cache, by all that it is made of.
fn key(source: &Path, name: &str) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    for file in files(source) {
        fs::read(file)?.hash(&mut hasher);
    }
    for header in headers(source) {
        fs::read(header).ok().hash(&mut hasher);
    }
    Ok(format!("{name}-{:016x}.{DLL_EXTENSION}", hasher.finish()))
}

/// All that a library is made of, as far as lop knows it.
pub(crate) fn made_of(source: &Path) -> Vec<PathBuf> {
    files(source).into_iter().chain(headers(source)).collect()
}

fn headers(source: &Path) -> [PathBuf; 3] {
    ["parser.h", "array.h", "alloc.h"].map(|it| source.join("tree_sitter").join(it))
}

/// What is compiled.
fn files(source: &Path) -> Vec<PathBuf> {
    let scanners = ["scanner.c", "scanner.cc", "scanner.cpp"].map(|it| source.join(it));
    std::iter::once(source.join("parser.c")).chain(scanners.into_iter().filter(|it| it.is_file())).collect()
}

/// Compiles it with the C compiler that `CC` names, or `cc`, and its scanner with the C++ compiler where it is C++.
fn compile(source: &Path, library: &Path) -> Result<(), String> {
    let files = files(source);
    let is_plus = files.iter().any(|it| it.extension().is_some_and(|it| it != "c"));
    let (variable, usual) = if is_plus { ("CXX", "c++") } else { ("CC", "cc") };
    let words =
        std::env::var(variable).ok().filter(|it| !it.trim().is_empty()).unwrap_or_else(|| usual.into());
    let mut words = words.split_ascii_whitespace();
    let compiler = words.next().unwrap_or(usual);
    let mut command = Command::new(compiler);
    command.args(words).args(["-shared", "-fPIC", "-O2", "-w"]).arg("-I").arg(source);
    for file in &files {
        let language = if file.extension().is_some_and(|it| it == "c") { "c" } else { "c++" };
        command.args(["-x", language]).arg(file);
    }
    let output = command.arg("-o").arg(library).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("the compiler {compiler} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{compiler}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_directory_that_somebody_else_may_write_is_no_cache() {
        let place = TempDir::new().unwrap();
        let cache = place.path().join("a/b");
        assert!(own_directory(&cache).is_ok() && own_directory(&cache).is_ok());
        assert_eq!(fs::metadata(&cache).unwrap().mode() & 0o777, 0o700);
        fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(own_directory(&cache).is_err());
        std::os::unix::fs::symlink(&cache, place.path().join("link")).unwrap();
        assert!(own_directory(&place.path().join("link")).is_err());
    }
}
