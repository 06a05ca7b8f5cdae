//! The sections of `lop.toml`: which files each is for, and what their test is. An option is called as on the command line.

mod away;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use globset::{GlobBuilder, GlobMatcher};
use lop_engine::Effort;
use lop_oracle::parse_signal;
use lop_oracle::site::Fallback;
use lop_runner::learning;
use lop_runner::options::{TEXT, margin, rate, regex, size};
use lop_runner::pass_choice;
use lop_runner::project::Selection;
use lop_runner::protect::Protect;
use lop_runner::reducers::{ALONE, Wanted};
use lop_runner::until::{Goal, Until};
use lop_runner::{Failure, Options};
use regex::bytes::Regex;
use serde::Deserialize;

pub(super) use self::away::some_jobs;
use super::value::{Command, Name, OneOrMany, effort};

/// Everything that a section may say besides `glob`, `command` and the plural forms of `exit-code` and `signal`.
pub const KEYS: &[&str] = &[
    "language",
    "grammar",
    "exit-code",
    "signal",
    "signature",
    "stdout",
    "stderr",
    "not-stdout",
    "not-stderr",
    "hang",
    "first",
    "then",
    "valid",
    "objective",
    "margin",
    "no-new-diagnostics",
    "stdin",
    "repeat",
    "at-least",
    "flaky",
    "rate",
    "timeout",
    "memory",
    "cpu-time",
    "file-size",
    "sandbox",
    "launcher",
    "shared",
    "remote",
    "remote-batch",
    "remote-ca",
    "remote-cert",
    "remote-fallback",
    "remote-header-file",
    "remote-jobs",
    "remote-key",
    "remote-property",
    "remote-with",
    "jobs",
    "effort",
    "passes",
    "skip",
    "max-questions",
    "until",
    "protect",
    "keep-parsing",
    "paste-includes",
    "deterministic",
    "no-restart",
    "learn",
    "reducer",
    "bridge",
    "format",
    "keep-other-crashes",
    "only",
    "keep",
    "ignore",
    "with",
];

/// A section.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Section {
    glob: String,
    command: Option<Command>,
    pub(super) language: Option<String>,
    grammar: Option<PathBuf>,
    #[serde(alias = "exit-codes")]
    exit_code: OneOrMany<i32>,
    #[serde(alias = "signals")]
    signal: OneOrMany<Name>,
    signature: Option<String>,
    stdout: OneOrMany<String>,
    stderr: OneOrMany<String>,
    not_stdout: OneOrMany<String>,
    not_stderr: OneOrMany<String>,
    hang: bool,
    first: OneOrMany<String>,
    then: OneOrMany<String>,
    valid: OneOrMany<String>,
    objective: Option<String>,
    margin: Option<Name>,
    no_new_diagnostics: Option<bool>,
    stdin: Option<bool>,
    repeat: Option<u32>,
    at_least: Option<u32>,
    flaky: Option<bool>,
    rate: Option<Name>,
    timeout: Option<f64>,
    memory: Option<Name>,
    cpu_time: Option<f64>,
    file_size: Option<Name>,
    sandbox: Option<bool>,
    launcher: Option<String>,
    shared: Option<PathBuf>,
    remote: Option<String>,
    remote_batch: Option<usize>,
    remote_ca: Option<PathBuf>,
    remote_cert: Option<PathBuf>,
    remote_fallback: Option<String>,
    remote_header_file: OneOrMany<PathBuf>,
    remote_jobs: Option<usize>,
    remote_key: Option<PathBuf>,
    remote_property: OneOrMany<String>,
    remote_with: OneOrMany<PathBuf>,
    jobs: Option<usize>,
    effort: Option<String>,
    passes: OneOrMany<String>,
    skip: OneOrMany<String>,
    max_questions: Option<u64>,
    until: OneOrMany<Name>,
    protect: OneOrMany<Name>,
    keep_parsing: Option<bool>,
    paste_includes: Option<bool>,
    deterministic: Option<bool>,
    no_restart: Option<bool>,
    learn: Option<PathBuf>,
    reducer: OneOrMany<String>,
    bridge: OneOrMany<String>,
    format: Option<bool>,
    keep_other_crashes: Option<PathBuf>,
    only: OneOrMany<String>,
    keep: OneOrMany<String>,
    ignore: OneOrMany<String>,
    with: OneOrMany<String>,
    /// True when it is about directories, each as one project.
    #[serde(skip)]
    pub(super) is_of_projects: bool,
    /// What the values above come to; made when the section is read.
    #[serde(skip)]
    read: Read,
}

