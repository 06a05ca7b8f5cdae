//! What a test mounts in its scratch directory is not emptied, bind mounts among them, which only Linux has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Place, ask, oracle};
use crate::scratch::may_mount;
use lop_engine::Verdict;

/// Set when this binary runs itself where it may mount, to a directory.
const PRECIOUS: &str = "LOP_TEST_PRECIOUS";

#[test]
fn what_a_command_mounts_in_its_directory_is_not_emptied() {
    if let Some(precious) = std::env::var_os(PRECIOUS) {
        return beside_a_mount(&PathBuf::from(precious));
    }
    if !may_mount() {
        return; // This machine lets nobody but root mount anything.
    }
    let precious = tempfile::tempdir().unwrap();
    fs::write(precious.path().join("file"), "x").unwrap();
    let run = Command::new("unshare")
        .args(["-rm", "--"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "mounts::what_a_command_mounts_in_its_directory_is_not_emptied"])
        .env(PRECIOUS, precious.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
    assert_eq!(fs::read(precious.path().join("file")).unwrap(), b"x");
}

fn beside_a_mount(precious: &Path) {
    let precious = precious.display();
    // In a directory, in one that cannot be entered, in place of the working directory, and in TMPDIR.
    let lines = [
        "mkdir -p a/b && mount --bind PRECIOUS a/b",
        "mkdir a && mount --bind PRECIOUS a && mkdir c && chmod 0 c",
        "cd / && mount --bind PRECIOUS \"$OLDPWD\"",
        "mount --bind PRECIOUS \"$TMPDIR\"",
    ];
    for line in lines {
        let place = Place::new();
        let line = line.replace("PRECIOUS", &precious.to_string());
        let oracle = oracle(place.shell(&format!("grep -q needle a.c || exit 1; {line}; exit 0")));
        assert_eq!(ask(&oracle, "needle"), Verdict::Interesting, "{line}");
        assert_eq!(ask(&oracle, "other"), Verdict::Boring, "{line}");
        let left = oracle.left_behind();
        assert!(left.len() == 1 && left[0].0.exists(), "{left:?}");
        drop(oracle);
        assert!(fs::metadata(format!("{precious}/file")).is_ok(), "{line}");
        // The place itself would be removed through the mounts.
        let unmount = "grep -o \" $1[^ ]*\" /proc/self/mountinfo | xargs -n1 umount";
        let unmounted =
            Command::new("sh").args(["-c", unmount, "sh"]).arg(place.root.path()).status().unwrap();
        assert!(unmounted.success());
    }
}
