//! A bug report for each bug, and of a single run, ready to paste.

use std::fmt::Write as _;
use std::path::Path;

use lop_runner::number::{count, counted, gone};

use super::Overview;
use crate::bugs::cluster::Cluster;
use crate::display::{harmless, harmless_lines};
use crate::records::record::{Record, to_bytes};

/// The report of one bug from the record of its smallest result, with the other files that show it.
pub(super) fn bug(overview: &Overview, cluster: &Cluster, witness: &Record) -> String {
    let mut text = of(&cluster.title, witness);
    if cluster.members.len() > 1 {
        let _ = write!(text, "\n## Also shown by\n\n");
        for &it in &cluster.members[1..] {
            let it = &overview.briefs[it];
            let _ = writeln!(text, "- {} ({})", code(&it.file), counted(it.after.tokens, "token"));
        }
    }
    text
}

/// The report of what a single run has found.
pub fn single(record: &Record) -> String {
    let what = || format!("what {} shows", record.file);
    of(&record.signature.as_ref().map_or_else(what, |it| it.text.clone()), record)
}

/// What there is to say of one result.
fn of(title: &str, it: &Record) -> String {
    let mut text = format!("# {}\n\n", line(title));
    let name = Path::new(&it.file)
        .file_name()
        .map_or_else(|| it.file.clone(), |it| it.to_string_lossy().into_owned());
    let facts = [
        ("Command", Some(code(&it.command.replace("@@", &name)))),
        ("Version", it.tool.as_deref().map(line)),
        ("Language", it.language.clone()),
        ("Reduced", Some(reduced(it))),
    ];
    for (name, value) in facts.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
        let _ = writeln!(text, "- **{name}:** {value}");
    }
    let source = String::from_utf8_lossy(&to_bytes(&it.result)).into_owned();
    let _ = write!(text, "\n## To reproduce\n\n{}:\n\n", code(&name));
    text.push_str(&fenced(&source, it.language.as_deref().unwrap_or_default()));
    if !it.output.is_empty() {
        text.push_str("\n## Output\n\n");
        text.push_str(&fenced(&harmless_lines(&it.output.join("\n")), "text"));
    }
    text
}

/// What was done to the input.
fn reduced(it: &Record) -> String {
    let (before, after) = (it.before.tokens, it.after.tokens);
    let sizes = format!("{} → {} (−{})", count(before), counted(after, "token"), gone(before, after));
    let formatted = if it.formatted { ", laid out by a formatter" } else { "" };
    let minimal = if it.certificate.complete { "; no single token can go" } else { "" };
    let version = env!("CARGO_PKG_VERSION");
    format!("{} by lop {version}, {sizes}{formatted}{minimal}", code(&it.file))
}

/// A line of text in which nothing is markup.
fn line(text: &str) -> String {
    let mut out = String::new();
    for it in harmless(text).chars() {
        if "<*`[".contains(it) {
            out.push('\\');
        }
        out.push(it);
    }
    out
}

/// Code within a line.
fn code(text: &str) -> String {
    let text = harmless(text);
    let fence = "`".repeat(longest(&text) + 1);
    if fence.len() == 1 { format!("`{text}`") } else { format!("{fence} {text} {fence}") }
}

/// A block whose fence is longer than any in it.
fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest(text).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// The length of the longest run of backticks.
fn longest(text: &str) -> usize {
    text.split(|it| it != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        assert_eq!(fenced("a\n````\n", ""), "`````\na\n````\n`````\n");
    }
}
