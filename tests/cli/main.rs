//! The built program as a user meets it: one module for each side of it.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

mod advice;
mod arguments;
mod budgets;
mod bytes;
mod check;
mod crashes;
mod flaky;
mod format;
mod grammars;
mod in_use;
mod jobs;
mod kitchen;
mod launcher;
mod learning;
mod lines;
mod lost;
mod objective;
mod page;
mod passes;
mod paste;
mod patience;
mod peers;
mod places;
mod protect;
mod pty;
mod rates;
mod reducers;
mod remote;
mod reports;
mod results;
mod resume;
mod streams;
mod terminal;
mod then;
mod valid;
