//! One reduction: from an original that was judged interesting to a result that was, with everything in between.

mod measured;
mod outlook;
mod plan;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, OracleError, Rank, ReduceError, Verdict};

pub use self::plan::Plan;

use crate::Files;
use crate::dispatch::Events;
use crate::event::{Event, Mark, Setting};
use crate::failure::Failure;
use crate::format::Finish;
use crate::journal::{Keep, Log, OpenJournal, Past};
use crate::judging::{Judge, budget};
use crate::learning::Learning;
use crate::number::counted;
use crate::paste::Headers;
use crate::protect;
use crate::runner::{Arrived, Runner, Sink};
use crate::script::{self, Lookup};
use crate::slots::Slots;
use crate::steering::Steering;
use crate::summary::Summary;
use crate::test::Test;
use crate::until::Alarm;
use crate::writer::{Place, Writer};

const KEEPS_NOTHING: &str = "--keep-parsing has no effect: there is no grammar for this file, so nobody knows whether it \
    parses. If it is in a language that lop reads, name it: --language NAME";

/// Everything a reduction needs, once it is known to make sense.
pub struct Reduction<'r> {
    /// How to reduce; [`Plan::new`] has checked it.
    pub plan: Plan<'r>,
    /// The test, which was asked about the original or knows what an earlier check found.
    pub test: Test,
    /// Where the journal is kept.
    pub keep: Keep,
    /// Go on where an earlier run was.
    pub resume: bool,
    /// When the run began; the time of `--until` counts from here.
    pub began: Instant,
    /// True when the time that earlier runs took, and the questions that they asked, count as well.
    pub budget_goes_on: bool,
    /// Where the best so far goes.
    pub place: Arc<dyn Place>,
    /// What to call the place of the result; `-` is standard output.
    pub output: PathBuf,
    /// Whose turn it is to ask.
    pub slots: &'r dyn Slots,
    /// What a person says meanwhile.
    pub steering: Steering,
    /// Who is told.
    pub events: Events,
    /// Stops it, and keeps the best so far.
    pub stop: &'r Cancel,
}

/// What is left of a reduction that is over.
#[derive(Debug)]
pub struct Reduced {
    /// What it came to.
    pub summary: Summary,
    /// To be closed once the result is where it belongs.
    pub journal: OpenJournal,
    /// The test, for who wants to see what it does with the result.
    pub test: Test,
}

impl Reduction<'_> {
    /// Reduces. However it ends, the place holds something that was judged interesting, or the original. The journal is to
    /// be closed once the result is where it belongs: until then a killed run can go on.
    pub fn run(mut self) -> Result<Reduced, Failure> {
        let options = self.plan.options;
        self.look_at_diagnostics()
            .map_err(|it| Failure::cannot_ask("the test could not be run any more", &it))?;
        self.test.watch(
            options.result.keep_other_crashes.as_deref(),
            &self.plan.subject.name,
            self.events.clone(),
        );
        let learning = Learning::of(options, &self.plan.subject.name, &self.plan.languages, &self.events);
        let learnt = learning.as_ref().map(Learning::begin).transpose()?.map(|(experience, learnt)| {
            self.plan.config.experience = Some(experience);
            learnt
        });
        let begin = self.plan.begin.clone().unwrap_or_else(|| self.plan.original.clone());
        let identity = self.test.identity(&begin, self.plan.protected(), &options.search);
        let (log, past) = Log::open(&self.keep, self.resume, &identity, &begin, self.events.clone())?;
        let spent = if self.budget_goes_on { past.mark().seconds } else { 0.0 };
        let time = self.stop.child();
        let deadline = options.search.until.time.and_then(|it| {
            self.began.checked_add(it.saturating_sub(Duration::from_secs_f64(spent.max(0.0))))
        });
        let _alarm = Alarm::set(deadline, time.clone()).map_err(Failure::no_thread)?;
        let writer = Writer::start(self.place.clone(), self.events.clone()).map_err(Failure::no_thread)?;
        let judge =
            Judge::new(&self.test, self.slots, (&log, past.known()), &self.plan.config, self.events.clone());
        let judge = match self.budget_goes_on {
            true if past.is_wide() => judge.going_on(past.questions() as u64),
            true => judge.going_on(0),
            false => judge,
        }
        .doubting(past.has_doubts());
        self.measure_original(&judge, &past)?;
        let score = self.measure_objective(&judge, &past)?;
        let unpasted = begin.clone();
        let begin = paste(&mut self.plan, begin, &judge, &time, &self.events)?;
        let at_work = AtWork {
            reduction: &self,
            unpasted: &unpasted,
            score,
            log: &log,
            judge: &judge,
            writer: &writer,
            time: &time,
            began: Instant::now(),
            asked_before: past.questions() as u64,
            seconds_before: past.mark().seconds,
        };
        let summary = Summary { learnt, ..at_work.go(&begin, &past)? };
        drop(judge);
        if let Some(learning) = learning {
            learning.end(&summary.outcome, &self.events);
        }
        Ok(Reduced { summary, journal: OpenJournal(log), test: self.test })
    }

    /// Says what `--keep-parsing` and `--no-new-diagnostics` hold on to, or that they have nothing to look at.
    fn look_at_diagnostics(&mut self) -> Result<(), OracleError> {
        if self.plan.options.search.keep_parsing && self.plan.languages.iter().all(Option::is_none) {
            self.events.send(Event::Warning(KEEPS_NOTHING.to_owned()));
        }
        let original = self.plan.original();
        self.test.catch_up_on_diagnostics(original, self.slots, self.stop)?;
        let told = self.test.about_diagnostics(original, self.slots, self.stop)?;
        if let Some(told) = told {
            self.events.send(told);
        }
        Ok(())
    }
}

