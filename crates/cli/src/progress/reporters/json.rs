//! The event stream of `--json`: one JSON object per line on standard output.
//!
//! Every record has a string `event`; the first record of a stream also has `version`, now 1. New events and new
//! fields may appear within a version: a reader skips what it does not know. Times are seconds with fractions,
//! counted from the start of the search where they are called `at`. Paths that are not UTF-8 are shown lossily.
//!
//! | event | fields |
//! |---|---|
//! | `start` | `lop` (its version), `file`, `language` (a name or null), `test`, `symptom` (what is held on to, or null), `jobs`, `tokens`, `bytes`, `took` (of the test on the original), `output` (a path or `-`) |
//! | `round` | `round` (from 1), `tokens`, `bytes`, `errors` (of the parse), `at` |
//! | `question` | `pass`, `verdict` (`interesting`, `boring`, `timed-out`, `cancelled`), `took`, `bytes`, `hash` (128 bits in hexadecimal), `at` |
//! | `known` | `pass`: a candidate whose verdict was known already |
//! | `improved` | `pass`, `tokens`, `bytes`, `score` (of `--objective`, else null), `at`: a new best, in order; one that a person has handed in is of the pass `edit`, and may be larger |
//! | `note`, `warning` | `text` |
//! | `stopping` | `signal` |
//! | `summary` | `ended` (`fixpoint`, `stopped`, `budget`, `oracle-failed`, `protection-lost`), `because` (of the last two, else null), `budget` (what ended a run that ended by `budget`: `questions`, `tokens`, `bytes`, `time`; else null), `tokens` and `bytes` (each with `before` and `after`), `questions`, `known`, `rounds`, `seconds`, `certificate` (`complete`, `files` of a project, `tokens`, `units`: tried and refused; `protected`: not tried), `passes` (each with `name`, `asked`, `wasted`: of these in vain, `accepted`, `known`, `tokens`, `bytes`, `took`, `failed`: it has panicked, and was left out from then on), `output` (a path or `-`), `written` (false when the input was left alone), `formatted` (whether a formatter laid it out), `errors` (of the parse, `before` and `after`, or null without a grammar and for a large input, which is never parsed), `broken` (candidates that --keep-parsing refused without a question), `remote` (with --remote, runs: `answered` by the cluster, `batched` of these in so many `batches`, `here` because this machine had a slot, `retried`, asked `twice` at once because the first took long, and `local` because the cluster had no answer; `uploaded`, in bytes; and `worked`, for about how many seconds processors there were busy, by the runs of which that is known, or null; else null), `valid` (what the test of --valid did: `asked`, `refused`, `took`; else null), `rates` (with --flaky: `original` and `result`, each with `yes`, `asked`, `low` and `high`, the bounds of 95 % confidence, `result` null where it was not measured, and `demanded`, the rate of --rate or null; else null), `scores` (with --objective: `before` and `after`; else null), `backup` (a path or null), `backups` (all of them), `other_crashes` (each with `signature` and `times`), `resumable`, `exit` |
//! | `check` | of `lop check`, in the place of all the others but warnings and errors: `lop`, `file`, `language`, `tokens`, `bytes`, `errors` (of the parse), `test`, `places` (where scratch directories are made), `runs` (of the test on the original, each with `ended`, `took`, `interesting`), `symptom`, `empty` (true when an empty file is interesting, too), `limit` (seconds that a run may take from now on), `score` (of `--objective`, or null), `script` (with `--script`). When the original is refused, `symptom`, `empty` and `limit` are null and an `error` follows |
//! | `error` | `exit`, `what`, `because`, `help` (the latter may be null): the last record; there may be no other |

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use lop_engine::{Ended, PassStats, Verdict};
use lop_oracle::site::{Batches, Traffic};
use parking_lot::Mutex;
use serde_json::{Value, json};

use lop_runner::event::{Checkup, Closing, Kept, Setting};
use lop_runner::rate::Tally;
use lop_runner::until::Spent;
use lop_runner::{Event, Listener};