/// Values that a text had to be made sense of for.
#[derive(Debug, Clone, Default)]
struct Read {
    corpus: PathBuf,
    signals: Vec<i32>,
    stdout: Vec<Regex>,
    stderr: Vec<Regex>,
    not_stdout: Vec<Regex>,
    not_stderr: Vec<Regex>,
    rate: Option<f64>,
    margin: Option<f64>,
    timeout: Option<Duration>,
    cpu_time: Option<Duration>,
    memory: Option<u64>,
    file_size: Option<u64>,
    effort: Option<Effort>,
    fallback: Option<Fallback>,
    until: Vec<Goal>,
    protect: Vec<Protect>,
}

impl Section {
    /// The section for use, and the files or projects it is about. Relative paths in it are meant from `corpus`.
    pub(super) fn understood(
        mut self,
        is_of_projects: bool,
        corpus: &Path,
    ) -> Result<(GlobMatcher, Section), String> {
        self.is_of_projects = is_of_projects;
        let of_section = |wrong: String| format!("in the section for {:?}: {wrong}", self.glob);
        let read = self.make_sense(corpus).and_then(|read| Ok((read, self.grammar(corpus)?)));
        let (read, grammar) = read.map_err(of_section)?;
        (self.read, self.language) = (read, grammar.or(self.language));
        let glob = self.check().map_err(|wrong| format!("in the section for {:?}: {wrong}", self.glob))?;
        Ok((glob, self))
    }

    /// Its command, if it has one.
    pub(super) fn command(&self, corpus: &Path) -> Option<Vec<OsString>> {
        self.command.as_ref().map(|it| it.words(corpus))
    }

    /// Puts into `options` what the section says. Its conditions, if it has any, take the place of all that were there.
    pub(super) fn apply(&self, options: &mut Options) {
        self.apply_conditions(options);
        let read = &self.read;
        let (test, limits) = (&mut options.test, &mut options.limits);
        let line = |it: &String| super::found_from_anywhere(&it.into(), &read.corpus);
        test.first.extend(self.first.all().iter().map(line));
        test.then.extend(self.then.all().iter().map(line));
        test.valid.extend(self.valid.all().iter().map(line));
        test.objective = self.objective.as_ref().map(line).or(test.objective.take());
        test.margin = read.margin.unwrap_or(test.margin);
        test.no_new_diagnostics = self.no_new_diagnostics.unwrap_or(test.no_new_diagnostics);
        test.stdin = self.stdin.unwrap_or(test.stdin);
        if let Some(times) = self.repeat {
            (test.repeat, test.at_least) = (times, self.at_least);
            // A section that says how often to ask means that in the place of a rate.
            (test.flaky, test.rate) = (false, None);
        }
        if self.flaky.is_some() || read.rate.is_some() {
            (test.flaky, test.rate) = (self.flaky.unwrap_or(true), read.rate);
            if self.repeat.is_none() {
                (test.repeat, test.at_least) = (1, None);
            }
        }
        self.apply_away(&mut options.away);
        limits.sandbox = self.sandbox.unwrap_or(limits.sandbox);
        limits.timeout = read.timeout.or(limits.timeout);
        limits.memory = read.memory.or(limits.memory);
        limits.file_size = read.file_size.or(limits.file_size);
        limits.cpu_time = read.cpu_time.or(limits.cpu_time);
        self.apply_search(options);
        options.result.format = self.format.unwrap_or(options.result.format);
        if let Some(directory) = &self.keep_other_crashes {
            options.result.keep_other_crashes = Some(read.corpus.join(directory));
        }
    }

