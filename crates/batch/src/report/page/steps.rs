//! What a step took away: the tokens, and the units that they were, by name.

use imara_diff::{Algorithm, Diff, InternedInput};
use lop_engine::Span;
use lop_engine::internal::{Document, File, FileId, Titles, Unit, token_spans};
use std::collections::HashMap;
use std::ops::Range;

use super::text::{counted, on_one_line};

/// So many units of a step are named.
const NAMED: usize = 4;
/// A longer piece of source is cut where it is quoted.
const LONG: usize = 32;
/// So far a deletion is moved to where it is a unit.
const SLIDE: usize = 64;

const FILE: FileId = FileId(0);

/// What became of a text in a step.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// The bytes of the old text that went, or gave way to others, in order.
    pub(super) gone: Vec<Range<usize>>,
    /// What that was, for people; code between backticks.
    pub(super) said: String,
}

/// What distinguishes `new` from `old`, token by token.
pub(super) fn step(old: &Document, new: &Document) -> Step {
    let changes = Changes::new(old.file(FILE), new.file(FILE));
    let titles = Titles::of(old, FILE);
    let hunks = changes.hunks();
    let opened = changes.opened(&hunks);
    let mut said = Said::default();
    said.became.extend(opened.iter().map(|it| changes.unwrapped(it, &hunks, &titles)));
    for (before, after) in &hunks {
        if after.is_empty() {
            let inside = |it: &Range<usize>| opened.iter().any(|unit| unit.contains(&it.start));
            for piece in changes.pieces(before).iter().filter(|it| !inside(it)) {
                said.take(&changes, &titles, piece);
            }
        } else {
            said.became.push((changes.old_text(before), changes.new_text(after)));
        }
    }
    let gone = hunks.iter().filter_map(|it| changes.bytes(&it.0)).collect();
    Step { gone, said: said.told(&changes) }
}

/// Tokens that went, and those that came in their place.
type Hunk = (Range<usize>, Range<usize>);

/// The tokens of two texts, and what begins at each of the old one.
struct Changes<'c> {
    old: &'c File,
    new: &'c File,
    before: Vec<Span>,
    after: Vec<Span>,
    /// By its first token what a unit is: one past its last token, and its span. Outer ones first.
    units: HashMap<usize, Vec<(usize, Span)>>,
}