use crate::exit::Exit;
use crate::progress::say;

/// The version of the format.
const VERSION: u32 = 1;

/// Prints the stream.
#[derive(Debug)]
pub(super) struct Json {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    began: Instant,
    records: u64,
}

impl Json {
    /// A stream without records.
    pub(super) fn new() -> Json {
        Json { state: Mutex::new(State { began: Instant::now(), records: 0 }) }
    }
}

impl Listener for Json {
    fn on_event(&self, _: &str, event: &Event) {
        let mut state = self.state.lock();
        if matches!(event, Event::Started(_)) {
            state.began = Instant::now();
        }
        if let Event::Failed(failure) = event {
            say(&failure.to_string());
        }
        let Some(mut record) = record(event, state.began.elapsed().as_secs_f64()) else { return };
        if state.records == 0 {
            record["version"] = VERSION.into();
        }
        state.records += 1;
        let mut out = io::stdout().lock();
        // Nobody reads any more: the run goes on for the sake of its result.
        let _ = writeln!(out, "{record}").and_then(|()| out.flush());
    }
}

fn record(event: &Event, at: f64) -> Option<Value> {
    Some(match event {
        Event::Started(setting) => start(setting),
        Event::Note(text) => json!({ "event": "note", "text": text }),
        Event::Warning(text) => json!({ "event": "warning", "text": text }),
        Event::Stopping(signal) => json!({ "event": "stopping", "signal": signal }),
        Event::Finished(it) => closing(it),
        Event::CheckedUp(checkup) => check(checkup),
        Event::Failed(it) => json!({
            "event": "error", "exit": Exit::of(it).code(), "what": it.what, "because": it.because, "help": it.help,
        }),
        _ => return search(event, at),
    })
}

fn start(setting: &Setting) -> Value {
    json!({
        "event": "start",
        "lop": env!("CARGO_PKG_VERSION"),
        "file": path(&setting.file),
        "language": setting.language,
        "test": setting.test,
        "symptom": setting.target,
        "jobs": setting.jobs,
        "tokens": setting.tokens,
        "bytes": setting.bytes,
        "took": setting.took.as_secs_f64(),
        "output": path(&setting.output),
    })
}

fn search(event: &Event, at: f64) -> Option<Value> {
    Some(match event {
        Event::Round { round, tokens, bytes, errors, .. } => json!({
            "event": "round", "round": round, "tokens": tokens, "bytes": bytes, "errors": errors, "at": at,
        }),
        Event::Judged { pass, verdict, took, hash, bytes, .. } => json!({
            "event": "question",
            "pass": pass,
            "verdict": name(*verdict),
            "took": took.as_secs_f64(),
            "bytes": bytes,
            "hash": format!("{hash:032x}"),
            "at": at,
        }),
        Event::Known { pass } => json!({ "event": "known", "pass": pass }),
        Event::Improved { pass, tokens, bytes, mark, .. } => json!({
            "event": "improved", "pass": pass, "tokens": tokens, "bytes": bytes, "score": mark.score, "at": at,
        }),
        _ => return None,
    })
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interesting => "interesting",
        Verdict::Boring => "boring",
        Verdict::TimedOut => "timed-out",
        Verdict::Cancelled => "cancelled",
    }
}

