//! The journal of a reduction: where it is, what of it goes on, and that a disk which fills up costs no result.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lop_engine::{Rank, Verdict, text_hash};
use lop_oracle::journal::{self, FILE_NAME, Identity, Journal, JournalError, Replay};
use parking_lot::Mutex;

use crate::Files;
use crate::dispatch::Events;
use crate::event::{Best, Event, Mark, Reason, Resumed, Shown};
use crate::failure::{Failure, Trouble};
use crate::judging::objective::{Score, Scores};
use crate::judging::verdicts::{self, Known};
use crate::number::counted;
use crate::rate::Tally;

/// The hash under which it is noted that the test was seen to change its mind. No text has it but by chance.
const DOUBT: u128 = 0x6c6f_703a_2074_6573_7420_6973_2066_6c61;

/// The upper half of the hash under which the rate of the original is noted; the lower half is its two numbers.
const RATE: u64 = 0x6c6f_703a_2072_6174;

/// Where the journal of a reduction is kept, and what becomes of it.
#[derive(Debug, Clone)]
pub enum Keep {
    /// Where lop keeps its state for the user, until the run is complete; old ones are removed.
    Ours,
    /// In a directory that the user named, who keeps it as well.
    Named(PathBuf),
    /// In this file of a batch, until the reduction is complete.
    Batch(PathBuf),
}

/// The journal, as long as it can be written.
#[derive(Debug)]
pub(crate) struct Log {
    journal: Mutex<Option<Journal>>,
    /// True when the user named the directory, who then also keeps the journal.
    named: bool,
    /// True when it has a directory of its own, which goes with it.
    alone: bool,
    wide: AtomicBool,
    /// The bests of earlier runs that a search which goes the same way again has not come to yet.
    ahead: Mutex<VecDeque<(u128, Mark)>>,
    /// How far the journal got that was put aside for this one, until this one has got further.
    aside: Mutex<Option<Rank>>,
    events: Events,
}

/// What earlier runs left.
#[derive(Debug, Default)]
pub struct Past(Replay);

impl Past {
    /// The latest best, if there was one.
    pub fn best(&self) -> Option<&Files> {
        self.0.best.as_ref()
    }

    /// All bests that followed each other from `input`, the first first.
    pub fn bests(&self, input: &Files) -> Vec<Files> {
        let mut bests: Vec<Files> = Vec::new();
        for best in &self.0.bests {
            let Some(files) = best.texts(bests.last().unwrap_or(input)) else { break };
            bests.push(files);
        }
        bests
    }

    /// What the test said about a text, if it was asked.
    pub fn verdict(&self, hash: u128) -> Option<Verdict> {
        self.0.known.get(&hash).map(|it| it.verdict)
    }

    /// How many questions were answered.
    pub fn questions(&self) -> usize {
        self.known().len()
    }

    /// True when an earlier run saw the test change its mind.
    pub(crate) fn has_doubts(&self) -> bool {
        self.0.known.contains_key(&DOUBT)
    }

    /// What an earlier run was told of the original again and again.
    pub(crate) fn rate(&self) -> Option<Tally> {
        // The latest has most runs: it is half of the hash.
        let hash = self.0.known.keys().filter(|it| is_rate(**it)).max()?;
        let bytes = hash.to_le_bytes();
        let four = |at: usize| bytes[at..at + 4].try_into().map(u32::from_le_bytes);
        Some(Tally { yes: four(0).ok()?, asked: four(4).ok()? })
    }

    /// True when several workers asked at once, so that the search would not go the same way again.
    pub(crate) fn is_wide(&self) -> bool {
        self.0.wide
    }

