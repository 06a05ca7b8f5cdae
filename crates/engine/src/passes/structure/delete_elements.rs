//! `delete-elements`: deletes the elements of repetitions, each with its separator: statements, arguments, members, items.
//!
//! Before:
//! ```c
//! int x = f(a, b, c);
//! ```
//! After:
//! ```c
//! int x = f(a, c);
//! ```
//! One list for each repetition of the rule that made the unit, as the grammar's facts tell.

use super::{hull, labelled};
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::lexeme::trim;
use crate::pass::{Elements, Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "delete-elements",
    summary: "delete list elements with their separators, as the grammar's repetitions say",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let Some((children, labels)) = labelled(file, unit) else { return };
    for list in labels.lists {
        let mut separators: Vec<_> =
            list.separators.iter().map(|it| hull(file, &children[it.clone()])).collect();
        let mut elements: Vec<_> = list.elements.iter().map(|it| hull(file, &children[it.clone()])).collect();
        let mut at_least = list.at_least;
        if separators.iter().all(|it| it.is_empty()) {
            separators.clear();
            // An element of blanks alone, such as the end of a line, cannot go but counts.
            let all = elements.len();
            elements.retain(|it| trim(&file.text, *it).is_some());
            at_least = at_least.saturating_sub(all - elements.len());
        }
        sites.elements(Elements { file: id, elements, separators, around: vec![], at_least });
    }
}
