//! What a journal belongs to: an input, a command with its criteria, and the test program as it is on disk.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fmt, fs};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::FILE_NAME;
use super::record::HEADER;
use crate::process::Program;
use crate::spec::CommandSpec;

/// The first bytes of a journal; the number behind them is the version of the format.
const NAME: &[u8] = b"lop journal v";
const MAGIC: &[u8; 16] = b"lop journal v4\n\0";

/// A program up to this size is known by its content; a larger one, a compiler say, by its size and date.
const SCRIPT: u64 = 4 << 20;

/// Hashes of everything that verdicts depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    input: u128,
    test: TestIdentity,
}

/// The part of an [`Identity`] that is the same for all inputs of one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestIdentity {
    command: u128,
    program: u128,
}

impl TestIdentity {
    /// The identity of a test; reads the programs it names. `more` is whatever else verdicts depend on that `spec` does
    /// not show, such as the text of a signature.
    pub fn of(spec: &CommandSpec, more: &[u8]) -> TestIdentity {
        let mut command = Hasher::default();
        command.strings(spec.command.iter().map(|it| it.as_bytes()));
        command.number(spec.first.len() as u64);
        for first in &spec.first {
            command.strings(first.iter().map(|it| it.as_bytes()));
        }
        command.strings(spec.names.iter().map(|it| it.as_os_str().as_bytes()));
        if let Some(project) = &spec.project {
            command.strings([project.identity().as_bytes()]);
        }
        command.strings(spec.env.iter().flat_map(|(name, value)| [name.as_bytes(), value.as_bytes()]));
        command.strings([spec.directory.as_os_str().as_bytes(), more]);
        // These print all there is to them, and nothing that changes from run to run.
        let criteria = format!("{:?} {:?} {:?} {:?}", spec.criteria, spec.timeout, spec.limits, spec.repeat);
        command.strings([criteria.as_bytes(), &[u8::from(spec.stdin), u8::from(spec.sandbox)]]);
        TestIdentity { command: command.end(), program: programs(spec) }
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for TestIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = [self.command.to_le_bytes(), self.program.to_le_bytes()].concat();
        write!(f, "{:016x}", xxh3_64(&both))
    }
}

/// How the header of a journal differs from what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// Another version of lop wrote it.
    Version(&'static str),
    /// It is of something else.
    Run(&'static str),
}

impl Mismatch {
    /// What is different.
    pub(super) const fn why(self) -> &'static str {
        match self {
            Mismatch::Version(why) | Mismatch::Run(why) => why,
        }
    }
}

impl Identity {
    /// The identity of a run on `input`. Reads no file.
    pub fn new(input: &[Arc<[u8]>], test: TestIdentity) -> Identity {
        let mut document = Hasher::default();
        document.strings(input.iter().map(AsRef::as_ref));
        Identity { input: document.end(), test }
    }

    /// The file for the journal of this run when the user names no place, in a directory of its own. Does not depend on
    /// the content of the test, so that a journal from before a change of the test is found, and refused.
    pub fn path(&self) -> Option<PathBuf> {
        let name = xxh3_64(&[self.input.to_le_bytes(), self.test.command.to_le_bytes()].concat());
        Some(state_directory()?.join(format!("{name:016x}")).join(FILE_NAME))
    }

    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        for hash in [self.input, self.test.command, self.test.program] {
            header.extend(hash.to_le_bytes());
        }
        header.extend(xxh3_64(&header).to_le_bytes());
        header
    }

    /// True when a journal with this header is of the same input, whatever its test.
    pub(super) fn has_input_of(&self, header: &[u8]) -> bool {
        header.starts_with(MAGIC) && header[MAGIC.len()..].starts_with(&self.input.to_le_bytes())
    }

    /// What a journal with this header has that we have not; `None` when it is ours.
    pub(super) fn mismatch(&self, header: &[u8]) -> Option<Mismatch> {
        let hash = |at: usize| u128::from_le_bytes(header[at..at + 16].try_into().expect("16 bytes"));
        let (body, sum) = header.split_at(HEADER - 8);
        if !body.starts_with(NAME) || xxh3_64(body).to_le_bytes() != sum {
            return Some(Mismatch::Run("it is not a journal of lop"));
        }
        if !body.starts_with(MAGIC) {
            return Some(Mismatch::Version("another version of lop wrote it"));
        }
        let parts = [
            (self.input, "it was made for another input"),
            (self.test.command, "it was made for another command, other criteria or other limits"),
            (self.test.program, "the test program has changed since, so what it answered may no longer hold"),
        ];
        let at = |index: usize| MAGIC.len() + 16 * index;
        let differs = parts.iter().enumerate().find(|(index, it)| hash(at(*index)) != it.0);
        differs.map(|(_, it)| Mismatch::Run(it.1))
    }
}

/// The programs as they are on disk.
fn programs(spec: &CommandSpec) -> u128 {
    let mut hasher = Hasher::default();
    for path in named_files(spec) {
        hasher.program(&path);
    }
    hasher.end()
}

