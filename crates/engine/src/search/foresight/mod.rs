//! The deterministic mode: the search of a single job, whose questions several workers ask before it comes to them.
//!
//! **Why the result does not depend on the number of jobs.** One thread searches: it takes the next task, asks, and goes on by
//! the answer, as with one job. Only this thread changes what the search knows. Others ask the oracle ahead of it, and all
//! that reaches the search of them is an answer to the very question (candidate and base) that it asks at that moment. An
//! oracle that gives the same answer to the same question, whenever and how often it is asked, so gives the search the same
//! sequence of answers at any number of jobs, whoever was faster; what was asked ahead and is never come to is told of as
//! cancelled, and counts in no decision.
//!
//! **What is asked ahead** is a matter of speed alone. *Scouts* ([`scout`]) are copies of the search that go on by assumed
//! answers. Where the search waits for an answer, they form a tree: each of its branches assumes a yes or a no where the others
//! assume the other one. The next question is that of the likeliest branch (the product of the chances of what it assumes, see
//! [`forecast`]), until all workers have one. An answer cuts the branches that assumed the other, and questions that stand
//! on none that is left are cancelled.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use desk::{Askers, Desk, Order, Said};
use forecast::{Forecast, hash_of};

use super::candidate::Candidate;
use super::dispatch::join;
use super::round::Round;
use super::task::Task;
use super::trees::Trees;
use super::verdict_cache::text_hash;
use crate::oracle::{Answer, Cancel, Verdict};

mod desk;
mod forecast;
mod scout;

/// What a question is about: the candidate, and what it builds on.
type Subject = (u128, u128);

/// What looks ahead of the search in a round.
struct Foresight<'f> {
    round: &'f Round<'f>,
    desk: &'f Desk<'f>,
    /// The trees that scouts parse along: what those of the search have depends on what it has asked.
    trees: Arc<Trees>,
    branches: Vec<Branch<'f>>,
    /// Questions under way, and how many were begun.
    flying: BTreeMap<Subject, Flight>,
    begun: u64,
    /// Answers that the search has not come to.
    known: BTreeMap<Subject, Known>,
    forecast: Forecast,
}

/// A scout, and what it assumes from where the search is.
struct Branch<'f> {
    scout: Round<'f>,
    assumed: VecDeque<Assumed>,
    /// What it would ask next, once it has come to it.
    question: Option<(Task, Candidate)>,
    /// True when it has come to the end of the round.
    ended: bool,
}

#[derive(Clone, Copy)]
struct Assumed {
    subject: Subject,
    yes: bool,
    /// How likely that is: 1 once it is known.
    chance: f32,
}

struct Flight {
    number: u64,
    pass: usize,
    /// The hash of what it adds.
    own: u64,
    bytes: usize,
    cancel: Cancel,
}

struct Known {
    said: Said,
    flight: Flight,
}

impl Round<'_> {
    /// Runs the round as a single worker would, with what it asks asked ahead by others.
    pub(super) fn run_foreseeing(&self) {
        let desk = Desk::new(self.run.oracle, &self.run.stop);
        std::thread::scope(|scope| {
            let mut askers = Askers::at(&desk);
            let mut foresight = Foresight::new(self, &desk);
            while let Some((task, candidate)) = self.next_question() {
                let pass = task.topic.pass;
                let said =
                    foresight.answer(&task, &candidate, &mut |it, wanted| askers.order(scope, it, wanted));
                let told = self.run.answered(&candidate, pass, said);
                self.conclude(task, candidate, told);
            }
            foresight.cancel_all();
            join(askers.end());
            foresight.collect(false);
            foresight.tell_of_the_rest();
        });
    }
}

/// Leaves a question to as many threads.
type Leave<'l> = dyn FnMut(Order, usize) + 'l;

