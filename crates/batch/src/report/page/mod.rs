//! The page: one file without any network, for eyes, for print and for screen readers.
//!
//! All markup is made by [`html!`], which escapes what it is given: a name, a source or an output cannot leave its place.

mod bugs;
mod chart;
mod highlight;
mod replay;
mod results;
mod steps;
pub(super) mod text;
mod why;

use std::collections::HashSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::results::Stands;
use self::text::{counted, finished};
use super::Overview;
use crate::records::record::Record;

/// Once the page is larger than this, sources and steps of further files are left out.
const FULL: usize = 12 << 20;
/// A longer source is cut in the page.
const SHOWN: usize = 64 << 10;

/// A browser drops the first line end of a `pre`, which would otherwise be one of the text.
const FIRST: &str = "\n";

const STYLE: &str = include_str!("../../../assets/page-style");
const SCRIPT: &str = include_str!("../../../assets/page-script");

/// The page of a batch.
pub(super) fn batch(
    overview: &Overview,
    record: &dyn Fn(&str) -> Option<Record>,
    script: &dyn Fn(&Record) -> String,
) -> String {
    let mut main = bugs::overview(overview, record);
    // The smallest of each bug is shown in any case.
    let witnesses: HashSet<usize> = overview.clusters.iter().map(|it| it.members[0]).collect();
    let mut each = String::new();
    for (index, brief) in overview.briefs.iter().enumerate() {
        let Some(it) = record(&brief.file) else { continue };
        let whole = main.0.len() + each.len() < FULL || witnesses.contains(&index);
        let stands = if whole { Stands::AmongOthers } else { Stands::InShort };
        each.push_str(&results::one(&it, index, &script(&it), stands).0);
    }
    let each = html! { section aria-labelledby="each" { h2 id="each" { "Each result" } (PreEscaped(each)) } };
    main.0.push_str(&each.0);
    let title = format!("lop: {} in {}", counted(overview.bugs(), "distinct bug"), overview.corpus);
    finished(&frame(&title, &html! { h1 { (title) } (main) }))
}

/// The page of one reduction.
pub fn single(record: &Record, script: &str) -> String {
    let title = format!("{}: {}", results::subject(record), counted(record.after.tokens, "token"));
    finished(&frame(&title, &results::one(record, 0, script, Stands::Alone)))
}

fn frame(title: &str, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(STYLE)) }
                script { (PreEscaped(SCRIPT)) }
            }
            body {
                main { (main) }
                p id="why" role="status" aria-live="polite" {}
            }
        }
        "\n"
    }
}

/// A name with its value in a list of facts.
fn fact(name: &str, value: &Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// A source of the record's language, cut when it is too long.
fn source(text: &[u8], record: &Record) -> Markup {
    let language = record.language.as_deref().and_then(lop_languages::by_name);
    let cut = &text[..text.len().min(SHOWN)];
    html! {
        pre tabindex="0" {
            (FIRST) (highlight::source(cut, language.as_ref()))
            @if cut.len() < text.len() { "\n…" }
        }
    }
}
