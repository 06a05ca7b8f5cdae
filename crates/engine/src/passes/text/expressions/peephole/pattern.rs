//! The little language of peephole rules, and how a rule is matched and applied.
//!
//! A pattern is a sequence of atoms between blanks: `$w` a word, `$n` a number, `$s` a literal, `$x` an operand (a
//! literal, or a name or a bracket with whatever brackets and members follow it), `$o` an operator, `()`, `[]`, `{}`, `<>` a
//! pair with its content, `…,` up to a comma; anything else stands for itself. In a replacement `$1` is what the first
//! atom matched, and anything else stands for itself.

use crate::document::File;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, brackets, content};
use crate::passes::text::spans;
use crate::thresholds::OPERAND_LINKS;
use crate::tokens::is_word;

/// One part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    Word,
    Number,
    Literal,
    Operand,
    Operator,
    Pair(u8),
    Text(&'static [u8]),
}

/// One part of a replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Matched(usize),
    Text(&'static [u8]),
}

/// What to find and what to put there, best first.
pub(super) struct Rule {
    pub(super) find: Vec<Atom>,
    with: Vec<Vec<Part>>,
}

impl Rule {
    /// Reads a row of the table.
    pub(super) fn parse(find: &'static str, with: &[&'static str]) -> Rule {
        let part = |it: &'static str| match it.strip_prefix('$').and_then(|it| it.parse::<usize>().ok()) {
            Some(number) => Part::Matched(number - 1),
            None => Part::Text(it.as_bytes()),
        };
        let parts = |it: &&'static str| it.split_whitespace().map(part).collect();
        Rule { find: find.split_whitespace().map(atom).collect(), with: with.iter().map(parts).collect() }
    }
}

fn atom(text: &'static str) -> Atom {
    match text {
        "$w" => Atom::Word,
        "$n" => Atom::Number,
        "$s" => Atom::Literal,
        "$x" => Atom::Operand,
        "$o" => Atom::Operator,
        "()" | "[]" | "{}" | "<>" => Atom::Pair(text.as_bytes()[0]),
        _ => Atom::Text(text.as_bytes()),
    }
}

/// Matches rules in one file.
pub(super) struct Matcher<'f> {
    file: &'f File,
    partners: Vec<usize>,
}

impl<'f> Matcher<'f> {
    /// Pairs the brackets of `file`.
    pub(super) fn new(file: &'f File) -> Matcher<'f> {
        let mut partners = brackets::partners(file.lexemes());
        for pair in brackets::angles(&file.text, file.lexemes()) {
            partners[pair.open] = pair.close;
        }
        Matcher { file, partners }
    }

    /// What `rule` proposes at lexeme `at`.
    pub(super) fn rewrite(&self, id: FileId, rule: &Rule, at: usize) -> Vec<EditSet> {
        let Some(found) = self.find(&rule.find, at) else { return Vec::new() };
        rule.with.iter().filter_map(|it| self.replace(id, &found, it)).collect()
    }

    /// The span that each atom matches from lexeme `at` on.
    fn find(&self, atoms: &[Atom], at: usize) -> Option<Vec<Span>> {
        let mut at = at;
        let mut spans = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            let end = self.atom(atom, at)?;
            spans.push(spans::span_of(self.file.lexemes(), at, end - 1));
            at = end;
        }
        Some(spans)
    }

    /// The end of what `atom` matches from lexeme `at` on.
    fn atom(&self, atom: Atom, at: usize) -> Option<usize> {
        let class = self.file.lexemes().get(at)?.class;
        let one = |it: bool| it.then_some(at + 1);
        match atom {
            Atom::Word => one(class == Class::Word),
            Atom::Number => one(class == Class::Number),
            Atom::Literal => one(self.is_literal(at)),
            Atom::Operand => self.operand(at),
            Atom::Operator => self.operator(at),
            Atom::Pair(bracket) => {
                let opens = spans::reads(self.file, at, &[bracket]) && self.partners[at] > at;
                opens.then(|| self.partners[at] + 1)
            }
            Atom::Text(text) => self.text(at, text),
        }
    }

    /// The lexeme after `text`, which may be several lexemes that touch.
    fn text(&self, at: usize, text: &[u8]) -> Option<usize> {
        let lexemes = self.file.lexemes();
        let start = lexemes[at].span.start as usize;
        let goal = start + text.len();
        if self.file.text.get(start..goal)? != text {
            return None;
        }
        let mut end = at;
        while lexemes.get(end).is_some_and(|it| (it.span.end as usize) < goal) {
            end += 1;
        }
        (lexemes.get(end)?.span.end as usize == goal).then_some(end + 1)
    }

