//! The upper part of a batch's page: its numbers, its bugs, the table of all results, and what was not reduced.

use maud::{Markup, html};

use super::text::{count, counted, seconds};
use super::{fact, source};
use crate::bugs::cluster::{Brief, Cluster};
use crate::records::record::{Record, to_bytes};
use crate::report::Overview;
use lop_runner::Found;

/// So many files of a bug are named at once.
const NAMED: usize = 6;
/// A witness of more bytes is not shown beside its bug.
const SHORT: usize = 4096;

/// The columns of the table of results, with the class of their cells.
const COLUMNS: [(&str, &str); 10] = [
    ("File", ""),
    ("Language", ""),
    ("Signature", ""),
    ("Bug", "number"),
    ("Tokens before", "number"),
    ("Tokens after", "number"),
    ("Bytes after", "number"),
    ("Questions", "number"),
    ("Seconds", "number"),
    ("How it ended", ""),
];

/// Everything above the results one by one.
pub(super) fn overview(overview: &Overview, record: &dyn Fn(&str) -> Option<Record>) -> Markup {
    html! {
        (summary(overview))
        section aria-labelledby="bugs" {
            h2 id="bugs" { "Bugs" }
            (by_frequency(overview))
            div class="bugs" {
                @for (index, it) in overview.clusters.iter().enumerate() {
                    (bug(overview, it, index, record(&overview.witness(it).file).as_ref()))
                }
            }
        }
        (table(overview))
        (refused(overview))
    }
}

fn summary(overview: &Overview) -> Markup {
    let sum = |of: fn(&Brief) -> usize| overview.briefs.iter().map(of).sum::<usize>();
    let questions: u64 = overview.briefs.iter().map(|it| it.questions).sum();
    let time: f64 = overview.briefs.iter().map(|it| it.seconds).sum();
    let mut facts = vec![
        ("Files", count(overview.found.len())),
        ("Reduced", count(overview.results())),
        ("Distinct bugs", count(overview.bugs())),
    ];
    if overview.clusters.iter().any(|it| it.old.is_some()) {
        let new = overview.clusters.iter().filter(|it| it.old == Some(false)).count();
        facts.push(("Not known before", count(new)));
    }
    let tokens = format!("{} → {}", count(sum(|it| it.before.tokens)), count(sum(|it| it.after.tokens)));
    facts.extend([
        ("Tokens", tokens),
        ("Questions of the files", count(questions)),
        ("Time of the files", seconds(time)),
    ]);
    html! { dl class="facts" { @for (name, value) in &facts { (fact(name, &html! { (value) })) } } }
}

/// All bugs, those that most files show first.
fn by_frequency(overview: &Overview) -> Markup {
    let mut bugs: Vec<(usize, &Cluster)> = overview.clusters.iter().enumerate().collect();
    bugs.sort_by_key(|it| std::cmp::Reverse(it.1.members.len()));
    let most = bugs.first().map_or(1, |it| it.1.members.len());
    let columns = [("Bug", ""), ("Files", "number"), ("", ""), ("Smallest", "number"), ("Number", "number")];
    html! {
        div class="wide" {
            table class="sortable frequency" {
                thead {
                    tr {
                        @for (name, class) in columns {
                            @if name.is_empty() { td {} }
                            @else { th scope="col" class=(class) aria-sort="none" { button type="button" { (name) } } }
                        }
                    }
                }
                tbody {
                    @for (index, it) in bugs {
                        @let (files, tokens) = (it.members.len(), overview.witness(it).after.tokens);
                        tr {
                            th scope="row" { a href={ "#b" (index + 1) } { (it.title) } }
                            td class="number" data-value=(files) { (count(files)) }
                            td { span class="bar" { i style={ "width:" (100 * files / most) "%" } {} } }
                            td class="number" data-value=(tokens) { (counted(tokens, "token")) }
                            td class="number" data-value=(index + 1) { (index + 1) }
                        }
                    }
                }
            }
        }
    }
}

