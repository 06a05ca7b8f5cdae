//! What may go of a piece of text that stands for itself, and edits that leave just what stands around it.

use std::collections::HashSet;
use std::sync::Arc;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::pass::{Elements, Pass, Propose, Site, Sites};
use crate::passes::text::{blocks, brackets, lines, literals, tokens};
use crate::thresholds::LENGTH_EDITS;
use crate::tokens::is_blank;

/// A span, and what stands there instead.
pub(super) type Change = (Span, Vec<u8>);

/// What proposes parts that may go.
const WITHIN: &[&Pass] = &[
    &lines::delete_lines::PASS,
    &brackets::delete_balanced::PASS,
    &brackets::delete_items::PASS,
    &brackets::lift_brackets::PASS,
    &blocks::delete_blocks::PASS,
    &literals::shrink_strings::PASS,
    &tokens::delete_tokens::PASS,
];

/// A piece of this many bytes is small enough for its characters alone.
const SHORT: usize = 4;

/// What may go of a piece of text, the most first: what passes propose for it as a text of its own, and all of its
/// characters, halves of them, quarters and so on, from the back.
pub(super) fn cuts(text: &[u8], piece: Span, characters: &[Span]) -> Vec<Vec<Change>> {
    let mut found: Vec<Vec<Change>> = Vec::new();
    chunks(characters.len(), |chunk| {
        let span = Span::new(characters[chunk.start].start, characters[chunk.end - 1].end);
        found.push(vec![(span, vec![])]);
    });
    if piece.len() > SHORT {
        within(text, piece, &mut found);
    }
    let gain = |it: &Vec<Change>| it.iter().map(|it| it.0.len().saturating_sub(it.1.len())).sum::<usize>();
    found.sort_by_key(|it| std::cmp::Reverse(gain(it)));
    let mut seen = HashSet::new();
    found.retain(|it| seen.insert(it.clone()));
    found
}

/// Runs of so many things, fewer and fewer: all, halves from the back, quarters and so on.
pub(super) fn chunks(count: usize, mut each: impl FnMut(std::ops::Range<usize>)) {
    let (mut size, mut left) = (count, LENGTH_EDITS.get());
    while size > 0 {
        for end in (1..=count.div_ceil(size)).rev().map(|it| (it * size).min(count)) {
            if left == 0 {
                return;
            }
            left -= 1;
            // What is left over is at the front.
            let end = count - (count.div_ceil(size) * size).min(count) + end;
            each(end.saturating_sub(size)..end);
        }
        size /= 2;
    }
}

/// What passes propose for a piece as a text of its own.
fn within(text: &[u8], piece: Span, found: &mut Vec<Vec<Change>>) {
    let own: Arc<[u8]> = Arc::from(&text[piece.range()]);
    let document = Document::parse([(own, None)]);
    let id = FileId(0);
    let mut sites = Sites::default();
    for pass in WITHIN {
        if let Propose::File(propose) = pass.propose {
            propose(&document, id, &mut sites);
        }
    }
    let here = |it: Span| Span::new(piece.start + it.start, piece.start + it.end);
    let mut add = |set: &EditSet| {
        let change = |it: &Edit| {
            let span = if it.is_deletion() { with_blanks(text, piece, here(it.span)) } else { here(it.span) };
            (span, it.with.to_vec())
        };
        let all: Vec<Change> = set.of_file(id).iter().map(change).collect();
        if all.windows(2).all(|it| it[0].0.end <= it[1].0.start) {
            found.push(all);
        }
    };
    let mut left = LENGTH_EDITS.get();
    for site in sites.into_sites() {
        match site {
            Site::Alternatives(sets) | Site::List(sets) => sets.iter().take(left).for_each(&mut add),
            Site::Elements(list) => {
                chunks(list.elements.len().min(left), |it| add(&EditSet::delete(id, run(&list, it))));
                list.around.iter().take(left).for_each(|it| add(&EditSet::delete(id, it.span)));
            }
            Site::Coupled(_) | Site::Closures(_) => {}
        }
        left = left.saturating_sub(1);
    }
}

/// A run of elements with what separates it from the next, or the last from the one before.
fn run(elements: &Elements, of: std::ops::Range<usize>) -> Span {
    let (first, last) = (elements.elements[of.start], elements.elements[of.end - 1]);
    let behind = elements.separators.get(of.end - 1).filter(|it| !it.is_empty());
    let before = of.start.checked_sub(1).and_then(|it| elements.separators.get(it));
    match (behind, before) {
        (Some(behind), _) => Span::new(first.start, behind.end.max(last.end)),
        (None, Some(before)) if !before.is_empty() => Span::new(before.start, last.end),
        _ => Span::new(first.start, last.end),
    }
}

/// A part of a piece with the blanks behind it, or those before it when it is the last.
fn with_blanks(text: &[u8], piece: Span, part: Span) -> Span {
    let behind = text[part.end as usize..piece.end as usize].iter().take_while(|&&it| is_blank(it)).count();
    let end = part.end + offset(behind);
    let before = text[piece.start as usize..part.start as usize].iter().rev();
    let before = before.take_while(|&&it| is_blank(it) && end == piece.end).count();
    Span::new(part.start - offset(before), end)
}

/// Edits that change just that and leave all else, byte for byte: each with a neighbour on either side, so that it counts as
/// a replacement and no blank is mended. `None` where changes overlap.
pub(super) fn literally(id: FileId, text: &[u8], mut changes: Vec<Change>) -> Option<EditSet> {
    changes.retain(|it| !(it.0.is_empty() && it.1.is_empty()));
    changes.sort_by_key(|it| it.0);
    if changes.windows(2).any(|it| it[0].0.end > it[1].0.start) {
        return None;
    }
    let group = |group: &[Change]| {
        let (first, last) = (group[0].0.start as usize, group[group.len() - 1].0.end as usize);
        let (from, to) = (first.saturating_sub(1), text.len().min(last + 1));
        let (mut at, mut with) = (from, Vec::new());
        for (span, new) in group {
            with.extend_from_slice(&text[at..span.start as usize]);
            with.extend_from_slice(new);
            at = span.end as usize;
        }
        with.extend_from_slice(&text[at..to]);
        Edit::replace(id, Span::new(offset(from), offset(to)), with)
    };
    Some(changes.chunk_by(|a, b| a.0.end + 2 >= b.0.start).map(group).collect())
}
