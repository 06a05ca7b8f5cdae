//! The facts files say what the grammar crates in Cargo.lock say.

use crate::source;

#[test]
fn every_facts_file_is_what_its_grammar_crate_gives() {
    // Cargo need not have the crates of the others.
    let is_built = |name: &str| lop_languages::names().any(|it| it == name);
    for folder in source::folders().unwrap().into_iter().filter(|it| is_built(&it.name)) {
        let found = std::fs::read_to_string(&folder.facts).unwrap();
        let wanted = source::facts_of(&folder).unwrap();
        let name = &folder.name;
        let remedy = format!("renew it: cargo run -p lop-languages --all-features --example facts -- {name}");
        assert!(found == wanted, "the facts of {name} are not what the crate in Cargo.lock gives; {remedy}");
    }
}
