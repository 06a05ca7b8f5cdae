//! The file to reduce: read whole, with everything that can be wrong about it explained.

pub(crate) mod away;
pub(crate) mod cargo;
pub(crate) mod choice;
pub(crate) mod grammar;
pub(crate) mod invocation;
pub(crate) mod language;
pub(crate) mod operators;
pub(crate) mod source;
pub(crate) mod trial;

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_runner::Failure;

/// What messages call the original that came from there.
const STDIN: &str = "standard input";

/// The input file.
#[derive(Debug)]
pub(crate) struct Input {
    /// As the user spells it.
    pub(crate) path: PathBuf,
    /// False where it came from standard input, and `path` is only what messages call it.
    pub(crate) on_disk: bool,
    /// Without symbolic links.
    pub(crate) real: PathBuf,
    /// The last component of `path`: what the candidate is called.
    pub(crate) name: OsString,
    /// Its bytes.
    pub(crate) text: Arc<[u8]>,
    /// What the file itself holds: the same, unless `text` comes from a backup.
    pub(crate) there: Arc<[u8]>,
    /// Its mode, which the result takes over.
    pub(crate) permissions: Permissions,
    /// The backup that `text` comes from, when an earlier run has already replaced the file itself.
    pub(crate) backup: Option<PathBuf>,
}

impl Input {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
        let cannot = |error: &io::Error| cannot_read(path, error);
        let metadata = fs::metadata(path).map_err(|it| cannot(&it))?;
        check(path, &metadata)?;
        let real = fs::canonicalize(path).map_err(|it| cannot(&it))?;
        let text = fs::read(path).map_err(|it| cannot(&it))?;
        if text.is_empty() {
            return Err(empty(path));
        }
        let name = path.file_name().or(real.file_name()).expect("a regular file has a name").to_owned();
        let text: Arc<[u8]> = text.into();
        Ok(Input {
            path: path.to_owned(),
            on_disk: true,
            real,
            name,
            there: text.clone(),
            text,
            permissions: metadata.permissions(),
            backup: None,
        })
    }

    /// Reads standard input to its end, into a file of `directory` that is called as files of the language are.
    pub(crate) fn from_stdin(directory: &Path, language: Option<&str>) -> Result<Input, Failure> {
        let cannot = |it: io::Error| Failure::usage("cannot read standard input").because(it);
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text).map_err(cannot)?;
        if text.is_empty() {
            return Err(empty(Path::new(STDIN)));
        }
        let found = || lop_languages::info_of(Path::new("input"), &text);
        let info = language.map_or_else(found, lop_languages::info);
        let extension =
            info.and_then(|it| it.extensions.first()).map(|it| format!(".{it}")).unwrap_or_default();
        let path = directory.join(format!("input{extension}"));
        fs::write(&path, text).map_err(cannot)?;
        // Where the file is that stands for it is nobody's business.
        Ok(Input { path: STDIN.into(), on_disk: false, ..Input::read(&path)? })
    }

    /// The same file as it was when `backup` was made of it.
    pub(crate) fn as_backed_up(&self, backup: PathBuf) -> io::Result<Input> {
        Ok(Input {
            path: self.path.clone(),
            on_disk: self.on_disk,
            real: self.real.clone(),
            name: self.name.clone(),
            text: fs::read(&backup)?.into(),
            there: self.there.clone(),
            permissions: self.permissions.clone(),
            backup: Some(backup),
        })
    }
}

fn check(path: &Path, metadata: &fs::Metadata) -> Result<(), Failure> {
    let what = |text: &str| Failure::usage(format!("{} {text}", path.display()));
    if metadata.is_dir() {
        return Err(what("is a directory").help(format!(
            "name one file in it, or reduce all of them:\n  lop batch {} --out results -- COMMAND…",
            path.display()
        )));
    }
    if !metadata.is_file() {
        return Err(what("is not a regular file").help("copy what it gives into a file and reduce that"));
    }
    if metadata.len() >= u64::from(u32::MAX) {
        let gib = metadata.len() >> 30;
        return Err(what(&format!("is too large: {gib} GiB"))
            .because("lop reduces files of less than 4 GiB")
            .help("cut it by hand first, for example to the first half, as long as the test accepts it"));
    }
    if metadata.len() == 0 {
        return Err(empty(path));
    }
    Ok(())
}

fn empty(path: &Path) -> Failure {
    Failure::usage(format!("{} is empty", path.display()))
        .because("an empty file cannot be reduced")
        .help("check that what wrote it worked")
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::usage(format!("cannot read {}", path.display())).because(error);
    match error.kind() {
        io::ErrorKind::NotFound => {
            failure.help("check the path; a relative one starts from the current directory")
        }
        io::ErrorKind::PermissionDenied => failure.help("reading it needs permission: see ls -l"),
        _ => failure,
    }
}
