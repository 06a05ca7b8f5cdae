//! What kinds of nodes a symbol that has none itself may turn into.

use std::collections::HashSet;

use super::facts::{Expr, Facts};

/// The names of those nodes, and whether they are of rules.
pub(super) fn names<'f>(facts: &'f Facts, symbol: &'f str) -> Vec<(&'f str, bool)> {
    let (mut all, mut seen, mut open) = (Vec::new(), HashSet::from([symbol]), vec![symbol]);
    while let Some(symbol) = open.pop() {
        let mut parts: Vec<&Expr> = facts.body(symbol).into_iter().collect();
        while let Some(part) = parts.pop() {
            match part {
                Expr::Symbol(name) if !facts.is_hidden(name) => all.push((&**name, true)),
                Expr::Symbol(name) => {
                    if seen.insert(name) {
                        open.push(name);
                    }
                }
                Expr::Token { text, visible: true, .. } => all.push((&**text, false)),
                Expr::Token { .. } => {}
                Expr::Alias { name, named, .. } => all.push((&**name, *named)),
                Expr::Seq(inner) | Expr::Choice(inner) => parts.extend(inner),
                Expr::Optional(inner) | Expr::Repeat(inner, _) => parts.push(inner),
            }
        }
    }
    all
}
