//! The account below the table of `--stats`: where the time of the workers went, what was in vain, and what was left.

use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Left, PassStats, Stage};
use lop_runner::event::Closing;
use lop_runner::number::{count, counted, span};
use lop_runner::{Event, Listener};
use parking_lot::Mutex;
use rustix::time::{ClockId, clock_gettime};

use crate::progress::say;

/// Stands before another reporter.
pub(super) struct Account {
    inner: Arc<dyn Listener>,
    seen: Mutex<Seen>,
}

/// What was seen of the run.
#[derive(Default)]
struct Seen {
    jobs: usize,
    stage: Option<Stage>,
}

impl Account {
    /// Will print its lines behind those of `inner`, to which everything is passed on.
    pub(super) fn new(inner: Arc<dyn Listener>) -> Account {
        Account { inner, seen: Mutex::default() }
    }
}

impl Listener for Account {
    fn on_event(&self, file: &str, event: &Event) {
        self.inner.on_event(file, event);
        let mut seen = self.seen.lock();
        match event {
            Event::Started(setting) => seen.jobs = setting.jobs,
            Event::Round { stage, .. } | Event::Stage { stage } => seen.stage = Some(*stage),
            Event::Finished(closing) => lines(&seen, closing, own()).iter().for_each(|it| say(it)),
            _ => {}
        }
    }
}

/// Processor time of this process, without its children.
fn own() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

fn lines(seen: &Seen, closing: &Closing, own: Duration) -> Vec<String> {
    let outcome = &closing.summary.outcome;
    let mut total = PassStats::new("total");
    outcome.passes.iter().for_each(|it| total += it);
    let all = closing.summary.elapsed * u32::try_from(seen.jobs.max(1)).unwrap_or(u32::MAX);
    let waited = all.saturating_sub(total.took + own);
    let mut lines = vec![format!(
        "workers: the test {}, lop itself {}, waited {}; {} of {} questions in vain",
        share(total.took, all),
        share(own, all),
        share(waited, all),
        count(total.wasted),
        count(total.asked),
    )];
    lines.push(match seen.stage {
        _ if closing.summary.is_complete() => format!("left to try: {}", left_out(outcome.left)),
        Some(stage) => format!("left to try: {}", left(stage)),
        None => "left to try: everything".to_owned(),
    });
    lines.extend(closing.summary.traffic.map(|(it, batches, worked)| {
        let batched = match batches.actions {
            0 => String::new(),
            actions => format!(" ({} of them in {} batches)", count(batches.answered), count(actions)),
        };
        let worked =
            worked.map_or_else(String::new, |it| format!(", whose processors worked for about {}", span(it)));
        format!(
            "the cluster: {} runs{batched}, asked for again {} times and at the same time {}, {} runs on this machine; {} bytes went there{worked}",
            count(it.answered),
            count(it.retried),
            count(it.twice),
            count(it.here + it.unanswered),
            count(it.uploaded),
        )
    }));
    lines
}

/// `3.2 s (12 %)`.
fn share(part: Duration, all: Duration) -> String {
    let percent = 100.0 * part.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
    format!("{} ({:.0} %)", span(part), percent.min(100.0))
}

/// What a complete run did not ask, and what it is worth.
fn left_out(left: Left) -> String {
    match left.edits {
        0 => "nothing at this --effort".to_owned(),
        edits => {
            format!("{} refused before, for {:.2} tokens in all", counted(edits, "edit"), left.tokens)
        }
    }
}

/// What begins with this stage.
fn left(stage: Stage) -> &'static str {
    match stage {
        Stage::Tree | Stage::Bulk | Stage::Mass | Stage::Coarse => {
            "the search through the whole, and all that follows it"
        }
        Stage::Main => "big steps, and all that follows them",
        Stage::Fine => "small steps, looks, and the certificate",
        Stage::Polish | Stage::Deep | Stage::Grow | Stage::Finish => "looks, and the certificate",
        Stage::Certify => "the certificate",
    }
}

#[cfg(test)]
mod tests {
    use lop_engine::{Ended, Outcome};
    use lop_runner::Summary;
    use lop_runner::event::Kept;

    use super::*;

    fn lines_of(ended: Ended) -> Vec<String> {
        let mut pass = PassStats::new("hoist");
        (pass.asked, pass.wasted, pass.took) = (1200, 7, Duration::from_secs(6));
        let mut outcome = Outcome::default();
        (outcome.passes, outcome.ended) = (vec![pass], ended);
        let summary = Summary { elapsed: Duration::from_secs(5), ..Summary::of(outcome) };
        let closing = Closing::of("x".into(), summary, Kept::Stdout);
        let seen = Seen { jobs: 2, stage: Some(Stage::Fine) };
        lines(&seen, &closing, Duration::from_secs(1))
    }

    #[test]
    fn the_time_of_all_workers_is_accounted_for() {
        let lines = lines_of(Ended::Fixpoint);
        assert_eq!(
            lines[0],
            "workers: the test 6.0 s (60 %), lop itself 1.0 s (10 %), waited 3.0 s (30 %); 7 of 1,200 questions in vain"
        );
        assert_eq!(lines[1], "left to try: nothing at this --effort");
    }

    #[test]
    fn of_a_complete_run_it_is_said_what_was_not_asked_again() {
        let mut left = Left::default();
        assert_eq!(left_out(left), "nothing at this --effort");
        (left.edits, left.tokens) = (1, 0.0005);
        assert_eq!(left_out(left), "1 edit refused before, for 0.00 tokens in all");
        (left.edits, left.tokens) = (1_200, 0.62);
        assert_eq!(left_out(left), "1,200 edits refused before, for 0.62 tokens in all");
    }

    #[test]
    fn of_a_run_that_ended_before_it_is_said_what_was_left() {
        assert_eq!(lines_of(Ended::Budget)[1], "left to try: small steps, looks, and the certificate");
    }
}
