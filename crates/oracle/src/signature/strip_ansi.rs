//! Takes out of an output what only a terminal needs: colours and other escapes, carriage returns at the ends of lines.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memchr2;
use regex::bytes::Regex;

/// Whole escapes only. What looks like the start of one stays: a terminal, and every parser made for one, would wait for
/// the end and swallow the message behind it.
static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
    let colours_and_cursor = r"\x1b\[[0-9;:?]*[ -/]*[@-~]";
    let titles_and_links = r"\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)";
    let character_sets = r"\x1b[()][AB0-2]";
    let line_ends = r"\r+(\n|\z)";
    let all = [colours_and_cursor, titles_and_links, character_sets, line_ends].join("|");
    Regex::new(&format!("(?-u){all}")).expect("the expression is constant and tested")
});

/// `output` as plain text.
pub(super) fn strip_ansi(output: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    // Most outputs have nothing to strip, and then looking for two bytes is all.
    if memchr2(b'\x1b', b'\r', &output).is_none() {
        return output;
    }
    Cow::Owned(ESCAPE.replace_all(&output, &b"$1"[..]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_titles_and_carriage_returns_go_and_the_rest_stays() {
        for (raw, expected) in [
            ("plain\n", "plain\n"),
            ("\x1b[1;31merror:\x1b[0m x\x1b[K\r\n", "error: x\n"),
            ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x07 \x1b(B.", "link ."),
            ("50%\r100%\r\r\nend\r", "50%\r100%\nend"),
            ("\x1b[12", "\x1b[12"),
            ("\x1b]0;no end\nx \x1bc \x1b", "\x1b]0;no end\nx \x1bc \x1b"),
            ("\x1b[\x1b[0m", "\x1b["),
        ] {
            assert_eq!(String::from_utf8_lossy(&strip_ansi(raw.as_bytes().into())), expected, "{raw:?}");
        }
    }
}
