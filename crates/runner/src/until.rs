//! Budgets: how `--until` spells a size, a time or a time of day, when one is used up, and the alarm that says so.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use jiff::{ToSpan as _, Zoned, civil};
use lop_engine::Cancel;
use parking_lot::{Condvar, Mutex};

/// One budget, as the user spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// At most so many tokens.
    Tokens(usize),
    /// At most so many bytes.
    Bytes(usize),
    /// So long.
    Time(Duration),
    /// Until the local clock next shows this.
    Clock(civil::Time),
}

/// What ends a run that could go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// The questions of `--max-questions` were asked.
    Questions,
    /// The result has as few tokens as wanted.
    Tokens,
    /// The result has as few bytes as wanted.
    Bytes,
    /// The time is up.
    Time,
}

/// All budgets of a run; whichever is used up first ends it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until {
    /// A result of so many tokens is good enough.
    pub tokens: Option<usize>,
    /// A result of so many bytes is good enough.
    pub bytes: Option<usize>,
    /// How long the run may take.
    pub time: Option<Duration>,
}

impl Goal {
    /// Reads `100tokens` or `100t`, `2KB` or `900bytes`, `10m`, `90s` or `8h`, or `07:30`.
    pub fn parse(text: &str) -> Result<Goal, String> {
        let text = text.trim();
        if text.contains(':') {
            return clock(text).map(Goal::Clock);
        }
        let digits = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = unit.trim_start();
        let size = |scale: f64| size(number, scale);
        match unit.to_ascii_lowercase().as_str() {
            "t" | "token" | "tokens" => size(1.0).map(Goal::Tokens),
            "b" | "byte" | "bytes" => size(1.0).map(Goal::Bytes),
            "kb" | "kib" => size(1024.0).map(Goal::Bytes),
            "mb" | "mib" => size(1024.0 * 1024.0).map(Goal::Bytes),
            _ => match scale(unit) {
                Some(scale) => span(number, scale).map(Goal::Time),
                None => Err(NOT_A_BUDGET.to_owned()),
            },
        }
    }

    /// How long from now, if it is about time.
    pub fn time(self) -> Option<Duration> {
        match self {
            Goal::Time(time) => Some(time),
            Goal::Clock(time) => Some(until_clock(&Zoned::now(), time)),
            Goal::Tokens(_) | Goal::Bytes(_) => None,
        }
    }
}

impl Until {
    /// The budgets together: of several of a kind the one that ends the run first.
    pub fn of(goals: &[Goal]) -> Until {
        let mut until = Until::default();
        for goal in goals {
            match *goal {
                Goal::Tokens(it) => until.tokens = until.tokens.max(Some(it)),
                Goal::Bytes(it) => until.bytes = until.bytes.max(Some(it)),
                Goal::Time(_) | Goal::Clock(_) => {
                    until.time = [until.time, goal.time()].into_iter().flatten().min();
                }
            }
        }
        until
    }

    /// The sizes, as the search wants them.
    pub(crate) fn goal(&self) -> Option<lop_engine::Goal> {
        let (tokens, bytes) = (self.tokens, self.bytes);
        (tokens.is_some() || bytes.is_some()).then_some(lop_engine::Goal { tokens, bytes })
    }

    /// Which budget a document of this size meets.
    pub fn met_by(&self, tokens: usize, bytes: usize) -> Option<Spent> {
        if self.tokens.is_some_and(|it| tokens <= it) {
            Some(Spent::Tokens)
        } else if self.bytes.is_some_and(|it| bytes <= it) {
            Some(Spent::Bytes)
        } else {
            None
        }
    }
}

impl Spent {
    /// What it is called in the JSON stream.
    pub fn name(self) -> &'static str {
        match self {
            Spent::Questions => "questions",
            Spent::Tokens => "tokens",
            Spent::Bytes => "bytes",
            Spent::Time => "time",
        }
    }

    /// Why the run ended, for a person.
    pub fn explain(self) -> &'static str {
        match self {
            Spent::Questions => "the questions of --max-questions are used up",
            Spent::Tokens => "it has as few tokens as --until says",
            Spent::Bytes => "it has as few bytes as --until says",
            Spent::Time => "the time of --until is up",
        }
    }
}

/// A time as a batch takes it: seconds need no unit.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds =
        if text.ends_with(|it: char| it.is_ascii_digit()) && !text.contains(':') { "s" } else { "" };
    Goal::parse(&format!("{text}{seconds}"))
        .ok()
        .and_then(Goal::time)
        .ok_or_else(|| "not a time such as 90s, 30m, 8h or 07:30".to_owned())
}

const NOT_A_BUDGET: &str = "not a budget: give tokens (100t, 100tokens), bytes (900B, 2KB), a time (90s, 10m, 8h) or a \
                            time of day (07:30)";

fn size(number: &str, scale: f64) -> Result<usize, String> {
    let value = number.parse::<f64>().map_err(|_| NOT_A_BUDGET.to_owned())? * scale;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 4 Gi")]
    if (1.0..4_294_967_296.0).contains(&value) {
        Ok(value as usize)
    } else {
        Err("must be at least 1, and no more than a file can have".to_owned())
    }
}

/// Seconds of a unit of time; minutes and mega are told apart by more than their case.
fn scale(unit: &str) -> Option<f64> {
    match unit {
        "s" | "sec" | "seconds" => Some(1.0),
        "m" | "min" | "minutes" => Some(60.0),
        "h" | "hours" => Some(3600.0),
        _ => None,
    }
}

