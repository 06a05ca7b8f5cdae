//! What a user may say about one reduction. A command line and a section of `lop.toml` both come down to this, so that
//! there is nothing which one of them can say and the other cannot.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lop_engine::Effort;
use lop_oracle::{Criteria, Limits, Predicate, Repeat, Timeout};
use regex::bytes::{Regex, RegexBuilder};

use crate::away::AwayOptions;
use crate::failure::Failure;
use crate::in_line;
use crate::protect::Protect;
use crate::reducers::Wanted;
use crate::until::Until;

/// The name that stands for no language.
pub const TEXT: &str = "text";

/// Everything a user may say about one reduction.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The test, and what makes an answer of it a yes.
    pub test: TestOptions,
    /// What a run of the test may use.
    pub limits: LimitOptions,
    /// Where it runs.
    pub away: AwayOptions,
    /// How to search.
    pub search: SearchOptions,
    /// What else is done with what comes out.
    pub result: ResultOptions,
}

/// The test, and what makes an answer of it a yes.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that a user has")]
pub struct TestOptions {
    /// The program and its arguments; `@@` in one becomes the candidate's path.
    pub command: Vec<OsString>,
    /// Where relative programs are looked for.
    pub directory: PathBuf,
    /// Without conditions only a crash is interesting; exit code 0 is not.
    pub crashes_only: bool,
    /// Exit codes that count.
    pub exit_codes: Vec<i32>,
    /// What the signature of a crash must contain.
    pub signature: Option<String>,
    /// Signals that count.
    pub signals: Vec<i32>,
    /// What standard output must match.
    pub stdout: Vec<Regex>,
    /// What standard error must match.
    pub stderr: Vec<Regex>,
    /// What standard output must not match.
    pub not_stdout: Vec<Regex>,
    /// What standard error must not match.
    pub not_stderr: Vec<Regex>,
    /// Give the candidate on standard input.
    pub stdin: bool,
    /// Not to end within the time limit is what counts.
    pub hang: bool,
    /// Cheap tests for the shell, asked before the command.
    pub first: Vec<OsString>,
    /// Expensive tests for the shell, asked now and then.
    pub then: Vec<OsString>,
    /// Tests of validity for the shell, asked beside the command.
    pub valid: Vec<OsString>,
    /// A command for the shell that prints a number, which ranks before size.
    pub objective: Option<OsString>,
    /// By what share of it a number must fall to count as lower.
    pub margin: f64,
    /// Refuse what shows a kind of diagnostic that the original does not.
    pub no_new_diagnostics: bool,
    /// How often each question is asked.
    pub repeat: u32,
    /// How many of those must say yes; all, when nothing is said.
    pub at_least: Option<u32>,
    /// It is a rate that must not fall below that of the original.
    pub flaky: bool,
    /// It is a rate that must not fall below this, from 0 to 1.
    pub rate: Option<f64>,
}

/// What a run of the test may use.
#[derive(Debug, Clone, Default)]
pub struct LimitOptions {
    /// How long it may take; without it, by how long the runs take.
    pub timeout: Option<Duration>,
    /// Bytes of address space of each process.
    pub memory: Option<u64>,
    /// Processor time of each process.
    pub cpu_time: Option<Duration>,
    /// Bytes of the largest file that it may write.
    pub file_size: Option<u64>,
    /// Run in bubblewrap.
    pub sandbox: bool,
}

/// How to search.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that a user has")]
pub struct SearchOptions {
    /// Questions asked at once; one per core, when nothing is said.
    pub jobs: Option<usize>,
    /// The language, or [`TEXT`]; by name and content, when nothing is said.
    pub language: Option<String>,
    /// Where to stop.
    pub effort: Effort,
    /// Use only these passes.
    pub passes: Vec<String>,
    /// Use all passes but these.
    pub skip: Vec<String>,
    /// Stop after so many questions.
    pub max_questions: Option<u64>,
    /// Stop at a size or a time.
    pub until: Until,
    /// What stays as it is.
    pub protect: Vec<Protect>,
    /// Ask only about what has no more syntax errors than the original.
    pub keep_parsing: bool,
    /// Put local headers in the place of their lines first.
    pub paste_includes: bool,
    /// Other people's reducers, whose proposals are part of the search.
    pub reducers: Vec<Wanted>,
    /// The same result at any number of jobs.
    pub deterministic: bool,
    /// In a thorough run, begin again where nothing pays any more.
    pub restart: bool,
    /// What earlier runs have seen is kept here, and helps this one.
    pub learn: Option<PathBuf>,
}

/// What else is done with what comes out.
#[derive(Debug, Clone, Default)]
pub struct ResultOptions {
    /// Let the language's formatter lay the result out.
    pub format: bool,
    /// Keep the smallest file of each other crash here.
    pub keep_other_crashes: Option<PathBuf>,
}

