//! The tasks of a round, heaviest first, and what decides their order: lists, chances of success, widths of bundles.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

use super::ahead::Ahead;
use super::candidate::Best;
use super::list::List;
use super::protocol::Queue;
use super::success_model::{Harm, SuccessModel, Topic};
use super::task::{Entry, Task, What};
use super::turns::Turns;
use crate::edit::{FileId, Span};
use crate::pass::Tier;
use crate::thresholds::LOOKED_INTO;

/// What waits in a round.
pub(super) struct TaskQueue {
    pub(super) heap: BinaryHeap<Entry>,
    pub(super) lists: Vec<List>,
    /// The topic of each list.
    topics: Vec<Topic>,
    pub(super) model: SuccessModel,
    /// How many sites of a topic go together.
    pub(super) widths: HashMap<Topic, usize>,
    /// Counts the pushes.
    pushed: u64,
    /// How many edits that were refused before were left out.
    pub(super) left_out: usize,
    /// How many edits wait for a later sweep.
    pub(super) put_off: usize,
    /// Which of equals goes first.
    pub(super) order: Order,
    /// The tier of each pass.
    tiers: Vec<Tier>,
    /// True where heavy segments of a list go ahead of light ones; elsewhere everything has its turn.
    pub(super) probes: bool,
    /// What was proposed to follow a success.
    pub(super) followed: HashSet<(FileId, Span)>,
    /// Which of two ways over the same ground is next.
    pub(super) turns: Turns,
    /// What is under way; `None` where nothing is asked ahead.
    pub(super) ahead: Option<Ahead>,
}

/// Which way a round goes through the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    FromBack,
    FromFront,
}

impl Queue for TaskQueue {
    type Task = Task;
    type Best = Best;

    /// The task with the highest expected gain, by what is known now.
    fn pop(&mut self, best: &Best, busy: usize, room: usize) -> Option<Task> {
        if let Some(ahead) = &mut self.ahead {
            (ahead.busy, ahead.room) = (busy, room);
        }
        self.wait_no_longer();
        loop {
            if let Some(task) = self.opening(self.waits()) {
                return Some(task);
            }
            let Some(entry) = self.heap.pop() else { return self.instead_of_rest(best) };
            if entry.task.turn.is_pointless() {
                self.leave_out(&entry.task);
                continue;
            }
            let now = entry.score.min(self.score(&entry.task));
            if now < entry.score * 0.7 && self.heap.peek().is_some_and(|it| it.score > now) {
                self.push_scored(Arc::unwrap_or_clone(entry.task), now);
                continue;
            }
            let task = Arc::unwrap_or_clone(entry.task);
            let list = match task.what {
                What::List(list) => list,
                What::Site(..) | What::Segment { .. } => {
                    let waits = self.waits();
                    let Some(task) = self.set_aside(task, waits) else { continue };
                    let task = self.bundle(task);
                    return Some(self.hand_out(task));
                }
                What::Bundle(_) => return Some(self.hand_out(task)),
                _ => return Some(task),
            };
            if self.puts_aside(list, task.topic) {
                continue;
            }
            if let Some(other) = self.gives_way(list) {
                self.push_scored(task, other.next_down());
                continue;
            }
            let tokens = best.rank.tokens;
            let Some((lo, hi)) = self.lists[list].next(tokens, self.probes) else { continue };
            let body = self.lists[list].body.clone();
            self.push_list(list, task.topic);
            let (gain, position) = (body.gain(lo, hi), body.position(lo));
            let held = self.lists[list].held.clone();
            let what = What::Segment { list, body, lo, hi, held, tokens };
            let waits = self.waits();
            let task = self.set_aside(Task { what, gain, position, ..task }, waits);
            if let Some(task) = task {
                return Some(self.hand_out(task));
            }
        }
    }

    fn push(&mut self, task: Task) {
        let task = self.back(task);
        let score = self.score(&task);
        self.push_scored(task, score);
    }

    fn is_empty(&self) -> bool {
        self.heap.is_empty() && self.ahead.as_ref().is_none_or(Ahead::is_empty)
    }
}

impl TaskQueue {
    /// An empty queue. `tiers` are those of the passes; for `probes` see [`List::next`].
    pub(super) fn new(
        model: SuccessModel,
        tiers: Vec<Tier>,
        probes: bool,
        ahead: Option<Ahead>,
    ) -> TaskQueue {
        TaskQueue {
            heap: BinaryHeap::new(),
            lists: Vec::new(),
            topics: Vec::new(),
            model,
            widths: HashMap::new(),
            pushed: 0,
            left_out: 0,
            put_off: 0,
            order: Order::FromBack,
            tiers,
            probes,
            followed: HashSet::new(),
            turns: Turns::default(),
            ahead,
        }
    }

