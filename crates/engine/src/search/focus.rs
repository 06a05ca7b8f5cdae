//! Where an excursion looks: at what its growing step put in, and at the words that came or went with it; at everything
//! where the step only changed an order.
//!
//! Everything else was refused on the best already, a few tokens earlier; asking all of it again would cost as much as
//! the certificate and hardly ever pay.

use std::collections::HashMap;
use std::ops::Range;

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, Span};
use crate::thresholds::{FOCUS_BESIDES, FOCUS_SHARE};
use crate::tokens::{self, is_word};

/// Tokens of a document that an excursion may change.
#[derive(Debug)]
pub(super) struct Focus {
    /// How many they are, where that is all of them.
    all: Option<usize>,
    files: Vec<Part>,
}

/// What is in focus of one file, in tokens counted from 0.
#[derive(Debug, Default)]
struct Part {
    /// What was put in, in order; empty where something only went.
    put: Vec<Range<usize>>,
    /// Where words stand of which there were more or fewer before.
    changed: Vec<usize>,
}

impl Focus {
    /// What `edits` put in where they make `now` out of `before`.
    pub(super) fn of(edits: &EditSet, before: &Document, now: &Document) -> Focus {
        let changes = changes(before, now);
        let part = |(old, new): (&File, &File), edits: &[Edit]| {
            let put = edits.iter().map(|it| moved(&(first(old, it.span)..end(old, it.span)), edits, old));
            Part { put: put.collect(), changed: changed(new, &changes) }
        };
        let files = before.files().iter().zip(now.files()).zip(before.file_ids());
        let files = files.map(|((old, new), id)| part((old, new), edits.of_file(id))).collect();
        Focus { all: None, files }
    }

    /// All of a document.
    pub(super) fn all(now: &Document) -> Focus {
        Focus { all: Some(now.tokens()), files: Vec::new() }
    }

    /// The same places after `edits` have made `now` out of `then`; `before` is what the growing step was made on.
    #[must_use]
    pub(super) fn after(&self, edits: &EditSet, then: &Document, now: &Document, before: &Document) -> Focus {
        if self.all.is_some() {
            return Focus::all(now);
        }
        let changes = changes(before, now);
        let each = self.files.iter().zip(then.files().iter().zip(now.files())).zip(then.file_ids());
        let files = each.map(|((part, (then, now)), id)| {
            let put = part.put.iter().map(|it| moved(it, edits.of_file(id), then)).collect();
            Part { put, changed: changed(now, &changes) }
        });
        Focus { all: None, files: files.collect() }
    }

    /// How many tokens are in focus.
    pub(super) fn len(&self) -> usize {
        let of = |it: &Part| it.put.iter().map(Range::len).sum::<usize>() + it.changed.len();
        self.all.unwrap_or_else(|| self.files.iter().map(of).sum())
    }

    /// True when `edits` touch little else than tokens in focus and their neighbours, and nothing that was put in goes as
    /// a whole: what stood in its place before was refused to go, too.
    pub(super) fn is_near(&self, edits: &EditSet, document: &Document) -> bool {
        if self.all.is_some() {
            return true;
        }
        let (mut near, mut all) = (0, 0);
        for edit in edits.edits() {
            let part = &self.files[usize::from(edit.file.0)];
            let file = document.file(edit.file);
            let own = first(file, edit.span)..end(file, edit.span);
            if part.put.iter().any(|it| !it.is_empty() && own.start <= it.start && it.end <= own.end) {
                return false;
            }
            let reach = own.start.saturating_sub(1)..own.end + 1;
            let touched = |it: &Range<usize>| {
                let common = it.end.min(reach.end).saturating_sub(it.start.max(reach.start));
                common.max(usize::from(it.is_empty() && reach.contains(&it.start)))
            };
            near += part.put.iter().map(touched).sum::<usize>();
            near += part.changed.iter().filter(|it| reach.contains(it)).count();
            all += own.len();
        }
        near > 0 && all <= near * FOCUS_SHARE.get() + FOCUS_BESIDES.get()
    }
}

