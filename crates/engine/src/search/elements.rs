//! What deleting some elements of a list comes to: which separators go with them, and what was around them.

use crate::document::Document;
use crate::edit::{Edit, EditSet, Span};
use crate::pass::{Around, Elements};
use crate::tokens::is_blank;

/// Deletes some elements of a list with separators, given in order. An element takes the separator before it along;
/// whoever becomes first loses the one before it too; the last to go takes them all, and what was around them.
pub(super) fn delete_elements(list: &Elements, own: &[usize], best: &EditSet, doc: &Document) -> EditSet {
    let gone = |it: usize| own.binary_search(&it).is_ok() || best.deletes(list.file, list.elements[it]);
    let n = list.elements.len();
    if list.at_least > 0 && (0..n).filter(|&it| !gone(it)).take(list.at_least).count() < list.at_least {
        return EditSet::new();
    }
    let (Some(&lowest), Some(&highest)) = (own.first(), own.last()) else { return EditSet::new() };
    let mut spans: Vec<Span> = own.iter().map(|&it| list.elements[it]).collect();
    if !list.separators.is_empty() {
        spans.extend(own.iter().filter_map(|it| list.separators.get(it.checked_sub(1)?)));
        match (0..n).find(|&it| !gone(it)) {
            Some(0) => {}
            Some(first) => spans.push(list.separators[first - 1]),
            None => spans.extend(&list.separators),
        }
        spans.retain(|it| !it.is_empty());
    }
    let touched = list.around.iter().filter(|it| it.first <= highest && lowest < it.end);
    spans.extend(emptied(touched, gone));
    spans.sort_unstable();
    let text = &doc.file(list.file).text;
    // The lines of a tree file stay apart: each names a file of its own.
    let spans = if doc.is_tree(list.file) { spans } else { fuse(spans, text) };
    spans.into_iter().map(|it| Edit::delete(list.file, it)).collect()
}

/// What is around elements of which none is left. Each element is looked at once, however deep it stands.
fn emptied<'a>(
    around: impl DoubleEndedIterator<Item = &'a Around>,
    gone: impl Fn(usize) -> bool,
) -> Vec<Span> {
    let mut emptied = Vec::new();
    // Runs of elements that have gone, the first one last: where each begins and ends.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    // They are in the order of their first elements, the outer one before what is in it.
    for it in around.rev() {
        let mut at = it.first;
        loop {
            while let Some(run) = runs.pop_if(|run| run.0 <= at) {
                at = at.max(run.1);
            }
            if at >= it.end || !gone(at) {
                break;
            }
            at += 1;
        }
        if at >= it.end {
            emptied.push(it.span);
        }
        runs.push((it.first, at));
    }
    emptied
}

/// Unites spans with nothing but blanks between them, to keep edit sets small.
fn fuse(sorted: Vec<Span>, text: &[u8]) -> Vec<Span> {
    let mut fused: Vec<Span> = Vec::with_capacity(sorted.len());
    for span in sorted {
        match fused.last_mut() {
            Some(last)
                if span.start <= last.end
                    || text[last.end as usize..span.start as usize].iter().all(|&it| is_blank(it)) =>
            {
                last.end = last.end.max(span.end);
            }
            _ => fused.push(span),
        }
    }
    fused
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The elements `first..end` of each, from the outermost in.
    fn around(all: &[(usize, usize)]) -> Vec<Around> {
        let position = |it: usize| crate::lexeme::offset(it);
        let each = all.iter().map(|&(first, end)| Around {
            span: Span::new(position(first), position(end)),
            first,
            end,
        });
        each.collect()
    }

    #[test]
    fn what_is_around_elements_goes_with_the_last_of_them() {
        let all = around(&[(0, 9), (0, 4), (1, 3), (5, 9), (6, 8), (6, 7)]);
        for gone in 0_u32..1 << 9 {
            let is_gone = |it: usize| gone >> it & 1 == 1;
            let mut found = emptied(all.iter(), is_gone);
            found.sort_unstable();
            let mut expected: Vec<Span> =
                all.iter().filter(|it| (it.first..it.end).all(is_gone)).map(|it| it.span).collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{gone:b}");
        }
    }

    #[test]
    fn each_element_is_looked_at_a_few_times_however_deep_it_stands() {
        let deep: Vec<_> = (0..1000).map(|it| (it, 2000 - it)).collect();
        for stays in [None, Some(1000), Some(1999)] {
            let asked = Cell::new(0);
            let gone = |it: usize| {
                asked.set(asked.get() + 1);
                Some(it) != stays
            };
            emptied(around(&deep).iter(), gone);
            assert!(asked.get() <= 3000, "{stays:?}: {}", asked.get());
        }
    }
}
