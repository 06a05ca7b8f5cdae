//! The order in which the segments of a list are tried: from the back, but no heavy segment waits long for its first try.
//!
//! The segment last in the document is next, because uses come after definitions: by the time a definition is reached,
//! what used it has gone. Where the list may, a much heavier segment further down is *probed* ahead of its turn. A segment
//! that is refused is split when its turn comes, unless the document has shrunk since: then it is asked again as a whole.
//! So the last element that has to stay is found by halving; what is left before it is one segment again, of which as much
//! is asked about at once as is likely to go (see [`super::density`]).

use std::sync::Arc;

use super::density::Density;
use super::task::{Body, Held};
use crate::thresholds::{AGAIN_AT_MOST, CLOSURE_PATIENCE, PROBE, REFUSED_AGAIN, REFUSED_AT_ONCE};

/// A list under reduction.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) body: Arc<Body>,
    /// The segments that are left, in the order of the document, disjoint.
    waiting: Vec<Segment>,
    /// Segments that are asked before all others, the next one last; they overlap with those.
    probes: Vec<(usize, usize)>,
    /// What stays because something needs it that stays.
    pub(super) held: Held,
    /// How many pieces did not go alone.
    alone: usize,
    /// True to go from the front.
    reversed: bool,
    /// How many segments in a row were refused, and how many tokens the document had then.
    in_vain: (usize, usize),
    /// After so many refusals in a row nothing goes on.
    patience: usize,
    /// What is asked again as a whole after it was refused.
    again: Vec<(usize, usize)>,
    /// How often in a row that was refused again.
    again_in_vain: u32,
    density: Density,
    /// True when several ask at once.
    several: bool,
}

/// Elements `lo..hi` of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    lo: usize,
    hi: usize,
    state: SegmentState,
    /// True while nothing was answered about what is right behind it, with which it was refused.
    refused_with_next: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SegmentState {
    New,
    /// What is left once something behind it stays: it is asked about in parts of a likely size.
    Rest,
    /// Somebody asks about it.
    Asked,
    /// It was refused when the document had this many tokens.
    Refused(usize),
}

impl Segment {
    fn new((lo, hi): (usize, usize)) -> Segment {
        Segment { lo, hi, state: SegmentState::New, refused_with_next: false }
    }
}

impl List {
    /// Begins with the whole list, or with its parts where something must stay.
    pub(super) fn new(body: Body) -> List {
        let all = (0, body.len());
        let first = if body.keeps_some() { body.split(all.0, all.1, usize::MAX) } else { vec![all] };
        let probes = body.probes();
        List {
            body: Arc::new(body),
            probes,
            waiting: segments(first).collect(),
            held: Held::default(),
            alone: 0,
            reversed: false,
            in_vain: (0, 0),
            patience: CLOSURE_PATIENCE.get(),
            again: Vec::new(),
            again_in_vain: 0,
            density: Density::default(),
            several: false,
        }
    }

    /// The same list, from the front if `reversed`.
    pub(super) fn reversed(mut self, reversed: bool) -> List {
        self.reversed = reversed;
        self
    }

    /// The same list, which is not asked about as a whole: somebody else is.
    pub(super) fn in_parts(mut self) -> List {
        self.waiting = segments(self.body.split(0, self.body.len(), usize::MAX)).collect();
        self
    }

    /// The same list for so many workers, whose questions know nothing of each other's answers.
    pub(super) fn for_workers(mut self, workers: usize) -> List {
        self.patience += (workers - 1) * REFUSED_AT_ONCE.get();
        self.several = workers > 1;
        self
    }

    /// What the list is worth, `None` when nothing waits: between the gain of the next segment and that of the heaviest
    /// one (their geometric mean), so that a list full of promise is gone through, but small segments in front of a large
    /// one that was refused do not hold up everything else.
    pub(super) fn gain(&self) -> Option<f32> {
        if let Some(&(lo, hi)) = self.probes.last() {
            return Some(self.body.gain(lo, hi));
        }
        let (lo, hi) = self.turn_of(self.top()?);
        let next = self.body.gain(lo, hi);
        let waiting = self.waiting.iter().filter(|it| it.state != SegmentState::Asked);
        let heaviest = waiting.map(|it| self.gain_of(it)).fold(next, f32::max);
        Some((next * heaviest).sqrt())
    }

