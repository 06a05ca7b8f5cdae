//! `--learn`: what a run sees is kept for the next one.

use crate::kitchen::Kitchen;

const LEARN: [&str; 6] = ["-j1", "--stats", "--learn", "learnt", "--", "./test.sh"];

/// A directory with three files for one script, which wants `bug` in a text that has its brackets in pairs.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script(
        "test.sh",
        "grep -q bug \"$1\" && [ \"$(tr -dc '{(' <\"$1\" | wc -c)\" = \"$(tr -dc '})' <\"$1\" | wc -c)\" ]",
    );
    for (name, name_of_it) in [("a.c", "f"), ("b.c", "g"), ("c.c", "h")] {
        let text = format!(
            "int other(void) {{ return 1; }}\nint {name_of_it}(int x) {{ if (x) return bug(x + 1); return 0; }}\n"
        );
        kitchen.write(name, text);
    }
    kitchen
}

#[test]
fn a_later_file_under_the_same_command_begins_with_what_earlier_ones_saw() {
    let kitchen = kitchen();
    let run = |file: &str| kitchen.lop([&[file][..], &LEARN, &["@@"]].concat());
    run("a.c").says(0, &["learnt from 0 runs before: 0 of 0 kinds of edits", "certified 1-minimal"]);
    let first = kitchen.read("learnt");
    assert!(
        first.starts_with("{\"format\":\"lop-learn\",\"version\":1}\n")
            && first.contains("\"language\":\"c\"")
    );
    assert!(!first.contains("test.sh"), "a digest says nothing of the command: {first}");
    let second = run("b.c");
    second.says(0, &["learnt from 1 run before", "certified 1-minimal"]);
    assert!(!second.stderr.contains("of 0 kinds"), "{}", second.stderr);
    run("c.c").says(0, &["learnt from 2 runs before"]);
    for file in ["a", "b", "c"] {
        assert_eq!(kitchen.read(format!("{file}.lop.c")).trim(), "bug");
    }
    let other =
        kitchen.lop(["a.c", "--fresh", "--stats", "--learn", "learnt", "--", "grep", "-q", "bug", "@@"]);
    other.says(0, &["learnt from 0 runs before"]);
    let said = kitchen.lop([&["b.c", "--deterministic"][..], &LEARN, &["@@"]].concat());
    said.says(0, &["what is in learnt is an input of this run"]);
}

#[test]
fn a_file_that_is_none_of_its_own_is_refused_before_the_first_question_and_stays() {
    let kitchen = kitchen();
    let run = || kitchen.lop([&["a.c"][..], &LEARN, &["@@"]].concat());
    run().says(0, &[]);
    let torn = kitchen.read("learnt").replacen("\"language\"", "\"lang", 1);
    for wrong in ["int main(void) {}\n", &torn, "{\"format\":\"lop-learn\",\"version\":9}\n"] {
        kitchen.write("learnt", wrong);
        kitchen.script("test.sh", "echo asked >>asked; exit 1");
        run().says(1, &["learnt is not a file of --learn"]);
        assert_eq!(kitchen.read("learnt"), wrong);
        assert!(!kitchen.path("asked").exists());
    }
}