impl<'c> Changes<'c> {
    fn new(old: &'c File, new: &'c File) -> Changes<'c> {
        let before = token_spans(old);
        let mut units: HashMap<usize, Vec<(usize, Span)>> = HashMap::new();
        for it in old.units().iter().map(Unit::span) {
            // Some end behind the line break that ends their line.
            let ends = before.partition_point(|token| token.start < it.end);
            units.entry(before.partition_point(|token| token.start < it.start)).or_default().push((ends, it));
        }
        Changes { old, new, before, after: token_spans(new), units }
    }

    /// The tokens that differ, in order, where each deletion stands where it is the fewest units.
    fn hunks(&self) -> Vec<Hunk> {
        let mut input: InternedInput<&[u8]> = InternedInput::default();
        input.update_before(self.before.iter().map(|it| &self.old.text[it.range()]));
        input.update_after(self.after.iter().map(|it| &self.new.text[it.range()]));
        let diff = Diff::compute(Algorithm::Histogram, &input);
        let wide = |it: Range<u32>| Range { start: it.start as usize, end: it.end as usize };
        let mut hunks: Vec<Hunk> = diff.hunks().map(|it| (wide(it.before), wide(it.after))).collect();
        for at in 0..hunks.len() {
            let low = at.checked_sub(1).map_or(0, |it| hunks[it].0.end);
            let high = hunks.get(at + 1).map_or(self.before.len(), |it| it.0.start);
            let (before, after) = &mut hunks[at];
            if Range::is_empty(after) && !Range::is_empty(before) {
                *before = self.slid(before.clone(), low..high);
            }
        }
        hunks
    }

    /// The same deletion where it covers the fewest units, between others.
    fn slid(&self, run: Range<usize>, within: Range<usize>) -> Range<usize> {
        let word = |at: usize| &self.old.text[self.before[at].range()];
        let same = |a: usize, b: usize| word(a) == word(b);
        let mut first = run.start;
        while first > within.start && run.start - first < SLIDE && same(first - 1, first - 1 + run.len()) {
            first -= 1;
        }
        let mut last = run.start;
        while last + run.len() < within.end && last - run.start < SLIDE && same(last, last + run.len()) {
            last += 1;
        }
        let places = (first..=last).map(|it| it..it + run.len());
        places.min_by_key(|it| self.pieces(it).len()).unwrap_or(run)
    }

    /// The largest units that make up these tokens, and the tokens that belong to none of them, as tokens.
    fn pieces(&self, run: &Range<usize>) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut at = run.start;
        while at < run.end {
            let ends = self.units_at(at).map(|it| it.0).filter(|it| *it <= run.end);
            let next = ends.max().unwrap_or(0).max(at + 1);
            pieces.push(at..next);
            at = next;
        }
        pieces
    }

    /// The outermost units that lost both of their ends and not all between, as tokens, in order.
    fn opened(&self, hunks: &[Hunk]) -> Vec<Range<usize>> {
        let mut gone = vec![false; self.before.len()];
        for (before, after) in hunks {
            gone[before.clone()].fill(after.is_empty());
        }
        let mut opened: Vec<Range<usize>> = Vec::new();
        for first in 0..gone.len() {
            let free = opened.last().is_none_or(|it| it.end <= first);
            let ends = self.units_at(first).map(|it| it.0);
            let is_open = |end: &usize| {
                let unit = &gone[first..*end];
                unit.len() > 2 && unit.len() < gone.len() && unit[unit.len() - 1] && unit.contains(&false)
            };
            if let Some(end) = ends.filter(is_open).max().filter(|_| free && gone[first]) {
                opened.push(first..end);
            }
        }
        opened
    }

    /// What such a unit is called, and what is left of it.
    fn unwrapped(&self, unit: &Range<usize>, hunks: &[Hunk], titles: &Titles<'_>) -> (String, String) {
        let text = self.old_text(unit);
        let title = match self.title(unit, titles) {
            Some(title) if title.contains('`') => title,
            Some(title) => format!("{title} {text}"),
            None => text,
        };
        let mut left = Vec::new();
        let mut at = unit.start;
        for (before, _) in hunks.iter().filter(|it| it.0.start < unit.end && unit.start < it.0.end) {
            left.extend((at < before.start).then(|| self.old_text(&(at..before.start))));
            at = before.end;
        }
        (title, left.join(" "))
    }

    fn units_at(&self, token: usize) -> impl Iterator<Item = (usize, Span)> {
        self.units.get(&token).into_iter().flatten().copied()
    }

    /// What a piece is called, if it is a unit of more than one token.
    fn title(&self, piece: &Range<usize>, titles: &Titles<'_>) -> Option<String> {
        let mut all = self.units_at(piece.start).filter(|it| piece.len() > 1 && it.0 == piece.end);
        let (_, span) = all.next()?;
        titles.of_span(span).filter(|it| !it.is_empty())
    }

    fn span(&self, tokens: &Range<usize>) -> Span {
        Span::new(self.before[tokens.start].start, self.before[tokens.end - 1].end)
    }

    fn bytes(&self, tokens: &Range<usize>) -> Option<Range<usize>> {
        (!tokens.is_empty()).then(|| self.span(tokens).range())
    }

    fn old_text(&self, tokens: &Range<usize>) -> String {
        quoted(&self.old.text, &self.before[tokens.clone()])
    }

    fn new_text(&self, tokens: &Range<usize>) -> String {
        quoted(&self.new.text, &self.after[tokens.clone()])
    }
}

/// The text of some tokens on one line, in backticks; nothing of none.
fn quoted(text: &[u8], tokens: &[Span]) -> String {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return String::new() };
    let text = String::from_utf8_lossy(&text[first.start as usize..last.end as usize]).into_owned();
    format!("`{}`", on_one_line(&text, LONG).replace('`', "'"))
}

/// What is told of a step.
#[derive(Default)]
struct Said {
    /// Titles of units, each with the text of the first, all its tokens, and how often it occurs.
    units: Vec<(String, String, usize, usize)>,
    /// Tokens that are no unit together, where they stand.
    tokens: Vec<Range<usize>>,
    /// What gave way to what, such as a unit to a part of it; the first is empty where something was added.
    became: Vec<(String, String)>,
}

