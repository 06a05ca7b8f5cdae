//! Renews `grammars/<name>/grammar.facts` from the grammar crates that Cargo.lock names.
//!
//! `cargo run -p lop-languages --all-features --example facts` renews all, `… -- c rust` those two.

mod source;

use std::process::ExitCode;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let folders = match source::folders() {
        Ok(it) => it,
        Err(why) => return fail(&why),
    };
    for folder in folders.iter().filter(|it| wanted.is_empty() || wanted.contains(&it.name)) {
        let written = source::facts_of(folder)
            .and_then(|facts| std::fs::write(&folder.facts, facts).map_err(|error| error.to_string()));
        if let Err(why) = written {
            return fail(&format!("{}: {why}", folder.name));
        }
    }
    ExitCode::SUCCESS
}

#[expect(clippy::print_stderr, reason = "this is a program")]
fn fail(why: &str) -> ExitCode {
    eprintln!("facts: {why}");
    ExitCode::FAILURE
}
