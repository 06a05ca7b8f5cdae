//! A person's editor and pager, to which the terminal belongs as long as they run.

use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::run::signals;

/// Opens a copy of a text in `$VISUAL`, `$EDITOR` or vi. Returns what it is then, or nothing if it is what it was.
pub(super) fn edit(name: &OsStr, text: &[u8]) -> Result<Option<Arc<[u8]>>, String> {
    let editor = wanted(&["VISUAL", "EDITOR"], "vi");
    let edited = on_copy(&editor, name, text)?;
    Ok((edited != text).then(|| edited.into()))
}

/// Opens a copy of a text in `$PAGER` or less.
pub(super) fn page(name: &OsStr, text: &[u8]) -> Result<(), String> {
    on_copy(&wanted(&["PAGER"], "less"), name, text).map(drop)
}

fn wanted(names: &[&str], default: &str) -> String {
    let said = names.iter().find_map(|it| std::env::var(it).ok().filter(|it| !it.trim().is_empty()));
    said.unwrap_or_else(|| default.to_owned())
}

/// Runs a command line, which may have options, on a copy of a text. Returns what the copy holds in the end.
fn on_copy(line: &str, name: &OsStr, text: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |it: io::Error| format!("{line} could not be run: {it}");
    let directory = tempfile::tempdir().map_err(failed)?;
    let path = directory.path().join(name);
    std::fs::write(&path, text).map_err(failed)?;
    run(line, &path).map_err(failed)?;
    std::fs::read(&path).map_err(failed)
}

fn run(line: &str, path: &Path) -> io::Result<()> {
    // A key for the program, such as Ctrl-C, reaches us as well.
    let _lent = signals::lend();
    // Standard output may be where the result goes.
    let terminal = io::stderr().as_fd().try_clone_to_owned()?;
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{line} \"$1\"")).arg("sh").arg(path).stdout(Stdio::from(terminal));
    let status = command.status()?;
    // A pager that was ended by Ctrl-C has been ended, and that is all.
    let fails = status.code().is_some_and(|it| it != 0);
    if fails { Err(io::Error::other(format!("it ended with {status}"))) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_with_options_works_on_a_copy_of_that_name() {
        let edited = on_copy("sed -i -e s/a/b/ -e s/$/!/", OsStr::new("x y.c"), b"a\n").unwrap();
        assert_eq!(edited, b"b!\n");
        let failed = on_copy("false", OsStr::new("x"), b"a").unwrap_err();
        assert!(failed.contains("false could not be run"), "{failed}");
    }
}
