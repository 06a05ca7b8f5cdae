//! Languages that are added to lop's own: grammars as source and compiled, folders, and what is wrong with them.
//!
//! What is added is there for the whole process: this is a program of its own, and each test has names of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

#[path = "../../examples/facts/source.rs"]
#[expect(dead_code, reason = "only where cargo keeps sources is asked here")]
mod source;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use lop_engine::internal::Document;
use lop_languages::{Checkup, Info, Origin, State, Unusable};

/// A directory of the test, with room for what is compiled.
struct Desk {
    directory: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { directory: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn add(&self, path: &Path) -> Result<&'static Info, Unusable> {
        lop_languages::add(path, &[], Some(&self.path("cache")))
    }

    /// Adds it and loads it, and says what is wrong.
    #[track_caller]
    fn wrong(&self, path: &Path) -> String {
        let error = self.add(path).and_then(lop_languages::load).unwrap_err();
        assert!(!error.remedy.is_empty() || error.what.contains("line"), "{error}");
        error.to_string()
    }

    /// A copy of a small grammar's source under another name, so that it hides no language of lop's own.
    fn grammar(&self, name: &str) -> PathBuf {
        let from = source::sources("tree-sitter-json").unwrap().join("src");
        let renamed = |text: String| text.replace("tree_sitter_json", &format!("tree_sitter_{name}"));
        self.write(
            &format!("{name}/src/parser.c"),
            &renamed(fs::read_to_string(from.join("parser.c")).unwrap()),
        );
        let json = fs::read_to_string(from.join("grammar.json")).unwrap();
        let json = json.replacen("\"name\": \"json\"", &format!("\"name\": \"{name}\""), 1);
        self.write(&format!("{name}/src/grammar.json"), &json);
        let header = fs::read_to_string(from.join("tree_sitter/parser.h")).unwrap();
        self.write(&format!("{name}/src/tree_sitter/parser.h"), &header);
        self.path(name)
    }

    /// The library that the cache has of a grammar.
    fn library(&self, name: &str) -> PathBuf {
        let kept = fs::read_dir(self.path("cache")).unwrap().map(|it| it.unwrap().path());
        let is_its =
            |it: &PathBuf| it.file_name().unwrap().to_string_lossy().starts_with(&format!("{name}-"));
        let mut found = kept.filter(is_its);
        let library = found.next().unwrap();
        assert!(found.next().is_none(), "what was compiled is used again");
        library
    }
}

fn parsed(info: &'static Info, text: &str) -> (String, usize) {
    let language = lop_languages::load(info).unwrap();
    assert!(language.facts.is_some());
    let document = Document::parse([(text.as_bytes().into(), Some(language))]);
    let file = document.files()[0].clone();
    (file.kind_name(0).to_owned(), file.errors())
}

#[test]
fn a_grammar_is_compiled_from_its_source_and_then_used_as_a_library() {
    let desk = Desk::new();
    let info = desk.add(&desk.grammar("fresh")).unwrap();
    assert_eq!((info.name, info.origin), ("fresh", Origin::Added));
    assert_eq!(parsed(info, "[1, 2]"), ("document".to_owned(), 0));
    assert!(parsed(info, "[1, 2").1 > 0);

    let library = desk.path("compiled/any.so");
    desk.write("compiled/grammar.json", &fs::read_to_string(desk.path("fresh/src/grammar.json")).unwrap());
    fs::copy(desk.library("fresh"), &library).unwrap();
    let info = desk.add(&library).unwrap();
    assert_eq!(parsed(info, "{}"), ("document".to_owned(), 0));
    assert_eq!(parsed(desk.add(&desk.path("compiled")).unwrap(), "{}").1, 0);
}

