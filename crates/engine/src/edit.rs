//! Edits as data: spans of a file and what they become, how sets of them merge, and how a set renders as text.
//!
//! All edits of a round are relative to the round's snapshot, so sets found by different workers merge without
//! re-basing. Merging is a *join*: associative, commutative and idempotent, and it never fails. An edit inside a
//! deletion is absorbed by it; where two replacements claim the same span, the shorter text wins (ties: the
//! alphabet), so the outcome does not depend on who came first.

use std::cmp::Ordering;

use crate::margins::{self, Margin};
pub(crate) use crate::span::Span;
use crate::tokens::{is_blank, is_word};

/// Which file of the document an edit is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u16);

/// One span and what it becomes; nothing = deletion.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The file it is in.
    pub file: FileId,
    /// The bytes it takes away.
    pub span: Span,
    /// What stands there instead.
    pub with: Box<[u8]>,
}

impl Edit {
    /// Takes `span` away.
    pub fn delete(file: FileId, span: Span) -> Edit {
        Edit { file, span, with: Box::default() }
    }

    /// Puts `with` in the place of `span`.
    pub fn replace(file: FileId, span: Span, with: impl Into<Box<[u8]>>) -> Edit {
        Edit { file, span, with: with.into() }
    }

    /// True when nothing takes the place of the span.
    pub fn is_deletion(&self) -> bool {
        self.with.is_empty()
    }

    /// Outer before inner, deletions before replacements, shorter texts first.
    fn order(&self, other: &Edit) -> Ordering {
        (self.file, self.span.start, std::cmp::Reverse(self.span.end), self.with.len(), &self.with).cmp(&(
            other.file,
            other.span.start,
            std::cmp::Reverse(other.span.end),
            other.with.len(),
            &other.with,
        ))
    }
}

/// Edits that go together, in normal form: sorted, deletions coalesced, absorbed edits gone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct EditSet(Vec<Edit>);

impl EditSet {
    /// The set that changes nothing.
    pub const fn new() -> EditSet {
        EditSet(Vec::new())
    }

    /// The set of one deletion.
    pub fn delete(file: FileId, span: Span) -> EditSet {
        EditSet::one(Edit::delete(file, span))
    }

    /// The set of one replacement.
    pub fn replace(file: FileId, span: Span, with: impl Into<Box<[u8]>>) -> EditSet {
        EditSet::one(Edit::replace(file, span, with))
    }

    /// One edit is in normal form already.
    fn one(edit: Edit) -> EditSet {
        EditSet(if edit.span.is_empty() && edit.is_deletion() { Vec::new() } else { vec![edit] })
    }

    /// The edits, by file and position.
    pub fn edits(&self) -> &[Edit] {
        &self.0
    }

    /// The edits of one file, by position.
    pub fn of_file(&self, file: FileId) -> &[Edit] {
        let start = self.0.partition_point(|it| it.file < file);
        let end = self.0.partition_point(|it| it.file <= file);
        &self.0[start..end]
    }

