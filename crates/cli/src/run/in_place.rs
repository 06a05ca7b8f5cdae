//! A run in place that goes on: by now the file holds a best, and what the run began with is its backup.

use lop_engine::{Cancel, Verdict, text_hash};
use lop_runner::journal::{self, Keep};
use lop_runner::protect;
use lop_runner::slots::Unbounded;
use lop_runner::test::Test;
use lop_runner::{Failure, Options};

use crate::args::Args;
use crate::input::Input;
use crate::output::backup;

/// What a run that is to go on began with: the latest backup of the file, if the file holds what a run on that one left,
/// else the file itself.
///
/// Which journal is the run's own depends on the crash that the original shows, so the test is asked about the backup.
pub(crate) fn original(
    input: Input,
    args: &Args,
    options: &Options,
    stop: &Cancel,
) -> Result<Input, Failure> {
    if !(args.result.in_place && args.result.resume) {
        return Ok(input);
    }
    let Some(backup) = backup::latest_backup(&input.real) else { return Ok(input) };
    let Ok(before) = input.as_backed_up(backup) else { return Ok(input) };
    let original = vec![before.text.clone()];
    let mut test = Test::new(options, &before.subject())?;
    // A backup that is not interesting any more, or that nobody waits for, has nothing to go on with.
    if !matches!(test.observe(&original, (1, false), &Unbounded, stop), Ok(Some(_))) {
        return Ok(input);
    }
    let protected = protect::protected(&options.search.protect, &before.text)?;
    let identity = test.identity(&original, &protected, &options.search);
    let keep = args.result.journal.clone().map_or(Keep::Ours, Keep::Named);
    let now = vec![input.text.clone()];
    let is_left_by_it = journal::peek(&keep, &identity, &original).is_some_and(|it| {
        it.best() == Some(&now)
            || it.verdict(text_hash(&now)) == Some(Verdict::Interesting)
            || before.text == input.text
    });
    Ok(if is_left_by_it { before } else { input })
}
