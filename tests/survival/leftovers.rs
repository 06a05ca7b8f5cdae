//! Whatever ends lop, and whenever: nothing that its test has started outlives it, and what lies there is whole.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::fs::{CWD, FileType, Mode};
use rustix::process::{Pid, Signal, kill_process};

use crate::kitchen::{Ended, FEW, Kitchen};
use crate::lots::{Dice, draws};
use crate::processes::{all_gone, mark};

/// Sends the signal while several tests are running, of which at least one hangs.
fn ended_by(signal: Signal, question: usize) -> Ended {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int bug;\n".repeat(20));
    let bell = kitchen.path("bell");
    rustix::fs::mknodat(CWD, &bell, FileType::Fifo, Mode::from(0o600), 0).unwrap();
    let here = kitchen.path("").display().to_string();
    let line = format!(
        "echo >>{here}/calls; (trap '' TERM HUP QUIT INT; sleep 1000) & setsid sleep 1000 & \
         if [ $(wc -l <{here}/calls) -ge {question} ]; then echo >{here}/bell; sleep 1000; fi; grep -q bug x.c"
    );
    let mut command =
        kitchen.command(FEW.iter().copied().chain(["-j3", "--timeout", "1000", "x.c", "--shell", &line]));
    mark(&mut command, &kitchen);
    // Open at both ends, so that nobody waits for the other.
    let mut bell = File::options().read(true).write(true).open(bell).unwrap();
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    bell.read_exact(&mut [0]).unwrap();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let ended = child.wait_with_output().unwrap().into();
    all_gone(&kitchen);
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
