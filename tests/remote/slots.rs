//! Slots of this machine beside those of the cluster: used where both say the same, and only then.

use serde_json::Value;

use crate::common::{Server, count};
use crate::{THERE, kitchen, run};

const BOTH: [&str; 5] = ["-j2", "--remote-jobs", "3", "--json", "--deterministic"];

/// How many runs took place on this machine, and how many on the cluster.
fn runs(text: &str) -> (u64, u64) {
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let remote = &summary["remote"];
    (remote["here"].as_u64().unwrap(), remote["answered"].as_u64().unwrap())
}

#[test]
fn where_both_say_the_same_both_are_asked_and_the_result_is_the_same() {
    let line = "grep -q bug3 x.c && grep -q 'return x' x.c";
    let (both, one, server) = (kitchen(line), kitchen(line), Server::good());
    let ended = run(&both, &server, &BOTH);
    ended.says(0, &[]);
    let (here, there) = runs(&ended.text());
    // What it asks about the original is not for the pool.
    assert!(here > 0 && there > 2, "{here} {there}");
    assert!(there <= count(&server.state.counts.executed));
    run(&one, &server, &["--remote-jobs", "1", "--deterministic"]).says(0, &[]);
    assert_eq!(both.read("x.lop.c"), one.read("x.lop.c"));
}

#[test]
fn what_says_something_else_here_is_only_asked_there() {
    let (kitchen, server) = (kitchen(&format!("{THERE} && grep -q bug3 x.c")), Server::good());
    let ended = run(&kitchen, &server, &BOTH);
    ended.says(0, &[]);
    assert!(ended.text().contains("differs: yes (exit code 0) where it runs"), "{}", ended.text());
    assert_eq!(runs(&ended.text()).0, 0);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
}

#[test]
fn nor_is_this_machine_asked_where_nothing_is_known_of_it() {
    let (kitchen, server) = (kitchen("grep -q bug3 x.c"), Server::good());
    let ended = run(&kitchen, &server, &[&BOTH[..], &["--repeat", "2"]].concat());
    ended.says(0, &[]);
    assert!(ended.text().contains("only the cluster is asked, and not this machine"), "{}", ended.text());
    assert_eq!(runs(&ended.text()).0, 0);
}

#[test]
fn the_expensive_test_is_only_asked_there() {
    let (kitchen, server) = (kitchen("grep -q bug3 x.c"), Server::good());
    let then = format!("{THERE} && grep -q bug1 x.c");
    run(&kitchen, &server, &[&BOTH[..], &["--then", &then]].concat()).says(0, &[]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("bug1") && result.contains("bug3"), "{result}");
}
