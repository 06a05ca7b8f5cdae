//! The facts files say what the grammar crates in Cargo.lock say.

use crate::{pattern, source};

#[test]
fn every_facts_file_is_what_its_grammar_crate_gives() {
    for folder in source::folders().unwrap() {
        let found = std::fs::read_to_string(&folder.facts).unwrap();
        let wanted = source::facts_of(&folder).unwrap();
        let name = &folder.name;
        let remedy = format!("renew it: cargo run -p lop-languages --example facts -- {name}");
        assert!(found == wanted, "the facts of {name} are not what the crate in Cargo.lock gives; {remedy}");
    }
}

#[test]
fn a_pattern_becomes_its_shortest_readable_match() {
    let shortest = |it: &str| pattern::shortest_match(it).unwrap();
    assert_eq!(shortest(r"[^\\\n]+"), "a");
    assert_eq!(shortest(r"\d{2,3}|xyz"), "00");
    assert_eq!(shortest(r"{x}"), "{x}");
    assert_eq!(shortest(r"\p{XID_Start}\u{20}*"), "a");
    assert_eq!(shortest(r"\r?\n"), "\n");
}
