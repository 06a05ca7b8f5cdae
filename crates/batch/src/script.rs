//! The script beside each result that shows the crash again.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use lop_oracle::quote;
use lop_oracle::signature::Signature;

use crate::tests::Test;

/// The script for a result called `base`, which stands beside it.
pub(crate) fn script(test: &Test, base: &str, signature: Option<&Signature>) -> String {
    let mut out = "#!/bin/sh\n".to_owned();
    let by_signature = signature.filter(|_| test.by_signature);
    let (what, line) = match by_signature {
        Some(it) => ("Shows the crash again and exits with 0 if it is the same", it.to_string()),
        None => ("Asks the test again and exits as it does", quote::command(&test.spec.command)),
    };
    let _ = writeln!(out, "# {what}:\n# {}", line.replace('\n', " "));
    let _ = writeln!(out, "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1");
    out.push_str("work=$(mktemp -d) || exit 1\ntrap 'rm -rf \"$work\"' EXIT\n");
    let name = quote::word(base);
    let _ = writeln!(out, "cp \"$here\"/{name} \"$work\"/{name} || exit 1\ncd \"$work\" || exit 1");
    let stdin = if test.spec.stdin { format!("\"$work\"/{name}") } else { "/dev/null".to_owned() };
    let command = command(test, &name);
    match by_signature {
        Some(signature) => {
            let _ = writeln!(out, "output=$work/lop-output");
            let _ = writeln!(out, "{command} < {stdin} > \"$output\" 2>&1\nstatus=$?\ncat \"$output\"");
            out.push_str(&signature.shell_test());
            out.push('\n');
        }
        None => {
            let _ = writeln!(out, "{command} < {stdin}");
        }
    }
    out
}

fn command(test: &Test, name: &str) -> String {
    let mut words = test.spec.command.clone();
    if let Some(first) = words.first_mut() {
        *first = program(first, &test.spec.directory);
    }
    quote::command_on(words, &format!("\"$work\"/{name}"))
}

/// A program given by a path is found whatever the working directory is.
fn program(word: &OsStr, directory: &Path) -> OsString {
    if word.as_bytes().contains(&b'/') { directory.join(word).into() } else { word.to_owned() }
}