    /// Where the next segment is in the document.
    pub(super) fn position(&self) -> u32 {
        self.top().map_or(0, |it| self.body.position(self.turn_of(it).0))
    }

    /// True while something waits or is asked.
    pub(super) fn is_open(&self) -> bool {
        !self.waiting.is_empty() || !self.probes.is_empty()
    }

    /// Takes the next segment to ask about, as its bounds. `tokens`: what the document has now; `probe`: whether heavy
    /// segments may be asked ahead of their turn.
    pub(super) fn next(&mut self, tokens: usize, probe: bool) -> Option<(usize, usize)> {
        self.give_up(tokens);
        let shrunk = 100 - self.gone_before_again(probe);
        loop {
            if let Some(bounds) = self.probes.pop() {
                return Some(bounds);
            }
            let top = self.cut_off(self.top()?);
            let Segment { lo, hi, .. } = self.waiting[top];
            if !self.held.is_empty() && self.held[lo..hi].iter().all(|&it| it) {
                self.waiting.remove(top);
                continue;
            }
            let heavy = self.heaviest().filter(|&it| {
                probe && self.gain_of(&self.waiting[it]) > PROBE.as_f32() * self.gain_of(&self.waiting[top])
            });
            // Of many that were refused while others were at work next to none goes later in the round.
            let alone = self.several && hi == lo + 1 && !self.body.is_of_pieces();
            let segment = &mut self.waiting[heavy.unwrap_or(top)];
            match segment.state {
                SegmentState::Refused(before) if alone || tokens * 100 >= before * shrunk => {
                    self.split(top, probe);
                }
                state => {
                    segment.state = SegmentState::Asked;
                    let bounds = (segment.lo, segment.hi);
                    if matches!(state, SegmentState::Refused(_)) {
                        self.again.push(bounds);
                    }
                    return Some(bounds);
                }
            }
        }
    }

    /// How many percent of the document must have gone since a segment was refused until it is asked again as a whole.
    ///
    /// Several workers take along who needs what they take out. By the names, what was refused with all of them is needed by
    /// something that stays, however much goes beside it; but the names may not tell all. So each time in vain, more must have
    /// gone before it is tried again. In any list that is a guard: while others are at work, the document always shrinks.
    fn gone_before_again(&self, probe: bool) -> usize {
        let pieces = self.body.is_of_pieces();
        let least = if probe && !(pieces && self.body.has_users()) { REFUSED_AGAIN.get() } else { 0 };
        let backs_off = if pieces { self.body.has_users() } else { self.several };
        let in_vain = if backs_off { self.again_in_vain.min(16) } else { 0 };
        ((1 << in_vain) - 1).min(AGAIN_AT_MOST.get()).max(least)
    }

    /// The same of the next segment.
    pub(super) fn share_of_next(&self) -> f32 {
        if !self.probes.is_empty() {
            return 1.0;
        }
        self.top().map_or(1.0, |it| {
            let (lo, hi) = self.turn_of(it);
            self.share_of_rest(lo, hi)
        })
    }

    /// How much of what is behind the beginning of a segment, and not settled yet, the segment itself is: what is behind needs
    /// what stands before it, so the less of it, the better the chance.
    pub(super) fn share_of_rest(&self, lo: usize, hi: usize) -> f32 {
        if !self.body.is_of_pieces() {
            return 1.0;
        }
        let rest = self.waiting.iter().filter(|it| lo <= it.lo).map(|it| self.gain_of(it)).sum::<f32>();
        let own = self.body.gain(lo, hi);
        own / rest.max(own).max(1.0)
    }

    /// Puts the parts of a segment that somebody asks about in its place, to be asked ahead of the answer. Returns whether
    /// there are any.
    pub(super) fn open(&mut self, lo: usize, hi: usize) -> bool {
        let at = self.waiting.partition_point(|it| it.lo < lo);
        let found = self.waiting.get(at).is_some_and(|it| (it.lo, it.hi) == (lo, hi));
        let parts = self.body.split(lo, hi, self.most_before(hi));
        if !found || parts.is_empty() {
            return false;
        }
        self.waiting.splice(at..=at, segments(parts));
        // Else all but the last few would be asked about next, and all but a few more after that.
        if self.estimates() && self.density.is_known() {
            self.waiting[at].state = SegmentState::Rest;
        }
        true
    }

