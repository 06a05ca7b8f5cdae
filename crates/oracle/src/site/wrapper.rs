//! A shell script that runs a command where nothing of ours is, and leaves as files how that ended: exit codes of whoever
//! starts the script say nothing then, so that a lost machine is never taken for an answer.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::Duration;

use shlex::bytes::Quoter;

use crate::output::Status;

/// Where the standard output of the command is, if that is wanted.
pub const STDOUT: &str = "stdout";
/// Where its standard error is, if that is wanted.
pub const STDERR: &str = "stderr";
/// Where the exit code of the command is, once it has ended by itself.
pub const CODE: &str = "code";
/// What the shell that waited for it had to say: how a signal ended it, or that it could not be started.
pub const SHELL: &str = "shell";
/// How the script came to its end: the exit code of what watched the time.
pub const OVER: &str = "over";
/// When it began and ended, in nanoseconds. The other files are the same whenever the command does the same.
pub const WHEN: &str = "when";

/// Where the process group is of what watches the time.
pub const GROUP: &str = "group";

/// What is there once somebody sees to it that this group ends with who waits for it.
const READY: &str = "ready";

/// Above this, an exit code that a shell reports may stand for a signal.
const SIGNALS: i32 = 128;

/// What `timeout` says of a command that it has ended: with SIGTERM, and with SIGKILL. The shell that it watches says nothing
/// but 0.
const TIMED_OUT: [i32; 2] = [124, 137];

/// What the script is made of. Words are for the shell: quoted, as far as they need that.
#[derive(Debug)]
pub struct Wrapper {
    /// Where the command runs.
    pub directory: OsString,
    /// Where the files are left, from there.
    pub left: OsString,
    /// The program that the command line is about, to see whether it is there.
    pub program: OsString,
    /// The command line, which begins with a program that is there anyway, or is the program's.
    pub command: OsString,
    /// What the command reads.
    pub input: OsString,
    /// True when standard output and standard error are wanted.
    pub streams: (bool, bool),
    /// How long it may take.
    pub limit: Option<Duration>,
    /// From SIGTERM to SIGKILL.
    pub grace: Duration,
}

/// What the script has left; each file as far as it is there.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Left {
    /// `code`
    pub code: Option<Vec<u8>>,
    /// `shell`
    pub shell: Option<Vec<u8>>,
    /// `over`
    pub over: Option<Vec<u8>>,
    /// `when`
    pub when: Option<Vec<u8>>,
}

impl Wrapper {
    /// The script.
    pub fn script(&self) -> OsString {
        let text = OsStr::new;
        let begin = joined(&[text("cd "), &self.directory, text(" || exit; began=$(date +%s%N); ")]);
        let Some(limit) = self.limit else {
            let inner = joined(&[text("trap : TERM; "), &self.inner()]);
            return joined(&[&begin, &self.outer(text(""), &inner)]);
        };
        let (grace, limit) = (self.grace.as_secs_f64(), limit.as_secs_f64().max(0.001));
        // `timeout` makes a group of its own, which no terminal tells that it is gone, as that of `ssh -tt`: somebody has to see
        // that nobody waits for it any more. Nothing begins before that one is ready to, and it is told the group before there is
        // one: so there is no moment at which it could be forgotten. Who waits says so in empty lines, and ends with who reads
        // them. Files are nothing to go by then: who is not waited for any more may have its directory removed.
        let (group, ready) = (self.left(GROUP), self.left(READY));
        let watch = format!("; echo \"$$\" >&3; exec timeout -k {grace} {limit} \"$@\" 3>&-");
        let watch = joined(&[text("echo \"$$\" >"), &group, text(&watch)]);
        // What the command has started may not listen to SIGTERM.
        let inner = joined(&[
            text("late=; trap late=1 TERM; "),
            &self.inner(),
            text("; [ -z \"$late\" ] || kill -KILL 0"),
        ]);
        joined(&[
            &begin,
            text("{ until [ -e "),
            &ready,
            text(" ]; do echo; done; "),
            &self.outer(&joined(&[text("3>&1 sh -c "), &quoted(&watch), text(" sh ")]), &inner),
            text("; echo over; } | { trap '' HUP TERM; : >"),
            &ready,
            text("; group=; while read it; do case $it in '') ;; over) exit 0;; *) group=$it;; esac; done"),
            text("; [ -z \"$group\" ] || kill -s KILL -- \"-$group\"; }"),
        ])
    }

