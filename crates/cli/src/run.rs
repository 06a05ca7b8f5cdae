//! One run: read the file, ask about it as it is, search, keep the best, tell how it ended.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, Config, Document, Effort, Ended, Language, Observer, Oracle, Outcome, Stage};
use lop_oracle::Replay;

use crate::args::{Args, EffortArg, ResultArgs};
use crate::backend::{self, Checked, Test};
use crate::check;
use crate::drive::{self, Drive, Driven};
use crate::error::Failure;
use crate::exit::Exit;
use crate::history::Files;
use crate::input::Input;
use crate::invocation::{self, Invocation, Task};
use crate::judge::{Judge, Parts};
use crate::log::Log;
use crate::output::{Keeper, Wanted};
use crate::passes;
use crate::report::{Closing, Event, Reporter, Setting};
use crate::signals::Listener;

/// Reduces what the command line names.
pub(crate) fn run(mut args: Args, reporter: &Arc<dyn Reporter>) -> Result<Exit, Failure> {
    let (task, invocation) = invocation(&mut args)?;
    check_options(&args, task, &invocation)?;
    let input = Input::read(&invocation.file)?;
    let language = language(args.search.language.as_deref(), &input)?;
    if task == Task::Check {
        return check::run(&args, &invocation, &input, language, reporter);
    }
    let config = config(&args)?;
    let keeper = Keeper::prepare(wanted(&args.result), &input)?;
    let test = Test::new(&invocation.command, &input, &args)?;
    if language.is_none() && args.search.language.is_none() {
        reporter.on_event(&Event::Note(&no_grammar(&input)));
    }
    warn_of_original(&args, &invocation, &input, reporter.as_ref());

    let stop = Cancel::new();
    let listener = Listener::start(stop.clone(), reporter.clone())
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot listen to signals").because(it))?;
    let run = Run { args, input, invocation, config, keeper, stop, listener, reporter };
    run.go(test, language)
}

/// Everything a run needs, once it is known to make sense.
struct Run<'r> {
    args: Args,
    input: Input,
    invocation: Invocation,
    config: Config,
    keeper: Keeper,
    stop: Cancel,
    listener: Listener,
    reporter: &'r Arc<dyn Reporter>,
}

/// What is known when the search can begin.
struct Ready<'r> {
    test: &'r Test,
    language: Option<Arc<Language>>,
    log: Log,
    replay: Replay,
}

/// Passes the search's events on.
struct Watch<'r>(&'r dyn Reporter);

impl Observer for Watch<'_> {
    fn on_event(&self, event: &lop_engine::Event<'_>) {
        self.0.on_event(&Event::Search(event));
    }
}

