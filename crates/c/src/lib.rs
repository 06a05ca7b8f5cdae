//! lop for C: what `include/lop.h` declares, which is made of this file. No panic crosses the boundary.
//!
//! What is unsafe here is what C says of memory and nobody can check: that its pointers lead to what they should.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;

mod run;

/// The effort that is enough for most: `effort` of `lop_options`.
pub const LOP_NORMAL: u32 = 0;
/// Only big steps.
pub const LOP_QUICK: u32 = 1;
/// Everything there is, as long as it takes.
pub const LOP_THOROUGH: u32 = 2;

/// The test: more than 0 if `text` is interesting, 0 if it is not, less than 0 to end the run with the best so far.
///
/// With several jobs it is called on several threads at once. It must not throw, longjmp, or change `text`.
pub type Test = Option<unsafe extern "C" fn(text: *const u8, size: usize, context: *mut c_void) -> c_int>;

/// Who is told of each new best, in order, on one thread.
pub type ProgressFunction =
    Option<unsafe extern "C" fn(text: *const u8, size: usize, tokens: usize, context: *mut c_void)>;

/// What may be said about a reduction. All zero is what most want: `lop_options options = {0};`.
#[repr(C)]
pub struct Options {
    /// The name of a language, such as "c", along whose syntax tree the search cuts; NULL for plain text.
    pub language: *const c_char,
    /// How many calls of the test may run at once; 0 is 1.
    pub jobs: usize,
    /// `LOP_NORMAL`, `LOP_QUICK` or `LOP_THOROUGH`.
    pub effort: u32,
    /// The result is to be the same at any number of jobs. At one job it is.
    pub deterministic: bool,
    /// Ask only about what has no more syntax errors than the input.
    pub keep_parsing: bool,
    /// The test answers sooner than a text is parsed: nothing is parsed to save a call then.
    pub instant: bool,
    /// The end after so many calls of the test, the first not counted; 0 for no bound.
    pub max_questions: u64,
    /// Who is told of each new best, or NULL.
    pub progress: ProgressFunction,
    /// What the functions are given.
    pub context: *mut c_void,
}

/// How a reduction ended.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing more to try.
    Done = 0,
    /// The test ended it.
    Stopped = 1,
    /// `max_questions` are used up.
    Budget = 2,
    /// The test says no to the input itself.
    NotInteresting = 3,
    /// An argument is not as it must be.
    BadArgument = 4,
    /// A fault of lop.
    Failed = 5,
}

/// What came of a reduction. To be given to `lop_result_free`, whatever it is.
#[repr(C)]
pub struct Outcome {
    /// How it ended. Up to `LOP_STATUS_BUDGET` there is a text, from there on a message.
    pub status: Status,
    /// The smallest text that was found, or NULL.
    pub text: *mut u8,
    /// The bytes of it.
    pub size: usize,
    /// The tokens of it.
    pub tokens: usize,
    /// How often the test was called.
    pub questions: u64,
    /// Each unit and token was taken out alone and refused.
    pub one_minimal: bool,
    /// What went wrong and what to do about it, in UTF-8, or NULL.
    pub message: *mut c_char,
}

impl Outcome {
    fn failed(status: Status, message: impl Into<String>) -> Outcome {
        let message = CString::new(message.into().replace('\0', " ")).unwrap_or_default();
        Outcome {
            status,
            text: ptr::null_mut(),
            size: 0,
            tokens: 0,
            questions: 0,
            one_minimal: false,
            message: message.into_raw(),
        }
    }
}

/// The smallest text that can be found for which `is_interesting` says yes. `options` may be NULL.
///
/// # Safety
/// `text` has `size` bytes; `options` and the language that it names are there until this returns, and so is all that the
/// functions use of `context`, on any thread if there is more than one job.
#[expect(unsafe_code, reason = "C knows it by this name, and its pointers are believed")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lop_reduce(
    text: *const u8,
    size: usize,
    is_interesting: Test,
    options: *const Options,
) -> Outcome {
    guarded(|| {
        if text.is_null() && size > 0 {
            return Outcome::failed(Status::BadArgument, "the text is NULL");
        }
        let Some(is_interesting) = is_interesting else {
            return Outcome::failed(Status::BadArgument, "there is no test");
        };
        // SAFETY: the caller vouches for `size` bytes, and for options if there are any.
        let (text, options) = unsafe {
            let text = if size == 0 { &[] } else { std::slice::from_raw_parts(text, size) };
            (text, options.as_ref())
        };
        let language = match options.filter(|it| !it.language.is_null()) {
            // SAFETY: the caller vouches for a string that ends.
            Some(it) => match unsafe { CStr::from_ptr(it.language) }.to_str() {
                Ok(name) => Some(name),
                Err(_) => return Outcome::failed(Status::BadArgument, "the language is no UTF-8"),
            },
            None => None,
        };
        run::reduce(text, is_interesting, language, options)
    })
}

/// Frees what `lop_reduce` gave. May be called again for the same.
///
/// # Safety
/// `outcome` is NULL or what `lop_reduce` gave, with its `text`, `size` and `message` as they were.
#[expect(unsafe_code, reason = "C knows it by this name, and gives back what it was given")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lop_result_free(outcome: *mut Outcome) {
    // SAFETY: the caller vouches for it. What is freed is forgotten, so that it is freed once.
    unsafe {
        let Some(outcome) = outcome.as_mut() else { return };
        let text = std::mem::replace(&mut outcome.text, ptr::null_mut());
        if !text.is_null() {
            drop(Box::from_raw(ptr::slice_from_raw_parts_mut(text, outcome.size)));
        }
        let message = std::mem::replace(&mut outcome.message, ptr::null_mut());
        if !message.is_null() {
            drop(CString::from_raw(message));
        }
    }
}

/// The version of lop, such as "0.1.0".
#[expect(unsafe_code, reason = "C knows it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn lop_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// A panic of lop is an outcome like others.
fn guarded(reduce: impl FnOnce() -> Outcome) -> Outcome {
    panic::catch_unwind(AssertUnwindSafe(reduce)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        // What a panic carries may panic itself when it goes.
        std::mem::forget(panic);
        Outcome::failed(Status::Failed, format!("lop has a fault, please report it: {text}"))
    })
}

#[cfg(test)]
mod tests;
