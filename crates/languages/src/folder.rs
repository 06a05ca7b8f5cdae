//! A folder of `grammars/`, or one like it that a user keeps: reading it, and refusing what is wrong in it.
//!
//! The build script reads lop's own folders with this, and the library those of the user. What a key means is said in
//! `lib.rs`.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// `language.toml`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Folder {
    pub(crate) summary: String,
    pub(crate) grammar: Option<String>,
    /// For the generator of the facts only.
    pub(crate) grammar_json: Option<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) extensions: Vec<String>,
    pub(crate) file_names: Vec<String>,
    pub(crate) interpreters: Vec<String>,
    pub(crate) layout: Layout,
    pub(crate) line_comments: Vec<String>,
    pub(crate) block_comments: Vec<[String; 2]>,
    pub(crate) formatter: Vec<String>,
    pub(crate) cast: Option<String>,
    pub(crate) default: Option<String>,
    pub(crate) heir: Option<String>,
    pub(crate) any_bound: Option<String>,
    pub(crate) ignored_name: Option<String>,
    pub(crate) function: Option<String>,
    pub(crate) variable: Option<String>,
    pub(crate) closure: Option<String>,
    pub(crate) jump: Option<String>,
    pub(crate) nonempty: Vec<String>,
    pub(crate) brackets_join: bool,
    pub(crate) refuses_unused: bool,
    pub(crate) typed_uses: bool,
    pub(crate) mentions: Vec<String>,
    pub(crate) titles: Vec<String>,
    pub(crate) inlined: Vec<[String; 2]>,
    /// The languages that `inject.scm` may speak of.
    pub(crate) embeds: Vec<String>,
    pub(crate) inherits: Option<String>,
    /// Lines of the inherited queries that this grammar has no nodes for.
    pub(crate) without: Vec<String>,
    /// For the generator of the facts only.
    pub(crate) ignored: Vec<String>,
    pub(crate) lines: Option<Lines>,
}

/// Whether blanks carry meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Layout {
    #[default]
    Free,
    Indented,
}

/// The table `[lines]`: what is said of a language without a grammar.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Lines {
    pub(crate) words: String,
    pub(crate) sigils: String,
    pub(crate) keywords: Vec<String>,
    pub(crate) operators: Vec<String>,
    pub(crate) strings: Vec<Vec<String>>,
    pub(crate) brackets: Vec<[String; 2]>,
    pub(crate) blocks: Vec<String>,
    pub(crate) separators: Vec<String>,
    pub(crate) records: Records,
    pub(crate) terminators: Vec<String>,
    pub(crate) line_records: Vec<String>,
    pub(crate) regions: Vec<[String; 2]>,
    pub(crate) labels: Option<String>,
    pub(crate) continued: bool,
}

/// How records end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Records {
    #[default]
    None,
    Lines,
    Terminated,
}

/// The vocabulary of a query.
struct Vocabulary {
    captures: &'static [&'static str],
    settings: &'static [&'static str],
}

/// The vocabulary of `reduce.scm`.
const RULES: Vocabulary = Vocabulary {
    captures: &["delete", "empty", "replace", "hoist"],
    settings: &["reduce.with", "reduce.everywhere", "reduce.imports"],
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
        "name.method",
        "name.macro",
        "scope",
        "scope.open",
        "scope.members",
        "reference",
        "reference.signed",
        "member",
        "member.own",
        "method",
        "method.own",
        "qualified",
        "label",
        "tag",
        "extends",
        "implements",
        "takes",
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
        "signature",
        "glob",
        "export",
    ],
    settings: &[],
};

/// The vocabulary of `inject.scm`: that of every editor, and where excerpts are.
const INJECTIONS: Vocabulary = Vocabulary {
    captures: &["injection.content", "injection.language"],
    settings: &[
        "injection.language",
        "injection.whole",
        "injection.opening",
        "injection.closing",
        "injection.tags",
        "injection.prefix",
        "injection.hidden",
        "injection.prompts",
    ],
};

/// Who knows folders to inherit from that are not beside the one that is read.
pub(crate) type Own<'o> = &'o dyn Fn(&str) -> Option<Whole>;

/// What a folder says, its parents' queries and ways to mention others included.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    pub(crate) folder: Folder,
    pub(crate) rules: String,
    pub(crate) names: String,
    pub(crate) injections: String,
}

impl Whole {
    /// Reads the folder `name` in `root`, where those are that it may inherit from, besides those that `own` has.
    ///
    /// # Errors
    /// When a file of it cannot be read, or says what nothing understands.
    pub(crate) fn read(root: &Path, name: &str, own: Own<'_>) -> Result<Whole, String> {
        let mut folder = Folder::read(root, name)?;
        let rules = query((root, own), name, ("reduce.scm", &RULES), 0)?;
        let names = query((root, own), name, ("names.scm", &NAMES), 0)?;
        let templates = templates((root, own), name, 0)?;
        (folder.mentions, folder.titles, folder.inlined, folder.embeds) =
            (templates.mentions, templates.titles, templates.inlined, templates.embeds);
        let injections = query((root, own), name, ("inject.scm", &INJECTIONS), 0)?;
        if injections.is_empty() != folder.embeds.is_empty() {
            return Err(format!(
                "grammars/{name}: inject.scm says where another language is, and the key embeds of language.toml which there \
                 may be: write both, or neither"
            ));
        }
        if folder.lines.is_some() && rules.lines().any(|it| !it.trim().is_empty() && !it.starts_with(';')) {
            return Err(format!(
                "grammars/{name}/reduce.scm: a language without a grammar has no rules; remove the file"
            ));
        }
        Ok(Whole { folder, rules, names, injections })
    }