/// By what share of it a score must fall to count as lower, unless the user says so.
pub const MARGIN: f64 = 0.01;

impl Default for TestOptions {
    fn default() -> TestOptions {
        TestOptions {
            command: Vec::new(),
            directory: std::env::current_dir().unwrap_or_default(),
            crashes_only: false,
            exit_codes: Vec::new(),
            signature: None,
            signals: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            not_stdout: Vec::new(),
            not_stderr: Vec::new(),
            stdin: false,
            hang: false,
            first: Vec::new(),
            then: Vec::new(),
            valid: Vec::new(),
            objective: None,
            margin: MARGIN,
            no_new_diagnostics: false,
            repeat: 1,
            at_least: None,
            flaky: false,
            rate: None,
        }
    }
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            jobs: None,
            language: None,
            effort: Effort::Normal,
            passes: Vec::new(),
            skip: Vec::new(),
            max_questions: None,
            until: Until::default(),
            protect: Vec::new(),
            keep_parsing: false,
            paste_includes: false,
            reducers: Vec::new(),
            deterministic: false,
            restart: true,
            learn: None,
        }
    }
}

impl Options {
    /// Refuses what does not go together. `name` is what the candidate is called.
    pub fn check(&self, name: &OsStr) -> Result<(), Failure> {
        let test = &self.test;
        if test.repeat == 0 || test.at_least.is_some_and(|it| it == 0 || it > test.repeat) {
            let most = test.repeat.max(1);
            return Err(Failure::usage(format!("--at-least must be from 1 to {most}, which --repeat says")));
        }
        if test.is_flaky() && (test.repeat > 1 || test.at_least.is_some()) {
            return Err(Failure::usage("--flaky and --repeat do not go together")
                .because("--flaky decides for each candidate how often it is asked about")
                .help(
                    "leave out --repeat and --at-least; to say how often yes must be the answer: --rate 80%",
                ));
        }
        if test.objective.is_some() && self.search.deterministic {
            return Err(Failure::usage("--objective and --deterministic do not go together")
                .because("what is measured depends on when it is")
                .help("with --jobs 1 at least the order of questions is the same"));
        }
        if test.hang && self.limits.timeout.is_none() {
            return Err(Failure::usage("--hang needs --timeout")
                .because("only you know how long a run must take to be a hang")
                .help("say how many seconds: --timeout 10"));
        }
        self.away.check(self.limits.sandbox)?;
        if test.stdin && test.has_placeholder() {
            return Err(Failure::usage("the test gets the candidate twice")
                .because("--stdin gives it on standard input and @@ as a path")
                .help("leave one of them out"));
        }
        in_line::check_name(test, name)?;
        if self.search.paste_includes && self.search.protect.iter().any(Protect::is_lines) {
            return Err(Failure::usage(
                "--paste-includes and --protect with line numbers do not go together",
            )
            .because("a header that takes the place of its line moves all the lines behind it")
            .help("say what to keep as a regular expression: --protect REGEX"));
        }
        Ok(())
    }
}

impl TestOptions {
    /// True when the user said what counts as interesting.
    pub fn has_condition(&self) -> bool {
        self.signature.is_some() || !self.criteria(None).is_default()
    }

    /// The conditions that the user said; a crash is looked for by `predicate`.
    pub fn criteria(&self, predicate: Option<Predicate>) -> Criteria {
        Criteria {
            exit_codes: self.exit_codes.clone(),
            signals: self.signals.clone(),
            stdout: self.stdout.clone(),
            stderr: self.stderr.clone(),
            not_stdout: self.not_stdout.clone(),
            not_stderr: self.not_stderr.clone(),
            hang: self.hang,
            predicate,
            known_diagnostics: None,
        }
    }

    /// True when not every yes or no counts, but how often it is yes.
    pub fn is_flaky(&self) -> bool {
        self.flaky || self.rate.is_some()
    }

    /// True when some argument takes the candidate's path.
    pub fn has_placeholder(&self) -> bool {
        self.command.iter().any(|it| it.as_bytes().windows(2).any(|it| it == b"@@"))
    }

    /// The same conditions, or none, with another command.
    pub(crate) fn repeat(&self) -> Repeat {
        Repeat { times: self.repeat, at_least: self.at_least.unwrap_or(self.repeat) }
    }

    /// The line that the command gives to the shell, if it is one.
    pub(crate) fn line(&self) -> Option<&OsStr> {
        match &self.command[..] {
            [shell, option, line] if shell == "sh" && option == "-c" => Some(line),
            _ => None,
        }
    }
}

impl LimitOptions {
    pub(crate) fn limits(&self) -> Limits {
        Limits { memory: self.memory, cpu_time: self.cpu_time, file_size: self.file_size }
    }

