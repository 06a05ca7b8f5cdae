//! Edits that were refused on the same tokens under other names and numbers: what is asked once, and once more for the
//! certificate.
//!
//! A shorter name, a smaller number or a blank less makes every text new, and yet it is the same unit that would be taken
//! out of the same structure. So what was refused there counts as refused, until a token goes. Seen in this way an edit is
//! the tokens before it, the tokens behind it, and what it leaves between them, where a token of the document goes by the
//! place at which it first occurs. A thorough run asks all the same.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::candidate::Candidate;
use super::round::Round;
use crate::pass::{Effort, Stage};
use crate::thresholds::SHAPE_BYTES;
use crate::tokens;

/// The tokens of a document but for names and numbers.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// The hash of all of them; `None` for large documents.
    all: Option<u64>,
    /// Where each token first occurs, by its hash.
    first: HashMap<u64, usize>,
}

impl Shape {
    pub(super) fn of(texts: &[impl AsRef<[u8]>]) -> Shape {
        if texts.iter().map(|it| it.as_ref().len()).sum::<usize>() > SHAPE_BYTES.get() {
            return Shape::default();
        }
        let mut first = HashMap::new();
        let mut hasher = Xxh3::new();
        for text in texts {
            for (at, token) in tokens_of(text.as_ref()).enumerate() {
                first.entry(xxh3_64(token)).or_insert(at);
                hasher.update(&[class(token)]);
            }
            hasher.update(b" ");
        }
        Shape { all: Some(hasher.digest()), first }
    }

    /// The step by which `before`, a document of this shape, becomes `after`. `None` for large documents and where no token
    /// goes.
    pub(super) fn step<T: AsRef<[u8]>>(&self, before: &[T], after: &[T]) -> Option<u64> {
        let mut hasher = Xxh3::new();
        hasher.update(&self.all?.to_le_bytes());
        let (mut was, mut is) = (0, 0);
        for (file, (before, after)) in before.iter().zip(after).enumerate() {
            let (before, after) = (before.as_ref(), after.as_ref());
            if before != after {
                let [before, after] = [before, after].map(|it| tokens_of(it).collect::<Vec<_>>());
                (was, is) = (was + before.len(), is + after.len());
                hasher.update(&file.to_le_bytes());
                self.note_change(&mut hasher, &before, &after);
            }
        }
        (is < was).then(|| hasher.digest())
    }

    fn note_change(&self, hasher: &mut Xxh3, before: &[&[u8]], after: &[&[u8]]) {
        let start = before.iter().zip(after).take_while(|it| it.0 == it.1).count();
        let most = before.len().min(after.len()) - start;
        let tail =
            before.iter().rev().zip(after.iter().rev()).take(most).take_while(|it| it.0 == it.1).count();
        hasher.update(&start.to_le_bytes());
        hasher.update(&tail.to_le_bytes());
        for token in &after[start..after.len() - tail] {
            match self.first.get(&xxh3_64(token)) {
                Some(at) => hasher.update(&at.to_le_bytes()),
                None => hasher.update(token),
            }
        }
    }
}

/// The steps that were refused.
#[derive(Debug, Default)]
pub(super) struct RefusedSteps {
    steps: Mutex<HashSet<u64>>,
}

impl RefusedSteps {
    pub(super) fn note(&self, step: Option<u64>) {
        self.steps.lock().extend(step);
    }

    pub(super) fn holds(&self, step: Option<u64>) -> bool {
        step.is_some_and(|it| self.steps.lock().contains(&it))
    }
}

impl Round<'_> {
    /// A candidate with its step, unless it is asked about even where that was refused: what an excursion tries depends on
    /// its document alone, and the certificate is about this text.
    pub(super) fn with_step(&self, candidate: Candidate) -> Candidate {
        if self.run.config.effort == Effort::Thorough || self.stage == Stage::Certify || self.focus.is_some()
        {
            return candidate;
        }
        let head = &candidate.head;
        let step = head.shape().step(head.rank.files(), &candidate.files);
        Candidate { step, ..candidate }
    }
}

/// What is left of a token without its name or number.
fn class(token: &[u8]) -> u8 {
    match token[0] {
        first if first.is_ascii_digit() => b'0',
        first if tokens::is_word(first) => b'a',
        first => first,
    }
}

fn tokens_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    tokens::starts(text).into_iter().map(|start| {
        let rest = &text[start as usize..];
        &rest[..rest.iter().take_while(|&&it| tokens::is_word(it)).count().max(1)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(before: &str, after: &str) -> Option<u64> {
        Shape::of(&[before]).step(&[before], &[after])
    }

    #[test]
    fn a_cut_is_the_same_under_other_names_with_other_numbers_and_blanks() {
        let cut = step("int size = 100;\nuse(size);", "int size;\nuse(size);");
        assert!(cut.is_some());
        assert_eq!(cut, step("int a = 1; use(a);", "int a; use(a);"));
        assert_eq!(cut, step("int a = 1; f(b);", "int a; f(b);"), "or where two names have become one");
        assert_ne!(cut, step("int a = 1; use(a);", "int a = 1; (a);"), "another cut");
        assert_ne!(cut, step("int a = b; use(a);", "int a; use(a);"), "a name where a number was");
        assert_ne!(cut, step("int a = 1; use(a, a);", "int a; use(a, a);"), "a token more");
    }

    #[test]
    fn of_two_units_alike_but_for_their_names_each_is_a_cut_of_its_own() {
        assert_ne!(step("f(a); f(b);", "f(b);"), step("f(a); f(b);", "f(a);"));
        let hoists = ["x = a;", "x = b;"].map(|it| step("{ x = a; y = b; }", it));
        assert_ne!(hoists[0], hoists[1]);
    }

    #[test]
    fn where_no_token_goes_and_in_large_documents_nothing_is_recognised() {
        assert_eq!(step("int size;", "int a;"), None);
        assert_eq!(step("a  b", "a b"), None);
        assert_eq!(step("a", "b c"), None);
        let large = "a ".repeat(SHAPE_BYTES.get());
        assert_eq!(step(&large, "a"), None);
    }

    #[test]
    fn a_step_in_one_file_is_not_the_same_step_in_another() {
        let shape = Shape::of(&["a b", "a b"]);
        let [first, second] = [["a", "a b"], ["a b", "a"]].map(|it| shape.step(&["a b", "a b"], &it));
        assert!(first.is_some() && second.is_some() && first != second);
    }
}
