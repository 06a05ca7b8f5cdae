//! `shrink-integers`: makes numbers smaller.
//!
//! Before:
//! ```text
//! x = 0x1fUL;
//! ```
//! After:
//! ```text
//! x = 31;
//! ```
//! First all numbers to `0` and all without suffixes, as lists; then every distinct number everywhere at once, then
//! where it stands: `0`, `1`, no suffix, no prefix, decimal, no fraction, no exponent, `0.`, one digit of the fraction, half
//! the digits, one digit less, half the value, one less of what is at most 16; the same with its prefix and suffix, and
//! without `_`. At most 20,000 numbers, from the back.

use crate::document::Document;
use crate::edit::EditSet;
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::occurrences::{Name, Place, replace, texts};
use crate::passes::text::spans;
use crate::thresholds::{COUNTED_DOWN, EQUAL_NUMBER_EDITS, SITES};
use crate::tokens;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "shrink-integers",
    summary: "replace numbers by 0, by 1, by shorter ones",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let mut numbers = texts(document, |class| class == Class::Number);
    numbers.reverse();
    sites.list(all_to(&numbers, |_| b"0"));
    sites.list(all_to(&numbers, without_suffix));
    let mut edits = EQUAL_NUMBER_EDITS.get();
    for name in numbers.iter().filter(|it| it.places.len() > 1) {
        let smaller = smaller(name.text);
        let most = (edits / name.places.len()).min(smaller.len());
        sites.alternatives(smaller[..most].iter().map(|it| replace(&name.places, it)).collect());
        edits -= most * name.places.len();
    }
    let mut left = SITES.get();
    for name in &numbers {
        if left == 0 {
            break;
        }
        let smaller = smaller(name.text);
        for place in name.places.iter().take(left) {
            let set = |it: &Vec<u8>| EditSet::replace(place.file, place.lexeme.span, &it[..]);
            sites.alternatives(smaller.iter().map(set).collect());
        }
        left = left.saturating_sub(name.places.len());
    }
}

/// Every number to what `becomes` makes of it, where that is lower, in order.
fn all_to<'d>(numbers: &[Name<'d>], becomes: fn(&'d [u8]) -> &'d [u8]) -> Vec<EditSet> {
    let mut changes: Vec<(Place, &[u8])> = Vec::new();
    for name in numbers {
        let with = becomes(name.text);
        if spans::lowers(name.text, with) {
            changes.extend(name.places.iter().map(|it| (*it, with)));
        }
    }
    changes.sort_unstable_by_key(|it| (it.0.file, it.0.at));
    changes.iter().map(|(it, with)| EditSet::replace(it.file, it.lexeme.span, *with)).collect()
}

/// What a number may become, smallest first; every one ranks below it.
fn smaller(number: &[u8]) -> Vec<Vec<u8>> {
    let bare = without_suffix(number);
    let digits = without_prefix(bare);
    let whole = bare.split(|&it| it == b'.').next().unwrap_or_default();
    let mut found: Vec<Vec<u8>> = vec![b"0".to_vec(), b"1".to_vec()];
    found.extend([bare, digits, whole].map(<[u8]>::to_vec));
    if let Some(value) = value_of(bare) {
        // One by one only where that soon ends: each step is a round of its own.
        let next =
            if value <= u128::from(COUNTED_DOWN.as_u64()) { value.saturating_sub(1) } else { value / 2 };
        found.extend([value / 2, next, value].map(|it| it.to_string().into_bytes()));
    }
    if number.iter().all(u8::is_ascii_digit) && number.len() > 1 {
        found.extend(
            [&number[..number.len() / 2], &number[1..], &number[..number.len() - 1]].map(<[u8]>::to_vec),
        );
    }
    found.extend(fractions(bare));
    found.extend(dressed(number, bare));
    found.retain(|it| !it.is_empty() && spans::lowers(number, it));
    found.sort_by(|a, b| (tokens::count(a), a.len(), a).cmp(&(tokens::count(b), b.len(), b)));
    found.dedup();
    found
}

