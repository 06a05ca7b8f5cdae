//! What is reduced and what is asked: makes sense of the two orders of the command line and of the command's words.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_oracle::quote;
use lop_runner::Failure;
use lop_runner::options::shell_line;
use lop_runner::project::Inputs;

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Reduce the file.
    Reduce,
    /// Show what reducing it would look for.
    Check,
}

impl Task {
    /// Takes the task off the words before the test, if one is named there. `check` can also be a file of that name, or
    /// in C-Reduce's order a test; then there are too few words.
    pub(crate) fn take(positional: &mut Vec<OsString>, has_test: bool) -> Task {
        let enough = if has_test { 2 } else { 3 };
        let named = positional.first().is_some_and(|it| it == "check");
        if named && (positional.len() >= enough || !Path::new("check").exists()) {
            positional.remove(0);
            return Task::Check;
        }
        Task::Reduce
    }
}

/// The file and the test that the command line names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// The file to reduce, as the user spells it.
    pub(crate) file: PathBuf,
    /// The project, where it is no single file.
    pub(crate) inputs: Option<Inputs>,
    /// The test's program and arguments, as the user spells them.
    pub(crate) command: Vec<OsString>,
}

impl Invocation {
    /// The test is a line for the shell.
    pub(crate) fn with_line(positional: &[OsString], line: &OsString) -> Result<Invocation, Failure> {
        if line.as_bytes().trim_ascii().is_empty() {
            return Err(Failure::usage("the test cannot be run")
                .because("the line of --shell is empty, which is a yes to everything")
                .help("write the command that tests the file, as in --shell 'gcc -c @@'"));
        }
        Invocation::new(positional, shell_line(line, Path::new(".")), false)
    }

    /// Tells the file from the test. Without `--`, two words are C-Reduce's order: a test script, then the file.
    pub(crate) fn new(
        positional: &[OsString],
        command: Vec<OsString>,
        stdin: bool,
    ) -> Result<Invocation, Failure> {
        match (positional, command.is_empty()) {
            ([], true) => Err(Failure::usage("no file and no test were given").help(FORMS)),
            ([], false) => Err(Failure::usage("no file was given before `--`").help(FORMS)),
            ([file], false) => Ok(Invocation::of(std::slice::from_ref(file), command)),
            ([file], true) => Err(no_test(file)),
            ([script, directory] | [directory, script], true)
                if is_script(script) && Path::new(directory).is_dir() =>
            {
                Ok(Invocation::of(std::slice::from_ref(directory), with_path(script, stdin)))
            }
            ([script, file], true) => creduce_order(script, file, stdin),
            (files, false) => {
                no_directory(files)?;
                Ok(Invocation::of(files, command))
            }
            ([script, files @ ..], true) if is_script(script) && files.iter().all(|it| is_file(it)) => {
                Ok(Invocation::of(files, with_path(script, stdin)))
            }
            (words, true) => Err(without_dashes(words)),
        }
    }

    fn of(files: &[OsString], command: Vec<OsString>) -> Invocation {
        let mut paths: Vec<PathBuf> = Vec::new();
        for path in files.iter().map(PathBuf::from) {
            // One file by two spellings of its name is no project.
            if !paths.iter().any(|it| is_same_name(it, &path)) {
                paths.push(path);
            }
        }
        let inputs = match &paths[..] {
            [directory] if directory.is_dir() => Some(Inputs::Directory(directory.clone())),
            [_] => None,
            _ => Some(Inputs::Files(paths.clone())),
        };
        Invocation { file: paths.into_iter().next().unwrap_or_default(), inputs, command }
    }
}

const FORMS: &str = "there are two ways:\n  lop FILE -- COMMAND…   such as: lop crash.c -- gcc -c @@\n  lop ./test.sh FILE\nlop --help explains them";

/// A word of the command line as a person reads it.
pub(crate) fn show(word: impl AsRef<OsStr>) -> String {
    word.as_ref().to_string_lossy().into_owned()
}

