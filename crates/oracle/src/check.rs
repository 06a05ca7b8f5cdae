//! The first questions: is the original interesting, every time, and is the empty file not?

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Oracle, OracleError, Verdict};

use crate::command::{Capture, CommandOracle, plain_question};
use crate::output::{RunOutput, Status};
use crate::process::Program;
use crate::project::Project;
use crate::quote;
use crate::spec::{CommandSpec, Repeat};

/// How many of the last lines of each stream a message quotes.
const QUOTED: usize = 10;

/// The original is interesting; what its runs showed.
#[derive(Debug, Clone)]
pub struct Check {
    /// The runs of the main command, with everything they printed.
    pub runs: Vec<RunOutput>,
    /// How many of them were interesting.
    pub interesting: usize,
    /// The slowest of them.
    pub took: Duration,
    /// How long a run may take from now on.
    pub timeout: Option<Duration>,
    /// The empty file is interesting too, so it will be the result: a reason to warn.
    pub empty_is_interesting: bool,
}

/// Why there is no point in beginning.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The original does not show what the user looks for.
    #[error("{0}")]
    NotInteresting(Box<NotInteresting>),
    /// It does at times.
    #[error("{0}")]
    Flaky(Box<Flaky>),
    /// The command could not be asked.
    #[error(transparent)]
    CannotRun(#[from] OracleError),
    /// The caller raised the flag.
    #[error("cancelled")]
    Cancelled,
}

/// A refusal of the original, and what helps to find out why.
#[derive(Debug)]
pub struct NotInteresting {
    /// Shell commands, one a line, that do by hand what was done.
    pub recipe: Vec<String>,
    /// The last run.
    pub run: RunOutput,
    /// Which criteria did not hold, each as a phrase.
    pub unmet: Vec<String>,
    /// What the reason may be and what to do, each as a sentence.
    pub hints: Vec<String>,
}

/// Two answers to one question.
#[derive(Debug)]
pub struct Flaky {
    /// How each run ended and whether it was interesting.
    pub runs: Vec<(Status, bool)>,
}

/// No more of a script is read than this.
const SCRIPT: u64 = 64 << 10;

impl CommandOracle {
    /// Asks the original twice, or as often as the user asked for, and the empty file once.
    pub fn check(&self, files: &[Arc<[u8]>], cancel: &Cancel) -> Result<Check, CheckError> {
        let runs = self.observe(files, self.spec().repeat.times.max(2), cancel)?;
        let check = self.judge(runs)?;
        Ok(Check { empty_is_interesting: self.empty_is_interesting(files, cancel)?, ..check })
    }

    /// The first half of [`CommandOracle::check`]: runs the main command so often, whatever the criteria say, once the
    /// commands to ask first have accepted the original.
    pub fn observe(
        &self,
        files: &[Arc<[u8]>],
        times: u32,
        cancel: &Cancel,
    ) -> Result<Vec<RunOutput>, CheckError> {
        self.check_first(files, cancel)?;
        let question = plain_question(files, cancel);
        let mut runs = Vec::new();
        for _ in 0..times {
            let run = self.run(&question, Capture::Everything)?;
            // Whoever raised it may have killed the run as well, so its end says nothing.
            if run.status == Status::Cancelled || cancel.is_raised() {
                return Err(CheckError::Cancelled);
            }
            runs.push(run);
        }
        Ok(runs)
    }

    /// The second half: what the criteria, which may have been set meanwhile, say of those runs. The empty file is not asked
    /// about.
    pub fn judge(&self, runs: Vec<RunOutput>) -> Result<Check, CheckError> {
        let Repeat { times, at_least } = self.spec().repeat;
        let held: Vec<bool> = runs.iter().map(|it| self.criteria().hold(it)).collect();
        let interesting = held.iter().filter(|&&it| it).count();
        let enough = if times == 1 { runs.len() } else { at_least as usize };
        if interesting < enough {
            return Err(self.refusal(runs, &held));
        }
        let took = runs.iter().map(|it| it.took).max().unwrap_or_default();
        if !self.criteria().hang {
            self.learn(took);
        }
        Ok(Check { runs, interesting, took, timeout: self.timeout(), empty_is_interesting: false })
    }

