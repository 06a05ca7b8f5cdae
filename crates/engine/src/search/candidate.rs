//! From a task to a verdict: which text a task means on top of the best, whether it is worth a question, and the asking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::dispatch::Sent;
use super::origins::Origins;
use super::protocol;
use super::protocol::Queue;
use super::refusals::{Fingerprint, Words, fingerprint};
use super::round::Round;
use super::run::Run;
use super::shape::Shape;
use super::success_model::Harm;
use super::task::{Task, What};
use super::trees::Trees;
use super::verdict_cache::Key;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::oracle::{Answer, Cancel, OracleError, Question, Verdict};
use crate::pass::Tier;
use crate::rank::Rank;
use crate::thresholds::{PARSE_BYTES, PARSES_PER_QUESTION, REWRITTEN};
use crate::tokens::is_blank;
use crate::tree::Tree;

/// A document that was judged interesting, or is likely to be, as edits of the round's snapshot.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) edits: EditSet,
    pub(super) rank: Rank,
    words: Words,
    /// Made when it is asked for.
    shape: OnceLock<Shape>,
    /// The same.
    pub(super) origins: OnceLock<Origins>,
    /// True once it will not be the best: some build on it before its verdict is known.
    abandoned: AtomicBool,
}

impl Best {
    pub(super) fn new(edits: EditSet, rank: Rank) -> Best {
        let words = Words::of(rank.files());
        let (shape, origins) = (OnceLock::new(), OnceLock::new());
        Best { edits, rank, words, shape, origins, abandoned: AtomicBool::new(false) }
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    pub(super) fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| Shape::of(self.rank.files()))
    }

    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::SeqCst)
    }
}

impl protocol::Document for Best {
    fn goes_beyond(&self, other: &Best) -> bool {
        self.edits.holds(&other.edits)
    }

    fn is_below(&self, other: &Best) -> bool {
        self.rank < other.rank
    }
}

/// A text that is ready to be asked.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// All its edits.
    pub(super) edits: EditSet,
    /// Those that its task added.
    pub(super) own: EditSet,
    /// What it builds on.
    pub(super) head: Arc<Best>,
    /// What was judged interesting and ranks above it: what it builds on, or what that builds on.
    pub(super) best: Arc<Best>,
    pub(super) files: Vec<Arc<[u8]>>,
    pub(super) key: Key,
    /// See [`super::refusals`].
    pub(super) fingerprint: Fingerprint,
    /// See [`super::shape`]; `None` where what was refused is asked again.
    pub(super) step: Option<u64>,
}

/// A text before it is compared with all that was asked, which takes longer than to make it.
#[derive(Debug)]
pub(super) struct Draft {
    edits: EditSet,
    /// Those that its task added.
    pub(super) own: EditSet,
    best: Arc<Best>,
    files: Vec<Arc<[u8]>>,
    /// See [`super::refusals`].
    pub(super) fingerprint: Fingerprint,
}

impl Draft {
    /// `own` on top of `best`; `None` when that changes nothing but blanks where it was to change more, cannot rank lower, or
    /// changes what is protected.
    pub(super) fn new(own: EditSet, best: &Arc<Best>, doc: &Document) -> Option<Draft> {
        // Looking is cheaper than rendering.
        if own.edits().iter().any(|it| doc.file(it.file).protects_from(it)) {
            return None;
        }
        let edits = best.edits.merge(&own);
        if edits == best.edits || is_spent(&own, &best.edits, doc) {
            return None;
        }
        let files = render(&edits, &own, best.rank.files(), doc)?;
        // The others are the same text in the same place.
        let differs = |it: FileId| files[usize::from(it.0)] != best.rank.files()[usize::from(it.0)];
        if !own.files().any(differs) {
            return None;
        }
        let grows = own.edits().iter().any(|it| !it.is_deletion());
        if grows && Rank::of(&files).by_size(&best.rank).is_ge() {
            return None;
        }
        let around = fingerprint(best.rank.files(), &files, &best.words);
        let fingerprint = Fingerprint { around, taken: None };
        Some(Draft { edits, own, best: best.clone(), files, fingerprint })
    }

    /// The candidate that it is, for documents whose files are free in their layout or not.
    pub(super) fn ready(self, free_layout: &[bool]) -> Candidate {
        let Draft { edits, own, best: head, files, fingerprint } = self;
        let key = Key::of(&files, free_layout);
        Candidate { edits, own, best: head.clone(), head, files, key, fingerprint, step: None }
    }
}

impl Candidate {
    /// The files that its own edits are in.
    fn touched(&self) -> impl Iterator<Item = FileId> + '_ {
        self.own.files()
    }

    /// True when the files that it touches have more ERROR and MISSING units together than in the snapshot.
    pub(super) fn adds_errors(&self, doc: &Document, trees: &Trees) -> bool {
        let most = self.touched().map(|it| doc.file(it).errors()).sum();
        trees.remembered((self.key.text, most), || self.has_more_errors(most, doc, trees))
    }

    fn has_more_errors(&self, most: usize, doc: &Document, trees: &Trees) -> bool {
        let mut enough = most + 1;
        for it in self.touched() {
            let Some(language) = &doc.file(it).language else { continue };
            let at = usize::from(it.0);
            let base = &self.head.rank.files()[at];
            enough -= trees.errors(at, (base, &self.files[at]), language, enough);
            if enough == 0 {
                return true;
            }
        }
        false
    }
}

