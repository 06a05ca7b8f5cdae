//! What the shell makes of a path that takes the place of `@@` in a line, as it is.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use lop_oracle::CommandOracle;

use crate::failure::Failure;
use crate::options::TestOptions;

const CANDIDATE: &[u8] = b"@@";

/// Refuses a name of a file of which the line of the test would make something else.
pub(crate) fn check_name(test: &TestOptions, name: &OsStr) -> Result<(), Failure> {
    let plain = |it: u8| it.is_ascii_alphanumeric() || b"-_.+,%^".contains(&it) || it >= 0x80;
    if test.line().is_none_or(|it| is_word(it.as_bytes(), name.as_bytes(), plain)) {
        return Ok(());
    }
    Err(Failure::usage("the name of the file means something to the shell")
        .because("@@ in the line of --shell becomes the path of the candidate, as it is")
        .help(
            "write \"@@\", in quotes of its own, or name the file in the line without @@: the candidate is in the \
             working directory, under the same name",
        ))
}

/// What asks the test, unless its scratch directories are in a place of which one of the lines would make something else; the
/// first place is the one that is used if it works.
pub(crate) fn checked(test: &TestOptions, oracle: CommandOracle) -> Result<CommandOracle, Failure> {
    let Some(place) = oracle.scratch_places().first().filter(|_| oracle.spec().away.is_none()) else {
        return Ok(oracle);
    };
    let plain = |it: u8| !it.is_ascii_whitespace() && !b"|&;<>()$`\\\"'".contains(&it);
    let others = test.first.iter().chain(&test.then).chain(&test.valid).chain(&test.objective);
    let mut lines = test.line().into_iter().chain(others.map(OsString::as_os_str));
    match lines.find(|it| !is_word(it.as_bytes(), place.as_os_str().as_bytes(), plain)) {
        Some(line) => Err(refused(place, line)),
        None => Ok(oracle),
    }
}

fn refused(place: &Path, line: &OsStr) -> Failure {
    Failure::usage("the path of the scratch directories means something to the shell")
        .because(format!(
            "@@ in the line {} becomes the path of the candidate, as it is, and that is in {}",
            line.display(),
            place.display()
        ))
        .help("write \"@@\", in quotes of its own, or set TMPDIR to a directory without blanks and quotes in its path")
}

/// True if the shell reads `text` as it is wherever `@@` stands for it in `line`: all of it is plain, or `@@` is in quotes of
/// its own. Quotes around several words are a line for somebody else, who splits it again.
fn is_word(line: &[u8], text: &[u8], plain: impl Fn(u8) -> bool) -> bool {
    text.iter().copied().all(plain) || is_quoted(line, text)
}

fn is_quoted(line: &[u8], text: &[u8]) -> bool {
    let names = |it: &[u8]| it.windows(CANDIDATE.len()).any(|it| it == CANDIDATE);
    let mut rest = line;
    loop {
        let quote = quote_in(rest);
        if names(&rest[..quote]) {
            return false;
        }
        let Some((&mark, quoted)) = rest[quote..].split_first() else { return true };
        let Some(end) = end_of(mark, quoted) else { return !names(quoted) };
        let within = &quoted[..end];
        // What it runs within the quotes has quotes of its own.
        if mark == b'"' && (within.contains(&b'`') || within.windows(2).any(|it| it == b"$(")) {
            return !names(&rest[quote..]);
        }
        let means_something: &[u8] = if mark == b'"' { b"\"$`\\" } else { b"'" };
        let is_whole = !within.iter().any(u8::is_ascii_whitespace);
        if names(within) && (!is_whole || text.iter().any(|it| means_something.contains(it))) {
            return false;
        }
        rest = &quoted[end + 1..];
    }
}

/// Where the next quote is, or the end.
fn quote_in(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() && !matches!(text[at], b'"' | b'\'') {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at.min(text.len())
}

/// Where what such a quote has begun ends.
fn end_of(mark: u8, text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < text.len() && text[at] != mark {
        at += if text[at] == b'\\' && mark == b'"' { 2 } else { 1 };
    }
    (at < text.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_where_it_is_plain_or_the_candidate_is_quoted_alone() {
        let reads = |line: &str, text: &str| is_word(line.as_bytes(), text.as_bytes(), |it| it != b' ');
        assert!(reads("gcc @@", "a.c") && reads("true", "a b.c"));
        for line in [
            "gcc \"@@\"",
            "gcc '@@' 2>&1 | grep 'it is'",
            "gcc --in=\"@@\" \"x y\"",
            "echo \\\"; gcc \"@@\"",
            "x=$(gcc \"@@\")",
        ] {
            assert!(reads(line, "a b.c"), "{line}");
        }
        for line in
            ["gcc @@", "gcc 'x'@@", "bash -c 'gcc @@'", "sh -c \"gcc @@\"", "[ \"$(gcc @@)\" ]", "gcc \"@@"]
        {
            assert!(!reads(line, "a b.c"), "{line}");
        }
        assert!(
            !reads("gcc \"@@\"", "a $b.c") && reads("gcc '@@'", "a $b.c") && !reads("gcc '@@'", "it's a.c")
        );
    }
}