    /// The commands to ask first must accept the original as well.
    fn check_first(&self, files: &[Arc<[u8]>], cancel: &Cancel) -> Result<(), CheckError> {
        for command in &self.spec().first {
            let spec = CommandSpec {
                command: command.clone(),
                first: Vec::new(),
                stdin: false,
                criteria: crate::Criteria::default(),
                repeat: Repeat::ONCE,
                ..self.spec().clone()
            };
            let stage = CommandOracle::new(spec)?;
            let run = stage.run(&plain_question(files, cancel), Capture::Everything)?;
            match run.status {
                Status::Exited(0) => {}
                Status::Cancelled => return Err(CheckError::Cancelled),
                _ => {
                    let mut refusal = stage.not_interesting(run);
                    refusal
                        .unmet
                        .insert(0, format!("the command of --first refused it: {}", quote::command(command)));
                    return Err(CheckError::NotInteresting(Box::new(refusal)));
                }
            }
        }
        Ok(())
    }

    fn refusal(&self, mut runs: Vec<RunOutput>, held: &[bool]) -> CheckError {
        if self.spec().repeat == Repeat::ONCE && held.contains(&true) {
            let runs = runs.iter().map(|it| it.status).zip(held.iter().copied()).collect();
            return CheckError::Flaky(Box::new(Flaky { runs }));
        }
        let refused = held.iter().rposition(|&it| !it).expect("too few runs were interesting");
        CheckError::NotInteresting(Box::new(self.not_interesting(runs.swap_remove(refused))))
    }

    /// A run of the original as a refusal.
    pub fn not_interesting(&self, run: RunOutput) -> NotInteresting {
        let spec = self.spec();
        NotInteresting {
            recipe: recipe(spec, &self.main_program().path),
            unmet: spec.criteria.unmet(&run),
            hints: self.hints(&run),
            run,
        }
    }

    /// Whether files without a byte are interesting, too: then the test says nothing about what is in them. Asks it once.
    pub fn empty_is_interesting(&self, files: &[Arc<[u8]>], cancel: &Cancel) -> Result<bool, CheckError> {
        if files.iter().all(|it| it.is_empty()) {
            return Ok(true);
        }
        let nothing: Vec<Arc<[u8]>> = files.iter().map(|_| Arc::from(&b""[..])).collect();
        match self.ask(&plain_question(&nothing, cancel))?.verdict {
            Verdict::Interesting => Ok(true),
            Verdict::Cancelled => Err(CheckError::Cancelled),
            Verdict::Boring | Verdict::TimedOut => Ok(false),
        }
    }

    /// What usually is the reason.
    fn hints(&self, run: &RunOutput) -> Vec<String> {
        let spec = self.spec();
        let program = self.main_program();
        let words = |it: &OsString| -> Vec<OsString> {
            // An argument with blanks in it may be a line for the shell.
            let words = it.as_bytes().split(u8::is_ascii_whitespace);
            words.map(|it| OsStr::from_bytes(it).to_owned()).collect()
        };
        let misplaced = program.args.iter().flat_map(words).filter_map(|it| misplaced(spec, &it));
        let mut hints: Vec<String> = misplaced.collect();
        // What fails because a file is not there is not what anybody looks for.
        let may_be_it = spec.criteria.is_default() && hints.is_empty();
        let silent = run.stdout.total() + run.stderr.total() == 0;
        if let Some(script) = wants_argument(self.main_program()).filter(|_| !spec.stdin) {
            return vec![format!(
                "{} looks for the candidate in $1, and is given nothing: write {} @@",
                script.display(),
                quote::command(&spec.command)
            )];
        }
        match run.status {
            Status::Exited(127) => hints.push("exit code 127 usually means that a command was not found".to_owned()),
            Status::Exited(126) => {
                hints.push("exit code 126 usually means that a file is not executable: try chmod +x".to_owned());
            }
            Status::Exited(1) if spec.criteria.is_default() && silent => hints.push(
                "a test says yes with exit code 0, and this is how grep, cmp or a script says no: see what it looks for, and where"
                    .to_owned(),
            ),
            Status::Exited(code) if may_be_it => hints.push(format!(
                "exit code 0 or a crash would be interesting, and nothing it printed looks like a crash; if this is what \
                 you look for, say --exit-code {code}, and better also what it prints: --stderr REGEX"
            )),
            Status::Signaled(signal) if spec.criteria.is_default() => {
                hints.push(format!("if this signal is what you look for, say --signal {signal}"));
            }
            Status::TimedOut => hints.push(
                "it was killed because it did not end: raise --timeout, or say --hang if that is what you look for"
                    .to_owned(),
            ),
            _ => {}
        }
        if !program.has_placeholder() && !spec.stdin && spec.project.is_none() {
            let name = spec.names[0].display();
            hints.push(format!(
                "the command is not told where the candidate is: unless it reads {name} in its working directory, \
                 write @@ for the candidate's path"
            ));
        }
        if let Some(project) = spec.project.as_ref().filter(|_| !program.has_placeholder()) {
            hints.extend(above(project));
        }
        hints
    }
}

