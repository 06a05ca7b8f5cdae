//! What a name stands for, in the place of the name.

pub mod copy_body;
pub mod inline_definitions;
