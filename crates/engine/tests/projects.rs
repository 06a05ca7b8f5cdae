//! Projects: one search over many files, where a closure says which of them a compiler would want.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lop_engine::{Cancel, Ended, Entry, Language, Mention, Outcome, ReduceError, Reduction, Tree, oracle};

/// C with includes.
fn c() -> Arc<Language> {
    let include = || Mention::new("#include \"PATH\"").expect("a template");
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
    Arc::new(c.with_mention(include()).with_inlined(include(), "TEXT"))
}

/// The files of a project as the reduction wants them.
fn texts(files: &[(String, String)]) -> Vec<Arc<[u8]>> {
    let tree: String = files.iter().flat_map(|it| [&it.0, "\n"]).collect();
    let texts = files.iter().map(|it| it.1.as_bytes().into());
    std::iter::once(tree.as_bytes().into()).chain(texts).collect()
}

fn project<'r>(files: &[(String, String)]) -> Reduction<'r> {
    let c = c();
    let language = |path: &str| matches!(path.rsplit('.').next(), Some("c" | "h")).then(|| c.clone());
    let languages = std::iter::once(None).chain(files.iter().map(|it| language(&it.0)));
    Reduction::new(texts(files)).languages(languages).tree()
}

fn files<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Vec<(String, String)> {
    files.into_iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
}

/// The files that are there, by their paths.
fn laid_out(files: &[Arc<[u8]>]) -> BTreeMap<String, String> {
    let tree = Tree::parse(&files[0]).expect("a tree");
    let text = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
    let there = tree.entries().iter().zip(&files[1..]);
    there
        .filter_map(|(entry, file)| match entry {
            Entry::Absent => None,
            Entry::File(path) => Some((text(path), text(file))),
            Entry::Directory(path) => Some((text(path) + "/", String::new())),
        })
        .collect()
}

/// What the files at some paths come to with all that they include; `None` when an include leads nowhere.
fn preprocessed(files: &BTreeMap<String, String>, roots: &[&str]) -> Option<String> {
    let mut all = String::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<String> = roots.iter().rev().map(|&it| it.to_owned()).collect();
    while let Some(path) = open.pop() {
        let text = files.get(&path)?;
        if !seen.insert(path.clone()) {
            continue;
        }
        for line in text.lines() {
            if let Some(included) =
                line.trim().strip_prefix("#include \"").and_then(|it| it.strip_suffix('"'))
            {
                let home = path.rsplit_once('/').map_or(String::new(), |it| format!("{}/", it.0));
                let beside = home + included;
                open.push(if files.contains_key(&beside) { beside } else { included.to_owned() });
            } else {
                all.extend([line, "\n"]);
            }
        }
    }
    Some(all)
}

fn is_source(path: &str) -> bool {
    path.rsplit('.').next() == Some("c")
}

/// True when all includes of all files lead somewhere.
fn resolves(files: &BTreeMap<String, String>) -> bool {
    files.keys().all(|it| preprocessed(files, &[it]).is_some())
}

fn left(outcome: &Outcome) -> BTreeMap<String, String> {
    laid_out(&outcome.files)
}

#[test]
fn a_needle_across_three_of_five_thousand_files_is_found_in_few_questions() {
    let path = |it: usize| format!("d{}/e{}/f{it}.h", it % 7, it % 31);
    // Each includes some of those before it, so that most files lead to many.
    let text = |it: usize| {
        let includes =
            [it / 2, it / 3 + 1, it.saturating_sub(7)].into_iter().filter(|&other| other < it && it > 2);
        let includes: String =
            includes.flat_map(|it| ["#include \"".to_owned(), path(it), "\"\n".to_owned()]).collect();
        format!("{includes}int v{it} = {it};\n{}", "int filler;\n".repeat(it % 11))
    };
    let mut all: Vec<(String, String)> = (0..5_000).map(|it| (path(it), text(it))).collect();
    let (a, b, c) = (path(1_234), path(2_345), path(3_456));
    all[1_234].1 = "int needle_a;\n".to_owned();
    all[2_345].1 = format!("#include \"{a}\"\nint needle_b;\n");
    all[3_456].1 = format!("#include \"{b}\"\nint needle_c;\n");
    let oracle = oracle::from_fn(|texts| {
        let files = laid_out(texts);
        let has = |path: &String, needle: &str| files.get(path).is_some_and(|it| it.contains(needle));
        has(&a, "needle_a") && has(&b, "needle_b") && has(&c, "needle_c") && resolves_quickly(&files)
    });
    let outcome = project(&all).assume_interesting().max_questions(150).run(&oracle).expect("it begins");
    let paths: Vec<String> = left(&outcome).into_keys().collect();
    assert_eq!(
        paths,
        [&b, &a, &c].into_iter().cloned().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    );
}

