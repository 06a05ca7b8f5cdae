//! Directories of a corpus that are inputs as a whole: where a section or their own script says so.

use std::fs;

use crate::yard::Yard;

/// A corpus of two projects and a file.
fn yard() -> Yard {
    let yard = Yard::new();
    for name in ["by/section", "script"] {
        yard.write(&format!("corpus/{name}/src/a.c"), "int hay;\nint needle;\nint more;\n");
        yard.write(&format!("corpus/{name}/src/b.c"), "int b;\n");
        yard.write(&format!("corpus/{name}/k.h"), "kept\n");
    }
    yard.write(
        "corpus/lop.toml",
        "[[projects]]\nglob = 'by/*'\ncommand = 'grep -q needle src/a.c'\nexit-code = 0\nkeep = '*.h'\n",
    );
    yard.executable("corpus/script/test.sh", "#!/bin/sh\n# lop: project\ngrep -q needle src/a.c\n");
    yard
}

#[test]
fn a_directory_is_one_input_where_a_section_or_its_script_says_so() {
    let yard = yard();
    yard.succeeds(&["-q", "--every-file", "--glob", "!*.c", "--glob", "!c", "--glob", "!*.py"]);
    let read = |name: &str| fs::read_to_string(yard.path("out").join(name)).unwrap_or_default();
    assert_eq!(read("by/section/src/a.c").trim(), "needle");
    assert_eq!(read("script/src/a.c").trim(), "needle");
    for gone in ["by/section/src/b.c", "script/src/b.c", "script/k.h", "script.sh"] {
        assert!(!yard.path("out").join(gone).exists(), "{gone}");
    }
    assert_eq!(read("by/section/k.h"), "kept\n");
    let summary = yard.summary();
    let inputs: Vec<&str> =
        summary["inputs"].as_array().unwrap().iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert!(inputs.contains(&"by/section") && inputs.contains(&"script"), "{inputs:?}");
    assert!(!inputs.iter().any(|it| it.starts_with("script/")), "{inputs:?}");
    let record: serde_json::Value = serde_json::from_str(&read("script.json")).unwrap();
    assert_eq!(record["tree"].as_array().unwrap().len(), 3, "{record}");
}

#[test]
fn a_project_that_is_done_is_not_asked_about_again_and_one_that_was_changed_is_reduced_anew() {
    let yard = yard();
    let options = ["-q", "--glob", "script"];
    yard.succeeds(&options);
    let record = || yard.read("out/script.json");
    let first = record();
    yard.succeeds(&options);
    assert_eq!(record(), first);
    yard.executable("corpus/script/test.sh", "#!/bin/sh\n# lop: project\nexit 1\n");
    let output = yard.batch(&options);
    assert_eq!(output.status.code(), Some(2), "its test is another one: {output:?}");
    yard.executable("corpus/script/test.sh", "#!/bin/sh\n# lop: project\ngrep -q needle src/a.c\n");
    yard.write("corpus/script/src/c.c", "int c;\n");
    yard.succeeds(&options);
    assert_eq!(yard.read("out/script/src/a.c").trim(), "needle");
    assert!(!yard.path("out/script/src/c.c").exists());
    let beside = |it: &str| it.starts_with("script") || it.starts_with(".script");
    let names: Vec<String> = fs::read_dir(yard.path("out"))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter(|it| beside(it))
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn what_is_said_of_the_files_of_a_project_is_said_of_no_file() {
    let yard = yard();
    yard.write("corpus/lop.toml", "[[files]]\nglob = '*'\nkeep = '*.h'\n");
    let output = yard.batch(&["-q"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("[[projects]]"), "{said}");
}
