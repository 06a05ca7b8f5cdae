//! What all files of a batch share.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lop_runner::test::Jobs;
use lop_runner::{Event, Events, Found};
use parking_lot::Mutex;

use crate::files::Layout;
use crate::inputs::test_config::TestConfig;
use crate::pool::{Control, Pool};
use crate::records::recorder::Recorders;
use crate::settings::Settings;
use crate::state::State;
use crate::tools::Tools;

/// What all files of a batch share.
pub(crate) struct Shared<'s> {
    pub(crate) settings: &'s Settings,
    pub(crate) tests: TestConfig,
    pub(crate) layout: Arc<Layout>,
    pub(crate) pool: Pool,
    pub(crate) control: Control,
    pub(crate) state: State,
    pub(crate) tools: Tools,
    pub(crate) jobs: Jobs,
    pub(crate) events: Events,
    pub(crate) recorders: Arc<Recorders>,
    /// What was told of all files, because it is the same for many.
    pub(crate) told: Mutex<HashSet<String>>,
    /// The files whose reduction failed.
    pub(crate) failed: Mutex<HashMap<String, Found>>,
}

impl Shared<'_> {
    /// Tells of a file what is about it, and what is about the test once for all files.
    pub(crate) fn tell(&self, file: &str, event: Event) {
        match &event {
            Event::Note(text) if !self.told.lock().insert(text.clone()) => {}
            Event::Note(_) => self.events.send(event),
            _ => self.events.of(file).send(event),
        }
    }
}
