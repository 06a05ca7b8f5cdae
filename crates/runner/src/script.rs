//! The test as a POSIX shell script, for a person to go on from.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::{CommandOracle, CommandSpec, Timeout, quote};
use regex::bytes::Regex;

use crate::failure::Failure;
use crate::options::{LimitOptions, Options, TestOptions, shell_line};
use crate::target::Target;

/// What the script calls the file.
const FILE: &str = "\"$file\"";

/// Where a script finds the file when it is given none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// In its working directory.
    Here,
    /// Beside the script.
    Beside,
}

/// A script that exits with 0 on what is interesting: the file that its first argument names, or the one called `name`.
/// Its program is found from anywhere.
pub fn script(options: &Options, name: &OsStr, lookup: Lookup, target: &Target) -> String {
    let mut script = "#!/bin/sh\n".to_owned();
    match target {
        Target::Crash(signature) => comment(&mut script, &signature.explain()),
        Target::Text(wanted) => {
            comment(&mut script, &format!("A crash whose signature contains \"{wanted}\"."));
        }
        Target::Said | Target::Success | Target::AnyCrash => {}
    }
    let name = quote::word(name);
    let default = match lookup {
        Lookup::Here => name.clone(),
        Lookup::Beside => format!("$(dirname -- \"$0\")/{name}"),
    };
    let _ = write!(
        script,
        "# Exit status 0: the file is interesting.\n\
         file=${{1:-{default}}}\n\
         work=$(mktemp -d) || exit 1\n\
         trap 'rm -rf \"$work\"' EXIT\n\
         mkdir \"$work/in\" && cp -- \"$file\" \"$work/in\"/{name} && cd \"$work/in\" || exit 1\n\
         file=$work/in/{name} output=$work/output\n\n"
    );
    let test = &options.test;
    for (said, option) in [
        (options.search.keep_parsing, "--keep-parsing"),
        (test.no_new_diagnostics, "--no-new-diagnostics"),
        (test.objective.is_some(), "--objective"),
    ] {
        if said {
            comment(&mut script, &format!("What {option} adds to this is not in here."));
        }
    }
    let line = |it: &OsString| quote::command_on(shell_line(it, &test.directory), FILE);
    for first in test.first.iter().chain(&test.valid) {
        let _ = writeln!(script, "{} </dev/null >/dev/null 2>&1 || exit 1", line(first));
    }
    let input = if test.stdin { "\"$file\"" } else { "/dev/null" };
    let _ = writeln!(
        script,
        "{}{} <{input} >\"$work/out\" 2>\"$work/err\"\n\
         status=$?\n\
         cat \"$work/out\" \"$work/err\" >\"$output\"\n",
        timeout(options.limits.timeout),
        quote::command_on(absolute(&test.command, &test.directory), FILE)
    );
    if lookup == Lookup::Beside {
        script.push_str("cat \"$output\"\n");
    }
    let mut tests = conditions(test);
    match target {
        Target::Crash(signature) => tests.push(signature.shell_test()),
        Target::Text(wanted) => tests.push(format!("grep -q -E -e {} \"$output\"", quote::word(wanted))),
        Target::Success => tests.push("[ \"$status\" -eq 0 ]".to_owned()),
        Target::Said | Target::AnyCrash => {}
    }
    tests.extend(test.then.iter().map(|it| format!("{} </dev/null >/dev/null 2>&1", line(it))));
    script.push_str(&tests.join(" &&\n"));
    script.push('\n');
    script
}

/// Asks a script about the original and about an empty file.
pub fn ask(
    script: &Path,
    name: &OsStr,
    original: &Arc<[u8]>,
    limits: &LimitOptions,
    stop: &Cancel,
) -> Result<[Verdict; 2], Failure> {
    let mut spec = CommandSpec::new(vec!["sh".into(), script.into(), "@@".into()], name);
    spec.timeout = limits.timeout.map_or(Timeout::Auto, |it| Timeout::Fixed(it * 2 + Duration::from_secs(2)));
    let cannot = |it| Failure::cannot_ask("the script cannot be run", &it);
    let oracle = CommandOracle::new(spec).map_err(cannot)?;
    let ask =
        |text: Arc<[u8]>| oracle.ask(&Question::about(&[text], stop)).map(|it| it.verdict).map_err(cannot);
    Ok([ask(original.clone())?, ask(Arc::from(&b""[..]))?])
}

/// The command with a program that is found from anywhere.
fn absolute(command: &[OsString], directory: &Path) -> Vec<OsString> {
    let mut command = command.to_vec();
    if let Some(program) = command.first_mut().filter(|it| it.as_bytes().contains(&b'/'))
        && let Ok(path) = std::path::absolute(directory.join(&*program))
    {
        *program = path.into_os_string();
    }
    command
}

fn comment(text: &mut String, sentence: &str) {
    for line in sentence.lines() {
        let _ = writeln!(text, "# {line}");
    }
}

/// The conditions that the user gave, each as a command.
fn conditions(test: &TestOptions) -> Vec<String> {
    let mut tests = Vec::new();
    if test.hang {
        tests.push("[ \"$status\" -eq 124 ]".to_owned());
    }
    let codes = test.exit_codes.iter().copied().chain(test.signals.iter().map(|it| 128 + it));
    let codes: Vec<String> = codes.map(|it| it.to_string()).collect();
    if !codes.is_empty() {
        tests.push(format!("case $status in {}) true ;; *) false ;; esac", codes.join("|")));
    }
    let streams = [
        (&test.stdout, "", "out"),
        (&test.stderr, "", "err"),
        (&test.not_stdout, "! ", "out"),
        (&test.not_stderr, "! ", "err"),
    ];
    for (regexes, not, file) in streams {
        tests.extend(regexes.iter().map(|it| format!("{not}{} \"$work/{file}\"", grep(it))));
    }
    tests
}

/// Perl's expressions are the nearest to ours, where grep has them; a text without anything special needs none.
fn grep(regex: &Regex) -> String {
    let pattern = regex.as_str();
    let plain = !pattern.contains(['\\', '^', '$', '.', '|', '?', '*', '+', '(', ')', '[', ']', '{', '}']);
    let kind = if plain { "F" } else { "P" };
    format!("grep -q -{kind} -e {}", quote::word(pattern))
}

fn timeout(limit: Option<Duration>) -> String {
    limit.map(|it| format!("timeout {} ", it.as_secs_f64())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_text_needs_no_regular_expression() {
        let grep = |it: &str| grep(&Regex::new(it).unwrap());
        assert_eq!(grep("internal error"), "grep -q -F -e 'internal error'");
        assert_eq!(grep("in .*fold"), "grep -q -P -e 'in .*fold'");
    }
}
