//! What goes along to a server is said before anything goes, and so is what may be lacking there or was not seen.

use std::fs;

use crate::common::{Server, count};
use crate::kitchen::{Ended, Kitchen};
use crate::{THERE, kitchen, run};

/// A directory with a tracer for `PATH`, which says that a file was read, whether or not this machine lets anybody trace.
fn with_tracer(kitchen: &Kitchen, read: &str) -> String {
    let seen = format!("7 openat(AT_FDCWD</>, \"it\", O_RDONLY) = 3<{read}>");
    let tracer = "until [ \"$1\" = -- ]; do [ \"$1\" = -o ] && log=$2; shift; done; shift";
    fs::create_dir(kitchen.path("bin")).unwrap();
    kitchen.script("bin/strace", &format!("{tracer}\necho '{seen}' >\"$log\"; exec \"$@\""));
    format!("{}:{}", kitchen.path("bin").display(), std::env::var("PATH").unwrap())
}

#[test]
fn what_goes_along_is_said_before_the_first_question() {
    let (kitchen, server) = (kitchen("grep -q bug3 x.c"), Server::good());
    fs::create_dir(kitchen.path("words")).unwrap();
    kitchen.write("words/one", "12345");
    kitchen.write("words/other", "1234567");
    kitchen.script("then.sh", "grep -q bug3 x.c");
    let then = format!("{} @@", kitchen.path("then.sh").display());
    let ended = run(&kitchen, &server, &["--remote-with", "words", "--then", &then]);
    let all = "beside the candidates and the command: test.sh (of the command; 27 bytes), \
               then.sh (of the command; 27 bytes), words (--remote-with; 2 files, 12 bytes)";
    ended.says(0, &[all]);
    let (kitchen, server) = (self::kitchen("exit 1"), Server::good());
    let address = server.address();
    kitchen
        .lop(["--remote", &address, "x.c", "--shell", "exit 1"])
        .says(2, &["nothing of this machine goes to the cluster", "it says the same on this machine"]);
    assert!(count(&server.state.counts.executed) > 0);
}

#[test]
fn a_test_that_lacks_a_file_there_is_told_which_as_a_tracer_sees_it_here() {
    let (kitchen, server) = (kitchen(""), Server::good());
    let here = kitchen.path("").display().to_string();
    let read = kitchen.write("words", "bug3\n").display().to_string();
    kitchen.script("test.sh", &format!("[ -z \"$LOP_ROOT\" ] && grep -q \"$(cat {here}/words)\" x.c"));
    let path = with_tracer(&kitchen, &read);
    let address = server.address();
    let words = ["--remote", &address, "x.c", "--", "./test.sh"];
    let refused = Ended::from(kitchen.command(words).env("PATH", &path).output().unwrap());
    let advice = format!("--remote-with {read}");
    refused.says(2, &["no (exit code 1) where it runs, and yes (exit code 0) on this machine", &advice]);
    // Whatever there is of a tracer.
    kitchen.lop(words).says(2, &["and yes (exit code 0) on this machine", "--remote-with "]);
    let with = ["--remote-with", "words"].into_iter().chain(words);
    let refused = Ended::from(kitchen.command(with).env("PATH", &path).output().unwrap());
    refused.says(2, &["it reads no files of yours here that are not there"]);
}

#[test]
fn what_a_test_reads_here_only_is_told_also_where_it_happens_to_say_the_same() {
    let (kitchen, server) = (kitchen(""), Server::good());
    let read = kitchen.write("words", "other\n").display().to_string();
    kitchen.script("test.sh", "grep -q bug3 x.c");
    let path = with_tracer(&kitchen, &read);
    let address = server.address();
    let words = ["--remote", &address, "--max-questions", "3", "x.c", "--", "./test.sh"];
    let ended = Ended::from(kitchen.command(words).env("PATH", &path).output().unwrap());
    ended.says(0, &["here the test reads files that do not go along", &format!("--remote-with {read}")]);
}

#[test]
fn where_it_is_not_compared_with_this_machine_it_is_said_why() {
    let line = format!("{THERE} || exit 127; grep -q bug3 x.c");
    let not_known = "whether the test says the same on this machine is not known: ";
    for (options, why) in [
        (&["--repeat", "2"][..], "with --repeat one run of it says too little"),
        (&["--flaky"], "with --flaky one run of it says too little"),
        (&[], "what it needs is not here, it seems; it ended with exit code 127"),
        (&["-j1"], "only the cluster is asked, and not this machine"),
    ] {
        let (kitchen, server) = (kitchen(&line), Server::good());
        let options = [options, &["--remote-jobs", "2", "--max-questions", "5"]].concat();
        run(&kitchen, &server, &options).says(0, &[not_known, why]);
    }
}
