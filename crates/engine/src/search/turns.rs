//! Two ways over the same ground take turns: pieces in the order of what they need, and lists in the order of the document.
//!
//! What the names tell may be wrong, and then pieces go one by one, each of them with success, while half of the document could go
//! in its own order. So each way pays a question with every question, and gets some back for what it takes out: who owes more
//! than the other gives way.

use super::queue::TaskQueue;
use super::task::{Entry, Task, What};
use crate::thresholds::{TURN_CREDIT, TURN_QUESTIONS};

/// How many questions each way owes: lists, and pieces that need each other.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turns([f32; 2]);

impl Turns {
    /// Takes note of a question about a segment, and of what part of the document went with it.
    fn note(&mut self, of_pieces: bool, gone: f32) {
        let other = self.0[usize::from(!of_pieces)];
        let owes = &mut self.0[usize::from(of_pieces)];
        *owes = (*owes + 1.0 - gone * TURN_CREDIT.as_f32()).max(other - 2.0 * TURN_QUESTIONS.as_f32());
    }

    /// True when it is the turn of the other way.
    fn is_over(self, of_pieces: bool) -> bool {
        let [own, other] = [of_pieces, !of_pieces].map(|it| self.0[usize::from(it)]);
        own > other + TURN_QUESTIONS.as_f32()
    }
}

impl TaskQueue {
    /// Takes note of the answer about a segment.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn note_turn(&mut self, task: &Task, success: bool) {
        if let What::Segment { body, tokens, .. } = &task.what {
            let gone = if success { task.gain / (*tokens).max(1) as f32 } else { 0.0 };
            self.turns.note(body.is_of_pieces(), gone.clamp(0.0, 1.0));
        }
    }

    /// True when pieces give way, as long as everything has its turn.
    pub(super) fn pieces_give_way(&self) -> bool {
        !self.probes && self.turns.is_over(true)
    }

    /// What is expected of the list to which this one gives way; `None` where it does not, or there is none.
    pub(super) fn gives_way(&self, list: usize) -> Option<f32> {
        let of_pieces = self.lists[list].body.is_of_pieces();
        if self.probes || !self.turns.is_over(of_pieces) {
            return None;
        }
        let is_other = |it: &&Entry| matches!(it.task.what, What::List(at) if self.lists[at].body.is_of_pieces() != of_pieces);
        self.heap.iter().filter(is_other).map(|it| it.score).max_by(f32::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_out_next_to_nothing_gives_way_and_who_takes_out_much_goes_on() {
        let mut turns = Turns::default();
        let questions = (0..100).take_while(|_| {
            turns.note(true, 0.0001);
            !turns.is_over(true)
        });
        assert_eq!(questions.count(), TURN_QUESTIONS.get());
        assert!(!turns.is_over(false));
        turns.note(true, 0.1);
        assert!(!turns.is_over(true));
    }

    #[test]
    fn what_was_taken_out_long_ago_buys_no_more_than_some_questions() {
        let mut turns = Turns::default();
        (0..10).for_each(|_| turns.note(true, 0.5));
        let questions = (0..100).take_while(|_| {
            turns.note(true, 0.0);
            !turns.is_over(true)
        });
        assert!(questions.count() <= 3 * TURN_QUESTIONS.get());
    }
}
