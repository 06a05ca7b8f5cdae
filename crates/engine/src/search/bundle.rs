//! Sites of one kind go together while they succeed: one question for many of them, twice as many after each success.
//!
//! A grammar spreads what a reader sees as one list over many units: the values of 256 enumerators are 256 optional
//! parts. Asked one by one they cost a question each. A bundle that is refused is halved, down to its tasks as they
//! were, so nothing is lost by trying.

use super::ahead::Turn;
use super::protocol::Queue;
use super::queue::TaskQueue;
use super::task::{Task, What};
use crate::thresholds::BUNDLE;

impl TaskQueue {
    /// Splits a bundle: in halves when it was refused, into its tasks when it came to nothing.
    pub(super) fn unbundle(&mut self, tasks: &[Task], turn: &Turn, refused: bool) {
        let (first, second) = tasks.split_at(tasks.len() / 2);
        if refused {
            for half in [first, second] {
                self.push(Task { turn: turn.clone(), ..bundle_of(half.to_vec()) });
            }
        } else {
            for task in tasks {
                self.push(Task { turn: turn.clone(), ..task.clone() });
            }
        }
    }

    /// Puts `task` together with those that would follow it, as many as recent success on its topic warrants.
    pub(super) fn bundle(&mut self, task: Task) -> Task {
        let width = self.widths.get(&task.topic).copied().unwrap_or(1);
        if width < 2 || !matches!(task.what, What::Site(..)) || task.turn.ends.is_some() {
            return task;
        }
        let mut tasks = vec![task];
        while tasks.len() < width {
            let Some(next) = self.pop_site(&tasks[0]) else { break };
            tasks.push(next);
        }
        bundle_of(tasks)
    }

    /// Widens or narrows the bundles of a topic by how its last question went.
    pub(super) fn note_width(&mut self, task: &Task, success: bool) {
        let tasks = match &task.what {
            What::Bundle(tasks) => tasks.len(),
            What::Site(..) => 1,
            _ => return,
        };
        // Where several succeed at the same time, each counts.
        let before = if self.ahead.is_some() { self.widths.get(&task.topic).copied() } else { None };
        let more = before.unwrap_or(0).max(tasks);
        let width = if success { (tasks + more).min(BUNDLE.get()) } else { tasks / 4 };
        self.widths.insert(task.topic, width);
    }
}

/// One task that stands for several, of which there is at least one.
fn bundle_of(mut tasks: Vec<Task>) -> Task {
    if tasks.len() == 1 {
        return tasks.remove(0);
    }
    let gain = tasks.iter().map(|it| it.gain).sum();
    let (topic, position) = (tasks[0].topic, tasks[0].position);
    Task { parsed: true, ..Task::new(What::Bundle(tasks), topic, gain, position) }
}
