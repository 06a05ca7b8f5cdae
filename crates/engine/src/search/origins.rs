//! Where the tokens of a document come from: each keeps its number while names change, and what stood beside it goes.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::candidate::Best;
use super::refusals::Words;
use super::round::Round;
use super::shape::{Cut, Shape, Tokens};
use crate::edit::{Edit, EditSet, FileId};
use crate::thresholds::{REFUSALS_OFTEN, REFUSALS_TOKENS};

/// The number of each token of a document, file by file. Empty where the document is large.
#[derive(Debug, Default, Clone)]
pub(super) struct Origins(Vec<Vec<u64>>);

impl Origins {
    /// The numbers of a document that comes from nowhere.
    pub(super) fn of(shape: &Shape) -> Origins {
        let seed = shape.files().iter().flat_map(Tokens::hashes).fold(0, |all, it| fresh(all, 0, *it));
        let files = shape.files().iter().enumerate();
        let numbers =
            |(at, it): (usize, &Tokens)| (0..it.len()).map(|token| fresh(seed, token, at as u64)).collect();
        Origins(files.map(numbers).collect())
    }

    /// The numbers of what these edits have made of a document that has these numbers.
    pub(super) fn after(&self, edits: &EditSet, before: (&Shape, &[Arc<[u8]>]), after: &Shape) -> Origins {
        if self.0.len() != after.files().len() {
            return Origins::of(after);
        }
        let files = after.files().iter().enumerate().map(|(at, now)| {
            let id = FileId(u16::try_from(at).expect("a file has a number"));
            let was = File {
                numbers: &self.0[at],
                tokens: &before.0.files()[at],
                text: &before.1[at],
                later: after,
            };
            was.after(edits.of_file(id), now)
        });
        Origins(files.collect())
    }

    /// The numbers of a document that has come from one with these numbers in a way that nobody has written down.
    pub(super) fn led_to(&self, before: &[Arc<[u8]>], after: &[Arc<[u8]>]) -> Origins {
        let (was, is) = (Shape::of(before), Shape::of(after));
        if !self.fits(&was) || was.files().len() != is.files().len() {
            return Origins::default();
        }
        let files = self.0.iter().zip(was.files()).zip(is.files());
        Origins(files.map(|((numbers, was), now)| aligned(numbers, was, now)).collect())
    }

    /// True when they are of a document that has as many tokens as one of this shape.
    fn fits(&self, shape: &Shape) -> bool {
        let counts = self.0.iter().map(Vec::len);
        counts.eq(shape.files().iter().map(Tokens::len))
    }

    /// What an edit does to a file, piece by piece: which tokens it takes, between which others, how often their words occur,
    /// and what it puts there. A name that becomes another one everywhere looks at the two names, and at what is right beside
    /// the first.
    pub(super) fn note(
        &self,
        facts: &mut Vec<u64>,
        (file, cut): (usize, &Cut),
        shape: &Shape,
        words: &Words,
    ) {
        let (numbers, tokens) = (&self.0[file], &shape.files()[file]);
        let end = tokens.len() - cut.tail;
        let taken = &tokens.hashes()[cut.start..end];
        if let Some((was, now)) = renamed(taken, &cut.put) {
            let each = (cut.start..end).filter(|&it| tokens.hashes()[it] == was);
            facts.extend(each.flat_map(|it| &numbers[it.saturating_sub(1)..numbers.len().min(it + 2)]));
            let (number, is_name) = self.number_of(now, shape);
            let often = words.count(now);
            return facts.extend([number, if is_name { often } else { often.min(REFUSALS_OFTEN.as_u64()) }]);
        }
        let (mut open, mut last) = (0, cut.start);
        for (gone, put) in pieces(taken, &cut.put) {
            let gone = gone.start + cut.start..gone.end + cut.start;
            // What loses the brackets around it is looked at, too.
            facts.push(if open == 0 { 0 } else { (gone.start - last) as u64 });
            (open, last) = (open + tokens.opened(gone.clone()), gone.end);
            let before = &numbers[gone.start.saturating_sub(REFUSALS_TOKENS.get())..gone.start];
            let behind = &numbers[gone.end..numbers.len().min(gone.end + REFUSALS_TOKENS.get())];
            for part in [before, behind, &numbers[gone.clone()]] {
                facts.push(part.len() as u64);
                facts.extend(part);
            }
            let often = |it: &u64| words.count(*it).min(REFUSALS_OFTEN.as_u64());
            facts.extend(tokens.hashes()[gone].iter().map(often));
            facts.extend(cut.put.range(put).map(|it| self.number_of(*it, shape).0));
        }
    }

