//! The course of a reduction as one wide drawing: tokens over questions, with what the search was at.
//!
//! Only the lines are drawn; what is written stands around them as text, so that it has one size on any screen. Places are
//! percentages of the drawing's width and height.

use std::fmt::Write as _;

use maud::{Markup, html};

use lop_runner::number::measured;

use super::text::{count, counted, seconds};
use crate::records::record::{Phase, PhaseKind, Point, Record};

/// Where on the axis of questions something is written.
const TICKS: [(f64, &str); 5] = [(0.0, "first"), (0.25, "odd"), (0.5, ""), (0.75, "odd"), (1.0, "last")];
/// A phase that is narrower than this, in percent, is part of the one before it.
const NARROW: f64 = 0.4;
/// Sizes are written no closer than this, in percent.
const APART: f64 = 9.0;

/// The drawing; empty where nothing was found.
pub(super) fn chart(it: &Record) -> Markup {
    let (Some(first), Some(last)) = (it.curve.first(), it.curve.last()) else { return Markup::default() };
    let scale = Scale::of(it);
    let label = format!(
        "Tokens over questions: from {} to {} in {} and {}",
        count(first.tokens),
        count(last.tokens),
        counted(scale.questions, "question"),
        seconds(it.seconds)
    );
    let scores = Scores::of(it);
    let phases = scale.phases(&it.phases);
    let mut kinds: Vec<PhaseKind> = Vec::new();
    for (kind, ..) in &phases {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    html! {
        figure class="chart" {
            div class="plot" data-questions=(scale.questions) data-top=(scale.top) data-low=(scale.low) {
                svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=(label) {
                    @for (kind, from, to) in &phases {
                        rect class=(class(*kind)) x=(place(*from)) width=(place(to - from)) y="0" height="100" {}
                    }
                    @for it in scale.sizes() {
                        path class="grid" d={ "M0 " (place(scale.y(it))) "H100" } {}
                    }
                    path class="area" d={ (scale.line(&it.curve)) "V100H0Z" } {}
                    path class="line" d=(scale.line(&it.curve)) {}
                    @if let Some(scores) = &scores { path class="score" d=(scale.scores(&it.curve, scores)) {} }
                }
                @for it in scale.sizes() {
                    span class="size" style={ "top:" (place(scale.y(it))) "%" } { (count(it)) }
                }
                @for (at, class) in TICKS {
                    span class={ "tick " (class) } style={ "left:" (place(at * 100.0)) "%" } {
                        (count(scale.question_at(at)))
                        small { (seconds(scale.seconds_at(it, at))) }
                    }
                }
            }
            figcaption {
                span { "Tokens over questions and time." }
                @if let Some(it) = &scores {
                    span { span class="swatch score" {} "the score, on a scale of its own: " (measured(it.first)) " → " (measured(it.last)) }
                }
                @for it in kinds { span { span class={ "swatch " (class(it)) } {} (name(it)) } }
            }
        }
    }
}

/// From scores to places.
struct Scores {
    first: f64,
    last: f64,
    top: f64,
    low: f64,
}

impl Scores {
    /// `None` where there is no objective.
    fn of(it: &Record) -> Option<Scores> {
        let all = || it.curve.iter().filter_map(|it| it.score);
        let (first, last) = (all().next()?, all().next_back()?);
        Some(Scores { first, last, top: all().fold(first, f64::max), low: all().fold(first, f64::min) })
    }

    fn y(&self, score: f64) -> f64 {
        2.0 + 86.0 * (self.top - score) / (self.top - self.low).max(f64::MIN_POSITIVE)
    }
}

/// From sizes and questions to places.
struct Scale {
    questions: u64,
    /// The most and the fewest tokens.
    top: usize,
    low: usize,
}

impl Scale {
    fn of(it: &Record) -> Scale {
        let asked = it.curve.iter().map(|it| it.question).max().unwrap_or(0);
        let sizes = || it.curve.iter().map(|it| it.tokens);
        Scale {
            questions: it.questions.max(asked).max(1),
            top: sizes().max().unwrap_or(0),
            low: sizes().min().unwrap_or(0),
        }
    }

    fn x(&self, question: u64) -> f64 {
        100.0 * number(question) / number(self.questions)
    }

    /// Sizes fall by orders of magnitude, so the axis is logarithmic.
    fn y(&self, tokens: usize) -> f64 {
        let span = (log(self.top) - log(self.low)).max(1e-9);
        2.0 + 86.0 * (log(self.top) - log(tokens)) / span
    }

    fn line(&self, points: &[Point]) -> String {
        let mut path = String::new();
        for (index, it) in points.iter().enumerate() {
            let (x, y) = (place(self.x(it.question)), place(self.y(it.tokens)));
            let _ = if index == 0 { write!(path, "M0 {y}H{x}") } else { write!(path, "H{x}V{y}") };
        }
        path + "H100"
    }

    /// The same of scores.
    fn scores(&self, points: &[Point], scores: &Scores) -> String {
        let mut path = String::new();
        for (it, score) in points.iter().filter_map(|it| Some((it, it.score?))) {
            let (x, y) = (place(self.x(it.question)), place(scores.y(score)));
            let _ = if path.is_empty() { write!(path, "M{x} {y}") } else { write!(path, "H{x}V{y}") };
        }
        path + "H100"
    }

    /// The sizes that are written: the first, the last, and the powers of ten that have room between them.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![self.top, self.low];
        for power in (0..9).rev().map(|it| 10_usize.pow(it)).filter(|it| (self.low..self.top).contains(it)) {
            if sizes.iter().all(|it| (self.y(*it) - self.y(power)).abs() > APART) {
                sizes.push(power);
            }
        }
        sizes.dedup();
        sizes
    }

    /// Each phase from where to where; narrow ones belong to the one before.
    fn phases(&self, phases: &[Phase]) -> Vec<(PhaseKind, f64, f64)> {
        let mut all: Vec<(PhaseKind, f64, f64)> = Vec::new();
        for (index, it) in phases.iter().enumerate() {
            let from = if index == 0 { 0.0 } else { self.x(it.question - 1) };
            let to = phases.get(index + 1).map_or(100.0, |next| self.x(next.question - 1));
            match all.last_mut() {
                Some(last) if last.0 == it.kind || to - from < NARROW => last.2 = to,
                _ => all.push((it.kind, from, to)),
            }
        }
        all
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a count")]
    fn question_at(&self, part: f64) -> u64 {
        (number(self.questions) * part).round() as u64
    }

    /// When that question was asked, between the times that are known.
    fn seconds_at(&self, it: &Record, part: f64) -> f64 {
        let wanted = number(self.questions) * part;
        let known = it.curve.iter().map(|it| (number(it.question), it.seconds));
        let (mut before, end) = ((0.0, 0.0), (number(self.questions), it.seconds));
        for after in known.chain([end]) {
            if after.0 >= wanted && after.0 > before.0 {
                return before.1 + (after.1 - before.1) * (wanted - before.0) / (after.0 - before.0);
            }
            before = after;
        }
        before.1
    }
}

fn class(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::Big => "big",
        PhaseKind::Small => "small",
        PhaseKind::Rare => "rare",
        PhaseKind::Proof => "proof",
    }
}

