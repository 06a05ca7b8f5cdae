//! What is asked ahead: while a question is out, what a no would lead to stands in the heap as well, by its expected gain.
//!
//! A list in one piece, a site with alternatives and a bundle are one question each, and all that follows waits for its
//! answer. With several workers that would leave most of them without work. So they open what is being asked once nothing
//! in the heap is worth more: its parts, halves or next alternative are tasks from then on. A yes makes them pointless,
//! which ends those that are under way; a no leads to them as it would have, only earlier. The other way round, a task within
//! what is being asked about waits for the answer as long as there is something else to do.

use super::protocol::Queue;
use super::queue::TaskQueue;
use super::task::{Task, What, extent};
use crate::edit::{FileId, Span};
use crate::oracle::Cancel;
use crate::thresholds::OPENED;

/// What a task has to do with others that are asked at the same time.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn {
    /// Which of the tasks that were handed out it is; 0 before.
    number: u64,
    /// True when what follows a no is in the heap already.
    pub(super) opened: bool,
    /// Raised once that has succeeded whose refusal would have led here.
    pub(super) leader: Option<Cancel>,
}

impl Turn {
    /// The turn of what a no to another task would lead to.
    pub(super) fn behind(leader: Option<Cancel>) -> Turn {
        Turn { leader, ..Turn::default() }
    }

    pub(super) fn is_pointless(&self) -> bool {
        self.leader.as_ref().is_some_and(Cancel::is_raised)
    }
}

/// The tasks under way.
#[derive(Debug)]
pub(super) struct Ahead {
    out: Vec<Out>,
    /// Counts the tasks that were handed out.
    handed_out: u64,
    /// Ends all that is asked.
    stop: Cancel,
}

#[derive(Debug)]
struct Out {
    task: Task,
    /// The expected gain of what a no would lead to.
    worth: f32,
    opened: bool,
    /// The chance that it succeeds.
    chance: f32,
    /// What is gone then.
    takes: Vec<(FileId, Span)>,
    /// Tasks within that, by what is expected of them now.
    within: Vec<(f32, Task)>,
    /// Raised when the task succeeds.
    leads: Cancel,
}

impl Ahead {
    pub(super) fn new(stop: Cancel) -> Ahead {
        Ahead { out: Vec::new(), handed_out: 0, stop }
    }
}

impl TaskQueue {
    /// Takes note of a task that somebody is about to try.
    pub(super) fn hand_out(&mut self, mut task: Task) -> Task {
        if self.ahead.is_none() {
            return task;
        }
        let follows = match &task.what {
            What::Site(sets, at) if at + 1 < sets.len() => 1.0,
            What::Bundle(_) => 0.5,
            What::Segment { list, lo, hi, .. } if hi - lo > 1 => {
                0.5 * self.lists[*list].share_of_rest(*lo, *hi)
            }
            _ => 0.0,
        };
        let chance = self.chance(task.topic);
        if let Some(ahead) = &mut self.ahead {
            ahead.handed_out += 1;
            task.turn.number = ahead.handed_out;
            let worth = if task.turn.opened { 0.0 } else { task.gain * follows * chance * (1.0 - chance) };
            let leads = task.turn.leader.as_ref().unwrap_or(&ahead.stop).child();
            let (opened, takes) = (task.turn.opened, takes(&task.what));
            let out = Out { task: task.clone(), worth, opened, chance, takes, within: Vec::new(), leads };
            ahead.out.push(out);
        }
        task
    }

    /// Lets a task wait that is within what is being asked about, if `waits` is worth more than what is expected of it now.
    pub(super) fn set_aside(&mut self, task: Task, waits: f32) -> Option<Task> {
        let chance = self.chance(task.topic);
        let Some((ahead, (file, span))) = self.ahead.as_mut().zip(extent_of(&task.what)) else {
            return Some(task);
        };
        let around = |it: &&mut Out| it.takes.iter().any(|it| it.0 == file && it.1.contains(span));
        let Some(out) = ahead.out.iter_mut().find(around) else { return Some(task) };
        let worth = task.gain * chance * (1.0 - out.chance);
        if worth >= waits {
            return Some(task);
        }
        out.within.push((worth, task));
        None
    }

    /// What to open, if that is worth more than whatever waits.
    pub(super) fn opening(&mut self, waits: f32) -> Option<Task> {
        let out = &mut self.ahead.as_mut()?.out;
        let least = out.iter().map(|it| it.task.gain * it.chance).fold(0.0, f32::max) / OPENED.as_f32();
        let best = out.iter_mut().max_by(|a, b| a.most().total_cmp(&b.most()))?;
        let most = best.most();
        if most <= waits.max(least) {
            return None;
        }
        if most > best.worth {
            let at = best.within.iter().position(|it| it.0.total_cmp(&most).is_eq())?;
            let (_, task) = best.within.swap_remove(at);
            return Some(self.hand_out(task));
        }
        (best.worth, best.opened) = (0.0, true);
        let turn = Turn::behind(Some(best.leads.clone()));
        let opened = Task { turn, ..best.task.clone() };
        Some(Task { what: What::Open(Box::new(opened)), ..best.task.clone() })
    }

    /// Ends the turn of a task without an answer: it comes up again.
    pub(super) fn again(&mut self, mut task: Task) {
        task.turn.opened = self.end_turn(&task.turn, false);
        self.push(task);
    }

    /// Ends the turn of a task. Returns whether what follows a no is in the heap already.
    pub(super) fn end_turn(&mut self, turn: &Turn, succeeded: bool) -> bool {
        let Some(ahead) = &mut self.ahead else { return false };
        let at = ahead.out.iter().position(|it| it.task.turn.number == turn.number);
        let Some(out) = at.map(|it| ahead.out.swap_remove(it)) else { return turn.opened };
        if succeeded {
            out.leads.raise();
        }
        out.within.into_iter().for_each(|it| self.push(it.1));
        out.opened
    }
}

impl Out {
    /// The most that is expected of anything that its answer decides about.
    fn most(&self) -> f32 {
        self.within.iter().fold(self.worth, |most, it| most.max(it.0))
    }
}

/// What is gone when a task succeeds, as far as that is easily said.
fn takes(what: &What) -> Vec<(FileId, Span)> {
    match what {
        What::Site(sets, at) => {
            let deleted = sets[*at].edits().iter().filter(|it| it.is_deletion());
            deleted.map(|it| (it.file, it.span)).collect()
        }
        What::Segment { body, lo, hi, .. } => body.extent(*lo, *hi).into_iter().collect(),
        What::Bundle(tasks) => tasks.iter().flat_map(|it| takes(&it.what)).collect(),
        _ => Vec::new(),
    }
}

/// Where a task changes anything.
fn extent_of(what: &What) -> Option<(FileId, Span)> {
    match what {
        What::Site(sets, at) => extent(&sets[*at]),
        What::Segment { body, lo, hi, .. } => body.extent(*lo, *hi),
        _ => None,
    }
}
