//! Judging: the stack of those who answer a question, each with its own statistics.
//!
//! From the top: what is known already ([`verdicts`]), what may still be spent ([`budget`]), a slot to ask in, the test
//! with the commands before it and its repetitions (the command oracle) and the test of `--valid` beside it ([`validity`]),
//! asking again about a yes that is too good to be true ([`recheck`]) or until a rate is known ([`moods`]), what it scores
//! ([`objective`]), and the expensive
//! test of `--then`, or the proof of a rate, where the [`validator`] says so.
//! Nothing here listens to events: what is decided about a question depends on the question.

mod beside;
pub(crate) mod budget;
mod doubts;
pub(crate) mod moods;
pub(crate) mod objective;
mod patience;
pub(crate) mod recheck;
mod stats;
mod then;
pub(crate) mod validator;
mod validity;
pub(crate) mod verdicts;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::{Answer, Cancel, Config, Oracle, OracleError, Question, Verdict, text_hash};
use lop_oracle::CommandOracle;
use lop_oracle::site::{Away, Batches, Traffic};
use parking_lot::Mutex;

use crate::dispatch::Events;
use crate::event::{Event, Reason};
use crate::journal::Log;
use crate::slots::{Slots, within};
use crate::test::Test;
use budget::Budget;
use moods::Moods;
use objective::Objective;
use patience::Patience;
use recheck::Recheck;
use stats::Stats;
use validator::Validator;
use validity::Validity;
use verdicts::Verdicts;

/// What asking once more is called among the passes.
const AGAIN: &str = "ask-again";
/// What the expensive test is called among the passes.
const THEN: &str = "then";
/// What pasting headers is called among the passes.
const PASTE: &str = "paste-includes";
/// What a text that a person has handed in is called among the passes.
pub(crate) const EDIT: &str = "edit";

/// Answers the questions of one reduction.
pub(crate) struct Judge<'r> {
    test: &'r Test,
    slots: &'r dyn Slots,
    log: &'r Log,
    events: Events,
    verdicts: Verdicts,
    budget: Budget,
    recheck: Recheck,
    validator: Validator,
    validity: Validity,
    /// What is known of rates, where verdicts are about them.
    moods: Option<Moods>,
    objective: Objective,
    patience: Patience,
    /// True when several workers at once take the same way as one.
    deterministic: bool,
    /// True when the budget is for all runs together.
    goes_on: bool,
    /// What there is to tell of questions besides the one with this hash that was asked, until that one is told of.
    beside: Mutex<HashMap<u128, Vec<Event>>>,
    /// Held while the expensive test is asked about a base, so that candidates of one base ask once.
    base: Mutex<()>,
    /// Questions asked, of any kind, that were answered.
    asked: AtomicU64,
    again: Stats,
    then: Stats,
    paste: Stats,
    edit: Stats,
}

impl<'r> Judge<'r> {
    /// A judge that knows what the log holds. Of the questions that `config` allows some are left
    /// for asking again about the result.
    pub(crate) fn new(
        test: &'r Test,
        slots: &'r dyn Slots,
        (log, known): (&'r Log, verdicts::Known),
        config: &Config,
        events: Events,
    ) -> Judge<'r> {
        Judge {
            test,
            slots,
            log,
            events,
            validity: Validity::new(&known, test.took()),
            verdicts: Verdicts::new(known),
            budget: Budget::new(config.max_questions, config.deterministic),
            deterministic: config.deterministic,
            goes_on: false,
            beside: Mutex::default(),
            base: Mutex::new(()),
            recheck: Recheck::default(),
            validator: Validator::new(test.then().is_some(), test.is_flaky()),
            moods: test.moods(),
            objective: Objective::default(),
            patience: Patience::default(),
            asked: AtomicU64::new(0),
            again: Stats::new(AGAIN),
            then: Stats::new(THEN),
            paste: Stats::new(PASTE),
            edit: Stats::new(EDIT),
        }
    }

