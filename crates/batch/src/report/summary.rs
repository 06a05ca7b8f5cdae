//! `summary.json`: counts, bugs, and every input with what became of it, for programs.

use serde_json::{Value, json};

use super::Overview;
use crate::bugs::cluster::{Brief, Cluster};

/// The version of the summary's format.
const VERSION: u32 = 1;

/// `summary.json`: counts, bugs, and every input with what became of it.
pub(super) fn summary(overview: &Overview) -> String {
    let bugs: Vec<Value> = overview.clusters.iter().map(|it| bug(overview, it)).collect();
    let numbers = overview.numbers();
    let results: Vec<Value> =
        overview.briefs.iter().map(|it| result(it, numbers[it.file.as_str()])).collect();
    let found = overview
        .found
        .iter()
        .map(|(file, found)| json!({ "file": file, "status": found.word(), "details": found.details() }));
    let count = |word: &str| overview.found.iter().filter(|it| it.1.word() == word).count();
    let value = json!({
        "version": VERSION,
        "lop": env!("CARGO_PKG_VERSION"),
        "corpus": overview.corpus,
        "files": overview.found.len(),
        "interesting": count("interesting"),
        "duplicates": count("duplicate"),
        "bugs": bugs,
        "results": results,
        "inputs": found.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn bug(overview: &Overview, it: &Cluster) -> Value {
    let files: Vec<&str> = it.members.iter().map(|&it| overview.briefs[it].file.as_str()).collect();
    json!({
        "title": it.title,
        "key": it.key,
        "new": it.old.map(|it| !it),
        "smallest": files[0],
        "tokens": overview.witness(it).after.tokens,
        "files": files,
        "report": format!("bugs/{}.md", it.slug),
    })
}

fn result(it: &Brief, bug: usize) -> Value {
    json!({
        "file": it.file,
        "bug": bug + 1,
        "language": it.language,
        "signature": it.signature.as_ref().map(|it| &it.text),
        "tokens": { "before": it.before.tokens, "after": it.after.tokens },
        "bytes": { "before": it.before.bytes, "after": it.after.bytes },
        "questions": it.questions,
        "seconds": it.seconds,
        "quick": it.quick,
        "ended": it.ended,
        "minimal": it.minimal,
    })
}
