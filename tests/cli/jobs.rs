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
             touch {here}/running/$$\n\
             # What was killed could not take its mark away, and the next one may begin while this one counts.\n\
             n=0\n\
             for it in {here}/running/*; do\n\
             if kill -0 \"${{it##*/}}\" 2>/dev/null; then n=$((n+1)); else rm -f \"$it\"; fi\n\
             done\n\
             echo $n >>{here}/counts\n\
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
    kitchen.surround(make.args(["-j2", "all"]));
    let output = make.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    let counts = numbers(&kitchen, "counts");
    assert!(counts.iter().all(|it| *it <= 2), "{counts:?}");
}

#[test]
fn a_build_in_a_test_gets_the_cores_that_questions_leave() {
    let kitchen = kitchen();
    let here = kitchen.path("").display().to_string();
    let targets: Vec<String> = (0..6).map(|it| format!("t{it}")).collect();
    let recipe = format!(
        "\t@touch {here}/running/$@; ls {here}/running | wc -l >>{here}/counts; rm {here}/running/$@\n"
    );
    kitchen.write("Makefile", format!("all: {}\n{}:\n{recipe}", targets.join(" "), targets.join(" ")));
    // Each question's build has targets of its own name, but at one job there is one at a time.
    let test = format!(
        "make -f {here}/Makefile >>{here}/said 2>&1; echo \"$MAKEFLAGS\" >>{here}/flags; grep -q bug x.c"
    );
    let cores = std::thread::available_parallelism().unwrap().get();
    kitchen.lop(["-q", "-j1", "--passes", "delete-elements", "x.c", "--shell", &test]).says(0, &[]);
    let counts = numbers(&kitchen, "counts");
    assert!(counts.iter().all(|it| *it as usize <= cores), "{counts:?}");
    assert_eq!(kitchen.read("said"), "", "make has nothing to complain of");
    assert!(kitchen.read("flags").lines().all(|it| it.starts_with(&format!("-j{cores} --jobserver-auth="))));

    // Who asks for something else gets it, and a test that builds nothing is left alone.
    let ended = kitchen.command(["-q", "x.c", "--shell", &test]).env("MAKEFLAGS", "-s").output().unwrap();
    assert!(ended.status.success());
    assert_eq!(kitchen.read("flags").lines().last(), Some("-s"));
    kitchen.lop(["-q", "x.c", "--shell", "test -z \"$MAKEFLAGS\" && grep -q bug x.c"]).says(0, &[]);
}
