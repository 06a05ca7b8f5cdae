//! One run: read the file, ask about it as it is, search, keep the best, tell how it ended.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, Config, Ended, Language, Observer, Oracle, Outcome, Question, Verdict, tokens};
use lop_oracle::{Capture, Replay};

use crate::args::Args;
use crate::backend::{self, Checked, Test};
use crate::check;
use crate::drive::{self, Drive};
use crate::driven::Driven;
use crate::error::Failure;
use crate::exit::Exit;
use crate::format::Finish;
use crate::history::Files;
use crate::inplace;
use crate::input::Input;
use crate::invocation::{self, Invocation, Task};
use crate::judge::{Judge, Parts};
use crate::log::Log;
use crate::output::Keeper;
use crate::paste::Headers;
use crate::protect;
use crate::report::{Closing, Event, Reporter, Setting};
use crate::setup::{check_options, config, language, no_grammar, wanted};
use crate::signals::Listener;
use crate::symptom::Symptom;
use crate::until::{Alarm, Until};

/// Reduces what the command line names.
pub(crate) fn run(mut args: Args, reporter: &Arc<dyn Reporter>) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (task, invocation) = invocation(&mut args)?;
    check_options(&args, task, &invocation)?;
    let input = Input::read(&invocation.file)?;
    let language = language(args.search.language.as_deref(), &input)?;
    if task == Task::Check {
        return check::run(&args, &invocation, &input, language, reporter);
    }
    let stop = Cancel::new();
    let listener = Listener::start(stop.clone(), reporter.clone())
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot listen to signals").because(it))?;
    let input = inplace::original(input, &invocation, &args, &stop)?;
    let config = config(&args, &input, reporter.as_ref())?;
    let keeper = Keeper::prepare(wanted(&args.result), &input)?;
    let test = Test::new(&invocation.command, &input, &args)?;
    if language.is_none() && args.search.language.is_none() {
        reporter.on_event(&Event::Note(&no_grammar(&input)));
    }
    warn_of_original(&args, &invocation, &input, reporter.as_ref());
    let until = Until::of(&args.search.until);
    let time = stop.child();
    let deadline = until.time.and_then(|it| began.checked_add(it));
    let _alarm = Alarm::set(deadline, time.clone())
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot watch the time").because(it))?;
    let given = input.text.clone();
    let run = Run { args, input, given, invocation, config, keeper, stop, time, until, listener, reporter };
    run.go(test, language)
}

/// Everything a run needs, once it is known to make sense.
struct Run<'r> {
    args: Args,
    /// The input, with the text that the search begins with.
    input: Input,
    /// What the file held.
    given: Arc<[u8]>,
    invocation: Invocation,
    config: Config,
    keeper: Keeper,
    stop: Cancel,
    /// Raised when `stop` is, and when the time of --until is up.
    time: Cancel,
    until: Until,
    listener: Listener,
    reporter: &'r Arc<dyn Reporter>,
}

/// What is known when the search can begin.
struct Ready<'r> {
    test: &'r Test,
    language: Option<Arc<Language>>,
    log: &'r Log,
    judge: &'r Judge<'r>,
    replay: Replay,
    /// How long the test takes.
    took: Duration,
}

/// Passes the search's events on.
struct Watch<'r>(&'r dyn Reporter);

impl Observer for Watch<'_> {
    fn on_event(&self, event: &lop_engine::Event<'_>) {
        self.0.on_event(&Event::Search(event));
    }
}

