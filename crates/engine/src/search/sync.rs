//! The locks of [`super::protocol`], by a name of their own so that its model test can put others in their place.

pub(super) use parking_lot::{Condvar, Mutex};
