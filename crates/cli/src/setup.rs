//! How to search, from what the command line says: passes, effort, language, and what stays as it is.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use lop_engine::{Config, Effort, Language, Stage};

use crate::args::{Args, EffortArg, ResultArgs};
use crate::backend;
use crate::error::Failure;
use crate::input::Input;
use crate::invocation::{Invocation, Task};
use crate::output::Wanted;
use crate::passes::{self, Choice};
use crate::protect::{self, Protect};
use crate::report::{Event, Reporter};

/// The name that stands for no language.
pub(crate) const TEXT: &str = "text";

/// The configuration of the search. Tells what C-Reduce's names stand for.
pub(crate) fn config(args: &Args, input: &Input, reporter: &dyn Reporter) -> Result<Config, Failure> {
    let Choice { passes, translated } =
        passes::select(backend::passes(), &args.search.passes, &args.search.skip)?;
    for note in translated {
        reporter.on_event(&Event::Note(&note));
    }
    let protected = protect::protected(&args.search.protect, &input.text)?;
    let named_deep = !args.search.passes.is_empty() && passes.iter().any(|it| it.stage == Stage::Deep);
    let effort = match args.search.effort {
        _ if named_deep => Effort::Thorough,
        EffortArg::Quick => Effort::Quick,
        EffortArg::Normal => Effort::Normal,
        EffortArg::Thorough => Effort::Thorough,
    };
    let mut config = Config::default();
    config.jobs = args.search.jobs.unwrap_or_else(num_cpus::get);
    (config.effort, config.passes) = (effort, passes);
    config.max_questions = args.search.max_questions;
    config.deterministic = args.search.deterministic;
    config.restart = !args.search.no_restart;
    config.protected = protected;
    Ok(config)
}

/// Refuses options that do not go together.
pub(crate) fn check_options(args: &Args, task: Task, invocation: &Invocation) -> Result<(), Failure> {
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
    if args.search.paste_includes && args.search.protect.iter().any(Protect::is_lines) {
        return Err(Failure::usage("--paste-includes and --protect with line numbers do not go together")
            .because("a header that takes the place of its line moves all the lines behind it")
            .help("say what to keep as a regular expression: --protect REGEX"));
    }
    if args.talk.json && wanted(&args.result) == Wanted::Stdout {
        return Err(Failure::usage(
            "two things want standard output: the events of --json and the result of -o -",
        )
        .help("name a file: -o PATH"));
    }
    Ok(())
}

/// Where the result is to go.
pub(crate) fn wanted(result: &ResultArgs) -> Wanted {
    match &result.output {
        _ if result.in_place => Wanted::InPlace,
        None => Wanted::Beside,
        Some(path) if path == Path::new("-") => Wanted::Stdout,
        Some(path) => Wanted::Path(path.clone()),
    }
}

/// The language to read the file in, if any: a wrong name is an error, an unknown extension is not.
pub(crate) fn language(name: Option<&str>, input: &Input) -> Result<Option<Arc<Language>>, Failure> {
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

/// What to tell when no language is known.
pub(crate) fn no_grammar(input: &Input) -> String {
    let kind = match input.path.extension() {
        Some(extension) => format!(".{}", extension.to_string_lossy()),
        None => input.name.to_string_lossy().into_owned(),
    };
    format!("no grammar for {kind}: using text passes")
}
