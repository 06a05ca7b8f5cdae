//! Questions to a build cluster that speaks Bazel's Remote Execution API, version 2: a client of an engine that is there,
//! never one of its own.
//!
//! [`Remote`] is a [`Site`](lop_oracle::site::Site). A question becomes an *action*: a tree of digests that holds the
//! candidate and a script, which always ends with 0 and says on its standard output how the command ended. So every server keeps a
//! refusal as well as a success, and nothing that goes wrong on the way can be taken for an answer.

mod action;
mod address;
mod answer;
mod batch;
mod blob;
mod companions;
mod connection;
mod copies;
mod encryption;
mod execute;
mod fault;
mod folder;
mod options;
mod packing;
mod patience;
mod remote;
mod store;
mod stragglers;

pub use address::Address;
pub use options::Options;
pub use patience::Patience;
pub use remote::Remote;

/// The messages of the protocol.
pub(crate) use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
