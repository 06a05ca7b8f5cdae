//! The sections of `lop.toml`: which files each is for, and what their test is. An option is called as on the command line.

use std::ffi::OsString;
use std::time::Duration;

use globset::{GlobBuilder, GlobMatcher};
use lop_oracle::signature::SignaturePattern;
use lop_oracle::{CommandSpec, Criteria, Repeat, Timeout, parse_signal};
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;

/// A section.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Section {
    glob: String,
    command: Option<Command>,
    pub(super) language: Option<String>,
    exit_codes: Vec<i32>,
    signals: Vec<String>,
    signature: Option<String>,
    stdout: Vec<String>,
    stderr: Vec<String>,
    not_stdout: Vec<String>,
    not_stderr: Vec<String>,
    hang: bool,
    first: Vec<String>,
    pub(super) then: Vec<String>,
    stdin: Option<bool>,
    repeat: Option<u32>,
    at_least: Option<u32>,
    timeout: Option<f64>,
    memory: Option<Bytes>,
    cpu_time: Option<f64>,
    file_size: Option<Bytes>,
    sandbox: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    files: Vec<Section>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Command {
    Line(String),
    Words(Vec<String>),
}

/// A number of bytes, or a text such as `200M`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Bytes {
    Number(u64),
    Text(String),
}

/// Reads the sections of a file.
pub(super) fn sections(text: &str) -> Result<Vec<(GlobMatcher, Section)>, String> {
    let config: Config = toml::from_str(text).map_err(|it| it.to_string())?;
    config.files.into_iter().map(|it| Ok((it.check()?, it))).collect()
}

/// A line for the shell as a command.
pub(super) fn shell_line(line: &str) -> Vec<OsString> {
    vec!["sh".into(), "-c".into(), line.into()]
}

impl Section {
    /// Its command, if it has one.
    pub(super) fn command(&self) -> Option<Vec<OsString>> {
        self.command.as_ref().map(Command::words)
    }

    /// Its conditions, if it has any. They were checked when it was read.
    pub(super) fn criteria(&self) -> Option<Criteria> {
        let regexes = |it: &[String]| it.iter().filter_map(|it| regex(it).ok()).collect();
        let criteria = Criteria {
            exit_codes: self.exit_codes.clone(),
            signals: self.signals.iter().filter_map(|it| parse_signal(it)).collect(),
            stdout: regexes(&self.stdout),
            stderr: regexes(&self.stderr),
            not_stdout: regexes(&self.not_stdout),
            not_stderr: regexes(&self.not_stderr),
            hang: self.hang,
            predicate: None,
        };
        (!criteria.is_default()).then_some(criteria)
    }

    /// What the signature of a crash must contain.
    pub(super) fn wanted(&self) -> Option<SignaturePattern> {
        self.signature.as_deref().map(SignaturePattern::new)
    }

    /// Puts into `spec` what else the section says about how to ask.
    pub(super) fn apply(&self, spec: &mut CommandSpec) {
        spec.first.extend(self.first.iter().map(|it| shell_line(it)));
        spec.stdin = self.stdin.unwrap_or(spec.stdin);
        spec.sandbox = self.sandbox.unwrap_or(spec.sandbox);
        if let Some(time) = self.timeout.and_then(duration) {
            spec.timeout = Timeout::Fixed(time);
        }
        let limits = &mut spec.limits;
        limits.memory = self.memory.as_ref().and_then(Bytes::number).or(limits.memory);
        limits.file_size = self.file_size.as_ref().and_then(Bytes::number).or(limits.file_size);
        limits.cpu_time = self.cpu_time.and_then(duration).or(limits.cpu_time);
        if let Some(times) = self.repeat {
            spec.repeat = Repeat { times, at_least: self.at_least.unwrap_or(times) };
        }
    }

