//! The built program and a server of the Remote Execution API that is in this process: what a user of a cluster meets.
//!
//! The tests of these tests refuse wherever `LOP_ROOT` is not set, as on this machine; so what is kept was accepted there.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]
#![allow(
    clippy::allow_attributes,
    dead_code,
    reason = "kitchen, yard and server are for more than these tests"
)]

mod batches;
#[path = "../../crates/remote/tests/common/mod.rs"]
mod common;
mod faults;
#[path = "../cli/kitchen.rs"]
mod kitchen;
mod luggage;
mod runs;
mod secrets;
mod slots;
#[path = "../batch/yard.rs"]
mod yard;

use common::Server;
use kitchen::{Ended, FEW, Kitchen};

/// Is true where a server runs it, and nowhere else.
const THERE: &str = "test -n \"$LOP_ROOT\"";

/// A kitchen with twelve short lines, of which `line`, a test, wants some.
fn kitchen(line: &str) -> Kitchen {
    let kitchen = Kitchen::new();
    let lines = (0..6).map(|it| format!("int a{it} = {it};\nint bug{it}(int x) {{ return x + {it}; }}\n"));
    kitchen.write("x.c", lines.collect::<String>());
    kitchen.script("test.sh", line);
    kitchen
}

/// Runs the test of a kitchen at a server.
fn run(kitchen: &Kitchen, server: &Server, options: &[&str]) -> Ended {
    let address = server.address();
    let there = ["--remote", &address].into_iter().chain(FEW);
    kitchen.lop(there.chain(options.iter().copied()).chain(["x.c", "--", "./test.sh"]))
}
