//! Edits that were refused and have not changed since where they look: they wait until nothing else pays.
//!
//! Every success leads back to the first stage, and each text asked there is new, although most of it is not: the same
//! cut at the same place, refused on a document that was a few tokens larger. What was refused in this sense is left
//! out until a whole sweep through the stages has changed nothing; only then it is asked again, if that pays (`asked_again`)
//! or the run is thorough. A cut looks at the text it takes, at a little on either side, and at how often its words occur; or,
//! where the text has other names meanwhile, at where these tokens come from (`origins`).

use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use super::barren::Asks;
use super::round::Round;
use super::task::Task;
use crate::spread::{HashedMap, HashedSet};
use crate::thresholds::{REFUSALS_BYTES, REFUSALS_MARGIN, REFUSALS_OFTEN};
use crate::tokens::is_word;

/// How often each word of a text occurs.
#[derive(Debug, Default)]
pub(super) struct Words(HashedMap<u64, u32>);

impl Words {
    pub(super) fn of(texts: &[impl AsRef<[u8]>]) -> Words {
        let mut words = Words::default();
        if size(texts) <= REFUSALS_BYTES.get() {
            for word in texts.iter().flat_map(|it| words_in(it.as_ref())) {
                *words.0.entry(xxh3_64(word)).or_default() += 1;
            }
        }
        words
    }

    /// How often the word with this hash occurs.
    pub(super) fn count(&self, hash: u64) -> u64 {
        self.0.get(&hash).copied().unwrap_or_default().into()
    }
}

/// What an edit looks at: by the bytes around it, and by where the tokens come from that it takes (see [`super::origins`]).
/// What was refused is known by either.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fingerprint {
    pub(super) around: Option<u64>,
    pub(super) taken: Option<u64>,
}

impl IntoIterator for Fingerprint {
    type Item = u64;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<u64>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        [self.around, self.taken].into_iter().flatten()
    }
}

/// What the facts of most steps take, in bytes.
const FACTS: usize = 256;

/// The fingerprint of the step from `before` to `after`: what it takes, puts and looks at, file by file. `None` for large
/// documents and for what is no step.
pub(super) fn fingerprint<T: AsRef<[u8]>>(before: &[T], after: &[T], words: &Words) -> Option<u64> {
    if size(before) > REFUSALS_BYTES.get() {
        return None;
    }
    let mut changed = (0..before.len()).filter(|&it| before[it].as_ref() != after[it].as_ref()).peekable();
    changed.peek()?;
    let mut facts = Vec::with_capacity(FACTS);
    for file in changed {
        note_change(&mut facts, before[file].as_ref(), after[file].as_ref(), words);
    }
    Some(xxh3_64(&facts))
}

fn note_change(facts: &mut Vec<u8>, before: &[u8], after: &[u8], words: &Words) {
    let (start, tail) = shared(before, after);
    let (taken, put) = (&before[start..before.len() - tail], &after[start..after.len() - tail]);
    let around =
        [&before[start.saturating_sub(REFUSALS_MARGIN.get())..start], &before[before.len() - tail..]];
    for text in [around[0], &around[1][..around[1].len().min(REFUSALS_MARGIN.get())], taken, put] {
        facts.extend_from_slice(&text.len().to_le_bytes());
        facts.extend_from_slice(text);
    }
    for word in words_in(taken) {
        let count = words.count(xxh3_64(word)).min(REFUSALS_OFTEN.as_u64());
        facts.extend_from_slice(&count.to_le_bytes());
    }
}

/// How many bytes two texts have in common at their starts, and of the rest at their ends.
pub(super) fn shared(one: &[u8], other: &[u8]) -> (usize, usize) {
    // Most is alike: many bytes are compared at once.
    const STRIDE: usize = 64;
    let strides = one.chunks_exact(STRIDE).zip(other.chunks_exact(STRIDE));
    let start = strides.take_while(|it| it.0 == it.1).count() * STRIDE;
    let (one, other) = (&one[start..], &other[start..]);
    let more = one.iter().zip(other).take_while(|it| it.0 == it.1).count();
    let (one, other) = (&one[more..], &other[more..]);
    let strides = one.rchunks_exact(STRIDE).zip(other.rchunks_exact(STRIDE));
    let tail = strides.take_while(|it| it.0 == it.1).count() * STRIDE;
    let (one, other) = (&one[..one.len() - tail], &other[..other.len() - tail]);
    let rest = one.iter().rev().zip(other.iter().rev()).take_while(|it| it.0 == it.1).count();
    (start + more, tail + rest)
}

