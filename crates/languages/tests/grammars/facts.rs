//! The facts files say what the grammar crates in Cargo.lock say.

use crate::source;

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
