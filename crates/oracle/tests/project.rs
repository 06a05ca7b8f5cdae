//! Candidates of a project on disk: what is there, what of it is written, and what a test may do to it.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]
#![cfg_attr(
    feature = "portable",
    allow(dead_code, unused_imports, clippy::allow_attributes, reason = "some tests need a watch")
)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Cancel, Entry, Oracle, Question, Verdict};
use lop_oracle::project::{Body, Laid, Project, Stock};
use lop_oracle::{CommandOracle, CommandSpec};

type Files = Vec<Arc<[u8]>>;

fn files(tree: &str, texts: &[&str]) -> Files {
    [tree].iter().chain(texts).map(|it| Arc::from(it.as_bytes())).collect()
}

fn text() -> Stock {
    Stock { mode: 0o644, body: Body::Text }
}

fn project(stocks: Vec<Stock>) -> Project {
    Project { root: "p".into(), files: stocks, ..Project::default() }
}

fn laid(directory: &Path) -> Laid {
    Laid::new(directory.to_owned(), Path::new("p"))
}

/// Every path below, with what is in the files.
fn shown(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            found.push((format!("{name}/"), String::new()));
            found.extend(shown(&path).into_iter().map(|(it, text)| (format!("{name}/{it}"), text)));
        } else {
            found.push((name, fs::read_to_string(&path).unwrap_or_default()));
        }
    }
    found.sort();
    found
}

fn paths(directory: &Path) -> Vec<String> {
    shown(directory).into_iter().map(|it| it.0).collect()
}

#[cfg(not(feature = "portable"))] // Where nothing watches a tree it is laid out anew.
#[test]
fn the_next_candidate_is_made_by_changing_what_differs() {
    let directory = tempfile::tempdir().unwrap();
    let (at, project) = (directory.path(), project(vec![text(), text(), text()]));
    let mut laid = laid(at);
    let first = files("a/b/x\na/y\nz\n", &["x", "y", "z"]);
    laid.lay(&project, &first).unwrap();
    assert_eq!(paths(at), ["p/", "p/a/", "p/a/b/", "p/a/b/x", "p/a/y", "p/z"]);
    let inode = |name: &str| fs::metadata(at.join(name)).unwrap().ino();
    let before = inode("p/z");
    laid.tidy().unwrap();
    // One goes with its directory, one gets another text, one stays.
    laid.lay(&project, &files("\na/y\nz\n", &["", "new", "z"])).unwrap();
    assert_eq!(paths(at), ["p/", "p/a/", "p/a/y", "p/z"]);
    assert_eq!((fs::read(at.join("p/a/y")).unwrap(), inode("p/z")), (b"new".to_vec(), before));
    laid.tidy().unwrap();
    // One comes back, one gets another name, and a directory stands where a file was.
    laid.lay(&project, &files("a/b/x\na/y/y\nq\n", &["x", "new", "z"])).unwrap();
    assert_eq!(paths(at), ["p/", "p/a/", "p/a/b/", "p/a/b/x", "p/a/y/", "p/a/y/y", "p/q"]);
    laid.tidy().unwrap();
    laid.lay(&project, &files("\n\n\n", &["", "", ""])).unwrap();
    assert_eq!(paths(at), ["p/"]);
}

#[cfg(not(feature = "portable"))] // Where nothing watches a tree it is laid out anew.
#[test]
fn a_test_that_changes_its_tree_changes_nothing_for_the_next_question() {
    let directory = tempfile::tempdir().unwrap();
    let (at, project) = (directory.path(), project(vec![text(), text(), text(), text()]));
    let mut laid = laid(at);
    let texts = files("a\nb\nd/c\nd/\n", &["a", "b", "c", ""]);
    laid.lay(&project, &texts).unwrap();
    let before = shown(at);
    let harm: [&dyn Fn(&Path); 7] = [
        &|it| fs::write(it.join("a"), "x").unwrap(),
        &|it| fs::remove_file(it.join("b")).unwrap(),
        &|it| fs::rename(it.join("a"), it.join("d/a")).unwrap(),
        &|it| fs::create_dir_all(it.join("new/deep")).unwrap(),
        &|it| fs::set_permissions(it.join("b"), fs::Permissions::from_mode(0o000)).unwrap(),
        &|it| {
            fs::remove_file(it.join("d/c")).unwrap();
            fs::create_dir(it.join("d/c")).unwrap();
            fs::write(it.join("d/c/inside"), "x").unwrap();
        },
        &|it| fs::write(it.parent().unwrap().join("a.out"), "x").unwrap(),
    ];
    for (index, harm) in harm.iter().enumerate() {
        harm(&at.join("p"));
        laid.tidy().unwrap();
        laid.lay(&project, &texts).unwrap();
        assert_eq!(shown(at), before, "{index}");
        assert_eq!(fs::metadata(at.join("p/b")).unwrap().permissions().mode() & 0o777, 0o644);
    }
    // Nobody can tell what has become of a directory that was moved.
    fs::rename(at.join("p/d"), at.join("p/e")).unwrap();
    assert!(laid.tidy().is_err());
}

