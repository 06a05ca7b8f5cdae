//! Whether everything that a run is to write beside its result can be written: found out before the search, not after it.

use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use lop_runner::Failure;
use rustix::fs::{Access, access};

use super::streams;
use crate::args::ResultArgs;

/// Refuses places that cannot be written, with the option that names them.
pub(crate) fn check(args: &ResultArgs) -> Result<(), Failure> {
    for (option, path) in [("--report", &args.report), ("--bug", &args.bug), ("--trace", &args.trace)] {
        path.as_deref().map_or(Ok(()), |it| file(option, it))?;
    }
    let directories = [
        ("--keep-other-crashes", &args.keep_other_crashes),
        ("--history", &args.history),
        ("--journal", &args.journal),
    ];
    for (option, path) in directories {
        path.as_deref().map_or(Ok(()), |it| directory(option, it))?;
    }
    Ok(())
}

/// A file that is to be made or replaced.
pub(crate) fn file(option: &str, path: &Path) -> Result<(), Failure> {
    no_stream(option, path)?;
    if path.is_dir() {
        return Err(cannot(option, path, "it is a directory").help("name a file in it"));
    }
    if let Some(why) = streams::refused(path) {
        let help = format!("name a file, or let the shell open the pipe: {option} >(COMMAND)");
        return Err(cannot(option, path, why).help(help));
    }
    if path.exists() {
        return access(path, Access::WRITE_OK).map_err(|it| cannot(option, path, io::Error::from(it)));
    }
    if let Some(why) = directory_meant(path) {
        return Err(cannot(option, path, why).help("name a file, in a directory that there is"));
    }
    let parent = above(path);
    match access(&parent, Access::WRITE_OK | Access::EXEC_OK) {
        _ if !parent.is_dir() => {
            Err(cannot(option, path, format!("there is no directory {}", parent.display()))
                .help(format!("make it: mkdir -p {}", parent.display())))
        }
        Err(error) => Err(cannot(option, path, io::Error::from(error))),
        Ok(()) => Ok(()),
    }
}

/// Why what is not there can be no file: its name is one that only directories have.
pub(super) fn directory_meant(path: &Path) -> Option<String> {
    let name = path.as_os_str().as_bytes();
    if !name.ends_with(b"/") && !name.ends_with(b"/.") {
        return None;
    }
    let plain: PathBuf = path.components().collect();
    Some(if plain.exists() {
        format!("{} is not a directory", plain.display())
    } else {
        format!("that is the name of a directory, and there is no {}", plain.display())
    })
}

/// A directory that is made when it is needed, with those above it.
fn directory(option: &str, path: &Path) -> Result<(), Failure> {
    no_stream(option, path)?;
    let mut nearest = path.to_owned();
    while !nearest.exists() && nearest != Path::new(".") && nearest != Path::new("/") {
        nearest = above(&nearest);
    }
    if !nearest.is_dir() {
        return Err(cannot(option, path, format!("{} is no directory", nearest.display())));
    }
    access(&nearest, Access::WRITE_OK | Access::EXEC_OK)
        .map_err(|it| cannot(option, path, format!("{}: {}", nearest.display(), io::Error::from(it))))
}

/// What `-` stands for elsewhere is not meant by these.
fn no_stream(option: &str, path: &Path) -> Result<(), Failure> {
    if path != Path::new("-") {
        return Ok(());
    }
    Err(Failure::usage(format!("{option} cannot go to standard output"))
        .help(format!("name a place: {option} PATH; what is really called - is ./-")))
}

fn above(path: &Path) -> PathBuf {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

fn cannot(option: &str, path: &Path, because: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{option} {} cannot be written", path.display())).because(because)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_cannot_be_is_told_with_what_is_missing() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::write(at("plain"), "").unwrap();
        assert!(file("--report", &at("r.html")).is_ok() && file("--report", &at("plain")).is_ok());
        assert!(super::directory("--history", &at("a/b/c")).is_ok());
        let missing = file("--report", &at("none/r.html")).unwrap_err();
        assert!(missing.help.unwrap().contains("mkdir -p"), "{:?}", missing.because);
        assert!(file("--report", Path::new("-")).is_err() && file("--report", &at("-")).is_ok());
        assert!(file("--report", directory.path()).unwrap_err().because.unwrap().contains("a directory"));
        assert!(
            super::directory("--history", &at("plain/h"))
                .unwrap_err()
                .because
                .unwrap()
                .contains("no directory")
        );
    }
}
