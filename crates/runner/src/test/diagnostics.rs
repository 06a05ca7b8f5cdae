//! `--no-new-diagnostics`: which kinds the original shows, and whether the test shows any.

use lop_engine::{Cancel, OracleError, Question};
use lop_oracle::signature::Diagnostics;
use lop_oracle::{Capture, RunOutput, Status};

use super::Test;
use crate::Files;
use crate::event::Event;
use crate::slots::{Slots, within};

/// What no language reads: brackets that nobody opened, and a quote that nobody closes.
const NONSENSE: &[u8] = b"\n)]} lop ] ) } = = (] \"\n";

/// How many kinds a message names.
const NAMED: usize = 8;

impl Test {
    /// Takes note of what the original shows, where no other kind may be shown.
    pub(super) fn note_diagnostics(&mut self, runs: &[RunOutput]) {
        if self.options.no_new_diagnostics {
            let mut all = Diagnostics::default();
            for run in runs {
                all.add(Diagnostics::of_run(run));
            }
            self.diagnostics = Some(all.into());
        }
    }

    /// The kinds that the original shows, where no other may be shown.
    pub fn diagnostics(&self) -> Option<&Diagnostics> {
        self.diagnostics.as_deref()
    }

    /// Asks about the original where an earlier check knows only that it was interesting. Nothing else is learnt from it.
    pub(crate) fn catch_up_on_diagnostics(
        &mut self,
        original: &Files,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<(), OracleError> {
        if !self.options.no_new_diagnostics || self.diagnostics.is_some() {
            return Ok(());
        }
        if let Some(run) = self.show(original, slots, stop)? {
            self.note_diagnostics(&[run]);
            self.set_target(self.target().clone());
        }
        Ok(())
    }

    /// What there is to say before the search about the diagnostics that the test shows: which they are, or a warning that
    /// there is nothing to look at, not even about a file that no compiler accepts.
    pub fn about_diagnostics(
        &self,
        original: &Files,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<Event>, OracleError> {
        let Some(known) = &self.diagnostics else { return Ok(None) };
        // Of a project, in its first file that holds anything.
        let project = self.oracle.spec().project.is_some();
        let file = original.iter().skip(usize::from(project)).position(|it| !it.is_empty());
        let file = file.map_or(0, |it| it + usize::from(project));
        let mut broken = original.clone();
        broken[file] = [&original[file], NONSENSE].concat().into();
        let Some(run) = self.show(&broken, slots, stop)? else { return Ok(None) };
        let told = Diagnostics::of_run(&run);
        Ok(Some(match (told.is_empty(), known.is_empty()) {
            (true, true) => Event::Warning(NOTHING_TO_SEE.to_owned()),
            (true, false) => Event::Warning(format!("{}; {LITTLE_TO_SEE}", holds(known))),
            (false, _) => Event::Note(holds(known)),
        }))
    }

    /// What the test prints about files. `None` when somebody stops it.
    fn show(
        &self,
        files: &Files,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<RunOutput>, OracleError> {
        let question = Question::about(files, stop);
        let run = within(slots, stop, || self.oracle.run(&question, Capture::Everything)).transpose()?;
        Ok(run.filter(|it| it.status != Status::Cancelled && !stop.is_raised()))
    }
}

const NOTHING_TO_SEE: &str = "--no-new-diagnostics has nothing to look at: the test prints no diagnostics, not even about \
    a file that no compiler accepts, so that nothing is refused. If it is a script, let it print what the compiler says on \
    its standard output or error (>/dev/null, `grep -q` and 2>&1 into a pipe hide it)";
const LITTLE_TO_SEE: &str = "but about a file that no compiler accepts the test prints no diagnostics at all. If it is a \
    script, let it print all that the compiler says on its standard output or error";

/// What is held on to.
fn holds(known: &Diagnostics) -> String {
    let kinds: Vec<&str> = known.kinds().collect();
    let more = match kinds.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if kinds.is_empty() {
        return "the original shows no diagnostics; a candidate that shows one is refused".to_owned();
    }
    format!(
        "the original shows diagnostics of these kinds: {}{more}; a candidate that shows another is refused",
        kinds[..kinds.len().min(NAMED)].join(", ")
    )
}
