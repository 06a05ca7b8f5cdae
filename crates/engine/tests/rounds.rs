//! When a round ends, and what it tries before it does.

use std::fmt::Write as _;

use lop_engine::internal::{Document, FileId, Propose};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Pass, Reduction, Sites, Span, Stage, Tier, passes};
use parking_lot::Mutex;

/// How many words a test wants.
const WANTED: usize = 70;

const fn pass(name: &'static str, propose: fn(&Document, FileId, &mut Sites)) -> Pass {
    let mut pass = *passes::ALL[0];
    (pass.name, pass.stage, pass.tier) = (name, Stage::Main, Tier::Grammar);
    pass.propose = Propose::File(propose);
    pass
}

/// Where a text stands in a document.
fn find(document: &Document, text: &[u8]) -> Option<Span> {
    let all = &document.file(FileId(0)).text;
    let start = all.windows(text.len()).position(|it| it == text)?;
    let [start, end] = [start, start + text.len()].map(|it| u32::try_from(it).expect("a short text"));
    Some(Span::new(start, end))
}

const BIG: Pass = pass("big", |document, id, sites| {
    if let (Some(first), Some(behind)) = (find(document, b"b b"), find(document, b"w0 ")) {
        sites.delete(id, Span::new(first.start, behind.start));
    }
});

const WORDS: Pass = pass("words", |document, id, sites| {
    for number in 0..WANTED {
        if let Some(word) = find(document, format!("w{number} ").as_bytes()) {
            sites.delete(id, word);
        }
    }
});

/// What only a look at what `BIG` leaves can tell.
const FRESH: Pass = pass("fresh", |document, id, sites| {
    if let (None, Some(word)) = (find(document, b"b b"), find(document, b" x")) {
        sites.delete(id, word);
    }
});

#[test]
fn a_round_of_which_half_has_gone_ends_once_nothing_goes_for_long() {
    let mut text = "b ".repeat(3 * WANTED);
    (0..WANTED).for_each(|it| write!(text, "w{it} ").expect("a string takes it"));
    text.push_str("y x\n");
    let asked = Mutex::new(Vec::new());
    let oracle = from_bytes(|it| {
        let it = String::from_utf8_lossy(it);
        asked.lock().push(it.contains('x'));
        (0..WANTED).all(|word| it.contains(&format!("w{word} ")))
    });
    let mut config = Config::default();
    (config.jobs, config.passes) = (1, vec![&BIG, &WORDS, &FRESH]);
    let reduction = Reduction::new([text.as_bytes()]).config(config).assume_interesting();
    let outcome = reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    assert!(!outcome.files[0].contains(&b'x'));
    let asked = asked.into_inner();
    let before = asked.iter().take_while(|has_x| **has_x).count();
    assert!((10..WANTED / 2).contains(&before), "{before} questions before a fresh look, of {}", asked.len());
}
