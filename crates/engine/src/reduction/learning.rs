//! What a reduction is told of earlier ones.

use super::Reduction;
use crate::experience::Experience;

impl Reduction<'_> {
    /// What earlier runs have seen under this test in documents of this language: kinds of edits that were never accepted wait
    /// until nothing else pays. The run then says what it has seen, for the next one.
    ///
    /// ```
    /// # use lop_engine::{Experience, Reduction, oracle};
    /// let outcome = Reduction::new([*b"a b c"])
    ///     .experience(Experience::default())
    ///     .run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
    /// assert!(!outcome.experience.is_empty());
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn experience(mut self, experience: Experience) -> Self {
        self.config.experience = Some(experience);
        self
    }
}
