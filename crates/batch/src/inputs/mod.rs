//! What a batch is about: the files of the corpus, how each is asked about, and what the first questions say of it.

pub(crate) mod check;
pub(crate) mod corpus;
pub(crate) mod source;
pub mod test_config;
