//! Lexemes: the smallest things a reader sees in a file, from the tree's leaves where there is a tree, from a plain lexer elsewhere.
//!
//! Every visible byte of a file belongs to exactly one lexeme, whatever the tree looks like: text that no leaf covers
//! and text in ERROR units goes through the plain lexer. Literals and comments are one lexeme each, so that passes
//! which move brackets and words never look inside them.

pub(crate) mod brackets;
mod class;
mod kinds;
mod lexer;
mod plain;
mod words;

pub use class::{Class, Lexeme};
pub(crate) use class::{content, offset, trim};
pub(crate) use lexer::lexemes;
pub(crate) use plain::lex;
pub(crate) use words::{Words, word_of};
