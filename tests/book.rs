//! The book and the README against the code: generated pages are current, links lead somewhere, commands are right.
//!
//! `UPDATE=1 cargo test --test book` writes the generated pages anew.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lop_cli::reference;

/// The documents outside of the book whose links are checked too.
const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// The first line of a generated page.
const MARK: &str = "<!-- Written by tests/book.rs from the code: UPDATE=1 cargo test --test book -->\n\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Markdown files of the book, as paths from the root.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join("book/src")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// The documentation that opens a source file, without its marks.
fn opening(source: &str) -> String {
    let lines = source.lines().map_while(|it| it.strip_prefix("//!"));
    let text: String = lines.flat_map(|it| [it.strip_prefix(' ').unwrap_or(it), "\n"]).collect();
    // Links that only rustdoc can follow become plain code.
    text.replace("[`", "`").replace("`]", "`")
}

/// From one heading of a text, exclusive, to the next.
fn section<'t>(text: &'t str, heading: &str) -> &'t str {
    let start = text.find(heading).unwrap_or_else(|| panic!("there is no {heading:?}")) + heading.len();
    text[start..].split("\n# ").next().unwrap().trim()
}

/// The pages that are made from the code, by their place in the book.
fn generated() -> Vec<(&'static str, String)> {
    vec![
        ("exit-codes", format!("# Exit codes\n\n{}", reference::exit_codes())),
        ("options", options()),
        ("batch-options", batch_options()),
        ("passes", passes()),
        ("languages", languages()),
        ("captures", captures()),
        ("json", format!("# JSON events\n\n{}", opening(&read("crates/cli/src/progress/reporters/json.rs")))),
        ("creduce", creduce()),
        ("peers", peers()),
    ]
}

fn options() -> String {
    let (own, passes) = (block(&reference::help()), block(&reference::passes_help()));
    format!("# Options\n\nWhat `lop --help` prints:\n\n{own}\n\nAnd `lop passes --help`:\n\n{passes}")
}

fn batch_options() -> String {
    let [batch, report] = reference::batch_help();
    let (batch, report) = (block(&batch), block(&report));
    format!(
        "# Options of a batch\n\nWhat `lop batch --help` prints:\n\n{batch}\n\nAnd `lop report --help`:\n\n{report}"
    )
}

/// A text as a block of code, without blanks at the ends of its lines.
fn block(text: &str) -> String {
    let text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    format!("```text\n{}\n```", text.trim())
}

fn languages() -> String {
    let own = "A language is a folder in `grammars/`; how to add one is said in CONTRIBUTING.md. It is chosen by the \
               extension of the file or its name, else by its first lines, or by `--language NAME`. What is read by its \
               lines has no grammar: tokens, brackets and records make its tree. [More](../grammars.md) can be added.";
    let more = "These have large grammars. lop has them when it is built with `--features all-languages`, or with `--features` \
                and their names:";
    let (table, others) = (reference::languages(), other_languages());
    format!(
        "# Languages\n\n{own}\n\n{table}\n{more}\n\n| language | what it is | files |\n|---|---|---|\n{others}"
    )
}

/// The languages of the full set that a default build has not, as rows of a table.
fn other_languages() -> String {
    let manifest = read("crates/languages/Cargo.toml");
    let list = manifest.split_once("\nall = [").and_then(|it| it.1.split(']').next()).unwrap();
    let quoted = |it: &str| it.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let row = |name: String| {
        let folder = read(format!("grammars/{name}/language.toml"));
        let value = |key: &str| folder.lines().find_map(|it| it.strip_prefix(key)).map(quoted).unwrap();
        let files: Vec<String> = value("extensions = ").iter().map(|it| format!(".{it}")).collect();
        format!("| `{name}` | {} | {} |\n", value("summary = ").concat(), files.join(" "))
    };
    quoted(list).into_iter().filter(|it| it != "default").map(row).collect()
}

fn captures() -> String {
    let source = opening(&read("crates/languages/src/lib.rs"));
    let files = ["reduce.scm", "names.scm", "inject.scm"];
    let sections = files.map(|it| format!("\n## {it}\n\n{}\n", section(&source, &format!("# `{it}`\n"))));
    format!("# Captures\n{}", sections.concat())
}

/// The table of passes, then what the file of each says about it.
fn passes() -> String {
    let mut page = format!(
        "# Passes\n\nIn the order in which they stand in the table; when each is tried is decided by \
         [what it is expected to gain](../how/heap.md).\n\n{}",
        reference::passes()
    );
    for pass in lop_engine::passes::ALL {
        let text = reference::documentation(pass.name);
        let _ = write!(page, "\n## {}\n\n{}", pass.name, capitalised(text));
    }
    page
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>()).unwrap_or_default();
    first + letters.as_str()
}

fn peers() -> String {
    let opening = "`lop creduce …`, or a link to lop that is called `creduce`, takes the command line of C-Reduce, and so for \
                   the other reducers here: the same words do the same thing. lop says in one line what differs and what \
                   the command line is in its own words. Names of options may be cut short where only one fits. The exit \
                   code is 0 for a result, 128 and more for a signal, and 1 for everything else, as scripts expect.";
    format!("# Command lines of other reducers\n\n{opening}\n\n{}", reference::peers())
}

fn creduce() -> String {
    let mut page = "# C-Reduce's passes and ours\n\nEach pass of C-Reduce and C-Vise, and what does \
                    its work here. `--passes` and `--skip` take their names, too: `lines`, `pass_lines`, `lines::3`. Of \
                    a transformation of Clang our passes do the *same*, the same and more (*subsumed* by something \
                    more general, or *better*, the same idea taken further), *in part* the same, or nothing: *not yet*, \
                    or on purpose, *no*.\n\n| theirs | argument | ours | how |\n|---|---|---|---|\n"
        .to_owned();
    for row in lop_engine::passes::creduce_inventory() {
        let ours: Vec<String> = row.ours.iter().map(|it| format!("`{it}`")).collect();
        let ours = if ours.is_empty() { "no pass".to_owned() } else { ours.join(", ") };
        let argument = row.argument.replace('|', "\\|");
        let _ = writeln!(page, "| {} | {argument} | {ours} | {} |", row.name, row.how.replace('|', "\\|"));
    }
    page
}

