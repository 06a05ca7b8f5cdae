//! Numbers and strings that become smaller ones.

pub mod shrink_integers;
pub mod shrink_strings;
