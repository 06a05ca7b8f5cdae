//! Numbers as a person reads them: thousands apart, percentages that never round to a lie, times as on a clock.

use std::time::Duration;

/// `1234567` as `1,234,567`.
pub fn count(number: impl TryInto<u64>) -> String {
    grouped(number, ',')
}

/// `1 token`, `2 tokens`.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    plural(&count(number), thing)
}

/// The digits of a number with `separator` between the thousands; `?` for a negative one.
pub fn grouped(number: impl TryInto<u64>, separator: char) -> String {
    let digits = number.try_into().map_or_else(|_| "?".to_owned(), |it: u64| it.to_string());
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// So many of a thing, as `number` spells it: one, or several of them.
pub fn plural(number: &str, thing: &str) -> String {
    if number == "1" { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// How much of `before` is gone, with one decimal, rounded down: 100 % means nothing is left.
pub fn gone(before: usize, after: usize) -> String {
    let removed = before.saturating_sub(after) as u128;
    let tenths = (removed * 1000).checked_div(before as u128).unwrap_or(0);
    if tenths.is_multiple_of(10) {
        format!("{} %", tenths / 10)
    } else {
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// How long something has gone on: `42 s`, then as [`span`].
pub fn ticking(time: Duration) -> String {
    if time.as_secs() < 60 { format!("{} s", time.as_secs()) } else { clock(time) }
}

/// `83` seconds as `1:23`, an hour more as `1:01:23`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 { format!("{minutes}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

/// A time span with as many digits as matter; from a minute on as on a clock.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 60.0 {
        clock(time)
    } else if seconds >= 1.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.0} ms", seconds * 1e3)
    }
}

/// How many per second.
#[expect(clippy::cast_precision_loss, reason = "three digits of it are shown")]
pub fn rate(number: u64, time: Duration) -> String {
    let rate = number as f64 / time.as_secs_f64().max(1e-3);
    if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{}/s", measured(rate.round())) }
}

/// A number that was measured, with what matters of it.
pub fn measured(value: f64) -> String {
    if value.abs() >= 1e15 {
        return format!("{value:e}");
    }
    let digits = if value.abs() >= 1000.0 { 0 } else { 4 };
    let text = format!("{value:.digits$}");
    let text = if digits == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |it| ("-", it));
    match text.parse::<usize>() {
        Ok(whole) => format!("{sign}{}", count(whole)),
        Err(_) => format!("{sign}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_kept_apart() {
        assert_eq!([count(0_u64), count(999_u64), count(1000_u64)], ["0", "999", "1,000"]);
        assert_eq!(count(1_234_567_usize), "1,234,567");
    }

    #[test]
    fn only_nothing_is_a_hundred_percent_less() {
        assert_eq!(gone(10_000, 1), "99.9 %");
        assert_eq!(gone(10, 0), "100 %");
        assert_eq!(gone(10, 10), "0 %");
        assert_eq!(gone(0, 0), "0 %");
        assert_eq!(gone(8, 7), "12.5 %");
    }

    #[test]
    fn times_are_short() {
        assert_eq!(clock(Duration::from_secs(83)), "1:23");
        assert_eq!(clock(Duration::from_secs(3683)), "1:01:23");
        assert_eq!(span(Duration::from_millis(12)), "12 ms");
        assert_eq!(span(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(span(Duration::from_secs(83)), "1:23");
        assert_eq!([9, 10, 1234].map(|it| rate(it, Duration::from_secs(1))), ["9.0/s", "10/s", "1,234/s"]);
        assert_eq!([42, 83].map(|it| ticking(Duration::from_secs(it))), ["42 s", "1:23"]);
    }
}
