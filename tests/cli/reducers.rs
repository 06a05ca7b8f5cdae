//! Other people's reducers: worked examples, old protocols, and those that do not do what they must.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::kitchen::Kitchen;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/reducers").join(name)
}

/// Reduces `x.txt` with the proposals of one reducer alone; the file must still have a line with `bug`. Returns the number
/// of tokens after each step of the reducer's: what the proof takes out after it is not its own.
fn alone(kitchen: &Kitchen, reducer: &str) -> Vec<u64> {
    let words = [
        "x.txt",
        "-j1",
        "--json",
        "--passes",
        "reducers",
        "--reducer",
        reducer,
        "--",
        "grep",
        "-q",
        "bug",
        "@@",
    ];
    let ended = kitchen.lop(words);
    ended.says(0, &[]);
    let text = ended.text();
    let records = text.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap());
    let of_it = |it: &serde_json::Value| it["pass"].as_str().is_some_and(|it| it.starts_with("reducer-"));
    let steps = records.filter(|it| it["event"] == "improved" && of_it(it));
    steps.map(|it| it["tokens"].as_u64().unwrap()).collect()
}

#[test]
fn a_filter_in_shell_is_a_reducer_and_parts_of_its_result_count() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a // one\nb // the bug\nc // two\n");
    let steps = alone(&kitchen, &format!("filter:{}", example("strip-comments.sh").display()));
    // Of 13 tokens the two comments without the bug, which are three each.
    assert_eq!(steps.last(), Some(&7), "{steps:?}");
}

#[test]
fn a_reducer_in_python_proposes_lists_and_alternatives() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a [one] b [the bug] c [two] SHOUT\n");
    let steps = alone(&kitchen, &example("words.py").display().to_string());
    // a b [the bug] c
    assert_eq!(steps.last(), Some(&7), "{steps:?}");
}

#[test]
fn a_reducer_in_rust_proposes_paragraphs() {
    let kitchen = Kitchen::new();
    let program = kitchen.state.path().join("paragraphs");
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let built = Command::new(rustc).arg(example("paragraphs.rs")).arg("-o").arg(&program).status().unwrap();
    assert!(built.success());
    let checked = kitchen.lop(["check-reducer".to_owned(), program.display().to_string()]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    kitchen.write("x.txt", "one\nof several lines\n\nthe bug\n\n\nthree\n");
    let steps = alone(&kitchen, &program.display().to_string());
    assert_eq!(steps.last(), Some(&2), "{steps:?}");
}

#[test]
fn steps_that_are_counted_are_proposals() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "1\n2\nbug\n4\n");
    // A step deletes a line.
    let body = "case $1 in get_count) wc -l <\"$2\";; reduce) sed -i \"$(($3 + 1))d\" \"$2\";; esac";
    let script = kitchen.script("lines.sh", body);
    let steps = alone(&kitchen, &format!("count:{}", script.display()));
    assert_eq!(steps.last(), Some(&1), "{steps:?}");
}

#[test]
fn preduces_reducers_of_both_protocols_are_reducers() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "1\n2\nbug\n4\n");
    let one = kitchen.script(
        "one.sh",
        "n=1; all=$(wc -l <\"$1\"); while [ $n -le $all ] && read to; do sed \"${n}d\" \"$1\" >\"$to\"; echo; n=$((n + 1)); done",
    );
    assert_eq!(alone(&kitchen, &format!("preduce1:{}", one.display())).last(), Some(&1));

    let two = kitchen.executable(
        "two.py",
        r#"#!/usr/bin/env python3
import json, sys
lines = lambda path: open(path).readlines()
for line in sys.stdin:
    (kind, it), = json.loads(line).items()
    if kind == "New":
        reply = {"state": 0}
    elif kind == "Next":
        n = it["state"] + 1
        reply = {"next_state": n if n < len(lines(it["seed"])) else None}
    else:
        all = lines(it["seed"])
        del all[it["state"]]
        open(it["dest"], "w").writelines(all)
        reply = {"reduced": True}
    print(json.dumps({kind: reply}), flush=True)
"#,
    );
    std::fs::remove_file(kitchen.path("x.lop.txt")).unwrap();
    assert_eq!(alone(&kitchen, &format!("preduce2:{}", two.display())).last(), Some(&1));
}

