//! The sentences before and after a run, and what is certain about its result.

use std::path::PathBuf;

use lop_batch::display::{harmless, harmless_lines};
use lop_engine::{Ended, Outcome};
use lop_runner::number::{count, counted, gone, measured, rate, span};
use lop_runner::rate::{ERROR, percent};

use super::stats;
use super::style::Style;
use lop_runner::event::{Closing, Kept, Setting};
use lop_runner::until::Spent;
use lop_runner::{Event, Summary, Trust};

/// A line on what is about to happen, and one on what is held on to.
pub(super) fn opening(setting: &Setting) -> String {
    let line = format!(
        "{}: {}, {}, {}; the test ({}) takes {}; {}",
        setting.file.display(),
        counted(setting.tokens, "token"),
        counted(setting.bytes, "byte"),
        setting.language.as_deref().unwrap_or("plain text"),
        setting.test,
        span(setting.took),
        counted(setting.jobs, "job"),
    );
    harmless_lines(&setting.target.iter().fold(line, |line, it| line + "\n" + it))
}

/// What any reporter for people says in the same words: notes, warnings, errors and the end.
pub(super) fn told(event: &Event, style: Style, with_stats: bool) -> Vec<String> {
    match event {
        Event::Note(text) => vec![style.note(text)],
        Event::Warning(text) => vec![style.warning(text)],
        Event::Stopping(signal) => {
            vec![format!("{signal}: stopping and keeping the best so far (once more to leave at once)")]
        }
        Event::Failed(failure) => vec![style.failure(failure)],
        Event::Finished(closing) => {
            let table = with_stats.then(|| stats::all(&closing.summary));
            table.into_iter().chain([block(closing, style)]).collect()
        }
        _ => Vec::new(),
    }
}

/// The closing block.
fn block(closing: &Closing, style: Style) -> String {
    let outcome = &closing.summary.outcome;
    let mut lines = vec![format!(
        "{}: {} → {} {} (−{}), {} → {} (−{})",
        harmless(&closing.file.to_string_lossy()),
        count(outcome.tokens.0),
        style.strong(&count(outcome.tokens.1)),
        if outcome.tokens.1 == 1 { "token" } else { "tokens" },
        gone(outcome.tokens.0, outcome.tokens.1),
        count(outcome.bytes.0),
        counted(outcome.bytes.1, "byte"),
        gone(outcome.bytes.0, outcome.bytes.1),
    )];
    if let Some(scores) = closing.summary.scores {
        let (before, after) = (measured(scores.original), measured(scores.result));
        lines.push(format!("score: {before} → {}", style.strong(&after)));
    }
    lines.push(style.faint(&format!(
        "{} in {} ({}), {} more answered from memory, {}",
        counted(outcome.questions, "question"),
        span(closing.summary.elapsed),
        rate(outcome.questions, closing.summary.elapsed),
        count(outcome.known),
        counted(outcome.rounds, "round"),
    )));
    lines.extend(validity(&closing.summary).map(|it| style.faint(&it)));
    lines.extend(rates(&closing.summary, style));
    lines.push(certainty(outcome, closing));
    lines.extend(doubts(&closing.summary, style));
    lines.extend(finds(closing));
    lines.push(match &closing.kept {
        Kept::File(path) => format!("result: {}", style.strong(&path.display().to_string())),
        Kept::Files(paths) if paths.is_empty() => "result: nothing is left of the files".to_owned(),
        Kept::Files(paths) => format!("result: {}", style.strong(&listed(paths))),
        Kept::Stdout => "result: on standard output".to_owned(),
        Kept::Untouched(path) => format!("result: nothing could be removed, {} is as it was", path.display()),
    });
    if !closing.backups.is_empty() {
        lines.push(format!("original: {}", listed(&closing.backups)));
    }
    if closing.summary.resumable {
        lines.push("to go on where it stopped, give the same command with --resume".to_owned());
    }
    lines.join("\n")
}

fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|it| it.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// What became of the candidates that were not valid.
fn validity(summary: &Summary) -> Option<String> {
    let broken = summary.outcome.broken;
    let broken = (broken > 0).then(|| format!("--keep-parsing: {} not asked", counted(broken, "candidate")));
    let valid = summary.validity.map(|it| {
        format!(
            "--valid: asked {}, refused {}, {}",
            counted(it.asked, "time"),
            count(it.refused),
            span(it.took)
        )
    });
    let both: Vec<String> = broken.into_iter().chain(valid).collect();
    (!both.is_empty()).then(|| both.join("; "))
}

