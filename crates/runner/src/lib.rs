//! One reduction from its input to its certified result: the test, the search, the journal, asking again, budgets and
//! events. A single run is one of these; a batch is many of them on one pool of questions.
//!
//! | what | where |
//! |---|---|
//! | what a user may say about a reduction | [`options`], [`protect`], [`until`], [`pass_choice`] |
//! | the user's command as a test, and the crash that is held on to | [`test`](mod@test), [`target`], [`script`] |
//! | the run from begin to end | [`reduction`], `course`, `history`, [`summary`] |
//! | the stack of judges: verdict cache, budget, turn, test, asking again, `--then` | `judging` |
//! | what is on disk: verdicts and bests, and the best so far | [`journal`], [`place`] |
//! | what happens before and after the search | `paste`, `format` |
//! | what everybody is told, and who tells them | [`event`], [`dispatch`], [`found`], [`failure`], [`number`] |

mod course;
pub mod dispatch;
pub mod event;
pub mod failure;
mod format;
pub mod found;
mod history;
pub mod journal;
mod judging;
pub mod number;
pub mod options;
pub mod pass_choice;
mod paste;
pub mod place;
pub mod protect;
pub mod reduction;
pub mod script;
pub mod summary;
pub mod target;
pub mod test;
pub mod turns;
pub mod until;

use std::sync::Arc;

/// The texts of a document, file by file.
pub type Files = Vec<Arc<[u8]>>;

pub use dispatch::{Dispatcher, Events, Listener};
pub use event::Event;
pub use failure::{Failure, Trouble};
pub use found::Found;
pub use options::Options;
pub use reduction::Reduction;
pub use summary::Summary;
pub use target::Target;
pub use test::Test;