fn name(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::Big => "large parts",
        PhaseKind::Small => "tokens, names, layout",
        PhaseKind::Rare => "steps that rarely pay",
        PhaseKind::Proof => "the proof: each part alone",
    }
}

fn place(value: f64) -> String {
    format!("{value:.2}")
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn log(tokens: usize) -> f64 {
    (tokens as f64 + 1.0).ln()
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn number(value: u64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::record;

    fn point(question: u64, tokens: usize, seconds: f64) -> Point {
        Point { question, seconds, tokens, bytes: 0, pass: String::new(), score: None }
    }

    #[test]
    fn a_chart_says_in_words_what_it_draws() {
        let curve = vec![point(0, 1000, 0.0), point(5, 10, 2.0)];
        let it = Record { curve, questions: 20, seconds: 8.0, ..record() };
        let drawing = chart(&it).into_string();
        assert!(
            drawing.contains("Tokens over questions: from 1,000 to 10 in 20 questions and 8.0 s"),
            "{drawing}"
        );
        assert!(drawing.contains(">100</span>"), "a power of ten between them: {drawing}");
        assert!(drawing.contains("10<small>4.0 s</small>"), "the time in the middle: {drawing}");
        assert_eq!(chart(&Record { curve: Vec::new(), ..record() }).into_string(), "");
    }

    #[test]
    fn a_score_has_a_line_and_a_scale_of_its_own() {
        let with = |score: f64, it: Point| Point { score: Some(score), ..it };
        let curve = vec![with(12.5, point(0, 1000, 0.0)), with(3.0, point(5, 10, 2.0))];
        let drawing = chart(&Record { curve, questions: 20, ..record() }).into_string();
        assert!(drawing.contains("12.5 → 3") && drawing.contains("M0.00 2.00H25.00V88.00H100"), "{drawing}");
        let without = chart(&Record { curve: vec![point(0, 9, 0.0), point(1, 1, 1.0)], ..record() });
        assert!(!without.into_string().contains("score"));
    }

    #[test]
    fn phases_fill_the_width_without_gaps() {
        let scale = Scale { questions: 1000, top: 9, low: 1 };
        let phase = |question, kind| Phase { question, kind };
        let phases = [phase(1, PhaseKind::Big), phase(501, PhaseKind::Small), phase(503, PhaseKind::Big)];
        assert_eq!(scale.phases(&phases), [(PhaseKind::Big, 0.0, 100.0)]);
        let phases = [phase(1, PhaseKind::Big), phase(801, PhaseKind::Proof)];
        assert_eq!(scale.phases(&phases), [(PhaseKind::Big, 0.0, 80.0), (PhaseKind::Proof, 80.0, 100.0)]);
    }
}
