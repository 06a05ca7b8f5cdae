//! Sources with colours from the grammar.

use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Class, Document, FileId};
use maud::{Markup, html};

/// A source as spans by class of token.
pub(super) fn source(text: &[u8], language: Option<&Arc<Language>>) -> Markup {
    let document = Document::parse([(Arc::from(text), language.cloned())]);
    let mut out = Markup::default();
    let mut at = 0;
    for lexeme in document.file(FileId(0)).lexemes() {
        let range = lexeme.span.range();
        let between = String::from_utf8_lossy(&text[at..range.start]);
        at = range.end;
        let shown = String::from_utf8_lossy(&text[range]);
        let class = class(lexeme.class);
        let token = html! { @if class.is_empty() { (shown) } @else { span class=(class) { (shown) } } };
        out.0.push_str(&html! { (between) (token) }.0);
    }
    out.0.push_str(&html! { (String::from_utf8_lossy(&text[at..])) }.0);
    out
}

/// The kind of each character as the page counts them, in UTF-16: the class of its token, or a dot for none.
pub(super) fn kinds(document: &Document) -> Vec<u8> {
    let file = document.file(FileId(0));
    let text = &file.text;
    let mut kinds = Vec::with_capacity(text.len());
    let mut put = |bytes: &[u8], kind: u8| {
        let units = String::from_utf8_lossy(bytes).encode_utf16().count();
        kinds.extend(std::iter::repeat_n(kind, units));
    };
    let mut at = 0;
    for lexeme in file.lexemes() {
        let range = lexeme.span.range();
        put(&text[at..range.start], b'.');
        at = range.end;
        put(&text[range], class(lexeme.class).bytes().next().unwrap_or(b'.'));
    }
    put(&text[at..], b'.');
    kinds
}

/// A text in which what stands between backticks is code.
pub(super) fn ticked(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// The class of a token in the page.
pub(super) fn class(class: Class) -> &'static str {
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
    fn what_stands_between_backticks_is_code() {
        assert_eq!(ticked("type `a<b>`").into_string(), "type <code>a&lt;b&gt;</code>");
    }
}
