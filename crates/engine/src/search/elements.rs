//! What deleting some elements of a list comes to: which separators go with them, and what was around them.

use crate::document::Document;
use crate::edit::{Edit, EditSet, Span};
use crate::pass::Elements;
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
    spans.extend(touched.filter(|it| (it.first..it.end).all(gone)).map(|it| it.span));
    spans.sort_unstable();
    let text = &doc.file(list.file).text;
    // The lines of a tree file stay apart: each names a file of its own.
    let spans = if doc.is_tree(list.file) { spans } else { fuse(spans, text) };
    spans.into_iter().map(|it| Edit::delete(list.file, it)).collect()
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
