//! `lop batch` as a user meets it: a corpus of small crashing files in four languages and a scripted compiler.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Crashes like four compilers, by what is in the file. Counts its runs in the file `runs`, and kills its parent once when
/// their number has come to one that the file `kills` names.
const COMPILER: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo >> "$here/runs"
for at in $(cat "$here/kills" 2>/dev/null); do
    [ -d "$here/killed.$at" ] && continue
    # Two may run at once: the first one to come there kills, and no number is missed.
    if [ "$(wc -l < "$here/runs")" -ge "$at" ] && mkdir "$here/killed.$at" 2>/dev/null; then
        kill -KILL $PPID
        exit 0
    fi
    break
done
text=$(tr -d ' \n' < "$1")
case $text in
    *boom\(*,*\)*) echo "$1:3: internal compiler error: in fold_it, at fold.c:123" >&2; exit 4 ;;
    *kaput\(*) echo "thread 'rustc' panicked at compiler/a/src/b.rs:10:5:" >&2
        echo "index out of bounds" >&2; exit 101 ;;
    *segv*) kill -SEGV $$ ;;
    *trap*) kill -ABRT $$ ;;
esac
"#;

/// A directory of our own with a corpus and a compiler, gone at the end of the test.
struct Yard {
    directory: tempfile::TempDir,
}

impl Yard {
    fn new() -> Yard {
        let yard = Yard { directory: tempfile::tempdir().unwrap() };
        yard.executable("cc.sh", COMPILER);
        for index in 1..=3 {
            yard.write(
                &format!("corpus/c/{index}.c"),
                &format!(
                    "int a{index};\nint f(int x) {{ if (x > {index}) return boom(x, {index}); return 0; }}\n"
                ),
            );
        }
        yard.write("corpus/r.rs", "fn other() {}\nfn main() { let x = kaput(1); println!(\"{}\", x); }\n");
        yard.write("corpus/s.js", "function f(a, b) { return segv(a + b, 'text'); }\nlet y = 12;\n");
        yard.write("corpus/p.py", "def f(a):\n    return trap\n\nprint(f(1))\n");
        yard.write("corpus/fine.c", "int fine;\n");
        yard.write("corpus/empty.c", "");
        yard.write("corpus/c/copy.c", &yard.read("corpus/c/1.c"));
        yard
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Another process makes it: a file that this one has just written may still be open in a child that another
    /// thread is starting, and such a file cannot be executed.
    fn executable(&self, name: &str, text: &str) {
        self.write("plain", text);
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        let mut install = Command::new("install");
        install.args(["-m", "755"]).arg(self.path("plain")).arg(self.path(name));
        assert!(install.status().unwrap().success());
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    fn runs(&self) -> usize {
        fs::read(self.path("runs")).map_or(0, |it| it.len())
    }

    fn batch(&self, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        command.args(["batch", "corpus", "--out", "out"]).args(options);
        if !options.contains(&"--") {
            command.args(["--", "./cc.sh", "@@"]);
        }
        command.current_dir(self.directory.path()).stdin(Stdio::null()).output().unwrap()
    }

    #[track_caller]
    fn succeeds(&self, options: &[&str]) -> String {
        let output = self.batch(options);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said
    }

    fn summary(&self) -> serde_json::Value {
        serde_json::from_str(&self.read("out/summary.json")).unwrap()
    }

    /// The reduced files by their names.
    fn results(&self) -> BTreeMap<String, String> {
        let summary = self.summary();
        let files = summary["results"].as_array().unwrap().iter();
        let name = |it: &serde_json::Value| it["file"].as_str().unwrap().to_owned();
        files.map(|it| (name(it), self.read(&format!("out/{}", name(it))))).collect()
    }

    fn status(&self, file: &str) -> String {
        let summary = self.summary();
        let mut inputs = summary["inputs"].as_array().unwrap().iter();
        inputs.find(|it| it["file"] == file).unwrap()["status"].as_str().unwrap().to_owned()
    }
}

#[test]
fn every_file_is_reduced_or_reported_and_duplicates_are_one_bug() {
    let yard = Yard::new();
    yard.write("corpus/.ignore", "ignored.c\n");
    yard.write("corpus/ignored.c", "boom(1, 2)");
    let said = yard.succeeds(&["-j2", "--largest", "1K"]);
    assert!(said.contains("fine.c: not interesting: exit code 0"), "{said}");
    assert_eq!(yard.status("empty.c"), "empty");
    assert_eq!(yard.status("c/copy.c"), "duplicate");
    assert_eq!(yard.status("r.rs"), "interesting");
    let summary = yard.summary();
    assert_eq!(summary["bugs"].as_array().unwrap().len(), 4, "{summary:#}");
    let results = yard.results();
    assert_eq!(results.len(), 6);
    assert_eq!(results["r.rs"].trim(), "kaput(");
    let ice =
        summary["bugs"].as_array().unwrap().iter().find(|it| it["files"].as_array().unwrap().len() == 3);
    assert!(ice.unwrap()["title"].as_str().unwrap().contains("fold_it"));
    assert!(!yard.read("out/report.html").contains("ignored.c"));
}

#[test]
fn the_script_beside_a_result_shows_the_crash_again() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--glob", "*.rs"]);
    let again = || Command::new(yard.path("out/r.rs.sh")).current_dir("/").status().unwrap();
    assert!(again().success());
    yard.write("out/r.rs", "fn main() {}");
    assert!(!again().success());
}

#[test]
fn a_batch_that_was_killed_again_and_again_ends_with_the_same_results_and_asks_nothing_twice() {
    let whole = Yard::new();
    whole.succeeds(&["-j2", "--deterministic", "-q"]);

    let killed = Yard::new();
    let kills = [7, 20, 33, 51, 64, 78, 90, 101, 111, 120];
    killed.write("kills", &kills.map(|it| format!("{it}\n")).concat());
    let mut times = 0;
    while killed.batch(&["-j2", "--deterministic", "-q"]).status.code().is_none() {
        times += 1;
        assert!(times <= kills.len());
    }
    assert!(times > 5, "{times}");
    assert_eq!(killed.results(), whole.results());
    // What was under way when it was killed is asked again: two questions, and the two runs of a check.
    assert!(killed.runs() <= whole.runs() + 6 * kills.len(), "{} and {}", killed.runs(), whole.runs());

    let runs = killed.runs();
    killed.succeeds(&["-j2", "-q"]);
    assert_eq!(killed.runs(), runs);
}

#[test]
fn a_budget_stops_the_batch_and_more_of_it_goes_on() {
    let yard = Yard::new();
    let stopped = yard.batch(&["-j1", "--max-questions", "40"]);
    let said = String::from_utf8_lossy(&stopped.stderr);
    assert!(said.contains("give the same command again"), "{said}");
    assert_eq!(stopped.status.code(), Some(8), "unfinished work is an exit code of its own");
    assert_eq!(yard.runs(), 40);
    yard.succeeds(&["-j1"]);
    let whole = Yard::new();
    whole.succeeds(&["-j1"]);
    assert_eq!(yard.results(), whole.results());
}

#[test]
fn quick_results_are_taken_further_when_every_file_is_wanted() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--glob", "*.c", "--quick-questions", "3"]);
    let before = yard.results();
    assert!(before["c/3.c"].len() > before["c/1.c"].len());
    yard.succeeds(&["-q", "--glob", "*.c", "--every-file"]);
    let after = yard.results();
    assert_eq!(after["c/3.c"].trim(), after["c/1.c"].trim().replace('1', "3"));
}

