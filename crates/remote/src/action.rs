//! A question as an action: a tree with the candidate and what goes along, and a script that always ends with 0.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bazel_remote_apis::google::protobuf::Duration as Span;
use lop_engine::{Entry, OracleError};
use lop_oracle::project::{Body, Project};
use lop_oracle::site::Errand;
use lop_oracle::site::wrapper::{OVER, Report, STDERR, STDOUT, WHEN, Wrapper, joined};

use crate::blob::{Blob, Key};
use crate::companions::{Companions, rooted};
use crate::copies::Copies;
use crate::folder::{Folder, is_executable};
use crate::reapi::platform::Property;
use crate::reapi::{Action, Command, Platform};

/// In the tree: the candidate, the script, and what that makes.
const WORK: &str = "work";
pub(crate) const SCRIPT: &str = "run";
const TMP: &str = "tmp";
/// What never comes out of a directory. Where nothing is to come out of one, some servers (Buildfarm) put a link to what all actions
/// have in common: no place for the test to write to, and no directory of its own.
const NOTHING: &str = ".lop-nothing";
/// Where the files are that the command and the script leave.
pub(crate) const LEFT: &str = "left";

/// How much longer than the command the server lets the script run, which ends the command itself.
const MARGIN: Duration = Duration::from_secs(60);

/// What begins a script: a worker may set no PATH at all.
pub(crate) const PATH: &str = "PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}; export PATH\n";

/// What is the same for all actions at a server.
#[derive(Debug)]
pub(crate) struct Kitchen {
    pub(crate) platform: Platform,
    pub(crate) companions: Companions,
    /// True for a server that knows no better way to name what comes out.
    pub(crate) is_old: AtomicBool,
    /// The contents of files that are copied into projects.
    pub(crate) copies: Copies,
}

/// A folder in a tree, and which of the two streams of its command are wanted.
pub(crate) type Place<'a> = (&'a str, (bool, bool));

/// An action that the server can be given.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) action: Action,
    /// What it is made of, but itself and what goes along.
    pub(crate) blobs: Vec<Blob>,
    /// What goes along with every action.
    pub(crate) standing: Arc<Vec<Blob>>,
    /// Its tree.
    pub(crate) root: Folder,
    /// How many of the blobs, from the first on, are files of the candidate.
    pub(crate) files: usize,
}

impl Kitchen {
    /// Makes an action of an errand.
    pub(crate) fn prepare(&self, errand: &Errand<'_>) -> Result<Prepared, OracleError> {
        self.companions.find(errand.command)?;
        let (mut root, mut blobs) = (Folder::default(), Vec::new());
        let standing = self.companions.put(&mut root)?;
        match errand.project {
            Some(it) => self.put_project(it, errand.files, &mut root, &mut blobs)?,
            None => {
                for (name, file) in errand.names.iter().zip(errand.files) {
                    let blob = Blob::new(file.clone());
                    root.put_file(&Path::new(WORK).join(name), blob.key, false)?;
                    blobs.push(blob);
                }
            }
        }
        for folder in [&*Path::new(WORK).join(errand.directory()), Path::new(LEFT), Path::new(TMP)] {
            root.need(folder)?;
        }
        let files = blobs.len();
        let script = Blob::new(self.script(errand, Report::Streams).into_vec());
        root.put_file(Path::new(SCRIPT), script.key, false)?;
        blobs.push(script);
        let limit = errand.limit.map(|it| it + errand.grace);
        let streams = (errand.stdout, errand.stderr);
        Ok(Prepared {
            files,
            ..self.pack(root, (blobs, standing), (&[("", streams)], Report::Streams), limit)
        })
    }