/// How often the test says yes to the result, and to what there was.
fn rates(summary: &Summary, style: Style) -> Option<String> {
    let rates = summary.rates?;
    let text = rates.to_string();
    let doubted = rates.result.is_some() && summary.trust == Trust::Flaky;
    Some(if doubted { style.warning(&text) } else { text })
}

/// What may be wrong with the result.
fn doubts(summary: &Summary, style: Style) -> Vec<String> {
    // Of a result that passed the user's own test of validity the grammar knows less than that.
    let broken = summary.parses_no_more() && summary.validity.is_none();
    let broken = broken
        .then(|| style.note("the input parsed and the result does not; --keep-parsing keeps to what does"));
    let left = match summary.outcome.tokens.1 {
        1 => "only one token is",
        _ => "only two tokens are",
    };
    let weak = format!("{left} left: the test may be too weak, and say yes to what does not show the bug");
    let failed = summary.outcome.passes.iter().filter(|it| it.failed).map(|it| {
        style.warning(&format!(
            "the pass {} failed on some text and was left out from then on: please report it with what it printed",
            it.name
        ))
    });
    broken.into_iter().chain(summary.is_suspicious().then(|| style.warning(&weak))).chain(failed).collect()
}

/// How many other crashes turned up, and which.
fn finds(closing: &Closing) -> Vec<String> {
    const SHOWN: usize = 3;
    let finds = &closing.summary.other_crashes;
    if finds.is_empty() {
        return Vec::new();
    }
    let place = match &closing.other_crashes_kept {
        Some(directory) => format!("the smallest file of each is in {}", directory.display()),
        None => "--keep-other-crashes DIR keeps the smallest file of each".to_owned(),
    };
    let kinds = if finds.len() == 1 { "other crash" } else { "other crashes" };
    let mut lines = vec![format!("{} {kinds} turned up ({place}):", count(finds.len()))];
    lines.extend(
        finds
            .iter()
            .take(SHOWN)
            .map(|(what, times)| format!("  {} ({})", harmless(&what.to_string()), counted(*times, "time"))),
    );
    if finds.len() > SHOWN {
        lines.push(format!("  and {} more", count(finds.len() - SHOWN)));
    }
    lines
}

/// What was tried on the result and refused, and no more than that.
fn certainty(outcome: &Outcome, closing: &Closing) -> String {
    let certificate = outcome.certificate;
    // One file by itself is the document.
    let files = Some(counted(certificate.files, "file") + ", ").filter(|_| certificate.files > 0);
    let (tokens, units) = (counted(certificate.tokens, "token"), counted(certificate.units, "unit"));
    let tried = format!("{}{tokens} and {units}", files.unwrap_or_default());
    let among = if outcome.broken > 0 { " among what parses" } else { "" };
    let mut before = if closing.summary.formatted { ", before it was formatted" } else { "" }.to_owned();
    if closing.summary.rates.is_some() {
        // What was refused may have been good enough.
        before = format!(" up to chance ({} for each){before}", percent(ERROR));
    }
    if certificate.complete {
        // Each of them is a name of a file, and has been tried as that.
        let is_told = certificate.files > 0 && outcome.tokens.1 > certificate.tokens;
        let names = if is_told { "; the names of files count as tokens above" } else { "" };
        return match (outcome.tokens.1, certificate.tokens, certificate.protected) {
            (0, ..) => "certified: nothing is left to remove".to_owned(),
            (_, _, 0) => {
                format!("certified 1-minimal{among}{before}: each of {tried} was tried and refused{names}")
            }
            (_, 0, _) => "certified: nothing is left to remove outside the protected regions".to_owned(),
            (.., held) => format!(
                "certified 1-minimal{among} outside the protected regions{before}: each of {tried} was tried and refused, and \
                 {} more not tried",
                count(held)
            ),
        };
    }
    let why = match (&outcome.ended, closing.signal) {
        (Ended::Stopped, Some(signal)) => format!("stopped by {signal}"),
        (Ended::Stopped, None) => "stopped".to_owned(),
        (Ended::Budget | Ended::GoalReached, _) => {
            closing.summary.spent.unwrap_or(Spent::Questions).explain().to_owned()
        }
        (Ended::OracleFailed(_) | Ended::ProtectionLost, _) => {
            outcome.ended.trouble().map(|it| it.to_string()).unwrap_or_default()
        }
        _ if closing.summary.trust == Trust::Flaky && closing.summary.rates.is_some() => {
            "nothing smaller holds as often as it must".to_owned()
        }
        _ if closing.summary.trust == Trust::Flaky => {
            "the test is flaky, so that a no may be chance".to_owned()
        }
        _ if closing.summary.scores.is_some_and(|it| it.wavers) => {
            "its score wavers, so that a no may be chance".to_owned()
        }
        _ => "the passes in use do not try everything".to_owned(),
    };
    if certificate.tokens + certificate.units == 0 {
        format!("not certified to be minimal: {why}")
    } else {
        format!("not certified to be minimal: {why} (refused so far: {tried})")
    }
}