impl Run<'_> {
    fn go(mut self, mut test: Test, language: Option<Arc<Language>>) -> Result<Exit, Failure> {
        let (original, args) = (&self.given, &self.args);
        let Some(runs) = test.observe(original, &args.test, 2, &self.stop)? else {
            return Err(self.stopped_early());
        };
        let reporter = self.reporter.clone();
        test.watch_for_finds(
            args.result.keep_other_crashes.as_deref(),
            &self.input.name,
            self.warner(),
            move |run, files| reporter.on_event(&Event::Refused { run, text: &files[0] }),
        );
        let Checked::Interesting { took, empty_too } = test.judge(runs, original, &self.stop)? else {
            return Err(self.stopped_early());
        };
        if empty_too {
            self.tell(&Event::Warning(
                "the test says yes to an empty file too, so the result will be empty: make it look for the bug itself",
            ));
        }
        let identity = test.identity(original, &self.config.protected);
        let (log, replay) = Log::open(&args.result, &identity, original, self.warner())?;
        let watch = Watch(self.reporter.as_ref());
        let then = test.then().map(|it| it as &dyn Oracle);
        let warn = self.warner();
        let budget = self.config.max_questions.map(drive::search_budget);
        let parts = Parts { test: test.oracle(), then, budget, log: &log, observer: &watch, warn: &warn };
        let judge = Judge::new(parts, replay.known.clone());
        self.paste(&judge)?;
        self.tell(&Event::Started(&self.setting(&test, language.as_ref(), took)));
        self.tell_of_journal(&log, &replay);
        let kept = match &replay.best {
            Some(best) => self.keeper.keep(best[0].clone()),
            None if self.input.text != self.given => self.keeper.keep(self.input.text.clone()),
            None => self.keeper.keep_original(),
        };
        if let Some(trouble) = kept {
            self.tell(&Event::Warning(&trouble));
        }
        self.search(Ready { test: &test, language, log: &log, judge: &judge, replay, took })
    }

    /// Pastes headers where that is wanted: what the search begins with is then the text that has them.
    fn paste(&mut self, judge: &Judge<'_>) -> Result<(), Failure> {
        if !self.args.search.paste_includes {
            return Ok(());
        }
        let headers = Headers::find(&self.input.real, &self.given, &self.invocation.command);
        let (before, values) = (&self.config.protected, &self.args.search.protect);
        let pasted = headers.paste(|text| match protect::still_protected(before, values, text) {
            Some(_) => judge.about_pasted(&vec![text.clone()], &self.time),
            None => Ok(Verdict::Boring),
        });
        let pasted = pasted.map_err(|it| backend::cannot_ask("the test could not be run any more", &it))?;
        let text = pasted.text.as_ref().unwrap_or(&self.given);
        self.tell(&Event::Note(&headers.tell(&pasted, (tokens::count(&self.given), tokens::count(text)))));
        if let Some(text) = pasted.text {
            self.config.protected = protect::still_protected(before, values, &text).unwrap_or_default();
            self.input.text = text;
        }
        Ok(())
    }

    fn search(&self, ready: Ready<'_>) -> Result<Exit, Failure> {
        let began = Instant::now();
        let Ready { test, language, log, judge, replay, took } = ready;
        let watch = Watch(self.reporter.as_ref());
        let settle = |files: &Files| {
            if let Some(trouble) = self.keeper.keep(files[0].clone()) {
                self.tell(&Event::Warning(&trouble));
            }
            log.best(files);
        };
        let warn = |text: &str| self.tell(&Event::Warning(text));
        let mut config = self.config.clone();
        let mut start = vec![self.input.text.clone()];
        // Where the way is reproducible the run goes it again, answered by the journal, and so ends where it would have
        // ended. Otherwise it goes on from the best.
        if (config.jobs > 1 && !config.deterministic)
            && let Some(best) = &replay.best
        {
            start.clone_from(best);
            config.known.clone_from(&replay.known);
        }
        let drive = Drive {
            config,
            judge,
            staged: test.then().is_some(),
            stop: &self.stop,
            time: &self.time,
            until: self.until,
            hasty: self.is_hasty(took),
            observer: &watch,
            settle: &settle,
            note: &|text| self.tell(&Event::Note(text)),
            warn: &warn,
            language: language.clone(),
        };
        let driven = drive.run(&start, replay.best.as_ref());
        let mut driven =
            driven.map_err(|it| Failure::new(Exit::Usage, "the search cannot begin").because(it))?;
        if driven.unproven > 0 {
            self.tell(&Event::Note(&format!(
                "{} improvements do not count: --then was not asked about them any more",
                driven.unproven
            )));
        }
        let formatted = self.args.result.format && self.format(judge, language.as_deref(), &mut driven);
        self.finish(test, &driven, formatted, began.elapsed(), log)
    }

    /// True when a budget leaves too little to ask again about the result.
    fn is_hasty(&self, took: Duration) -> bool {
        self.config.max_questions.is_some_and(|it| drive::search_budget(it) == it)
            || self.until.time.is_some_and(|it| it < 20 * took)
    }

    /// Lays the result out, and says so where it stays as it is.
    fn format(&self, judge: &Judge<'_>, language: Option<&Language>, driven: &mut Driven) -> bool {
        if self.stop.is_raised() || matches!(driven.outcome.ended, Ended::OracleFailed(_)) {
            return false;
        }
        let finish = Finish {
            formatter: language.map_or(&[], |it| backend::formatter(&it.name)),
            name: Path::new(&self.input.name),
            judge,
            protected: &self.config.protected,
            stop: &self.stop,
        };
        match finish.format(&driven.outcome.files[0]) {
            Ok(text) => {
                if let Some(trouble) = self.keeper.keep(text.clone()) {
                    self.tell(&Event::Warning(&trouble));
                }
                driven.set_result(vec![text], judge);
                true
            }
            Err(why) => {
                self.tell(&Event::Note(&format!("--format: {why}, so the result stays as it is")));
                false
            }
        }
    }

    fn finish(
        &self,
        test: &Test,
        driven: &Driven,
        formatted: bool,
        elapsed: Duration,
        log: &Log,
    ) -> Result<Exit, Failure> {
        let mut outcome = driven.outcome.clone();
        outcome.bytes.0 = self.input.text.len();
        let kept = self.keeper.finish()?;
        self.look_after_the_original();
        let complete = matches!(outcome.ended, Ended::Fixpoint);
        let caught = self.listener.caught();
        let exit = match exit(&outcome, caught.map(|it| it.1)) {
            Exit::Reduced if !driven.reliable => Exit::Flaky,
            exit => exit,
        };
        let shown = self.args.result.report.is_some().then(|| {
            let question = Question { files: &outcome.files, worker: 0, cancel: &self.stop };
            let run = test.oracle().run(&question, Capture::Everything).ok();
            (run, lop_batch::version(test.oracle().spec()))
        });
        let finds: Vec<(String, u64)> = test.finds().iter().map(|it| (it.0.to_string(), it.1)).collect();
        self.tell(&Event::Finished(&Closing {
            file: &self.input.path,
            outcome: &outcome,
            shown: shown.as_ref(),
            kept,
            backup: self.keeper.backup(),
            elapsed,
            spent: driven.spent,
            formatted,
            signal: caught.map(|it| it.0),
            exit,
            finds: &finds,
            finds_kept: self.args.result.keep_other_crashes.as_deref(),
            resumable: log.close(complete),
        }));
        match outcome.ended {
            Ended::OracleFailed(error) => {
                Err(Failure::new(Exit::CannotAsk, "the test could not be run any more")
                    .because(error)
                    .help(format!("the best so far is in {}", self.keeper.target().display())))
            }
            _ => Ok(exit),
        }
    }

    /// Says so when somebody, most likely the test, has changed the input.
    fn look_after_the_original(&self) {
        let intact = || std::fs::read(&self.input.real).is_ok_and(|it| it == *self.given);
        if !self.args.result.in_place && !intact() {
            self.tell(&Event::Warning(&format!(
                "{} is not what it was at the start: if the test changes it, let it work on its own copy, in its \
                 working directory; the result is made from what was there at first",
                self.input.path.display()
            )));
        }
    }

    fn setting(&self, test: &Test, language: Option<&Arc<Language>>, took: Duration) -> Setting {
        Setting {
            file: self.input.path.clone(),
            text: self.input.text.clone(),
            language: language.map(|it| it.name.clone()),
            test: invocation::shell(&self.invocation.command),
            symptom: test.symptom().explain(),
            signature: match test.symptom() {
                Symptom::Crash(signature) => Some(signature.clone()),
                _ => None,
            },
            script: check::as_script(&self.args, &self.invocation.command, &self.input.name, test.symptom()),
            jobs: self.config.jobs,
            tokens: tokens::count(&self.input.text),
            bytes: self.input.text.len(),
            took,
            output: self.keeper.target().to_owned(),
        }
    }

    fn tell_of_journal(&self, log: &Log, replay: &Replay) {
        if !self.args.result.resume {
            return;
        }
        let text = match (log.path(), &replay.best) {
            (Some(path), Some(best)) => format!(
                "going on with {} verdicts and a best of {} bytes from {}",
                replay.known.len(),
                best[0].len(),
                path.display()
            ),
            (Some(path), None) if !replay.known.is_empty() => {
                format!("going on with {} verdicts from {}", replay.known.len(), path.display())
            }
            _ => "there is no journal of this run (the same file, command and conditions), so it begins anew"
                .to_owned(),
        };
        self.tell(&Event::Note(&text));
    }

    fn warner(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let reporter = self.reporter.clone();
        move |text| reporter.on_event(&Event::Warning(text))
    }

    fn tell(&self, event: &Event<'_>) {
        self.reporter.on_event(event);
    }

    fn stopped_early(&self) -> Failure {
        let (name, exit) = self.listener.caught().unwrap_or(("a signal", Exit::Interrupted));
        Failure::new(exit, "stopped before the search began; nothing was written")
            .because(format!("{name} came while the test was asked about the original"))
    }
}

/// What is to be done, with what.
pub(crate) fn invocation(args: &mut Args) -> Result<(Task, Invocation), Failure> {
    let mut positional = std::mem::take(&mut args.positional);
    let task = Task::take(&mut positional, !args.command.is_empty() || args.test.shell.is_some());
    let invocation = match &args.test.shell {
        Some(line) => Invocation::with_line(positional, line)?,
        None => Invocation::new(positional, std::mem::take(&mut args.command))?,
    };
    Ok((task, invocation))
}

fn exit(outcome: &Outcome, caught: Option<Exit>) -> Exit {
    match &outcome.ended {
        Ended::OracleFailed(_) => Exit::CannotAsk,
        // A signal that came when all was done has interrupted nothing.
        Ended::Stopped => caught.unwrap_or(Exit::Reduced),
        _ => Exit::Reduced,
    }
}

fn warn_of_original(args: &Args, invocation: &Invocation, input: &Input, reporter: &dyn Reporter) {
    if let Some(word) = invocation.reads_original(&input.real, &input.name, args.test.stdin) {
        reporter.on_event(&Event::Warning(&format!(
            "the test names the original file ({}) and will not see the candidates: write @@ instead",
            invocation::show(word)
        )));
    }
}
