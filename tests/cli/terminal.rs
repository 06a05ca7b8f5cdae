//! What a person at a terminal is shown and asked, and what the keys do.

use std::fs;

use crate::kitchen::{FEW, Kitchen, names};
use crate::pty::{Over, Pty};

/// The program about to reduce `x.c` with `options`.
fn on_terminal(kitchen: &Kitchen, term: &str, options: &[&str]) -> Pty {
    let test = ["x.c", "--", "grep", "-q", "bug", "@@"];
    Pty::start(kitchen.command(FEW.iter().chain(options).chain(&test)), term, (80, 24))
}

/// So many lines that define something.
fn lines(what: &str, count: usize) -> String {
    (0..count).map(|it| format!("{what}{it} = {it};\n")).collect::<Vec<_>>().concat()
}

/// A kitchen with a run that stopped half-way.
fn stopped() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", lines("int a", 20) + "int bug;\n");
    let test = ["-j1", "--max-questions", "3", "x.c", "--", "grep", "-q", "bug", "@@"];
    kitchen.lop(FEW.iter().chain(&test)).says(0, &["--resume"]);
    kitchen
}

/// Types each answer where it is asked for, and returns the exit code and all that was said.
fn answered(mut terminal: Pty, answers: &[&str]) -> (Option<i32>, String) {
    for (index, answer) in answers.iter().enumerate() {
        terminal.wait(|said, _| said.matches("leave (q)? ").count() > index);
        terminal.press(&format!("{answer}\n"));
    }
    let over = terminal.end();
    (over.code, over.said)
}

#[test]
fn on_a_terminal_a_person_is_asked_what_becomes_of_an_unfinished_run() {
    let kitchen = stopped();
    let (code, said) = answered(on_terminal(&kitchen, "xterm", &["-j1"]), &["what?", "q"]);
    assert_eq!((code, said.matches("unfinished").count()), (Some(8), 3), "{said}");
    let (code, said) = answered(on_terminal(&kitchen, "xterm", &["-j1"]), &[""]);
    assert!(code == Some(0) && said.contains("going on with"), "{said}");
    let (code, said) = answered(on_terminal(&stopped(), "xterm", &["-j1"]), &["f"]);
    assert!(code == Some(0) && !said.contains("going on with") && said.contains("certified"), "{said}");
}

#[test]
fn a_dumb_terminal_is_sent_no_escapes() {
    let kitchen = Kitchen::new();
    let (code, said) = answered(on_terminal(&kitchen, "dumb", &[]), &[]);
    assert!(code == Some(0) && said.contains("certified") && !said.contains('\x1b'), "{said:?}");
    let (_, said) = answered(on_terminal(&kitchen, "xterm", &[]), &[]);
    assert!(said.contains("\x1b[1m"), "{said:?}");
}

/// A long run on a terminal of this size: half of the lines are needed, and a part of each is not.
fn long_run(kitchen: &Kitchen, options: &[&str], editor: &str, size: (u16, u16)) -> Pty {
    kitchen.write("x.c", lines("int a", 60) + &lines("char b", 60));
    kitchen.script("test.sh", "sleep 0.05\n[ \"$(grep -c 'int a' x.c)\" -ge 60 ]");
    let run = ["-j1", "--passes", "delete-units"].iter().chain(options).chain(&["x.c", "--", "./test.sh"]);
    let mut command = kitchen.command(run);
    command.env("EDITOR", editor).env_remove("VISUAL");
    Pty::start(command, "xterm-256color", size)
}

/// The improvements that `--history h` has kept.
fn history(kitchen: &Kitchen) -> Vec<String> {
    names(&kitchen.path("h")).into_iter().map(|it| kitchen.read(format!("h/{it}"))).collect()
}

/// Ends a long run.
fn quit(mut terminal: Pty) -> Over {
    terminal.press("q");
    let over = terminal.end();
    assert!(over.code == Some(8) && over.is_plain && over.shown.contains("--resume"), "{over:#?}");
    over
}

