//! What a corpus may hold, and what never happens to it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::yard::Yard;

#[test]
fn a_corpus_may_hold_anything() {
    let yard = Yard::new();
    let names = ["a b.rs", "it's \"x\".rs", "new\nline.rs", "$(touch pwned).rs", "-dash.rs"];
    for (index, name) in names.iter().enumerate() {
        yard.write(&format!("corpus/{name}"), &format!("fn f() {{ kaput(1); }} // {index}"));
    }
    let corpus = yard.path("corpus");
    let bytes: &OsStr = OsStrExt::from_bytes(b"\xff.rs");
    fs::write(corpus.join(bytes), "kaput(0)").unwrap();
    let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, corpus.join(from)).unwrap();
    link("loop.rs", "loop.rs");
    link(".", "c/self");
    link("r.rs", "again.rs");
    yard.write("corpus/way.rs", "fn f() { kaput(2); } // way");
    fs::create_dir_all(yard.path("out/way.rs")).unwrap();
    yard.write("corpus/r.rs.json", "kaput(3) // called as a record would be");

    let said = yard.succeeds(&["--glob", "*.rs", "--glob", "*.json", "--glob", "self"]);
    assert!(said.contains("way.rs: failed: ") && said.contains("Is a directory"), "{said}");
    assert!(!said.contains("new\nline"), "{said}");
    let results = yard.results();
    for (name, text) in &results {
        assert_eq!(text.trim(), "kaput(", "{name}");
        let script = if name == "r.rs" { "r.rs.sh".to_owned() } else { format!("{name}.sh") };
        let again = Command::new(yard.path("out").join(script)).output().unwrap();
        assert!(again.status.success(), "{name}");
    }
    assert_eq!(results.len(), 7);
    for (file, status) in
        [("loop.rs", "unreadable"), ("c/self", "unreadable"), ("again.rs", "duplicate"), ("way.rs", "failed")]
    {
        assert_eq!(yard.status(file), status, "{file}");
    }
    assert!(!yard.path("pwned").exists());
}

#[test]
fn no_result_ever_replaces_an_input() {
    let yard = Yard::new();
    let before = yard.read("corpus/r.rs");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
    command.args(["batch", "corpus", "--out", "./corpus/", "-q", "--", "./cc.sh", "@@"]);
    let output = command.current_dir(yard.directory.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is the corpus itself"));
    // Results in the corpus are no inputs, whatever batch they are of.
    let into = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        command.args(["batch", "corpus", "--out", out, "-q", "--glob", "*.rs", "--", "./cc.sh", "@@"]);
        assert!(command.current_dir(yard.directory.path()).status().unwrap().success());
    };
    into("corpus/results");
    into("out");
    assert_eq!(yard.results().len(), 1);
    assert_eq!(yard.read("corpus/r.rs"), before);
}

#[test]
fn a_bug_that_is_not_known_has_an_exit_code_of_its_own() {
    let yard = Yard::new();
    let known = ["-q", "--glob", "*.rs", "--glob", "*.py", "--known", "known"];
    assert_eq!(yard.batch(&known).status.code(), Some(3));
    assert_eq!(yard.batch(&[&known[..], &["--learn-known"]].concat()).status.code(), Some(3));
    assert_eq!(yard.batch(&known).status.code(), Some(0));
    assert!(yard.read("out/report.html").contains(">known</span>"));
    yard.write("corpus/new.rs", "fn segv() {}");
    assert_eq!(yard.batch(&known).status.code(), Some(3));
}

#[test]
fn a_flaky_file_and_a_file_without_a_test_are_reported() {
    let yard = Yard::new();
    yard.executable(
        "moody.sh",
        "#!/bin/sh\nd=$(dirname \"$0\")\n[ -e $d/was ] && exit 0\n: > $d/was\nkill -SEGV $$\n",
    );
    let output = yard.batch(&["-j1", "--glob", "*.rs", "--", "./moody.sh", "@@"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(yard.status("r.rs"), "flaky");
    yard.write("corpus/lop.toml", "[[files]]\nglob = 'p.py'\ncommand = 'false'\n");
    yard.batch(&["--glob", "*.rs", "--glob", "*.py", "--"]);
    assert_eq!(yard.status("r.rs"), "no test");
}

#[test]
fn a_batch_that_can_ask_nothing_says_why_and_leaves_nothing() {
    let yard = Yard::new();
    let refused = |options: &[&str], code: i32, texts: &[&str]| {
        let output = yard.batch(options);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(texts.iter().all(|it| said.contains(it)) && !said.contains("--exit-code 0"), "{said}");
        assert!(!yard.path("out/report.html").exists());
    };
    refused(&["--", "./nosuch", "@@"], 4, &["cannot be run on any file", "nosuch"]);
    refused(&["--"], 1, &["no test was given", "lop.toml"]);
    refused(&["--glob", "*.nope"], 1, &["there is no file in corpus that matches --glob *.nope"]);
}

#[test]
fn a_file_in_the_place_of_the_corpus_is_one_for_a_single_run() {
    let yard = Yard::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
    command.args(["batch", "corpus/r.rs", "--out", "out", "--", "./cc.sh", "@@"]);
    let output = command.current_dir(yard.directory.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("corpus/r.rs is a file") && said.contains("lop corpus/r.rs -- COMMAND"), "{said}");
}
