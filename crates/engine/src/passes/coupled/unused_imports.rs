//! Imports that nothing uses any more once certain edits are made: where that is an error, they go along.

use super::view::View;
use crate::document::Document;
use crate::edit::{EditSet, FileId};
use crate::names::{BindingId, Kind};
use crate::pass::Along;

/// The deletion of each import of a file that is used, and only in what `parts` take away, with the parts that do so.
pub(in crate::passes) fn unused_imports(document: &Document, id: FileId, parts: &[EditSet]) -> Vec<Along> {
    let Some(view) = View::of(document) else { return Vec::new() };
    let taken = Taken::by(parts, id);
    let along = |import: BindingId| {
        let used = &view.binding(import).references;
        let of_file =
            used.iter().filter(|it| it.file == id).map(|it| view.file(id).lexemes()[it.at].span.start);
        let with: Option<Vec<usize>> = of_file.map(|it| taken.part_at(it)).collect();
        let mut with = with.filter(|it| !it.is_empty() && it.len() == used.len())?;
        with.sort_unstable();
        with.dedup();
        Some(Along { edits: view.definitions(import).map(|it| view.removal(it)).collect(), with })
    };
    view.bindings(id, &[Kind::Import]).filter_map(|it| along(it.0)).collect()
}

/// What edits take from a file, in order: from where to where, and which part does so.
struct Taken(Vec<(u32, u32, usize)>);

impl Taken {
    fn by(parts: &[EditSet], id: FileId) -> Taken {
        let each = parts
            .iter()
            .enumerate()
            .flat_map(|(part, set)| set.of_file(id).iter().map(move |it| (it.span.start, it.span.end, part)));
        let mut all: Vec<_> = each.collect();
        all.sort_unstable();
        Taken(all)
    }

    /// The part that takes what stands at an offset.
    fn part_at(&self, offset: u32) -> Option<usize> {
        let at = self.0.partition_point(|it| it.0 <= offset).checked_sub(1)?;
        let (_, end, part) = self.0[at];
        (offset < end).then_some(part)
    }
}
