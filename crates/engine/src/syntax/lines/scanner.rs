//! Takes a text of a line language apart into tokens, and finds which brackets and which regions belong together.

use std::collections::HashSet;

use super::{Lines, kinds};
use crate::tokens::{is_blank, is_word};

/// One token of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    /// What it is in the tree; for a name the kind of what follows its sigils.
    pub(super) kind: u16,
    /// How many bytes of sigils it begins with.
    pub(super) sigils: usize,
    /// True when nothing but blanks stands before it on its line.
    pub(super) begins_line: bool,
    /// How far its line is indented, in bytes.
    pub(super) indent: usize,
    /// The bracket that belongs to it; itself where it is none.
    pub(super) partner: usize,
    /// The innermost bracket around it, as an index that is one too large; 0 for none.
    pub(super) within: usize,
    /// What the bracket holds, where it opens one.
    pub(super) holds: Holds,
}

/// What stands between two brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Holds {
    /// Things, perhaps with separators.
    #[default]
    Parts,
    /// Records.
    Records,
}

/// What a bracket is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Open(usize),
    Close(usize),
}

impl Lines {
    /// All tokens, in order, brackets paired.
    pub(super) fn scan(&self, text: &[u8], comments: &Comments<'_>) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut scanner = Scanner { lines: self, text, comments, unclosed: HashSet::new() };
        let (mut at, mut line, mut indent, mut begins_line) = (0, 0, 0, true);
        while at < text.len() {
            if is_blank(text[at]) {
                if text[at] == b'\n' {
                    (line, begins_line) = (at + 1, true);
                }
                at += 1;
                continue;
            }
            if begins_line {
                indent = at - line;
            }
            let (end, kind, sigils) = scanner.token(at, begins_line);
            let partner = tokens.len();
            let holds = Holds::Parts;
            tokens.push(Token {
                start: at,
                end,
                kind,
                sigils,
                begins_line,
                indent,
                partner,
                within: 0,
                holds,
            });
            begins_line = false;
            if let Some(last) = text[at..end].iter().rposition(|&it| it == b'\n') {
                line = at + last + 1;
            }
            at = end;
        }
        self.pair(text, &mut tokens);
        self.look_into_blocks(text, &mut tokens);
        tokens
    }

    fn bracket(&self, text: &[u8], token: &Token) -> Option<Bracket> {
        let text = &text[token.start..token.end];
        if token.kind <= kinds::COMMENT {
            return None;
        }
        let brackets = &self.syntax.brackets;
        let open = || brackets.iter().position(|it| it.0.as_bytes() == text).map(Bracket::Open);
        open().or_else(|| brackets.iter().position(|it| it.1.as_bytes() == text).map(Bracket::Close))
    }

    /// Finds the partner of each bracket. One that has none is an error.
    fn pair(&self, text: &[u8], tokens: &mut [Token]) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut waiting = vec![0_usize; self.syntax.brackets.len()];
        for at in 0..tokens.len() {
            match self.bracket(text, &tokens[at]) {
                Some(Bracket::Open(kind)) => {
                    tokens[at].within = open.last().map_or(0, |it| it.1 + 1);
                    open.push((kind, at));
                    waiting[kind] += 1;
                    continue;
                }
                Some(Bracket::Close(kind)) if waiting[kind] > 0 => {
                    while let Some((opened, start)) = open.pop() {
                        waiting[opened] -= 1;
                        if opened == kind {
                            (tokens[at].partner, tokens[start].partner) = (start, at);
                            break;
                        }
                        tokens[start].kind = kinds::ERROR;
                    }
                }
                Some(Bracket::Close(_)) => tokens[at].kind = kinds::ERROR,
                None => {}
            }
            tokens[at].within = open.last().map_or(0, |it| it.1 + 1);
        }
        for (_, start) in open {
            tokens[start].kind = kinds::ERROR;
        }
    }

    /// Finds the brackets that hold records: that may, and in which a line begins that no separator leads to, or a record
    /// is terminated.
    fn look_into_blocks(&self, text: &[u8], tokens: &mut [Token]) {
        let terminators = self.syntax.records.terminators();
        let is = |token: &Token, all: &[String]| {
            all.iter().any(|it| it.as_bytes() == &text[token.start..token.end])
        };
        for at in 1..tokens.len() {
            let (token, before) = (tokens[at], tokens[at - 1]);
            let Some(around) = token.within.checked_sub(1).filter(|it| *it < at) else { continue };
            let may = tokens[around].partner > around && is(&tokens[around], &self.syntax.blocks);
            let line = token.begins_line
                && token.partner >= at
                && token.kind != kinds::COMMENT
                && !is(&before, &self.syntax.separators);
            let records = if terminators.is_empty() { line } else { is(&token, terminators) };
            if may && records {
                tokens[around].holds = Holds::Records;
            }
        }
    }
}

/// Reads one token after the other.
struct Scanner<'s> {
    lines: &'s Lines,
    text: &'s [u8],
    comments: &'s Comments<'s>,
    /// What closes strings and comments and does not come any more, so that a text full of what opens them stays linear.
    unclosed: HashSet<&'s str>,
}

