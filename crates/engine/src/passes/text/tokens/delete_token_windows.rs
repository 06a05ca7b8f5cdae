//! `delete-token-windows`: takes runs of tokens away whose brackets balance.
//!
//! Before:
//! ```text
//! x = a + f(b);
//! ```
//! After:
//! ```text
//! x = a;
//! ```
//! Where a grammar knows the language, windows of 2 to 4 tokens, and of any width in no more than 12 tokens; wider ones
//! hardly ever pay there, and are left to `delete-wide-windows`. In no more than 12 tokens also what is before a bracket
//! pair, with its brackets: `f() { g(a) }` → `g(a)`. Elsewhere windows of 2 to 16 tokens at every place, the
//! longest first; 2 to 32 in up to 300 tokens. In more than 1,000 tokens only windows of 2, 4, 8 and 16 at every place or
//! every few; beyond 5,000 none at all: there, lines and blocks still have much to take, and this pass is asked again when
//! they are done.

use crate::document::Document;
use crate::edit::{Edit, FileId};
use crate::lexeme::{Class, Lexeme, brackets};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::{
    WINDOW_FEW, WINDOW_MANY, WINDOW_MIDDLE, WINDOW_NARROW, WINDOW_SOME, WINDOW_TINY, WINDOW_WIDE,
};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-token-windows",
    summary: "delete runs of tokens with balanced brackets",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let it = document.file(file);
    let is_tiny = it.lexemes().len() <= WINDOW_TINY.get();
    let narrow = it.language.is_some() && !is_tiny;
    windows(document, file, sites, true, if narrow { WINDOW_NARROW.get() } else { WINDOW_WIDE.get() });
    if is_tiny {
        heads(it.lexemes(), file, sites);
    }
}

/// Proposes windows that balance, each with the brackets of the pair behind it, whose content stays.
fn heads(lexemes: &[Lexeme], id: FileId, sites: &mut Sites) {
    let heights = heights(lexemes);
    for pair in brackets::pairs(lexemes).into_iter().filter(|it| !it.is_empty()) {
        for first in (0..pair.open).filter(|it| balances(&heights[*it..=pair.open])) {
            let head = spans::span_of(lexemes, first, pair.open);
            let close = lexemes[pair.close].span;
            sites.together([head, close].map(|it| Edit::delete(id, it)));
        }
    }
}

/// Proposes the windows of up to `widest` tokens whose brackets balance, or those whose do not.
pub(super) fn windows(document: &Document, id: FileId, sites: &mut Sites, balanced: bool, widest: usize) {
    let lexemes = document.file(id).lexemes();
    let heights = heights(lexemes);
    for (width, stride) in widths(lexemes.len()).into_iter().filter(|it| it.0 <= widest) {
        for first in (0..=lexemes.len() - width).rev().step_by(stride) {
            if balances(&heights[first..=first + width]) == balanced {
                sites.delete(id, spans::span_of(lexemes, first, first + width - 1));
            }
        }
    }
}

/// Which windows to try in so many tokens, and how far apart.
fn widths(tokens: usize) -> Vec<(usize, usize)> {
    let up_to = |widest: usize| (2..=widest.min(tokens)).rev().map(|it| (it, 1)).collect();
    match tokens {
        it if it <= WINDOW_FEW.get() => up_to(WINDOW_WIDE.get()),
        it if it <= WINDOW_SOME.get() => up_to(WINDOW_MIDDLE.get()),
        it if it <= WINDOW_MANY.get() => {
            [(16, 4), (8, 2), (4, 1), (2, 1)].into_iter().filter(|it| it.0 <= tokens).collect()
        }
        _ => Vec::new(),
    }
}

/// How many brackets are open before each lexeme, and at the end.
fn heights(lexemes: &[Lexeme]) -> Vec<i64> {
    let mut height = 0;
    let step = |lexeme: &Lexeme| {
        height += match lexeme.class {
            Class::Open(_) => 1,
            Class::Close(_) => -1,
            _ => 0,
        };
        height
    };
    std::iter::once(0).chain(lexemes.iter().map(step)).collect()
}

fn balances(heights: &[i64]) -> bool {
    let (first, last) = (heights[0], heights[heights.len() - 1]);
    first == last && heights.iter().all(|&it| it >= first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain, sites};

    #[test]
    fn balanced_windows_go_longest_first_from_the_back() {
        assert_eq!(candidates(&PASS, &plain("f(a) b")), ["", "f", "b", "f b", "a b"]);
    }

    #[test]
    fn in_few_tokens_what_is_before_a_pair_goes_with_its_brackets() {
        assert!(candidates(&PASS, &c("int f(void) { g(a); }")).contains(&"int g(a);".to_owned()));
        assert!(
            !candidates(&PASS, &c("int f(void) { g(a, b, c); }")).contains(&"int g(a, b, c);".to_owned())
        );
    }

    #[test]
    fn where_a_grammar_is_known_they_are_long_in_few_tokens_only() {
        assert!(candidates(&PASS, &c("int f(void) { return a; }")).contains(&"int f(void)".to_owned()));
        assert!(candidates(&PASS, &c("int x = a + b + c + d + e;")).iter().all(|it| it != "int x = e;"));
    }

    #[test]
    fn the_number_of_windows_is_bounded() {
        let count = |tokens: usize| sites(&PASS, &plain("a ".repeat(tokens))).len();
        assert!(count(1_000) < 15_000);
        assert!(count(5_000) < 15_000);
        assert_eq!(count(5_001), 0);
    }
}
