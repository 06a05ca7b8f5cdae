//! Which closing bracket belongs to which opening one, on any text: brackets that fit nothing stand alone.

use super::class::{Class, Lexeme};
use crate::thresholds::BRACKET_PATIENCE;

/// Two brackets that belong together, as indices into the lexemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The opening bracket.
    pub open: usize,
    /// The closing bracket.
    pub close: usize,
    /// Which bracket opens: `(`, `[`, `{` or `<`.
    pub bracket: u8,
}

impl Pair {
    /// True when nothing stands between the brackets.
    pub(crate) fn is_empty(&self) -> bool {
        self.open + 1 == self.close
    }

    /// How many lexemes it covers.
    pub(crate) fn weight(&self) -> usize {
        self.close - self.open + 1
    }
}

/// The pairs of `()`, `[]` and `{}`, by their opening bracket. Braces are the strongest: a stray `)` closes nothing
/// that opened outside of the block it stands in.
pub(crate) fn pairs(lexemes: &[Lexeme]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut stack: Vec<(u8, usize)> = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        match lexeme.class {
            Class::Open(bracket) => stack.push((bracket, index)),
            Class::Close(close) => {
                let bracket = opening(close);
                if let Some(at) = partner(&stack, bracket) {
                    pairs.push(Pair { open: stack[at].1, close: index, bracket });
                    stack.truncate(at);
                }
            }
            _ => {}
        }
    }
    pairs.sort_unstable_by_key(|it| it.open);
    pairs
}

/// For each lexeme the index of its partner, its own index when it has none.
pub(crate) fn partners(lexemes: &[Lexeme]) -> Vec<usize> {
    let mut partners: Vec<usize> = (0..lexemes.len()).collect();
    for pair in pairs(lexemes) {
        partners[pair.open] = pair.close;
        partners[pair.close] = pair.open;
    }
    partners
}

/// The pairs of `<` and `>` that could be brackets: no `;` and no half of another bracket between them.
pub(crate) fn angles(text: &[u8], lexemes: &[Lexeme]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut stack: Vec<Option<usize>> = vec![None];
    for (index, lexeme) in lexemes.iter().enumerate() {
        match (lexeme.class, lexeme.of(text)) {
            (Class::Open(_), _) => stack.push(None),
            (Class::Close(_), _) => {
                while stack.pop().flatten().is_some() {}
                if stack.is_empty() {
                    stack.push(None);
                }
            }
            (Class::Punct, b"<") => stack.push(Some(index)),
            (Class::Punct, b">") if !is_arrow(text, lexeme) => {
                if let Some(&Some(open)) = stack.last() {
                    pairs.push(Pair { open, close: index, bracket: b'<' });
                    stack.pop();
                }
            }
            (Class::Punct, b";") => {
                while stack.last().is_some_and(Option::is_some) {
                    stack.pop();
                }
            }
            _ => {}
        }
    }
    pairs.sort_unstable_by_key(|it| it.open);
    pairs
}

/// The bracket that a closing one closes.
pub(crate) fn opening(close: u8) -> u8 {
    match close {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}

/// Which of the brackets that are open belongs to a closing one.
pub(crate) fn partner<T>(stack: &[(u8, T)], bracket: u8) -> Option<usize> {
    let near = stack.iter().enumerate().rev().take(BRACKET_PATIENCE.get());
    for (at, &(open, ref _at)) in near {
        if open == bracket {
            return Some(at);
        }
        if open == b'{' {
            return None;
        }
    }
    None
}

fn is_arrow(text: &[u8], lexeme: &Lexeme) -> bool {
    lexeme.span.start.checked_sub(1).is_some_and(|it| matches!(text[it as usize], b'-' | b'='))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::File;

    fn paired(text: &str) -> Vec<&str> {
        let file = File::parse(Arc::from(text.as_bytes()), None);
        let lexemes = file.lexemes();
        let mut all = pairs(lexemes);
        all.extend(angles(text.as_bytes(), lexemes));
        let shown = |it: &Pair| lexemes[it.open].span.start as usize..lexemes[it.close].span.end as usize;
        all.iter().map(|it| &text[shown(it)]).collect()
    }

    #[test]
    fn brackets_nest_and_strays_stand_alone() {
        assert_eq!(paired("{a(b[c])}"), ["{a(b[c])}", "(b[c])", "[c]"]);
        assert_eq!(paired("({a)}b)"), ["({a)}b)", "{a)}"]);
        assert_eq!(paired("(a]b)"), ["(a]b)"]);
        assert_eq!(paired("}{("), [""; 0]);
    }

    #[test]
    fn angles_pair_within_a_statement_and_arrows_do_not_close() {
        assert_eq!(paired("v<w<int>>"), ["<w<int>>", "<int>"]);
        assert_eq!(paired("a<b; c>d"), [""; 0]);
        assert_eq!(paired("a<b->c>d"), ["<b->c>"]);
        assert_eq!(paired("a<(b>c)"), ["(b>c)"]);
    }
}