fn bug(overview: &Overview, it: &Cluster, index: usize, witness: Option<&Record>) -> Markup {
    let (named, more) = it.members.split_at(it.members.len().min(NAMED));
    html! {
        article class="bug" id={ "b" (index + 1) } {
            h3 {
                (index + 1) ". " (it.title)
                @match it.old {
                    Some(true) => { " " span class="badge" { "known" } }
                    Some(false) => { " " span class="badge new" { "new" } }
                    None => {}
                }
            }
            @if let Some(witness) = witness {
                @let text = to_bytes(&witness.result);
                @if text.len() <= SHORT { (source(&text, witness)) }
                p { code { (witness.command) } }
            }
            p { (counted(it.members.len(), "file")) ", the smallest first:" }
            (links(overview, named))
            @if !more.is_empty() {
                details { summary { (more.len()) " more" } (links(overview, more)) }
            }
            p { a href={ "bugs/" (it.slug) ".md" } { "Text for a bug tracker" } }
        }
    }
}

fn links(overview: &Overview, members: &[usize]) -> Markup {
    html! {
        ul class="members" {
            @for &member in members {
                @let brief = &overview.briefs[member];
                li { a href={ "#f" (member) } { (brief.file) } " " (counted(brief.after.tokens, "token")) }
            }
        }
    }
}

fn table(overview: &Overview) -> Markup {
    let numbers = overview.numbers();
    html! {
        section aria-labelledby="all" {
            h2 id="all" { "All results" }
            p class="filter" { label { "Only rows with " input type="search"; } }
            div class="wide" {
                table id="files" class="sortable" {
                    caption { "Sort by a column with the button in its head." }
                    thead {
                        tr {
                            @for (name, class) in COLUMNS {
                                th scope="col" class=(class) aria-sort="none" { button type="button" { (name) } }
                            }
                        }
                    }
                    tbody {
                        @for &index in overview.clusters.iter().flat_map(|it| &it.members) {
                            @let it = &overview.briefs[index];
                            (row(it, index, numbers[it.file.as_str()] + 1))
                        }
                    }
                }
            }
        }
    }
}

/// A row of the table of results. `bug` counts from one.
fn row(it: &Brief, index: usize, bug: usize) -> Markup {
    html! {
        tr {
            th scope="row" { a href={ "#f" (index) } { (it.file) } }
            td { (it.language.as_deref().unwrap_or("none")) }
            td { @if let Some(it) = &it.signature { (it.text) } }
            @for size in [bug, it.before.tokens, it.after.tokens, it.after.bytes] {
                td class="number" data-value=(size) { (count(size)) }
            }
            td class="number" data-value=(it.questions) { (count(it.questions)) }
            td class="number" data-value=(format_args!("{:.3}", it.seconds)) { (format_args!("{:.1}", it.seconds)) }
            td { (ended(it)) }
        }
    }
}

fn ended(it: &Brief) -> String {
    match (it.quick, it.minimal) {
        (true, _) if it.ended == "fixpoint" => "quick search".to_owned(),
        (true, _) => format!("quick search, {}", it.ended),
        (false, true) => "minimal".to_owned(),
        (false, false) => it.ended.clone(),
    }
}

fn refused(overview: &Overview) -> Markup {
    let rest: Vec<_> =
        overview.found.iter().filter(|it| !matches!(it.1, Found::Interesting { .. })).collect();
    if rest.is_empty() {
        return Markup::default();
    }
    html! {
        section aria-labelledby="rest" {
            h2 id="rest" { "Not reduced" }
            div class="wide" {
                table class="sortable" {
                    thead {
                        tr {
                            @for name in ["File", "What it is"] {
                                th scope="col" aria-sort="none" { button type="button" { (name) } }
                            }
                            th scope="col" { "Why" }
                        }
                    }
                    tbody {
                        @for (file, found) in rest {
                            tr { th scope="row" { (file) } td { (found.word()) } td { (found.details()) } }
                        }
                    }
                }
            }
        }
    }
}
