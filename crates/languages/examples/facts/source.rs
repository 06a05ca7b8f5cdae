//! Where facts come from: the folders of `grammars/`, and the grammar crates as Cargo.lock pins them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// One folder of `grammars/`.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Its name, which is the language's.
    pub(crate) name: String,
    /// The facts file in it.
    pub(crate) facts: PathBuf,
    /// The crate of the grammar, as cargo spells it.
    crate_name: String,
    /// Where the crate keeps its `grammar.json`.
    grammar_json: String,
    /// Tokens of its scanner that the rules are read without.
    ignored: Vec<String>,
}

/// All folders of `grammars/`, by name.
pub(crate) fn folders() -> Result<Vec<Folder>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars");
    let entries = std::fs::read_dir(&root).map_err(|error| format!("{}: {error}", root.display()))?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|it| it.path()).filter(|it| it.is_dir()).collect();
    paths.sort();
    paths.iter().filter_map(|it| folder(it).transpose()).collect()
}

/// None for a line language: the engine makes its facts.
fn folder(path: &Path) -> Result<Option<Folder>, String> {
    let toml = path.join("language.toml");
    let text = std::fs::read_to_string(&toml).map_err(|error| format!("{}: {error}", toml.display()))?;
    let table: toml::Table = text.parse().map_err(|error| format!("{}: {error}", toml.display()))?;
    let key = |key: &str| table.get(key).and_then(toml::Value::as_str);
    let Some(grammar) = key("grammar") else { return Ok(None) };
    let ignored = table.get("ignored").and_then(toml::Value::as_array).into_iter().flatten();
    let module = grammar.split("::").next().unwrap_or(grammar);
    Ok(Some(Folder {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        facts: path.join("grammar.facts"),
        crate_name: module.replace('_', "-"),
        grammar_json: key("grammar-json").unwrap_or("src/grammar.json").into(),
        ignored: ignored.filter_map(|it| it.as_str().map(str::to_owned)).collect(),
    }))
}

/// What the facts file of `folder` should say.
pub(crate) fn facts_of(folder: &Folder) -> Result<String, String> {
    let json = sources(&folder.crate_name)?.join(&folder.grammar_json);
    let text = std::fs::read_to_string(&json).map_err(|error| format!("{}: {error}", json.display()))?;
    let version = package(&folder.crate_name)?["version"].as_str().unwrap_or_default();
    let facts = lop_languages::facts(&folder.crate_name, version, &text)
        .map_err(|why| format!("{}: {why}", json.display()))?;
    // A rule that nothing matches.
    let never = folder.ignored.iter().map(|it| format!("rule {it} (|)\n"));
    Ok(std::iter::once(facts).chain(never).collect())
}

/// Where cargo keeps the sources of a crate this workspace depends on.
pub(crate) fn sources(name: &str) -> Result<PathBuf, String> {
    let manifest = package(name)?["manifest_path"].as_str().unwrap_or_default();
    Ok(Path::new(manifest).with_file_name(""))
}

/// What cargo knows of a crate this workspace depends on.
fn package(name: &str) -> Result<&'static Value, String> {
    static METADATA: OnceLock<Result<Value, String>> = OnceLock::new();
    let metadata = METADATA.get_or_init(metadata).as_ref().map_err(Clone::clone)?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let found = packages.iter().find(|it| it["name"] == name);
    found.ok_or_else(|| format!("the crate {name} is no dependency of this build; --all-features has all"))
}

/// Asked for this host only, and for the languages of this build, so that no other crates need be at hand.
fn metadata() -> Result<Value, String> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|it| it.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
    let metadata = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--offline", "--locked", "--format-version", "1"])
            .args(cfg!(feature = "all").then_some("--all-features"))
            .args(["--filter-platform", host])
            .current_dir(env!("CARGO_MANIFEST_DIR")),
    )?;
    serde_json::from_slice(&metadata).map_err(|error| format!("cargo metadata: {error}"))
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(output.stdout)
}