#[test]
fn a_run_can_be_watched_paused_and_quit() {
    let kitchen = Kitchen::new();
    let mut terminal = long_run(&kitchen, &[], "", (80, 24));
    terminal.shows("last gain");
    terminal.shows("searching");
    terminal.press("p");
    terminal.shows("PAUSED");
    terminal.press("p");
    terminal.wait(|_, shown| !shown.contains("PAUSED") && shown.contains("p pause"));
    terminal.press("b");
    terminal.shows("the best so far");
    terminal.press("?");
    terminal.shows("quit, and keep the best so far");
    let over = quit(terminal);
    assert!(kitchen.read("x.lop.c").contains("int a59"));
    // The frame has gone, and what stays is the line before it and the summary.
    assert!(over.shown.starts_with("x.c: ") && over.shown.ends_with("with --resume"), "{over:#?}");
    assert!(!over.shown.contains("p pause") && !over.shown.contains("⣿"), "{over:#?}");
}

#[test]
fn a_run_that_is_to_finish_is_certified_and_a_pass_can_be_skipped() {
    let kitchen = Kitchen::new();
    // Nothing can go, so that there is enough to be asked until somebody has typed.
    kitchen.script(
        "test.sh",
        "sleep 0.02\ngrep -q bug x.c && [ $(grep -c '^int a[0-9]* = [0-9]*;$' x.c) = 40 ]",
    );
    kitchen.write("x.c", lines("int a", 40) + "int bug;\n");
    let command = kitchen.command(["-j1", "--passes", "delete-units,hoist", "x.c", "--", "./test.sh"]);
    let mut terminal = Pty::start(command, "xterm", (80, 24));
    // Before the first question there is no pass to skip.
    terminal.wait(|_, shown| {
        shown.lines().any(|it| it.contains("no gain yet") && !it.starts_with("0 questions"))
    });
    terminal.press("s");
    terminal.shows("is skipped from now on");
    terminal.press("f");
    let over = terminal.end();
    assert!(over.code == Some(0) && over.is_plain && over.shown.contains("certified 1-minimal"), "{over:#?}");
}

#[test]
fn a_person_s_edit_is_where_the_search_goes_on_if_the_test_says_yes() {
    let kitchen = Kitchen::new();
    let editor = kitchen.script("editor", "echo 'int mine;' >>\"$1\"");
    let mut terminal = long_run(&kitchen, &["--history", "h"], editor.to_str().unwrap(), (100, 24));
    terminal.shows("last gain");
    terminal.press("e");
    terminal.shows("the edit is taken: ");
    quit(terminal);
    assert!(history(&kitchen).iter().any(|it| it.ends_with("int mine;\n")));
    assert!(!kitchen.names().contains(&"x.lop.c.edited".to_owned()));
}

#[test]
fn an_edit_that_the_test_refuses_is_kept_elsewhere_and_the_best_stays() {
    let kitchen = Kitchen::new();
    let editor = kitchen.script("editor", "echo nonsense >\"$1\"");
    let mut terminal = long_run(&kitchen, &[], editor.to_str().unwrap(), (100, 24));
    terminal.shows("last gain");
    terminal.press("e");
    terminal.shows("the edit is not taken, because the test says no to it");
    quit(terminal);
    assert_eq!(kitchen.read("x.lop.c.edited"), "nonsense\n");
    assert!(kitchen.read("x.lop.c").contains("int a59"));
}

#[test]
fn saving_over_the_result_is_an_edit_too() {
    let kitchen = Kitchen::new();
    let mut terminal = long_run(&kitchen, &["--history", "h"], "", (100, 24));
    terminal.shows("last gain");
    let edited = kitchen.read("x.c") + "int mine;\n";
    fs::write(kitchen.path("x.lop.c"), &edited).unwrap();
    terminal.shows("the edit is taken: ");
    quit(terminal);
    assert!(history(&kitchen).contains(&edited));
    assert!(!kitchen.names().contains(&"x.lop.c.edited".to_owned()));
}

