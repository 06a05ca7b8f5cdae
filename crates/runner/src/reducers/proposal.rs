//! What a reducer proposes, looked at before anybody believes it, and as sites of the search.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};
use lop_engine::Span;
use lop_engine::internal::{Edit, EditSet, FileId};

use lop_engine::Sites;

use super::process::Misdeed;
use super::source::Answer;

/// A span of the text and what it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) with: Vec<u8>,
}

/// Changes that go together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) changes: Vec<Change>,
    /// What they gain in tokens, where the reducer has said so.
    pub(crate) gain: Option<u32>,
}

impl From<Vec<Change>> for Set {
    fn from(changes: Vec<Change>) -> Set {
        Set { changes, gain: None }
    }
}

/// One thing that a reducer proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Proposal {
    /// Competing sets of changes for one place, best first.
    Alternatives(Vec<Set>),
    /// Sets of changes that may all go together.
    List(Vec<Set>),
}

impl Set {
    fn edits(self, file: FileId) -> EditSet {
        let edit = |it: Change| {
            let span = Span::new(offset(it.start), offset(it.end));
            if it.with.is_empty() { Edit::delete(file, span) } else { Edit::replace(file, span, it.with) }
        };
        self.changes.into_iter().map(edit).collect()
    }

    /// True when `edits` make all of its changes.
    fn is_in(&self, file: FileId, edits: &EditSet) -> bool {
        let all = edits.of_file(file);
        self.changes.iter().all(|it| {
            let span = Span::new(offset(it.start), offset(it.end));
            let from = all.partition_point(|it| it.span.start < span.start);
            let same = |own: &&Edit| own.span == span && *own.with == *it.with;
            let deleted = it.with.is_empty() && edits.deletes(file, span);
            deleted || all[from..].iter().take_while(|it| it.span.start == span.start).any(|it| same(&it))
        })
    }
}

impl Proposal {
    /// Another text in the place of the whole: its differences, line by line, as a list that may be halved.
    pub(crate) fn whole(old: &[u8], new: &[u8]) -> Proposal {
        Proposal::List(differences(old, new).into_iter().map(|it| vec![it].into()).collect())
    }

    /// Another text, all of its differences at once.
    pub(crate) fn at_once(old: &[u8], new: &[u8]) -> Proposal {
        Proposal::Alternatives(vec![differences(old, new).into()])
    }

    fn sets(&self) -> &[Set] {
        match self {
            Proposal::Alternatives(sets) | Proposal::List(sets) => sets,
        }
    }

    fn map(self, keep: impl Fn(&Set) -> bool) -> Proposal {
        let kept = |sets: Vec<Set>| sets.into_iter().filter(|it| keep(it)).collect();
        match self {
            Proposal::Alternatives(sets) => Proposal::Alternatives(kept(sets)),
            Proposal::List(sets) => Proposal::List(kept(sets)),
        }
    }

    /// Offers it to the search.
    pub(crate) fn offer(self, file: FileId, sites: &mut Sites) {
        let gains: Vec<Option<u32>> = self.sets().iter().map(|it| it.gain).collect();
        let edits = |sets: Vec<Set>| sets.into_iter().map(|it| it.edits(file)).collect();
        match self {
            Proposal::Alternatives(sets) => sites.alternatives(edits(sets)),
            Proposal::List(sets) => sites.list(edits(sets)),
        }
        if gains.iter().any(Option::is_some) {
            sites.expect(gains);
        }
    }

    /// Which of its sets are in `edits`.
    pub(crate) fn sets_in(&self, file: FileId, edits: &EditSet) -> Vec<usize> {
        let numbered = self.sets().iter().enumerate();
        numbered.filter(|it| it.1.is_in(file, edits)).map(|it| it.0).collect()
    }
}

/// The proposals that make sense for a text, and what was wrong.
pub(crate) fn looked_at(answer: Answer, text: &[u8]) -> (Vec<Proposal>, Option<Misdeed>) {
    let mut misdeed = answer.misdeed;
    let lies = answer.proposals.iter().flat_map(Proposal::sets).any(|it| !is_in(it, text));
    if lies {
        misdeed.get_or_insert(Misdeed::Lies);
    }
    let in_text = answer.proposals.into_iter().map(|it| it.map(|set| is_in(set, text)));
    let all: Vec<Proposal> = in_text.filter(|it| !it.sets().is_empty()).collect();
    let proposed = all.len();
    let changing: Vec<Proposal> = all.into_iter().map(|it| it.map(|set| changes(set, text))).collect();
    let changing: Vec<Proposal> = changing.into_iter().filter(|it| !it.sets().is_empty()).collect();
    if proposed > 0 && changing.is_empty() {
        misdeed.get_or_insert(Misdeed::ChangesNothing);
    } else if proposed > 0 && changing.iter().flat_map(Proposal::sets).all(grows) {
        misdeed.get_or_insert(Misdeed::Grows);
    }
    (changing, misdeed)
}