#[test]
fn a_reducer_that_does_wrong_is_told_of_and_the_search_goes_on_without_it() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a line\nbug\nanother\n");
    let hello = r#"read -r line; echo '{"type":"hello","protocol":1}'; "#;
    let done = r#"echo '{"type":"done","id":1}'"#;
    let edit = |it: &str| {
        format!(r#"{hello}read -r line; echo '{{"type":"edits","id":1,"alternatives":[[{it}]]}}'; {done}"#)
    };
    let cases = [
        ("exit 3".to_owned(), "it ended before it had answered (exit status: 3)"),
        ("echo 'no JSON'; cat".to_owned(), "it wrote something that is no message: no JSON"),
        (r#"echo '{"type":"hello","protocol":7}'; cat >/dev/null"#.to_owned(), "it speaks version 7"),
        (edit(r#"{"start":5,"end":500}"#), "it named spans that are not in the file"),
        (edit(r#"{"start":0,"end":1,"text":"b"}"#), "its proposals change nothing"),
        (edit(r#"{"start":0,"end":1,"text":"bbbbbb"}"#), "its proposals are all larger than the file"),
        (
            format!("{hello} yes '{{\"type\":\"list\",\"id\":1,\"elements\":[]}}'"),
            "it wrote more than anybody reads",
        ),
    ];
    for (number, (body, told)) in cases.into_iter().enumerate() {
        let script = kitchen.script(&format!("bad{number}.sh"), &body);
        let reducer = script.display().to_string();
        let words = ["x.txt", "--fresh", "--reducer", &reducer, "--", "grep", "-q", "bug", "@@"];
        let ended = kitchen.lop(words);
        ended.says(0, &[told, "certified 1-minimal"]);
        assert_eq!(kitchen.read("x.lop.txt").trim(), "bug");
    }
    let ended =
        kitchen.lop(["x.txt", "--fresh", "--reducer", "filter:true", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["it wrote no result"]);
}

#[test]
fn a_reducer_stays_the_same_process_through_all_rounds_of_several_jobs() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a line\n".repeat(12) + "bug\n");
    let log = kitchen.path("log");
    // It proposes to delete the first line, once for each text.
    let body = r#"
read -r hello; echo '{"type":"hello","protocol":1}'
while read -r line; do
    id=${line#*\"id\":} id=${id%%,*} path=${line#*\"path\":\"} path=${path%%\"*}
    echo "$$ $path" >>LOG
    echo "{\"type\":\"edits\",\"id\":$id,\"alternatives\":[[{\"start\":0,\"end\":$(head -n 1 "$path" | wc -c)}]]}"
    echo "{\"type\":\"done\",\"id\":$id}"
done"#;
    let script = kitchen.script("first.sh", &body.replace("LOG", &log.display().to_string()));
    let reducer = script.display().to_string();
    let words =
        ["x.txt", "-j4", "--passes", "reducers", "--reducer", &reducer, "--", "grep", "-q", "bug", "@@"];
    let ended = kitchen.lop(words);
    ended.says(0, &[]);
    assert!(!ended.stderr.contains("the reducer"), "{}", ended.stderr);
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<(&str, &str)> = text.lines().map(|it| it.split_once(' ').unwrap()).collect();
    assert!(lines.len() > 10 && lines.iter().all(|it| it.0 == lines[0].0), "{text}");
    // It has ended with the run, and its copy of the file is gone.
    assert!(!Path::new("/proc").join(lines[0].0).exists());
    assert!(lines.iter().all(|it| !Path::new(it.1).parent().unwrap().exists()), "{text}");
}

#[test]
fn check_reducer_says_what_is_right_and_what_is_wrong() {
    let kitchen = Kitchen::new();
    let examples = [
        format!("filter:{}", example("strip-comments.sh").display()),
        example("words.py").display().to_string(),
    ];
    for reducer in examples {
        let good = kitchen.lop(["check-reducer".to_owned(), reducer]);
        assert!(good.code == Some(0) && !good.text().contains("FAILED"), "{good:?}");
    }
    let script = kitchen.script("bad.sh", "exit 3");
    let bad = kitchen.lop(["check-reducer".to_owned(), "--json".to_owned(), script.display().to_string()]);
    assert_eq!(bad.code, Some(2));
    let records: Vec<serde_json::Value> =
        bad.text().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(records.iter().all(|it| it["check"].is_string()));
    // Of one that proposes nothing nobody knows what its proposals are like.
    let unseen = records.iter().filter(|it| it["ok"].is_null() && it["because"].is_string());
    assert_eq!((records.len(), unseen.count()), (33, 7));
    assert!(records.iter().all(|it| it["ok"] != true), "{}", bad.text());
    kitchen.lop(["check-reducer", "filter:"]).says(1, &["--reducer names no command"]);
    kitchen.lop(["check-reducer", "./absent"]).says(1, &["there is no reducer ./absent"]);
}

/// It takes part of the lines each, reads no file, and has half of them when it is asked for more.
const EVERYTHING: &str = r#"#!/usr/bin/env python3
import json, sys

def say(**message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    it = json.loads(line)
    if it["type"] == "hello":
        say(type="hello", protocol=1, inline=True, verdicts=True, parallel=2)
    elif it["type"] == "propose":
        text = it["text"].encode() if "text" in it else bytes.fromhex(it["hex"])
        spans, at = [], 0
        for each in text.splitlines(keepends=True)[:1000]:
            spans.append([{"start": at, "end": at + len(each)}])
            at += len(each)
        mine = spans[it.get("part", 0)::it.get("parts", 1)]
        half = mine[1::2] if "more" in it else mine[::2]
        say(type="list", id=it["id"], elements=half, gains=[1] * len(half))
        say(type="done", id=it["id"], more="more" not in it)
"#;

#[test]
fn a_reducer_may_use_all_that_the_protocol_offers() {
    let kitchen = Kitchen::new();
    let script = kitchen.executable("everything.py", EVERYTHING);
    let checked = kitchen.lop(["check-reducer".to_owned(), script.display().to_string()]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(!checked.text().contains("unseen"), "{checked:?}");
    kitchen.write("x.txt", "one\ntwo\nthree\nfour\nthe bug\nsix\nseven\n");
    let steps = alone(&kitchen, &script.display().to_string());
    assert_eq!(steps.last(), Some(&2), "{steps:?}");
}

#[test]
fn a_reducer_that_is_not_there_is_told_before_anything_is_asked() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a line\nbug\n");
    let run =
        |option: &str, value: &str| kitchen.lop(["x.txt", option, value, "--", "grep", "-q", "bug", "@@"]);
    run("--reducer", "/nowhere/reducer").says(1, &["there is no reducer /nowhere/reducer"]);
    run("--reducer", "filter:./x.txt").says(1, &["x.txt cannot be executed", "chmod +x"]);
    run("--bridge", "nothing").says(1, &["there is no bridge to nothing"]);
    assert!(!kitchen.path("x.lop.txt").exists());
}

#[test]
fn reducers_for_shrink_ray_and_hints_of_c_vise_are_reducers() {
    let kitchen = Kitchen::new();
    kitchen.write("x.txt", "a line\nbug\nanother\n");
    // Takes out one line after the other, and goes on from what it is told is interesting.
    let body = r#"#!/usr/bin/env python3
import base64, json, sys
def say(it): print(json.dumps(it), flush=True)
asked = set()
for line in sys.stdin:
    told = json.loads(line)
    text = base64.b64decode(told["content"])
    if text in asked:
        asked.discard(text)
    else:
        lines = text.splitlines(True)
        asked = {b"".join(lines[:at] + lines[at + 1:]) for at in range(len(lines))}
        for it in sorted(asked):
            say({"content": base64.b64encode(it).decode()})
    if not asked:
        say({"idle": True})
"#;
    let script = kitchen.path("shrink.py");
    std::fs::write(&script, body).unwrap();
    let reducer = format!("shrinkray:python3 {}", script.display());
    assert_eq!(alone(&kitchen, &reducer).last(), Some(&1));
    std::fs::remove_file(kitchen.path("x.lop.txt")).unwrap();
    let body = r#"
echo '{"format": "cvise_hints_v0"}'
echo '["lines"]'
grep -abo '^.*$' "$1" | while IFS=: read -r at line; do
    echo "{\"t\": 0, \"p\": [{\"l\": $at, \"r\": $((at + ${#line}))}]}"
done"#;
    let script = kitchen.script("hints.sh", body);
    assert_eq!(alone(&kitchen, &format!("hints:{}", script.display())).last(), Some(&1));
}

#[test]
fn passes_of_c_reduce_and_c_vise_are_reducers_where_they_are_installed() {
    let kitchen = Kitchen::new();
    for (kind, program) in [("creduce", "creduce"), ("cvise", "cvise")] {
        let words = ["-c", "command -v \"$1\"", "sh", program];
        if !Command::new("sh").args(words).output().unwrap().status.success() {
            let spelt = format!("{kind}:lines::0");
            kitchen.lop(["check-reducer", &spelt]).says(1, &["is not installed", "apt-get install"]);
            continue;
        }
        kitchen.write("x.c", "int      a;\n/* a comment */\nint bug;\n\n# 1 \"x.c\"\n");
        // The last calls clang-format, which a distribution may have under a name with a version.
        for pass in ["comments", "blank", "lines::0", "indent::final"] {
            let reducer = format!("{kind}:{pass}");
            let words = ["x.c", "--fresh", "--passes", "reducers", "--reducer", &reducer, "--json", "--"];
            let ended = kitchen.lop(words.into_iter().chain(["grep", "-q", "bug", "@@"]));
            let name = format!("reducer-{kind}-{pass}");
            let of_it = |it: &str| it.contains(&name) && it.contains("improved");
            assert!(ended.code == Some(0) && ended.text().lines().any(of_it), "{reducer}: {ended:?}");
            assert!(!ended.stderr.contains("the reducer"), "{reducer}: {}", ended.stderr);
        }
        let spelt = format!("{kind}:no-such-pass");
        let ended = kitchen.lop(["check-reducer", &spelt]);
        assert!(matches!(ended.code, Some(1 | 2)), "{ended:?}");
    }
}
