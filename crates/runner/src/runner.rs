//! The runner of a reduction: searches, one after the other, each led back when the expensive test refuses what it came to,
//! and a result that is asked about once more before it counts.

mod doubt;
mod follow;
mod rates;
mod steer;

pub(crate) use rates::too_seldom;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use lop_engine::{
    Cancel, Certificate, Config, Ended, Language, OracleError, Outcome, Question, Rank, ReduceError,
    Reduction, Verdict,
};
use parking_lot::Mutex;

use crate::Files;
use crate::dispatch::Events;
use crate::event::{Event, Mark};
use crate::history::History;
use crate::judging::Judge;
use crate::number::{count, counted};
use crate::rate::Tally;
use crate::reducers::OutsidePass;
use crate::steering::Steering;
use crate::summary::{Rates, Trust, together};
use crate::until::{Spent, Until};
use follow::Follow;

/// What the searches of a reduction have in common.
pub(crate) struct Runner<'r> {
    /// How to search.
    pub(crate) config: Config,
    /// Who answers.
    pub(crate) judge: &'r Judge<'r>,
    /// Stops the run.
    pub(crate) stop: &'r Cancel,
    /// Raised when `stop` is, and when the time is up.
    pub(crate) time: &'r Cancel,
    /// The sizes that are small enough.
    pub(crate) until: Until,
    /// True when the budget is too small to spend some of it on asking again about the result.
    pub(crate) hasty: bool,
    /// Who is told.
    pub(crate) events: &'r Events,
    /// Where documents that passed all tests go.
    pub(crate) sink: &'r dyn Sink,
    /// What a person says meanwhile.
    pub(crate) steering: &'r Steering,
    /// Other people's reducers.
    pub(crate) reducers: &'r [&'static OutsidePass],
    /// The language of each file of the document.
    pub(crate) languages: Vec<Option<Arc<Language>>>,
}

/// Where documents that passed all tests go.
pub(crate) trait Sink: Sync {
    /// The time and the question that it is, for what a pass has found.
    fn mark(&self, pass: &str) -> Mark;

    /// When an earlier run found these files, if this one is going the same way again.
    fn revisit(&self, files: &Files) -> Option<Mark>;

    /// Puts a document where the result belongs, and into the journal.
    fn settle(&self, files: &Files, mark: &Mark);

    /// See [`crate::writer::Place::judged`].
    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf>;
}

/// What the searches came to.
pub(crate) struct Arrived {
    pub(crate) outcome: Outcome,
    pub(crate) trust: Trust,
    /// How often the test says yes, where that is what counts.
    pub(crate) rates: Option<Rates>,
    /// Improvements that the expensive test was not asked about.
    pub(crate) unproven: usize,
    pub(crate) spent: Option<Spent>,
    /// True when the score of the result was worse when it was measured again.
    pub(crate) wavers: bool,
}

/// Where a run stands.
struct Position {
    history: History,
    /// What an earlier run came to: only what is smaller is worth settling.
    floor: Option<Rank>,
    /// The budget that ended the latest search.
    spent: Option<Spent>,
    /// What was measured of the result, where its rate is what counts.
    measured: Option<Tally>,
}

/// Why the decision about a search was not made.
#[derive(Debug)]
enum Halt {
    /// Somebody stops the run: what the tests would have said is not known.
    Stopped,
    /// The oracle cannot be asked any more.
    Failed(OracleError),
    /// The test does not work any more.
    Broken,
}

impl From<OracleError> for Halt {
    fn from(error: OracleError) -> Halt {
        Halt::Failed(error)
    }
}

/// What happens when a search has ended.
enum Next {
    /// The run is over, and this is how far the test can be relied on.
    Over(Trust),
    /// The search begins again at the latest document of the history.
    Again,
}

