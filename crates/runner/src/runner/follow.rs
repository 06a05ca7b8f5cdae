//! Who listens to the searches of a run: its history, what is told of it, and the reducers that wait for verdicts.

use lop_engine::{Event as Heard, Observer};
use parking_lot::Mutex;

use super::{Position, Runner};
use crate::Files;
use crate::event::{Event, Mark};

/// Listens to a search: keeps its history, settles what is proven, and passes on what it hears.
pub(super) struct Follow<'f> {
    runner: &'f Runner<'f>,
    position: &'f Mutex<Position>,
}

impl<'f> Follow<'f> {
    pub(super) fn new(runner: &'f Runner<'f>, position: &'f Mutex<Position>) -> Follow<'f> {
        Follow { runner, position }
    }

    fn improved(&self, files: &Files, pass: &str) -> Mark {
        let mut mark = self.runner.sink.revisit(files).unwrap_or_else(|| self.runner.sink.mark(pass));
        mark.score = self.runner.judge.measured(files);
        let mut position = self.position.lock();
        position.history.push(files.clone());
        if self.runner.judge.is_proven(files) {
            position.history.prove();
            self.runner.settle(&position, &mark);
        }
        mark
    }
}

impl Observer for Follow<'_> {
    fn on_event(&self, event: &Heard<'_>) {
        let told = match event {
            Heard::RoundStarted { round, stage, tokens, bytes, errors } => {
                self.runner.tell_of_reducers();
                let (round, stage, tokens) = (*round, *stage, *tokens);
                Event::Round { round, stage, tokens, bytes: *bytes, errors: *errors }
            }
            Heard::StageStarted { stage } => Event::Stage { stage: *stage },
            Heard::Judged { pass, verdict, took, hash, bytes } => {
                self.runner.judge.tell_of(*hash);
                let reason = self.runner.judge.reason(*hash, *verdict);
                Event::Judged { pass, verdict: *verdict, reason, took: *took, hash: *hash, bytes: *bytes }
            }
            Heard::Known { pass } => Event::Known { pass },
            Heard::Improved { pass, files, tokens, bytes } => {
                let files = files.to_vec();
                let mark = self.improved(&files, pass);
                Event::Improved { pass, files, tokens: *tokens, bytes: *bytes, mark }
            }
            _ => return,
        };
        self.runner.events.send(told);
    }
}

impl Runner<'_> {
    /// Says what reducers have done wrong.
    pub(super) fn tell_of_reducers(&self) {
        for trouble in self.reducers.iter().flat_map(|it| it.reducer.troubles()) {
            self.events.send(Event::Warning(trouble));
        }
    }
}