    /// Has the command run, and leaves its exit code. Only of a subshell does every shell say which signal has ended it. It must
    /// not end at SIGTERM before the command does, or nobody would be left to send SIGKILL.
    fn inner(&self) -> OsString {
        let (code, text) = (self.left(CODE), OsStr::new);
        let stream = |wanted: bool, name: &str| if wanted { self.left(name) } else { "/dev/null".into() };
        joined(&[
            text("command -v "),
            &self.program,
            text(" >/dev/null || { echo "),
            &self.program,
            text(": not found >&2; echo 127 >"),
            &code,
            text("; exit; }; (exec "),
            &self.command,
            text(" <"),
            &self.input,
            text(" >"),
            &stream(self.streams.0, STDOUT),
            text(" 2>"),
            &stream(self.streams.1, STDERR),
            text("); echo \"$?\" >"),
            &code,
        ])
    }

    /// Has a shell run `inner`, started by `words`, and says when it has ended, and how.
    fn outer(&self, words: &OsStr, inner: &OsStr) -> OsString {
        let (over, text) = (self.left(OVER), OsStr::new);
        joined(&[
            words,
            text("sh -c "),
            &quoted(inner),
            text(" >/dev/null 2>"),
            &self.left(SHELL),
            text("; watch=$?; echo \"$began $(date +%s%N)\" >"),
            &self.left(WHEN),
            text("; echo \"$watch\" >"),
            &over,
            text(".part && mv "),
            &over,
            text(".part "),
            &over,
        ])
    }

    fn left(&self, name: &str) -> OsString {
        joined(&[&self.left, OsStr::new("/"), OsStr::new(name)])
    }
}

