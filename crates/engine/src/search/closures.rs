//! Lists of pieces that need each other, as the search sees them: what each weighs, and the edits that delete some of them.

use super::elements::delete_elements;
use super::task::{Held, gain_of_deletion};
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

/// Who needs each piece, directly.
#[derive(Debug)]
pub(super) struct Users(Vec<Vec<usize>>);

impl Users {
    pub(super) fn of(closures: &Closures) -> Users {
        let mut users = vec![Vec::new(); closures.pieces.len()];
        for (user, needs) in closures.needs.iter().enumerate() {
            for &it in needs {
                users[it].push(user);
            }
        }
        Users(users)
    }
}

/// Pieces `lo..hi` but those that are held, and where `users` are given, all that need one of them in the end.
pub(super) fn free(users: Option<&Users>, lo: usize, hi: usize, held: &Held) -> Vec<usize> {
    let is_held = |it: usize| held.get(it).copied().unwrap_or_default();
    let mut free: Vec<usize> = (lo..hi).filter(|&it| !is_held(it)).collect();
    let Some(Users(users)) = users else { return free };
    let mut seen = vec![false; users.len()];
    for &it in &free {
        seen[it] = true;
    }
    let mut open = free.clone();
    while let Some(piece) = open.pop() {
        for &user in &users[piece] {
            if !std::mem::replace(&mut seen[user], true) {
                free.push(user);
                open.push(user);
            }
        }
    }
    free
}

/// The edits that delete some pieces.
pub(super) fn edits(closures: &Closures, pieces: Vec<usize>, best: &EditSet, doc: &Document) -> EditSet {
    let mut own: Vec<(usize, usize)> =
        pieces.into_iter().flat_map(|it| closures.pieces[it].iter().copied()).collect();
    own.sort_unstable();
    let each = own.chunk_by(|a, b| a.0 == b.0).flat_map(|of_list| {
        let elements: Vec<usize> = of_list.iter().map(|it| it.1).collect();
        delete_elements(&closures.lists[of_list[0].0], &elements, best, doc).edits().to_vec()
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_needs_a_piece_in_the_end_goes_along_with_it() {
        let needs = vec![vec![], vec![0], vec![], vec![1], vec![2]];
        let closures = Closures { lists: Vec::new(), pieces: vec![Vec::new(); 5], needs, at_least: 0 };
        let users = Users::of(&closures);
        let free = |users, lo, hi| {
            let mut free = free(users, lo, hi, &Held::default());
            free.sort_unstable();
            free
        };
        assert_eq!(free(Some(&users), 0, 1), [0, 1, 3]);
        assert_eq!(free(Some(&users), 2, 4), [2, 3, 4]);
        assert_eq!(free(None, 0, 1), [0]);
    }
}