    /// What stands for a token: of a name the number that it has where it first occurs, whatever it is called, and its hash else.
    /// And whether it is a name.
    fn number_of(&self, hash: u64, shape: &Shape) -> (u64, bool) {
        let Some(mut place) = shape.first_place(hash) else { return (hash, false) };
        for (numbers, tokens) in self.0.iter().zip(shape.files()) {
            match numbers.get(place) {
                Some(number) if tokens.is_name(place) => return (*number, true),
                Some(_) => return (hash, false),
                None => place -= numbers.len(),
            }
        }
        (hash, false)
    }
}

/// The token that has become another one wherever a text has changed, and that one, as hashes.
fn renamed(taken: &[u64], put: &VecDeque<u64>) -> Option<(u64, u64)> {
    if taken.len() != put.len() {
        return None;
    }
    let mut pairs = taken.iter().copied().zip(put.iter().copied()).filter(|it| it.0 != it.1);
    let first = pairs.next()?;
    (pairs.all(|it| it == first) && !put.contains(&first.0)).then_some(first)
}

/// Which tokens are gone, and what is put in their place, by position: what of `put` was there before stays. Behind a gap two
/// in a row have to be there, so that what is new is not taken for the like of it far behind.
fn pieces(taken: &[u64], put: &VecDeque<u64>) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut pieces, mut from, mut new) = (Vec::new(), 0, 0);
    let in_place = taken.len() == put.len();
    for (at, hash) in put.iter().enumerate() {
        let rest = if in_place { &taken[at..=at] } else { &taken[from..] };
        let fits = |it: &usize| rest[*it] == *hash && (*it == 0 || rest.get(it + 1) == put.get(at + 1));
        let Some(gone) = (0..rest.len()).find(fits) else { continue };
        let stays = if in_place { at } else { from + gone };
        if from < stays || new < at {
            pieces.push((from..stays, new..at));
        }
        (from, new) = (stays + 1, at + 1);
    }
    if from < taken.len() || new < put.len() {
        pieces.push((from..taken.len(), new..put.len()));
    }
    pieces
}

impl<'r> Round<'r> {
    /// The same round of a document whose tokens come from there.
    pub(super) fn coming_from(self, origins: Origins) -> Round<'r> {
        if origins.fits(self.snapshot.shape()) {
            self.snapshot.origins.get_or_init(|| origins);
        }
        self
    }

    /// Where the tokens of a document come from that these edits have made of the snapshot.
    pub(super) fn origins_of<'b>(&'b self, best: &'b Best) -> &'b Origins {
        let snapshot = self.snapshot.origins.get_or_init(|| Origins::of(self.snapshot.shape()));
        if best.edits.is_empty() {
            return snapshot;
        }
        let before = (self.snapshot.shape(), self.snapshot.rank.files());
        best.origins.get_or_init(|| snapshot.after(&best.edits, before, best.shape()))
    }
}

/// A file whose tokens have numbers.
struct File<'d> {
    numbers: &'d [u64],
    tokens: &'d Tokens,
    text: &'d [u8],
    /// The document that it becomes part of.
    later: &'d Shape,
}