fn no_test(word: &OsStr) -> Failure {
    let failure = Failure::usage(format!("no test was given for {}", show(word)));
    if is_script(word) {
        return failure.help(format!(
            "{} is executable: if it is the test, name the file after it\n{FORMS}",
            show(word)
        ));
    }
    if Path::new(word).is_dir() {
        let one = format!("as one project:\n  lop {} -- COMMAND…", show(word));
        return failure.help(format!("{one}\n{}", whole_directory(word, "-- COMMAND…")));
    }
    failure.help(FORMS)
}

/// Files are named one by one, or their directory as a whole.
fn no_directory(files: &[OsString]) -> Result<(), Failure> {
    let Some(directory) = files.iter().find(|it| Path::new(it).is_dir()) else { return Ok(()) };
    Err(Failure::usage(format!("{} is a directory, and more than that was given", show(directory))).help(
        "name one directory, or files; what else the test needs beside files is there with --with GLOB",
    ))
}

/// A script as the test: as C-Reduce and its kin do, the path of the candidate is also given as `$1`.
fn with_path(script: &OsStr, stdin: bool) -> Vec<OsString> {
    let path = (!stdin).then(|| "@@".into());
    [path_like(script).into_os_string()].into_iter().chain(path).collect()
}

/// How all files of a directory are reduced.
fn whole_directory(directory: &OsStr, test: &str) -> String {
    format!("each of its files alone:\n  lop batch {} --out results {test}", show(directory))
}

/// A file and a command in one row: the file is the word that is one.
fn without_dashes(words: &[OsString]) -> Failure {
    let at = words.iter().position(|it| is_file(it) && !is_script(it)).unwrap_or(0);
    let rest: Vec<String> = words.iter().enumerate().filter(|it| it.0 != at).map(|it| show(it.1)).collect();
    let given = if at == 0 { "" } else { " @@" };
    Failure::usage("more than two words were given without `--`").help(format!(
        "put `--` before the test:\n  lop {} -- {}{given}\n{FORMS}",
        show(&words[at]),
        rest.join(" ")
    ))
}

/// `lop ./test.sh FILE`. Refuses to guess: running the wrong one of two programs is worse than asking.
fn creduce_order(script: &OsStr, file: &OsStr, stdin: bool) -> Result<Invocation, Failure> {
    let with_dashes = |file: &OsStr, test: &OsStr| format!("lop {} -- {}", show(file), show(path_like(test)));
    let not_executable = |it: &OsStr| {
        Failure::usage(format!("without `--` the test comes first, and {} is not executable", show(it)))
    };
    if is_script(script) && is_script(file) {
        return Err(Failure::usage(format!(
            "cannot tell the test from the file: {} and {} are both executable",
            show(script),
            show(file)
        ))
        .help(format!(
            "say which is which with `--`:\n  {}\n  {}",
            with_dashes(file, script),
            with_dashes(script, file)
        )));
    }
    if is_script(script) {
        return Ok(Invocation::of(&[file.to_owned()], with_path(script, stdin)));
    }
    if is_script(file) {
        return Err(not_executable(script).help(format!(
            "if {} is the test, write:\n  {}",
            show(file),
            with_dashes(script, file)
        )));
    }
    if is_file(script) && is_file(file) {
        if !may_be_script(script) {
            let both = format!("{} {}", show(script), show(file));
            return Err(Failure::usage(format!("no test was given for {} and {}", show(script), show(file)))
                .help(format!("as one project:\n  lop {both} -- COMMAND…\n{FORMS}")));
        }
        return Err(not_executable(script)
            .help(format!("if it is the test: chmod +x {}\notherwise: {FORMS}", show(script))));
    }
    // What is no file is a command; of several words it is one for the shell.
    let (file, command) = if is_file(file) { (file, script) } else { (script, file) };
    let line = show(command);
    let test = if line.contains(char::is_whitespace) {
        format!("--shell {}", quote::word(from_anywhere(command, file)))
    } else {
        format!("-- {line} @@")
    };
    Err(not_executable(script).help(format!(
        "if {line} is a command that tests {}, write:\n  lop {} {test}\n{FORMS}",
        show(file),
        show(file)
    )))
}

