//! Everything the page shows of one result: what it is, why each token stays, how it came about, what that cost.

use lop_runner::number::gone;
use maud::{Markup, html};

use super::chart::chart;
use super::replay::replay;
use super::text::{count, counted, seconds};
use super::{FIRST, SHOWN, fact, source, why};
use crate::records::record::{Pass, Record, to_bytes};

/// How a result stands on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// The page is about nothing else.
    Alone,
    /// It is one of many.
    AmongOthers,
    /// There are so many that only its facts have room.
    InShort,
}

/// No more files of a project are listed of those that are left, and of those that are gone.
const FILES: usize = 1000;

/// The list of so many files is open at first.
const FEW: usize = 40;

/// One result, the one at `index` of its page.
pub(super) fn one(it: &Record, index: usize, script: &str, stands: Stands) -> Markup {
    let class = if it.signature.is_some() { "signature" } else { "file" };
    html! {
        article class="result" id={ "f" (index) } {
            @if stands == Stands::Alone { h1 class=(class) { (subject(it)) } }
            @else { h3 class=(class) { (subject(it)) } }
            @if it.signature.is_some() { p class="file" { (it.file) } }
            (numbers(it))
            (facts(it))
            @if stands == Stands::InShort { p { "Too much for one page: see the files beside it." } }
            @else { (details(it, index, script, stands)) }
        }
    }
}

/// The heading of a part of a result, below its own.
fn heading(stands: Stands, text: &str) -> Markup {
    html! { @if stands == Stands::Alone { h2 { (text) } } @else { h4 { (text) } } }
}

/// What a reduction is about in one line: its crash, or else its file.
pub(super) fn subject(it: &Record) -> &str {
    it.signature.as_ref().map_or(&it.file, |it| &it.text)
}

/// The sizes and the price, in large.
fn numbers(it: &Record) -> Markup {
    let (before, after) = (&it.before, &it.after);
    let size = |name: &str, before: usize, after: usize| {
        let from = format!("of {}, −{}", count(before), gone(before, after));
        number(name, &count(after), &from)
    };
    let verdict = if it.certificate.complete { "1-minimal" } else { "not proven" };
    let tried = format!(
        "{} and {} refused alone",
        counted(it.certificate.tokens, "token"),
        counted(it.certificate.units, "unit")
    );
    let proof = if it.certificate.complete { tried } else { format!("the search ended with: {}", it.ended) };
    html! {
        dl class="numbers" {
            (size("Tokens", before.tokens, after.tokens))
            (size("Bytes", before.bytes, after.bytes))
            (number("Questions", &count(it.questions), &format!("in {}", seconds(it.seconds))))
            (number("Proof", verdict, &proof))
        }
    }
}

fn number(name: &str, value: &str, more: &str) -> Markup {
    html! { div { dt { (name) } dd { strong { (value) } " " span { (more) } } } }
}

fn facts(it: &Record) -> Markup {
    let rates = it.rates.map(|it| it.to_string());
    let facts = [
        ("Version", &it.tool),
        ("Language", &it.language),
        ("How often", &rates),
        ("What went wrong", &it.because),
    ];
    html! {
        dl class="plain" {
            (fact("Command", &html! { code { (it.command) } }))
            @for (name, value) in facts {
                @if let Some(value) = value { (fact(name, &html! { (value) })) }
            }
        }
    }
}

fn details(it: &Record, index: usize, script: &str, stands: Stands) -> Markup {
    let why = if it.needed.is_empty() { "" } else { ", and why each token stays" };
    html! {
        (heading(stands, &format!("The result{why}")))
        (result(it))
        (tree(it))
        (heading(stands, "How it came about"))
        (chart(it))
        (replay(it, index))
        @if !it.passes.is_empty() {
            (heading(stands, "What the questions bought"))
            (bought(it))
        }
        @if !it.source.is_empty() {
            details class="input" { summary { "The input" } (source(&to_bytes(&it.source), it)) }
        }
        @if !it.output.is_empty() {
            details { summary { "What the test prints" } pre { (FIRST) (it.output.join("\n")) } }
        }
        @if !script.is_empty() {
            details { summary { "Script to reproduce" } pre { (FIRST) (script) } }
        }
    }
}

fn result(it: &Record) -> Markup {
    let language = it.language.as_deref().and_then(lop_languages::by_name);
    let text = to_bytes(&it.result);
    let cut = &text[..text.len().min(SHOWN)];
    html! {
        div class="explained" {
            pre class="needed" {
                (FIRST) (why::source(cut, language.as_ref(), &it.needed, &it.units))
                @if cut.len() < text.len() { "\n…" }
            }
            @if !it.needed.is_empty() { div class="wide" { (why::table(&text, &it.needed, &it.units)) } }
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

/// What the questions of each pass bought, the most tokens first, and which bought nothing.
fn bought(it: &Record) -> Markup {
    let mut passes: Vec<&Pass> = it.passes.iter().collect();
    passes.sort_by_key(|it| std::cmp::Reverse((it.tokens, it.bytes, it.accepted, it.asked)));
    let (paid, vain): (Vec<&Pass>, Vec<&Pass>) = passes.iter().partition(|it| it.accepted > 0);
    html! {
        (passes_table(&paid, &[
            (format!("{} others, which found nothing", count(vain.len())), sum(&vain)),
            ("all".to_owned(), sum(&passes)),
        ]))
        @if !vain.is_empty() {
            details { summary { "Which found nothing" } (passes_table(&vain, &[])) }
        }
    }
}

fn sum(passes: &[&Pass]) -> Pass {
    let mut sum = Pass::default();
    for it in passes {
        sum.asked += it.asked;
        sum.accepted += it.accepted;
        sum.tokens += it.tokens;
        sum.bytes += it.bytes;
        sum.seconds += it.seconds;
    }
    sum
}

fn passes_table(passes: &[&Pass], sums: &[(String, Pass)]) -> Markup {
    const COLUMNS: [&str; 6] =
        ["Pass", "Questions", "Accepted", "Tokens gone", "Bytes gone", "Time of the test"];
    html! {
        div class="wide" {
            table class="sortable" {
                thead {
                    tr {
                        @for (index, name) in COLUMNS.iter().enumerate() {
                            th scope="col" class=(if index > 0 { "number" } else { "" }) aria-sort="none" {
                                button type="button" { (name) }
                            }
                        }
                    }
                }
                tbody { @for it in passes { (pass_row(&it.name, it)) } }
                @if !sums.is_empty() { tfoot { @for (name, it) in sums { (pass_row(name, it)) } } }
            }
        }
    }
}

fn pass_row(name: &str, it: &Pass) -> Markup {
    let sign = if it.bytes < 0 { "−" } else { "" };
    html! {
        tr {
            th scope="row" { (name) }
            @for number in [it.asked, it.accepted, it.tokens] {
                td class="number" data-value=(number) { (count(number)) }
            }
            td class="number" data-value=(it.bytes) { (sign) (count(it.bytes.unsigned_abs())) }
            td class="number" data-value=(it.seconds) { (seconds(it.seconds)) }
        }
    }
}
