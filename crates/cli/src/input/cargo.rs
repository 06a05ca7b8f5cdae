//! `lop cargo`: a crate that its compiler crashes on, reduced without a script.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use lop_runner::Failure;
use lop_runner::project::Selection;

use crate::args::Args;

/// What a build needs and nobody wants reduced.
const BESIDE: [&str; 5] = ["Cargo.lock", "/.cargo", "/vendor", "/*-toolchain", "/*-toolchain.toml"];

/// Nothing is fetched, and nothing of a build before has a say: what is compiled again is compiled as a whole.
const ENV: [(&str, &str); 3] =
    [("CARGO_NET_OFFLINE", "true"), ("CARGO_INCREMENTAL", "0"), ("CARGO_TERM_COLOR", "never")];

/// Makes `lop cargo [DIR] -- check` what it stands for: the workspace as a project, and cargo as its test.
pub(crate) fn to_run(mut args: Args) -> Result<Args, Failure> {
    let here = match &args.positional[..] {
        [] => PathBuf::from("."),
        [directory] if Path::new(directory).is_dir() => directory.into(),
        _ => return Err(Failure::usage("lop cargo takes one directory, and needs none").help(FORM)),
    };
    if args.command.is_empty() {
        return Err(Failure::usage("what cargo is to do was not said").help(FORM));
    }
    let real = fs::canonicalize(&here)
        .map_err(|it| Failure::usage(format!("{} cannot be read", here.display())).because(it))?;
    let Some(root) = workspace(&real) else {
        return Err(
            Failure::usage(format!("there is no Cargo.toml in {}, nor above it", here.display())).help(FORM)
        );
    };
    args.command.insert(0, "cargo".into());
    args.runs_in = Some(real.clone());
    // The name that leads to the result beside it.
    let named = if real == root { here } else { root };
    args.positional = vec![OsString::from(named)];
    Ok(args)
}

const FORM: &str = "in a crate that the compiler crashes on: lop cargo -- check";

/// What cargo wants besides, where it is the test of a project.
pub(crate) fn prepared(selection: Selection, runs_in: &Path) -> Selection {
    Selection {
        beside: BESIDE.to_vec(),
        runs_in: Some(runs_in.to_owned()),
        env: ENV.to_vec(),
        caches: vec!["CARGO_TARGET_DIR"],
        ..selection
    }
}

/// The root of the workspace that a directory is in, or of its package if there is none.
fn workspace(directory: &Path) -> Option<PathBuf> {
    let manifest = |it: &&Path| it.join("Cargo.toml").is_file();
    let is_workspace = |it: &&Path| {
        let text = fs::read_to_string(it.join("Cargo.toml")).unwrap_or_default();
        text.lines().any(|it| it.trim_start().starts_with("[workspace"))
    };
    let package = directory.ancestors().find(manifest)?;
    package.ancestors().filter(manifest).find(is_workspace).or(Some(package)).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_belongs_to_the_workspace_above_it() {
        let directory = tempfile::tempdir().unwrap();
        let member = directory.path().join("crates/a/src");
        fs::create_dir_all(&member).unwrap();
        assert_eq!(workspace(&member), None);
        let package = directory.path().join("crates/a");
        fs::write(package.join("Cargo.toml"), "[package]\n").unwrap();
        assert_eq!(workspace(&member), Some(package));
        fs::write(directory.path().join("Cargo.toml"), "[workspace]\n").unwrap();
        assert_eq!(workspace(&member), Some(directory.path().to_owned()));
    }
}
