//! How a person steers a reduction at work: pauses it, leaves passes out, has it come to its end, or hands in a text of
//! their own for it to go on from.

use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Control};
use parking_lot::{Condvar, Mutex};

use crate::Files;
use crate::slots::Slots;

/// How often one who waits looks whether it still should.
const LOOK: Duration = Duration::from_millis(50);

/// What a person says to a reduction at work. Clones say the same.
#[derive(Debug, Clone, Default)]
pub struct Steering {
    control: Control,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct State {
    paused: bool,
    /// The text that somebody has handed in and nobody has asked about yet.
    edit: Option<Files>,
    /// Ends the search that is under way.
    search: Cancel,
}

impl Steering {
    /// What the search listens to: which passes to leave out, and whether to come to its end.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Asks nothing more until it is told otherwise. What is being asked is answered; the time of `--until` goes on.
    pub fn pause(&self, paused: bool) {
        self.shared.state.lock().paused = paused;
        self.shared.wake.notify_all();
    }

    /// True while nothing more is asked.
    pub fn is_paused(&self) -> bool {
        self.shared.state.lock().paused
    }

    /// Hands in a text of one's own. The test is asked about it; if it says yes, the search goes on from there, even if it
    /// is larger. Of two the later counts.
    pub fn propose(&self, files: Files) {
        let mut state = self.shared.state.lock();
        state.edit = Some(files);
        state.search.raise();
    }

    /// A search begins; `search` ends it.
    pub(crate) fn begin(&self, search: Cancel) {
        let mut state = self.shared.state.lock();
        if state.edit.is_some() {
            search.raise();
        }
        state.search = search;
    }

    /// True while nobody has asked about the text that was handed in.
    pub(crate) fn is_pending(&self) -> bool {
        self.shared.state.lock().edit.is_some()
    }

    /// The text that was handed in, once.
    pub(crate) fn take(&self) -> Option<Files> {
        self.shared.state.lock().edit.take()
    }
}

/// As many slots as anybody wants, and none during a pause.
impl Slots for Steering {
    fn with_slot(&self, cancel: &Cancel, ask: &mut dyn FnMut()) -> bool {
        let mut state = self.shared.state.lock();
        while state.paused && !cancel.is_raised() {
            self.shared.wake.wait_for(&mut state, LOOK);
        }
        drop(state);
        if cancel.is_raised() {
            return false;
        }
        ask();
        true
    }

    fn width(&self) -> usize {
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_asked_during_a_pause_and_who_is_cancelled_stops_waiting() {
        let (steering, cancel) = (Steering::default(), Cancel::new());
        steering.pause(true);
        let asked = Mutex::new(0);
        std::thread::scope(|scope| {
            let ask = || steering.with_slot(&cancel.child(), &mut || *asked.lock() += 1);
            let waits = scope.spawn(ask);
            let gives_up = Cancel::new();
            gives_up.raise();
            assert!(!steering.with_slot(&gives_up, &mut || *asked.lock() += 1));
            assert_eq!(*asked.lock(), 0);
            steering.pause(false);
            assert!(waits.join().unwrap());
        });
        assert_eq!(*asked.lock(), 1);
    }

    #[test]
    fn an_edit_ends_the_search_that_is_under_way_or_the_one_that_begins_next() {
        let (steering, search, next) = (Steering::default(), Cancel::new(), Cancel::new());
        steering.begin(search.clone());
        steering.propose(vec![Arc::from(*b"mine")]);
        steering.begin(next.clone());
        assert!(search.is_raised() && next.is_raised());
        assert_eq!(steering.take(), Some(vec![Arc::from(*b"mine")]));
        assert_eq!(steering.take(), None);
    }
}
