//! The bracket pairs of a file in the order in which passes propose them.

use crate::document::File;
use crate::lexeme::brackets::{self, Pair};
use crate::thresholds::SITES;

/// All pairs of `file`, heaviest first, from the back.
pub(crate) fn heaviest(file: &File) -> Vec<Pair> {
    let mut pairs = brackets::pairs(file.lexemes());
    pairs.extend(brackets::angles(&file.text, file.lexemes()));
    pairs.sort_unstable_by_key(|it| std::cmp::Reverse((it.weight(), it.open)));
    pairs.truncate(SITES.get());
    pairs
}
