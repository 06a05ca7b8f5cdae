//! The patterns of a query one by one, so that only those are compiled that may match in a text.

use std::ops::Range;

use super::tokens::{Token, tokens};
use crate::syntax::Syntax;

/// A pattern of a query.
#[derive(Debug)]
pub(super) struct Piece {
    /// What is left of its alternatives, or all of it.
    before: Range<usize>,
    /// Where it is a list of them: the kind that each begins with, and where it is.
    alternatives: Vec<(Root, Range<usize>)>,
    /// What is right of them.
    after: Range<usize>,
    /// The kind that all of it begins with.
    root: Root,
}

/// The kind of node that a pattern begins with; none where it may be any.
type Root = Option<u16>;

impl Piece {
    /// The kinds that it or an alternative of it begins with.
    pub(super) fn roots(&self) -> impl Iterator<Item = Root> + '_ {
        let own = Some(self.root).filter(|_| self.alternatives.is_empty());
        own.into_iter().chain(self.alternatives.iter().map(|it| it.0))
    }

    /// Adds what of it may match to `text`, where such kinds are there; false when nothing may.
    pub(super) fn add_to(&self, text: &mut String, query: &str, is_there: impl Fn(Root) -> bool) -> bool {
        if !self.roots().any(&is_there) {
            return false;
        }
        text.push_str(&query[self.before.clone()]);
        for (_, range) in self.alternatives.iter().filter(|it| is_there(it.0)) {
            text.push_str(&query[range.clone()]);
            text.push('\n');
        }
        text.push_str(&query[self.after.clone()]);
        text.push('\n');
        true
    }
}

/// The patterns of a query for a grammar.
pub(super) fn pieces(query: &str, grammar: &Syntax) -> Vec<Piece> {
    let reader = Reader { grammar, tokens: tokens(query) };
    let (mut all, mut at) = (Vec::new(), 0);
    while at < reader.tokens.len() {
        let end = reader.end_of_expression(at);
        all.push(reader.piece(at, end));
        at = end;
    }
    all
}

struct Reader<'q> {
    grammar: &'q Syntax,
    tokens: Vec<Token<'q>>,
}

impl Reader<'_> {
    /// The pattern of these tokens.
    fn piece(&self, first: usize, end: usize) -> Piece {
        let list = first + usize::from(self.text(first) == "(");
        let close = self.end_of_brackets(list);
        let whole = self.range(first, end);
        if self.text(list) != "[" || matches!(self.text(close), "?" | "*") {
            let (before, after) = (whole.clone(), whole.end..whole.end);
            return Piece { before, alternatives: Vec::new(), after, root: self.root(first) };
        }
        let (mut alternatives, mut at) = (Vec::new(), list + 1);
        while at + 1 < close {
            let next = self.end_of_expression(at).min(close - 1);
            alternatives.push((self.root(at), self.range(at, next)));
            at = next;
        }
        let before = whole.start..self.tokens[list].end();
        let after = self.tokens[close - 1].start..whole.end;
        Piece { before, alternatives, after, root: None }
    }

    /// The kind of the first node of an expression; none where that may be any, or none.
    fn root(&self, first: usize) -> Root {
        match (self.text(first), self.text(first + 1)) {
            ("(", "(") if matches!(self.text(self.end_of_brackets(first + 1)), "?" | "*") => None,
            ("(", "(") => self.root(first + 1),
            ("(", name) => self
                .grammar
                .kind(name, true)
                .filter(|it| self.grammar.is_shown(*it))
                .filter(|_| name != "ERROR"),
            (token, _) => self.grammar.kind(token.strip_prefix('"')?.strip_suffix('"')?, false),
        }
    }

    /// Behind an expression and the captures and quantifiers that follow it.
    fn end_of_expression(&self, first: usize) -> usize {
        let mut at = self.end_of_brackets(first);
        while at < self.tokens.len()
            && !self.text(at).starts_with(['(', '[', '"', ')', ']'])
            && self.text(at) != "_"
        {
            at += 1;
        }
        at
    }

    /// Behind the bracket that belongs to the one there, or behind the token.
    fn end_of_brackets(&self, first: usize) -> usize {
        let (mut at, mut depth) = (first, 0_usize);
        loop {
            match self.text(at) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
            if depth == 0 || at >= self.tokens.len() {
                return at.min(self.tokens.len());
            }
        }
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |it| it.text)
    }

    fn range(&self, first: usize, end: usize) -> Range<usize> {
        self.tokens[first].start..self.tokens[end - 1].end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a query for C where these kinds are there.
    fn left(query: &str, kinds: &[&str]) -> String {
        let grammar = Syntax::Parser(tree_sitter_c::LANGUAGE.into());
        let there: Vec<Root> = kinds.iter().map(|it| grammar.kind(it, true)).collect();
        let mut text = String::new();
        for it in pieces(query, &grammar) {
            it.add_to(&mut text, query, |it| it.is_none() || there.contains(&it));
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn patterns_are_left_out_where_the_kind_is_missing_that_they_begin_with() {
        let query = "(if_statement \"(\") @a ; none\n((comment) @b (#eq? @b \"\\\"(\"))\n(for_statement)? @c";
        assert_eq!(left(query, &["if_statement"]), "(if_statement \"(\") @a");
        assert_eq!(left(query, &["comment"]), "((comment) @b (#eq? @b \"\\\"(\"))");
        assert_eq!(left(query, &["for_statement"]), "(for_statement)? @c");
        assert_eq!(left(query, &[]), "");
    }

    #[test]
    fn so_are_alternatives_and_what_may_begin_with_any_kind_stays() {
        let query = "([(if_statement _ @a) @b (comment)] @c (#set! d \"e\")) [(comment) (identifier)] @f";
        assert_eq!(left(query, &["if_statement"]), "([(if_statement _ @a) @b ] @c (#set! d \"e\"))");
        assert_eq!(left(query, &["identifier"]), "[(identifier) ] @f");
        for any in [
            "(_) @a",
            "_ @a",
            "(expression) @a",
            "(ERROR) @a",
            "((comment)? . (identifier)) @a",
            "(MISSING) @a",
        ] {
            assert_eq!(left(any, &[]), any);
        }
    }
}
