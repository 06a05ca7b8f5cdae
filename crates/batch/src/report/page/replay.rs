//! Every step of a reduction: on a slider with the text as it was then, and as a table for those without scripts.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::Document;
use lop_engine::tokens;
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::highlight;
use super::steps;
use super::text::count;
use crate::records::record::{Point, Record};

/// No more steps of a file can be replayed.
const STEPS: usize = 400;
/// Steps of more bytes together stay without colours and names: each is parsed for them.
const COLOURED: usize = 4 << 20;

/// One step that is shown.
struct Shown {
    /// Its number among all; the input is 0.
    at: usize,
    text: Arc<[u8]>,
    /// When it was found, and by whom, where that is known.
    point: Option<Point>,
    /// The same as a tree, where that is not too much.
    document: Option<Document>,
    /// What it took from the one shown before, as bytes of that.
    step: steps::Step,
}

/// Slider and table; empty when nothing was ever removed. `index` makes its identifiers unique on the page.
pub(super) fn replay(it: &Record, index: usize) -> Markup {
    let texts = it.texts();
    if texts.len() < 2 {
        return Markup::default();
    }
    let shown = shown(it, &texts);
    let most = shown.len() - 1;
    html! {
        div class="replay" data-steps={ "s" (index) } {
            p class="player" {
                button type="button" { "Play" } " "
                label {
                    "Step "
                    input type="range" min="0" max=(most) value=(most) step="1" aria-describedby={ "o" (index) };
                }
                " " output id={ "o" (index) } {}
            }
            p class="took" {}
            pre tabindex="0" aria-label="The text at this step" {}
            script type="application/json" id={ "s" (index) } { (data(&values(&shown))) }
        }
        (table(&shown))
    }
}

fn shown(it: &Record, texts: &[Arc<[u8]>]) -> Vec<Shown> {
    let every = texts.len().div_ceil(STEPS).max(1);
    let last = texts.len() - 1;
    let which: Vec<usize> = (0..=last).filter(|at| at.is_multiple_of(every) || *at == last).collect();
    let parses = which.iter().map(|&at| texts[at].len()).sum::<usize>() <= COLOURED;
    let language = it.language.as_deref().and_then(lop_languages::by_name);
    // The curve tells who made each step, unless it was thinned out.
    let points = (it.curve.len() == texts.len()).then_some(&it.curve);
    let mut shown: Vec<Shown> = Vec::with_capacity(which.len());
    for at in which {
        let text = texts[at].clone();
        let document = parses.then(|| parsed(&text, language.as_ref()));
        let before = shown.last().and_then(|it| it.document.as_ref());
        let step = before.zip(document.as_ref()).map(|(old, new)| steps::step(old, new)).unwrap_or_default();
        let point = points.map(|it| it[at].clone()).filter(|it| !it.pass.is_empty());
        shown.push(Shown { at, text, point, document, step });
    }
    shown
}

fn parsed(text: &Arc<[u8]>, language: Option<&Arc<Language>>) -> Document {
    Document::parse([(text.clone(), language.cloned())])
}

/// What the slider needs to know.
fn values(shown: &[Shown]) -> Value {
    let (mut old, mut old_kinds) = (Vec::new(), Vec::new());
    let mut steps = Vec::new();
    for (index, it) in shown.iter().enumerate() {
        let new: Vec<u16> = String::from_utf8_lossy(&it.text).encode_utf16().collect();
        let mut step =
            json!({ "at": it.at, "tokens": tokens::count(&it.text), "text": difference(&old, &new) });
        if let Some(document) = &it.document {
            let kinds = highlight::kinds(document);
            step["kinds"] = runs(&old_kinds, &kinds);
            old_kinds = kinds;
        }
        if let Some(next) = shown.get(index + 1) {
            step["gone"] = wide(&it.text, &next.step.gone);
        }
        if index > 0 {
            step["said"] = json!(it.step.said);
        }
        if let Some(point) = &it.point {
            step["by"] = json!([point.pass, point.question]);
        }
        steps.push(step);
        old = new;
    }
    Value::from(steps)
}

