//! What is kept of each reduction: its record, made of its events, with the reason why each token stays.

pub(crate) mod explain;
pub(crate) mod normal_form;
mod phases;
pub mod record;
pub mod recorder;