/// The first token of `file` that starts in `span` or after it.
fn first(file: &File, span: Span) -> usize {
    file.token_starts().partition_point(|&it| it < span.start)
}

/// The first token of `file` that starts after `span`.
fn end(file: &File, span: Span) -> usize {
    file.token_starts().partition_point(|&it| it < span.end)
}

/// Where a range of tokens of `file` is after `edits`. What an edit puts into the range, or beside it, is in it.
fn moved(range: &Range<usize>, edits: &[Edit], file: &File) -> Range<usize> {
    let (mut start, mut until) = (range.start, range.end);
    for edit in edits {
        let own = first(file, edit.span)..end(file, edit.span);
        let with = tokens::count(&edit.with);
        if own.start < range.start || own.start == range.start && own.end < range.start {
            start = start + with - own.end.min(range.start).saturating_sub(own.start).min(start + with);
        }
        if own.start <= range.end && (own.start < range.end || own.end <= range.end) {
            until = until + with - own.end.min(range.end).saturating_sub(own.start).min(until + with);
        }
    }
    start..until.max(start)
}

/// How many more of each word there are in `now` than in `before`.
fn changes<'d>(before: &'d Document, now: &'d Document) -> HashMap<&'d [u8], isize> {
    let mut changes: HashMap<&[u8], isize> = HashMap::new();
    for (document, step) in [(before, -1), (now, 1)] {
        for file in document.files() {
            for &at in file.token_starts() {
                *changes.entry(word(file, at)).or_default() += step;
            }
        }
    }
    changes.retain(|word, it| *it != 0 && !word.is_empty());
    changes
}

/// The word that starts at byte `at`, empty when it is another token.
fn word(file: &File, at: u32) -> &[u8] {
    let rest = &file.text[at as usize..];
    &rest[..rest.iter().take_while(|&&it| is_word(it)).count()]
}

/// The tokens of `file` whose words are in `changes`.
fn changed(file: &File, changes: &HashMap<&[u8], isize>) -> Vec<usize> {
    let starts = file.token_starts().iter().enumerate();
    starts.filter(|&(_, &at)| changes.contains_key(word(file, at))).map(|it| it.0).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::edit::FileId;

    const FILE: FileId = FileId(0);

    fn document(text: impl AsRef<[u8]>) -> Document {
        Document::parse([(Arc::from(text.as_ref()), None)])
    }

    fn apply(edits: &EditSet, document: &Document) -> Document {
        self::document(edits.render(FILE, &document.file(FILE).text))
    }

    #[test]
    fn what_was_put_in_is_followed_through_edits_before_in_and_behind_it() {
        let before = document("a f b f c");
        let step: EditSet =
            [2, 6].map(|it| Edit::replace(FILE, Span::new(it, it + 1), *b"x y z")).into_iter().collect();
        let grown = apply(&step, &before);
        let focus = Focus::of(&step, &before, &grown);
        assert_eq!(focus.files[0].put, [1..4, 5..8]);
        assert_eq!(focus.len(), 12);
        let cut: EditSet =
            [0, 4, 8, 14].map(|it| Edit::delete(FILE, Span::new(it, it + 1))).into_iter().collect();
        let now = apply(&cut, &grown);
        assert_eq!(&now.file(FILE).text[..], b"x z x y c");
        assert_eq!(focus.after(&cut, &grown, &now, &before).files[0].put, [0..2, 2..4]);
    }

    #[test]
    fn an_edit_is_near_when_it_touches_little_else_but_not_all_that_was_put_in() {
        let before = document("a b f c d e e e e e e e e e e e e e e e e e e");
        let step = EditSet::replace(FILE, Span::new(4, 5), *b"x y");
        let grown = apply(&step, &before);
        let focus = Focus::of(&step, &before, &grown);
        let near = |start, end| focus.is_near(&EditSet::delete(FILE, Span::new(start, end)), &grown);
        assert!(near(4, 5) && near(2, 5) && near(6, 9) && near(8, 9));
        assert!(!near(4, 7) && !near(0, 1) && !near(10, 11));
        assert!(!near(6, 45));
    }
}
