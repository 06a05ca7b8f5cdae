//! A person's own text in the middle of a run: asked about like any candidate, and where the search goes on if the test
//! says yes, even if it is larger.

use std::sync::Arc;

use lop_engine::{Language, Rank, Verdict, syntax_errors};

use super::{Halt, Position, Runner};
use crate::Files;
use crate::event::Event;
use crate::judging::EDIT;
use crate::number::{count, counted};

impl Runner<'_> {
    /// Takes up a text that a person has handed in, or says why not. What is refused is followed by the best again,
    /// because it may stand where the result belongs.
    pub(super) fn steer(&self, position: &mut Position, edit: &Files) -> Result<(), Halt> {
        let before = Rank::of(position.history.last());
        if edit == position.history.last() {
            return Ok(());
        }
        if let Some(why) = self.refuses(edit)? {
            let saved = self.sink.judged(edit, false);
            let saved = saved.map(|it| format!(" (it is in {})", it.display())).unwrap_or_default();
            self.events.send(Event::Warning(format!(
                "the edit is not taken, because {why}{saved}; the search goes on from its best of {}",
                counted(before.tokens, "token")
            )));
            self.settle(position, &self.sink.mark(""));
            return Ok(());
        }
        self.sink.judged(edit, true);
        self.judge.steered();
        position.floor = None;
        position.history.push(edit.clone());
        position.history.prove();
        let (after, mark) = (Rank::of(edit), self.sink.mark(EDIT));
        self.events.send(Event::Improved {
            pass: EDIT,
            files: edit.clone(),
            tokens: after.tokens,
            bytes: after.bytes,
            mark: mark.clone(),
        });
        self.settle(position, &mark);
        self.events.send(Event::Note(format!(
            "the edit is taken: {} → {}; the search goes on from there",
            count(before.tokens),
            counted(after.tokens, "token")
        )));
        Ok(())
    }

    /// Why a text cannot be what the search goes on from; none if it can.
    fn refuses(&self, edit: &Files) -> Result<Option<&'static str>, Halt> {
        if self.config.protected.locate(edit).is_none() {
            return Ok(Some("it changes what --protect keeps"));
        }
        let errors = |it: &[u8], language: &Option<Arc<Language>>| {
            language.as_ref().map_or(0, |language| syntax_errors(it, language))
        };
        let most = self.config.most_errors.iter().flatten();
        let files = edit.iter().zip(&self.languages);
        if files.zip(most).any(|((text, language), most)| errors(text, language) > *most) {
            return Ok(Some("it has more syntax errors than --keep-parsing allows"));
        }
        match self.judge.about_edit(edit, self.time)? {
            Verdict::Interesting => Ok(None),
            Verdict::Boring if self.judge.level(edit).is_some() => {
                Ok(Some("the test says no to it, or its score is worse than that of the original"))
            }
            Verdict::Boring => Ok(Some("the test says no to it")),
            Verdict::TimedOut => Ok(Some("the test does not end in time on it")),
            Verdict::Cancelled if self.stop.is_raised() => Err(Halt::Stopped),
            Verdict::Cancelled => Ok(Some("no question may be asked any more")),
        }
    }
}
