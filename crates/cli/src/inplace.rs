//! A run in place that goes on: by now the file holds a best, and what the run began with is its backup.

use std::sync::Arc;

use lop_engine::{Cancel, Verdict, text_hash};

use crate::args::Args;
use crate::backend::Test;
use crate::error::Failure;
use crate::input::Input;
use crate::invocation::Invocation;
use crate::log::Log;
use crate::{output, protect};

/// What a run that is to go on began with: the latest backup of the file, if the file holds what a run on that one left,
/// else the file itself.
///
/// Which journal is the run's own depends on the crash that the original shows, so the test is asked about the backup.
pub(crate) fn original(
    input: Input,
    invocation: &Invocation,
    args: &Args,
    stop: &Cancel,
) -> Result<Input, Failure> {
    if !(args.result.in_place && args.result.resume) {
        return Ok(input);
    }
    let Some(backup) = output::latest_backup(&input.real) else { return Ok(input) };
    let Ok(before) = input.as_backed_up(backup) else { return Ok(input) };
    let mut test = Test::new(&invocation.command, &before, args)?;
    // A backup that is not interesting any more, or that nobody waits for, has nothing to go on with.
    if !matches!(test.observe(&before.text, &args.test, 1, stop), Ok(Some(_))) {
        return Ok(input);
    }
    let protected = protect::protected(&args.search.protect, &before.text)?;
    let replay = Log::peek(&args.result, &test.identity(&before.text, &protected), &before.text);
    let is_left_by_it = replay.is_some_and(|it| {
        let now: &[Arc<[u8]>] = std::slice::from_ref(&input.text);
        it.best.as_deref() == Some(now)
            || it.known.get(&text_hash(now)).is_some_and(|it| it.verdict == Verdict::Interesting)
            || before.text == input.text
    });
    Ok(if is_left_by_it { before } else { input })
}
