//! The search with a conscience: it is led back when the expensive test refuses what it came to, and its result is
//! asked once more before it counts.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lop_engine::{
    Answer, Cancel, Certificate, Config, Document, Ended, Event, Language, Observer, Oracle, OracleError,
    Outcome, Question, Rank, Verdict,
};

use crate::backend::REPEATABLE;
use crate::driven::{Driven, together};
use crate::history::{Files, History};
use crate::judge::{Judge, Tally};
use crate::until::{Spent, Until};

/// How often the result is asked again.
const SURE: u32 = 2;
/// How many more times a test is asked that failed there, to name its rate.
const RATE: u32 = 8;
/// How often an earlier best is asked before it stands for the result.
const RELIABLE: u32 = 3;
/// How often each success is asked again after the result turned out to be a fluke: first, and then.
const WARY: [u32; 2] = [3, 6];
/// After so many improvements at most the expensive test is asked.
const PATIENCE: usize = 32;
/// How often a question that waits for the expensive test looks whether it was cancelled.
const LOOK_UP: Duration = Duration::from_millis(50);
/// How many improvements must pass the expensive test, after it refused one, before it is asked seldom again. Doubles
/// with each refusal, so the search ends.
const STREAK: u32 = 8;

/// A run that can be led back.
pub(crate) struct Drive<'r> {
    /// How to search.
    pub(crate) config: Config,
    /// Who answers.
    pub(crate) judge: &'r Judge<'r>,
    /// True when there is an expensive test.
    pub(crate) staged: bool,
    /// Stops the run.
    pub(crate) stop: &'r Cancel,
    /// Raised when `stop` is, and when the time is up.
    pub(crate) time: &'r Cancel,
    /// The sizes that are small enough.
    pub(crate) until: Until,
    /// True when the budget is too small to spend some of it on asking again about the result.
    pub(crate) hasty: bool,
    /// Hears of everything.
    pub(crate) observer: &'r dyn Observer,
    /// Puts a document that passed all tests where the result belongs.
    pub(crate) settle: &'r (dyn Fn(&Files) + Sync),
    /// Tells the user what is worth knowing.
    pub(crate) note: &'r (dyn Fn(&str) + Sync),
    /// Tells the user what may spoil the result.
    pub(crate) warn: &'r (dyn Fn(&str) + Sync),
    /// The language of the document.
    pub(crate) language: Option<Arc<Language>>,
}

/// Where a run stands.
struct Course {
    history: History,
    /// What an earlier run came to: only what is smaller is worth settling.
    floor: Option<Rank>,
    /// Tokens of the last improvement that passed the expensive test.
    proven_tokens: usize,
    /// Improvements that must still pass before the expensive test is asked seldom again.
    streak: u32,
    /// What the next streak will be.
    next_streak: u32,
    /// True from a refusal of the expensive test until the run was led back.
    refused: bool,
    error: Option<OracleError>,
    /// The budget that ended the latest search.
    spent: Option<Spent>,
}

/// What happens when a search has ended.
enum Next {
    /// The run is over, and the test can be relied on or not.
    Over(bool),
    /// The search begins again at the latest document of the history.
    Again,
}