    /// What it says of the files of a project.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            only: self.only.all().to_vec(),
            keep: self.keep.all().to_vec(),
            ignore: self.ignore.all().to_vec(),
            with: self.with.all().to_vec(),
            ..Selection::default()
        }
    }

    fn apply_conditions(&self, options: &mut Options) {
        let (read, mut test) = (&self.read, options.test.clone());
        test.exit_codes = self.exit_code.all().to_vec();
        test.signals.clone_from(&read.signals);
        test.signature.clone_from(&self.signature);
        test.stdout.clone_from(&read.stdout);
        test.stderr.clone_from(&read.stderr);
        test.not_stdout.clone_from(&read.not_stdout);
        test.not_stderr.clone_from(&read.not_stderr);
        test.hang = self.hang;
        if test.has_condition() {
            options.test = test;
        }
    }

    fn apply_search(&self, options: &mut Options) {
        let (read, search) = (&self.read, &mut options.search);
        search.jobs = self.jobs_of_a_file(&options.away).or(search.jobs);
        search.effort = read.effort.unwrap_or(search.effort);
        if !(self.passes.all().is_empty() && self.skip.all().is_empty()) {
            search.passes = self.passes.all().to_vec();
            search.skip = self.skip.all().to_vec();
        }
        search.max_questions = self.max_questions.or(search.max_questions);
        if !read.until.is_empty() {
            search.until = Until::of(&read.until);
        }
        search.protect.extend(read.protect.iter().cloned());
        search.keep_parsing = self.keep_parsing.unwrap_or(search.keep_parsing);
        search.paste_includes = self.paste_includes.unwrap_or(search.paste_includes);
        search.deterministic = self.deterministic.unwrap_or(search.deterministic);
        search.restart = self.no_restart.map_or(search.restart, |it| !it);
        if let Some(path) = &self.learn {
            search.learn = Some(read.corpus.join(path));
        }
        search.reducers.extend(self.reducers());
    }

    /// Other people's reducers; those in the corpus are found from anywhere.
    fn reducers(&self) -> impl Iterator<Item = Wanted> {
        let located = |line: &str| {
            super::found_from_anywhere(&line.into(), &self.read.corpus).to_string_lossy().into_owned()
        };
        let lines = self.reducer.all().iter().map(move |it| Wanted::line(it, located));
        lines.chain(self.bridge.all().iter().cloned().map(Wanted::Bridge))
    }

    /// Makes sense of what is written as text.
    fn make_sense(&self, corpus: &Path) -> Result<Read, String> {
        let signal =
            |it: &Name| parse_signal(&it.text()).ok_or_else(|| format!("{} is not a signal", it.text()));
        let regexes = |it: &OneOrMany<String>| it.read(|it| regex(it));
        let seconds = |name: &str, it: Option<f64>| {
            let span = it.map(|it| Duration::try_from_secs_f64(it).ok().filter(|it| !it.is_zero()));
            span.map_or(Ok(None), |it| {
                it.map(Some).ok_or_else(|| format!("{name} must be more than 0 seconds"))
            })
        };
        let bytes = |name: &str, it: &Option<Name>| {
            let wrong = |_| format!("{name} must be a size such as 500000, \"64K\" or \"2G\"");
            it.as_ref().map(|it| size(&it.text()).map_err(wrong)).transpose()
        };
        Ok(Read {
            corpus: corpus.to_owned(),
            signals: self.signal.read(signal)?,
            stdout: regexes(&self.stdout)?,
            stderr: regexes(&self.stderr)?,
            not_stdout: regexes(&self.not_stdout)?,
            not_stderr: regexes(&self.not_stderr)?,
            rate: self.rate.as_ref().map(|it| rate(&it.text())).transpose()?,
            margin: self.margin.as_ref().map(|it| margin(&it.text())).transpose()?,
            timeout: seconds("timeout", self.timeout)?,
            cpu_time: seconds("cpu-time", self.cpu_time)?,
            memory: bytes("memory", &self.memory)?,
            file_size: bytes("file-size", &self.file_size)?,
            effort: self.effort.as_deref().map(effort).transpose()?,
            fallback: self.fallback()?,
            until: self.until.read(|it| Goal::parse(&it.text()))?,
            protect: self.protect.read(|it| Protect::parse(&it.text()))?,
        })
    }

    /// Adds its grammar, if it has one, and says what that is called.
    fn grammar(&self, corpus: &Path) -> Result<Option<String>, String> {
        let Some(path) = &self.grammar else { return Ok(None) };
        if self.language.is_some() {
            return Err("grammar says what the language is: remove the key language".to_owned());
        }
        let info = lop_languages::add(&corpus.join(path), &[], lop_languages::cache().as_deref());
        let info = info.and_then(|it| lop_languages::load(it).map(|_| it)).map_err(|it| it.to_string())?;
        Ok(Some(info.name.to_owned()))
    }

    fn check(&self) -> Result<GlobMatcher, String> {
        if let Some(name) = &self.language
            && name != TEXT
            && lop_languages::by_name(name).is_none()
        {
            return Err(format!("there is no language {name}: see lop --list-languages"));
        }
        self.check_jobs()?;
        if self.repeat.is_some_and(|it| !(1..=1000).contains(&it)) {
            return Err("repeat must be from 1 to 1000".to_owned());
        }
        if let Some(code) = self.exit_code.all().iter().find(|it| !(0..=255).contains(*it)) {
            return Err(format!("exit-code must be from 0 to 255, and not {code}"));
        }
        if self.repeat.is_none() && self.at_least.is_some() {
            return Err("at-least needs repeat".to_owned());
        }
        let of_projects = [&self.only, &self.keep, &self.ignore, &self.with];
        if !self.is_of_projects && of_projects.iter().any(|it| !it.all().is_empty()) {
            return Err("only, keep, ignore and with are about the files of [[projects]]".to_owned());
        }
        if matches!(&self.command, Some(Command::Words(words)) if words.is_empty()) {
            return Err("command needs a program".to_owned());
        }
        let (passes, skip) = (self.passes.all(), self.skip.all());
        let mut alone = Options::default();
        self.apply(&mut alone);
        let ours = if passes == [ALONE] && !alone.search.reducers.is_empty() { &[] } else { passes };
        pass_choice::select(lop_engine::passes::ALL, ours, skip).map_err(|it| said(&it))?;
        alone.check(OsStr::new("x")).map_err(|it| said(&it))?;
        alone.search.learn.as_deref().map(learning::check).transpose().map_err(|it| said(&it))?;
        alone.search.reducers.iter().try_for_each(Wanted::check).map_err(|it| said(&it))?;
        let glob = GlobBuilder::new(&self.glob).literal_separator(true).build();
        Ok(glob.map_err(|it| it.to_string())?.compile_matcher())
    }
}

