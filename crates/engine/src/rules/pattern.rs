//! The patterns of a `reduce.scm`: what they want of nodes, and what is done with what they capture.

use std::sync::Arc;

use regex::bytes::Regex;

/// All rules of a language, by the kind of the node that they begin with.
#[derive(Debug)]
pub(crate) struct Ruleset {
    pub(super) rules: Vec<Rule>,
    pub(super) by_kind: Vec<Vec<usize>>,
    /// By the number of the pattern.
    pub(super) settings: Vec<Arc<Settings>>,
}

/// A pattern, or one alternative of it.
#[derive(Debug)]
pub(super) struct Rule {
    /// Which pattern of the file it is.
    pub(super) number: usize,
    /// Nodes next to each other, mostly one; the first is there once.
    pub(super) items: Vec<Item>,
}

/// A child, as a pattern wants it.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition by itself")]
pub(super) struct Item {
    pub(super) field: Option<u16>,
    /// True when no named node may stand before it.
    pub(super) at_once: bool,
    /// True when no named node may follow it.
    pub(super) is_last: bool,
    /// True when it is `at_once` for what is next.
    pub(super) next_is_near: bool,
    /// True when only the first node counts that fits.
    pub(super) commits: bool,
    pub(super) times: Times,
    pub(super) node: Node,
}

/// How often a child is there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Times {
    #[default]
    Once,
    Optional,
    /// One right behind the other, as many as there are.
    Repeated {
        /// 0 or 1.
        at_least: usize,
    },
}

/// A node, as a pattern wants it.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) kinds: Kinds,
    pub(super) captures: Vec<Capture>,
    /// Children in the order in which the node must have them, others between them.
    pub(super) items: Vec<Item>,
    /// Fields that it must not have.
    pub(super) without: Vec<u16>,
}

/// What kinds of node fit; an error is of no kind.
#[derive(Debug, Default)]
pub(super) enum Kinds {
    /// Any, tokens too.
    #[default]
    Any,
    /// Any that a rule of the grammar makes.
    Named,
    /// One of these.
    Of(Vec<u16>),
}

/// What is done with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Capture {
    Delete,
    /// What is between its first and its last child is deleted.
    Empty,
    Replace,
    /// It stands for its parent.
    Hoist,
    /// Nothing: its text is looked at.
    Label(usize),
}

/// What a pattern says besides.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// What stands for what is replaced.
    pub(crate) with: String,
    /// True when it can be applied everywhere at once.
    pub(crate) everywhere: bool,
    /// True when imports that are used only in what goes have to go along.
    pub(crate) imports: bool,
    pub(super) tests: Vec<Test>,
}

impl Settings {
    /// Sets what is called that; what nobody knows is nothing. None for a text too many.
    pub(super) fn set(&mut self, name: &str, words: &[String]) -> Option<()> {
        match (name, words) {
            ("reduce.with", [text]) => self.with.clone_from(text),
            ("reduce.everywhere", []) => self.everywhere = true,
            ("reduce.imports", []) => self.imports = true,
            _ => return None,
        }
        Some(())
    }
}

/// What the text of a capture must be, or must not.
#[derive(Debug)]
pub(super) struct Test {
    label: usize,
    wanted: bool,
    words: Vec<String>,
    pattern: Option<Regex>,
}

impl Test {
    /// One of these.
    pub(super) const fn words(label: usize, wanted: bool, words: Vec<String>) -> Test {
        Test { label, wanted, words, pattern: None }
    }

    /// What a regular expression says.
    pub(super) const fn pattern(label: usize, wanted: bool, pattern: Regex) -> Test {
        Test { label, wanted, words: Vec::new(), pattern: Some(pattern) }
    }

    /// True when a capture with that text may be there.
    pub(super) fn takes(&self, capture: Capture, text: &[u8]) -> bool {
        let is_so = || match &self.pattern {
            Some(it) => it.is_match(text),
            None => self.words.iter().any(|it| it.as_bytes() == text),
        };
        capture != Capture::Label(self.label) || is_so() == self.wanted
    }
}
