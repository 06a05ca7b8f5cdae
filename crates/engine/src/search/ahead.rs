//! What is asked ahead: while a question is out, what a no would lead to stands in the heap as well, by its expected gain.
//!
//! A list in one piece, a site with alternatives and a bundle are one question each, and all that follows waits for its
//! answer. With several workers that would leave most of them without work. So they open what is being asked once nothing
//! in the heap is worth more: its parts, halves or next alternative are tasks from then on. A yes makes them pointless,
//! which ends those that are under way; a no leads to them as it would have, only earlier.

use super::queue::TaskQueue;
use super::task::{Task, What};
use crate::oracle::Cancel;

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
        let follows = match &task.what {
            What::Site(sets, at) if at + 1 < sets.len() => 1.0,
            What::Bundle(_) => 0.5,
            What::Segment { lo, hi, .. } if hi - lo > 1 => 0.5,
            _ => 0.0,
        };
        let chance = self.chance(task.topic);
        if let Some(ahead) = &mut self.ahead {
            ahead.handed_out += 1;
            task.turn.number = ahead.handed_out;
            let worth = if task.turn.opened { 0.0 } else { task.gain * follows * chance * (1.0 - chance) };
            let leads = task.turn.leader.as_ref().unwrap_or(&ahead.stop).child();
            ahead.out.push(Out { task: task.clone(), worth, opened: task.turn.opened, leads });
        }
        task
    }

    /// What to open, if that is worth more than whatever waits.
    pub(super) fn opening(&mut self, waits: f32) -> Option<Task> {
        let out = &mut self.ahead.as_mut()?.out;
        let best = out.iter_mut().max_by(|a, b| a.worth.total_cmp(&b.worth))?;
        if best.worth <= waits.max(0.0) {
            return None;
        }
        (best.worth, best.opened) = (0.0, true);
        let turn = Turn::behind(Some(best.leads.clone()));
        let opened = Task { turn, ..best.task.clone() };
        Some(Task { what: What::Open(Box::new(opened)), ..best.task.clone() })
    }

    /// Ends the turn of a task. Returns whether what follows a no is in the heap already.
    pub(super) fn end_turn(&mut self, turn: &Turn, succeeded: bool) -> bool {
        let Some(ahead) = &mut self.ahead else { return false };
        let at = ahead.out.iter().position(|it| it.task.turn.number == turn.number);
        let Some(out) = at.map(|it| ahead.out.swap_remove(it)) else { return turn.opened };
        if succeeded {
            out.leads.raise();
        }
        out.opened
    }
}
