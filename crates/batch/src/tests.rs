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
//! The first section whose glob matches counts. Without conditions a crash is what is looked for. A `test.sh` says yes
//! with exit code 0.

mod section;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use globset::GlobMatcher;
use lop_oracle::signature::{Signature, SignaturePattern};
use lop_oracle::{CommandSpec, Criteria, RunOutput, Status, TestIdentity};
use parking_lot::Mutex;

use self::section::{Section, sections, shell_line};
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
    identities: Mutex<HashMap<String, String>>,
}

/// How one file is asked about.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    /// The specification; its criteria are what must hold besides the crash.
    pub(crate) spec: CommandSpec,
    /// The expensive test that each success must pass, too.
    pub(crate) then: Option<CommandSpec>,
    /// True when a crash is interesting and reductions hold on to its signature.
    pub(crate) by_signature: bool,
    /// What the signature must contain.
    wanted: Option<SignaturePattern>,
    /// Changes whenever earlier answers may not hold any more.
    pub(crate) identity: String,
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

    /// The language that a section names for a file.
    pub(crate) fn language(&self, name: &str) -> Option<&str> {
        self.section(name).and_then(|it| it.language.as_deref())
    }

    /// The test of a file; `None` when nobody gave one.
    pub(crate) fn of(&self, input: &Input) -> Option<Test> {
        let section = self.section(&input.name);
        let directory = self.corpus.join(&input.name).parent().map(Path::to_owned).unwrap_or_default();
        let script = directory.join(SCRIPT);
        let settings = &self.settings;
        let template = &settings.template;
        let (command, at, is_script) = if script.is_file() {
            (vec![script.into_os_string()], directory, true)
        } else if let Some(command) = section.and_then(Section::command) {
            (command, self.corpus.clone(), false)
        } else if settings.command.is_empty() {
            return None;
        } else {
            (settings.command.clone(), template.directory.clone(), false)
        };
        let base = Path::new(&input.name).file_name()?;
        let own = section.map(|it| (it.criteria(), it.wanted()));
        let own = own.filter(|it| it.0.is_some() || it.1.is_some());
        let (criteria, wanted) =
            own.unwrap_or_else(|| (settings.criteria.clone(), settings.signature.clone()));
        let by_signature = wanted.is_some() || (criteria.is_none() && !is_script);
        let mut spec = CommandSpec {
            command,
            names: vec![base.into()],
            inputs: vec![std::path::absolute(&input.path).unwrap_or_else(|_| input.path.clone())],
            directory: at,
            criteria: criteria.unwrap_or_default(),
            ..template.clone()
        };
        if let Some(section) = section {
            section.apply(&mut spec);
        }
        let then = self.then(section, &spec);
        let more =
            format!("{by_signature} {wanted:?} {:?}", then.as_ref().map(|it| (&it.first, &it.command)));
        let identity = self.identity(&spec, &more);
        Some(Test { spec, then, by_signature, wanted, identity })
    }

    fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|(glob, _)| glob.is_match(name)).map(|it| &it.1)
    }

    /// The expensive stages as one test.
    fn then(&self, section: Option<&Section>, like: &CommandSpec) -> Option<CommandSpec> {
        let mut stages = self.settings.then.clone();
        stages.extend(section.into_iter().flat_map(|it| &it.then).map(|it| shell_line(it)));
        let command = stages.pop()?;
        Some(CommandSpec {
            command,
            first: stages,
            criteria: Criteria::default(),
            stdin: false,
            ..like.clone()
        })
    }

    /// The same for all files of one command, so that a large program is looked at once.
    fn identity(&self, spec: &CommandSpec, more: &str) -> String {
        let alike = CommandSpec { names: vec!["x".into()], inputs: Vec::new(), ..spec.clone() };
        let key = format!("{alike:?} {more}");
        let make = || TestIdentity::of(&alike, more.as_bytes()).to_string();
        self.identities.lock().entry(key).or_insert_with(make).clone()
    }
}

impl Test {
    /// True when a run shows what is looked for.
    pub(crate) fn is_shown_by(&self, run: &RunOutput) -> bool {
        if !self.by_signature {
            return self.spec.criteria.hold(run);
        }
        let wanted = |it: &Signature| self.wanted.as_ref().is_none_or(|wanted| wanted.is_in(it));
        run.status != Status::TimedOut
            && Signature::of_run(run).is_some_and(|it| wanted(&it))
            && (self.spec.criteria.is_default() || self.spec.criteria.hold(run))
    }
}

fn wrong(path: &Path, because: impl std::fmt::Display) -> BatchError {
    let help = "write sections such as\n[[files]]\nglob = \"**/*.c\"\ncommand = [\"gcc\", \"-c\", \"@@\"]";
    BatchError::usage(format!("cannot use {}", path.display()), because, help)
}
