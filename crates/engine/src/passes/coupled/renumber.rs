//! `renumber`: numbers that name things become the lowest that serve, everywhere, in what no grammar explains.
//!
//! Before:
//! ```text
//! p cnf 9 2
//! 4 -9 0
//! 9 4 0
//! ```
//! After:
//! ```text
//! p cnf 2 2
//! 1 -2 0
//! 2 1 0
//! ```
//!
//! Before:
//! ```text
//! node 30
//! node 10
//! edge 30 10
//! ```
//! After:
//! ```text
//! node 1
//! node 10
//! edge 1 10
//! ```
//! All at once, in their order, with the numbers that are already as low as they can be left alone; then each of at most
//! 200, the largest first, becomes the lowest that the file does not have.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::RENUMBERED;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "renumber",
    summary: "give numbers that name things the lowest that serve, everywhere",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if file.is_explained() {
        return;
    }
    let mut places: BTreeMap<u64, Vec<Span>> = BTreeMap::new();
    for lexeme in file.lexemes() {
        let text = lexeme.of(&file.text);
        let plain = text.len() <= 9 && text.iter().all(u8::is_ascii_digit) && !text.starts_with(b"0");
        if let Some(number) = std::str::from_utf8(text).ok().filter(|_| plain).and_then(|it| it.parse().ok())
        {
            places.entry(number).or_default().push(lexeme.span);
        }
    }
    let put = |from: u64, to: u64| {
        let text = to.to_string().into_bytes();
        let spans = places.get(&from).into_iter().flatten();
        spans.map(move |&it| Edit::replace(id, it, &text[..])).collect::<Vec<_>>()
    };
    // Numbers of one place count or measure more often than they name.
    let names = |from: usize| places.iter().filter(move |it| it.1.len() >= from).map(|it| *it.0);
    let mut sets: Vec<EditSet> = Vec::new();
    for least in [1, 2] {
        let dense = (1..).zip(names(least)).filter(|it| it.0 != it.1);
        sets.push(dense.flat_map(|(to, from)| put(from, to)).collect());
    }
    sets.retain(|it| !it.is_empty());
    sets.dedup();
    sites.alternatives(sets);
    let mut left = most_put(document);
    let most = places.len() as u64 + 1;
    let lowest = (1..=most).find(|it| !places.contains_key(it)).unwrap_or(most);
    for (&number, spans) in places.iter().rev().filter(|it| *it.0 > lowest).take(RENUMBERED.get()) {
        if spans.len() <= left {
            left -= spans.len();
            sites.together(put(number, lowest));
        }
    }
}
