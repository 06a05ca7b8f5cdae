//! Rechecking: what re-asks a flaky test. A yes by chance does the most harm where most would be lost, so there the test is
//! asked again; and everywhere, once it was seen to change its mind.

use std::sync::atomic::{AtomicU32, Ordering};

use lop_engine::Question;

/// How often the result is asked again.
pub(crate) const SURE: u32 = 2;

/// How often successes are asked again.
#[derive(Debug, Default)]
pub(crate) struct Recheck {
    wary: AtomicU32,
}

impl Recheck {
    /// How often a success on `question` is asked again before it is believed: at least once, where half would be gone.
    pub(super) fn about(&self, question: &Question<'_>) -> u32 {
        let bytes = |files: &[std::sync::Arc<[u8]>]| files.iter().map(|it| it.len()).sum::<usize>();
        let suspicious = bytes(question.files) * 2 < bytes(question.base);
        self.wary.load(Ordering::SeqCst).max(suspicious.into())
    }

    /// From now on each success is asked so often again.
    pub(super) fn be_wary(&self, times: u32) {
        self.wary.fetch_max(times, Ordering::SeqCst);
    }

    /// True once the test was seen to change its mind.
    pub(super) fn has_doubts(&self) -> bool {
        self.wary.load(Ordering::SeqCst) > 0
    }

    /// Each success is asked again from now on; true the first time.
    pub(super) fn is_first_doubt(&self) -> bool {
        self.wary.fetch_max(1, Ordering::SeqCst) == 0
    }
}
