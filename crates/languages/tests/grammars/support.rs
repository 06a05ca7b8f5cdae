//! What the tests of the folders share: the folders' samples, and nodes with their children as the matcher wants them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Document, File, FileId, Symbol, UnitId};

/// A text in a language.
pub(super) struct Sample {
    pub(super) path: PathBuf,
    pub(super) language: Arc<Language>,
    pub(super) file: File,
}

/// The sample of each folder, and the files that `LOP_SAMPLES` names (separated by colons) for trying out more;
/// `LOP_LANGUAGES` names the only folders to look at, while one is written.
pub(super) fn samples() -> Vec<Sample> {
    let wanted = std::env::var("LOP_LANGUAGES").ok();
    let is_wanted = |name: &&str| wanted.as_ref().is_none_or(|it| it.split(':').any(|it| it == *name));
    let own = lop_languages::names().filter(is_wanted).map(|name| {
        let folder = folder(name);
        let mut entries = std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path());
        let path = entries.find(|it| it.file_stem().is_some_and(|it| it == "sample"));
        (path.unwrap_or_else(|| panic!("grammars/{name} has no sample")), lop_languages::by_name(name))
    });
    let more = std::env::var("LOP_SAMPLES").unwrap_or_default();
    let more = more.split(':').filter(|it| !it.is_empty()).map(PathBuf::from);
    let more = more.map(|path| {
        let text = std::fs::read(&path).unwrap();
        let language = lop_languages::detect(&path, &text);
        (path, language)
    });
    own.chain(more).map(|(path, language)| sample(path, language.unwrap())).collect()
}

/// A folder of `grammars/`.
pub(super) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(name)
}

fn sample(path: PathBuf, language: Arc<Language>) -> Sample {
    let file = parse(&std::fs::read(&path).unwrap(), &language);
    Sample { path, language, file }
}

/// Parses a text.
pub(super) fn parse(text: &[u8], language: &Arc<Language>) -> File {
    Document::parse([(Arc::from(text), Some(language.clone()))]).file(FileId(0)).clone()
}

impl Sample {
    /// A text of the test's own.
    pub(super) fn of(language: &str, text: &[u8]) -> Sample {
        let language = lop_languages::by_name(language).unwrap();
        let file = parse(text, &language);
        Sample { path: PathBuf::new(), language, file }
    }

    /// The first node of a kind.
    pub(super) fn find(&self, kind: &str) -> UnitId {
        self.sound_nodes().into_iter().find(|&it| self.file.kind_name(it) == kind).unwrap()
    }

    pub(super) fn facts(&self) -> &Language {
        &self.language
    }

    pub(super) fn symbol(&self, unit: UnitId) -> Symbol {
        let unit = self.file.unit(unit);
        Symbol { kind: unit.kind, symbol: unit.symbol }
    }

    /// The children the grammar speaks of.
    pub(super) fn children(&self, unit: UnitId) -> Vec<UnitId> {
        self.file.children(unit).filter(|&it| !self.file.unit(it).is_extra()).collect()
    }

    /// The symbols of some units.
    pub(super) fn symbols(&self, units: &[UnitId]) -> Vec<Symbol> {
        units.iter().map(|&it| self.symbol(it)).collect()
    }

    /// Units with children of which none is an error.
    pub(super) fn sound_nodes(&self) -> Vec<UnitId> {
        let is_sound = |it: &UnitId| {
            let broken = |it: UnitId| self.file.unit(it).is_error() || self.file.unit(it).is_missing();
            !broken(*it) && !self.file.is_leaf(*it) && !self.file.children(*it).any(broken)
        };
        (0..u32::try_from(self.file.units().len()).unwrap()).filter(is_sound).collect()
    }

    /// A node as its kind and the kinds of its children, for messages.
    pub(super) fn show(&self, unit: UnitId) -> String {
        let kinds: Vec<&str> = self.children(unit).iter().map(|&it| self.file.kind_name(it)).collect();
        let text = String::from_utf8_lossy(self.file.text_of(unit)).into_owned();
        let short: String = text.chars().take(70).collect();
        format!("{}@{} [{}]: {short}", self.file.kind_name(unit), self.file.unit(unit).start, kinds.join(" "))
    }
}
