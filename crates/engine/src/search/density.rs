//! How many elements of a list are likely to go together, by how many of those behind them had to stay.
//!
//! Where little must stay, halving finds it with the fewest questions; where much must stay, asking one by one does. In
//! between, as many are asked about at once as go in every second case: each answer then says the most (Hwang's generalized
//! binary splitting, 1972). What stays tends to stand together, so what is beside it has a chance of its own.

/// What the answers about a list have told of its elements.
#[derive(Debug, Clone)]
pub(super) struct Density {
    /// How many had to stay and how many went; what was long ago counts less.
    stayed: f32,
    gone: f32,
    /// Of those beside one that stays: how many were asked about, and how many of them stay.
    beside: f32,
    stayed_beside: f32,
    /// The last one that had to stay.
    last: Option<usize>,
}

/// What is kept of the counts with each element that has to stay.
const FADES: f32 = 0.9;
/// From this chance on that one stays it is asked about alone (the golden ratio's; Hu, Hwang and Wang, 1981).
const ALONE: f32 = 0.38;

impl Default for Density {
    fn default() -> Density {
        Density { stayed: 0.0, gone: 0.0, beside: 2.0, stayed_beside: 1.0, last: None }
    }
}

impl Density {
    /// True once something is known to stay: before, there is nothing to go by.
    pub(super) fn is_known(&self) -> bool {
        self.stayed > 0.0
    }

    /// How many elements before `end` are to be asked about together.
    pub(super) fn together(&self, end: usize) -> usize {
        if !self.is_known() {
            return usize::MAX;
        }
        let stays = self.stayed / (self.stayed + self.gone);
        let first = if self.last == Some(end) { stays.max(self.stayed_beside / self.beside) } else { stays };
        if first >= ALONE {
            return 1;
        }
        // All of them go with a chance of one half.
        let others = (0.5 / (1.0 - first)).ln() / (1.0 - stays).ln();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
        let others = others as usize;
        1 + others
    }

    /// Takes note that an element has to stay.
    pub(super) fn stays(&mut self, at: usize) {
        self.stayed = self.stayed * FADES + 1.0;
        self.gone *= FADES;
        if self.last == Some(at + 1) {
            self.beside += 1.0;
            self.stayed_beside += 1.0;
        }
        self.last = Some(at);
    }

    /// Takes note that elements `lo..hi` have gone.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn went(&mut self, lo: usize, hi: usize) {
        self.gone += (hi - lo) as f32;
        if self.last == Some(hi) {
            self.beside += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewer_have_to_stay_the_more_are_asked_about_together() {
        let mut density = Density::default();
        assert_eq!(density.together(100), usize::MAX);
        density.stays(99);
        assert_eq!(density.together(99), 1);
        density.went(59, 99);
        let few = density.together(59);
        density.went(9, 59);
        assert!(1 < few && few < density.together(9), "{few}");
    }

    #[test]
    fn what_is_beside_one_that_stays_is_asked_about_alone_while_such_stay() {
        let mut density = Density::default();
        for at in (80..100).rev() {
            density.stays(at);
        }
        density.went(0, 80);
        assert_eq!(density.together(80), 1);
        assert!(density.together(50) > 1);
    }
}