/// True for a file that somebody may have meant to be run: it says what runs it, or no language is known of it that only a
/// compiler reads.
fn may_be_script(path: &OsStr) -> bool {
    let text = std::fs::read(path).unwrap_or_default();
    let info = lop_languages::info_of(Path::new(path), &text);
    text.starts_with(b"#!") || info.is_none_or(|it| !it.interpreters.is_empty())
}

/// A line for the shell with its files, but for `file`, as they are found from a scratch directory.
fn from_anywhere(line: &OsStr, file: &OsStr) -> OsString {
    let word = |it: &[u8]| {
        let word = OsStr::from_bytes(it);
        let there = (is_file(word) && word != file).then(|| std::path::absolute(word).ok()).flatten();
        there.map_or_else(|| it.to_vec(), |it| it.into_os_string().into_encoded_bytes())
    };
    let words: Vec<Vec<u8>> = line.as_bytes().split(|it| *it == b' ').map(word).collect();
    OsStr::from_bytes(&words.join(&b' ')).to_owned()
}

/// `test.sh` as `./test.sh`, so that it is not looked for in PATH.
fn path_like(word: &OsStr) -> PathBuf {
    if word.as_bytes().contains(&b'/') { word.into() } else { Path::new(".").join(word) }
}

/// True for two spellings of one name in one directory; a link has a name of its own.
fn is_same_name(one: &Path, other: &Path) -> bool {
    let located = |it: &Path| {
        let parent = it.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::canonicalize(parent).ok().zip(it.file_name().map(OsStr::to_owned))
    };
    one == other || located(one).is_some_and(|it| located(other) == Some(it))
}

fn is_file(word: &OsStr) -> bool {
    Path::new(word).is_file()
}

fn is_script(word: &OsStr) -> bool {
    is_file(word) && is_executable(Path::new(word))
}

fn is_executable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    fn file(directory: &Path, name: &str, mode: u32) -> String {
        let path = directory.join(name);
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn the_file_stands_before_the_dashes_and_the_command_after_them() {
        let it = Invocation::new(&words(&["a.c"]), words(&["gcc", "-c", "@@"]), false).unwrap();
        assert_eq!((it.file, it.command), ("a.c".into(), words(&["gcc", "-c", "@@"])));
    }

    #[test]
    fn without_dashes_an_executable_comes_first() {
        let directory = tempfile::tempdir().unwrap();
        let script = file(directory.path(), "test.sh", 0o755);
        let text = file(directory.path(), "a.c", 0o644);
        let it = Invocation::new(&words(&[&script, &text]), Vec::new(), false).unwrap();
        assert_eq!((it.file, it.command), (text.clone().into(), words(&[&script, "@@"])));

        let swapped = Invocation::new(&words(&[&text, &script]), Vec::new(), false).unwrap_err();
        assert!(swapped.help.unwrap().contains(&format!("lop {text} -- {script}")));
        let other = file(directory.path(), "a.sh", 0o755);
        let both = Invocation::new(&words(&[&script, &other]), Vec::new(), false).unwrap_err();
        assert!(both.what.contains("both executable"), "{both}");
    }

    #[test]
    fn two_sources_are_no_test_and_a_file_but_a_script_may_be_one() {
        let directory = tempfile::tempdir().unwrap();
        let [a, b, script] = ["a.cc", "b.cc", "t.sh"].map(|it| file(directory.path(), it, 0o644));
        let wrong = |first: &str| Invocation::new(&words(&[first, &b]), Vec::new(), false).unwrap_err();
        let (sources, test) = (wrong(&a), wrong(&script));
        assert!(sources.help.unwrap().contains(&format!("lop {a} {b} -- COMMAND")));
        assert!(test.help.unwrap().contains("chmod +x"));
    }

    #[test]
    fn every_other_number_of_words_is_explained() {
        let what = |positional: &[&str], command: &[&str]| {
            Invocation::new(&words(positional), words(command), false).unwrap_err().what
        };
        assert_eq!(what(&[], &[]), "no file and no test were given");
        assert_eq!(what(&[], &["gcc"]), "no file was given before `--`");
        assert_eq!(what(&["a.c"], &[]), "no test was given for a.c");
        assert!(what(&["a.c", "gcc", "x"], &[]).contains("without `--`"));
    }
}
