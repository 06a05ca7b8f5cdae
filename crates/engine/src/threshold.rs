//! What a threshold is: a number in the code, which a bench may vary.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number that bounds something.
#[derive(Debug)]
pub(crate) struct Threshold {
    #[cfg(not(feature = "tuning"))]
    value: usize,
    #[cfg(feature = "tuning")]
    value: AtomicUsize,
}

impl Threshold {
    #[cfg(not(feature = "tuning"))]
    pub(crate) const fn new(value: usize) -> Threshold {
        Threshold { value }
    }

    #[cfg(feature = "tuning")]
    pub(crate) const fn new(value: usize) -> Threshold {
        Threshold { value: AtomicUsize::new(value) }
    }

    /// Its value.
    #[cfg(not(feature = "tuning"))]
    #[inline]
    pub(crate) const fn get(&self) -> usize {
        self.value
    }

    /// Its value at the moment.
    #[cfg(feature = "tuning")]
    pub(crate) fn get(&self) -> usize {
        self.value.load(Ordering::Relaxed)
    }

    /// Gives it another value from now on.
    #[cfg(feature = "tuning")]
    pub(crate) fn set(&self, value: usize) {
        self.value.store(value, Ordering::Relaxed);
    }

    /// Its value as a number of questions or candidates.
    pub(crate) fn as_u64(&self) -> u64 {
        self.get() as u64
    }

    /// Its value as a factor.
    #[expect(clippy::cast_precision_loss, reason = "factors are small")]
    pub(crate) fn as_f32(&self) -> f32 {
        self.get() as f32
    }
}
