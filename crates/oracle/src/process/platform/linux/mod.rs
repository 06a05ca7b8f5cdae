//! Linux: pidfds tell of ends, a subreaper finds every descendant, statx knows mount points,
//! inotify notices what a test writes, /proc says who eats the memory.

mod ending;
mod guardian;
mod memory;
mod mounts;
mod reaper;
mod stat;
mod tree_watch;

pub(crate) use ending::{Ending, with_own_children};
pub(crate) use guardian::{Guardian, guardian};
pub(crate) use memory::MemoryWatch;
pub(crate) use mounts::is_mount_point;
pub use reaper::kill_everything;
pub(crate) use reaper::{Ticket, reap_stranger, start_stranger, sweep};
pub(crate) use tree_watch::TreeWatch;
