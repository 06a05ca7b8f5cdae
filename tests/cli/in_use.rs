//! Two runs and one result: the second is told, whichever has found the smaller one.

use crate::kitchen::Kitchen;

#[test]
fn a_result_that_another_run_is_writing_is_refused_until_that_is_over() {
    for (options, result) in [("", "x.lop.c"), ("-o r.c", "r.c"), ("--in-place", "x.c")] {
        let kitchen = Kitchen::new();
        // What is there is taken at once, not only with the first write.
        kitchen.write("x.lop.c", "int bug; of an earlier run\n");
        kitchen.write("r.c", "int bug; of an earlier run\n");
        let here = kitchen.path("").display().to_string();
        let lop = env!("CARGO_BIN_EXE_lop");
        let other = format!("{lop} {options} x.c --fresh -- grep -q int x.c");
        kitchen.script(
            "test.sh",
            &format!("[ -e {here}/said ] || (cd {here} && ! {other} 2>said) && grep -q bug x.c"),
        );
        let words = options.split_whitespace().chain(["-j1", "--timeout", "1000", "x.c", "--", "./test.sh"]);
        kitchen.lop(words).says(0, &[]);
        let said = kitchen.read("said");
        assert!(said.contains("another run of lop is writing it") && said.contains("-o PATH"), "{said}");
        assert_eq!(kitchen.read(result).trim(), "bug");
        let after =
            kitchen.command(options.split_whitespace().chain(["x.c", "--", "grep", "-q", "bug", "x.c"]));
        assert!({ after }.output().unwrap().status.success());
    }
}
