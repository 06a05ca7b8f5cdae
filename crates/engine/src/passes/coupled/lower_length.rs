//! `lower-length`: shortens what a number says the length of, and lowers the number with it.
//!
//! Before:
//! ```text
//! d4:name5:helloe
//! ```
//! After:
//! ```text
//! d4:name3:lloe
//! ```
//!
//! Before:
//! ```json
//! {"len": 4, "s": "abcd"}
//! ```
//! After:
//! ```json
//! {"len": 2, "s": "cd"}
//! ```
//!
//! Before:
//! ```c
//! char s[6] = "hello";
//! ```
//! After:
//! ```c
//! char s[4] = "llo";
//! ```
//!
//! Before:
//! ```python
//! check(0x5, "hello")
//! ```
//! After:
//! ```python
//! check(0x0, "")
//! ```
//!
//! Before:
//! ```text
//! HTTP/1.1 200 OK
//! Content-Length: 14
//!
//! hello {"a":1}
//! ```
//! After:
//! ```text
//! HTTP/1.1 200 OK
//! Content-Length: 8
//!
//! {"a":1}
//! ```
//!
//! Before:
//! ```text
//! name len=5 ealmn
//! ```
//! After:
//! ```text
//! name len=3 lmn
//! ```
//!
//! Before:
//! ```text
//! 14:5:hello,3:foo,,
//! ```
//! After:
//! ```text
//! 12:3:hel,3:foo,,
//! ```
//! That is what a string near it holds, in bytes or characters, or with an end that is counted; and, in no
//! known language, what follows a number and a colon and ends where something else may begin, the next word of its line or the rest
//! of that, lines behind it, and what follows an empty line. All of it goes, then brackets, lists, lines, strings and tokens
//! in it, and halves, quarters and so on down to characters, the larger first. Lengths of what is around it become lower, too.
//! What follows its number at once also goes with that, or all else does. For the 64 longest, with 4,096 edits each.

use super::cuts::{Change, cuts, literally};
use super::lengths::{Measured, Number, measured};
use crate::document::{Document, File};
use crate::edit::{EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::LENGTH_EDITS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lower-length",
    summary: "shorten what a number says the length of, with the number",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let all = measured(file);
    for it in &all {
        let mut shorter = Shorter { file, all: &all, it, left: LENGTH_EDITS.get(), sets: Vec::new(), id };
        shorter.record();
        for cut in cuts(&file.text, it.content, &it.characters) {
            if !shorter.lowered(&cut) {
                break;
            }
        }
        sites.alternatives(shorter.sets);
    }
}

/// What becomes shorter, and how.
struct Shorter<'f> {
    file: &'f File,
    id: FileId,
    /// Whatever has a length.
    all: &'f [Measured],
    /// What is shortened.
    it: &'f Measured,
    /// How many edits there may still be.
    left: usize,
    sets: Vec<EditSet>,
}

impl Shorter<'_> {
    /// What follows its number immediately goes with that, or all else does.
    fn record(&mut self) {
        let (text, content) = (&self.file.text, self.it.content);
        let number = self.it.numbers[0].span;
        if self.it.quoted || number.end > content.start || number.end + 1 < content.start {
            return;
        }
        let behind = Span::new(content.end, self.file.span().end);
        let others = vec![(Span::new(0, number.start), vec![]), (behind, vec![])];
        self.changed(others);
        let more = text.get(content.end as usize).is_some_and(|it| b",;\n".contains(it));
        for end in [content.end + 1, content.end].into_iter().skip(usize::from(!more)) {
            self.around(vec![(Span::new(number.start, end), vec![])]);
        }
    }

    /// A part of it goes with what is counted in its numbers: in all of them, or the nearest; and in those of what is around
    /// it, or not. False once there are enough.
    fn lowered(&mut self, cut: &[Change]) -> bool {
        let gone: usize = cut.iter().map(|it| self.it.length(it.0)).sum();
        let come: usize = cut.iter().map(|it| it.1.len()).sum();
        let Some(less) = gone.checked_sub(come).filter(|it| *it > 0) else { return true };
        let numbers = &self.it.numbers;
        for numbers in [&numbers[..], &numbers[..1]].iter().skip(usize::from(numbers.len() == 1)) {
            let lower = |it: &Number| Some((it.span, it.lowered(less)?));
            let Some(lower) = numbers.iter().map(lower).collect::<Option<Vec<Change>>>() else { continue };
            self.around([cut, &lower].concat());
        }
        self.left > 0
    }

    /// Changes, and with them the lengths of what is around it; or without.
    fn around(&mut self, changes: Vec<Change>) {
        let mut all = changes.clone();
        let (own, text) = (self.it.content, self.file.span());
        let outer = self
            .all
            .iter()
            .rev()
            .filter(|it| it.content.contains(own) && it.content != own && it.content != text);
        for outer in outer {
            let inside = || all.iter().filter(|it| outer.content.contains(it.0));
            let gone: usize = inside().map(|it| outer.length(it.0)).sum();
            let less = gone.saturating_sub(inside().map(|it| it.1.len()).sum());
            let known = |it: Span| all.iter().any(|other| other.0.contains(it));
            if less > 0 && !outer.numbers.iter().any(|it| known(it.span)) {
                all.extend(outer.numbers.iter().filter_map(|it| Some((it.span, it.lowered(less)?))));
            }
        }
        if all.len() > changes.len() {
            self.changed(all);
        }
        self.changed(changes);
    }

    fn changed(&mut self, changes: Vec<Change>) {
        let Some(left) = self.left.checked_sub(changes.len()) else {
            self.left = 0;
            return;
        };
        self.left = left;
        let set = literally(self.id, &self.file.text, changes);
        self.sets.extend(set.filter(|it| !it.is_empty()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn every_number_that_says_the_length_becomes_lower_or_the_nearest_one() {
        let found = candidates(&PASS, &c("char s[6] = \"hello\"; f(s, 5);"));
        for expected in ["char s[4] = \"llo\"; f(s, 3);", "char s[4] = \"llo\"; f(s, 5);"] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:#?}");
        }
    }

    #[test]
    fn escapes_count_as_the_characters_that_they_are() {
        let found = candidates(&PASS, &c("f(\"a\\n\\x41\", 3)"));
        assert!(found.contains(&"f(\"a\\x41\", 2)".to_owned()), "{found:#?}");
    }

    #[test]
    fn blanks_stay_as_they_are_and_digits_as_many_as_they_were() {
        let found = candidates(&PASS, &plain("0010:ab  cd  ef,"));
        assert!(found.contains(&"0008:  cd  ef,".to_owned()), "{found:#?}");
        let found = candidates(&PASS, &plain("2\r\n w\r\n0\r\n\r\n"));
        assert!(found.contains(&"1\r\nw\r\n0\r\n\r\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn where_no_number_is_as_large_as_something_near_it_is_long_nothing_is_proposed() {
        for text in ["int a = 3; char *s = \"hello\";", "f(\"\", 0, 1);", "x = 17 + y(\"abc\", 9);"] {
            assert!(candidates(&PASS, &c(text)).is_empty(), "{text}");
        }
        assert!(candidates(&PASS, &plain("at 12:30:59 nine of 10 went\nand 8 did not")).is_empty());
    }
}
