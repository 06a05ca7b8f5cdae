//! The tasks of a round, heaviest first, and what decides their order: lists, chances of success, widths of bundles.

use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use super::candidate::{Best, Candidate};
use super::foresight::{Answered, Foresight};
use super::list::List;
use super::protocol::Queue;
use super::success_model::{SuccessModel, Topic};
use super::task::{Body, Entry, Task, What};
use crate::oracle::Cancel;
use crate::pass::Tier;
use crate::thresholds::LOOKED_INTO;

/// What waits in a round.
pub(super) struct TaskQueue {
    heap: BinaryHeap<Entry>,
    pub(super) lists: Vec<List>,
    pub(super) model: SuccessModel,
    /// How many sites of a topic go together.
    pub(super) widths: HashMap<Topic, usize>,
    /// Counts the pushes.
    pushed: u64,
    /// True once an edit that was refused before was left out.
    pub(super) left_out: bool,
    /// Which of equals goes first.
    pub(super) order: Order,
    /// The tier of each pass.
    tiers: Vec<Tier>,
    /// True where heavy segments of a list go ahead of light ones.
    probes: bool,
    /// Ends what is asked ahead of its turn in lists that are gone through in order; `None` where nothing is.
    foresees: Option<Cancel>,
    /// The lists that are gone through in order.
    ahead: Vec<Ahead>,
    /// What was found ahead of its turn, and is certain now.
    pub(super) certain: Vec<(Task, Candidate)>,
}

/// A list whose next steps are foreseen.
struct Ahead {
    list: usize,
    body: Arc<Body>,
    topic: Topic,
    foresight: Foresight,
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
    fn pop(&mut self, best: &Best) -> Option<Task> {
        loop {
            match self.step() {
                Some(Ok(task)) => return Some(task),
                Some(Err(score)) if self.heap.peek().is_none_or(|it| it.score < score) => return None,
                _ => {}
            }
            let entry = self.heap.pop()?;
            let now = entry.score.min(self.score(&entry.task));
            if now < entry.score * 0.7 && self.heap.peek().is_some_and(|it| it.score > now) {
                self.push_scored(entry.task, now);
                continue;
            }
            let list = match entry.task.what {
                What::List(list) => list,
                What::Step { list, ref step, .. } if !self.expects(list, step.id) => continue,
                _ => return Some(self.bundle(entry.task)),
            };
            let tokens = best.rank.tokens;
            let Some((lo, hi)) = self.lists[list].next(tokens, self.probes) else { continue };
            let body = self.lists[list].body.clone();
            self.push_list(list, entry.task.topic);
            let (gain, position) = (body.gain(lo, hi), body.position(lo));
            let held = self.lists[list].held.clone();
            let what = What::Segment { list, body, lo, hi, held, tokens };
            return Some(Task { what, gain, position, ..entry.task });
        }
    }

    fn push(&mut self, task: Task) {
        let score = self.score(&task);
        self.push_scored(task, score);
    }

    fn is_empty(&self) -> bool {
        self.heap.is_empty() && self.ahead.is_empty()
    }
}

impl TaskQueue {
    /// An empty queue. `tiers` are those of the passes; for `probes` see [`List::next`]; with `foresees` lists are gone
    /// through in order by several workers, until it is raised.
    pub(super) fn new(
        model: SuccessModel,
        tiers: Vec<Tier>,
        probes: bool,
        foresees: Option<Cancel>,
    ) -> TaskQueue {
        TaskQueue {
            heap: BinaryHeap::new(),
            lists: Vec::new(),
            model,
            widths: HashMap::new(),
            pushed: 0,
            left_out: false,
            order: Order::FromBack,
            tiers,
            probes,
            foresees,
            ahead: Vec::new(),
            certain: Vec::new(),
        }
    }

