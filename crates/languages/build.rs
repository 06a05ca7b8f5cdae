//! Turns the folders of `grammars/` into the table that `src/lib.rs` includes. A mistake in a folder ends the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// `language.toml`. What a key means is said in `src/lib.rs`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Folder {
    summary: String,
    grammar: String,
    /// For the generator of the facts only.
    #[serde(rename = "grammar-json")]
    _grammar_json: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
    extensions: Vec<String>,
    #[serde(default)]
    file_names: Vec<String>,
    #[serde(default)]
    interpreters: Vec<String>,
    #[serde(default)]
    layout: Layout,
    #[serde(default)]
    line_comments: Vec<String>,
    #[serde(default)]
    block_comments: Vec<[String; 2]>,
    #[serde(default)]
    formatter: Vec<String>,
    /// How a value is converted: a text with `{type}` and `{value}` in it.
    cast: Option<String>,
    #[serde(default)]
    mentions: Vec<String>,
    #[serde(default)]
    titles: Vec<String>,
    #[serde(default)]
    inlined: Vec<[String; 2]>,
    inherits: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Layout {
    #[default]
    Free,
    Indented,
}

/// The vocabulary of a query.
struct Vocabulary {
    captures: &'static [&'static str],
    settings: &'static [&'static str],
}

/// The vocabulary of `reduce.scm`.
const RULES: Vocabulary = Vocabulary {
    captures: &["delete", "empty", "replace", "hoist"],
    settings: &["reduce.with", "reduce.everywhere"],
};

/// The vocabulary of `names.scm`.
const NAMES: Vocabulary = Vocabulary {
    captures: &[
        "definition",
        "definition.outer",
        "name.function",
        "name.type",
        "name.value",
        "name.member",
        "name.parameter",
        "name.generic",
        "name.import",
        "name.module",
        "name.label",
        "name.tag",
        "name.macro",
        "scope",
        "scope.open",
        "scope.members",
        "reference",
        "member",
        "qualified",
        "label",
        "tag",
        "extends",
        "implements",
        "extension",
        "attribute",
        "call",
        "callee",
        "arguments",
        "arguments.fields",
        "arguments.generics",
        "parameters",
        "body",
        "value",
        "result",
        "fields",
        "generics",
        "glob",
        "export",
    ],
    settings: &[],
};

fn main() -> std::process::ExitCode {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (root, manifest) = (package.join("grammars"), package.join("Cargo.toml"));
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed={}", manifest.display());
    match read(&manifest).and_then(|it| table(&root, &it)).and_then(|it| write(&it)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={}", why.replace('\n', " "));
            std::process::ExitCode::FAILURE
        }
    }
}

fn write(table: &str) -> Result<(), String> {
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    let path = PathBuf::from(out).join("table.rs");
    std::fs::write(&path, table).map_err(|error| format!("{}: {error}", path.display()))
}

/// All folders whose feature is on, as Rust tables.
fn table(root: &Path, manifest: &str) -> Result<String, String> {
    let features = Features::parse(manifest)?;
    let mut names: Vec<String> = std::fs::read_dir(root)
        .map_err(|error| format!("{}: {error}", root.display()))?
        .filter_map(Result::ok)
        .filter(|it| it.path().is_dir())
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    features.are_those_of(&names)?;
    let mut infos = String::from("const INFOS: &[Info] = &[\n");
    let mut sources = String::from("static SOURCES: &[Source] = &[\n");
    for name in &names {
        let folder = read_folder(root, name)?;
        features.bring(name, &folder)?;
        if !is_on(name) {
            continue;
        }
        info(&mut infos, name, &folder);
        source(&mut sources, root, name, &folder)?;
    }
    Ok(format!("{infos}];\n{sources}];\n"))
}

/// True when cargo builds this crate with the feature of that language.
fn is_on(name: &str) -> bool {
    let variable = format!("CARGO_FEATURE_{}", name.to_uppercase().replace('-', "_"));
    std::env::var_os(variable).is_some()
}

/// `[features]` of this crate: one for each folder, and the two that name many of them.
#[derive(Debug, Deserialize)]
struct Features {
    features: BTreeMap<String, Vec<String>>,
}

impl Features {
    fn parse(manifest: &str) -> Result<Features, String> {
        toml::from_str(manifest).map_err(|error| format!("crates/languages/Cargo.toml: {error}"))
    }

