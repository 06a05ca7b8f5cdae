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
//! where it stands: `0`, `1`, no suffix, no prefix, decimal, no fraction, half the digits, one digit less, half the value.
//! At most 20,000 numbers, from the back.

use super::words::{Place, replace, texts};
use crate::document::Document;
use crate::edit::{EditSet, FileId};
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::tokens;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "shrink-integers",
    summary: "replace numbers by 0, by 1, by shorter ones",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    if id != FileId(0) {
        return;
    }
    let mut numbers = texts(document, |class| class == Class::Number);
    numbers.reverse();
    let all_to = |becomes: fn(&[u8]) -> Option<Vec<u8>>| -> Vec<EditSet> {
        let change = |place: &Place| {
            let old = place.lexeme.of(&document.file(place.file).text);
            let new = becomes(old).filter(|new| super::lowers(old, new))?;
            Some(EditSet::replace(place.file, place.lexeme.span, new))
        };
        let mut places: Vec<Place> = numbers.iter().flat_map(|it| it.places.iter().copied()).collect();
        places.sort_by_key(|it| (it.file, it.at));
        places.iter().filter_map(change).collect()
    };
    sites.list(all_to(|_| Some(b"0".to_vec())));
    sites.list(all_to(|it| Some(without_suffix(it).to_vec())));
    for name in numbers.iter().filter(|it| it.places.len() > 1) {
        sites.alternatives(smaller(name.text).iter().map(|it| replace(&name.places, it)).collect());
    }
    let places = numbers.iter().flat_map(|name| name.places.iter().map(move |it| (name, it)));
    for (name, place) in places.take(super::MANY) {
        let sets = smaller(name.text).into_iter();
        sites.alternatives(sets.map(|it| EditSet::replace(place.file, place.lexeme.span, it)).collect());
    }
}

/// What a number may become, smallest first; every one ranks below it.
fn smaller(number: &[u8]) -> Vec<Vec<u8>> {
    let bare = without_suffix(number);
    let digits = without_prefix(bare);
    let whole = bare.split(|&it| it == b'.').next().unwrap_or_default();
    let mut found: Vec<Vec<u8>> = vec![b"0".to_vec(), b"1".to_vec()];
    found.extend([bare, digits, whole].map(<[u8]>::to_vec));
    if let Some(value) = value_of(bare) {
        found.extend([value / 2, value.saturating_sub(1), value].map(|it| it.to_string().into_bytes()));
    }
    if number.iter().all(u8::is_ascii_digit) && number.len() > 1 {
        found.extend(
            [&number[..number.len() / 2], &number[1..], &number[..number.len() - 1]].map(<[u8]>::to_vec),
        );
    }
    found.retain(|it| !it.is_empty() && super::lowers(number, it));
    found.sort_by(|a, b| (tokens::count(a), a.len(), a).cmp(&(tokens::count(b), b.len(), b)));
    found.dedup();
    found
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
    use super::super::testing::{candidates, plain};
    use super::*;

    fn shown(number: &str) -> Vec<String> {
        smaller(number.as_bytes()).into_iter().map(|it| String::from_utf8(it).expect("ASCII")).collect()
    }

    #[test]
    fn numbers_lose_suffix_prefix_fraction_digits_and_value() {
        assert_eq!(shown("0x1fUL"), ["0", "1", "15", "1f", "30", "31", "0x1f"]);
        assert_eq!(shown("1.50"), ["0", "1"]);
        assert_eq!(shown("345"), ["0", "1", "3", "34", "45", "172", "344"]);
        assert_eq!(shown("7u8"), ["0", "1", "3", "6", "7"]);
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