    /// A step of the list that is the turn of one worker alone, when that goes before whatever is in the heap. `Err` while
    /// all that is likely enough of it is being asked.
    fn step(&mut self) -> Option<Result<Task, f32>> {
        self.ahead.retain(|it| it.foresight.gain().is_some());
        let scored = self.ahead.iter().enumerate().filter_map(|(at, it)| {
            let chance = self.model.chance(it.topic, self.tiers[it.topic.pass]);
            Some((it.foresight.gain()? * chance, at))
        });
        let (score, at) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        if self.heap.peek().is_some_and(|it| it.score > score) {
            return None;
        }
        let Ahead { list, ref body, topic, ref mut foresight } = self.ahead[at];
        let Some(step) = foresight.take() else { return Some(Err(score)) };
        let last = step.cuts.last()?;
        let (gain, position) = (body.gain(last.lo, last.hi), body.position(last.lo));
        let what = What::Step { list, body: body.clone(), step };
        Some(Ok(Task { what, topic, gain, position, parsed: false }))
    }

    fn expects(&mut self, list: usize, step: u64) -> bool {
        self.ahead.iter_mut().any(|it| it.list == list && it.foresight.expects(step))
    }

    /// Says how a step of a list fared.
    pub(super) fn foreseen(&mut self, list: usize, step: u64, answered: Answered) {
        if let Some(ahead) = self.ahead.iter_mut().find(|it| it.list == list) {
            self.certain.append(&mut ahead.foresight.answer(step, answered));
        }
    }

    /// What was found and did not become certain.
    pub(super) fn take_found(&mut self) -> Vec<(Task, Candidate)> {
        std::mem::take(&mut self.ahead).into_iter().flat_map(|it| it.foresight.into_found()).collect()
    }

    /// Takes the next task if it is a site of the same topic as `task`.
    pub(super) fn pop_site(&mut self, task: &Task) -> Option<Task> {
        let next = self.heap.peek()?;
        let alike = next.task.topic == task.topic && matches!(next.task.what, What::Site(..));
        if alike { self.heap.pop().map(|it| it.task) } else { None }
    }

    /// Queues a task that goes before all others.
    pub(super) fn push_first(&mut self, task: Task) {
        self.push_scored(task, f32::INFINITY);
    }

    /// Queues a new list.
    pub(super) fn add_list(&mut self, list: List, topic: Topic, tokens: usize) {
        self.lists.push(list.reversed(self.order == Order::FromFront));
        if let Some(stop) = &self.foresees {
            let (at, list) = (self.lists.len() - 1, &self.lists[self.lists.len() - 1]);
            let foresight = Foresight::of(list.clone(), tokens, stop);
            self.ahead.push(Ahead { list: at, body: list.body.clone(), topic, foresight });
            return;
        }
        self.push_list(self.lists.len() - 1, topic);
    }

    /// Queues a list by what its next segment would gain.
    fn push_list(&mut self, list: usize, topic: Topic) {
        let Some(gain) = self.lists[list].gain() else { return };
        let position = self.lists[list].position();
        self.push(Task { what: What::List(list), topic, gain, position, parsed: false });
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
            self.push_list(list, Topic { breaks: false, ..topic });
        }
    }

    /// Expected gain. Looking costs no question, so an expansion counts whole.
    fn score(&self, task: &Task) -> f32 {
        match task.what {
            What::Look(_) => task.gain / LOOKED_INTO.as_f32(),
            What::Expand(..) | What::Propose(_) => task.gain,
            // A step comes here only when it waited for its text to be judged: others wait for it.
            What::Step { .. } => f32::INFINITY,
            _ => task.gain * self.model.chance(task.topic, self.tiers[task.topic.pass]),
        }
    }

    fn push_scored(&mut self, task: Task, score: f32) {
        self.pushed += 1;
        let ahead = match self.order {
            Order::FromBack => task.position,
            Order::FromFront => u32::MAX - task.position,
        };
        self.heap.push(Entry { score, ahead, number: self.pushed, task });
    }
}
