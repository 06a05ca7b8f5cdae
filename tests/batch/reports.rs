//! What a batch leaves behind for people and machines, and that its files can be made again.

use std::fs;
use std::process::Command;

use crate::yard::Yard;

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