#[test]
fn a_run_that_was_steered_goes_on_from_the_edit() {
    let kitchen = Kitchen::new();
    let editor = kitchen.script("editor", "sed -i 's/int a7 .*/int a7 = 1 + 1 + 1 + 1 + 1;/' \"$1\"");
    let mut terminal = long_run(&kitchen, &[], editor.to_str().unwrap(), (100, 24));
    terminal.shows("last gain");
    terminal.press("e");
    terminal.shows("the edit is taken: ");
    quit(terminal);
    let best = kitchen.read("x.lop.c");
    let test =
        ["-j1", "--passes", "delete-units", "--resume", "--max-questions", "1", "x.c", "--", "./test.sh"];
    kitchen.lop(test).says(0, &["going on with"]);
    assert!(kitchen.read("x.lop.c").len() <= best.len());
}

#[test]
fn a_terminal_that_becomes_narrow_shows_what_fits() {
    let kitchen = Kitchen::new();
    let mut terminal = long_run(&kitchen, &[], "", (120, 30));
    terminal.shows("asked  kept");
    terminal.resize((50, 16));
    terminal.wait(|_, shown| !shown.contains("asked  kept") && shown.contains("p pause"));
    assert!(
        terminal.rows().iter().filter(|it| it.contains("p pause")).count() == 1,
        "{:#?}",
        terminal.rows()
    );
    quit(terminal);
}

#[test]
fn a_file_of_a_batch_is_looked_at_and_steered_like_a_single_run() {
    let kitchen = Kitchen::new();
    let editor = kitchen.script("editor", "echo 'int mine;' >>\"$1\"");
    let keeps = "sleep 0.1\n[ \"$(grep -c 'int a' \"$1\")\" -ge 60 ]";
    kitchen.script("keeps.sh", keeps);
    fs::create_dir(kitchen.path("d")).unwrap();
    kitchen.write("d/1.c", lines("int a", 60) + &lines("char b", 60));
    kitchen.write("d/2.c", lines("int a", 60) + &lines("char c", 60));
    let words =
        ["batch", "-j2", "--every-file", "--exit-code", "0", "--out", "r", "d", "--", "./keeps.sh", "@@"];
    let mut command = kitchen.command(words);
    command.env("EDITOR", editor).env_remove("VISUAL");
    let mut terminal = Pty::start(command, "xterm-256color", (100, 30));
    terminal.wait(|_, shown| shown.contains("▸") && shown.contains("2.c"));
    terminal.press("\x1b[B");
    terminal.press("\n");
    terminal.shows("Enter all files");
    terminal.shows("last gain");
    terminal.press("e");
    terminal.shows("the edit is taken: ");
    terminal.press("\n");
    terminal.shows("0/2 reduced");
    terminal.press("p");
    terminal.shows("PAUSED");
    terminal.press("q");
    let over = terminal.end();
    assert!(over.code == Some(8) && over.is_plain, "{over:#?}");
    assert!(over.shown.contains("give the same command again"), "{over:#?}");
}

#[test]
fn plain_progress_moves_no_cursor_and_reads_no_keys() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "sleep 0.05\ngrep -q bug x.c");
    let command = kitchen.command(["--progress", "plain", "-j1", "x.c", "--", "./test.sh"]);
    let over = Pty::start(command, "xterm", (80, 24)).end();
    assert!(over.code == Some(0) && over.shown.contains("certified 1-minimal"), "{over:#?}");
    assert!(!over.said.contains("\x1b[?25l") && !over.said.contains("p pause"), "{over:#?}");
}

#[test]
fn without_colours_the_view_has_none() {
    let kitchen = Kitchen::new();
    let mut terminal = long_run(&kitchen, &["--no-color"], "", (80, 24));
    terminal.shows("last gain");
    let said = quit(terminal).said;
    assert!(!said.contains("\x1b[1m") && !said.contains("\x1b[38;"), "{said:?}");
}