/// The same as `resolves` where all includes are of whole paths.
fn resolves_quickly(files: &BTreeMap<String, String>) -> bool {
    let included = |line: &str| Some(line.strip_prefix("#include \"")?.strip_suffix('"')?.to_owned());
    files.values().flat_map(|it| it.lines()).filter_map(included).all(|it| files.contains_key(&it))
}

#[test]
fn a_project_ends_as_the_few_files_and_tokens_that_matter_and_each_of_them_is_certified() {
    let all = files([
        (
            "src/main.c",
            "#include \"util/list.h\"\n#include \"log.h\"\nint main() { log(1); return next(2); }\n",
        ),
        ("src/log.h", "int log(int x);\n"),
        ("src/log.c", "#include \"log.h\"\nint log(int x) { return x; }\n"),
        ("src/util/list.h", "#include \"node.h\"\nint next(int x) { return node(x) + 1; }\n"),
        ("src/util/node.h", "int node(int y) { return y; }\nint spare;\n"),
        ("Makefile", "all:\n\tcc src/main.c src/log.c\nclean:\n\trm out\n"),
        ("docs/notes.txt", "read me\n"),
    ]);
    let oracle = oracle::from_fn(|texts| {
        let files = laid_out(texts);
        let built = files.get("Makefile").filter(|it| it.contains("cc")).and_then(|it| {
            let sources: Vec<&str> = it.split_whitespace().filter(|it| is_source(it)).collect();
            preprocessed(&files, &sources)
        });
        built.is_some_and(|it| it.contains("int node"))
    });
    let outcome = project(&all).run(&oracle).expect("it begins");
    assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete, "{outcome:?}");
    let expected = files([("Makefile", "cc a.c"), ("a.c", "int node")]);
    assert_eq!(left(&outcome), expected.into_iter().collect());
    assert_eq!(outcome.certificate.files, 2);
}

#[test]
fn a_file_that_is_kept_stays_where_and_as_it_is() {
    let all = files([("a.c", "int a; int b;"), ("dir/b.c", "int c;"), ("c.c", "int d;")]);
    let kept = |texts: &[Arc<[u8]>]| laid_out(texts).get("dir/b.c").is_some_and(|it| it == "int c;");
    let oracle = oracle::from_fn(|texts| {
        assert!(kept(texts), "{:?}", laid_out(texts));
        true
    });
    let outcome = project(&all).kept(2).run(&oracle).expect("it begins");
    assert_eq!(left(&outcome), files([("dir/b.c", "int c;")]).into_iter().collect());
}

#[test]
fn a_file_with_something_protected_in_it_is_not_said_to_have_been_refused() {
    let all = files([("a.c", "int a; int b;"), ("b.c", "int c;"), ("c.c", "int d;")]);
    let oracle = oracle::from_fn(|texts| laid_out(texts).contains_key("b.c"));
    let outcome = project(&all).protect(1, 7..13).kept(3).run(&oracle).expect("it begins");
    let certificate = outcome.certificate;
    assert!(certificate.complete, "{certificate:?}");
    // The file with the region and the kept one are not tried; the one that the test wants is.
    assert_eq!(certificate.files, 1, "{certificate:?}");
}

