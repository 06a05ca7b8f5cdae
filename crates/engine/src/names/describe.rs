//! The table of names as a text, for tests: what is defined in which line, and where it is used.

use std::fmt::Write as _;

use super::{Binding, Definition, Kind, Names, Parts, Place, Target, matching, query::Query};
use crate::document::{Document, File};
use crate::edit::FileId;
use crate::syntax::Numbers;
use crate::unit::UnitId;

/// A line for each binding: what it is, its word, the lines of its definitions with what belongs to them, and behind `<-`
/// the lines of its references. Then what belongs to a type elsewhere, the attributes, and the words that may mean several.
pub fn describe(document: &Document) -> String {
    let names = document.names();
    let mut out = String::new();
    for binding in names.bindings() {
        describe_binding(&mut out, document, binding);
    }
    for id in document.file_ids() {
        for &(whole, name) in names.extensions(id) {
            let text = String::from_utf8_lossy(document.file(id).text_of(name));
            let _ = writeln!(out, "extension {} of {text}", line(document, id, whole));
        }
        for &attribute in names.attributes(id) {
            let _ = writeln!(out, "attribute {}", line(document, id, attribute));
        }
        doubts(&mut out, document, id);
    }
    out
}

/// Makes the table anew, for benchmarks: how many bindings it has.
pub fn count(document: &Document) -> usize {
    Names::of(document).bindings().len()
}

/// How often the patterns of a `names.scm` match a file.
///
/// # Errors
/// What is wrong with them, and in which line, counted from 1.
pub fn matches(patterns: &str, file: &File) -> Result<usize, (usize, String)> {
    let Some(language) = &file.language else { return Ok(0) };
    let query = Query::parse(patterns, &language.syntax)?;
    let mut count = 0;
    matching::matches(&[(&query, Numbers::default())], file, &mut |_, _| count += 1);
    Ok(count)
}

fn describe_binding(out: &mut String, document: &Document, binding: &Binding) {
    let all: Vec<&Definition> =
        binding.definitions.iter().map(|&it| &document.names().definitions()[it]).collect();
    let _ = write!(out, "{} {}", kind(all[0].kind), word(document, binding));
    for it in all {
        let file = document.file(it.file);
        let (first, last) = lines(file, it.whole);
        let _ = write!(out, " {}", line(document, it.file, it.name));
        if first != last {
            let _ = write!(out, "[{first}-{last}]");
        }
        for part in parts(it.parts) {
            let _ = write!(out, " {part}");
        }
    }
    if !binding.references.is_empty() {
        let lines: Vec<String> = binding.references.iter().map(|&it| line_of(document, it)).collect();
        let _ = write!(out, " <- {}", lines.join(" "));
    }
    for (id, call) in &binding.calls {
        let text = String::from_utf8_lossy(document.file(*id).text_of(call.arguments));
        let _ = write!(out, "; {text}");
    }
    out.push('\n');
}

/// The words that may mean several things.
fn doubts(out: &mut String, document: &Document, id: FileId) {
    let names = document.names();
    let file = document.file(id);
    for (at, lexeme) in file.lexemes().iter().enumerate() {
        let place = Place { file: id, at };
        if matches!(names.target(place), Target::Abroad(_) | Target::Member(_)) {
            let text = String::from_utf8_lossy(lexeme.of(&file.text));
            let number = names.bindings_at(place).count();
            let _ = writeln!(out, "{text} {} is one of {number}", line_of(document, place));
        }
    }
}

fn word(document: &Document, binding: &Binding) -> String {
    let first = &document.names().definitions()[binding.definitions[0]];
    String::from_utf8_lossy(super::text_of(document.file(first.file), first)).into_owned()
}

/// The line of a unit, behind the number of its file if there are several.
fn line(document: &Document, id: FileId, unit: UnitId) -> String {
    with_file(document, id, lines(document.file(id), unit).0)
}

fn line_of(document: &Document, place: Place) -> String {
    let file = document.file(place.file);
    with_file(document, place.file, number(file, file.lexemes()[place.at].span.start))
}

fn with_file(document: &Document, id: FileId, line: usize) -> String {
    if document.files().len() == 1 { line.to_string() } else { format!("{}:{line}", id.0) }
}

fn lines(file: &File, unit: UnitId) -> (usize, usize) {
    let unit = file.unit(unit);
    (number(file, unit.start), number(file, unit.end.saturating_sub(1).max(unit.start)))
}

fn number(file: &File, offset: u32) -> usize {
    file.text[..offset as usize].split(|&it| it == b'\n').count()
}

fn kind(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn parts(parts: Parts) -> impl Iterator<Item = &'static str> {
    let Parts { parameters, signature, body, value, result, fields, generics } = parts;
    let all = [
        ("generics", generics),
        ("parameters", parameters),
        ("signature", signature),
        ("result", result),
        ("body", body),
        ("value", value),
        ("fields", fields),
    ];
    all.into_iter().filter_map(|(name, unit)| unit.map(|_| name))
}
