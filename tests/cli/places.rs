//! Tests whose answer depends on where they run, which is found out before anything is reduced.

use crate::kitchen::{FEW, Kitchen};

fn kitchen(says_yes: &str) -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", &format!("grep -q bug x.c && {{ {says_yes}; }}"));
    kitchen
}

#[test]
fn a_path_that_matters_is_said_before_the_search() {
    let kitchen = kitchen("case $PWD in */work) true;; *) false;; esac");
    let ended = kitchen.lop(FEW.into_iter().chain(["-j1", "x.c", "--", "./test.sh"]));
    ended.says(
        0,
        &["depends on the path of its working directory: yes where that ends in \"work\"", "prefix-map"],
    );
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn two_of_five_lengths_of_the_path_are_found_whichever_they_are() {
    for remainders in ["[01]", "[12]", "[23]", "[34]", "[04]", "[02]", "[13]", "[24]", "[03]", "[14]"] {
        let kitchen = kitchen(&format!("case $((${{#PWD}} % 5)) in {remainders}) true;; *) false;; esac"));
        let ended = kitchen.lop(FEW.into_iter().chain(["-j1", "x.c", "--", "./test.sh"]));
        assert!(ended.stderr.contains("depends on the path"), "{remainders}: {ended:#?}");
        assert!(matches!(ended.code, Some(0 | 2)), "{remainders}: {ended:#?}");
    }
}

#[test]
fn a_test_that_says_yes_elsewhere_only_is_refused_with_the_reason() {
    let kitchen = kitchen("case $PWD in */work) false;; *) true;; esac");
    let ended = kitchen.lop(["x.c", "--", "./test.sh"]);
    ended.says(
        2,
        &["the original is not interesting", "no where that ends in \"work\"", "and yes where", "prefix-map"],
    );
}

#[test]
fn a_check_says_so_as_well_and_a_test_without_such_whims_is_not_blamed() {
    let with = kitchen("[ ${#TMPDIR} -lt 40 ]");
    let ended = with.lop(["check", "x.c", "--", "./test.sh"]);
    ended.says(0, &["depends on the path"]);
    let without = kitchen("true");
    assert!(!without.lop(["check", "x.c", "--", "./test.sh"]).stderr.contains("depends"));
    assert!(!without.lop(["x.c", "--", "./test.sh"]).stderr.contains("depends"));
}
