//! The curve of a reduction as a drawing: tokens over questions, or over time.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::text::{count, seconds};
use crate::records::record::Point;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 120.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 18.0;

/// What the curve runs over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Questions,
    Time,
}

/// The drawing; empty without points. `end` is where the curve ends: all questions, or all seconds.
pub(super) fn svg(points: &[Point], over: Over, end: f64) -> Markup {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Markup::default() };
    let x_of = |it: &Point| match over {
        Over::Questions => number(it.question),
        Over::Time => it.seconds,
    };
    let most = points.iter().map(x_of).fold(end, f64::max).max(1e-9);
    let top = log(first.tokens.max(1));
    let x = |value: f64| LEFT + (WIDTH - LEFT - 6.0) * value / most;
    let y = |tokens: usize| 6.0 + (HEIGHT - BOTTOM - 6.0) * (1.0 - log(tokens) / top.max(1e-9));
    let mut path = format!("M{:.1} {:.1}", x(x_of(first)), y(first.tokens));
    for it in &points[1..] {
        let _ = write!(path, "H{:.1}V{:.1}", x(x_of(it)), y(it.tokens));
    }
    let _ = write!(path, "H{:.1}", x(most));
    let (unit, end) = match over {
        Over::Questions => ("questions", count(whole(most))),
        Over::Time => ("time", seconds(most)),
    };
    let label = format!("Tokens over {unit}: from {} to {} in {end} {unit}", first.tokens, last.tokens);
    let (floor, right) = (HEIGHT - BOTTOM, WIDTH - 6.0);
    let (side, below) = (LEFT - 4.0, HEIGHT - 4.0);
    let low = format!("{:.1}", y(last.tokens).max(24.0));
    html! {
        svg class="curve" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
            path class="axis" d={ "M" (LEFT) " 6V" (floor) "H" (right) } {}
            path class="line" d=(path) {}
            text x=(side) y="12" text-anchor="end" { (count(first.tokens)) }
            text x=(side) y=(low) text-anchor="end" { (count(last.tokens)) }
            text x=(LEFT) y=(below) { "tokens over " (unit) }
            text x=(right) y=(below) text-anchor="end" { (end) }
        }
    }
}

/// Sizes fall by orders of magnitude, so the axis is logarithmic.
#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn log(tokens: usize) -> f64 {
    (tokens as f64 + 1.0).ln()
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn number(value: u64) -> f64 {
    value as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count that was a whole number"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_says_in_words_what_it_draws() {
        let point =
            |question, tokens| Point { question, seconds: 0.0, tokens, bytes: 0, pass: String::new() };
        let drawing = svg(&[point(0, 100), point(5, 10)], Over::Questions, 20.0).into_string();
        assert!(drawing.contains("aria-label=\"Tokens over questions: from 100 to 10 in 20 questions\""));
        assert_eq!(svg(&[], Over::Time, 1.0).into_string(), "");
    }
}
