//! The script beside each result that shows the crash again.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;

use lop_oracle::signature::Signature;

use crate::tests::{Test, quoted};

/// The script for a result called `base`, which stands beside it.
pub(crate) fn script(test: &Test, base: &str, signature: Option<&Signature>) -> String {
    let mut out = "#!/bin/sh\n".to_owned();
    let by_signature = signature.filter(|_| test.by_signature);
    let (what, line) = match by_signature {
        Some(it) => ("Shows the crash again and exits with 0 if it is the same", it.to_string()),
        None => ("Asks the test again and exits as it does", test_words(test)),
    };
    let _ = writeln!(out, "# {what}:\n# {}", line.replace('\n', " "));
    let _ = writeln!(out, "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1");
    out.push_str("work=$(mktemp -d) || exit 1\ntrap 'rm -rf \"$work\"' EXIT\n");
    let name = quoted(base);
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

fn test_words(test: &Test) -> String {
    crate::tests::shell(&test.spec.command)
}

fn command(test: &Test, name: &str) -> String {
    let mut words = test.spec.command.iter();
    let program = words.next().map(|it| program(it, &test.spec.directory)).unwrap_or_default();
    let mut line = quoted(&program);
    for word in words {
        let word = word.to_string_lossy();
        let pieces: Vec<String> = word
            .split("@@")
            .map(|it| if it.is_empty() && word.contains("@@") { String::new() } else { quoted(it) })
            .collect();
        let _ = write!(line, " {}", pieces.join(&format!("\"$work\"/{name}")));
    }
    line
}

/// A program given by a path is found whatever the working directory is.
fn program(word: &OsStr, directory: &Path) -> String {
    let text = word.to_string_lossy();
    if text.contains('/') { directory.join(&*text).to_string_lossy().into_owned() } else { text.into_owned() }
}