fn span(number: &str, scale: f64) -> Result<Duration, String> {
    let seconds: f64 = number.parse().map_err(|_| NOT_A_BUDGET.to_owned())?;
    let span = Duration::try_from_secs_f64(seconds * scale).ok().filter(|it| !it.is_zero());
    span.ok_or_else(|| "must be more than 0 seconds".to_owned())
}

fn clock(text: &str) -> Result<civil::Time, String> {
    let wrong = || "not a time of day such as 07:30".to_owned();
    let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
    let number = |it: &str| it.parse::<i8>().ok().filter(|_| it.bytes().all(|it| it.is_ascii_digit()));
    let (hour, minute) = (number(hour).ok_or_else(wrong)?, number(minute).ok_or_else(wrong)?);
    civil::Time::new(hour, minute, 0, 0).map_err(|_| wrong())
}

/// From `now` to the next moment that the clock on the wall shows `time`; today, or else tomorrow.
fn until_clock(now: &Zoned, time: civil::Time) -> Duration {
    let on = |day: &Zoned| day.date().to_datetime(time).to_zoned(now.time_zone().clone()).ok();
    let today = on(now).filter(|it| it > now);
    let next = today.or_else(|| now.checked_add(1.day()).ok().and_then(|it| on(&it)));
    let span = next.and_then(|it| Duration::try_from(now.duration_until(&it)).ok());
    // At the end of all time there is no tomorrow.
    span.unwrap_or(Duration::MAX)
}

/// Raises a flag when the time is up; gone, and silent, when it is dropped.
#[derive(Debug)]
pub struct Alarm {
    over: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Alarm {
    /// Will raise `flag` at `deadline`, if there is one.
    pub fn set(deadline: Option<Instant>, flag: Cancel) -> std::io::Result<Alarm> {
        let over = Arc::new((Mutex::new(false), Condvar::new()));
        let Some(deadline) = deadline else { return Ok(Alarm { over, thread: None }) };
        let shared = over.clone();
        let thread = std::thread::Builder::new().name("alarm".to_owned()).spawn(move || {
            let (over, wake) = &*shared;
            let mut guard = over.lock();
            while !*guard {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return flag.raise();
                }
                wake.wait_for(&mut guard, left);
            }
        })?;
        Ok(Alarm { over, thread: Some(thread) })
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        *self.over.0.lock() = true;
        self.over.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_says_its_unit() {
        for (text, goal) in [
            ("100tokens", Goal::Tokens(100)),
            ("1 token", Goal::Tokens(1)),
            ("30T", Goal::Tokens(30)),
            ("900B", Goal::Bytes(900)),
            ("2KB", Goal::Bytes(2048)),
            ("1.5kb", Goal::Bytes(1536)),
            ("3MiB", Goal::Bytes(3 << 20)),
            ("90s", Goal::Time(Duration::from_secs(90))),
            ("10m", Goal::Time(Duration::from_secs(600))),
            ("1.5h", Goal::Time(Duration::from_secs(5400))),
            ("7:05", Goal::Clock(civil::time(7, 5, 0, 0))),
        ] {
            assert_eq!(Goal::parse(text), Ok(goal), "{text}");
        }
        let wrong =
            ["", "100", "10M", "0t", "0s", "0B", "-5m", "1e9t", "24:00", "7:60", "7:5:3", ":", "+7:+5"];
        for text in wrong.into_iter().chain(["99999999999t", "soon", "tokens", "1..5s", "5 m m", "\u{661}t"])
        {
            assert!(Goal::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn of_several_budgets_the_first_to_be_met_counts() {
        let goals = ["100t", "50t", "10m", "90s", "1KB"].map(|it| Goal::parse(it).unwrap());
        let until = Until::of(&goals);
        assert_eq!((until.tokens, until.bytes), (Some(100), Some(1024)));
        assert_eq!(until.time, Some(Duration::from_secs(90)));
        assert_eq!(until.met_by(101, 1025), None);
        assert_eq!(until.met_by(100, 9999), Some(Spent::Tokens));
        assert_eq!(until.met_by(999, 1024), Some(Spent::Bytes));
        assert_eq!(Until::default().met_by(0, 0), None);
    }

    #[test]
    fn a_time_of_day_is_the_next_one() {
        let utc = civil::date(2026, 3, 28).at(22, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
        let seconds = |hour, minute| until_clock(&utc, civil::time(hour, minute, 0, 0)).as_secs();
        assert_eq!(seconds(22, 1), 60);
        assert_eq!(seconds(22, 0), 24 * 3600);
        assert_eq!(seconds(7, 30), 9 * 3600 + 1800);
    }

    #[test]
    fn a_batch_takes_times_with_units_or_seconds() {
        let seconds = |text| time(text).map(|it| it.as_secs());
        assert_eq!((seconds("90"), seconds("30m"), seconds("1.5h")), (Ok(90), Ok(1800), Ok(5400)));
        assert!(seconds("07:30").unwrap() <= 24 * 3600);
        for wrong in ["soon", "0s", "0", "100t", "2KB"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_alarm_raises_its_flag_and_can_be_called_off() {
        let flag = Cancel::new();
        let alarm = Alarm::set(Some(Instant::now()), flag.clone()).unwrap();
        while !flag.is_raised() {
            std::thread::yield_now();
        }
        drop(alarm);
        let never = Cancel::new();
        drop(Alarm::set(Some(Instant::now() + Duration::from_secs(3600)), never.clone()).unwrap());
        drop(Alarm::set(None, never.clone()).unwrap());
        assert!(!never.is_raised());
    }
}