/// What is wrong and what to do, on one line.
fn said(failure: &Failure) -> String {
    let help = failure.help.as_deref().map(|it| format!("; {it}")).unwrap_or_default();
    format!("{}{help}", failure.brief())
}

#[cfg(test)]
mod unit {
    use super::super::config::Config;
    use super::*;

    fn read(text: &str) -> Result<Vec<(GlobMatcher, Section)>, String> {
        Config::read(text, Path::new("/corpus")).map(|it| it.sections)
    }

    #[test]
    fn sections_have_globs_and_commands_of_two_kinds() {
        let text = "[[files]]\nglob='*.c'\ncommand=['cc','@@']\n[[files]]\nglob='**'\ncommand='cc @@ | x'\nexit-codes=[3]";
        let sections = read(text).unwrap();
        let corpus = Path::new("/corpus");
        assert_eq!(sections[0].1.command(corpus).unwrap(), ["cc", "@@"]);
        assert_eq!(sections[1].1.command(corpus).unwrap(), ["sh", "-c", "cc @@ | x"]);
        assert!(sections[0].0.is_match("a.c") && !sections[0].0.is_match("d/a.c"));
        let mut options = Options::default();
        sections[0].1.apply(&mut options);
        assert!(!options.test.has_condition());
        sections[1].1.apply(&mut options);
        assert_eq!(options.test.exit_codes, [3]);
    }

