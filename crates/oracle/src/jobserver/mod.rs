//! GNU make's jobserver protocol, from both of its ends: builds and questions share the cores.

mod client;
mod server;

pub use client::{Client, Permit};
pub use server::Server;
