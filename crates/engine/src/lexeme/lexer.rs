//! Takes a file apart: leaf by leaf where there is a tree, by the plain lexer where no leaf reaches.

use super::class::{Class, Lexeme, offset, trim};
use super::kinds::{Kinds, Role};
use super::plain;
use crate::edit::Span;
use crate::language::Language;
use crate::tokens::{is_blank, is_word};
use crate::unit::{Unit, UnitId};

/// The lexemes of a text, in order. `units` are of the tree in `language`, or a root alone where there is none.
pub(crate) fn lexemes(text: &[u8], units: &[Unit], language: Option<&Language>) -> Vec<Lexeme> {
    let kinds = Kinds::of(language);
    let mut lexer = Lexer { text, units, language, kinds, at: 0, out: Vec::new() };
    let mut next: UnitId = 0;
    while let Some(unit) = units.get(next as usize) {
        next = lexer.unit(next, unit);
    }
    lexer.gap(offset(text.len()));
    lexer.out
}

struct Lexer<'f> {
    text: &'f [u8],
    units: &'f [Unit],
    language: Option<&'f Language>,
    kinds: Kinds<'f>,
    /// Everything before this byte has been lexed.
    at: u32,
    out: Vec<Lexeme>,
}

impl Lexer<'_> {
    /// Takes one unit, whole where it is one lexeme. Returns which unit is next.
    fn unit(&mut self, id: UnitId, unit: &Unit) -> UnitId {
        if unit.span().is_empty() || unit.end <= self.at {
            return if unit.span().is_empty() { id + 1 } else { unit.subtree_end };
        }
        let role = if unit.is_error() { Role::Other } else { self.kinds.role(unit) };
        let whole = match role {
            Role::Comment => Some(Class::Comment),
            _ if unit.is_apart() => Some(Class::String),
            Role::Literal if self.is_simple(id) => Some(Class::String),
            _ => None,
        };
        if let Some(class) = whole {
            self.push(unit.span(), class);
            return unit.subtree_end;
        }
        if unit.subtree_end == id + 1 && !unit.is_error() && self.language.is_some() {
            self.leaf(unit, role);
        }
        id + 1
    }

    /// True when a literal holds nothing but its own text: no interpolated code, no literals of its own.
    fn is_simple(&self, id: UnitId) -> bool {
        let mut at = id + 1;
        while at < self.units[id as usize].subtree_end {
            let unit = &self.units[at as usize];
            let inner = unit.subtree_end == at + 1 || unit.is_apart() || self.kinds.role(unit) == Role::Inner;
            if !inner || unit.is_error() {
                return false;
            }
            at = if unit.is_apart() { unit.subtree_end } else { at + 1 };
        }
        true
    }

    fn leaf(&mut self, unit: &Unit, role: Role) {
        let Some(span) = trim(self.text, unit.span()) else { return };
        let text = &self.text[span.range()];
        let (first, last) = (text[0], text[text.len() - 1]);
        let class = match text {
            [b'(' | b'[' | b'{'] => Class::Open(first),
            [b')' | b']' | b'}'] => Class::Close(first),
            _ if first.is_ascii_digit() && !text.iter().copied().any(is_blank) => Class::Number,
            _ if unit.is_named() => match self.named(unit, text, role) {
                Some(class) => class,
                // A leaf of several words, such as the body of a macro: nobody else takes it apart.
                None => return self.gap(span.end),
            },
            _ if is_word(first) => Class::Keyword,
            _ if b"([{".contains(&last) => Class::Open(last),
            _ => Class::Punct,
        };
        self.push(span, class);
    }

    fn named(&self, unit: &Unit, text: &[u8], role: Role) -> Option<Class> {
        let solid = !text.iter().any(|&it| is_blank(it) || b"()[]{}\"".contains(&it));
        match role {
            Role::Literal | Role::Inner => Some(Class::String),
            Role::Builtin if solid => Some(Class::Keyword),
            Role::Name if solid && is_name(text) => Some(Class::Word),
            _ if text.iter().copied().all(is_word) => {
                let spelt = self.kinds.name(unit).as_bytes() == text;
                Some(if spelt { Class::Keyword } else { Class::Word })
            }
            _ => None,
        }
    }

    /// Lexes what no leaf has covered up to `end`.
    fn gap(&mut self, end: u32) {
        if self.at < end {
            let span = Span::new(self.at, end);
            self.out.extend(plain::lex(self.text, span, self.language));
            self.at = end;
        }
    }

    fn push(&mut self, span: Span, class: Class) {
        self.gap(span.start);
        let rest = Span::new(span.start.max(self.at), span.end);
        if let Some(span) = trim(self.text, rest) {
            self.out.push(Lexeme { span, class });
        }
        self.at = self.at.max(span.end);
    }
}