    /// Says how a segment fared: refused when the document had this many tokens, or gone.
    pub(super) fn answered(&mut self, lo: usize, hi: usize, refused_at: Option<usize>) {
        let at = self.waiting.partition_point(|it| it.lo < lo);
        let found = self.waiting.get(at).is_some_and(|it| (it.lo, it.hi) == (lo, hi));
        if let Some(at) = self.again.iter().position(|it| *it == (lo, hi)) {
            self.again.swap_remove(at);
            self.again_in_vain = if refused_at.is_some() { self.again_in_vain + 1 } else { 0 };
        }
        self.in_vain.0 += usize::from(refused_at.is_some() && (found || !self.body.is_probe(lo, hi)));
        self.tell_the_one_before(at, lo, refused_at.is_some());
        match refused_at {
            Some(tokens) if found => self.waiting[at].state = SegmentState::Refused(tokens),
            // One of the probes, or its parts are asked already.
            Some(_) if self.body.is_probe(lo, hi) => {}
            Some(_) if self.waiting.iter().any(|it| it.lo < hi && lo < it.hi) => {}
            Some(tokens) => {
                let state = SegmentState::Refused(tokens);
                self.waiting.insert(at, Segment { state, ..Segment::new((lo, hi)) });
            }
            None => {
                self.waiting.retain(|it| it.hi <= lo || hi <= it.lo || it.lo < lo || hi < it.hi);
                self.density.went(lo, hi);
            }
        }
    }

    /// Tells what was refused together with what is at `lo` what became of that. If it has gone, the rest is as good as refused:
    /// it is the same text.
    fn tell_the_one_before(&mut self, at: usize, lo: usize, refused: bool) {
        let Some(before) = at.checked_sub(1).map(|it| &mut self.waiting[it]) else { return };
        let told = before.hi == lo && std::mem::take(&mut before.refused_with_next);
        if told && !refused && before.state != SegmentState::Asked {
            before.state = SegmentState::Refused(0);
        }
    }

    /// Says that nobody will ask about a segment.
    pub(super) fn leave_out(&mut self, lo: usize, hi: usize) {
        self.waiting.retain(|it| (it.lo, it.hi) != (lo, hi));
        self.again.retain(|it| *it != (lo, hi));
    }

    /// Leaves what waits to others where the list is one of many small pieces, of which none has gone for long.
    fn give_up(&mut self, tokens: usize) {
        if self.in_vain.1 != tokens {
            self.in_vain = (0, tokens);
        }
        if self.in_vain.0 > self.patience && self.body.is_of_pieces() {
            self.waiting.clear();
        }
    }

    /// Puts the parts of a segment in its place; an element stays.
    fn split(&mut self, at: usize, probe: bool) {
        let Segment { lo, hi, .. } = self.waiting[at];
        let mut parts: Vec<Segment> = segments(self.body.split(lo, hi, self.most_before(hi))).collect();
        // Once its second half has gone, the first one is the same text, which a single worker knows. Beside others it is not.
        let knows_not = self.several && self.body.is_of_pieces();
        if let [first, _] = &mut parts[..]
            && knows_not
        {
            first.refused_with_next = true;
        }
        if self.estimates() {
            match &mut parts[..] {
                [] => self.note_that_it_stays(lo, probe),
                [first, ..] => {
                    first.refused_with_next = true;
                    if self.density.is_known() {
                        first.state = SegmentState::Rest;
                    }
                }
            }
        }
        self.waiting.splice(at..=at, parts);
        if hi == lo + 1 && self.body.is_of_pieces() {
            self.hold(lo);
            self.alone += 1;
            // What it needs may be all that is needed. The more have not gone, the less one of them changes that.
            if self.alone.is_power_of_two() {
                self.probes.extend(self.body.all_but_least());
            }
        }
    }

    /// The first element that stays says what to expect of what was not asked about yet, but for heavy segments, which are
    /// probed.
    fn note_that_it_stays(&mut self, element: usize, probe: bool) {
        if !self.density.is_known() && !probe {
            let new = self.waiting.iter_mut().filter(|it| it.state == SegmentState::New);
            new.for_each(|it| it.state = SegmentState::Rest);
        }
        self.density.stays(element);
        if self.body.has_users() {
            let held = Arc::make_mut(&mut self.held);
            held.resize(self.body.len(), false);
            held[element] = true;
        }
    }