    /// The files that it changes, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.0.chunk_by(|a, b| a.file == b.file).map(|it| it[0].file)
    }

    /// True when it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Both sets at once: their join.
    #[must_use]
    pub fn merge(&self, other: &EditSet) -> EditSet {
        if self.is_empty() {
            return other.clone();
        }
        let mut all = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let from = if a.order(b).is_le() { &mut left } else { &mut right };
            all.extend(from.next().cloned());
        }
        all.extend(left.cloned());
        all.extend(right.cloned());
        EditSet(normalise(all))
    }

    /// True when merging `other` into it changes nothing.
    pub(crate) fn holds(&self, other: &EditSet) -> bool {
        let there = |it: &Edit| {
            let deleted = it.is_deletion() && self.deletes(it.file, it.span);
            deleted || self.0.binary_search_by(|own| own.order(it)).is_ok()
        };
        other.0.iter().all(there) || self.merge(other) == *self
    }

    /// True when every byte of `span` is already deleted by one edit.
    pub fn deletes(&self, file: FileId, span: Span) -> bool {
        let edits = self.of_file(file);
        let after = edits.partition_point(|it| it.span.start <= span.start);
        edits[..after].iter().rev().find(|it| it.is_deletion()).is_some_and(|it| it.span.contains(span))
    }

    /// Renders `text`, the file's text in the snapshot, with these edits.
    ///
    /// Blanks belong to us: where something was cut, one of the two blank runs around it goes as well, and two tokens
    /// that would glue together get a space. A cut of blanks only, or one that starts or ends within a word, is taken
    /// literally.
    pub fn render(&self, file: FileId, text: &[u8]) -> Vec<u8> {
        self.render_around(file, text, &[]).expect("nothing is marked").0
    }

    /// Renders as [`EditSet::render`] does, and answers where `marks` are then: spans of `text`, sorted and disjoint.
    /// `None` when a byte of one of them would be another, or gone.
    pub fn render_around(&self, file: FileId, text: &[u8], marks: &[Span]) -> Option<(Vec<u8>, Vec<Span>)> {
        self.render_within(file, text, (marks, &[]))
    }

    /// The same of a text of which some lines have margins.
    pub(crate) fn render_within(
        &self,
        file: FileId,
        text: &[u8],
        (marks, margins): (&[Span], &[Margin]),
    ) -> Option<(Vec<u8>, Vec<Span>)> {
        let mut out = Vec::with_capacity(text.len());
        let mut carried = Vec::with_capacity(marks.len());
        let mut marks_left = marks;
        // Where the text of the latest line with a margin begins.
        let mut content = None;
        // Copies text up to `to`, with the marks in it.
        let mut copy = |out: &mut Vec<u8>, from: usize, to: usize| {
            let here = marks_left.partition_point(|it| it.range().end <= to);
            let (inside, later) = marks_left.split_at(here);
            marks_left = later;
            for mark in inside {
                let start = (mark.start as usize).checked_sub(from)? + out.len();
                carried.push(span_at(start, mark.len()));
            }
            out.extend_from_slice(&text[from..to]);
            Some(())
        };
        let mut from = 0;
        let edits = self.of_file(file);
        let mut next = 0;
        while next < edits.len() {
            let (cut, last) = region(edits, next);
            copy(&mut out, from, cut.start as usize)?;
            content = margins::content(margins, from, cut.start as usize, out.len()).or(content);
            let limit = edits.get(last).map_or(text.len(), |it| it.span.start as usize);
            let edits = &edits[next..last];
            let rest = margins::rest(content, &out, (&text[..limit], cut), edits);
            from = rest.unwrap_or_else(|| join(&mut out, text, cut, limit, edits));
            next = last;
        }
        copy(&mut out, from, text.len())?;
        // Blanks before a cut may have gone after they were copied.
        let same = |(mark, now): (&Span, &Span)| out.get(now.range()) == Some(&text[mark.range()]);
        let apart = carried.windows(2).all(|it| it[0].end <= it[1].start);
        (apart && marks.iter().zip(&carried).all(same)).then_some((out, carried))
    }
}

impl EditSet {
    /// Renders as [`EditSet::render`] does, but every byte outside of the edits stays.
    pub(crate) fn render_literally(&self, file: FileId, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut from = 0;
        for edit in self.of_file(file) {
            let cut = edit.span.range();
            out.extend_from_slice(&text[from..cut.start.max(from)]);
            out.extend_from_slice(&edit.with);
            from = from.max(cut.end);
        }
        out.extend_from_slice(&text[from..]);
        out
    }
}

impl FromIterator<Edit> for EditSet {
    fn from_iter<I: IntoIterator<Item = Edit>>(edits: I) -> EditSet {
        let mut all: Vec<Edit> =
            edits.into_iter().filter(|it| !(it.span.is_empty() && it.with.is_empty())).collect();
        all.sort_by(Edit::order);
        EditSet(normalise(all))
    }
}

fn span_at(start: usize, len: usize) -> Span {
    let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
    Span::new(offset(start), offset(start + len))
}