/// Puts headers in the place of their lines where that is wanted. Returns what the search begins with.
fn paste(
    plan: &mut Plan<'_>,
    begin: Files,
    judge: &Judge<'_>,
    time: &Cancel,
    events: &Events,
) -> Result<Files, Failure> {
    let search = &plan.options.search;
    if !search.paste_includes {
        return Ok(begin);
    }
    let real = std::fs::canonicalize(&plan.subject.path).unwrap_or_else(|_| plan.subject.path.clone());
    let headers = Headers::find(&real, &begin[0], &plan.options.test.command);
    let (before, values) = (plan.config.protected.clone(), &search.protect);
    let pasted = headers.paste(|text| match protect::still_protected(&before, values, text) {
        Some(_) if plan.parses(text) => judge.about_pasted(&vec![text.clone()], time),
        _ => Ok(Verdict::Boring),
    });
    let pasted = pasted.map_err(|it| Failure::cannot_ask("the test could not be run any more", &it))?;
    let tokens = |it: &Arc<[u8]>| lop_engine::tokens::count(it);
    let text = pasted.text.as_ref().unwrap_or(&begin[0]);
    events.send(Event::Note(headers.tell(&pasted, (tokens(&begin[0]), tokens(text)))));
    let Some(text) = pasted.text else { return Ok(begin) };
    plan.config.protected = protect::still_protected(&before, values, &text).unwrap_or_default();
    Ok(vec![text])
}

/// A reduction whose journal is open.
struct AtWork<'w> {
    reduction: &'w Reduction<'w>,
    /// What the journal's first best is a difference from.
    unpasted: &'w Files,
    /// The score of the original, where there is an objective.
    score: Option<f64>,
    log: &'w Log,
    judge: &'w Judge<'w>,
    writer: &'w Writer,
    /// Raised when the run is stopped, and when its time is up.
    time: &'w Cancel,
    began: Instant,
    /// Questions that earlier runs asked.
    asked_before: u64,
    /// Seconds that they took.
    seconds_before: f64,
}

impl Sink for AtWork<'_> {
    fn mark(&self, pass: &str) -> Mark {
        let seconds = self.seconds_before + self.began.elapsed().as_secs_f64();
        Mark { question: self.asked_before + self.judge.asked(), seconds, pass: pass.to_owned(), score: None }
    }

    fn revisit(&self, files: &Files) -> Option<Mark> {
        self.log.revisit(files)
    }

    fn settle(&self, files: &Files, mark: &Mark) {
        self.writer.put(files.clone());
        self.log.best(files, mark, self.judge.level(files));
    }

    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        self.reduction.place.judged(edit, taken)
    }
}

