//! Linux: pidfds tell of ends, a subreaper finds every descendant, statx knows mount points.

mod ending;
mod guardian;
mod mounts;
mod reaper;

pub(crate) use ending::{Ending, with_own_children};
pub(crate) use guardian::{Guardian, guardian};
pub(crate) use mounts::is_mount_point;
pub use reaper::kill_everything;
pub(crate) use reaper::{Ticket, sweep};
