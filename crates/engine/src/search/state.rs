//! What the workers of a round share, behind one lock.

use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use super::candidate::Best;
use super::list::List;
use super::success_model::{SuccessModel, Topic};
use super::task::{Entry, Task, What};
use crate::edit::EditSet;
use crate::oracle::Cancel;
use crate::rank::Rank;

/// What the workers share.
pub(super) struct State {
    pub(super) best: Arc<Best>,
    /// Successes that wait to be merged.
    pub(super) pool: Vec<Success>,
    /// True while a worker asks about a union; only it may commit then.
    pub(super) merging: bool,
    pub(super) in_flight: Vec<InFlight>,
    pub(super) model: SuccessModel,
    /// How many sites of a topic go together.
    pub(super) widths: HashMap<Topic, usize>,
    pub(super) heap: BinaryHeap<Entry>,
    pub(super) lists: Vec<List>,
    /// Tasks whose text another worker is asking about.
    pub(super) parked: HashMap<u128, Vec<Task>>,
    pub(super) busy: usize,
    pub(super) pushed: u64,
    /// True when no new task may begin.
    pub(super) draining: bool,
    /// True once an edit that was refused before was left out.
    pub(super) left_out: bool,
    /// Which of equals goes first.
    pub(super) order: Order,
}

/// Which way a round goes through the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    FromBack,
    FromFront,
}

/// What a round came to.
pub(super) struct RoundOutcome {
    pub(super) best: Arc<Best>,
    /// How often each kind of edit has succeeded, this round included.
    pub(super) model: SuccessModel,
    /// True when edits that were refused before were left out.
    pub(super) left_out: bool,
}

/// A candidate that was judged interesting on an older best.
#[derive(Debug)]
pub(super) struct Success {
    pub(super) task: Task,
    pub(super) own: EditSet,
    pub(super) all: EditSet,
    pub(super) rank: Rank,
}

/// A question under way.
#[derive(Debug)]
pub(super) struct InFlight {
    pub(super) worker: usize,
    pub(super) own: EditSet,
    pub(super) cancel: Cancel,
}

impl State {
    /// Takes the next task if it is a site of the same topic as `task`.
    pub(super) fn pop_site(&mut self, task: &Task) -> Option<Task> {
        let next = self.heap.peek()?;
        let alike = next.task.topic == task.topic && matches!(next.task.what, What::Site(..));
        if alike { self.heap.pop().map(|it| it.task) } else { None }
    }

    pub(super) fn push(&mut self, task: Task, score: f32) {
        self.pushed += 1;
        let ahead = match self.order {
            Order::FromBack => task.position,
            Order::FromFront => u32::MAX - task.position,
        };
        self.heap.push(Entry { score, ahead, number: self.pushed, task });
    }

    /// True when nobody works and nothing waits.
    pub(super) fn is_over(&self) -> bool {
        self.busy == 0 && (self.draining || self.heap.is_empty() && self.pool.is_empty())
    }

    /// After a stop nobody merges any more.
    pub(super) fn pool_is_final(&mut self) {
        self.heap.clear();
    }
}
