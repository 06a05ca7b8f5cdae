//! One run: read the file, ask about it as it is, have it reduced, tell how it ended.

mod check;
pub(crate) mod config;
mod in_place;
pub(crate) mod signals;
mod unfinished;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lop_engine::{Cancel, Ended, Language, OracleError, Question};
use lop_oracle::Capture;
use lop_runner::event::Closing;
use lop_runner::journal::Keep;
use lop_runner::learning;
use lop_runner::pass_choice::nearest;
use lop_runner::reduction::{Plan, Reduced};
use lop_runner::slots::Unbounded;
use lop_runner::test::{Checked, Jobs, Subject, Test};
use lop_runner::{
    Event, Events, Failure, Files, Options, Reduction, Steering, Summary, Trouble, Trust, project,
};

use crate::args::Args;
use crate::command::BESIDE;
use crate::exit::Exit;
use crate::input::Input;
use crate::input::invocation::{self, Invocation, Task};
use crate::input::operators;
use crate::input::source::Source;
use crate::output::results::Results;
use crate::output::{clash, paths};
use crate::peers;
use crate::progress::Talk;
use signals::SignalHandler;

/// What stands for standard input, or output, in the place of a path.
const STDIN: &str = "-";

/// What a signal comes to that is early enough.
const NOTHING_WRITTEN: &str = "stopped before the search began; nothing was written";

/// How often the test is asked about the original, at least; where that is so often, in places of different names.
const TWICE: u32 = 2;
const IN_PLACES: u32 = 4;

/// Reduces, or checks, what the command line names.
pub(crate) fn run(
    mut args: Args,
    events: &Events,
    (steering, stop): (&Steering, &Cancel),
) -> Result<Exit, Failure> {
    let began = Instant::now();
    args.search.grammar.add(&mut args.search.language)?;
    let (task, invocation) = invocation(&mut args)?;
    paths::check(&args.result)?;
    // What came from standard input is a file as long as the run goes on.
    let from_stdin = (invocation.file == Path::new(STDIN)).then(tempfile::tempdir).transpose();
    let from_stdin =
        from_stdin.map_err(|it| Failure::usage("standard input cannot be kept in a file").because(it))?;
    let present = match (&from_stdin, invocation.inputs.clone()) {
        (Some(directory), _) => {
            let input = Input::from_stdin(directory.path(), args.search.language.as_deref())?;
            Ok(Source::File(Box::new(input)))
        }
        (None, Some(inputs)) => Source::project(inputs, &args, &invocation.command),
        (None, None) => {
            config::check_single(&args.project)?;
            Ok(Source::File(Box::new(Input::read(&invocation.file)?)))
        }
    };
    if from_stdin.is_some() && args.result.output.is_none() {
        args.result.output = Some(STDIN.into());
    }
    config::check(&args, task)?;
    let options = config::options(&args, invocation.command.clone());
    let signals = SignalHandler::start(stop.clone(), events.clone())?;
    let source = match task {
        Task::Check => present?,
        Task::Reduce => in_place::original(present, invocation.inputs.as_ref(), &args, &options, stop)?,
    };
    options.check(&source.name())?;
    options.search.learn.as_deref().map(learning::check).transpose()?;
    let languages = source.languages(args.search.language.as_deref())?;
    if let Some(text) = operators::note(&invocation.command) {
        events.send(Event::Note(text));
    }
    if task == Task::Check {
        let done = check::run(&args, &options, &source, languages, events, stop);
        return stopped(done, &signals, "stopped", "asked");
    }
    warn_of_original(&args, &invocation, &source, events);
    let run = Run {
        args: &args,
        options: &options,
        subject: source.subject(),
        source: &source,
        events,
        steering,
        talk: Talk::of(&args.talk),
        stop,
        signals,
    };
    run.reduce(languages, began)
}

/// One run, once it is known to make sense.
struct Run<'r> {
    args: &'r Args,
    options: &'r Options,
    subject: Subject,
    source: &'r Source,
    events: &'r Events,
    steering: &'r Steering,
    talk: Talk,
    stop: &'r Cancel,
    signals: SignalHandler,
}

