//! House rules that no lint knows, checked on the sources themselves.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sources::{declaration, files, is_declared_for_tests, is_test, production, read, root, rust_files};

/// Production code of one file: what stands before its unit tests.
const LONGEST: usize = 400;

/// Files that may be longer, each with a reason.
const MAY_BE_LONGER: &[(&str, &str)] = &[];

/// Which of our crates may use which.
const USES: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("languages", &["engine"]),
    ("oracle", &["engine"]),
    ("remote", &["engine", "oracle"]),
    ("runner", &["engine", "oracle", "remote"]),
    ("batch", &["engine", "languages", "oracle", "runner"]),
    ("c", &["engine", "languages"]),
    ("cli", &["batch", "engine", "languages", "oracle", "runner"]),
    ("python", &["engine", "languages"]),
];

/// Languages whose names are also common words or letters in code, or the format of our events.
const AMBIGUOUS: &[&str] =
    &["c", "go", "r", "d", "css", "text", "json", "html", "make", "cmake", "toml", "xml"];

/// Files that name tools, which may be called like languages.
const MAY_NAME_LANGUAGES: &[&str] = &[
    "crates/languages/",
    "crates/oracle/src/signature",
    "crates/cli/src/peers",
    "crates/python/",
    "crates/runner/src/reducers/clang.rs",
];

#[track_caller]
fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_file_is_a_test_where_it_is_declared_as_one_and_not_by_its_name() {
    assert!(is_declared_for_tests("mod a;\n#[cfg(test)]\nmod tests;\nmod b;\n", "tests"));
    assert!(is_declared_for_tests("#[cfg(test)]\npub(crate) mod laws;\n", "laws"));
    assert!(!is_declared_for_tests("mod tests;\n", "tests"));
    assert!(!is_declared_for_tests("#[cfg(test)]\nmod testing;\nmod tests;\n", "tests"));
    assert!(is_test(Path::new("tests/cli/main.rs")) && is_test(Path::new("crates/oracle/tests/command.rs")));
    assert!(is_test(Path::new("crates/oracle/src/journal/tests.rs")));
    assert!(!is_test(Path::new("crates/engine/src/tests.rs")));
}

#[test]
fn what_stands_behind_the_declaration_of_a_test_file_is_production() {
    let lines = |text: &'static str| production(text).count();
    assert_eq!(lines("a\n#[cfg(test)]\nmod tests;\nb\n"), 4);
    assert_eq!(lines("a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod more {\n}\n"), 4);
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let silent = rust_files().into_iter().filter(|it| !read(it).starts_with("//! "));
    let wrong: Vec<String> = silent.map(|it| format!("{} does not open with `//! `", it.display())).collect();
    nothing(&wrong);
}

#[test]
fn every_file_is_a_module_that_another_declares() {
    let is_root = |it: &PathBuf| it.ends_with("src/lib.rs") || it.ends_with("src/main.rs");
    let sources =
        files("crates", "rs").into_iter().filter(|it| it.iter().nth(2).is_some_and(|it| it == "src"));
    let mut wrong = Vec::new();
    for path in sources.filter(|it| !is_root(it)) {
        let declared = declaration(&path).is_some_and(|(around, name)| {
            let line = format!("mod {name};");
            read(&around)
                .lines()
                .any(|it| it == line || it.starts_with("pub") && it.ends_with(&format!(" {line}")))
        });
        if !declared {
            wrong.push(format!("{} is declared by no other file, so it is not compiled", path.display()));
        }
    }
    nothing(&wrong);
}

#[test]
fn no_file_is_too_long_to_read() {
    let mut wrong = Vec::new();
    for path in rust_files().into_iter().filter(|it| !is_test(it)) {
        let lines = production(&read(&path)).count();
        let excused = MAY_BE_LONGER.iter().any(|(it, _)| path == Path::new(it));
        if lines > LONGEST && !excused {
            wrong.push(format!("{}: {lines} lines of code, more than {LONGEST}", path.display()));
        }
        if lines <= LONGEST && excused {
            wrong.push(format!("{} is short enough now: take it off the list", path.display()));
        }
    }
    nothing(&wrong);
}

