//! Rates: how often a test says yes to one text, how well that is known, and whether it has fallen.

use std::fmt;

use lop_engine::Verdict;
use serde::{Deserialize, Serialize};

/// Of a normal distribution 95 % lie within so many standard deviations.
const Z95: f64 = 1.959_964;
/// How likely it is at most that a candidate which is as good as it must be is refused, and that one is called as good which
/// is worse by the tolerance.
pub const ERROR: f64 = 0.05;
/// The same for taking a first look at a candidate whose rate is at most half of what it must be.
const FIRST_ERROR: f64 = 0.1;
/// A text with less than this share of the rate must not pass a first look often.
const HALF: f64 = 0.5;
/// How much lower than the original's a rate must be to be told from it: so many of the standard errors with which that is
/// known, within these bounds.
const TOLERANCE: f64 = 4.0;
const LEAST_TOLERANCE: f64 = 0.1;
const MOST_TOLERANCE: f64 = 0.5;
/// The same of a rate that the user demands, which has no error.
const OF_DEMANDED: f64 = 1.0 / 6.0;
/// A test of rates that is undecided after so many times the runs that it needs on average is decided by what is likelier.
const PATIENCE: f64 = 4.0;
/// What the rate of a candidate that is refused may be, as shares of what it must be: most have lost it altogether.
const WORSE: [(f64, f64); 5] = [(0.0, 0.5), (0.125, 0.125), (0.25, 0.125), (0.5, 0.125), (0.75, 0.125)];

/// How often a test said yes to the same text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Runs that were interesting.
    pub yes: u32,
    /// All runs.
    pub asked: u32,
}

/// What the rate of a candidate must be, and what is too little.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    rate: f64,
    low: f64,
}

impl Tally {
    /// Takes note of an answer.
    pub fn note(&mut self, verdict: Verdict) {
        self.asked += 1;
        self.yes += u32::from(verdict == Verdict::Interesting);
    }

    /// True when it always said yes.
    pub fn is_sure(self) -> bool {
        self.yes == self.asked
    }

    /// The share of yes, from 0 to 1.
    pub fn rate(self) -> f64 {
        f64::from(self.yes) / f64::from(self.asked.max(1))
    }

    /// Where the rate is with 95 % confidence, by Wilson's method (1927).
    pub fn interval(self) -> (f64, f64) {
        if self.asked == 0 {
            return (0.0, 1.0);
        }
        let n = f64::from(self.asked);
        let (p, z2) = (self.rate(), Z95 * Z95);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// The standard error of the rate, as a share of it. A test that never said no may do so with the next run.
    pub fn relative_error(self) -> f64 {
        let n = f64::from(self.asked);
        let p = (f64::from(self.yes) + 1.0) / (n + 2.0);
        ((1.0 - p) / (n * p)).sqrt()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{} of {} runs (95 %: {})", percent(self.rate()), self.asked, range(low, high))
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally { yes: self.yes + other.yes, asked: self.asked + other.asked }
    }
}

impl Bar {
    /// How much lower than the original's, of which the test has said this, a rate must be to be too low, as a share of it.
    pub fn tolerance(original: Tally) -> f64 {
        (TOLERANCE * original.relative_error()).clamp(LEAST_TOLERANCE, MOST_TOLERANCE)
    }

    /// Candidates must do as well as the original, of which the test has said this.
    pub fn original(tally: Tally, tolerance: f64) -> Bar {
        let rate = known(tally);
        // The original may have been lucky: what is as good as that must not be refused for it.
        Bar { rate: rate * (1.0 - tolerance / TOLERANCE), low: rate * (1.0 - tolerance) }
    }

    /// Candidates must do as well as the user says. What the original has beyond that is room for doubt.
    pub fn demanded(demanded: f64, original: Tally) -> Bar {
        let room = 1.0 - OF_DEMANDED;
        let rate = known(original).min(demanded / room);
        Bar { rate, low: demanded.min(rate * room) }
    }

    /// Candidates must have this rate; what has `low`, which is less, has too little. Both are from 0 to 1, and are kept
    /// away from both, as no number of runs shows that.
    pub fn between(rate: f64, low: f64) -> Bar {
        let rate = rate.clamp(0.001, 0.999);
        Bar { rate, low: low.clamp(0.0, rate * (1.0 - LEAST_TOLERANCE)).max(0.0001) }
    }

    /// What is too little, from 0 to 1.
    pub fn low(self) -> f64 {
        self.low
    }

    /// First look at a candidate: whether it counts, as soon as there is a reason to think so. Most that do not count have
    /// lost what makes the test say yes, and a few runs show that.
    pub fn glance(self, tally: Tally) -> Option<bool> {
        self.decide(tally, self.rate * HALF, FIRST_ERROR)
    }

