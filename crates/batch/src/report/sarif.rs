//! SARIF 2.1.0, for tools that show findings in code: a bug is a rule, each input that shows it is a result.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Overview;
use crate::bugs::cluster::{Brief, Cluster};
use lop_runner::number::{count, counted};

/// The log as JSON.
pub(super) fn sarif(overview: &Overview) -> String {
    let rules = overview.clusters.iter().map(|it| {
        let help = format!("{}: see bugs/{}.md beside this file.", it.title, it.slug);
        json!({ "id": it.slug, "shortDescription": { "text": it.title }, "help": { "text": help } })
    });
    let results = overview.clusters.iter().enumerate().flat_map(|(index, cluster)| {
        cluster.members.iter().map(move |&it| finding(overview, &overview.briefs[it], cluster, index))
    });
    let value = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "lop",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            }},
            "results": results.collect::<Vec<_>>(),
        }],
    });
    format!("{value:#}\n")
}

fn finding(overview: &Overview, it: &Brief, cluster: &Cluster, rule: usize) -> Value {
    let (before, after) = (count(it.before.tokens), counted(it.after.tokens, "token"));
    let text = format!("{}; reduced from {before} to {after}", cluster.title);
    let mut value = json!({
        "ruleId": cluster.slug,
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": location(&overview.corpus, &it.file) },
            "region": { "startLine": 1 },
        }}],
        "partialFingerprints": { "crash/v1": cluster.slug },
    });
    if let Some(old) = cluster.old {
        value["baselineState"] = Value::from(if old { "unchanged" } else { "new" });
    }
    value
}

/// Where an input is: as the user spells the corpus, so that a relative one is found from where the batch ran.
fn location(corpus: &str, file: &str) -> String {
    let path = uri(&format!("{}/{file}", corpus.trim_end_matches('/')));
    match path.strip_prefix("./") {
        _ if path.starts_with('/') => format!("file://{path}"),
        Some(inside) => inside.to_owned(),
        None => path,
    }
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for it in path.bytes() {
        if it.is_ascii_alphanumeric() || b"-._~/".contains(&it) {
            out.push(char::from(it));
        } else {
            let _ = write!(out, "%{it:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(location("./crashes/", "a.c"), "crashes/a.c");
        assert_eq!(location("/c", "a.c"), "file:///c/a.c");
    }
}
