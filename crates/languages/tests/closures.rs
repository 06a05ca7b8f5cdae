//! What `keep-closures` and `keep-files` keep together in the files of a crate, whose compiler stops at the first mistake.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Closures, Document, EditSet, Propose, Site, Sites};
use lop_engine::passes;

/// A project of these files, and of one that is large enough to be searched by what names mean.
fn project(files: &[(&str, &str)]) -> Document {
    let mut large = String::new();
    for number in 0..1_000 {
        let _ = writeln!(large, "fn large{number}() {{}}");
    }
    let all: Vec<(&str, &str)> = files.iter().copied().chain([("src/large.rs", &*large)]).collect();
    let tree: String = all.iter().flat_map(|it| [it.0, "\n"]).collect();
    let texts = all.iter().map(|(path, text)| {
        let text: Arc<[u8]> = text.as_bytes().into();
        let language = lop_languages::detect(Path::new(path), &text);
        (text, language)
    });
    Document::parse(std::iter::once((tree.as_bytes().into(), None)).chain(texts)).project()
}

fn closures(pass: &str, document: &Document) -> Closures {
    let pass = passes::ALL.iter().find(|it| it.name == pass).unwrap();
    let Propose::Document(propose) = pass.propose else { panic!("{} looks at files", pass.name) };
    let mut sites = Sites::default();
    propose(document, &mut sites);
    let all = sites.into_sites().into_iter();
    let found = all.filter_map(|it| if let Site::Closures(it) = it { Some(it) } else { None });
    found.into_iter().next().unwrap()
}

/// What stays of the files of a crate when only the piece that begins with `wanted` is kept, with all that it needs.
fn kept(files: &[(&str, &str)], wanted: &str) -> Vec<String> {
    kept_with(files, wanted, ["{ ", "; }"])
}