impl Drive<'_> {
    /// Reduces `start`, which passed all tests. `floor` is what an earlier run came to.
    pub(crate) fn run(&self, start: &Files, floor: Option<&Files>) -> Driven {
        let course = Mutex::new(Course::new(start, floor));
        let mut total: Option<Outcome> = None;
        let mut flukes = 0;
        let mut known = self.config.known.clone();
        let reliable = loop {
            let from = lock(&course).history.last().clone();
            let goal = Some(self.until.goal());
            let config = Config { known, goal, max_questions: None, ..self.config.clone() };
            let pause = self.time.child();
            let followed = Condvar::new();
            let follow = Follow { drive: self, course: &course, followed: &followed, pause: &pause };
            let document = Document::parse(from.into_iter().map(|it| (it, self.language.clone())));
            let oracle = Abreast(&follow);
            let outcome = lop_engine::reduce(document, &config, &oracle, &pause, &follow);
            total = Some(match total.take() {
                Some(before) => together(before, outcome),
                None => outcome,
            });
            let ended = total.as_mut().map(|it| &mut it.ended).expect("set above");
            match self.next(&mut lock(&course), ended, &mut flukes) {
                Next::Over(reliable) => break reliable,
                Next::Again => known = self.judge.known(),
            }
        };
        let course = course.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.close(&course, total.expect("there was a search"), reliable)
    }

    /// Decides how to go on after a search.
    fn next(&self, course: &mut Course, ended: &mut Ended, flukes: &mut usize) -> Next {
        match self.check(course, ended, flukes) {
            Ok(next) => next,
            Err(error) => {
                *ended = Ended::OracleFailed(error);
                Next::Over(true)
            }
        }
    }

    fn check(&self, course: &mut Course, ended: &mut Ended, flukes: &mut usize) -> Result<Next, OracleError> {
        if let Some(error) = course.error.take() {
            return Err(error);
        }
        if self.stop.is_raised() || ended.trouble().is_some() {
            return Ok(Next::Over(true));
        }
        course.spent = self.spent(course, ended);
        if course.spent.is_some() {
            *ended = Ended::Budget;
        }
        // What is small enough may still be refused; what is used up is used up.
        let over = matches!(course.spent, Some(Spent::Questions | Spent::Time));
        if course.refused || !self.prove(course)? {
            self.lead_back(course)?;
            return Ok(if over || self.stop.is_raised() { Next::Over(true) } else { Next::Again });
        }
        if let Some(floor) = course.floor.take()
            && floor < Rank::of(course.history.last())
        {
            // The tests or the passes are no longer what they were, or several jobs took another way.
            *course = Course { spent: course.spent, ..Course::new(&floor.files().to_vec(), None) };
            self.settle(course);
            return Ok(if over { Next::Over(true) } else { Next::Again });
        }
        if over && self.hasty {
            return Ok(Next::Over(true));
        }
        let files = course.history.last().clone();
        let mut tally = self.judge.again(&files, SURE, self.stop)?;
        if tally.is_sure() {
            return Ok(Next::Over(true));
        }
        tally = tally + self.judge.again(&files, RATE, self.stop)?;
        self.fall_back(course, tally)?;
        let Some(wary) = WARY.get(*flukes).filter(|_| !over && !self.stop.is_raised()) else {
            return Ok(Next::Over(false));
        };
        *flukes += 1;
        self.judge.be_wary(*wary);
        Ok(Next::Again)
    }

    /// The budget that ended a search, if one did.
    fn spent(&self, course: &Course, ended: &Ended) -> Option<Spent> {
        let rank = Rank::of(course.history.last());
        match ended {
            Ended::Stopped | Ended::GoalReached if self.judge.is_exhausted() => Some(Spent::Questions),
            Ended::Stopped | Ended::GoalReached if self.time.is_raised() => Some(Spent::Time),
            Ended::GoalReached => self.until.met_by(rank.tokens, rank.bytes),
            _ => None,
        }
    }

    /// Asks the expensive test about the latest document; true when it passes.
    fn prove(&self, course: &mut Course) -> Result<bool, OracleError> {
        if !self.passes(course.history.last())? {
            return Ok(false);
        }
        if course.history.unproven() > 0 {
            course.history.prove();
            self.settle(course);
        }
        Ok(true)
    }

    /// Goes back to a document that the expensive test accepts, and on from there with more care.
    fn lead_back(&self, course: &mut Course) -> Result<(), OracleError> {
        let tokens = Rank::of(course.history.last()).tokens;
        course.history.go_back(|it| self.passes(it))?;
        course.refused = false;
        course.streak = course.next_streak;
        course.next_streak = course.next_streak.saturating_mul(2);
        self.judge.set_strict(true);
        let rank = Rank::of(course.history.good());
        course.proven_tokens = rank.tokens;
        self.settle(course);
        (self.note)(&format!(
            "--then refused what the search had come to ({tokens} tokens): back to {} tokens, and asking it about each \
             improvement for a while",
            rank.tokens
        ));
        Ok(())
    }

    /// Goes back to a document of which the test says the same every time.
    fn fall_back(&self, course: &mut Course, tally: Tally) -> Result<(), OracleError> {
        (self.warn)(&format!(
            "the test is flaky: asked again about the result, it said yes {} times in {}; {REPEATABLE}, or ask more often: \
             --repeat 5, with --at-least if yes is the rare answer",
            tally.yes, tally.asked
        ));
        course.history.fall_back(|files| {
            let sure = self.judge.again(files, RELIABLE, self.stop)?.is_sure();
            Ok::<_, OracleError>(sure && !self.stop.is_raised() && self.passes(files)?)
        })?;
        let rank = Rank::of(course.history.good());
        (self.note)(&format!("back to {} tokens, of which the test says the same every time", rank.tokens));
        course.proven_tokens = rank.tokens;
        course.floor = None;
        self.settle(course);
        Ok(())
    }

    fn passes(&self, files: &Files) -> Result<bool, OracleError> {
        Ok(self.then(files)? == Verdict::Interesting)
    }

    fn then(&self, files: &Files) -> Result<Verdict, OracleError> {
        let question = Question { files, base: files, worker: self.config.jobs, cancel: self.stop };
        self.judge.then(&question).map(|it| it.verdict)
    }

    fn settle(&self, course: &Course) {
        let good = course.history.good();
        if course.floor.as_ref().is_none_or(|floor| Rank::of(good) < *floor) {
            (self.settle)(good);
        }
    }

    /// The outcome of the whole run, about the document that counts.
    fn close(&self, course: &Course, mut outcome: Outcome, reliable: bool) -> Driven {
        let unproven = course.history.unproven();
        let good = course.history.good().clone();
        let best = match &course.floor {
            Some(floor) if *floor < Rank::of(&good) => floor.files().to_vec(),
            _ => good,
        };
        if best != outcome.files {
            let document = Document::parse(best.iter().map(|it| (it.clone(), self.language.clone())));
            outcome.tokens.1 = document.tokens();
            outcome.bytes.1 = bytes(&best);
            outcome.files = best;
            outcome.certificate = Certificate::default();
        }
        outcome.passes.extend(self.judge.extra());
        outcome.questions = self.judge.asked();
        outcome.known += self.judge.recalled();
        let spent = course.spent.filter(|_| matches!(outcome.ended, Ended::Budget));
        Driven { outcome, reliable, unproven, spent }
    }
}