/// Brings sorted edits into normal form: deletions first become maximal disjoint spans, then replacements that lie
/// inside a deletion or strictly inside another replacement go, and of equal spans the first (smallest) text stays.
fn normalise(sorted: Vec<Edit>) -> Vec<Edit> {
    if sorted.iter().all(Edit::is_deletion) {
        return coalesce(sorted);
    }
    let (deletions, replacements): (Vec<Edit>, Vec<Edit>) = sorted.into_iter().partition(Edit::is_deletion);
    let deletions = coalesce(deletions);
    let mut kept: Vec<Edit> = Vec::with_capacity(deletions.len() + replacements.len());
    let mut at = 0;
    // The replacements that reach as far as the next edit: few, unless many overlap.
    let mut outer: Vec<(FileId, Span)> = Vec::new();
    for edit in replacements {
        while at < deletions.len()
            && (deletions[at].file, deletions[at].span.end) < (edit.file, edit.span.start)
        {
            at += 1;
        }
        let in_deletion =
            deletions.get(at).is_some_and(|it| it.file == edit.file && covers(it.span, edit.span));
        let said = kept.last().is_some_and(|it| it.file == edit.file && it.span == edit.span);
        outer.retain(|it| it.0 == edit.file && it.1.end > edit.span.start);
        let in_outer = outer.iter().any(|it| covers(it.1, edit.span));
        if in_deletion || said || in_outer {
            continue;
        }
        if !edit.span.is_empty() {
            outer.push((edit.file, edit.span));
        }
        kept.push(edit);
    }
    kept.extend(deletions);
    kept.sort_by(Edit::order);
    kept
}

/// True when an edit of `inner` has no place left once `outer` is taken away. An insertion survives at the border.
fn covers(outer: Span, inner: Span) -> bool {
    if inner.is_empty() {
        outer.start < inner.start && inner.start < outer.end
    } else {
        outer.contains(inner)
    }
}

/// Unites sorted deletions that overlap or touch.
fn coalesce(sorted: Vec<Edit>) -> Vec<Edit> {
    let mut united: Vec<Edit> = Vec::with_capacity(sorted.len());
    for edit in sorted {
        match united.last_mut() {
            Some(last) if last.file == edit.file && edit.span.start <= last.span.end => {
                last.span.end = last.span.end.max(edit.span.end);
            }
            _ => united.push(edit),
        }
    }
    united
}

/// The maximal run of touching edits that starts with `edits[first]`: the bytes it takes away, and the index after it.
pub(crate) fn region(edits: &[Edit], first: usize) -> (Span, usize) {
    let mut cut = edits[first].span;
    let mut last = first + 1;
    while let Some(edit) = edits.get(last) {
        if edit.span.start > cut.end {
            break;
        }
        cut.end = cut.end.max(edit.span.end);
        last += 1;
    }
    (cut, last)
}

/// Writes what stands in the place of `cut` and mends the blanks around it. Returns where the text goes on.
fn join(out: &mut Vec<u8>, text: &[u8], cut: Span, limit: usize, edits: &[Edit]) -> usize {
    let (start, end) = (cut.start as usize, cut.end as usize);
    let mut inserted = false;
    for edit in edits.iter().filter(|it| !it.is_deletion()) {
        if edit.with.first().is_some_and(|&first| glues(out, first))
            && !touches(text, edit.span.start as usize)
        {
            out.push(b' ');
        }
        out.extend_from_slice(&edit.with);
        inserted = true;
    }
    let literal = splits_word(text, start) || splits_word(text, end);
    if !inserted && !literal && !text[start..end].iter().all(|&it| is_blank(it)) {
        return start_of_rest(out, text, end, limit);
    }
    if !touches(text, end) && text.get(end).is_some_and(|&first| glues(out, first)) {
        out.push(b' ');
    }
    end
}

/// After a deletion: keeps one of the blank runs on its two sides, or a space where tokens would glue.
fn start_of_rest(out: &mut Vec<u8>, text: &[u8], end: usize, limit: usize) -> usize {
    let right = end + text[end..limit].iter().take_while(|&&it| is_blank(it)).count();
    let left = out.len() - out.iter().rev().take_while(|&&it| is_blank(it)).count();
    let breaks = |blanks: &[u8]| blanks.contains(&b'\n');
    if left == 0 {
        out.clear();
        return if breaks(&text[end..right]) || right == text.len() {
            line_start(text, end, right)
        } else {
            right
        };
    }
    if right == text.len() {
        let keep = out[left..].iter().position(|&it| it == b'\n').map_or(left, |it| left + it + 1);
        out.truncate(keep);
        return if keep > left { right } else { end };
    }
    if breaks(&text[end..right]) {
        out.truncate(left);
        return end;
    }
    if breaks(&out[left..]) {
        return right;
    }
    let blank = left < out.len() || right > end;
    out.truncate(left);
    if (glues(out, text[right]) && !touches(text, right)) || (blank && keeps_space(out, text[right])) {
        out.push(b' ');
    }
    right
}

