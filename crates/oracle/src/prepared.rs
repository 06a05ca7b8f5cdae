//! A command of the oracle that was found and is ready to start, with limits and sandbox around it.

use std::ffi::{OsStr, OsString};

use lop_engine::OracleError;

use crate::output::Status;
use crate::process::{Program, program};
use crate::spec::CommandSpec;

/// One command of the oracle, ready to start.
#[derive(Debug)]
pub(crate) struct PreparedCommand {
    /// The program the user named, for messages.
    pub(crate) named: Program,
    /// The same with limits and sandbox around it.
    pub(crate) wrapped: Program,
}

impl PreparedCommand {
    /// Finds the program of `command`.
    pub(crate) fn new(command: &[OsString], spec: &CommandSpec) -> Result<PreparedCommand, OracleError> {
        let named = match Program::find(command, &spec.directory) {
            // It is looked for where it runs.
            Err(_) if is_elsewhere(command, spec) => Program::unseen(command),
            found => found?,
        };
        let mut wrapped = named.clone();
        if spec.sandbox {
            let missing = || {
                OracleError::new("--sandbox needs bubblewrap").with_remedy("install the package bubblewrap")
            };
            wrapped = wrapped.sandboxed(program::on_path(OsStr::new("bwrap")).ok_or_else(missing)?);
        }
        Ok(PreparedCommand { wrapped: wrapped.limited(&spec.limits), named })
    }

    /// What another machine is told to run: what was found by its name here is found by its name there.
    pub(crate) fn program(&self) -> OsString {
        let Program { path, arg0, .. } = &self.named;
        let by_name = !arg0.as_encoded_bytes().contains(&b'/');
        if by_name { arg0.clone() } else { path.clone().into_os_string() }
    }

    /// The command that it is told, with the limits around it.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let Program { path, args, .. } = &self.wrapped;
        let mut words: Vec<OsString> =
            std::iter::once(path.clone().into_os_string()).chain(args.iter().cloned()).collect();
        // It stands before its arguments, behind what is wrapped around it.
        let at = words.len() - 1 - self.named.args.len();
        words[at] = self.program();
        words
    }

    /// Behind a wrapper a program that cannot be started any more shows only as one of the shell's exit codes.
    pub(crate) fn still_there(&self, status: Status) -> Result<(), OracleError> {
        if self.named.path != self.wrapped.path && matches!(status, Status::Exited(1 | 126 | 127)) {
            program::check(&self.named.path).map_err(|it| program::cannot_run(&self.named.path, &it))?;
        }
        Ok(())
    }
}

/// True for a program that is named without a directory and runs on machines that have what they have.
fn is_elsewhere(command: &[OsString], spec: &CommandSpec) -> bool {
    let by_name = command.first().is_some_and(|it| !it.is_empty() && !it.as_encoded_bytes().contains(&b'/'));
    by_name && spec.away.as_ref().is_some_and(|it| it.identity().is_some())
}