/// Answers for a search, not before the expensive test had its say about what the search builds on, and ends it when the
/// budget of questions is used up.
struct Abreast<'f>(&'f Follow<'f>);

impl Oracle for Abreast<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let Follow { drive, pause, .. } = self.0;
        if drive.staged && !self.0.has_followed(question) {
            return Ok(Verdict::Cancelled.into());
        }
        let answer = drive.judge.ask(question);
        // The deterministic mode goes by `questions_left`, and would not count what was asked along with the last one.
        let goes_on =
            drive.config.deterministic && answer.as_ref().is_ok_and(|it| it.verdict != Verdict::Cancelled);
        if drive.judge.is_exhausted() && !goes_on {
            pause.raise();
        }
        answer
    }

    fn questions_left(&self) -> u64 {
        self.0.drive.judge.left()
    }
}

/// Follows a search and interrupts it when the expensive test refuses what it came to.
struct Follow<'f> {
    drive: &'f Drive<'f>,
    course: &'f Mutex<Course>,
    /// Told when an improvement was followed.
    followed: &'f Condvar,
    pause: &'f Cancel,
}

impl Observer for Follow<'_> {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Improved { files, tokens, .. } = event {
            let mut course = lock(self.course);
            // What a search still finds while it ends is lost: it builds on what was refused.
            if course.refused || course.error.is_some() {
                return;
            }
            self.improved(&mut course, files.to_vec(), *tokens);
            self.followed.notify_all();
        }
        self.drive.observer.on_event(event);
    }
}

impl Follow<'_> {
    /// Waits until the best that a question builds on is in the history; false when the search is to end instead.
    fn has_followed(&self, question: &Question<'_>) -> bool {
        let base = Rank::of(question.base);
        let mut course = lock(self.course);
        while !course.refused && course.error.is_none() && !question.cancel.is_raised() {
            if Rank::of(course.history.last()) <= base {
                return true;
            }
            // Looks up now and then, because nobody tells of a question that is cancelled.
            let told = self.followed.wait_timeout(course, LOOK_UP);
            course = told.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    fn improved(&self, course: &mut Course, files: Files, tokens: usize) {
        let judge = self.drive.judge;
        course.history.push(files);
        let due = course.history.unproven() >= PATIENCE || tokens * 2 <= course.proven_tokens;
        let verdict = match judge.known_then(course.history.last()) {
            _ if !self.drive.staged => Ok(Verdict::Interesting),
            Some(verdict) => Ok(verdict),
            None if due => self.drive.then(course.history.last()),
            None => return,
        };
        match verdict {
            Ok(Verdict::Interesting) => {
                course.history.prove();
                course.proven_tokens = tokens;
                self.drive.settle(course);
                course.streak = course.streak.saturating_sub(1);
                judge.set_strict(course.streak > 0);
            }
            // Stopped: what the test has not seen does not count.
            Ok(Verdict::Cancelled) => {}
            Ok(Verdict::Boring | Verdict::TimedOut) => {
                course.refused = true;
                self.pause.raise();
            }
            Err(error) => {
                course.error = Some(error);
                self.pause.raise();
            }
        }
    }
}

impl Course {
    fn new(start: &Files, floor: Option<&Files>) -> Course {
        Course {
            history: History::new(start.clone()),
            floor: floor.map(|it| Rank::of(it)),
            proven_tokens: Rank::of(start).tokens,
            streak: 0,
            next_streak: STREAK,
            refused: false,
            error: None,
            spent: None,
        }
    }
}

/// What is left of a budget for the search, when the rest is for asking again about its result. A small budget is for
/// trying something out, not for a result to rely on.
pub(crate) fn search_budget(questions: u64) -> u64 {
    if questions < 10 * u64::from(SURE) { questions } else { questions - u64::from(SURE) }
}

fn bytes(files: &Files) -> usize {
    files.iter().map(|it| it.len()).sum()
}

fn lock(course: &Mutex<Course>) -> MutexGuard<'_, Course> {
    course.lock().unwrap_or_else(PoisonError::into_inner)
}
