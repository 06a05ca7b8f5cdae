//! Where the best so far goes while a run is at work: a writer of its own keeps only the latest, so that nobody who
//! searches waits for a disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::{Condvar, Mutex};

use crate::Files;
use crate::dispatch::Events;
use crate::event::Event;

/// Where the best so far belongs.
pub trait Place: Send + Sync {
    /// Puts a document that passed all tests there. Returns what to tell the user when that does not work, or works again.
    fn keep(&self, files: &Files) -> Option<String>;

    /// The test has judged what a person has handed in, and has taken it or not. What was refused may be saved: returns where.
    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        let _ = (edit, taken);
        None
    }
}

/// Writes on a thread of its own. What comes while it writes replaces what waits.
#[derive(Debug)]
pub(crate) struct Writer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct State {
    next: Option<Files>,
    busy: bool,
    over: bool,
}

impl Writer {
    /// Begins to write to `place`.
    pub(crate) fn start(place: Arc<dyn Place>, events: Events) -> std::io::Result<Writer> {
        let shared = Arc::<Shared>::default();
        let own = shared.clone();
        let builder = std::thread::Builder::new().name("writer".to_owned());
        let thread = builder.spawn(move || own.write(place.as_ref(), &events))?;
        Ok(Writer { shared, thread: Some(thread) })
    }

    /// Has `files` written soon, unless others come before.
    pub(crate) fn put(&self, files: Files) {
        self.shared.state.lock().next = Some(files);
        self.shared.wake.notify_all();
    }

    /// Waits until the latest is written.
    pub(crate) fn flush(&self) {
        let mut state = self.shared.state.lock();
        while !state.over && (state.busy || state.next.is_some()) {
            self.shared.wake.wait(&mut state);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.flush();
        self.shared.end();
        if let Some(thread) = self.thread.take() {
            // Why it panicked, if it did, it has said itself.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn write(&self, place: &dyn Place, events: &Events) {
        // A place that panics must not leave anybody waiting.
        let _guard = EndGuard(self);
        while let Some(files) = self.next() {
            if let Some(trouble) = place.keep(&files) {
                events.send(Event::Warning(trouble));
            }
            self.state.lock().busy = false;
            self.wake.notify_all();
        }
    }

    fn next(&self) -> Option<Files> {
        let mut state = self.state.lock();
        while state.next.is_none() && !state.over {
            self.wake.wait(&mut state);
        }
        let next = state.next.take();
        state.busy = next.is_some();
        next
    }

    fn end(&self) {
        self.state.lock().over = true;
        self.wake.notify_all();
    }
}

/// Says that nobody writes any more when it is dropped.
struct EndGuard<'s>(&'s Shared);

impl Drop for EndGuard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Dispatcher;

    /// Takes what it is given once it is let.
    #[derive(Default)]
    struct Slow {
        kept: Mutex<Vec<usize>>,
        let_go: Mutex<bool>,
        wake: Condvar,
    }

    impl Place for Slow {
        fn keep(&self, files: &Files) -> Option<String> {
            let mut go = self.let_go.lock();
            while !*go {
                self.wake.wait(&mut go);
            }
            self.kept.lock().push(files[0].len());
            assert!(files[0].len() != 13, "the disk is on fire");
            None
        }
    }

    fn text(len: usize) -> Files {
        vec![vec![b'x'; len].into()]
    }

    #[test]
    fn only_the_latest_of_what_waits_is_written() {
        let place = Arc::new(Slow::default());
        let writer = Writer::start(place.clone(), Dispatcher::silent()).unwrap();
        (1..=9).rev().for_each(|it| writer.put(text(it)));
        *place.let_go.lock() = true;
        place.wake.notify_all();
        writer.flush();
        let kept = place.kept.lock();
        assert!(kept.len() <= 2 && kept.last() == Some(&1), "{kept:?}");
    }

    #[test]
    fn a_place_that_panics_leaves_nobody_waiting() {
        let place = Arc::new(Slow { let_go: Mutex::new(true), ..Slow::default() });
        let writer = Writer::start(place, Dispatcher::silent()).unwrap();
        writer.put(text(13));
        writer.flush();
        writer.put(text(1));
        drop(writer);
    }
}