    /// Why the journal that was there is not gone on with, as a clause.
    pub(crate) fn begun_anew(&self) -> Option<&'static str> {
        self.0.begun_anew
    }

    /// Everything that was answered.
    pub(crate) fn known(&self) -> Known {
        let answers = self.0.known.iter().filter(|it| *it.0 != DOUBT && !is_rate(*it.0));
        answers.map(|(hash, it)| (*hash, reason(it.verdict, it.reason))).collect()
    }

    /// Everything that was measured.
    pub(crate) fn scores(&self) -> Scores {
        let score = |it: &[f64; 2]| Score { measured: it[0], level: it[1] };
        self.0.scores.iter().map(|(hash, it)| (*hash, score(it))).collect()
    }

    /// When the latest best was found; nothing and no time when there was none.
    pub(crate) fn mark(&self) -> Mark {
        self.0.bests.last().map(|it| decode(&it.note)).unwrap_or_default()
    }

    /// What is told of it. The texts of the bests only where the search goes on from the last of them.
    pub(crate) fn resumed(&self, input: &Files, goes_on: bool) -> Resumed {
        let known = self.known();
        let refused = |hash: &u128| {
            let then = known.get(&verdicts::then_hash(*hash));
            then.is_some_and(|it| it.verdict() != Verdict::Interesting)
        };
        let reason = |hash: &u128, it: Reason| if refused(hash) { Reason::Refused } else { it };
        let reasons = known.iter().map(|(hash, it)| (*hash, reason(hash, *it))).collect();
        let mut bests: Vec<Best> = Vec::new();
        for best in self.0.bests.iter().filter(|_| goes_on) {
            let before = bests.last().map_or(input, |it| &it.files);
            let Some(files) = best.texts(before) else { break };
            let score = self.0.scores.get(&best.hash).map(|it| it[0]);
            bests.push(Best { files, mark: Mark { score, ..decode(&best.note) } });
        }
        Resumed { reasons, shown: self.shown(), bests }
    }

    /// What refused runs showed, each saying once.
    fn shown(&self) -> Vec<(u128, Arc<Shown>)> {
        let mut sayings: HashMap<&[u8], Option<Arc<Shown>>> = HashMap::new();
        let mut saying = |text| {
            let shown = sayings.entry(text);
            shown.or_insert_with(|| serde_json::from_slice(text).ok().map(Arc::new)).clone()
        };
        self.0.shown.iter().filter_map(|(hash, text)| Some((*hash, saying(&text[..])?))).collect()
    }

    fn marks(&self) -> VecDeque<(u128, Mark)> {
        self.0.bests.iter().map(|it| (it.hash, decode(&it.note))).collect()
    }
}

impl Log {
    /// Opens the journal, to go on with it (`resume`) or to begin anew.
    ///
    /// A journal that nobody asked for is no reason to fail: without it there is nothing to go on with later.
    pub(crate) fn open(
        keep: &Keep,
        resume: bool,
        identity: &Identity,
        original: &Files,
        events: Events,
    ) -> Result<(Log, Past), Failure> {
        let path = keep.path(identity);
        let mut aside = None;
        let opened = path.as_deref().map(|it| {
            if resume {
                journal::bring_back(it, identity, original);
                return Journal::open(it, identity, original).map(|it| (it.0, Past(it.1)));
            }
            let (journal, before) = Journal::create_beside(it, identity, original)?;
            aside = before;
            Ok((journal, Past::default()))
        });
        let begins = matches!((keep, &opened), (Keep::Batch(_), Some(Err(JournalError::Foreign { .. }))));
        let opened = match &path {
            // Of another test or input: what was answered then says nothing now.
            Some(path) if begins => {
                Some(Journal::create(path, identity, original).map(|it| (it, Past::default())))
            }
            _ => opened,
        };
        let (journal, past) = match opened {
            Some(Ok((journal, past))) => (Some(journal), past),
            Some(Err(error)) if resume || !matches!(keep, Keep::Ours) => return Err(unusable(&error)),
            Some(Err(_)) | None => (None, Past::default()),
        };
        // After opening: the one to go on with is in use now.
        if let (Keep::Ours, Some(all)) = (keep, path.as_deref().and_then(Path::parent).and_then(Path::parent))
        {
            journal::prune(all);
        }
        let log = Log {
            journal: Mutex::new(journal),
            named: matches!(keep, Keep::Named(_)),
            alone: matches!(keep, Keep::Ours),
            wide: AtomicBool::new(past.is_wide()),
            ahead: Mutex::new(past.marks()),
            aside: Mutex::new(aside),
            events,
        };
        Ok((log, past))
    }

