//! A lexer for text that no tree explains: words, numbers, strings on one line, single bytes, and the comments that a language tells of.

use super::class::{Class, Lexeme, offset};
use crate::edit::Span;
use crate::language::Language;
use crate::tokens::{is_blank, is_word};

/// The lexemes of `span` of `text`, in order. None is kept: of a large file they would take more room than the file.
pub(crate) fn lex<'t>(
    text: &'t [u8],
    span: Span,
    language: Option<&'t Language>,
) -> impl Iterator<Item = Lexeme> + 't {
    let text = &text[..span.end as usize];
    Plain { text, at: span.start as usize, language, hopeless: [0; 3], unclosed: 0 }
}

struct Plain<'t> {
    text: &'t [u8],
    /// Everything before this byte has been lexed.
    at: usize,
    language: Option<&'t Language>,
    /// For each quote: up to where no closing one is to be found, so that a line full of escapes stays linear.
    hopeless: [usize; 3],
    /// Which of the language's block comments are opened and never closed from here on, as bits.
    unclosed: u64,
}

impl Iterator for Plain<'_> {
    type Item = Lexeme;

    fn next(&mut self) -> Option<Lexeme> {
        let at = self.at + self.text[self.at..].iter().position(|&it| !is_blank(it))?;
        let (end, class) = self.lexeme(at);
        self.at = end;
        Some(Lexeme { span: Span::new(offset(at), offset(end)), class })
    }
}

impl Plain<'_> {
    /// The end and the class of the lexeme that starts at `at`.
    fn lexeme(&mut self, at: usize) -> (usize, Class) {
        if let Some(end) = self.comment(at) {
            return (end, Class::Comment);
        }
        match self.text[at] {
            quote @ (b'"' | b'\'' | b'`') => {
                self.string(at, quote).map_or((at + 1, Class::Punct), |end| (end, Class::String))
            }
            it @ (b'(' | b'[' | b'{') => (at + 1, Class::Open(it)),
            it @ (b')' | b']' | b'}') => (at + 1, Class::Close(it)),
            it if it.is_ascii_digit() => (self.number(at), Class::Number),
            it if is_word(it) => (self.word(at), Class::Word),
            _ => (at + 1, Class::Punct),
        }
    }

    fn word(&self, at: usize) -> usize {
        self.text[at..].iter().position(|&it| !is_word(it)).map_or(self.text.len(), |it| at + it)
    }

    /// Digits, letters and `_`, a fraction, a signed exponent.
    fn number(&self, at: usize) -> usize {
        let digit = |it: usize| self.text.get(it).is_some_and(u8::is_ascii_digit);
        let mut end = self.word(at);
        if self.text.get(end) == Some(&b'.') && digit(end + 1) {
            end = self.word(end + 1);
        }
        let exponent = matches!(self.text[end - 1], b'e' | b'E') && !self.text[at..end].contains(&b'x');
        if exponent && matches!(self.text.get(end), Some(b'+' | b'-')) && digit(end + 1) {
            end = self.word(end + 1);
        }
        end
    }

    /// The end of a string that closes on its own line.
    fn string(&mut self, at: usize, quote: u8) -> Option<usize> {
        let which = match quote {
            b'"' => 0,
            b'\'' => 1,
            _ => 2,
        };
        // In plain text a `'` after a letter is an apostrophe.
        if at < self.hopeless[which] || (quote == b'\'' && at > 0 && is_word(self.text[at - 1])) {
            return None;
        }
        let mut end = at + 1;
        while let Some(&byte) = self.text.get(end) {
            match byte {
                b'\n' => break,
                b'\\' => end += 2,
                it if it == quote => {
                    let glued = quote == b'\'' && self.text.get(end + 1).is_some_and(|&it| is_word(it));
                    return (!glued).then_some(end + 1);
                }
                _ => end += 1,
            }
        }
        self.hopeless[which] = end.min(self.text.len());
        None
    }

    fn comment(&mut self, at: usize) -> Option<usize> {
        let language = self.language?;
        let rest = &self.text[at..];
        let starts = |it: &str| !it.is_empty() && rest.starts_with(it.as_bytes());
        let mut blocks = language.block_comments.iter().zip((0..u64::BITS).map(|it| 1 << it));
        if let Some(((open, close), bit)) = blocks.find(|it| starts(&it.0.0)) {
            if self.unclosed & bit != 0 {
                return None;
            }
            let inside = &rest[open.len()..];
            let length = find(inside, close.as_bytes()).map(|it| open.len() + it + close.len());
            // Text that opens a comment and never closes it is more likely something else.
            if length.is_none() {
                self.unclosed |= bit;
            }
            return length.map(|it| at + it);
        }
        language.line_comments.iter().any(|it| starts(it)).then(|| {
            let line = rest.iter().position(|&it| it == b'\n').unwrap_or(rest.len());
            at + rest[..line].iter().rposition(|&it| !is_blank(it)).map_or(line, |it| it + 1)
        })
    }
}

/// Where `needle` first occurs in `text`.
fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    text.windows(needle.len()).position(|it| it == needle)
}