    pub(crate) fn timeout(&self) -> Timeout {
        self.timeout.map_or(Timeout::Auto, Timeout::Fixed)
    }
}

/// The command that gives a line to the shell. A program that the line begins with is found from `directory`, like that of
/// a command.
pub fn shell_line(line: &OsStr, directory: &Path) -> Vec<OsString> {
    let found = with_program_found(line, directory);
    vec!["sh".into(), "-c".into(), found.unwrap_or_else(|| line.to_owned())]
}

/// A regular expression about text in lines: `^` and `$` match at each.
pub fn regex(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).multi_line(true).build().map_err(|it| it.to_string())
}

/// A number of bytes with K, M or G, more than none.
pub fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 10),
        Some('m' | 'M') => (&text[..text.len() - 1], 20),
        Some('g' | 'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number = digits.parse().ok().filter(|it| *it > 0);
    let bytes = number.and_then(|it: u64| it.checked_mul(1 << shift));
    bytes.ok_or_else(|| "not a size such as 500000, 64K, 200M or 4G".to_owned())
}

/// A rate: a percentage, or a number from 0 to 1, neither of which are meant.
pub fn rate(text: &str) -> Result<f64, String> {
    let number = |it: &str| it.trim().parse::<f64>().ok();
    let rate = match text.trim().strip_suffix('%') {
        Some(percent) => number(percent).map(|it| it / 100.0),
        None => number(text),
    };
    let wrong = || "not a rate such as 80% or 0.8; for a test that never fails leave out --flaky".to_owned();
    rate.filter(|it| (0.001..=0.999).contains(it)).ok_or_else(wrong)
}

/// A share of a number: a percentage, or a number from 0 to 1.
pub fn margin(text: &str) -> Result<f64, String> {
    let number = |it: &str| it.trim().parse::<f64>().ok();
    let margin = match text.trim().strip_suffix('%') {
        Some(percent) => number(percent).map(|it| it / 100.0),
        None => number(text),
    };
    margin.filter(|it| (0.0..1.0).contains(it)).ok_or_else(|| "not a share such as 1% or 0.01".to_owned())
}

/// The line with the path of the program that it begins with, if that is a relative path to a program that is there.
fn with_program_found(line: &OsStr, directory: &Path) -> Option<OsString> {
    let line = line.to_str()?;
    let plain = |it: char| it.is_alphanumeric() || "-_./+,%@".contains(it);
    let (program, rest) = line.split_at(line.find(|it| !plain(it)).unwrap_or(line.len()));
    let whole = rest.is_empty() || rest.starts_with([' ', '\t', '\n', ';', '|', '&', '<', '>', ')']);
    let path = directory.join(program);
    let found = whole && program.contains('/') && !program.starts_with('/') && is_program(&path);
    let path = found.then(|| std::path::absolute(path).ok())??;
    Some(format!("{}{rest}", lop_oracle::quote::word(path)).into())
}

fn is_program(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bytes_or_have_a_letter() {
        assert_eq!(
            [size("10"), size("2k"), size("3M"), size("1G")],
            [Ok(10), Ok(2048), Ok(3 << 20), Ok(1 << 30)]
        );
        for wrong in ["", "0", "M", "1.5G", "-1", "99999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_program_of_a_line_is_found_from_the_directory_of_the_test() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slow.sh");
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        let line = |text: &str| shell_line(OsStr::new(text), directory.path()).pop().unwrap();
        assert_eq!(line("./slow.sh @@"), "./slow.sh @@", "it is not a program yet");
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        assert_eq!(line("./slow.sh @@ | x"), format!("{} @@ | x", path.display()).as_str());
        assert_eq!(line("echo ./slow.sh"), "echo ./slow.sh");
    }

    #[test]
    fn rates_are_percentages_or_shares() {
        assert_eq!((rate("80%"), rate(" 5 %"), rate("0.25")), (Ok(0.8), Ok(0.05), Ok(0.25)));
        for wrong in ["", "%", "80", "0", "1", "100%", "-5%", "NaN", "inf", "0.0001"] {
            assert!(rate(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        let mut options = Options::default();
        assert!(options.check(OsStr::new("a.c")).is_ok());
        options.test.hang = true;
        assert!(options.check(OsStr::new("a.c")).unwrap_err().to_string().contains("--timeout"));
        options.limits.timeout = Some(Duration::from_secs(1));
        options.test.at_least = Some(2);
        assert!(options.check(OsStr::new("a.c")).unwrap_err().to_string().contains("--at-least"));
        options.test.repeat = 3;
        assert!(options.check(OsStr::new("a.c")).is_ok());
        options.test.rate = Some(0.5);
        assert!(options.check(OsStr::new("a.c")).unwrap_err().to_string().contains("--rate"));
    }
}
