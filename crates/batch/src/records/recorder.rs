//! The record of one reduction, made of its events: what the pages, the tables and a later run of a batch read.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use lop_engine::{PassStats, Rank, Verdict, text_hash};
use lop_oracle::signature::{Own, Signature};
use lop_runner::event::{Best, Closing, Mark, Reason, Setting, Shown};
use lop_runner::project::{Change, changes, listing};
use lop_runner::{Event, Files, Listener};

use parking_lot::Mutex;

use crate::files::hex;
use crate::records::explain;
use crate::records::normal_form;
use crate::records::phases::Phases;
use crate::records::record::{
    self, Crash, Delta, File, Needed, Pass, Point, Record, Size, VERSION, from_bytes,
};

/// Larger inputs, and more text of steps, are not kept in records.
const KEPT: usize = 256 << 10;
/// More points than this are thinned out.
const POINTS: usize = 400;
/// More different sayings of refused runs than this are kept apart, each with its question.
const SAYINGS: usize = 10_000;

/// Collects what happens in one reduction. Hand it every event from the start on, and in the end ask for the record.
#[derive(Debug)]
pub struct Recorder {
    setting: Arc<Setting>,
    /// The record of the quick reduction that this one goes on from.
    earlier: Option<Box<Record>>,
    source: Arc<[u8]>,
    text: Arc<[u8]>,
    reasons: HashMap<u128, Reason>,
    /// What refused runs showed, each saying once.
    shown: HashMap<u128, Arc<Shown>>,
    sayings: HashSet<Arc<Shown>>,
    phases: Phases,
    /// Questions of each pass that were given up before they were answered: nobody counts them.
    given_up: HashMap<&'static str, u64>,
    points: Vec<Point>,
    steps: Vec<Delta>,
    steps_bytes: usize,
    /// True when the steps do not lead to the text any more.
    broken: bool,
}

impl Recorder {
    /// Begins with what is known when a search begins.
    pub fn new(setting: Arc<Setting>) -> Recorder {
        let text = setting.files.first().cloned().unwrap_or_default();
        let points = vec![start(setting.tokens, setting.bytes, setting.score)];
        Recorder {
            earlier: None,
            source: text.clone(),
            points,
            text,
            reasons: HashMap::new(),
            shown: HashMap::new(),
            sayings: HashSet::new(),
            phases: Phases::default(),
            given_up: HashMap::new(),
            steps: Vec::new(),
            steps_bytes: 0,
            // The way of a project is not kept.
            broken: setting.project.is_some(),
            setting,
        }
    }

    /// Begins where a quick reduction of `source` has ended.
    pub fn after(setting: Arc<Setting>, earlier: Box<Record>, source: Arc<[u8]>) -> Recorder {
        Recorder {
            source,
            points: earlier.curve.clone(),
            steps: earlier.steps.clone(),
            broken: earlier.steps.is_empty() && earlier.before != earlier.after,
            phases: Phases::after(earlier.questions, earlier.phases.clone()),
            earlier: Some(earlier),
            ..Recorder::new(setting)
        }
    }

