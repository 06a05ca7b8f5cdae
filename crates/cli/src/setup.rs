//! How to search, from what the command line says: passes, effort, language, and what stays as it is.

use std::sync::Arc;

use lop_engine::{Config, Effort, Language, Stage};

use crate::args::{Args, EffortArg};
use crate::backend;
use crate::error::Failure;
use crate::input::Input;
use crate::passes::{self, Choice};
use crate::protect;
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
    Ok(Config {
        jobs: args.search.jobs.unwrap_or_else(num_cpus::get),
        effort,
        passes,
        max_questions: args.search.max_questions,
        deterministic: args.search.deterministic,
        known: std::collections::HashMap::default(),
        protected,
    })
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
