//! `fold-conditionals`: decides `#if`: keeps one branch, or none.
//!
//! Before:
//! ```text
//! #ifdef A
//! int a;
//! #else
//! int b;
//! #endif
//! ```
//! After:
//! ```text
//! int b;
//! ```
//! First all at once: those on a constant such as `#if 0` are decided, each takes its first branch, each its last, each
//! name that several ask for is defined, is not.
//! Then every conditional on its own: without it, then each branch in its place, smallest first.

use std::collections::BTreeMap;

use super::directives::{Directive, directives};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "fold-conditionals",
    summary: "decide #if and #ifdef: keep one branch or none",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let text = &document.file(id).text;
    let all = conditionals(text);
    sites.list(all.iter().filter_map(|it| it.decided(id)).collect());
    if all.len() > 1 {
        sites.list(all.iter().map(|it| it.keep(id, Some(0))).collect());
        sites.list(all.iter().map(|it| it.keep(id, it.last())).collect());
        sites.delete_list(id, outermost(&all));
    }
    for group in by_name(&all) {
        let decide = |defined: bool| -> EditSet {
            let of = |it: &&Conditional| it.keep(id, it.branch_if(defined)).edits().to_vec();
            group.iter().flat_map(of).collect()
        };
        sites.alternatives(vec![decide(false), decide(true)]);
    }
    for conditional in &all {
        let mut branches: Vec<usize> = (0..conditional.branches()).collect();
        branches.sort_by_key(|&it| conditional.branch(it).len());
        let choices = std::iter::once(None).chain(branches.into_iter().map(Some));
        sites.alternatives(choices.map(|it| conditional.keep(id, it)).collect());
    }
}

/// One `#if` up to its `#endif`.
#[derive(Debug)]
struct Conditional<'t> {
    /// `#if`, every `#elif` and `#else` of it, `#endif`.
    directives: Vec<Directive>,
    /// True when its last branch is an `#else`.
    has_else: bool,
    /// For a condition that asks for a single name: the name, and whether the first branch wants it defined.
    asks: Option<(&'t [u8], bool)>,
    /// For a condition that is a number: whether it holds.
    constant: Option<bool>,
}

impl Conditional<'_> {
    fn branches(&self) -> usize {
        self.directives.len() - 1
    }

    fn branch(&self, index: usize) -> Span {
        Span::new(self.directives[index].cut.end, self.directives[index + 1].cut.start)
    }

    fn whole(&self) -> Span {
        Span::new(self.directives[0].cut.start, self.directives[self.branches()].cut.end)
    }

    /// The branch that stays when no condition holds.
    fn last(&self) -> Option<usize> {
        self.has_else.then(|| self.branches() - 1)
    }

    /// Leaves the branch that a constant tells to, if it does.
    fn decided(&self, id: FileId) -> Option<EditSet> {
        match (self.constant?, self.branches()) {
            (true, _) => Some(self.keep(id, Some(0))),
            (false, 1) => Some(self.keep(id, None)),
            (false, 2) if self.has_else => Some(self.keep(id, Some(1))),
            (false, _) => None,
        }
    }

    fn branch_if(&self, defined: bool) -> Option<usize> {
        match self.asks {
            Some((_, wanted)) if wanted == defined => Some(0),
            _ => self.last(),
        }
    }

    /// Leaves only one branch, or nothing.
    fn keep(&self, id: FileId, branch: Option<usize>) -> EditSet {
        let whole = self.whole();
        let Some(kept) = branch.map(|it| self.branch(it)) else { return EditSet::delete(id, whole) };
        [Span::new(whole.start, kept.start), Span::new(kept.end, whole.end)]
            .into_iter()
            .map(|it| Edit::delete(id, it))
            .collect()
    }
}

