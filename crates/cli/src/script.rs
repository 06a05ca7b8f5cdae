//! The test as a POSIX shell script, for a person to go on from.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::time::Duration;

use lop_oracle::quote;
use regex::bytes::Regex;

use crate::args::{Args, TestArgs};
use crate::backend::shell;
use crate::symptom::Symptom;

/// A script that exits with 0 on what is interesting: the file that its first argument names, or the one of the input's
/// name in its working directory. `command` names its program so that it is found from anywhere.
pub(crate) fn script(args: &Args, command: &[OsString], name: &OsStr, symptom: &Symptom) -> String {
    let mut text = "#!/bin/sh\n".to_owned();
    match symptom {
        Symptom::Crash(signature) => comment(&mut text, &signature.explain()),
        Symptom::Text(wanted) => {
            comment(&mut text, &format!("A crash whose signature contains \"{wanted}\"."));
        }
        Symptom::Said | Symptom::Success => {}
    }
    let name = quote::word(name);
    let _ = write!(
        text,
        "# Exit status 0: the file is interesting.\n\
         file=${{1:-{name}}}\n\
         work=$(mktemp -d) || exit 1\n\
         trap 'rm -rf \"$work\"' EXIT\n\
         mkdir \"$work/in\" && cp -- \"$file\" \"$work/in\"/{name} && cd \"$work/in\" || exit 1\n\
         file=$work/in/{name} output=$work/output\n\n"
    );
    for line in &args.test.first {
        let _ = writeln!(text, "{} </dev/null >/dev/null 2>&1 || exit 1", words(&shell(line)));
    }
    let input = if args.test.stdin { "\"$file\"" } else { "/dev/null" };
    let _ = writeln!(
        text,
        "{}{} <{input} >\"$work/out\" 2>\"$work/err\"\n\
         status=$?\n\
         cat \"$work/out\" \"$work/err\" >\"$output\"\n",
        timeout(args.limits.timeout),
        words(command)
    );
    let mut tests = conditions(&args.test);
    match symptom {
        Symptom::Crash(signature) => tests.push(signature.shell_test()),
        Symptom::Text(wanted) => tests.push(format!("grep -q -E -e {} \"$output\"", quote::word(wanted))),
        Symptom::Success => tests.push("[ \"$status\" -eq 0 ]".to_owned()),
        Symptom::Said => {}
    }
    let then = args.test.then.iter().map(|it| format!("{} </dev/null >/dev/null 2>&1", words(&shell(it))));
    tests.extend(then);
    text.push_str(&tests.join(" &&\n"));
    text.push('\n');
    text
}

fn comment(text: &mut String, sentence: &str) {
    for line in sentence.lines() {
        let _ = writeln!(text, "# {line}");
    }
}

/// The conditions of the command line, each as a command.
fn conditions(args: &TestArgs) -> Vec<String> {
    let mut tests = Vec::new();
    if args.hang {
        tests.push("[ \"$status\" -eq 124 ]".to_owned());
    }
    let codes = args.exit_code.iter().map(|it| i32::from(*it)).chain(args.signal.iter().map(|it| 128 + it));
    let codes: Vec<String> = codes.map(|it| it.to_string()).collect();
    if !codes.is_empty() {
        tests.push(format!("case $status in {}) true ;; *) false ;; esac", codes.join("|")));
    }
    let streams = [
        (&args.stdout, "", "out"),
        (&args.stderr, "", "err"),
        (&args.not_stdout, "! ", "out"),
        (&args.not_stderr, "! ", "err"),
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

/// A command as the shell reads it, with the file for every `@@`.
fn words(command: &[OsString]) -> String {
    quote::command_on(command, "\"$file\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_shell_and_take_the_file() {
        let command = ["cc", "-o", "/dev/null", "--in=@@", "it's", ""].map(OsString::from);
        assert_eq!(words(&command), r#"cc -o /dev/null --in="$file" "it's" ''"#);
    }

    #[test]
    fn a_plain_text_needs_no_regular_expression() {
        let grep = |it: &str| grep(&Regex::new(it).unwrap());
        assert_eq!(grep("internal error"), "grep -q -F -e 'internal error'");
        assert_eq!(grep("in .*fold"), "grep -q -P -e 'in .*fold'");
    }
}
