//! The page of `--report`: collects what happens, passes it on, and writes the page when all is over.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_batch::recorder::{About, Recorder};
use lop_engine::Observer;
use lop_oracle::signature::Signature;
use parking_lot::Mutex;

use crate::backend;
use crate::report::{Closing, Event, Reporter};

/// Stands before another reporter.
pub(super) struct Page {
    path: PathBuf,
    inner: Arc<dyn Reporter>,
    run: Mutex<Option<Run>>,
}

/// What is known once the search has begun.
struct Run {
    recorder: Recorder,
    language: Option<String>,
    test: String,
    signature: Option<Signature>,
    script: String,
}

impl Page {
    /// Will write to `path`; everything is passed on to `inner`.
    pub(super) fn new(path: &Path, inner: Arc<dyn Reporter>) -> Page {
        Page { path: path.to_owned(), inner, run: Mutex::default() }
    }

    fn warn(&self, error: &std::io::Error) {
        let path = self.path.display();
        self.inner.on_event(&Event::Warning(&format!("the page {path} cannot be written: {error}")));
    }

    fn write(&self, closing: &Closing<'_>) {
        let Some(Run { recorder, language, test, signature, script }) = self.run.lock().take() else {
            return;
        };
        let (run, tool) = closing.shown.map_or((None, None), |it| (it.0.as_ref(), it.1.clone()));
        let language = language.as_deref().and_then(backend::language_by_name);
        let about = About {
            file: &closing.file.to_string_lossy(),
            language: language.as_ref(),
            command: &test,
            signature: signature.as_ref(),
            script: &script,
            tool,
            run,
        };
        if let Err(error) = std::fs::write(&self.path, recorder.page(&about, closing.outcome)) {
            self.warn(&error);
        }
    }
}

impl Reporter for Page {
    fn on_event(&self, event: &Event<'_>) {
        match event {
            Event::Started(setting) => {
                *self.run.lock() = Some(Run {
                    recorder: Recorder::new(setting.text.clone()),
                    language: setting.language.clone(),
                    test: setting.test.clone(),
                    signature: setting.signature.clone(),
                    script: setting.script.clone(),
                });
            }
            Event::Refused { run, text } => {
                if let Some(page) = self.run.lock().as_ref() {
                    page.recorder.refused(run, text);
                }
            }
            Event::Search(search) => {
                if let Some(run) = self.run.lock().as_ref() {
                    run.recorder.on_event(search);
                }
            }
            Event::Finished(closing) => self.write(closing),
            _ => {}
        }
        self.inner.on_event(event);
    }
}
