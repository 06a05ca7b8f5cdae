//! The improvements of a run as texts, for going back to one that still holds.

use std::sync::Arc;

use crate::Files;

/// How many bytes of texts are kept. Beyond that every other one is dropped, so that what is left stays spread.
const ROOM: usize = 256 << 20;

/// The original and what followed, each smaller than the one before but where a person has handed it in.
#[derive(Debug)]
pub(crate) struct History {
    first: Files,
    /// What each improvement changed of the step before it: of a project of many files most stay as they are.
    changes: Vec<Change>,
    last: Files,
    /// The last step that is known to pass all tests, counted from the original.
    good: usize,
    room: usize,
}

impl History {
    /// Begins with a document that passes all tests.
    pub(crate) fn new(original: Files) -> History {
        History { last: original.clone(), first: original, changes: Vec::new(), good: 0, room: ROOM }
    }

    /// Adds an improvement.
    pub(crate) fn push(&mut self, files: Files) {
        self.changes.push(Change::between(&self.last, &files));
        self.last = files;
        while self.bytes() > self.room && self.thin() {}
    }

    /// What it began with.
    pub(crate) fn first(&self) -> &Files {
        &self.first
    }

    /// The latest improvement.
    pub(crate) fn last(&self) -> &Files {
        &self.last
    }

    /// The last step known to pass all tests.
    pub(crate) fn good(&self) -> Files {
        self.step(self.good)
    }

    /// How many improvements there are after the last that is known to pass.
    pub(crate) fn unproven(&self) -> usize {
        self.changes.len() - self.good
    }

    /// The latest improvement passes all tests.
    pub(crate) fn prove(&mut self) {
        self.good = self.changes.len();
    }

    /// The latest improvement does not pass. Finds by bisection one that does while its successor does not, and forgets
    /// what came after it.
    pub(crate) fn go_back<E>(&mut self, mut holds: impl FnMut(&Files) -> Result<bool, E>) -> Result<(), E> {
        let mut bad = self.changes.len();
        while bad - self.good > 1 {
            let middle = usize::midpoint(self.good, bad);
            if holds(&self.step(middle))? {
                self.good = middle;
            } else {
                bad = middle;
            }
        }
        self.forget_after(self.good);
        Ok(())
    }

    /// The latest improvement does not hold, and what was believed of earlier ones counts no more: finds one that does,
    /// ever further back, then as [`History::go_back`]. The original is believed.
    pub(crate) fn fall_back<E>(&mut self, mut holds: impl FnMut(&Files) -> Result<bool, E>) -> Result<(), E> {
        let mut bad = self.changes.len();
        let mut stride = 1;
        self.good = loop {
            let at = bad.saturating_sub(stride);
            if at == 0 || holds(&self.step(at))? {
                break at;
            }
            bad = at;
            stride *= 2;
        };
        self.forget_after(bad);
        self.go_back(holds)
    }

    /// The texts of a step; the original is step 0.
    fn step(&self, at: usize) -> Files {
        if at == self.changes.len() {
            return self.last.clone();
        }
        let mut files = self.first.clone();
        self.changes[..at].iter().for_each(|it| it.apply(&mut files));
        files
    }

    fn forget_after(&mut self, step: usize) {
        self.last = self.step(step);
        self.changes.truncate(step);
    }

    /// What all steps take.
    fn bytes(&self) -> usize {
        let first: usize = self.first.iter().map(|it| it.len()).sum();
        first + self.changes.iter().map(Change::bytes).sum::<usize>()
    }

    /// Drops every other step between those that matter; false when there is none.
    fn thin(&mut self) -> bool {
        let (good, last) = (self.good, self.changes.len());
        let kept = |it: usize| it == good || it == last || it.is_multiple_of(2);
        let mut thinner: Vec<Change> = Vec::new();
        let mut dropped = None;
        for (at, change) in (1..).zip(std::mem::take(&mut self.changes)) {
            let change = match dropped.take() {
                Some(before) => change.after(before),
                None => change,
            };
            if kept(at) {
                thinner.push(change);
            } else {
                dropped = Some(change);
            }
        }
        self.good = (1..=good).filter(|&it| kept(it)).count();
        self.changes = thinner;
        self.changes.len() < last
    }
}

/// The files in which a step differs from the one before it.
#[derive(Debug)]
struct Change {
    /// Each with its place and its text.
    files: Vec<(usize, Arc<[u8]>)>,
    /// How many there are in all.
    count: usize,
}

