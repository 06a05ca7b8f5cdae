//! What a person at a terminal is shown and asked.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::kitchen::{FEW, Kitchen};

/// Runs the program on a terminal of its own, types each answer where it asks, and returns its exit code and all it said.
fn on_terminal(kitchen: &Kitchen, term: &str, options: &[&str], answers: &[&str]) -> (Option<i32>, String) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let slave = File::from(rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
    let test = ["x.c", "--", "grep", "-q", "bug", "@@"];
    let mut command = kitchen.command(FEW.iter().chain(options).chain(&test));
    command.env("TERM", term).stdin(slave.try_clone().unwrap()).stderr(slave).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    drop(command);
    let (mut master, mut said, mut left) = (File::from(master), Vec::new(), answers.iter());
    let mut asked = 0;
    let mut piece = [0; 1024];
    // Reading fails once nobody has the other end any more.
    while let Ok(len @ 1..) = master.read(&mut piece) {
        said.extend_from_slice(&piece[..len]);
        let so_far = String::from_utf8_lossy(&said);
        if so_far.matches("leave (q)? ").count() > asked {
            asked += 1;
            left.next().into_iter().for_each(|it| master.write_all(format!("{it}\n").as_bytes()).unwrap());
        }
    }
    (child.wait().unwrap().code(), String::from_utf8_lossy(&said).into_owned())
}

/// A kitchen with a run that stopped half-way.
fn stopped() -> Kitchen {
    let kitchen = Kitchen::new();
    let lines = (0..20).map(|it| format!("int a{it} = {it};\n"));
    kitchen.write("x.c", lines.collect::<String>() + "int bug;\n");
    let test = ["-j1", "--max-questions", "3", "x.c", "--", "grep", "-q", "bug", "@@"];
    kitchen.lop(FEW.iter().chain(&test)).says(0, &["--resume"]);
    kitchen
}

#[test]
fn on_a_terminal_a_person_is_asked_what_becomes_of_an_unfinished_run() {
    let kitchen = stopped();
    let (code, said) = on_terminal(&kitchen, "xterm", &["-j1"], &["what?", "q"]);
    assert_eq!((code, said.matches("unfinished").count()), (Some(8), 3), "{said}");
    let (code, said) = on_terminal(&kitchen, "xterm", &["-j1"], &[""]);
    assert!(code == Some(0) && said.contains("going on with"), "{said}");
    let (code, said) = on_terminal(&stopped(), "xterm", &["-j1"], &["f"]);
    assert!(code == Some(0) && !said.contains("going on with") && said.contains("certified"), "{said}");
}

#[test]
fn a_dumb_terminal_is_sent_no_escapes() {
    let kitchen = Kitchen::new();
    let (code, said) = on_terminal(&kitchen, "dumb", &[], &[]);
    assert!(code == Some(0) && said.contains("certified") && !said.contains('\x1b'), "{said:?}");
    let (_, said) = on_terminal(&kitchen, "xterm", &[], &[]);
    assert!(said.contains("\x1b[1m"), "{said:?}");
}
