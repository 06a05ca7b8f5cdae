//! The one total order on documents: what "smaller" means.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::memo;

/// Where a document stands in the order; the lower, the better. Compared clause by clause:
///
/// 0. **score**, where the oracle gives one ([`Oracle::score`](crate::Oracle::score)): what somebody wants lower at any size;
/// 1. **tokens**, because a reader counts things, not bytes, and no renaming should pay for an extra statement;
/// 2. **bytes**, so that shorter names, literals and blanks are progress when nothing else is left;
/// 3. **the text itself**, bytewise: lengths are equal here, so this makes the order shortlex, hence total and
///    well-founded, and steps that change neither count (`b` to `a`) cannot run in circles.
///
/// ```
/// use lop_engine::Rank;
///
/// let rank = |text: &[u8]| Rank::of(&[text.into()]);
/// assert!(rank(b"a_very_long_name") < rank(b"a b"));
/// assert!(rank(b"a") < rank(b"b"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rank {
    /// Tokens of all files, as [`tokens::count`](crate::tokens::count) counts them.
    pub tokens: usize,
    /// Bytes of all files.
    pub bytes: usize,
    /// The score as a number that is in the order of scores; 0 where there is none.
    score: u64,
    files: Vec<Arc<[u8]>>,
}

impl Rank {
    /// Ranks the texts of a document's files.
    ///
    /// ```
    /// let rank = lop_engine::Rank::of(&[(*b"a b").into(), (*b"c").into()]);
    /// assert_eq!((rank.tokens, rank.bytes), (3, 4));
    /// ```
    pub fn of(files: &[Arc<[u8]>]) -> Rank {
        let tokens = memo::tokens(files).into_iter().sum();
        let bytes = files.iter().map(|text| text.len()).sum();
        Rank { tokens, bytes, score: 0, files: files.to_vec() }
    }

    /// The same with a score, which counts first. Only ranks that have one are to be compared with each other.
    ///
    /// ```
    /// use lop_engine::Rank;
    ///
    /// let rank = |text: &[u8], score| Rank::of(&[text.into()]).scored(Some(score));
    /// assert!(rank(b"a b", -1.0) < rank(b"a", 0.5) && rank(b"a", 0.5) < rank(b"a b", 0.5));
    /// ```
    #[must_use]
    pub fn scored(self, score: Option<f64>) -> Rank {
        let Some(score) = score else { return self };
        // The order of numbers is that of their bits, but for the sign, and the other way round below zero.
        let bits = score.to_bits();
        let score = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
        Rank { score, ..self }
    }

    /// True when it has a score.
    ///
    /// ```
    /// let rank = lop_engine::Rank::of(&[(*b"a").into()]);
    /// assert!(!rank.is_scored() && rank.scored(Some(0.0)).is_scored());
    /// ```
    pub fn is_scored(&self) -> bool {
        self.score != 0
    }

    /// The order without scores.
    pub(crate) fn by_size(&self, other: &Rank) -> Ordering {
        (self.tokens, self.bytes)
            .cmp(&(other.tokens, other.bytes))
            .then_with(|| in_order(&self.files, &other.files))
    }

    /// The texts that were ranked.
    ///
    /// ```
    /// let rank = lop_engine::Rank::of(&[(*b"a b").into()]);
    /// assert_eq!(&*rank.files()[0], b"a b");
    /// ```
    pub fn files(&self) -> &[Arc<[u8]>] {
        &self.files
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> Ordering {
        self.score.cmp(&other.score).then_with(|| self.by_size(other))
    }
}

/// Compares file by file; what is the same text need not be looked at.
fn in_order(files: &[Arc<[u8]>], others: &[Arc<[u8]>]) -> Ordering {
    let differ = files.iter().zip(others).find(|it| !Arc::ptr_eq(it.0, it.1) && it.0 != it.1);
    differ.map_or(files.len().cmp(&others.len()), |it| it.0.cmp(it.1))
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(text: &str) -> Rank {
        Rank::of(&[Arc::from(text.as_bytes())])
    }

    #[test]
    fn fewer_tokens_beat_fewer_bytes_and_fewer_bytes_beat_the_alphabet() {
        assert!(rank("a_very_long_name") < rank("a b"));
        assert!(rank("bb") < rank("aaa"));
        assert!(rank("a") < rank("b"));
        assert_eq!(rank("a").cmp(&rank("a")), Ordering::Equal);
    }

    #[test]
    fn scores_are_in_the_order_of_numbers() {
        let scores = [f64::NEG_INFINITY, -7.5, -1.0, 0.0, 1e-9, 3.0, f64::INFINITY];
        for pair in scores.windows(2) {
            assert!(rank("a b c").scored(Some(pair[0])) < rank("a").scored(Some(pair[1])), "{pair:?}");
        }
    }
}