impl<'f> Foresight<'f> {
    fn new(round: &'f Round<'f>, desk: &'f Desk<'f>) -> Foresight<'f> {
        Foresight {
            round,
            desk,
            trees: Arc::default(),
            branches: Vec::new(),
            flying: BTreeMap::new(),
            begun: 0,
            known: BTreeMap::new(),
            forecast: Forecast::default(),
        }
    }

    /// The answer about what the search has come to.
    fn answer(&mut self, task: &Task, candidate: &Candidate, leave: &mut Leave<'_>) -> Said {
        let run = &self.round.run;
        if run.config.jobs == 1 {
            return run.put(candidate, 0, &run.stop.child());
        }
        let subject = subject_of(candidate);
        loop {
            if let Some(known) = self.known.remove(&subject) {
                self.follow(subject, &known.said);
                return known.said;
            }
            self.order(task, candidate, leave);
            self.look_ahead(task, candidate, leave);
            if !self.collect(true) {
                return Ok(Verdict::Cancelled.into());
            }
        }
    }

    /// How many may ask at once.
    fn room(&self) -> usize {
        let run = &self.round.run;
        run.config.jobs.min(run.oracle.width()).min(self.round.copies()).max(1)
    }

    /// Has a question asked, unless it is under way.
    fn order(&mut self, task: &Task, candidate: &Candidate, leave: &mut Leave<'_>) {
        let subject = subject_of(candidate);
        if self.flying.contains_key(&subject) {
            return;
        }
        self.begun += 1;
        let cancel = self.round.run.stop.child();
        let order = Order {
            number: self.begun,
            files: candidate.files.clone(),
            base: candidate.best.rank.files().to_vec(),
            cancel: cancel.clone(),
        };
        let flight = Flight {
            number: self.begun,
            pass: task.topic.pass,
            own: hash_of(&candidate.own),
            bytes: candidate.files.iter().map(|it| it.len()).sum(),
            cancel,
        };
        self.flying.insert(subject, flight);
        leave(order, self.flying.len());
    }

    /// Takes the answers that have come in, and waits for one if it `waits`. False when none will come any more.
    fn collect(&mut self, waits: bool) -> bool {
        let Some(answers) = self.desk.collect(waits) else { return false };
        for (number, said) in answers {
            let Some((&subject, _)) = self.flying.iter().find(|it| it.1.number == number) else { continue };
            let Some(flight) = self.flying.remove(&subject) else { continue };
            let verdict = said.as_ref().map_or(Verdict::Cancelled, |it| it.verdict);
            if verdict == Verdict::Cancelled && flight.cancel.is_raised() && !self.round.run.stop.is_raised()
            {
                self.tell_of(subject, &flight, &said);
                continue;
            }
            if verdict != Verdict::Cancelled {
                let yes = verdict == Verdict::Interesting;
                self.forecast.note(flight.own, yes);
                self.branches.retain_mut(|it| it.learn(subject, yes));
            }
            self.known.insert(subject, Known { said, flight });
        }
        true
    }

    /// Goes along with the search, which has heard this.
    fn follow(&mut self, subject: Subject, said: &Said) {
        let yes = said.as_ref().is_ok_and(|it| it.verdict == Verdict::Interesting);
        self.branches.retain_mut(|it| match it.assumed.pop_front() {
            Some(assumed) => assumed.subject == subject && assumed.yes == yes,
            None => it.asks() == Some(subject) && it.suppose(yes),
        });
    }

    /// Asks what the likeliest branches come to, as long as somebody has nothing to do.
    fn look_ahead(&mut self, task: &Task, candidate: &Candidate, leave: &mut Leave<'_>) {
        let room = self.room();
        if room == 1 {
            return;
        }
        // Where a branch was left out that turned out to be right, the tree is grown anew; what is known is not asked again.
        if self.branches.iter().map(Branch::chance).sum::<f32>() < COVERED {
            let scout = self.round.scout(self.trees.clone());
            let question = Some((task.clone(), candidate.clone()));
            self.branches = vec![Branch { scout, assumed: VecDeque::new(), question, ended: false }];
        }
        while self.flying.len() < room && self.extend(room, leave) {}
        if self.flying.len() >= room {
            self.cancel_stale(subject_of(candidate));
        }
    }

    /// Goes on with the likeliest branch by one question. False when none is likely enough.
    fn extend(&mut self, room: usize, leave: &mut Leave<'_>) -> bool {
        let open = self.branches.iter().enumerate().filter(|it| !it.1.ended);
        let Some((at, chance)) =
            open.map(|(at, it)| (at, it.chance())).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        else {
            return false;
        };
        if chance < LEAST {
            return false;
        }
        let Some((task, candidate)) = self.branches[at].come_to_question() else { return true };
        let (task, candidate) = (task.clone(), candidate.clone());
        let subject = subject_of(&candidate);
        let branch = &mut self.branches[at];
        if let Some(known) = self.known.get(&subject) {
            let verdict = known.said.as_ref().map_or(Verdict::Cancelled, |it| it.verdict);
            if verdict == Verdict::Cancelled {
                branch.ended = true;
                return true;
            }
            let yes = verdict == Verdict::Interesting;
            branch.assumed.push_back(Assumed { subject, yes, chance: 1.0 });
            branch.suppose(yes);
            return true;
        }
        let by_kind = branch.scout.protocol.with_queue(|it| it.chance(task.topic));
        let of_yes = self.forecast.chance(hash_of(&candidate.own), by_kind).clamp(0.01, 0.99);
        self.order(&task, &candidate, leave);
        let likely = of_yes >= 0.5;
        let of_other = if likely { 1.0 - of_yes } else { of_yes };
        let splits = chance * of_other * room_as_f32(room) * ALTERNATIVE > 1.0;
        if splits && self.branches.len() < 2 * room {
            let other = self.branches[at].otherwise(Assumed { subject, yes: !likely, chance: of_other });
            self.branches.push(other);
        }
        let branch = &mut self.branches[at];
        branch.assumed.push_back(Assumed { subject, yes: likely, chance: 1.0 - of_other });
        branch.suppose(likely);
        true
    }

    /// Cancels what no branch needs.
    fn cancel_stale(&self, needed: Subject) {
        for (subject, flight) in &self.flying {
            if *subject != needed && !self.branches.iter().any(|it| it.needs(*subject)) {
                flight.cancel.raise();
            }
        }
    }

    fn cancel_all(&mut self) {
        self.branches.clear();
        self.flying.values().for_each(|it| it.cancel.raise());
    }

    /// Tells of what nobody came to.
    fn tell_of_the_rest(&mut self) {
        for (subject, Known { said, flight }) in std::mem::take(&mut self.known) {
            self.tell_of(subject, &flight, &said);
        }
    }

    fn tell_of(&self, subject: Subject, flight: &Flight, said: &Said) {
        let took = said.as_ref().map_or_else(|_| Duration::default(), |it: &Answer| it.took);
        self.round.run.note_asked_in_vain(flight.pass, took, subject.0, flight.bytes);
    }
}

