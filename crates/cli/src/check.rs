//! `lop check`: shows what a reduction would look for and what its test is like, without reducing anything.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Document, Language, Verdict};
use lop_oracle::RunOutput;

use crate::args::Args;
use crate::backend::{self, Checked, Test};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Input;
use crate::invocation::{self, Invocation};
use crate::lists;
use crate::report::number::{counted, span};
use crate::report::{Event, Reporter};
use crate::script;
use crate::signals::Listener;
use crate::symptom::Symptom;

/// How often the test is run to see whether it is flaky.
const RUNS: u32 = 5;

/// Checks what the command line names.
pub(crate) fn run(
    args: &Args,
    invocation: &Invocation,
    input: &Input,
    language: Option<Arc<Language>>,
    reporter: &Arc<dyn Reporter>,
) -> Result<Exit, Failure> {
    let stop = Cancel::new();
    let listener = Listener::start(stop.clone(), reporter.clone())
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot listen to signals").because(it))?;
    let stopped = || {
        let (name, exit) = listener.caught().unwrap_or(("a signal", Exit::Interrupted));
        Failure::new(exit, "stopped").because(format!("{name} came while the test was asked"))
    };
    let mut test = Test::new(&invocation.command, input, args)?;
    let Some(runs) = test.observe(&input.text, &args.test, RUNS, &stop)? else { return Err(stopped()) };
    if !args.check.script {
        print(&about_file(input, language))?;
        print(&about_runs(&test, invocation, &runs))?;
    }
    let Checked::Interesting { empty_too, .. } = test.judge(runs, &input.text, &stop)? else {
        return Err(stopped());
    };
    if args.check.script {
        let script = as_script(args, &invocation.command, &input.name, test.symptom());
        try_out(&script, args, input, &stop, reporter.as_ref())?;
        print(&script)?;
    } else {
        print(&about_symptom(&test, empty_too))?;
    }
    Ok(Exit::Reduced)
}

fn about_file(input: &Input, language: Option<Arc<Language>>) -> String {
    let name = language.as_ref().map_or("plain text: no grammar", |it| &it.name).to_owned();
    let document = Document::parse([(input.text.clone(), language)]);
    let errors: usize = document.files().iter().map(|it| it.errors).sum();
    let errors = if errors == 0 { "none".to_owned() } else { counted(errors, "place") };
    format!(
        "file:          {}\nsize:          {}, {}\nlanguage:      {name}\nparse errors:  {errors}\n",
        input.path.display(),
        counted(document.tokens(), "token"),
        counted(input.text.len(), "byte"),
    )
}

fn about_runs(test: &Test, invocation: &Invocation, runs: &[RunOutput]) -> String {
    let mut lines = format!("test:          {}\n", invocation::shell(&invocation.command));
    let places = test.oracle().scratch_places().iter().map(|it| it.display().to_string());
    let _ = writeln!(
        lines,
        "runs in:       a directory of its own in {}",
        places.collect::<Vec<_>>().join(" or ")
    );
    let mut took: Vec<Duration> = runs.iter().map(|it| it.took).collect();
    took.sort_unstable();
    let _ = writeln!(
        lines,
        "time:          {} at least, {} in the middle, of {}",
        span(took[0]),
        span(took[took.len() / 2]),
        counted(runs.len(), "run")
    );
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for run in runs {
        *ends.entry(run.status.to_string()).or_default() += 1;
    }
    let ends: Vec<String> =
        ends.iter().map(|(end, times)| format!("{end} ({})", counted(*times, "time"))).collect();
    let _ = writeln!(lines, "ends with:     {}", ends.join(", "));
    let held = runs.iter().filter(|it| test.oracle().criteria().hold(it)).count();
    let _ = writeln!(lines, "interesting:   {held} of {}", counted(runs.len(), "run"));
    lines
}

fn about_symptom(test: &Test, empty_too: bool) -> String {
    let holds = match test.symptom() {
        Symptom::Success => "Holding on to exit code 0: the test itself decides.".to_owned(),
        Symptom::Said => "Holding on to the conditions of the command line.".to_owned(),
        it => it.explain().unwrap_or_default(),
    };
    let empty = if empty_too {
        "interesting, so the result will be empty: make the test look for the bug itself"
    } else {
        "not interesting, as it should be"
    };
    let limit = test.oracle().timeout().map_or("none".to_owned(), span);
    format!("empty file:    {empty}\ntime limit:    {limit}\n{holds}\n")
}

/// Asks the script about the original and an empty file, and warns when it does not say what lop says.
fn try_out(
    text: &str,
    args: &Args,
    input: &Input,
    stop: &Cancel,
    reporter: &dyn Reporter,
) -> Result<(), Failure> {
    let cannot =
        |it: std::io::Error| Failure::new(Exit::NotWritten, "the script cannot be tried out").because(it);
    let mut file = tempfile::Builder::new().prefix("lop-script-").tempfile().map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)?;
    let [original, empty] = backend::ask_script(file.path(), input, &args.limits, stop)?;
    if original != Verdict::Interesting {
        reporter.on_event(&Event::Warning(
            "this script says no to the original, unlike lop: adapt its last lines",
        ));
    } else if empty == Verdict::Interesting {
        reporter
            .on_event(&Event::Warning("this script says yes to an empty file, too: adapt its last lines"));
    }
    Ok(())
}

/// The test as a script that finds its program from anywhere.
pub(crate) fn as_script(args: &Args, command: &[OsString], name: &OsStr, symptom: &Symptom) -> String {
    script::script(args, &absolute(command), name, symptom)
}

/// The command with a program that is found from anywhere.
fn absolute(command: &[OsString]) -> Vec<OsString> {
    let mut command = command.to_vec();
    if let Some(program) = command.first_mut().filter(|it| it.as_bytes().contains(&b'/'))
        && let Ok(path) = std::path::absolute(&*program)
    {
        *program = path.into_os_string();
    }
    command
}

fn print(text: &str) -> Result<(), Failure> {
    lists::print(text.as_bytes()).map_err(|it| Failure::new(Exit::NotWritten, "cannot print").because(it))
}
