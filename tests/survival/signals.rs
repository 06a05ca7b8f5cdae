//! Ctrl-C and its kin: the best is kept, nothing survives, and a second one leaves at once.
//!
//! Nothing here sleeps. The test of a run tells through a pipe that it is running and then waits for ever on another
//! one; and once the first pipe is at its end, everything that could write to it is dead.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::kitchen::{Ended, Kitchen};

/// No test of ours takes that long; a run that hangs fails instead of hanging the suite.
const LIMIT: Duration = Duration::from_secs(120);

/// A run whose test is waiting for ever.
struct Blocked {
    kitchen: Kitchen,
    child: Child,
    /// At its end once every process of the test is dead.
    ready: BufReader<File>,
}

/// Starts a run whose test says yes to one smaller candidate and blocks on the next.
fn blocked(options: &[&str], prelude: &str) -> Blocked {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int bug;\n".repeat(20));
    fifo(&kitchen, "ready");
    fifo(&kitchen, "never");
    let here = kitchen.path("").display().to_string();
    let script = kitchen.script(
        "test.sh",
        &format!(
            "cd_here={here}\n\
             grep -q bug x.c || exit 1\n\
             cmp -s x.c $cd_here/x.c && exit 0\n\
             if [ ! -e $cd_here/smaller ]; then touch $cd_here/smaller; exit 0; fi\n\
             exec 3>$cd_here/ready\n\
             {prelude}\n\
             echo ready >&3\n\
             read line <$cd_here/never"
        ),
    );
    let options =
        options.iter().copied().chain(["-j1", "--timeout", "1000", "x.c", "--", script.to_str().unwrap()]);
    let mut command = with_hangup(&kitchen.command(options));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let path = kitchen.path("ready");
    let ready = in_time(move || {
        let mut ready = BufReader::new(File::open(path).unwrap());
        let mut line = String::new();
        ready.read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        ready
    });
    Blocked { kitchen, child, ready }
}

/// The command with SIGHUP as it is by default, even where the suite itself runs under nohup.
pub(crate) fn with_hangup(plain: &Command) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP").arg(plain.get_program()).args(plain.get_args());
    if let Some(directory) = plain.get_current_dir() {
        command.current_dir(directory);
    }
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

impl Blocked {
    fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end of the run, and then for the end of everything it started.
    fn end(self) -> (Kitchen, Ended) {
        let Blocked { kitchen, child, mut ready } = self;
        in_time(move || {
            let ended = child.wait_with_output().unwrap().into();
            let mut rest = Vec::new();
            ready.read_to_end(&mut rest).unwrap();
            (kitchen, ended)
        })
    }
}

fn fifo(kitchen: &Kitchen, name: &str) {
    assert!(Command::new("mkfifo").arg(kitchen.path(name)).status().unwrap().success());
}

fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(LIMIT).expect("the program does what it should before the limit")
}

#[test]
fn a_signal_stops_the_run_and_keeps_the_best() {
    for (signal, code, name) in [
        (Signal::INT, 130, "SIGINT"),
        (Signal::TERM, 143, "SIGTERM"),
        (Signal::HUP, 129, "SIGHUP"),
        (Signal::QUIT, 131, "SIGQUIT"),
    ] {
        let run = blocked(&[], "");
        run.send(signal);
        let (kitchen, ended) = run.end();
        ended.says(code, &[name, "result: x.lop.c", "not certified"]);
        let result = kitchen.read("x.lop.c");
        assert!(result.contains("bug") && result.len() < 20 * 9, "{result:?}");
    }
}

#[test]
fn children_of_the_test_die_with_it() {
    // A grandchild that holds the pipe, ignores TERM and would wait for ever.
    let run = blocked(&[], "(trap '' TERM; read line <$cd_here/never) &");
    run.send(Signal::TERM);
    let (_, ended) = run.end();
    assert_eq!(ended.code, Some(143));
}

#[test]
fn children_of_a_run_that_was_killed_die_as_well() {
    // In the group, in another session, and deaf to everything that can be ignored.
    for prelude in ["", "setsid sh -c \"trap '' TERM HUP; read line <$cd_here/never\" &"] {
        let run = blocked(&[], prelude);
        run.send(Signal::KILL);
        let (kitchen, ended) = run.end();
        assert_eq!(ended.code, None);
        assert!(kitchen.read("x.lop.c").contains("bug"));
    }
}

#[test]
fn the_json_stream_of_a_stopped_run_is_whole() {
    let run = blocked(&["--json"], "");
    run.send(Signal::TERM);
    let (_, ended) = run.end();
    let records: Vec<serde_json::Value> =
        ended.text().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(records.iter().any(|it| it["event"] == "stopping" && it["signal"] == "SIGTERM"));
    let summary = records.last().unwrap();
    assert_eq!((&summary["event"], &summary["ended"]), (&"summary".into(), &"stopped".into()));
    assert_eq!(summary["exit"], 143);
}

#[test]
fn a_second_signal_leaves_at_once() {
    let mut run = blocked(&["--json"], "trap '' TERM");
    let stdout = BufReader::new(run.child.stdout.take().unwrap());
    run.send(Signal::INT);
    // The first has arrived when it is reported.
    let stdout = in_time(move || {
        let mut lines = stdout.lines();
        assert!(lines.any(|it| it.unwrap().contains("\"stopping\"")));
        lines
    });
    run.send(Signal::INT);
    let (kitchen, ended) = run.end();
    drop(stdout);
    assert_eq!(ended.code, Some(130));
    assert!(kitchen.read("x.lop.c").contains("bug"));
}

#[test]
fn a_signal_before_the_search_leaves_nothing() {
    let kitchen = Kitchen::new();
    fifo(&kitchen, "ready");
    fifo(&kitchen, "never");
    let here = kitchen.path("").display().to_string();
    let test = format!("exec 3>{here}/ready; echo ready >&3; read line <{here}/never");
    let mut command = kitchen.command(["--timeout", "1000", "x.c", "--", "sh", "-c", &test]);
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let path = kitchen.path("ready");
    let mut ready = in_time(move || {
        let mut ready = BufReader::new(File::open(path).unwrap());
        ready.read_line(&mut String::new()).unwrap();
        ready
    });
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let ended: Ended = in_time(move || {
        let ended = child.wait_with_output().unwrap().into();
        ready.read_to_end(&mut Vec::new()).unwrap();
        ended
    });
    ended.says(143, &["before the search began", "nothing was written"]);
    assert_eq!(kitchen.names(), ["never", "ready", "x.c"]);
}