#[test]
fn files_may_have_tests_of_their_own() {
    let yard = Yard::new();
    yard.write("corpus/lop.toml", "[[files]]\nglob = '*.js'\ncommand = 'grep -q 12 @@'\nexit-codes = [0]\n");
    yard.executable("corpus/own/test.sh", "#!/bin/sh\ngrep -q needle *.txt\n");
    yard.write("corpus/own/a.txt", "hay\nneedle in\nhay\n");
    yard.succeeds(&["-q", "--glob", "!*.c"]);
    let results = yard.results();
    assert_eq!(results["s.js"].trim(), "12");
    assert_eq!(results["own/a.txt"].trim(), "needle");
}

#[test]
fn a_signature_narrows_a_batch_and_each_reduction_holds_on_to_its_own() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--signature", "fold_[a-z]+|out of bounds|SEGV"]);
    assert_eq!(yard.status("p.py"), "not interesting");
    let results = yard.results();
    assert_eq!(results["r.rs"].trim(), "kaput(");
    assert!(results["s.js"].contains("segv") && results["c/1.c"].contains("boom("));
}

#[test]
fn every_result_has_passed_the_expensive_test() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--glob", "*.rs", "--glob", "*.py", "--then", "grep -q main @@"]);
    let results = yard.results();
    assert!(results["r.rs"].contains("main") && results["r.rs"].contains("kaput("), "{results:?}");
    assert_eq!(yard.status("p.py"), "not interesting");
}