    /// The budget is for this run and the earlier ones together, of which `asked` were questions that will not be asked
    /// again.
    pub(crate) fn going_on(mut self, asked: u64) -> Judge<'r> {
        self.goes_on = true;
        self.budget.take(asked);
        self
    }

    /// A new search begins; what ends it is `pause`.
    pub(crate) fn begin(&self, pause: Cancel) {
        self.budget.begin(pause.clone());
        self.validator.begin(pause);
    }

    /// The run does not go the way of earlier ones again, but on from where they were: what they were answered is known.
    pub(crate) fn take_up(&self) {
        self.verdicts.take_up();
    }

    /// What a new search may take for known: all refusals, and the successes that still count.
    pub(crate) fn known(&self) -> HashMap<u128, Verdict> {
        let mut known = self.verdicts.all(|then| self.validator.trusts(then));
        if self.test.objective().is_some() {
            // What nobody has measured may be worse than what the search stands on.
            known.retain(|hash, it| *it != Verdict::Interesting || self.objective.knows(*hash));
        }
        known
    }

    /// What the answer about a text was about, which came to `verdict`: the expensive test may have refused what the test
    /// had accepted.
    pub(crate) fn reason(&self, hash: u128, verdict: Verdict) -> Reason {
        let reason = self.verdicts.reason(hash);
        if reason.verdict() == verdict { reason } else { Reason::of(verdict) }
    }

    /// How many questions other machines had no answer to, so that they were asked here.
    pub(crate) fn unanswered(&self) -> u64 {
        self.test.oracle().spec().away.as_ref().map_or(0, Away::unanswered)
    }

    /// What went to a build cluster and came back, if the test runs on one.
    pub(crate) fn traffic(&self) -> Option<(Traffic, Batches, Option<Duration>)> {
        let away = self.test.oracle().spec().away.as_ref();
        away.filter(|it| it.identity().is_some()).map(|it| (it.traffic(), it.batches(), it.worked()))
    }

    /// Scratch directories that could not be removed, each with the reason.
    pub(crate) fn left_behind(&self) -> Vec<(PathBuf, String)> {
        let oracles = std::iter::once(self.test.oracle()).chain(self.test.then());
        oracles.flat_map(CommandOracle::left_behind).collect()
    }

    /// Tells of what was asked besides the question with this hash.
    pub(crate) fn tell_of(&self, hash: u128) {
        let told = self.beside.lock().remove(&hash);
        self.tell(told.unwrap_or_default());
    }

    fn tell(&self, told: Vec<Event>) {
        for event in told {
            self.events.send(event);
        }
    }

    /// True when the budget of questions is used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.is_spent()
    }

    /// True when the expensive test has refused what the search stood on: it must be led back.
    pub(crate) fn is_refused(&self) -> bool {
        self.validator.is_refused()
    }

    /// After a refusal by the expensive test: how far down each success is now shown to it. `tokens` is where the search
    /// begins again.
    pub(crate) fn be_careful_below(&self, tokens: usize) {
        self.validator.be_careful_below(tokens);
    }

    /// Questions asked, of any kind, that were answered.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }

    /// Questions of the search that were answered without asking the test.
    pub(crate) fn recalled(&self) -> u64 {
        self.verdicts.recalled()
    }

    /// The whole stack.
    fn judge(&self, question: &Question<'_>, told: &mut Vec<Event>) -> Result<Answer, OracleError> {
        let mut answer = self.main(question, told)?;
        for ask in [Self::weigh, Self::validate] {
            if answer.verdict == Verdict::Interesting {
                let more = ask(self, question, told)?;
                answer = Answer { took: answer.took + more.took, ..more };
            }
        }
        Ok(answer)
    }

    /// The test, asked again where that is due.
    fn main(&self, question: &Question<'_>, told: &mut Vec<Event>) -> Result<Answer, OracleError> {
        let hash = text_hash(question.files);
        if let Some((verdict, first)) = self.verdicts.recall_first(hash) {
            self.verdicts.note_recalled();
            // A budget for all runs together is used up by what earlier ones asked, too.
            if first && self.goes_on {
                self.budget.spend();
                (0..self.rechecks_of(question, verdict)).for_each(|_| self.budget.spend_more());
            }
            return Ok(verdict.into());
        }
        if self.budget.is_spent() {
            return Ok(Verdict::Cancelled.into());
        }
        if question.worker > 0 && !self.deterministic {
            self.log.wide();
        }
        let (mut answer, is_invalid) = self.ask_test(question)?;
        self.spend(answer.verdict);
        if !is_invalid {
            answer = self.be_patient(question, answer, told)?;
            answer = self.look_again(question, answer, told)?;
        }
        let mut refusal = self.test.refusal(hash);
        if is_invalid {
            refusal.reason = Reason::Invalid;
        }
        let was_accepted = answer.verdict == Verdict::Interesting;
        for _ in 0..self.rechecks_of(question, answer.verdict) {
            answer = self.ask_again(question, told)?;
            if answer.verdict != Verdict::Interesting {
                break;
            }
        }
        if was_accepted && matches!(answer.verdict, Verdict::Boring | Verdict::TimedOut) {
            self.changed_its_mind();
            refusal = self.test.refusal(hash);
        }
        let reason =
            if answer.verdict == Verdict::Boring { refusal.reason } else { Reason::of(answer.verdict) };
        if let Some(shown) = refusal.shown.filter(|_| answer.verdict == Verdict::Boring).map(Arc::new) {
            self.log.shown(hash, &shown);
            self.events.send(Event::Shown { hash, shown });
        }
        self.learn_reason(hash, answer.verdict, reason);
        Ok(answer)
    }

    /// How often it is asked again before this verdict counts.
    fn rechecks_of(&self, question: &Question<'_>, verdict: Verdict) -> u32 {
        let is_due = verdict == Verdict::Interesting && !self.is_about_rates();
        if is_due { self.recheck.about(question) } else { 0 }
    }

    fn in_slot(
        &self,
        question: &Question<'_>,
        ask: impl FnOnce() -> Result<Answer, OracleError>,
    ) -> Result<Answer, OracleError> {
        within(self.slots, question.cancel, ask).unwrap_or_else(|| Ok(Verdict::Cancelled.into()))
    }

    fn ask_again(&self, question: &Question<'_>, told: &mut Vec<Event>) -> Result<Answer, OracleError> {
        let answer = self.in_slot(question, || self.test.ask(question))?;
        told.push(self.count(&self.again, question, answer));
        Ok(answer)
    }

    /// Counts a question besides those of the search. Returns what there is to tell of it.
    fn count(&self, stats: &Stats, question: &Question<'_>, answer: Answer) -> Event {
        let Answer { verdict, took } = answer;
        stats.note(answer);
        if verdict != Verdict::Cancelled {
            self.asked.fetch_add(1, Ordering::SeqCst);
            self.budget.spend_more();
        }
        let bytes = question.files.iter().map(|it| it.len()).sum();
        let hash = text_hash(question.files);
        let reason = Reason::of(verdict);
        Event::Judged { pass: stats.name(), verdict, reason, took, hash, bytes }
    }

    fn spend(&self, verdict: Verdict) {
        if verdict != Verdict::Cancelled {
            self.asked.fetch_add(1, Ordering::SeqCst);
            self.budget.spend();
        }
    }

    fn learn(&self, hash: u128, verdict: Verdict) {
        self.learn_reason(hash, verdict, Reason::of(verdict));
    }

    fn learn_reason(&self, hash: u128, verdict: Verdict, reason: Reason) {
        if verdict != Verdict::Cancelled {
            self.verdicts.learn(hash, reason);
            self.log.verdict(hash, reason);
        }
    }
}

impl Oracle for Judge<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.events.wait_for_room(question.cancel);
        let _asking = self.budget.ask();
        let mut told = Vec::new();
        let answer = self.judge(question, &mut told);
        if !told.is_empty() {
            self.beside.lock().insert(text_hash(question.files), told);
        }
        answer
    }

    fn width(&self) -> usize {
        self.slots.width()
    }

    fn score(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        self.level(files)
    }

    fn may_ask_ahead(&self) -> bool {
        // Where questions are counted, or one of them may lead the search back, it matters which are asked.
        !self.budget.is_bounded() && !self.validator.is_there() && self.moods.is_none()
    }

    fn questions_left(&self) -> u64 {
        self.budget.settle()
    }
}

impl std::fmt::Debug for Judge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").field("asked", &self.asked).finish_non_exhaustive()
    }
}