#[cfg(not(feature = "portable"))] // Where nothing watches a tree it is laid out anew.
#[test]
fn links_modes_other_names_and_copies_are_there_as_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path().join("tree");
    fs::create_dir(&at).unwrap();
    let binary = directory.path().join("binary");
    fs::write(&binary, b"\0\x01").unwrap();
    let stocks = vec![
        Stock { mode: 0o755, body: Body::Text },
        Stock { mode: 0o644, body: Body::Link("x".into()) },
        Stock { mode: 0o755, body: Body::Name(1) },
        Stock { mode: 0o444, body: Body::Copy(binary, 0) },
    ];
    let kept = (Entry::File((*b"kept").into()), Stock { mode: 0o644, body: Body::Link("y".into()) });
    let project = Project { kept: vec![kept], ..project(stocks) };
    let mut laid = laid(&at);
    laid.lay(&project, &files("x\nl\nsecond\n\\xFF\n", &["one", "", "", ""])).unwrap();
    let in_tree = |name: &str| at.join("p").join(name);
    let mode = |name: &OsStr| fs::metadata(at.join("p").join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(fs::read_link(in_tree("l")).unwrap(), PathBuf::from("x"));
    assert_eq!(fs::read_link(in_tree("kept")).unwrap(), PathBuf::from("y"));
    let odd = OsStr::from_bytes(b"\xff");
    assert_eq!((mode(OsStr::new("x")), mode(odd)), (0o755, 0o444));
    assert_eq!(fs::read(at.join("p").join(odd)).unwrap(), b"\0\x01");
    let same = || fs::metadata(in_tree("x")).unwrap().ino() == fs::metadata(in_tree("second")).unwrap().ino();
    assert!(same());
    laid.tidy().unwrap();
    laid.lay(&project, &files("x\nl\nsecond\n\n", &["two", "", "", ""])).unwrap();
    assert_eq!(fs::read(in_tree("second")).unwrap(), b"two");
    assert!(same() && !at.join("p").join(odd).exists());
    // A test that writes through one name changes both.
    fs::write(in_tree("second"), "x").unwrap();
    laid.tidy().unwrap();
    laid.lay(&project, &files("x\nl\nsecond\n\n", &["two", "", "", ""])).unwrap();
    assert_eq!(fs::read(in_tree("x")).unwrap(), b"two");
    // What is kept has its place.
    assert!(laid.lay(&project, &files("x\nkept\n\n\n", &["two", "", "", ""])).is_err());
}

/// An oracle that runs a line in the root of the project.
fn oracle(line: &str, place: &Path, project: Project) -> CommandOracle {
    let command = ["sh", "-c", line].map(Into::into).to_vec();
    let project = Some(Arc::new(Project { directory: "p".into(), ..project }));
    CommandOracle::new(CommandSpec {
        project,
        scratch: Some(place.to_owned()),
        ..CommandSpec::new(command, "p")
    })
    .unwrap()
}

fn ask(oracle: &CommandOracle, files: &Files, base: &Files) -> Verdict {
    let question = Question { files, base, worker: 0, cancel: &Cancel::new() };
    oracle.ask(&question).unwrap().verdict
}

#[test]
fn every_question_sees_its_candidate_whatever_the_one_before_did() {
    let place = tempfile::tempdir().unwrap();
    let line = r#"[ "$(cat a b)" = onetwo ] && [ "$(ls)" = "a
b" ] || exit 1; echo x >>a; rm b; mkdir c; mv a c; ln -s . d; echo y >"$TMPDIR/y"; rm -rf ../p"#;
    let oracle = oracle(line, place.path(), project(vec![text(), text()]));
    let (good, bad) = (files("a\nb\n", &["one", "two"]), files("a\nb\n", &["one", "twx"]));
    for _ in 0..3 {
        assert_eq!(ask(&oracle, &good, &bad), Verdict::Interesting);
        assert_eq!(ask(&oracle, &bad, &good), Verdict::Boring);
    }
    drop(oracle);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_tree_that_no_disk_can_hold_is_not_asked_about() {
    let place = tempfile::tempdir().unwrap();
    let oracle = oracle("true", place.path(), project(vec![text(), text()]));
    let good = files("a\nb\n", &["one", "two"]);
    for tree in ["a\na\n", "a\na/b\n", "../a\nb\n", "/a\nb\n"] {
        assert_eq!(ask(&oracle, &files(tree, &["one", "two"]), &good), Verdict::Boring, "{tree:?}");
    }
    assert_eq!(ask(&oracle, &files("\n\n", &["", ""]), &good), Verdict::Interesting);
}

#[test]
fn a_file_that_is_gone_while_the_test_of_another_worker_reads_it_stays_open_there() {
    let directory = tempfile::tempdir().unwrap();
    let project = project(vec![text()]);
    let mut laid = laid(directory.path());
    laid.lay(&project, &files("a\n", &["text"])).unwrap();
    let open = fs::File::open(directory.path().join("p/a")).unwrap();
    laid.lay(&project, &files("\n", &[""])).unwrap();
    assert_eq!(std::io::read_to_string(open).unwrap(), "text");
}
