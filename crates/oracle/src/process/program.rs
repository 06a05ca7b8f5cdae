//! From what the user typed to what is started: which file a program is, what stands around it, and why it cannot run.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use lop_engine::OracleError;
use rustix::fs::Access;
use rustix::io::Errno;

use crate::spec::Limits;

/// A program that was found, and its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// The file, absolute.
    pub(crate) path: PathBuf,
    /// The name it sees itself called by.
    pub(crate) arg0: OsString,
    /// With `@@` in them.
    pub(crate) args: Vec<OsString>,
}

impl Program {
    /// Finds the program of `command`: by its path, from `directory`; by its name, on PATH, then in `directory`.
    pub(crate) fn find(command: &[OsString], directory: &Path) -> Result<Program, OracleError> {
        let Some((name, arguments)) = command.split_first().filter(|it| !it.0.is_empty()) else {
            return Err(OracleError::new("no command was given")
                .with_remedy("write it after --, as in `lop FILE -- COMMAND`"));
        };
        let by_path = name.as_bytes().contains(&b'/');
        let in_directory: PathBuf = directory.join(name).components().collect();
        let found = if by_path { None } else { on_path(name) };
        let path = found.clone().unwrap_or(in_directory);
        if let Err(reason) = check(&path) {
            let missing = !by_path && reason.kind() == ErrorKind::NotFound;
            return Err(if missing { not_on_path(name) } else { cannot_run(&path, &reason) });
        }
        let arg0 = if found.is_some() { name.clone() } else { path.clone().into_os_string() };
        Ok(Program { path, arg0, args: arguments.to_vec() })
    }

    /// The program of `command`, which is not on this machine.
    pub(crate) fn unseen(command: &[OsString]) -> Program {
        let name = command[0].clone();
        Program { path: name.clone().into(), arg0: name, args: command[1..].to_vec() }
    }

    /// True when something in the arguments says where the candidate is.
    pub(crate) fn has_placeholder(&self) -> bool {
        self.args.iter().any(|it| find(it.as_bytes(), b"@@").is_some())
    }

    /// The arguments with `path` for `@@`.
    pub(crate) fn arguments(&self, path: &Path) -> Vec<OsString> {
        self.args.iter().map(|it| substitute(it, path.as_os_str())).collect()
    }

    /// This program under resource limits. A shell sets them and becomes the program: the limits must be there before
    /// the program runs, and no other way is both free of races and free of a fork of this process.
    pub(crate) fn limited(self, limits: &Limits) -> Program {
        let Some(script) = limit_script(limits) else { return self };
        let mut args: Vec<OsString> = vec!["-c".into(), script.into(), "lop".into(), self.path.into()];
        args.extend(self.args);
        Program { path: "/bin/sh".into(), arg0: "sh".into(), args }
    }

    /// This program inside bubblewrap. It sees the file system read-only, in /tmp only the directories of files that
    /// the command names, no network and no other process. It may write in the slot, for whose directories [`WORK`] and
    /// [`TMP`] stand.
    pub(crate) fn sandboxed(self, bwrap: PathBuf) -> Program {
        let mut args: Vec<OsString> = SANDBOX.iter().map(Into::into).collect();
        let paths = self.args.iter().map(Path::new).chain([self.path.as_path()]);
        for seen in paths.filter_map(hidden) {
            args.extend(["--ro-bind".into(), seen.into(), seen.into()]);
        }
        for room in [WORK, TMP] {
            args.extend(["--bind".into(), room.into(), room.into()]);
        }
        args.extend(["--chdir".into(), WORK.into(), "--".into(), self.path.into()]);
        args.extend(self.args);
        Program { arg0: bwrap.clone().into_os_string(), path: bwrap, args }
    }
}

/// Stands for the working directory in the arguments of a sandboxed program.
pub(crate) const WORK: &str = "@lop-work@";
/// Stands for its TMPDIR.
pub(crate) const TMP: &str = "@lop-tmp@";

const SANDBOX: [&str; 13] = [
    "--die-with-parent",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
];

/// What must be shown of the directories that a sandbox hides so that `path` is there: its directory, where its
/// companions may be, unless that is one of the hidden ones itself.
fn hidden(path: &Path) -> Option<&Path> {
    let homes = [Path::new("/tmp"), Path::new("/dev/shm")];
    let within = homes.iter().any(|it| path.starts_with(it)) && path.exists();
    let home = path.parent().filter(|it| !homes.contains(it)).unwrap_or(path);
    within.then_some(home)
}

