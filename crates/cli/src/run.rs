//! One run: read the file, ask about it as it is, search, keep the best, tell how it ended.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lop_engine::{Cancel, Config, Document, Effort, Ended, Language, Observer, Outcome, Stage};

use crate::args::{Args, EffortArg, ResultArgs};
use crate::backend::{self, Checked, Test};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Input;
use crate::invocation::{self, Invocation};
use crate::output::{Keeper, Wanted};
use crate::passes;
use crate::report::{Closing, Event, Reporter, Setting};
use crate::signals::Listener;

/// Reduces what the command line names.
pub(crate) fn run(mut args: Args, reporter: &Arc<dyn Reporter>) -> Result<Exit, Failure> {
    let positional = std::mem::take(&mut args.positional);
    let invocation = Invocation::new(positional, std::mem::take(&mut args.command))?;
    check_options(&args, &invocation)?;
    let input = Input::read(&invocation.file)?;
    let language = language(args.search.language.as_deref(), &input)?;
    let config = config(&args)?;
    let keeper = Keeper::prepare(wanted(&args.result), &input)?;
    let test = Test::new(&invocation.command, &input, &args.test, &args.limits)?;
    if language.is_none() && args.search.language.is_none() {
        reporter.on_event(&Event::Note(&no_grammar(&input)));
    }
    warn_of_original(&args, &invocation, &input, reporter.as_ref());

    let stop = Cancel::new();
    let listener = Listener::start(stop.clone(), reporter.clone())
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot listen to signals").because(it))?;
    let run = Run { input, invocation, config, keeper, test, stop, listener, reporter };
    run.go(language)
}

/// Everything a run needs, once it is known to make sense.
struct Run<'r> {
    input: Input,
    invocation: Invocation,
    config: Config,
    keeper: Keeper,
    test: Test,
    stop: Cancel,
    listener: Listener,
    reporter: &'r Arc<dyn Reporter>,
}

/// Passes the search's events on, after the best is where it belongs.
struct Watch<'r> {
    keeper: &'r Keeper,
    reporter: &'r dyn Reporter,
}

impl Observer for Watch<'_> {
    fn on_event(&self, event: &lop_engine::Event<'_>) {
        if let lop_engine::Event::Improved { files, .. } = event
            && let Some(trouble) = self.keeper.keep(files[0].clone())
        {
            self.reporter.on_event(&Event::Warning(&trouble));
        }
        self.reporter.on_event(&Event::Search(event));
    }
}

impl Run<'_> {
    fn go(&self, language: Option<Arc<Language>>) -> Result<Exit, Failure> {
        let checked = self.test.check(&self.input.text, &self.stop)?;
        let Checked::Interesting { took, empty_too } = checked else { return Err(self.stopped_early()) };
        if empty_too {
            self.tell(&Event::Warning(
                "the test says yes to an empty file too, so the result will be empty: make it look for the bug itself",
            ));
        }
        let document = Document::parse([(self.input.text.clone(), language.clone())]);
        self.tell(&Event::Started(&Setting {
            file: self.input.path.clone(),
            language: language.map(|it| it.name.clone()),
            test: invocation::shell(&self.invocation.command),
            jobs: self.config.jobs,
            tokens: document.tokens(),
            bytes: self.input.text.len(),
            took,
            output: self.keeper.target().to_owned(),
        }));
        if let Some(trouble) = self.keeper.keep_original() {
            self.tell(&Event::Warning(&trouble));
        }
        self.search(document)
    }

    fn search(&self, document: Document) -> Result<Exit, Failure> {
        let began = Instant::now();
        let watch = Watch { keeper: &self.keeper, reporter: self.reporter.as_ref() };
        let outcome = lop_engine::reduce(document, &self.config, self.test.oracle(), &self.stop, &watch);
        let elapsed = began.elapsed();
        let kept = self.keeper.finish()?;
        let caught = self.listener.caught();
        let exit = exit(&outcome, caught.map(|it| it.1));
        self.tell(&Event::Finished(&Closing {
            file: &self.input.path,
            outcome: &outcome,
            kept,
            backup: self.keeper.backup(),
            elapsed,
            signal: caught.map(|it| it.0),
            exit,
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

    fn tell(&self, event: &Event<'_>) {
        self.reporter.on_event(event);
    }

    fn stopped_early(&self) -> Failure {
        let (name, exit) = self.listener.caught().unwrap_or(("a signal", Exit::Interrupted));
        Failure::new(exit, "stopped before the search began; nothing was written")
            .because(format!("{name} came while the test was asked about the original"))
    }
}

fn exit(outcome: &Outcome, caught: Option<Exit>) -> Exit {
    match &outcome.ended {
        Ended::OracleFailed(_) => Exit::CannotAsk,
        // A signal that came when all was done has interrupted nothing.
        Ended::Stopped => caught.unwrap_or(Exit::Reduced),
        Ended::Fixpoint | Ended::Budget => Exit::Reduced,
    }
}

fn check_options(args: &Args, invocation: &Invocation) -> Result<(), Failure> {
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
