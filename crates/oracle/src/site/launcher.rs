//! Commands that a launcher starts somewhere else, over a directory that is there as well: `srun`, `ssh`, `podman run`.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, OracleError};

use super::wrapper::{Left, STDERR, STDOUT, Wrapper, joined, quoted};
use super::{Errand, Site};
use crate::output::{RunOutput, Status, Stream};
use crate::process::{self, Launch, Program, Scratch, Slot, Watch, program};

/// In a template: the whole command as one word for a shell, for a launcher that joins its words, as `ssh` does.
const COMMAND: &str = "{command}";
/// In a template: the directory of the question, with all that it needs. A container that has it in the same place needs no other.
const DIRECTORY: &str = "{dir}";

/// How often a launcher is started for a question before that counts as not answered, and how long to wait before the
/// second time; before each of the next ones it is twice as long.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(250);

/// How often a cancelled question is noticed while it waits.
const SLICE: Duration = Duration::from_millis(20);

/// A program that starts commands on other machines, which have the directory of the questions under the same path.
///
/// A template is a command line, such as `srun -N1`. The command of the test follows it, as words; where the template says
/// `{command}`, it stands there as one word for a shell instead: `ssh host {command}`. `{dir}` is the directory of the
/// question: `podman run --rm -v {dir}:{dir} image`.
#[derive(Debug)]
pub struct Launcher {
    template: Vec<String>,
    program: Program,
    scratch: Scratch,
}

impl Launcher {
    /// Reads a template. The directories of the questions are made in `shared`; programs are looked for from `directory`.
    pub fn new(template: &str, shared: &Path, directory: &Path) -> Result<Launcher, OracleError> {
        let words = shlex::split(template).filter(|it| !it.is_empty()).ok_or_else(|| {
            OracleError::new(format!("the launcher cannot be read as words of a shell: {template}"))
                .with_remedy("close every quote; for example: --launcher 'srun -N1'")
        })?;
        if !shared.is_dir() {
            let cause = format!("{} is no directory for the questions of the launcher", shared.display());
            return Err(OracleError::new(cause)
                .with_remedy("name a directory that the other machines have as well: --shared DIR"));
        }
        let program = Program::find(&[words[0].clone().into()], directory)?;
        Ok(Launcher { template: words, program, scratch: Scratch::new(Some(shared), 0) })
    }

    /// Starts the launcher once. `Err` says why that is no answer.
    fn attempt(&self, errand: &Errand<'_>) -> Result<RunOutput, OracleError> {
        let slot = match errand.project {
            Some(it) => self.scratch.take_project(it, errand.files, errand.anew),
            None => self.scratch.take(errand.names, errand.files),
        };
        let mut slot = slot.map_err(|it| self.no_room(&it))?;
        let run = self.launch(errand, &mut slot);
        // What has not come to its end may still be going on there, and must not find the next question in its place.
        match &run {
            Ok(it) if matches!(it.status, Status::Exited(_) | Status::Signaled(_)) => {
                self.scratch.give_back(slot);
            }
            _ => self.scratch.leave(slot),
        }
        run
    }

    fn launch(&self, errand: &Errand<'_>, slot: &mut Slot) -> Result<RunOutput, OracleError> {
        let left = slot.left().map_err(|it| self.no_room(&it))?;
        let launch = Launch {
            program: &self.program.path,
            arg0: &self.program.arg0,
            args: self.arguments(errand, slot, &left).map_err(|it| self.no_room(&it))?,
            directory: &slot.work().join(errand.directory()),
            env: vec![(OsStr::new("TMPDIR"), slot.tmp().into())],
            stdin: None,
            stdout: true,
            stderr: true,
        };
        // How long it waits for a machine is not for us to say.
        let watch = Watch { limit: None, grace: errand.grace, cancel: errand.cancel };
        let run = process::run(launch, &watch).map_err(|it| program::cannot_run(&self.program.path, &it))?;
        if run.status == Status::Cancelled {
            return Ok(run);
        }
        let files = Left::read(&left).map_err(|it| self.no_room(&it))?;
        if let Some(it) = files.not_started() {
            return Err(OracleError::new(format!("the command cannot be run there: {}", it.said))
                .with_remedy("install it on those machines, or name it by a path that they have"));
        }
        let (status, took) = files.ending(errand.limit).ok_or_else(|| self.no_answer(&run))?;
        let stream =
            |wanted: bool, name: &str| if wanted { stream(&left.join(name)) } else { Ok(Stream::default()) };
        let stdout = stream(errand.stdout, STDOUT).map_err(|it| self.no_room(&it))?;
        let stderr = stream(errand.stderr, STDERR).map_err(|it| self.no_room(&it))?;
        Ok(RunOutput { status, stdout, stderr, took: took.unwrap_or(run.took) })
    }

