//! Where a large file comes apart, by lines, brackets and separators: read in one go, and nothing is kept of it but a few hundred spans.
//!
//! What stands side by side becomes a list of portions of about the same weight, each of one or many items: lines with those
//! that are indented deeper, statements, or what is between commas, whichever comes first. An item that is heavier than a
//! portion should be is opened: what is in its brackets, or between its first line and its last, is a list of its own. What
//! nothing else takes apart is cut at its lines, its blanks, or anywhere.

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::brackets::{opening, partner};
use crate::lexeme::{Class, Lexeme, lex, offset, trim};
use crate::thresholds::{PORTION_BYTES, PORTION_READS, PORTIONS};
use crate::tokens::is_blank;

/// What stands side by side.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Portions {
    pub(super) elements: Vec<Span>,
    /// What is between an element and the next one; as many as there are elements.
    pub(super) separators: Vec<Span>,
    /// What is too heavy for a portion, and its heavy brackets.
    heavy: Vec<(Span, Vec<Span>)>,
}

/// How a span is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Structure,
    Lines,
    Blanks,
    Bytes,
}

/// The lists of a file, the outermost first.
pub(super) fn portions(file: &File) -> Vec<Portions> {
    let light = (file.text.len() / PORTIONS.get()).max(PORTION_BYTES.get());
    let mut lists = Vec::new();
    let mut open = vec![(file.span(), Way::Structure)];
    let mut left = file.text.len().saturating_mul(PORTION_READS.get());
    while let Some((span, way)) = open.pop() {
        // What nests so deep that everything would be read again and again is left to others.
        let Some(rest) = left.checked_sub(span.len()) else { break };
        left = rest;
        let found = read(file, span, way, light);
        let is_apart = found.elements.len() > 1;
        open.extend(found.heavy.iter().flat_map(|it| within(&file.text, it, way, is_apart)).rev());
        if is_apart {
            lists.push(found);
        }
    }
    lists
}

/// What to read of a heavy item, and how. `is_apart`: that item is one of several.
fn within(text: &[u8], (item, brackets): &(Span, Vec<Span>), way: Way, is_apart: bool) -> Vec<(Span, Way)> {
    match way {
        Way::Structure if !brackets.is_empty() => brackets.iter().map(|&it| (it, Way::Structure)).collect(),
        Way::Structure if is_apart => vec![(*item, Way::Structure)],
        Way::Structure => {
            vec![inner_lines(text, *item).map_or((*item, Way::Lines), |it| (it, Way::Structure))]
        }
        Way::Lines => vec![(*item, Way::Blanks)],
        Way::Blanks => vec![(*item, Way::Bytes)],
        Way::Bytes => Vec::new(),
    }
}

/// The lines of a span between the first and the last.
fn inner_lines(text: &[u8], span: Span) -> Option<Span> {
    let inside = &text[span.range()];
    let (first, last) = (memchr::memchr(b'\n', inside)?, memchr::memrchr(b'\n', inside)?);
    trim(text, Span::new(span.start + offset(first), span.start + offset(last)))
}

fn read(file: &File, span: Span, way: Way, light: usize) -> Portions {
    let text = &file.text;
    match way {
        Way::Structure => structure(file, span, light),
        Way::Lines => pieces(text, span, light, |rest| memchr::memchr(b'\n', rest)),
        Way::Blanks => pieces(text, span, light, |rest| rest.iter().position(|&it| is_blank(it))),
        // Within no character of UTF-8.
        Way::Bytes => pieces(text, span, light, |rest| rest.iter().position(|it| it & 0xc0 != 0x80)),
    }
}

/// Pieces that end at the first place behind so many bytes that `find` finds.
fn pieces(text: &[u8], span: Span, light: usize, find: impl Fn(&[u8]) -> Option<usize>) -> Portions {
    let mut found = Portions::default();
    let (mut start, end) = (span.start as usize, span.end as usize);
    while start < end {
        let least = (start + light).min(end);
        let next = find(&text[least..end]).map_or(end, |it| least + it);
        if let Some(piece) = trim(text, Span::new(offset(start), offset(next))) {
            found.push(piece, Span::default());
            if piece.len() > 2 * light {
                found.heavy.push((piece, Vec::new()));
            }
        }
        start = next;
    }
    found
}

