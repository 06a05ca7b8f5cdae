//! Words of a command that only a shell understands: where none reads the command, they are arguments like any other.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use lop_oracle::quote;

/// They send streams elsewhere, and are hardly ever meant literally.
const REDIRECTIONS: [&str; 6] = ["2>&1", ">/dev/null", "2>/dev/null", "&>/dev/null", ">&2", "</dev/null"];
/// They join commands, where another command follows.
const JOINS: [&str; 4] = ["|", "|&", "||", "&&"];

/// What to tell of a command that was written as if a shell read it.
pub(crate) fn note(command: &[OsString]) -> Option<String> {
    let is_operator = |at: usize, word: &OsStr| {
        let word = word.to_str().unwrap_or_default();
        let joins = || JOINS.contains(&word) && command.get(at + 1).is_some_and(|it| is_program(it));
        REDIRECTIONS.contains(&word) || joins()
    };
    let mut operators = command.iter().enumerate().skip(1).filter(|it| is_operator(it.0, it.1));
    let (_, first) = operators.next()?;
    let words = command.iter().enumerate().map(|(at, it)| match it.to_str() {
        Some(word) if is_operator(at, it) => word.to_owned(),
        _ => quote::word(it),
    });
    let line = words.collect::<Vec<_>>().join(" ");
    Some(format!(
        "{} is given to the test as a word, since no shell reads the command: if it is meant for one, say --shell {}",
        first.display(),
        quote::word(line)
    ))
}

/// True for the name of something that can be run.
pub(crate) fn is_program(word: &OsStr) -> bool {
    if word.is_empty() || word.as_encoded_bytes().contains(&b'/') {
        return Path::new(word).is_file();
    }
    std::env::var_os("PATH").is_some_and(|it| std::env::split_paths(&it).any(|it| it.join(word).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Option<String> {
        note(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_pipeline_in_words_is_told_as_the_line_that_it_should_be() {
        let text = told("cat x.c 2>&1 | grep -q a;b").unwrap();
        assert!(text.starts_with("2>&1 is given to the test as a word"), "{text}");
        assert!(text.ends_with(r#"--shell "cat x.c 2>&1 | grep -q 'a;b'""#), "{text}");
        assert!(told("true && cat x.c").is_some());
    }

    #[test]
    fn what_a_program_may_look_for_is_no_operator() {
        for line in ["grep -q | x.c", "grep > x.c", "sh -c true", "find . -exec cat {} ;"] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}
