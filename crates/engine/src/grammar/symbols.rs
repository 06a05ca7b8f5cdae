//! Which ids of a parser mean which symbols of its grammar.
//!
//! A parser has one id per symbol and alias, and several ids may share a name: a symbol that is always shown under an
//! alias has lost its own. The ids of rules come in the order of the rules, which tells such namesakes apart.

use std::collections::{BTreeMap, HashMap};

use super::facts::{Expr, Facts};
use super::set::IdSet;
use crate::syntax::Syntax;

/// A node of the tree as the matcher sees it: `Node::kind_id` and `Node::grammar_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// What the tree shows, aliases applied.
    pub kind: u16,
    /// The grammar's own symbol.
    pub symbol: u16,
}

/// The ids of a parser, by the symbol they stand for.
#[derive(Debug)]
pub(crate) struct Symbols {
    /// How many ids there are.
    pub count: usize,
    /// By name and whether it is a rule's: all ids of that name.
    by_name: HashMap<(Box<str>, bool), Vec<u16>>,
    /// By rule: the ids that are this rule and no namesake.
    by_rule: HashMap<Box<str>, Vec<u16>>,
    /// By id: the rules a node of that symbol or kind may have been made by, likeliest first.
    rules: Vec<Vec<usize>>,
    /// By id: the one rule it stands for, where that is settled.
    settled: Vec<Option<usize>>,
    /// By name: the rules that are settled and shown under it, where there are several.
    namesakes: Vec<Vec<usize>>,
}

impl Symbols {
    /// Reads the parser's names and settles namesakes.
    pub(crate) fn new(facts: &Facts, syntax: &Syntax) -> Symbols {
        let count = syntax.kinds();
        let mut by_name: HashMap<(Box<str>, bool), Vec<u16>> = HashMap::new();
        for id in (0..count).filter_map(|it| u16::try_from(it).ok()) {
            if let Some(name) = syntax.kind_name(id) {
                by_name.entry((name.into(), syntax.is_named(id))).or_default().push(id);
            }
        }
        let aliases = Aliases::of(facts);
        let mut symbols = Symbols {
            count,
            by_name,
            by_rule: HashMap::new(),
            rules: vec![Vec::new(); count],
            settled: vec![None; count],
            namesakes: Vec::new(),
        };
        symbols.settle_namesakes(facts, &aliases);
        symbols.group_namesakes(facts, &aliases);
        symbols.list_rules(facts, &aliases);
        symbols
    }

    /// All ids with this name, as a set.
    pub(crate) fn named(&self, name: &str, named: bool) -> IdSet {
        IdSet::of(self.count, self.ids(name, named).iter().copied())
    }

    /// The ids of this rule alone; none if it cannot be told from a namesake.
    pub(crate) fn of_rule(&self, rule: &str) -> Option<IdSet> {
        self.by_rule.get(rule).map(|ids| IdSet::of(self.count, ids.iter().copied()))
    }

    /// The rule that alone has this id.
    pub(crate) fn settled_rule(&self, id: u16) -> Option<usize> {
        self.settled.get(usize::from(id)).copied().flatten()
    }