    /// A literal, or a name or bracket with what follows it: calls, indices, members.
    fn operand(&self, at: usize) -> Option<usize> {
        let lexemes = self.file.lexemes();
        match lexemes[at].class {
            Class::Number => return Some(at + 1),
            Class::String => return self.is_literal(at).then_some(at + 1),
            Class::Word | Class::Open(b'(') => {}
            _ => return None,
        }
        let mut end = if lexemes[at].class == Class::Word { at + 1 } else { self.closed(at)? };
        for _ in 0..OPERAND_LINKS.get() {
            let member = [".", "->", "::"].iter().find_map(|it| {
                let name = self.text_at(end, it.as_bytes())?;
                (lexemes.get(name)?.class == Class::Word).then_some(name + 1)
            });
            let group = matches!(lexemes.get(end).map(|it| it.class), Some(Class::Open(b'(' | b'[')));
            match member.or_else(|| group.then(|| self.closed(end)).flatten()) {
                Some(next) => end = next,
                None => break,
            }
        }
        Some(end)
    }

    /// True for a literal with quotes, not for a part of one.
    fn is_literal(&self, at: usize) -> bool {
        let lexeme = self.file.lexemes()[at];
        lexeme.class == Class::String && content(lexeme.of(&self.file.text)).is_some()
    }

    fn text_at(&self, at: usize, text: &[u8]) -> Option<usize> {
        (at < self.file.lexemes().len()).then(|| self.text(at, text)).flatten()
    }

    fn closed(&self, open: usize) -> Option<usize> {
        (self.partners[open] > open).then(|| self.partners[open] + 1)
    }

    /// Up to three signs that touch and are no separators.
    fn operator(&self, at: usize) -> Option<usize> {
        let lexemes = self.file.lexemes();
        let sign = |at: usize| {
            let is_punct = lexemes.get(at).is_some_and(|it| it.class == Class::Punct);
            is_punct && !lexemes[at].of(&self.file.text).iter().any(|it| b";,:?#@\\\"'`".contains(it))
        };
        let mut end = at;
        while end < at + 3 && sign(end) && (end == at || lexemes[end - 1].span.end == lexemes[end].span.start)
        {
            end += 1;
        }
        (end > at).then_some(end)
    }

    /// The edits of one replacement: cuts where it only leaves out, so that they merge with others; `None` when
    /// it does not lower the rank.
    fn replace(&self, id: FileId, found: &[Span], with: &[Part]) -> Option<EditSet> {
        let kept: Vec<usize> = with.iter().filter_map(|it| matched(*it)).collect();
        if kept.len() == with.len() && kept.is_sorted() {
            let cut = (0..found.len()).filter(|it| !kept.contains(it));
            return Some(cut.map(|it| Edit::delete(id, found[it])).collect())
                .filter(|it: &EditSet| !it.is_empty());
        }
        let whole = Span::new(found[0].start, found[found.len() - 1].end);
        let mut text: Vec<u8> = Vec::new();
        for part in with.iter().map(|it| self.part(found, *it)) {
            // Words keep apart, signs stand as close as they can.
            if let [.., last] = text[..]
                && is_word(last)
                && is_word(part[0])
            {
                text.push(b' ');
            }
            text.extend_from_slice(part);
        }
        let lower = spans::lowers(&self.file.text[whole.range()], &text);
        (lower && !self.is_member(whole, &text)).then(|| EditSet::replace(id, whole, text))
    }

    /// True for a number next to a dot: never what a member stands for, and it takes a space.
    fn is_member(&self, place: Span, with: &[u8]) -> bool {
        let dot = |at: Option<usize>| at.and_then(|it| self.file.text.get(it)) == Some(&b'.');
        let dots = dot((place.start as usize).checked_sub(1)) || dot(Some(place.end as usize));
        dots && with.first().is_some_and(u8::is_ascii_digit)
    }

    fn part<'a>(&'a self, found: &[Span], part: Part) -> &'a [u8] {
        match part {
            Part::Matched(index) => &self.file.text[found[index].range()],
            Part::Text(text) => text,
        }
    }
}

fn matched(part: Part) -> Option<usize> {
    match part {
        Part::Matched(index) => Some(index),
        Part::Text(_) => None,
    }
}