impl Branch<'_> {
    /// How likely everything is that it assumes.
    fn chance(&self) -> f32 {
        self.assumed.iter().map(|it| it.chance).product()
    }

    fn asks(&self) -> Option<Subject> {
        self.question.as_ref().map(|it| subject_of(&it.1))
    }

    fn needs(&self, subject: Subject) -> bool {
        self.assumed.iter().any(|it| it.subject == subject) || self.asks() == Some(subject)
    }

    /// Goes to its next question.
    fn come_to_question(&mut self) -> Option<&(Task, Candidate)> {
        if self.question.is_none() {
            self.question = self.scout.next_question();
            self.ended = self.question.is_none();
        }
        self.question.as_ref()
    }

    /// Goes on by an answer to its question. True if it had one.
    fn suppose(&mut self, yes: bool) -> bool {
        let Some((task, candidate)) = self.question.take() else { return false };
        let verdict = if yes { Verdict::Interesting } else { Verdict::Boring };
        let told = self.scout.run.answered(&candidate, task.topic.pass, Ok(verdict.into()));
        self.scout.conclude(task, candidate, told);
        true
    }

    /// The same branch with another answer to its question.
    fn otherwise(&self, assumed: Assumed) -> Self {
        let mut other = Branch {
            scout: self.scout.twin(),
            assumed: self.assumed.clone(),
            question: self.question.clone(),
            ended: false,
        };
        other.assumed.push_back(assumed);
        other.suppose(assumed.yes);
        other
    }

    /// Takes note of an answer. False when it assumed the other.
    fn learn(&mut self, subject: Subject, yes: bool) -> bool {
        let mut agrees = true;
        for it in self.assumed.iter_mut().filter(|it| it.subject == subject) {
            agrees &= it.yes == yes;
            it.chance = 1.0;
        }
        agrees
    }
}

/// The tree of branches is grown anew when they are less likely than this together.
const COVERED: f32 = 0.5;
/// Branches that are less likely than this are not gone on with.
const LEAST: f32 = 0.002;
/// A branch is kept where there are so many workers for it, in its share of all that is likely.
const ALTERNATIVE: f32 = 2.0;

#[expect(clippy::cast_precision_loss, reason = "few workers")]
fn room_as_f32(room: usize) -> f32 {
    room as f32
}

fn subject_of(candidate: &Candidate) -> Subject {
    (candidate.key.text, text_hash(candidate.best.rank.files()))
}
