//! What runs have seen of edits of each kind: how often they were asked about, and how often accepted.

use std::collections::BTreeMap;

use crate::thresholds::BARREN_QUESTIONS;

/// What edits have in common that are counted together.
///
/// ```
/// let kind = lop_engine::EditKind { pass: "hoist".to_owned(), ..Default::default() };
/// assert!(kind.unit.is_empty() && !kind.breaks);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditKind {
    /// The pass that proposed them.
    pub pass: String,
    /// What the grammar calls the unit that they change; empty where they change no unit.
    pub unit: String,
    /// True for those that add a syntax error.
    pub breaks: bool,
}

/// How often edits were asked about, and how often accepted. Old evidence fades, so these are no whole numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Seen {
    /// Questions about them.
    pub asked: f32,
    /// Those of them that were answered with yes.
    pub accepted: f32,
}

impl Seen {
    /// True for what was asked about often enough to say that it is hardly ever accepted. One yes counts for some twenty runs.
    ///
    /// ```
    /// let seen = |asked, accepted| lop_engine::Seen { asked, accepted };
    /// assert!(seen(3.0, 0.0).is_barren() && seen(50.0, 0.4).is_barren());
    /// assert!(!seen(2.0, 0.0).is_barren() && !seen(50.0, 1.0).is_barren());
    /// ```
    pub fn is_barren(self) -> bool {
        self.asked >= BARREN_QUESTIONS.as_f32() && self.accepted < 0.5
    }

    /// Both together.
    #[must_use]
    pub(crate) fn and(self, other: Seen) -> Seen {
        Seen { asked: self.asked + other.asked, accepted: self.accepted + other.accepted }
    }
}

/// What runs have seen of edits of each kind, in documents of one language under one test.
///
/// A run that is given the experience of earlier ones ([`Reduction::experience`](crate::Reduction::experience)) leaves kinds
/// that were never accepted to the end: they are asked about once nothing else pays, and none is left out. Its
/// [`Outcome`](crate::Outcome) says what it has seen itself.
///
/// ```
/// use lop_engine::{Experience, Reduction, oracle};
///
/// let mut known = Experience::default();
/// for text in [&b"int a; int b; int x;"[..], b"int x; int c; int d;"] {
///     let has_x = oracle::from_bytes(|it| it.contains(&b'x'));
///     let outcome = Reduction::new([text]).experience(known.clone()).run(&has_x)?;
///     assert_eq!(&*outcome.files[0], b"x");
///     known.fade(0.97);
///     known.add(&outcome.experience);
/// }
/// assert!(known.len() > 1 && known.barren() <= known.len());
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Experience {
    kinds: BTreeMap<EditKind, Seen>,
}

impl Experience {
    /// Adds what was seen of one kind.
    ///
    /// ```
    /// let mut all = lop_engine::Experience::default();
    /// all.note(Default::default(), lop_engine::Seen { asked: 4.0, accepted: 0.0 });
    /// assert_eq!((all.len(), all.barren()), (1, 1));
    /// ```
    pub fn note(&mut self, kind: EditKind, seen: Seen) {
        let all = self.kinds.entry(kind).or_default();
        *all = all.and(seen);
    }

    /// Adds what others have seen.
    pub fn add(&mut self, other: &Experience) {
        other.kinds().for_each(|(kind, seen)| self.note(kind.clone(), seen));
    }

    /// Lets what was seen count for less: `kept` is the part of it that goes on counting. What is next to nothing is forgotten.
    pub fn fade(&mut self, kept: f32) {
        self.kinds.retain(|_, it| {
            *it = Seen { asked: it.asked * kept, accepted: it.accepted * kept };
            it.asked >= 0.05
        });
    }

    /// Every kind that was asked about, in a fixed order.
    pub fn kinds(&self) -> impl Iterator<Item = (&EditKind, Seen)> {
        self.kinds.iter().map(|(kind, seen)| (kind, *seen))
    }

    /// How many kinds were asked about.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True when none was.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// How many kinds wait until nothing else pays.
    pub fn barren(&self) -> usize {
        self.kinds.values().filter(|it| it.is_barren()).count()
    }
}
