//! What names tell: who mentions whom, what nobody mentions, and which names could be others.

pub mod delete_unused;
pub mod delete_with_orphans;
pub mod delete_word_everywhere;
pub mod merge_identifiers;
pub mod rename_identifiers;
pub mod substitute_name;

pub(in crate::passes) mod def_use;
mod dominators;
pub(in crate::passes) mod enclosing;
mod meant;
pub(in crate::passes) mod needs;
pub(super) mod occurrences;
mod stand_ins;

pub(in crate::passes) use rename_identifiers::{free_names, taken};
