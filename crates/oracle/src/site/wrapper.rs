//! A shell script that runs a command where nothing of ours is, and leaves as files, or says, how that ended: exit codes of whoever
//! starts the script say nothing then, so that a lost machine is never taken for an answer.
//!
//! Each process that it starts there takes a millisecond or two of each question, so it starts two beside the command: what watches
//! the time, and a shell that this one starts. All else is done by what every shell has built in.

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
/// How all of it came to its end, in one line: the exit code of the command, if it has ended by itself, that of what watched the
/// time, and what the shell that waited had to say: how a signal ended the command, or that it could not be started.
pub const OVER: &str = "over";
/// When it began and ended, in seconds with a point or in nanoseconds, and how long processors worked for it, as the built-in `times`
/// of a shell says it: two lines, the second for the command. The other files are the same whenever the command does the same.
pub const WHEN: &str = "when";

/// Where the script itself keeps the first and the last part of [`OVER`] until then.
const CODE: &str = "code";
const SHELL: &str = "shell";

/// Above this, an exit code that a shell reports may stand for a signal.
const SIGNALS: i32 = 128;

/// What a shell makes of a program that it cannot run, and of one that is not there.
const CANNOT_RUN: i32 = 126;
const NOT_FOUND: i32 = 127;

/// What becomes of whoever watches the time when that is over: `timeout` says so, and that of `BusyBox` becomes what it watches, which
/// SIGTERM ends. What is watched is a shell that ends with 0 by itself.
const TIMED_OUT: i32 = 124;
const TERMINATED: i32 = 143;

/// What no limit is: some programs take 0 for one.
const FOR_EVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// In so many parts the script waits between SIGTERM and SIGKILL.
const LOOKS: u32 = 10;

/// How fine the clock is that a shell can read.
const TICK: Duration = Duration::from_millis(10);

/// Where a script says how all of it came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// In the files [`OVER`] and [`WHEN`].
    Files,
    /// As its own standard output and standard error. Others may have had a word there before.
    Streams,
}

/// What the script is made of. Words are for the shell: quoted, as far as they need that.
#[derive(Debug)]
pub struct Wrapper {
    /// Where the command runs.
    pub directory: OsString,
    /// Where the files are left, from there. It is there, and empty.
    pub left: OsString,
    /// The program that the command line is about, to see whether it is there.
    pub program: OsString,
    /// Variables of ours for the command, with words for their values.
    pub own: Vec<(OsString, OsString)>,
    /// Variables of others. They may have names that no shell takes, so they cost one more process.
    pub env: Vec<(OsString, OsString)>,
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

/// What the script has left; each file, or the stream in its place, as far as it is there.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Left {
    /// `over`
    pub over: Option<Vec<u8>>,
    /// `when`
    pub when: Option<Vec<u8>>,
}

/// Why a command could not be started.
#[derive(Debug)]
pub struct NotStarted {
    /// What the shell said.
    pub said: String,
    /// True for what is there all the same, so that it may work the next time: it was busy, or there was no memory.
    pub is_there: bool,
}

/// What `over` says.
#[derive(Debug)]
struct Over<'o> {
    code: Option<i32>,
    watch: i32,
    said: &'o [u8],
}

impl Wrapper {
    /// The script, which leaves files.
    pub fn script(&self) -> OsString {
        self.script_with(Report::Files)
    }

