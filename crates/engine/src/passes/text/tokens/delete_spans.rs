//! `delete-spans`: takes what lies between two equal tokens away, with one of them.
//!
//! Before:
//! ```text
//! a + f(1, 2) + b
//! ```
//! After:
//! ```text
//! a + b
//! ```
//! Equal tokens tend to stand at equal places of a repetition, so this finds list elements, terms and records in text that
//! nobody has a grammar for. From each token to the next of the same text; in at most 5,000 tokens.

use std::collections::HashMap;

use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::lexeme::Lexeme;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::SPAN_TOKENS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-spans",
    summary: "delete what lies between two equal tokens",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if file.lexemes().len() > SPAN_TOKENS.get() {
        return;
    }
    let mut spans = spans(&file.text, file.lexemes());
    spans.sort_by_key(|it| std::cmp::Reverse((it.len(), it.start)));
    for span in spans {
        sites.delete(id, span);
    }
}

fn spans(text: &[u8], lexemes: &[Lexeme]) -> Vec<Span> {
    let mut last: HashMap<&[u8], u32> = HashMap::new();
    let from_last = |it: &Lexeme| {
        let start = last.insert(it.of(text), it.span.start)?;
        Some(Span::new(start, it.span.start))
    };
    lexemes.iter().filter_map(from_last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn spans_between_equal_tokens_go_longest_first() {
        assert_eq!(candidates(&PASS, &plain("a; bb cc; a d;")), ["a d;", "a; a d;", "a; bb cc;"]);
    }
}
