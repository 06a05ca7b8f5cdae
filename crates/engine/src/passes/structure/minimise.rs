//! Replace a unit by the least that may stand there: what `reduce.scm` offers for it, then the shortest text of its rule.
//!
//! `return f(x, y) + 1;` becomes `return 0;`.

use std::collections::HashMap;

use tree_sitter::StreamingIterator;

use super::{facts, symbol};
use crate::document::{Document, File, UnitId};
use crate::edit::{EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::tokens;

pub const PASS: Pass = Pass {
    name: "minimise",
    summary: "replace a unit by the shortest text that may stand for it",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

/// Above this many units the rounds that delete go first; the pass is asked again when they have.
const UNITS: usize = 60_000;

fn propose(doc: &Document, id: FileId, sites: &mut Sites) {
    let file = doc.file(id);
    if file.units.len() > UNITS || file.language.is_none() {
        return;
    }
    let captured = captured(file);
    let mut done: Option<Span> = None;
    for unit in 1..u32::try_from(file.units.len()).expect("fewer than 4 Gi units") {
        let span = file.unit(unit).span();
        if span.is_empty() || !file.unit(unit).is_named() || done == Some(span) {
            continue;
        }
        done = Some(span);
        let texts = texts(file, unit, &captured);
        sites.alternatives(texts.into_iter().map(|it| EditSet::replace(id, span, it)).collect());
    }
}

/// What may stand for a unit, best first: only what is smaller.
fn texts(file: &File, unit: UnitId, captured: &HashMap<Span, Vec<Vec<u8>>>) -> Vec<Vec<u8>> {
    let size = |text: &[u8]| (tokens::count(text), text.len());
    let own = file.text_of(unit);
    let mut texts = captured.get(&file.unit(unit).span()).cloned().unwrap_or_default();
    if !file.is_leaf(unit)
        && let Some(shortest) = facts(file).and_then(|it| it.shortest(symbol(file, unit)))
    {
        texts.push(shortest.to_vec());
    }
    texts.retain(|it| size(it) < size(own) && !it.is_empty());
    let mut seen = Vec::new();
    texts.retain(|it| {
        !seen.contains(it) && {
            seen.push(it.clone());
            true
        }
    });
    texts
}

/// The texts that the language's rules offer, by span.
fn captured(file: &File) -> HashMap<Span, Vec<Vec<u8>>> {
    let mut found: HashMap<Span, Vec<Vec<u8>>> = HashMap::new();
    let (Some(language), Some(tree)) = (file.language.as_ref(), file.tree.as_ref()) else { return found };
    let Some(rules) = language.rules.as_ref() else { return found };
    let Some(replace) = rules.capture_index_for_name("replace") else { return found };
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut matches = cursor.matches(rules, tree.root_node(), &file.text[..]);
    while let Some(one) = matches.next() {
        let properties = rules.property_settings(one.pattern_index);
        let with = properties.iter().find(|it| &*it.key == "reduce.with").and_then(|it| it.value.as_deref());
        let Some(with) = with else { continue };
        for capture in one.captures().iter().filter(|it| it.index == replace) {
            let range = capture.node.byte_range();
            let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
            let texts = found.entry(Span::new(offset(range.start), offset(range.end))).or_default();
            texts.push(with.as_bytes().to_vec());
        }
    }
    found
}