    /// The script, which says so how the command ended.
    ///
    /// `timeout` makes a process group of its own, which no terminal tells that it is gone, as that of `ssh -tt`: who waits for it
    /// kills that group when it is told to end, and whatever is left of it at the end. A shell acts on signals between commands, when
    /// it knows what it has started, and while it waits; what it has started is one process until that is a group. That of `BusyBox`
    /// makes none: there a command that does not end in time is left to who has started the script.
    pub fn script_with(&self, report: Report) -> OsString {
        let text = OsStr::new;
        let limit = self.limit.unwrap_or(FOR_EVER).as_secs_f64().max(0.001);
        let look = (self.grace / LOOKS).as_secs_f64();
        let looks = " it".repeat(LOOKS as usize);
        let (when, over) = match report {
            Report::Files => {
                (joined(&[text(">"), &self.left(WHEN)]), joined(&[text(" >"), &self.left(OVER)]))
            }
            Report::Streams => (text(">&2").into(), OsString::new()),
        };
        let watch = format!(
            " || exit\n{began}\n\
             trap '[ -z \"$!\" ] || {{ kill -s KILL \"$!\"; kill -s KILL -- \"-$!\"; }}; exit 1' HUP INT QUIT TERM\n\
             timeout {limit} sh -c ",
            began = clock("began"),
        );
        let end = format!(
            " &\nwait \"$!\"; watch=$?\n{ended}\n\
             {{ case $watch in {TIMED_OUT}|{TERMINATED}) for it in{looks}; do kill -s 0 -- \"-$!\" || break; sleep {look}; done; esac\n\
             kill -s KILL -- \"-$!\"; }} 2>/dev/null\n\
             {{ echo \"$began $ended\"; times; }} ",
            ended = clock("ended"),
        );
        joined(&[
            text("cd "),
            &self.directory,
            text(&watch),
            &quoted(&self.inner()),
            text(&end),
            &when,
            text("\ncode= said=\n{ read -r code <"),
            &self.left(CODE),
            text("; read -r said <"),
            &self.left(SHELL),
            text("; } 2>/dev/null\necho \"${code:--} $watch${said:+ $said}\""),
            &over,
        ])
    }

    /// Has the command run, and leaves its exit code. Only of a subshell does every shell say which signal has ended it, and Bash
    /// that is called `sh` only where it need not do as POSIX says. What shells and loaders have to say when they begin, such as that
    /// there is no such locale, is not about the command. What they say of a program that they cannot run goes where the program's own
    /// messages would: so the subshell says it again as it ends, which that of Bash does in silence.
    fn inner(&self) -> OsString {
        let (code, text) = (self.left(CODE), OsStr::new);
        let stream = |wanted: bool, name: &str| if wanted { self.left(name) } else { "/dev/null".into() };
        let mut begin = OsString::new();
        for (name, word) in &self.own {
            begin = joined(&[&begin, text("export "), name, text("="), word, text("; ")]);
        }
        begin.push(if self.env.is_empty() { "exec " } else { "exec env " });
        for (name, value) in &self.env {
            begin = joined(&[&begin, &quoted(&joined(&[name, text("="), value])), text(" ")]);
        }
        joined(&[
            text("exec 2>"),
            &self.left(SHELL),
            text(" || exit\n[ -z \"$BASH_VERSION\" ] || set +o posix\ncommand -v "),
            &self.program,
            text(" >/dev/null || { echo "),
            &self.program,
            text(": not found >&2; echo 127 >"),
            &code,
            text("; exit 0; }\nlost() { echo "),
            &self.program,
            text(": cannot be run >>"),
            &self.left(SHELL),
            text("; }\n(trap lost EXIT; "),
            &begin,
            &self.command,
            text(" <"),
            &self.input,
            text(" >"),
            &stream(self.streams.0, STDOUT),
            text(" 2>"),
            &stream(self.streams.1, STDERR),
            text(")\necho \"$?\" >"),
            &code,
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
        Ok(Left { over: file(OVER)?, when: file(WHEN)? })
    }

    /// How the command ended and, if the clock there tells, how long it took. `None` when that is not known: the script did
    /// not come to its end, or something that has nothing to do with the command ended it.
    pub fn ending(&self, limit: Option<Duration>) -> Option<(Status, Option<Duration>)> {
        let over = Over::read(self.over.as_deref()?)?;
        let took = self.took();
        if let (Some(limit), TIMED_OUT | TERMINATED) = (limit, over.watch) {
            // What is killed before its time was not killed by us.
            let late = took.map_or(over.watch == TIMED_OUT, |it| it + TICK >= limit);
            return late.then_some((Status::TimedOut, took));
        }
        Some((over.status()?, took))
    }

    /// Why the command could not be started, if that is so.
    pub fn not_started(&self) -> Option<NotStarted> {
        let over = Over::read(self.over.as_deref()?)?;
        let (code, said) = (over.code?, String::from_utf8_lossy(over.said).into_owned());
        let not_started = matches!(code, CANNOT_RUN | NOT_FOUND) && !said.is_empty();
        not_started.then_some(NotStarted { said, is_there: code == CANNOT_RUN })
    }

    /// How long processors worked for the command and what it has waited for, with the little that was around it; `None` where the
    /// shell there does not say.
    pub fn worked(&self) -> Option<Duration> {
        let mut lines = self.when()?;
        let (user, system) = lines.nth(2)?.trim().split_once(' ')?;
        span(user)?.checked_add(span(system)?)
    }

    fn took(&self) -> Option<Duration> {
        let (began, ended) = moments(self.when()?.next()?)?;
        ended.checked_sub(began)
    }

    /// The lines of `when`, from that which says when it began and ended.
    fn when(&self) -> Option<impl Iterator<Item = &str>> {
        let text = std::str::from_utf8(self.when.as_deref()?).ok()?;
        let after = text.lines().rev().position(|it| moments(it).is_some())?;
        Some(text.lines().skip(text.lines().count() - after - 1))
    }
}

impl Over<'_> {
    /// Reads the line, the last one, if it is there to its end.
    fn read(text: &[u8]) -> Option<Over<'_>> {
        let line = text.strip_suffix(b"\n")?.rsplit(|it| *it == b'\n').next()?;
        let mut parts = line.splitn(3, |it| *it == b' ');
        let mut number = || std::str::from_utf8(parts.next()?).ok()?.parse().ok();
        let (code, watch) = (number(), number()?);
        Some(Over { code, watch, said: parts.next().unwrap_or_default().trim_ascii() })
    }

