//! From what a peer's command line says to a command line of ours.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};

use lop_runner::{Failure, aside};

use super::aftermath::named;
use super::read::Said;
use super::{Form, Part, Peer};
use crate::output::backup::Backup;

/// Saves what a test that ends with a certain code was asked about, and ends as the test did. A question may be given up at any
/// moment, so a directory gets its name when all is in it.
const ALSO: &str = "\"$@\"; code=$?; if [ $code -eq \"$LOP_CODE\" ]; then \
    d=$(mktemp -d \"${LOP_EXTRA%/*}/.${LOP_EXTRA##*/}\") && cp -R . \"$d\" && mv \"$d\" \"${d%/.*}/${d##*/.}\"; fi; exit $code";

/// Gives a test the candidate on standard input, and as its last argument.
const BOTH_WAYS: &str = "file=$1; shift; exec \"$@\" <\"$file\"";

/// A command line of ours, and what it does not say.
#[derive(Debug)]
pub(super) struct Translated {
    options: Vec<OsString>,
    /// What is reduced.
    pub(super) files: Vec<PathBuf>,
    test: Vec<OsString>,
    /// Where the result is.
    pub(super) result: PathBuf,
    pub(super) backup: Backup,
    /// A directory that has to be there.
    pub(super) makes: Option<PathBuf>,
    /// The result is a failure if it has no more bytes than this.
    pub(super) trivial: Option<u64>,
}

impl Translated {
    /// What a command line of the peer, which was called by `name`, is in our words.
    pub(super) fn of(peer: &Peer, name: &str, said: &Said) -> Result<Translated, Failure> {
        let mut it = match peer.form {
            Form::ScriptAndFiles => script_and_files(peer, said),
            Form::CommandAndFile => command_and_file(peer, said),
            Form::OptionsOnly => options_only(peer, said),
            Form::RestIsCommand => rest_is_command(peer, name, said),
        }?;
        it.options.extend(said.ours.iter().cloned());
        it.passes(said);
        if let Some(code) = said.value(Part::AlsoInteresting).filter(|it| *it != "0" && *it != "-1") {
            it.save_also(peer, code)?;
        }
        Ok(it)
    }

    /// The words behind the program.
    pub(super) fn words(&self) -> impl Iterator<Item = OsString> {
        let files = self.files.iter().map(|it| it.clone().into_os_string());
        self.options.iter().cloned().chain(files).chain(["--".into()]).chain(self.test.iter().cloned())
    }

    /// The files are replaced; what an earlier run of the same has left unfinished goes on.
    fn in_place(peer: &Peer, files: Vec<PathBuf>, test: Vec<OsString>) -> Result<Translated, Failure> {
        for file in &files {
            // What an earlier run has left nothing of is there in its backup.
            if !file.exists() && aside::latest(file).is_none() {
                return Err(Failure::usage(format!("there is no {}", file.display())).help(usage(peer)));
            }
        }
        Ok(Translated {
            options: vec!["--in-place".into(), "--resume".into()],
            result: files[0].clone(),
            files,
            test,
            backup: Backup::Ours,
            makes: None,
            trivial: None,
        })
    }

    /// The result goes elsewhere.
    fn beside(file: PathBuf, result: PathBuf, test: Vec<OsString>) -> Translated {
        Translated {
            options: vec!["-o".into(), result.clone().into()],
            result,
            files: vec![file],
            test,
            backup: Backup::Ours,
            makes: None,
            trivial: None,
        }
    }

    /// Only exit code 0 counts, also where the original crashes.
    fn by_exit_code(mut self) -> Translated {
        self.options.extend(["--exit-code".into(), "0".into()]);
        self
    }

    /// The schedule, as far as the peer lets its users change it.
    fn passes(&mut self, said: &Said) {
        let named = |part: Part| -> Vec<String> {
            let one = |it: &[OsString]| {
                let words: Vec<String> =
                    it.iter().take(2).map(|it| it.to_string_lossy().into_owned()).collect();
                words.join("::")
            };
            said.all(part).map(one).collect()
        };
        let (added, removed) = (named(Part::AddPass), named(Part::RemovePass));
        if said.has(Part::NoPasses) && !added.is_empty() {
            self.options.extend(["--passes".into(), added.join(",").into()]);
        } else if !removed.is_empty() {
            self.options.extend(["--skip".into(), removed.join(",").into()]);
        }
    }

