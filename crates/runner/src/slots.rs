//! Slots to ask in: a single run asks when it likes, unless a person pauses it; the files of a batch share one pool of
//! questions.

use lop_engine::Cancel;

/// Gives out slots, one for each question that is under way.
pub trait Slots: Sync {
    /// Waits for a slot and calls `ask` in it. Returns false, without a call, when `cancel` was raised first.
    fn with_slot(&self, cancel: &Cancel, ask: &mut dyn FnMut()) -> bool;

    /// How many questions it is worth asking at once right now.
    fn width(&self) -> usize;
}

/// As many slots as anybody wants.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unbounded;

impl Slots for Unbounded {
    fn with_slot(&self, _: &Cancel, ask: &mut dyn FnMut()) -> bool {
        ask();
        true
    }

    fn width(&self) -> usize {
        usize::MAX
    }
}

/// What `ask` returns in a slot; `None` when `cancel` was raised before there was one.
pub(crate) fn within<T>(slots: &dyn Slots, cancel: &Cancel, ask: impl FnOnce() -> T) -> Option<T> {
    let mut ask = Some(ask);
    let mut answer = None;
    slots.with_slot(cancel, &mut || answer = ask.take().map(|it| it()));
    answer
}