    /// A shell tells of a signal on its own standard error; a program that ends with such a code does not. Whatever else it has to
    /// say, such as that there is no room for what the command prints, means that the code is not the command's.
    fn status(&self) -> Option<Status> {
        let code = self.code?;
        if self.said.is_empty() {
            return Some(Status::Exited(code));
        }
        (SIGNALS + 1..=SIGNALS + 64).contains(&code).then_some(Status::Signaled(code - SIGNALS))
    }
}

/// Reads the clock of the machine, which nobody sets, into a variable of the script.
fn clock(variable: &str) -> String {
    format!("{{ read -r {variable} rest </proc/uptime || {variable}=$(date +%s%N); }} 2>/dev/null")
}

/// What is in `over` when the command has ended by itself with an exit code.
pub fn over(code: u8) -> String {
    format!("{code} 0\n")
}

/// True where `over` says that nothing was ended because of its time, so that it does not matter how much that was.
pub fn is_in_time(over: &[u8]) -> bool {
    Over::read(over).is_some_and(|it| it.watch == 0)
}

/// Two of them in a line.
fn moments(line: &str) -> Option<(Duration, Duration)> {
    let (first, second) = line.trim().split_once(' ')?;
    Some((moment(first)?, moment(second)?))
}

/// A moment by the clock that the script has read.
fn moment(text: &str) -> Option<Duration> {
    let Some((seconds, hundredths)) = text.split_once('.') else {
        return Some(Duration::from_nanos(text.parse().ok()?));
    };
    // Of another number of digits nobody has said what they count.
    let hundredths = (hundredths.len() == 2).then(|| hundredths.parse::<u8>().ok())??;
    Some(Duration::from_secs(seconds.parse().ok()?) + TICK * hundredths.into())
}