/// What a number with a fraction may become where it has to keep one.
fn fractions(bare: &[u8]) -> Vec<Vec<u8>> {
    let Some(dot) = bare.iter().position(|&it| it == b'.') else { return Vec::new() };
    let short = &bare[..bare.len().min(dot + 2)];
    let mut found =
        [b"0." as &[u8], b"1.", &bare[..=dot], short, &bare[..bare.len() - 1]].map(<[u8]>::to_vec).to_vec();
    found.push([b"0", &short[dot..]].concat());
    found
}

/// Smaller values between the number's own prefix and suffix, for languages in which those are its type.
fn dressed(number: &[u8], bare: &[u8]) -> Vec<Vec<u8>> {
    let (digits, suffix) = (without_prefix(bare), &number[bare.len()..]);
    let prefix = &bare[..bare.len() - digits.len()];
    let plain: Vec<u8> = number.iter().copied().filter(|&it| it != b'_').collect();
    if (prefix.is_empty() && suffix.is_empty()) || digits.is_empty() || digits.contains(&b'.') {
        return vec![plain];
    }
    let values = [b"0" as &[u8], b"1", &digits[..digits.len().div_ceil(2)], &digits[1..]];
    let values = values.into_iter().filter(|it| !it.is_empty());
    values.map(|it| [prefix, it, suffix].concat()).chain([plain]).collect()
}

/// The number without what follows its digits, such as `UL` or `i64`.
fn without_suffix(number: &[u8]) -> &[u8] {
    let letters: fn(&u8) -> bool = match number {
        [b'0', b'x' | b'X', ..] => |it| it.is_ascii_hexdigit() || b"xX_.".contains(it),
        [b'0', b'b' | b'B' | b'o' | b'O', ..] => |it| it.is_ascii_digit() || b"bBoO_.".contains(it),
        _ => |it| it.is_ascii_digit() || b"_.".contains(it),
    };
    let end = number.iter().position(|it| !letters(it)).unwrap_or(number.len());
    &number[..end]
}

/// The digits after `0x` and the like.
fn without_prefix(number: &[u8]) -> &[u8] {
    match number {
        [b'0', mark, rest @ ..] if mark.is_ascii_alphabetic() => rest,
        [b'0', rest @ ..] if !rest.is_empty() && rest[0] != b'.' => rest,
        _ => number,
    }
}

fn value_of(number: &[u8]) -> Option<u128> {
    let text: String = String::from_utf8(number.iter().copied().filter(|&it| it != b'_').collect()).ok()?;
    let radix = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        [b'0', b'o' | b'O', ..] => 8,
        _ => return text.parse().ok(),
    };
    u128::from_str_radix(&text[2..], radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    fn shown(number: &str) -> Vec<String> {
        smaller(number.as_bytes()).into_iter().map(|it| String::from_utf8(it).expect("ASCII")).collect()
    }

    #[test]
    fn numbers_lose_suffix_prefix_fraction_digits_and_value() {
        assert_eq!(shown("0x1fUL"), ["0", "1", "15", "1f", "31", "0x1f", "0x0UL", "0x1UL", "0xfUL"]);
        assert_eq!(shown("1.50"), ["0", "1", "0.", "1.", "0.5", "1.5"]);
        assert_eq!(shown("2.5e3f"), ["0", "1", "2", "0.", "1.", "2.", "0.5", "2.5"]);
        assert_eq!(shown("1_000"), ["0", "1", "500", "1000"]);
        assert_eq!(shown("345"), ["0", "1", "3", "34", "45", "172"]);
        assert_eq!(shown("7u8"), ["0", "1", "3", "6", "7", "0u8", "1u8"]);
        assert_eq!(shown("2"), ["0", "1"]);
        assert_eq!(shown("1"), ["0"]);
        assert!(shown("0").is_empty());
    }

    #[test]
    fn equal_numbers_change_together_first() {
        let found = candidates(&PASS, &plain("2 + 2"));
        assert_eq!(found, ["0 + 0", "0 + 2", "2 + 0", "0 + 0", "1 + 1", "0 + 2", "1 + 2", "2 + 0", "2 + 1"]);
    }
}