impl Run<'_> {
    fn reduce(&self, languages: Vec<Option<Arc<Language>>>, began: Instant) -> Result<Exit, Failure> {
        let (args, events) = (self.args, self.events);
        let keeper = Arc::new(Results::prepare(config::wanted(args), self.source, &args.result)?);
        let notes = self.source.notes(&languages, args.search.language.is_some());
        let (plan, translated) = self.source.plan(self.options, &self.subject, languages)?;
        let mut test = Test::new(self.options, &self.subject)?;
        if args.result.report.is_some() {
            test.explain();
        }
        for note in translated.into_iter().chain(notes) {
            events.send(Event::Note(note));
        }
        let written = config::written(args, self.source);
        clash::check(&written, self.source, &config::test_files(self.options, test.oracle().spec()))?;
        test.share(&Jobs::new(plan.jobs()));
        self.ask(&mut test, &plan)?;
        let keep = args.result.journal.clone().map_or(Keep::Ours, Keep::Named);
        let identity = test.identity(plan.original(), plan.protected(), &self.options.search);
        let resume = unfinished::goes_on(args, &keep, &identity, plan.original(), self.stop);
        let resume = stopped(resume, &self.signals, NOTHING_WRITTEN, "waiting for an answer")?;
        let reduction = Reduction {
            plan,
            test,
            keep,
            resume,
            began,
            budget_goes_on: false,
            place: keeper.clone(),
            output: keeper.target().to_owned(),
            slots: self.steering,
            steering: self.steering.clone(),
            events: events.clone(),
            stop: self.stop,
        };
        let watch = self.talk.to_person.then(|| keeper.watch(self.steering));
        let reduced = reduction.run()?;
        drop(watch);
        self.close(reduced, &keeper)
    }

    /// Asks about the original, and holds on to what that shows.
    fn ask(&self, test: &mut Test, plan: &Plan<'_>) -> Result<(), Failure> {
        // A run that goes on knows what the test is like, and what takes its time to hang is not asked more than it must be.
        let knows = self.args.result.resume || self.options.test.hang;
        test.about_luggage().into_iter().for_each(|it| self.events.send(it));
        let checked = observe(test, plan, if knows { TWICE } else { IN_PLACES }, self.stop);
        let checked = stopped(checked, &self.signals, NOTHING_WRITTEN, "asked about the original")?;
        if checked.empty_too {
            self.events.send(Event::Warning(
                "the test says yes to an empty file too, so the result will be empty: make it look for the bug itself"
                    .to_owned(),
            ));
        }
        let unread = test.about_unread(plan.original(), self.stop);
        let told = test.about_places().map(Event::Warning).into_iter().chain(test.about_here()).chain(unread);
        told.chain(test.about_missing()).for_each(|it| self.events.send(it));
        Ok(())
    }

    /// Tells how it ended.
    fn close(&self, reduced: Reduced, keeper: &Results) -> Result<Exit, Failure> {
        let Reduced { mut summary, journal, test } = reduced;
        let kept = keeper.finish()?;
        if let Some(text) = keeper.smaller_before() {
            self.events.send(Event::Note(text));
        }
        if let Some(edit) = keeper.untold() {
            self.events.send(Event::Warning(edit));
        }
        summary.resumable = journal.close(summary.is_complete());
        self.look_after_the_original();
        self.tell_of_what_is_gone(summary.files());
        let caught = self.signals.caught();
        let exit = exit(&summary, caught.map(|it| Exit::by_signal(it.1)));
        let failed =
            summary.outcome.ended.trouble().map(|error| failed(&error, summary.trust, keeper.target()));
        let (run, tool) = self.shown(&test, &summary);
        let mut backups = keeper.backups();
        if exit == Exit::Reduced {
            let told;
            (backups, told) = self.args.result.backup.settle(backups);
            if let Some(text) = told {
                self.events.send(Event::Note(text));
            }
        }
        self.events.send(Event::Finished(Arc::new(Closing {
            backups,
            run,
            tool,
            signal: caught.map(|it| it.0),
            exit: Some(exit.code()),
            other_crashes_kept: self.args.result.keep_other_crashes.clone(),
            ..Closing::of(self.source.path().to_owned(), summary, kept)
        })));
        failed.map_or(Ok(exit), Err)
    }

    /// What the test does with the result, and the version of its program, where a page or a text about them is wanted.
    fn shown(&self, test: &Test, summary: &Summary) -> (Option<lop_oracle::RunOutput>, Option<String>) {
        if self.args.result.report.is_none() && self.args.result.bug.is_none() {
            return (None, None);
        }
        let question = Question::about(summary.files(), self.stop);
        let run = test.oracle().run(&question, Capture::Everything).ok();
        (run, lop_batch::version(test.oracle().spec()))
    }

    /// Says so where a file that was named is not there any more, or under another name.
    fn tell_of_what_is_gone(&self, result: &Files) {
        let Source::Project(original, _) = self.source else { return };
        if !(self.args.result.in_place && original.is_named()) {
            return;
        }
        for change in project::changes(&original.files, result) {
            let Some(before) = change.before.as_ref().filter(|_| change.before != change.after) else {
                continue;
            };
            self.events.send(Event::Note(match &change.after {
                None => format!("{} is gone: the test needs nothing of it", before.display()),
                Some(after) => format!("{} is {} now", before.display(), after.display()),
            }));
        }
    }

    /// Says so when somebody, most likely the test, has changed the input.
    fn look_after_the_original(&self) {
        if !self.args.result.in_place && !self.source.is_intact() {
            self.events.send(Event::Warning(format!(
                "{} is not what it was at the start: if the test changes it, let it work on its own copy, in its \
                 working directory; the result is made from what was there at first",
                self.source.path().display()
            )));
        }
    }
}

