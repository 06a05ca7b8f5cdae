//! What a test finds when it starts: no core files, no terminal to wait for, and a parent that reaps.

use std::fs;

use rustix::process::{Resource, Rlimit};

/// What a test must find when it starts: no core files, no terminal to wait for, and a parent that reaps.
pub(crate) fn prepare_process() {
    // Without it lop still works, less tidily, so a failure is not worth a message.
    let _ = rustix::process::setrlimit(Resource::Core, no_core_files());
    // SAFETY: these calls set a disposition to "ignore" or "default"; no handler of ours runs.
    #[expect(unsafe_code, reason = "neither std nor rustix can set a signal's disposition")]
    unsafe {
        // A test in the background that reads the terminal would be stopped, and wait until its timeout. Children
        // inherit what is ignored: now they get an error instead.
        libc::signal(libc::SIGTTIN, libc::SIG_IGN);
        libc::signal(libc::SIGTTOU, libc::SIG_IGN);
        // Whoever started us may have ignored this one; then children would be reaped before we see how they ended.
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
}

/// The limit that switches core files off: 0, or 1 where the kernel hands cores to a program, which ignores a 0.
fn no_core_files() -> Rlimit {
    let pattern = fs::read("/proc/sys/kernel/core_pattern").unwrap_or_default();
    let current = Some(u64::from(pattern.first() == Some(&b'|')));
    Rlimit { current, ..rustix::process::getrlimit(Resource::Core) }
}
