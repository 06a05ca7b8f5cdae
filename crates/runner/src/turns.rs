//! Whose turn it is to ask: a single run asks when it likes, the files of a batch share one pool of questions.

use lop_engine::Cancel;

/// Gives out turns to ask.
pub trait Turns: Sync {
    /// Waits for a turn and calls `ask` within it. Returns false, without a call, when `cancel` was raised first.
    fn with_turn(&self, cancel: &Cancel, ask: &mut dyn FnMut()) -> bool;

    /// How many questions it is worth asking at once right now.
    fn width(&self) -> usize;
}

/// As many turns as anybody wants.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtWill;

impl Turns for AtWill {
    fn with_turn(&self, _: &Cancel, ask: &mut dyn FnMut()) -> bool {
        ask();
        true
    }

    fn width(&self) -> usize {
        usize::MAX
    }
}

/// What `ask` returns within a turn; `None` when `cancel` was raised before there was one.
pub(crate) fn within<T>(turns: &dyn Turns, cancel: &Cancel, ask: impl FnOnce() -> T) -> Option<T> {
    let mut ask = Some(ask);
    let mut answer = None;
    turns.with_turn(cancel, &mut || answer = ask.take().map(|it| it()));
    answer
}