    /// The words behind the program of the launcher.
    fn arguments(&self, errand: &Errand<'_>, slot: &mut Slot, left: &Path) -> io::Result<Vec<OsString>> {
        let script = wrapper(errand, slot, left)?.script();
        // What is left of it lies in there beside the candidate.
        let directory = left.parent().unwrap_or(left).to_string_lossy();
        let mut has_command = false;
        let mut words: Vec<OsString> = Vec::with_capacity(self.template.len() + 3);
        for word in &self.template[1..] {
            let word = word.replace(DIRECTORY, &directory);
            let Some((before, behind)) = word.split_once(COMMAND) else {
                words.push(word.into());
                continue;
            };
            has_command = true;
            let command = joined(&[OsStr::new("sh -c "), &quoted(&script)]);
            words.push(joined(&[OsStr::new(before), &command, OsStr::new(behind)]));
        }
        if !has_command {
            words.extend(["sh".into(), "-c".into(), script]);
        }
        Ok(words)
    }

    fn no_answer(&self, run: &RunOutput) -> OracleError {
        let name = &self.template[0];
        let mut cause = format!("the launcher {name} ended ({}) before the command did", run.status);
        let said = run.stderr.last_lines(1).pop().or_else(|| run.stdout.last_lines(1).pop());
        if let Some(said) = said {
            let _ = write!(cause, ": {said}");
        }
        OracleError::new(cause).with_remedy(format!(
            "run it by hand: {} true; it must wait for the command, as qsub -sync y does, and the machines it starts \
             commands on need sh, timeout and {}",
            self.template.join(" "),
            self.places()
        ))
    }

    fn no_room(&self, reason: &io::Error) -> OracleError {
        OracleError::new(format!("cannot use {} for the questions of the launcher: {reason}", self.places()))
            .with_remedy("make room there, or name another directory: --shared DIR")
    }

    fn places(&self) -> String {
        let places: Vec<String> = self.scratch.places().iter().map(|it| it.display().to_string()).collect();
        places.join(" or ")
    }
}

impl Site for Launcher {
    fn run(&self, errand: &Errand<'_>) -> Result<RunOutput, OracleError> {
        let mut pause = PAUSE;
        for _ in 1..TRIES {
            match self.attempt(errand) {
                Err(_) if !waited(pause, errand.cancel) => return Ok(RunOutput::cancelled()),
                Err(_) => pause *= 2,
                run => return run,
            }
        }
        self.attempt(errand)
    }
}

/// What the script there is made of.
fn wrapper(errand: &Errand<'_>, slot: &mut Slot, left: &Path) -> io::Result<Wrapper> {
    let candidate = slot.work().join(errand.candidate());
    let tmp = quoted(slot.tmp().as_os_str());
    let mut own: Vec<(OsString, OsString)> =
        vec![("TMPDIR".into(), tmp), ("LOP_JOB".into(), errand.worker.to_string().into())];
    for variable in errand.project.into_iter().flat_map(|it| &it.caches) {
        own.push((variable.into(), quoted(slot.cache()?.as_os_str())));
    }
    let words = errand.command.iter().map(|it| quoted(&program::substitute(it, candidate.as_os_str())));
    let command = words.collect::<Vec<_>>().join(OsStr::new(" "));
    let input = if errand.stdin { quoted(candidate.as_os_str()) } else { "/dev/null".into() };
    Ok(Wrapper {
        directory: quoted(slot.work().join(errand.directory()).as_os_str()),
        left: quoted(left.as_os_str()),
        program: quoted(errand.program),
        own,
        env: errand.env.to_vec(),
        command,
        input,
        streams: (errand.stdout, errand.stderr),
        limit: errand.limit,
        grace: errand.grace,
    })
}

fn stream(path: &Path) -> io::Result<Stream> {
    let mut file = fs::File::open(path)?;
    let mut stream = Stream::default();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(stream),
            count => stream.push(&buffer[..count]),
        }
    }
}

/// Waits; false when the question is cancelled meanwhile.
fn waited(pause: Duration, cancel: &Cancel) -> bool {
    let end = Instant::now() + pause;
    while !cancel.is_raised() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(SLICE));
    }
    false
}
