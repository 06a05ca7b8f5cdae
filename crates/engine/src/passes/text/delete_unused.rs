//! `delete-unused`: takes away what introduces a name that nothing else mentions, and what only that needed, and so on.
//!
//! Before:
//! ```text
//! int a;
//! int b() { return a; }
//! int c() { return b(); }
//! d(); d();
//! ```
//! After:
//! ```text
//! d(); d();
//! ```
//! A statement or declaration counts as unused when a name of its own stands nowhere outside of it; taking it away may
//! leave others unused, and they join the same list. One list for each depth down to 5, in at most 16 waves.

use super::chunks::Chunk;
use super::usage::{Usage, Word, count_in};
use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-unused",
    summary: "delete what introduces names that nothing else mentions, cascading",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const DEEPEST: usize = 5;
const WAVES: usize = 16;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let usage = Usage::of(document, id);
    for depth in 0..=DEEPEST {
        let chunks: Vec<&Chunk> = usage.chunks.iter().filter(|it| it.depth == depth).collect();
        if chunks.is_empty() {
            break;
        }
        sites.delete_list(id, unused(&usage, &chunks));
    }
}

/// The cuts of those of `chunks`, which are disjoint and in order, that are unused, one after the other.
fn unused(usage: &Usage, chunks: &[&Chunk]) -> Vec<Span> {
    let mut gone = vec![false; chunks.len()];
    let mut alive = usage.places.clone();
    for _ in 0..WAVES {
        let mut changed = false;
        for (index, chunk) in chunks.iter().enumerate().filter(|it| !gone[it.0]).collect::<Vec<_>>() {
            let only_here =
                |word: Word| usage.elsewhere[word] == 0 && count_in(&alive[word], chunk) == alive[word].len();
            if usage.own_words(chunk).any(only_here) {
                gone[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
        let dead = |at: usize| {
            let chunk = chunks.partition_point(|it| it.end <= at);
            chunks.get(chunk).is_some_and(|it| it.first <= at && gone[chunk])
        };
        for places in &mut alive {
            places.retain(|&at| !dead(at));
        }
    }
    let cuts = chunks.iter().zip(gone).filter(|it| it.1).map(|it| it.0.cut(usage.file));
    cuts.collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{c, candidates};
    use super::*;

    #[test]
    fn what_nothing_mentions_goes_and_then_what_only_that_mentioned() {
        let text = "int u;\nint a;\nint f() { return a; }\nint g() { return g() + u; }\nint h() { return h() + u; }\n";
        let found = candidates(&PASS, &c(text));
        assert_eq!(found[0], "", "u is mentioned by g and h only, and nothing mentions those");
        assert!(found.contains(&text.replace("int f() { return a; }\n", "")));
    }

    #[test]
    fn what_is_mentioned_elsewhere_stays() {
        let text = "int a;\nint f();\nint b = f(a);\nint c = f(b);\nint d = c + b, e = d;\nvoid g() { e; d; }\ng();\n";
        assert!(!candidates(&PASS, &c(text)).iter().any(|it| it.starts_with("int f();")));
    }
}