    fn check(&self) -> Result<GlobMatcher, String> {
        if let Some(wrong) = self.signals.iter().find(|it| parse_signal(it).is_none()) {
            return Err(format!("{wrong} is not a signal"));
        }
        for text in [&self.stdout, &self.stderr, &self.not_stdout, &self.not_stderr].into_iter().flatten() {
            regex(text).map_err(|it| it.to_string())?;
        }
        for (name, seconds) in [("timeout", self.timeout), ("cpu-time", self.cpu_time)] {
            if seconds.is_some_and(|it| duration(it).is_none()) {
                return Err(format!("{name} must be more than 0 seconds"));
            }
        }
        for (name, bytes) in [("memory", &self.memory), ("file-size", &self.file_size)] {
            if bytes.as_ref().is_some_and(|it| it.number().is_none()) {
                return Err(format!("{name} must be a size such as 500000, \"64K\" or \"2G\""));
            }
        }
        if self.hang && self.timeout.is_none() {
            return Err("hang needs timeout: only you know how long a run must take to be a hang".to_owned());
        }
        let times = self.repeat.unwrap_or(1);
        if times == 0 || self.at_least.is_some_and(|it| it == 0 || it > times) {
            return Err("repeat must be at least 1, and at-least no more than it".to_owned());
        }
        if let Some(name) = &self.language
            && name != crate::settings::TEXT
            && lop_languages::by_name(name).is_none()
        {
            return Err(format!("there is no language {name}: see lop --list-languages"));
        }
        if self.command().is_some_and(|it| it.is_empty()) {
            return Err("command needs a program".to_owned());
        }
        let glob = GlobBuilder::new(&self.glob).literal_separator(true).build();
        Ok(glob.map_err(|it| it.to_string())?.compile_matcher())
    }
}

impl Command {
    fn words(&self) -> Vec<OsString> {
        match self {
            Command::Line(line) => shell_line(line),
            Command::Words(words) => words.iter().map(Into::into).collect(),
        }
    }
}

impl Bytes {
    fn number(&self) -> Option<u64> {
        let text = match self {
            Bytes::Number(number) => return Some(*number).filter(|it| *it > 0),
            Bytes::Text(text) => text.trim(),
        };
        let shift = match text.chars().last()?.to_ascii_uppercase() {
            'K' => 10,
            'M' => 20,
            'G' => 30,
            _ => 0,
        };
        let digits = text.trim_end_matches(|it: char| shift > 0 && it.is_ascii_alphabetic());
        digits.parse::<u64>().ok().filter(|it| *it > 0)?.checked_mul(1 << shift)
    }
}

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|it| !it.is_zero())
}

fn regex(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).multi_line(true).build()
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn sections_have_globs_and_commands_of_two_kinds() {
        let text = "[[files]]\nglob='*.c'\ncommand=['cc','@@']\n[[files]]\nglob='**'\ncommand='cc @@ | x'\nexit-codes=[3]";
        let sections = sections(text).unwrap();
        assert_eq!(sections[0].1.command().unwrap(), ["cc", "@@"]);
        assert_eq!(sections[1].1.command().unwrap(), ["sh", "-c", "cc @@ | x"]);
        assert!(sections[0].0.is_match("a.c") && !sections[0].0.is_match("d/a.c"));
        assert!(sections[0].1.criteria().is_none() && sections[1].1.criteria().is_some());
    }

    #[test]
    fn a_section_says_how_to_ask_and_leaves_the_rest_as_it_was() {
        let text = "[[files]]\nglob='*'\nrepeat=5\nat-least=2\nmemory='2G'\nfile-size=1000\ncpu-time=1.5\nfirst=['true']\nstdin=true";
        let section = sections(text).unwrap().remove(0).1;
        let mut spec = CommandSpec { sandbox: true, ..CommandSpec::new(vec!["cc".into()], "a.c") };
        section.apply(&mut spec);
        assert_eq!(spec.repeat, Repeat { times: 5, at_least: 2 });
        assert_eq!((spec.limits.memory, spec.limits.file_size), (Some(2 << 30), Some(1000)));
        assert_eq!(spec.limits.cpu_time, Some(Duration::from_millis(1500)));
        assert!(spec.stdin && spec.sandbox && spec.first.len() == 1);
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
        ] {
            assert!(sections(&format!("[[files]]\n{text}")).unwrap_err().contains(part), "{text}");
        }
    }
}