/// True when all spans lie in the text, in order and apart.
fn is_in(set: &Set, text: &[u8]) -> bool {
    let mut sorted: Vec<&Change> = set.changes.iter().collect();
    sorted.sort_by_key(|it| (it.start, it.end));
    let apart = sorted.windows(2).all(|it| it[0].end <= it[1].start);
    apart && !set.changes.is_empty() && sorted.iter().all(|it| it.start <= it.end && it.end <= text.len())
}

fn changes(set: &Set, text: &[u8]) -> bool {
    set.changes.iter().any(|it| text[it.start..it.end] != it.with)
}

/// True when it makes the text longer.
fn grows(set: &Set) -> bool {
    let (removed, put): (usize, usize) =
        set.changes.iter().fold((0, 0), |sum, it| (sum.0 + it.end - it.start, sum.1 + it.with.len()));
    put > removed
}

/// What of the lines of `old` becomes what in `new`; within one that changed alone, only what differs.
pub(super) fn differences(old: &[u8], new: &[u8]) -> Vec<Change> {
    let input = InternedInput::new(old, new);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let starts = |text: &[u8]| -> Vec<usize> {
        let ends = text.iter().enumerate().filter(|it| *it.1 == b'\n').map(|it| it.0 + 1);
        std::iter::once(0).chain(ends).chain([text.len()]).collect()
    };
    let (before, after) = (starts(old), starts(new));
    let at = |all: &[usize], line: u32| all[(line as usize).min(all.len() - 1)];
    let change = |was: Range<u32>, is: Range<u32>| {
        let (start, end) = (at(&before, was.start), at(&before, was.end));
        narrowed(old, start, end, &new[at(&after, is.start)..at(&after, is.end)])
    };
    let hunk = |it: imara_diff::Hunk| -> Vec<Change> {
        let (was, is) = (it.before, it.after);
        if was.len() != is.len() {
            return vec![change(was, is)];
        }
        // Line by line, so that some of them may be left out.
        was.zip(is).map(|(was, is)| change(was..was + 1, is..is + 1)).collect()
    };
    diff.hunks().flat_map(hunk).collect()
}

/// A change without what both sides begin and end with.
fn narrowed(old: &[u8], start: usize, end: usize, with: &[u8]) -> Change {
    let was = &old[start..end];
    let begin = was.iter().zip(with).take_while(|it| it.0 == it.1).count();
    let (was, with) = (&was[begin..], &with[begin..]);
    let tail = was.iter().rev().zip(with.iter().rev()).take_while(|it| it.0 == it.1).count();
    Change { start: start + begin, end: end - tail, with: with[..with.len() - tail].to_vec() }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(old: &[u8], set: &[Change]) -> Vec<u8> {
        let mut text = old.to_vec();
        for it in set.iter().rev() {
            text.splice(it.start..it.end, it.with.iter().copied());
        }
        text
    }

    fn one(set: Vec<Change>) -> Answer {
        Answer { proposals: vec![Proposal::Alternatives(vec![set.into()])], ..Answer::default() }
    }

    #[test]
    fn the_differences_of_two_texts_make_one_of_the_other() {
        for (old, new) in [
            ("a\nb\nc\n", "a\nc\n"),
            ("a\nb\nc\n", ""),
            ("", "x"),
            ("a\nb", "a\nb\n"),
            ("one line", "one"),
            ("a 1\nb 2\nc 3\n", "a\nb\nc\n"),
            ("a\nb\nc\nd\ne", "b\nX\ne"),
        ] {
            let set = differences(old.as_bytes(), new.as_bytes());
            assert_eq!(String::from_utf8(applied(old.as_bytes(), &set)).unwrap(), new, "{old:?}");
        }
    }

    #[test]
    fn spans_that_are_not_in_the_text_or_overlap_are_lies() {
        let change = |start, end| Change { start, end, with: vec![] };
        for set in [vec![change(2, 9)], vec![change(2, 1)], vec![change(0, 2), change(1, 3)], vec![]] {
            let (left, misdeed) = looked_at(one(set.clone()), b"abc");
            assert!(left.is_empty() && matches!(misdeed, Some(Misdeed::Lies)), "{set:?}");
        }
        let (left, misdeed) = looked_at(one(vec![change(0, 1), change(2, 3)]), b"abc");
        assert!(left.len() == 1 && misdeed.is_none());
    }

    #[test]
    fn what_changes_nothing_or_only_grows_is_told() {
        let change = |with: &[u8]| vec![Change { start: 0, end: 1, with: with.to_vec() }];
        assert!(matches!(looked_at(one(change(b"a")), b"abc").1, Some(Misdeed::ChangesNothing)));
        assert!(matches!(looked_at(one(change(b"aaa")), b"abc").1, Some(Misdeed::Grows)));
    }
}
