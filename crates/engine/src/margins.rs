//! Margins: what stands at the beginning of lines whose rest is a text in another language, such as `///` before an example.
//!
//! A margin belongs to its line. What empties the line takes the margin with it, and what joins two lines takes the
//! second margin; nothing else touches one. So whoever proposes edits of such a text need not know that it has margins.

use std::borrow::Cow;

use crate::document::File;
use crate::edit::{Edit, EditSet, FileId, Span, region};
use crate::lexeme::trim;
use crate::tokens::is_blank;

/// A line with a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Margin {
    /// Where the line begins, and its margin.
    pub start: u32,
    /// Where the margin ends, and the text begins.
    pub content: u32,
    /// Behind its line break.
    pub end: u32,
    /// Behind the lines that follow from this one and those before it, such as what an example prints: they go with all of these.
    pub tail: u32,
    /// True for the first of the lines that a tail follows from.
    pub opens: bool,
}

impl File {
    /// The text with edits, and where what is protected is then; `None` when that would change, and for what would put lines
    /// without a margin among those that have one.
    pub(crate) fn render(&self, id: FileId, edits: &EditSet) -> Option<(Vec<u8>, Vec<Span>)> {
        let margins = self.margins();
        if margins.is_empty() {
            return edits.render_around(id, &self.text, &self.protected);
        }
        if edits.of_file(id).iter().any(|it| leaves_margins(&self.text, margins, it)) {
            return None;
        }
        let edits = with_margins(edits, id, &self.text, margins);
        edits.render_within(id, &self.text, (&self.protected, margins))
    }

    /// Where the text of a line begins that begins there: behind its margin.
    pub(crate) fn behind_margin(&self, line: u32) -> u32 {
        let margins = self.margins();
        margins.binary_search_by_key(&line, |it| it.start).map_or(line, |it| margins[it].content)
    }
}

/// Where the text of the last line with a margin begins that begins in `from..to` of a text, in what was written of it so far,
/// up to `to`.
pub(crate) fn content(margins: &[Margin], from: usize, to: usize, written: usize) -> Option<usize> {
    let last = margins.partition_point(|it| it.content as usize <= to).checked_sub(1)?;
    let content = margins[last].content as usize;
    (from <= content).then(|| written - (to - content))
}

/// Where a text goes on after a deletion right behind a margin, or behind nothing but the indentation there: both stay. None
/// elsewhere. `content` is where the line begins in what was written.
pub(crate) fn rest(
    content: Option<usize>,
    written: &[u8],
    (text, cut): (&[u8], Span),
    edits: &[Edit],
) -> Option<usize> {
    let indent = |it: &[u8]| it.iter().take_while(|it| matches!(it, b' ' | b'\t')).count();
    let before =
        written.get(content?..).filter(|it| indent(it) == it.len() && edits.iter().all(Edit::is_deletion));
    before.map(|_| cut.end as usize + indent(&text[cut.end as usize..]))
}

/// True where an edit puts in a line break with no margin behind it.
fn leaves_margins(text: &[u8], margins: &[Margin], edit: &Edit) -> bool {
    let at = margins.partition_point(|it| it.end <= edit.span.start);
    if !edit.with.contains(&b'\n') || margins.get(at).is_none_or(|it| edit.span.start < it.content) {
        return false;
    }
    let mark = |it: &Margin| text[it.start as usize..it.content as usize].trim_ascii();
    let begins = |line: &[u8]| {
        let line = line.trim_ascii_start();
        margins.iter().any(|it| line.starts_with(mark(it)))
    };
    !edit.with.split(|it| *it == b'\n').skip(1).all(begins)
}

