//! The deterministic mode: tasks are asked in waves of a fixed width and settled in task order, so that the result does
//! not depend on the number of jobs or on who was faster.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::ask::{Candidate, Reply};
use super::round::Round;
use super::state::Success;
use super::task::{Task, What};
use crate::rank::Rank;
use crate::thresholds::WAVE;

impl Round<'_> {
    pub(super) fn run_in_waves(&self) {
        loop {
            let wave = self.gather();
            if wave.is_empty() || self.run.is_stopped() {
                return;
            }
            let replies = self.ask_all(&wave);
            self.settle(wave, replies);
            if self.is_draining() {
                return;
            }
        }
    }

    /// The next tasks worth a question, no text twice.
    fn gather(&self) -> Vec<(Task, Candidate)> {
        let mut wave: Vec<(Task, Candidate)> = Vec::new();
        let mut later = Vec::new();
        while wave.len() < WAVE.get() {
            let Some(task) = self.pop(&mut self.state.lock()) else { break };
            if matches!(task.what, What::Expand(..) | What::Propose(_)) {
                self.perform(task, 0);
                continue;
            }
            let Some(candidate) = self.candidate(&task) else {
                self.refine(&mut self.state.lock(), &task, false);
                continue;
            };
            if !self.is_near(&candidate.own) {
                self.refine(&mut self.state.lock(), &task, true);
                continue;
            }
            if self.leaves_out(&task, &candidate) {
                continue;
            }
            let Some(task) = self.defer_if_it_breaks(task, &candidate) else { continue };
            if wave.iter().any(|(_, it)| it.key.may_answer(candidate.key)) {
                later.push(task);
            } else {
                wave.push((task, candidate));
            }
        }
        let mut state = self.state.lock();
        for task in later {
            self.push(&mut state, task);
        }
        wave
    }

    fn ask_all(&self, wave: &[(Task, Candidate)]) -> Vec<Reply> {
        let next = AtomicUsize::new(0);
        let replies = Mutex::new(vec![Reply::Nothing; wave.len()]);
        let ask = |worker: usize| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((task, candidate)) = wave.get(at) else { return };
                let exact = self.asks_exactly();
                let reply = self.run.ask(candidate, task.topic.pass, worker, &self.run.stop, exact);
                replies.lock()[at] = reply;
            }
        };
        std::thread::scope(|scope| {
            for worker in 1..self.run.config.jobs.min(wave.len()).min(self.run.oracle.width()) {
                let ask = &ask;
                scope.spawn(move || ask(worker));
            }
            ask(0);
        });
        replies.into_inner()
    }

    fn settle(&self, wave: Vec<(Task, Candidate)>, replies: Vec<Reply>) {
        let mut successes = Vec::new();
        for ((task, candidate), reply) in wave.into_iter().zip(replies) {
            match reply {
                Reply::Interesting => successes.push((task, candidate)),
                Reply::Refused => {
                    self.run.familiar.note(candidate.fingerprint);
                    self.refused(&mut self.state.lock(), &task);
                }
                Reply::BeingAsked | Reply::Nothing => {}
            }
        }
        let mut successes = successes.into_iter();
        if let Some((task, candidate)) = successes.next() {
            self.succeed(self.state.lock(), task, candidate);
        }
        let rest: Vec<Success> = successes.map(|(task, it)| success(task, it)).collect();
        if !rest.is_empty() {
            self.state.lock().merging = true;
            self.merge_all(rest, 0);
        }
    }
}

fn success(task: Task, candidate: Candidate) -> Success {
    let rank = Rank::of(&candidate.files);
    Success { task, own: candidate.own, all: candidate.edits, rank }
}
