//! Takes out of an output what only a terminal needs: colours and other escapes, carriage returns at the ends of lines.

use std::borrow::Cow;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// `output` as plain text.
pub(super) fn strip_ansi(output: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let is_special = |it: &u8| matches!(*it, ESCAPE | b'\r');
    if !output.contains(&ESCAPE) && !output.contains(&b'\r') {
        return output;
    }
    let mut plain = Vec::with_capacity(output.len());
    let mut rest = &output[..];
    while let Some(at) = rest.iter().position(is_special) {
        let (text, special) = rest.split_at(at);
        plain.extend_from_slice(text);
        let (len, stays) = if special[0] == b'\r' { returns(special) } else { escape(special) };
        if stays {
            plain.extend_from_slice(&special[..len]);
        }
        rest = &special[len..];
    }
    plain.extend_from_slice(rest);
    Cow::Owned(plain)
}

/// The carriage returns that `text` begins with: how many, and whether they stay.
fn returns(text: &[u8]) -> (usize, bool) {
    let len = text.iter().take_while(|it| **it == b'\r').count();
    (len, !matches!(text.get(len), None | Some(b'\n')))
}

/// The escape that `text` begins with, or what looks like one: how long it is, and whether it stays.
fn escape(text: &[u8]) -> (usize, bool) {
    let run =
        |from: usize, of: &dyn Fn(u8) -> bool| from + text[from..].iter().take_while(|it| of(**it)).count();
    let len = match text {
        [_, b'[', ..] => {
            let parameters = run(2, &|it| it.is_ascii_digit() || b";:?".contains(&it));
            let end = run(parameters, &|it| (b' '..=b'/').contains(&it));
            if text.get(end).is_some_and(|it| (b'@'..=b'~').contains(it)) { end + 1 } else { 0 }
        }
        [_, b']', ..] => {
            let end = run(2, &|it| !matches!(it, BELL | ESCAPE | b'\n'));
            match text[end..] {
                [BELL, ..] => end + 1,
                [ESCAPE, b'\\', ..] => end + 2,
                _ => 0,
            }
        }
        [_, b'(' | b')', b'A' | b'B' | b'0'..=b'2', ..] => 3,
        _ => 0,
    };
    (len.max(1), len == 0)
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