/// Asks about the original. `None` when somebody stopped it.
fn observe(test: &mut Test, plan: &Plan<'_>, times: u32, stop: &Cancel) -> Result<Option<Checked>, Failure> {
    let original = plan.original();
    let runs = match test.observe(original, (times, false), &Unbounded, stop) {
        Ok(Some(runs)) => runs,
        Ok(None) => return Ok(None),
        Err(error) => return Err(test.explained(error)),
    };
    test.judge(runs, original, true, &Unbounded, stop).map_err(|it| test.explained(it))
}

/// What came of something, or the failure that says which signal stopped it while the test was `asked`.
fn stopped<T>(
    done: Result<Option<T>, Failure>,
    signals: &SignalHandler,
    what: &str,
    asked: &str,
) -> Result<T, Failure> {
    done?.ok_or_else(|| {
        let (name, signal) = signals.caught().unwrap_or(("a signal", 0));
        Failure::new(Trouble::Stopped(signal), what)
            .because(format!("{name} came while the test was {asked}"))
    })
}

/// What is to be done, with what.
fn invocation(args: &mut Args) -> Result<(Task, Invocation), Failure> {
    let mut positional = std::mem::take(&mut args.positional);
    let beside = positional.first().and_then(|word| BESIDE.iter().find(|it| word == it.0 && it.0 != "check"));
    if let Some((name, _)) = beside.filter(|it| !Path::new(it.0).exists()) {
        return Err(Failure::usage(format!("`{name}` is a command, and stands before its options"))
            .help(format!("write: lop {name} …, and see lop {name} --help")));
    }
    let has_test = !args.command.is_empty() || args.test.shell.is_some();
    if let Some(name) = misspelt(&positional, has_test) {
        return Err(Failure::usage(format!("there is no file {}", invocation::show(&positional[0])))
            .help(format!("did you mean lop {name}?")));
    }
    let task = Task::take(&mut positional, has_test);
    let command: Vec<OsString> = std::mem::take(&mut args.command);
    let invocation = match &args.test.shell {
        Some(line) => Invocation::with_line(&positional, line)?,
        None => Invocation::new(&positional, command, args.test.stdin)?,
    };
    Ok((task, invocation))
}

/// The command that the first of several words may stand for, if it is no file. Without a test it may be a program, and a test
/// by itself.
fn misspelt(positional: &[OsString], has_test: bool) -> Option<&'static str> {
    let [first, _, more @ ..] = positional else { return None };
    let word = first.to_str().filter(|it| !Path::new(it).exists() && !it.contains(['/', '.']))?;
    if !has_test && (more.is_empty() || operators::is_program(first)) {
        return None;
    }
    let peers = peers::all().map(|it| it.name).filter(|_| !has_test);
    nearest(BESIDE.iter().map(|it| it.0).chain(peers), word).filter(|it| *it != word)
}

fn exit(summary: &Summary, caught: Option<Exit>) -> Exit {
    match (&summary.outcome.ended, summary.trust) {
        (Ended::OracleFailed(_), Trust::Broken) => Exit::Broken,
        (Ended::OracleFailed(_) | Ended::ProtectionLost, _) => Exit::CannotAsk,
        // A signal that came when all was done has interrupted nothing.
        (Ended::Stopped, _) => caught.unwrap_or(Exit::Unfinished),
        (_, Trust::Flaky) => Exit::Flaky,
        _ if summary.finds_lost => Exit::NotWritten,
        _ => Exit::Reduced,
    }
}

/// Why a search could not go on, what to do about it, and where the best so far is.
fn failed(error: &OracleError, trust: Trust, target: &Path) -> Failure {
    let best = format!("the best so far is in {}", target.display());
    let help = error.remedy.iter().fold(best, |best, it| format!("{it}\n{best}"));
    let failure = match trust {
        Trust::Broken => Failure::new(Trouble::Broken, "the test broke half-way").because(&error.cause),
        Trust::Full | Trust::Flaky => Failure::cannot_ask("the test could not be run any more", error),
    };
    failure.help(help)
}

fn warn_of_original(args: &Args, invocation: &Invocation, source: &Source, events: &Events) {
    if let Some(word) = source.read_by(&invocation.command, args.test.stdin) {
        events.send(Event::Warning(format!(
            "the test names the original file ({}) and will not see the candidates: write @@ instead",
            invocation::show(word)
        )));
    }
}
