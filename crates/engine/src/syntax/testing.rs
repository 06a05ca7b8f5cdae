//! What the tests of texts in several languages share.

use std::sync::Arc;

use crate::language::Language;

/// C whose comments are JavaScript.
pub(super) fn scripted() -> Language {
    let script = Language::new("js", tree_sitter_javascript::LANGUAGE).expect("a grammar");
    let query = "((comment) @injection.content (#set! injection.language \"js\"))";
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("a grammar");
    c.with_embedded(query, [(Arc::new(script), vec![])]).expect("a query")
}
