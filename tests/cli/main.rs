//! The built program as a user meets it: one module for each side of it.

mod arguments;
mod bytes;
mod kitchen;
mod reports;
mod results;
mod signals;
