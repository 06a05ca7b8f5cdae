//! What a tree may have in it: files that go, binaries, links, modes, empty directories, odd names.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use crate::site::Site;

#[test]
fn files_that_the_test_does_not_need_go_with_their_directories() {
    let site = Site::new(&[
        ("src/a.c", "int bug;\nint more;\n"),
        ("src/deep/b.c", "int b;\n"),
        ("README", "text\n"),
    ]);
    site.test("grep -q bug \"$1/src/a.c\"");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(site.tree("p.lop"), ["src/", "src/a.c"]);
    assert!(fs::read_to_string(site.path("p.lop/src/a.c")).unwrap().trim() == "bug");
    assert_eq!(site.tree("p").len(), 5, "the project is as it was");
}

#[test]
fn a_binary_goes_as_a_whole_or_stays_byte_for_byte() {
    let site = Site::new(&[("a.c", "int bug;\n")]);
    let bytes: Vec<u8> = (0..=255).cycle().take(3000).collect();
    fs::write(site.path("p/needed.bin"), &bytes).unwrap();
    fs::write(site.path("p/other.bin"), &bytes).unwrap();
    site.test("test -e \"$1/needed.bin\" && grep -q bug \"$1/a.c\"");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(site.tree("p.lop"), ["a.c", "needed.bin"]);
    assert_eq!(fs::read(site.path("p.lop/needed.bin")).unwrap(), bytes);
}

#[test]
fn a_link_stays_a_link_and_two_names_stay_one_file() {
    let site = Site::new(&[("real.c", "int bug; int more;\n"), ("d/x", "x\n")]);
    symlink("../real.c", site.path("p/d/link.c")).unwrap();
    symlink(fs::canonicalize(site.path("p")).unwrap().join("real.c"), site.path("p/absolute.c")).unwrap();
    fs::hard_link(site.path("p/real.c"), site.path("p/second.c")).unwrap();
    // Every name shows the same text.
    site.test(
        "cd \"$1\" || exit 1; for it in d/link.c absolute.c second.c; do cmp -s $it real.c || exit 1; done\n\
         test -L d/link.c && test real.c -ef second.c && grep -q bug real.c",
    );
    site.lop(&["p", "./test.sh"]);
    let at = |name: &str| site.path("p.lop").join(name);
    assert_eq!(fs::read_link(at("d/link.c")).unwrap().to_str(), Some("../real.c"));
    assert_eq!(fs::read_link(at("absolute.c")).unwrap().to_str(), Some("real.c"));
    assert_eq!(fs::metadata(at("real.c")).unwrap().ino(), fs::metadata(at("second.c")).unwrap().ino());
    assert_eq!(fs::read_to_string(at("real.c")).unwrap().trim(), "bug");
    assert_eq!(fs::read_to_string(site.path("p/real.c")).unwrap(), "int bug; int more;\n");
}

#[test]
fn what_is_said_of_one_name_of_a_file_holds_for_its_text() {
    let site = Site::new(&[("first.c", "int bug;\nint more;\n"), ("x", "x\n")]);
    fs::hard_link(site.path("p/first.c"), site.path("p/second.c")).unwrap();
    site.test("cd \"$1\" && grep -q bug second.c");
    site.lop(&["p", "--protect", "second.c:2", "./test.sh"]);
    assert_eq!(fs::read_to_string(site.path("p.lop/second.c")).unwrap().trim(), "bug\nint more;");
    site.lop(&["p", "--keep", "second.c", "./test.sh"]);
    assert_eq!(fs::read_to_string(site.path("p.lop/second.c")).unwrap(), "int bug;\nint more;\n");
    assert!(!site.path("p.lop/x").exists());
}

#[test]
fn modes_and_empty_directories_are_as_they_were() {
    let site = Site::new(&[("run.sh", "#!/bin/sh\necho bug\necho more\n"), ("read.only", "x\n")]);
    fs::set_permissions(site.path("p/run.sh"), fs::Permissions::from_mode(0o750)).unwrap();
    fs::set_permissions(site.path("p/read.only"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::create_dir_all(site.path("p/empty/needed")).unwrap();
    fs::create_dir(site.path("p/gone")).unwrap();
    site.test("cd \"$1\" && test -d empty/needed && test -e read.only && ./run.sh | grep -q bug");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(site.tree("p.lop"), ["empty/", "empty/needed/", "read.only", "run.sh"]);
    assert_eq!((site.mode("p.lop/run.sh"), site.mode("p.lop/read.only")), (0o750, 0o444));
}

#[test]
fn names_may_be_any_bytes() {
    let site = Site::new(&[("new\nline\\.c", "int bug;\n")]);
    let odd = OsStr::from_bytes(b"\xff\xfe.c");
    fs::write(site.path("p").join(odd), "int odd;\n").unwrap();
    site.test("cd \"$1\" && grep -q bug 'new\nline\\.c' && test -e \"$(printf '\\377\\376.c')\"");
    site.lop(&["p", "./test.sh"]);
    assert!(site.path("p.lop/new\nline\\.c").exists() && site.path("p.lop").join(odd).exists());
}

#[test]
fn a_test_that_writes_into_its_tree_harms_nobody() {
    let site = Site::new(&[("a.c", "int bug;\nint more;\n"), ("b.c", "int b;\n")]);
    site.test(
        "cd \"$1\" && grep -q bug a.c && ! grep -q trodden a.c && test ! -e out || exit 1\n\
         echo trodden >>a.c; rm -f b.c; mkdir out; cp a.c out",
    );
    site.lop(&["p", "./test.sh"]);
    assert_eq!(site.tree("p.lop"), ["a.c"]);
    assert_eq!(fs::read_to_string(site.path("p/a.c")).unwrap(), "int bug;\nint more;\n");
}

#[test]
fn a_pipe_is_left_out_for_what_it_is() {
    let site = Site::new(&[("a.c", "int bug;\n")]);
    assert!(std::process::Command::new("mkfifo").arg(site.path("p/pipe")).status().unwrap().success());
    site.test("grep -q bug \"$1/a.c\"");
    let ended = site.0.lop(["p", "./test.sh"]);
    ended.says(0, &["left out, as pipes, sockets and devices are: pipe"]);
    assert!(!ended.stderr.contains(".gitignore"), "{ended:#?}");
}
