//! A set of a parser's ids, for asking in a nanosecond whether a child is one of them.

/// A set of ids below a fixed number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct IdSet {
    words: Vec<u64>,
}

impl IdSet {
    /// The set of `ids`, all below `count`.
    pub(crate) fn of(count: usize, ids: impl IntoIterator<Item = u16>) -> IdSet {
        let mut words = vec![0; count.div_ceil(64)];
        for id in ids {
            words[usize::from(id) / 64] |= 1 << (id % 64);
        }
        IdSet { words }
    }

    /// True when `id` is in the set; ids the parser does not have are in none.
    pub(crate) fn has(&self, id: u16) -> bool {
        self.words.get(usize::from(id) / 64).is_some_and(|it| it & (1 << (id % 64)) != 0)
    }

    /// The ids in it, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.words.len() * 64).filter_map(|it| u16::try_from(it).ok()).filter(|&it| self.has(it))
    }

    /// True when every id is in `other`.
    pub(crate) fn is_within(&self, other: &IdSet) -> bool {
        self.iter().all(|it| other.has(it))
    }

    /// Adds all ids of `other`, which counts to the same number.
    pub(crate) fn add(&mut self, other: &IdSet) {
        if self.words.is_empty() {
            self.words.clone_from(&other.words);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// True when nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&it| it == 0)
    }
}
