//! A run in place that goes on: by now there is a best where the input was, and what the run began with is its backup.

use std::sync::Arc;

use lop_engine::{Cancel, Verdict, text_hash};
use lop_runner::journal::{self, Keep, Past};
use lop_runner::project::{self, Inputs, Original, Replaced};
use lop_runner::slots::Unbounded;
use lop_runner::test::Test;
use lop_runner::{Failure, Files, Options, aside};

use crate::args::Args;
use crate::input::Input;
use crate::input::source::Source;

/// What a run that is to go on began with: the latest backup, if what is there now is what a run on that one left; else what
/// is there, which may be nothing. `inputs` are those of a project.
///
/// Which journal is the run's own depends on the crash that the original shows, so the test is asked about the backup.
pub(crate) fn original(
    present: Result<Source, Failure>,
    inputs: Option<&Inputs>,
    args: &Args,
    options: &Options,
    stop: &Cancel,
) -> Result<Source, Failure> {
    if !(args.result.in_place && args.result.resume) {
        return present;
    }
    let before = match (&present, inputs) {
        (Ok(Source::File(input)), _) => file_before(input, args, options, stop)?,
        (_, Some(inputs)) => project_before(inputs, args, options, stop)?,
        _ => None,
    };
    before.map_or(present, Ok)
}

fn file_before(
    input: &Input,
    args: &Args,
    options: &Options,
    stop: &Cancel,
) -> Result<Option<Source>, Failure> {
    let before = aside::latest(&input.real).and_then(|it| input.as_backed_up(it).ok());
    let Some(before) = before.map(|it| Source::File(Box::new(it))) else { return Ok(None) };
    let Some(past) = past(&before, args, options, stop)? else { return Ok(None) };
    let now = vec![input.text.clone()];
    let is_accepted =
        past.best() == Some(&now) || past.verdict(text_hash(&now)) == Some(Verdict::Interesting);
    Ok((is_accepted && !is_original(&before, &now)).then_some(before))
}

fn project_before(
    inputs: &Inputs,
    args: &Args,
    options: &Options,
    stop: &Cancel,
) -> Result<Option<Source>, Failure> {
    let selection = Source::selection(args, &options.test.command);
    let Some((original, backups)) = project::read_saved(inputs, &selection) else { return Ok(None) };
    let mut before = Source::Project(Arc::new(original), inputs.clone());
    let Some(past) = past(&before, args, options, stop)? else { return Ok(None) };
    let Source::Project(original, _) = &mut before else { return Ok(None) };
    let Some(files) = left(original, &past) else { return Ok(None) };
    let Some(original) = Arc::get_mut(original) else { return Ok(None) };
    let goes_on = original.go_on_from(Replaced { files, backups }).is_some();
    Ok(goes_on.then_some(before))
}

/// What a run on the original has left on disk, the latest first.
fn left(original: &Original, past: &Past) -> Option<Files> {
    let bests = past.bests(&original.files);
    bests.into_iter().rev().find(|it| *it != original.files && project::holds(original, it))
}

/// True where nothing was put in the place of the original: then nothing was saved either, and what looks like its backup is
/// somebody else's.
fn is_original(before: &Source, now: &Files) -> bool {
    before.files() == *now
}

/// What the journal of a run on it knows. A backup that is not interesting any more, or that nobody waits for, has nothing to
/// go on with.
fn past(before: &Source, args: &Args, options: &Options, stop: &Cancel) -> Result<Option<Past>, Failure> {
    let files = before.files();
    let mut test = Test::new(options, &before.subject())?;
    if !matches!(test.observe(&files, (1, false), &Unbounded, stop), Ok(Some(_))) {
        return Ok(None);
    }
    let identity = test.identity(&files, &before.protected(options)?, &options.search);
    let keep = args.result.journal.clone().map_or(Keep::Ours, Keep::Named);
    Ok(journal::peek(&keep, &identity, &files))
}