/// True for a word that may have a sigil before it and hyphens and the like in it.
fn is_name(text: &[u8]) -> bool {
    let (first, rest) = (text[0], &text[1..]);
    (is_word(first) || b"#@%&'-".contains(&first))
        && text.iter().copied().any(is_word)
        && rest.iter().all(|&it| is_word(it) || b"-?!.:".contains(&it))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::document::File;
    use crate::language::{Language, Parser};

    fn language(parser: impl Into<Parser>) -> Arc<Language> {
        let language = Language::new("test", parser).expect("the parser is of this age");
        Arc::new(language.with_line_comment("//").with_block_comment("/*", "*/"))
    }

    fn shown(text: &str, language: Option<Arc<Language>>) -> Vec<(String, Class)> {
        let file = File::parse(Arc::from(text.as_bytes()), language);
        let text_of = |it: &Lexeme| String::from_utf8_lossy(it.of(&file.text)).into_owned();
        file.lexemes().iter().map(|it| (text_of(it), it.class)).collect()
    }

    fn texts(text: &str, language: Option<Arc<Language>>) -> Vec<String> {
        shown(text, language).into_iter().map(|it| it.0).collect()
    }

    #[test]
    fn without_a_language_words_numbers_strings_and_brackets_are_told_apart() {
        assert_eq!(
            shown("f(1.5e-3, \"a \\\" b\") // it's", None),
            [
                ("f".into(), Class::Word),
                ("(".into(), Class::Open(b'(')),
                ("1.5e-3".into(), Class::Number),
                (",".into(), Class::Punct),
                ("\"a \\\" b\"".into(), Class::String),
                (")".into(), Class::Close(b')')),
                ("/".into(), Class::Punct),
                ("/".into(), Class::Punct),
                ("it".into(), Class::Word),
                ("'".into(), Class::Punct),
                ("s".into(), Class::Word),
            ]
        );
        assert_eq!(texts("<'a, 'b>", None), ["<", "'", "a", ",", "'", "b", ">"]);
        assert_eq!(texts("x = 'a b';", None), ["x", "=", "'a b'", ";"]);
    }

    #[test]
    fn with_a_tree_keywords_comments_and_literals_come_from_its_leaves() {
        let c = language(tree_sitter_c::LANGUAGE);
        assert_eq!(
            shown("int x->y; /* ( */ 'c'", Some(c.clone()))[..4],
            [
                ("int".into(), Class::Keyword),
                ("x".into(), Class::Word),
                ("->".into(), Class::Punct),
                ("y".into(), Class::Word),
            ]
        );
        let lexed = shown("char *s = \"a\" \"b\"; // )\n", Some(c.clone()));
        assert!(lexed.contains(&("\"b\"".into(), Class::String)));
        assert_eq!(lexed.last(), Some(&("// )".into(), Class::Comment)));
        assert_eq!(texts("#define A (1 + 2)\n", Some(c))[1..], ["A", "(", "1", "+", "2", ")"]);
    }

    #[test]
    fn code_inside_a_template_is_lexed_and_a_plain_template_is_one_literal() {
        let js = language(tree_sitter_javascript::LANGUAGE);
        assert_eq!(
            texts("`a ${f(x)} b`", Some(js.clone()))[1..],
            ["a ", "${", "f", "(", "x", ")", "}", " b", "`"].map(str::trim)
        );
        assert_eq!(texts("`a b` + /x[/]y/g", Some(js)), ["`a b`", "+", "/x[/]y/g"]);
    }

    fn covers(text: &[u8], language: Option<Arc<Language>>) {
        let file = File::parse(Arc::from(text), language);
        let mut at = 0;
        for lexeme in file.lexemes() {
            assert!(lexeme.span.start >= at && lexeme.span.end > lexeme.span.start);
            assert!(text[at as usize..lexeme.span.start as usize].iter().copied().all(is_blank));
            at = lexeme.span.end;
        }
        assert!(text[at as usize..].iter().copied().all(is_blank));
    }

    proptest! {
        #[test]
        fn lexemes_cover_every_visible_byte_once(text in "[a-c0-9 \n(){}\\[\\]<>\"'`/*#;,=.$é]{0,60}") {
            covers(text.as_bytes(), None);
            covers(text.as_bytes(), Some(language(tree_sitter_c::LANGUAGE)));
            covers(text.as_bytes(), Some(language(tree_sitter_javascript::LANGUAGE)));
        }

        #[test]
        fn any_bytes_can_be_lexed(text in prop::collection::vec(any::<u8>(), 0..60)) {
            covers(&text, None);
            covers(&text, Some(language(tree_sitter_c::LANGUAGE)));
        }
    }
}
