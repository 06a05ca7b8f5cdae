//! The values of options that are more than words: times, numbers of jobs, signals.

use std::time::Duration;

/// Where a run stops, as it is spelt on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EffortArg {
    /// Main passes only: the fastest, and far from minimal
    Quick,
    /// All passes that pay
    Normal,
    /// Also windows and patterns of tokens, single characters, and shorter names
    Thorough,
}

/// The longest time that can be meant, in seconds: more than thirty years.
const LONGEST: f64 = 1e9;

/// A time with fractions, more than none: seconds, or what a unit says.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "not a number of seconds, such as 10 or 0.5, nor a time such as 10s or 2m".to_owned();
    let digits = text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
    let scale = match &text[digits.len()..] {
        "ms" => 1e-3,
        "" | "s" | "sec" | "seconds" => 1.0,
        "m" | "min" | "minutes" => 60.0,
        "h" | "hours" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = digits.parse::<f64>().map_err(|_| wrong())? * scale;
    if seconds > LONGEST {
        return Err(format!("more than {LONGEST} seconds: leave it out, if there is to be no end"));
    }
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("must be more than 0 seconds".to_owned()),
    }
}

/// At least one job, and no more than could ever help.
pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("not a number from 1 to 1024".to_owned()),
    }
}

/// A signal by name, with or without SIG, or by number.
pub(crate) fn signal(text: &str) -> Result<i32, String> {
    lop_oracle::parse_signal(text)
        .ok_or_else(|| "not a signal: give a name such as SEGV or ABRT, or a number from 1 to 64".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_have_names_with_and_without_sig_and_numbers() {
        assert_eq!(signal("SEGV"), Ok(11));
        assert_eq!(signal("sigabrt"), Ok(6));
        assert_eq!(signal("9"), Ok(9));
        assert!(signal("0").is_err());
        assert!(signal("SIG").is_err());
    }

    #[test]
    fn seconds_may_have_fractions_but_not_be_nothing() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for (text, expected) in [("10s", 10), ("2m", 120), ("10", 10), ("1h", 3600)] {
            assert_eq!(seconds(text), Ok(Duration::from_secs(expected)));
        }
        for long in ["1e300", "1e400", "400000h"] {
            assert!(seconds(long).unwrap_err().contains("more than 1000000000 seconds"), "{long}");
        }
        for wrong in ["0", "-1", "nan", "inf", "soon", "1e300", "10x", "s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
