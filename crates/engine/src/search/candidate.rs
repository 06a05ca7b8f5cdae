//! From a task to a verdict: which text a task means on top of the best, whether it is worth a question, and the asking.

use std::sync::Arc;

use super::dispatch::Sent;
use super::refusals::{Words, fingerprint};
use super::run::Run;
use super::task::{Task, What};
use super::verdict_cache::Key;
use crate::document::Document;
use crate::edit::EditSet;
use crate::oracle::{Answer, Cancel, Question, Verdict};
use crate::pass::Tier;
use crate::rank::Rank;
use crate::thresholds::{PARSE_BYTES, PARSES_PER_QUESTION};

/// A document that was judged interesting, as edits of the round's snapshot.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) edits: EditSet,
    pub(super) rank: Rank,
    words: Words,
}

impl Best {
    pub(super) fn new(edits: EditSet, rank: Rank) -> Best {
        let words = Words::of(rank.files());
        Best { edits, rank, words }
    }
}

/// A text that is ready to be asked.
#[derive(Debug)]
pub(super) struct Candidate {
    /// All its edits.
    pub(super) edits: EditSet,
    /// Those that its task added.
    pub(super) own: EditSet,
    /// The best it builds on.
    pub(super) base: Arc<Best>,
    pub(super) files: Vec<Arc<[u8]>>,
    pub(super) key: Key,
    /// See [`super::refusals`].
    pub(super) fingerprint: Option<u64>,
}

impl Candidate {
    /// `own` on top of `best`; `None` when that changes nothing, cannot rank lower, or changes what is protected.
    pub(super) fn new(
        own: EditSet,
        best: &Arc<Best>,
        doc: &Document,
        free_layout: &[bool],
    ) -> Option<Candidate> {
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
        Some(Candidate { edits, own, base: best.clone(), files, key, fingerprint })
    }

    /// How many ERROR and MISSING units its files have together.
    pub(super) fn errors(&self, doc: &Document) -> usize {
        let languages = doc.files().iter().map(|it| it.language.as_ref());
        self.files
            .iter()
            .zip(languages)
            .map(|(text, it)| it.map_or(0, |it| crate::unit::syntax_errors(text, it)))
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
    /// No verdict: cancelled, out of budget, or the oracle failed.
    Nothing,
}

impl Run<'_> {
    /// Asks about a candidate unless the verdict is known. `exact`: see [`super::verdict_cache::VerdictCache::lookup`].
    /// Where there are several workers, the caller has made sure that nobody else asks about the same text.
    pub(super) fn ask(
        &self,
        candidate: &Candidate,
        pass: usize,
        worker: usize,
        cancel: &Cancel,
        exact: bool,
    ) -> Reply {
        if let Some(verdict) = self.verdicts.lookup(candidate.key, exact) {
            self.note_known(pass);
            return reply(verdict);
        }
        if self.parsing.as_ref().is_some_and(|it| it.is_broken_by(candidate)) {
            return self.refuse_unasked(candidate);
        }
        if !self.may_ask() {
            return Reply::Nothing;
        }
        let base = candidate.base.rank.files();
        let answer = self.oracle.ask(&Question { files: &candidate.files, base, worker, cancel });
        let Answer { verdict, took } = answer.unwrap_or_else(|error| {
            self.fail(error);
            Verdict::Cancelled.into()
        });
        if verdict != Verdict::Cancelled {
            self.verdicts.remember(candidate.key, verdict);
        }
        self.note_asked(pass, took);
        let bytes = candidate.files.iter().map(|it| it.len()).sum();
        let (pass, hash) = (self.pass_name(pass), candidate.key.text);
        self.events.send(Sent::Judged { pass, verdict, took, hash, bytes });
        reply(verdict)
    }

    /// A candidate that breaks the tree is refused as if it had been asked about. To a search on the side it counts the
    /// first time as it does later, when it is known.
    fn refuse_unasked(&self, candidate: &Candidate) -> Reply {
        self.verdicts.remember(candidate.key, Verdict::Boring);
        self.side_budget.note(true);
        Reply::Refused
    }
}

fn reply(verdict: Verdict) -> Reply {
    match verdict {
        Verdict::Interesting => Reply::Interesting,
        Verdict::Boring | Verdict::TimedOut => Reply::Refused,
        Verdict::Cancelled => Reply::Nothing,
    }
}

/// True when it should be found out whether the task's edit breaks the tree.
pub(super) fn wants_parse(task: &Task, tier: Tier, candidate: &Candidate, run: &Run<'_>) -> bool {
    let small = candidate.files.iter().map(|it| it.len()).sum::<usize>() <= PARSE_BYTES.get();
    let single = match task.what {
        What::Segment { lo, hi, .. } => hi - lo == 1,
        What::Bundle(_) | What::Step { .. } => false,
        _ => true,
    };
    !task.parsed && tier != Tier::Grammar && single && small && run.may_parse(PARSES_PER_QUESTION.as_u64())
}
