//! `lop cargo`: a crate, and what its compiler says of it.

use std::fs;

use crate::site::Site;

#[test]
fn a_crate_is_reduced_with_cargo_as_its_test() {
    let site = Site::new(&[
        ("Cargo.toml", "[package]\nname = \"victim\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
        ("src/lib.rs", "mod wrong;\npub mod right;\n"),
        ("src/wrong.rs", "pub fn wrong() -> u32 {\n    let text: u32 = \"no\";\n    text\n}\n"),
        ("src/right.rs", "pub fn right() -> u32 {\n    7\n}\n"),
        ("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
    ]);
    // From a directory in it, with few questions: each is a build.
    let options =
        ["cargo", "-q", "--max-questions", "40", "--exit-code", "101", "--stderr", "E0308", "--", "check"];
    let mut command = site.0.command(options);
    let ended = command.current_dir(site.path("p/src")).output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!said.contains("matches no file"), "of globs that nobody gave nothing is told: {said}");
    let left = site.tree("p.lop");
    assert!(
        left.contains(&"src/wrong.rs".to_owned()) && !left.iter().any(|it| it.starts_with("target")),
        "{left:?}"
    );
    assert_eq!(
        fs::read_dir(site.path("p/target")).unwrap().count(),
        1,
        "the crate's own target directory is as it was"
    );
}

#[test]
fn cargo_is_to_be_told_what_to_do_and_where() {
    let site = Site::new(&[("a.c", "x\n")]);
    site.0.lop(["cargo"]).says(1, &["what cargo is to do was not said", "lop cargo -- check"]);
    site.0.lop(["cargo", "p", "--", "check"]).says(1, &["there is no Cargo.toml in p"]);
}