/// True for cuts of which all that is visible has gone. What is left are blanks, which may mean something where they are, and which
/// passes of their own take at the end.
fn is_spent(own: &EditSet, best: &EditSet, doc: &Document) -> bool {
    let is_blank = |file: FileId, start: u32, end: u32| {
        let bytes = doc.file(file).text.get(start as usize..end as usize).unwrap_or_default();
        bytes.iter().all(|&it| is_blank(it))
    };
    let is_left_blank = |cut: &Edit| {
        let gone = best.of_file(cut.file);
        let first = gone.partition_point(|it| it.span.start < cut.span.start).saturating_sub(1);
        let mut from = cut.span.start;
        let within = gone[first..].iter().take_while(|it| it.span.start < cut.span.end);
        for it in within.filter(|it| it.span.end > cut.span.start) {
            // Of what has been replaced only all of it can go.
            let goes_too = !it.is_deletion() && cut.span.contains(it.span);
            if goes_too || !is_blank(cut.file, from, it.span.start) {
                return false;
            }
            from = from.max(it.span.end);
        }
        is_blank(cut.file, from, cut.span.end)
    };
    let is_cut = |it: &Edit| it.is_deletion() && is_left_blank(it);
    own.edits().iter().all(is_cut)
        && own.edits().iter().any(|it| !is_blank(it.file, it.span.start, it.span.end))
}

/// Renders the files that `own` touches; the others are those of the best. `None` when what is protected would change, or
/// when two files of a project would be in one place.
fn render(edits: &EditSet, own: &EditSet, best: &[Arc<[u8]>], doc: &Document) -> Option<Vec<Arc<[u8]>>> {
    let mut files = best.to_vec();
    for id in own.files() {
        let text = doc.render(id, edits)?.0;
        let moved = doc.is_tree(id) && own.of_file(id).iter().any(|it| !it.is_deletion());
        if moved && Tree::parse(&text).is_err() {
            return None;
        }
        files[usize::from(id.0)] = text.into();
    }
    Some(files)
}

/// True for what makes new texts of many files of a project that is too large to be read as a whole.
pub(super) fn rewrites_much(own: &EditSet, doc: &Document) -> bool {
    if doc.is_read_whole() {
        return false;
    }
    let stays = |it: &FileId| !own.deletes(*it, doc.file(*it).span());
    let rewritten = || own.files().filter(|it| !doc.is_tree(*it)).filter(stays);
    let bytes: usize = rewritten().map(|it| doc.file(it).text.len()).sum();
    bytes > doc.bytes() / REWRITTEN.get() && rewritten().nth(1).is_some()
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Interesting,
    Refused,
    /// No verdict: cancelled, out of budget, or the oracle failed.
    Nothing,
}

/// What came of asking about a candidate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told {
    pub(super) reply: Reply,
    /// True when the oracle was asked and has answered.
    pub(super) asked: bool,
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
    ) -> Told {
        self.unasked(candidate, pass, exact)
            .unwrap_or_else(|| self.answered(candidate, pass, self.put(candidate, worker, cancel)))
    }

    /// Puts the question about a candidate to the oracle.
    pub(super) fn put(
        &self,
        candidate: &Candidate,
        worker: usize,
        cancel: &Cancel,
    ) -> Result<Answer, OracleError> {
        let base = candidate.best.rank.files();
        self.oracle.ask(&Question { files: &candidate.files, base, worker, cancel })
    }

    /// What becomes of a candidate that need not, or may not, be asked about; else it counts as asked from now on.
    pub(super) fn unasked(&self, candidate: &Candidate, pass: usize, exact: bool) -> Option<Told> {
        let unasked = |reply| Some(Told { reply, asked: false });
        if let Some(verdict) = self.verdicts.lookup(candidate.key, exact) {
            self.note_known(pass);
            return unasked(reply(verdict));
        }
        if self.refused_steps.hold_any(candidate.step) {
            self.note_known(pass);
            return unasked(Reply::Refused);
        }
        if self.parsing.as_ref().is_some_and(|it| it.is_broken_by(candidate, &self.trees)) {
            return unasked(self.refuse_unasked(candidate));
        }
        if !self.may_ask() {
            return unasked(Reply::Nothing);
        }
        None
    }

    /// Takes note of what the oracle has said about a candidate.
    pub(super) fn answered(
        &self,
        candidate: &Candidate,
        pass: usize,
        answer: Result<Answer, OracleError>,
    ) -> Told {
        let Answer { verdict, took } = answer.unwrap_or_else(|error| {
            self.fail(error);
            Verdict::Cancelled.into()
        });
        if verdict != Verdict::Cancelled {
            self.verdicts.remember(candidate.key, verdict);
        }
        self.note_asked(pass, verdict, took);
        let bytes = candidate.files.iter().map(|it| it.len()).sum();
        let (pass, hash) = (self.pass_name(pass), candidate.key.text);
        self.events.send(Sent::Judged { pass, verdict, took, hash, bytes });
        Told { reply: reply(verdict), asked: verdict != Verdict::Cancelled }
    }

    /// A candidate that breaks the tree is refused as if it had been asked about. To a search on the side it counts the
    /// first time as it does later, when it is known.
    fn refuse_unasked(&self, candidate: &Candidate) -> Reply {
        self.verdicts.remember(candidate.key, Verdict::Boring);
        self.side_budget.note(true);
        Reply::Refused
    }
}

