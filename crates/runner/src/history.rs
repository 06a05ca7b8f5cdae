//! The improvements of a run as texts, for going back to one that still holds.

use std::sync::Arc;

use crate::Files;

/// How many bytes of texts are kept. Beyond that every other one is dropped, so that what is left stays spread.
const ROOM: usize = 256 << 20;

/// The original and what followed, each smaller than the one before but where a person has handed it in.
#[derive(Debug)]
pub(crate) struct History {
    /// Each with the bytes that it takes beside the one before.
    steps: Vec<(Files, usize)>,
    /// The last step that is known to pass all tests.
    good: usize,
    room: usize,
}

impl History {
    /// Begins with a document that passes all tests.
    pub(crate) fn new(original: Files) -> History {
        let bytes = cost(&original, None);
        History { steps: vec![(original, bytes)], good: 0, room: ROOM }
    }

    /// Adds an improvement.
    pub(crate) fn push(&mut self, files: Files) {
        let bytes = cost(&files, Some(self.last()));
        self.steps.push((files, bytes));
        while self.steps.iter().map(|it| it.1).sum::<usize>() > self.room && self.thin() {}
    }

    /// What it began with.
    pub(crate) fn first(&self) -> &Files {
        &self.steps[0].0
    }

    /// The latest improvement.
    pub(crate) fn last(&self) -> &Files {
        &self.steps.last().expect("a history begins with the original").0
    }

    /// The last step known to pass all tests.
    pub(crate) fn good(&self) -> &Files {
        &self.steps[self.good].0
    }

    /// How many improvements there are after the last that is known to pass.
    pub(crate) fn unproven(&self) -> usize {
        self.steps.len() - 1 - self.good
    }

    /// The latest improvement passes all tests.
    pub(crate) fn prove(&mut self) {
        self.good = self.steps.len() - 1;
    }

    /// The latest improvement does not pass. Finds by bisection one that does while its successor does not, and forgets
    /// what came after it.
    pub(crate) fn go_back<E>(&mut self, mut holds: impl FnMut(&Files) -> Result<bool, E>) -> Result<(), E> {
        let mut bad = self.steps.len() - 1;
        while bad - self.good > 1 {
            let middle = usize::midpoint(self.good, bad);
            if holds(&self.steps[middle].0)? {
                self.good = middle;
            } else {
                bad = middle;
            }
        }
        self.steps.truncate(self.good + 1);
        Ok(())
    }

    /// The latest improvement does not hold, and what was believed of earlier ones counts no more: finds one that does,
    /// ever further back, then as [`History::go_back`]. The original is believed.
    pub(crate) fn fall_back<E>(&mut self, mut holds: impl FnMut(&Files) -> Result<bool, E>) -> Result<(), E> {
        let mut bad = self.steps.len() - 1;
        let mut stride = 1;
        self.good = loop {
            let at = bad.saturating_sub(stride);
            if at == 0 || holds(&self.steps[at].0)? {
                break at;
            }
            bad = at;
            stride *= 2;
        };
        self.steps.truncate(bad + 1);
        self.go_back(holds)
    }

    /// Drops every other step between those that matter; false when there is none.
    fn thin(&mut self) -> bool {
        let (good, last) = (self.good, self.steps.len() - 1);
        let kept = |it: usize| it == 0 || it == good || it == last || it.is_multiple_of(2);
        let before = (0..good).filter(|&it| kept(it)).count();
        let mut at = 0;
        self.steps.retain(|_| {
            at += 1;
            kept(at - 1)
        });
        self.good = before;
        self.steps.len() <= last
    }
}

/// The bytes that a step takes: its files, as far as they are not those of the step before.
fn cost(files: &Files, before: Option<&Files>) -> usize {
    let shared = |(file, text): &(usize, &Arc<[u8]>)| {
        before.and_then(|it| it.get(*file)).is_some_and(|it| Arc::ptr_eq(it, text))
    };
    let own = files.iter().enumerate().filter(|it| !shared(it)).map(|it| it.1.len()).sum::<usize>();
    own + size_of_val(&files[..])
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
            assert_eq!(size(history.good()), 101 - first_bad);
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
        assert_eq!((size(late.good()), asked[0]), (83, 82));
        let mut never = history((0..20).map(|it| 100 - it));
        never.fall_back(|_| Ok::<_, Infallible>(false)).unwrap();
        assert_eq!(size(never.good()), 100);
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
        assert_eq!((size(history.good()), size(history.last())), (500, 1));
        assert!(history.steps.iter().map(|it| size(&it.0)).sum::<usize>() <= 3000 + 500);
        assert!(history.steps.windows(2).all(|it| size(&it[0].0) > size(&it[1].0)));
    }
}
