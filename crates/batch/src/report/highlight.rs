//! Sources with colours from the grammar, and with the reason why each token stays.

use std::fmt::Write as _;
use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Class, Document, FileId};

use super::html::{escaped, readable};
use crate::record::{Needed, Reason};

/// A source as spans by class of token.
pub(super) fn source(text: &[u8], language: Option<&Arc<Language>>) -> String {
    marked(text, language, &[])
}

/// The same, each token with the reason why it stays.
pub(super) fn marked(text: &[u8], language: Option<&Arc<Language>>, needed: &[Needed]) -> String {
    let document = Document::parse([(Arc::from(text), language.cloned())]);
    let mut out = String::new();
    let mut at = 0;
    for lexeme in document.file(FileId(0)).lexemes() {
        let range = lexeme.span.range();
        out.push_str(&readable(&text[at..range.start]));
        at = range.end;
        let shown = readable(&text[range.clone()]);
        let class = class(lexeme.class);
        let why = needed.binary_search_by_key(&range.start, |it| it.start).ok().map(|it| &needed[it]);
        let _ = match (why, class) {
            (Some(it), class) => {
                let breaks = if it.breaks { " breaks" } else { "" };
                let (reason, why) = (format!("{}{breaks}", reason(it.reason)), escaped(&sentence(it)));
                // One of them is in the order of the tabulator; the arrows lead to the others.
                let tab = if it.start == needed[0].start { 0 } else { -1 };
                write!(
                    out,
                    "<span class=\"t {class} {reason}\" tabindex={tab} title=\"{why}\">{shown}</span>"
                )
            }
            (None, "") => write!(out, "{shown}"),
            (None, class) => write!(out, "<span class={class}>{shown}</span>"),
        };
    }
    out.push_str(&readable(&text[at..]));
    out
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
pub(super) fn sentence(it: &Needed) -> String {
    let breaks = if it.breaks { ", and the text does not parse" } else { "" };
    format!("{}{breaks}", it.reason.sentence())
}

/// The class of a reason in the page.
pub(super) fn reason(it: Reason) -> &'static str {
    match it {
        Reason::Interesting => "free",
        Reason::Refused => "refused",
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
        let html = source(b"int x = 1; // <b>\n", language.as_ref());
        assert_eq!(
            html,
            "<span class=k>int</span> <span class=w>x</span> = <span class=n>1</span>; \
             <span class=c>// &lt;b&gt;</span>\n"
        );
    }

    #[test]
    fn a_token_says_why_it_stays() {
        let needed = [Needed { start: 0, end: 3, reason: Reason::TimedOut, breaks: true }];
        let html = marked(b"int x", lop_languages::by_name("c").as_ref(), &needed);
        assert!(html.contains("does not end in time, and the text does not parse"), "{html}");
    }
}
