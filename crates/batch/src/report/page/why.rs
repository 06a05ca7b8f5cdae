//! "Why does each token stay?": what the test said without it, in the source itself and as a table of groups.

use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Document, FileId};
use lop_runner::event::{Reason, Shown};
use maud::{Markup, PreEscaped, html};

use super::highlight;
use super::text::counted;
use crate::records::record::Needed;

/// No more tokens, or units, are named in one cell.
const NAMED: usize = 80;
/// A longer piece of source is cut where it is named.
const LONG: usize = 48;

/// How compilers say that a text is no text of their language.
const SYNTAX: [&str; 6] = [
    "error: expected ",
    "syntax error",
    "SyntaxError",
    "parse error",
    "unexpected token",
    "unclosed delimiter",
];

/// What happens without some part of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Group<'n> {
    /// Nothing is wrong: the bug is gone.
    Clean,
    /// The compiler, or the grammar, cannot read what is left.
    Broken,
    /// The first thing that the tool complains about.
    Diagnostic(&'n str),
    /// A crash that is not the one looked for.
    Crash(&'n str),
    /// How the test ends, which says nothing else.
    Ending(&'n str),
    /// What is known where nobody took note of more.
    Other(Reason),
}

impl Group<'_> {
    fn of(it: &Needed) -> Group<'_> {
        match (it.reason, &it.shown) {
            (
                reason @ (Reason::Interesting | Reason::TimedOut | Reason::Invalid | Reason::NewDiagnostic),
                _,
            ) => Group::Other(reason),
            (_, Some(Shown::Crash(it))) => Group::Crash(it),
            (_, Some(Shown::Clean)) => Group::Clean,
            (Reason::OtherCrash, _) => Group::Other(Reason::OtherCrash),
            (_, Some(Shown::Diagnostic(it))) if SYNTAX.iter().any(|word| it.contains(word)) => Group::Broken,
            _ if it.breaks => Group::Broken,
            (_, Some(Shown::Diagnostic(it))) => Group::Diagnostic(it),
            (_, Some(Shown::Ending(it))) => Group::Ending(it),
            (reason, None) => Group::Other(reason),
        }
    }

    /// The class of it in the page.
    fn class(&self) -> &'static str {
        match self {
            Group::Clean | Group::Other(Reason::NoCrash) => "clean",
            Group::Broken => "broken",
            Group::Diagnostic(_) | Group::Other(Reason::NewDiagnostic | Reason::Invalid) => "diagnostic",
            Group::Crash(_) | Group::Other(Reason::OtherCrash) => "other-crash",
            Group::Other(Reason::TimedOut) => "timed-out",
            Group::Other(Reason::Interesting) => "free",
            Group::Other(Reason::Unknown) => "unknown",
            Group::Ending(_) | Group::Other(Reason::Refused) => "refused",
        }
    }

    /// Behind "without it".
    fn heading(&self) -> Markup {
        match self {
            Group::Clean => html! { "all is well: no error, no crash" },
            Group::Broken => html! { "it does not parse" },
            Group::Diagnostic(it) => html! { code { (it) } },
            Group::Crash(it) => html! { "another crash: " code { (it) } },
            Group::Ending(it) => html! { (it) ", and no error that is known" },
            Group::Other(it) => html! { (it.sentence().trim_start_matches("without it ")) },
        }
    }
}

/// What happens without it, in a sentence.
fn sentence(it: &Needed) -> String {
    let group = match Group::of(it) {
        Group::Clean => "without it all is well: no error, no crash".to_owned(),
        Group::Broken => match &it.shown {
            Some(Shown::Diagnostic(said)) => format!("without it the text does not parse ({said})"),
            _ => "without it the text does not parse".to_owned(),
        },
        Group::Diagnostic(said) => format!("without it: {said}"),
        Group::Crash(crash) => format!("without it there is another crash: {crash}"),
        Group::Ending(end) => format!("without it the test ends with {end}"),
        Group::Other(reason) => reason.sentence().to_owned(),
    };
    match &it.title {
        Some(title) => format!("{title}: {group}"),
        None => group,
    }
}

/// A source in which each token and each larger unit says why it stays.
pub(super) fn source(
    text: &[u8],
    language: Option<&Arc<Language>>,
    needed: &[Needed],
    units: &[Needed],
) -> Markup {
    let document = Document::parse([(Arc::from(text), language.cloned())]);
    let lexemes = document.file(FileId(0)).lexemes();
    let class = |at: usize| {
        let next = lexemes.partition_point(|it| it.span.start as usize <= at);
        next.checked_sub(1).map_or("", |it| highlight::class(lexemes[it].class))
    };
    let mut out = Marked { text, out: String::new(), at: 0, open: Vec::new() };
    let mut units = units.iter().peekable();
    for token in needed.iter().take_while(|it| it.end <= text.len()) {
        out.close_before(token.start);
        while let Some(unit) = units.next_if(|it| it.start <= token.start) {
            // Whoever begins within a token has no place of its own.
            if unit.start == token.start && unit.end <= text.len() {
                out.open(unit);
            }
        }
        let first = token.start == needed[0].start;
        out.token(token, class(token.start), first);
    }
    out.close_before(text.len() + 1);
    out.up_to(text.len());
    PreEscaped(out.out)
}

/// A source as it is being marked.
struct Marked<'m> {
    text: &'m [u8],
    out: String,
    /// What is written already.
    at: usize,
    /// Where the units end that are open.
    open: Vec<usize>,
}

