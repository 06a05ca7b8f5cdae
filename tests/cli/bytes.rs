//! Names and contents that are not plain text.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::kitchen::Kitchen;

/// Reduces `text` with a test that looks for `needle`, and gives the result.
#[track_caller]
fn reduced(text: &[u8], needle: &str) -> Vec<u8> {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", text);
    let ended = kitchen.lop(["-q", "-o", "-", "x.c", "--", "grep", "-qaF", needle, "@@"]);
    ended.says(0, &[]);
    assert!(ended.stdout.len() <= text.len());
    ended.stdout
}

#[test]
fn a_file_name_that_is_not_utf8_works_everywhere() {
    let kitchen = Kitchen::new();
    let name = OsStr::from_bytes(b"\xff\xfe.c");
    kitchen.write(name, "int a;\nint bug;\n");
    let test = ["--", "grep", "-q", "bug"].map(OsString::from);
    let words: Vec<OsString> = [OsString::from("--json"), name.to_owned()]
        .into_iter()
        .chain(test)
        .chain([OsString::from("@@")])
        .collect();
    let ended = kitchen.lop(words);
    ended.says(0, &[]);
    let result = fs::read(kitchen.path(OsStr::from_bytes(b"\xff\xfe.lop.c"))).unwrap();
    assert_eq!(result.trim_ascii(), b"bug");
}

#[test]
fn bytes_that_are_not_utf8_are_reduced_and_kept() {
    assert_eq!(reduced(b"int a;\n\"\xff\xfe bug\";\nint \xc3;\n", "bug").trim_ascii(), b"bug");
    let kitchen = Kitchen::new();
    kitchen.write("x.c", b"int a;\n\"\xff\xfe\";\nint b;\n");
    let has = "LC_ALL=C grep -qa \"$(printf '\\377\\376')\" x.c";
    let ended = kitchen.lop(["-q", "-o", "-", "x.c", "--", "sh", "-c", has]);
    ended.says(0, &[]);
    assert!(ended.stdout.windows(2).any(|it| it == b"\xff\xfe"), "{:?}", ended.stdout);
}

#[test]
fn line_ends_nul_marks_and_missing_ends_are_no_obstacle() {
    for text in [
        &b"int a;\r\nint bug;\r\nint c;\r\n"[..],
        b"int a;\0int bug;\0int c;",
        b"\xef\xbb\xbfint a;\nint bug;\nint c;\n",
        b"int a;\nint bug;",
        b"bug",
        b"\n\n\nbug\n\n\n",
    ] {
        let result = reduced(text, "bug");
        assert_eq!(result.trim_ascii(), b"bug", "{:?} from {:?}", result.escape_ascii(), text.escape_ascii());
    }
}

#[test]
fn a_file_of_nothing_but_blanks_and_brackets_is_a_file() {
    assert_eq!(reduced(b"((((((()))))))", "((").trim_ascii(), b"((");
    assert!(reduced(b" \n \n", " ").len() <= 4);
}
