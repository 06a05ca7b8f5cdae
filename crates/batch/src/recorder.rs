//! The page of a single reduction, outside of any batch: an observer that collects what the page shows.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Ended, Event, Language, Observer, Outcome, Verdict};
use lop_oracle::RunOutput;
use lop_oracle::signature::Signature;
use parking_lot::Mutex;

use crate::asker::Refusals;
use crate::files::hex;
use crate::record::{self, Crash, Delta, Point, Reason, Record, VERSION, from_bytes};
use crate::reduce::{KEPT, passes_of, size, start, thinned};
use crate::{needed, normal, report};

/// Listens to a search. Hand it the search's events, and in the end ask it for the page.
#[derive(Debug)]
pub struct Recorder {
    source: Arc<[u8]>,
    began: Instant,
    refusals: Refusals,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    text: Arc<[u8]>,
    questions: u64,
    answers: HashMap<u128, Reason>,
    points: Vec<Point>,
    steps: Vec<Delta>,
    steps_bytes: usize,
}

/// What the search itself does not know.
#[derive(Debug, Clone)]
pub struct About<'a> {
    /// The file, as the user spells it.
    pub file: &'a str,
    /// Its language.
    pub language: Option<&'a Arc<Language>>,
    /// The test, as a shell would read it.
    pub command: &'a str,
    /// What the reduction held on to.
    pub signature: Option<&'a Signature>,
    /// A script that reproduces; may be empty.
    pub script: &'a str,
    /// The first line of what the program says of its version.
    pub tool: Option<String>,
    /// The test once more, on the result.
    pub run: Option<&'a RunOutput>,
}

impl Recorder {
    /// Begins to listen to the reduction of `source`.
    pub fn new(source: Arc<[u8]>) -> Recorder {
        let state = State {
            text: source.clone(),
            questions: 0,
            answers: HashMap::new(),
            points: vec![start(&source)],
            steps: Vec::new(),
            steps_bytes: 0,
        };
        Recorder { source, began: Instant::now(), refusals: Refusals::default(), state: Mutex::new(state) }
    }

    /// Takes note of a run that was refused while a crash is looked for; to be called before the search tells of it.
    pub fn refused(&self, run: &RunOutput, text: &[u8]) {
        self.refusals.note(run, text);
    }

    /// The page.
    pub fn page(self, about: &About<'_>, outcome: &Outcome) -> String {
        let script = about.script;
        report::single(&self.record(about, outcome), script)
    }

    /// The record that the page is made of, in the format of a batch.
    pub fn record(self, about: &About<'_>, outcome: &Outcome) -> Record {
        let mut state = self.state.into_inner();
        let result = outcome.files[0].clone();
        if state.text != result {
            // An improvement may have been taken back after it was told of.
            state.steps.push(Delta::between(&state.text, &result));
        }
        let keeps = self.source.len() <= KEPT && state.steps_bytes <= KEPT;
        let (ended, because) = match &outcome.ended {
            Ended::Fixpoint => ("fixpoint", None),
            Ended::Budget => ("budget", None),
            Ended::OracleFailed(error) => ("failed", Some(error.message.clone())),
            _ => ("stopped", None),
        };
        let reason = |hash| state.answers.get(&hash).copied().unwrap_or(Reason::Unknown);
        Record {
            version: VERSION,
            file: about.file.to_owned(),
            language: about.language.map(|it| it.name.clone()),
            signature: about.signature.map(Crash::from),
            command: about.command.to_owned(),
            tool: about.tool.clone(),
            quick: false,
            ended: ended.to_owned(),
            because,
            before: size(&self.source),
            after: size(&result),
            questions: outcome.questions,
            known: outcome.known,
            seconds: self.began.elapsed().as_secs_f64(),
            rounds: outcome.rounds,
            certificate: record::Certificate {
                complete: outcome.certificate.complete,
                tokens: outcome.certificate.tokens,
                units: outcome.certificate.units,
            },
            passes: passes_of(&outcome.passes, None),
            curve: thinned(state.points),
            steps: if keeps { state.steps } else { Vec::new() },
            source: if keeps { from_bytes(&self.source) } else { String::new() },
            result: from_bytes(&result),
            needed: needed::needed(&result, about.language, state.answers.len(), reason),
            output: about.run.map(needed::key_lines).unwrap_or_default(),
            normal: hex(normal::hash(&result, about.language)),
        }
    }
}

impl State {
    fn improved(&mut self, text: &Arc<[u8]>, pass: &str, tokens: usize, took: Duration) {
        let delta = Delta::between(&self.text, text);
        self.steps_bytes += delta.text.len() + 32;
        if self.steps_bytes <= KEPT {
            self.steps.push(delta);
        }
        self.text = text.clone();
        self.points.push(Point {
            question: self.questions,
            seconds: took.as_secs_f64(),
            tokens,
            bytes: text.len(),
            pass: pass.to_owned(),
        });
    }
}

impl Observer for Recorder {
    fn on_event(&self, event: &Event<'_>) {
        let mut state = self.state.lock();
        match event {
            Event::Judged { verdict, hash, .. } => {
                let reason = match verdict {
                    Verdict::Interesting => Reason::Interesting,
                    Verdict::Boring => self.refusals.take(*hash),
                    Verdict::TimedOut => Reason::TimedOut,
                    Verdict::Cancelled => return,
                };
                state.questions += 1;
                state.answers.insert(*hash, reason);
            }
            Event::Improved { pass, files, tokens, .. } => {
                state.improved(&files[0], pass, *tokens, self.began.elapsed());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use lop_engine::{Reduction, oracle};

    use super::*;

    #[test]
    fn the_record_of_a_search_replays_to_its_result_and_explains_every_token() {
        let source: Arc<[u8]> = Arc::from(&b"int a; int keep(int b) { return a + b; } int c;"[..]);
        let language = lop_languages::by_name("c");
        let recorder = Recorder::new(source.clone());
        let oracle = oracle::from_bytes(|text| text.windows(5).any(|it| it == b"keep("));
        let reduction = Reduction::new([source.clone()]).language(0, language.clone());
        let outcome = reduction.observer(&recorder).run(&oracle).unwrap();
        let about = About {
            file: "a.c",
            language: language.as_ref(),
            command: "cc",
            signature: None,
            script: "",
            tool: None,
            run: None,
        };
        let record = recorder.record(&about, &outcome);
        let texts = record.texts();
        assert_eq!((&texts[0], &texts[texts.len() - 1]), (&source, &outcome.files[0]));
        assert!(!record.needed.is_empty());
        assert!(record.needed.iter().all(|it| it.reason == Reason::Refused), "{:?}", record.needed);
        let page = report::single(&record, "");
        assert!(page.contains("none of 2 tokens can go alone") && page.contains("type=range"));
    }
}
