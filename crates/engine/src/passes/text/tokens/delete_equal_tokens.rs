//! `delete-equal-tokens`: takes a token away everywhere at once.
//!
//! Before:
//! ```text
//! static int a; static int b;
//! ```
//! After:
//! ```text
//! int a; int b;
//! ```
//! One list with a coupled set for each text that stands in two places or more, in all files; words first, then
//! literals, then signs. At most 2,000 texts, the most frequent.

use crate::document::Document;
use crate::edit::{Edit, EditSet};
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::occurrences::{Name, texts};
use crate::thresholds::EQUAL_TEXTS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-equal-tokens",
    summary: "delete a token everywhere at once",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let classes: [fn(Class) -> bool; 3] = [
        |it| matches!(it, Class::Word | Class::Keyword),
        |it| matches!(it, Class::Number | Class::String),
        |it| it == Class::Punct,
    ];
    for wanted in classes {
        let mut repeated = texts(document, wanted);
        repeated.retain(|it| it.places.len() > 1);
        repeated.sort_by_key(|it| std::cmp::Reverse(it.places.len()));
        repeated.truncate(EQUAL_TEXTS.get());
        sites.list(repeated.iter().map(delete).collect());
    }
}

fn delete(name: &Name) -> EditSet {
    name.places.iter().map(|it| Edit::delete(it.file, it.lexeme.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn equal_tokens_go_together() {
        assert_eq!(
            candidates(&PASS, &plain("a 1; b 1; a 2;")),
            ["1; b 1; 2;", "1; b 1; 2;", "a; b; a 2;", "a; b; a 2;", "a 1 b 1 a 2", "a 1 b 1 a 2"]
        );
    }
}
