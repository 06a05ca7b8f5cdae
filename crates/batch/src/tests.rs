//! Which test a file has: a `test.sh` beside it, a section of `lop.toml`, or the command line; in this order.
//!
//! ```toml
//! [[files]]
//! glob = "**/*.c"
//! command = ["gcc", "-O2", "-c", "@@"]   # or one line for the shell: "gcc -O2 -c @@"
//!
//! [[files]]
//! glob = "slow/**"
//! command = "./slow.sh @@"
//! exit-codes = [1]
//! stderr = ["internal error"]
//! timeout = 60
//! ```
//!
//! The first section whose glob matches counts. `signals`, `stdout` and `language` are known too; without conditions a
//! crash is what is looked for. A `test.sh` says yes with exit code 0.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use globset::{GlobBuilder, GlobMatcher};
use lop_engine::tokens::is_word;
use lop_oracle::{CommandSpec, Criteria, Identity, Timeout, parse_signal};
use parking_lot::Mutex;
use serde::Deserialize;

use crate::corpus::Input;
use crate::error::BatchError;
use crate::settings::Settings;

/// The name of the configuration of a corpus.
pub(crate) const CONFIG: &str = "lop.toml";
/// The name of a test for the files of its directory.
pub(crate) const SCRIPT: &str = "test.sh";

/// The tests of a corpus.
#[derive(Debug)]
pub(crate) struct Tests {
    settings: Settings,
    corpus: PathBuf,
    sections: Vec<(GlobMatcher, Section)>,
    identities: Mutex<HashMap<Vec<OsString>, String>>,
}

