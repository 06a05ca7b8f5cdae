//! Objects, lists and numbers, as JSON and literals of many languages write them: read from lexemes, so that it takes no grammar.

use std::ops::Range;

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::brackets::partners;
use crate::lexeme::{Class, Lexeme, content};

/// One more digit of a number than this is not looked at.
const DIGITS: usize = 12;
/// What a number is multiplied by, so that fractions can be summed up exactly.
pub(super) const SCALE: i128 = 1_000_000;
/// Guards the stack: what lies deeper is not looked at.
const DEPTH: usize = 64;

/// A value.
#[derive(Debug)]
pub(super) enum Value<'t> {
    /// What stands behind each key.
    Object(Vec<(&'t [u8], Value<'t>)>),
    List(Vec<Element<'t>>),
    /// A number, in millionths.
    Number(Span, i128),
    /// Anything else.
    Other,
}

/// An element of a list.
#[derive(Debug)]
pub(super) struct Element<'t> {
    pub(super) span: Span,
    pub(super) value: Value<'t>,
}

/// The values of a file that stand in brackets and in no other such.
pub(super) fn values(file: &File) -> Vec<Value<'_>> {
    let lexemes = file.lexemes();
    let reader = Reader { text: &file.text, lexemes, partners: partners(lexemes) };
    let mut found = Vec::new();
    let mut at = 0;
    while at < lexemes.len() {
        if reader.opens(at) {
            found.push(reader.value(at..reader.partners[at] + 1, 0));
            at = reader.partners[at];
        }
        at += 1;
    }
    found
}

/// A number in millionths as it is written.
pub(super) fn written(value: i128) -> Vec<u8> {
    let (whole, rest) = (value / SCALE, (value % SCALE).abs());
    if rest == 0 {
        return whole.to_string().into_bytes();
    }
    format!("{whole}.{rest:06}").trim_end_matches('0').as_bytes().to_vec()
}

/// What a number says, in millionths.
fn scaled(text: &[u8]) -> Option<i128> {
    let text = std::str::from_utf8(text).ok().filter(|it| it.len() <= DIGITS)?;
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    let plain = !whole.is_empty() && digits(whole) && digits(rest) && rest.len() <= 6;
    let scaled = format!("{whole}{rest:0<6}").parse().ok()?;
    (plain && (whole.len() == 1 || !whole.starts_with('0'))).then_some(scaled)
}

struct Reader<'t> {
    text: &'t [u8],
    lexemes: &'t [Lexeme],
    partners: Vec<usize>,
}

impl<'t> Reader<'t> {
    /// True for a bracket with a partner behind it.
    fn opens(&self, at: usize) -> bool {
        matches!(self.lexemes[at].class, Class::Open(b'[' | b'{')) && self.partners[at] > at
    }

    fn of(&self, at: usize) -> &'t [u8] {
        self.lexemes[at].of(self.text)
    }

    fn value(&self, range: Range<usize>, depth: usize) -> Value<'t> {
        let (first, last) = (range.start, range.end - 1);
        if self.opens(first) && self.partners[first] == last && depth < DEPTH {
            return self.group(first + 1..last, depth + 1);
        }
        match (range.len(), scaled(self.of(first))) {
            (1, Some(number)) => Value::Number(self.lexemes[first].span, number),
            _ => Value::Other,
        }
    }

    /// What stands between brackets: an object where each part has a key, or a list.
    fn group(&self, range: Range<usize>, depth: usize) -> Value<'t> {
        let parts = self.parts(range);
        let keys: Option<Vec<_>> = parts.iter().map(|it| self.key(it)).collect();
        if let Some(keys) = keys.filter(|it| !it.is_empty()) {
            return Value::Object(
                keys.into_iter().map(|(key, behind)| (key, self.value(behind, depth))).collect(),
            );
        }
        let span = |it: &Range<usize>| {
            Span::new(self.lexemes[it.start].span.start, self.lexemes[it.end - 1].span.end)
        };
        let element = |it: Range<usize>| Element { span: span(&it), value: self.value(it, depth) };
        Value::List(parts.into_iter().map(element).collect())
    }

    /// The parts between commas that are not empty.
    fn parts(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let (mut parts, mut start, mut at) = (Vec::new(), range.start, range.start);
        while at < range.end {
            if self.of(at) == b"," {
                parts.push(start..at);
                start = at + 1;
            }
            at = self.partners[at].max(at) + 1;
        }
        parts.push(start..range.end);
        parts.retain(|it| !it.is_empty());
        parts
    }

    /// The key of a part, without its quotes, and what stands behind it.
    fn key(&self, part: &Range<usize>) -> Option<(&'t [u8], Range<usize>)> {
        let start = part.start + usize::from(self.of(part.start) == b".");
        let sign = start + 1;
        if sign + 1 >= part.end || !matches!(self.of(sign), b":" | b"=") {
            return None;
        }
        let name = self.of(start);
        let key = content(name).map_or(name, |it| &name[it]);
        Some((key, sign + 1..part.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_exactly() {
        for (text, number) in [("0", 0), ("12", 12 * SCALE), ("1.5", SCALE * 3 / 2), ("0.000001", 1)] {
            assert_eq!(scaled(text.as_bytes()), Some(number));
            assert_eq!(written(number), text.as_bytes());
        }
        for text in ["", ".", "-1", "1e3", "07", "0x1", "1.0000001", "1234567890123"] {
            assert_eq!(scaled(text.as_bytes()), None, "{text}");
        }
    }
}