    /// What the test is asked about when it ends with `code` is kept in directories beside where we are.
    fn save_also(&mut self, peer: &Peer, code: &OsStr) -> Result<(), Failure> {
        let code = code.to_str().and_then(|it| it.parse::<u8>().ok());
        let code =
            code.ok_or_else(|| Failure::usage("--also-interesting takes an exit code from 1 to 255"))?;
        let extra = absolute_path(Path::new(&format!("{}_extra_XXXXXX", peer.name)))?;
        let mut settings = OsString::from("LOP_EXTRA=");
        settings.push(extra);
        let wrapped = ["env".into(), format!("LOP_CODE={code}").into(), settings];
        let shell = ["sh".into(), "-c".into(), ALSO.into(), "sh".into()];
        self.test = wrapped.into_iter().chain(shell).chain(self.test.drain(..)).collect();
        Ok(())
    }
}

fn script_and_files(peer: &Peer, said: &Said) -> Result<Translated, Failure> {
    let (test, files) = match (said.value(Part::Line), &said.rest[..]) {
        (_, []) | (None, [_]) => {
            return Err(Failure::usage("a test and a file to reduce have to be named").help(usage(peer)));
        }
        (Some(line), files) => {
            let shell = said.value(Part::Shell).cloned().unwrap_or("bash".into());
            (vec![shell, "-c".into(), line.clone()], files)
        }
        (None, [script, files @ ..]) => (vec![script_path(peer, Path::new(script))?], files),
    };
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let mut it = Translated::in_place(peer, files, test)?.by_exit_code();
    it.trivial = Some(0);
    if said.has(Part::NoBackup) {
        it.backup = Backup::None;
    }
    if let Some(share) = said.value(Part::Threshold) {
        it.options.extend(["--until".into(), enough(share, &it.files)?.into()]);
    }
    Ok(it)
}

fn command_and_file(peer: &Peer, said: &Said) -> Result<Translated, Failure> {
    let [test, file] = &said.rest[..] else {
        return Err(Failure::usage("a test and a file to reduce have to be named").help(usage(peer)));
    };
    let file = PathBuf::from(file);
    let words = test.to_str().and_then(shlex::split).filter(|it| !it.is_empty());
    let words =
        words.ok_or_else(|| Failure::usage("the test has quotes that do not close").help(usage(peer)))?;
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    if Path::new(&words[0]).is_file() {
        words[0] = absolute_path(Path::new(&words[0]))?.into();
    }
    let given = said.value(Part::InputType).map_or("all".into(), |it| it.to_string_lossy());
    match &*given {
        "all" if file.is_file() => {
            words.push("@@".into());
            words =
                ["sh", "-c", BOTH_WAYS, "sh", "@@"].into_iter().map(OsString::from).chain(words).collect();
        }
        "all" | "arg" => words.push("@@".into()),
        "basename" => words.extend(file.file_name().map(OsStr::to_owned)),
        "stdin" => {}
        other => {
            return Err(Failure::usage(format!(
                "--input-type takes one of all, arg, basename, stdin, and not {other}"
            ))
            .help(usage(peer)));
        }
    }
    let mut it = Translated::in_place(peer, vec![file.clone()], words)?.by_exit_code();
    it.options.extend((given == "stdin").then(|| "--stdin".into()));
    it.trivial = (!said.has(Part::TrivialIsFine)).then_some(1);
    it.backup = match said.value(Part::Backup) {
        Some(name) if name.is_empty() => Backup::None,
        Some(name) => Backup::Named(name.into()),
        None => Backup::Named(named(&file, "bak")),
    };
    Ok(it)
}

