//! Facts of a grammar: which children a node may have, which of them can go, and the shortest text of each rule.

use std::ops::Range;

/// The facts of one grammar, compiled for matching.
#[derive(Debug)]
pub struct Grammar {}

/// A node of the tree as the matcher sees it: `Node::kind_id` and `Node::grammar_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// What the tree shows, aliases applied.
    pub kind: u16,
    /// The grammar's own symbol.
    pub symbol: u16,
}

/// How a node's children fit its rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// The repetitions, outer before inner.
    pub lists: Vec<List>,
    /// The optional parts, outer before inner: ranges of children that may go together.
    pub groups: Vec<Range<usize>>,
}

/// A repetition among the children of a node. All ranges count children.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    /// The elements, in order, without separators.
    pub elements: Vec<Range<usize>>,
    /// What follows element `i`: its separator, or an empty range. As long as `elements`.
    pub separators: Vec<Range<usize>>,
    /// How many elements the rule wants at least (0 or 1).
    pub at_least: usize,
}

impl Grammar {
    /// How `children` (extras and MISSING left out) fit the rule of `node`; `None` when they do not.
    pub fn label(&self, node: Symbol, children: &[Symbol]) -> Option<Labels> {
        let _ = (node, children);
        None
    }

    /// True when `node` may have these children. A child that the parser would alias here counts as fitting.
    pub fn accepts(&self, node: Symbol, children: &[Symbol]) -> bool {
        let _ = (node, children);
        false
    }

    /// The shortest text that parses as `node`, where the grammar tells.
    pub fn shortest(&self, node: Symbol) -> Option<&[u8]> {
        let _ = node;
        None
    }
}