/// Ranges of bytes as the page counts, in UTF-16: where each begins and ends, one after the other.
fn wide(text: &[u8], ranges: &[Range<usize>]) -> Value {
    let (mut at, mut units) = (0, 0);
    let mut to = |place: usize| {
        units += String::from_utf8_lossy(&text[at..place]).encode_utf16().count();
        at = place;
        units
    };
    json!(ranges.iter().flat_map(|it| [to(it.start), to(it.end)]).collect::<Vec<_>>())
}

/// All steps, for those who cannot or do not want to replay them.
fn table(shown: &[Shown]) -> Markup {
    html! {
        details {
            summary { "Every step as a table" }
            div class="wide" {
                table {
                    thead {
                        tr {
                            th scope="col" class="number" { "Step" }
                            th scope="col" class="number" { "Question" }
                            th scope="col" class="number" { "Tokens" }
                            th scope="col" { "What went" }
                            th scope="col" { "Pass" }
                        }
                    }
                    tbody {
                        @for it in &shown[1..] {
                            tr {
                                td class="number" { (count(it.at)) }
                                td class="number" { @if let Some(it) = &it.point { (count(it.question)) } }
                                td class="number" { (count(tokens::count(&it.text))) }
                                td { (highlight::ticked(&it.step.said)) }
                                td { @if let Some(it) = &it.point { (it.pass) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A value as the text of a script, which knows no escapes of HTML and ends at the first `</script`: what could end it,
/// and what a page must not hold, are escaped as JSON does.
fn data(value: &Value) -> PreEscaped<String> {
    let mut text = String::new();
    for it in value.to_string().chars() {
        let _ = match it {
            '<' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => write!(text, "\\u{:04x}", u32::from(it)),
            _ => write!(text, "{it}"),
        };
    }
    PreEscaped(text)
}

/// `[front, back, between]` in UTF-16, as the page counts.
fn difference(old: &[u16], new: &[u16]) -> Value {
    let (front, back) = common(old, new);
    let between = &new[front..new.len() - back];
    match String::from_utf16(between) {
        Ok(between) => json!([front, back, between]),
        // Half of a pair is no character: the page gets a whole text where a pair would be split.
        Err(_) => json!([0, 0, String::from_utf16_lossy(new)]),
    }
}

/// The same for the kinds of the characters, those between as runs: `3k1.` is three of a keyword and one of nothing.
fn runs(old: &[u8], new: &[u8]) -> Value {
    let (front, back) = common(old, new);
    let runs = new[front..new.len() - back].chunk_by(|a, b| a == b);
    let mut between = String::new();
    for it in runs {
        let _ = write!(between, "{}{}", it.len(), char::from(it[0]));
    }
    json!([front, back, between])
}

fn common<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize) {
    let front = old.iter().zip(new).take_while(|it| it.0 == it.1).count();
    let back = old[front..].iter().rev().zip(new[front..].iter().rev()).take_while(|it| it.0 == it.1).count();
    (front, back)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_ends_where_it_should_and_holds_what_it_was_given() {
        let value = Value::from("</script><!--\u{1}\u{85}\u{7f}\u{fffe}é");
        let text = data(&value).into_string();
        assert!(!text.contains(|it: char| it.is_control() || "<\u{fffe}".contains(it)), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn kinds_are_runs_of_what_differs() {
        assert_eq!(runs(b"", b"kkk.ww"), json!([0, 0, "3k1.2w"]));
        assert_eq!(runs(b"kkk.ww", b"kkkww"), json!([3, 2, ""]));
    }

    #[test]
    fn a_difference_never_splits_a_character() {
        let wide = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        assert_eq!(difference(&wide("a😀b"), &wide("a😁b")), json!([0, 0, "a😁b"]));
        assert_eq!(difference(&wide("abc"), &wide("ac")), json!([1, 1, ""]));
    }
}
