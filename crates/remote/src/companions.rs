//! What goes along with every question: the program of the test, and what the user names.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::OracleError;
use lop_oracle::site::Luggage;
use lop_oracle::site::wrapper::{joined, quoted};
use parking_lot::Mutex;

use crate::blob::{Blob, Key};
use crate::folder::{Folder, is_executable};

/// Where they are in the tree of an action.
pub(crate) const WITH: &str = "with";

/// A shell's word for the root of that tree, wherever it is; the script sets the variable.
pub(crate) const ROOT: &str = "\"$LOP_ROOT\"";

/// Files and directories of this machine, and where they are there.
#[derive(Debug)]
pub(crate) struct Companions {
    /// Where the user is: a script of the test that is in there goes along unasked.
    directory: PathBuf,
    all: Mutex<BTreeMap<PathBuf, Companion>>,
    /// What all of them are made of; another list whenever there is one more.
    blobs: Mutex<Arc<Vec<Blob>>>,
}

#[derive(Debug, Clone)]
struct Companion {
    /// Its name below [`WITH`].
    name: String,
    kind: Kind,
    /// True when the user has named it.
    is_named: bool,
    /// How many files and bytes it is.
    size: (usize, u64),
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    File { key: Key, is_executable: bool },
    Folder(Key),
}

impl Companions {
    /// Those that the user names. Each is read now.
    pub(crate) fn new(with: &[PathBuf], directory: &Path) -> Result<Companions, OracleError> {
        let (all, blobs) = (Mutex::default(), Mutex::default());
        let companions = Companions { directory: directory.to_owned(), all, blobs };
        for path in with {
            companions.add(&directory.join(path), true)?;
        }
        Ok(companions)
    }

    /// By which they are known.
    pub(crate) fn keys(&self) -> Vec<String> {
        let key = |it: &Companion| match it.kind {
            Kind::File { key, .. } | Kind::Folder(key) => format!("{} {}", it.name, key.hex()),
        };
        self.all.lock().values().map(key).collect()
    }

    /// Takes along what a command names by its absolute path: files in the user's directory, also within a line for the shell.
    pub(crate) fn find(&self, command: &[OsString]) -> Result<(), OracleError> {
        let directory = self.directory.as_os_str().as_bytes();
        for word in command.iter().map(|it| it.as_bytes()) {
            for start in 0..word.len().saturating_sub(directory.len()) {
                let is_new = |it: &&Path| it.starts_with(&self.directory) && !self.has(it) && it.is_file();
                let path =
                    named(&word[start..], directory).map(|it| Path::new(OsStr::from_bytes(it))).find(is_new);
                path.map_or(Ok(()), |it| self.add(it, false))?;
            }
        }
        Ok(())
    }

    /// What they are on this machine.
    pub(crate) fn luggage(&self) -> Vec<Luggage> {
        let of = |(path, it): (&PathBuf, &Companion)| {
            let mut luggage = Luggage::file(path.clone(), it.size.1);
            luggage.is_named = it.is_named;
            luggage.files = matches!(it.kind, Kind::Folder(_)).then_some(it.size.0);
            luggage
        };
        self.all.lock().iter().map(of).collect()
    }

    /// True where one is a directory, which may be large.
    pub(crate) fn have_folders(&self) -> bool {
        self.all.lock().values().any(|it| matches!(it.kind, Kind::Folder(_)))
    }

    /// Puts them into the tree of an action. Returns what they are made of.
    pub(crate) fn put(&self, root: &mut Folder) -> Result<Arc<Vec<Blob>>, OracleError> {
        for companion in self.all.lock().values() {
            let path = Path::new(WITH).join(&companion.name);
            match companion.kind {
                Kind::File { key, is_executable } => root.put_file(&path, key, is_executable)?,
                Kind::Folder(key) => root.put_packed(&path, key)?,
            }
        }
        Ok(self.blobs.lock().clone())
    }

    /// `word` for the shell there: the candidate's path for `@@`, and for each path that goes along where that is.
    pub(crate) fn word(&self, word: &OsStr, candidate: &Path) -> OsString {
        let all = self.all.lock();
        let mut text = OsString::new();
        let mut rest = word.as_bytes();
        let mut plain = 0;
        while plain < rest.len() {
            let here = &rest[plain..];
            // The longest path that stands here, if one does.
            let companion = all.iter().rev().find(|it| stands(it.0, here));
            let (skipped, place) = if here.starts_with(b"@@") {
                (2, candidate.to_owned())
            } else if let Some((path, companion)) = companion {
                (path.as_os_str().len(), Path::new(WITH).join(&companion.name))
            } else {
                plain += 1;
                continue;
            };
            text = joined(&[&text, &literal(&rest[..plain]), &rooted(&place)]);
            rest = &rest[plain + skipped..];
            plain = 0;
        }
        if rest.is_empty() && !text.is_empty() {
            return text;
        }
        let end = if text.is_empty() { quoted(OsStr::from_bytes(rest)) } else { literal(rest) };
        joined(&[&text, &end])
    }

    fn has(&self, path: &Path) -> bool {
        self.all.lock().keys().any(|it| path.starts_with(it))
    }

