//! Texts as lines of a terminal: with the colours of their tokens, and as what one step has changed in them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_batch::display::harmless;
use lop_engine::Language;
use lop_engine::internal::{Document, FileId};
use lop_runner::number::counted;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::theme::Theme;

/// So many bytes of a line are looked at.
const LINE: usize = 1000;
/// Longer runs of lines that went, or stayed, are shown by their ends.
const RUN: usize = 3;
/// How long a comparison may take; what it has by then is right, if not the shortest.
const PATIENCE: Duration = Duration::from_millis(20);
/// So much of a line stands before what has changed in it.
const BEFORE: usize = 16;

/// Shows lines of a source.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'s> {
    pub(super) theme: Theme,
    pub(super) language: Option<&'s Arc<Language>>,
}

impl Source<'_> {
    /// The last lines of a text, with a word on those before.
    pub(super) fn tail(self, text: &[u8], rows: usize) -> Vec<Line<'static>> {
        let lines = lines(text);
        if lines.len() <= rows {
            return lines.into_iter().map(|it| self.line(it, 0)).collect();
        }
        let shown = rows.saturating_sub(1);
        let above = format!("⋯ {} above", counted(lines.len() - shown, "line"));
        let tail = lines[lines.len() - shown..].iter().map(|it| self.line(it, 0));
        std::iter::once(Line::styled(above, self.theme.faint())).chain(tail).take(rows).collect()
    }

    /// What has changed from one text to another, with a line before and after.
    pub(super) fn change(self, before: &[u8], after: &[u8], rows: usize) -> Vec<Line<'static>> {
        let (old, new) = (lines(before), lines(after));
        let same = old.iter().zip(&new).take_while(|it| it.0 == it.1).count();
        let room = old.len().min(new.len()) - same;
        let end = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|it| it.0 == it.1).count();
        // A line around what has changed belongs to it.
        let first = same.saturating_sub(1);
        let (old_end, new_end) = ((old.len() - end + 1).min(old.len()), (new.len() - end + 1).min(new.len()));
        let (old, new) = (&old[first..old_end], &new[first..new_end]);
        let deadline = Instant::now() + PATIENCE;
        let ops = capture_diff_slices_deadline(Algorithm::Myers, old, new, Some(deadline));
        let mut shown = Vec::new();
        for op in &ops {
            if shown.len() >= rows {
                break;
            }
            self.step(op, old, new, &mut shown);
        }
        shown.truncate(rows);
        shown
    }

    fn step(self, op: &DiffOp, old: &[&[u8]], new: &[&[u8]], shown: &mut Vec<Line<'static>>) {
        let (was, is) = (&old[op.old_range()], &new[op.new_range()]);
        if let DiffOp::Equal { .. } = op {
            self.run(was, shown, |line| self.line(line, 0).patch_style(self.theme.faint()), "  ");
            return;
        }
        // Where a line is long, what has changed in it should be seen.
        let same = |it: (&&[u8], &&[u8])| it.0.iter().zip(*it.1).take_while(|it| it.0 == it.1).count();
        let from = was.iter().zip(is).next().map_or(0, same).saturating_sub(BEFORE);
        self.run(was, shown, |line| Line::styled(plain(line, from), self.theme.gone()), "- ");
        self.run(is, shown, |line| self.line(line, from), "+ ");
    }

    /// Lines that belong together, each behind a mark; of many the first and the last.
    fn run(
        self,
        lines: &[&[u8]],
        shown: &mut Vec<Line<'static>>,
        line: impl Fn(&[u8]) -> Line<'static>,
        mark: &'static str,
    ) {
        let style = match mark {
            "- " => self.theme.gone(),
            "+ " => self.theme.new_text(),
            _ => Style::new(),
        };
        let marked = |it: &&[u8]| {
            let mut line = line(it);
            line.spans.insert(0, Span::styled(mark, style));
            line
        };
        if lines.len() <= RUN {
            shown.extend(lines.iter().map(marked));
            return;
        }
        shown.extend(lines.first().map(marked));
        let between = format!("{mark}⋯ {}", counted(lines.len() - 2, "line"));
        shown.push(Line::styled(between, if mark == "  " { self.theme.faint() } else { style }));
        shown.extend(lines.last().map(marked));
    }

    /// One line from a byte on, with the colours of its tokens as far as it shows them by itself.
    fn line(self, text: &[u8], from: usize) -> Line<'static> {
        let text = &text[..text.len().min(from + LINE)];
        let document = Document::parse([(Arc::from(text), self.language.cloned())]);
        let mut spans = Vec::new();
        if from > 0 {
            spans.push(Span::styled("…", self.theme.faint()));
        }
        let mut at = from;
        for lexeme in document.file(FileId(0)).lexemes() {
            let range = lexeme.span.range();
            if range.end <= at {
                continue;
            }
            let start = range.start.max(at);
            spans.push(Span::raw(shown(&text[at..start])));
            spans.push(Span::styled(shown(&text[start..range.end]), self.theme.token(lexeme.class)));
            at = range.end;
        }
        spans.push(Span::raw(shown(&text[at.min(text.len())..])));
        spans.retain(|it| !it.content.is_empty());
        Line::from(spans)
    }
}

/// The lines without their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    if text.is_empty() { Vec::new() } else { text.split(|it| *it == b'\n').collect() }
}

fn plain(line: &[u8], from: usize) -> String {
    let cut = if from > 0 { "…" } else { "" };
    format!("{cut}{}", shown(&line[from.min(line.len())..line.len().min(from + LINE)]))
}

/// Bytes as a terminal can show them.
fn shown(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    harmless(&String::from_utf8_lossy(bytes).replace('\t', "    "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source<'static> {
        Source { theme: Theme::new(true), language: None }
    }

    fn texts(lines: &[Line<'_>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let before = b"a\nb\nint x = 1;\nc\nd\n";
        let after = b"a\nb\nint x;\nc\nd\n";
        let lines = source().change(before, after, 9);
        assert_eq!(texts(&lines), ["  b", "- int x = 1;", "+ int x;", "  c"]);
    }

    #[test]
    fn many_lines_that_went_are_counted() {
        let all: Vec<String> = (0..100).map(|it| format!("line {it}\n")).collect();
        let lines = source().change(all.concat().as_bytes(), b"line 0\nline 99\n", 9);
        assert_eq!(texts(&lines), ["  line 0", "- line 1", "- ⋯ 96 lines", "- line 98", "  line 99"]);
        assert_eq!(source().change(b"", b"", 9), Vec::<Line<'_>>::new());
        assert_eq!(texts(&source().change(b"x\n", b"", 9)), ["- x"]);
    }

    #[test]
    fn of_a_long_line_what_has_changed_is_shown() {
        let long = "x+".repeat(300);
        let (before, after) = (format!("{long}gone+y"), format!("{long}y"));
        let lines = texts(&source().change(before.as_bytes(), after.as_bytes(), 9));
        assert_eq!(lines, ["- …x+x+x+x+x+x+x+x+gone+y", "+ …x+x+x+x+x+x+x+x+y"]);
    }

    #[test]
    fn the_tail_of_a_text_says_how_much_is_above_and_shows_no_escapes() {
        assert_eq!(texts(&source().tail(b"a\nb\nc\n", 2)), ["⋯ 2 lines above", "c"]);
        assert_eq!(texts(&source().tail(b"\tx\x1b[31m\r\n", 2)), ["    x\u{fffd}[31m"]);
    }
}
