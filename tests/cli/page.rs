//! The page of `--report` and the text of `--bug`, as documents: what they say without any script.

use std::process::Command;

use crate::kitchen::Kitchen;

/// A compiler that knows one bug, and says why it refuses what it refuses.
const COMPILER: &str = r#"text=$(cat "$1")
case $text in
    *"loop("*) sleep 30 ;;
    *"f(x)"*"int x"*|*"int x"*"f(x)"*) echo "$1:1: internal compiler error: in fold_it, at fold.c:12" >&2; exit 4 ;;
    *"f(x)"*) echo "$1:1:5: error: 'x' undeclared (first use in this function)" >&2; exit 1 ;;
    *"int x"*"f("*) echo "$1:1: internal compiler error: in other_it, at other.c:1" >&2; exit 4 ;;
    *"(x"*) echo "$1:1:5: error: expected ')' before '}' token" >&2; exit 1 ;;
esac
"#;

/// What `examples/frames.c` comes to with gcc 12.
const FRAMES: &str = "#include <string.h>
a() {
int a;
struct {
int size[a];
int a
} frame;
memcpy(&frame.a, 0, a);
size(frame);
}
";

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script("cc.sh", COMPILER);
    kitchen.write("x.c", "int unused() { return 1; }\nint x;\nint g() { if (1) { f(x); } }\n");
    kitchen
}

/// The page of a run, without what only a script reads, and without markup.
fn document(page: &str) -> String {
    let mut out = String::new();
    let page = page.split_once("</style>").unwrap().1;
    for (at, part) in page.split("<script").enumerate() {
        let seen = if at == 0 { part } else { part.split_once("</script>").unwrap().1 };
        for piece in seen.split('<') {
            out.push_str(piece.split_once('>').map_or("", |it| it.1));
        }
    }
    out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[test]
fn the_page_groups_what_the_test_says_without_each_token() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["-j1", "--timeout", "5", "--report", "r.html", "x.c", "--", "./cc.sh", "@@"]);
    ended.says(0, &["certified 1-minimal"]);
    let page = kitchen.read("r.html");
    for said in [
        "title=\"without it all is well: no error, no crash\"",
        "title=\"without it: error: … undeclared (…)\"",
        "title=\"without it there is another crash: gcc internal compiler error: in other_it",
        "title=\"without it the text does not parse",
    ] {
        assert!(page.contains(said), "{said} is not in {page}");
    }
    let text = document(&page);
    for said in [
        "another crash: gcc internal compiler error: in other_it",
        "error: … undeclared (…)",
        "it does not parse",
    ] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    assert!(!page.contains("it was not tried without it"), "{page}");
}

/// What the page says of each token and each part, in order.
fn reasons(page: &str) -> Vec<&str> {
    page.split("title=\"without it").skip(1).map(|it| it.split('"').next().unwrap()).collect()
}

#[test]
fn the_page_of_a_run_that_was_killed_explains_as_much_as_that_of_one_that_was_not() {
    let words = |kitchen: &Kitchen| {
        let here = kitchen.path("").display().to_string();
        let dies = format!(
            "echo >>{here}/calls\n[ $(wc -l <{here}/calls) -ne $(cat {here}/kill) ] || kill -9 $PPID"
        );
        kitchen.script("cc.sh", &format!("{dies}\n{COMPILER}"));
        ["-j1", "--report", "r.html", "--resume", "x.c", "--", "./cc.sh", "@@"]
    };
    let undisturbed = kitchen();
    undisturbed.write("kill", "0\n");
    undisturbed.lop(words(&undisturbed)).says(0, &["certified 1-minimal"]);
    let page = undisturbed.read("r.html");
    let calls = undisturbed.read("calls").lines().count();
    assert!(reasons(&page).len() > 5, "{page}");

    let killed = kitchen();
    killed.write("kill", format!("{}\n", calls - 3));
    let ended = killed.lop(words(&killed));
    assert_eq!(ended.code, None, "{ended:#?}");
    killed.lop(words(&killed)).says(0, &["going on with", "certified 1-minimal"]);
    assert_eq!(reasons(&killed.read("r.html")), reasons(&page));
}

