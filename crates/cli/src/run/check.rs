//! `lop check`: shows what a reduction would look for and what its test is like, without reducing anything.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use lop_batch::display::harmless_lines;
use lop_engine::internal::Document;
use lop_engine::{Cancel, Language, Verdict};
use lop_oracle::{RunOutput, quote};
use lop_runner::event::Checkup;
use lop_runner::number::{counted, measured, span};
use lop_runner::script::{self, Lookup};
use lop_runner::slots::Unbounded;
use lop_runner::test::{Jobs, Test};
use lop_runner::{Event, Events, Failure, Options, Target, Trouble};

use crate::args::Args;
use crate::catalogue::listings;
use crate::exit::Exit;
use crate::input::Input;
use crate::input::source::Source;

/// How often the test is run to see whether it is flaky, or depends on where it runs.
const RUNS: u32 = 5;

/// Checks what the command line names. `None` when somebody raised `stop`.
pub(crate) fn run(
    args: &Args,
    options: &Options,
    source: &Source,
    languages: Vec<Option<Arc<Language>>>,
    events: &Events,
    stop: &Cancel,
) -> Result<Option<Exit>, Failure> {
    let subject = source.subject();
    let original = source.files();
    let mut test = Test::new(options, &subject)?;
    test.share(&Jobs::new(1));
    test.about_luggage().into_iter().for_each(|it| events.send(it));
    let runs = match test.observe(&original, (RUNS, false), &Unbounded, stop) {
        Ok(Some(runs)) => runs,
        Ok(None) => return Ok(None),
        Err(error) => return Err(test.explained(error)),
    };
    let told = test.about_places().map(Event::Warning).into_iter().chain(test.about_here());
    told.chain(test.about_unread(&original, stop)).chain(test.about_missing()).for_each(|it| events.send(it));
    let mut checkup = checkup(&test, options, source, languages, &runs);
    let as_text = !args.talk.json && !args.check.script;
    if as_text {
        print(&harmless_lines(&about_file(&checkup)))?;
        print(&harmless_lines(&about_runs(&checkup)))?;
    }
    let tell = |checkup: &Checkup| events.send(Event::CheckedUp(Arc::new(checkup.clone())));
    match test.judge(runs, &original, true, &Unbounded, stop) {
        Ok(Some(checked)) => {
            checkup.target = Some(holds(test.target()));
            checkup.empty = Some(checked.empty_too);
            checkup.limit = test.oracle().timeout();
        }
        Ok(None) => return Ok(None),
        Err(error) => {
            if args.talk.json {
                tell(&checkup);
            }
            return Err(test.explained(error));
        }
    }
    let cannot = |it| Failure::cannot_ask("the test could not be run any more", &it);
    match test.about_diagnostics(&original, &Unbounded, stop).map_err(cannot)? {
        Some(Event::Note(_)) if !as_text => {}
        Some(told) => events.send(told),
        None => {}
    }
    checkup.score = test.score(&original, &Unbounded, stop)?;
    if stop.is_raised() {
        return Ok(None);
    }
    if args.check.script {
        let Source::File(input) = source else {
            return Err(Failure::usage("--script is for a single file, and this is a project")
                .help("write the test as a script of your own, and name that to lop"));
        };
        let script = script::script(options, &input.name, Lookup::Here, test.target());
        try_out(&script, options, input, stop, events)?;
        checkup.script = Some(script);
    }
    match &checkup.script {
        _ if args.talk.json => tell(&checkup),
        Some(script) => print(script)?,
        None => print(&harmless_lines(&about_target(&checkup)))?,
    }
    Ok(Some(Exit::Reduced))
}

/// What is known once the test was run.
fn checkup(
    test: &Test,
    options: &Options,
    source: &Source,
    languages: Vec<Option<Arc<Language>>>,
    runs: &[RunOutput],
) -> Checkup {
    let files = source.files();
    let name = languages.iter().flatten().next().map(|it| it.name.clone());
    let document = Document::parse(files.iter().cloned().zip(languages));
    let held = |it: &RunOutput| (it.status, it.took, test.oracle().criteria().hold(it));
    Checkup {
        file: source.path().to_owned(),
        language: name,
        tokens: document.tokens(),
        bytes: files.iter().map(|it| it.len()).sum(),
        errors: document.errors(),
        test: quote::command(&options.test.command),
        places: test.oracle().scratch_places().to_vec(),
        runs: runs.iter().map(held).collect(),
        target: None,
        empty: None,
        limit: None,
        score: None,
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

fn about_target(checkup: &Checkup) -> String {
    let empty = if checkup.empty == Some(true) {
        "interesting, so the result will be empty: make the test look for the bug itself"
    } else {
        "not interesting, as it should be"
    };
    let limit = checkup.limit.map_or("none".to_owned(), span);
    let score = checkup.score.map(|it| format!("score:         {}\n", measured(it))).unwrap_or_default();
    let holds = checkup.target.as_deref().unwrap_or_default();
    format!("empty file:    {empty}\ntime limit:    {limit}\n{score}{holds}\n")
}

/// What is held on to, as a sentence.
fn holds(target: &Target) -> String {
    match target {
        Target::Success => "Holding on to exit code 0: the test itself decides.".to_owned(),
        Target::Said => "Holding on to the conditions of the command line.".to_owned(),
        it => it.explain().unwrap_or_default(),
    }
}

/// Asks the script about the original and an empty file, and warns when it does not say what lop says.
fn try_out(
    text: &str,
    options: &Options,
    input: &Input,
    stop: &Cancel,
    events: &Events,
) -> Result<(), Failure> {
    let cannot =
        |it: std::io::Error| Failure::new(Trouble::NotWritten, "the script cannot be tried out").because(it);
    let mut file = tempfile::Builder::new().prefix("lop-script-").tempfile().map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)?;
    let [original, empty] = script::ask(file.path(), &input.name, &input.text, &options.limits, stop)?;
    if original != Verdict::Interesting {
        events.send(Event::Warning(
            "this script says no to the original, unlike lop: adapt its last lines".to_owned(),
        ));
    } else if empty == Verdict::Interesting {
        events.send(Event::Warning(
            "this script says yes to an empty file, too: adapt its last lines".to_owned(),
        ));
    }
    Ok(())
}

fn print(text: &str) -> Result<(), Failure> {
    listings::print(text.as_bytes())
        .map_err(|it| Failure::new(Trouble::NotWritten, "cannot print").because(it))
}
