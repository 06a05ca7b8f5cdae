//! What names tell: who mentions whom, what nobody mentions, and which names could be others.

pub mod delete_unused;
pub mod delete_with_orphans;
pub mod delete_word_everywhere;
pub mod merge_identifiers;
pub mod rename_identifiers;

pub(super) mod def_use;
mod dominators;
mod enclosing;
mod meant;
pub(super) mod occurrences;
