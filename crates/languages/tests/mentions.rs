//! How the files of a project mention each other in each language, found and deleted by `delete-mentioned-files`.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Document, EditSet, Propose, Site, Sites};
use lop_engine::{Pass, passes};

fn project(files: &[(&str, &str)]) -> Document {
    let tree: String = files.iter().flat_map(|it| [it.0, "\n"]).collect();
    let texts = files.iter().map(|(path, text)| {
        let text: Arc<[u8]> = text.as_bytes().into();
        let language = lop_languages::detect(Path::new(path), &text);
        (text, language)
    });
    Document::parse(std::iter::once((tree.as_bytes().into(), None)).chain(texts)).project()
}

/// What a pass makes of the files of a project, with their paths.
fn made(pass: &str, files: &[(&str, &str)]) -> Vec<String> {
    let document = project(files);
    let pass: &Pass = passes::ALL.iter().find(|it| it.name == pass).unwrap();
    let Propose::Document(propose) = pass.propose else { panic!("{} looks at files", pass.name) };
    let mut sites = Sites::default();
    propose(&document, &mut sites);
    let sets = sites.into_sites().into_iter().flat_map(|it| match it {
        Site::Alternatives(sets) | Site::List(sets) => sets,
        Site::Coupled(_) | Site::Elements(_) | Site::Closures(_) => Vec::new(),
    });
    let text = |set: &EditSet| {
        let each =
            document.file_ids().map(|it| String::from_utf8(document.render(it, set).unwrap().0).unwrap());
        each.collect::<Vec<_>>().join("|")
    };
    sets.map(|it| text(&it)).collect()
}

/// Insists that deleting the first file with all mentions of it is proposed and leaves this of the second one.
fn goes(files: &[(&str, &str)], left: &str) {
    let found = made("delete-mentioned-files", files);
    let (tree, text) = (format!("\n{}\n", files[1].0), format!("||{left}"));
    let goes = |it: &String| it.starts_with(&tree) && it.contains(&text);
    assert!(found.iter().any(goes), "{tree:?} and {left:?} in {found:#?}");
}

#[test]
fn headers_are_included() {
    goes(&[("x/b.h", "int b;\n"), ("a.c", "#include \"x/b.h\"\nint a;\n")], "int a;\n");
    goes(&[("include/x/b.h", "int b;\n"), ("src/a.cc", "#include <x/b.h>\nint a;\n")], "int a;\n");
}

#[test]
fn modules_of_units_are_imported_by_what_they_call_themselves() {
    goes(
        &[("m1.cc", "export module one.two;\nexport int f();\n"), ("a.cc", "import one.two;\nint a;\n")],
        "int a;\n",
    );
}

#[test]
fn modules_are_items_or_paths() {
    goes(&[("src/b.rs", "fn b() {}\n"), ("src/lib.rs", "pub mod b;\nfn a() {}\n")], "fn a() {}\n");
    goes(&[("src/b/mod.rs", "fn b() {}\n"), ("src/lib.rs", "mod b;\nfn a() {}\n")], "fn a() {}\n");
    goes(
        &[("src/b/c.rs", "pub fn c() {}\n"), ("src/a.rs", "use crate::b::c::d;\nfn a() {}\n")],
        "fn a() {}\n",
    );
}

#[test]
fn packages_are_imported() {
    goes(&[("p/b.py", "x = 1\n"), ("p/a.py", "from .b import x\ny = 1\n")], "y = 1\n");
    goes(&[("p/b/__init__.py", "x = 1\n"), ("a.py", "import p.b\ny = 1\n")], "y = 1\n");
    goes(
        &[("src/b.ts", "export let b;\n"), ("src/a.ts", "import { b } from './b.js';\nlet a;\n")],
        "let a;\n",
    );
    goes(&[("lib/b/index.js", "1;\n"), ("a.js", "let b = require(\"./lib/b\");\nlet a;\n")], "let a;\n");
    goes(
        &[("q/Bee.java", "class Bee {}\n"), ("Aye.java", "import q.Bee;\nclass Aye {}\n")],
        "class Aye {}\n",
    );
    goes(
        &[
            ("util/b.go", "package util\n"),
            ("a.go", "package a\n\nimport \"example.com/m/util\"\n\nvar a int\n"),
        ],
        "package a\n\nvar a int\n",
    );
}

#[test]
fn build_files_name_what_they_build() {
    goes(
        &[("b.c", ""), ("sources.json", "{ \"sources\": [\"a.c\", \"b.c\"] }\n")],
        "{ \"sources\": [\"a.c\"] }\n",
    );
    goes(
        &[
            ("b.c", ""),
            (
                "compile_commands.json",
                "[{ \"file\": \"a.c\" }, { \"file\": \"b.c\", \"command\": \"cc b.c\" }]\n",
            ),
            ("a.c", ""),
        ],
        "[{ \"file\": \"a.c\" }]\n",
    );
    goes(&[("b.c", ""), ("Makefile", "O = a.o b.c\nb.o: b.c\n\tcc b.c\nx:\n")], "O = a.o\nx:\n");
    goes(
        &[("b.c", ""), ("CMakeLists.txt", "add_executable(x\n  a.c\n  b.c\n)\n")],
        "add_executable(x\n  a.c\n)\n",
    );
    goes(&[("b.c", ""), ("all.rsp", "-O2\nb.c\n-c\n")], "-O2\n-c\n");
}

#[test]
fn a_module_in_a_file_of_its_own_becomes_one_in_braces() {
    let found = made("inline-file", &[("src/lib.rs", "mod b;\nfn a() {}\n"), ("src/b.rs", "fn b() {}\n")]);
    assert_eq!(found, ["src/lib.rs\n\n|mod b {\nfn b() {}\n}\nfn a() {}\n|"]);
}
