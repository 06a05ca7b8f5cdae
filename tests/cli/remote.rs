//! Tests that a build cluster runs; what it answers is tested with `crates/remote`, which has a server.

use crate::kitchen::Kitchen;

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c");
    kitchen
}

#[test]
fn a_cluster_goes_with_neither_a_launcher_nor_the_sandbox() {
    let kitchen = kitchen();
    let lop = |words: &[&str]| kitchen.lop(words.iter().chain(&["x.c", "--", "./test.sh"]));
    lop(&["--remote", "grpc://build", "--launcher", "env"]).says(1, &["--launcher"]);
    lop(&["--remote", "grpc://build", "--sandbox"]).says(1, &["--remote and --sandbox do not go together"]);
    lop(&["--remote-jobs", "4"]).says(1, &["--remote"]);
    lop(&["--remote", "grpc://build", "--remote-key", "key"]).says(1, &["--remote-cert"]);
    lop(&["--remote", "grpc://build", "--remote-property", "linux"]).says(1, &["KEY=VALUE"]);
}

#[test]
fn without_a_cluster_that_can_be_asked_nothing_is_begun() {
    let kitchen = kitchen();
    // A lop without the feature `remote` asks none; and none has such an address.
    kitchen.lop(["--remote", "build:8980", "x.c", "--", "./test.sh"]).says(1, &[]);
    assert!(!kitchen.path("x.lop.c").exists());
}
