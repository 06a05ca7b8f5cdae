//! The order in which the chunks of a list are tried: from the back, but no heavy chunk waits long for its first try.
//!
//! Chunks wait on a stack, the last in the document on top, because uses come after definitions: by the time a
//! definition is reached, what used it has gone. A heavy chunk further down is *probed* once ahead of its turn; if that
//! fails it keeps its place, and is asked as a whole again only when the document has shrunk since.

use std::sync::Arc;

use super::task::Body;

/// A list under reduction.
#[derive(Debug)]
pub(super) struct List {
    pub(super) body: Arc<Body>,
    /// The chunks that wait, the next one last.
    waiting: Vec<Chunk>,
    /// True to go from the front.
    reversed: bool,
}

/// Elements `lo..hi` of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chunk {
    lo: usize,
    hi: usize,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// Somebody asks about it ahead of its turn.
    Probing,
    /// It was refused when the document had this many tokens.
    Refused(usize),
}

/// What to ask about next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Next {
    pub(super) lo: usize,
    pub(super) hi: usize,
    /// True when the chunk is not on top: it stays where it is until [`List::probed`] says how it went.
    pub(super) probe: bool,
}

/// How much heavier than the next one a chunk must be to be probed ahead of it.
const HEAVIER: f32 = 2.0;
/// A refused chunk is asked again as a whole when the document has shrunk below this share of what it was, in percent.
const SHRUNK: usize = 95;

impl List {
    /// Begins with the whole list, or with its parts where something must stay.
    pub(super) fn new(body: Body) -> List {
        let all = (0, body.len());
        let first = if body.keeps_some() { body.split(all.0, all.1) } else { vec![all] };
        let mut list = List { body: Arc::new(body), waiting: Vec::new(), reversed: false };
        list.extend(first);
        list
    }

    /// The same list, from the front if `reversed`.
    pub(super) fn reversed(mut self, reversed: bool) -> List {
        self.reversed = reversed;
        if reversed {
            self.waiting.reverse();
        }
        self
    }

    /// What the list is worth, `None` when nothing waits: between the gain of the next chunk and that of the heaviest
    /// one (their geometric mean), so that a list full of promise is gone through, but small chunks in front of a large
    /// one that was refused do not hold up everything else.
    pub(super) fn gain(&self) -> Option<f32> {
        let next = self.gain_of(&self.waiting[self.top()?]);
        let waiting = self.waiting.iter().filter(|it| it.state != State::Probing);
        let heaviest = waiting.map(|it| self.gain_of(it)).fold(next, f32::max);
        Some((next * heaviest).sqrt())
    }

    /// Where the next chunk is in the document.
    pub(super) fn position(&self) -> u32 {
        self.top().map_or(0, |it| self.body.position(self.waiting[it].lo))
    }

    /// Takes the next chunk to ask about. `tokens`: what the document has now.
    pub(super) fn next(&mut self, tokens: usize) -> Option<Next> {
        loop {
            let top = self.top()?;
            if let Some(heavy) = self.heaviest()
                && self.gain_of(&self.waiting[heavy]) > HEAVIER * self.gain_of(&self.waiting[top])
            {
                let Chunk { lo, hi, .. } = self.waiting[heavy];
                self.waiting[heavy].state = State::Probing;
                return Some(Next { lo, hi, probe: true });
            }
            let Chunk { lo, hi, state } = self.waiting.remove(top);
            match state {
                State::Refused(before) if tokens * 100 > before * SHRUNK => {
                    let parts = self.body.split(lo, hi);
                    self.extend(parts);
                }
                _ => return Some(Next { lo, hi, probe: false }),
            }
        }
    }

    /// Splits a chunk that was taken from the top and refused.
    pub(super) fn refused(&mut self, lo: usize, hi: usize) {
        let parts = self.body.split(lo, hi);
        self.extend(parts);
    }

    /// Says how a probe went: refused at this many tokens, or gone.
    pub(super) fn probed(&mut self, lo: usize, hi: usize, refused_at: Option<usize>) {
        let Some(at) = self.waiting.iter().position(|it| (it.lo, it.hi) == (lo, hi)) else { return };
        match refused_at {
            Some(tokens) => self.waiting[at].state = State::Refused(tokens),
            None => drop(self.waiting.remove(at)),
        }
    }

    fn extend(&mut self, mut parts: Vec<(usize, usize)>) {
        if self.reversed {
            parts.reverse();
        }
        self.waiting.extend(parts.into_iter().map(|(lo, hi)| Chunk { lo, hi, state: State::New }));
    }

    fn gain_of(&self, chunk: &Chunk) -> f32 {
        self.body.gain(chunk.lo, chunk.hi)
    }

    fn top(&self) -> Option<usize> {
        self.waiting.iter().rposition(|it| it.state != State::Probing)
    }

    /// The heaviest chunk that was never asked, the last of equals.
    fn heaviest(&self) -> Option<usize> {
        let new = (0..self.waiting.len()).filter(|&it| self.waiting[it].state == State::New);
        new.max_by(|&a, &b| self.gain_of(&self.waiting[a]).total_cmp(&self.gain_of(&self.waiting[b])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::edit::{FileId, Span};
    use crate::pass::{Elements, Site};

    /// A list of `n` elements of equal weight.
    fn list(n: u32) -> List {
        let text: String = "a ".repeat(n as usize);
        let doc = Document::parse([(Arc::from(text.as_bytes()), None)]);
        let elements = (0..n).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
        let elements = Elements { file: FileId(0), elements, separators: Vec::new(), at_least: 0 };
        List::new(Body::of(Site::Elements(elements), &doc).expect("a list"))
    }

    #[test]
    fn chunks_go_from_the_back_and_heavy_ones_are_probed_ahead_of_light_ones() {
        let mut list = list(64);
        let whole = list.next(64).expect("all");
        assert_eq!((whole.lo, whole.hi, whole.probe), (0, 64, false));
        list.refused(0, 64);
        let back = list.next(64).expect("the back half");
        assert_eq!((back.lo, back.hi, back.probe), (32, 64, false));
        list.refused(32, 64);
        let quarter = list.next(64).expect("the last quarter");
        assert_eq!((quarter.lo, quarter.hi), (48, 64));
        list.refused(48, 64);
        let probe = list.next(64).expect("the front half");
        assert_eq!((probe.lo, probe.hi, probe.probe), (0, 32, true));
    }

    #[test]
    fn a_refused_probe_is_split_at_its_turn_unless_the_document_has_shrunk() {
        for (now, expected) in [(64, (16, 32)), (40, (0, 32))] {
            let mut list = list(64);
            list.next(64);
            list.refused(0, 64);
            list.next(64);
            list.probed(0, 32, Some(64));
            let next = list.next(now).expect("the front half or its back part");
            assert_eq!((next.lo, next.hi), expected);
        }
    }

    #[test]
    fn every_element_is_asked_alone_before_a_list_is_exhausted() {
        let mut list = list(40);
        let mut alone = Vec::new();
        while let Some(next) = list.next(40) {
            if next.hi - next.lo == 1 {
                alone.push(next.lo);
            }
            if next.probe {
                list.probed(next.lo, next.hi, Some(40));
            } else {
                list.refused(next.lo, next.hi);
            }
        }
        alone.sort_unstable();
        alone.dedup();
        assert_eq!(alone, (0..40).collect::<Vec<_>>());
    }
}
