//! What waits in the heap: things to look at and edits to try, with the gain expected of each.

use std::cmp::Ordering;
use std::sync::Arc;

use super::ahead::Turn;
use super::choice::{Choice, choices};
use super::closures::{self, Users};
use super::elements::delete_elements;
use super::parts::Parts;
use super::success_model::Topic;
use super::users::ElementUsers;
use crate::document::{Document, UnitId};
use crate::edit::{EditSet, FileId, Span};
use crate::pass::{Along, Around, Closures, Coupled, Elements, Site, Stage};
use crate::tokens;

/// One thing to do.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) what: What,
    pub(super) topic: Topic,
    /// What it takes off the document if it succeeds, in tokens; bytes count for a little.
    pub(super) gain: f32,
    /// Where in the document it is: among equals the later goes first, because uses come after definitions.
    pub(super) position: u32,
    /// True once a re-parse has said whether the edit breaks the tree.
    pub(super) parsed: bool,
    pub(super) turn: Turn,
}

impl Task {
    pub(super) fn new(what: What, topic: Topic, gain: f32, position: u32) -> Task {
        Task { what, topic, gain, position, parsed: false, turn: Turn::default() }
    }
}

#[derive(Debug, Clone)]
pub(super) enum What {
    /// Let the unit passes of a stage propose for a unit, and look at its children next.
    Expand(FileId, UnitId, Stage),
    /// Look into a file of a project.
    Look(FileId),
    /// Let a pass that looks at whole files, or at all of them, propose.
    Propose(FileId),
    /// Ask somebody outside what there is beside.
    More,
    /// Try alternative `at` of a site.
    Site(Arc<Vec<Choice>>, usize),
    /// Try several sites of one kind at once.
    Bundle(Vec<Task>),
    /// Try the next segment of a list.
    List(usize),
    /// Try to delete elements `lo..hi` of a list, whose elements `body` has, but those that are `held`, from a document of so
    /// many tokens.
    Segment { list: usize, body: Arc<Body>, lo: usize, hi: usize, held: Held, tokens: usize },
    /// Queue what a no to this task would lead to, while it is being asked.
    Open(Box<Task>),
    /// Queue the first tasks of a later stage, while nothing has changed the document.
    GoOn(Stage),
    /// End the round, which has become too small for its workers.
    End,
}

/// A task in the heap.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Expected gain: gain × chance at the time of the push.
    pub(super) score: f32,
    /// Decides among equals: the position of the task, from the end that the round goes through first.
    pub(super) ahead: u32,
    /// Order of arrival, which makes the order total and runs reproducible.
    pub(super) number: u64,
    /// Aside, because a heap moves what is in it; shared, because heaps are copied to look ahead.
    pub(super) task: Arc<Task>,
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.score
            .total_cmp(&other.score)
            .then(self.ahead.cmp(&other.ahead))
            .then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

/// Which elements of a list stay because something needs them that stays; empty when nothing is known of it.
pub(super) type Held = Arc<Vec<bool>>;

/// The elements of a list and what they weigh.
#[derive(Debug)]
pub(super) struct Body {
    elements: Members,
    /// Gains of the elements, summed from the front: one more entry than elements.
    sums: Vec<f32>,
    /// Where each element is, for the order among equals.
    positions: Vec<u32>,
}

#[derive(Debug)]
enum Members {
    Sets(Vec<EditSet>, Vec<Along>),
    Spans(Elements, Option<ElementUsers>),
    Pieces(Closures, Option<Users>),
}

impl Body {
    /// Weighs the elements of a list site, by what was `said` of their gains where it was; of another site the choices.
    pub(super) fn of(site: Site, said: &[Option<u32>], doc: &Document) -> Result<Body, Vec<Choice>> {
        let (elements, gains, positions): (Members, Vec<f32>, Vec<u32>) = match site {
            Site::Alternatives(sets) => return Err(choices(sets, said, doc).collect()),
            Site::List(sets) => return Ok(Body::of_sets(choices(sets, said, doc), Vec::new(), doc)),
            Site::Coupled(Coupled { sets, along }) => {
                return Ok(Body::of_sets(choices(sets, said, doc), along, doc));
            }
            Site::Elements(list) => {
                let gains = list.elements.iter().map(|&it| gain_of_deletion(list.file, it, doc)).collect();
                let positions = list.elements.iter().map(|it| it.start).collect();
                (Members::Spans(list, None), gains, positions)
            }
            Site::Closures(closures) => {
                let gains = closures::gains(&closures, doc);
                let positions = closures.pieces.iter().map(|it| closures::position(&closures, it)).collect();
                (Members::Pieces(closures, None), gains, positions)
            }
        };
        Ok(Body::weighing(elements, gains, positions))
    }

