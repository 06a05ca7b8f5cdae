//! The oracle survives every bad test: in bounded time, with no process and no file left behind.

#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "../common/mod.rs"]
mod common;
mod companions;
#[cfg(not(feature = "portable"))]
mod descendants;
#[cfg(not(feature = "portable"))]
mod mounts;
mod processes;
mod scratch;

use std::time::Duration;

use common::{Place, ask, oracle};
use lop_engine::Verdict;
use lop_oracle::{CommandSpec, Timeout};

pub(crate) const SHORT: Timeout = Timeout::Fixed(Duration::from_millis(150));

pub(crate) fn judge(line: &str) -> Verdict {
    let place = Place::new();
    let oracle = oracle(place.shell(line));
    let verdict = ask(&oracle, "text");
    place.assert_clean(oracle);
    verdict
}

/// Judges a test that does not end by itself.
pub(crate) fn judge_shortly(line: &str) -> Verdict {
    let place = Place::new();
    let grace = Duration::from_millis(50);
    let oracle = oracle(CommandSpec { timeout: SHORT, grace, ..place.shell(line) });
    let verdict = ask(&oracle, "text");
    place.assert_clean(oracle);
    verdict
}
