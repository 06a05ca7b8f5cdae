//! Which files of the user's a test reads, seen by `strace` in one run of it on this machine: what other machines may lack.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use lop_engine::{Cancel, Question};
use lop_oracle::{Capture, CommandOracle, CommandSpec};

use crate::Files;

/// The tracer; the file that it writes and the command follow. It says what a descriptor stands for, and a call that this
/// system does not have is left out.
const TRACER: [&str; 7] = ["strace", "-f", "-qq", "-y", "-e", "trace=?open,openat,?openat2,execve", "-o"];

/// What every machine has in a way of its own, or nobody can take along.
const SYSTEM: [&str; 11] =
    ["/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/sys"];
const SYSTEM_TOO: [&str; 2] = ["/usr", "/var"];

/// How many are named; of more, only the directories.
const NAMED: usize = 4;

/// What the test reads here that does not go along. `None` where nobody can see that: there is no tracer, or it may not trace.
pub(super) fn reads(test: &CommandOracle, original: &Files, stop: &Cancel) -> Option<Vec<PathBuf>> {
    let spec = test.spec();
    let log = tempfile::NamedTempFile::new().ok()?;
    let mut command: Vec<OsString> = TRACER.map(OsString::from).to_vec();
    command.extend([log.path().into(), "--".into()]);
    // A name without a directory is one of PATH, and all others are meant from where the user is.
    let program = Path::new(&spec.command[0]);
    let is_name = program.components().count() == 1;
    command.push(if is_name { program.into() } else { spec.directory.join(program).into() });
    command.extend(spec.command[1..].iter().cloned());
    let traced = CommandSpec { command, away: None, ..spec.clone() };
    let oracle = CommandOracle::new(traced).ok()?;
    oracle.run_here(&Question::about(original, stop), Capture::Needed).ok()?;
    // With it go the directories of the candidate: what is there afterwards is the user's.
    drop(oracle);
    let log = fs::read(log.path()).ok().filter(|it| !it.is_empty())?;
    // The tracer knows files by where they really are.
    let luggage = test.luggage().unwrap_or_default().into_iter();
    let luggage: Vec<PathBuf> =
        luggage.flat_map(|it| [it.path.canonicalize().ok(), Some(it.path)]).flatten().collect();
    let goes_along = |path: &Path| luggage.iter().any(|it| path.starts_with(it));
    let all = opened(&String::from_utf8_lossy(&log));
    Some(all.into_iter().filter(|it| it.is_file() && !goes_along(it)).collect())
}

/// The options that take those files along, or the directories that they are in.
pub(super) fn options(files: &[PathBuf]) -> String {
    let mut named: BTreeSet<&Path> = files.iter().map(PathBuf::as_path).collect();
    if named.len() > NAMED {
        named = files.iter().filter_map(|it| it.parent()).collect();
    }
    let option = |it: &&Path| format!("--remote-with {}", it.display());
    let mut options: Vec<String> = named.iter().take(NAMED).map(option).collect();
    if named.len() > NAMED {
        options.push(format!("and {} more directories", named.len() - NAMED));
    }
    options.join(" ")
}

/// The files that were opened to be read, or executed, which no system has by itself.
fn opened(log: &str) -> BTreeSet<PathBuf> {
    log.lines().filter_map(file).map(PathBuf::from).filter(|it| !is_of_the_system(it)).collect()
}

/// The file of a line such as `7 openat(AT_FDCWD</home/me>, "a", O_RDONLY) = 3</home/me/a>` or
/// `7 execve("/home/me/cc", ["cc"], 0x7ff /* 9 vars */) = 0`.
fn file(line: &str) -> Option<&str> {
    let (call, result) = line.rsplit_once(" = ")?;
    if let Some((_, words)) = call.split_once("execve(\"") {
        return words.split_once('"').map(|it| it.0).filter(|it| result == "0" && it.starts_with('/'));
    }
    let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_DIRECTORY"];
    let path = result.split_once('<')?.1.strip_suffix('>')?;
    (path.starts_with('/') && !writes.iter().any(|it| call.contains(it))).then_some(path)
}

fn is_of_the_system(path: &Path) -> bool {
    SYSTEM.iter().chain(&SYSTEM_TOO).any(|it| path.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_opened_to_be_read_is_told_from_what_was_written_absent_or_of_the_system() {
        let log = "29146 execve(\"/home/me/t.sh\", [\"./t.sh\"], 0x7ffd /* 35 vars */) = 0\n\
            29146 openat(AT_FDCWD</w>, \"/etc/ld.so.cache\", O_RDONLY|O_CLOEXEC) = 3</etc/ld.so.cache>\n\
            29146 openat(AT_FDCWD</w>, \"out\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</w/out>\n\
            29146 openat(AT_FDCWD</w>, \"lib\", O_RDONLY|O_DIRECTORY) = 3</home/me/lib>\n\
            29147 execve(\"/usr/bin/cat\", [\"cat\"], 0x55d5 /* 35 vars */) = 0\n\
            29147 execve(\"/home/me/cat\", [\"cat\"], 0x55d5 /* 35 vars */) = -1 ENOENT (No such file or directory)\n\
            29147 openat(AT_FDCWD</w>, \"nothere\", O_RDONLY) = -1 ENOENT (No such file or directory)\n\
            29147 openat(AT_FDCWD</home/me>, \"a = b\", O_RDONLY) = 3</home/me/a = b>\n\
            29147 open(\"/home/me/data\", O_RDONLY) = 4</home/me/data>\n\
            29147 openat(AT_FDCWD</w>, \"p\", O_RDONLY) = 5<pipe:[77]>\n\
            29146 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---\n";
        let found = opened(log);
        let names: Vec<&str> = found.iter().filter_map(|it| it.to_str()).collect();
        assert_eq!(names, ["/home/me/data", "/home/me/t.sh"]);
    }

    #[test]
    fn many_files_are_named_by_their_directories() {
        let files =
            |count: usize| (0..count).map(|it| PathBuf::from(format!("/o/d{}/f{it}", it % 2))).collect();
        let few: Vec<PathBuf> = files(2);
        assert_eq!(options(&few), "--remote-with /o/d0/f0 --remote-with /o/d1/f1");
        let many: Vec<PathBuf> = files(9);
        assert_eq!(options(&many), "--remote-with /o/d0 --remote-with /o/d1");
    }
}