    #[test]
    fn a_section_says_how_to_ask_and_leaves_the_rest_as_it_was() {
        let text = "[[files]]\nglob='*'\nrepeat=5\nat-least=2\nmemory='2G'\nfile-size=1000\ncpu-time=1.5\nfirst=['true']\nstdin=true";
        let section = read(text).unwrap().remove(0).1;
        let mut options = Options::default();
        options.limits.sandbox = true;
        options.test.exit_codes = vec![7];
        section.apply(&mut options);
        assert_eq!((options.test.repeat, options.test.at_least), (5, Some(2)));
        assert_eq!((options.limits.memory, options.limits.file_size), (Some(2 << 30), Some(1000)));
        assert_eq!(options.limits.cpu_time, Some(Duration::from_millis(1500)));
        assert!(options.test.stdin && options.limits.sandbox && options.test.first.len() == 1);
        assert_eq!(options.test.exit_codes, [7]);
    }

    #[test]
    fn a_section_says_how_to_search_as_well() {
        let text = "[[files]]\nglob='*'\nprotect=['main', 3]\nuntil='100t'\neffort='quick'\nskip=['hoist']\nformat=true\n\
                    max-questions=9\nno-restart=true\ndeterministic=true\njobs=2\nkeep-parsing=true\nvalid='true'\n\
                    no-new-diagnostics=true\npaste-includes=false\nkeep-other-crashes='other'";
        let section = read(text).unwrap().remove(0).1;
        let mut options = Options::default();
        section.apply(&mut options);
        let search = &options.search;
        assert_eq!((search.protect.len(), search.until.tokens, search.effort), (2, Some(100), Effort::Quick));
        assert_eq!((search.max_questions, search.jobs, search.restart), (Some(9), Some(2), false));
        assert!(search.skip == ["hoist"] && search.deterministic && options.result.format);
        assert_eq!(options.result.keep_other_crashes, Some("/corpus/other".into()));
        assert!(search.keep_parsing && options.test.no_new_diagnostics && options.test.valid == ["true"]);
    }

    #[test]
    fn a_section_may_ask_for_a_rate_where_the_command_line_repeats_and_the_other_way_round() {
        let section = |text: &str| read(&format!("[[files]]\nglob='*'\n{text}")).unwrap().remove(0).1;
        let mut options = Options::default();
        (options.test.repeat, options.test.at_least) = (8, Some(4));
        section("rate='80%'").apply(&mut options);
        assert_eq!((options.test.rate, options.test.repeat, options.test.at_least), (Some(0.8), 1, None));
        section("repeat=3").apply(&mut options);
        assert!(!options.test.is_flaky() && options.test.repeat == 3);
        section("flaky=true").apply(&mut options);
        assert!(options.test.flaky && options.test.rate.is_none());
        section("flaky=false").apply(&mut options);
        assert!(!options.test.is_flaky());
    }

    #[test]
    fn every_key_is_one_that_a_section_knows() {
        for key in KEYS {
            let error = read(&format!("[[files]]\n{key}={{}}")).unwrap_err();
            assert!(!error.contains("unknown field"), "{key}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_section_is_said() {
        for (text, part) in [
            ("glob='['", "glob"),
            ("glob='*'\nsignals=['FOO']", "FOO"),
            ("glob='*'\nstderr=['(']", "regex"),
            ("glob='*'\ncomand='x'", "comand"),
            ("glob='*'\ncommand=[]", "program"),
            ("glob='*'\nhang=true", "timeout"),
            ("glob='*'\nmemory='2X'", "memory"),
            ("glob='*'\nrepeat=2\nat-least=3", "at-least"),
            ("glob='*'\nlanguage='klingon'", "klingon"),
            ("glob='*'\npasses=['hoyst']", "hoist"),
            ("glob='*'\nuntil='soon'", "budget"),
            ("glob='*'\nuntil=5", "budget"),
            ("glob='*'\nfile-size=-1", "file-size"),
            ("glob='*'\nexit-code=300", "0 to 255"),
            ("glob='*'\njobs=99999999", "1 to 1024"),
            ("glob='*'\nrepeat=0", "1 to 1000"),
            ("glob='*.c'\nstderr='('", "\"*.c\""),
            ("glob='*'\nprotect='('", "regex"),
            ("glob='*'\nrate='often'", "80%"),
            ("glob='*'\nrepeat=3\nflaky=true", "--repeat"),
        ] {
            assert!(read(&format!("[[files]]\n{text}")).unwrap_err().contains(part), "{text}");
        }
    }
}
