//! A hundred kills: whatever the moment, the result that lies there is whole, and `--resume` ends where the run would have.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{CWD, FileType, Mode};
use rustix::process::{Pid, PidfdFlags};

use crate::kitchen::{Ended, Kitchen};
use crate::lots::{Dice, draws};

/// Few passes: these runs are not about passes, and there are two hundred of them. A question that a busy machine makes
/// slow must not count as another answer.
const OPTIONS: [&str; 7] =
    ["-q", "--timeout", "100", "--language", "text", "--passes", "delete-lines,delete-elements"];

/// What the test looks for, all of it.
const NEEDED: [&str; 3] = ["bug3", "a4", "bug5"];

/// A kitchen whose test notes each candidate as one line, before anything else, in a file of its worker. The program is
/// killed by the test, or the test rings a bell, when it has been asked as often as the file `kill` says.
///
/// The shell does all that by itself, so a question costs one process.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    let lines = (0..6).map(|it| format!("int a{it} = {it};\nint bug{it}(int x) {{ return x; }}\n"));
    kitchen.write("x.c", lines.collect::<String>());
    let here = kitchen.path("").display().to_string();
    let needed: Vec<String> =
        NEEDED.iter().map(|it| format!("case $all in *{it}*) ;; *) exit 1 ;; esac")).collect();
    kitchen.script(
        "test.sh",
        &format!(
            "all=; while IFS= read -r line || [ \"$line\" ]; do all=\"$all|$line\"; done <x.c\n\
             cd {here}; echo \"$all\" >>asked.$LOP_JOB\n\
             if [ \"$LOP_JOB\" = 0 ] && read left how <kill; then\n\
             echo \"$((left - 1)) $how\" >kill\n\
             if [ \"$left\" = 1 ]; then case $how in bell) echo >bell ;; *) kill -9 $PPID ;; esac; fi\n\
             fi\n{}",
            needed.join("\n")
        ),
    );
    kitchen.write("kill", "");
    let bell = kitchen.path("bell");
    rustix::fs::mknodat(CWD, &bell, FileType::Fifo, Mode::from(0o600), 0).unwrap();
    kitchen
}

/// How often each candidate was asked about.
fn asked(kitchen: &Kitchen) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    for name in kitchen.names().iter().filter(|it| it.starts_with("asked.")) {
        for line in kitchen.read(name).lines() {
            *times.entry(line.to_owned()).or_default() += 1;
        }
    }
    times
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    command(kitchen, options).output().unwrap().into()
}

fn command(kitchen: &Kitchen, options: &[&str]) -> Command {
    kitchen.command(OPTIONS.iter().chain(options).copied().chain(["x.c", "--", "./test.sh"]))
}

/// Kills the run at that question: from within the question, or from outside when it has been heard of, which is at any
/// moment after it. False when the run ended before it was killed.
fn kill(kitchen: &Kitchen, options: &[&str], question: usize, from_within: bool) -> bool {
    let how = if from_within { "now" } else { "bell" };
    kitchen.write("kill", format!("{question} {how}\n"));
    let mut child = command(kitchen, options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    if !from_within {
        let bell = kitchen.path("bell");
        // Open at both ends, so that nobody waits for the other.
        let bell = File::options().read(true).write(true).open(&bell).unwrap();
        let pidfd = rustix::process::pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).unwrap();
        let mut fds = [PollFd::new(&bell, PollFlags::IN), PollFd::new(&pidfd, PollFlags::IN)];
        rustix::event::poll(&mut fds, None).unwrap();
        child.kill().unwrap();
    }
    let ended = child.wait().unwrap();
    kitchen.write("kill", "");
    ended.code().is_none()
}

fn is_whole(result: &Path) -> bool {
    let text = fs::read_to_string(result).unwrap();
    NEEDED.iter().all(|it| text.contains(it))
}

/// Kills so many runs, each once or twice, and lets them go on to their end.
fn kills(runs: usize, options: &[&str], seed: u64) {
    let whole = kitchen();
    run(&whole, options).says(0, &[]);
    let (result, expected) = (whole.read("x.lop.c"), asked(&whole));
    let original = whole.read("x.c").lines().fold(String::new(), |all, line| all + "|" + line);
    let questions = whole.read("asked.0").lines().count();
    let jobs = if options[0] == "-j1" { 1 } else { 3 };
    let mut dice = Dice(seed);
    let mut killed = 0;
    let runs = draws(runs);
    for number in 0..runs {
        let kitchen = kitchen();
        let times = 1 + usize::from(dice.below(4) == 0);
        for time in 0..times {
            // A resumed run asks less; it must not end before it is killed.
            let question = 1 + dice.below(if time == 0 { questions - 1 } else { 3 });
            let resume = if time == 0 { &[][..] } else { &["--resume"] };
            let options = [options, resume].concat();
            killed += usize::from(kill(&kitchen, &options, question, dice.below(2) == 0));
            let result = kitchen.path("x.lop.c");
            // Nothing is there as long as the original itself is in question.
            assert!(!result.exists() || is_whole(&result), "run {number}, question {question}");
            // A kill from outside may come when a resumed run has just ended. Then there is nothing to go on with.
            if kitchen.journals().is_empty()
                && result.exists()
                && kitchen.read("x.lop.c") == whole.read("x.lop.c")
            {
                fs::remove_file(kitchen.path("asked.0")).unwrap();
            }
        }
        run(&kitchen, &[options, &["--resume"]].concat()).says(0, &[]);
        // Where the order of successes is chance, so is the layout of what is left.
        let words = |it: &str| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&kitchen.read("x.lop.c")), words(&result), "run {number}");
        assert!(
            options[0] == "-j3" && options.len() == 1 || kitchen.read("x.lop.c") == result,
            "run {number}"
        );
        assert_eq!(kitchen.journals(), [""; 0], "run {number}");
        if options[0] == "-j1" {
            // What was being asked when the kill came has no answer. The original and the empty file are asked by each
            // run before it begins.
            let twice = |it: &(&String, &usize)| *it.1 > expected.get(it.0).copied().unwrap_or_default();
            let again = asked(&kitchen);
            let again: Vec<_> =
                again.iter().filter(|it| *it.0 != original && !it.0.is_empty()).filter(twice).collect();
            assert!(
                again.len() <= times * jobs,
                "run {number}, killed {times} times: {again:?} of {expected:?}"
            );
        }
    }
    // With several jobs the first of them may be asked so little that it comes to nothing.
    assert!(killed * 10 >= runs * if jobs == 1 { 10 } else { 5 }, "{killed} of {runs}");
}

#[test]
fn fifty_kills_of_a_run_with_one_job_change_nothing() {
    kills(50, &["-j1"], 1);
}

#[test]
fn twenty_five_kills_of_a_deterministic_run_with_several_jobs_change_nothing() {
    kills(25, &["-j3", "--deterministic"], 2);
}

#[test]
fn twenty_five_kills_of_a_run_with_several_jobs_leave_the_same_result() {
    kills(25, &["-j3"], 3);
}