impl Said {
    fn take(&mut self, changes: &Changes<'_>, titles: &Titles<'_>, piece: &Range<usize>) {
        match changes.title(piece, titles) {
            None => match self.tokens.last_mut() {
                Some(last) if last.end == piece.start => last.end = piece.end,
                _ => self.tokens.push(piece.clone()),
            },
            Some(title) => match self.units.iter_mut().find(|it| it.0 == title) {
                Some(known) => (known.2, known.3) = (known.2 + piece.len(), known.3 + 1),
                None => self.units.push((title, changes.old_text(piece), piece.len(), 1)),
            },
        }
    }

    /// The heaviest units first, then what was became, then the tokens.
    fn told(mut self, changes: &Changes<'_>) -> String {
        self.units.sort_by_key(|it| std::cmp::Reverse(it.2));
        let times = |(title, text, _, times): &(String, String, usize, usize)| match times {
            1 if title.contains('`') => title.clone(),
            1 => format!("{title} {text}"),
            _ => format!("{times} × {title}"),
        };
        let mut parts: Vec<String> = self.units.iter().take(NAMED).map(times).collect();
        let more: usize = self.units.iter().skip(NAMED).map(|it| it.3).sum();
        parts.extend((more > 0).then(|| format!("{more} more")));
        self.became.dedup();
        parts.extend(self.became.iter().take(NAMED).map(|(old, new)| match old.as_str() {
            "" => format!("{new} is new"),
            old => format!("{old} became {new}"),
        }));
        let more = self.became.len().saturating_sub(NAMED);
        parts.extend((more > 0).then(|| format!("{more} more became something else")));
        match &self.tokens[..] {
            few @ [_, ..] if few.len() <= NAMED => parts.extend(few.iter().map(|it| changes.old_text(it))),
            [] => {}
            many => parts.push(counted(many.iter().map(Range::len).sum::<usize>(), "token")),
        }
        if parts.is_empty() { "layout only".to_owned() } else { parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn said(old: &str, new: &str) -> (String, Vec<String>) {
        let parse = |it: &str| Document::parse([(Arc::from(it.as_bytes()), lop_languages::by_name("c"))]);
        let step = step(&parse(old), &parse(new));
        (step.said, step.gone.iter().map(|it| old[it.clone()].to_owned()).collect())
    }

    #[track_caller]
    fn says(old: &str, new: &str, expected: &str, gone: &[&str]) {
        let (said, went) = said(old, new);
        assert_eq!(
            (said.as_str(), went.iter().map(String::as_str).collect::<Vec<_>>()),
            (expected, gone.to_vec())
        );
    }

    #[test]
    fn a_step_names_the_units_that_it_took_away() {
        says("int a; int b;", "int b;", "variable `a`", &["int a;"]);
        says("int a; int b;", "int a;", "variable `b`", &["int b;"]);
        says(
            "int f(int a, int b) { g(); return a; }\nint h() { return 1; }",
            "int f(int a) { return a; }",
            "function `h`, expression statement `g();`, parameter `b`, `,`",
            &[", int b", "g();", "int h() { return 1; }"],
        );
        says("#include <a.h>\nint b;\n", "int b;\n", "preproc include `#include <a.h>`", &["#include <a.h>"]);
        says("f() { a(); b(); a(); }", "f() { b(); }", "2 × expression statement", &["a();", "a();"]);
    }

    #[test]
    fn a_unit_that_was_unwrapped_is_named_with_what_is_left() {
        says(
            "int f() { return g(1); }\nint b;",
            "g(1);\nint b;",
            "function `f` became `g(1);`",
            &["int f() { return", "}"],
        );
    }

    #[test]
    fn a_step_says_what_became_of_what_and_that_only_the_layout_changed() {
        says("int a = b + c;", "int a = b;", "`+ c`", &["+ c"]);
        says("int abc; int d = abc;", "int a; int d = a;", "`abc` became `a`", &["abc", "abc"]);
        says("int  a;", "int a;", "layout only", &[]);
    }

    #[test]
    fn without_a_grammar_a_step_counts_tokens() {
        let parse = |it: &str| Document::parse([(Arc::from(it.as_bytes()), None)]);
        assert_eq!(step(&parse("a b c d e f g"), &parse("b d f")).said, "`a`, `c`, `e`, `g`");
        assert_eq!(step(&parse("a b c d e f g h i j"), &parse("b d f h")).said, "6 tokens");
    }
}