    /// An action of a tree, in which each of `folders` is of a question that wants these of its two streams, and says so how it ended.
    pub(crate) fn pack(
        &self,
        root: Folder,
        (mut blobs, standing): (Vec<Blob>, Arc<Vec<Blob>>),
        (folders, report): (&[Place<'_>], Report),
        limit: Option<Duration>,
    ) -> Prepared {
        let input_root = root.pack(&mut blobs);
        let command = Blob::of_message(&self.command(folders, report));
        let action = Action {
            command_digest: Some(command.key.digest()),
            input_root_digest: Some(input_root.digest()),
            timeout: limit.map(|it| span(it + MARGIN)),
            platform: Some(self.platform.clone()),
            ..Action::default()
        };
        blobs.push(command);
        Prepared { action, blobs, standing, root, files: 0 }
    }

    fn command(&self, folders: &[Place<'_>], report: Report) -> Command {
        let mut left = outputs(folders, report);
        for &(folder, (stdout, stderr)) in folders {
            let leaves_some = report == Report::Files || stdout || stderr;
            let empty = [(LEFT, !leaves_some), (TMP, true), (WORK, true)];
            left.extend(empty.iter().filter(|it| it.1).map(|it| format!("{folder}{}/{NOTHING}", it.0)));
        }
        // Some servers refuse what is in no order.
        left.sort_unstable();
        let is_old = self.is_old.load(Ordering::Relaxed);
        let (output_paths, output_files) = if is_old { (Vec::new(), left) } else { (left, Vec::new()) };
        #[expect(deprecated, reason = "older servers know nothing else")]
        Command {
            arguments: ["/bin/sh", SCRIPT].map(str::to_owned).to_vec(),
            output_paths,
            output_files,
            platform: Some(self.platform.clone()),
            ..Command::default()
        }
    }

    /// The script of a question, which says so how it ended.
    pub(crate) fn script(&self, errand: &Errand<'_>, report: Report) -> OsString {
        let candidate = Path::new(WORK).join(errand.candidate());
        let word = |it: &OsStr| self.companions.word(it, &candidate);
        let tmp = || rooted(Path::new(TMP));
        let mut own: Vec<(OsString, OsString)> =
            vec![("TMPDIR".into(), tmp()), ("LOP_JOB".into(), "0".into())];
        let caches = errand.project.into_iter().flat_map(|it| &it.caches);
        own.extend(caches.map(|it| (it.into(), tmp())));
        let words: Vec<OsString> = errand.command.iter().map(|it| word(it)).collect();
        let wrapper = Wrapper {
            directory: rooted(&Path::new(WORK).join(errand.directory())),
            left: rooted(Path::new(LEFT)),
            program: word(errand.program),
            own,
            env: errand.env.to_vec(),
            command: words.join(OsStr::new(" ")),
            input: if errand.stdin { rooted(&candidate) } else { "/dev/null".into() },
            streams: (errand.stdout, errand.stderr),
            limit: errand.limit,
            grace: errand.grace,
        };
        // A server may forget directories with nothing in them.
        let begin = format!(
            "LOP_ROOT=$PWD; export LOP_ROOT\n[ -d {LEFT} ] && [ -d {TMP} ] || mkdir -p {LEFT} {TMP} || exit\n"
        );
        joined(&[OsStr::new(PATH), OsStr::new(&begin), &wrapper.script_with(report), OsStr::new("\n")])
    }

    /// Puts a candidate of a project there, as it would be laid out on disk.
    fn put_project(
        &self,
        project: &Project,
        files: &[Arc<[u8]>],
        root: &mut Folder,
        blobs: &mut Vec<Blob>,
    ) -> Result<(), OracleError> {
        let wrong =
            |it: &dyn std::fmt::Display| OracleError::new(format!("the project cannot be sent: {it}"));
        let tree = project.tree(&files[0]).map_err(|it| wrong(&it))?;
        let base = Path::new(WORK).join(&project.root);
        root.need(&base)?;
        for (index, entry) in tree.entries().iter().enumerate() {
            let Some(path) = entry.path() else { continue };
            let path = base.join(PathBuf::from(OsString::from_vec(path.to_vec())));
            if matches!(entry, Entry::Directory(_)) {
                root.need(&path)?;
                continue;
            }
            let stock = project.stock(index);
            let is_executable = stock.is_some_and(|it| is_executable(it.mode));
            let text = |file: usize| self.copies.text(&files.get(file).cloned().unwrap_or_default());
            let blob = match stock.map_or(&Body::Text, |it| &it.body) {
                Body::Text => text(index + 1),
                Body::Name(file) => text(*file),
                Body::Copy(from, _) => self.copies.file(from).map_err(|it| wrong(&it))?,
                Body::Link(target) => {
                    root.put_link(&path, target)?;
                    continue;
                }
            };
            root.put_file(&path, blob.key, is_executable)?;
            blobs.push(blob);
        }
        Ok(())
    }
}

/// The files that questions in these folders leave, as far as they are wanted: a server looks for each.
pub(crate) fn outputs(folders: &[Place<'_>], report: Report) -> Vec<String> {
    let says = report == Report::Files;
    let mut outputs = Vec::new();
    for &(folder, (stdout, stderr)) in folders {
        let files = [(OVER, says), (WHEN, says), (STDOUT, stdout), (STDERR, stderr)];
        outputs.extend(files.iter().filter(|it| it.1).map(|it| format!("{folder}{LEFT}/{}", it.0)));
    }
    outputs
}

impl Prepared {
    /// The action itself, as one of so many that are the same. All but the first must be carried out, and are not kept.
    pub(crate) fn action(&self, salt: Option<Vec<u8>>) -> Blob {
        let mut action = self.action.clone();
        if let Some(salt) = salt {
            action.salt = salt;
            action.do_not_cache = true;
        }
        Blob::of_message(&action)
    }

    /// By which it is known whether it was asked before.
    pub(crate) fn key(&self) -> Key {
        self.action(None).key
    }
}

/// What the machine must be that runs the command. Servers want the properties in order.
pub(crate) fn platform(properties: &[(String, String)]) -> Platform {
    let mut properties: Vec<Property> = properties
        .iter()
        .map(|(name, value)| Property { name: name.clone(), value: value.clone() })
        .collect();
    properties.sort_by(|a, b| (&a.name, &a.value).cmp(&(&b.name, &b.value)));
    Platform { properties }
}

fn span(span: Duration) -> Span {
    Span {
        seconds: span.as_secs().try_into().unwrap_or(i64::MAX),
        nanos: span.subsec_nanos().try_into().unwrap_or_default(),
    }
}