/// The fingerprints of what was refused.
#[derive(Debug, Default)]
pub(super) struct Refusals<'r> {
    refused: Mutex<HashedSet<u64>>,
    /// What was refused besides, to somebody who only supposes the rest.
    below: Option<&'r Refusals<'r>>,
}

impl<'r> Refusals<'r> {
    /// What somebody knows who supposes more.
    pub(super) fn above(&self) -> Refusals<'_> {
        Refusals { below: Some(self), ..Refusals::default() }
    }

    /// The same for somebody else.
    pub(super) fn twin(&self) -> Refusals<'r> {
        Refusals { refused: Mutex::new(self.refused.lock().clone()), below: self.below }
    }

    pub(super) fn note(&self, prints: impl IntoIterator<Item = u64>) {
        self.refused.lock().extend(prints);
    }

    /// True when one of these was refused.
    pub(super) fn hold_any(&self, prints: impl IntoIterator<Item = u64>) -> bool {
        prints.into_iter().any(|it| self.holds(it))
    }

    fn holds(&self, print: u64) -> bool {
        self.refused.lock().contains(&print) || self.below.is_some_and(|it| it.holds(print))
    }
}

impl Round<'_> {
    /// Leaves a task out that looks at the same as when it was refused: as if it had been refused again.
    pub(super) fn leaves_out(&self, print: Option<u64>, task: &Task) -> bool {
        let was_refused = self.asks != Asks::All && self.run.refusals.hold_any(print);
        if was_refused {
            self.protocol.with_queue(|it| {
                it.left_out += 1;
                self.refine(it, task, true);
            });
        }
        was_refused
    }
}

fn size(texts: &[impl AsRef<[u8]>]) -> usize {
    texts.iter().map(|it| it.as_ref().len()).sum()
}

fn words_in(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&it| !is_word(it)).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(before: &str, after: &str) -> Option<u64> {
        fingerprint(&[before], &[after], &Words::of(&[before]))
    }

    const FAR: &str = "a; b; c; d; e; f; g; h; i; j; k; l;";

    #[test]
    fn what_two_texts_share_is_told_to_the_byte() {
        for (before, taken, put) in
            [(0, 0, 1), (63, 1, 0), (64, 64, 3), (65, 3, 64), (200, 1, 1), (127, 0, 130)]
        {
            for behind in [0, 1, 63, 64, 130] {
                let text = |it: usize, with: &str| {
                    ["a".repeat(before), with.repeat(it), "b".repeat(behind)].concat()
                };
                let (one, other) = (text(taken, "x"), text(put, "y"));
                assert_eq!(shared(one.as_bytes(), other.as_bytes()), (before, behind));
                assert_eq!(shared(one.as_bytes(), one.as_bytes()), (one.len(), 0));
            }
        }
    }

    #[test]
    fn a_cut_is_the_same_when_only_far_away_text_has_changed() {
        let cut = |far: &str| print(&format!("x = y(1); {FAR} {far}"), &format!("y(1); {FAR} {far}"));
        assert_eq!(cut("p;"), cut("q;"));
        assert_ne!(cut("x;"), cut("q;"), "its words occur less often");
        assert_ne!(print("x = 2; y;", "y;"), print("x = 2; z;", "z;"), "its neighbour has changed");
        assert_ne!(print("x = 2; y;", "y;"), print("x = 3; y;", "y;"), "it has changed itself");
    }

    #[test]
    fn a_step_that_changes_two_files_is_the_same_when_it_does_the_same_to_both() {
        let print = |before: [&str; 3], after: [&str; 3]| fingerprint(&before, &after, &Words::of(&before));
        let one = print(["a b", "c d", "x"], ["a", "c", "x"]);
        assert!(one.is_some());
        assert_eq!(one, print(["a b", "c d", "y"], ["a", "c", "y"]), "only another file has changed");
        assert_ne!(one, print(["a b", "c e", "x"], ["a", "c", "x"]));
        assert_ne!(one, print(["a b", "c d", "x"], ["a", "c d", "x"]));
        assert_eq!(print(["a", "b", "c"], ["a", "b", "c"]), None);
    }
}
