//! lop as a module of Python: `lop.reduce(data, is_interesting)`, which asks a function and holds the GIL only while it does.
//!
//! What Python sees is described in `lop/__init__.pyi`, beside the sources.

mod asking;
mod outcome;

use lop_engine::{Cancel, Effort, ReduceError, Reduction};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use asking::Asking;
use outcome::{Outcome, Progress};

create_exception!(lop, LopError, PyValueError, "The reduction could not begin, or not go on; says why.");
create_exception!(lop, NotInteresting, LopError, "The test says no to the input itself.");
create_exception!(lop, Stop, PyException, "Raised in a callback, it ends the run with the best so far.");

/// What `import lop` has: `lop/__init__.py` passes it on.
#[pymodule]
mod _lop {
    #[pymodule_export]
    use super::{LopError, NotInteresting, Outcome, Progress, Stop, languages, reduce};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "as Python spells it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// The smallest bytes that can be found for which `is_interesting` is true.
#[pyfunction]
#[pyo3(signature = (
    data, is_interesting, *, language=None, jobs=1, effort="normal", max_questions=None, deterministic=false,
    keep_parsing=false, instant=false, protect=Vec::new(), progress=None,
))]
#[expect(clippy::needless_pass_by_value, reason = "as it is given by pyo3")]
#[expect(clippy::too_many_arguments, reason = "they have names, and all but two a default")]
fn reduce(
    py: Python<'_>,
    data: PyBackedBytes,
    is_interesting: Py<PyAny>,
    language: Option<&str>,
    jobs: usize,
    effort: &str,
    max_questions: Option<u64>,
    deterministic: bool,
    keep_parsing: bool,
    instant: bool,
    protect: Vec<(usize, usize)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcome> {
    let stop = Cancel::new();
    let asking = Asking::new(is_interesting, progress, stop.clone());
    let mut reduction = Reduction::new([data.to_vec()])
        .jobs(jobs)
        .effort(effort_of(effort)?)
        .keep_parsing(keep_parsing)
        .instant(instant)
        .stop(&stop);
    if asking.tells() {
        reduction = reduction.observer(&asking);
    }
    if let Some(name) = language {
        let known = lop_languages::by_name(name);
        let known = known.ok_or_else(|| LopError::new_err(unknown("language", name, "lop.languages()")))?;
        reduction = reduction.language(0, known);
    }
    if let Some(most) = max_questions {
        reduction = reduction.max_questions(most);
    }
    if deterministic {
        reduction = reduction.deterministic(true);
    }
    for (start, end) in protect {
        reduction = reduction.protect(0, start..end);
    }
    let reduced = asking.watch(py, || reduction.run(&asking));
    match asking.raised() {
        // Who stops before the first answer has the input.
        Some(error) if !error.is_instance_of::<Stop>(py) => Err(error),
        _ => match reduced {
            Ok(outcome) => Outcome::of(py, &outcome),
            Err(ReduceError::Stopped) => Ok(Outcome::untouched(py, &data)),
            Err(error) => Err(failure(&error)),
        },
    }
}

/// The languages that `reduce` knows by name.
#[pyfunction]
fn languages() -> Vec<&'static str> {
    lop_languages::names().collect()
}

fn effort_of(name: &str) -> PyResult<Effort> {
    match name {
        "quick" => Ok(Effort::Quick),
        "normal" => Ok(Effort::Normal),
        "thorough" => Ok(Effort::Thorough),
        _ => Err(LopError::new_err(unknown("effort", name, "quick, normal, thorough"))),
    }
}

fn unknown(what: &str, name: &str, known: &str) -> String {
    format!("there is no {what} {name}; there are {known}")
}

/// A failure as an exception, with what to do about it.
fn failure(error: &ReduceError) -> PyErr {
    let remedy = error.remedy().map(|it| format!("; {it}")).unwrap_or_default();
    let told = format!("{error}{remedy}");
    match error {
        ReduceError::NotInteresting { .. } => NotInteresting::new_err(told),
        _ => LopError::new_err(told),
    }
}
