//! Sources with colours from the grammar, and with the reason why each token stays.

use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Class, Document, FileId};
use maud::{Markup, html};

use crate::records::record::TokenReason;
use lop_runner::event::Reason;

/// A source as spans by class of token.
pub(super) fn source(text: &[u8], language: Option<&Arc<Language>>) -> Markup {
    marked(text, language, &[])
}

/// The same, each token with the reason why it stays.
pub(super) fn marked(text: &[u8], language: Option<&Arc<Language>>, needed: &[TokenReason]) -> Markup {
    let document = Document::parse([(Arc::from(text), language.cloned())]);
    let mut out = Markup::default();
    let mut at = 0;
    for lexeme in document.file(FileId(0)).lexemes() {
        let range = lexeme.span.range();
        let between = String::from_utf8_lossy(&text[at..range.start]);
        at = range.end;
        let shown = String::from_utf8_lossy(&text[range.clone()]);
        let why = needed.binary_search_by_key(&range.start, |it| it.start).ok().map(|it| &needed[it]);
        // One of them is in the order of the tabulator; the arrows lead to the others.
        let first = needed.first().is_some_and(|it| it.start == range.start);
        let token = token(&shown, class(lexeme.class), why, first);
        out.0.push_str(&html! { (between) (token) }.0);
    }
    out.0.push_str(&html! { (String::from_utf8_lossy(&text[at..])) }.0);
    out
}

fn token(shown: &str, class: &str, why: Option<&TokenReason>, first: bool) -> Markup {
    html! {
        @match why {
            Some(it) => {
                @let breaks = if it.breaks { " breaks" } else { "" };
                span class={ "t " (class) " " (reason(it.reason)) (breaks) } tabindex=(if first { 0 } else { -1 })
                    title=(sentence(it)) { (shown) }
            }
            None if class.is_empty() => (shown),
            None => span class=(class) { (shown) },
        }
    }
}

/// The kind of each character as the page counts them, in UTF-16: the class of its token, or a dot for none.
pub(super) fn kinds(text: &[u8], language: Option<&Arc<Language>>) -> Vec<u8> {
    let document = Document::parse([(Arc::from(text), language.cloned())]);
    let mut kinds = Vec::with_capacity(text.len());
    let mut put = |bytes: &[u8], kind: u8| {
        let units = String::from_utf8_lossy(bytes).encode_utf16().count();
        kinds.extend(std::iter::repeat_n(kind, units));
    };
    let mut at = 0;
    for lexeme in document.file(FileId(0)).lexemes() {
        let range = lexeme.span.range();
        put(&text[at..range.start], b'.');
        at = range.end;
        put(&text[range], class(lexeme.class).bytes().next().unwrap_or(b'.'));
    }
    put(&text[at..], b'.');
    kinds
}

/// Why a token stays, in a sentence.
pub(super) fn sentence(it: &TokenReason) -> String {
    let breaks = if it.breaks { ", and the text does not parse" } else { "" };
    format!("{}{breaks}", it.reason.sentence())
}

/// The class of a reason in the page.
pub(super) fn reason(it: Reason) -> &'static str {
    match it {
        Reason::Interesting => "free",
        Reason::Refused | Reason::NewDiagnostic | Reason::Invalid => "refused",
        Reason::NoCrash => "no-crash",
        Reason::OtherCrash => "other-crash",
        Reason::TimedOut => "timed-out",
        Reason::Unknown => "unknown",
    }
}

fn class(class: Class) -> &'static str {
    match class {
        Class::Keyword => "k",
        Class::Number => "n",
        Class::String => "s",
        Class::Comment => "c",
        Class::Word => "w",
        Class::Open(_) | Class::Close(_) | Class::Punct => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_a_source_is_shown_once() {
        let language = lop_languages::by_name("c");
        let html = source(b"int x = 1; // <b>\n", language.as_ref()).into_string();
        assert_eq!(
            html,
            "<span class=\"k\">int</span> <span class=\"w\">x</span> = <span class=\"n\">1</span>; \
             <span class=\"c\">// &lt;b&gt;</span>\n"
        );
    }

    #[test]
    fn a_token_says_why_it_stays() {
        let needed = [TokenReason { start: 0, end: 3, reason: Reason::TimedOut, breaks: true }];
        let html = marked(b"int x", lop_languages::by_name("c").as_ref(), &needed).into_string();
        assert!(html.contains("does not end in time, and the text does not parse"), "{html}");
    }
}
