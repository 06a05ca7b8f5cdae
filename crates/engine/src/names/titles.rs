//! What units are called where a person reads of them: function `f`, if statement, call expression.

use std::collections::HashMap;

use super::{Definition, Kind, text_of};
use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::unit::UnitId;

/// No more names of one unit are told.
const NAMED: usize = 3;
/// A longer token, such as a comment, is called by its kind.
const LONG: usize = 24;

/// What the units of a file are called.
#[derive(Debug)]
pub struct Titles<'d> {
    file: &'d File,
    /// What each unit introduces that introduces something.
    introduced: HashMap<UnitId, Vec<&'d Definition>>,
    /// Of the units of one span the one that introduces something, or else the outermost.
    by_span: HashMap<Span, UnitId>,
}

impl<'d> Titles<'d> {
    /// Reads what a file of a document defines.
    pub fn of(document: &'d Document, id: FileId) -> Titles<'d> {
        let mut introduced: HashMap<UnitId, Vec<&Definition>> = HashMap::new();
        for it in document.names().definitions().iter().filter(|it| it.file == id) {
            introduced.entry(it.whole).or_default().push(it);
        }
        let file = document.file(id);
        let mut by_span = HashMap::new();
        for (id, unit) in (0..).zip(file.units()) {
            let known = by_span.entry(unit.span()).or_insert(id);
            if introduced.contains_key(&id) && !introduced.contains_key(known) {
                *known = id;
            }
        }
        Titles { file, introduced, by_span }
    }

    /// What the unit with exactly this span is called, if there is one.
    pub fn of_span(&self, span: Span) -> Option<String> {
        self.by_span.get(&span).map(|&it| self.title(it))
    }

    /// The kind of a unit, with the names that it introduces: "function `f`", "parameter `x`", "if statement". For a token
    /// its text in backticks. Empty without a language.
    pub fn title(&self, unit: UnitId) -> String {
        if let Some(all) = self.introduced.get(&unit) {
            return introduces(self.file, all);
        }
        let (it, kind) = (self.file.unit(unit), self.file.kind_name(unit));
        if it.is_error() {
            return "text that does not parse".to_owned();
        }
        let text = self.file.text_of(unit);
        let is_word = self.file.is_leaf(unit) && text.len() <= LONG && !text.contains(&b'\n');
        if kind.is_empty() || (it.is_named() && !is_word) {
            return kind.replace('_', " ");
        }
        format!("`{}`", String::from_utf8_lossy(text))
    }
}

fn introduces(file: &File, all: &[&Definition]) -> String {
    let names: Vec<String> = all
        .iter()
        .take(NAMED)
        .map(|it| format!("`{}`", String::from_utf8_lossy(text_of(file, it))))
        .collect();
    let more = if all.len() > NAMED { ", …" } else { "" };
    format!("{} {}{more}", word(all[0].kind), names.join(", "))
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Function => "function",
        Kind::Type => "type",
        Kind::Value => "variable",
        Kind::Member => "member",
        Kind::Parameter => "parameter",
        Kind::Generic => "type parameter",
        Kind::Import => "import",
        Kind::Module => "module",
        Kind::Label => "label",
        Kind::Macro => "macro",
    }
}
