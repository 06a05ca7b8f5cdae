//! What a success leaves without a mention is tried in the same round.

use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Document, FileId, Propose};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Pass, Reduction, Sites, Span, Stage, Tier, passes};
use parking_lot::Mutex;

/// Deletes each of the calls in `main`, the last one first.
const CALLS: Pass = {
    let mut pass = *passes::ALL[0];
    (pass.name, pass.stage, pass.tier) = ("calls", Stage::Main, Tier::Grammar);
    pass.propose = Propose::File(calls);
    pass
};

fn calls(document: &Document, id: FileId, sites: &mut Sites) {
    let text = &document.file(id).text;
    for call in ["g(1);", "f(2);"] {
        if let Some(at) = text.windows(call.len()).position(|it| it == call.as_bytes()) {
            let [start, end] = [at, at + call.len()].map(|it| u32::try_from(it).expect("a short text"));
            sites.delete(id, Span::new(start, end));
        }
    }
}

/// The texts that are asked about, in order, when the calls of a program may go.
fn asked(program: &str) -> Vec<String> {
    let language = lop_languages::detect(Path::new("a.c"), program.as_bytes());
    let asked = Mutex::new(Vec::new());
    let oracle = from_bytes(|it| {
        let it = String::from_utf8_lossy(it).into_owned();
        let wanted = it.contains("return 0");
        asked.lock().push(it);
        wanted
    });
    let mut config = Config::default();
    let unused = passes::ALL.iter().copied().find(|it| it.name == "delete-unused").expect("there is one");
    (config.jobs, config.passes) = (1, vec![&CALLS, unused]);
    let text: Arc<[u8]> = program.as_bytes().into();
    let reduction = Reduction::new([text]).language(0, language).config(config).assume_interesting();
    reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    asked.into_inner()
}

/// How many questions were asked before the first about a text without `part`.
fn before(asked: &[String], part: &str) -> usize {
    asked.iter().take_while(|it| it.contains(part)).count()
}

#[test]
fn a_function_goes_right_after_the_last_call_of_it() {
    let body = "a + ".repeat(60);
    let program = format!(
        "int g(int a) {{ return 3; }}\nint f(int a) {{ return {body}a; }}\nint main() {{ g(1); f(2); return 0; }}\n"
    );
    let asked = asked(&program);
    assert!(before(&asked, "f(2)") < before(&asked, "int f"), "{asked:#?}");
    assert!(before(&asked, "int f") < before(&asked, "g(1)"), "{asked:#?}");
}

#[test]
fn what_something_else_still_mentions_is_not_taken_for_left_behind() {
    let body = "a + ".repeat(60);
    let program = format!(
        "int f(int a) {{ return {body}a; }}\nint g(int a) {{ return f(a); }}\nint main() {{ g(1); f(2); return 0; }}\n"
    );
    let asked = asked(&program);
    assert!(before(&asked, "g(1)") < before(&asked, "int f"), "{asked:#?}");
}
