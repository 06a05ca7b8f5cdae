//! What lop says about itself: `lop passes`, lists, completions, the man page, and the book's reference pages.

pub(crate) mod args;
pub(crate) mod grammar;
pub(crate) mod listings;
pub(crate) mod passes;
pub mod reference;
