//! What the test says is missing and lies beside the original: it runs in a scratch directory, where that is not.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_oracle::{CommandSpec, RunOutput};

use super::Test;
use crate::event::Event;
use crate::failure::Failure;

/// What programs say of a file that is not there.
const FILES: [&str; 8] = [
    "no such file",
    "not found",
    "cannot find",
    "can't find",
    "cannot open",
    "can't open",
    "could not open",
    "failed to open",
];
/// And of a module, which they name as it is imported.
const MODULES: [&str; 4] = ["no module named", "cannot find module", "cannot load such file", "' not found"];
/// How many of the last lines of each stream are read.
const LINES: usize = 200;
/// How many entries of the directory are looked at.
const ENTRIES: usize = 10_000;

impl Test {
    /// That the test misses something which lies beside the original: then the crash may be that.
    pub fn about_missing(&self) -> Option<Event> {
        let missing = self.missing.as_deref()?;
        Some(Event::Warning(format!("{}; what is held on to may be no more than that", self.told(missing))))
    }

    /// Says it of an original that is refused.
    pub(super) fn explain_missing(&self, failure: &mut Failure) {
        if let Some(missing) = self.missing.as_deref() {
            let told = self.told(missing);
            failure.help =
                Some(failure.help.take().map_or_else(|| told.clone(), |it| format!("{told}\n{it}")));
        }
    }

    fn told(&self, missing: &Path) -> String {
        let name = missing.file_name().unwrap_or_default().display();
        let file = self.oracle.spec().names[0].display();
        let remedy = if missing.is_dir() {
            format!("to have all of the directory there, say lop . --only {file} …")
        } else {
            format!("name it after {file}, or write its absolute path")
        };
        format!(
            "what the test prints says that {name} is missing, which lies beside {file}, and not in the scratch directory \
             where the command runs: {remedy}"
        )
    }
}

/// What lies beside the only file and is missing, by what a run has printed.
pub(super) fn beside(spec: &CommandSpec, run: &RunOutput) -> Option<PathBuf> {
    let input = spec.inputs.first().filter(|_| spec.project.is_none() && spec.away.is_none())?;
    let lines: Vec<String> =
        [&run.stderr, &run.stdout].into_iter().flat_map(|it| it.last_lines(LINES)).collect();
    let named: Vec<Named<'_>> = lines.iter().filter_map(|it| Named::of(it)).collect();
    if named.is_empty() {
        return None;
    }
    let is_own = |name: &OsStr| {
        // What the command names is told of as that. It may be a line for the shell.
        let words = |it: &OsStr| it.as_bytes().split(u8::is_ascii_whitespace).any(|it| is_named(it, name));
        spec.names.iter().any(|it| it == name)
            || input.file_name() == Some(name)
            || spec.command.iter().any(|it| words(it))
    };
    let entries = std::fs::read_dir(spec.directory.join(input).parent()?).ok()?;
    let mut found: Vec<PathBuf> = entries
        .take(ENTRIES)
        .filter_map(|it| Some(it.ok()?.path()))
        .filter(|it| it.file_name().is_some_and(|name| !is_own(name) && named.iter().any(|it| it.is(name))))
        .collect();
    found.sort();
    found.into_iter().next()
}

fn is_named(path: &[u8], name: &OsStr) -> bool {
    Path::new(OsStr::from_bytes(path)).file_name() == Some(name)
}

/// A line that says of something that it is missing.
struct Named<'l> {
    line: &'l str,
    /// True where that may be a module.
    is_module: bool,
}

impl<'l> Named<'l> {
    fn of(line: &'l str) -> Option<Named<'l>> {
        let lower = line.to_ascii_lowercase();
        let says = |it: &[&str]| it.iter().any(|it| lower.contains(it));
        let is_module = says(&MODULES);
        (is_module || says(&FILES)).then_some(Named { line, is_module })
    }

    /// True where the line names such a file, or the module that it would be.
    fn is(&self, name: &OsStr) -> bool {
        let Some(name) = name.to_str() else { return false };
        let module = name.split_once('.').map_or(name, |it| it.0);
        let mut words = self.line.split(|it: char| !it.is_alphanumeric() && !"_-+.".contains(it));
        words.any(|word| {
            let word = word.trim_matches('.');
            let of_module = || word.split('.').next() == Some(module);
            !word.is_empty() && (word == name || self.is_module && of_module())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str, file: &str) -> bool {
        Named::of(line).is_some_and(|it| it.is(OsStr::new(file)))
    }

    #[test]
    fn what_is_said_to_be_missing_is_a_file_or_a_module() {
        for (line, file) in [
            ("a.c:1:10: fatal error: my.h: No such file or directory", "my.h"),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'data.txt'", "data.txt"),
            ("ModuleNotFoundError: No module named 'helper'", "helper.py"),
            ("ModuleNotFoundError: No module named 'lib.x'", "lib"),
            ("Error: Cannot find module './h.js'", "h.js"),
            ("lua5.4: a.lua:1: module 'h' not found:", "h.lua"),
            ("grep: pat.txt: No such file or directory", "pat.txt"),
        ] {
            assert!(names(line, file), "{line}");
        }
    }

    #[test]
    fn what_is_only_named_is_not_missing() {
        for (line, file) in [
            ("my.h:1: error: no member named 'x'", "my.h"),
            ("a.c: fatal error: my.h: No such file or directory", "y.h"),
            ("a: No such file or directory", "a.out"),
            ("AttributeError: module 'helper' has no attribute 'f'", "helper.py"),
        ] {
            assert!(!names(line, file), "{line}");
        }
    }
}
