//! Lexemes: the smallest things a reader sees in a file, from the tree's leaves where there is a tree, from a plain lexer elsewhere.
//!
//! Every visible byte of a file belongs to exactly one lexeme, whatever the tree looks like: text that no leaf covers
//! and text in ERROR units goes through the plain lexer. Literals and comments are one lexeme each, so that passes
//! which move brackets and words never look inside them.

pub mod brackets;
mod kinds;
mod plain;

use std::ops::Range;

use crate::document::{File, Unit, UnitId};
use crate::edit::Span;
use crate::tokens::{is_blank, is_word};

use kinds::{Kinds, Role};

/// One lexeme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// The bytes it covers; never empty, never blank at its ends.
    pub span: Span,
    /// What it is.
    pub class: Class,
}

/// What a lexeme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A word that names something; without a tree, every word.
    Word,
    /// A word that the grammar itself spells, or names as built in.
    Keyword,
    /// A number.
    Number,
    /// A string, a character, a regular expression: see [`content`].
    String,
    /// A comment.
    Comment,
    /// An opening bracket: `(`, `[` or `{`.
    Open(u8),
    /// A closing bracket.
    Close(u8),
    /// Any other token.
    Punct,
}

impl Lexeme {
    /// Its bytes.
    pub fn of<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.span.range()]
    }
}

/// The lexemes of `file`, in order.
pub fn lexemes(file: &File) -> Vec<Lexeme> {
    let mut lexer = Lexer { file, kinds: Kinds::of(file), at: 0, out: Vec::new() };
    let mut next: UnitId = 0;
    while let Some(unit) = file.units.get(next as usize) {
        next = lexer.unit(next, unit);
    }
    lexer.gap(offset(file.text.len()));
    lexer.out
}

/// What stands between the quotes of a literal, as an index into it; `None` when it has no quotes of its own.
pub fn content(literal: &[u8]) -> Option<Range<usize>> {
    let start = literal.iter().position(|it| b"\"'`/<".contains(it))?;
    if !literal[..start].iter().all(|&it| is_word(it) || b"#@%".contains(&it)) {
        return None;
    }
    let open = literal[start];
    let close = if open == b'<' { b'>' } else { open };
    let end = literal.iter().rposition(|&it| it == close).filter(|&it| it > start)?;
    let triple = |part: &[u8]| part.len() == 3 && part.iter().all(|&it| it == open);
    if end >= start + 5 && triple(&literal[start..start + 3]) && triple(&literal[end - 2..=end]) {
        return Some(start + 3..end - 2);
    }
    Some(start + 1..end)
}

/// A byte offset as spans count it.
///
/// # Panics
/// When it is beyond 4 GiB, which [`crate::Document::parse`] refuses first.
pub fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("a document is smaller than 4 GiB")
}

struct Lexer<'f> {
    file: &'f File,
    kinds: Kinds<'f>,
    /// Everything before this byte has been lexed.
    at: u32,
    out: Vec<Lexeme>,
}

