//! What a server is told to be let in is told to nobody else.

use std::fs;
use std::path::Path;

use tonic::Code;

use crate::common::Server;
use crate::common::mischief::{Call, Mischief};
use crate::kitchen::{FEW, Kitchen};
use crate::{THERE, kitchen};

/// In a file, and in the environment.
const KEYS: [&str; 2] = ["key-of-a-file-5f1c", "key-of-the-environment-9d3e"];

/// Files in `directory` that have one of the keys in them, but the one that is meant to.
fn leaks(directory: &Path) -> Vec<String> {
    let mut leaks = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            leaks.extend(self::leaks(&path));
        } else if !path.ends_with("headers.txt") {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            leaks.extend(
                KEYS.iter().filter(|it| text.contains(*it)).map(|it| format!("{it} in {}", path.display())),
            );
        }
    }
    leaks
}

/// Runs with keys, and sees that nothing of what it says or leaves has them.
#[track_caller]
fn run_with_keys(kitchen: &Kitchen, server: &Server, options: &[&str]) -> Option<i32> {
    kitchen.write("headers.txt", format!("x-key: {}\n", KEYS[0]));
    let address = server.address();
    let there = ["--remote", &address, "--remote-header-file", "headers.txt"];
    let words = there.into_iter().chain(FEW).chain(options.iter().copied()).chain(["x.c", "--", "./test.sh"]);
    let mut command = kitchen.command(words);
    let ended = command.env("LOP_REMOTE_HEADERS", format!("x-other: {}", KEYS[1])).output().unwrap();
    for said in [&ended.stdout, &ended.stderr] {
        let said = String::from_utf8_lossy(said);
        assert!(!KEYS.iter().any(|it| said.contains(it)), "{said}");
    }
    assert_eq!(leaks(&kitchen.path("")), [""; 0]);
    assert_eq!(leaks(kitchen.state.path()), [""; 0]);
    assert_eq!(server.state.counts.key.lock().as_deref(), Some(KEYS[0]), "it goes to the server, though");
    ended.status.code()
}

#[test]
fn no_header_is_in_what_a_run_says_or_leaves() {
    let (kitchen, server) = (kitchen(&format!("env; {THERE} && grep -q bug3 x.c")), Server::good());
    let tells = [
        "--json",
        "--trace",
        "trace.json",
        "--report",
        "r.html",
        "--bug",
        "bug.md",
        "--journal",
        "journal",
        "-v",
    ];
    assert_eq!(run_with_keys(&kitchen, &server, &tells), Some(0));
    let files = ["trace.json", "r.html", "bug.md", "journal"];
    assert!(files.iter().all(|it| kitchen.path(it).exists()), "{:?}", kitchen.names());
    let candidates = server.state.blobs.lock();
    let sent = |key: &str| candidates.values().any(|it| String::from_utf8_lossy(it).contains(key));
    assert!(!KEYS.iter().any(|it| sent(it)), "the machine that runs the test knows none");
}

#[test]
fn nor_in_the_environment_of_the_runs_on_this_machine() {
    let (kitchen, server) = (kitchen(""), Server::good());
    let here = kitchen.path("").display().to_string();
    kitchen.script("test.sh", &format!("[ -n \"$LOP_ROOT\" ] || env >>{here}/seen; grep -q bug3 x.c"));
    assert_eq!(run_with_keys(&kitchen, &server, &["-j1", "--remote-jobs", "2"]), Some(0));
    assert!(kitchen.read("seen").contains("TMPDIR="), "the original is compared here");
}

#[test]
fn nor_of_one_that_fails() {
    let (kitchen, server) = (
        kitchen("true"),
        Server::new(|it| (it == Call::Execute).then_some(Mischief::Fail(Code::Unauthenticated))),
    );
    assert_eq!(run_with_keys(&kitchen, &server, &["--json"]), Some(4));
}

#[test]
fn a_file_of_headers_that_is_none_is_told_by_its_line() {
    let (kitchen, server) = (kitchen("true"), Server::good());
    kitchen.write("headers.txt", format!("x-key: 1\n{}\n", KEYS[0]));
    let address = server.address();
    let ended =
        kitchen.lop(["--remote", &address, "--remote-header-file", "headers.txt", "x.c", "--", "./test.sh"]);
    ended.says(4, &["line 2 of", "headers.txt", "name: value"]);
    assert!(!ended.stderr.contains(KEYS[0]), "{}", ended.stderr);
}
