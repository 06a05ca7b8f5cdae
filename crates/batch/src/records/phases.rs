//! What a search is at, question by question, from the passes that ask.

use lop_engine::{Stage, passes};

use crate::records::record::{Phase, PhaseKind};

/// What the proof at the end is called among the passes.
const CERTIFY: &str = "certify";

/// What the search is at, as its questions tell.
#[derive(Debug, Default)]
pub(super) struct Phases {
    /// Questions so far.
    asked: u64,
    all: Vec<Phase>,
}

impl Phases {
    /// Goes on behind an earlier search.
    pub(super) fn after(asked: u64, all: Vec<Phase>) -> Phases {
        Phases { asked, all }
    }

    /// A question of this pass was answered.
    pub(super) fn asked(&mut self, pass: &str) {
        self.asked += 1;
        let stage = match passes::ALL.iter().find(|it| it.name == pass) {
            Some(it) => it.stage,
            None if pass == CERTIFY => Stage::Certify,
            // Asking again, and the like, belongs to whatever is going on.
            None => return,
        };
        let kind = PhaseKind::of(stage);
        if self.all.last().is_none_or(|it| it.kind != kind) {
            self.all.push(Phase { question: self.asked, kind });
        }
    }

    /// So many questions were answered at least, in earlier runs.
    pub(super) fn catch_up(&mut self, questions: u64) {
        self.asked = self.asked.max(questions);
    }

    /// All of them, in order.
    pub(super) fn all(self) -> Vec<Phase> {
        self.all
    }
}