#[test]
fn there_is_one_type_of_lock() {
    let mut wrong = Vec::new();
    for path in rust_files().into_iter().filter(|it| *it != Path::new("tests/tidy/main.rs")) {
        let text = read(&path);
        // An example in the documentation is the code of somebody who has only std.
        let code =
            text.lines().filter(|it| !it.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for used in code.split("std::sync::").skip(1) {
            let list = used.strip_prefix('{').and_then(|it| it.split('}').next());
            let names = list.unwrap_or_else(|| used.split(|it: char| !it.is_alphanumeric()).next().unwrap());
            let mut words = names.split(|it: char| !it.is_alphanumeric());
            if let Some(lock) = words.find(|it| ["Mutex", "RwLock", "Condvar"].contains(it)) {
                wrong.push(format!("{} uses the {lock} of std: take parking_lot's", path.display()));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn crates_depend_on_each_other_in_one_direction_only() {
    let mut wrong = Vec::new();
    let found: BTreeSet<String> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    let known: BTreeSet<String> = USES.iter().map(|it| it.0.to_owned()).collect();
    assert_eq!(found, known, "every crate has a line in USES");
    for (name, uses) in USES {
        let manifest = read(&Path::new("crates").join(name).join("Cargo.toml"));
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let counts = section.ends_with("dependencies]") && section != "[dev-dependencies]";
            let Some(used) = line.strip_prefix("lop-").filter(|_| counts) else { continue };
            let used = used.split(['.', ' ', '=']).next().unwrap();
            if !uses.contains(&used) {
                wrong.push(format!("crates/{name} must not use crates/{used}"));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn a_crate_is_built_from_what_is_in_its_package() {
    let mut wrong = Vec::new();
    for path in
        files("crates", "rs").into_iter().filter(|it| !it.components().any(|it| it.as_os_str() == "tests"))
    {
        let home: PathBuf = path.components().take(2).collect();
        let inside = path.strip_prefix(&home).unwrap().components().count() - 1;
        for (index, line) in read(&path).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let up = code.matches("../").count();
            // Relative to the file in what is included, to the crate in what a build script reads.
            let allowed = if code.contains("include_") { inside } else { 0 };
            if up > allowed && (code.contains("include_") || path.ends_with("build.rs")) {
                wrong.push(format!("{}:{} reads outside of {}", path.display(), index + 1, home.display()));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn languages_are_named_in_their_own_crate_only() {
    let names: BTreeSet<String> = fs::read_dir(root().join("grammars"))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter(|it| !AMBIGUOUS.contains(&it.as_str()))
        .collect();
    assert!(!names.is_empty());
    let mut wrong = Vec::new();
    for path in files("crates", "rs").into_iter().filter(|it| !is_test(it)) {
        let excused = MAY_NAME_LANGUAGES.iter().any(|it| path.to_str().unwrap().starts_with(it));
        let text = if excused { String::new() } else { read(&path) };
        for (index, line) in production(&text).enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let words = code.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            let words = words.map(|it| it.strip_prefix("tree_sitter_").unwrap_or(it));
            let mut words = words.map(str::to_ascii_lowercase);
            if let Some(name) = words.find(|it| names.contains(it)) {
                wrong.push(format!("{}:{} names the language {name}", path.display(), index + 1));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn whoever_installs_lop_is_told_which_rust_it_takes() {
    let manifest = read(Path::new("Cargo.toml"));
    let oldest = manifest.split_once("\nrust-version = \"").unwrap().1.split_once('"').unwrap().0;
    for page in ["README.md", "book/src/install.md"] {
        assert!(read(Path::new(page)).contains(&format!("with Rust {oldest} ")), "{page}");
    }
}

#[test]
fn every_language_can_be_chosen_when_lop_is_built() {
    let names = fs::read_dir(root().join("grammars")).unwrap().map(|it| it.unwrap().file_name());
    let manifest = read(Path::new("Cargo.toml"));
    let wanted =
        names.map(|it| it.into_string().unwrap()).map(|it| format!("{it} = [\"lop-languages/{it}\"]"));
    let missing = wanted.filter(|line| !manifest.lines().any(|it| it == line));
    let wrong: Vec<String> = missing.map(|it| format!("Cargo.toml lacks the feature `{it}`")).collect();
    nothing(&wrong);
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:"), concat!("HA", "CK")];
    let mut wrong = Vec::new();
    let sources = rust_files().into_iter().chain(files("grammars", "scm")).chain(files("crates", "toml"));
    for path in sources {
        for (index, line) in read(&path).lines().enumerate() {
            if let Some(mark) = marks.iter().find(|it| line.contains(**it)) {
                wrong.push(format!("{}:{} says {mark}", path.display(), index + 1));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn the_map_of_the_code_names_only_what_exists() {
    let map = read(Path::new("ARCHITECTURE.md"));
    let roots = ["crates/", "grammars/", "tests/", "benches/", "book/", "src/", ".ci/"];
    let mut wrong = Vec::new();
    let mut named = 0;
    for word in map.split('`').skip(1).step_by(2) {
        let is_path =
            roots.iter().any(|it| word.starts_with(it)) && !word.contains(['<', '*', '{', ' ', '…']);
        named += usize::from(is_path);
        if is_path && !root().join(word).exists() {
            wrong.push(format!("ARCHITECTURE.md names {word}, which does not exist"));
        }
    }
    assert!(named > 0, "ARCHITECTURE.md names files in backticks, as paths from the root");
    for (name, _) in USES {
        if !map.contains(&format!("crates/{name}")) {
            wrong.push(format!("ARCHITECTURE.md does not name crates/{name}"));
        }
    }
    nothing(&wrong);
}

#[test]
fn the_map_of_the_code_names_every_directory_with_code() {
    let map = read(Path::new("ARCHITECTURE.md"));
    let sources = files("crates", "rs").into_iter().filter(|it| !is_test(it));
    let directories: BTreeSet<PathBuf> = sources.filter_map(|it| it.parent().map(Path::to_owned)).collect();
    let named = |it: &PathBuf| {
        let path = it.to_str().unwrap();
        // The sources of a crate stand for the crate, and examples of one file for themselves.
        let short = path.strip_suffix("/src").unwrap_or(path);
        path.ends_with("/examples") || map.contains(&format!("`{short}`"))
    };
    let missing = directories.iter().filter(|it| !named(it));
    let wrong: Vec<String> =
        missing.map(|it| format!("ARCHITECTURE.md does not name {}", it.display())).collect();
    nothing(&wrong);
}

#[test]
fn the_engine_is_pure() {
    let worldly = [
        "std::process",
        "std::fs",
        "std::net",
        "std::env",
        "std::io",
        "Instant",
        "SystemTime",
        "print!",
        "println!",
    ];
    let mut wrong = Vec::new();
    for path in files("crates/engine/src", "rs").into_iter().filter(|it| !is_test(it)) {
        for (index, line) in production(&read(&path)).enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(word) = worldly.iter().find(|it| code.contains(**it)) {
                wrong.push(format!("{}:{} uses {word}", path.display(), index + 1));
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn every_pass_language_and_exit_code_is_in_the_book() {
    let pages: String = files("book", "md").iter().map(|it| read(it)).collect();
    if !root().join("book").exists() {
        return; // There is nothing to be out of date yet.
    }
    let list = |option: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_lop")).arg(option).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().filter_map(|it| it.split_whitespace().next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let missing = list("--list-passes").into_iter().chain(list("--list-languages"));
    let missing = missing.filter(|it| !pages.contains(&format!("`{it}`")));
    let mut wrong: Vec<String> = missing.map(|it| format!("the book does not have `{it}`")).collect();
    for exit in lop_cli::Exit::ALL {
        if !pages.contains(exit.meaning()) {
            wrong.push(format!("the book does not explain exit code {}", exit.code()));
        }
    }
    nothing(&wrong);
}