    /// The file.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.journal.lock().as_ref().map(|it| it.path().to_owned())
    }

    /// Notes what the answer about a text was about.
    pub(crate) fn verdict(&self, hash: u128, reason: Reason) {
        self.note(|it| it.append_verdict(hash, reason.verdict(), reason as u8));
    }

    /// Notes what a run showed that was refused.
    pub(crate) fn shown(&self, hash: u128, shown: &Shown) {
        let text = serde_json::to_vec(shown).expect("it is made of texts");
        self.note(|it| it.append_shown(hash, text.into()));
    }

    /// Notes what was measured.
    pub(crate) fn score(&self, hash: u128, score: Score) {
        self.note(|it| it.append_score(hash, [score.measured, score.level]));
    }

    /// Notes that the test was seen to change its mind.
    pub(crate) fn doubt(&self) {
        self.verdict(DOUBT, Reason::Refused);
    }

    /// Notes how often the test said yes to the original.
    pub(crate) fn rate(&self, tally: Tally) {
        let hash = u128::from(RATE) << 64 | u128::from(tally.asked) << 32 | u128::from(tally.yes);
        self.verdict(hash, Reason::Interesting);
    }

    /// When an earlier run found these files first, if the search goes the same way again and has come to them now.
    pub(crate) fn revisit(&self, files: &Files) -> Option<Mark> {
        let mut ahead = self.ahead.lock();
        let next = ahead.front()?;
        if next.0 == text_hash(files) {
            return ahead.pop_front().map(|it| it.1);
        }
        ahead.clear();
        None
    }

    /// Notes a best, which counts with this score where there is an objective.
    pub(crate) fn best(&self, files: &Files, mark: &Mark, score: Option<f64>) {
        self.note(|it| it.append_best(text_hash(files), files, &encode(mark)));
        let mut aside = self.aside.lock();
        let rank = Rank::of(files).scored(score);
        if aside.as_ref().is_some_and(|it| it.is_scored() == rank.is_scored() && rank <= *it)
            && let Some(path) = self.path()
        {
            *aside = None;
            let _ = std::fs::remove_file(journal::aside(&path));
        }
    }

    /// Forgets what was answered since the latest best.
    pub(crate) fn forget_since_best(&self) {
        self.note(Journal::forget_since_best);
    }

    /// The search goes on from the latest best: it will not come to the earlier ones again.
    pub(crate) fn goes_on(&self) {
        self.ahead.lock().clear();
    }

    /// Notes that several workers ask at once from here on.
    pub(crate) fn wide(&self) {
        if !self.wide.swap(true, Ordering::SeqCst) {
            self.note(Journal::append_wide);
        }
    }

    /// See [`OpenJournal::close`].
    fn close(&self, complete: bool) -> bool {
        let Some(journal) = self.journal.lock().take() else { return false };
        if let Some(further) = self.aside.lock().take() {
            self.events.send(Event::Note(format!(
                "an earlier run got to {} and {}; its journal is kept: with the test as it was then, --resume goes on with it",
                counted(further.tokens, "token"),
                counted(further.bytes, "byte"),
            )));
        }
        if complete && self.named {
            // If that cannot be written, it looks as if there were something left to try.
            let _ = journal.append_complete();
        }
        if complete && !self.named {
            let directory = journal.path().parent().filter(|_| self.alone).map(Path::to_owned);
            // What cannot be removed is begun anew next time. Others may keep files beside it.
            let _ = journal.remove();
            let above =
                directory.as_deref().filter(|it| std::fs::remove_dir(it).is_ok()).and_then(Path::parent);
            let _ = above.map(std::fs::remove_dir);
        }
        !complete
    }

    fn note(&self, append: impl FnOnce(&Journal) -> Result<(), JournalError>) {
        let mut journal = self.journal.lock();
        if let Some(Err(error)) = journal.as_ref().map(append) {
            *journal = None;
            let text = format!("{error}; the search goes on without it, and cannot be resumed");
            self.events.send(Event::Warning(text));
        }
    }
}

/// The journal of a reduction that is over.
#[derive(Debug)]
#[must_use = "a journal that is not closed is gone on with"]
pub struct OpenJournal(pub(crate) Log);

impl OpenJournal {
    /// Closes it, the result being where it belongs. Of a run that is `complete` nothing is left to go on with, so that its
    /// journal goes, unless the user named it. True when there is one to go on with.
    pub fn close(self, complete: bool) -> bool {
        self.0.close(complete)
    }
}

/// What a run on `original` left that did not come to its end, if it got anywhere and is not at work still.
pub fn unfinished(keep: &Keep, identity: &Identity, original: &Files) -> Option<Past> {
    let path = keep.path(identity)?;
    if journal::is_open(&path) {
        return None;
    }
    journal::bring_back(&path, identity, original);
    peek(keep, identity, original).filter(|it| it.best().is_some() && !it.0.complete)
}

