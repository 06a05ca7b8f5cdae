//! Finding what a run has started, by a mark in the environment.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::kitchen::Kitchen;

/// The variable that a test's processes can be told by.
const MARK: &str = "LOP_TEST_SURVIVAL";

/// No process takes that long to die.
const LIMIT: Duration = Duration::from_secs(60);

/// Marks all that the command starts as that of the kitchen.
pub(crate) fn mark(command: &mut Command, kitchen: &Kitchen) {
    command.env(MARK, kitchen.path(""));
}

/// The command lines of processes with the mark of the kitchen.
pub(crate) fn running(kitchen: &Kitchen) -> Vec<String> {
    let mark = format!("{MARK}={}", kitchen.path("").display());
    let is_ours = |it: &fs::DirEntry| {
        let environ = fs::read(it.path().join("environ")).unwrap_or_default();
        environ.split(|it| *it == 0).any(|it| it == mark.as_bytes())
    };
    let ours = fs::read_dir("/proc").unwrap().flatten().filter(is_ours);
    ours.filter_map(|it| fs::read_to_string(it.path().join("cmdline")).ok()).collect()
}

/// Waits until there are none.
#[track_caller]
pub(crate) fn all_gone(kitchen: &Kitchen) {
    let began = Instant::now();
    loop {
        let left = running(kitchen);
        if left.is_empty() {
            return;
        }
        assert!(began.elapsed() < LIMIT, "{left:?}");
        std::thread::yield_now();
    }
}