#[test]
fn a_section_takes_the_options_of_a_test() {
    let yard = Yard::new();
    yard.executable("corpus/spin.sh", "#!/bin/sh\ngrep -q spin \"$1\" && exec sleep 100\nexit 0\n");
    yard.write("corpus/h/a.js", "function f() { spin(); }\nf();\n");
    let sections = [
        "[[files]]\nglob = 'r.rs'\nthen = ['grep -q main @@']\nfirst = ['grep -q println @@']\nstderr = ['out of bounds']",
        "[[files]]\nglob = 'h/*'\ncommand = ['./spin.sh', '@@']\nhang = true\ntimeout = 0.2\nlanguage = 'text'",
        "[[files]]\nglob = 's.js'\nsignature = 'nothing like it'",
        "[[files]]\nglob = 'p.py'\nrepeat = 3\nat-least = 2\nmemory = '4G'",
    ];
    yard.write("corpus/lop.toml", &sections.join("\n"));
    yard.succeeds(&["-q", "--glob", "!*.c", "--glob", "!*.sh"]);
    let results = yard.results();
    for word in ["main", "println", "kaput("] {
        assert!(results["r.rs"].contains(word), "{results:?}");
    }
    assert_eq!(results["h/a.js"].trim(), "spin");
    assert_eq!(yard.status("s.js"), "not interesting");
    assert_eq!(results["p.py"].trim(), "trap");
}

#[test]
fn a_section_takes_every_option_of_a_single_run() {
    let yard = Yard::new();
    let sections = [
        "[[files]]\nglob = 'r.rs'\nprotect = ['fn main', 1]\nmax-questions = 500\neffort = 'thorough'",
        "[[files]]\nglob = 's.js'\nuntil = '12 tokens'\nskip = ['hoist']",
        "[[files]]\nglob = 'p.py'\nkeep-other-crashes = '../others'\ndeterministic = true\njobs = 1",
    ];
    yard.write("corpus/lop.toml", &sections.join("\n"));
    yard.write("corpus/p.py", "def f(a):\n    return trap\n\nkaput(1, boom(1, 2))\n");
    yard.succeeds(&["-q", "--glob", "!*.c", "--signature", "out of bounds|SEGV|fold_it"]);
    let results = yard.results();
    assert!(
        results["r.rs"].starts_with("fn other() {}\n") && results["r.rs"].contains("fn main"),
        "{results:?}"
    );
    let tokens = results["s.js"].split_whitespace().count();
    assert!(results["s.js"].contains("segv") && tokens > 1, "{results:?}");
    assert!(fs::read_dir(yard.path("others")).unwrap().count() > 0);
}

#[test]
fn results_of_a_batch_stay_valid_where_a_section_wants_that() {
    let yard = Yard::new();
    let sections = [
        "[[files]]\nglob = 'r.rs'\nkeep-parsing = true\nvalid = './valid.sh @@'",
        "[[files]]\nglob = 's.js'\nno-new-diagnostics = true\ncommand = './strict.sh @@'",
    ];
    yard.write("corpus/lop.toml", &sections.join("\n"));
    yard.executable("corpus/valid.sh", "#!/bin/sh\ngrep -q 'fn main' \"$1\"\n");
    let strict = "#!/bin/sh\ngrep -q 'let' \"$1\" || echo \"$1:1:1: error: there is no 'let'\"\nexec ../cc.sh \"$1\"\n";
    let strict = strict.replace("../cc.sh", &yard.path("cc.sh").display().to_string());
    yard.executable("corpus/strict.sh", &strict);
    yard.succeeds(&["-q", "--glob", "r.rs", "--glob", "s.js"]);
    let results = yard.results();
    assert!(results["r.rs"].starts_with("fn main() {") && results["r.rs"].contains("kaput("), "{results:?}");
    assert!(results["s.js"].contains("let") && results["s.js"].contains("segv"), "{results:?}");
    let record: serde_json::Value = serde_json::from_str(&yard.read("out/r.rs.json")).unwrap();
    let passes = record["passes"].as_array().unwrap();
    assert!(passes.iter().any(|it| it["name"] == "valid" && it["asked"].as_u64() > Some(0)), "{passes:?}");
}

