//! `lop check`: shows what a reduction would look for and what its test is like, without reducing anything.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::internal::Document;
use lop_engine::{Cancel, Language, Verdict};
use lop_oracle::RunOutput;

use crate::args::Args;
use crate::backend::{self, Checked, Test};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Input;
use crate::invocation::{self, Invocation};
use crate::lists;
use crate::report::number::{counted, span};
use crate::report::{Checkup, Event, Reporter};
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
    let mut checkup = checkup(&test, invocation, input, language, &runs);
    let as_text = !args.talk.json && !args.check.script;
    if as_text {
        print(&about_file(&checkup))?;
        print(&about_runs(&checkup))?;
    }
    let checked = test.judge(runs, &input.text, &stop);
    if let Ok(Checked::Interesting { empty_too, .. }) = checked {
        checkup.symptom = Some(holds(&test));
        checkup.empty = Some(empty_too);
        checkup.limit = test.oracle().timeout();
    } else if args.talk.json {
        reporter.on_event(&Event::Checked(&checkup));
    }
    if matches!(checked?, Checked::Stopped) {
        return Err(stopped());
    }
    if args.check.script {
        let script = as_script(args, &invocation.command, &input.name, test.symptom());
        try_out(&script, args, input, &stop, reporter.as_ref())?;
        checkup.script = Some(script);
    }
    match &checkup.script {
        _ if args.talk.json => reporter.on_event(&Event::Checked(&checkup)),
        Some(script) => print(script)?,
        None => print(&about_symptom(&checkup))?,
    }
    Ok(Exit::Reduced)
}

/// What is known once the test was run.
fn checkup(
    test: &Test,
    invocation: &Invocation,
    input: &Input,
    language: Option<Arc<Language>>,
    runs: &[RunOutput],
) -> Checkup {
    let name = language.as_ref().map(|it| it.name.clone());
    let document = Document::parse([(input.text.clone(), language)]);
    let held = |it: &RunOutput| (it.status, it.took, test.oracle().criteria().hold(it));
    Checkup {
        file: input.path.clone(),
        language: name,
        tokens: document.tokens(),
        bytes: input.text.len(),
        errors: document.files().iter().map(|it| it.errors).sum(),
        test: invocation::shell(&invocation.command),
        places: test.oracle().scratch_places().to_vec(),
        runs: runs.iter().map(held).collect(),
        symptom: None,
        empty: None,
        limit: None,
        script: None,
    }
}

fn about_file(checkup: &Checkup) -> String {
    let name = checkup.language.as_deref().unwrap_or("plain text: no grammar");
    let errors = if checkup.errors == 0 { "none".to_owned() } else { counted(checkup.errors, "place") };
    format!(
        "file:          {}\nsize:          {}, {}\nlanguage:      {name}\nparse errors:  {errors}\n",
        checkup.file.display(),
        counted(checkup.tokens, "token"),
        counted(checkup.bytes, "byte"),
    )
}

fn about_runs(checkup: &Checkup) -> String {
    let places: Vec<String> = checkup.places.iter().map(|it| it.display().to_string()).collect();
    let runs = &checkup.runs;
    let mut took: Vec<Duration> = runs.iter().map(|it| it.1).collect();
    took.sort_unstable();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for (status, ..) in runs {
        *ends.entry(status.to_string()).or_default() += 1;
    }
    let ends: Vec<String> =
        ends.iter().map(|(end, times)| format!("{end} ({})", counted(*times, "time"))).collect();
    let held = runs.iter().filter(|it| it.2).count();
    let all = counted(runs.len(), "run");
    format!(
        "test:          {}\n\
         runs in:       a directory of its own in {}\n\
         time:          {} at least, {} in the middle, of {all}\n\
         ends with:     {}\n\
         interesting:   {held} of {all}\n",
        checkup.test,
        places.join(" or "),
        span(took[0]),
        span(took[took.len() / 2]),
        ends.join(", "),
    )
}

fn about_symptom(checkup: &Checkup) -> String {
    let empty = if checkup.empty == Some(true) {
        "interesting, so the result will be empty: make the test look for the bug itself"
    } else {
        "not interesting, as it should be"
    };
    let limit = checkup.limit.map_or("none".to_owned(), span);
    let holds = checkup.symptom.as_deref().unwrap_or_default();
    format!("empty file:    {empty}\ntime limit:    {limit}\n{holds}\n")
}

/// What is held on to, as a sentence.
fn holds(test: &Test) -> String {
    match test.symptom() {
        Symptom::Success => "Holding on to exit code 0: the test itself decides.".to_owned(),
        Symptom::Said => "Holding on to the conditions of the command line.".to_owned(),
        it => it.explain().unwrap_or_default(),
    }
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