impl Left {
    /// Reads what is in a directory.
    pub fn read(directory: &Path) -> io::Result<Left> {
        let file = |name: &str| match fs::read(directory.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        Ok(Left { code: file(CODE)?, shell: file(SHELL)?, over: file(OVER)?, when: file(WHEN)? })
    }

    /// How the command ended and, if the clock there tells, how long it took. `None` when that is not known: the script did
    /// not come to its end, or something that has nothing to do with the command ended it.
    pub fn ending(&self, limit: Option<Duration>) -> Option<(Status, Option<Duration>)> {
        let watch = number(self.over.as_deref()?)?;
        let took = self.took();
        if limit.is_some() && TIMED_OUT.contains(&watch) {
            // What is killed before its time was not killed by us.
            let late = took.zip(limit).is_none_or(|(took, limit)| took >= limit);
            return late.then_some((Status::TimedOut, took));
        }
        let code = number(self.code.as_deref()?)?;
        Some((self.status(code), took))
    }

    /// Why the command could not be started, if that is so.
    pub fn not_started(&self) -> Option<String> {
        let code = number(self.code.as_deref()?)?;
        let said = String::from_utf8_lossy(self.shell.as_deref().unwrap_or_default()).trim().to_owned();
        (matches!(code, 126 | 127) && !said.is_empty()).then_some(said)
    }

    fn took(&self) -> Option<Duration> {
        let (began, ended) = std::str::from_utf8(self.when.as_deref()?).ok()?.trim().split_once(' ')?;
        let nanoseconds = ended.parse::<u64>().ok()?.checked_sub(began.parse().ok()?)?;
        Some(Duration::from_nanos(nanoseconds))
    }

    /// A shell tells of a signal on its own standard error; a program that ends with such a code does not.
    fn status(&self, code: i32) -> Status {
        let told = self.shell.as_ref().is_some_and(|it| !it.is_empty());
        if told && (SIGNALS + 1..=SIGNALS + 64).contains(&code) {
            Status::Signaled(code - SIGNALS)
        } else {
            Status::Exited(code)
        }
    }
}

fn number(file: &[u8]) -> Option<i32> {
    std::str::from_utf8(file).ok()?.trim().parse().ok()
}

/// `word` for a shell.
pub fn quoted(word: &OsStr) -> OsString {
    let quoted = Quoter::new().allow_nul(true).quote(word.as_bytes());
    OsString::from_vec(quoted.expect("only a NUL cannot be quoted, and it is allowed").into_owned())
}

/// The pieces one after the other.
pub fn joined(pieces: &[&OsStr]) -> OsString {
    OsString::from_vec(pieces.iter().flat_map(|it| it.as_bytes()).copied().collect())
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::OpenOptionsExt;
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    use rustix::fs::OFlags;
    use rustix::process::{Pid, Signal, kill_process_group};

    use super::*;

    fn wrapper(directory: &Path, command: &str, limit: Option<Duration>) -> Wrapper {
        let left = directory.join("it's left");
        let _ = fs::create_dir(&left);
        Wrapper {
            directory: quoted(directory.as_os_str()),
            left: quoted(left.as_os_str()),
            program: command.split(' ').next().unwrap().into(),
            command: command.into(),
            input: "/dev/null".into(),
            streams: (true, false),
            limit,
            grace: Duration::from_millis(50),
        }
    }

    fn run(directory: &Path, command: &str, limit: Option<Duration>) -> Left {
        let wrapper = wrapper(directory, command, limit);
        Command::new("sh").arg("-c").arg(wrapper.script()).status().unwrap();
        Left::read(&directory.join("it's left")).unwrap()
    }

    fn fifo(directory: &Path) -> PathBuf {
        let fifo = directory.join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        fifo
    }

    fn status(command: &str) -> Option<Status> {
        let directory = tempfile::tempdir().unwrap();
        run(directory.path(), command, None).ending(None).map(|it| it.0)
    }

    #[test]
    fn exit_codes_and_signals_come_back_as_they_were() {
        assert_eq!(status("true"), Some(Status::Exited(0)));
        assert_eq!(status("sh -c 'exit 7'"), Some(Status::Exited(7)));
        assert_eq!(status("sh -c 'exit 139'"), Some(Status::Exited(139)));
        assert_eq!(status("sh -c 'kill -SEGV $$'"), Some(Status::Signaled(11)));
        assert_eq!(status("sh -c 'kill -KILL $$'"), Some(Status::Signaled(9)));
    }

    #[test]
    fn what_takes_too_long_is_told_from_what_says_so() {
        let directory = tempfile::tempdir().unwrap();
        let limit = Some(Duration::from_millis(50));
        let left = run(directory.path(), "sleep 1000", limit);
        assert_eq!(left.ending(limit).map(|it| it.0), Some(Status::TimedOut));
        let long = Some(Duration::from_secs(1000));
        let directory = tempfile::tempdir().unwrap();
        let left = run(directory.path(), "sh -c 'exit 124'", long);
        assert_eq!(left.ending(long).map(|it| it.0), Some(Status::Exited(124)));
    }

    #[test]
    fn what_takes_too_long_leaves_nothing_behind_that_does_not_listen() {
        let directory = tempfile::tempdir().unwrap();
        let fifo = fifo(directory.path());
        let line = format!("(trap '' TERM; exec sleep 1000 >{0}) & exec sleep 1000 >{0}", fifo.display());
        let nonblock = i32::try_from(OFlags::NONBLOCK.bits()).unwrap();
        let mut alive = fs::OpenOptions::new().read(true).custom_flags(nonblock).open(&fifo).unwrap();
        let limit = Some(Duration::from_millis(500));
        let left =
            run(directory.path(), &format!("sh -c {}", quoted(line.as_ref()).to_str().unwrap()), limit);
        assert_eq!(left.ending(limit).map(|it| it.0), Some(Status::TimedOut));
        // Comes to an end once nobody writes any more.
        rustix::fs::fcntl_setfl(&alive, OFlags::empty()).unwrap();
        alive.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn who_goes_away_before_the_end_takes_the_command_along() {
        a_command_goes_with_who_waits(|_| ());
    }

    #[test]
    fn who_goes_away_with_all_files_takes_the_command_along() {
        a_command_goes_with_who_waits(|directory| fs::remove_dir_all(directory.join("it's left")).unwrap());
    }

    fn a_command_goes_with_who_waits(before: impl FnOnce(&Path)) {
        let directory = tempfile::tempdir().unwrap();
        let fifo = fifo(directory.path());
        let line = format!("sh -c 'exec >{}; echo; sleep 1000'", fifo.display());
        let wrapper = wrapper(directory.path(), &line, Some(Duration::from_secs(1000)));
        // A session that loses its terminal is told so, and a group of its own in it is not.
        let mut session =
            Command::new("sh").arg("-c").arg(wrapper.script()).process_group(0).spawn().unwrap();
        let mut output = fs::File::open(&fifo).unwrap();
        output.read_exact(&mut [0; 1]).unwrap();
        before(directory.path());
        kill_process_group(Pid::from_child(&session), Signal::HUP).unwrap();
        session.wait().unwrap();
        output.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn whenever_who_waits_goes_away_the_command_does_not_go_on() {
        // As many steps of this thread as one of the shells may take, from its beginning to the beginning of the command.
        for steps in (0..60_000).step_by(500) {
            let directory = tempfile::tempdir().unwrap();
            let wrapper =
                wrapper(directory.path(), "sh -c 'sleep 20; echo >went-on'", Some(Duration::from_secs(1000)));
            // Whoever is in the script, and what watches the time, has the pipe as its input.
            let (mut reader, writer) = io::pipe().unwrap();
            let mut session = Command::new("sh");
            session.arg("-c").arg(wrapper.script()).process_group(0).stdin(writer).stderr(Stdio::null());
            let mut child = session.spawn().unwrap();
            drop(session);
            (0..steps).for_each(|it| drop(std::hint::black_box(it.to_string())));
            kill_process_group(Pid::from_child(&child), Signal::HUP).unwrap();
            child.wait().unwrap();
            reader.read_to_end(&mut Vec::new()).unwrap();
            assert!(!directory.path().join("went-on").exists(), "after {steps} steps");
        }
    }

    #[test]
    fn what_did_not_come_to_its_end_is_no_answer() {
        assert_eq!(Left::default().ending(None), None);
        let half = Left { code: Some(b"0\n".to_vec()), ..Left::default() };
        assert_eq!(half.ending(None), None);
        // Somebody killed it after a second of the ten that it had.
        let (over, when) = (Some(b"137\n".to_vec()), Some(b"1000000000 2000000000\n".to_vec()));
        let killed = Left { over, when, ..Left::default() };
        assert_eq!(killed.ending(Some(Duration::from_secs(10))), None);
        assert_eq!(
            killed.ending(Some(Duration::from_secs(1))),
            Some((Status::TimedOut, Some(Duration::from_secs(1))))
        );
    }

    #[test]
    fn a_command_that_is_not_there_is_told_from_one_that_fails() {
        let directory = tempfile::tempdir().unwrap();
        let left = run(directory.path(), "./is-not-there", None);
        assert!(left.not_started().unwrap().contains("is-not-there"));
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(run(directory.path(), "sh -c 'exit 127'", None).not_started(), None);
    }
}
