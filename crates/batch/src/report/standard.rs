//! Formats for machines: our summary, `JUnit` XML and SARIF 2.1.0.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Overview;
use super::page::text::escaped;
use crate::cluster::{Brief, Cluster};
use crate::record::Found;

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

/// `JUnit` XML: a bug is a failure, in the file that shows it smallest; an input that could not be asked is an error.
pub(super) fn junit(overview: &Overview) -> String {
    let mut cases = String::new();
    let (mut failures, mut errors, mut skipped) = (0, 0, 0);
    let numbers = overview.numbers();
    let briefs: HashMap<&str, &Brief> = overview.briefs.iter().map(|it| (it.file.as_str(), it)).collect();
    for (file, found) in &overview.found {
        let brief = briefs.get(file.as_str()).copied();
        let time = brief.map_or(0.0, |it| it.seconds);
        let _ = write!(cases, "  <testcase classname=\"lop\" name=\"{}\" time=\"{time:.3}\"", xml(file));
        let (kind, message) = match (found, brief) {
            (_, Some(brief)) => {
                let cluster = &overview.clusters[numbers[brief.file.as_str()]];
                let old = if cluster.old == Some(true) { " (known)" } else { "" };
                ("failure", format!("{}{old}; {} tokens", cluster.title, brief.after.tokens))
            }
            (Found::Interesting { .. } | Found::NotInteresting { .. }, None) => ("", String::new()),
            (Found::Duplicate { .. } | Found::Empty | Found::TooLarge { .. }, None) => {
                ("skipped", said(found))
            }
            _ => ("error", said(found)),
        };
        failures += usize::from(kind == "failure");
        errors += usize::from(kind == "error");
        skipped += usize::from(kind == "skipped");
        let _ = match kind {
            "" => writeln!(cases, "/>"),
            kind => writeln!(cases, ">\n    <{kind} message=\"{}\"/>\n  </testcase>", xml(&message)),
        };
    }
    let tests = overview.found.len();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"lop batch\" tests=\"{tests}\" \
         failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n{cases}</testsuite>\n"
    )
}

fn said(found: &Found) -> String {
    format!("{}: {}", found.word(), found.details())
}

fn xml(text: &str) -> String {
    let text = escaped(text).replace('\n', "&#10;").replace('\t', "&#9;");
    // Two characters that are no characters of XML, whatever else they are.
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// SARIF 2.1.0: a bug is a rule, each input that shows it is a result.
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
    let text = format!("{}; reduced from {} to {} tokens", cluster.title, it.before.tokens, it.after.tokens);
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