/// Says so where a command runs above the project, and is not told where that is.
fn above(project: &Project) -> Option<String> {
    let name = project.root.file_name().filter(|_| !project.directory.starts_with(&project.root))?;
    let (root, origin) = (project.root.display(), quote::word(&project.origin));
    Some(format!(
        "the command runs in the directory that {root} is in: write @@ for the path of {}, as in make -C @@, or go into it: \
         cd {origin} and say lop . -- …",
        name.display()
    ))
}

/// The script that a command runs, if it looks for the candidate in its first argument and is given none.
fn wants_argument(program: &Program) -> Option<&Path> {
    if !program.args.is_empty() {
        return None;
    }
    let mut text = Vec::new();
    let file = File::open(&program.path).ok()?;
    file.take(SCRIPT).read_to_end(&mut text).ok()?;
    let text = text.strip_prefix(b"#!")?;
    let named: [&[u8]; 4] = [b"$1", b"${1", b"$@", b"sys.argv"];
    named.iter().any(|it| text.windows(it.len()).any(|window| window == *it)).then_some(&program.path)
}

impl fmt::Display for NotInteresting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the original is not interesting: {}", self.unmet.join("; "))?;
        for (name, stream) in [("output", &self.run.stdout), ("error output", &self.run.stderr)] {
            let lines = stream.last_lines(QUOTED);
            if !lines.is_empty() {
                write!(f, "\nits {name} ends with:")?;
                lines.iter().try_for_each(|it| write!(f, "\n  | {it}"))?;
            }
        }
        if self.run.stdout.total() + self.run.stderr.total() == 0 {
            write!(f, "\nit printed nothing")?;
        }
        write!(f, "\nto see it by hand:")?;
        self.recipe.iter().try_for_each(|it| write!(f, "\n  {it}"))?;
        self.hints.iter().try_for_each(|it| write!(f, "\nhint: {it}"))
    }
}

impl fmt::Display for Flaky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |interesting: bool| if interesting { "interesting" } else { "not interesting" };
        let runs: Vec<String> = self.runs.iter().map(|it| format!("{} ({})", word(it.1), it.0)).collect();
        write!(
            f,
            "the test is flaky: asked about the original {} times it answered {}; make it repeatable (fix seeds, \
             thread counts, addresses: setarch -R), or say --repeat 5 --at-least 1",
            self.runs.len(),
            runs.join(", then ")
        )
    }
}

