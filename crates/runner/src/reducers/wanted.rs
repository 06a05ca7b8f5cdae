//! How reducers are named on a command line, and whether what is named is there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lop_engine::Cancel;

use super::{LIMITS, OutsidePass, Reducer, process};
use crate::failure::Failure;

/// A reducer that somebody wants, to be started for each reduction anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// As a line of `--reducer`.
    Line(String),
    /// As `--bridge`.
    Bridge(String),
}

impl Wanted {
    /// As a line of `--reducer`, where `located` says how its command is found from elsewhere.
    pub fn line(line: &str, located: impl Fn(&str) -> String) -> Wanted {
        Wanted::Line(match line.split_once(':') {
            Some((kind @ ("creduce" | "cvise"), pass)) => format!("{kind}:{pass}"),
            Some((kind, command)) if KINDS.contains(&kind) => format!("{kind}:{}", located(command.trim())),
            _ => located(line),
        })
    }

    /// The reducer, as a pass of one reduction. Fails where it is not there.
    pub fn start(&self) -> Result<&'static OutsidePass, Failure> {
        self.reducer().map(Reducer::into_pass)
    }

    /// Fails where it is not there.
    pub fn check(&self) -> Result<(), Failure> {
        self.reducer().map(drop)
    }

    fn reducer(&self) -> Result<Reducer, Failure> {
        match self {
            Wanted::Line(line) => Reducer::named(line),
            Wanted::Bridge(name) => Reducer::bridge(name),
        }
    }
}

/// The other ways to be a reducer, as they are spelt before the command.
pub(super) const KINDS: [&str; 8] =
    ["filter", "count", "preduce1", "preduce2", "shrinkray", "hints", "creduce", "cvise"];

/// Characters that the shell does more with than to read them.
const SPECIAL: &[char] =
    &['$', '`', '"', '\'', '\\', '(', ')', '{', '}', '=', ';', '&', '|', '<', '>', '*', '?', '[', '~', '#'];

/// Fails when the program of a line for the shell is not there, as far as the line says which it is.
pub(super) fn is_there(command: &str) -> Result<(), Failure> {
    let program = command.split_whitespace().next().unwrap_or_default();
    if program.contains(SPECIAL) {
        return Ok(());
    }
    let known = if program.contains('/') {
        rustix::fs::access(program, rustix::fs::Access::EXEC_OK).is_ok() && Path::new(program).is_file()
    } else {
        // The shell knows what it is itself.
        let words = ["sh", "-c", "command -v \"$1\"", "sh", program].map(OsString::from);
        process::run(&words, LIMITS.bytes, &process::Patience::new(LIMITS.time, &Cancel::new())).is_ok()
    };
    if known {
        return Ok(());
    }
    let there = Path::new(program).exists() && program.contains('/');
    let what = if there {
        format!("the reducer {program} cannot be executed")
    } else {
        format!("there is no reducer {program}")
    };
    let help = if there {
        "chmod +x, or name its interpreter"
    } else {
        "--reducer takes a command, found from where lop is started"
    };
    Err(Failure::usage(what).help(help))
}

/// The name of a program without its directory, of a line for the shell.
pub(super) fn name_of(command: &str) -> String {
    let path = PathBuf::from(command.split_whitespace().next().unwrap_or(command));
    path.file_name().map_or_else(|| command.to_owned(), |it| it.to_string_lossy().into_owned())
}