    fn of_sets(choices: impl Iterator<Item = Choice>, along: Vec<Along>, doc: &Document) -> Body {
        let (gains, sets): (Vec<f32>, Vec<EditSet>) = choices.map(|it| (it.gain(doc), it.edits)).unzip();
        let positions = sets.iter().map(position).collect();
        Body::weighing(Members::Sets(sets, along), gains, positions)
    }

    /// A list whose elements weigh what they have in bytes.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn by_bytes(list: Elements) -> Body {
        let gains = list.elements.iter().map(|it| it.len() as f32).collect();
        let positions = list.elements.iter().map(|it| it.start).collect();
        Body::weighing(Members::Spans(list, None), gains, positions)
    }

    fn weighing(elements: Members, gains: Vec<f32>, positions: Vec<u32>) -> Body {
        let mut sums = vec![0.0];
        for gain in gains {
            sums.push(sums[sums.len() - 1] + gain);
        }
        Body { elements, sums, positions }
    }

    /// The same, for several who ask at once: who needs what they take out goes along, wherever it stands in the order.
    pub(super) fn with_users(mut self, stage: Stage, doc: &Document) -> Body {
        match &mut self.elements {
            Members::Pieces(closures, users) => *users = Some(Users::of(closures)),
            // The other list of the coarse search is there because the names may be wrong. Where something must stay it would
            // be too much too often.
            Members::Spans(list, users) if stage > Stage::Coarse && list.at_least == 0 => {
                *users = ElementUsers::of(list, doc);
            }
            Members::Sets(..) | Members::Spans(..) => {}
        }
        self
    }

    /// True when users of elements go along with them.
    pub(super) fn has_users(&self) -> bool {
        matches!(&self.elements, Members::Pieces(_, Some(_)) | Members::Spans(_, Some(_)))
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// True when not all elements may go.
    pub(super) fn keeps_some(&self) -> bool {
        matches!(&self.elements, Members::Spans(list, _) if list.at_least > 0)
    }

    /// What deleting elements `lo..hi` gains.
    pub(super) fn gain(&self, lo: usize, hi: usize) -> f32 {
        self.sums[hi] - self.sums[lo]
    }

    pub(super) fn position(&self, at: usize) -> u32 {
        self.positions[at]
    }

    /// Where elements `lo..hi` are, from the first to the last; `None` for those that are in many places.
    pub(super) fn extent(&self, lo: usize, hi: usize) -> Option<(FileId, Span)> {
        match &self.elements {
            Members::Spans(list, _) => {
                Some((list.file, Span::new(list.elements[lo].start, list.elements[hi - 1].end)))
            }
            Members::Sets(sets, _) => sets[lo..hi].iter().map(extent).reduce(united).flatten(),
            Members::Pieces(..) => None,
        }
    }

    /// What to try when `lo..hi` failed as a whole, the next one last: halves of equal gain (weight-balanced backward
    /// halving; WDD, ICSE'25, and Perses' default), the latter of no more than `most` elements. Of pieces that need each other
    /// up to eight go one by one. What something goes around stays together until it is asked alone.
    pub(super) fn split(&self, lo: usize, hi: usize, most: usize) -> Vec<(usize, usize)> {
        let units = self.units(lo, hi);
        match units.len() {
            0 | 1 => Vec::new(),
            2..=8 if self.is_of_pieces() => (lo..hi).map(|it| (it, it + 1)).collect(),
            count => {
                let half = f32::midpoint(self.sums[lo], self.sums[hi]);
                let middle = units.partition_point(|it| self.sums[it] < half).clamp(1, count - 1);
                let middle = units.begin(middle.max(count.saturating_sub(most)));
                vec![(lo, middle), (middle, hi)]
            }
        }
    }

    /// Where the last `count` parts of `lo..hi` begin; `lo` when less than half as many are left before them.
    pub(super) fn back_of(&self, lo: usize, hi: usize, count: usize) -> usize {
        let units = self.units(lo, hi);
        let before = units.len().saturating_sub(count);
        if before <= count / 2 { lo } else { units.begin(before) }
    }

    /// The parts of `lo..hi`: elements, or those that something goes around.
    fn units(&self, lo: usize, hi: usize) -> Parts {
        let around: &[Around] = match &self.elements {
            Members::Spans(list, _) => &list.around,
            Members::Sets(..) | Members::Pieces(..) => &[],
        };
        if around.is_empty() {
            return Parts::Elements(lo, hi);
        }
        let mut around = around[around.partition_point(|it| it.first < lo)..].iter();
        let mut begins = Vec::with_capacity(hi - lo);
        let mut at = lo;
        while at < hi {
            let rest = around.as_slice();
            let here = rest.iter().take_while(|it| it.first == at);
            let whole = here.clone().find(|it| it.end <= hi && (at, it.end) != (lo, hi));
            let end = whole.map_or(at + 1, |it| it.end);
            around = rest[rest.partition_point(|it| it.first < end)..].iter();
            begins.push(at);
            at = end;
        }
        Parts::Begins(begins)
    }

    /// Of pieces that need each other, all but ever longer beginnings: the next one last. The shorter what stays, the less
    /// can be wrong with it.
    pub(super) fn probes(&self) -> Vec<(usize, usize)> {
        let Members::Pieces(closures, _) = &self.elements else { return Vec::new() };
        let all = self.sums[self.len()];
        let beginnings = (1..8).map(|part| all / f32::from(1_u16 << part));
        let ends = beginnings.map(|limit| self.sums.partition_point(|&it| it <= limit).max(1) - 1);
        let mut probes: Vec<_> = ends
            .filter(|&it| it >= closures.at_least.max(1) && it < self.len())
            .map(|it| (it, self.len()))
            .collect();
        probes.dedup();
        probes
    }

    /// Of pieces that need each other, all but what is the least.
    pub(super) fn all_but_least(&self) -> Option<(usize, usize)> {
        let Members::Pieces(closures, _) = &self.elements else { return None };
        Some((closures.at_least.max(1), self.len())).filter(|it| it.0 < it.1)
    }

    /// True for pieces that need each other.
    pub(super) fn is_of_pieces(&self) -> bool {
        matches!(self.elements, Members::Pieces(..))
    }

    /// True for bounds that a probe has.
    pub(super) fn is_probe(&self, lo: usize, hi: usize) -> bool {
        self.is_of_pieces() && lo > 0 && hi == self.len()
    }

    /// What element `at` needs, directly.
    pub(super) fn needs(&self, at: usize) -> &[usize] {
        match &self.elements {
            Members::Pieces(closures, _) => &closures.needs[at],
            Members::Sets(..) | Members::Spans(..) => &[],
        }
    }

    /// The edits that delete elements `lo..hi` on top of `best`, but those that are `held`; empty when they would leave too
    /// few.
    pub(super) fn edits(&self, lo: usize, hi: usize, held: &Held, best: &EditSet, doc: &Document) -> EditSet {
        match &self.elements {
            Members::Sets(sets, along) => {
                let own: EditSet = sets[lo..hi].iter().flat_map(EditSet::edits).cloned().collect();
                let goes = |it: &usize| (lo..hi).contains(it) || best.holds(&sets[*it]);
                let along = along.iter().filter(|it| it.with.iter().all(goes));
                along.fold(own, |all, it| all.merge(&it.edits))
            }
            Members::Spans(list, users) => {
                let all = || (lo..hi).collect();
                let own = users.as_ref().map_or_else(all, |it| it.with_users(lo, hi, held, best));
                delete_elements(list, &own, best, doc)
            }
            Members::Pieces(closures, users) => {
                let own = closures::free(users.as_ref(), lo, hi, held);
                closures::edits(closures, own, best, doc)
            }
        }
    }
}

