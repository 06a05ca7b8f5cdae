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
    let ended = kitchen.lop(["--remote", "build:8980", "x.c", "--", "./test.sh"]);
    // Where the whole workspace is built for tests, the crates of the remote client bring the feature.
    let has_it = ended.stderr.contains("grpc://");
    let without = ["cannot ask build:8980", "cargo install --features remote --path ."];
    ended.says(1, if has_it { &["grpcs://HOST:PORT/INSTANCE"] } else { &without });
    assert!(!kitchen.path("x.lop.c").exists());
}

#[test]
fn no_test_that_runs_here_or_by_a_launcher_and_no_reducer_is_given_what_lets_us_in() {
    let kitchen = kitchen();
    let here = kitchen.path("").display().to_string();
    kitchen.script("test.sh", &format!("env >>{here}/seen; grep -q bug x.c"));
    kitchen.script("launcher.sh", &format!("env >>{here}/seen; exec \"$@\""));
    kitchen.script("reducer.sh", &format!("env >>{here}/seen"));
    for options in [&[][..], &["--launcher", "./launcher.sh"], &["--reducer", "./reducer.sh"]] {
        let words = options.iter().chain(&["--", "./test.sh"]);
        let mut command = kitchen.command(["-q", "x.c", "-o", "y.c"].iter().chain(words));
        let ended =
            command.env("LOP_REMOTE_HEADERS", "x-key: secret").env("MINE", "is given").output().unwrap();
        assert!(ended.status.success(), "{options:?} {}", String::from_utf8_lossy(&ended.stderr));
        let seen = kitchen.read("seen");
        assert!(seen.contains("MINE=is given") && !seen.contains("LOP_REMOTE_HEADERS"), "{options:?}");
        std::fs::remove_file(kitchen.path("seen")).unwrap();
    }
}
