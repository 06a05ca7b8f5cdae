//! The page of `--report`: collects what happens, passes it on, and writes the page when all is over.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_batch::records::recorder::Recorder;
use lop_batch::report;
use lop_runner::event::Closing;
use lop_runner::{Event, Listener};
use parking_lot::Mutex;

use super::Unwritten;

/// Stands before another reporter.
pub(super) struct Page {
    path: PathBuf,
    inner: Arc<dyn Listener>,
    recorder: Mutex<Option<Recorder>>,
    unwritten: Unwritten,
}

impl Page {
    /// Will write to `path`; everything is passed on to `inner`.
    pub(super) fn new(path: &Path, inner: Arc<dyn Listener>, unwritten: Unwritten) -> Page {
        Page { path: path.to_owned(), inner, recorder: Mutex::default(), unwritten }
    }

    fn write(&self, file: &str, closing: &Closing) {
        let Some(recorder) = self.recorder.lock().take() else { return };
        let script = recorder.script().to_owned();
        let record = recorder.record(&closing.file.to_string_lossy(), closing);
        if let Err(error) = std::fs::write(&self.path, report::single(&record, &script)) {
            self.unwritten.tell();
            let text = format!("the page {} cannot be written: {error}", self.path.display());
            self.inner.on_event(file, &Event::Warning(text));
        }
    }
}

impl Listener for Page {
    fn on_event(&self, file: &str, event: &Event) {
        match event {
            Event::Started(setting) => *self.recorder.lock() = Some(Recorder::new(setting.clone())),
            Event::Finished(closing) => self.write(file, closing),
            event => self.recorder.lock().iter_mut().for_each(|it| it.note(event)),
        }
        self.unwritten.pass_on(self.inner.as_ref(), file, event);
    }
}
