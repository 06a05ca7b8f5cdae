//! A text that the user wants to see in a signature: literally, or as a regular expression.

use std::sync::Arc;

use regex::Regex;

use super::Signature;

/// What a signature must contain.
#[derive(Debug, Clone)]
pub struct SignaturePattern {
    text: Arc<str>,
    regex: Option<Regex>,
}

impl SignaturePattern {
    /// Wants `text`, as it is or as a regular expression.
    pub fn new(text: &str) -> SignaturePattern {
        SignaturePattern { text: text.into(), regex: Regex::new(text).ok() }
    }

    /// The text as the user wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True when the signature, as people read it, contains the text.
    pub fn is_in(&self, signature: &Signature) -> bool {
        let line = signature.to_string();
        line.contains(&*self.text) || self.regex.as_ref().is_some_and(|it| it.is_match(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ending, Own};
    use super::*;

    #[test]
    fn a_wanted_text_is_literal_or_a_regular_expression() {
        let said = b"x.c:3:1: internal compiler error: in fold_convert(int), at fold-const.cc:2435\n";
        let signature = Signature::of(Ending::Exit(4), b"", said, &Own::default()).expect("it is a crash");
        for text in ["fold_convert", "fold_.*t", "in fold_convert"] {
            assert!(SignaturePattern::new(text).is_in(&signature), "{text} in {signature}");
        }
        for text in ["unfold", "((", "2435$"] {
            assert!(!SignaturePattern::new(text).is_in(&signature), "{text} in {signature}");
        }
    }
}