/// The program `name` on PATH.
pub(crate) fn on_path(name: &OsStr) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|it| it.join(name)).find(|it| it.is_absolute() && check(it).is_ok())
}

/// Why `path` could not be started, and what to do about it.
pub(crate) fn cannot_run(path: &Path, reason: &io::Error) -> OracleError {
    let shown = path.display();
    if !Path::new("/dev/null").exists() {
        return OracleError::new(format!("cannot run {shown}: there is no /dev/null here"))
            .with_remedy("make it: mknod -m 666 /dev/null c 1 3");
    }
    let error = OracleError::new(format!("cannot run {shown}: {reason}"));
    match reason.kind() {
        ErrorKind::NotFound if path.exists() => error.with_remedy(interpreter_missing(path)),
        ErrorKind::NotFound => error.with_remedy("is the path right, and has nobody deleted it?"),
        ErrorKind::PermissionDenied if path.is_file() => error.with_remedy(format!("try chmod +x {shown}")),
        ErrorKind::IsADirectory => error.with_remedy("it is a directory: name the program in it"),
        _ => match reason.raw_os_error().and_then(shortage) {
            Some(remedy) => error.with_remedy(remedy),
            None => error,
        },
    }
}

/// `text` with `with` for every `@@`.
pub(crate) fn substitute(text: &OsStr, with: &OsStr) -> OsString {
    replace(text, b"@@", with)
}

/// `text` with `with` for every `what`.
pub(crate) fn replace(text: &OsStr, what: &[u8], with: &OsStr) -> OsString {
    let mut rest = text.as_bytes();
    let mut out = Vec::with_capacity(rest.len() + with.len());
    while let Some(at) = find(rest, what) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(with.as_bytes());
        rest = &rest[at + what.len()..];
    }
    out.extend_from_slice(rest);
    OsString::from_vec(out)
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|it| it == what)
}

/// What would go wrong if `path` was started now, as far as one can see from outside.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(rustix::fs::access(path, Access::EXEC_OK)?)
}

/// What to do when the system refuses to start a program that is there.
fn shortage(error: i32) -> Option<&'static str> {
    match Errno::from_raw_os_error(error) {
        Errno::NOEXEC => Some("a script needs a first line such as #!/bin/sh"),
        Errno::AGAIN => Some("too many processes: use fewer --jobs, or raise ulimit -u"),
        Errno::NOMEM => Some("no memory is left: use fewer --jobs, or set --memory"),
        Errno::MFILE | Errno::NFILE => Some("too many open files: use fewer --jobs, or raise ulimit -n"),
        Errno::TOOBIG => Some("the arguments and the environment are too long"),
        _ => None,
    }
}

fn not_on_path(name: &OsStr) -> OracleError {
    let name = name.display();
    OracleError::new(format!("cannot run {name}: no such program on PATH nor in this directory"))
        .with_remedy("a script elsewhere is named by its path, a line for the shell is run with sh -c '…'")
}

fn interpreter_missing(path: &Path) -> String {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|it| it.take(256).read_to_end(&mut start));
    let line = start.split(|&it| it == b'\n').next().unwrap_or_default();
    match (read, line.strip_prefix(b"#!")) {
        (Ok(_), Some(line)) if line.ends_with(b"\r") => {
            "its first line ends with a carriage return: give it Unix line ends".to_owned()
        }
        (Ok(_), Some(line)) => {
            let name = String::from_utf8_lossy(line);
            format!("its first line names an interpreter that is not there: {}", name.trim())
        }
        _ => "the loader or a library it needs is not there".to_owned(),
    }
}

/// A shell script that sets the limits and becomes its arguments.
fn limit_script(limits: &Limits) -> Option<String> {
    let mut script = String::new();
    // The units are the shell's: kibibytes, blocks of 512 bytes, seconds.
    let sizes = [
        ("-v", limits.memory.map(|it| it.div_ceil(1024))),
        ("-f", limits.file_size.map(|it| it.div_ceil(512))),
    ];
    for (flag, value) in sizes {
        if let Some(value) = value {
            write!(script, "ulimit {flag} {value} && ").expect("writing to a string cannot fail");
        }
    }
    if let Some(time) = limits.cpu_time {
        // The soft limit sends a signal that says what happened, the hard one ends whoever ignores it.
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        let hard = seconds + 1;
        write!(script, "ulimit -S -t {seconds} && ulimit -H -t {hard} && ")
            .expect("writing to a string cannot fail");
    }
    (!script.is_empty()).then(|| script + "exec \"$@\"")
}
