//! `ternaries`: decides `a ? b : c`, `b if a else c`, `a || b` and the like.
//!
//! Before:
//! ```text
//! x = a ? b : f(c);
//! ```
//! After:
//! ```text
//! x = f(c);
//! ```
//! For each `?` with a `:` in the same brackets, for each `if` with something before it and an `else` after it, for each
//! `||`, `&&`, `??`, `or` and `and`: one of the operands, shortest first.

use crate::passes::text::spans;
use std::cell::Cell;

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, brackets};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{OPERAND_REACH, OPERAND_STEPS, SITES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "ternaries",
    summary: "replace a ? b : c, b if a else c, a || b by one of them",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let scanner =
        Scanner { file, partners: brackets::partners(file.lexemes()), left: Cell::new(OPERAND_STEPS.get()) };
    let marks = (0..file.lexemes().len()).rev().filter_map(|it| Some((it, scanner.mark(it)?)));
    for operands in marks.take(SITES.get()).filter_map(|(at, mark)| scanner.operands(at, mark)) {
        let whole = Span::new(operands[0].start, operands[operands.len() - 1].end);
        let mut kept = operands;
        kept.sort_by_key(|it| it.len());
        let keep = |it: Span| -> EditSet {
            let around = [Span::new(whole.start, it.start), Span::new(it.end, whole.end)];
            around.into_iter().map(|it| Edit::delete(id, it)).collect()
        };
        sites.alternatives(kept.into_iter().map(keep).collect());
    }
}

/// What makes a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `a ? b : c`.
    Question,
    /// `b if a else c`.
    If,
    /// An operator of so many lexemes.
    Operator(usize),
}

struct Scanner<'f> {
    file: &'f File,
    partners: Vec<usize>,
    /// How many more lexemes may be looked at.
    left: Cell<usize>,
}

impl Scanner<'_> {
    /// What stands at lexeme `at`, if it makes a choice.
    fn mark(&self, at: usize) -> Option<Mark> {
        let lexeme = self.file.lexemes()[at];
        let text = &self.file.text[lexeme.span.start as usize..];
        match lexeme.class {
            Class::Punct => {
                let double = [b"||" as &[u8], b"&&", b"??"].iter().any(|it| text.starts_with(it));
                match (double, lexeme.span.len()) {
                    (true, 1) => Some(Mark::Operator(2)),
                    (true, 2) => Some(Mark::Operator(1)),
                    (_, 1) if text[0] == b'?' => Some(Mark::Question),
                    _ => None,
                }
            }
            Class::Word | Class::Keyword => match lexeme.of(&self.file.text) {
                b"or" | b"and" => Some(Mark::Operator(1)),
                b"if" => Some(Mark::If),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operands of the choice at `at`, in order.
    fn operands(&self, at: usize, mark: Mark) -> Option<Vec<Span>> {
        let span =
            |from: usize, to: usize| (from <= to).then(|| spans::span_of(self.file.lexemes(), from, to));
        let before = span(self.start(at)?, at.checked_sub(1)?)?;
        if let Mark::Operator(length) = mark {
            let last = at + length - 1;
            return Some(vec![before, span(last + 1, self.end(last)?)?]);
        }
        let middle = if mark == Mark::Question { self.colon(at)? } else { self.otherwise(at)? };
        Some(vec![before, span(at + 1, middle - 1)?, span(middle + 1, self.end(middle)?)?])
    }

    /// The `else` of the `if` at `mark`, on its line and in its brackets.
    fn otherwise(&self, mark: usize) -> Option<usize> {
        let lexemes = self.file.lexemes();
        let mut at = mark + 1;
        for _ in self.steps() {
            let lexeme = lexemes.get(at)?;
            let ends = matches!(lexeme.class, Class::Close(_))
                || [b";" as &[u8], b",", b":", b"{", b"if"].contains(&lexeme.of(&self.file.text));
            if ends {
                return None;
            }
            if spans::reads(self.file, at, b"else") {
                return (at > mark + 1).then_some(at);
            }
            at = self.partners[at].max(at) + 1;
        }
        None
    }

    /// Counts steps until an operand is too long or all have been made.
    fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        let left = || self.left.get().checked_sub(1).inspect(|&it| self.left.set(it));
        (0..OPERAND_REACH.get()).map_while(move |_| left())
    }

    /// The first lexeme of the condition that ends before `mark`.
    fn start(&self, mark: usize) -> Option<usize> {
        let mut first = mark;
        for _ in self.steps() {
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
        for _ in self.steps() {
            match self.file.lexemes().get(at)?.class {
                Class::Close(_) => return None,
                Class::Punct if spans::reads(self.file, at, b";") => return None,
                Class::Punct if spans::reads(self.file, at, b"?") => depth += 1,
                Class::Punct if spans::reads(self.file, at, b":") && depth == 0 => return Some(at),
                Class::Punct if spans::reads(self.file, at, b":") => depth -= 1,
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
        for _ in self.steps() {
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
    use super::*;
    use crate::passes::text::testing::{c, candidates, js, plain};

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
    fn choices_by_words_and_by_operators_give_way_to_their_operands() {
        assert_eq!(
            candidates(&PASS, &plain("x = f(a) if bb else c\n")),
            ["x = c\n", "x = bb\n", "x = f(a)\n"]
        );
        assert_eq!(candidates(&PASS, &plain("x = a or not b;")), ["x = a;", "x = not b;"]);
        assert_eq!(candidates(&PASS, &plain("f(a ?? b.c, d)")), ["f(a, d)", "f(b.c, d)"]);
        assert_eq!(candidates(&PASS, &js("x = a || b;")), ["x = a;", "x = b;"]);
        assert!(candidates(&PASS, &plain("if a { b } else { c }")).is_empty());
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