/// Where lop keeps what it knows from one run to the next, if there is such a place.
pub fn state_directory() -> Option<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
    let absolute = |it: &PathBuf| it.is_absolute();
    let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(absolute).or_else(home)?;
    Some(state.join("lop"))
}

/// The files that the commands of a test name: its programs, the scripts of interpreters, and words of a line for the
/// shell. The input is none of them, unless it is a program.
pub fn named_files(spec: &CommandSpec) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for command in std::iter::once(&spec.command).chain(&spec.first) {
        files.extend(Program::find(command, &spec.directory).map(|it| it.path));
        // An interpreter's script is an argument, or a word of the shell's.
        for argument in command.iter().skip(1) {
            let whole = std::iter::once(argument.as_bytes());
            let words = argument.as_bytes().split(u8::is_ascii_whitespace).filter(|it| !it.is_empty());
            let paths: BTreeSet<&Path> =
                whole.chain(words).map(|it| Path::new(OsStr::from_bytes(it))).collect();
            let others = paths.into_iter().filter(|it| !is_input(spec, it));
            files.extend(others.map(|it| spec.directory.join(it)));
        }
    }
    files.retain(|it| it.is_file());
    files
}

/// True for the input, which is not part of the test, and which a run in place changes.
fn is_input(spec: &CommandSpec, path: &Path) -> bool {
    let path = spec.directory.join(path);
    spec.inputs.iter().any(|it| spec.directory.join(it) == path)
}

/// A hash in which no two different lists of strings run into each other.
#[derive(Default)]
struct Hasher(Xxh3);

impl Hasher {
    fn strings<'s>(&mut self, strings: impl IntoIterator<Item = &'s [u8]>) {
        let mut count = 0;
        for string in strings {
            self.number(string.len() as u64);
            self.0.update(string);
            count += 1;
        }
        self.number(count);
    }

    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn program(&mut self, path: &Path) {
        let Some(meta) = fs::metadata(path).ok().filter(fs::Metadata::is_file) else { return };
        if meta.len() > SCRIPT {
            self.number(meta.len());
            return self.number(meta.mtime().cast_unsigned());
        }
        match fs::read(path) {
            Ok(text) => self.strings([&text[..]]),
            Err(_) => self.number(meta.len()),
        }
    }

    fn end(self) -> u128 {
        self.0.digest128()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(input: &[Arc<[u8]>], spec: &CommandSpec, more: &[u8]) -> Identity {
        Identity::new(input, TestIdentity::of(spec, more))
    }

    #[test]
    fn everything_that_a_verdict_depends_on_counts() {
        let spec = CommandSpec::new(vec!["cc".into(), "-c".into()], "a.c");
        let input = [Arc::from(&b"x"[..])];
        let own = identity(&input, &spec, b"");
        assert_eq!(own, identity(&input, &spec, b""));
        assert_ne!(own, identity(&input, &spec, b"signature"));
        assert_ne!(own, identity(&input, &CommandSpec { stdin: true, ..spec.clone() }, b""));
        let glued = CommandSpec { command: vec!["cc-c".into()], ..spec.clone() };
        assert_ne!(own, identity(&input, &glued, b""));
        let mut criteria = spec.criteria.clone();
        criteria.stderr.push("x".parse().unwrap());
        assert_ne!(own, identity(&input, &CommandSpec { criteria, ..spec }, b""));
    }

    #[test]
    fn a_test_that_was_rewritten_is_another_test() {
        let directory = tempfile::tempdir().unwrap();
        let script = directory.path().join("test.sh");
        let input = [Arc::from(&b"x"[..])];
        let spec = CommandSpec {
            directory: directory.path().to_owned(),
            ..CommandSpec::new(vec!["sh".into(), "test.sh".into()], "a.c")
        };
        fs::write(&script, "exit 0").unwrap();
        let before = identity(&input, &spec, b"");
        fs::write(&script, "exit 1").unwrap();
        let after = identity(&input, &spec, b"");
        assert_eq!(before.path(), after.path());
        let mismatch = after.mismatch(&before.header()).unwrap();
        assert!(mismatch.why().contains("the test program has changed"));
        assert_eq!(after.mismatch(&after.header()), None);
    }

    #[test]
    fn a_script_in_a_line_for_the_shell_counts_and_the_input_does_not() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        let input = [Arc::from(&b"x"[..])];
        let line = "./ok.sh a.c && true";
        let spec = CommandSpec {
            directory: directory.path().to_owned(),
            inputs: vec![directory.path().join("a.c")],
            ..CommandSpec::new(vec!["sh".into(), "-c".into(), line.into()], "a.c")
        };
        let own = || identity(&input, &spec, b"");
        write("ok.sh", "exit 0");
        write("a.c", "x");
        let before = own();
        write("a.c", "y");
        assert_eq!(own(), before);
        write("ok.sh", "exit 1");
        assert_ne!(own(), before);
    }
}
