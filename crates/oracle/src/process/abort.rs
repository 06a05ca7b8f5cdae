//! The end of a process that has no memory left: with a word of what to do, and an exit code instead of a signal.
//!
//! Rust ends a process whose memory is used up by `abort`, and whatever is told must not ask for memory.

use std::sync::atomic::{AtomicI32, Ordering};

const MESSAGE: &[u8] = b"error: lop has broken off, most likely for want of memory\n\
    help: allow it more (ulimit -v) or use fewer --jobs; the result so far is in its place, and --resume goes on\n";

static CODE: AtomicI32 = AtomicI32::new(1);

/// From now on an abort of this process, such as for want of memory, says so and ends it with `code`. What the questions
/// are running is left to the guardian.
pub fn report_aborts(code: u8) {
    CODE.store(code.into(), Ordering::SeqCst);
    say_nothing_of_stacks();
    // SAFETY: the handler only loads an atomic and makes two system calls that are safe in a handler.
    #[expect(unsafe_code, reason = "neither std nor rustix can set a signal's disposition")]
    unsafe {
        libc::signal(libc::SIGABRT, on_abort as *const () as libc::sighandler_t);
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

extern "C" fn on_abort(_: libc::c_int) {
    // SAFETY: both are safe in a signal handler, and the message lives for ever.
    #[expect(unsafe_code, reason = "std's ways to print and to exit may lock or ask for memory")]
    unsafe {
        libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
        libc::_exit(CODE.load(Ordering::SeqCst));
    }
}