    /// The text of one of its queries.
    fn query(&self, name: &str) -> String {
        match name {
            "reduce.scm" => self.rules.clone(),
            "names.scm" => self.names.clone(),
            _ => self.injections.clone(),
        }
    }
}

/// Where folders are that one may inherit from: beside it, and elsewhere.
type Shelf<'s> = (&'s Path, Own<'s>);

/// The folder to inherit from, where it is not beside the one that does.
fn elsewhere((root, own): Shelf<'_>, folder: &str, parent: &str) -> Result<Option<Whole>, String> {
    if root.join(parent).join("language.toml").is_file() {
        return Ok(None);
    }
    let none = || format!("grammars/{folder}/language.toml: there is no language {parent} to inherit from");
    own(parent).map(Some).ok_or_else(none)
}

impl Folder {
    /// Reads the `language.toml` of a folder.
    pub(crate) fn read(root: &Path, name: &str) -> Result<Folder, String> {
        let path = root.join(name).join("language.toml");
        Folder::parse(&read(&path)?).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Reads the text of a `language.toml`, and refuses what cannot be.
    pub(crate) fn parse(text: &str) -> Result<Folder, String> {
        let folder: Folder = toml::from_str(text).map_err(|error| error.to_string())?;
        if let Some(lines) = &folder.lines {
            lines.check()?;
        }
        Ok(folder)
    }
}

impl Lines {
    fn check(&self) -> Result<(), String> {
        if let Some(odd) = self.strings.iter().find(|it| !(2..=3).contains(&it.len())) {
            return Err(format!("lines.strings: {odd:?} is no start, end and, where there is one, escape"));
        }
        if let Some(odd) = self.blocks.iter().find(|it| !self.brackets.iter().any(|other| other[0] == **it)) {
            return Err(format!("lines.blocks: {odd:?} opens none of the brackets"));
        }
        let terminated = self.records == Records::Terminated;
        if terminated == self.terminators.is_empty() {
            return Err(
                "lines.terminators: they belong to records = \"terminated\", which needs one".to_owned()
            );
        }
        let grouped = !(self.regions.is_empty() && self.labels.is_none() && self.blocks.is_empty());
        if self.records == Records::None && grouped {
            return Err("lines: regions, labels and blocks hold records, and records = \"none\"".to_owned());
        }
        Ok(())
    }
}

/// How files mention each other, and what they embed, as a folder and the one that it inherits from have it.
#[derive(Default)]
struct Templates {
    mentions: Vec<String>,
    titles: Vec<String>,
    inlined: Vec<[String; 2]>,
    embeds: Vec<String>,
}

impl Templates {
    fn of(folder: Folder) -> Templates {
        let Folder { mentions, titles, inlined, embeds, .. } = folder;
        Templates { mentions, titles, inlined, embeds }
    }
}

fn templates(shelf: Shelf<'_>, name: &str, depth: usize) -> Result<Templates, String> {
    if depth > 8 {
        return Err(format!("grammars/{name}/language.toml: it inherits from itself"));
    }
    let folder = Folder::read(shelf.0, name)?;
    let mut all = match &folder.inherits {
        Some(parent) => match elsewhere(shelf, name, parent)? {
            Some(Whole { folder, .. }) => Templates::of(folder),
            None => templates(shelf, parent, depth + 1)?,
        },
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
    all.embeds.extend(folder.embeds);
    Ok(all)
}

/// A query of a folder, with its vocabulary, behind that of the folder it inherits from.
fn query(
    shelf: Shelf<'_>,
    folder: &str,
    (name, vocabulary): (&str, &Vocabulary),
    depth: usize,
) -> Result<String, String> {
    if depth > 8 {
        return Err(format!("grammars/{folder}/language.toml: it inherits from itself"));
    }
    let Folder { inherits, without, .. } = Folder::read(shelf.0, folder)?;
    let inherited = match &inherits {
        Some(parent) => match elsewhere(shelf, folder, parent)? {
            Some(whole) => whole.query(name),
            None => query(shelf, parent, (name, vocabulary), depth + 1)?,
        },
        None => String::new(),
    };
    let kept = inherited.lines().filter(|line| !without.iter().any(|it| it == line));
    let mut all: String = kept.flat_map(|line| [line, "\n"]).collect();
    let path = shelf.0.join(folder).join(name);
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

pub(crate) fn read(path: &Path) -> Result<String, String> {
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
    fn an_unknown_key_is_refused() {
        let text = "summary = \"\"\ngrammar = \"a::B\"\nextensions = []\n";
        assert!(Folder::parse(text).is_ok());
        let error = Folder::parse(&format!("{text}extension = 1\n")).unwrap_err();
        assert!(error.contains("extension"));
        let error = Folder::parse("[lines]\nrecord = \"lines\"\n").unwrap_err();
        assert!(error.contains("record"));
    }

    #[test]
    fn a_line_language_that_contradicts_itself_is_refused() {
        let lines = |text: &str| Folder::parse(&format!("[lines]\n{text}")).map(|_| ());
        assert_eq!(lines("records = \"lines\"\nlabels = \":\"\n"), Ok(()));
        assert!(lines("labels = \":\"\n").unwrap_err().contains("records"));
        assert!(lines("records = \"terminated\"\n").unwrap_err().contains("terminators"));
        assert!(lines("terminators = [\";\"]\n").unwrap_err().contains("terminated"));
        assert!(lines("records = \"lines\"\nblocks = [\"{\"]\n").unwrap_err().contains("brackets"));
        assert!(lines("strings = [[\"a\"]]\n").unwrap_err().contains("strings"));
    }
}
