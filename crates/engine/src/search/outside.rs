//! Dealings with those outside of the engine who propose: when they are asked for more, and what they hear.

use super::candidate::{Candidate, Reply};
use super::protocol::Queue;
use super::round::Round;
use super::success_model::Topic;
use super::task::{Task, What};
use crate::pass::{Propose, Sites};

impl Round<'_> {
    /// Asks who is behind a pass for more when nothing else waits.
    pub(super) fn push_more(&self, topic: Topic) {
        self.protocol.with_queue(|it| it.push(Task::new(What::More, topic, 0.0, 0)));
    }

    /// Asks who is behind a pass for more, and once again later if there was some.
    pub(super) fn ask_for_more(&self, topic: Topic) {
        let mut sites = Sites::default();
        if let Propose::Outside(who) = self.run.config.passes[topic.pass].propose {
            who.propose_more(self.doc, &mut sites);
        }
        if !sites.sites.is_empty() {
            self.push_more(topic);
        }
        let sites = self.weighed(sites);
        self.protocol.with_queue(|it| self.push_sites(it, sites, topic));
    }

    /// Tells who is behind a pass what became of its edits.
    pub(super) fn tell_outside(&self, pass: usize, candidate: &Candidate, reply: Reply) {
        if let Propose::Outside(who) = self.run.config.passes[pass].propose
            && reply != Reply::Nothing
        {
            who.heard(&candidate.own, reply == Reply::Interesting);
        }
    }
}
