//! Time limits that fall with the file and rise again.

use crate::kitchen::Kitchen;

#[test]
fn a_limit_that_has_got_too_tight_rises_and_what_it_cut_off_is_asked_about_again() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    // At first it is quick; then the machine is busy for a while, and each run takes longer than the limit of two seconds or so.
    kitchen.script(
        "test.sh",
        &format!(
            "echo >>{here}/calls; n=$(wc -l <{here}/calls); [ $n -lt 8 ] || [ $n -gt 40 ] || sleep 3.5\n\
             grep -q bug x.c"
        ),
    );
    let ended = kitchen.lop(["-j8", "x.c", "--", "./test.sh"]);
    ended.says(0, &["the time limit has risen again", "certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}