/// The edits with those that take away the lines of which they leave nothing but the margin.
fn with_margins<'e>(edits: &'e EditSet, id: FileId, text: &[u8], margins: &[Margin]) -> Cow<'e, EditSet> {
    let gone = gone(edits.of_file(id), text, margins);
    let (mut more, mut at) = (Vec::new(), 0);
    while at < margins.len() {
        let first = at;
        while at + 1 < margins.len() && gone[at] && gone[at + 1] && are_neighbours(margins, at) {
            at += 1;
        }
        if gone[at] {
            let all = margins[at].tail > margins[at].end && follows(margins, &gone, at);
            let until = if all { margins[at].tail } else { margins[at].end };
            more.extend(trim(text, Span::new(margins[first].start, until)).map(|it| Edit::delete(id, it)));
        }
        at += 1;
    }
    if more.is_empty() { Cow::Borrowed(edits) } else { Cow::Owned(edits.merge(&more.into_iter().collect())) }
}

/// True when all has gone that the tail of a line follows from.
fn follows(margins: &[Margin], gone: &[bool], last: usize) -> bool {
    let first = margins[..=last].iter().rposition(|it| it.opens).unwrap_or(0);
    gone[first..=last].iter().all(|it| *it)
}

/// Of each line whether the edits leave nothing of it but the margin; of a blank one whether those beside it have gone.
fn gone(edits: &[Edit], text: &[u8], margins: &[Margin]) -> Vec<bool> {
    let cuts = cuts(edits);
    let mut gone = vec![false; margins.len()];
    let mut at = 0;
    while at < margins.len() {
        let last = joined(&cuts, margins, at);
        let leaves_nothing = (at..=last).all(|it| is_emptied(&cuts, text, margins, it));
        let takes_some = (at..=last).any(|it| !is_blank_line(text, &margins[it]));
        gone[at..=last].fill(leaves_nothing && takes_some);
        at = last + 1;
    }
    for it in 1..margins.len() {
        gone[it] |= gone[it - 1] && are_neighbours(margins, it - 1) && is_blank_line(text, &margins[it]);
    }
    // Blank lines before what is gone go, too, where nothing is left behind it.
    let mut ends = true;
    for it in (0..margins.len()).rev() {
        let has_next = it + 1 < margins.len() && are_neighbours(margins, it);
        ends |= !has_next;
        gone[it] |= ends && has_next && gone[it + 1] && is_blank_line(text, &margins[it]);
        ends &= gone[it];
    }
    gone
}

/// What edits take away, in order and apart, each with whether nothing is put in its place.
fn cuts(edits: &[Edit]) -> Vec<(Span, bool)> {
    let (mut cuts, mut next) = (Vec::new(), 0);
    while next < edits.len() {
        let (cut, end) = region(edits, next);
        cuts.push((cut, edits[next..end].iter().all(Edit::is_deletion)));
        next = end;
    }
    cuts
}

/// True when nothing is between a line and the next one with a margin.
fn are_neighbours(margins: &[Margin], line: usize) -> bool {
    margins[line].end == margins[line + 1].start
}

/// The last of the lines that cuts make one line of, beginning with that one.
fn joined(cuts: &[(Span, bool)], margins: &[Margin], first: usize) -> usize {
    let mut last = first;
    while last + 1 < margins.len() && are_neighbours(margins, last) {
        let next = margins[last + 1];
        let between = Span::new(next.start - 1, next.content);
        let cut = cuts.partition_point(|it| it.0.end <= between.start);
        if cuts.get(cut).is_none_or(|it| !it.0.contains(between)) {
            break;
        }
        last += 1;
    }
    last
}

/// True when nothing of the text of a line stays, and nothing is put in.
fn is_emptied(cuts: &[(Span, bool)], text: &[u8], margins: &[Margin], line: usize) -> bool {
    let Margin { start, content, end, .. } = margins[line];
    // What begins before the line and ends in it joins it to another, which has to have a margin, too.
    let follows = line > 0 && are_neighbours(margins, line - 1);
    let first = cuts.partition_point(|it| it.0.end <= start);
    let mut at = content;
    for (cut, deletes) in cuts[first..].iter().take_while(|it| it.0.start < end) {
        let is_left = at < cut.start && !text[at as usize..cut.start as usize].iter().all(|it| is_blank(*it));
        if is_left || !deletes || !follows && cut.start < start {
            return false;
        }
        at = at.max(cut.end);
    }
    at >= end || text[at as usize..end as usize].iter().all(|it| is_blank(*it))
}