#[test]
fn a_batch_and_a_single_run_print_the_same_numbers_for_the_same_file() {
    let yard = Yard::new();
    yard.succeeds(&["-j1", "-q", "--glob", "*.rs"]);
    let record: serde_json::Value = serde_json::from_str(&yard.read("out/r.rs.json")).unwrap();
    let mut single = Command::new(env!("CARGO_BIN_EXE_lop"));
    single.args(["-j1", "--json", "-o", "single.rs", "corpus/r.rs", "--", "./cc.sh", "@@"]);
    let output = single.current_dir(yard.directory.path()).output().unwrap();
    let stream = String::from_utf8(output.stdout).unwrap();
    let summary: serde_json::Value = serde_json::from_str(stream.lines().last().unwrap()).unwrap();
    assert_eq!(yard.read("out/r.rs"), yard.read("single.rs"));
    for (single, batch) in [
        (&summary["questions"], &record["questions"]),
        (&summary["known"], &record["known"]),
        (&summary["rounds"], &record["rounds"]),
        (&summary["tokens"]["before"], &record["before"]["tokens"]),
        (&summary["tokens"]["after"], &record["after"]["tokens"]),
        (&summary["bytes"]["after"], &record["after"]["bytes"]),
        (&summary["certificate"]["tokens"], &record["certificate"]["tokens"]),
    ] {
        assert_eq!(single, batch, "{summary} {record}");
    }
}

