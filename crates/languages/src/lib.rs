//! The table of languages, generated from `grammars/` at build time.
