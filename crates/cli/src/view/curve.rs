//! Sizes over time: as an area of braille dots, and as a row of bars. The scale is that of the square
//! root: the last tokens matter more than as many of the first thousands.

use std::time::Duration;

/// The dots of a column of a cell, from the bottom, to the left and to the right.
const DOTS: [[u8; 4]; 2] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]];
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// When there were how many tokens, counted from the beginning. Bounded: where it grows too long, every other one goes.
#[derive(Debug, Clone)]
pub(super) struct Sizes {
    steps: Vec<(Duration, usize)>,
}

/// So many steps are kept: more than any terminal has dots.
const MOST: usize = 4096;

/// The time that an area shows at least.
const SHORTEST: Duration = Duration::from_secs(10);

impl Sizes {
    /// Begins with so many tokens.
    pub(super) fn from(tokens: usize) -> Sizes {
        Sizes { steps: vec![(Duration::ZERO, tokens)] }
    }

    /// From now on there are so many.
    pub(super) fn push(&mut self, at: Duration, tokens: usize) {
        self.steps.push((at, tokens));
        if self.steps.len() > MOST {
            let mut index = 0;
            self.steps.retain(|_| {
                index += 1;
                index == 1 || index % 2 == 0
            });
        }
    }

    pub(super) fn first(&self) -> usize {
        self.steps[0].1
    }

    pub(super) fn last(&self) -> usize {
        self.steps[self.steps.len() - 1].1
    }

    /// How high each of `columns` equal parts of the time until `end` is, of `height`; what is not empty has at least one
    /// dot, and what is yet to come has none.
    fn heights(&self, columns: usize, height: usize, (now, end): (Duration, Duration)) -> Vec<usize> {
        let most = self.steps.iter().map(|it| it.1).max().unwrap_or(0);
        let mut at = 0;
        let parts = u32::try_from(columns).unwrap_or(u32::MAX).max(1);
        let sample = |column: u32| {
            let time = end * (column + 1) / parts;
            while self.steps.get(at + 1).is_some_and(|it| it.0 <= time) {
                at += 1;
            }
            if end * column / parts > now { 0 } else { scaled(self.steps[at].1, most, height) }
        };
        (0..parts).map(sample).collect()
    }

    /// An area of so many columns and rows of cells, from the top. It grows into its last fifth before all of it is drawn
    /// anew: a picture that moved all the time would not be calm, and much to send.
    pub(super) fn area(&self, columns: usize, rows: usize, now: Duration) -> Vec<String> {
        let mut end = SHORTEST;
        while end < now {
            end = end * 5 / 4;
        }
        let heights = self.heights(columns * 2, rows * 4, (now, end));
        let row = |row: usize| {
            let below = (rows - 1 - row) * 4;
            let cell = |pair: &[usize]| {
                let dots = pair.iter().zip(DOTS).map(|(height, dots)| {
                    let full = height.saturating_sub(below).min(4);
                    dots[..full].iter().fold(0, |all, it| all | it)
                });
                match dots.fold(0_u8, |all, it| all | it) {
                    0 => ' ',
                    dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
                }
            };
            heights.chunks(2).map(cell).collect()
        };
        (0..rows).map(row).collect()
    }

    /// A row of bars.
    pub(super) fn bars(&self, columns: usize, now: Duration) -> String {
        self.heights(columns, BARS.len(), (now, now))
            .into_iter()
            .map(|it| BARS[it.saturating_sub(1)])
            .collect()
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a height in dots"
)]
fn scaled(tokens: usize, most: usize, height: usize) -> usize {
    let full = (tokens as f64 / most.max(1) as f64).sqrt() * height as f64;
    (full.round() as usize).clamp(usize::from(tokens > 0), height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> Sizes {
        let mut sizes = Sizes::from(1000);
        sizes.push(Duration::from_secs(5), 250);
        sizes.push(Duration::from_secs(8), 0);
        sizes
    }

    #[test]
    fn an_area_falls_with_the_tokens() {
        let area = sizes().area(5, 2, Duration::from_secs(10));
        assert_eq!(area, ["⣿⣿   ", "⣿⣿⣿⡇ "]);
    }

    #[test]
    fn an_area_grows_to_the_right_and_shrinks_only_now_and_then() {
        let shown = |seconds| Sizes::from(9).area(10, 1, Duration::from_secs(seconds)).concat();
        assert_eq!([shown(2), shown(7)], ["⣿⣿⡇       ", "⣿⣿⣿⣿⣿⣿⣿⡇  "]);
        assert_eq!(shown(100).trim_end().chars().count(), shown(101).trim_end().chars().count());
    }

    #[test]
    fn bars_show_the_same_in_one_row() {
        assert_eq!(sizes().bars(10, Duration::from_secs(10)), "████▄▄▄▁▁▁");
    }

    #[test]
    fn a_long_run_keeps_its_first_and_last_size() {
        let mut sizes = Sizes::from(9999);
        for it in 0..20_000 {
            sizes.push(Duration::from_secs(it), 5000);
        }
        sizes.push(Duration::from_secs(20_000), 3);
        assert_eq!((sizes.first(), sizes.last()), (9999, 3));
        assert!(sizes.steps.len() <= MOST + 1);
    }
}