impl AtWork<'_> {
    fn go(&self, begin: &Files, past: &Past) -> Result<Summary, Failure> {
        let (events, plan) = (&self.reduction.events, &self.reduction.plan);
        events.send(Event::Started(Arc::new(self.setting(begin))));
        let sizes = begin.iter().map(|it| it.len());
        if let Some(told) = outlook::outlook(sizes, self.reduction.test.took(), plan.jobs()) {
            events.send(Event::Note(told));
        }
        self.tell_of_journal(past);
        self.writer.put(past.best().unwrap_or(begin).clone());
        let arrived = self.search(begin, past).map_err(|it| Failure::cannot_begin(&it))?;
        if arrived.unproven > 0 {
            let why = if arrived.rates.is_some() {
                "it was not proven any more that the rate has not fallen with"
            } else {
                "--then was not asked any more about"
            };
            events.send(Event::Note(format!(
                "{why} {}, so the result is from before",
                counted(arrived.unproven, "improvement")
            )));
        }
        let elapsed = self.began.elapsed();
        let mut summary = Summary {
            questions_before: self.asked_before,
            trust: arrived.trust,
            rates: arrived.rates,
            unproven: arrived.unproven,
            spent: arrived.spent,
            elapsed,
            elapsed_in_all: elapsed + Duration::from_secs_f64(self.seconds_before.max(0.0)),
            validity: self.judge.validity(),
            traffic: self.judge.traffic(),
            scores: self.scores(&arrived),
            ..Summary::of(arrived.outcome)
        };
        let rank = Rank::of(begin);
        (summary.outcome.tokens.0, summary.outcome.bytes.0) = (rank.tokens, rank.bytes);
        if plan.options.result.format {
            self.format(&mut summary);
        }
        summary.errors = plan.errors(&summary.outcome.files);
        self.writer.flush();
        summary.outcome.questions = self.judge.asked();
        (summary.other_crashes, summary.finds_lost) = self.reduction.test.other_crashes();
        Ok(summary)
    }

    /// Where the way is reproducible the run goes it again, answered by the journal, and so ends where it would have ended.
    /// Otherwise it goes on from the best.
    fn search(&self, begin: &Files, past: &Past) -> Result<Arrived, ReduceError> {
        let plan = &self.reduction.plan;
        let mut config = plan.config.clone();
        let mut start = begin;
        let last = past.best().filter(|_| past.is_wide());
        if past.questions() > 0 {
            let resumed = past.resumed(self.unpasted, last.is_some());
            self.reduction.events.send(Event::Resumed(Arc::new(resumed)));
        }
        if let Some(best) = last {
            start = best;
            self.judge.take_up();
            config.known = self.judge.known();
            self.log.goes_on();
        }
        let runner = Runner {
            config,
            judge: self.judge,
            stop: self.reduction.stop,
            time: self.time,
            until: plan.options.search.until,
            hasty: self.is_hasty(),
            events: &self.reduction.events,
            sink: self,
            steering: &self.reduction.steering,
            reducers: &plan.reducers,
            languages: plan.languages.clone(),
        };
        for it in runner.reducers {
            let (name, jobs, stop) = (plan.subject.name.clone(), plan.config.jobs, self.time.clone());
            match plan.project {
                Some(_) => it.reducer.begin_project(name, plan.config.kept.clone(), jobs, stop),
                None => it.reducer.begin(name, jobs, stop),
            }
        }
        let arrived = runner.run(start, past.best());
        for it in runner.reducers {
            it.reducer.end();
        }
        arrived
    }

    /// True when a budget leaves too little to ask again about the result.
    fn is_hasty(&self) -> bool {
        let search = &self.reduction.plan.options.search;
        self.reduction.plan.config.max_questions.is_some_and(budget::is_small)
            || search.until.time.is_some_and(|it| it < 20 * self.reduction.test.took())
    }

    /// Lays the result out, and says so where it stays as it is.
    fn format(&self, summary: &mut Summary) {
        let (reduction, plan) = (self.reduction, &self.reduction.plan);
        if reduction.stop.is_raised() || summary.outcome.ended.trouble().is_some() {
            return;
        }
        let finish = Finish {
            formatter: plan.formatter,
            name: Path::new(&plan.subject.name),
            judge: self.judge,
            protected: &plan.config.protected,
            parses: &|it| plan.parses(it),
            stop: reduction.stop,
        };
        match finish.format(&summary.outcome.files[0]) {
            Ok(text) => {
                let files = vec![text];
                self.writer.put(files.clone());
                summary.set_result(files);
                summary.formatted = true;
            }
            Err(why) => {
                let text = format!("--format: {why}, so the result stays as it is");
                reduction.events.send(Event::Note(text));
            }
        }
    }

    fn setting(&self, begin: &Files) -> Setting {
        let (reduction, plan) = (self.reduction, &self.reduction.plan);
        let target = reduction.test.target();
        let name = &plan.subject.name;
        Setting {
            file: plan.subject.path.clone(),
            files: begin.clone(),
            project: plan.subject.project.clone(),
            language: plan.language(),
            test: lop_oracle::quote::command(&plan.options.test.command),
            target: target.explain(),
            signature: target.signature().cloned(),
            script: match &plan.subject.project {
                None => script::script(plan.options, name, Lookup::Here, target),
                // Where a project is to be, the test that the user has written knows best.
                Some(_) => String::new(),
            },
            jobs: plan.config.jobs,
            tokens: begin.iter().map(|it| lop_engine::tokens::count(it)).sum(),
            bytes: begin.iter().map(|it| it.len()).sum(),
            took: reduction.test.took(),
            output: reduction.output.clone(),
            quick: plan.quick,
            score: self.score,
        }
    }

    fn tell_of_journal(&self, past: &Past) {
        let reduction = self.reduction;
        if !reduction.resume || matches!(reduction.keep, Keep::Batch(_)) {
            return;
        }
        let text = match (self.log.path(), past.best()) {
            (Some(path), Some(best)) => format!(
                "going on with {} and a best of {} from {}",
                counted(past.questions(), "verdict"),
                counted(best.iter().map(|it| it.len()).sum::<usize>(), "byte"),
                path.display()
            ),
            (Some(path), None) if past.questions() > 0 => {
                format!("going on with {} from {}", counted(past.questions(), "verdict"), path.display())
            }
            _ => match past.begun_anew() {
                Some(why) => format!("the journal of this run cannot be gone on with: {why}; it begins anew"),
                None => "there is no journal of this run (the same file, command and conditions), so it begins anew"
                    .to_owned(),
            },
        };
        reduction.events.send(Event::Note(text));
    }
}