    /// Whether the rate is what it must be and not too little, once that is known with an error of [`ERROR`]; of a fraction
    /// of that for what is called good, where so many candidates were `refused` before: of many that are bad one is lucky.
    pub fn proof(self, tally: Tally, refused: u32) -> Option<bool> {
        self.decide(tally, self.low, ERROR / (1.0 + f64::from(refused)))
    }

    /// True when so many yes are rather what they must be than too few.
    pub fn is_met(self, tally: Tally) -> bool {
        tally.log_ratio(self.rate, self.low) >= 0.0
    }

    /// True when so few yes are not worth asking on, with an error of one in a thousand.
    pub fn is_hopeless(self, tally: Tally) -> bool {
        tally.asked > 0 && self.worse(tally) >= 1000.0_f64.ln()
    }

    /// After how many no in a row, without a yes, something else has gone wrong: it happens once in a thousand times.
    pub fn patience(self) -> u32 {
        runs(-(1000.0_f64).ln() / (1.0 - self.rate).ln())
    }

    /// Runs of which it takes, on average, to refuse what never shows it.
    pub fn runs_of_no(self) -> u32 {
        runs(-(1.0 / ERROR).ln() / (1.0 - self.rate).ln())
    }

    /// Runs that a proof takes, on average.
    pub fn runs_of_proof(self) -> u32 {
        runs((1.0 / ERROR).ln() / divergence(self.rate, self.low))
    }

    /// A sequential test: Wald's of the rate against `low`, for acceptance; for refusal one of the rate against a mixture of
    /// all that is worse, so that what never says yes is refused soon. Neither errs more often than it says, however many
    /// runs there are, since likelihood ratios are martingales.
    fn decide(self, tally: Tally, low: f64, error: f64) -> Option<bool> {
        // What is worse than `low` is still less likely to have had so many yes than `low` itself.
        let worst = low.min(tally.rate());
        if tally.log_ratio(self.rate, worst) >= (1.0 / error).ln() {
            return Some(true);
        }
        if self.worse(tally) >= (1.0 / ERROR).ln() {
            return Some(false);
        }
        let most = PATIENCE * (1.0 / error).ln() / divergence(self.rate, low);
        (f64::from(tally.asked) >= most).then(|| tally.log_ratio(self.rate, low) >= 0.0)
    }

    /// By how much a mixture of all that is worse is likelier than what is good enough, in logarithms. What is better than
    /// it must be is as welcome.
    fn worse(self, tally: Tally) -> f64 {
        let good = self.rate.max(tally.rate());
        let of = |&(share, weight): &(f64, f64)| weight * tally.log_ratio(self.rate * share, good).exp();
        WORSE.iter().map(of).sum::<f64>().ln()
    }
}

impl Tally {
    fn log_likelihood(self, rate: f64) -> f64 {
        let of = |count: u32, p: f64| if count == 0 { 0.0 } else { f64::from(count) * p.ln() };
        of(self.yes, rate) + of(self.asked - self.yes, 1.0 - rate)
    }