impl Change {
    fn between(before: &Files, after: &Files) -> Change {
        let same = |file: usize, text: &Arc<[u8]>| before.get(file).is_some_and(|it| Arc::ptr_eq(it, text));
        let files =
            after.iter().enumerate().filter(|it| !same(it.0, it.1)).map(|(file, text)| (file, text.clone()));
        Change { files: files.collect(), count: after.len() }
    }

    /// Makes the files of the step out of those of the one before it.
    fn apply(&self, files: &mut Files) {
        files.resize(self.count, Arc::default());
        for (file, text) in &self.files {
            files[*file] = text.clone();
        }
    }

    /// This and the change before it as one.
    fn after(self, before: Change) -> Change {
        let mut files = before.files;
        let count = self.count;
        let later = |file: usize| self.files.binary_search_by_key(&file, |it| it.0).is_ok();
        files.retain(|it| it.0 < count && !later(it.0));
        files.extend(self.files);
        files.sort_unstable_by_key(|it| it.0);
        Change { files, count }
    }

    fn bytes(&self) -> usize {
        self.files.iter().map(|it| it.1.len()).sum::<usize>() + size_of_val(&self.files[..])
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn size(files: &Files) -> usize {
        files.iter().map(|it| it.len()).sum()
    }

    fn text(len: usize) -> Files {
        vec![vec![b'x'; len].into()]
    }

    fn history(lens: impl IntoIterator<Item = usize>) -> History {
        let mut lens = lens.into_iter();
        let mut history = History::new(text(lens.next().unwrap()));
        lens.for_each(|it| history.push(text(it)));
        history
    }

    #[test]
    fn bisection_ends_where_a_good_step_is_followed_by_a_bad_one() {
        for first_bad in 1..20 {
            let mut history = history((0..20).map(|it| 100 - it));
            let mut asked = 0;
            let holds = |it: &Files| {
                asked += 1;
                Ok::<_, Infallible>(size(it) > 100 - first_bad)
            };
            history.go_back(holds).unwrap();
            assert_eq!(size(&history.good()), 101 - first_bad);
            assert_eq!((size(history.last()), history.unproven()), (101 - first_bad, 0));
            assert!(asked <= 5, "{asked}");
        }
    }

    #[test]
    fn falling_back_looks_at_the_latest_first_and_ends_at_the_original() {
        let mut late = history((0..20).map(|it| 100 - it));
        late.prove();
        let mut asked = Vec::new();
        let holds = |it: &Files| {
            asked.push(size(it));
            Ok::<_, Infallible>(size(it) > 82)
        };
        late.fall_back(holds).unwrap();
        assert_eq!((size(&late.good()), asked[0]), (83, 82));
        let mut never = history((0..20).map(|it| 100 - it));
        never.fall_back(|_| Ok::<_, Infallible>(false)).unwrap();
        assert_eq!(size(&never.good()), 100);
    }

    #[test]
    fn a_history_without_room_keeps_the_ends_and_what_was_proven() {
        let mut history = history([1000]);
        history.room = 3000;
        for len in (1..=999).rev() {
            history.push(text(len));
            if len == 500 {
                history.prove();
            }
        }
        assert_eq!(size(history.first()), 1000);
        assert_eq!((size(&history.good()), size(history.last())), (500, 1));
        let steps: Vec<usize> = (0..=history.changes.len()).map(|it| size(&history.step(it))).collect();
        assert!(steps.iter().sum::<usize>() <= 3000 + 500);
        assert!(steps.is_sorted_by(|one, next| one > next));
    }

    #[test]
    fn a_history_of_many_files_takes_what_its_steps_have_changed() {
        let original: Files = (0..100).map(|it| vec![b'x'; 100 + it].into()).collect();
        let mut history = History::new(original.clone());
        history.room = history.bytes() + 40_000;
        let mut files = original.clone();
        for step in 0..300 {
            files[step % 100] = vec![b'y'; 99 - step / 100].into();
            history.push(files.clone());
            if step == 150 {
                history.prove();
            }
            assert!(history.bytes() <= history.room);
            assert_eq!(history.step(history.changes.len()), files);
        }
        let mut good = original;
        for step in 0..=150 {
            good[step % 100] = vec![b'y'; 99 - step / 100].into();
        }
        assert_eq!(history.good(), good);
        assert!(history.changes.iter().all(|it| it.files.is_sorted_by_key(|it| it.0)));
    }
}