impl Run<'_> {
    fn go(&self, mut test: Test, language: Option<Arc<Language>>) -> Result<Exit, Failure> {
        let (original, args) = (&self.input.text, &self.args);
        let Some(runs) = test.observe(original, &args.test, 2, &self.stop)? else {
            return Err(self.stopped_early());
        };
        test.watch_for_finds(args.result.keep_other_crashes.as_deref(), &self.input.name, self.warner());
        let Checked::Interesting { took, empty_too } = test.judge(runs, original, &self.stop)? else {
            return Err(self.stopped_early());
        };
        if empty_too {
            self.tell(&Event::Warning(
                "the test says yes to an empty file too, so the result will be empty: make it look for the bug itself",
            ));
        }
        let (log, replay) = Log::open(&args.result, &test.identity(original), original, self.warner())?;
        self.tell(&Event::Started(&self.setting(&test, language.as_ref(), took)));
        self.tell_of_journal(&log, &replay);
        let kept = match &replay.best {
            Some(best) => self.keeper.keep(best[0].clone()),
            None => self.keeper.keep_original(),
        };
        if let Some(trouble) = kept {
            self.tell(&Event::Warning(&trouble));
        }
        self.search(Ready { test: &test, language, log, replay })
    }

    fn search(&self, ready: Ready<'_>) -> Result<Exit, Failure> {
        let began = Instant::now();
        let Ready { test, language, log, replay } = ready;
        let watch = Watch(self.reporter.as_ref());
        let settle = |files: &Files| {
            if let Some(trouble) = self.keeper.keep(files[0].clone()) {
                self.tell(&Event::Warning(&trouble));
            }
            log.best(files);
        };
        let then = test.then().map(|it| it as &dyn Oracle);
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
        let budget = config.max_questions.map(drive::search_budget);
        let parts = Parts { test: test.oracle(), then, budget, log: &log, observer: &watch, warn: &warn };
        let judge = Judge::new(parts, replay.known);
        let drive = Drive {
            config,
            judge: &judge,
            staged: then.is_some(),
            stop: &self.stop,
            observer: &watch,
            settle: &settle,
            note: &|text| self.tell(&Event::Note(text)),
            warn: &warn,
            language,
        };
        let driven = drive.run(&start, replay.best.as_ref());
        if driven.unproven > 0 {
            self.tell(&Event::Note(&format!(
                "{} improvements do not count: --then was not asked about them any more",
                driven.unproven
            )));
        }
        self.finish(test, &driven, began.elapsed(), &log)
    }

    fn finish(&self, test: &Test, driven: &Driven, elapsed: Duration, log: &Log) -> Result<Exit, Failure> {
        let mut outcome = driven.outcome.clone();
        outcome.bytes.0 = self.input.text.len();
        let kept = self.keeper.finish()?;
        let complete = matches!(outcome.ended, Ended::Fixpoint);
        let caught = self.listener.caught();
        let exit = match exit(&outcome, caught.map(|it| it.1)) {
            Exit::Reduced if !driven.reliable => Exit::Flaky,
            exit => exit,
        };
        let finds: Vec<(String, u64)> = test.finds().iter().map(|it| (it.0.to_string(), it.1)).collect();
        self.tell(&Event::Finished(&Closing {
            file: &self.input.path,
            outcome: &outcome,
            kept,
            backup: self.keeper.backup(),
            elapsed,
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

    fn setting(&self, test: &Test, language: Option<&Arc<Language>>, took: Duration) -> Setting {
        let document = Document::parse([(self.input.text.clone(), language.cloned())]);
        Setting {
            file: self.input.path.clone(),
            language: language.map(|it| it.name.clone()),
            test: invocation::shell(&self.invocation.command),
            symptom: test.symptom().explain(),
            jobs: self.config.jobs,
            tokens: document.tokens(),
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
        Ended::Fixpoint | Ended::Budget => Exit::Reduced,
    }
}

fn check_options(args: &Args, task: Task, invocation: &Invocation) -> Result<(), Failure> {
    let test = &args.test;
    if test.at_least.is_some_and(|it| it == 0 || it > test.repeat) {
        return Err(Failure::usage(format!(
            "--at-least must be from 1 to {}, which --repeat says",
            test.repeat
        )));
    }
    if test.hang && args.limits.timeout.is_none() {
        return Err(Failure::usage("--hang needs --timeout")
            .because("only you know how long a run must take to be a hang")
            .help("say how many seconds: --timeout 10"));
    }
    if test.stdin && invocation.has_placeholder() {
        return Err(Failure::usage("the test gets the candidate twice")
            .because("--stdin gives it on standard input and @@ as a path")
            .help("leave one of them out"));
    }
    let plain = |it: u8| it.is_ascii_alphanumeric() || b"-_.+,%^".contains(&it) || it >= 0x80;
    let name = invocation.file.file_name().unwrap_or_default();
    if args.test.shell.is_some()
        && invocation.has_placeholder()
        && !name.as_bytes().iter().copied().all(plain)
    {
        return Err(Failure::usage("the name of the file means something to the shell")
            .because("@@ in the line of --shell becomes the path of the candidate, as it is")
            .help("name the file in the line without @@: the candidate is in the working directory, under the same name"));
    }
    if args.check.script && task == Task::Reduce {
        return Err(Failure::usage("--script is for lop check")
            .help("lop check FILE --script -- COMMAND prints the test as a script"));
    }
    if args.talk.json && wanted(&args.result) == Wanted::Stdout {
        return Err(Failure::usage(
            "two things want standard output: the events of --json and the result of -o -",
        )
        .help("name a file: -o PATH"));
    }
    Ok(())
}

fn wanted(result: &ResultArgs) -> Wanted {
    match &result.output {
        _ if result.in_place => Wanted::InPlace,
        None => Wanted::Beside,
        Some(path) if path == Path::new("-") => Wanted::Stdout,
        Some(path) => Wanted::Path(path.clone()),
    }
}

fn config(args: &Args) -> Result<Config, Failure> {
    let passes = passes::select(backend::passes(), &args.search.passes, &args.search.skip)?;
    let named_deep = !args.search.passes.is_empty() && passes.iter().any(|it| it.stage == Stage::Deep);
    let effort = match args.search.effort {
        _ if named_deep => Effort::Thorough,
        EffortArg::Quick => Effort::Quick,
        EffortArg::Normal => Effort::Normal,
        EffortArg::Thorough => Effort::Thorough,
    };
    Ok(Config {
        jobs: args.search.jobs.unwrap_or_else(num_cpus::get),
        effort,
        passes,
        max_questions: args.search.max_questions,
        deterministic: args.search.deterministic,
        restart: !args.search.no_restart,
        known: std::collections::HashMap::default(),
    })
}

/// The language to read the file in, if any: a wrong name is an error, an unknown extension is not.
fn language(name: Option<&str>, input: &Input) -> Result<Option<Arc<Language>>, Failure> {
    let Some(name) = name else {
        return Ok(backend::detect_language(&input.path, &input.text));
    };
    if name == TEXT {
        return Ok(None);
    }
    backend::language_by_name(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = backend::languages().iter().map(|it| it.name).collect();
        let near = passes::nearest(names.iter().copied(), name);
        let near = near.map(|it| format!("did you mean {it}?\n")).unwrap_or_default();
        Failure::usage(format!("there is no language {name}"))
            .help(format!("{near}there are: {}, and {TEXT} for none", names.join(", ")))
    })
}

fn no_grammar(input: &Input) -> String {
    let kind = match input.path.extension() {
        Some(extension) => format!(".{}", extension.to_string_lossy()),
        None => input.name.to_string_lossy().into_owned(),
    };
    format!("no grammar for {kind}: using text passes")
}

/// The name that stands for no language.
pub(crate) const TEXT: &str = "text";

fn warn_of_original(args: &Args, invocation: &Invocation, input: &Input, reporter: &dyn Reporter) {
    if let Some(word) = invocation.reads_original(&input.real, &input.name, args.test.stdin) {
        reporter.on_event(&Event::Warning(&format!(
            "the test names the original file ({}) and will not see the candidates: write @@ instead",
            invocation::show(word)
        )));
    }
}
