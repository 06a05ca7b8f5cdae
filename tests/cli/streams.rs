//! Pipes, sockets and devices in the place of files: no run waits for somebody who reads.

use std::fs::File;
use std::io::Read;
use std::os::unix::net::UnixListener;

use rustix::fs::{CWD, FileType, Mode};

use crate::kitchen::Kitchen;

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    rustix::fs::mknodat(CWD, kitchen.path("pipe"), FileType::Fifo, Mode::from(0o600), 0).unwrap();
    kitchen
}

#[test]
fn a_pipe_without_a_reader_and_a_socket_are_refused_before_anything_is_asked() {
    let kitchen = kitchen();
    let _listener = UnixListener::bind(kitchen.path("socket")).unwrap();
    let here = kitchen.path("").display().to_string();
    for option in ["-o", "--report", "--bug", "--trace", "--learn"] {
        for place in ["pipe", "socket"] {
            let test = format!("touch {here}/asked; grep -q bug x.c");
            let ended = kitchen.lop([option, place, "x.c", "--shell", &test]);
            ended.says(1, &[place, "because: it is ", "help: "]);
            assert!(!kitchen.path("asked").exists(), "{option}");
        }
    }
}

#[test]
fn a_pipe_that_is_read_takes_the_result() {
    let kitchen = kitchen();
    // For reading and writing, so that nobody waits for anybody.
    let mut reader = File::options().read(true).write(true).open(kitchen.path("pipe")).unwrap();
    kitchen.lop(["-o", "pipe", "x.c", "--", "grep", "-q", "bug", "x.c"]).says(0, &["result: pipe"]);
    let mut text = [0; 100];
    let length = reader.read(&mut text).unwrap();
    assert_eq!(text[..length].trim_ascii(), b"bug");
}

#[test]
fn what_the_shell_has_opened_and_devices_take_a_page() {
    let kitchen = Kitchen::new();
    for (place, length) in [("/dev/stdout", 1..), ("/dev/fd/1", 1..), ("/dev/null", 0..)] {
        let ended = kitchen.lop(["-q", "--bug", place, "x.c", "--", "grep", "-q", "bug", "x.c"]);
        ended.says(0, &[]);
        assert!(length.contains(&ended.stdout.len()), "{place}: {ended:?}");
    }
}
