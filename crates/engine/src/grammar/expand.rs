//! A rule as the children of its node see it: hidden rules pasted in, tokens without a node left out.

use super::facts::{Expr, Facts};
use super::set::IdSet;
use super::shape::{Shape, Slot, choice, optional, repeat, seq};
use super::symbols::Symbols;
use crate::thresholds::{RULE_PLACES, RULE_RECURSION};

/// The shape of a rule's body. Hidden rules that contain themselves are followed `RULE_RECURSION` times.
/// `stand_ins` has for each rule the ids of those that may stand for it, and may be empty.
pub(super) fn rule(facts: &Facts, symbols: &Symbols, stand_ins: &[IdSet], rule: usize) -> Shape {
    let mut expander = Expander { facts, symbols, stand_ins, stack: Vec::new(), budget: RULE_PLACES.get() };
    expander.expand(&facts.rules[rule].body, None)
}

#[derive(Clone, Copy)]
struct Shown<'f> {
    name: &'f str,
    named: bool,
}

struct Expander<'f> {
    facts: &'f Facts,
    symbols: &'f Symbols,
    stand_ins: &'f [IdSet],
    /// The hidden rules being pasted.
    stack: Vec<&'f str>,
    budget: usize,
}

impl<'f> Expander<'f> {
    fn expand(&mut self, expr: &'f Expr, shown: Option<Shown<'f>>) -> Shape {
        match expr {
            Expr::Symbol(name) => self.symbol(name, shown),
            Expr::Token { text, visible, .. } => self.token(text, *visible, shown),
            Expr::Seq(members) => seq(members.iter().map(|it| self.expand(it, shown)).collect()),
            Expr::Choice(members) => choice(members.iter().map(|it| self.expand(it, shown)).collect()),
            Expr::Optional(it) => optional(self.expand(it, shown)),
            Expr::Repeat(it, once) => repeat(self.expand(it, shown), usize::from(*once)),
            Expr::Alias { name, named, content } => self.expand(content, Some(Shown { name, named: *named })),
        }
    }

    fn symbol(&mut self, name: &'f str, shown: Option<Shown<'f>>) -> Shape {
        let pasted = if shown.is_some() { self.facts.is_inline(name) } else { self.facts.is_hidden(name) };
        if !pasted {
            return self.slot(name, shown);
        }
        let Some(body) = self.facts.body(name) else { return Shape::Empty };
        if self.stack.iter().filter(|it| **it == name).count() >= RULE_RECURSION.get() {
            return Shape::Never;
        }
        self.stack.push(name);
        let shape = self.expand(body, shown);
        self.stack.pop();
        shape
    }

    /// A child made by the rule, or the scanner's token, `name`. Two rules may be shown under one name with different
    /// children, so where the rule's own ids are known it is they that count, with those of what can stand for it, and
    /// the name only where they are not.
    fn slot(&mut self, name: &str, shown: Option<Shown<'f>>) -> Shape {
        let kinds =
            shown.map_or_else(|| self.symbols.named(name, true), |it| self.symbols.named(it.name, it.named));
        let own = self.symbols.of_rule(name);
        let slot = match own {
            Some(mut symbols) if !self.facts.is_token(name) => {
                let rule = self.facts.index.get(name);
                if let Some(others) = rule.and_then(|&it| self.stand_ins.get(it)) {
                    symbols.add(others);
                }
                Slot { symbols, kinds: IdSet::default() }
            }
            Some(symbols) => Slot { symbols, kinds },
            None => Slot { symbols: self.symbols.named(name, true), kinds },
        };
        self.spend(slot)
    }

    fn token(&mut self, text: &str, visible: bool, shown: Option<Shown<'f>>) -> Shape {
        let literal = if visible { self.symbols.named(text, false) } else { IdSet::default() };
        match shown {
            None if !visible => Shape::Hidden,
            None => self.spend(Slot { symbols: literal.clone(), kinds: literal }),
            Some(it) => {
                let kinds = self.symbols.named(it.name, it.named);
                self.spend(Slot { symbols: literal, kinds })
            }
        }
    }

    fn spend(&mut self, slot: Slot) -> Shape {
        self.budget = self.budget.saturating_sub(1);
        // A symbol the parser has no id for is never made.
        let known = !slot.kinds.is_empty() || !slot.symbols.is_empty();
        if self.budget == 0 || !known { Shape::Never } else { Shape::Slot(slot) }
    }
}
