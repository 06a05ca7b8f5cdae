//! The live view of a terminal: models that are told of events and drawn as frames, a screen that takes frames, and the
//! keys. A single run and a batch differ in their model only.
//!
//! | file | what is there |
//! |---|---|
//! | `single`, `corpus` | the models: plain data, kept up to date by events, and what the keys do |
//! | `frame`, `table` | how they are drawn |
//! | `curve`, `source`, `theme` | parts of the drawing: sizes over time, texts and their differences, colours |
//! | `outlook`, `speed` | what a model works out: how long it may take yet, questions per second |
//! | `screen`, `keys`, `outside` | the terminal: lines at its lower end, single keys, a person's editor and pager |
//! | `live` | the thread that draws and reads keys |

mod corpus;
mod curve;
mod frame;
mod keys;
mod live;
mod outlook;
mod outside;
mod screen;
mod single;
mod source;
mod speed;
mod table;
mod theme;

use std::time::Instant;

use lop_runner::Event;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(crate) use corpus::Corpus;
pub(crate) use live::Live;
pub(crate) use single::Single;
pub(crate) use speed::Speed;
pub(crate) use theme::Theme;

/// Something to do while the terminal belongs to another program. Returns what to tell of it.
pub(crate) type Outside = Box<dyn FnOnce() -> Option<String> + Send>;

/// What is shown of something at work. Nothing here knows a terminal or a clock.
pub(crate) trait View: Send {
    /// Takes note of an event.
    fn note(&mut self, file: &str, event: &Event, now: Instant);

    /// How many rows it takes, on a terminal of so many columns and rows.
    fn height(&self, columns: u16, rows: u16) -> u16;

    /// Draws itself as it is at this moment.
    fn draw(&self, area: Rect, buffer: &mut Buffer, now: Instant);

    /// Says whether keys are read, before anything is drawn.
    fn with_keys(&mut self, keys: bool);

    /// Does what a key stands for, or returns what is to be done while nothing is drawn.
    fn press(&mut self, key: u8, now: Instant) -> Option<Outside>;

    /// True once it has been told to stop: from then on no key is read, so that the terminal is as it was by the end.
    fn is_stopping(&self) -> bool;
}
