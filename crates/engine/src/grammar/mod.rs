//! Facts of a grammar: which children a node may have, which of them can go, and the shortest text of each rule.
//!
//! Each rule that has nodes is compiled, on first use, to a small automaton over the symbols of its children.

mod compile;
mod expand;
mod facts;
mod matcher;
mod set;
mod shape;
mod shortest;
mod stand_in;
mod symbols;
mod within;

use std::ops::Deref;
use std::sync::OnceLock;

pub use facts::FactsError;
pub use matcher::{Labels, List};
pub use symbols::Symbol;

use compile::Program;
use facts::Facts;
use set::IdSet;
use symbols::Symbols;

use crate::syntax::Syntax;

/// The text of a facts file, read when somebody first asks: of large grammars that takes as long as a small question.
#[derive(Debug)]
pub struct LazyGrammar {
    text: &'static str,
    parser: Option<tree_sitter::Language>,
    grammar: OnceLock<Grammar>,
}

impl LazyGrammar {
    /// Takes a text that a test of the caller's reads.
    pub(crate) const fn tested(text: &'static str, parser: tree_sitter::Language) -> LazyGrammar {
        LazyGrammar { text, parser: Some(parser), grammar: OnceLock::new() }
    }
}

impl From<Grammar> for LazyGrammar {
    fn from(grammar: Grammar) -> LazyGrammar {
        LazyGrammar { text: "", parser: None, grammar: OnceLock::from(grammar) }
    }
}

impl Deref for LazyGrammar {
    type Target = Grammar;

    fn deref(&self) -> &Grammar {
        self.grammar.get_or_init(|| {
            let parser = self.parser.clone().expect("what has no parser has been read before");
            Grammar::parse(self.text, &Syntax::Parser(parser))
                .expect("the facts of every language have been read before")
        })
    }
}

/// The facts of one grammar, compiled for matching.
#[derive(Debug)]
pub struct Grammar {
    facts: Facts,
    symbols: Symbols,
    /// By rule: the ids of the other rules that may stand for it.
    stand_ins: OnceLock<Vec<IdSet>>,
    /// By rule; none for those that no node can match.
    programs: Vec<OnceLock<Option<Program>>>,
    /// By rule.
    shortest: OnceLock<Vec<Option<Box<[u8]>>>>,
    /// By id: the text of the tokens that always have the same.
    literals: Vec<Option<Box<[u8]>>>,
}

impl Grammar {
    /// Reads the facts of the grammar that `language` was generated from.
    pub fn parse(facts: &str, syntax: &Syntax) -> Result<Grammar, FactsError> {
        let facts = Facts::parse(facts)?;
        let symbols = Symbols::new(&facts, syntax);
        let programs = facts.rules.iter().map(|_| OnceLock::new()).collect();
        let literal = |it: usize| Some(syntax.literal(u16::try_from(it).ok()?)?.as_bytes().into());
        let literals = (0..symbols.count).map(literal).collect();
        let (stand_ins, shortest) = (OnceLock::new(), OnceLock::new());
        Ok(Grammar { facts, symbols, stand_ins, programs, shortest, literals })
    }

    /// How `children` (extras and MISSING left out) fit the rule of `node`; `None` when they do not.
    pub fn label(&self, node: Symbol, children: &[Symbol]) -> Option<Labels> {
        self.programs(node).find_map(|it| matcher::label(it, children))
    }

    /// True when `node` may have these children. A child that the parser would alias here counts as fitting.
    pub fn accepts(&self, node: Symbol, children: &[Symbol]) -> bool {
        self.programs(node).any(|it| matcher::accepts(it, children))
    }

    /// True when `node` may have the children `after` by a rule that it has the children `before` by: several rules may be shown
    /// under one name. Where none explains these, any rule will do.
    pub fn accepts_instead(&self, node: Symbol, before: &[Symbol], after: &[Symbol]) -> bool {
        let takes = |children| move |it: &&Program| matcher::accepts(it, children);
        let mut fitting = self.programs(node).filter(takes(after)).peekable();
        let fits = fitting.peek().is_some();
        fitting.any(|it| takes(before)(&it)) || fits && !self.accepts(node, before)
    }

    /// The shortest text that parses as `node`, where the grammar tells. It may be empty.
    pub fn shortest(&self, node: Symbol) -> Option<&[u8]> {
        let texts = self.shortest.get_or_init(|| shortest::texts(&self.facts));
        let mut rules = self.symbols.rules(node.symbol, node.kind);
        let literal = || self.literals.get(usize::from(node.symbol))?.as_deref();
        rules.find_map(|it| texts[it].as_deref()).or_else(literal)
    }

    /// The kinds of nodes that a symbol that only groups others stands for.
    pub(crate) fn kinds_within(&self, symbol: &str) -> Vec<u16> {
        let names = within::names(&self.facts, symbol);
        names.into_iter().flat_map(|(name, named)| self.symbols.ids(name, named)).copied().collect()
    }