impl File<'_> {
    /// The numbers of the tokens that these edits have made of the file.
    fn after(&self, edits: &[Edit], now: &Tokens) -> Vec<u64> {
        if edits.is_empty() && self.tokens.len() == now.len() {
            return self.numbers.to_vec();
        }
        let expected = self.carried(edits);
        let fits =
            expected.len() == now.len() && expected.iter().zip(now.hashes()).all(|(it, hash)| it.1 == *hash);
        if fits {
            expected.into_iter().map(|it| it.0).collect()
        } else {
            aligned(self.numbers, self.tokens, now)
        }
    }

    /// The numbers and the hashes of the tokens that the edits should lead to.
    fn carried(&self, edits: &[Edit]) -> Vec<(u64, u64)> {
        let starts = self.tokens.starts();
        let end_of = |it: usize| starts[it] as usize + self.tokens.token(it, self.text).len();
        let stays = |it: usize| (self.numbers[it], self.tokens.hashes()[it]);
        let (mut out, mut at) = (Vec::with_capacity(starts.len()), 0);
        for edit in edits {
            let cut = edit.span.range();
            let mut first = starts.partition_point(|&it| (it as usize) < cut.start);
            first -= usize::from(first > at && end_of(first - 1) > cut.start);
            let last = starts.partition_point(|&it| (it as usize) < cut.end).max(first);
            // What is deleted within what is replaced has gone already.
            let first = first.max(at);
            out.extend((at..first).map(stays));
            // What an edit leaves of the tokens at its edges goes with what it puts there.
            let head = if first < last { (starts[first] as usize).min(cut.start) } else { cut.start };
            let tail = if first < last { end_of(last - 1).max(cut.end) } else { cut.end };
            let put = [&self.text[head..cut.start], &edit.with, &self.text[cut.end..tail]].concat();
            out.extend(self.put(first..last, &put, edits));
            at = last.max(at);
        }
        out.extend((at..starts.len()).map(stays));
        out
    }

    /// The numbers and the hashes of what stands in the place of some tokens: the same where a name has become another one
    /// everywhere.
    fn put(&self, taken: Range<usize>, put: &[u8], edits: &[Edit]) -> Vec<(u64, u64)> {
        let now = Tokens::of(put);
        let place = taken.start.checked_sub(1).map_or(0, |it| self.numbers[it]);
        let alike = now.len() == taken.len();
        let number = |(at, &hash): (usize, &u64)| {
            let was = taken.start + at;
            let stays = alike && (self.tokens.hashes()[was] == hash || self.is_renamed(was, hash, edits));
            (if stays { self.numbers[was] } else { fresh(place, at, hash) }, hash)
        };
        now.hashes().iter().enumerate().map(number).collect()
    }

    /// True for a name of which nothing is left, because its first mention has become another one, too: where that has gone, a
    /// thing has taken the place of another one.
    fn is_renamed(&self, was: usize, now: u64, edits: &[Edit]) -> bool {
        let hash = self.tokens.hashes()[was];
        if !self.tokens.is_name(was) || self.later.has(hash) {
            return false;
        }
        let first = self.tokens.hashes().iter().position(|it| *it == hash).expect("it is there");
        let start = self.tokens.starts()[first];
        let at = edits.partition_point(|it| it.span.start < start);
        let token = self.tokens.token(first, self.text).len();
        edits
            .get(at)
            .is_some_and(|it| it.span.start == start && it.span.len() == token && xxh3_64(&it.with) == now)
    }
}

/// The numbers of the tokens `now` where it is not known which edits have led there from `was`: what both begin and end with
/// stays.
fn aligned(numbers: &[u64], was: &Tokens, now: &Tokens) -> Vec<u64> {
    let (was, is) = (was.hashes(), now.hashes());
    let start = was.iter().zip(is).take_while(|it| it.0 == it.1).count();
    let rest = was.len().min(is.len()) - start;
    let tail = was.iter().rev().zip(is.iter().rev()).take(rest).take_while(|it| it.0 == it.1).count();
    let place = start.checked_sub(1).map_or(0, |it| numbers[it]);
    let between = is[start..is.len() - tail].iter().enumerate().map(|(at, &hash)| fresh(place, at, hash));
    let behind = &numbers[was.len() - tail..];
    numbers[..start].iter().copied().chain(between).chain(behind.iter().copied()).collect()
}