impl Marked<'_> {
    fn up_to(&mut self, end: usize) {
        let between = String::from_utf8_lossy(&self.text[self.at..end]);
        self.out.push_str(&html! { (between) }.0);
        self.at = end;
    }

    /// Closes what ends there or before.
    fn close_before(&mut self, start: usize) {
        while let Some(end) = self.open.pop_if(|it| *it <= start) {
            self.up_to(end.max(self.at));
            self.out.push_str("</span>");
        }
        self.up_to(start.min(self.text.len()));
    }

    fn open(&mut self, it: &Needed) {
        let opened = html! { span class={ "u " (Group::of(it).class()) } title=(sentence(it)) {} }.0;
        self.out.push_str(opened.trim_end_matches("</span>"));
        self.open.push(it.end);
    }

    fn token(&mut self, it: &Needed, class: &str, first: bool) {
        let shown = String::from_utf8_lossy(&self.text[it.start..it.end]);
        // One of them is in the order of the tabulator; the arrows lead to the others.
        let tab = if first { 0 } else { -1 };
        let token = html! {
            span class={ "t " (class) " " (Group::of(it).class()) } tabindex=(tab) title=(sentence(it)) { (shown) }
        };
        self.out.push_str(&token.0);
        self.at = it.end;
    }
}

/// What happens without some parts, and which they are.
struct Row<'n> {
    group: Group<'n>,
    /// Each with its number among all tokens.
    tokens: Vec<(usize, &'n Needed)>,
    units: Vec<&'n Needed>,
}

/// Tokens and units by what happens without them, the largest group of tokens first.
pub(super) fn table(text: &[u8], needed: &[Needed], units: &[Needed]) -> Markup {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (number, it) in needed.iter().chain(units).enumerate() {
        let group = Group::of(it);
        let at = rows.iter().position(|it| it.group == group).unwrap_or_else(|| {
            rows.push(Row { group, tokens: Vec::new(), units: Vec::new() });
            rows.len() - 1
        });
        let row = &mut rows[at];
        match it.title {
            None => row.tokens.push((number, it)),
            // What is part of another with the same reason goes without saying.
            Some(_) if row.units.iter().any(|whole| it.end <= whole.end) => {}
            Some(_) => row.units.push(it),
        }
    }
    rows.sort_by_key(|it| std::cmp::Reverse((it.tokens.len(), it.units.len())));
    html! {
        table class="why" {
            thead {
                tr { th scope="col" { "Without it" } th scope="col" { "Tokens" } th scope="col" { "Larger parts" } }
            }
            tbody {
                @for Row { group, tokens, units } in &rows {
                    tr {
                        th scope="row" { span class={ "swatch " (group.class()) } {} (group.heading()) }
                        td { @if !tokens.is_empty() { (number(tokens.len(), "token")) (tokens_of(text, tokens)) } }
                        td { @if !units.is_empty() { (number(units.len(), "part")) (parts_of(text, units)) } }
                    }
                }
            }
        }
    }
}

fn number(many: usize, thing: &str) -> Markup {
    html! { span class="many" { (counted(many, thing)) } " " }
}

/// Each with its number among all tokens.
fn tokens_of(text: &[u8], all: &[(usize, &Needed)]) -> Markup {
    html! {
        @for (number, it) in &all[..all.len().min(NAMED)] { code data-n=(number) { (piece(text, it)) } " " }
        (more(all.len()))
    }
}

fn parts_of(text: &[u8], all: &[&Needed]) -> Markup {
    html! {
        ul class="parts" {
            @for it in &all[..all.len().min(NAMED)] {
                @let title = it.title.as_deref().unwrap_or_default();
                li {
                    (highlight::ticked(title))
                    @if !title.starts_with('`') { " " code class="dim" { (piece(text, it)) } }
                }
            }
        }
        (more(all.len()))
    }
}

fn more(all: usize) -> Markup {
    html! { @if all > NAMED { "and " (all - NAMED) " more" } }
}

/// The source of a part on one line, cut where it is long.
fn piece(text: &[u8], it: &Needed) -> String {
    let text = String::from_utf8_lossy(text.get(it.start..it.end).unwrap_or_default()).into_owned();
    super::text::on_one_line(&text, LONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(start: usize, end: usize, shown: Shown) -> Needed {
        let reason = Reason::NoCrash;
        Needed { start, end, title: None, reason, shown: Some(shown), breaks: false }
    }

    #[test]
    fn every_byte_is_shown_once_and_says_why_it_stays() {
        let tokens = [needed(0, 3, Shown::Clean), needed(4, 5, Shown::Ending("exit code 1".to_owned()))];
        let unit = Needed { title: Some("variable `x`".to_owned()), ..needed(0, 5, Shown::Clean) };
        let html = source(b"int x\n", lop_languages::by_name("c").as_ref(), &tokens, &[unit]).into_string();
        assert_eq!(
            html,
            "<span class=\"u clean\" title=\"variable `x`: without it all is well: no error, no crash\">\
             <span class=\"t k clean\" tabindex=\"0\" title=\"without it all is well: no error, no crash\">int</span> \
             <span class=\"t w refused\" tabindex=\"-1\" title=\"without it the test ends with exit code 1\">x</span>\
             </span>\n"
        );
    }

    #[test]
    fn parts_with_one_reason_are_one_row() {
        let undeclared = || Shown::Diagnostic("error: … undeclared".to_owned());
        let broken = Needed { breaks: true, ..needed(2, 3, undeclared()) };
        let tokens = [needed(0, 1, undeclared()), broken, needed(4, 5, undeclared())];
        let html = table(b"a ; b", &tokens, &[]).into_string();
        assert_eq!(html.matches("<tr>").count(), 3, "{html}");
        assert!(html.contains("error: … undeclared</code>") && html.contains(">2 tokens<"), "{html}");
        assert!(html.contains("it does not parse") && html.contains(">1 token<"), "{html}");
    }
}