fn options_only(peer: &Peer, said: &Said) -> Result<Translated, Failure> {
    let files: Vec<&OsString> = said.all(Part::File).filter_map(|it| it.first()).collect();
    let (Some(test), [file]) = (said.value(Part::Test), &files[..]) else {
        let what = if files.len() > 1 {
            "several files are one project here"
        } else {
            "--test-script and --input-file have to be named"
        };
        return Err(
            Failure::usage(what).help("lop FILE FILE… -- ./test.sh reduces several files in one search")
        );
    };
    let test = vec![script_path(peer, Path::new(test))?];
    let file = PathBuf::from(file);
    if file.is_dir() {
        return Err(Failure::usage("a directory is a project here")
            .help("lop DIR -- ./test.sh reduces it in one search"));
    }
    let directory =
        said.value(Part::OutputDirectory).map_or_else(|| file.with_file_name("perses_result"), PathBuf::from);
    if directory.is_file() && said.value(Part::Output).is_none() {
        return Err(Failure::usage(format!("-o names a directory, and {} is a file", directory.display()))
            .because(format!("{} puts the result into a directory, under the name of the input", peer.title))
            .help("to name the result itself: --output-file PATH"));
    }
    let inside = directory.join(file.file_name().unwrap_or_default());
    let (result, makes) = match said.value(Part::Output) {
        Some(path) => (path.into(), None),
        None => (inside, Some(directory)),
    };
    let mut it = Translated::beside(file, result, test).by_exit_code();
    it.options.push("--resume".into());
    it.makes = makes;
    Ok(it)
}

fn rest_is_command(peer: &Peer, name: &str, said: &Said) -> Result<Translated, Failure> {
    let [program, arguments @ ..] = &said.rest[..] else {
        return Err(Failure::usage("what to run was not said").help(usage(peer)));
    };
    let mut test = vec![program.clone()];
    let mut is_named = false;
    for argument in arguments {
        let is_candidate = argument.as_bytes().starts_with(b"@@");
        is_named |= is_candidate;
        test.push(match argument {
            _ if is_candidate => "@@".into(),
            // The test runs elsewhere.
            path if Path::new(path).is_file() => absolute_path(Path::new(path))?.into(),
            other => other.clone(),
        });
    }
    let file = said.value(Part::File).map_or("-".into(), PathBuf::from);
    let result = said.value(Part::Output).map_or("treereduce.out".into(), PathBuf::from);
    let mut it = Translated::beside(file, result, test);
    if !said.ours.iter().any(|it| CONDITIONS.iter().any(|condition| it == condition)) {
        it = it.by_exit_code();
    }
    it.options.extend((!is_named).then(|| "--stdin".into()));
    // What is there is no reason to stop, nor is an earlier run.
    it.options.push("--fresh".into());
    let language = name.strip_prefix(peer.name).and_then(|it| it.strip_prefix('-'));
    if let Some(known) = language.and_then(lop_languages::by_name) {
        it.options.extend(["--language".into(), known.name.as_str().into()]);
    }
    Ok(it)
}

/// What makes an answer of the test a yes, in our words.
const CONDITIONS: [&str; 3] = ["--exit-code", "--stdout", "--stderr"];

/// The script of a peer, which is no command: found from here, and executable.
fn script_path(peer: &Peer, script: &Path) -> Result<OsString, Failure> {
    if !script.is_file() {
        return Err(Failure::usage(format!("there is no test {}", script.display())).help(usage(peer)));
    }
    absolute_path(script).map(PathBuf::into_os_string)
}

fn absolute_path(path: &Path) -> Result<PathBuf, Failure> {
    absolute(path).map_err(|it| Failure::usage(format!("{} is nowhere", path.display())).because(it))
}

fn usage(peer: &Peer) -> String {
    format!("lop {} {}", peer.name, peer.usage)
}

/// The size at which enough of the files is gone, in our words.
fn enough(share: &OsStr, files: &[PathBuf]) -> Result<String, Failure> {
    let share = share.to_str().and_then(|it| it.parse::<f64>().ok()).filter(|it| (0.0..=1.0).contains(it));
    let share = share.ok_or_else(|| Failure::usage("--stopping-threshold takes a number from 0 to 1"))?;
    let bytes: u64 = files.iter().filter_map(|it| it.metadata().ok()).map(|it| it.len()).sum();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a size"
    )]
    let left = (bytes as f64 * (1.0 - share)) as u64;
    Ok(format!("{}B", left.max(1)))
}