/// Lines, statements, or what commas separate: the first of them of which there are several.
fn structure(file: &File, span: Span, light: usize) -> Portions {
    let text = &file.text;
    let new = || Gatherer { light, item: None, portion: None, found: Portions::default() };
    let [mut lines, mut statements, mut commas] = [new(), new(), new()];
    let mut brackets = Brackets::default();
    let mut before: Option<Lexeme> = None;
    let mut indentation = indentation(text, span.start as usize);
    // Ends of lines behind commas, and others.
    let (mut soft, mut hard) = (0, 0);
    for lexeme in lex(text, span, file.language.as_deref()) {
        let is_comma = |it: &Lexeme| it.of(text) == b",";
        if let Some(before) = before.filter(|_| brackets.is_outside()) {
            let gap = &text[before.span.end as usize..lexeme.span.start as usize];
            let line = memchr::memrchr(b'\n', gap).map(|it| gap.len() - it - 1);
            soft += usize::from(line.is_some() && is_comma(&before));
            hard += usize::from(line.is_some() && !is_comma(&before));
            let begins = |it: usize| it <= indentation && begins_line(text, &before, &lexeme);
            if let Some(deep) = line.filter(|&it| begins(it)) {
                indentation = deep;
                lines.end(Span::default());
            }
            if begins_statement(text, &before, &lexeme) {
                statements.end(Span::default());
            }
        }
        let bracket = brackets.take(&lexeme).filter(|it| it.len() > light);
        let separates = brackets.is_outside() && is_comma(&lexeme);
        lines.take(lexeme.span, bracket);
        statements.take(lexeme.span, bracket);
        if separates {
            commas.end(lexeme.span);
        } else {
            commas.take(lexeme.span, bracket);
        }
        before = Some(lexeme);
    }
    let [lines, statements, commas] = [lines, statements, commas].map(Gatherer::finish);
    let commas = Some(commas).filter(|_| hard <= soft);
    let apart = [Some(&lines), Some(&statements), commas.as_ref()]
        .map(|it| it.is_some_and(|it| it.elements.len() > 1));
    match (apart, commas) {
        ([false, false, true], Some(commas)) => commas,
        ([false, true, _], _) => statements,
        _ => lines,
    }
}

/// True when a line that begins with `lexeme` is not the rest of the one before.
fn begins_line(text: &[u8], before: &Lexeme, lexeme: &Lexeme) -> bool {
    let ended = matches!(before.of(text), b";" | b"}");
    let closes_tag = text[lexeme.span.start as usize..].starts_with(b"</");
    before.of(text) != b"," && !closes_tag && (ended || lexeme.class != Class::Open(b'{'))
}

fn begins_statement(text: &[u8], before: &Lexeme, lexeme: &Lexeme) -> bool {
    let is_word = matches!(lexeme.class, Class::Word | Class::Keyword);
    before.of(text) == b";" || before.class == Class::Close(b'}') && is_word
}

/// How many blanks are before a place in its line; more than any line has where something else is.
fn indentation(text: &[u8], at: usize) -> usize {
    let blanks = text[..at].iter().rev().take_while(|&&it| is_blank(it) && it != b'\n').count();
    if at == blanks || text[at - blanks - 1] == b'\n' { blanks } else { usize::MAX }
}

/// The brackets that are open.
#[derive(Default)]
struct Brackets {
    open: Vec<(u8, u32)>,
}

impl Brackets {
    fn is_outside(&self) -> bool {
        self.open.is_empty()
    }

    /// Takes a lexeme; returns what is between brackets that it closes, where they are in no others.
    fn take(&mut self, lexeme: &Lexeme) -> Option<Span> {
        match lexeme.class {
            Class::Open(bracket) => self.open.push((bracket, lexeme.span.end)),
            Class::Close(close) => {
                let at = partner(&self.open, opening(close))?;
                let start = self.open[at].1;
                self.open.truncate(at);
                return self.is_outside().then(|| Span::new(start, lexeme.span.start));
            }
            _ => {}
        }
        None
    }
}

