//! What a server may do instead of what it should.

use tonic::{Code, Status};

/// Calls that something can go wrong with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Capabilities,
    FindMissing,
    Update,
    BatchRead,
    Write,
    Read,
    Execute,
    Wait,
}

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mischief {
    /// The call fails.
    Fail(Code),
    /// It has lost all that it was given, and goes on as if it had not.
    Forget,
    /// The operation ends with this status.
    EndsWith(Code),
    /// The stream ends before the operation does, which goes on.
    BreaksOff,
    /// The stream ends, and nobody knows the operation any more.
    Loses,
    /// The worker is lost: no files, and an exit code that is none of the command.
    Kills,
    /// One file of the answer is not in it: the one with this number, round and round.
    LacksFile(usize),
    /// All files of the answer are said to be others.
    Lies,
    /// What the answer names cannot be had.
    HidesOutputs,
    /// Nothing comes, ever.
    Hangs,
    /// The answer has no result.
    IsEmpty,
    /// Bytes come back changed, or fewer are said to have been taken.
    Garbles,
}

impl Mischief {
    /// The status of a call that fails.
    pub(crate) fn status(self) -> Option<Status> {
        match self {
            Mischief::Fail(code) => Some(Status::new(code, "made to fail")),
            _ => None,
        }
    }
}

/// All that can go wrong with a call, for random schedules.
pub(crate) fn repertoire(call: Call) -> Vec<Mischief> {
    let fail =
        [Code::Unavailable, Code::DeadlineExceeded, Code::Internal, Code::ResourceExhausted, Code::Aborted];
    let mut all: Vec<Mischief> = fail.into_iter().map(Mischief::Fail).collect();
    match call {
        Call::Execute => all.extend([
            Mischief::Forget,
            Mischief::Fail(Code::FailedPrecondition),
            Mischief::EndsWith(Code::Unavailable),
            Mischief::EndsWith(Code::DeadlineExceeded),
            Mischief::EndsWith(Code::NotFound),
            Mischief::EndsWith(Code::Aborted),
            Mischief::BreaksOff,
            Mischief::Loses,
            Mischief::Kills,
            Mischief::LacksFile(0),
            Mischief::LacksFile(1),
            Mischief::LacksFile(2),
            Mischief::Lies,
            Mischief::HidesOutputs,
            Mischief::IsEmpty,
        ]),
        Call::BatchRead | Call::Update | Call::Read | Call::Write => {
            all.extend([Mischief::Forget, Mischief::Garbles]);
        }
        Call::FindMissing | Call::Wait | Call::Capabilities => {}
    }
    all
}
