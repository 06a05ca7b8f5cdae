//! Lists of pieces that need each other, as the search sees them: what each weighs, and the edits that delete some of them.

use super::task::{Held, delete_elements, gain_of_deletion};
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::pass::Closures;

/// What deleting each piece gains when nothing else goes: what stands in others of them is theirs.
pub(super) fn gains(closures: &Closures, doc: &Document) -> Vec<f32> {
    let mut elements: Vec<(FileId, Span, usize)> = Vec::new();
    for (piece, members) in closures.pieces.iter().enumerate() {
        elements.extend(members.iter().map(|&(list, at)| {
            let list = &closures.lists[list];
            (list.file, list.elements[at], piece)
        }));
    }
    elements.sort_unstable_by_key(|it| (it.0, it.1.start, std::cmp::Reverse(it.1.end)));
    let mut gains = vec![0.0; closures.pieces.len()];
    let mut open: Vec<(FileId, Span, usize)> = Vec::new();
    for (file, span, piece) in elements {
        while open.pop_if(|it| it.0 != file || it.1.end <= span.start).is_some() {}
        let gain = gain_of_deletion(file, span, doc);
        gains[piece] += gain;
        if let Some(outer) = open.last() {
            gains[outer.2] -= gain;
        }
        open.push((file, span, piece));
    }
    gains.into_iter().map(|it| it.max(0.0)).collect()
}

/// Where a piece begins.
pub(super) fn position(closures: &Closures, members: &[(usize, usize)]) -> u32 {
    members.iter().map(|&(list, at)| closures.lists[list].elements[at].start).min().unwrap_or_default()
}

/// The edits that delete pieces `lo..hi` but those that are held.
pub(super) fn edits(
    closures: &Closures,
    lo: usize,
    hi: usize,
    held: &Held,
    best: &EditSet,
    doc: &Document,
) -> EditSet {
    let free = (lo..hi).filter(|&it| !held.get(it).copied().unwrap_or_default());
    let mut own: Vec<(usize, usize)> = free.flat_map(|it| closures.pieces[it].iter().copied()).collect();
    own.sort_unstable();
    let each = own.chunk_by(|a, b| a.0 == b.0).flat_map(|of_list| {
        let elements: Vec<usize> = of_list.iter().map(|it| it.1).collect();
        delete_elements(&closures.lists[of_list[0].0], &elements, best, doc).edits().to_vec()
    });
    each.collect()
}
