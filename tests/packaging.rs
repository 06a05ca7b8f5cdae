//! What packages and workflows are made of works: the manuals and the step of the action.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const LOP: &str = env!("CARGO_BIN_EXE_lop");

fn script(name: &str) -> Command {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name))
}

#[test]
fn whatever_is_built_for_others_can_ask_build_clusters() {
    for file in ["packaging/release", "packaging/Containerfile", "action.yml"] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let is_built = |it: &&str| {
            it.contains("cargo build ") || it.contains("cargo install ") && !it.contains("install cargo-deb")
        };
        let mut built =
            text.lines().filter(|it| !it.trim_start().starts_with('#')).filter(is_built).peekable();
        assert!(built.peek().is_some(), "{file}");
        built.for_each(|it| assert!(it.contains("--features remote"), "{file}: {it}"));
    }
}

#[test]
fn a_package_has_a_page_for_each_command_and_completions_for_each_shell() {
    let place = tempfile::tempdir().unwrap();
    let made = script("manuals").arg(LOP).arg(place.path()).status().unwrap();
    assert!(made.success());
    let mut names: Vec<String> = fs::read_dir(place.path())
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let commands = ["batch", "cargo", "check", "check-reducer", "grammar", "passes", "report"];
    let help = String::from_utf8(Command::new(LOP).arg("--help").output().unwrap().stdout).unwrap();
    let listed = help.split_once("Beside a single run:\n").unwrap().1.split("\n\n").next().unwrap();
    let listed =
        listed.lines().filter(|it| !it.starts_with("   ")).filter_map(|it| it.split_whitespace().next());
    let mut listed: Vec<&str> = listed.filter(|it| *it != "help").collect();
    listed.sort_unstable();
    assert_eq!(listed, commands, "{help}");
    let mut pages: Vec<String> = commands.iter().map(|it| format!("lop-{it}.1.gz")).collect();
    pages.extend(["_lop", "lop.1.gz", "lop.bash", "lop.fish"].map(str::to_owned));
    pages.sort();
    assert_eq!(names, pages);
    for name in names {
        assert!(fs::metadata(place.path().join(&name)).unwrap().len() > 100, "{name} is empty");
    }
}

/// Runs the step of the action on a corpus of two files with a needle; `options` as a user would give them.
fn act(place: &Path, options: &str) -> Output {
    fs::create_dir_all(place.join("crashes")).unwrap();
    fs::write(place.join("crashes/a.c"), "int a; int needle; int b;\n").unwrap();
    fs::write(place.join("crashes/b.c"), "int c; int d;\nint needle(int e) { return e; }\n").unwrap();
    let directory = Path::new(LOP).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(directory.into()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    script("action")
        .current_dir(place)
        .env("PATH", path.unwrap())
        .env("CORPUS", "crashes")
        .env("COMMAND", "grep -q needle @@ && kill -SEGV $$")
        .env("OPTIONS", options)
        .env("OUT", "reduced")
        .env("GITHUB_OUTPUT", place.join("outputs"))
        .output()
        .unwrap()
}

#[test]
fn the_action_reduces_a_corpus_and_tells_where_the_page_is() {
    let place = tempfile::tempdir().unwrap();
    let acted = act(place.path(), "--jobs 2 --every-file");
    assert!(acted.status.success(), "{}", String::from_utf8_lossy(&acted.stderr));
    assert_eq!(fs::read_to_string(place.path().join("outputs")).unwrap(), "report=reduced/report.html\n");
    assert!(place.path().join("reduced/report.html").is_file());
}

#[test]
fn the_step_succeeds_when_files_are_left_for_the_next_time_and_fails_with_a_mistake() {
    let place = tempfile::tempdir().unwrap();
    let acted = act(place.path(), "--jobs 1 --max-questions 3");
    assert!(acted.status.success(), "{}", String::from_utf8_lossy(&acted.stderr));
    assert!(!act(place.path(), "--jobs none").status.success());
}

/// What Debian's tools look for first in a package.
#[test]
fn the_debian_package_is_of_this_version_and_has_an_address_and_a_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let changelog = read("packaging/changelog");
    let first = changelog.lines().next().unwrap();
    assert!(first.starts_with(concat!("lop (", env!("CARGO_PKG_VERSION"), "-1) ")), "{first}");
    let manifest = read("Cargo.toml");
    let maintainer =
        manifest.lines().find_map(|it| it.strip_prefix("maintainer = ")).unwrap().trim_matches('"');
    assert!(maintainer.contains('@') && changelog.contains(&format!(" -- {maintainer}  ")), "{maintainer}");
    let copyright = read("packaging/copyright");
    assert!(copyright.contains("/usr/share/common-licenses/Apache-2.0"));
    let words = |text: &str| text.split_whitespace().filter(|it| *it != ".").collect::<Vec<_>>().join(" ");
    let mit = read("LICENSE-MIT");
    let grant = &mit[mit.find("Permission is hereby").unwrap()..];
    assert!(words(&copyright).contains(&words(grant)));
}
