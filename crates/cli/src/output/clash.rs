//! Every path that a run will write, looked at before anything runs: it must be none that the run reads, none that somebody
//! else has laid out for us, and one that the file system can hold.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use lop_oracle::is_planted;
use lop_runner::Failure;
use lop_runner::aside::{self, ORIGINAL};

use crate::input::source::Source;

/// A file that the run will write, or a directory that it will write to.
#[derive(Debug)]
pub(crate) struct Written {
    /// What of the command line says so: an option, or the result by itself.
    pub(crate) by: &'static str,
    /// Where it is.
    pub(crate) path: PathBuf,
}

/// The option that means to replace the input.
pub(crate) const IN_PLACE: &str = "--in-place";

/// Refuses a path that would overwrite the input, a file of the test, or what another option writes.
pub(crate) fn check(written: &[Written], source: &Source, test: &[PathBuf]) -> Result<(), Failure> {
    for (index, it) in written.iter().enumerate() {
        check_alone(it)?;
        if source.holds(&it.path) {
            let what = format!("{} would write into the input: {}", it.by, it.path.display());
            return Err(Failure::usage(what)
                .because("what lies in the project is a part of it, and of the next run")
                .help("name a place outside of it; nothing was run or written"));
        }
        let Some(identity) = identity(&it.path) else { continue };
        let is_it = |path: &Path| self::identity(path).as_ref() == Some(&identity);
        if let Some(part) = test.iter().find(|path| is_it(path)) {
            return Err(clash(it, "the test", format!("the test needs {}", part.display())));
        }
        // A run in place replaces the input, and keeps a backup.
        if it.by != IN_PLACE && is_it(source.real()) {
            return Err(clash(
                it,
                "the input",
                format!("{} is what is to be reduced", source.path().display()),
            ));
        }
        if let Some(other) = written[..index].iter().find(|it| is_it(&it.path)) {
            return Err(clash(it, &format!("what {} writes", other.by), "both name the same file"));
        }
    }
    Ok(())
}

fn clash(it: &Written, what: &str, why: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{} would overwrite {what}: {}", it.by, it.path.display()))
        .because(why)
        .help("name another file; nothing was run or written")
}

/// Refuses what is wrong with a path whatever the others are.
fn check_alone(it: &Written) -> Result<(), Failure> {
    let cannot = || Failure::usage(format!("{} cannot be written", it.path.display()));
    // A run in place needs room for the name of a backup.
    let longest = if it.by == IN_PLACE { aside::numbered(&it.path, ORIGINAL, 99) } else { it.path.clone() };
    if let Err(error) = fs::symlink_metadata(&longest)
        && error.kind() == ErrorKind::InvalidFilename
    {
        return Err(cannot()
            .because(format!("{}: {error}", longest.display()))
            .help("name another file with -o PATH, or rename the input"));
    }
    let Ok(metadata) = fs::symlink_metadata(&it.path) else { return Ok(()) };
    if !metadata.is_file() && is_planted(&it.path, &metadata) {
        return Err(cannot()
            .because(
                "it is a link, pipe, device or directory of another user, in a directory where everybody may make files",
            )
            .help("name a file in a directory of your own"));
    }
    Ok(())
}

/// What makes two paths the same file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// A file that is there, by its device and number, so that links of any kind do not matter.
    File(u64, u64),
    /// One that is not there yet.
    Name(PathBuf),
}

/// `None` for what is no regular file: two may write to one pipe.
fn identity(path: &Path) -> Option<Identity> {
    if let Ok(it) = fs::metadata(path) {
        return it.is_file().then(|| Identity::File(it.dev(), it.ino()));
    }
    let directory = fs::canonicalize(super::replace::directory(path)).ok()?;
    Some(Identity::Name(directory.join(path.file_name()?)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    use super::*;
    use crate::input::Input;

    fn check_two(directory: &Path, names: [&str; 2]) -> Result<(), Failure> {
        let input = directory.join("x.c");
        fs::write(&input, "x").unwrap();
        fs::write(directory.join("t.sh"), "x").unwrap();
        let written = [("-o", names[0]), ("--report", names[1])];
        let written = written.map(|(by, name)| Written { by, path: directory.join(name) });
        let source = Source::File(Box::new(Input::read(&input).unwrap()));
        check(&written, &source, &[directory.join("t.sh")])
    }

    #[test]
    fn nothing_is_written_over_the_input_the_test_or_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path();
        symlink("t.sh", at.join("link.sh")).unwrap();
        fs::write(at.join("x.c"), "x").unwrap();
        fs::hard_link(at.join("x.c"), at.join("hard.c")).unwrap();
        for (names, what) in [
            (["t.sh", "r.html"], "-o would overwrite the test"),
            (["link.sh", "r.html"], "-o would overwrite the test"),
            (["y.c", "t.sh"], "--report would overwrite the test"),
            (["y.c", "x.c"], "--report would overwrite the input"),
            (["y.c", "hard.c"], "--report would overwrite the input"),
            (["new", "./new"], "--report would overwrite what -o writes"),
        ] {
            let failure = check_two(at, names).unwrap_err();
            assert!(failure.what.contains(what) && failure.because.is_some(), "{failure}");
        }
        check_two(at, ["y.c", "r.html"]).unwrap();
        check_two(at, ["/dev/null", "/dev/null"]).unwrap();
    }

    #[test]
    fn a_name_that_is_too_long_is_refused_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let failure = check_two(directory.path(), [&"x".repeat(256), "r.html"]).unwrap_err();
        assert!(failure.because.unwrap().contains("too long"));
    }

    #[test]
    fn a_link_of_somebody_else_in_a_directory_for_all_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path().join("shared");
        fs::create_dir(&at).unwrap();
        fs::set_permissions(&at, fs::Permissions::from_mode(0o1777)).unwrap();
        symlink("elsewhere", at.join("planted")).unwrap();
        check_two(&at, ["planted", "r.html"]).unwrap();
        // Only root can say that it is somebody else's.
        let given = std::os::unix::fs::lchown(at.join("planted"), Some(12_345), None);
        if given.is_ok() {
            let failure = check_two(&at, ["planted", "r.html"]).unwrap_err();
            assert!(failure.because.unwrap().contains("another user"));
            // Its directory's owner may put there what he likes.
            chown(&at, Some(12_345), None).unwrap();
            check_two(&at, ["planted", "r.html"]).unwrap();
        }
    }
}
