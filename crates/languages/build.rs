//! Turns the folders of `grammars/` into the table that `src/lib.rs` includes. A mistake in a folder ends the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[path = "src/folder.rs"]
mod folder;

use folder::{Folder, Whole, read};

fn main() -> std::process::ExitCode {
    match package().and_then(|it| tables(&it)).and_then(|it| write(&it)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={}", why.replace('\n', " "));
            std::process::ExitCode::FAILURE
        }
    }
}

/// This package's folder, asked for when the script runs: another checkout with the same target directory may have compiled it.
fn package() -> Result<PathBuf, String> {
    Ok(std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?.into())
}

fn tables(package: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed=grammars");
    println!("cargo::rerun-if-changed=Cargo.toml");
    table(&package.join("grammars"), &read(&package.join("Cargo.toml"))?)
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
    let mut left_out = String::from("const LEFT_OUT: &[Info] = &[\n");
    let mut sources = String::from("static SOURCES: &[Source] = &[\n");
    for name in &names {
        let folder = Whole::read(root, name, &|_| None)?;
        features.bring(name, &folder.folder)?;
        if let Some(odd) = folder.folder.embeds.iter().find(|it| !names.contains(it)) {
            return Err(format!("grammars/{name}/language.toml: embeds: there is no folder grammars/{odd}"));
        }
        if is_on(name) {
            info(&mut infos, name, &folder.folder);
            source(&mut sources, &root.join(name), &folder)?;
        } else {
            info(&mut left_out, name, &folder.folder);
        }
    }
    Ok(format!("{infos}];\n{left_out}];\n{sources}];\n"))
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
        if let Some(name) = folders.iter().find(|it| !self.features.contains_key(*it)) {
            return Err(format!(
                "grammars/{name} has no feature: add `{name} = [\"dep:tree-sitter-{name}\"]` to [features] in {at}"
            ));
        }
        let mut own = self.features.keys().filter(|it| *it != "default" && *it != "all");
        if let Some(name) = own.find(|it| !folders.contains(it)) {
            return Err(format!(
                "the feature `{name}` in {at} has no folder grammars/{name}: add one, or remove it"
            ));
        }
        let listed: Vec<&String> =
            ["default", "all"].iter().filter_map(|it| self.features.get(*it)).flatten().collect();
        if let Some(name) = folders.iter().find(|it| !listed.contains(it)) {
            return Err(format!(
                "the feature `{name}` is in no list: add it to `default` or to `all` in {at}"
            ));
        }
        Ok(())
    }

    /// Refuses a feature that does not bring the crate of its folder's grammar.
    fn bring(&self, name: &str, folder: &Folder) -> Result<(), String> {
        let Some(grammar) = &folder.grammar else {
            return match folder.lines {
                Some(_) => Ok(()),
                None => Err(format!(
                    "grammars/{name}/language.toml has neither grammar nor [lines]: say one of them"
                )),
            };
        };
        let is_path =
            |it: &str| !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || "_:".contains(it));
        if folder.lines.is_some() || !is_path(grammar) {
            return Err(format!(
                "grammars/{name}/language.toml: the grammar {grammar:?} is no path to a constant, or stands beside [lines]"
            ));
        }
        let module = grammar.split("::").next().unwrap_or_default();
        let wanted = format!("dep:{}", module.replace('_', "-"));
        if self.features.get(name).is_some_and(|it| it.contains(&wanted)) {
            return Ok(());
        }
        Err(format!(
            "the feature `{name}` in crates/languages/Cargo.toml does not bring the grammar of its folder: it needs \
             {wanted:?}, and the dependency `optional = true`"
        ))
    }
}

fn info(out: &mut String, name: &str, folder: &Folder) {
    let Folder { summary, aliases, extensions, file_names, interpreters, formatter, .. } = folder;
    let origin = if folder.lines.is_some() { "Lines" } else { "Grammar" };
    let _ = writeln!(
        out,
        "Info {{ name: {name:?}, summary: {summary:?}, aliases: &{aliases:?}, extensions: &{extensions:?}, \
         file_names: &{file_names:?}, interpreters: &{interpreters:?}, formatter: &{formatter:?}, origin: Origin::{origin} }},"
    );
}

fn source(out: &mut String, path: &Path, whole: &Whole) -> Result<(), String> {
    let Whole { folder, rules, names, injections } = whole;
    // Missing only until the generator has run, which needs this crate to build.
    let facts = std::fs::read_to_string(path.join("grammar.facts")).unwrap_or_default();
    let parser = folder.grammar.as_ref().map_or_else(|| "None".to_owned(), |it| format!("Some({it})"));
    let folder = toml::to_string(folder).map_err(|error| error.to_string())?;
    let _ = writeln!(
        out,
        "Source {{ folder: {folder:?}, parser: {parser}, facts: {facts:?}, rules: {rules:?}, names: {names:?}, \
         injections: {injections:?} }},"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(features("a = []").bring("a", &Folder::parse("[lines]\n").unwrap()), Ok(()));
        assert!(features("a = []").bring("a", &Folder::parse("").unwrap()).unwrap_err().contains("neither"));
    }
}