/// How one file is asked about.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    /// The specification; without criteria of its own where a crash is looked for.
    pub(crate) spec: CommandSpec,
    /// True when any crash is interesting and reductions hold on to its signature.
    pub(crate) by_signature: bool,
    /// Changes whenever earlier answers may not hold any more.
    pub(crate) identity: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    files: Vec<Section>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Section {
    glob: String,
    command: Option<Command>,
    #[serde(default)]
    exit_codes: Vec<i32>,
    #[serde(default)]
    signals: Vec<String>,
    #[serde(default)]
    stdout: Vec<String>,
    #[serde(default)]
    stderr: Vec<String>,
    timeout: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Command {
    Line(String),
    Words(Vec<String>),
}

impl Tests {
    /// Reads `lop.toml`, if the corpus has one.
    pub(crate) fn read(settings: &Settings) -> Result<Tests, BatchError> {
        let corpus = std::path::absolute(&settings.corpus).unwrap_or_else(|_| settings.corpus.clone());
        let path = corpus.join(CONFIG);
        let sections = match fs::read_to_string(&path) {
            Ok(text) => sections(&text).map_err(|it| wrong(&path, it))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(wrong(&path, error)),
        };
        Ok(Tests { settings: settings.clone(), corpus, sections, identities: Mutex::default() })
    }

    /// The test of a file; `None` when nobody gave one.
    pub(crate) fn of(&self, input: &Input) -> Option<Test> {
        let section = self.sections.iter().find(|(glob, _)| glob.is_match(&input.name)).map(|it| &it.1);
        let directory = self.corpus.join(&input.name).parent().map(Path::to_owned).unwrap_or_default();
        let script = directory.join(SCRIPT);
        let template = &self.settings.template;
        let (command, at, is_script) = if script.is_file() {
            (vec![script.into_os_string()], directory, true)
        } else if let Some(command) = section.and_then(|it| it.command.as_ref()) {
            (command.words(), self.corpus.clone(), false)
        } else if self.settings.command.is_empty() {
            return None;
        } else {
            (self.settings.command.clone(), template.directory.clone(), false)
        };
        let base = Path::new(&input.name).file_name()?;
        let own = section.and_then(Section::criteria).or_else(|| self.settings.criteria.clone());
        let by_signature = own.is_none() && !is_script;
        let mut spec = CommandSpec {
            command,
            names: vec![base.into()],
            inputs: vec![std::path::absolute(&input.path).unwrap_or_else(|_| input.path.clone())],
            directory: at,
            criteria: own.unwrap_or_default(),
            ..template.clone()
        };
        if let Some(seconds) = section.and_then(|it| it.timeout)
            && let Ok(time) = Duration::try_from_secs_f64(seconds)
        {
            spec.timeout = Timeout::Fixed(time);
        }
        let identity = self.identity(&spec, by_signature);
        Some(Test { spec, by_signature, identity })
    }

    /// The same for all files of one command, so that a large program is looked at once.
    fn identity(&self, spec: &CommandSpec, by_signature: bool) -> String {
        let mut key = spec.command.clone();
        key.push(spec.directory.clone().into_os_string());
        key.push(format!("{:?} {:?} {by_signature}", spec.criteria, spec.timeout).into());
        let mut known = self.identities.lock();
        let make = || {
            let alike = CommandSpec { names: vec!["x".into()], inputs: Vec::new(), ..spec.clone() };
            let identity = Identity::of(&[], &alike, &[u8::from(by_signature)]);
            // All that it holds is hashes, and that is all it prints.
            let text = format!("{identity:?}");
            format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
        };
        known.entry(key).or_insert_with(make).clone()
    }
}

impl Command {
    fn words(&self) -> Vec<OsString> {
        match self {
            Command::Line(line) => vec!["sh".into(), "-c".into(), line.into()],
            Command::Words(words) => words.iter().map(Into::into).collect(),
        }
    }
}

impl Section {
    /// Its conditions, if it has any. They were checked when it was read.
    fn criteria(&self) -> Option<Criteria> {
        let regexes = |it: &[String]| it.iter().filter_map(|it| regex(it).ok()).collect();
        let criteria = Criteria {
            exit_codes: self.exit_codes.clone(),
            signals: self.signals.iter().filter_map(|it| parse_signal(it)).collect(),
            stdout: regexes(&self.stdout),
            stderr: regexes(&self.stderr),
            ..Criteria::default()
        };
        (!criteria.is_default()).then_some(criteria)
    }

    fn check(&self) -> Result<GlobMatcher, String> {
        if let Some(wrong) = self.signals.iter().find(|it| parse_signal(it).is_none()) {
            return Err(format!("{wrong} is not a signal"));
        }
        for text in self.stdout.iter().chain(&self.stderr) {
            regex(text).map_err(|it| it.to_string())?;
        }
        if self.timeout.is_some_and(|it| it <= 0.0 || Duration::try_from_secs_f64(it).is_err()) {
            return Err("timeout must be more than 0 seconds".to_owned());
        }
        if matches!(&self.command, Some(Command::Words(words)) if words.is_empty()) {
            return Err("command needs a program".to_owned());
        }
        let glob = GlobBuilder::new(&self.glob).literal_separator(true).build();
        Ok(glob.map_err(|it| it.to_string())?.compile_matcher())
    }
}

fn sections(text: &str) -> Result<Vec<(GlobMatcher, Section)>, String> {
    let config: Config = toml::from_str(text).map_err(|it| it.to_string())?;
    config.files.into_iter().map(|it| Ok((it.check()?, it))).collect()
}

fn regex(text: &str) -> Result<regex::bytes::Regex, regex::Error> {
    regex::bytes::RegexBuilder::new(text).multi_line(true).build()
}

fn wrong(path: &Path, because: impl std::fmt::Display) -> BatchError {
    let help = "write sections such as\n[[files]]\nglob = \"**/*.c\"\ncommand = [\"gcc\", \"-c\", \"@@\"]";
    BatchError::usage(format!("cannot use {}", path.display()), because, help)
}

/// A command line that a shell would read as these words.
pub(crate) fn shell(words: &[OsString]) -> String {
    words.iter().map(|it| quoted(&it.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// A word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |it: u8| is_word(it) && it.is_ascii() && it != b'$' || b"-./=+:,@%^".contains(&it);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn sections_have_globs_and_commands_of_two_kinds() {
        let text = "[[files]]\nglob='*.c'\ncommand=['cc','@@']\n[[files]]\nglob='**'\ncommand='cc @@ | x'\nexit-codes=[3]";
        let sections = sections(text).unwrap();
        assert_eq!(sections[0].1.command.as_ref().unwrap().words(), ["cc", "@@"]);
        assert_eq!(sections[1].1.command.as_ref().unwrap().words(), ["sh", "-c", "cc @@ | x"]);
        assert!(sections[0].0.is_match("a.c") && !sections[0].0.is_match("d/a.c"));
        assert!(sections[0].1.criteria().is_none() && sections[1].1.criteria().is_some());
    }

    #[test]
    fn what_is_wrong_in_a_section_is_said() {
        for (text, part) in [
            ("[[files]]\nglob='['", "glob"),
            ("[[files]]\nglob='*'\nsignals=['FOO']", "FOO"),
            ("[[files]]\nglob='*'\nstderr=['(']", "regex"),
            ("[[files]]\nglob='*'\ncomand='x'", "comand"),
            ("[[files]]\nglob='*'\ncommand=[]", "program"),
        ] {
            assert!(sections(text).unwrap_err().contains(part), "{text}");
        }
    }
}
