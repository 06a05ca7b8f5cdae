//! Files of our own: written whole or not at all, named so that they never stand in the way of a result.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use lop_runner::Failure;
use lop_runner::aside::{self, EDITED};

/// The directory under the results that a later run goes on from.
pub(crate) const STATE: &str = ".lop-batch";

/// What the reports are called; a result may not be called so.
pub(crate) const REPORTS: [&str; 5] = ["report.html", "summary.json", "junit.xml", "report.sarif", "bugs"];

/// Puts `text` at `path` in one step and makes the directories on the way.
pub(crate) fn write(path: &Path, text: &[u8], executable: bool) -> Result<(), Failure> {
    write_io(path, text, executable).map_err(|it| Failure::not_written(path, it))
}

/// The same with the plain error, for those who go on regardless.
pub(crate) fn write_io(path: &Path, text: &[u8], executable: bool) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mode = fs::Permissions::from_mode(if executable { 0o777 } else { 0o666 });
    let temporary =
        || tempfile::Builder::new().prefix(".lop-").permissions(mode.clone()).tempfile_in(directory);
    let mut file = temporary().or_else(|_| {
        fs::create_dir_all(directory)?;
        temporary()
    })?;
    file.write_all(text)?;
    file.persist(path)?;
    Ok(())
}

/// Opens a file to append to.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::OpenOptions::new().append(true).create(true).open(path)
}

/// The hash that the search knows a document of one file by.
pub(crate) fn text_hash(text: &[u8]) -> u128 {
    let mut hasher = Xxh3::new();
    hasher.update(&text.len().to_le_bytes());
    hasher.update(text);
    hasher.digest128()
}

/// Hashes in files: 32 hexadecimal digits.
pub(crate) fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}

/// Where everything that belongs to an input goes.
#[derive(Debug)]
pub(crate) struct Layout {
    out: PathBuf,
    taken: HashSet<String>,
}

impl Layout {
    /// The layout under `out` for inputs of these names.
    pub(crate) fn new(out: &Path, inputs: impl IntoIterator<Item = String>) -> Layout {
        let mut taken: HashSet<String> = inputs.into_iter().collect();
        // A directory of the corpus is one of the results, too.
        let above = |it: &String| {
            let directories = Path::new(it).ancestors().skip(1).map(|it| it.to_string_lossy().into_owned());
            directories.filter(|it| !it.is_empty()).collect::<Vec<_>>()
        };
        let directories: HashSet<String> = taken.iter().flat_map(above).collect();
        taken.extend(directories);
        Layout { out: out.to_owned(), taken }
    }

    /// The reduced file.
    pub(crate) fn result(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }

    /// True when an input has this path from the corpus.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// The script that reproduces.
    pub(crate) fn script(&self, name: &str) -> PathBuf {
        self.beside(name, "sh")
    }

    /// The record.
    pub(crate) fn record(&self, name: &str) -> PathBuf {
        self.beside(name, "json")
    }

    /// Saves what a person has made of a result, beside it, over nothing. Returns where.
    pub(crate) fn save_edit(&self, name: &str, text: &[u8]) -> io::Result<PathBuf> {
        let path = self.result(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        aside::first_free(&path, EDITED, |it| {
            let is_result = it.strip_prefix(&self.out).is_ok_and(|it| self.is_taken(&it.to_string_lossy()));
            if is_result {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            File::create_new(it)?.write_all(text)
        })
    }

    /// What is known of an input that is being worked on.
    pub(crate) fn journal(&self, name: &str) -> PathBuf {
        let id = xxhash_rust::xxh3::xxh3_64(name.as_bytes());
        self.out.join(STATE).join("work").join(format!("{id:016x}"))
    }

    fn beside(&self, name: &str, extension: &str) -> PathBuf {
        let plain = format!("{name}.{extension}");
        // Another input may be called just so.
        let free = if self.taken.contains(&plain) { format!("{name}.lop.{extension}") } else { plain };
        self.out.join(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_saved_over_nothing_and_where_no_result_will_be() {
        let out = tempfile::tempdir().unwrap();
        let layout = Layout::new(out.path(), ["c/x.c", "c/x.c.edited.1"].map(str::to_owned));
        let saved = |text: &str| layout.save_edit("c/x.c", text.as_bytes()).unwrap();
        assert_eq!(saved("first"), out.path().join("c/x.c.edited"));
        assert_eq!(saved("second"), out.path().join("c/x.c.edited.2"));
        assert_eq!(fs::read(out.path().join("c/x.c.edited")).unwrap(), b"first");
    }
}
