//! The end of a process that has no memory left, or that a grammar of the user's crashes: with a word of what to do, and an exit
//! code instead of a signal.
//!
//! Rust ends a process whose memory is used up by `abort`, and whatever is told must not ask for memory.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

const OF_MEMORY: &[u8] = b"error: lop has broken off, most likely for want of memory\n\
    help: allow it more (ulimit -v) or use fewer --jobs; the result so far is in its place, and --resume goes on\n";
const OF_GRAMMAR: &[u8] =
    b"error: lop has crashed, most likely in a grammar that is not its own, on a candidate\n\
    help: go on without it, with --language text and --resume; the result so far is in its place\n";

static CODE: AtomicI32 = AtomicI32::new(1);
/// Whether code runs here that is not ours.
static IS_FOREIGN: AtomicBool = AtomicBool::new(false);

/// From now on an abort of this process, such as for want of memory, says so and ends it with `code`. What the questions
/// are running is left to the guardian.
pub fn report_aborts(code: u8) {
    CODE.store(code.into(), Ordering::SeqCst);
    say_nothing_of_stacks();
    on(libc::SIGABRT);
}

/// From now on a crash of this process says that it is the fault of a grammar which is not ours, and ends it as
/// [`report_aborts`] says.
pub fn report_crashes() {
    if !IS_FOREIGN.swap(true, Ordering::SeqCst) {
        [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE].into_iter().for_each(on);
    }
}

/// Sets the handler, which runs on the stack that Rust keeps for signals: that of the thread may be used up.
fn on(signal: libc::c_int) {
    // SAFETY: the handler only loads atomics and makes two system calls that are safe in a handler; all that a `sigaction` of
    // zeros lacks is set.
    #[expect(unsafe_code, reason = "neither std nor rustix can set a signal's disposition")]
    unsafe {
        let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
        action.sa_sigaction = on_crash as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_ONSTACK;
        libc::sigaction(signal, &raw const action, std::ptr::null_mut());
    }
}

/// A thread that is started without memory for its signals panics in the standard library, which cannot unwind there and
/// aborts: what is said of that is enough.
fn say_nothing_of_stacks() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|it| it.file().ends_with("unix/stack_overflow.rs")) {
            usual(panic);
        }
    }));
}

extern "C" fn on_crash(_: libc::c_int) {
    let message = if IS_FOREIGN.load(Ordering::SeqCst) { OF_GRAMMAR } else { OF_MEMORY };
    // SAFETY: both are safe in a signal handler, and the message lives for ever.
    #[expect(unsafe_code, reason = "std's ways to print and to exit may lock or ask for memory")]
    unsafe {
        libc::write(2, message.as_ptr().cast(), message.len());
        libc::_exit(CODE.load(Ordering::SeqCst));
    }
}
