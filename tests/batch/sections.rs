//! How each file of a batch is tested: by the command, a script beside it, or a section of `lop.toml`.

use std::fs;
use std::process::Command;

use crate::yard::Yard;

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
fn a_section_names_reducers_each_started_for_each_file() {
    let yard = Yard::new();
    let section =
        "[[files]]\nglob = '*.txt'\ncommand = 'grep -q needle @@'\nexit-codes = [0]\npasses = 'reducers'\n";
    yard.write("corpus/lop.toml", &format!("{section}reducer = 'filter:./upper.sh'\n"));
    yard.executable(
        "corpus/upper.sh",
        "#!/bin/sh\ngrep -v hay \"$1\" >\"$2\"; basename \"$1\" >>\"$0.log\"\n",
    );
    yard.write("corpus/x.txt", "hay\nneedle\nhay\n");
    yard.write("corpus/y.txt", "hay\nother\nneedle\n");
    yard.succeeds(&["-q", "--glob", "*.txt"]);
    assert!(["x.txt", "y.txt"].iter().all(|it| yard.read(&format!("out/{it}")).trim() == "needle"));
    let asked = fs::read_to_string(yard.path("corpus/upper.sh.log")).unwrap();
    assert!(asked.contains("x.txt") && asked.contains("y.txt"), "{asked}");
    yard.write("corpus/lop.toml", &format!("{section}reducer = 'filter:./absent.sh'\n"));
    let ended = yard.batch(&["-q", "--glob", "*.txt"]);
    assert!(String::from_utf8_lossy(&ended.stderr).contains("there is no reducer"), "{ended:?}");
}

#[test]
fn a_section_names_the_grammar_of_its_files() {
    let yard = Yard::new();
    yard.write("corpus/queries/language.toml", "[lines]\nrecords = 'lines'\nbrackets = [['(', ')']]\n");
    yard.write("corpus/x.qry", "select (a (needle) c)\nfrom b\n");
    let section = "[[files]]\nglob = '*.qry'\ncommand = 'grep -q needle @@'\nexit-codes = [0]\n";
    yard.write("corpus/lop.toml", &format!("{section}grammar = 'queries'\n"));
    yard.succeeds(&["-q", "--glob", "*.qry"]);
    assert_eq!(yard.results()["x.qry"].trim(), "needle");
    for (wrong, said) in
        [("'nowhere'", "cannot read the grammar"), ("'queries'\nlanguage = 'c'", "remove the key")]
    {
        yard.write("corpus/lop.toml", &format!("{section}grammar = {wrong}\n"));
        let ended = yard.batch(&["-q", "--glob", "*.qry"]);
        assert!(
            !ended.status.success() && String::from_utf8_lossy(&ended.stderr).contains(said),
            "{ended:?}"
        );
    }
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
        "[[files]]\nglob = 'h/*'\ncommand = ['./spin.sh', '@@']\nhang = true\ntimeout = 1\nlanguage = 'text'",
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
    assert!(results["r.rs"].starts_with("fn main(){") && results["r.rs"].contains("kaput("), "{results:?}");
    assert!(results["s.js"].contains("let") && results["s.js"].contains("segv"), "{results:?}");
    let record: serde_json::Value = serde_json::from_str(&yard.read("out/r.rs.json")).unwrap();
    let passes = record["passes"].as_array().unwrap();
    assert!(passes.iter().any(|it| it["name"] == "valid" && it["asked"].as_u64() > Some(0)), "{passes:?}");
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
fn a_script_is_a_test_as_in_a_single_run() {
    let yard = Yard::new();
    yard.executable("t.sh", "#!/bin/sh\ngrep -q boom *\n");
    let output = yard.batch(&["--", "./t.sh"]);
    assert!(output.status.success(), "{output:?}");
    assert!(yard.read("out/c/1.c").contains("boom") && !yard.path("out/p.py").exists());
}

#[test]
fn a_section_may_hold_on_to_a_rate() {
    let yard = Yard::new();
    yard.write("corpus/moody/a.txt", "hay\nneedle\ncliff\nhay\n");
    // Nine of ten runs say yes; without the cliff four do.
    let here = yard.path("").display().to_string();
    yard.executable(
        "moody.sh",
        &format!(
            "#!/bin/sh\nset -- $(cksum a.txt); n=$(cat {here}/asked.$1 2>/dev/null || echo 0)\n\
             echo $((n + 1)) >{here}/asked.$1; grep -q needle a.txt || exit 1\n\
             rate=4; grep -q cliff a.txt && rate=9; [ $(((n * 7 + $1) % 10)) -lt $rate ]\n"
        ),
    );
    let section =
        format!("[[files]]\nglob = 'moody/*'\ncommand = ['{here}/moody.sh']\nflaky = true\njobs = 1\n");
    yard.write("corpus/lop.toml", &section);
    yard.succeeds(&["-q", "--glob", "*.txt"]);
    let result = &yard.results()["moody/a.txt"];
    assert!(result.contains("needle") && result.contains("cliff") && !result.contains("hay"), "{result}");
    let record: serde_json::Value = serde_json::from_str(&yard.read("out/moody/a.txt.json")).unwrap();
    assert!(record["rates"]["result"]["yes"].as_u64().is_some_and(|it| it >= 50), "{}", record["rates"]);
}

#[test]
fn the_runs_of_a_batch_learn_from_each_other() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "-j1", "--every-file", "--learn", "learnt", "--glob", "c/*.c"]);
    let learnt = yard.read("learnt");
    assert!(learnt.contains("\"language\":\"c\",\"runs\":3"), "{learnt}");
    let asked = yard.runs();
    yard.write("corpus/lop.toml", "[[files]]\nglob = '**'\nlearn = '../torn'\n");
    yard.write("torn", &learnt[..learnt.len() / 2]);
    for options in [&["-q", "--learn", "torn"][..], &["-q"]] {
        let ended = yard.batch(options);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && said.contains("--learn"), "{said}");
    }
    assert_eq!(yard.runs(), asked, "nothing was asked");
    assert_eq!(yard.read("torn"), learnt[..learnt.len() / 2]);
}
