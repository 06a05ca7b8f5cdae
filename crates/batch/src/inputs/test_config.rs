//! Which test a file has, and how it is reduced: a `test.sh` beside it, a section of `lop.toml`, or the command line; in this order.
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
//! A section `[[projects]]` is about directories, each reduced as one project; so is one whose `test.sh` has the line
//! `# lop: project`.
//!
//! Every option of a single run has a key of the same name. The first section whose glob matches counts. Without conditions
//! a crash is what is looked for. A `test.sh`, and any script that is not given the candidate, says yes with exit code 0.

mod config;
mod projects;
mod section;
mod value;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_runner::options::{TestOptions, shell_line};
use lop_runner::project::Selection;
use lop_runner::test::{Subject, Test};
use lop_runner::{Failure, Options};
use parking_lot::Mutex;

use self::config::Config;
use self::projects::Projects;
use self::section::Section;
use crate::inputs::corpus::Input;
use crate::settings::Settings;

pub use section::KEYS;

/// The name of the configuration of a corpus.
pub(crate) const CONFIG: &str = "lop.toml";
/// The name of a test for the files of its directory.
pub(crate) const SCRIPT: &str = "test.sh";

/// The tests of a corpus.
#[derive(Debug)]
pub(crate) struct TestConfig {
    /// What the command line says, its lines for the shell with programs that are found from anywhere.
    options: Options,
    corpus: PathBuf,
    config: Config,
    identities: Mutex<HashMap<String, String>>,
}

/// How one file is asked about and reduced.
#[derive(Debug, Clone)]
pub(crate) struct FileTest {
    pub(crate) options: Options,
    pub(crate) subject: Subject,
    /// Changes whenever earlier answers may not hold any more.
    pub(crate) identity: String,
}

impl TestConfig {
    /// Reads `lop.toml`, if the corpus has one.
    pub(crate) fn read(settings: &Settings) -> Result<TestConfig, Failure> {
        let corpus = std::path::absolute(&settings.corpus).unwrap_or_else(|_| settings.corpus.clone());
        let path = corpus.join(CONFIG);
        let config = match fs::read_to_string(&path) {
            Ok(text) => Config::read(&text, &corpus).map_err(|it| wrong(&path, it))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Config::default(),
            Err(error) => return Err(wrong(&path, error)),
        };
        let mut options = settings.options.clone();
        let test = &mut options.test;
        let directory = test.directory.clone();
        for line in
            test.first.iter_mut().chain(&mut test.then).chain(&mut test.valid).chain(&mut test.objective)
        {
            *line = found_from_anywhere(line, &directory);
        }
        Ok(TestConfig { options, corpus, config, identities: Mutex::default() })
    }

    /// How many questions are asked at once over all files, where the command line does not tell.
    pub(crate) fn jobs(&self) -> usize {
        self.config.jobs(&self.options).unwrap_or_else(num_cpus::get)
    }

    /// Which directories are reduced as projects.
    pub(crate) fn projects(&self) -> Projects {
        Projects::new(&self.config.sections)
    }

    /// What of the directory at `path` is reduced, if it is a project, called `name` from the corpus.
    pub(crate) fn selection(&self, name: &str, path: &Path) -> Option<Selection> {
        let is_project = path.is_dir() && !path.is_symlink() && self.projects().has(Path::new(name), path);
        is_project.then(|| {
            let said = self.section(name, true).map(Section::selection).unwrap_or_default();
            Selection { of_test: vec![path.join(SCRIPT)], runs_in: Some(path.to_owned()), ..said }
        })
    }

    /// The language that a section names for a file, or for those of a project.
    pub(crate) fn language(&self, name: &str, is_project: bool) -> Option<&str> {
        self.section(name, is_project).and_then(|it| it.language.as_deref())
    }

    /// The test of an input; `None` when nobody gave one. That of a project runs in it.
    pub(crate) fn of(&self, input: &Input) -> Option<FileTest> {
        let (file, path) = (&input.name, &input.path);
        let section = self.section(file, input.project.is_some());
        let here = self.corpus.join(file);
        let directory = match &input.project {
            Some(_) => here,
            None => here.parent().map(Path::to_owned).unwrap_or_default(),
        };
        let script = directory.join(SCRIPT);
        let mut options = self.options.clone();
        if let Some(section) = section {
            section.apply(&mut options);
        }
        let test = &mut options.test;
        if script.is_file() {
            (test.command, test.directory) = (vec![script.into_os_string()], directory);
            if !test.has_condition() {
                test.exit_codes = vec![0];
            }
        } else if let Some(command) = section.and_then(|it| it.command(&self.corpus)) {
            (test.command, test.directory) = (command, self.corpus.clone());
        } else if test.command.is_empty() {
            return None;
        }
        test.crashes_only = !is_script(test);
        // Files of the same name in other directories would take each other's place.
        options.result.keep_other_crashes.iter_mut().for_each(|it| it.push(file));
        let name = Path::new(file).file_name()?.to_owned();
        let identity = self.identity(&options, input.project.as_ref());
        let subject = Subject { name, path: path.to_owned(), on_disk: true, project: None };
        Some(FileTest { options, subject, identity })
    }

    fn section(&self, name: &str, is_project: bool) -> Option<&Section> {
        let mut sections = self.config.sections.iter().filter(|it| it.1.is_of_projects == is_project);
        sections.find(|(glob, _)| glob.is_match(name)).map(|it| &it.1)
    }

    /// The same for all files of one command, so that a large program is looked at once.
    fn identity(&self, options: &Options, project: Option<&Selection>) -> String {
        let Options { test, limits, search, .. } = options;
        let mut key = format!(
            "{test:?} {limits:?} {:?} {} {}",
            search.protect, search.paste_includes, search.keep_parsing
        );
        if let Some(project) = project {
            let _ = write!(key, " {project:?}");
        }
        let make = || {
            let any = Subject { name: "x".into(), path: "x".into(), on_disk: true, project: None };
            Test::new(options, &any).map(|it| it.identity_of_test(&key)).unwrap_or_default()
        };
        self.identities.lock().entry(key.clone()).or_insert_with(make).clone()
    }
}

/// True when the test is a script that is told nothing of the candidate, which lies beside it: such a one says yes with exit
/// code 0. A program that is given the candidate is looked at for a crash.
fn is_script(test: &TestOptions) -> bool {
    let asks_for_candidate = |it: &OsString| it.as_bytes().windows(2).any(|it| it == b"@@");
    if test.stdin || test.command.iter().any(asks_for_candidate) {
        return false;
    }
    let Some(program) = test.command.first().filter(|it| it.as_bytes().contains(&b'/')) else { return false };
    let mut start = [0; 2];
    let file = fs::File::open(test.directory.join(program));
    file.is_ok_and(|mut it| it.read_exact(&mut start).is_ok()) && start == *b"#!"
}

/// A line for the shell whose program is found from anywhere.
fn found_from_anywhere(line: &OsString, directory: &Path) -> OsString {
    shell_line(line, directory).pop().unwrap_or_default()
}

fn wrong(path: &Path, because: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("cannot use {}", path.display()))
        .because(because)
        .help("write sections such as\n[[files]]\nglob = \"**/*.c\"\ncommand = [\"gcc\", \"-c\", \"@@\"]")
}
