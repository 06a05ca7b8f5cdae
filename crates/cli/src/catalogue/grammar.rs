//! `lop grammar check`: what a grammar of the user's lacks, and how well lop can work with it.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueHint;
use lop_languages::{Checkup, State};
use serde_json::json;

use super::listings;
use crate::exit::Exit;
use crate::input::trial;

/// Look at a grammar that lop does not have: lop grammar check DIR
#[derive(Debug, clap::Args)]
pub(crate) struct GrammarCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Say what is missing or wrong in a folder, and how well lop can work with it, seen on its sample
    ///
    /// PATH is what --grammar takes: a folder with a language.toml, the directory of a grammar's source, or a library. The
    /// check loads it, parses the sample, says how much of it the grammar's rules explain and which patterns of the queries
    /// match nothing, and reduces it: once when everything will do, once when a word must stay in a text that parses.
    Check {
        /// The folder or grammar
        #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
        path: PathBuf,

        /// One JSON object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Load a grammar, for whoever wants to know whether that crashes
    #[command(hide = true)]
    Try {
        /// The grammar
        path: PathBuf,
        /// What it is to read
        files: Vec<PathBuf>,
    },
}

/// Runs `lop grammar`.
pub(crate) fn show(command: &GrammarCommand) -> Exit {
    let (path, json) = match &command.what {
        What::Check { path, json } => (path, json),
        What::Try { path, files } => return trial::run(path, files),
    };
    let checkup = lop_languages::check(path, lop_languages::cache().as_deref());
    let text = if *json { as_json(&checkup) } else { as_text(&checkup) };
    match listings::print(text.as_bytes()) {
        Err(_) => Exit::NotWritten,
        Ok(()) if checkup.is_good() => Exit::Reduced,
        Ok(()) => Exit::Usage,
    }
}

fn word(state: State) -> &'static str {
    match state {
        State::Good => "good",
        State::Missing => "missing",
        State::Wrong => "wrong",
    }
}

fn as_text(checkup: &Checkup) -> String {
    let rows: Vec<[String; 3]> = checkup
        .findings
        .iter()
        .map(|it| [it.about, word(it.state), &*it.says.replace('\n', "; ")].map(str::to_owned))
        .collect();
    let mut text = listings::columns(&rows);
    for it in checkup.findings.iter().filter(|it| !it.remedy.is_empty()) {
        let _ = writeln!(text, "{}: {}", it.about, it.remedy);
    }
    let end = if checkup.is_good() { "can be used" } else { "needs work" };
    let _ = writeln!(text, "the language {} {end}", checkup.name);
    text
}

fn as_json(checkup: &Checkup) -> String {
    let findings = checkup.findings.iter().map(
        |it| json!({ "about": it.about, "state": word(it.state), "says": it.says, "remedy": it.remedy }),
    );
    let findings: Vec<_> = findings.collect();
    format!("{}\n", json!({ "language": checkup.name, "good": checkup.is_good(), "findings": findings }))
}