/// Makes portions of items.
struct Gatherer {
    light: usize,
    /// The item that has not ended yet, and its heavy brackets.
    item: Option<(Span, Vec<Span>)>,
    /// Light items that are not enough yet, and the separator behind them.
    portion: Option<(Span, Span)>,
    found: Portions,
}

impl Gatherer {
    /// One more lexeme of the item; `bracket` is what it closes.
    fn take(&mut self, lexeme: Span, bracket: Option<Span>) {
        let item = self.item.get_or_insert((lexeme, Vec::new()));
        item.0.end = lexeme.end;
        item.1.extend(bracket);
    }

    /// The item has ended, with a separator behind it.
    fn end(&mut self, separator: Span) {
        let Some((item, brackets)) = self.item.take() else { return };
        if item.len() > self.light {
            self.close();
            self.found.push(item, separator);
            self.found.heavy.push((item, brackets));
            return;
        }
        let portion = self.portion.get_or_insert((item, separator));
        *portion = (Span::new(portion.0.start, item.end), separator);
        if portion.0.len() >= self.light {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some((portion, separator)) = self.portion.take() {
            self.found.push(portion, separator);
        }
    }

    fn finish(mut self) -> Portions {
        self.end(Span::default());
        self.close();
        self.found
    }
}

impl Portions {
    fn push(&mut self, element: Span, separator: Span) {
        self.elements.push(element);
        self.separators.push(separator);
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use super::*;

    /// The elements of each list of a text.
    fn found(text: &str) -> Vec<Vec<String>> {
        let file = File::parse(Arc::from(text.as_bytes()), None);
        let shown = |it: &Span| text[it.range()].to_owned();
        portions(&file).iter().map(|it| it.elements.iter().map(shown).collect()).collect()
    }

    /// So many lines made of one.
    fn lines(count: usize, line: &str) -> String {
        let mut text = String::new();
        for number in 0..count {
            writeln!(text, "{line}{number}").expect("a string takes everything");
        }
        text
    }

    #[test]
    fn lines_come_with_those_that_are_indented_deeper() {
        let block = format!("def f():\n{}", lines(5, "    print some number "));
        let text = block.repeat(3);
        let lists = found(&text);
        assert_eq!(lists[0], vec![block.trim_end(); 3]);
        assert!(lists[1][0].starts_with("print some number 0"), "{lists:?}");
    }

    #[test]
    fn an_opening_brace_of_its_own_line_belongs_to_what_is_before_it() {
        let function = format!("int f()\n{{\n{}}}\n", lines(4, "  something = other_thing_"));
        let lists = found(&function.repeat(2));
        assert_eq!(lists[0], vec![function.trim_end(); 2]);
        assert_eq!(lists[1].len(), 2, "what is in the braces: {lists:?}");
    }

    #[test]
    fn what_commas_separate_is_a_list_whether_or_not_it_has_lines() {
        let record =
            "{\"name\": \"a name, and another\", \"number\": [1, 2, 3], \"rest\": null, \"more\": 1}";
        for between in [",", ",\n  "] {
            let text = format!("[{}]", [record; 4].join(between));
            let lists = found(&text);
            assert_eq!(lists[0], [record; 4]);
        }
    }

    #[test]
    fn what_stands_on_one_line_comes_apart_by_statements() {
        let function = format!("function f(){{{}}}", "call_of_something(1,2);".repeat(4));
        assert_eq!(found(&function.repeat(3))[0], vec![function; 3]);
    }

    #[test]
    fn what_nothing_takes_apart_is_cut_anywhere_but_within_a_character() {
        let text = "ö".repeat(500);
        let lists = found(&text);
        assert!(lists.last().expect("a list").len() > 10, "{lists:?}");
        assert_eq!(lists.last().expect("a list").concat(), text);
    }

    #[test]
    fn deep_nests_and_texts_of_one_kind_of_byte_take_linear_time() {
        let deep = |size: usize| "(".repeat(size) + &")".repeat(size);
        for text in [
            deep(1 << 17),
            "[".repeat(1 << 18),
            "]".repeat(1 << 18),
            "\n a".repeat(1 << 17),
            ",".repeat(1 << 18),
        ] {
            let lists = found(&text);
            assert!(lists.len() <= 2 * PORTION_READS.get() * PORTIONS.get(), "{}", lists.len());
        }
    }
}
