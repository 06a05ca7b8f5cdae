//! Whatever ends lop, and whenever: nothing that its test has started outlives it, and what lies there is whole.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use rustix::fs::{CWD, FileType, Mode};
use rustix::process::{Pid, Signal, kill_process};

use crate::kitchen::{Ended, FEW, Kitchen};
use crate::lots::{Dice, draws};
use crate::processes::{all_gone, mark};
use crate::signals::with_hangup;

/// The kitchen's bell, open at both ends, so that nobody waits for the other.
fn bell(kitchen: &Kitchen) -> File {
    let bell = kitchen.path("bell");
    rustix::fs::mknodat(CWD, &bell, FileType::Fifo, Mode::from(0o600), 0).unwrap();
    File::options().read(true).write(true).open(bell).unwrap()
}

/// Sends the signal to the command once somebody has rung: what has left its group, so that it has done so by then. Nothing of the kitchen is running in the end.
fn ended_at_the_bell(kitchen: &Kitchen, command: &mut Command, mut bell: File, signal: Signal) -> Ended {
    mark(command, kitchen);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    bell.read_exact(&mut [0]).unwrap();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let ended = child.wait_with_output().unwrap().into();
    all_gone(kitchen);
    ended
}

/// Sends the signal while several tests are running, of which at least one hangs.
fn ended_by(signal: Signal, question: usize) -> Ended {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int bug;\n".repeat(20));
    let bell = bell(&kitchen);
    let here = kitchen.path("").display().to_string();
    let line = format!(
        "echo >>{here}/calls; (trap '' TERM HUP QUIT INT; sleep 1000) & n=$(wc -l <{here}/calls); \
         setsid sh -c \"[ $n -lt {question} ] || echo >{here}/bell; sleep 1000; :\" & \
         if [ $n -ge {question} ]; then sleep 1000; fi; grep -q bug x.c"
    );
    let mut command =
        kitchen.command(FEW.iter().copied().chain(["-j3", "--timeout", "1000", "x.c", "--shell", &line]));
    let ended = ended_at_the_bell(&kitchen, &mut command, bell, signal);
    let result = kitchen.path("x.lop.c");
    assert!(!result.exists() || kitchen.read("x.lop.c").contains("bug"), "{ended:?}");
    ended
}

#[test]
fn no_end_of_lop_leaves_a_process_of_its_test() {
    let mut dice = Dice(4);
    for (signal, code) in
        [(Signal::KILL, None), (Signal::QUIT, Some(131)), (Signal::TERM, Some(143)), (Signal::INT, Some(130))]
    {
        for _ in 0..draws(3) {
            let question = 1 + dice.below(15);
            assert_eq!(ended_by(signal, question).code, code, "{signal:?} at question {question}");
        }
    }
}

#[test]
fn no_end_of_lop_leaves_a_reducer() {
    for (signal, code) in
        [(Signal::KILL, None), (Signal::TERM, Some(143)), (Signal::INT, Some(130)), (Signal::HUP, Some(129))]
    {
        for form in ["", "filter:"] {
            let kitchen = Kitchen::new();
            let here = kitchen.path("").display().to_string();
            let reducer = format!(
                "{form}(trap '' TERM HUP INT; sleep 1000) & setsid sh -c 'echo >{here}/bell; sleep 1000; :' & sleep 1000;:"
            );
            for words in [
                vec!["check-reducer", &reducer],
                vec!["x.c", "--passes", "reducers", "--reducer", &reducer, "--", "grep", "-q", "bug", "@@"],
            ] {
                let bell = bell(&kitchen);
                let mut command = with_hangup(&kitchen.command(&words));
                let ended = ended_at_the_bell(&kitchen, &mut command, bell, signal);
                assert_eq!(ended.code, code, "{signal:?} {words:?}: {}", ended.stderr);
                std::fs::remove_file(kitchen.path("bell")).unwrap();
            }
        }
    }
}