impl Round<'_> {
    /// Leaves a task to later that is seen to do harm.
    pub(super) fn defer_if_it_harms(&self, task: Task, candidate: &Candidate) -> Option<Task> {
        let task = self.unless_it_undefines(task, candidate)?;
        self.defer_if_it_breaks(task, candidate)
    }

    /// Puts a task back with a lower expectation when a re-parse says that it adds errors.
    fn defer_if_it_breaks(&self, mut task: Task, candidate: &Candidate) -> Option<Task> {
        let tier: Tier = self.run.config.passes[task.topic.pass].tier;
        // What an excursion tries does not depend on how many questions have paid for re-parses. What must not break is
        // looked at when it is asked about.
        if self.focus.is_some()
            || self.run.parsing.is_some()
            || !wants_parse(&task, tier, candidate, &self.run)
        {
            return Some(task);
        }
        task.parsed = true;
        if !candidate.adds_errors(self.doc, &self.run.trees) {
            return Some(task);
        }
        task.topic.harm = Harm::Tree;
        let task = self.unless_put_off(task)?;
        self.protocol.with_queue(|it| it.push(task));
        None
    }
}

fn reply(verdict: Verdict) -> Reply {
    match verdict {
        Verdict::Interesting => Reply::Interesting,
        Verdict::Boring | Verdict::TimedOut => Reply::Refused,
        Verdict::Cancelled => Reply::Nothing,
    }
}

/// True for what has no parts that are tried when it fails.
fn is_single(task: &Task) -> bool {
    match task.what {
        What::Segment { lo, hi, .. } => hi - lo == 1,
        What::Bundle(_) => false,
        _ => true,
    }
}

/// True when it should be found out whether the task's edit breaks the tree.
fn wants_parse(task: &Task, tier: Tier, candidate: &Candidate, run: &Run<'_>) -> bool {
    let touched = candidate.touched().map(|it| candidate.files[usize::from(it.0)].len());
    let small = touched.sum::<usize>() <= PARSE_BYTES.get();
    !run.config.instant
        && !task.parsed
        && tier != Tier::Grammar
        && is_single(task)
        && small
        && run.may_parse(PARSES_PER_QUESTION.as_u64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, Span};
    use crate::thresholds::PROJECT_BYTES;

    #[test]
    fn of_a_large_project_little_is_written_anew_for_one_question() {
        let large: Arc<[u8]> = vec![b' '; PROJECT_BYTES.get() / 2 + 1].into();
        let document = |text: &Arc<[u8]>| {
            let files = [b"a\nb\nc\n"[..].into(), text.clone(), text.clone(), text.clone()];
            Document::parse(files.map(|it| (it, None))).project()
        };
        let cut =
            |file: u16, end: usize| Edit::delete(FileId(file), Span::new(0, crate::lexeme::offset(end)));
        let of_two: EditSet = [cut(1, 1), cut(2, 1)].into_iter().collect();
        assert!(rewrites_much(&of_two, &document(&large)));
        assert!(!rewrites_much(&of_two, &document(&Arc::from([b' '; 100]))));
        let alone: EditSet = [cut(1, large.len()), cut(2, large.len()), cut(3, 1)].into_iter().collect();
        assert!(!rewrites_much(&alone, &document(&large)), "two of them go, and one is changed");
    }

    #[test]
    fn cuts_of_which_only_blanks_are_left_are_spent_and_those_that_were_of_blanks_are_not() {
        let doc = Document::parse([(Arc::from(&b"a b\n  c d"[..]), None)]);
        let cut = |start, end| EditSet::delete(FileId(0), Span::new(start, end));
        let (b, c) = (cut(2, 3), cut(6, 7));
        assert!(is_spent(&cut(2, 6), &b, &doc), "a line break would go that nobody asked about");
        assert!(is_spent(&cut(0, 8), &cut(0, 1).merge(&b).merge(&c), &doc));
        assert!(!is_spent(&cut(2, 7), &b, &doc), "c is still there");
        assert!(!is_spent(&cut(3, 6), &b, &doc), "it was to take blanks");
        let put = EditSet::replace(FileId(0), Span::new(2, 3), &b"e"[..]);
        assert!(!is_spent(&cut(2, 6), &put, &doc), "what was put there would go");
        assert!(is_spent(&cut(4, 7), &put.merge(&c), &doc), "what was put before it stays");
        let of_both = EditSet::replace(FileId(0), Span::new(0, 3), &b"e"[..]);
        assert!(is_spent(&cut(2, 6), &of_both, &doc), "what was put in the place of more stays");
    }
}