/// The number of a token that was not there before, as the `at`th behind another one.
fn fresh(behind: u64, at: usize, hash: u64) -> u64 {
    let facts = [behind, at as u64, hash].map(u64::to_le_bytes);
    xxh3_64(facts.as_flattened())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Span;

    const FILE: FileId = FileId(0);

    /// The numbers of a text and of what these edits make of it.
    fn numbers(text: &str, edits: &[(u32, u32, &str)]) -> (Vec<u64>, Vec<u64>) {
        let edit = |&(start, end, with): &(u32, u32, &str)| {
            Edit::replace(FILE, Span::new(start, end), with.as_bytes())
        };
        let edits: EditSet = edits.iter().map(edit).collect();
        let texts = [Arc::from(text.as_bytes())];
        let (before, after) = (Shape::of(&texts), Shape::of(&[edits.render(FILE, text.as_bytes())]));
        let first = Origins::of(&before);
        let then = first.after(&edits, (&before, &texts), &after);
        (first.0[0].clone(), then.0[0].clone())
    }

    #[test]
    fn a_token_keeps_its_number_under_another_name_and_when_others_go() {
        let (before, after) =
            numbers("int size = 1 + 2; use(size);", &[(4, 8, "a"), (12, 16, ""), (22, 26, "a")]);
        assert_eq!(after, [&before[..4], &before[6..]].concat());
    }

    #[test]
    fn what_is_put_there_has_numbers_of_its_own_but_for_a_name_that_is_gone_everywhere() {
        let (before, after) = numbers("f(a, b)", &[(0, 7, "g")]);
        assert!(after.len() == 1 && !before.contains(&after[0]));
        for (text, why) in [("17 = 17;", "no name"), ("x = x;", "the other one is still called so")] {
            let end = crate::lexeme::offset(text.len()) - 1;
            let (before, after) = numbers(text, &[(end - 2, end, "y")]);
            assert_eq!(before.len(), after.len());
            assert_eq!(after.iter().zip(&before).filter(|it| it.0 != it.1).count(), 1, "{why}");
        }
    }

    #[test]
    fn a_token_of_which_a_part_goes_is_another_one_and_so_are_two_that_become_one() {
        let (before, after) = numbers("a = size;", &[(4, 7, "")]);
        assert_eq!((&after[..2], after[3]), (&before[..2], before[3]));
        assert!(!before.contains(&after[2]));
        let (before, after) = numbers("abc+def;", &[(2, 5, "")]);
        assert!(after.len() == 2 && !before.contains(&after[0]) && before[3] == after[1]);
    }

    #[test]
    fn where_a_definition_goes_with_a_name_another_thing_takes_its_place() {
        let (before, after) = numbers("S{} S x = y;", &[(0, 3, ""), (4, 5, "int")]);
        assert_eq!(before[4..], after[1..]);
        assert_ne!(before[3], after[0], "it is no S any more");
    }

    #[test]
    fn what_loses_the_brackets_around_it_is_looked_at() {
        let facts = |text: &str, after: &str| {
            let shape = Shape::of(&[text]);
            let cut = shape.files()[0].cut(text.as_bytes(), after.as_bytes());
            // Of all documents the tokens are told by what they are.
            let origins = Origins(vec![shape.files()[0].hashes().to_vec()]);
            let mut facts = Vec::new();
            origins.note(&mut facts, (0, &cut), &shape, &Words::default());
            facts
        };
        let unwrapped = |it: &str| facts(&format!("f; while (1) {{ {it} }} g;"), &format!("f; {it} g;"));
        assert_eq!(unwrapped("a; b; c; d; e;"), unwrapped("a; b; c; d; e;"));
        assert_ne!(unwrapped("a; b; break; d; e;"), unwrapped("a; b; d; e;"));
        let apart = |it: &str| facts(&format!("a b c d e; {it} f(g h);"), &format!("a c d e; {it} f(h);"));
        assert_eq!(apart("x; y; z;"), apart("x; z;"));
    }

    #[test]
    fn a_file_of_several_is_told_from_the_others() {
        let texts: [Arc<[u8]>; 2] = [Arc::from(&b"a b"[..]), Arc::from(&b"c d e"[..])];
        let before = Shape::of(&texts);
        let first = Origins::of(&before);
        let edits = EditSet::delete(FileId(1), Span::new(2, 4));
        let then = first.after(&edits, (&before, &texts), &Shape::of(&["a b", "c e"]));
        assert_eq!(then.0, [first.0[0].clone(), vec![first.0[1][0], first.0[1][2]]]);
        let name = |it: &str| first.number_of(xxh3_64(it.as_bytes()), &before);
        assert_eq!((name("e"), name("x").1), ((first.0[1][2], true), false));
    }

    #[test]
    fn an_edit_in_several_places_is_the_pieces_that_it_changes() {
        let put = |it: &[u64]| it.iter().copied().collect::<VecDeque<_>>();
        assert_eq!(pieces(&[1, 2, 3, 4, 5], &put(&[2, 3, 9, 5])), [(0..1, 0..0), (3..4, 2..3)]);
        assert_eq!(pieces(&[1, 2, 3, 4, 5, 6], &put(&[4, 7, 3, 4, 6])), [(0..2, 0..2), (4..5, 4..4)]);
        assert_eq!(pieces(&[1, 2], &put(&[])), [(0..2, 0..0)]);
        assert_eq!(pieces(&[1, 2, 1], &put(&[2, 2, 2])), [(0..1, 0..1), (2..3, 2..3)]);
        assert_eq!(renamed(&[1, 2, 1], &put(&[2, 2, 2])), Some((1, 2)));
        assert_eq!(renamed(&[1, 2, 1], &put(&[2, 2, 1])), None, "it is still called so elsewhere");
        assert_eq!(renamed(&[1, 2, 3], &put(&[9, 2, 8])), None);
    }

    #[test]
    fn a_text_that_these_edits_did_not_lead_to_shares_its_ends() {
        let text = [Arc::from(&b"a b c d e"[..])];
        let (before, after) = (Shape::of(&text), Shape::of(&["a b x e"]));
        let first = Origins::of(&before);
        let then = first.after(&EditSet::delete(FILE, Span::new(0, 1)), (&before, &text), &after);
        assert_eq!((&then.0[0][..2], then.0[0][3]), (&first.0[0][..2], first.0[0][4]));
        assert!(!first.0[0].contains(&then.0[0][2]));
    }
}
