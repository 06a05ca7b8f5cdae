//! What goes wrong on the way to an answer, and what helps against it.

use lop_engine::OracleError;
use tonic::{Code, Status};

use crate::encryption::distrust;

/// Why there is no answer. None of these says anything about the candidate.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It may work in a moment.
    Passing(String),
    /// The server does not have, or no longer has, what it was given.
    Missing(String),
    /// What came back is not all of it, or not what it should be: the server must not answer that from its memory again.
    Broken(String),
    /// The script around the command was ended, or its machine: by whatever happened there, or by what it ran. For the server it has
    /// ended, so it must not answer that from its memory either.
    Killed(String),
    /// Asking again does not help.
    Final(OracleError),
}

impl Fault {
    /// What to tell the user when nothing has helped.
    pub(crate) fn into_error(self, server: &str) -> OracleError {
        match self {
            Fault::Final(error) => error,
            Fault::Killed(_) => self.into_error_of_one(server),
            Fault::Passing(why) | Fault::Missing(why) | Fault::Broken(why) => OracleError::new(format!(
                "{server} has no answer: {why}"
            ))
            .with_remedy(
                "see whether it is up, then go on with --resume; --remote-fallback local asks here meanwhile",
            ),
        }
    }

    /// The same of a question that has none while the server is there for others.
    pub(crate) fn into_error_of_one(self, server: &str) -> OracleError {
        match self {
            Fault::Final(error) => error,
            Fault::Passing(why) | Fault::Missing(why) | Fault::Broken(why) | Fault::Killed(why) => OracleError::new(
                format!("{server} is up, and has no answer about one candidate: {why}"),
            )
            .with_remedy(
                "it may take down the machine that runs it: bound it there (--memory, --file-size, --timeout), or have \
                 such questions asked here with --remote-fallback local; then go on with --resume",
            ),
        }
    }

    /// What a status of the server, about a call or about a command, comes to.
    pub(crate) fn of(code: Code, message: &str) -> Fault {
        let why = if message.is_empty() { format!("{code}") } else { format!("{code} ({message})") };
        match code {
            Code::Unauthenticated | Code::PermissionDenied => Fault::Final(
                OracleError::new(format!("the server does not let us in: {why}"))
                    .with_remedy("give it what it wants to see, such as a key: --remote-header-file FILE"),
            ),
            Code::Unimplemented => Fault::Final(
                OracleError::new(format!("the server does not do what it is asked for: {why}")).with_remedy(
                    "name one that runs commands, and its instance: --remote grpcs://HOST/INSTANCE",
                ),
            ),
            Code::FailedPrecondition | Code::NotFound => Fault::Missing(why),
            Code::DataLoss => Fault::Broken(why),
            _ => Fault::Passing(why),
        }
    }
}

impl From<Status> for Fault {
    fn from(status: Status) -> Fault {
        let mut why = status.message().to_owned();
        let mut source = std::error::Error::source(&status);
        if let Some(error) = source.and_then(distrust) {
            return Fault::Final(error);
        }
        while let Some(error) = source {
            let said = error.to_string();
            if !why.contains(&said) {
                why = if why.is_empty() { said } else { format!("{why}: {said}") };
            }
            source = error.source();
        }
        Fault::of(status.code(), &why)
    }
}