    /// Takes note of an event.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Resumed(resumed) => {
                self.reasons.extend(resumed.reasons.iter().copied());
                self.shown.extend(resumed.shown.iter().cloned());
                for Best { files, mark } in &resumed.bests {
                    let rank = Rank::of(files);
                    self.improved(files, (rank.tokens, rank.bytes), mark);
                }
            }
            Event::Judged { pass, hash, reason, .. } if *reason != Reason::Unknown => {
                self.phases.asked(pass);
                self.reasons.insert(*hash, *reason);
            }
            Event::Judged { pass, verdict: Verdict::Cancelled, .. } => {
                *self.given_up.entry(pass).or_default() += 1;
            }
            Event::Shown { hash, shown } => {
                let known = self.sayings.get(shown).unwrap_or(shown).clone();
                if self.sayings.len() < SAYINGS {
                    self.sayings.insert(known.clone());
                }
                self.shown.insert(*hash, known);
            }
            Event::Improved { files, tokens, bytes, mark, .. } => {
                self.improved(files, (*tokens, *bytes), mark);
            }
            _ => {}
        }
    }

    /// What is known of the text with this hash.
    fn known(&self, hash: u128) -> (Reason, Option<Shown>) {
        let reason = self.reasons.get(&hash).copied().unwrap_or(Reason::Unknown);
        let shown = self.shown.get(&hash).filter(|_| reason.verdict() == Verdict::Boring);
        (reason, shown.map(|it| Shown::clone(it)))
    }

    /// Why each token and each unit of the result stays. What a formatter has laid out was asked about before.
    fn needed(&self, result: &Arc<[u8]>, formatted: bool) -> (Vec<Needed>, Vec<Needed>) {
        let language = self.setting.language.as_deref().and_then(lop_languages::by_name);
        let asked = if formatted { &self.text } else { result };
        let needed = explain::needed(asked, language.as_ref(), self.reasons.len(), |it| self.known(it));
        if asked == result {
            return needed;
        }
        (explain::moved(needed.0, asked, result), explain::moved(needed.1, asked, result))
    }

    fn improved(&mut self, files: &Files, (tokens, bytes): (usize, usize), mark: &Mark) {
        self.phases.catch_up(mark.question + self.earlier.as_ref().map_or(0, |it| it.questions));
        if !self.broken {
            let delta = Delta::between(&self.text, &files[0]);
            self.steps_bytes += delta.text.len() + 32;
            self.steps.push(delta);
            self.broken = self.steps_bytes > KEPT;
        }
        self.text = files[0].clone();
        let earlier = self.earlier.as_deref();
        self.points.push(Point {
            question: mark.question + earlier.map_or(0, |it| it.questions),
            seconds: mark.seconds + earlier.map_or(0.0, |it| it.seconds),
            tokens,
            bytes,
            pass: mark.pass.clone(),
            score: mark.score,
        });
    }

    /// What a shell script that reproduces says; may be empty.
    pub fn script(&self) -> &str {
        &self.setting.script
    }

    /// The record of `file`, once all is over.
    pub fn record(mut self, file: &str, closing: &Closing) -> Record {
        let (outcome, setting) = (&closing.summary.outcome, self.setting.clone());
        let formatted = closing.summary.formatted;
        let is_project = setting.project.is_some();
        let result = if is_project { listing(&outcome.files).into() } else { outcome.files[0].clone() };
        let source = if is_project { setting.files.clone() } else { vec![self.source.clone()] };
        let (needed, units) =
            if is_project { (Vec::new(), Vec::new()) } else { self.needed(&result, formatted) };
        if self.text != result && !self.broken {
            // An improvement may have been taken back after it was told of, or been formatted.
            self.steps.push(Delta::between(&self.text, &result));
        }
        let earlier = self.earlier.as_deref();
        let keeps = !is_project && self.source.len() <= KEPT;
        let because = outcome.ended.trouble().map(|it| it.to_string());
        let language = setting.language.as_deref().and_then(lop_languages::by_name);
        let own = || Own::of(setting.file.file_name(), setting.files.iter().map(|it| &**it));
        let shown = || closing.run.as_ref().and_then(|it| Signature::of_run(it, &own()));
        let signature = setting.signature.clone().or_else(shown);
        Record {
            version: VERSION,
            rates: closing.summary.rates,
            file: file.to_owned(),
            language: setting.language.clone(),
            signature: signature.as_ref().map(Crash::from),
            command: setting.test.clone(),
            tool: closing.tool.clone(),
            quick: setting.quick,
            ended: closing.ended.to_owned(),
            because,
            before: size(&source),
            after: size(&outcome.files),
            questions: closing.summary.questions_before
                + outcome.questions
                + earlier.map_or(0, |it| it.questions),
            known: outcome.known + earlier.map_or(0, |it| it.known),
            seconds: closing.summary.elapsed_in_all.as_secs_f64() + earlier.map_or(0.0, |it| it.seconds),
            rounds: outcome.rounds + earlier.map_or(0, |it| it.rounds),
            certificate: record::Proven {
                complete: outcome.certificate.complete,
                tokens: outcome.certificate.tokens,
                units: outcome.certificate.units,
            },
            passes: passes_of(&outcome.passes, &self.given_up, earlier),
            needed,
            units,
            phases: self.phases.all(),
            formatted,
            tree: if is_project { tree(&source, &outcome.files) } else { Vec::new() },
            output: closing.run.as_ref().map(explain::key_lines).unwrap_or_default(),
            normal: hex(normal_form::hash(&result, language.as_ref())),
            curve: thinned(self.points),
            steps: if self.broken || !keeps { Vec::new() } else { self.steps },
            source: if keeps { from_bytes(&self.source) } else { String::new() },
            result: from_bytes(&result),
        }
    }
}

fn size(files: &Files) -> Size {
    let rank = Rank::of(files);
    Size { tokens: rank.tokens, bytes: rank.bytes, hash: hex(text_hash(files)) }
}

/// What became of each file of a project.
fn tree(before: &Files, after: &Files) -> Vec<File> {
    let path = |it: Option<PathBuf>| it.map(|it| it.to_string_lossy().into_owned());
    let file = |it: Change| File {
        before: path(it.before),
        after: path(it.after),
        tokens: it.tokens,
        bytes: it.bytes,
    };
    changes(before, after).into_iter().map(file).collect()
}

fn start(tokens: usize, bytes: usize, score: Option<f64>) -> Point {
    Point { question: 0, seconds: 0.0, tokens, bytes, pass: String::new(), score }
}

