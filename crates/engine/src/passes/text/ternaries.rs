//! `ternaries`: decides `a ? b : c`.
//!
//! Before:
//! ```text
//! x = a ? b : f(c);
//! ```
//! After:
//! ```text
//! x = f(c);
//! ```
//! For each `?` with a `:` in the same brackets: one of the three operands, shortest first.

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, brackets};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "ternaries",
    summary: "replace a ? b : c by one of them",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// How many lexemes an operand is followed to either side.
const REACH: usize = 2_000;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let scanner = Scanner { file, partners: brackets::partners(file.lexemes()) };
    let marks = (0..file.lexemes().len()).rev().filter(|&it| super::reads(file, it, b"?"));
    for operands in marks.filter_map(|it| scanner.operands(it)).take(super::MANY) {
        let whole = Span::new(operands[0].start, operands[2].end);
        let mut kept = operands.to_vec();
        kept.sort_by_key(|it| it.len());
        let keep = |it: Span| -> EditSet {
            let around = [Span::new(whole.start, it.start), Span::new(it.end, whole.end)];
            around.into_iter().map(|it| Edit::delete(id, it)).collect()
        };
        sites.alternatives(kept.into_iter().map(keep).collect());
    }
}

struct Scanner<'f> {
    file: &'f File,
    partners: Vec<usize>,
}

impl Scanner<'_> {
    /// The three operands of the `?` at `mark`.
    fn operands(&self, mark: usize) -> Option<[Span; 3]> {
        let first = self.start(mark)?;
        let colon = self.colon(mark)?;
        let last = self.end(colon)?;
        let span =
            |from: usize, to: usize| (from <= to).then(|| super::span_of(self.file.lexemes(), from, to));
        Some([span(first, mark.checked_sub(1)?)?, span(mark + 1, colon - 1)?, span(colon + 1, last)?])
    }

    /// The first lexeme of the condition that ends before `mark`.
    fn start(&self, mark: usize) -> Option<usize> {
        let mut first = mark;
        for _ in 0..REACH {
            let Some(before) = first.checked_sub(1) else { break };
            let class = self.file.lexemes()[before].class;
            let operand = first < mark && self.is_operand(first);
            if matches!(class, Class::Open(_))
                || self.ends_expression(before)
                || (operand && self.is_word(before))
            {
                break;
            }
            first = if matches!(class, Class::Close(_)) { self.partners[before].min(before) } else { before };
        }
        (first < mark).then_some(first)
    }

    fn colon(&self, mark: usize) -> Option<usize> {
        let mut depth = 0;
        let mut at = mark + 1;
        for _ in 0..REACH {
            match self.file.lexemes().get(at)?.class {
                Class::Close(_) => return None,
                Class::Punct if super::reads(self.file, at, b";") => return None,
                Class::Punct if super::reads(self.file, at, b"?") => depth += 1,
                Class::Punct if super::reads(self.file, at, b":") && depth == 0 => return Some(at),
                Class::Punct if super::reads(self.file, at, b":") => depth -= 1,
                _ => {}
            }
            at = self.partners[at].max(at) + 1;
        }
        None
    }

    /// The last lexeme of what starts after `colon`.
    fn end(&self, colon: usize) -> Option<usize> {
        let mut depth = 0;
        let mut at = colon + 1;
        for _ in 0..REACH {
            let Some(lexeme) = self.file.lexemes().get(at) else { break };
            let ends = match lexeme.class {
                Class::Close(_) => true,
                Class::Punct => match lexeme.of(&self.file.text) {
                    b";" | b"," => true,
                    b"?" => {
                        depth += 1;
                        false
                    }
                    b":" if depth == 0 => true,
                    b":" => {
                        depth -= 1;
                        false
                    }
                    _ => false,
                },
                _ => false,
            };
            if ends {
                break;
            }
            at = self.partners[at].max(at) + 1;
        }
        (at > colon + 1).then(|| at - 1)
    }

    /// True for what cannot stand in a condition: separators and a plain `=`.
    fn ends_expression(&self, at: usize) -> bool {
        let text = self.file.lexemes()[at].of(&self.file.text);
        let next_to =
            |at: Option<usize>, marks: &[u8]| at.is_some_and(|it| marks.contains(&self.file.text[it]));
        match text {
            b";" | b"," | b"?" | b":" => true,
            b"=" => {
                let span = self.file.lexemes()[at].span;
                let after = Some(span.end as usize).filter(|&it| it < self.file.text.len());
                !next_to((span.start as usize).checked_sub(1), b"=!<>") && !next_to(after, b"=")
            }
            _ => false,
        }
    }

    fn is_operand(&self, at: usize) -> bool {
        !matches!(self.file.lexemes()[at].class, Class::Punct | Class::Close(_) | Class::Open(b'[' | b'('))
    }

    fn is_word(&self, at: usize) -> bool {
        matches!(self.file.lexemes()[at].class, Class::Word | Class::Keyword)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{c, candidates, plain};
    use super::*;

    #[test]
    fn a_choice_gives_way_to_each_operand_shortest_first() {
        assert_eq!(
            candidates(&PASS, &plain("x = a ? bbb : f(c), d;")),
            ["x = a, d;", "x = bbb, d;", "x = f(c), d;"]
        );
        assert_eq!(
            candidates(&PASS, &plain("return f(a) == b ? 1 : 22;")),
            ["return 1;", "return 22;", "return f(a) == b;"]
        );
    }

    #[test]
    fn choices_nest_and_a_lone_question_mark_is_none() {
        let found = candidates(&PASS, &c("x = a ? b ? c : d : ee;"));
        assert!(
            found.contains(&"x = b ? c : d;".to_owned()) && found.contains(&"x = a ? c : ee;".to_owned())
        );
        assert!(candidates(&PASS, &plain("f(x?); y?.z")).is_empty());
    }
}
