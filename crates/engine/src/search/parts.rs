//! The parts that a segment of a list comes apart into.

/// The parts of a segment, in order.
pub(super) enum Parts {
    /// Elements `lo..hi`, each of its own.
    Elements(usize, usize),
    /// Where each of them begins.
    Begins(Vec<usize>),
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        match self {
            Parts::Elements(lo, hi) => hi - lo,
            Parts::Begins(begins) => begins.len(),
        }
    }

    /// The first element of part `at`.
    pub(super) fn begin(&self, at: usize) -> usize {
        match self {
            Parts::Elements(lo, _) => lo + at,
            Parts::Begins(begins) => begins[at],
        }
    }

    /// How many of them begin so that `is_before` holds, which it does of no part behind one of which it does not.
    pub(super) fn partition_point(&self, is_before: impl Fn(usize) -> bool) -> usize {
        let (mut lo, mut hi) = (0, self.len());
        while lo < hi {
            let middle = usize::midpoint(lo, hi);
            (lo, hi) = if is_before(self.begin(middle)) { (middle + 1, hi) } else { (lo, middle) };
        }
        lo
    }
}