/// True for a line with nothing behind its margin.
fn is_blank_line(text: &[u8], line: &Margin) -> bool {
    text[line.content as usize..line.end as usize].iter().all(|it| is_blank(*it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexeme::offset;

    const FILE: FileId = FileId(0);

    /// Each line of a text has a margin that ends with `|`, where there is one.
    fn margins(text: &str) -> Vec<Margin> {
        let (mut margins, mut start) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let end = offset(start + line.len());
            if let Some(it) = line.find('|') {
                let content = offset(start + it + 1);
                margins.push(Margin { start: offset(start), content, end, tail: end, opens: false });
            }
            start += line.len();
        }
        margins
    }

    /// A text without a part of it.
    fn cut(text: &str, part: &str) -> String {
        let start = text.find(part).expect("part is in text");
        let edits = EditSet::delete(FILE, Span::new(offset(start), offset(start + part.len())));
        rendered(text, &edits)
    }

    fn rendered(text: &str, edits: &EditSet) -> String {
        let margins = margins(text);
        let edits = with_margins(edits, FILE, text.as_bytes(), &margins);
        let rendered =
            edits.render_within(FILE, text.as_bytes(), (&[], &margins)).expect("nothing is marked");
        String::from_utf8(rendered.0).expect("utf-8")
    }

    #[test]
    fn a_line_that_is_emptied_goes_with_its_margin() {
        assert_eq!(cut(" |a\n |b\n |c\n", "b"), " |a\n |c\n");
        assert_eq!(cut("x\n |a\n |b\ny", "a\n |b"), "x\ny");
        assert_eq!(cut("x\n  |a b\ny", "a b"), "x\ny");
        assert_eq!(cut(" |a\n |\n |b\n |\n |c\n", "b"), " |a\n |\n |c\n");
        assert_eq!(cut("x\n |a\n |\n |b\n |\ny\n", "b"), "x\n |a\ny\n");
    }

    #[test]
    fn what_is_left_of_a_line_keeps_its_margin() {
        assert_eq!(cut(" | a b\n", "a"), " | b\n");
        assert_eq!(cut(" | a b\n", "b"), " | a\n");
        assert_eq!(cut(" |a(\n |  b, c)\n", "a(\n |  b,"), " |c)\n");
        assert_eq!(cut(" |a(b,\n |  c)\n", ",\n |  c"), " |a(b)\n");
        assert_eq!(cut(" |    a; b\n", "a;"), " |    b\n");
    }

    #[test]
    fn several_edits_empty_a_line_together_and_what_is_put_in_stays() {
        let at = |start, end| Span::new(start, end);
        let text = "x\n|a b\n|c\n";
        let both: EditSet =
            [Edit::delete(FILE, at(3, 4)), Edit::delete(FILE, at(5, 6))].into_iter().collect();
        assert_eq!(rendered(text, &both), "x\n|c\n");
        let other = both.merge(&EditSet::replace(FILE, at(8, 9), *b"d"));
        assert_eq!(rendered(text, &other), "x\n|d\n");
    }

    #[test]
    fn lines_without_a_margin_do_not_come_among_those_that_have_one() {
        let text = "x\n|a\n|b\n";
        let edit = |with: &[u8]| Edit::replace(FILE, Span::new(3, 4), with);
        let leaves = |with: &[u8]| leaves_margins(text.as_bytes(), &margins(text), &edit(with));
        assert!(leaves(b"c\nd") && !leaves(b"c\n |d") && !leaves(b"c"));
        let outside = Edit::replace(FILE, Span::new(0, 1), *b"c\nd");
        assert!(!leaves_margins(text.as_bytes(), &margins(text), &outside));
    }
}
