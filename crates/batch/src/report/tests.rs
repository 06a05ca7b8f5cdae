//! Names and outputs that try to be something else stay text in every report.

use super::*;
use crate::bugs::cluster::{Brief, clusters};
use crate::records::record::{Crash, Delta, Needed, Pass, Point, Proven, Size, VERSION, from_bytes};
use lop_runner::event::{Reason, Shown};
use lop_runner::rate::Tally;
use lop_runner::summary::Rates;

/// What a name, a command or an output may hold.
const HOSTILE: &str = "\"><script>alert('x')</script>&amp;``` ]]> \u{1}\u{1b}[31m\u{85}\u{fffe}*_[a](b)";

pub(super) fn record() -> Record {
    let source = from_bytes(b"</pre></script><script>alert('x')</script>\xff\x00\"'&;");
    Record {
        rates: None,
        version: VERSION,
        file: HOSTILE.to_owned(),
        language: Some("c".to_owned()),
        signature: Some(Crash { text: HOSTILE.to_owned(), line: HOSTILE.to_owned(), id: String::new() }),
        command: HOSTILE.to_owned(),
        tool: Some(HOSTILE.to_owned()),
        quick: false,
        ended: HOSTILE.to_owned(),
        because: None,
        before: Size::default(),
        after: Size::default(),
        questions: 2,
        known: 0,
        seconds: 0.5,
        rounds: 1,
        certificate: Proven::default(),
        passes: vec![Pass { name: HOSTILE.to_owned(), accepted: 1, ..Pass::default() }],
        curve: vec![
            Point {
                question: 1,
                seconds: 0.1,
                tokens: 9,
                bytes: 9,
                pass: HOSTILE.to_owned(),
                score: None
            };
            2
        ],
        steps: vec![Delta { front: 0, back: 9, text: HOSTILE.to_owned() }],
        result: source.clone(),
        source,
        needed: vec![needed(None, 1)],
        units: vec![needed(Some(HOSTILE.to_owned()), 9)],
        phases: Vec::new(),
        formatted: false,
        output: vec![HOSTILE.to_owned()],
        tree: Vec::new(),
        normal: "0".repeat(32),
    }
}

fn needed(title: Option<String>, end: usize) -> Needed {
    let shown = Some(Shown::Diagnostic(HOSTILE.to_owned()));
    Needed { start: 0, end, title, reason: Reason::Refused, shown, breaks: false }
}

fn overview() -> Overview {
    let briefs = vec![Brief::from(&record())];
    let found = |name: &str, found| (name.to_owned(), found);
    let failed = Found::CannotRun { because: HOSTILE.to_owned() };
    let interesting = Found::Interesting { signature: None, seconds: 0.0 };
    Overview {
        corpus: HOSTILE.to_owned(),
        found: vec![found(HOSTILE, interesting), found("other", failed)],
        clusters: clusters(&briefs),
        briefs,
    }
}

#[track_caller]
fn is_harmless(page: &str) {
    assert!(page.contains("&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;amp;"));
    let at = page.find("<script>alert");
    assert_eq!(at.map(|at| &page[at.saturating_sub(80)..at]), None);
    let control = page.chars().find(|it| it.is_control() && !"\n\t".contains(*it));
    assert_eq!(control, None);
}

#[test]
fn nothing_from_outside_becomes_markup_in_the_page_of_a_batch() {
    is_harmless(&page::batch(&overview(), &|_| Some(record()), &|_| HOSTILE.to_owned()));
}

#[test]
fn nothing_from_outside_becomes_markup_in_the_page_of_one_reduction() {
    is_harmless(&single(&record(), HOSTILE));
}

#[test]
fn a_page_says_how_often_a_test_with_moods_says_yes() {
    let tally = |yes, asked| Tally { yes, asked };
    let rates = Rates { original: tally(80, 100), result: Some(tally(45, 50)), demanded: None };
    let moody = Record { rates: Some(rates), ..record() };
    let said = "holds in 90 % of 50 runs (95 %: 79–96 %), original 80 % (71–87 %)";
    assert!(single(&moody, "").contains(said));
    assert!(page::batch(&overview(), &|_| Some(moody.clone()), &|_| String::new()).contains(said));
}

#[test]
fn a_hostile_name_is_one_case_of_well_formed_junit() {
    let text = junit::junit(&overview());
    let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
    assert_eq!((report.tests, report.failures, report.errors, report.skipped), (2, 1, 1, 0));
    let suite = &report.test_suites[0];
    assert_eq!((suite.tests, suite.failures, suite.errors), (2, 1, 1));
    let shown = HOSTILE.replace(['\u{1}', '\u{1b}', '\u{85}', '\u{fffe}'], "\u{fffd}");
    assert_eq!(suite.test_cases[0].name.as_str(), shown);
}

#[test]
fn a_hostile_name_is_a_value_of_json_and_sarif() {
    let summary: serde_json::Value = serde_json::from_str(&summary::summary(&overview())).unwrap();
    assert_eq!(summary["results"][0]["file"], HOSTILE);
    let sarif: serde_json::Value = serde_json::from_str(&sarif::sarif(&overview())).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    let plain = |it: char| it.is_ascii_alphanumeric() || "-._~/%".contains(it);
    assert!(uri.as_str().unwrap().chars().all(plain), "{uri}");
}

#[test]
fn nothing_from_outside_becomes_markup_in_the_text_for_a_bug_tracker() {
    let overview = overview();
    let text = markdown::bug(&overview, &overview.clusters[0], &record());
    let line = |start: &str| text.lines().find(|it| it.starts_with(start)).unwrap();
    for shown in [line("# "), line("- **Version:** ")] {
        assert!(shown.contains("\">\\<script>alert('x')\\</script>&amp;\\`\\`\\` ]]> "), "{shown}");
        assert!(shown.ends_with("\\*_\\[a](b)") || shown.ends_with("\\*_\\[a](b) shows"), "{shown}");
    }
    assert!(line("- **Command:** ").starts_with("- **Command:** ```` \"><script>"), "{text}");
    assert!(text.contains("\n````text\n\"><script>"), "{text}");
    assert_eq!(text.chars().find(|it| it.is_control() && *it != '\n'), Some('\0'), "the source is as it is");
}
