//! A function of Python as the test, and another that is told of progress: what they raise ends the run.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use lop_engine::{Answer, Cancel, Event, Observer, Oracle, OracleError, Question, Verdict};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::outcome::Progress;

/// How often the caller's thread looks for signals, such as Ctrl-C, while others search.
const LOOK: Duration = Duration::from_millis(50);

/// The functions that are called, and the first that they raised.
pub(crate) struct Asking {
    test: Py<PyAny>,
    progress: Option<Py<PyAny>>,
    stop: Cancel,
    raised: Mutex<Option<PyErr>>,
}

impl Asking {
    pub(crate) fn new(test: Py<PyAny>, progress: Option<Py<PyAny>>, stop: Cancel) -> Asking {
        Asking { test, progress, stop, raised: Mutex::default() }
    }

    /// True when somebody wants to be told of progress: who tells nobody has no thread for it.
    pub(crate) fn tells(&self) -> bool {
        self.progress.is_some()
    }

    /// What ended the run, if a function or a signal did.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.raised.lock().take()
    }

    /// Runs `search` on a thread of its own and without the GIL, while this one, which may be Python's main one, looks for
    /// signals.
    pub(crate) fn watch<T: Send>(&self, py: Python<'_>, search: impl FnOnce() -> T + Send) -> T {
        py.detach(|| {
            thread::scope(|scope| {
                let (done, is_done) = channel::<()>();
                let searching = scope.spawn(move || {
                    // Dropped at the end, also by a panic.
                    let _done = done;
                    search()
                });
                loop {
                    let is_over = is_done.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout);
                    if let Some(signal) = Python::attach(|py| py.check_signals().err()) {
                        self.end(signal);
                    }
                    if is_over {
                        break;
                    }
                }
                searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    fn end(&self, error: PyErr) {
        self.raised.lock().get_or_insert(error);
        self.stop.raise();
    }

    fn is_interesting(&self, text: &[u8]) -> PyResult<bool> {
        Python::attach(|py| self.test.bind(py).call1((PyBytes::new(py, text),))?.is_truthy())
    }
}

impl Oracle for Asking {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        if self.stop.is_raised() || question.cancel.is_raised() {
            return Ok(Verdict::Cancelled.into());
        }
        let verdict = match self.is_interesting(&question.files[0]) {
            Ok(true) => Verdict::Interesting,
            Ok(false) => Verdict::Boring,
            Err(error) => {
                self.end(error);
                Verdict::Cancelled
            }
        };
        Ok(verdict.into())
    }
}

impl Observer for Asking {
    fn on_event(&self, event: &Event<'_>) {
        let (Some(progress), Event::Improved { pass, files, tokens, .. }) = (&self.progress, event) else {
            return;
        };
        if self.stop.is_raised() {
            return;
        }
        let told = Python::attach(|py| {
            let now = Progress::new(py, &files[0], *tokens, pass);
            progress.call1(py, (now,)).map(drop)
        });
        if let Err(error) = told {
            self.end(error);
        }
    }
}