    /// Refuses a folder without a feature, a feature without a folder, and a language that not even `all` brings.
    fn are_those_of(&self, folders: &[String]) -> Result<(), String> {
        let at = "crates/languages/Cargo.toml";
        for name in folders.iter().filter(|it| !self.features.contains_key(*it)) {
            return Err(format!(
                "grammars/{name} has no feature: add `{name} = [\"dep:tree-sitter-{name}\"]` to [features] in {at}"
            ));
        }
        let own = self.features.keys().filter(|it| *it != "default" && *it != "all");
        for name in own.filter(|it| !folders.contains(it)) {
            return Err(format!(
                "the feature `{name}` in {at} has no folder grammars/{name}: add one, or remove it"
            ));
        }
        let listed: Vec<&String> =
            ["default", "all"].iter().filter_map(|it| self.features.get(*it)).flatten().collect();
        for name in folders.iter().filter(|it| !listed.contains(it)) {
            return Err(format!(
                "the feature `{name}` is in no list: add it to `default` or to `all` in {at}"
            ));
        }
        Ok(())
    }

    /// Refuses a feature that does not bring the crate of its folder's grammar.
    fn bring(&self, name: &str, folder: &Folder) -> Result<(), String> {
        let module = folder.grammar.split("::").next().unwrap_or_default();
        let wanted = format!("dep:{}", module.replace('_', "-"));
        match self.features.get(name).is_some_and(|it| it.contains(&wanted)) {
            true => Ok(()),
            false => Err(format!(
                "the feature `{name}` in crates/languages/Cargo.toml does not bring the grammar of its folder: it needs \
                 {wanted:?}, and the dependency `optional = true`"
            )),
        }
    }
}

fn read_folder(root: &Path, name: &str) -> Result<Folder, String> {
    let path = root.join(name).join("language.toml");
    let folder: Folder =
        toml::from_str(&read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_path = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || "_:".contains(it));
    if !is_path(&folder.grammar) {
        return Err(format!("{}: the grammar {:?} is no path to a constant", path.display(), folder.grammar));
    }
    Ok(folder)
}

fn info(out: &mut String, name: &str, folder: &Folder) {
    let Folder { summary, aliases, extensions, file_names, interpreters, formatter, .. } = folder;
    let _ = writeln!(
        out,
        "Info {{ name: {name:?}, summary: {summary:?}, aliases: &{aliases:?}, extensions: &{extensions:?}, \
         file_names: &{file_names:?}, interpreters: &{interpreters:?}, formatter: &{formatter:?} }},"
    );
}

fn source(out: &mut String, root: &Path, name: &str, folder: &Folder) -> Result<(), String> {
    // Missing only until the generator has run, which needs this crate to build.
    let facts = std::fs::read_to_string(root.join(name).join("grammar.facts")).unwrap_or_default();
    let rules = query(root, name, "reduce.scm", &RULES, 0)?;
    let names = query(root, name, "names.scm", &NAMES, 0)?;
    let Folder { grammar, layout, line_comments, cast, .. } = folder;
    let blocks = pairs(&folder.block_comments);
    let Templates { mentions, titles, inlined } = templates(root, name, 0)?;
    let inlined = pairs(&inlined);
    let _ = writeln!(
        out,
        "Source {{ grammar: {grammar}, facts: {facts:?}, rules: {rules:?}, names: {names:?}, layout: Layout::{layout:?}, \
         line_comments: &{line_comments:?}, block_comments: &{blocks:?}, cast: {cast:?}, mentions: &{mentions:?}, \
         titles: &{titles:?}, inlined: &{inlined:?} }},"
    );
    Ok(())
}

fn pairs(all: &[[String; 2]]) -> Vec<(&str, &str)> {
    all.iter().map(|[a, b]| (&**a, &**b)).collect()
}

/// How files mention each other, as a folder and the one that it inherits from have it.
#[derive(Default)]
struct Templates {
    mentions: Vec<String>,
    titles: Vec<String>,
    inlined: Vec<[String; 2]>,
}

fn templates(root: &Path, name: &str, depth: usize) -> Result<Templates, String> {
    if depth > 8 {
        return Err(format!("grammars/{name}/language.toml: it inherits from itself"));
    }
    let folder = read_folder(root, name)?;
    let mut all = match &folder.inherits {
        Some(parent) => templates(root, parent, depth + 1)?,
        None => Templates::default(),
    };
    let all_of_it =
        folder.mentions.iter().chain(&folder.titles).chain(folder.inlined.iter().map(|it| &it[0]));
    for template in all_of_it {
        let holes = template.matches("PATH").count() + template.matches("NAME").count();
        if holes != 1 || template.starts_with("PATH") || template.starts_with("NAME") {
            return Err(format!(
                "grammars/{name}/language.toml: {template:?} needs one PATH or NAME, not as the first"
            ));
        }
    }
    all.mentions.extend(folder.mentions);
    all.titles.extend(folder.titles);
    all.inlined.extend(folder.inlined);
    Ok(all)
}