    fn add(&self, path: &Path, is_named: bool) -> Result<(), OracleError> {
        let wrong = |it: &dyn std::fmt::Display| {
            OracleError::new(format!("cannot take {} along: {it}", path.display()))
                .with_remedy("name a file or a directory that is there: --remote-with PATH")
        };
        let path: PathBuf = path.components().collect();
        let metadata = std::fs::metadata(&path).map_err(|it| wrong(&it))?;
        let mut blobs = Vec::new();
        let mut files = 1;
        let kind = if metadata.is_dir() {
            let folder = Folder::read(&path, &mut blobs).map_err(|it| wrong(&it))?;
            // Links and what says which files a directory has are not counted.
            files = blobs.len();
            Kind::Folder(folder.pack(&mut blobs))
        } else {
            let blob = Blob::of_file(path.clone()).map_err(|it| wrong(&it))?;
            let key = blob.key;
            blobs.push(blob);
            Kind::File { key, is_executable: is_executable(std::os::unix::fs::MetadataExt::mode(&metadata)) }
        };
        let size = (files, blobs.iter().take(files).map(|it| it.key.size).sum());
        let last = path.file_name().and_then(OsStr::to_str).unwrap_or("it").to_owned();
        let mut all = self.all.lock();
        if all.contains_key(&path) {
            // Another thread was faster.
            return Ok(());
        }
        let is_taken = |name: &str| all.values().any(|it| it.name == name);
        let mut names = std::iter::once(last.clone()).chain((2..).map(|it| format!("{it}-{last}")));
        let name = names.find(|it| !is_taken(it)).unwrap_or(last);
        all.insert(path, Companion { name, kind, is_named, size });
        let mut blobs_of_all = self.blobs.lock();
        *blobs_of_all = Arc::new(blobs_of_all.iter().cloned().chain(blobs).collect());
        Ok(())
    }
}

/// What may be a path in `directory` at the beginning of `text`, the shortest first: up to a byte that ends a word for a
/// shell, or to the end.
fn named<'a>(text: &'a [u8], directory: &[u8]) -> impl Iterator<Item = &'a [u8]> {
    let begins = text.starts_with(directory) && directory.len() > 1;
    let from = if begins { directory.len() } else { text.len() };
    let ends = (from..text.len()).filter(|&it| b" \t\n'\";|&<>()$`".contains(&text[it]));
    ends.chain(begins.then_some(text.len())).map(|it| &text[..it])
}

/// A path of the action's tree as a word for the shell there.
pub(crate) fn rooted(path: &Path) -> OsString {
    let slash = OsStr::new(if path.as_os_str().is_empty() { "" } else { "/" });
    joined(&[OsStr::new(ROOT), &literal(&[slash.as_bytes(), path.as_os_str().as_bytes()].concat())])
}

/// True where `text` begins with `path`, and not with a longer name.
fn stands(path: &Path, text: &[u8]) -> bool {
    let next = text.strip_prefix(path.as_os_str().as_bytes()).map(|rest| rest.first().copied());
    next.is_some_and(|it| it.is_none_or(|it| !(it.is_ascii_alphanumeric() || b"_-.".contains(&it))))
}

/// A part of a word; nothing, where there is nothing.
fn literal(bytes: &[u8]) -> OsString {
    if bytes.is_empty() { OsString::new() } else { quoted(OsStr::from_bytes(bytes)) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn paths_that_go_along_are_others_there_and_all_else_stays() {
        let directory = tempfile::tempdir().unwrap();
        let here = directory.path();
        fs::write(here.join("test.sh"), "exit 0").unwrap();
        fs::create_dir(here.join("tools")).unwrap();
        fs::write(here.join("tools/cc"), "x").unwrap();
        let companions = Companions::new(&["tools".into()], here).unwrap();
        let path = |name: &str| here.join(name).into_os_string();
        companions.find(&[path("test.sh"), path("tools/cc"), path("tools"), "/bin/sh".into()]).unwrap();
        let word = |it: &str| companions.word(OsStr::new(it), Path::new("work/a.c")).into_string().unwrap();
        let here = here.display();
        assert_eq!(word(&format!("{here}/test.sh")), "\"$LOP_ROOT\"/with/test.sh");
        assert_eq!(word(&format!("{here}/tools/cc")), "\"$LOP_ROOT\"/with/tools/cc");
        assert_eq!(word(&format!("-B{here}/tools")), "-B\"$LOP_ROOT\"/with/tools");
        assert_eq!(word(&format!("{here}/test.sh2")), format!("{here}/test.sh2"));
        assert_eq!(word("-o it's"), quoted(OsStr::new("-o it's")).into_string().unwrap());
        assert_eq!(word("--in=@@,x"), "'--in='\"$LOP_ROOT\"/work/a.c',x'");
        assert_eq!((word(""), word("@@")), ("''".into(), "\"$LOP_ROOT\"/work/a.c".into()));
        let blobs = companions.put(&mut Folder::default()).unwrap();
        assert_eq!(blobs.len(), 3, "a script, a tool and its directory");
        fs::write(directory.path().join("a check"), "exit 0").unwrap();
        companions.find(&[format!("'{here}/a check' @@ && true").into()]).unwrap();
        assert!(word(&format!("'{here}/a check' x")).contains("\"$LOP_ROOT\"'/with/a check'"));
        let error = Companions::new(&["nowhere".into()], directory.path()).unwrap_err().to_string();
        assert!(error.contains("--remote-with"), "{error}");
    }
}
