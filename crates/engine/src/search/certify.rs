//! The end is certified: each unit and each token of the result is taken out alone, and refused.

use std::sync::Arc;

use super::Certificate;
use super::candidate::{Best, Draft};
use super::verdict_cache::VerdictCache;
use crate::document::{Document, File, Unit};
use crate::edit::{EditSet, FileId, Span};
use crate::oracle::Verdict;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::rank::Rank;
use crate::tokens::is_word;

/// Asks about every unit and token whose verdict is not known yet. Always the last pass of a run.
pub(super) const CERTIFY: Pass = Pass {
    name: "certify",
    summary: "take out each remaining unit and token alone, to prove that none can go",
    stage: Stage::Certify,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(doc: &Document, file: FileId, sites: &mut Sites) {
    if doc.is_tree(file) {
        doc.movable().for_each(|it| sites.alternatives(vec![doc.removal(it.0)]));
        return;
    }
    let mut spans = unit_spans(doc.file(file));
    spans.extend(token_spans(doc.file(file)));
    spans.sort_unstable();
    spans.dedup();
    for span in spans {
        sites.delete(file, span);
    }
}

/// What the verdicts say about each unit and token of `doc`.
pub(super) fn certificate(doc: &Document, verdicts: &VerdictCache) -> Certificate {
    let best = Arc::new(Best::new(EditSet::new(), Rank::of(&doc.texts())));
    let free_layout = super::verdict_cache::free_layout(doc);
    let refused = |edits: EditSet| {
        let candidate = Draft::new(edits, &best, doc).map(|it| it.ready(&free_layout));
        candidate.is_none_or(|it| verdicts.verdict(it.key.text).is_some_and(|it| it != Verdict::Interesting))
    };
    let mut certificate = Certificate { complete: true, ..Certificate::default() };
    // Where the tree file itself is kept, each file stays where it is: what goes is text.
    let may_go = doc.present().filter(|_| !doc.file(FileId(0)).kept);
    let (held, free): (Vec<FileId>, Vec<FileId>) = may_go.partition(|&id| {
        let file = doc.file(id);
        is_held(file, &EditSet::delete(id, file.span()), id)
    });
    certificate.files = free.iter().filter(|&&it| refused(doc.removal(it))).count();
    certificate.protected = held.len();
    certificate.complete = certificate.files == free.len();
    for id in doc.source_ids() {
        for (spans, count) in [
            (unit_spans(doc.file(id)), &mut certificate.units),
            (token_spans(doc.file(id)), &mut certificate.tokens),
        ] {
            let (held, free): (Vec<Span>, Vec<Span>) =
                spans.into_iter().partition(|&it| is_held(doc.file(id), &EditSet::delete(id, it), id));
            let refused = free.iter().filter(|&&it| refused(EditSet::delete(id, it))).count();
            *count += refused;
            certificate.protected += held.len();
            certificate.complete &= refused == free.len();
        }
    }
    certificate
}

/// True when the edits would change what is protected.
fn is_held(file: &File, edits: &EditSet, id: FileId) -> bool {
    file.kept
        || !file.protected.is_empty()
            && (edits.edits().iter().any(|it| file.protects_from(it)) || file.render(id, edits).is_none())
}

/// The spans of all units that are taken out alone, each once.
pub fn unit_spans(file: &File) -> Vec<Span> {
    let mut spans: Vec<Span> = file.units().iter().map(Unit::span).filter(|it| !it.is_empty()).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// The spans of all tokens, as [`crate::tokens`] counts them.
pub fn token_spans(file: &File) -> Vec<Span> {
    let end = |start: u32| {
        let text = &file.text[start as usize..];
        let word = text.iter().take_while(|&&it| is_word(it)).count().max(1);
        start + u32::try_from(word).expect("a document is smaller than 4 GiB")
    };
    file.token_starts().iter().map(|&it| Span::new(it, end(it))).collect()
}