#[test]
fn no_question_is_about_a_tree_that_no_disk_can_hold() {
    let all = files([("x/long.c", "int a;"), ("y/long.c", "int b;"), ("long.c/z", "w"), ("empty/", "")]);
    let oracle = oracle::from_fn(|texts| {
        assert!(Tree::parse(&texts[0]).is_ok());
        laid_out(texts).len() == 4
    });
    let outcome = project(&all).jobs(4).run(&oracle).expect("it begins");
    assert_eq!(left(&outcome).len(), 4);
}

#[test]
fn a_header_that_one_file_includes_becomes_part_of_it() {
    let all =
        files([("a.c", "#include \"b.h\"\nint f() { return b; }\n"), ("b.h", "#pragma once\nint b;\n")]);
    let oracle = oracle::from_fn(|texts| {
        let files = laid_out(texts);
        let text = files.keys().find(|it| is_source(it)).and_then(|it| preprocessed(&files, &[it]));
        text.is_some_and(|it| it.contains("int b;") && it.contains("return b"))
    });
    let outcome = project(&all).run(&oracle).expect("it begins");
    let left = left(&outcome);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left.contains_key("a.c") && left["a.c"].contains("int b;"), "{left:?}");
}

#[test]
fn directories_go_and_paths_become_short() {
    let all =
        files([("src/parts/buffer.c", "int a;"), ("src/main.c", "#include \"parts/buffer.c\"\nint b;")]);
    let oracle = oracle::from_fn(|texts| {
        let files = laid_out(texts);
        files.len() == 2 && resolves(&files) && files.values().any(|it| it.starts_with("#include"))
    });
    let outcome = project(&all).run(&oracle).expect("it begins");
    assert_eq!(left(&outcome).into_keys().collect::<Vec<_>>(), ["a.c", "b.c"]);
}

#[test]
fn many_jobs_leave_what_the_oracle_said_yes_to() {
    let all: Vec<_> =
        (0..60).map(|it| (format!("d{}/f{it}.c", it % 5), format!("int v{it}; int w{it};"))).collect();
    let wants = |texts: &[Arc<[u8]>]| {
        let text: String = laid_out(texts).into_values().collect();
        text.contains("v17") && text.contains("w42")
    };
    for deterministic in [false, true] {
        let outcome = project(&all)
            .jobs(4)
            .deterministic(deterministic)
            .run(&oracle::from_fn(wants))
            .expect("it begins");
        assert!(wants(&outcome.files) && outcome.certificate.complete);
        assert_eq!(left(&outcome).len(), 2);
    }
}

#[test]
fn a_tree_file_that_is_none_is_refused_before_anything_is_asked() {
    let never = oracle::from_fn(|_| panic!("asked"));
    let run = |files: [&[u8]; 2]| Reduction::new(files).tree().run(&never).expect_err("it does not begin");
    assert!(matches!(run([b"/a\n", b"x"]), ReduceError::BadTree { .. }));
    assert!(matches!(run([b"a\nb\n", b"x"]), ReduceError::TreeLines { lines: 2, files: 1 }));
    let kept = Reduction::new([*b"a"]).kept(7).run(&never).expect_err("it does not begin");
    assert!(matches!(kept, ReduceError::NoSuchFile { file: 7, files: 1 }));
}

#[test]
fn a_run_that_is_stopped_keeps_the_best_tree_so_far() {
    let all: Vec<_> = (0..40).map(|it| (format!("f{it}.c"), format!("int v{it};"))).collect();
    let stop = Cancel::new();
    let oracle = oracle::from_fn(|texts| {
        let files = laid_out(texts);
        if files.len() < 20 {
            stop.raise();
        }
        files.contains_key("f7.c")
    });
    let outcome = project(&all).stop(&stop).run(&oracle).expect("it begins");
    assert!(matches!(outcome.ended, Ended::Stopped));
    assert!(left(&outcome).contains_key("f7.c"));
}
