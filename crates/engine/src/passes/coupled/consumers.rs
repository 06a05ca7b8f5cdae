//! Who takes what a call gives out one after the other: a loop over it, a statement with it, or the block that it has.

use super::inline::Manner;
use super::places::{Use, indent, is_indented, moved, neighbours, opens_its_line};
use super::yields::Yield;
use crate::document::{File, UnitId};
use crate::edit::Span;
use crate::lexeme::{Class, trim};
use crate::names::Call;
use crate::thresholds::STATEMENT_LEVELS;

/// A loop over a call, a statement with it, or the call with its block.
pub(super) struct Consumer<'f> {
    file: &'f File,
    /// All of it.
    whole: UnitId,
    call: Span,
    /// What each value is called there, such as `const x`.
    target: Option<Span>,
    /// What is done with it.
    body: Option<Span>,
    /// True of the call with its block.
    is_block: bool,
}

/// What changes in a text: what takes the place of a span.
pub(super) type Change = (Span, Vec<u8>);

impl<'f> Consumer<'f> {
    pub(super) fn of(file: &'f File, call: &Call) -> Option<Consumer<'f>> {
        Self::block(file, call).or_else(|| Self::statement(file, call))
    }

    /// How many bytes each copy of what it does has.
    pub(super) fn len(&self) -> usize {
        self.body.map_or(0, Span::len)
    }

    /// Where it stands, and what takes its place when it is no loop any more but what `text` says.
    pub(super) fn replaced(&self, mut text: Vec<u8>) -> Option<(Span, Vec<u8>)> {
        let around = |ends: [&[u8]; 2], text: &[u8]| [ends[0], text, ends[1]].concat();
        match Use::of(self.file, self.whole)? {
            Use::Statement { span, direct } => {
                let ends = self.file.text[span.range()].ends_with(b";");
                if ends && !is_closed(&text) {
                    text.push(b';');
                }
                let loose = !direct && !is_indented(self.file);
                Some((span, if loose { around([b"{ ", b" }"], &text) } else { text }))
            }
            Use::Tail { span } => Some((span, text)),
            Use::Returned { .. } | Use::Within { .. } if self.is_block => {
                Some((self.file.unit(self.whole).span(), around([b"(", b")"], &text)))
            }
            Use::Returned { .. } | Use::Within { .. } => None,
        }
    }

    /// What takes the place of the yields in `from`: what is done with each.
    pub(super) fn changes(&self, from: &File, yields: &[Yield], manner: Manner) -> Option<Vec<Change>> {
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for one in yields {
            let [opens, closes] = self.change(from, one, manner)?;
            before.push(opens);
            behind.push(closes);
        }
        // What one gives out may hold another one.
        Some(before.into_iter().chain(behind.into_iter().rev()).collect())
    }

    /// What takes the place of what stands before a value and behind it.
    fn change(&self, from: &File, one: &Yield, manner: Manner) -> Option<[Change; 2]> {
        let text = |it: Span| &self.file.text[it.range()];
        let own = from.unit(one.whole).span();
        let (span, direct, is_value) = match one.statement(from) {
            Some((span, direct)) => (span, direct, false),
            None if self.is_block => (own, true, true),
            None => return None,
        };
        let is_block = !is_indented(from) && (!direct || manner == Manner::Block);
        let mut ends: [Vec<u8>; 2] = match (is_value, is_block && !self.is_block) {
            (true, _) => [b"(".to_vec(), b")".to_vec()],
            (_, true) => [b"{ ".to_vec(), b" }".to_vec()],
            _ => [Vec::new(), Vec::new()],
        };
        let mut gap = b"; ".to_vec();
        let mut column = indent(from, span.start).to_vec();
        if is_indented(from) {
            // What stands behind the header of its block goes below it.
            if neighbours(from, span).0 == b":" && !opens_its_line(from, span.start) {
                column.push(b' ');
                ends[0] = [b"\n", &column[..]].concat();
            }
            gap = [b"\n", &column[..]].concat();
        }
        let fits = |it: Span| {
            let text = moved(text(it), indent(self.file, it.start), &column);
            let closed = is_value || is_closed(&text) || !from.text[span.range()].ends_with(b";");
            if closed { text } else { [&text[..], b";"].concat() }
        };
        let body = self.body.map(fits).unwrap_or_default();
        let Some(value) = one.value.filter(|_| self.target.is_some()) else {
            let all = [&ends[0][..], &body, &ends[1]].concat();
            return Some([(span, all), (Span::new(span.end, span.end), Vec::new())]);
        };
        let [before, behind] = [Span::new(span.start, value.start), Span::new(value.end, span.end)];
        if one.delegates {
            let whole = self.file.unit(self.whole).span();
            let rest = fits(Span::new(self.call.end, whole.end));
            let opens = [&ends[0][..], text(Span::new(whole.start, self.call.start))].concat();
            return Some([(before, opens), (behind, [rest, ends[1].clone()].concat())]);
        }
        let target = self.target.map(text).unwrap_or_default();
        let opens = [&ends[0][..], target, b" = "].concat();
        Some([(before, opens), (behind, [gap, body, ends[1].clone()].concat())])
    }

    /// A call with a block behind its arguments.
    fn block(file: &'f File, call: &Call) -> Option<Consumer<'f>> {
        let whole = file.unit(call.callee).parent;
        let block = file.solid_children(whole).last().filter(|&it| it > call.callee)?;
        if !file.kind_name(block).ends_with("block") {
            return None;
        }
        let (parameters, body): (Vec<UnitId>, Vec<UnitId>) =
            file.solid_children(block).partition(|&it| file.kind_name(it).ends_with("parameters"));
        let inner = |it: UnitId| within(file, file.unit(it).span(), 1);
        Some(Consumer {
            file,
            whole,
            call: call.span(file),
            target: parameters.first().and_then(|&it| inner(it)),
            body: body.last().map(|&it| file.unit(it).span()),
            is_block: true,
        })
    }

    /// The statement that goes over a call, or that has it in its header as what is entered and left.
    fn statement(file: &'f File, call: &Call) -> Option<Consumer<'f>> {
        let span = call.span(file);
        let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|&it| it != 0);
        let mut around = std::iter::successors(up(&call.whole), up).take(STATEMENT_LEVELS.get());
        let whole = around.find(|&it| keyword(file, it).is_some())?;
        let keyword = keyword(file, whole)?;
        let body = file.solid_children(whole).last()?;
        let own = file.unit(body).span();
        let lexemes = file.lexemes();
        let from = |offset: u32| lexemes.partition_point(|it| it.span.start < offset);
        let (first, behind, close) = (from(span.start), from(span.end), from(own.start).checked_sub(1)?);
        if close < behind || own.end != file.unit(whole).end {
            return None;
        }
        let reads = |at: usize| lexemes[at].of(&file.text);
        let between = |from: u32, to: u32| trim(&file.text, Span::new(from, to.max(from)));
        let header = (from(keyword.end)..first).find(|&it| reads(it) != b"await").unwrap_or(first);
        let opens = matches!(lexemes[header].class, Class::Open(b'(')) && file.partners()[header] == close;
        let header = lexemes[header].span;
        let header = if opens { header.end } else { header.start };
        let before = lexemes[first.checked_sub(1)?].span;
        let target = match (reads(first - 1), reads(behind)) {
            (b"in" | b"of", _) if behind == close => between(header, before.start),
            (_, b"as") if header == span.start || before == keyword => {
                between(lexemes[behind].span.end, lexemes[close].span.start)
            }
            _ if before == keyword && behind == close => None,
            _ => return None,
        };
        // The header is closed, and several things are not entered at once.
        let ends = matches!(reads(close), b":" | b")");
        ends.then(|| Consumer { file, whole, call: span, target, body: inside(file, body), is_block: false })
    }
}

/// The word that begins a statement with something to go over, or to enter and leave.
fn keyword(file: &File, statement: UnitId) -> Option<Span> {
    let words = file.children(statement).take(2).filter(|&it| file.is_leaf(it));
    let is_one = |it: &UnitId| matches!(file.text_of(*it), b"for" | b"foreach" | b"with");
    words.filter(|&it| !file.unit(it).is_named()).find(is_one).map(|it| file.unit(it).span())
}

/// What stands in the braces of a block, or all of it.
fn inside(file: &File, block: UnitId) -> Option<Span> {
    within(file, file.unit(block).span(), u32::from(file.text_of(block).starts_with(b"{")))
}

/// What a span holds but for so many bytes at each end; in a broken text one of them may be missing.
fn within(file: &File, span: Span, ends: u32) -> Option<Span> {
    let start = span.end.min(span.start + ends);
    trim(&file.text, Span::new(start, start.max(span.end.saturating_sub(ends))))
}

/// True when another statement may follow.
fn is_closed(text: &[u8]) -> bool {
    text.is_empty() || text.ends_with(b";") || text.ends_with(b"}")
}
