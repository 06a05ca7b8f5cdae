//! The example in the documentation of each pass that needs a grammar is what it proposes on a real one.

use std::path::Path;
use std::sync::{Arc, Mutex};

use lop_engine::passes::ALL;
use lop_engine::{Cancel, Config, Document, Effort, Event, Observer, Pass, reduce, text_hash};

/// Who asked about what.
#[derive(Default)]
struct Asked(Mutex<Vec<(&'static str, u128)>>);

impl Observer for Asked {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Judged { pass, hash, .. } = event {
            self.0.lock().expect("no panic").push((*pass, *hash));
        }
    }
}

/// The text of the fenced block after `heading` in the documentation of a file.
fn example(source: &str, heading: &str) -> String {
    let doc =
        source.lines().map_while(|it| it.strip_prefix("//!")).map(|it| it.strip_prefix(' ').unwrap_or(it));
    let block = doc.skip_while(|it| *it != heading).skip(2).take_while(|it| *it != "```");
    block.flat_map(|it| [it, "\n"]).collect()
}

#[test]
fn the_example_of_each_pass_over_trees_is_what_it_proposes() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/passes/structure");
    let (mut tried, mut wrong) = (0, Vec::new());
    for &pass in ALL {
        let file = directory.join(pass.name.replace('-', "_")).with_extension("rs");
        let Ok(source) = std::fs::read_to_string(file) else { continue };
        let [before, after] = ["Before:", "After:"].map(|it| example(&source, it));
        let found = asked(pass, &before);
        let wanted = (pass.name, text_hash(&[Arc::from(after.as_bytes())]));
        if !found.contains(&wanted) {
            wrong.push(format!("{} does not propose {after:?} for {before:?}", pass.name));
        }
        tried += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 5, "only {tried} passes were tried");
}

/// What a pass wants to know of a text when nothing is interesting.
fn asked(pass: &'static Pass, text: &str) -> Vec<(&'static str, u128)> {
    let document = Document::parse([(Arc::from(text.as_bytes()), lop_languages::by_name("c"))]);
    let config = Config { passes: vec![pass], effort: Effort::Thorough, ..Config::default() };
    let asked = Asked::default();
    reduce(document, &config, &|_: &[u8]| false, &Cancel::new(), &asked);
    asked.0.into_inner().expect("no panic")
}