    /// All pairs of different rules that have ids of their own and are shown under a common name.
    pub(crate) fn namesakes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = |group: &'_ Vec<usize>| {
            let all = group.clone();
            let others = all.clone();
            all.into_iter().flat_map(move |one| others.clone().into_iter().map(move |other| (one, other)))
        };
        self.namesakes.iter().flat_map(pairs).filter(|(one, other)| one != other)
    }

    /// The rules that may have made a node, likeliest first.
    pub(crate) fn rules(&self, symbol: u16, kind: u16) -> impl Iterator<Item = usize> + '_ {
        let of = |id: u16| self.rules.get(usize::from(id)).map(Vec::as_slice).unwrap_or_default();
        let first = of(symbol);
        let others = if kind == symbol { &[] } else { of(kind) };
        first.iter().chain(others.iter().filter(|it| !first.contains(it))).copied()
    }

    pub(crate) fn ids(&self, name: &str, named: bool) -> &[u16] {
        self.by_name.get(&(name.into(), named)).map(Vec::as_slice).unwrap_or_default()
    }

    fn settle_namesakes(&mut self, facts: &Facts, aliases: &Aliases) {
        let mut shown: BTreeMap<(&str, bool), Vec<&str>> = BTreeMap::new();
        for rule in &facts.rules {
            let own = !self.ids(&rule.name, true).is_empty() && !aliases.always(&rule.name);
            let alias = if own { None } else { aliases.only(&rule.name) };
            shown.entry(alias.unwrap_or((&rule.name, true))).or_default().push(&rule.name);
        }
        for (&(name, named), rules) in &shown {
            // Rules that are tokens come in another order, so namesakes among them stay unsettled.
            let ids = self.ids(name, named).to_vec();
            if let [rule] = rules[..]
                && rule == name
                && ids.len() == 1
            {
                self.by_rule.insert(rule.into(), ids);
            } else if ids.len() == rules.len() && rules.iter().all(|it| !facts.is_token(it)) {
                for (rule, id) in rules.iter().zip(ids) {
                    self.by_rule.insert((*rule).into(), vec![id]);
                }
            }
        }
    }

    fn group_namesakes(&mut self, facts: &Facts, aliases: &Aliases) {
        let mut shown: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        for (index, rule) in facts.rules.iter().enumerate() {
            let Some(ids) = self.by_rule.get(&rule.name) else { continue };
            for &id in ids {
                self.settled[usize::from(id)] = Some(index);
            }
            if facts.is_token(&rule.name) {
                continue;
            }
            let names = aliases.of.get(&*rule.name).into_iter().flatten();
            for name in names.map(|(name, named)| (&**name, *named)).chain([(&*rule.name, true)]) {
                shown.entry(name).or_default().push(index);
            }
        }
        self.namesakes = shown.into_values().filter(|it| it.len() > 1).collect();
    }

    /// First the rules that are settled, then those of that name, then those that are shown under it somewhere.
    fn list_rules(&mut self, facts: &Facts, aliases: &Aliases) {
        for (index, rule) in facts.rules.iter().enumerate() {
            let ids = self.by_rule.get(&rule.name).cloned().unwrap_or_default();
            self.list_rule(index, &ids);
        }
        for (index, rule) in facts.rules.iter().enumerate() {
            let ids = self.ids(&rule.name, true).to_vec();
            self.list_rule(index, &ids);
        }
        for (index, rule) in facts.rules.iter().enumerate() {
            for (name, named) in aliases.of.get(&*rule.name).into_iter().flatten() {
                let ids = self.ids(name, *named).to_vec();
                self.list_rule(index, &ids);
            }
        }
    }

    fn list_rule(&mut self, index: usize, ids: &[u16]) {
        for id in ids {
            let rules = &mut self.rules[usize::from(*id)];
            if !rules.contains(&index) {
                rules.push(index);
            }
        }
    }
}

/// Under which names each symbol is shown.
struct Aliases {
    /// By symbol: the aliases it has somewhere, and whether they are named.
    of: HashMap<Box<str>, Vec<(Box<str>, bool)>>,
    /// Symbols that are somewhere shown under their own name.
    plain: Vec<Box<str>>,
}

impl Aliases {
    fn of(facts: &Facts) -> Aliases {
        let mut aliases = Aliases { of: HashMap::new(), plain: Vec::new() };
        for rule in &facts.rules {
            aliases.visit(&rule.body, None, facts, 0);
        }
        aliases.plain.push(facts.rules[0].name.clone());
        aliases.plain.sort_unstable();
        aliases.plain.dedup();
        aliases
    }

    fn visit(&mut self, expr: &Expr, shown: Option<(&str, bool)>, facts: &Facts, depth: usize) {
        match expr {
            Expr::Token { .. } => {}
            Expr::Symbol(name) => match shown {
                None => self.plain.push(name.clone()),
                Some(_) if facts.is_inline(name) && depth < 8 => {
                    if let Some(body) = facts.body(name) {
                        self.visit(body, shown, facts, depth + 1);
                    }
                }
                Some((alias, named)) => {
                    let all = self.of.entry(name.clone()).or_default();
                    if !all.iter().any(|it| *it.0 == *alias && it.1 == named) {
                        all.push((alias.into(), named));
                    }
                }
            },
            Expr::Seq(members) | Expr::Choice(members) => {
                for it in members {
                    self.visit(it, shown, facts, depth);
                }
            }
            Expr::Optional(it) | Expr::Repeat(it, _) => self.visit(it, shown, facts, depth),
            Expr::Alias { name, named, content } => self.visit(content, Some((name, *named)), facts, depth),
        }
    }

    /// True when the symbol is never shown under its own name.
    fn always(&self, symbol: &str) -> bool {
        self.of.contains_key(symbol) && self.plain.binary_search_by(|it| (**it).cmp(symbol)).is_err()
    }

    /// The only name under which a symbol is shown that is never shown under its own.
    fn only(&self, symbol: &str) -> Option<(&str, bool)> {
        match self.of.get(symbol)?.as_slice() {
            [(name, named)] if self.always(symbol) => Some((name, *named)),
            _ => None,
        }
    }
}
