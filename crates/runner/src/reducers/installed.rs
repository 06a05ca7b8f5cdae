//! Single passes of C-Reduce and C-Vise, where they are installed: modules in Perl and Python, which a few lines of ours make
//! reducers of.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use super::protocol::Own;
use crate::failure::Failure;

/// Runs C-Reduce's modules.
const CREDUCE: &str = include_str!("shims/creduce.pl");

/// Runs C-Vise's.
const CVISE: &str = include_str!("shims/cvise.py");

/// Where distributions put C-Reduce's modules.
const MODULES: [&str; 3] =
    ["/usr/share/creduce/perl", "/usr/local/share/creduce/perl", "/opt/homebrew/share/creduce/perl"];

/// The pass of a reducer, `creduce` or `cvise`, that is spelt `lines` or, with an argument, `lines::3`.
pub(super) fn find(kind: &str, spelt: &str) -> Result<Own, Failure> {
    let (pass, argument) =
        spelt.split_once("::").unwrap_or((spelt, if kind == "creduce" { "0" } else { "" }));
    let plain = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    if pass.is_empty() || !pass.chars().all(plain) {
        return Err(Failure::usage(format!("{spelt} is no pass of {kind}"))
            .help(format!("--reducer {kind}:lines::0, for example")));
    }
    let words = if kind == "creduce" { creduce(pass, argument)? } else { cvise(pass, argument)? };
    Ok(Own::of(words))
}

fn creduce(pass: &str, argument: &str) -> Result<Vec<OsString>, Failure> {
    let modules = MODULES.map(PathBuf::from).into_iter().find(|it| it.is_dir());
    let modules = modules.ok_or_else(|| absent("C-Reduce", "creduce"))?;
    let pass = format!("pass_{}", pass.trim_start_matches("pass_").replace('-', "_"));
    if !modules.join(format!("{pass}.pm")).is_file() {
        return Err(Failure::usage(format!("C-Reduce has no pass {pass}"))
            .help(format!("they are in {}", modules.display())));
    }
    let words = ["perl", "-e", CREDUCE, &pass, argument].map(OsString::from);
    Ok(words.into_iter().chain([modules.into_os_string()]).collect())
}

fn cvise(pass: &str, argument: &str) -> Result<Vec<OsString>, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = std::env::split_paths(&path).map(|it| it.join("cvise")).find(|it| it.is_file());
    let program = program.ok_or_else(|| absent("C-Vise", "cvise"))?;
    // Its passes are for the interpreter that it runs in itself.
    let text = fs::read(program).unwrap_or_default();
    let first = text.split(|it| *it == b'\n').next().and_then(|it| it.strip_prefix(b"#!"));
    let first = String::from_utf8_lossy(first.unwrap_or(b"python3")).into_owned();
    let interpreter = first.split_whitespace().map(OsString::from);
    Ok(interpreter.chain(["-c", CVISE, pass, argument].map(OsString::from)).collect())
}

fn absent(title: &str, package: &str) -> Failure {
    Failure::usage(format!("{title} is not installed")).help(format!("apt-get install {package}"))
}