#[cfg(test)]
mod tests {
    use lop_engine::Certificate;

    use super::*;

    fn outcome(ended: Ended, certificate: Certificate) -> Outcome {
        let mut outcome = Outcome::default();
        (outcome.tokens, outcome.bytes, outcome.rounds) = ((100, 31), (400, 90), 1);
        (outcome.certificate, outcome.ended) = (certificate, ended);
        outcome
    }

    fn said(
        outcome: &Outcome,
        spent: Option<Spent>,
        formatted: bool,
        signal: Option<&'static str>,
    ) -> String {
        let summary = Summary { spent, formatted, ..Summary::of(outcome.clone()) };
        let closing = Closing { signal, ..Closing::of("x".into(), summary, Kept::Stdout) };
        certainty(outcome, &closing)
    }

    fn certificate(units: usize, tokens: usize, protected: usize, complete: bool) -> Certificate {
        let mut certificate = Certificate::default();
        (certificate.units, certificate.tokens) = (units, tokens);
        (certificate.protected, certificate.complete) = (protected, complete);
        certificate
    }

    #[test]
    fn a_certificate_says_what_was_tried() {
        assert_eq!(
            said(&outcome(Ended::Fixpoint, certificate(44, 31, 0, true)), None, false, None),
            "certified 1-minimal: each of 31 tokens and 44 units was tried and refused"
        );
    }

    #[test]
    fn of_a_project_it_says_that_its_files_were_tried() {
        let mut of_files = certificate(44, 31, 0, true);
        of_files.files = 2;
        assert_eq!(
            said(&outcome(Ended::Fixpoint, of_files), None, false, None),
            "certified 1-minimal: each of 2 files, 31 tokens and 44 units was tried and refused"
        );
        of_files.tokens = 30;
        let text = said(&outcome(Ended::Fixpoint, of_files), None, false, None);
        assert!(text.ends_with("was tried and refused; the names of files count as tokens above"), "{text}");
    }

    #[test]
    fn what_is_protected_is_not_said_to_have_been_refused() {
        let some = certificate(44, 31, 9, true);
        let text = said(&outcome(Ended::Fixpoint, some), None, false, None);
        assert!(
            text.contains("1-minimal outside the protected regions") && text.ends_with("9 more not tried")
        );
        let all = certificate(0, 0, 9, true);
        let text = said(&outcome(Ended::Fixpoint, all), None, false, None);
        assert_eq!(text, "certified: nothing is left to remove outside the protected regions");
    }

    #[test]
    fn of_a_formatted_result_the_text_before_is_certified() {
        let text = said(&outcome(Ended::Fixpoint, certificate(44, 31, 0, true)), None, true, None);
        assert!(text.starts_with("certified 1-minimal, before it was formatted: each of 31"), "{text}");
    }

    #[test]
    fn without_a_certificate_the_reason_is_said() {
        let none = Certificate::default();
        let text = said(&outcome(Ended::Stopped, none), None, false, Some("SIGTERM"));
        assert_eq!(text, "not certified to be minimal: stopped by SIGTERM");
        let text = said(&outcome(Ended::Budget, none), Some(Spent::Time), false, None);
        assert_eq!(text, "not certified to be minimal: the time of --until is up");
        let part = certificate(1, 2, 0, false);
        let text = said(&outcome(Ended::Budget, part), Some(Spent::Questions), false, None);
        assert!(text.contains("refused so far: 2 tokens and 1 unit"));
    }
}