impl Lexer<'_> {
    /// Takes one unit, whole where it is one lexeme. Answers which unit is next.
    fn unit(&mut self, id: UnitId, unit: &Unit) -> UnitId {
        if unit.span().is_empty() || unit.end <= self.at {
            return if unit.span().is_empty() { id + 1 } else { unit.subtree_end };
        }
        let role = if unit.is_error() { Role::Other } else { self.kinds.role(unit) };
        let whole = match role {
            Role::Comment => Some(Class::Comment),
            Role::Literal if self.is_simple(id) => Some(Class::String),
            _ => None,
        };
        if let Some(class) = whole {
            self.push(unit.span(), class);
            return unit.subtree_end;
        }
        if unit.subtree_end == id + 1 && !unit.is_error() && self.file.tree.is_some() {
            self.leaf(id, unit, role);
        }
        id + 1
    }

    /// True when a literal holds nothing but its own text: no interpolated code, no literals of its own.
    fn is_simple(&self, id: UnitId) -> bool {
        (id + 1..self.file.unit(id).subtree_end).all(|it| {
            let unit = self.file.unit(it);
            let inner = self.file.is_leaf(it) || self.kinds.role(unit) == Role::Inner;
            inner && !unit.is_error()
        })
    }

    fn leaf(&mut self, id: UnitId, unit: &Unit, role: Role) {
        let Some(span) = trim(&self.file.text, unit.span()) else { return };
        let text = &self.file.text[span.range()];
        let (first, last) = (text[0], text[text.len() - 1]);
        let class = match text {
            [b'(' | b'[' | b'{'] => Class::Open(first),
            [b')' | b']' | b'}'] => Class::Close(first),
            _ if first.is_ascii_digit() && !text.iter().copied().any(is_blank) => Class::Number,
            _ if unit.is_named() => match self.named(id, text, role) {
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

    fn named(&self, id: UnitId, text: &[u8], role: Role) -> Option<Class> {
        let solid = !text.iter().any(|&it| is_blank(it) || b"()[]{}\"".contains(&it));
        match role {
            Role::Literal | Role::Inner => Some(Class::String),
            Role::Builtin if solid => Some(Class::Keyword),
            Role::Name if solid && is_name(text) => Some(Class::Word),
            _ if text.iter().copied().all(is_word) => {
                let spelt = self.file.kind_name(id).as_bytes() == text;
                Some(if spelt { Class::Keyword } else { Class::Word })
            }
            _ => None,
        }
    }

    /// Lexes what no leaf has covered up to `end`.
    fn gap(&mut self, end: u32) {
        if self.at < end {
            let span = Span::new(self.at, end);
            plain::lex(&self.file.text, span, self.file.language.as_deref(), &mut self.out);
            self.at = end;
        }
    }

    fn push(&mut self, span: Span, class: Class) {
        self.gap(span.start);
        let rest = Span::new(span.start.max(self.at), span.end);
        if let Some(span) = trim(&self.file.text, rest) {
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

/// `span` without the blanks at its ends; `None` when it is all blank.
pub fn trim(text: &[u8], span: Span) -> Option<Span> {
    let bytes = &text[span.range()];
    let first = bytes.iter().position(|&it| !is_blank(it))?;
    let last = bytes.iter().rposition(|&it| !is_blank(it))?;
    Some(Span::new(span.start + offset(first), span.start + offset(last) + 1))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::language::{Language, Layout};

    fn language(grammar: tree_sitter::Language) -> Arc<Language> {
        Arc::new(Language {
            name: "test".into(),
            grammar,
            facts: None,
            rules: None,
            layout: Layout::Free,
            line_comments: vec!["//".into()],
            block_comments: vec![("/*".into(), "*/".into())],
        })
    }

    fn shown(text: &str, language: Option<Arc<Language>>) -> Vec<(String, Class)> {
        let file = File::parse(Arc::from(text.as_bytes()), language);
        let text_of = |it: &Lexeme| String::from_utf8_lossy(it.of(&file.text)).into_owned();
        lexemes(&file).iter().map(|it| (text_of(it), it.class)).collect()
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
        let c = language(tree_sitter_c::LANGUAGE.into());
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
        let js = language(tree_sitter_javascript::LANGUAGE.into());
        assert_eq!(
            texts("`a ${f(x)} b`", Some(js.clone()))[1..],
            ["a ", "${", "f", "(", "x", ")", "}", " b", "`"].map(str::trim)
        );
        assert_eq!(texts("`a b` + /x[/]y/g", Some(js)), ["`a b`", "+", "/x[/]y/g"]);
    }

    #[test]
    fn the_content_of_a_literal_lies_between_its_quotes() {
        let inside = |it: &'static str| content(it.as_bytes()).map(|range| &it[range]);
        assert_eq!(inside("\"ab\""), Some("ab"));
        assert_eq!(inside("L'x'"), Some("x"));
        assert_eq!(inside("r#\"a\"b\"#"), Some("a\"b"));
        assert_eq!(inside("\"\"\"doc\"\"\""), Some("doc"));
        assert_eq!(inside("<stdio.h>"), Some("stdio.h"));
        assert_eq!(inside("\"\""), Some(""));
        assert_eq!(inside("abc"), None);
    }

    fn covers(text: &[u8], language: Option<Arc<Language>>) {
        let file = File::parse(Arc::from(text), language);
        let mut at = 0;
        for lexeme in lexemes(&file) {
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
            covers(text.as_bytes(), Some(language(tree_sitter_c::LANGUAGE.into())));
            covers(text.as_bytes(), Some(language(tree_sitter_javascript::LANGUAGE.into())));
        }

        #[test]
        fn any_bytes_can_be_lexed(text in prop::collection::vec(any::<u8>(), 0..60)) {
            covers(&text, None);
            covers(&text, Some(language(tree_sitter_c::LANGUAGE.into())));
        }
    }
}
