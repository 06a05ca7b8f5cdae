//! What leaves a loop or a labelled block, or begins it again, and how it goes.

use std::ops::Range;

use super::realign::is_indented;
use crate::document::{File, UnitId};
use crate::edit::{Edit, FileId, Span};
use crate::thresholds::BREAKS;

/// The words that begin a loop.
pub(in crate::passes) const LOOPS: &[&[u8]] =
    &[b"for", b"foreach", b"while", b"loop", b"do", b"repeat", b"until"];

/// The words that leave a loop or begin it again.
pub(in crate::passes) const JUMPS: &[&[u8]] = &[b"break", b"continue"];

/// What leads out of a piece of the text.
#[derive(Debug, Clone, Copy)]
pub(in crate::passes) struct Jump {
    /// The word.
    word: UnitId,
    /// All of it, without a `;` that the grammar has beside it.
    pub(in crate::passes) whole: UnitId,
    /// What it leads out with.
    pub(in crate::passes) value: Option<UnitId>,
}

/// The words that begin what a `break` leaves, and nothing else.
const CHOICES: &[&[u8]] = &[b"switch", b"select"];

/// The jumps by some words in a range of units that lead out of it: those that name its label, and those without a label that
/// lead out of nothing inside of it, if it is `bare`.
pub(in crate::passes) fn jumps(
    file: &File,
    units: Range<UnitId>,
    words: &[&[u8]],
    label: Option<&[u8]>,
    bare: bool,
) -> Vec<Jump> {
    let (mut found, mut in_loop, mut in_choice) = (Vec::new(), units.start, units.start);
    for unit in units {
        if found.len() == BREAKS.get() {
            break;
        }
        if unit >= in_loop && begins(file, unit, LOOPS) {
            in_loop = file.unit(unit).subtree_end;
        } else if unit >= in_choice && begins(file, unit, CHOICES) {
            in_choice = file.unit(unit).subtree_end;
        }
        if !file.is_leaf(unit) || !words.contains(&file.text_of(unit)) {
            continue;
        }
        let jump = Jump::of(file, unit);
        let leads = match jump.label(file) {
            Some(named) => Some(named) == label,
            None => bare && unit >= in_loop && (unit >= in_choice || file.text_of(unit) == b"continue"),
        };
        found.extend(Some(jump).filter(|_| leads));
    }
    found
}

/// True for a unit that begins with one of these words, or a label before it.
fn begins(file: &File, unit: UnitId, with: &[&[u8]]) -> bool {
    let mut parts = file.children(unit).take(3).filter(|&it| file.is_leaf(it));
    !file.is_leaf(unit) && parts.any(|it| with.contains(&file.text_of(it)))
}

impl Jump {
    fn of(file: &File, word: UnitId) -> Jump {
        let parent = file.unit(word).parent;
        let is_whole = file.unit(parent).start == file.unit(word).start;
        let whole = if is_whole { parent } else { word };
        let parts = file.children(parent).filter(|&it| it > word && file.unit(it).is_named() && is_whole);
        let value = parts.last().filter(|&it| !is_label(file, it));
        Jump { word, whole, value }
    }

    /// The label that it names, without its sign.
    fn label<'f>(&self, file: &'f File) -> Option<&'f [u8]> {
        let mut parts = file.children(self.whole).filter(|&it| it > self.word && is_label(file, it));
        parts.next().map(|it| name(file.text_of(it)))
    }

    /// Takes it away: all of the statement in a list of statements, elsewhere without its `;`.
    pub(in crate::passes) fn deleted(&self, file: &File, id: FileId) -> Edit {
        let own = file.unit(self.whole).span();
        let text = &file.text[own.range()];
        let end = own.end - u32::from(text.ends_with(b";"));
        let before = file.text[..own.start as usize].trim_ascii_end();
        if is_indented(file) {
            let is_only = file.children(file.unit(self.whole).parent).nth(1).is_none();
            let start = crate::lexeme::offset(before.len());
            return if is_only || before.ends_with(b":") {
                Edit::replace(id, own, *b"pass")
            } else {
                Edit::delete(id, Span::new(start, own.end))
            };
        }
        let behind = file.text[end as usize..].trim_ascii_start();
        let is_listed = before.ends_with(b"{") || before.ends_with(b"}") || before.ends_with(b";");
        if is_listed && behind.starts_with(b";") {
            let closing = file.text.len() - behind.len() + 1;
            return Edit::delete(id, Span::new(own.start, crate::lexeme::offset(closing)));
        }
        Edit::delete(id, Span::new(own.start, end))
    }
}

fn is_label(file: &File, unit: UnitId) -> bool {
    let kind = file.kind_name(unit);
    kind.contains("label")
        || kind.ends_with("statement_identifier")
        || kind == "identifier" && {
            // Where labels are no more than names, no jump has a value.
            let parent = file.kind_name(file.unit(unit).parent);
            parent.ends_with("break_statement") || parent.ends_with("continue_statement")
        }
}

/// The name of a label without the sign that makes it one.
pub(in crate::passes) fn name(label: &[u8]) -> &[u8] {
    let label = label.strip_prefix(b"'").or_else(|| label.strip_prefix(b"@")).unwrap_or(label);
    label.strip_suffix(b"@").unwrap_or(label).trim_ascii()
}
