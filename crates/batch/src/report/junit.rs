//! `JUnit` XML, for CI: a bug is a failure in each file that shows it, an input that could not be asked is an error.

use std::collections::HashMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::Overview;
use crate::bugs::cluster::Brief;
use crate::display::{harmless, harmless_lines};
use lop_runner::Found;
use lop_runner::number::counted;

const NAME: &str = "lop batch";

/// The report: one suite, with a case for each input.
pub(super) fn junit(overview: &Overview) -> String {
    let numbers = overview.numbers();
    let briefs: HashMap<&str, &Brief> = overview.briefs.iter().map(|it| (it.file.as_str(), it)).collect();
    let mut suite = TestSuite::new(NAME);
    for (file, found) in &overview.found {
        let brief = briefs.get(file.as_str()).copied();
        let status = match brief {
            Some(it) => failure(overview, it, numbers[it.file.as_str()]),
            None => status(found),
        };
        let mut case = TestCase::new(harmless(file), status);
        let seconds = brief.map_or(0.0, |it| it.seconds);
        case.set_classname("lop").set_time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        suite.add_test_case(case);
    }
    let mut report = Report::new(NAME);
    report.add_test_suite(suite);
    report.to_string().expect("a text in memory takes everything that is written to it")
}

fn failure(overview: &Overview, it: &Brief, bug: usize) -> TestCaseStatus {
    let cluster = &overview.clusters[bug];
    let old = if cluster.old == Some(true) { " (known)" } else { "" };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(harmless_lines(&format!(
        "{}{old}; {}",
        cluster.title,
        counted(it.after.tokens, "token")
    )));
    status
}

/// The status of an input that has no result.
fn status(found: &Found) -> TestCaseStatus {
    let mut status = match found {
        Found::Interesting { .. } | Found::NotInteresting { .. } => return TestCaseStatus::success(),
        Found::Duplicate { .. } | Found::Empty | Found::TooLarge { .. } => TestCaseStatus::skipped(),
        _ => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    status.set_message(harmless_lines(&format!("{}: {}", found.word(), found.details())));
    status
}