/// What the journal of a run on `original` knows, if there is one.
pub fn peek(keep: &Keep, identity: &Identity, original: &Files) -> Option<Past> {
    Journal::peek(&keep.path(identity)?, identity, original).map(Past)
}

impl Keep {
    fn path(&self, identity: &Identity) -> Option<PathBuf> {
        match self {
            Keep::Ours => Some(identity.path()?),
            Keep::Named(directory) => Some(directory.join(FILE_NAME)),
            Keep::Batch(path) => Some(path.clone()),
        }
    }
}

fn is_rate(hash: u128) -> bool {
    hash >> 64 == u128::from(RATE)
}

/// Seconds, questions and the name of the pass, in this order.
fn encode(mark: &Mark) -> Vec<u8> {
    [&mark.seconds.to_le_bytes(), &mark.question.to_le_bytes(), mark.pass.as_bytes()].concat()
}

/// What [`encode`] made; nothing of what is too short.
fn decode(note: &[u8]) -> Mark {
    let eight = |at: usize| note.get(at..at + 8).and_then(|it| it.try_into().ok()).unwrap_or_default();
    Mark {
        seconds: f64::from_le_bytes(eight(0)),
        question: u64::from_le_bytes(eight(8)),
        pass: String::from_utf8_lossy(note.get(16..).unwrap_or_default()).into_owned(),
        score: None,
    }
}

/// What a number in a journal stands for, as [`Reason`] counts them.
fn reason(verdict: Verdict, number: u8) -> Reason {
    let all = [Reason::Refused, Reason::NoCrash, Reason::OtherCrash, Reason::NewDiagnostic, Reason::Invalid];
    match verdict {
        Verdict::Boring => all.into_iter().find(|it| *it as u8 == number).unwrap_or(Reason::Refused),
        verdict => Reason::of(verdict),
    }
}

fn unusable(error: &JournalError) -> Failure {
    Failure::new(Trouble::Usage, "the journal cannot be used").because(error.cause()).help(error.remedy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_survives_the_journal() {
        let mark = Mark { question: 7, seconds: 1.5, pass: "hoist".to_owned(), score: None };
        assert_eq!(decode(&encode(&mark)), mark);
        assert_eq!(decode(b""), Mark::default());
    }

    #[test]
    fn the_rate_of_the_original_survives_and_is_no_answer() {
        let note = |yes: u32, asked: u32| u128::from(RATE) << 64 | u128::from(asked) << 32 | u128::from(yes);
        let known = journal::Known { verdict: Verdict::Interesting, reason: Reason::Interesting as u8 };
        let mut past = Past::default();
        assert_eq!(past.rate(), None);
        past.0.known.extend([(note(80, 100), known), (note(150, 200), known), (7, known)]);
        assert_eq!(past.rate(), Some(Tally { yes: 150, asked: 200 }));
        assert_eq!((past.questions(), past.known().len()), (1, 1));
    }

    #[test]
    fn a_journal_that_was_put_aside_stays_until_a_best_has_a_score_as_good() {
        let directory = tempfile::tempdir().unwrap();
        let keep = Keep::Named(directory.path().to_owned());
        let files = |text: &str| vec![text.as_bytes().into()];
        let spec = lop_oracle::CommandSpec::new(vec!["true".into()], "a.c");
        let identity = Identity::new(&files("input"), lop_oracle::TestIdentity::of(&spec, b""));
        let run = |bests: &[(&str, f64)]| {
            let log =
                Log::open(&keep, false, &identity, &files("input"), crate::dispatch::Dispatcher::silent());
            let log = log.unwrap().0;
            for (text, level) in bests {
                log.score(text_hash(&files(text)), Score { measured: *level, level: *level });
                log.best(&files(text), &Mark::default(), Some(*level));
            }
        };
        let aside = journal::aside(&directory.path().join(FILE_NAME));
        run(&[("large and fast", 1.0)]);
        run(&[("slow", 5.0)]);
        assert!(aside.exists());
        run(&[("slow", 5.0), ("f", 1.0)]);
        assert!(!aside.exists());
    }

    #[test]
    fn every_reason_survives_the_journal() {
        for it in [
            Reason::Interesting,
            Reason::Refused,
            Reason::NoCrash,
            Reason::OtherCrash,
            Reason::TimedOut,
            Reason::NewDiagnostic,
            Reason::Invalid,
        ] {
            assert_eq!(reason(it.verdict(), it as u8), it);
        }
    }
}