fn closing(closing: &Closing) -> Value {
    let (summary, outcome) = (&closing.summary, &closing.summary.outcome);
    let ended = match &outcome.ended {
        Ended::Fixpoint => "fixpoint",
        Ended::Stopped => "stopped",
        Ended::OracleFailed(_) => "oracle-failed",
        Ended::ProtectionLost => "protection-lost",
        _ => "budget",
    };
    let because = outcome.ended.trouble().map(|it| it.to_string());
    let (output, written) = match &closing.kept {
        Kept::File(it) => (path(it), true),
        Kept::Files(all) => (all.first().map(|it| path(it)).unwrap_or_default(), true),
        Kept::Stdout => ("-".to_owned(), true),
        Kept::Untouched(it) => (path(it), false),
    };
    json!({
        "event": "summary",
        "ended": ended,
        "because": because,
        "budget": summary.spent.map(Spent::name),
        "tokens": { "before": outcome.tokens.0, "after": outcome.tokens.1 },
        "bytes": { "before": outcome.bytes.0, "after": outcome.bytes.1 },
        "questions": outcome.questions,
        "known": outcome.known,
        "rounds": outcome.rounds,
        "seconds": summary.elapsed.as_secs_f64(),
        "certificate": {
            "complete": outcome.certificate.complete,
            "files": outcome.certificate.files,
            "tokens": outcome.certificate.tokens,
            "units": outcome.certificate.units,
            "protected": outcome.certificate.protected,
        },
        "passes": outcome.passes.iter().map(pass).collect::<Vec<_>>(),
        "output": output,
        "written": written,
        "formatted": summary.formatted,
        "errors": summary.errors.map(|(before, after)| json!({ "before": before, "after": after })),
        "broken": outcome.broken,
        "remote": summary.traffic.map(|(traffic, batches, worked)| remote(traffic, batches, worked)),
        "valid": summary.validity.map(|it| json!({
            "asked": it.asked, "refused": it.refused, "took": it.took.as_secs_f64(),
        })),
        "rates": summary.rates.map(|it| json!({
            "original": tally(it.original), "result": it.result.map(tally), "demanded": it.demanded,
        })),
        "scores": summary.scores.map(|it| json!({ "before": it.original, "after": it.result })),
        "backup": closing.backups.first().map(|it| path(it)),
        "backups": closing.backups.iter().map(|it| path(it)).collect::<Vec<_>>(),
        "other_crashes": summary.other_crashes.iter().map(|(signature, times)| json!({
            "signature": signature.to_string(), "times": times,
        })).collect::<Vec<_>>(),
        "resumable": summary.resumable,
        "exit": closing.exit,
    })
}

fn remote(traffic: Traffic, batches: Batches, worked: Option<Duration>) -> Value {
    json!({
        "answered": traffic.answered,
        "batches": batches.actions,
        "batched": batches.answered,
        "here": traffic.here,
        "retried": traffic.retried,
        "twice": traffic.twice,
        "local": traffic.unanswered,
        "uploaded": traffic.uploaded,
        "worked": worked.map(|it| it.as_secs_f64()),
    })
}

fn tally(tally: Tally) -> Value {
    let (low, high) = tally.interval();
    json!({ "yes": tally.yes, "asked": tally.asked, "low": low, "high": high })
}

fn check(checkup: &Checkup) -> Value {
    json!({
        "event": "check",
        "lop": env!("CARGO_PKG_VERSION"),
        "file": path(&checkup.file),
        "language": checkup.language,
        "tokens": checkup.tokens,
        "bytes": checkup.bytes,
        "errors": checkup.errors,
        "test": checkup.test,
        "places": checkup.places.iter().map(|it| path(it)).collect::<Vec<_>>(),
        "runs": checkup.runs.iter().map(|(status, took, interesting)| json!({
            "ended": status.to_string(), "took": took.as_secs_f64(), "interesting": interesting,
        })).collect::<Vec<_>>(),
        "symptom": checkup.target,
        "empty": checkup.empty,
        "limit": checkup.limit.map(|it| it.as_secs_f64()),
        "score": checkup.score,
        "script": checkup.script,
    })
}

fn pass(pass: &PassStats) -> Value {
    json!({
        "name": pass.name,
        "asked": pass.asked,
        "wasted": pass.wasted,
        "accepted": pass.accepted,
        "known": pass.known,
        "tokens": pass.tokens,
        "bytes": pass.bytes,
        "took": pass.took.as_secs_f64(),
        "failed": pass.failed,
    })
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
