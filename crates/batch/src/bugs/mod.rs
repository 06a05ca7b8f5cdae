//! Which results are the same bug, and which bugs are known already.

pub(crate) mod cluster;
pub(crate) mod known_crashes;