#[test]
fn without_scripts_the_page_names_each_step_and_what_the_questions_bought() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["-j1", "--report", "r.html", "x.c", "--", "./cc.sh", "@@"]);
    let text = document(&kitchen.read("r.html"));
    let questions =
        ended.stderr.split(" questions in ").next().unwrap().rsplit('\n').next().unwrap().to_owned();
    for said in [
        "gcc internal compiler error: in fold_it",
        "function unused became return 1;",
        "What the questions bought",
        &format!("Questions{questions} in "),
    ] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    assert!(
        text.contains(&format!("all{questions}")),
        "the table adds up to the questions of the summary: {text}"
    );
}

#[test]
fn the_page_asks_nothing_of_any_other_host() {
    let kitchen = kitchen();
    kitchen.lop(["--report", "r.html", "x.c", "--", "./cc.sh", "@@"]).says(0, &[]);
    let page = kitchen.read("r.html");
    assert!(page.contains("default-src 'none'"));
    for it in ["http:", "https:", "url(", "@import", "<link", "<img"] {
        assert!(!page.contains(it), "{it}");
    }
}

#[test]
fn a_script_that_says_nothing_is_explained_by_how_it_ends_and_by_the_grammar() {
    let kitchen = Kitchen::new();
    let script = "grep -q 'int bug;' x.c || exit 7";
    kitchen.lop(["--report", "r.html", "x.c", "--", "sh", "-c", script]).says(0, &[]);
    let text = document(&kitchen.read("r.html"));
    assert!(text.contains("exit code 7, and no error that is known"), "{text}");
    assert!(text.contains("it does not parse"), "{text}");
}

#[test]
fn a_text_for_a_bug_tracker_has_what_a_maintainer_asks_for() {
    let kitchen = kitchen();
    kitchen.lop(["--bug", "bug.md", "x.c", "--", "./cc.sh", "@@"]).says(0, &[]);
    let text = kitchen.read("bug.md");
    for said in [
        "# gcc internal compiler error: in fold_it",
        "- **Command:** `./cc.sh x.c`\n",
        "- **Language:** c\n",
        "; no single token can go\n",
        "```c\n",
        "x.c:1: internal compiler error: in fold_it, at fold.c:12\n",
    ] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    assert!(text.contains(kitchen.read("x.lop.c").trim()), "{text}");
}

/// Only with the compiler that has the bug.
#[test]
fn each_token_of_the_example_is_explained() {
    let kitchen = Kitchen::new();
    kitchen.write("frames.c", FRAMES);
    let gcc = ["gcc", "-O2", "-D_FORTIFY_SOURCE=3", "-c"];
    let run = Command::new(gcc[0]).args(&gcc[1..]).arg(kitchen.path("frames.c")).arg("-o/dev/null").output();
    let crashes = run.is_ok_and(|it| String::from_utf8_lossy(&it.stderr).contains("internal compiler error"));
    if !crashes {
        return;
    }
    let words = ["--report", "r.html", "--bug", "bug.md", "frames.c", "--"];
    kitchen.lop(words.iter().chain(&gcc).chain(&["@@"])).says(0, &["certified 1-minimal", "45 tokens"]);
    let page = kitchen.read("r.html");
    assert_eq!(page.matches("<span class=\"t ").count(), 45);
    for vague in ["it was not tried without it", "the test says no", "there is no crash any more"] {
        assert!(!page.contains(&format!("without it {vague}")) && !page.contains(vague), "{vague}: {page}");
    }
    let text = document(&page);
    for said in [
        "all is well: no error, no crash",
        "error: … undeclared (…)",
        "it does not parse",
        "expression statement",
    ] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    assert!(kitchen.read("bug.md").contains("- **Version:** gcc"), "{}", kitchen.read("bug.md"));
}
