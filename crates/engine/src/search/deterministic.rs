//! The deterministic mode with an oracle that counts its questions: tasks are asked in waves of a fixed width and settled in
//! task order, so that neither the result nor what is asked depends on the number of jobs or on who was faster.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use parking_lot::Mutex;

use super::candidate::{Candidate, Reply};
use super::dispatch::{StopOnPanic, join};
use super::merge::Success;
use super::protocol::Queue;
use super::round::Round;
use super::task::{Task, What};
use crate::thresholds::WAVE;

impl Round<'_> {
    pub(super) fn run_deterministically(&self) {
        let is_over = || self.run.is_stopped() || self.run.settles_in(self.stage);
        while !is_over() && !self.protocol.is_draining() {
            let wave = self.gather();
            if wave.is_empty() {
                return;
            }
            let replies = self.ask_all(&wave);
            // Which of the wave were asked before a stop is a matter of time, so none of them counts unless all were.
            if self.run.stop.is_raised() && replies.contains(&Reply::Nothing) {
                return;
            }
            self.settle(wave, replies);
            self.end_if_in_vain();
        }
    }

    /// The next tasks worth a question, no text twice, and no more than may be asked.
    fn gather(&self) -> Vec<(Task, Candidate)> {
        let width = usize::try_from(self.run.questions_left())
            .unwrap_or(usize::MAX)
            .clamp(1, WAVE.get().min(self.copies()));
        let base = self.protocol.base();
        let mut wave: Vec<(Task, Candidate)> = Vec::new();
        let mut later = Vec::new();
        while wave.len() < width {
            let Some((task, _)) = self.protocol.pop(1) else { break };
            if matches!(task.what, What::Look(_) | What::Expand(..) | What::Propose(_) | What::More) {
                self.perform(task, &base, 0);
                continue;
            }
            if self.run.skips(task.topic.pass) {
                continue;
            }
            let Some((task, candidate)) = self.worth_asking(task, &base) else { continue };
            if wave.iter().any(|(_, it)| it.key.may_answer(candidate.key)) {
                later.push(task);
            } else {
                wave.push((task, candidate));
            }
        }
        self.protocol.with_queue(|queue| later.into_iter().for_each(|it| queue.push(it)));
        wave
    }

    fn ask_all(&self, wave: &[(Task, Candidate)]) -> Vec<Reply> {
        let next = AtomicUsize::new(0);
        let replies = Mutex::new(vec![Reply::Nothing; wave.len()]);
        let ask = |worker: usize| {
            let _stop = StopOnPanic(&self.run.stop);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((task, candidate)) = wave.get(at) else { return };
                let exact = self.asks_exactly(task.topic.pass);
                let told = self.run.ask(candidate, task.topic.pass, worker, &self.run.stop, exact);
                replies.lock()[at] = told.reply;
            }
        };
        std::thread::scope(|scope| {
            let ask = &ask;
            let workers = 1..self.run.config.jobs.min(wave.len()).min(self.run.oracle.width());
            // Who cannot be started is done without: what is asked does not depend on how many ask.
            let helper = |it| Builder::new().spawn_scoped(scope, move || ask(it)).ok();
            let helpers = workers.map_while(helper).collect();
            ask(0);
            join(helpers);
        });
        replies.into_inner()
    }

    fn settle(&self, wave: Vec<(Task, Candidate)>, replies: Vec<Reply>) {
        let mut successes = Vec::new();
        for ((task, candidate), reply) in wave.into_iter().zip(replies) {
            self.tell_outside(task.topic.pass, &candidate, reply);
            self.note_asked_again(&candidate, reply);
            match reply {
                Reply::Interesting => successes.push((task, candidate)),
                Reply::Refused => {
                    self.run.refusals.note(candidate.fingerprint);
                    self.run.refused_steps.note(candidate.step);
                    self.protocol.with_queue(|it| self.refused(it, &task));
                }
                Reply::Nothing => {}
            }
        }
        let mut successes = successes.into_iter();
        if let Some((task, candidate)) = successes.next() {
            self.succeed(task, candidate);
        }
        let others = successes.inspect(|it| self.note_success(&it.0));
        self.protocol.put_back(others.map(|(task, it)| Success::new(task, it, &self.run)).collect());
        while !self.run.is_stopped()
            && let Some((group, best)) = self.protocol.next_group()
        {
            self.merge(group, &best, None, 0);
        }
    }
}
