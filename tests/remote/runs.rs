//! A run at a server has everything that one on this machine has.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::{Packing, Server, count};
use crate::kitchen::{FEW, Kitchen};
use crate::{THERE, kitchen, run};

/// The last record of a run that tells of itself in JSON.
fn summary(text: &str) -> Value {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// What a run did, pass by pass. How many questions that took is not the same: some are asked ahead of the search.
fn done(summary: &Value) -> Vec<[Value; 4]> {
    let passes = summary["passes"].as_array().unwrap().iter();
    let done = passes.filter(|it| it["accepted"] != 0);
    done.map(|it| ["name", "accepted", "tokens", "bytes"].map(|key| it[key].clone())).collect()
}

#[test]
fn with_deterministic_a_run_there_is_one_here_byte_for_byte() {
    let wants = "grep -q bug3 x.c && grep -q 'return x' x.c && grep -q bug5 x.c";
    let (here, there, server) = (kitchen(wants), kitchen(&format!("{THERE} && {wants}")), Server::good());
    let options = ["--deterministic", "--json"];
    let words = FEW.into_iter().chain(options).chain(["-j1", "x.c", "--", "./test.sh"]);
    let at_home = here.lop(words);
    at_home.says(0, &[]);
    let abroad = run(&there, &server, &["--deterministic", "--json", "--remote-jobs", "3"]);
    abroad.says(0, &[]);
    assert_eq!(there.read("x.lop.c"), here.read("x.lop.c"));
    let (at_home, abroad) = (summary(&at_home.text()), summary(&abroad.text()));
    assert_eq!((done(&abroad), &abroad["rounds"]), (done(&at_home), &at_home["rounds"]));
    let answered = abroad["remote"]["answered"].as_u64().unwrap();
    assert!(answered > 20 && answered <= count(&server.state.counts.executed), "{abroad}");
    assert!(abroad["remote"]["worked"].is_f64(), "{abroad}");
    assert_eq!((&abroad["remote"]["here"], &abroad["remote"]["local"]), (&Value::from(0), &Value::from(0)));
}

#[test]
fn where_batches_are_allowed_a_run_there_is_one_without_byte_for_byte() {
    let line = format!("{THERE} && grep -q bug3 x.c && grep -q 'return x' x.c && grep -q bug5 x.c");
    let (alone, together, server) = (kitchen(&line), kitchen(&line), Server::quick());
    let options = ["--deterministic", "--json", "--remote-jobs", "8", "--remote-batch"];
    run(&alone, &server, &[&options[..], &["1"]].concat()).says(0, &[]);
    let ended = run(&together, &server, &[&options[..], &["4"]].concat());
    ended.says(0, &[]);
    assert_eq!(together.read("x.lop.c"), alone.read("x.lop.c"));
    let summary = summary(&ended.text());
    let number = |key: &str| summary["remote"][key].as_u64().unwrap();
    let (answered, in_company, batches) = (number("answered"), number("batched"), number("batches"));
    // How many ask at the same time is for the search to say, and who gives up just when the answer comes is not counted.
    assert!(in_company >= batches && answered > batches, "{summary}");
}

#[test]
fn a_run_that_was_stopped_goes_on_and_asks_nothing_twice() {
    let line = format!("{THERE} && grep -q bug3 x.c && grep -q 'return x' x.c");
    let (whole, server) = (kitchen(&line), Server::good());
    run(&whole, &server, &["--remote-jobs", "1"]).says(0, &["certified 1-minimal"]);
    let all = count(&server.state.counts.executed);
    let (parts, server) = (kitchen(&line), Server::good());
    run(&parts, &server, &["--remote-jobs", "1", "--max-questions", "20"]).says(0, &[]);
    assert!(count(&server.state.counts.executed) < all);
    run(&parts, &server, &["--remote-jobs", "1", "--resume"])
        .says(0, &["going on with", "certified 1-minimal"]);
    assert_eq!(parts.read("x.lop.c"), whole.read("x.lop.c"));
    // As here: the second part asks about the original again, and each about its result, which is not written down.
    let (executed, recalled) = (count(&server.state.counts.executed), count(&server.state.counts.recalled));
    assert!(executed + recalled <= all + 6, "{executed} + {recalled} of {all}");
    assert!(parts.journals().is_empty());
}

#[test]
fn a_crash_keeps_its_signature_and_reports_show_it() {
    let server = Server::good();
    let kitchen = kitchen(&format!(
        "{THERE} && grep -q bug3 x.c && {{ echo 'x.c:1: internal compiler error: in fold, at f.cc:7' >&2; exit 4; }}\n\
         grep -q bug5 x.c && {{ echo 'x.c:1: internal compiler error: in other, at o.cc:7' >&2; exit 4; }}; exit 0"
    ));
    let ended = run(&kitchen, &server, &["--report", "r.html", "--bug", "bug.md", "--stats"]);
    ended.says(0, &["internal compiler error: in fold", "the cluster: ", "processors worked for about"]);
    assert!(kitchen.read("x.lop.c").contains("bug3"), "{}", kitchen.read("x.lop.c"));
    for file in ["r.html", "bug.md"] {
        assert!(kitchen.read(file).contains("in fold, at f.cc:7"), "{file}");
    }
}

#[test]
fn all_stages_of_a_test_are_asked_there() {
    let server = Server::good();
    let kitchen = kitchen(&format!("{THERE} && grep -q bug3 x.c"));
    let stage = |word: &str| format!("{THERE} && grep -q {word} x.c");
    let (first, then, valid) = (stage("a1"), stage("bug1"), stage("bug5"));
    run(&kitchen, &server, &["--first", &first, "--then", &then, "--valid", &valid])
        .says(0, &["certified 1-minimal"]);
    let result = kitchen.read("x.lop.c");
    assert!(["a1", "bug1", "bug3", "bug5"].iter().all(|it| result.contains(it)), "{result}");
    assert!(!result.contains("bug2") && !result.contains("a4"), "{result}");
}

#[test]
fn what_is_asked_repeatedly_is_run_repeatedly() {
    let server = Server::good();
    let kitchen = kitchen("");
    let here = kitchen.path("").display().to_string();
    // Every second run about a text says no.
    kitchen.script(
        "test.sh",
        &format!(
            "{THERE} && grep -q bug3 x.c || exit 1; set -- $(cksum x.c); echo >>{here}/asked.$1\n\
             [ $(($(wc -l <{here}/asked.$1) % 2)) = 1 ]"
        ),
    );
    let options = ["--remote-jobs", "1", "--repeat", "2", "--at-least", "1"];
    run(&kitchen, &server, &options).says(0, &["certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
    assert_eq!(count(&server.state.counts.recalled), 0);
}

#[test]
fn rates_are_measured_there() {
    let server = Server::good();
    let kitchen = kitchen("");
    let here = kitchen.path("").display().to_string();
    // Coins are how often it was asked about the same text.
    kitchen.script(
        "test.sh",
        &format!(
            "{THERE} || exit 1; set -- $(cksum x.c); n=$(cat {here}/asked.$1 2>/dev/null || echo 0)\n\
             echo $((n + 1)) >{here}/asked.$1; grep -q bug3 x.c && [ $(((n * 7 + $1) % 10)) -lt 8 ]"
        ),
    );
    run(&kitchen, &server, &["--remote-jobs", "1", "--flaky"])
        .says(0, &["holds in", "1-minimal up to chance"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
    assert_eq!(count(&server.state.counts.recalled), 0);
}

#[test]
fn a_candidate_that_hangs_there_costs_its_limit_and_nothing_else() {
    let server = Server::good();
    let kitchen = kitchen(&format!("{THERE} || exit 1; grep -q bug3 x.c || exec sleep 1000"));
    kitchen.write("x.c", "int bug3;\nint b;\n");
    // With one job nothing that is asked at the same time uses the budget up, or makes the answer needless.
    let options = ["--remote-jobs", "1", "--timeout", "6", "--max-questions", "2", "--json"];
    let ended = run(&kitchen, &server, &options);
    ended.says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "int bug3;");
    assert!(ended.text().contains("\"timed-out\""), "{}", ended.text());
}

#[test]
fn limits_hold_there() {
    let (kitchen, server) =
        (kitchen(&format!("{THERE} && grep -q bug3 x.c && [ \"$(ulimit -v)\" = 4194304 ]")), Server::good());
    run(&kitchen, &server, &["--memory", "4G", "--file-size", "1G"]).says(0, &["certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
}

#[test]
fn of_a_project_only_what_changes_goes_there() {
    let (server, kitchen) = (Server::good(), Kitchen::new());
    *server.state.packing.lock() = Packing::Plain;
    std::fs::create_dir_all(kitchen.path("p/src")).unwrap();
    let big = (0..4000).map(|it| format!("int big{it};\n")).collect::<Vec<_>>().concat();
    kitchen.write("p/src/a.c", "int bug;\nint more;\nint last;\n");
    kitchen.write("p/big.c", format!("int keep;\n{big}"));
    kitchen
        .script("test.sh", &format!("{THERE} && grep -q bug \"$1/src/a.c\" && grep -q big3999 \"$1/big.c\""));
    let address = server.address();
    let words = ["--remote", &address, "--protect", "big.c:1-4001", "-q", "p", "--", "./test.sh", "@@"];
    kitchen.lop(FEW.into_iter().chain(words)).says(0, &[]);
    assert_eq!(kitchen.read("p.lop/src/a.c").trim(), "bug");
    let (received, size) = (count(&server.state.counts.received), big.len() as u64);
    assert!(count(&server.state.counts.executed) > 5 && received < 3 * size, "{received} of {size}");
}

#[test]
fn a_check_asks_the_original_there_and_reduces_nothing() {
    let (server, kitchen) = (Server::good(), kitchen(&format!("{THERE} && grep -q bug3 x.c")));
    let address = server.address();
    let checked = kitchen.lop(["check", "--remote", &address, "x.c", "--", "./test.sh"]);
    checked.says(0, &[]);
    assert!(checked.text().contains("interesting:   5 of 5 runs"), "{}", checked.text());
    assert_eq!(count(&server.state.counts.recalled), 0);
    assert!(!kitchen.path("x.lop.c").exists());
}

#[test]
fn ctrl_c_leaves_the_best_so_far_and_nothing_that_runs_there() {
    let server = Server::good();
    let kitchen = kitchen("");
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "test.sh",
        &format!(
            "{THERE} && grep -q bug3 x.c || exit 1; echo >>{here}/calls\n\
             [ $(wc -l <{here}/calls) -lt 6 ] || exec sleep 1000"
        ),
    );
    let address = server.address();
    let words = ["--remote", &address, "--remote-jobs", "2", "x.c", "--", "./test.sh"];
    let mut child = kitchen.command(FEW.into_iter().chain(words)).stderr(Stdio::piped()).spawn().unwrap();
    let calls = || std::fs::read(kitchen.path("calls")).map_or(0, |it| it.len());
    while (count(&server.state.counts.running) == 0 || calls() < 6) && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(kitchen.read("x.lop.c").contains("bug3"));
    while count(&server.state.counts.running) > 0 {
        std::thread::yield_now();
    }
}
