//! What a format string has in it for values: `%5d` as in C, `{:?}` or `{0}` as in Rust, Python and C#.

use std::ops::Range;

use crate::lexeme::content;

/// A part of a string that a value takes the place of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placeholder {
    /// Its bytes in the literal.
    pub(super) span: Range<usize>,
    /// Which values belong to it.
    pub(super) values: Range<usize>,
    /// The bytes that say which.
    pub(super) number: Option<Range<usize>>,
}

/// How many values placeholders need.
pub(super) fn needed(placeholders: &[Placeholder]) -> usize {
    placeholders.iter().map(|it| it.values.end).max().unwrap_or(0)
}

/// The placeholders that a literal may have, likeliest first. For some `%n` is the end of a line; between braces names say which
/// value, as in Python, or, as in Zig, how it is shown.
pub(super) fn readings(literal: &[u8]) -> Vec<Vec<Placeholder>> {
    let Some(text) = content(literal).map(|it| &literal[..it.end]) else { return Vec::new() };
    let of_percent = [true, false].map(|lines| Some(percent(text, lines)));
    let of_braces = [false, true].map(|names| braces(text, names));
    of_percent.into_iter().chain(of_braces).flatten().filter(|it| !it.is_empty()).collect()
}

/// `%`, flags, width, precision, a length and a letter.
fn percent(text: &[u8], counts: bool) -> Vec<Placeholder> {
    let (mut found, mut at, mut next) = (Vec::new(), 0, 0);
    let run = |from: usize, of: &[u8]| text[from..].iter().take_while(|it| of.contains(it)).count();
    while let Some(start) = text[at..].iter().position(|&it| it == b'%').map(|it| at + it) {
        let flags = start + 1 + run(start + 1, b"-+ #0'");
        let width = flags + run(flags, b"*.0123456789");
        let mut letter = width + run(width, b"hlLqjzt");
        if letter > width && !text.get(letter).is_some_and(u8::is_ascii_alphabetic) {
            letter -= 1;
        }
        at = (letter + 1).min(text.len());
        match text.get(letter) {
            Some(b'n') if !counts => {}
            Some(it) if it.is_ascii_alphabetic() => {
                let stars = text[flags..width].split(|&it| it == b'*').count() - 1;
                found.push(Placeholder { span: start..at, values: next..next + stars + 1, number: None });
                next += stars + 1;
            }
            _ => {}
        }
    }
    found
}

/// `{}`, `{:…}`, `{0…}`, and `{…}` where names count; `None` where one takes more than a value.
fn braces(text: &[u8], names: bool) -> Option<Vec<Placeholder>> {
    let (mut found, mut at, mut next) = (Vec::new(), 0, 0);
    while let Some(start) = text[at..].iter().position(|&it| it == b'{').map(|it| at + it) {
        if text.get(start + 1) == Some(&b'{') {
            at = start + 2;
            continue;
        }
        let inside = start + 1;
        let end = inside + text[inside..].iter().position(|&it| it == b'}')?;
        at = end + 1;
        let digits = text[inside..end].iter().take_while(|it| it.is_ascii_digit()).count();
        let (number, form) = text[inside..end].split_at(digits);
        if form.iter().any(|it| b"{*$".contains(it)) {
            return None;
        }
        let is_named = form.first().is_some_and(|it| !b":!,.[".contains(it));
        if is_named && !names {
            continue;
        }
        let value =
            if digits > 0 { std::str::from_utf8(number).ok()?.parse::<u16>().ok()?.into() } else { next };
        next += usize::from(digits == 0);
        let number = (digits > 0).then_some(inside..inside + digits);
        found.push(Placeholder { span: start..at, values: value..value + 1, number });
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(literal: &str, values: usize) -> Vec<(&str, Range<usize>)> {
        let found = readings(literal.as_bytes()).into_iter().find(|it| needed(it) <= values);
        found.into_iter().flatten().map(|it| (&literal[it.span], it.values)).collect()
    }

    #[test]
    fn what_takes_values_is_found_as_its_language_has_it() {
        assert_eq!(shown(r#""%% %-5.2lf %*d%s""#, 4), [("%-5.2lf", 0..1), ("%*d", 1..3), ("%s", 3..4)]);
        assert_eq!(shown(r#""%t, %+v %q\n""#, 3), [("%t", 0..1), ("%+v", 1..2), ("%q", 2..3)]);
        assert_eq!(shown(r#""%d%n""#, 1), [("%d", 0..1)]);
        assert_eq!(shown(r#""%d%n""#, 2), [("%d", 0..1), ("%n", 1..2)]);
        assert_eq!(shown(r#""{{}} {} {name} {:?}""#, 2), [("{}", 0..1), ("{:?}", 1..2)]);
        assert_eq!(shown(r#""{s} {any}""#, 2), [("{s}", 0..1), ("{any}", 1..2)]);
        assert_eq!(shown(r#""{1} {0:x} {1}""#, 2), [("{1}", 1..2), ("{0:x}", 0..1), ("{1}", 1..2)]);
    }

    #[test]
    fn what_no_values_are_given_for_is_none() {
        for (literal, values) in [
            (r#""%d %d""#, 1),
            (r#""100%""#, 1),
            (r#""%(name)s""#, 1),
            (r#""{:1$}""#, 2),
            (r#""{""#, 1),
            (r#""{a} {b}""#, 1),
            ("\"\"", 1),
        ] {
            assert!(shown(literal, values).is_empty(), "{literal}");
        }
    }
}
