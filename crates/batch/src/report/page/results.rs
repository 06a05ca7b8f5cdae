//! Everything the page shows of one result: its facts, sources, steps, curves and passes.

use maud::{Markup, html};

use super::curve::{self, Over};
use super::replay::replay;
use super::text::{count, counted, seconds};
use super::{FIRST, SHOWN, fact, highlight, source};
use crate::records::record::{Record, TokenReason, to_bytes};
use lop_runner::event::Reason;

/// The reasons of no more tokens are listed.
const REASONS: usize = 200;

/// No more files of a project are listed of those that are left, and of those that are gone.
const FILES: usize = 1000;

/// The list of so many files is open at first.
const FEW: usize = 40;

/// One result, the one at `index` of its page. Without `whole` only its facts.
pub(super) fn one(it: &Record, index: usize, script: &str, whole: bool) -> Markup {
    html! {
        article class="result" id={ "f" (index) } {
            h3 { (it.file) }
            (facts(it))
            @if whole { (details(it, index, script)) }
            @else { p { "Too much for one page: see the files beside it." } }
        }
    }
}

fn details(it: &Record, index: usize, script: &str) -> Markup {
    let end = f64::from(u32::try_from(it.questions).unwrap_or(u32::MAX));
    html! {
        (sources(it))
        (tree(it))
        (replay(it, index))
        div class="curves" {
            (curve::svg(&it.curve, Over::Questions, end))
            (curve::svg(&it.curve, Over::Time, it.seconds))
        }
        (passes(it))
        @if !it.output.is_empty() {
            details { summary { "What the test prints" } pre { (FIRST) (it.output.join("\n")) } }
        }
        @if !script.is_empty() {
            details { summary { "Script to reproduce" } pre { (FIRST) (script) } }
        }
    }
}

fn facts(it: &Record) -> Markup {
    let size =
        |tokens: usize, bytes: usize| format!("{}, {}", counted(tokens, "token"), counted(bytes, "byte"));
    let proof = if it.certificate.complete {
        format!("none of {} can go alone", counted(it.certificate.tokens, "token"))
    } else {
        format!("none; the search ended with: {}", it.ended)
    };
    let facts = [
        ("Version", it.tool.clone()),
        ("Signature", it.signature.as_ref().map(|it| it.text.clone())),
        ("Language", it.language.clone()),
        ("Before", Some(size(it.before.tokens, it.before.bytes))),
        ("After", Some(size(it.after.tokens, it.after.bytes))),
        ("Questions", Some(format!("{} in {}", count(it.questions), seconds(it.seconds)))),
        ("Proof", Some(proof)),
    ];
    html! {
        dl {
            (fact("Command", &html! { code { (it.command) } }))
            @for (name, value) in &facts {
                @if let Some(value) = value { (fact(name, &html! { (value) })) }
            }
        }
    }
}

fn sources(it: &Record) -> Markup {
    let language = it.language.as_deref().and_then(lop_languages::by_name);
    let result = to_bytes(&it.result);
    let cut = &result[..result.len().min(SHOWN)];
    html! {
        div class="sources" {
            div {
                h4 { "After" }
                pre class="needed" { (FIRST) (highlight::marked(cut, language.as_ref(), &it.needed)) }
                @if !it.needed.is_empty() { (legend(&it.needed)) (reasons(&it.needed, &result)) }
            }
            @if !it.source.is_empty() {
                div { h4 { "Before" } (source(&to_bytes(&it.source), it)) }
            }
        }
    }
}

/// The tree of a project before and after, file by file: first what is left.
fn tree(it: &Record) -> Markup {
    if it.tree.is_empty() {
        return html! {};
    }
    let left = it.tree.iter().filter(|it| it.after.is_some()).count();
    let (all, files) = (counted(it.tree.len(), "file"), |left: bool| {
        it.tree.iter().filter(move |it| it.after.is_some() == left).take(FILES)
    });
    html! {
        details open[it.tree.len() <= FEW] {
            summary { (left) " of " (all) " left" }
            table {
                thead { tr { th { "File" } th { "Became" } th { "Tokens" } th { "Bytes" } } }
                @for it in files(true).chain(files(false)) {
                    tr {
                        td { code { (it.before.as_deref().unwrap_or_default()) } }
                        td {
                            @match &it.after {
                                None => { "gone" }
                                Some(path) if Some(path) != it.before.as_ref() => code { (path) },
                                Some(_) => {}
                            }
                        }
                        td { (it.tokens.0) " → " (it.tokens.1) }
                        td { (it.bytes.0) " → " (it.bytes.1) }
                    }
                }
            }
        }
    }
}

/// What the colours of the tokens mean.
fn legend(needed: &[TokenReason]) -> Markup {
    let mut kinds: Vec<Reason> = needed.iter().map(|it| it.reason).collect();
    kinds.sort_by_key(|it| highlight::reason(*it));
    kinds.dedup();
    html! {
        ul class="legend" {
            @for it in kinds {
                li { span class={ "t " (highlight::reason(it)) } { "token" } " " (it.sentence()) }
            }
            @if needed.iter().any(|it| it.breaks) {
                li { span class="t breaks" { "token" } " without it the text does not parse" }
            }
        }
    }
}

/// The same as the colours and hints of the tokens, for those who do not see them.
fn reasons(needed: &[TokenReason], result: &[u8]) -> Markup {
    html! {
        details {
            summary { "Why each token stays" }
            table {
                thead { tr { th scope="col" { "Token" } th scope="col" { "Why it stays" } } }
                tbody {
                    @for it in needed.iter().take(REASONS) {
                        @let token = result.get(it.start..it.end).unwrap_or_default();
                        tr {
                            th scope="row" { code { (String::from_utf8_lossy(token)) } }
                            td { (highlight::sentence(it)) }
                        }
                    }
                }
            }
        }
    }
}

fn passes(it: &Record) -> Markup {
    let mut paid: Vec<_> = it.passes.iter().filter(|it| it.accepted > 0).collect();
    if paid.is_empty() {
        return Markup::default();
    }
    paid.sort_by_key(|it| std::cmp::Reverse((it.tokens, it.bytes)));
    html! {
        details {
            summary { "Passes that paid" }
            table {
                thead {
                    tr {
                        @for name in ["Pass", "Tokens removed", "Bytes removed", "Successes", "Questions"] {
                            th scope="col" { (name) }
                        }
                    }
                }
                tbody {
                    @for it in paid {
                        tr {
                            th scope="row" { (it.name) }
                            td class="number" { (count(it.tokens)) }
                            td class="number" { (it.bytes) }
                            td class="number" { (count(it.accepted)) }
                            td class="number" { (count(it.asked)) }
                        }
                    }
                }
            }
        }
    }
}
