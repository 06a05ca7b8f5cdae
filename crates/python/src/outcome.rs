//! What Python gets: the result with its numbers, and the best so far while it is looked for.

use lop_engine::Ended;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::LopError;

/// A result, and what is known of it.
#[pyclass(frozen, get_all, module = "lop")]
pub(crate) struct Outcome {
    /// The smallest bytes found.
    data: Py<PyBytes>,
    /// Tokens before and after.
    tokens: (usize, usize),
    /// Bytes before and after.
    bytes: (usize, usize),
    /// Calls of the test.
    questions: u64,
    /// Why the run ended.
    ended: &'static str,
    /// Each unit and token was taken out alone and refused.
    one_minimal: bool,
}

impl Outcome {
    pub(crate) fn of(py: Python<'_>, outcome: &lop_engine::Outcome) -> PyResult<Outcome> {
        let ended = match &outcome.ended {
            Ended::Fixpoint => "fixpoint",
            Ended::Budget => "budget",
            Ended::Stopped => "stopped",
            other => {
                let trouble =
                    other.trouble().map_or_else(|| "the run ended early".to_owned(), |it| it.to_string());
                return Err(LopError::new_err(trouble));
            }
        };
        Ok(Outcome {
            data: PyBytes::new(py, &outcome.files[0]).unbind(),
            tokens: outcome.tokens,
            bytes: outcome.bytes,
            questions: outcome.questions,
            ended,
            one_minimal: outcome.certificate.complete,
        })
    }

    /// The input as it is, of a run that was stopped before anything was known of it.
    pub(crate) fn untouched(py: Python<'_>, data: &[u8]) -> Outcome {
        let tokens = lop_engine::tokens::count(data);
        Outcome {
            data: PyBytes::new(py, data).unbind(),
            tokens: (tokens, tokens),
            bytes: (data.len(), data.len()),
            questions: 0,
            ended: "stopped",
            one_minimal: false,
        }
    }
}

#[pymethods]
impl Outcome {
    fn __bytes__(&self, py: Python<'_>) -> Py<PyBytes> {
        self.data.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let (tokens, bytes) = (self.tokens, self.bytes);
        format!(
            "<lop.Outcome: {} -> {} tokens, {} -> {} bytes, {} questions, {}>",
            tokens.0, tokens.1, bytes.0, bytes.1, self.questions, self.ended
        )
    }
}

/// A new best, as a progress function is told of it.
#[pyclass(frozen, get_all, module = "lop")]
pub(crate) struct Progress {
    /// The best so far.
    data: Py<PyBytes>,
    /// Tokens of it.
    tokens: usize,
    /// The pass that found it.
    pass_name: &'static str,
}

impl Progress {
    pub(crate) fn new(py: Python<'_>, data: &[u8], tokens: usize, pass: &'static str) -> Progress {
        Progress { data: PyBytes::new(py, data).unbind(), tokens, pass_name: pass }
    }
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        format!("<lop.Progress: {} tokens, by {}>", self.tokens, self.pass_name)
    }
}