/// All conditionals of `text` that have an end, by their start.
fn conditionals(text: &[u8]) -> Vec<Conditional<'_>> {
    let mut done = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    for directive in directives(text) {
        let (word, rest) = split(&text[directive.visible.range()]);
        match word {
            b"if" | b"ifdef" | b"ifndef" => {
                let asks = asked_name(word, rest);
                let constant = constant(rest).filter(|_| word == b"if");
                open.push(Conditional { directives: vec![directive], has_else: false, asks, constant });
            }
            b"elif" | b"elifdef" | b"elifndef" | b"else" | b"endif" => {
                let Some(mut conditional) = open.pop() else { continue };
                conditional.directives.push(directive);
                conditional.has_else |= word == b"else";
                if word == b"endif" { done.push(conditional) } else { open.push(conditional) }
            }
            _ => {}
        }
    }
    done.sort_by_key(|it| it.whole().start);
    done
}

/// The word of a directive and what follows it.
fn split(directive: &[u8]) -> (&[u8], &[u8]) {
    let text = directive[1..].trim_ascii_start();
    let end = text.iter().position(|it| !it.is_ascii_alphabetic()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii())
}

/// Whether a condition that is a number holds.
fn constant(condition: &[u8]) -> Option<bool> {
    let digits = !condition.is_empty() && condition.iter().all(u8::is_ascii_digit);
    digits.then(|| condition.iter().any(|&it| it != b'0'))
}

/// The one name that a condition asks for, and whether it wants it defined.
fn asked_name<'t>(word: &[u8], condition: &'t [u8]) -> Option<(&'t [u8], bool)> {
    let (negated, condition) = match condition.strip_prefix(b"!") {
        Some(rest) => (true, rest.trim_ascii()),
        None => (false, condition),
    };
    let name = match condition.strip_prefix(b"defined") {
        Some(rest) => {
            let rest = rest.trim_ascii();
            rest.strip_prefix(b"(").and_then(|it| it.strip_suffix(b")")).unwrap_or(rest).trim_ascii()
        }
        None => condition,
    };
    let is_name = name.first().is_some_and(|it| !it.is_ascii_digit())
        && name.iter().copied().all(crate::tokens::is_word);
    is_name.then_some((name, negated == (word == b"ifndef")))
}

/// The conditionals that ask for the same name, where there are several.
fn by_name<'a, 't>(all: &'a [Conditional<'t>]) -> Vec<Vec<&'a Conditional<'t>>> {
    let mut groups: BTreeMap<&[u8], Vec<&Conditional>> = BTreeMap::new();
    for conditional in all {
        if let Some((name, _)) = conditional.asks {
            groups.entry(name).or_default().push(conditional);
        }
    }
    groups.into_values().filter(|it| it.len() > 1).collect()
}

fn outermost(all: &[Conditional]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for span in all.iter().map(Conditional::whole) {
        if spans.last().is_none_or(|it| it.end <= span.start) {
            spans.push(span);
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn one_conditional_goes_or_leaves_a_branch_smallest_first() {
        let text = "x\n#if A\naa\n#elif B\nb\n#else\nccc\n#endif\ny\n";
        assert_eq!(candidates(&PASS, &plain(text)), ["x\ny\n", "x\nb\ny\n", "x\naa\ny\n", "x\nccc\ny\n"]);
    }

    #[test]
    fn constant_conditions_are_decided_first() {
        let text = "#if 0\na\n#else\nb\n#endif\n#if 1\nc\n#endif\n#if 0\nd\n#elif X\ne\n#endif\n";
        let found = candidates(&PASS, &plain(text));
        assert_eq!(found[0], "b\nc\n#if 0\nd\n#elif X\ne\n#endif\n", "X is nobody's to decide");
    }

    #[test]
    fn conditionals_on_one_name_are_decided_together() {
        let text = "#ifdef A\na\n#endif\n#if !defined(A)\nb\n#else\nc\n#endif\n";
        let found = candidates(&PASS, &plain(text));
        assert_eq!(found[0], "a\nb\n", "each takes its first branch");
        assert!(found.contains(&"b\n".to_owned()), "A is not defined");
        assert!(found.contains(&"a\nc\n".to_owned()), "A is defined");
    }

    #[test]
    fn nested_conditionals_merge_and_strays_are_ignored() {
        let text = "#endif\n#if A\n#if B\nb\n#endif\na\n#endif\n#else\n#if C\n";
        let found = candidates(&PASS, &plain(text));
        assert_eq!(found[0], "#endif\nb\na\n#else\n#if C\n");
    }
}