/// The start of the last line in the blanks `text[end..right]`, so that indentation survives at the top of a file.
fn line_start(text: &[u8], end: usize, right: usize) -> usize {
    text[end..right].iter().rposition(|&it| it == b'\n').map_or(right, |it| end + it + 1)
}

/// True when `at` lies inside a word of `text`.
fn splits_word(text: &[u8], at: usize) -> bool {
    at > 0 && at < text.len() && is_word(text[at - 1]) && is_word(text[at])
}

/// True when the bytes around `at` touch in `text` although they could read as one token, as in `L"a"`: whoever stands
/// there after a cut may touch as well.
fn touches(text: &[u8], at: usize) -> bool {
    at > 0 && text.get(at).is_some_and(|&next| glues(&text[..at], next))
}

/// True when the last byte written and `next` would read as one token.
pub(crate) fn glues(out: &[u8], next: u8) -> bool {
    let Some(&last) = out.last() else { return false };
    // Spelled as a pattern, which is a look at a few bits.
    let operator = |it: u8| {
        matches!(it, b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>')
            || matches!(it, b'=' | b'!' | b':' | b'.' | b'~' | b'?' | b'#' | b'@' | b'\\')
    };
    let quote = |it: u8| it == b'"' || it == b'\'' || it == b'`';
    (is_word(last) && (is_word(next) || quote(next)))
        || (operator(last) && operator(next))
        || (quote(last) && quote(next))
        || (next == b'.' && ends_in_number(out))
        || (last == b'.' && next.is_ascii_digit())
}

/// True when the last word of `out` starts with a digit.
fn ends_in_number(out: &[u8]) -> bool {
    let word = out.iter().rposition(|&it| !is_word(it)).map_or(out, |it| &out[it + 1..]);
    word.first().is_some_and(u8::is_ascii_digit)
}

/// True where a reader expects the space that stood there.
fn keeps_space(out: &[u8], next: u8) -> bool {
    let Some(&last) = out.last() else { return false };
    !b"([;,)]".contains(&next) && !b"([".contains(&last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: FileId = FileId(0);

    #[expect(clippy::cast_possible_truncation, reason = "the texts of the tests are short")]
    fn cut(text: &str, part: &str) -> String {
        let start = text.find(part).expect("part is in text");
        let span = Span::new(start as u32, (start + part.len()) as u32);
        String::from_utf8(EditSet::delete(FILE, span).render(FILE, text.as_bytes())).expect("utf-8")
    }

    #[test]
    fn a_deleted_statement_takes_its_line_with_it() {
        assert_eq!(cut("a;\n  b;\n  c;\n", "b;"), "a;\n  c;\n");
        assert_eq!(cut("a;\n  b; c;\n", "b;"), "a;\n  c;\n");
        assert_eq!(cut("a;\nb;\n", "b;"), "a;\n");
        assert_eq!(cut("a;\nb;", "b;"), "a;\n");
        assert_eq!(cut("a;\n  b;\n", "a;"), "  b;\n");
    }

    #[test]
    fn deleting_within_a_line_leaves_one_space_where_one_is_needed() {
        assert_eq!(cut("int x = 5;", "= 5"), "int x;");
        assert_eq!(cut("f(a, b)", ", b"), "f(a)");
        assert_eq!(cut("f(a, b)", "a,"), "f(b)");
        assert_eq!(cut("static const int x", "const"), "static int x");
        assert_eq!(cut("a/**/b", "/**/"), "a b");
        assert_eq!(cut("a+(b)+c", "(b)"), "a+ +c");
    }

    #[test]
    fn a_cut_inside_a_word_is_literal() {
        assert_eq!(cut("abcdef", "cd"), "abef");
        assert_eq!(cut("123", "2"), "13");
    }

    #[test]
    fn a_replacement_does_not_glue() {
        let set = EditSet::replace(FILE, Span::new(6, 9), *b"0");
        assert_eq!(set.render(FILE, b"return(x);"), b"return 0;");
        assert_eq!(set.render(FILE, b"return[x].y"), b"return 0 .y");
        let set = EditSet::replace(FILE, Span::new(0, 3), *b"x1");
        assert_eq!(set.render(FILE, b"foo.bar"), b"x1.bar");
    }

    #[test]
    fn what_touched_before_may_touch_again() {
        let set = EditSet::replace(FILE, Span::new(1, 4), *b"\"\"");
        assert_eq!(set.render(FILE, b"L\"a\";"), b"L\"\";");
        assert_eq!(cut("\"ab\\n\"", "\\n"), "\"ab\"");
    }

    #[test]
    fn merging_absorbs_an_edit_inside_a_deletion() {
        let inner = EditSet::replace(FILE, Span::new(2, 4), *b"x");
        let outer = EditSet::delete(FILE, Span::new(1, 5));
        assert_eq!(inner.merge(&outer), outer);
    }

    #[test]
    fn of_two_replacements_of_a_span_the_shorter_wins() {
        let long = EditSet::replace(FILE, Span::new(2, 4), *b"xx");
        let short = EditSet::replace(FILE, Span::new(2, 4), *b"y");
        assert_eq!(long.merge(&short), short);
        assert_eq!(short.merge(&long), short);
    }

    #[test]
    fn an_insertion_before_a_replacement_does_not_uncover_what_is_inside_it() {
        let insert = |at: u32| EditSet::replace(FILE, Span::new(at, at), *b"x");
        let outer = EditSet::replace(FILE, Span::new(2, 4), *b"x");
        assert_eq!(insert(2).merge(&insert(3)).merge(&outer), insert(2).merge(&outer));
        let beside = EditSet::replace(FILE, Span::new(3, 5), *b"x");
        assert_eq!(insert(3).merge(&beside).merge(&outer), beside.merge(&outer));
    }

    #[test]
    fn a_deletion_absorbs_an_insertion_though_a_longer_replacement_starts_there() {
        let insert = EditSet::replace(FILE, Span::new(3, 3), *b"x");
        let others =
            EditSet::delete(FILE, Span::new(1, 4)).merge(&EditSet::replace(FILE, Span::new(3, 5), *b"x"));
        assert_eq!(insert.merge(&others), others);
    }

    #[test]
    fn a_span_is_deleted_only_when_one_edit_covers_it() {
        let set = EditSet::delete(FILE, Span::new(2, 6));
        assert!(set.deletes(FILE, Span::new(2, 6)));
        assert!(set.deletes(FILE, Span::new(3, 4)));
        assert!(!set.deletes(FILE, Span::new(1, 4)));
        assert!(!set.deletes(FileId(1), Span::new(3, 4)));
    }

    fn edit_sets() -> impl Strategy<Value = EditSet> {
        let edit = (0u16..2, 0u32..24, 0u32..6, prop::sample::select(vec!["", "", "", "x", "yy"]));
        prop::collection::vec(edit, 0..6).prop_map(|edits| {
            edits
                .into_iter()
                .map(|(file, start, len, with)| {
                    Edit::replace(FileId(file), Span::new(start, start + len), with.as_bytes())
                })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn merge_is_a_join(a in edit_sets(), b in edit_sets(), c in edit_sets()) {
            prop_assert_eq!(a.merge(&b), b.merge(&a));
            prop_assert_eq!(a.merge(&b).merge(&c), a.merge(&b.merge(&c)));
            prop_assert_eq!(a.merge(&a), a.clone());
            prop_assert_eq!(a.merge(&b).merge(&b), a.merge(&b));
        }

        #[test]
        fn rendering_never_fails_and_nothing_changes_without_edits(a in edit_sets(), text in prop::collection::vec(any::<u8>(), 30..40)) {
            a.render(FILE, &text);
            prop_assert_eq!(EditSet::new().render(FILE, &text), text);
        }

        #[test]
        fn deleting_never_makes_more_tokens(start in 0u32..30, len in 0u32..10, text in "[a+ ;\n\"]{40}") {
            let set = EditSet::delete(FILE, Span::new(start, start + len));
            let after = set.render(FILE, text.as_bytes());
            prop_assert!(crate::tokens::count(&after) <= crate::tokens::count(text.as_bytes()));
        }
    }
}