/// A query of a folder, behind that of the folder it inherits from.
fn query(
    root: &Path,
    folder: &str,
    name: &str,
    vocabulary: &Vocabulary,
    depth: usize,
) -> Result<String, String> {
    if depth > 8 {
        return Err(format!("grammars/{folder}/language.toml: it inherits from itself"));
    }
    let mut all = match read_folder(root, folder)?.inherits {
        Some(parent) => query(root, &parent, name, vocabulary, depth + 1)?,
        None => String::new(),
    };
    let path = root.join(folder).join(name);
    if path.exists() {
        let text = read(&path)?;
        vocabulary.check(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        all.push_str(&text);
    }
    Ok(all)
}

impl Vocabulary {
    /// Refuses captures and settings that nothing reads: they are mistyped.
    fn check(&self, text: &str) -> Result<(), String> {
        let refuse = |line: usize, what: &str, unknown: &str, known: &[&str]| {
            Err(format!("line {}: unknown {what}{unknown}; known are {known:?}", line + 1))
        };
        for (number, line) in text.lines().enumerate() {
            let code = outside_strings(line);
            for capture in code.split('@').skip(1).map(first_word) {
                if !capture.starts_with('_') && !self.captures.contains(&capture) {
                    return refuse(number, "capture @", capture, self.captures);
                }
            }
            for setting in code.split("#set!").skip(1).map(|it| first_word(it.trim_start())) {
                if !self.settings.contains(&setting) {
                    return refuse(number, "setting ", setting, self.settings);
                }
            }
        }
        Ok(())
    }
}

fn first_word(text: &str) -> &str {
    text.split(|it: char| !(it.is_alphanumeric() || "._-".contains(it))).next().unwrap_or_default()
}

/// A line of a query with its strings blanked and its comment cut off.
fn outside_strings(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars();
    let mut quoted = false;
    while let Some(it) = chars.next() {
        match it {
            '\\' if quoted => drop(chars.next()),
            '"' => quoted = !quoted,
            ';' if !quoted => break,
            it if !quoted => out.push(it),
            _ => {}
        }
    }
    out
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_that_nothing_reads_is_refused_with_its_line() {
        assert_eq!(RULES.check("(a) @delete ; @nonsense\n((b) @_b (#eq? @_b \"@odd\"))"), Ok(()));
        let error = RULES.check("(a) @delete\n(b) @remove").unwrap_err();
        assert!(error.contains("line 2") && error.contains("@remove") && error.contains("delete"), "{error}");
    }

    #[test]
    fn a_setting_that_nothing_reads_is_refused() {
        assert!(RULES.check("((a) @replace (#set! reduce.with \"0\"))").is_ok());
        assert!(RULES.check("((a) @replace (#set! replace.with \"0\"))").is_err());
    }

    #[test]
    fn a_folder_without_a_feature_is_refused_with_the_line_to_add() {
        let features = |text: &str| Features::parse(&format!("[features]\n{text}")).unwrap();
        let folders = ["one".to_owned(), "two".to_owned()];
        let (one, two) = ("one = [\"dep:tree-sitter-one\"]\n", "two = [\"dep:tree-sitter-two\"]\n");
        let all = "default = [\"one\"]\nall = [\"default\", \"two\"]\n";
        assert_eq!(features(&format!("{all}{one}{two}")).are_those_of(&folders), Ok(()));
        let error = features(&format!("{all}{one}")).are_those_of(&folders).unwrap_err();
        assert!(error.contains("grammars/two") && error.contains(two.trim_end()), "{error}");
        let error = features(&format!("{all}{one}{two}three = []\n")).are_those_of(&folders).unwrap_err();
        assert!(error.contains("grammars/three"), "{error}");
        let error = features(&format!("default = [\"one\"]\n{one}{two}")).are_those_of(&folders).unwrap_err();
        assert!(error.contains("`two` is in no list"), "{error}");
    }

    #[test]
    fn a_feature_that_does_not_bring_its_grammar_is_refused() {
        let folder: Folder =
            toml::from_str("summary = \"\"\ngrammar = \"a_b::C\"\nextensions = []\n").unwrap();
        let features = |text: &str| Features::parse(&format!("[features]\n{text}")).unwrap();
        assert_eq!(features("a = [\"dep:a-b\"]").bring("a", &folder), Ok(()));
        let error = features("a = []").bring("a", &folder).unwrap_err();
        assert!(error.contains("\"dep:a-b\""), "{error}");
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let text = "summary = \"\"\ngrammar = \"a::B\"\nextensions = []\n";
        assert!(toml::from_str::<Folder>(text).is_ok());
        let error = toml::from_str::<Folder>(&format!("{text}extension = 1\n")).unwrap_err();
        assert!(error.to_string().contains("extension"));
    }
}