/// A time as `times` says it: `1m2.345s`, with the point of whatever language.
fn span(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    let seconds = Duration::try_from_secs_f64(seconds.replace(',', ".").parse().ok()?).ok()?;
    Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?).checked_add(seconds)
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
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
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
            own: vec![("TMPDIR".into(), "\"$PWD\"/'own room'".into())],
            env: Vec::new(),
            command: command.into(),
            input: "/dev/null".into(),
            streams: (true, false),
            limit,
            grace: Duration::from_millis(50),
        }
    }

    fn run(directory: &Path, command: &str, limit: Option<Duration>) -> Left {
        run_by("sh".as_ref(), &wrapper(directory, command, limit))
    }

    /// Has a shell run the script in a session of its own, so that what does not know where to stop stops there.
    fn run_by(shell: &Path, wrapper: &Wrapper) -> Left {
        let mut command = Command::new(shell);
        command.arg("-c").arg(wrapper.script()).process_group(0);
        if let Some(directory) = shell.parent().filter(|it| it.is_absolute()) {
            let path = std::env::var("PATH").unwrap();
            command.env("PATH", format!("{}:{path}", directory.display()));
        }
        assert!(command.status().unwrap().success(), "it always ends with 0");
        let left = shlex::bytes::split(wrapper.left.as_bytes()).unwrap().pop().unwrap();
        Left::read(Path::new(&OsString::from_vec(left))).unwrap()
    }

    fn there(program: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap();
        std::env::split_paths(&path).map(|it| it.join(program)).find(|it| it.is_file())
    }

    /// The shells of this machine, each as `sh` in a directory that has nothing else; that of `BusyBox` with its own `timeout`.
    fn shells(directory: &Path) -> Vec<PathBuf> {
        let shells = ["sh", "dash", "bash", "busybox"].into_iter().filter_map(|name| {
            let (shell, place) = (there(name)?, directory.join(name));
            fs::create_dir(&place).unwrap();
            let programs: &[&str] = if name == "busybox" { &["sh", "timeout", "sleep"] } else { &["sh"] };
            for it in programs {
                std::os::unix::fs::symlink(&shell, place.join(it)).unwrap();
            }
            Some(place.join("sh"))
        });
        shells.collect()
    }

    fn fifo(directory: &Path) -> PathBuf {
        let fifo = directory.join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        fifo
    }

    /// What becomes of each command, by every shell.
    fn assert_ends(cases: &[(&str, Status)], limit: Option<Duration>) {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            for (command, status) in cases {
                let directory = tempfile::tempdir().unwrap();
                let left = run_by(&shell, &wrapper(directory.path(), command, limit));
                let ending = left.ending(limit).map(|it| it.0);
                assert_eq!(ending, Some(*status), "{command} by {}: {left:?}", shell.display());
            }
        }
    }

    #[test]
    fn exit_codes_and_signals_come_back_as_they_were() {
        let cases = [
            ("true", Status::Exited(0)),
            ("sh -c 'exit 7'", Status::Exited(7)),
            ("sh -c 'exit 139'", Status::Exited(139)),
            ("sh -c 'kill -SEGV $$'", Status::Signaled(11)),
            ("sh -c 'kill -KILL $$'", Status::Signaled(9)),
            ("sh -c 'test \"$TMPDIR\" = \"$PWD/own room\"'", Status::Exited(0)),
        ];
        assert_ends(&cases, None);
        assert_ends(&cases, Some(Duration::from_secs(1000)));
    }

    #[test]
    fn what_is_said_on_streams_is_what_files_would_hold_and_a_word_of_others_before_it_is_none_of_it() {
        let root = tempfile::tempdir().unwrap();
        let greeting = "echo 7 0; echo welcome; echo 1.00 1000001.00 >&2; echo no such locale >&2; ";
        for (shell, begin) in shells(root.path()).iter().flat_map(|it| [(it, ""), (it, greeting)]) {
            let directory = tempfile::tempdir().unwrap();
            let line = "sh -c 'echo its own; echo its own >&2; exit 3'";
            let limit = Some(Duration::from_secs(1000));
            let script = wrapper(directory.path(), line, limit).script_with(Report::Streams);
            let script = joined(&[OsStr::new(begin), &script]);
            let said = Command::new(shell).arg("-c").arg(script).output().unwrap();
            let left = Left { over: Some(said.stdout), when: Some(said.stderr) };
            let ending = left.ending(limit);
            assert_eq!(ending.map(|it| it.0), Some(Status::Exited(3)), "{left:?} by {}", shell.display());
            let (took, others) = (ending.and_then(|it| it.1), Duration::from_secs(1_000_000));
            assert!(took.is_some_and(|it| it != others), "{left:?} by {}", shell.display());
            assert!(left.worked().is_some(), "{left:?} by {}", shell.display());
            assert!(!directory.path().join("it's left").join(OVER).exists());
        }
    }

    #[test]
    fn what_takes_too_long_is_told_from_what_says_so() {
        let limit = Some(Duration::from_millis(50));
        assert_ends(&[("sleep 1000", Status::TimedOut)], limit);
        let says_so = [124, 137, 143].map(|it| (format!("sh -c 'exit {it}'"), Status::Exited(it)));
        let cases: Vec<_> = says_so.iter().map(|it| (&*it.0, it.1)).collect();
        assert_ends(&cases, Some(Duration::from_secs(1000)));
    }

    #[test]
    fn only_what_watches_the_time_and_one_shell_are_started_beside_the_command() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("counted");
        fs::create_dir(&place).unwrap();
        let log = directory.path().join("started");
        // All programs that a script of this kind might think of.
        for name in ["sh", "timeout", "date", "mv", "mkdir", "env", "cat", "rm", "sleep", "kill", "true"] {
            let (counted, real) = (place.join(name), there(name).unwrap());
            let line = format!("echo {name} >>{}; exec {} \"$@\"", log.display(), real.display());
            fs::write(&counted, format!("#!/bin/sh\n{line}\n")).unwrap();
            fs::set_permissions(&counted, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let path = format!("{}:{}", place.display(), std::env::var("PATH").unwrap());
        let script = wrapper(directory.path(), "true", Some(Duration::from_secs(1000))).script();
        assert!(Command::new("/bin/sh").arg("-c").arg(script).env("PATH", path).status().unwrap().success());
        assert_eq!(fs::read_to_string(&log).unwrap(), "timeout\nsh\ntrue\n");
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
        assert!(!session.wait().unwrap().success(), "some servers remember what ends with 0");
        output.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn whenever_who_waits_goes_away_the_command_does_not_go_on() {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            // As many steps of this thread as one of the shells may take, from its beginning to the beginning of the command.
            for steps in (0..60_000).step_by(500) {
                let directory = tempfile::tempdir().unwrap();
                let line = "sh -c 'sleep 20; echo >went-on'";
                let wrapper = wrapper(directory.path(), line, Some(Duration::from_secs(1000)));
                // Whoever is in the script, and what watches the time, has the pipe as its output.
                let (mut reader, writer) = io::pipe().unwrap();
                let mut session = Command::new(&shell);
                session.arg("-c").arg(wrapper.script()).process_group(0).stdout(writer).stderr(Stdio::null());
                let mut child = session.spawn().unwrap();
                drop(session);
                (0..steps).for_each(|it| drop(std::hint::black_box(it.to_string())));
                kill_process_group(Pid::from_child(&child), Signal::HUP).unwrap();
                child.wait().unwrap();
                reader.read_to_end(&mut Vec::new()).unwrap();
                assert!(!directory.path().join("went-on").exists(), "after {steps} steps of {shell:?}");
            }
        }
    }

    #[test]
    fn what_a_command_leaves_running_ends_with_it() {
        let directory = tempfile::tempdir().unwrap();
        let fifo = fifo(directory.path());
        let line = format!("sleep 1000 >{} & exit 3", fifo.display());
        let nonblock = i32::try_from(OFlags::NONBLOCK.bits()).unwrap();
        let mut alive = fs::OpenOptions::new().read(true).custom_flags(nonblock).open(&fifo).unwrap();
        let line = format!("sh -c {}", quoted(line.as_ref()).to_str().unwrap());
        let left = run(directory.path(), &line, None);
        assert_eq!(left.ending(None).map(|it| it.0), Some(Status::Exited(3)));
        rustix::fs::fcntl_setfl(&alive, OFlags::empty()).unwrap();
        alive.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn what_did_not_come_to_its_end_is_no_answer() {
        assert_eq!(Left::default().ending(None), None);
        for half in ["", "0", "0 ", "0 0", "- 0\n", "\n", " \n"] {
            let half = Left { over: Some(half.into()), when: None };
            assert_eq!(half.ending(None), None, "{half:?}");
        }
        // Somebody killed it after a second of the ten that it had.
        let (second, when) = (Duration::from_secs(1), Some(b"7.25 8.25\n".to_vec()));
        for over in ["- 124\n", "- 137\n", "- 143\n"] {
            let killed = Left { over: Some(over.into()), when: when.clone() };
            assert_eq!(killed.ending(Some(second * 10)), None, "{over:?}");
        }
        // Nobody who watches the time ends with SIGKILL, and of SIGTERM it takes a clock to know who sent it.
        let dead = |over: &str, when| Left { over: Some(over.into()), when }.ending(Some(second));
        assert_eq!(dead("- 124\n", when.clone()), Some((Status::TimedOut, Some(second))));
        assert_eq!(dead("- 143\n", when.clone()), Some((Status::TimedOut, Some(second))));
        assert_eq!(dead("- 124\n", None), Some((Status::TimedOut, None)));
        assert_eq!(dead("- 137\n", when), None);
        assert_eq!(dead("- 143\n", None), None);
    }

    #[test]
    fn a_code_that_the_shell_itself_has_a_reason_for_is_no_answer() {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            let directory = tempfile::tempdir().unwrap();
            let mut wrapper = wrapper(directory.path(), "true", None);
            wrapper.input = "./is-not-there".into();
            let left = run_by(&shell, &wrapper);
            assert_eq!(left.ending(None), None, "{left:?} by {}", shell.display());
        }
    }

    #[test]
    fn what_shells_say_when_they_begin_makes_no_signal_of_an_exit_code() {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            let place = shell.parent().unwrap();
            let real = place.join("real/sh");
            fs::create_dir(place.join("real")).unwrap();
            fs::rename(&shell, &real).unwrap();
            let line = format!("#!{}\necho no such locale >&2; exec {0} \"$@\"\n", real.display());
            fs::write(&shell, line).unwrap();
            fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
            let directory = tempfile::tempdir().unwrap();
            let left = run_by(&shell, &wrapper(directory.path(), "sh -c 'exit 139'", None));
            assert_eq!(left.ending(None).map(|it| it.0), Some(Status::Exited(139)), "{}", real.display());
        }
    }

    #[test]
    fn how_long_it_took_is_known_by_either_clock() {
        let took = |when: &str| Left { over: None, when: Some(when.into()) }.took();
        assert_eq!(took("1000000000 2000000001\n"), Some(Duration::from_nanos(1_000_000_001)));
        assert_eq!(took("123.99 125.04\n"), Some(Duration::from_millis(1050)));
        // `date` of other systems knows no nanoseconds.
        for when in ["1795434008N 1795434009N\n", "1.5 1.2\n", " \n", "1.05\n", "1.50 1.500\n", "1.50 2.5\n"]
        {
            assert_eq!(took(when), None, "{when:?}");
        }
    }

    #[test]
    fn how_long_processors_worked_is_known_from_every_shell_and_what_is_no_time_is_none() {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            let directory = tempfile::tempdir().unwrap();
            // It ends once it has worked for so long, however busy the machine is. A shell tells of two times in whole hundredths,
            // both cut off, so that less than all of it comes back.
            let program = "import time\nwhile time.process_time() < 0.15: pass";
            let line = format!("python3 -c '{program}'");
            let worked = run_by(&shell, &wrapper(directory.path(), &line, None)).worked();
            assert!(worked >= Some(Duration::from_millis(100)), "{worked:?} by {}", shell.display());
        }
        let worked =
            |lines: &str| Left { over: None, when: Some(format!("1.50 2.50\n{lines}").into()) }.worked();
        assert_eq!(worked("0m0.01s 0m0.01s\n1m0.250000s 0m1.5s\n"), Some(Duration::from_millis(61_750)));
        assert_eq!(worked("0m0,01s 0m0,01s\n0m0,250s 0m1,500s\n"), Some(Duration::from_millis(1750)));
        for none in [
            "",
            "0m0.01s 0m0.01s\n",
            "\n\n",
            "\n1 2\n",
            "\n0m-1s 0m1s\n",
            "\n0mxs 0m1s\n",
            "\n0m1e99s 0m1s\n",
        ] {
            assert_eq!(worked(none), None, "{none:?}");
        }
    }

    #[test]
    fn a_command_that_is_there_and_cannot_be_run_is_no_answer() {
        let root = tempfile::tempdir().unwrap();
        for shell in shells(root.path()) {
            if Command::new(&shell).args(["-c", "[ -n \"$BASH_VERSION\" ]"]).status().unwrap().success() {
                continue;
            }
            let directory = tempfile::tempdir().unwrap();
            let (program, interpreter) = (directory.path().join("program"), directory.path().join("sh"));
            fs::write(&program, format!("#!{}\n", interpreter.display())).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            fs::write(&interpreter, "").unwrap();
            let left = run_by(&shell, &wrapper(directory.path(), "./program", None));
            assert_eq!(left.ending(None), None, "{left:?} by {}", shell.display());
            assert!(left.not_started().unwrap().is_there, "{left:?} by {}", shell.display());
        }
    }

    #[test]
    fn a_command_that_is_not_there_is_told_from_one_that_fails() {
        let directory = tempfile::tempdir().unwrap();
        let left = run(directory.path(), "./is-not-there", None);
        let not_started = left.not_started().unwrap();
        assert!(not_started.said.contains("is-not-there") && !not_started.is_there);
        for code in [126, 127] {
            let directory = tempfile::tempdir().unwrap();
            let left = run(directory.path(), &format!("sh -c 'exit {code}'"), None);
            assert!(left.not_started().is_none());
            assert_eq!(left.ending(None).map(|it| it.0), Some(Status::Exited(code)));
        }
    }
}
