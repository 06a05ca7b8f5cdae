//! From a task to a verdict: which text a task means on top of the best, whether it is worth a question, and the asking.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Run;
use super::familiar::{Words, fingerprint};
use super::memory::{Key, Recall};
use super::task::{Task, What};
use crate::document::Document;
use crate::edit::EditSet;
use crate::event::Event;
use crate::oracle::{Cancel, Question, Verdict};
use crate::pass::Tier;
use crate::rank::Rank;

/// A document that was judged interesting, as edits of the round's snapshot.
#[derive(Debug)]
pub(super) struct Best {
    /// Counts the commits of the round.
    pub(super) version: u64,
    pub(super) edits: EditSet,
    pub(super) rank: Rank,
    words: Words,
}

impl Best {
    pub(super) fn new(version: u64, edits: EditSet, rank: Rank) -> Best {
        let words = Words::of(rank.files());
        Best { version, edits, rank, words }
    }
}

/// A text that is ready to be asked.
#[derive(Debug)]
pub(super) struct Candidate {
    /// All its edits.
    pub(super) edits: EditSet,
    /// Those that its task added.
    pub(super) own: EditSet,
    /// The version of the best it builds on.
    pub(super) base: u64,
    pub(super) files: Vec<Arc<[u8]>>,
    pub(super) key: Key,
    /// See [`super::familiar`].
    pub(super) fingerprint: Option<u64>,
}

impl Candidate {
    /// `own` on top of `best`; `None` when that changes nothing, cannot rank lower, or changes what is protected.
    pub(super) fn new(own: EditSet, best: &Best, doc: &Document, free_layout: &[bool]) -> Option<Candidate> {
        // Looking is cheaper than rendering.
        if own.edits().iter().any(|it| doc.file(it.file).protects_from(it)) {
            return None;
        }
        let edits = best.edits.merge(&own);
        if edits == best.edits {
            return None;
        }
        let files = render(&edits, &own, best.rank.files(), doc)?;
        if files == best.rank.files() {
            return None;
        }
        let grows = own.edits().iter().any(|it| !it.is_deletion());
        if grows && Rank::of(&files) >= best.rank {
            return None;
        }
        let key = Key::of(&files, free_layout);
        let fingerprint = fingerprint(best.rank.files(), &files, &best.words);
        Some(Candidate { edits, own, base: best.version, files, key, fingerprint })
    }

    /// How many ERROR and MISSING units its files have together.
    pub(super) fn errors(&self, doc: &Document) -> usize {
        let languages = doc.files().iter().map(|it| it.language.as_ref());
        self.files
            .iter()
            .zip(languages)
            .map(|(text, it)| it.map_or(0, |it| crate::unit::count_errors(text, it)))
            .sum()
    }
}

/// Renders the files that `own` touches; the others are those of the best. `None` when what is protected would change.
fn render(edits: &EditSet, own: &EditSet, best: &[Arc<[u8]>], doc: &Document) -> Option<Vec<Arc<[u8]>>> {
    let each = doc.file_ids().zip(best);
    each.map(|(id, same)| {
        if own.of_file(id).is_empty() {
            return Some(same.clone());
        }
        let file = doc.file(id);
        edits.render_around(id, &file.text, &file.protected).map(|it| Arc::from(it.0))
    })
    .collect()
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Interesting,
    Refused,
    /// Another worker is asking the same text.
    BeingAsked,
    /// Nothing was learnt: cancelled, out of budget, or the oracle failed.
    Nothing,
}

impl Run<'_> {
    /// Asks about a candidate unless the verdict is known. `exact`: see [`super::memory::Memory::recall`].
    pub(super) fn ask(
        &self,
        candidate: &Candidate,
        pass: usize,
        worker: usize,
        cancel: &Cancel,
        exact: bool,
    ) -> Reply {
        let name = self.pass_name(pass);
        match self.memory.recall(candidate.key, exact) {
            Recall::BeingAsked => return Reply::BeingAsked,
            Recall::Known(verdict) => {
                self.note_known(pass);
                self.observer.on_event(&Event::Known { pass: name });
                return reply(verdict);
            }
            Recall::New => {}
        }
        if !self.may_ask() {
            self.memory.forget(candidate.key);
            return Reply::Nothing;
        }
        let answer = self.oracle.ask(&Question { files: &candidate.files, worker, cancel });
        let (verdict, took) = match answer {
            Ok(answer) => (answer.verdict, answer.took),
            Err(error) => {
                self.fail(error);
                (Verdict::Cancelled, Duration::ZERO)
            }
        };
        if verdict == Verdict::Cancelled {
            self.memory.forget(candidate.key);
        } else {
            self.memory.learn(candidate.key, verdict);
        }
        self.note_asked(pass, took);
        let bytes = candidate.files.iter().map(|it| it.len()).sum();
        self.observer.on_event(&Event::Judged { pass: name, verdict, took, hash: candidate.key.text, bytes });
        reply(verdict)
    }
}

impl Run<'_> {
    /// Takes one re-parse from the allowance that the questions so far have earned.
    fn may_parse(&self) -> bool {
        let allowance = (self.questions.load(Ordering::Relaxed) + 16) * PARSES_PER_QUESTION;
        let taken = self.parses.fetch_add(1, Ordering::Relaxed);
        if taken >= allowance {
            self.parses.fetch_sub(1, Ordering::Relaxed);
        }
        taken < allowance
    }
}

fn reply(verdict: Verdict) -> Reply {
    match verdict {
        Verdict::Interesting => Reply::Interesting,
        Verdict::Boring | Verdict::TimedOut => Reply::Refused,
        Verdict::Cancelled => Reply::Nothing,
    }
}

/// Files up to this size are re-parsed to see whether an edit breaks the tree before it is asked.
const PARSE_LIMIT: usize = 16 * 1024;
/// How many re-parses each question pays for, so that looking never costs more than asking.
const PARSES_PER_QUESTION: u64 = 4;

/// True when it should be found out whether the task's edit breaks the tree.
pub(super) fn wants_parse(task: &Task, tier: Tier, candidate: &Candidate, run: &Run<'_>) -> bool {
    let small = candidate.files.iter().map(|it| it.len()).sum::<usize>() <= PARSE_LIMIT;
    let single = match task.what {
        What::Chunk { lo, hi, .. } => hi - lo == 1,
        What::Bundle(_) => false,
        _ => true,
    };
    !task.parsed && tier != Tier::Grammar && single && small && run.may_parse()
}