#[test]
fn a_library_that_anybody_could_have_put_there_is_not_used() {
    let desk = Desk::new();
    let source = desk.grammar("planted");
    assert_eq!(parsed(desk.add(&source).unwrap(), "{}").1, 0);
    // In its place, not into it: it is loaded.
    let library = desk.library("planted");
    fs::remove_file(&library).unwrap();
    fs::write(&library, "what somebody has planted").unwrap();
    fs::set_permissions(desk.path("cache"), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(parsed(desk.add(&source).unwrap(), "{}").1, 0);
    assert_eq!(fs::read(&library).unwrap(), b"what somebody has planted");
}

#[test]
fn a_folder_of_the_user_says_what_those_of_lop_say() {
    let desk = Desk::new();
    desk.grammar("folder");
    desk.write(
        "folder/language.toml",
        "summary = \"ours\"\nextensions = [\"folded\"]\nline-comments = [\"//\"]\n",
    );
    desk.write("folder/reduce.scm", "((array) @replace (#set! reduce.with \"0\"))");
    lop_languages::add_all(desk.directory.path(), Some(&desk.path("cache")));
    let language = lop_languages::detect(Path::new("x.folded"), b"[]").unwrap();
    assert_eq!((language.name.as_str(), &*language.line_comments), ("folder", &["//".to_owned()][..]));
    assert!(language.rules.is_some());
}

#[test]
fn a_folder_of_the_user_inherits_from_one_of_lop() {
    let desk = Desk::new();
    desk.grammar("heir");
    desk.write("heir/language.toml", "inherits = \"json\"\nextensions = [\"heir\"]\n");
    let info = desk.add(&desk.path("heir")).unwrap();
    let language = lop_languages::load(info).unwrap();
    let json = lop_languages::by_name("json").unwrap();
    assert!(json.rules.is_some());
    assert_eq!(
        language.rules.as_ref().map(lop_engine::internal::Rules::text),
        json.rules.as_ref().map(lop_engine::internal::Rules::text)
    );
    desk.write("heir/language.toml", "inherits = \"nothing\"\nextensions = [\"heir\"]\n");
    assert!(desk.wrong(&desk.path("heir")).contains("no language nothing"));
}

#[test]
fn a_line_language_is_added_with_a_few_lines() {
    let desk = Desk::new();
    desk.write(
        "tables/language.toml",
        "extensions = [\"tables\"]\n[lines]\nrecords = \"lines\"\nseparators = [\",\"]\n",
    );
    let info = desk.add(&desk.path("tables")).unwrap();
    assert_eq!(parsed(info, "a, b\nc\n"), ("file".to_owned(), 0));
    let other =
        lop_languages::add(&desk.path("tables"), &["more".to_owned()], Some(&desk.path("cache"))).unwrap();
    assert_eq!(other.extensions, ["tables", "more"]);
}

#[test]
fn what_is_wrong_with_a_grammar_is_said_with_what_to_do() {
    let desk = Desk::new();
    assert!(desk.wrong(&desk.path("nowhere")).contains("nowhere"));
    let empty = desk.write("empty/readme", "").parent().unwrap().to_owned();
    assert!(desk.wrong(&empty).contains("no parser"));
    assert!(desk.wrong(&desk.path("empty/readme")).contains("no compiled grammar"));
    let odd = desk.write("odd/parser.c", "int x;").parent().unwrap().to_owned();
    assert!(desk.wrong(&odd).contains("grammar.json"));
    desk.write("odd/grammar.json", "{\"name\": \"../odd\"}");
    assert!(desk.wrong(&odd).contains("no name"));
    desk.write("odd/grammar.json", "{{");
    assert!(desk.wrong(&odd).contains("line 1"));
    desk.write("odd/grammar.json", "{\"name\": \"odd\", \"rules\": {}}");
    desk.write("odd/parser.c", "this is no C");
    assert!(desk.wrong(&odd).contains("cannot be loaded"));
}

#[test]
fn a_library_that_is_none_or_of_another_grammar_is_refused() {
    let desk = Desk::new();
    desk.write("broken/grammar.json", "{\"name\": \"broken\", \"rules\": {}}");
    let library = desk.write("broken/broken.so", "no library");
    assert!(desk.wrong(&library).contains("cannot be loaded"));
    parsed(desk.add(&desk.grammar("other")).unwrap(), "[]");
    fs::copy(desk.library("other"), desk.path("broken/other.so")).unwrap();
    assert!(desk.wrong(&desk.path("broken/other.so")).contains("tree_sitter_broken"));
}

#[test]
fn mistakes_in_a_folder_are_told_by_their_lines() {
    let desk = Desk::new();
    desk.grammar("mistaken");
    desk.write("mistaken/language.toml", "extension = [\"x\"]\n");
    assert!(desk.wrong(&desk.path("mistaken")).contains("unknown field"));
    desk.write("mistaken/language.toml", "extensions = [\"x\"]\n");
    desk.write("mistaken/reduce.scm", "(array) @delete\n(nothing) @delete\n");
    assert!(desk.wrong(&desk.path("mistaken")).contains("line 2"));
    desk.write("mistaken/reduce.scm", "(array) @remove\n");
    assert!(desk.wrong(&desk.path("mistaken")).contains("unknown capture"));
}

#[test]
fn a_folder_that_cannot_be_used_is_named_and_no_other_suffers() {
    let desk = Desk::new();
    desk.write("all/unread/language.toml", "[lines]\nrecord = 1\n");
    desk.write("all/well/language.toml", "[lines]\n");
    lop_languages::add_all(&desk.path("all"), Some(&desk.path("cache")));
    assert!(lop_languages::by_name("well").is_some() && lop_languages::by_name("unread").is_none());
    let info = lop_languages::info("unread").unwrap();
    assert!(info.summary.contains("cannot be used") && lop_languages::load(info).is_err());
}

/// What the check says of one thing.
fn finding(checkup: &Checkup, about: &str) -> Option<(State, String)> {
    checkup.findings.iter().find(|it| it.about == about).map(|it| (it.state, it.says.clone()))
}

#[test]
fn a_check_finds_nothing_wrong_in_a_good_folder() {
    let desk = Desk::new();
    let folder = desk.grammar("good");
    desk.write("good/language.toml", "summary = \"s\"\nextensions = [\"good\"]\nline-comments = [\"//\"]\n");
    desk.write("good/reduce.scm", "((array) @replace (#set! reduce.with \"0\"))\n");
    desk.write("good/sample.good", "{\"first\": [1, 2, {\"needle\": null}], \"second\": true}\n");
    let checkup = lop_languages::check(&folder, Some(&desk.path("cache")));
    assert!(checkup.is_good() && checkup.findings.iter().all(|it| it.state == State::Good), "{checkup:?}");
    let about: Vec<&str> = checkup.findings.iter().map(|it| it.about).collect();
    assert_eq!(about, ["folder", "grammar", "sample", "rules", "reduce.scm", "everything", "one word"]);
}

#[test]
fn a_check_says_what_is_missing_and_which_patterns_are_idle() {
    let desk = Desk::new();
    let folder = desk.grammar("idle");
    assert_eq!(
        finding(&lop_languages::check(&folder, Some(&desk.path("cache"))), "sample").unwrap().0,
        State::Missing
    );
    desk.write("idle/language.toml", "");
    desk.write("idle/reduce.scm", "(array) @delete\n\n(true) @delete\n");
    desk.write("idle/sample.json", "[1, 2");
    let checkup = lop_languages::check(&folder, Some(&desk.path("cache")));
    assert!(!checkup.is_good());
    assert!(finding(&checkup, "folder").unwrap().1.contains("summary, extensions"));
    assert_eq!(finding(&checkup, "sample").unwrap().0, State::Wrong);
    assert!(finding(&checkup, "reduce.scm").unwrap().1.contains("line 3"), "{checkup:?}");
    let nowhere = lop_languages::check(&desk.path("nowhere"), Some(&desk.path("cache")));
    assert_eq!(finding(&nowhere, "folder").unwrap().0, State::Wrong);
}

#[test]
fn a_check_finds_nothing_wrong_in_the_line_languages_of_lop() {
    let desk = Desk::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars");
    for info in lop_languages::all().into_iter().filter(|it| it.origin == Origin::Lines) {
        let checkup = lop_languages::check(&own.join(info.name), Some(&desk.path("cache")));
        assert!(checkup.is_good(), "{checkup:?}");
    }
}
