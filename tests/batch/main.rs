//! `lop batch` as a user meets it: one module for each side of it.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

mod corpus;
mod page;
mod projects;
mod reducing;
mod reports;
mod sections;
mod yard;