#[test]
fn lines_for_the_shell_may_begin_with_a_program_of_this_directory() {
    let yard = Yard::new();
    yard.executable("first.sh", "#!/bin/sh\ngrep -q println \"$1\"\n");
    yard.executable("then.sh", "#!/bin/sh\ngrep -q main \"$1\"\n");
    yard.executable("corpus/own.sh", "#!/bin/sh\ngrep -q let \"$1\"\n");
    yard.write("corpus/lop.toml", "[[files]]\nglob = 'r.rs'\nfirst = './own.sh @@'\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
    command.args(["batch", "corpus", "--out", "out", "-q", "--glob", "*.rs", "--shell", "./cc.sh @@"]);
    command.args(["--first", "./first.sh @@", "--then", "./then.sh @@"]);
    assert!(command.current_dir(yard.directory.path()).status().unwrap().success());
    let result = &yard.results()["r.rs"];
    assert!(["let", "println", "main", "kaput("].iter().all(|it| result.contains(it)), "{result}");
}

#[test]
fn a_script_that_says_no_is_a_no_whatever_it_prints() {
    let yard = Yard::new();
    yard.executable(
        "corpus/own/test.sh",
        "#!/bin/sh\necho 'a.c:1: internal compiler error: in fold_it' >&2\nexit 1\n",
    );
    yard.write("corpus/own/a.c", "int a;\n");
    let output = yard.batch(&["-q", "--glob", "own/*.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(yard.status("own/a.c"), "not interesting");
}

#[test]
fn what_has_changed_since_a_batch_was_stopped_is_begun_anew() {
    let yard = Yard::new();
    let words = ["-j1", "-q", "--glob", "*.rs", "--every-file"];
    yard.write("kills", "12\n");
    assert_eq!(yard.batch(&words).status.code(), None);
    yard.write("kills", "");
    yard.executable("cc.sh", &format!("{COMPILER}# changed\n"));
    yard.write("corpus/r.rs", "fn main() { let y = kaput(2); }\n");
    yard.succeeds(&words);
    assert_eq!(yard.results()["r.rs"].trim(), "kaput(");
}

#[test]
fn a_batch_of_which_nothing_could_be_reduced_has_failed() {
    let yard = Yard::new();
    yard.write("corpus/lop.toml", "[[files]]\nglob = '*.rs'\nprotect = 'nowhere to be found'\n");
    let output = yard.batch(&["--glob", "*.rs"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("matches nothing in the file"));
}

#[test]
fn questions_for_each_file_are_counted_over_all_runs() {
    let yard = Yard::new();
    let words = ["-j1", "-q", "--glob", "*.rs", "--file-questions", "15"];
    yard.succeeds(&words);
    let (first, result) = (yard.runs(), yard.read("out/r.rs"));
    yard.succeeds(&words);
    // No more than asking again about the result.
    assert!(yard.runs() <= first + 4, "{first} and {}", yard.runs());
    assert_eq!(yard.read("out/r.rs"), result);
}

#[test]
fn a_result_that_was_a_fluke_is_taken_back() {
    let yard = Yard::new();
    // Says yes to a small file once, and never again.
    let flaky = "#!/bin/sh\nd=$(dirname \"$0\")\ngrep -q main \"$1\" || {\n[ -e $d/was ] && exit 1\n: > $d/was\n}\n\
                 grep -q kaput \"$1\" && kill -SEGV $$\nexit 1\n";
    yard.executable("moody.sh", flaky);
    yard.batch(&["-j1", "-q", "--glob", "*.rs", "--", "./moody.sh", "@@"]);
    let result = &yard.results()["r.rs"];
    assert!(result.contains("main") && result.contains("kaput"), "{result}");
}

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
    yard.batch(&["--glob", "*.rs", "--"]);
    assert_eq!(yard.status("r.rs"), "no test");
}

#[test]
fn the_files_for_machines_are_well_formed() {
    let yard = Yard::new();
    yard.succeeds(&["-q"]);
    let sarif: serde_json::Value = serde_json::from_str(&yard.read("out/report.sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(yard.path(uri.as_str().unwrap()).is_file(), "{uri}");
    }
    let junit = yard.read("out/junit.xml");
    assert!(junit.contains("tests=\"9\" skipped=\"2\" failures=\"6\" errors=\"0\""), "{junit}");
    let bug = fs::read_dir(yard.path("out/bugs")).unwrap().map(|it| it.unwrap().path());
    let texts: Vec<String> = bug.map(|it| fs::read_to_string(it).unwrap()).collect();
    assert_eq!(texts.len(), 4);
    assert!(texts.iter().any(|it| it.contains("```rust\nkaput(\n```") && it.contains("index out of bounds")));
}

#[test]
fn the_reports_can_be_made_again() {
    let yard = Yard::new();
    yard.succeeds(&["-q"]);
    let page = yard.read("out/report.html");
    fs::remove_file(yard.path("out/report.html")).unwrap();
    let report = |directory: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        command.args(["report", directory]).current_dir(yard.directory.path()).output().unwrap()
    };
    assert_eq!(report("out").status.code(), Some(0));
    assert_eq!(yard.read("out/report.html"), page);
    assert_eq!(report("corpus").status.code(), Some(1));
}

/// What the page is made to do: sort a column twice, move a slider to its first and last step, point at a token. The
/// outcome is the title, which is what the dumped document begins with.
const EXERCISE: &str = r##"<script>
const errors = [];
addEventListener("error", (it) => errors.push(it.message));
document.addEventListener("securitypolicyviolation", (it) => errors.push(it.violatedDirective));
const sort = (head, column) => {
  head.querySelector("button").click();
  const rows = [...document.querySelectorAll("#files tbody tr")];
  return [head.getAttribute("aria-sort"), rows.map((it) => Number(it.cells[column].dataset.value))];
};
addEventListener("load", () => {
  const said = {};
  const heads = [...document.querySelectorAll("#files thead th")];
  const column = heads.findIndex((it) => it.textContent === "Tokens before");
  if (column >= 0) said.sorted = [sort(heads[column], column), sort(heads[column], column)];
  said.replays = [...document.querySelectorAll(".replay")].map((replay) => {
    const slider = replay.querySelector("input");
    const at = (step) => {
      slider.value = step;
      slider.dispatchEvent(new Event("input"));
      return replay.querySelector("pre").textContent;
    };
    const first = at(0);
    const pre = replay.querySelector("pre");
    if (!pre.querySelector("del") || !pre.querySelector(".k, .w, .n, .s")) errors.push("no colours");
    const last = at(slider.max);
    if (!replay.querySelector("output").textContent.includes("after")) errors.push("nobody made the last step");
    return [replay.closest("article").querySelector("h3").textContent, first, last];
  });
  said.before = [...document.querySelectorAll(".sources > div:nth-child(2) pre")].map((it) => it.textContent);
  document.querySelector(".needed .t").focus();
  said.why = document.getElementById("why").textContent;
  said.errors = errors;
  document.title = JSON.stringify(said);
});
</script>"##;

/// A headless browser, if there is one. CI must have one.
fn browser() -> Option<&'static str> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|it| Command::new(it).arg("--version").output().is_ok());
    assert!(
        found.is_some() || std::env::var_os("CI").is_none(),
        "no chromium: install the package chromium-headless-shell or chromium"
    );
    found
}

fn exercised(page: &Path, browser: &str) -> serde_json::Value {
    let text = fs::read_to_string(page).unwrap().replacen("<style>", &format!("{EXERCISE}<style>"), 1);
    let exercised = page.with_file_name("exercised.html");
    fs::write(&exercised, text).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("file://{}", exercised.display()))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let title = text.split("<title>").nth(1).and_then(|it| it.split("</title>").next()).unwrap_or_default();
    let title = title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&title).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_page_opens_without_errors_sorts_and_replays_in_a_browser() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    yard.succeeds(&["-q"]);
    let said = exercised(&yard.path("out/report.html"), browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let numbers = |it: &serde_json::Value| -> Vec<u64> {
        it.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
    };
    let sorted = &said["sorted"];
    let (up, down) = (numbers(&sorted[0][1]), numbers(&sorted[1][1]));
    assert!(up.len() == 6 && up.is_sorted() && down.iter().rev().is_sorted(), "{up:?} {down:?}");
    assert_eq!((&sorted[0][0], &sorted[1][0]), (&"ascending".into(), &"descending".into()));
    let results = yard.results();
    let replays = said["replays"].as_array().unwrap();
    assert_eq!(replays.len(), 6);
    for replay in replays {
        let file = replay[0].as_str().unwrap();
        assert_eq!(replay[1].as_str().unwrap(), yard.read(&format!("corpus/{file}")), "{file}");
        assert_eq!(replay[2].as_str().unwrap(), results[file], "{file}");
    }
    assert!(said["why"].as_str().unwrap().contains("without it"), "{said}");
}

/// A script that ran, an image that was fetched or a page that was torn would be among the errors.
#[test]
fn hostile_names_and_outputs_are_text_in_a_browser() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    let hostile = "<script>throw 1<!-- \"'><img src=x onerror=throw 2> &lt; \u{1b}[31m.py";
    let source = "\ndef f():\n    '''<!--</script><script>throw 3</script>'''\n    return trap\n";
    yard.write(&format!("corpus/{hostile}"), source);
    let loud = "#!/bin/sh\nprintf '</pre></details><script>throw 4</script>\\001\\377\\n' >&2\n";
    yard.executable("loud.sh", &format!("{loud}exec \"$(dirname \"$0\")/cc.sh\" \"$1\"\n"));
    yard.succeeds(&["-q", "--glob", "*.py", "--", "./loud.sh", "@@"]);
    let page = yard.path("out/report.html");
    assert!(yard.read("out/report.html").contains("&lt;script&gt;throw 4"));
    let said = exercised(&page, browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let shown = hostile.replace('\u{1b}', "\u{fffd}");
    let mut replays = said["replays"].as_array().unwrap().iter();
    let replay = replays.find(|it| it[0] == shown.as_str()).unwrap_or_else(|| panic!("{said}"));
    assert_eq!(replay[1], source);
    let before = said["before"].as_array().unwrap();
    assert!(before.iter().any(|it| it == source), "{said}");
}

#[test]
fn a_single_reduction_has_the_same_page() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
    command.args(["-q", "corpus/r.rs", "-o", "small.rs", "--report", "page.html", "--", "./cc.sh", "@@"]);
    assert!(command.current_dir(yard.directory.path()).status().unwrap().success());
    let said = exercised(&yard.path("page.html"), browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let expected = serde_json::json!(["corpus/r.rs", yard.read("corpus/r.rs"), yard.read("small.rs")]);
    assert_eq!(said["replays"], serde_json::json!([expected]));
    assert!(said["why"].as_str().unwrap().contains("without it there is no crash any more"), "{said}");
    let page = yard.read("page.html");
    for part in ["Signature", "What the test prints", "index out of bounds", "Script to reproduce"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_script_is_a_test_as_in_a_single_run() {
    let yard = Yard::new();
    yard.executable("t.sh", "#!/bin/sh\ngrep -q boom *\n");
    let output = yard.batch(&["--", "./t.sh"]);
    assert!(output.status.success(), "{output:?}");
    assert!(yard.read("out/c/1.c").contains("boom") && !yard.path("out/p.py").exists());
}

#[test]
fn crashes_that_differ_in_a_name_of_the_input_are_one_bug() {
    let yard = Yard::new();
    for (file, name) in [("lambda1.py", "rest"), ("lambda2.py", "pair")] {
        yard.write(&format!("corpus/{file}"), &format!("x = 1\nf = lambda *{name}: 0\n"));
    }
    yard.executable(
        "black.sh",
        "#!/bin/sh\nname=$(sed -n 's/.*lambda \\*\\([a-z]*\\).*/\\1/p' \"$1\")\n[ -z \"$name\" ] && exit 0\n\
         echo \"error: internal error: cannot parse lambda *$name\" >&2\nexit 123\n",
    );
    let output = yard.batch(&["--glob", "lambda*.py", "--", "./black.sh", "@@"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("1 distinct bug:") && said.contains("lambda *… (2 files; "), "{said}");
}
