//! One reduction from its input to its certified result: the test, the search, the journal, asking again, budgets and
//! events. A single run is one of these; a batch is many of them on one pool of questions.

// What a user may say about a reduction.
pub mod away;
pub mod options;
pub mod pass_choice;
pub mod protect;
pub mod until;

// The user's command as a test, and the crash that is held on to.
mod in_line;
pub mod script;
pub mod target;
pub mod test;

// The run: the way in, its searches one after the other, what comes before and after them, what it came to.
mod format;
mod history;
pub mod learning;
mod paste;
pub mod reducers;
pub mod reduction;
mod runner;
pub mod summary;

// Who answers a question: the verdict cache, the budget, a free slot, the test, asking again, --then.
mod judging;
pub mod slots;
pub mod steering;

// What is on disk: verdicts and bests, the best so far, and projects.
pub mod aside;
pub mod journal;
pub mod lock;
pub mod project;
pub mod writer;

// What everybody is told, and who tells them.
pub mod dispatch;
pub mod event;
pub mod failure;
pub mod found;
pub mod number;

use std::sync::Arc;

/// The texts of a document, file by file.
pub type Files = Vec<Arc<[u8]>>;

pub use lop_oracle::rate;

pub use dispatch::{Dispatcher, Events, Listener};
pub use event::Event;
pub use failure::{Failure, Trouble};
pub use found::Found;
pub use options::Options;
pub use reduction::Reduction;
pub use steering::Steering;
pub use summary::{Scores, Summary, Trust};
pub use target::Target;
pub use test::Test;
