//! What C may count on, asked from here.

#![expect(unsafe_code, reason = "the functions are C's")]

use std::cell::Cell;
use std::ffi::CStr;

use super::*;

/// Yes as long as there is a `b`.
unsafe extern "C" fn has_b(text: *const u8, size: usize, _: *mut c_void) -> c_int {
    c_int::from(size > 0 && unsafe { std::slice::from_raw_parts(text, size) }.contains(&b'b'))
}

/// Yes as often as its context says, then it ends the run.
unsafe extern "C" fn a_few(_: *const u8, _: usize, context: *mut c_void) -> c_int {
    let left = unsafe { &*context.cast::<Cell<c_int>>() };
    left.set(left.get() - 1);
    left.get()
}

/// What there is of an outcome: its status, text and message.
fn of(mut outcome: Outcome) -> (Status, Option<Vec<u8>>, Option<String>) {
    let text = (!outcome.text.is_null())
        .then(|| unsafe { std::slice::from_raw_parts(outcome.text, outcome.size) }.to_vec());
    let message = (!outcome.message.is_null())
        .then(|| unsafe { CStr::from_ptr(outcome.message) }.to_str().unwrap().into());
    unsafe {
        lop_result_free(&raw mut outcome);
        // What is freed already is left alone.
        lop_result_free(&raw mut outcome);
        lop_result_free(ptr::null_mut());
    }
    (outcome.status, text, message)
}

fn options() -> Options {
    // SAFETY: as C makes one.
    unsafe { std::mem::zeroed() }
}

fn reduce(
    text: &[u8],
    is_interesting: Test,
    options: *const Options,
) -> (Status, Option<Vec<u8>>, Option<String>) {
    of(unsafe { lop_reduce(text.as_ptr(), text.len(), is_interesting, options) })
}

#[test]
fn a_function_is_enough_of_a_test() {
    assert_eq!(reduce(b"a b c", Some(has_b), ptr::null()), (Status::Done, Some(b"b".to_vec()), None));
    let all =
        Options { language: c"c".as_ptr(), jobs: 3, effort: LOP_QUICK, deterministic: true, ..options() };
    let (status, text, _) = reduce(b"int a; int b; int c;", Some(has_b), &raw const all);
    assert!(status == Status::Done && text.unwrap().contains(&b'b'));
}

#[test]
fn an_empty_result_is_a_text_of_no_bytes() {
    unsafe extern "C" fn yes(_: *const u8, _: usize, _: *mut c_void) -> c_int {
        1
    }
    assert_eq!(reduce(b"a b", Some(yes), ptr::null()), (Status::Done, Some(vec![]), None));
    assert_eq!(of(unsafe { lop_reduce(ptr::null(), 0, Some(yes), ptr::null()) }).1, Some(vec![]));
}

#[test]
fn what_cannot_be_is_a_status_with_a_message() {
    let wrong = |options: Options| reduce(b"b", Some(has_b), &raw const options);
    for (status, _, message) in [
        of(unsafe { lop_reduce(ptr::null(), 7, Some(has_b), ptr::null()) }),
        reduce(b"b", None, ptr::null()),
        wrong(Options { language: c"klingon".as_ptr(), ..options() }),
        wrong(Options { language: c"\xff".as_ptr(), ..options() }),
        wrong(Options { effort: 9, ..options() }),
    ] {
        assert!(status == Status::BadArgument && message.is_some_and(|it| !it.is_empty()));
    }
    let (status, text, message) = reduce(b"a", Some(has_b), ptr::null());
    assert_eq!((status, text), (Status::NotInteresting, None));
    assert!(message.unwrap().contains("not interesting"));
}

#[test]
fn the_test_ends_a_run_with_the_best_so_far() {
    for (answers, ends_as) in [(0, b"a b c d".len()), (3, 4)] {
        let left = Cell::new(answers);
        let few = Options { context: (&raw const left).cast_mut().cast(), ..options() };
        let (status, text, _) = reduce(b"a b c d", Some(a_few), &raw const few);
        let is_stopped = matches!(status, Status::Stopped | Status::NotInteresting | Status::Done);
        assert!(is_stopped && text.is_none_or(|it| it.len() <= ends_as), "{answers}");
    }
}

#[test]
fn a_panic_is_an_outcome() {
    let (status, text, message) = of(guarded(|| panic!("a fault\0of ours")));
    assert_eq!((status, text), (Status::Failed, None));
    assert!(message.unwrap().contains("a fault of ours"));
}
