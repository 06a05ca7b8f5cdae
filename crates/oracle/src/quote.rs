//! Words and commands as a POSIX shell reads them, for scripts and for messages that can be pasted.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use shlex::bytes::Quoter;

/// Stands for the candidate's path in a command.
const CANDIDATE: &str = "@@";

/// `word` in quotes if it needs them. What is not UTF-8 is shown with replacement characters.
pub fn word(word: impl AsRef<OsStr>) -> String {
    let bytes = word.as_ref().as_bytes();
    if is_plain(bytes) { String::from_utf8_lossy(bytes).into_owned() } else { quoted(bytes) }
}

/// The words of a command on one line.
pub fn command<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    line(words, |it| word(it))
}

/// Like [`command`], with `candidate`, which is a word for the shell already, for every `@@`.
pub fn command_on<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>, candidate: &str) -> String {
    line(words, |it| word_on(it, candidate))
}

fn word_on(text: &OsStr, candidate: &str) -> String {
    let text = text.to_string_lossy();
    if !text.contains(CANDIDATE) {
        return word(&*text);
    }
    let pieces = text.split(CANDIDATE).map(|it| if it.is_empty() { String::new() } else { word(it) });
    pieces.collect::<Vec<_>>().join(candidate)
}

fn line<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>, quote: impl Fn(&OsStr) -> String) -> String {
    let words = words.into_iter().enumerate().map(|(index, it)| {
        let bytes = it.as_ref().as_bytes();
        // At the start of a command `a=b` would be an assignment.
        if index == 0 && bytes.contains(&b'=') { quoted(bytes) } else { quote(it.as_ref()) }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// True for an argument that people write without quotes: the library puts them around every `=` and `,`.
fn is_plain(word: &[u8]) -> bool {
    let plain = |it: &u8| it.is_ascii_alphanumeric() || b"-_./=+:,@%".contains(it);
    word.iter().all(plain) && !word.is_empty() && !word.starts_with(b"=")
}

fn quoted(word: &[u8]) -> String {
    let quoted =
        Quoter::new().allow_nul(true).quote(word).expect("only a NUL cannot be quoted, and it is allowed");
    String::from_utf8_lossy(&quoted).into_owned()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// The words that a shell makes of `line`.
    fn read_by_a_shell(line: &str) -> Vec<String> {
        let script = format!("file='the file'; printf '%s\\0' {line}");
        let output = Command::new("sh").arg("-c").arg(script).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_terminator('\0').map(str::to_owned).collect()
    }

    #[test]
    fn a_shell_reads_what_was_quoted() {
        let words = [
            "cc", "", "it's", "a b", "$HOME", "~", "=ls", "a=b", "!x", "\"", "\\", "`id`", "*", "#", "é",
            "a\nb", "^", "\u{1}", "'\"$", "{a,b}", "[x]", "-", "%1", ";",
        ];
        assert_eq!(read_by_a_shell(&command(words)), words);
    }

    #[test]
    fn the_candidate_stands_wherever_it_is_named() {
        let words = ["echo", "@@", "--in=@@", "it's @@@@", "x"];
        let line = command_on(words, "\"$file\"");
        let expected = ["echo", "the file", "--in=the file", "it's the filethe file", "x"];
        assert_eq!(read_by_a_shell(&line), expected);
    }

    #[test]
    fn what_people_write_without_quotes_has_none() {
        let line = "gcc -O2 -std=c++11 -Wl,-x -I/usr/include a_b.c";
        assert_eq!(command(line.split(' ')), line);
        assert_eq!(command(["a=b", "c=d"]), "'a=b' c=d");
    }
}
