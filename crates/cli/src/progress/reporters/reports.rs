//! The page of `--report` and the text of `--bug`: collects what happens, passes it on, and writes both when all is over.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_batch::records::recorder::Recorder;
use lop_batch::report;
use lop_runner::event::Closing;
use lop_runner::{Event, Listener};
use parking_lot::Mutex;

use super::Unwritten;
use crate::output::replace::open_about;

/// Stands before another reporter.
pub(super) struct Reports {
    page: Option<PathBuf>,
    bug: Option<PathBuf>,
    inner: Arc<dyn Listener>,
    recorder: Mutex<Option<Recorder>>,
    unwritten: Unwritten,
}

impl Reports {
    /// Will write a page to the first path, and a text for a bug tracker to the second; everything is passed on to `inner`.
    pub(super) fn new(
        page: Option<&Path>,
        bug: Option<&Path>,
        inner: Arc<dyn Listener>,
        unwritten: Unwritten,
    ) -> Reports {
        let (page, bug) = (page.map(Path::to_owned), bug.map(Path::to_owned));
        Reports { page, bug, inner, recorder: Mutex::default(), unwritten }
    }

    fn write(&self, file: &str, closing: &Closing) {
        let Some(recorder) = self.recorder.lock().take() else { return };
        let script = recorder.script().to_owned();
        let record = recorder.record(&closing.file.to_string_lossy(), closing);
        if let Some(path) = &self.page {
            self.put(file, "page", (path, &closing.file), &report::single(&record, &script));
        }
        if let Some(path) = &self.bug {
            self.put(file, "text", (path, &closing.file), &report::bug(&record));
        }
    }

    /// Writes a text to a path that is about an input.
    fn put(&self, file: &str, what: &str, (path, input): (&Path, &Path), text: &str) {
        if let Err(error) = open_about(input, path).and_then(|mut it| it.write_all(text.as_bytes())) {
            self.unwritten.tell();
            let text = format!("the {what} {} cannot be written: {error}", path.display());
            self.inner.on_event(file, &Event::Warning(text));
        }
    }
}

impl Listener for Reports {
    fn on_event(&self, file: &str, event: &Event) {
        match event {
            Event::Started(setting) => *self.recorder.lock() = Some(Recorder::new(setting.clone())),
            Event::Finished(closing) => self.write(file, closing),
            event => self.recorder.lock().iter_mut().for_each(|it| it.note(event)),
        }
        self.unwritten.pass_on(self.inner.as_ref(), file, event);
    }
}