impl Scanner<'_> {
    /// The end and kind of the token at `at`, and how many of its bytes are sigils.
    fn token(&mut self, at: usize, begins_line: bool) -> (usize, u16, usize) {
        if let Some(end) = self.comment(at, begins_line) {
            return (end, kinds::COMMENT, 0);
        }
        if let Some((end, kind)) = self.simple(at) {
            return (end, kind, 0);
        }
        let syntax = &self.lines.syntax;
        let is_sigil = |it: &u8| syntax.sigils.as_bytes().contains(it);
        let sigils = self.text[at..].iter().take_while(|it| is_sigil(it)).count();
        if sigils > 0
            && at + sigils < self.text.len()
            && let Some((end, kind)) = self.simple(at + sigils)
        {
            // Behind a sigil a word of the language is a name like any other.
            let kind = if kinds::is_named(kind) { kind } else { kinds::IDENTIFIER };
            return (end, kind, sigils);
        }
        let brackets = syntax.brackets.iter().flat_map(|it| [&it.0, &it.1]);
        let said = syntax.separators.iter().chain(&syntax.labels).chain(&syntax.operators).chain(brackets);
        let here = said.filter(|it| self.text[at..].starts_with(it.as_bytes()));
        let end = at + here.map(String::len).max().unwrap_or(1).max(1);
        (end, self.lines.kinds.token(&self.text[at..end]).unwrap_or(kinds::ERROR), 0)
    }

    /// A string, a number or a word.
    fn simple(&mut self, at: usize) -> Option<(usize, u16)> {
        if let Some(end) = self.string(at) {
            return Some((end, kinds::STRING));
        }
        let text = self.text;
        let in_words = |it: &u8| is_word(*it) || self.lines.syntax.words.as_bytes().contains(it);
        let end = at + text[at..].iter().take_while(|it| in_words(it)).count();
        match &text[at..end] {
            [] => None,
            [first, ..] if first.is_ascii_digit() => Some((number(text, end), kinds::NUMBER)),
            // One character of punctuation is a word where words have it.
            [first] if !is_word(*first) => Some((end, kinds::IDENTIFIER)),
            word => Some((end, self.lines.kinds.token(word).unwrap_or(kinds::IDENTIFIER))),
        }
    }

    fn string(&mut self, at: usize) -> Option<usize> {
        let text = self.text;
        let opens = |it: &&(String, String, Option<char>)| {
            !it.0.is_empty() && text[at..].starts_with(it.0.as_bytes())
        };
        let (open, close, escape) = self.lines.syntax.strings.iter().find(opens)?;
        if self.unclosed.contains(&**close) {
            return None;
        }
        let escape = escape.and_then(|it| u8::try_from(it).ok());
        let mut end = at + open.len();
        while end < text.len() {
            if text[end..].starts_with(close.as_bytes()) {
                return Some(end + close.len());
            }
            end += if escape == Some(text[end]) { 2 } else { 1 };
        }
        self.unclosed.insert(close);
        None
    }

    /// Where the comment that begins at `at` ends, if one does.
    fn comment(&mut self, at: usize, begins_line: bool) -> Option<usize> {
        let rest = &self.text[at..];
        let opens = |it: &&(String, String)| !it.0.is_empty() && rest.starts_with(it.0.as_bytes());
        if let Some((open, close)) = self.comments.blocks.iter().find(opens)
            && !self.unclosed.contains(&**close)
        {
            let inside = &rest[open.len()..];
            if let Some(end) = memchr::memmem::find(inside, close.as_bytes()) {
                return Some(at + open.len() + end + close.len());
            }
            self.unclosed.insert(close);
        }
        self.comments.lines.iter().find(|it| begins_comment(rest, it, begins_line))?;
        let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Some(at + rest[..line].iter().rposition(|&it| !is_blank(it)).map_or(line, |it| it + 1))
    }
}

/// True where a comment begins. What begins with a letter is a word at the beginning of a line; what ends in a blank needs one
/// behind it, or the end of the line.
fn begins_comment(rest: &[u8], start: &str, begins_line: bool) -> bool {
    let wanted = start.trim_end().as_bytes();
    let Some(&first) = wanted.first().filter(|_| rest.starts_with(wanted)) else { return false };
    let apart = rest.get(wanted.len()).is_none_or(|it| is_blank(*it));
    if is_word(first) { begins_line && apart } else { apart || wanted.len() == start.len() }
}

/// A number goes on behind a point where a digit follows.
fn number(text: &[u8], end: usize) -> usize {
    let digit = |it: usize| text.get(it).is_some_and(u8::is_ascii_digit);
    if text.get(end) == Some(&b'.') && digit(end + 1) {
        end + 1 + text[end + 1..].iter().take_while(|it| is_word(**it)).count()
    } else {
        end
    }
}

/// The comments of a language.
pub(in crate::syntax) struct Comments<'l> {
    pub(in crate::syntax) lines: &'l [String],
    pub(in crate::syntax) blocks: &'l [(String, String)],
}