fn passes_of(stats: &[PassStats], given_up: &HashMap<&str, u64>, earlier: Option<&Record>) -> Vec<Pass> {
    let mut passes: Vec<Pass> = earlier.map(|it| it.passes.clone()).unwrap_or_default();
    for it in stats.iter().filter(|it| it.asked > 0) {
        let at = passes.iter().position(|old| old.name == it.name).unwrap_or_else(|| {
            passes.push(Pass { name: it.name.to_owned(), ..Pass::default() });
            passes.len() - 1
        });
        let pass = &mut passes[at];
        pass.asked += it.asked.saturating_sub(given_up.get(it.name).copied().unwrap_or(0));
        pass.accepted += it.accepted;
        pass.tokens += it.tokens;
        pass.bytes += it.bytes;
        pass.seconds += it.took.as_secs_f64();
    }
    passes
}

/// At most [`POINTS`] of the points, first and last among them.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let every = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let keep = |index: usize| index.is_multiple_of(every) || index == last;
    points.into_iter().enumerate().filter(|it| keep(it.0)).map(|it| it.1).collect()
}

/// The recorders of a batch, one for each file in work: they hear of everything before the listener who shows it.
pub(crate) struct Recorders {
    listener: Arc<dyn Listener>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    at_work: HashMap<String, Recorder>,
    /// The records of quick reductions that files go on from, with what they were made of.
    earlier: HashMap<String, (Box<Record>, Arc<[u8]>)>,
}

impl Recorders {
    /// Stand before `listener`.
    pub(crate) fn before(listener: Arc<dyn Listener>) -> Recorders {
        Recorders { listener, state: Mutex::default() }
    }

    /// The next reduction of `file` goes on from an earlier one of `source`.
    pub(crate) fn expect(&self, file: &str, earlier: Box<Record>, source: Arc<[u8]>) {
        self.state.lock().earlier.insert(file.to_owned(), (earlier, source));
    }

    /// The record of `file`, whose search is over.
    pub(crate) fn record(&self, file: &str, closing: &Closing) -> Option<Record> {
        let recorder = self.state.lock().at_work.remove(file)?;
        Some(recorder.record(file, closing))
    }
}

impl Listener for Recorders {
    fn on_event(&self, file: &str, event: &Event) {
        let mut state = self.state.lock();
        if let Event::Started(setting) = event {
            let recorder = match state.earlier.remove(file) {
                Some((earlier, source)) => Recorder::after(setting.clone(), earlier, source),
                None => Recorder::new(setting.clone()),
            };
            state.at_work.insert(file.to_owned(), recorder);
        } else if let Some(recorder) = state.at_work.get_mut(file) {
            recorder.note(event);
        }
        drop(state);
        self.listener.on_event(file, event);
    }
}

#[cfg(test)]
mod tests {
    use lop_engine::{Observer, Reduction, oracle};
    use lop_runner::Summary;
    use lop_runner::event::Kept;

    use super::*;
    use crate::report;

    /// Hands a search's events to a recorder as the runner does.
    struct Hands<'h>(&'h Mutex<Recorder>);

    impl Observer for Hands<'_> {
        fn on_event(&self, event: &lop_engine::Event<'_>) {
            let event = match event {
                lop_engine::Event::Judged { pass, verdict, took, hash, bytes } => Event::Judged {
                    pass,
                    verdict: *verdict,
                    reason: Reason::of(*verdict),
                    took: *took,
                    hash: *hash,
                    bytes: *bytes,
                },
                lop_engine::Event::Improved { pass, files, tokens, bytes } => {
                    let (files, mark) = (files.to_vec(), Mark::default());
                    Event::Improved { pass, files, tokens: *tokens, bytes: *bytes, mark }
                }
                _ => return,
            };
            self.0.lock().note(&event);
        }
    }

    #[test]
    fn the_record_of_a_search_replays_to_its_result_and_explains_every_token() {
        let source: Arc<[u8]> = Arc::from(&b"int a; int keep(int b) { return a + b; } int c;"[..]);
        let language = lop_languages::by_name("c");
        let setting = Setting {
            files: vec![source.clone()],
            tokens: 19,
            bytes: source.len(),
            language: Some("c".to_owned()),
            test: "cc".to_owned(),
            ..Setting::default()
        };
        let recorder = Mutex::new(Recorder::new(Arc::new(setting)));
        let oracle = oracle::from_bytes(|text| text.windows(5).any(|it| it == b"keep("));
        let reduction = Reduction::new([source.clone()]).language(0, language);
        let outcome = reduction.observer(&Hands(&recorder)).run(&oracle).unwrap();
        let closing = Closing::of("a.c".into(), Summary::of(outcome), Kept::Stdout);
        let record = recorder.into_inner().record("a.c", &closing);
        let texts = record.texts();
        assert_eq!((&texts[0], &texts[texts.len() - 1]), (&source, &closing.summary.outcome.files[0]));
        assert!(!record.needed.is_empty());
        assert!(record.needed.iter().all(|it| it.reason == Reason::Refused), "{:?}", record.needed);
        let page = report::single(&record, "");
        assert!(page.contains("2 tokens and") && page.contains("type=\"range\""));
    }
}
