//! How many questions are asked at once, and what they know of each other.

use std::process::Command;

use crate::kitchen::{FEW, Kitchen};

/// A kitchen whose test notes how many of its kind are running.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen
        .write("x.c", (0..20).map(|it| format!("int v{it};\n")).collect::<Vec<_>>().concat() + "int bug;\n");
    let here = kitchen.path("").display().to_string();
    std::fs::create_dir(kitchen.path("running")).unwrap();
    kitchen.script(
        "test.sh",
        &format!(
            "echo $LOP_JOB >>{here}/jobs\n\
             touch {here}/running/$$; ls {here}/running | wc -l >>{here}/counts\n\
             grep -q bug x.c; code=$?\n\
             rm {here}/running/$$; exit $code"
        ),
    );
    kitchen
}

fn numbers(kitchen: &Kitchen, name: &str) -> Vec<u32> {
    kitchen.read(name).lines().map(|it| it.trim().parse().unwrap()).collect()
}

#[test]
fn each_question_knows_its_job() {
    let kitchen = kitchen();
    kitchen.lop(FEW.into_iter().chain(["-q", "-j3", "x.c", "--", "./test.sh"])).says(0, &[]);
    assert!(numbers(&kitchen, "jobs").iter().all(|it| *it < 3));
}

#[test]
fn under_make_no_more_is_asked_at_once_than_make_has_jobs() {
    let kitchen = kitchen();
    let lop = env!("CARGO_BIN_EXE_lop");
    kitchen.write("Makefile", format!("all:\n\t+{lop} {} -q -j8 x.c -- ./test.sh\n", FEW.join(" ")));
    let mut make = Command::new("make");
    make.args(["-j2", "all"]).current_dir(kitchen.path("")).env_remove("MAKEFLAGS");
    make.env("XDG_STATE_HOME", kitchen.path("state"));
    let output = make.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    let counts = numbers(&kitchen, "counts");
    assert!(counts.iter().all(|it| *it <= 2), "{counts:?}");
}