/// The same in a language that has a value in what `{}` stands for.
fn kept_with(files: &[(&str, &str)], wanted: &str, [open, close]: [&str; 2]) -> Vec<String> {
    // What is light is not opened.
    let heavy = format!("{open}{}1{close}", "1 + ".repeat(30));
    let texts: Vec<String> = files.iter().map(|it| it.1.replace("{}", &heavy)).collect();
    let all: Vec<(&str, &str)> = files.iter().zip(&texts).map(|(it, text)| (it.0, &**text)).collect();
    let document = project(&all);
    let closures = closures("keep-closures", &document);
    let span = |&(list, at): &(usize, usize)| (closures.lists[list].file, closures.lists[list].elements[at]);
    let begins = |it: &(usize, usize)| {
        let (file, span) = span(it);
        document.render(file, &EditSet::new()).unwrap().0[span.range()].starts_with(wanted.as_bytes())
    };
    let first = closures.pieces.iter().position(|it| it.iter().any(begins)).unwrap();
    let (mut kept, mut open) = (vec![false; closures.pieces.len()], vec![first]);
    while let Some(piece) = open.pop() {
        if !std::mem::replace(&mut kept[piece], true) {
            open.extend(&closures.needs[piece]);
        }
    }
    let gone = closures.pieces.iter().zip(kept).filter(|it| !it.1).flat_map(|it| it.0).map(span);
    let edits = gone.fold(EditSet::new(), |all, it| all.merge(&EditSet::delete(it.0, it.1)));
    let text = |it| String::from_utf8(document.render(it, &edits).unwrap().0).unwrap();
    let texts: Vec<String> = document.file_ids().skip(1).map(text).collect();
    let texts = texts.iter().map(|it| it.replace(&heavy, "{}")).take(files.len());
    texts.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn what_is_imported_from_a_module_in_a_file_is_what_stands_in_that_file() {
    let list = (0..30).map(|it| format!("    x{it},")).collect::<Vec<_>>().join("\n");
    let lib = format!("mod large;\nmod a;\nmod b;\npub use crate::a::{{\n{list}\n    find,\n}};\n");
    let files = [
        ("src/lib.rs", &*lib),
        ("src/a.rs", "pub fn x() {}\npub fn find() {}\n"),
        ("src/b.rs", "pub fn find() {}\n"),
    ];
    let [lib, a, b] = &kept(&files, "find")[..] else { panic!("three files") };
    assert!(lib.contains("find") && a.contains("fn find"), "{lib} {a}");
    assert!(!a.contains("fn x") && !b.contains("fn find"), "{a} {b}");
}

#[test]
fn all_that_a_foreign_trait_demands_stays_with_its_implementation() {
    let text = "struct Counter;\nimpl Iterator for Counter {\n    type Item = u8;\n    fn next(&mut self) -> Option<u8> {}\n}\nimpl Counter {\n    fn other(&self) {}\n}\nfn wanted(it: Counter) {}\n";
    let kept = kept(&[("src/lib.rs", text)], "fn wanted");
    assert!(kept[0].contains("type Item") && kept[0].contains("fn next"), "{kept:?}");
    assert!(!kept[0].contains("fn other"), "{kept:?}");
}

#[test]
fn a_method_that_many_types_have_stays_with_its_type_when_anything_calls_it() {
    let mut text = String::from("fn wanted(it: T3) {}\nfn user(it: T1) { it.find(); }\n");
    for number in 0..12 {
        let _ = writeln!(
            text,
            "struct T{number};\nimpl T{number} {{ fn find(&self) {{}} fn lone{number}(&self) {{}} }}"
        );
    }
    let kept = kept(&[("src/lib.rs", &text)], "fn wanted");
    assert!(kept[0].contains("impl T3 { fn find(&self) {} }"), "{kept:?}");
    assert!(!kept[0].contains("T2") && !kept[0].contains("lone"), "{kept:?}");
}

#[test]
fn a_semicolon_goes_with_the_macro_that_it_ends() {
    let text = "mod tests {\n    use super::*;\n    quick!(1, 2);\n    fn f() {}\n}\nfn wanted() {}\n";
    assert_eq!(kept(&[("src/lib.rs", text)], "fn wanted"), ["fn wanted() {}"]);
    let kept = kept(&[("src/lib.rs", text)], "fn f");
    assert_eq!(kept, ["mod tests { use super::*; fn f() {} }"]);
}

#[test]
fn a_manifest_has_no_pieces() {
    let lib = "mod large;\nfn wanted() {}\n";
    let manifest = "[package]\nname = \"x\"\n";
    let kept = kept(&[("src/lib.rs", lib), ("Cargo.toml", manifest)], "fn wanted");
    assert_eq!(kept, ["fn wanted() {}", "[package] name = \"x\""]);
}

#[test]
fn no_beginning_of_a_crate_is_asked_about_that_has_no_root() {
    let document = project(&[
        ("Cargo.toml", "[lib]\npath = \"src/lib.rs\"\n"),
        ("src/lib.rs", "mod large;\nmod a;\n"),
        ("src/a.rs", "pub fn x() {}\n"),
    ]);
    let closures = closures("keep-files", &document);
    let root = closures.pieces.iter().position(|it| it.contains(&(0, 1))).unwrap();
    assert_eq!(closures.at_least, root + 1);
}

#[test]
fn what_is_imported_from_another_file_of_a_script_is_what_stands_in_that_file() {
    let sum = ["", ""];
    let python = [
        ("a.py", "def x():\n    return {}\ndef find():\n    return {}\n"),
        ("b.py", "def find():\n    return {}\n"),
        ("c.py", "from a import find\ndef wanted():\n    return find() + {}\n"),
    ];
    let found = kept_with(&python, "def wanted", sum);
    assert_eq!(found[0], "def find(): return {}");
    assert!(found[2].contains("import find"), "{found:?}");
    for extension in ["js", "ts"] {
        let names = ["a", "b", "c"].map(|it| format!("{it}.{extension}"));
        let texts = [
            "export function x() { return {}; }\nexport function find() { return {}; }\n",
            "export function find() { return {}; }\n",
            "import { find } from './a';\nexport function wanted() { return find() + {}; }\n",
        ];
        let files: Vec<(&str, &str)> = names.iter().map(|it| &**it).zip(texts).collect();
        let found = kept_with(&files, "export function wanted", sum);
        assert_eq!(found[0], "export function find() { return {}; }", "{found:?}");
        assert!(found[2].contains("import { find }"), "{found:?}");
    }
}

#[test]
fn the_same_name_in_another_file_is_another_thing() {
    let python = [
        ("a.py", "def helper():\n    return {}\ndef other():\n    return helper() + {}\n"),
        ("b.py", "def helper():\n    return {}\ndef wanted():\n    return helper() + {}\n"),
    ];
    let found = kept_with(&python, "def wanted", ["", ""]);
    assert_eq!(found, ["", "def helper(): return {} def wanted(): return helper() + {}"]);
}

#[test]
fn a_file_that_does_not_parse_is_one_piece_with_all_that_it_mentions() {
    let broken = "@@ } ) what stands here ( { is no Rust ] !! helper ## strange => @@\n".repeat(40);
    let files = [
        ("src/lib.rs", "fn wanted() { strange!(1); }\nfn plain() { lone() }\nfn helper() {}\nfn lone() {}\n"),
        ("src/broken.rs", &*broken),
    ];
    let [lib, rest] = &kept(&files, "fn wanted")[..] else { panic!("two files") };
    assert!(lib.contains("fn helper") && !lib.contains("lone"), "{lib}");
    assert_eq!(rest.split_whitespace().count(), broken.split_whitespace().count());
    let [lib, rest] = &kept(&files, "fn plain")[..] else { panic!("two files") };
    assert!(lib.contains("fn lone") && !lib.contains("helper") && rest.is_empty(), "{lib} {rest}");
}

/// How many pieces a text has, and how many others they need, all together.
fn ties(language: &str, text: &str) -> (usize, usize) {
    let document = Document::parse([(Arc::from(text.as_bytes()), lop_languages::by_name(language))]);
    let closures = closures("keep-closures", &document);
    (closures.pieces.len(), closures.needs.iter().map(Vec::len).sum())
}

#[test]
fn a_variable_that_is_set_ten_thousand_times_ties_each_statement_to_the_one_before_it() {
    let lines: Vec<String> = (0..10_000).map(|it| format!("x = x + {it}\n")).collect();
    let text = lines.concat();
    assert_eq!(ties("python", &text), (10_000, 9_999));
}

#[test]
fn who_uses_what_is_declared_thousands_of_times_needs_one_declaration_which_needs_the_one_before_it() {
    let functions: Vec<String> = (0..2_000).map(|it| format!("int f{it}(void) {{ return x; }}\n")).collect();
    let text = "extern int x;\n".repeat(5_000) + &functions.concat();
    assert_eq!(ties("c", &text), (7_000, 4_999 + 2_000));
}

#[test]
fn a_method_with_thousands_of_namesakes_is_needed_by_who_names_its_class_alone() {
    let class = |it: usize| {
        format!("class C{it} {{ static get() {{ return C{}.get({{}}, {{}}, {{}}); }} }}\n", it / 2)
    };
    let (pieces, ties) = ties("javascript", &(0..4_000).map(class).collect::<String>());
    assert!(pieces >= 4_000 && ties < 2 * pieces, "{pieces} pieces, {ties} ties");
}
