//! What of a directory is reduced, what is only there, and what is left out.

use std::fs;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::failure::Failure;

/// Directories that version control and package managers look after.
const LEFT_OUT: [&str; 8] =
    [".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".mypy_cache", ".pytest_cache"];

/// What makes a directory one that a build has made: Cargo and others mark it, `CMake`, Meson and Python's venv are known by
/// what they put there.
const MADE: [&str; 4] = ["CACHEDIR.TAG", "CMakeCache.txt", "meson-info", "pyvenv.cfg"];

/// What says what is left out. In place it stays, or what it leaves out would be a part of the project the next time.
const SAYS_SO: [&str; 2] = [".gitignore", ".lopignore"];

/// What the user says of the files of a project, as patterns in the way of `.gitignore`, from its root.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Of what is there, reduce only this.
    pub only: Vec<String>,
    /// What is there and never changed.
    pub keep: Vec<String>,
    /// What is not there.
    pub ignore: Vec<String>,
    /// What is there and never changed, whether it would be left out or not, and does not count.
    pub with: Vec<String>,
    /// The same, said by nobody: it need not be there.
    pub beside: Vec<&'static str>,
    /// Files of the test: they are there and never changed.
    pub of_test: Vec<PathBuf>,
    /// What the run itself writes: it is not there.
    pub written: Vec<PathBuf>,
    /// The project is replaced by its result.
    pub in_place: bool,
    /// Every file stays where it is, be it empty.
    pub keeps_places: bool,
    /// Where the test runs, if that is not where the user is.
    pub runs_in: Option<PathBuf>,
    /// Variables of the environment for the test.
    pub env: Vec<(&'static str, &'static str)>,
    /// Variables that name a directory which stays from one question to the next, a different one for each worker.
    pub caches: Vec<&'static str>,
}

/// What becomes of a file of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It is reduced.
    Reduced,
    /// It is in the document, and stays as it is.
    Kept,
    /// It is beside the document, and stays as it is.
    Beside,
    /// It is not there.
    Out,
}

/// A selection, ready to be asked.
#[derive(Debug)]
pub(super) struct Rules {
    only: Option<Gitignore>,
    keep: Gitignore,
    ignore: Gitignore,
    with: Gitignore,
    of_test: Vec<PathBuf>,
    written: Vec<PathBuf>,
    in_place: bool,
}

impl Rules {
    pub(super) fn new(selection: &Selection, root: &Path) -> Result<Rules, Failure> {
        let real = |paths: &[PathBuf]| paths.iter().filter_map(|it| fs::canonicalize(it).ok()).collect();
        let only = (!selection.only.is_empty()).then(|| globs(&selection.only, root)).transpose()?;
        let with: Vec<String> =
            selection.with.iter().cloned().chain(selection.beside.iter().map(ToString::to_string)).collect();
        Ok(Rules {
            only,
            keep: globs(&selection.keep, root)?,
            ignore: globs(&selection.ignore, root)?,
            with: globs(&with, root)?,
            of_test: real(&selection.of_test),
            written: real(&selection.written),
            in_place: selection.in_place,
        })
    }

    /// What becomes of a file that is not left out by itself.
    pub(super) fn part(&self, path: &Path) -> Part {
        if self.is_ignored(path, false) {
            return Part::Out;
        }
        let says_so =
            self.in_place && SAYS_SO.iter().any(|it| path.file_name().is_some_and(|name| name == *it));
        if says_so || self.of_test.iter().any(|it| it == path) || self.is_wanted(path) {
            return Part::Beside;
        }
        if self.is_kept(path, false) { Part::Kept } else { Part::Reduced }
    }

    /// True for what is not there whatever else is said.
    pub(super) fn is_ignored(&self, path: &Path, is_directory: bool) -> bool {
        is_match(&self.ignore, path, is_directory) || self.written.iter().any(|it| it == path)
    }

    /// True for what is there although it would be left out.
    pub(super) fn is_wanted(&self, path: &Path) -> bool {
        is_match(&self.with, path, false) && !self.written.iter().any(|it| it == path)
    }

    /// True for what the user wants to stay as it is, among what was named, or of which nobody says anything else.
    pub(super) fn is_kept(&self, path: &Path, is_directory: bool) -> bool {
        let is_reduced = self.only.as_ref().is_none_or(|it| is_match(it, path, is_directory));
        !is_reduced || is_match(&self.keep, path, is_directory)
    }

    /// True when something of that kind was asked for.
    pub(super) fn want_more(&self) -> bool {
        !self.with.is_empty()
    }
}

/// The patterns among these that match none of the paths, which are directories or not.
pub(super) fn without_match(
    lines: &[String],
    root: &Path,
    paths: &[(PathBuf, bool)],
) -> Result<Vec<String>, Failure> {
    let is_vain = |line: &&String| {
        let glob = globs(std::slice::from_ref(*line), root)?;
        Ok::<_, Failure>(!paths.iter().any(|it| is_match(&glob, &it.0, it.1)))
    };
    let mut vain = Vec::new();
    for line in lines {
        // What takes something back matches by what it leaves.
        if !line.starts_with('!') && is_vain(&line)? {
            vain.push(line.clone());
        }
    }
    Ok(vain)
}

/// True for a directory that is left out by default.
pub(super) fn is_made(directory: &Path) -> bool {
    let is_named = directory.file_name().is_some_and(|it| LEFT_OUT.iter().any(|name| it == *name));
    is_named || MADE.iter().any(|it| fs::symlink_metadata(directory.join(it)).is_ok())
}

fn is_match(globs: &Gitignore, path: &Path, is_directory: bool) -> bool {
    !globs.is_empty() && globs.matched_path_or_any_parents(path, is_directory).is_ignore()
}

fn globs(lines: &[String], root: &Path) -> Result<Gitignore, Failure> {
    let mut builder = GitignoreBuilder::new(root);
    builder.allow_unclosed_class(false);
    let refused = |line: &str, why: &ignore::Error| {
        Failure::usage(format!("{line} is not a glob"))
            .because(why)
            .help("write one such as '*.c' or 'src/**/*.rs', from the root of the project")
    };
    for line in lines {
        builder.add_line(None, line).map_err(|it| refused(line, &it))?;
    }
    builder.build().map_err(|it| refused(&lines.join(" "), &it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_say_what_is_reduced_what_is_kept_and_what_is_not_there() {
        let lines = |it: &[&str]| it.iter().map(ToString::to_string).collect();
        let root = Path::new("/project");
        let part =
            |selection: &Selection, path: &str| Rules::new(selection, root).unwrap().part(&root.join(path));
        let all = Selection::default();
        assert_eq!(part(&all, "a.c"), Part::Reduced);
        let some = Selection { only: lines(&["src"]), keep: lines(&["*.h"]), ..Selection::default() };
        assert_eq!(part(&some, "src/x/a.c"), Part::Reduced);
        assert_eq!(part(&some, "src/x/a.h"), Part::Kept);
        assert_eq!(part(&some, "a.c"), Part::Kept);
        let none = Selection { ignore: lines(&["doc/"]), keep: lines(&["/doc"]), ..Selection::default() };
        assert_eq!(part(&none, "doc/a.md"), Part::Out);
        assert!(Rules::new(&Selection { only: lines(&["a[b"]), ..Selection::default() }, root).is_err());
    }
}