    /// The automata of the rules that may have made `node`, likeliest first.
    fn programs(&self, node: Symbol) -> impl Iterator<Item = &Program> {
        self.symbols.rules(node.symbol, node.kind).filter_map(|rule| {
            let stand_ins = self.stand_ins.get_or_init(|| stand_in::find(&self.facts, &self.symbols));
            let compile = || Program::compile(&expand::rule(&self.facts, &self.symbols, stand_ins, rule));
            self.programs[rule].get_or_init(compile).as_ref()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::document::Document;
    use crate::edit::FileId;
    use crate::language::Language;
    use std::sync::Arc;

    const FACTS: &str = include_str!("../../tests/golden/c.facts");

    type Texts = Vec<String>;

    /// The first node of a kind in a C text: its labels, as texts of the elements, separators and groups.
    fn labels(text: &str, kind: &str) -> (Vec<(Texts, Texts, usize)>, Texts) {
        let syntax = Syntax::Parser(tree_sitter_c::LANGUAGE.into());
        let facts = Grammar::parse(FACTS, &syntax).expect("the facts are well-formed");
        let language = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
        let document = Document::parse([(Arc::from(text.as_bytes()), Some(Arc::new(language)))]);
        let file = document.file(FileId(0));
        let symbol = |it: u32| Symbol { kind: file.unit(it).kind, symbol: file.unit(it).symbol };
        let node = (0u32..1000).find(|&it| file.kind_name(it) == kind).expect("the text has such a node");
        let units: Vec<u32> = file.children(node).collect();
        let children: Vec<Symbol> = units.iter().map(|&it| symbol(it)).collect();
        let labels = facts.label(symbol(node), &children).expect("the rule explains the node");
        let show = |it: &Range<usize>| match units.get(it.clone()) {
            Some([first, .., last]) => {
                text[file.unit(*first).start as usize..file.unit(*last).end as usize].into()
            }
            Some([one]) => text[file.unit(*one).span().range()].into(),
            _ => String::new(),
        };
        let all = |it: &[Range<usize>]| it.iter().map(show).collect();
        let lists = labels.lists.iter().map(|it| (all(&it.elements), all(&it.separators), it.at_least));
        (lists.collect(), all(&labels.groups))
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_items_of_a_file_are_a_list_that_may_be_empty() {
        let (lists, groups) = labels("int a; int b;", "translation_unit");
        assert_eq!(lists, [(strings(&["int a;", "int b;"]), strings(&["", ""]), 0)]);
        assert_eq!(groups, strings(&[]));
    }

    #[test]
    fn separators_belong_to_the_list() {
        let (lists, _) = labels("int f(int a, char b, ...);", "parameter_list");
        assert_eq!(lists, [(strings(&["int a", "char b", "..."]), strings(&[",", ",", ""]), 0)]);
        let (lists, _) = labels("int a, *b, c;", "declaration");
        assert!(lists.contains(&(strings(&["a", "*b", "c"]), strings(&[",", ",", ""]), 1)), "{lists:?}");
    }

    #[test]
    fn a_trailing_separator_belongs_to_the_last_element() {
        let (lists, _) = labels("int a[] = { 1, 2, };", "initializer_list");
        assert_eq!(lists, [(strings(&["1", "2"]), strings(&[",", ","]), 0)]);
    }

    #[test]
    fn an_optional_part_is_a_group_with_its_tokens() {
        let (_, groups) = labels("void f() { if (a) b; else c; }", "if_statement");
        assert_eq!(groups, strings(&["else c;"]));
        let (_, groups) = labels("void f() { for (a; b; c) ; }", "for_statement");
        assert_eq!(groups, strings(&["a", "b", "c"]));
    }

    #[test]
    fn the_shortest_text_of_a_rule_has_the_fewest_tokens() {
        let language: tree_sitter::Language = tree_sitter_c::LANGUAGE.into();
        let grammar =
            Grammar::parse(FACTS, &Syntax::Parser(language.clone())).expect("the facts are well-formed");
        let shortest = |kind: &str| {
            let id = language.id_for_node_kind(kind, true);
            let text = grammar.shortest(Symbol { kind: id, symbol: id }).expect("the grammar tells");
            String::from_utf8_lossy(text).into_owned()
        };
        assert_eq!(shortest("compound_statement"), "{}");
        assert_eq!(shortest("return_statement"), "return;");
        assert_eq!(shortest("string_literal"), "\"\"");
        assert_eq!(shortest("number_literal"), "0");
        assert_eq!(shortest("goto_statement"), "goto a;");
        assert_eq!(shortest("translation_unit"), "");
    }

    #[test]
    fn a_list_of_a_hundred_thousand_is_matched_in_linear_space() {
        let language: tree_sitter::Language = tree_sitter_c::LANGUAGE.into();
        let grammar =
            Grammar::parse(FACTS, &Syntax::Parser(language.clone())).expect("the facts are well-formed");
        let named = |kind: &str| {
            let id = language.id_for_node_kind(kind, true);
            Symbol { kind: id, symbol: id }
        };
        let children = vec![named("declaration"); 100_000];
        let labels = grammar.label(named("translation_unit"), &children).expect("a file of declarations");
        assert_eq!(labels.lists[0].elements.len(), 100_000);
        assert!(grammar.accepts(named("translation_unit"), &children));
    }
}
