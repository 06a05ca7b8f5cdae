//! A bug report for each bug, ready to paste.

use std::fmt::Write as _;

use super::Overview;
use super::page::text::counted;
use crate::bugs::cluster::Cluster;
use crate::display::{harmless, harmless_lines};
use crate::records::record::{Record, to_bytes};

/// The report of one bug from the record of its smallest result.
pub(super) fn bug(overview: &Overview, cluster: &Cluster, witness: &Record) -> String {
    let mut text = format!("# {}\n\n", line(&cluster.title));
    let fact = |name: &str, value: &str| format!("- **{name}:** {value}\n");
    text.push_str(&fact("Command", &code(&witness.command)));
    if let Some(tool) = &witness.tool {
        text.push_str(&fact("Version", &line(tool)));
    }
    if let Some(language) = &witness.language {
        text.push_str(&fact("Language", language));
    }
    let (before, after) = (&witness.before, &witness.after);
    let size = format!("{}, reduced from {}", counted(after.tokens, "token"), before.tokens);
    let minimal = if witness.certificate.complete { "; no single token can go" } else { "" };
    text.push_str(&fact("Size", &format!("{size}{minimal}")));
    let source = String::from_utf8_lossy(&to_bytes(&witness.result)).into_owned();
    let _ = write!(text, "\n## To reproduce\n\n{}:\n\n", code(&witness.file));
    text.push_str(&fenced(&source, witness.language.as_deref().unwrap_or_default()));
    let _ = write!(text, "\n`@@` in the command stands for the path of this file.\n");
    if !witness.output.is_empty() {
        text.push_str("\n## Output\n\n");
        text.push_str(&fenced(&harmless_lines(&witness.output.join("\n")), "text"));
    }
    if cluster.members.len() > 1 {
        let _ = write!(text, "\n## Also shown by\n\n");
        for &it in &cluster.members[1..] {
            let it = &overview.briefs[it];
            let _ = writeln!(text, "- {} ({})", code(&it.file), counted(it.after.tokens, "token"));
        }
    }
    text
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
