//! Ctrl-C, SIGTERM, SIGQUIT and SIGHUP: the first asks the run to stop and keep its best, the second leaves at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use lop_engine::Cancel;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use lop_oracle::kill_everything;
use lop_runner::{Event, Events, Failure};

use crate::exit::Exit;

/// How long a run may take to end after a second signal.
const MOMENT: Duration = Duration::from_millis(300);

/// True while the terminal belongs to another program, such as an editor: keys that are signals are meant for that one.
static LENT: AtomicBool = AtomicBool::new(false);

/// The terminal belongs to another program until this is dropped.
pub(crate) struct Lent;

/// Lends the terminal to another program.
pub(crate) fn lend() -> Lent {
    LENT.store(true, Ordering::SeqCst);
    Lent
}

impl Drop for Lent {
    fn drop(&mut self) {
        LENT.store(false, Ordering::SeqCst);
    }
}

/// Listens to signals as long as it lives.
pub(crate) struct SignalHandler {
    first: Arc<AtomicI32>,
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl SignalHandler {
    /// Begins to listen: the first signal raises `stop`, and is told of.
    pub(crate) fn start(stop: Cancel, events: Events) -> Result<SignalHandler, Failure> {
        SignalHandler::start_with(stop, move |signal| events.send(Event::Stopping(signal)))
    }

    /// The same where there are no events: `tell` is given the name of the first signal.
    pub(crate) fn start_with(
        stop: Cancel,
        tell: impl Fn(&'static str) + Send + 'static,
    ) -> Result<SignalHandler, Failure> {
        SignalHandler::listen(stop, tell)
            .map_err(|it| Failure { what: "cannot listen to signals".to_owned(), ..Failure::no_thread(it) })
    }

    fn listen(stop: Cancel, tell: impl Fn(&'static str) + Send + 'static) -> std::io::Result<SignalHandler> {
        let mut wanted = vec![SIGINT, SIGTERM, SIGQUIT];
        if !hangup_is_ignored() {
            wanted.push(SIGHUP);
        }
        let mut signals = Signals::new(wanted)?;
        let handle = signals.handle();
        let first = Arc::new(AtomicI32::new(0));
        let seen = first.clone();
        let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if LENT.load(Ordering::SeqCst) && matches!(signal, SIGINT | SIGQUIT) {
                    continue;
                }
                if seen.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_err() {
                    return leave(signal, || signals.is_closed());
                }
                stop.raise();
                tell(name(signal));
            }
        })?;
        Ok(SignalHandler { first, handle, thread: Some(thread) })
    }

    /// The signal that came first, with its name.
    pub(crate) fn caught(&self) -> Option<(&'static str, i32)> {
        let signal = self.first.load(Ordering::SeqCst);
        (signal != 0).then(|| (name(signal), signal))
    }
}

impl Drop for SignalHandler {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Kills what the run waits for and gives it a moment to end in good order; if it does not, ends the program. The file
/// holds the best already, so nothing is lost but the summary and the tidying up.
#[expect(clippy::exit, reason = "the user asked twice")]
fn leave(signal: i32, is_over: impl Fn() -> bool) {
    kill_everything();
    std::thread::park_timeout(MOMENT);
    if !is_over() {
        kill_everything();
        std::process::exit(Exit::by_signal(signal).code().into());
    }
}

fn name(signal: i32) -> &'static str {
    signal_hook::low_level::signal_name(signal).unwrap_or("a signal")
}

/// True under `nohup`, whose whole point is that SIGHUP does nothing. Where there is no /proc, nobody can tell.
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (SIGHUP - 1)) != 0
}