    /// The same queue of a single worker for somebody else.
    pub(super) fn twin(&self) -> TaskQueue {
        TaskQueue {
            heap: self.heap.clone(),
            lists: self.lists.clone(),
            topics: self.topics.clone(),
            model: self.model.clone(),
            widths: self.widths.clone(),
            tiers: self.tiers.clone(),
            followed: self.followed.clone(),
            ahead: None,
            ..*self
        }
    }

    /// What the first of those that wait is worth.
    fn waits(&self) -> f32 {
        self.heap.peek().map_or(0.0, |it| it.score)
    }

    /// Takes the next task if it is a site of the same topic as `task`.
    pub(super) fn pop_site(&mut self, task: &Task) -> Option<Task> {
        let next = self.heap.peek()?;
        let alike = next.task.topic == task.topic
            && matches!(next.task.what, What::Site(..))
            && next.task.turn.ends.is_none();
        if alike { self.heap.pop().map(|it| Arc::unwrap_or_clone(it.task)) } else { None }
    }

    /// Queues a task that goes before all others.
    pub(super) fn push_first(&mut self, task: Task) {
        self.push_scored(task, f32::INFINITY);
    }

    /// Queues a new list.
    pub(super) fn add_list(&mut self, list: List, topic: Topic) {
        self.lists.push(list.reversed(self.order == Order::FromFront));
        self.topics.push(topic);
        self.push_list(self.lists.len() - 1, topic);
    }

    /// Queues a list by what its next segment would gain.
    pub(super) fn push_list(&mut self, list: usize, topic: Topic) {
        let Some(gain) = self.gain_of(list) else { return };
        let position = self.lists[list].position();
        self.push(Task::new(What::List(list), topic, gain, position));
    }

    /// What the next segment of a list would gain; `None` when nothing waits.
    fn gain_of(&self, list: usize) -> Option<f32> {
        let share = if self.ahead.is_some() { self.lists[list].share_of_next() } else { 1.0 };
        self.lists[list].gain().map(|it| it * share)
    }

    /// What is expected of the next segment of a list.
    pub(super) fn worth_of(&self, list: usize) -> f32 {
        self.gain_of(list).map_or(0.0, |it| it * self.chance(self.topics[list]))
    }

    /// Says that a segment of a list did not succeed: it was refused on a document of so many tokens, or came to nothing.
    /// A list that only waited for this is queued again.
    pub(super) fn put_back(
        &mut self,
        list: usize,
        (lo, hi): (usize, usize),
        refused_at: Option<usize>,
        topic: Topic,
    ) {
        let idle = self.lists[list].gain().is_none();
        self.lists[list].answered(lo, hi, refused_at);
        if idle {
            self.push_list(list, Topic { harm: Harm::None, ..topic });
        }
    }

    /// Puts the parts of a segment that is being asked in its place.
    pub(super) fn open_segment(&mut self, list: usize, (lo, hi): (usize, usize), topic: Topic) {
        let idle = self.lists[list].gain().is_none();
        if self.lists[list].open(lo, hi) && idle {
            self.push_list(list, Topic { harm: Harm::None, ..topic });
        }
    }

    /// Expected gain. Looking costs no question, so an expansion counts whole.
    fn score(&self, task: &Task) -> f32 {
        match task.what {
            What::Look(_) => task.gain / LOOKED_INTO.as_f32(),
            What::Expand(..) | What::Propose(_) => task.gain,
            What::More => f32::NEG_INFINITY,
            _ => task.gain * self.chance(task.topic),
        }
    }

    /// The chance that an edit on `topic` succeeds.
    pub(super) fn chance(&self, topic: Topic) -> f32 {
        self.model.chance(topic, self.tiers[topic.pass])
    }

    fn push_scored(&mut self, task: Task, score: f32) {
        let entry = self.entry(task, score);
        self.heap.push(entry);
    }

    /// A task that has arrived, with what is expected of it.
    pub(super) fn entry(&mut self, task: Task, score: f32) -> Entry {
        self.pushed += 1;
        let ahead = match self.order {
            Order::FromBack => task.position,
            Order::FromFront => u32::MAX - task.position,
        };
        Entry { score, ahead, number: self.pushed, task: Arc::new(task) }
    }
}
