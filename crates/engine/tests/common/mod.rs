//! What the tests of the search share: a language, and reductions whose input nobody has to ask about.

use std::sync::Arc;

use lop_engine::{Config, Language, Reduction};

/// C by its parser alone.
pub(crate) fn c() -> Arc<Language> {
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
    Arc::new(c.with_line_comment("//").with_block_comment("/*", "*/"))
}

/// The usual configuration but for a change.
pub(crate) fn config(change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::default();
    change(&mut config);
    config
}

/// A reduction of one text that is known to be interesting.
pub(crate) fn reduction<'r>(text: &[u8], language: Option<Arc<Language>>, config: &Config) -> Reduction<'r> {
    Reduction::new([text]).language(0, language).config(config.clone()).assume_interesting()
}