#[track_caller]
fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn generated_pages_are_what_the_code_says() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (name, text) in generated() {
        let path = root().join("book/src/reference").join(name).with_extension("md");
        let text = format!("{MARK}{}\n", text.trim_end());
        if update {
            fs::write(&path, text).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            wrong.push(format!(
                "book/src/reference/{name}.md is out of date: UPDATE=1 cargo test --test book"
            ));
        }
    }
    nothing(&wrong);
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let summary = read("book/src/SUMMARY.md");
    let listed: Vec<&str> = links(&summary).collect();
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), known.len(), "a page is listed twice");
    let there: BTreeSet<String> = pages()
        .iter()
        .map(|it| it.strip_prefix("book/src").unwrap().to_str().unwrap().to_owned())
        .filter(|it| it != "SUMMARY.md")
        .collect();
    assert_eq!(there, known.iter().map(|&it| it.to_owned()).collect());
}

/// The targets of the links of a page, outside of code.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    let prose = text.lines().filter(move |it| {
        let fence = it.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    });
    prose.flat_map(|line| line.split("](").skip(1).filter_map(|it| it.split(')').next()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages().into_iter().chain(DOCUMENTS.iter().map(PathBuf::from)) {
        for link in links(&read(&page)).filter(|it| !it.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let there = root().join(&target).exists();
            if !there || (!anchor.is_empty() && !anchors(&read(&target)).any(|it| it == anchor)) {
                wrong.push(format!("{} links to {link}, which does not exist", page.display()));
            }
        }
    }
    nothing(&wrong);
}

/// The names of a page's headings in links.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter(|it| it.starts_with('#')).map(|it| {
        let words = it.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|it| it.is_alphanumeric() || *it == '-' || *it == '_').collect()
    })
}

/// The command lines of lop in the code blocks and table cells of a text, up to the test.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("lop ").filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        matches!(before, None | Some('\n' | '`' | ' ')) && !text[*at..].starts_with("lop --help`")
    });
    starts.filter_map(|(at, _)| {
        let line = text[at..].lines().next()?;
        line.starts_with("lop -").then_some(line).or_else(|| line.contains(" -- ").then_some(line))
    })
}

#[test]
fn options_in_the_documents_exist() {
    let help = reference::help() + &reference::batch_help().concat() + &reference::passes_help();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages().into_iter().chain(["README.md".into(), "examples/README.md".into()]) {
        let text = read(&page);
        // What stands in quotes is a value, such as the command line of a launcher.
        let ours = commands(&text).map(|it| it.split(" -- ").next().unwrap());
        let in_commands = ours.flat_map(|it| it.split('\'').step_by(2)).flat_map(str::split_whitespace);
        // A span of code that begins with two dashes is an option of ours, unless the page is about other tools.
        let spans = text.split('`').skip(1).step_by(2).filter(|it| it.starts_with("--"));
        let spans = spans.filter_map(|it| it.split_whitespace().next());
        let about_others = page.ends_with("compared.md") || text.starts_with(MARK);
        for option in in_commands.chain(spans.filter(|_| !about_others)) {
            let name = option.split('=').next().unwrap();
            if !name.starts_with("--") || name == "--" {
                continue;
            }
            seen += 1;
            if !help.split([' ', '\n', ',']).any(|it| it == name) {
                wrong.push(format!("{} uses {name}, which lop does not have", page.display()));
            }
        }
    }
    assert!(seen > 30, "only {seen} options were found");
    nothing(&wrong);
}

#[test]
fn every_key_of_a_section_is_on_the_page_about_batches() {
    let source = read("crates/batch/src/inputs/test_config/section.rs");
    let list = section(&source, "pub const KEYS: &[&str] = &[").split("];").next().unwrap();
    let page = read("book/src/batch.md");
    let keys: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(!keys.is_empty());
    let missing = keys.iter().filter(|it| !page.contains(&format!("`{it}`")));
    let wrong: Vec<String> = missing.map(|it| format!("book/src/batch.md does not have `{it}`")).collect();
    nothing(&wrong);
}

/// The command that the README tells to try, without the program, and the test in it.
fn example() -> Vec<String> {
    let readme = read("README.md");
    let line = readme.lines().find_map(|it| it.strip_prefix("$ lop ")).unwrap();
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn the_example_of_the_readme_works() {
    let kitchen = tempfile::tempdir().unwrap();
    let result = kitchen.path().join("result.c");
    let words = example();
    assert!(root().join(&words[0]).exists());
    let run = Command::new(env!("CARGO_BIN_EXE_lop"))
        .args(["--max-questions", "60", "--quiet", "-o"])
        .arg(&result)
        .args(&words)
        .env("XDG_STATE_HOME", kitchen.path())
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let version = Command::new("gcc").arg("-dumpversion").output();
    let version = version.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned()).unwrap_or_default();
    let said = String::from_utf8_lossy(&run.stderr);
    if version == "12" {
        assert_eq!(run.status.code(), Some(0), "{said}");
        assert!(fs::metadata(&result).unwrap().len() < fs::metadata(root().join(&words[0])).unwrap().len());
    } else {
        // Another compiler may not have the bug; then lop says so, or that there is no gcc.
        assert!(matches!(run.status.code(), Some(0 | 2 | 4)), "{said}");
    }
}