    /// True where how much is asked about at once follows from what has gone and what stays. Pieces that need each other go in
    /// an order of their own, and a list that is gone through from the front has been gone through before.
    fn estimates(&self) -> bool {
        !self.reversed && !self.body.is_of_pieces()
    }

    /// How many elements before `end` are asked about at once at most.
    fn most_before(&self, end: usize) -> usize {
        if self.estimates() { self.density.together(end) } else { usize::MAX }
    }

    /// What is asked about when the turn of a segment comes: of what is left as much as is likely to go.
    fn turn_of(&self, at: usize) -> (usize, usize) {
        let Segment { lo, hi, state, refused_with_next } = self.waiting[at];
        let in_part = state == SegmentState::Rest && !refused_with_next;
        (if in_part { self.body.back_of(lo, hi, self.most_before(hi)) } else { lo }, hi)
    }

    /// Unites what is left at a place, and cuts off what is asked about at once. Returns where that is. Where the answer about
    /// what is behind it is still to come, that is all of it: it may be due to that alone that both were refused.
    fn cut_off(&mut self, mut at: usize) -> usize {
        if self.waiting[at].state != SegmentState::Rest || self.waiting[at].refused_with_next {
            return at;
        }
        while let Some(before) = at.checked_sub(1).map(|it| self.waiting[it])
            && before.state == SegmentState::Rest
            && before.hi == self.waiting[at].lo
            && !before.refused_with_next
        {
            self.waiting[at].lo = before.lo;
            self.waiting.remove(at - 1);
            at -= 1;
        }
        let (lo, hi) = self.turn_of(at);
        let whole = std::mem::replace(&mut self.waiting[at], Segment::new((lo, hi)));
        if whole.lo < lo {
            self.waiting.insert(at, Segment { hi: lo, ..whole });
            at += 1;
        }
        at
    }

    /// Holds on to an element that does not go alone, and to all that it needs.
    fn hold(&mut self, element: usize) {
        let mut open = vec![element];
        let held = Arc::make_mut(&mut self.held);
        held.resize(self.body.len(), false);
        while let Some(needed) = open.pop() {
            if !std::mem::replace(&mut held[needed], true) {
                open.extend(self.body.needs(needed));
            }
        }
    }

    fn gain_of(&self, segment: &Segment) -> f32 {
        self.body.gain(segment.lo, segment.hi)
    }

    fn top(&self) -> Option<usize> {
        let free = |it: &Segment| it.state != SegmentState::Asked;
        if self.reversed { self.waiting.iter().position(free) } else { self.waiting.iter().rposition(free) }
    }

    /// The heaviest segment that was never asked, the last of equals.
    fn heaviest(&self) -> Option<usize> {
        let new = (0..self.waiting.len()).filter(|&it| self.waiting[it].state == SegmentState::New);
        new.max_by(|&a, &b| self.gain_of(&self.waiting[a]).total_cmp(&self.gain_of(&self.waiting[b])))
    }
}

