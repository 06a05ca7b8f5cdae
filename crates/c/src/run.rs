//! A reduction whose test and listener are functions of C.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use lop_engine::{
    Answer, Cancel, Effort, Ended, Event, Observer, Oracle, OracleError, Question, ReduceError, Reduction,
    Verdict,
};

use crate::{LOP_NORMAL, LOP_QUICK, LOP_THOROUGH, Options, Outcome, ProgressFunction, Status};

/// A test that is there.
type Function = unsafe extern "C" fn(*const u8, usize, *mut c_void) -> c_int;

/// The functions that are called, with what they are given.
struct Asking {
    is_interesting: Function,
    progress: ProgressFunction,
    /// Nobody here looks at what it leads to.
    context: AtomicPtr<c_void>,
    stop: Cancel,
}

/// Reduces, and says what came of it.
pub(crate) fn reduce(
    text: &[u8],
    is_interesting: Function,
    language: Option<&str>,
    options: Option<&Options>,
) -> Outcome {
    let stop = Cancel::new();
    let context = options.map_or(std::ptr::null_mut(), |it| it.context);
    let progress = options.and_then(|it| it.progress);
    let asking = Asking { is_interesting, progress, context: AtomicPtr::new(context), stop: stop.clone() };
    let mut reduction = Reduction::new([text]).stop(&stop);
    if asking.progress.is_some() {
        reduction = reduction.observer(&asking);
    }
    if let Some(name) = language {
        let Some(known) = lop_languages::by_name(name) else {
            return Outcome::failed(Status::BadArgument, format!("there is no language {name}"));
        };
        reduction = reduction.language(0, known);
    }
    if let Some(it) = options {
        let Some(effort) = effort(it.effort) else {
            return Outcome::failed(Status::BadArgument, format!("there is no effort {}", it.effort));
        };
        reduction =
            reduction.effort(effort).jobs(it.jobs.max(1)).keep_parsing(it.keep_parsing).instant(it.instant);
        if it.deterministic {
            reduction = reduction.deterministic(true);
        }
        if it.max_questions > 0 {
            reduction = reduction.max_questions(it.max_questions);
        }
    }
    match reduction.run(&asking) {
        Ok(outcome) => reduced(&outcome),
        Err(ReduceError::Stopped) => unknown(text),
        Err(error @ ReduceError::NotInteresting { .. }) => {
            Outcome::failed(Status::NotInteresting, told(&error))
        }
        Err(error) => Outcome::failed(Status::BadArgument, told(&error)),
    }
}

fn effort(number: u32) -> Option<Effort> {
    match number {
        LOP_NORMAL => Some(Effort::Normal),
        LOP_QUICK => Some(Effort::Quick),
        LOP_THOROUGH => Some(Effort::Thorough),
        _ => None,
    }
}

fn reduced(outcome: &lop_engine::Outcome) -> Outcome {
    let status = match &outcome.ended {
        Ended::Stopped => Status::Stopped,
        Ended::Budget => Status::Budget,
        ended => match ended.trouble() {
            Some(trouble) => return Outcome::failed(Status::Failed, trouble.to_string()),
            None => Status::Done,
        },
    };
    let (text, size) = given(&outcome.files[0]);
    let tokens = outcome.tokens.1;
    let one_minimal = outcome.certificate.complete;
    Outcome {
        status,
        text,
        size,
        tokens,
        questions: outcome.questions,
        one_minimal,
        message: std::ptr::null_mut(),
    }
}

/// The input, of a run that the test ended when it was asked about that.
fn unknown(input: &[u8]) -> Outcome {
    let (text, size) = given(input);
    let tokens = lop_engine::tokens::count(input);
    let message = std::ptr::null_mut();
    Outcome { status: Status::Stopped, text, size, tokens, questions: 1, one_minimal: false, message }
}

/// Bytes for C to free: `lop_result_free` makes the box of them again.
fn given(text: &[u8]) -> (*mut u8, usize) {
    let bytes: Box<[u8]> = text.into();
    let size = bytes.len();
    (Box::into_raw(bytes).cast(), size)
}

fn told(error: &ReduceError) -> String {
    let remedy = error.remedy().map(|it| format!("; {it}")).unwrap_or_default();
    format!("{error}{remedy}")
}

impl Oracle for Asking {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        if self.stop.is_raised() || question.cancel.is_raised() {
            return Ok(Verdict::Cancelled.into());
        }
        let text = &question.files[0];
        let context = self.context.load(Ordering::Relaxed);
        // SAFETY: who called `lop_reduce` vouches for the function; the text outlives the call.
        #[expect(unsafe_code, reason = "a function of C")]
        let answer = unsafe { (self.is_interesting)(text.as_ptr(), text.len(), context) };
        if answer < 0 {
            self.stop.raise();
        }
        Ok(match answer {
            ..0 => Verdict::Cancelled,
            0 => Verdict::Boring,
            1.. => Verdict::Interesting,
        }
        .into())
    }
}

impl Observer for Asking {
    fn on_event(&self, event: &Event<'_>) {
        if let (Some(progress), Event::Improved { files, tokens, .. }) = (self.progress, event) {
            let context = self.context.load(Ordering::Relaxed);
            // SAFETY: as for the test.
            #[expect(unsafe_code, reason = "a function of C")]
            unsafe {
                progress(files[0].as_ptr(), files[0].len(), *tokens, context);
            }
        }
    }
}
