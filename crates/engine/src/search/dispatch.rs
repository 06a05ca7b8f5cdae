//! Events on their way to the observer: workers only send, one thread tells, so that no worker ever waits for a listener.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use crate::event::{Event, Observer};
use crate::oracle::{Cancel, Verdict};
use crate::pass::Stage;

/// An [`Event`] that owns what it tells of.
#[derive(Debug)]
pub(super) enum Sent {
    RoundStarted { round: usize, stage: Stage, tokens: usize, bytes: usize, errors: usize },
    StageStarted { stage: Stage },
    Judged { pass: &'static str, verdict: Verdict, took: Duration, hash: u128, bytes: usize },
    Known { pass: &'static str },
    Improved { pass: &'static str, files: Vec<Arc<[u8]>>, tokens: usize, bytes: usize },
}

impl Sent {
    fn as_event(&self) -> Event<'_> {
        match *self {
            Sent::RoundStarted { round, stage, tokens, bytes, errors } => {
                Event::RoundStarted { round, stage, tokens, bytes, errors }
            }
            Sent::StageStarted { stage } => Event::StageStarted { stage },
            Sent::Judged { pass, verdict, took, hash, bytes } => {
                Event::Judged { pass, verdict, took, hash, bytes }
            }
            Sent::Known { pass } => Event::Known { pass },
            Sent::Improved { pass, ref files, tokens, bytes } => {
                Event::Improved { pass, files, tokens, bytes }
            }
        }
    }
}

/// Where workers put events. Never blocks, so it may be used while a lock is held; that is how commits keep their order.
#[derive(Debug)]
pub(super) struct Events(Sender<Sent>);

impl Events {
    pub(super) fn new() -> (Events, Receiver<Sent>) {
        let (sender, receiver) = std::sync::mpsc::channel();
        (Events(sender), receiver)
    }

    pub(super) fn send(&self, event: Sent) {
        // Nobody listens any more once an observer has panicked: the run ends soon, with that panic.
        let _ = self.0.send(event);
    }
}

/// Tells the observer of each event until the last sender is gone. Raises `stop` when the observer panics, because what
/// is found from there on reaches nobody.
pub(super) fn dispatch(events: Receiver<Sent>, observer: &dyn Observer, stop: &Cancel) {
    let _stop = StopOnPanic(stop);
    for event in events {
        observer.on_event(&event.as_event());
    }
}

/// Raises a flag when it is dropped by a panic, so that the others do not go on for nothing.
pub(super) struct StopOnPanic<'c>(pub(super) &'c Cancel);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// Waits for threads to end. A panic of one goes on in the caller.
pub(super) fn join(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    for thread in threads {
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}