fn segments(bounds: Vec<(usize, usize)>) -> impl Iterator<Item = Segment> {
    bounds.into_iter().map(Segment::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::edit::{FileId, Span};
    use crate::pass::{Closures, Elements, Site, Stage};

    /// A list of `n` elements of equal weight.
    fn list(n: u32) -> List {
        let text: String = "a ".repeat(n as usize);
        let doc = Document::parse([(Arc::from(text.as_bytes()), None)]);
        let elements = (0..n).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
        let elements =
            Elements { file: FileId(0), elements, separators: vec![], around: vec![], at_least: 0 };
        List::new(Body::of(Site::Elements(elements), &[], &doc).expect("a list"))
    }

    #[test]
    fn chunks_go_from_the_back_and_heavy_ones_are_probed_ahead_of_light_ones() {
        let mut list = list(64);
        for (lo, hi) in [(0, 64), (32, 64), (48, 64), (0, 32)] {
            assert_eq!(list.next(64, true), Some((lo, hi)));
            list.answered(lo, hi, Some(64));
        }
    }

    #[test]
    fn without_probing_chunks_go_from_the_back_whoever_answers_first() {
        let mut list = list(64);
        for (lo, hi) in [(0, 64), (32, 64), (48, 64)] {
            assert_eq!(list.next(64, false), Some((lo, hi)));
            list.answered(lo, hi, Some(64));
        }
        assert_eq!(list.next(64, false), Some((56, 64)));
        assert_eq!(list.next(64, false), Some((48, 56)));
        list.answered(56, 64, Some(64));
        list.answered(48, 56, Some(64));
        assert_eq!(list.next(64, false), Some((60, 64)));
    }

    #[test]
    fn a_refused_chunk_is_split_at_its_turn_unless_the_document_has_shrunk() {
        for (now, expected) in [(64, (16, 32)), (40, (0, 32))] {
            let mut list = list(64);
            list.next(64, true);
            list.answered(0, 64, Some(64));
            list.next(64, true);
            list.answered(0, 32, Some(64));
            assert_eq!(list.next(now, true), Some(expected));
        }
    }

    #[test]
    fn of_several_workers_none_asks_about_an_element_alone_twice() {
        for (workers, again) in [(1, true), (8, false)] {
            let mut list = list(2).for_workers(workers);
            for bounds in [(0, 2), (1, 2)] {
                assert_eq!(list.next(64, false), Some(bounds));
                list.answered(bounds.0, bounds.1, Some(64));
            }
            assert_eq!(list.next(32, false), Some(if again { (1, 2) } else { (0, 1) }));
        }
    }

    #[test]
    fn several_workers_know_that_pieces_stay_with_which_what_has_gone_was_refused() {
        for (workers, next) in [(1, (0, 32)), (8, (16, 32))] {
            let mut list = List::new(pieces(64, vec![Vec::new(); 64])).for_workers(workers);
            list.probes.clear();
            for (bounds, goes) in [((0, 64), false), ((32, 64), true)] {
                assert_eq!(list.next(64, false), Some(bounds));
                list.answered(bounds.0, bounds.1, (!goes).then_some(64));
            }
            assert_eq!(list.next(32, false), Some(next));
        }
    }

    #[test]
    fn a_chunk_that_is_being_asked_is_opened_and_its_answer_is_about_its_parts() {
        let mut list = list(64);
        assert_eq!(list.next(64, false), Some((0, 64)));
        assert_eq!(list.next(64, false), None);
        assert!(list.open(0, 64));
        assert_eq!(list.next(64, false), Some((32, 64)));
        let mut gone = list.clone();
        gone.answered(0, 64, None);
        assert_eq!(gone.next(0, false), None);
        list.answered(0, 64, Some(64));
        assert_eq!(list.next(64, false), Some((0, 32)));
        assert_eq!(list.next(64, false), None);
    }

    #[test]
    fn of_a_chunk_that_is_opened_no_more_is_asked_at_once_than_is_likely_to_go() {
        let mut list = list(64);
        while !list.density.is_known() {
            let (lo, hi) = list.next(64, true).expect("something waits");
            if (lo, hi) != (0, 32) {
                list.answered(lo, hi, Some(64));
            }
        }
        assert!(list.open(0, 32), "it is being asked");
        while let Some((lo, hi)) = list.next(64, true) {
            assert!(hi > 32 || hi - lo == 1, "{lo}..{hi}");
        }
    }

    #[test]
    fn what_was_refused_with_all_who_need_it_is_asked_again_as_a_whole_the_later_the_more_often_that_was_in_vain()
     {
        let doc = Document::parse([(Arc::from(&b""[..]), None)]);
        let mut list = List::new(pieces(64, vec![Vec::new(); 64]).with_users(Stage::Coarse, &doc));
        list.probes.clear();
        for (bounds, tokens, goes) in [
            ((0, 64), 1_000, false),
            ((0, 64), 999, false),
            // Now a hundredth has to go before.
            ((32, 64), 998, false),
            ((32, 64), 900, true),
            ((0, 32), 899, false),
            ((0, 32), 898, false),
            ((16, 32), 897, false),
        ] {
            assert_eq!(list.next(tokens, false), Some(bounds));
            list.answered(bounds.0, bounds.1, (!goes).then_some(tokens));
        }
    }

    /// So many pieces of equal weight that need these.
    fn pieces(n: u32, needs: Vec<Vec<usize>>) -> Body {
        let text = "a ".repeat(n as usize);
        let doc = Document::parse([(Arc::from(text.as_bytes()), None)]);
        let elements = (0..n).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
        let all = Elements { file: FileId(0), elements, separators: vec![], around: vec![], at_least: 0 };
        let pieces = (0..n as usize).map(|it| vec![(0, it)]).collect();
        let closures = Closures { lists: vec![all], pieces, needs, at_least: 0 };
        Body::of(Site::Closures(closures), &[], &doc).expect("a list")
    }

    /// What is asked of 32 pieces of equal weight, of which the one numbered 30 needs the first two, and whether it stays.
    fn asked_of_pieces(stays: impl Fn(&[usize]) -> bool) -> Vec<(usize, usize)> {
        let mut needs = vec![Vec::new(); 32];
        needs[30] = vec![0, 1];
        let mut list = List::new(pieces(32, needs));
        let (mut left, mut asked): (Vec<usize>, _) = ((0..32).collect(), Vec::new());
        while let Some((lo, hi)) = list.next(left.len(), false) {
            let held = |it: usize| list.held.get(it).copied().unwrap_or_default();
            let rest: Vec<usize> =
                left.iter().copied().filter(|&it| !(lo..hi).contains(&it) || held(it)).collect();
            let refused = (!stays(&rest)).then_some(left.len());
            if rest.len() < left.len() {
                asked.push((lo, hi));
                left = if refused.is_none() { rest } else { left };
            }
            list.answered(lo, hi, refused.filter(|_| asked.last() == Some(&(lo, hi))));
        }
        asked
    }

    /// Asks about `n` elements of which every `apart`th has to stay, and returns how many questions that takes; the most
    /// segments that wait at once are no more than `most`.
    fn questions(n: usize, apart: usize, probe: bool, most: usize) -> usize {
        let mut list = list(u32::try_from(n).expect("a number of elements"));
        let (mut left, mut asked) = (n, 0);
        let mut known = std::collections::BTreeSet::new();
        while let Some((lo, hi)) = list.next(left, probe) {
            assert!(list.waiting.len() <= most, "{} segments wait", list.waiting.len());
            let stays = (lo..hi).any(|it| it % apart == 0);
            // The same segment of the same document is the same text.
            asked += usize::from(known.insert((lo, hi, left)));
            left -= if stays { 0 } else { hi - lo };
            list.answered(lo, hi, stays.then_some(left));
        }
        assert_eq!(left, n.div_ceil(apart), "what has to stay is left");
        asked
    }

    #[test]
    fn once_a_piece_did_not_go_alone_all_but_what_it_needs_is_asked_about() {
        let needed = |left: &[usize]| [0, 1, 30].iter().all(|it| left.contains(it));
        let asked = asked_of_pieces(needed);
        let alone = asked.iter().position(|&it| it == (30, 31)).expect("it was asked");
        assert_eq!(asked[alone + 1..], [(1, 32)], "{asked:?}");
    }

    #[test]
    fn the_more_pieces_did_not_go_alone_the_rarer_all_but_those_is_asked_about() {
        let asked = asked_of_pieces(|left| left.len() == 32);
        let all = asked.iter().skip_while(|it| it.1 - it.0 > 1).filter(|&&it| it == (1, 32)).count();
        assert_eq!(all, 5, "after 1, 2, 4, 8 and 16: {asked:?}");
    }

    #[test]
    fn a_list_takes_few_more_questions_than_it_takes_at_least() {
        // The logarithm of how many ways there are to choose what stays, and one more for each.
        for (apart, bound) in [(1_000, 15), (100, 91), (20, 336), (5, 919), (2, 1_495)] {
            for probe in [false, true] {
                let asked = questions(1_000, apart, probe, 100);
                assert!(asked * 2 <= bound * 3, "{asked} questions for every {apart}th of 1,000");
            }
        }
    }

    #[test]
    fn few_segments_wait_however_long_the_list_is() {
        for probe in [false, true] {
            questions(100_000, 1_000, probe, 40);
        }
    }

    #[test]
    fn every_element_is_asked_alone_before_a_list_is_exhausted() {
        for probe in [false, true] {
            let mut list = list(40);
            let mut alone = Vec::new();
            while let Some((lo, hi)) = list.next(40, probe) {
                if hi - lo == 1 {
                    alone.push(lo);
                }
                list.answered(lo, hi, Some(40));
            }
            alone.sort_unstable();
            alone.dedup();
            assert_eq!(alone, (0..40).collect::<Vec<_>>());
        }
    }
}