/// From the first byte that a set of edits changes to the last; `None` where it changes several files, or nothing.
pub(super) fn extent(edits: &EditSet) -> Option<(FileId, Span)> {
    edits.edits().iter().map(|it| Some((it.file, it.span))).reduce(united).flatten()
}

/// Both and what is between them.
fn united(a: Option<(FileId, Span)>, b: Option<(FileId, Span)>) -> Option<(FileId, Span)> {
    let ((file, a), (other, b)) = (a?, b?);
    (file == other).then(|| (file, Span::new(a.start.min(b.start), a.end.max(b.end))))
}

/// What a set of edits takes off the snapshot, in tokens and a little for bytes.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn gain(edits: &EditSet, doc: &Document) -> f32 {
    let each = edits.edits().iter().map(|it| {
        gain_of_deletion(it.file, it.span, doc) - tokens::count(&it.with) as f32 - it.with.len() as f32 / 64.0
    });
    each.sum()
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn gain_of_deletion(file: FileId, span: Span, doc: &Document) -> f32 {
    doc.file(file).tokens_in(span) as f32 + span.len() as f32 / 64.0
}

/// Where a set of edits begins.
pub(super) fn position(edits: &EditSet) -> u32 {
    edits.edits().first().map_or(0, |it| it.span.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileId = FileId(0);

    #[expect(clippy::cast_possible_truncation, reason = "the texts of the tests are short")]
    fn list(text: &str, at_least: usize) -> (Document, Body) {
        let doc = Document::parse([(Arc::from(text.as_bytes()), None)]);
        let at = |byte: u8| (0..text.len()).filter(move |&it| text.as_bytes()[it] == byte);
        let span = |it: usize| Span::new(it as u32, it as u32 + 1);
        let elements: Vec<Span> =
            (0..text.len()).filter(|&it| text.as_bytes()[it].is_ascii_alphabetic()).map(span).collect();
        let mut separators: Vec<Span> = at(b',').map(span).collect();
        separators.resize(elements.len(), Span::default());
        let body = Body::of(
            Site::Elements(Elements { file: FILE, elements, separators, around: vec![], at_least }),
            &[],
            &doc,
        );
        (doc, body.expect("a list"))
    }

    fn without(text: &str, lo: usize, hi: usize, gone: &[(usize, usize)]) -> String {
        let (doc, body) = list(text, 0);
        let mut best = EditSet::new();
        for &(lo, hi) in gone {
            best = best.merge(&body.edits(lo, hi, &Held::default(), &best, &doc));
        }
        let all = best.merge(&body.edits(lo, hi, &Held::default(), &best, &doc));
        String::from_utf8(all.render(FILE, text.as_bytes())).expect("utf-8")
    }

    #[test]
    fn separators_go_with_their_elements_whichever_go_first() {
        assert_eq!(without("(a, b, c)", 0, 1, &[]), "(b, c)");
        assert_eq!(without("(a, b, c)", 1, 2, &[]), "(a, c)");
        assert_eq!(without("(a, b, c)", 2, 3, &[]), "(a, b)");
        assert_eq!(without("(a, b, c)", 1, 2, &[(0, 1)]), "(c)");
        assert_eq!(without("(a, b, c)", 0, 1, &[(1, 2)]), "(c)");
        assert_eq!(without("(a, b, c)", 0, 1, &[(2, 3)]), "(b)");
        assert_eq!(without("(a, b, c)", 0, 3, &[]), "()");
        assert_eq!(without("(a, b, c,)", 0, 3, &[]), "()");
        assert_eq!(without("(a, b, c)", 0, 1, &[(2, 3), (1, 2)]), "()");
    }

    #[test]
    fn a_list_that_needs_an_element_keeps_one() {
        let (doc, body) = list("(a, b)", 1);
        assert!(!body.edits(0, 1, &Held::default(), &EditSet::new(), &doc).is_empty());
        assert!(body.edits(0, 2, &Held::default(), &EditSet::new(), &doc).is_empty());
    }

    #[test]
    fn what_something_goes_around_is_opened_only_when_it_was_asked_alone() {
        let (doc, body) = list("a{bc}{{d}e}", 0);
        let Members::Spans(mut list, _) = body.elements else { panic!("spans") };
        let around = |start, end, (first, last)| Around { span: Span::new(start, end), first, end: last };
        list.around = vec![around(1, 5, (1, 3)), around(5, 11, (3, 5)), around(6, 9, (3, 4))];
        let body = Body::of(Site::Elements(list), &[], &doc).expect("a list");
        assert_eq!(body.split(0, 5, usize::MAX), [(0, 3), (3, 5)]);
        assert_eq!(body.split(0, 3, usize::MAX), [(0, 1), (1, 3)]);
        assert_eq!(body.split(3, 5, usize::MAX), [(3, 4), (4, 5)]);
        let left = |lo, hi| {
            let set = body.edits(lo, hi, &Held::default(), &EditSet::new(), &doc);
            String::from_utf8(set.render(FILE, b"a{bc}{{d}e}")).expect("utf-8")
        };
        assert_eq!(left(1, 3), "a{{d}e}");
        assert_eq!(left(2, 3), "a{b}{{d}e}");
        assert_eq!(left(3, 4), "a{bc}{e}");
    }

    #[test]
    fn chunks_split_in_halves_of_which_the_latter_has_as_many_as_may_be_asked_about_at_once() {
        let (_, body) = list("a b c d e f g h i j k l m n o p", 0);
        assert_eq!(body.split(0, 16, usize::MAX), [(0, 8), (8, 16)]);
        assert_eq!(body.split(0, 16, 3), [(0, 13), (13, 16)]);
        assert_eq!(body.split(0, 1, usize::MAX), []);
        assert_eq!(
            [body.back_of(0, 16, 3), body.back_of(0, 4, 3), body.back_of(0, 16, usize::MAX)],
            [13, 0, 0]
        );
    }
}