    fn log_ratio(self, rate: f64, other: f64) -> f64 {
        self.log_likelihood(rate) - self.log_likelihood(other)
    }
}

/// A rate as a percentage.
pub fn percent(rate: f64) -> String {
    format!("{} %", digits(rate))
}

/// Two rates as percentages.
pub fn range(low: f64, high: f64) -> String {
    format!("{}–{} %", digits(low), digits(high))
}

/// As many digits as tell rates of a few percent apart.
fn digits(rate: f64) -> String {
    let percent = rate * 100.0;
    if (0.05..10.0).contains(&percent) && percent.fract() != 0.0 {
        format!("{percent:.1}")
    } else {
        format!("{percent:.0}")
    }
}

/// The rate, but no more than one who has seen so many runs can be sure of.
fn known(tally: Tally) -> f64 {
    tally.rate().min(1.0 - 1.0 / (f64::from(tally.asked) + 2.0))
}

/// How much a run tells on average, in nats, of a rate that might be another: the divergence of Kullback and Leibler.
fn divergence(rate: f64, other: f64) -> f64 {
    rate * (rate / other).ln() + (1.0 - rate) * ((1.0 - rate) / (1.0 - other)).ln()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand runs")]
fn runs(number: f64) -> u32 {
    number.ceil().clamp(1.0, 1e9) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(yes: u32, asked: u32) -> Tally {
        Tally { yes, asked }
    }

    /// Coins that come up as often as `rate` says, and are the same every time.
    struct Coins {
        rate: f64,
        state: u64,
    }

    impl Coins {
        fn next(&mut self) -> Verdict {
            self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let it = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let share = f64::from(u32::try_from((it ^ (it >> 31)) >> 32).unwrap()) / 2.0_f64.powi(32);
            if share < self.rate { Verdict::Interesting } else { Verdict::Boring }
        }
    }

    /// The share of candidates with this rate that are accepted, and the mean number of runs.
    fn asked(rate: f64, decide: impl Fn(Tally) -> Option<bool>) -> (f64, f64) {
        const CANDIDATES: u32 = 300;
        let (mut accepted, mut runs, mut coins) = (0, 0, Coins { rate, state: 1 });
        for _ in 0..CANDIDATES {
            let mut tally = Tally::default();
            let holds = loop {
                tally.note(coins.next());
                if let Some(it) = decide(tally) {
                    break it;
                }
            };
            accepted += u32::from(holds);
            runs += tally.asked;
        }
        (f64::from(accepted) / f64::from(CANDIDATES), f64::from(runs) / f64::from(CANDIDATES))
    }

    fn bars() -> [Bar; 4] {
        [(50, 1_000), (200, 1_000), (200, 400), (80, 100)].map(|(yes, asked)| {
            let original = tally(yes, asked);
            Bar::original(original, Bar::tolerance(original))
        })
    }

    #[test]
    fn an_interval_is_that_of_wilson() {
        let (low, high) = tally(8, 10).interval();
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3, "{low} {high}");
        assert_eq!(tally(83, 100).to_string(), "83 % of 100 runs (95 %: 74–89 %)");
        assert_eq!(tally(3, 100).to_string(), "3 % of 100 runs (95 %: 1.0–8.5 %)");
        assert_eq!(tally(0, 0).interval(), (0.0, 1.0));
    }

    #[test]
    fn what_never_says_yes_is_refused_after_a_few_runs() {
        for (bar, most) in bars().into_iter().zip([80.0, 18.0, 6.0, 4.0]) {
            let (accepted, runs) = asked(0.0, |it| bar.glance(it));
            assert!(accepted == 0.0 && runs <= most, "{bar:?}: {runs}");
            assert!(f64::from(bar.runs_of_no()) <= runs);
        }
    }

    #[test]
    fn what_is_as_good_as_it_must_be_is_seldom_refused_and_what_is_too_low_seldom_accepted() {
        for bar in bars().into_iter().skip(1) {
            for (rate, least, most) in [(bar.rate, 0.92, 1.0), (bar.low, 0.0, 0.08)] {
                let (accepted, _) = asked(rate, |it| bar.proof(it, 0));
                assert!((least..=most).contains(&accepted), "{bar:?} at {rate}: {accepted}");
            }
            let (good, _) = asked(bar.rate, |it| bar.glance(it));
            let (half, _) = asked(bar.rate * HALF, |it| bar.glance(it));
            assert!(good >= 0.92 && half <= 0.13, "{bar:?}: {good} {half}");
            let (wary, _) = asked(bar.low, |it| bar.proof(it, 50));
            assert!(wary <= 0.01, "{bar:?}: {wary}");
        }
    }

    #[test]
    fn no_decision_takes_for_ever() {
        for bar in bars().into_iter().skip(1) {
            for share in [0.5, 0.75, 0.9, 1.0, 1.1] {
                let (_, runs) = asked((bar.rate * share).min(1.0), |it| bar.proof(it, 0));
                assert!(runs <= PATIENCE * f64::from(bar.runs_of_proof()), "{bar:?} at {share}: {runs}");
            }
        }
    }

    #[test]
    fn a_rate_that_is_demanded_is_the_least_there_is_where_the_original_has_more() {
        let plenty = Bar::demanded(0.5, tally(95, 100));
        assert!((plenty.low - 0.5).abs() < 1e-9 && (plenty.rate - 0.6).abs() < 1e-9, "{plenty:?}");
        let just = Bar::demanded(0.8, tally(80, 100));
        assert!(just.low < 0.8 && just.low > 0.6 && (just.rate - 0.8).abs() < 1e-9, "{just:?}");
        let always = Bar::original(tally(100, 100), 0.1);
        assert!(always.rate < 1.0 && always.glance(tally(7, 8)).is_none_or(|it| it), "{always:?}");
    }

    #[test]
    fn thousands_of_runs_are_no_trouble() {
        for bar in bars() {
            assert_eq!(bar.proof(tally(0, 100_000), 0), Some(false));
            assert_eq!(bar.proof(tally(100_000, 100_000), 1_000), Some(true));
            assert!(bar.is_hopeless(tally(0, 5_000)) && !bar.is_hopeless(Tally::default()));
        }
    }
}
