//! Where a test runs: paths lead to the copy as they lead to the original from where the user is.

use crate::site::Site;

/// A project two directories down.
fn site() -> Site {
    let site = Site::new(&[
        ("in/src/a.c", "int bug; int more;\n"),
        ("in/Makefile", "all:\n\tgrep -q bug src/a.c\n"),
    ]);
    site.write("p/beside", "not in the project\n");
    site
}

#[test]
fn a_relative_path_leads_to_the_copy_from_the_working_directory() {
    let site = site();
    site.lop(&["p/in", "--", "sh", "-c", "grep -q bug p/in/src/a.c && test ! -e p/beside"]);
    assert_eq!(site.tree("p/in.lop"), ["src/", "src/a.c"]);
    site.lop(&["p/in/", "--", "sh", "-c", "grep -q bug @@/src/a.c && test \"$(pwd)/p/in\" = @@"]);
}

#[test]
fn the_directory_itself_is_the_working_directory_of_its_copy() {
    let site = site();
    let run = |directory: &str, arguments: &[&str]| {
        let mut command = site.0.command(["-q", "--effort", "quick"].iter().chain(arguments));
        let output = command.current_dir(site.path(directory)).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run("p/in", &[".", "--", "sh", "-c", "grep -q bug src/a.c && test \"$(pwd)\" = @@"]);
    assert_eq!(site.tree("p/in.lop"), ["src/", "src/a.c"]);
    // From a directory in it, which is there although nothing may be left in it.
    run("p/in/src", &["..", "-o", "../../r", "--", "sh", "-c", "grep -q bug ../src/a.c"]);
    assert_eq!(site.tree("p/r"), ["src/", "src/a.c"]);
}

#[test]
fn a_project_from_elsewhere_is_in_the_working_directory_under_its_name() {
    let site = site();
    let path = site.path("p/in").display().to_string();
    site.lop(&[&path, "--", "sh", "-c", "grep -q bug in/src/a.c"]);
    site.lop(&[&path, "--shell", "make -s -C @@"]);
}
