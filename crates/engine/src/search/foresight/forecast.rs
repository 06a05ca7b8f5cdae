//! How likely an answer is yes, before it comes: by what was said of the same edits on another text, or of edits of its kind.

use std::hash::{BuildHasher, BuildHasherDefault};

use xxhash_rust::xxh3::Xxh3;

use crate::edit::EditSet;
use crate::spread::HashedMap;

/// What was said of edits before, and how often that was said again on another text.
#[derive(Debug)]
pub(super) struct Forecast {
    /// What was said last of some edits, by their hash.
    said: HashedMap<u64, bool>,
    /// How often a no, and a yes, was followed by a yes, and how often by anything.
    followed: [(f32, f32); 2],
}

/// What is left of an observation at the next one.
const FADES: f32 = 0.98;

impl Forecast {
    /// Takes note of an answer about these edits.
    pub(super) fn note(&mut self, edits: u64, yes: bool) {
        if let Some(before) = self.said.insert(edits, yes) {
            let (hits, all) = &mut self.followed[usize::from(before)];
            *hits = *hits * FADES + f32::from(u8::from(yes));
            *all = *all * FADES + 1.0;
        }
    }

    /// The chance of a yes about these edits, `otherwise` where nothing was said of them.
    pub(super) fn chance(&self, edits: u64, otherwise: f32) -> f32 {
        self.said.get(&edits).map_or(otherwise, |&before| {
            let (hits, all) = self.followed[usize::from(before)];
            hits / all
        })
    }
}

impl Default for Forecast {
    /// Most of what was said is said again.
    fn default() -> Forecast {
        Forecast { said: HashedMap::default(), followed: [(1.0, 10.0), (9.0, 10.0)] }
    }
}

/// The hash of edits, to know them again on another text.
pub(super) fn hash_of(edits: &EditSet) -> u64 {
    BuildHasherDefault::<Xxh3>::default().hash_one(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_likely_to_be_said_again_until_it_is_seen_not_to_be() {
        let mut forecast = Forecast::default();
        assert!((forecast.chance(1, 0.3) - 0.3).abs() < f32::EPSILON, "nothing was said of it");
        forecast.note(1, true);
        forecast.note(2, false);
        assert!(forecast.chance(1, 0.3) > 0.8 && forecast.chance(2, 0.3) < 0.2);
        for edits in 10..60 {
            forecast.note(edits, false);
            forecast.note(edits, true);
        }
        assert!(forecast.chance(2, 0.3) > 0.5);
    }
}