impl Runner<'_> {
    /// Reduces `start`, which passed all tests. `floor` is what an earlier run came to.
    pub(crate) fn run(&self, start: &Files, floor: Option<&Files>) -> Result<Arrived, ReduceError> {
        self.judge.believe(start);
        let position = Mutex::new(Position::new(start, floor.map(|it| self.rank(it))));
        let mut total: Option<Outcome> = None;
        let mut flukes = 0;
        let mut known = self.config.known.clone();
        let trust = loop {
            let outcome = self.search(&position, std::mem::take(&mut known))?;
            total = Some(match total.take() {
                Some(before) => together(before, outcome),
                None => outcome,
            });
            let ended = total.as_mut().map(|it| &mut it.ended).expect("set above");
            match self.next(&mut position.lock(), ended, &mut flukes) {
                Next::Over(trust) => break trust,
                Next::Again => known = self.judge.known(),
            }
        };
        Ok(self.arrive(&position.into_inner(), total.expect("there was a search"), trust))
    }

    /// One search, from the latest document of the history.
    fn search(
        &self,
        position: &Mutex<Position>,
        known: HashMap<u128, Verdict>,
    ) -> Result<Outcome, ReduceError> {
        let from = position.lock().history.last().clone();
        self.judge.appraise(&from, self.stop).map_err(|source| ReduceError::OracleFailed { source })?;
        let mut config = self.config.clone();
        (config.known, config.max_questions, config.goal) = (known, None, self.until.goal());
        config.control = self.steering.control().clone();
        let pause = self.time.child();
        self.judge.begin(pause.clone());
        self.steering.begin(pause.clone());
        let reduction =
            Reduction::new(from).languages(self.languages.clone()).config(config).assume_interesting();
        let follow = Follow::new(self, position);
        reduction.stop(&pause).observer(&follow).run(self.judge)
    }

    /// Decides how to go on after a search.
    fn next(&self, position: &mut Position, ended: &mut Ended, flukes: &mut usize) -> Next {
        match self.check(position, ended, flukes) {
            Ok(next) => next,
            Err(Halt::Failed(error)) => {
                *ended = Ended::OracleFailed(error);
                Next::Over(Trust::Full)
            }
            Err(Halt::Broken) => {
                *ended = Ended::OracleFailed(doubt::broken());
                Next::Over(Trust::Broken)
            }
            Err(Halt::Stopped) => {
                *ended = Ended::Stopped;
                Next::Over(Trust::Full)
            }
        }
    }

    fn check(&self, position: &mut Position, ended: &mut Ended, flukes: &mut usize) -> Result<Next, Halt> {
        if self.stop.is_raised() || ended.trouble().is_some() {
            return Ok(Next::Over(Trust::Full));
        }
        if let Some(edit) = self.steering.take() {
            self.steer(position, &edit)?;
            if !self.time.is_raised() && !self.judge.is_exhausted() {
                return Ok(Next::Again);
            }
        }
        position.spent = self.spent(position, ended);
        if position.spent.is_some() {
            *ended = Ended::Budget;
        }
        // What is small enough may still be refused; what is used up is used up.
        let over = matches!(position.spent, Some(Spent::Questions | Spent::Time));
        if self.judge.is_refused() || !self.prove(position)? {
            self.lead_back(position)?;
            return Ok(if over { Next::Over(Trust::Full) } else { Next::Again });
        }
        if let Some(floor) = position.floor.take()
            && floor < self.rank(position.history.last())
        {
            // The tests or the passes are no longer what they were, or several jobs took another way.
            *position = Position { spent: position.spent, ..Position::new(&floor.files().to_vec(), None) };
            self.settle(position, &self.sink.mark(""));
            return Ok(if over { Next::Over(Trust::Full) } else { Next::Again });
        }
        if !over && self.judge.forgets_impatience() {
            self.events.send(Event::Note(
                "the time limit has risen again: asking once more about what did not end in time".to_owned(),
            ));
            return Ok(Next::Again);
        }
        if over && (self.hasty || self.judge.is_about_rates()) {
            return Ok(Next::Over(Trust::Full));
        }
        let next = if self.judge.is_about_rates() {
            self.measure_the_result(position, flukes)?
        } else {
            self.ask_about_the_result(position, over, flukes)?
        };
        Ok(if self.steering.is_pending() { Next::Again } else { next })
    }

    /// The budget that is used up, if one is.
    fn spent(&self, position: &Position, ended: &Ended) -> Option<Spent> {
        match ended {
            Ended::GoalReached => {
                let rank = Rank::of(position.history.last());
                self.until.met_by(rank.tokens, rank.bytes)
            }
            Ended::Stopped if self.judge.is_exhausted() => Some(Spent::Questions),
            Ended::Stopped if self.time.is_raised() => Some(Spent::Time),
            _ => None,
        }
    }

    /// Asks the expensive test about the latest document; true when it passes.
    fn prove(&self, position: &mut Position) -> Result<bool, Halt> {
        if !self.passes(position.history.last())? && !self.appeal(position.history.last())? {
            return Ok(false);
        }
        if position.history.unproven() > 0 {
            position.history.prove();
            self.settle(position, &self.sink.mark(""));
        }
        Ok(true)
    }

    /// Goes back to a document that the expensive test accepts, and on from there with more care.
    fn lead_back(&self, position: &mut Position) -> Result<(), Halt> {
        let tokens = Rank::of(position.history.last()).tokens;
        if self.judge.is_about_rates() {
            self.reconsider()?;
        }
        // What was refused may have been a search on the side, which stood on no best.
        if self.prove(position)? {
            self.judge.be_careful_below(tokens);
            return Ok(());
        }
        position.history.go_back(|it| self.passes(it))?;
        let rank = Rank::of(&position.history.good());
        self.judge.be_careful_below(rank.tokens);
        self.settle(position, &self.sink.mark(""));
        self.events.send(Event::Note(self.led_back(tokens, rank.tokens)));
        Ok(())
    }

    /// Why the run goes on with more tokens than it had come to.
    fn led_back(&self, from: usize, to: usize) -> String {
        let (from, to) = (counted(from, "token"), counted(to, "token"));
        if self.judge.is_about_rates() {
            return format!(
                "the test says yes too seldom to what the search had come to ({from}): back to {to}, and looking at the \
                 rate of each improvement for a while"
            );
        }
        format!(
            "--then refused what the search had come to ({from}): back to {to}, and asking it about each improvement for a \
             while"
        )
    }

    /// True when the expensive test says yes to these files.
    fn passes(&self, files: &Files) -> Result<bool, Halt> {
        match self.judge.then(&Question::about(files, self.stop))?.verdict {
            Verdict::Cancelled => Err(Halt::Stopped),
            verdict => Ok(verdict == Verdict::Interesting),
        }
    }

    fn rank(&self, files: &Files) -> Rank {
        Rank::of(files).scored(self.judge.level(files))
    }

    fn settle(&self, position: &Position, mark: &Mark) {
        let good = position.history.good();
        if position.floor.as_ref().is_none_or(|floor| self.rank(&good) < *floor) {
            self.sink.settle(&good, mark);
        }
    }

    /// The outcome of the whole run, about the document that counts.
    fn arrive(&self, position: &Position, mut outcome: Outcome, trust: Trust) -> Arrived {
        let is_flaky = trust == Trust::Full && self.judge.has_doubts();
        let trust = if is_flaky { Trust::Flaky } else { trust };
        let unproven = position.history.unproven();
        let good = position.history.good();
        let best = match &position.floor {
            Some(floor) if *floor < self.rank(&good) => floor.files().to_vec(),
            _ => good,
        };
        if best != outcome.files {
            let rank = Rank::of(&best);
            (outcome.tokens.1, outcome.bytes.1) = (rank.tokens, rank.bytes);
            outcome.files = best;
            outcome.certificate = Certificate::default();
        }
        let wavers = self.score_wavers(&outcome);
        if trust != Trust::Full || wavers {
            // A no may have been chance, or no answer at all.
            outcome.certificate = Certificate::default();
        }
        self.tell_of_reducers();
        self.tell_of_what_is_left();
        self.tell_of_what_was_asked_here();
        outcome.passes.extend(self.judge.extra());
        outcome.questions = self.judge.asked();
        outcome.known += self.judge.recalled();
        let spent = position.spent.filter(|_| matches!(outcome.ended, Ended::Budget));
        let rates = self.judge.rates(position.measured);
        Arrived { outcome, trust, rates, unproven, spent, wavers }
    }

    /// Says so where the other machines had no answer.
    fn tell_of_what_was_asked_here(&self) {
        let unanswered = self.judge.unanswered();
        if unanswered > 0 {
            self.events.send(Event::Warning(format!(
                "other machines had no answer to {unanswered} of the questions: they were asked on this machine"
            )));
        }
    }

    /// Says so where the test has left something that is not ours to remove.
    fn tell_of_what_is_left(&self) {
        let left = self.judge.left_behind();
        if let [(path, why), ..] = &left[..] {
            self.events.send(Event::Warning(format!(
                "{} of the test's scratch directories cannot be removed, such as {} ({why}): unmount what it has \
                 mounted, or take away what protects it (chattr -R -i), then remove what is left",
                count(left.len()),
                path.display()
            )));
        }
    }
}

impl Position {
    fn new(start: &Files, floor: Option<Rank>) -> Position {
        Position { history: History::new(start.clone()), floor, spent: None, measured: None }
    }
}