/// What to do with an argument that names a file which the command will not find where it runs.
fn misplaced(spec: &CommandSpec, arg: &OsStr) -> Option<String> {
    let path = Path::new(arg);
    let here: PathBuf = spec.directory.join(path).components().collect();
    if path.is_absolute() || arg.is_empty() || !here.is_file() || spec.names.iter().any(|it| it == path) {
        return None;
    }
    let in_project = |it: &Arc<Project>| here.canonicalize().is_ok_and(|here| here.starts_with(&it.origin));
    if spec.project.as_ref().is_some_and(in_project) {
        return None;
    }
    let shown = path.display();
    let same = |input: &PathBuf| same_file(&spec.directory.join(input), &here);
    Some(if spec.inputs.first().is_some_and(same) {
        format!("the command runs in a scratch directory, where {shown} is not: write @@ for it")
    } else {
        format!("the command runs in a scratch directory, where {shown} is not: write {}", here.display())
    })
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Shell commands that do what a question does.
fn recipe(spec: &CommandSpec, program: &Path) -> Vec<String> {
    let mut lines = vec!["cd \"$(mktemp -d)\"".to_owned()];
    if let Some(project) = &spec.project {
        lines.extend(copying(project));
        let line = quote::command_on(words(spec, program), "\"$candidate\"");
        lines.push(format!("{line} < /dev/null; echo \"exit code $?\""));
        return lines;
    }
    for (name, input) in spec.names.iter().zip(&spec.inputs) {
        if let Some(parent) = name.parent().filter(|it| !it.as_os_str().is_empty()) {
            lines.push(format!("mkdir -p {}", quote::word(parent)));
        }
        let input = spec.directory.join(input);
        lines.push(format!("cp {} {}", quote::word(&input), quote::word(name)));
    }
    // What came from standard input is in no file.
    lines.extend(
        spec.names
            .iter()
            .skip(spec.inputs.len())
            .map(|it| format!("cat > {}    # and give it what standard input was", quote::word(it))),
    );
    let name = quote::word(&spec.names[0]);
    let line = quote::command_on(words(spec, program), &format!("\"$PWD\"/{name}"));
    let stdin = if spec.stdin { name.as_str() } else { "/dev/null" };
    lines.push(format!("{line} < {stdin}; echo \"exit code $?\""));
    lines
}

/// The words of the command, its program so that it is found from anywhere.
fn words<'s>(spec: &'s CommandSpec, program: &'s Path) -> impl Iterator<Item = &'s OsStr> {
    let program = match spec.command.first() {
        Some(typed) if !typed.as_bytes().contains(&b'/') => typed,
        _ => program.as_os_str(),
    };
    std::iter::once(program).chain(spec.command.iter().skip(1).map(OsString::as_os_str))
}

/// Makes a copy of a project, and goes to where the test runs in it.
fn copying(project: &Project) -> Vec<String> {
    let (root, directory) = (quote::word(&project.root), quote::word(&project.directory));
    let mut lines = Vec::new();
    if project.root.as_os_str().is_empty() {
        lines.push(format!("cp -a {}/. .", quote::word(&project.origin)));
    } else {
        if let Some(parent) = project.root.parent().filter(|it| !it.as_os_str().is_empty()) {
            lines.push(format!("mkdir -p {}", quote::word(parent)));
        }
        lines.push(format!("cp -a {} {root}", quote::word(&project.origin)));
    }
    let inner = project.named.as_ref().map_or(project.root.clone(), |it| project.root.join(&it.1));
    lines.push(format!("candidate=$PWD/{}", quote::word(inner)));
    if !project.directory.as_os_str().is_empty() {
        lines.push(format!("cd {directory}"));
    }
    let names = project.caches.iter().map(|it| format!("export {it}=$(mktemp -d)"));
    lines.extend(project.env.iter().map(|(name, value)| format!("export {name}={value}")).chain(names));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(command: &[&str]) -> CommandSpec {
        CommandSpec {
            inputs: vec!["in/it's.c".into()],
            directory: "/home/me".into(),
            ..CommandSpec::new(command.iter().map(Into::into).collect(), "it's.c")
        }
    }

    #[test]
    fn the_recipe_can_be_pasted_into_a_shell() {
        let spec = spec(&["cc", "-c", "@@", "-DX=a b", "--file=@@", ""]);
        let lines = recipe(&spec, Path::new("/usr/bin/cc"));
        assert_eq!(lines[1], r#"cp "/home/me/in/it's.c" "it's.c""#);
        let candidate = r#""$PWD"/"it's.c""#;
        let command = format!("cc -c {candidate} '-DX=a b' --file={candidate} ''");
        assert_eq!(lines[2], format!("{command} < /dev/null; echo \"exit code $?\""));
    }

    #[test]
    fn a_program_given_by_its_path_is_absolute_in_the_recipe() {
        let lines = recipe(&spec(&["./test.sh"]), Path::new("/home/me/test.sh"));
        assert!(lines[2].starts_with("/home/me/test.sh < "));
    }
}
