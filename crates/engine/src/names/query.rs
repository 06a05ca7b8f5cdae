//! The patterns of a `names.scm`: what tree-sitter's queries say of nodes and their children, without quantifiers.
//!
//! They are matched on the arena of units (`matching.rs`): that takes a tenth of what tree-sitter's own cursor needs, which
//! looks at every node again for every pattern that is under way.

use super::capture::Capture;
use crate::queries::Cursor;
use crate::syntax::Syntax;

/// All patterns, by the kind of the node that they begin with.
#[derive(Debug)]
pub(crate) struct Query {
    pub(super) patterns: Vec<Pattern>,
    pub(super) by_kind: Vec<Vec<usize>>,
}

/// A node, as a pattern wants it.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    pub(super) kinds: Kinds,
    pub(super) captures: Vec<Capture>,
    /// In the order in which the node must have them, others between them.
    pub(super) children: Vec<Child>,
    /// Fields that it must not have.
    pub(super) without: Vec<u16>,
    /// True when no named node may follow the last child.
    pub(super) to_the_end: bool,
    /// True when what it captures as a name must not begin with a capital.
    pub(super) lower: bool,
    /// What a predicate calls it.
    label: Option<String>,
    /// What its text must be one of; anything, when there is none.
    pub(super) words: Vec<String>,
}

/// A child, as a pattern wants it.
#[derive(Debug, Clone)]
pub(super) struct Child {
    pub(super) field: Option<u16>,
    /// True when no named node may stand before it.
    pub(super) at_once: bool,
    pub(super) node: Pattern,
}

/// What kinds of node fit.
#[derive(Debug, Clone, Default)]
pub(super) enum Kinds {
    /// Any, tokens too.
    #[default]
    Any,
    /// Any that a rule of the grammar makes.
    Named,
    /// One of these.
    Of(Vec<u16>),
}

/// What is wrong, and in which line, counted from 1.
type Wrong = (usize, String);

impl Query {
    /// Reads the text of a query.
    pub(crate) fn parse(text: &str, grammar: &Syntax) -> Result<Query, Wrong> {
        let mut reader = Reader { grammar, cursor: Cursor::new(text) };
        let mut patterns = Vec::new();
        while !reader.cursor.is_at_end() {
            patterns.extend(reader.pattern()?);
        }
        let mut by_kind = vec![Vec::new(); grammar.kinds()];
        for (at, pattern) in patterns.iter().enumerate() {
            let Kinds::Of(kinds) = &pattern.kinds else {
                return Err((1, "a pattern begins with a node of any kind".to_owned()));
            };
            for &kind in kinds {
                by_kind[usize::from(kind)].push(at);
            }
        }
        Ok(Query { patterns, by_kind })
    }
}

impl Pattern {
    /// Wants the text of what is called that to be one of these words; false when nothing is.
    fn asks(&mut self, label: &str, words: &[String]) -> bool {
        let own = self.label.as_deref() == Some(label);
        if own {
            self.words = words.to_vec();
        }
        self.children.iter_mut().fold(own, |any, it| it.node.asks(label, words) || any)
    }
}

struct Reader<'t> {
    grammar: &'t Syntax,
    cursor: Cursor<'t>,
}

impl Reader<'_> {
    /// A pattern outside of all brackets: one for each alternative.
    fn pattern(&mut self) -> Result<Vec<Pattern>, Wrong> {
        let grouped = self.cursor.peek() == "(" && matches!(self.cursor.peek_second(), "(" | "[");
        if grouped {
            self.cursor.at += 1;
        }
        let mut alternatives = match self.cursor.peek() {
            "[" => self.list()?,
            _ => vec![self.node()?],
        };
        let captures = self.captures()?;
        for it in &mut alternatives {
            it.captures.extend(&captures);
        }
        if grouped {
            while self.cursor.peek() == "(" {
                self.predicate(&mut alternatives)?;
            }
            self.expect(")")?;
        }
        Ok(alternatives)
    }

    /// `(#lower? @name.…)`, `(#eq? @_label "word")` or `(#any-of? @_label "word" "other")`.
    fn predicate(&mut self, alternatives: &mut [Pattern]) -> Result<(), Wrong> {
        self.expect("(")?;
        let predicate = self.cursor.next();
        let label = self.cursor.next().trim_start_matches('@');
        let mut words = Vec::new();
        while self.cursor.peek().starts_with('"') {
            words.push(self.cursor.next().trim_matches('"').to_owned());
        }
        match (predicate, words.len()) {
            ("#lower?", 0) => alternatives.iter_mut().for_each(|it| it.lower = true),
            ("#eq?", 1) | ("#any-of?", 1..) => {
                // Each alternative must have it: one that has not would fit whatever the words are.
                if !alternatives.iter_mut().all(|it| it.asks(label, &words)) {
                    return self.wrong(&format!("nothing is called @{label}"));
                }
            }
            _ => return self.wrong(&format!("no predicate is {predicate} with {} words", words.len())),
        }
        self.expect(")")
    }

    /// A bracket with alternatives.
    fn list(&mut self) -> Result<Vec<Pattern>, Wrong> {
        self.expect("[")?;
        let mut all = Vec::new();
        while self.cursor.peek() != "]" {
            all.push(self.node()?);
        }
        self.expect("]")?;
        Ok(all)
    }

    /// A node with its children and captures.
    fn node(&mut self) -> Result<Pattern, Wrong> {
        let mut node = match self.cursor.peek() {
            "(" => self.tree()?,
            "[" => self.either()?,
            "_" => {
                self.cursor.at += 1;
                Pattern::default()
            }
            token if token.starts_with('"') => {
                let kinds = self.kind(token.trim_matches('"'), false)?;
                self.cursor.at += 1;
                Pattern { kinds, ..Pattern::default() }
            }
            token => return self.wrong(&format!("a node is expected, not {token:?}")),
        };
        node.captures.extend(self.captures()?);
        node.label = self.label();
        Ok(node)
    }

    /// Alternatives within a pattern: nodes without children, so that one list of kinds says it.
    fn either(&mut self) -> Result<Pattern, Wrong> {
        let mut all = Vec::new();
        for it in self.list()? {
            match it.kinds {
                Kinds::Of(kinds) if it.children.is_empty() => all.extend(kinds),
                _ => return self.wrong("an alternative within a pattern has children"),
            }
        }
        Ok(Pattern { kinds: Kinds::Of(all), ..Pattern::default() })
    }

    fn tree(&mut self) -> Result<Pattern, Wrong> {
        self.expect("(")?;
        let kinds = match self.cursor.next() {
            "_" => Kinds::Named,
            kind => self.kind(kind, true)?,
        };
        let mut node = Pattern { kinds, ..Pattern::default() };
        let mut at_once = false;
        while self.cursor.peek() != ")" {
            let field = match self.cursor.peek() {
                "." => {
                    self.cursor.at += 1;
                    at_once = true;
                    continue;
                }
                it => it.strip_suffix(':').or(it.strip_prefix('!')).map(|it| self.field(it)).transpose()?,
            };
            let without = self.cursor.peek().starts_with('!');
            self.cursor.at += usize::from(field.is_some());
            if let Some(field) = field.filter(|_| without) {
                node.without.push(field);
            } else {
                let child = self.node()?;
                node.children.push(Child { field, at_once: std::mem::take(&mut at_once), node: child });
            }
        }
        node.to_the_end = at_once;
        self.expect(")")?;
        Ok(node)
    }

    fn captures(&mut self) -> Result<Vec<Capture>, Wrong> {
        let mut all = Vec::new();
        while let Some(name) = self.cursor.peek().strip_prefix('@').filter(|it| !it.starts_with('_')) {
            let Some(capture) = Capture::of(name) else {
                return self.wrong(&format!("unknown capture @{name}"));
            };
            all.push(capture);
            self.cursor.at += 1;
        }
        Ok(all)
    }

    /// `@_label`, which is there for predicates.
    fn label(&mut self) -> Option<String> {
        let label = self.cursor.peek().strip_prefix('@').filter(|it| it.starts_with('_'))?;
        self.cursor.at += 1;
        Some(label.to_owned())
    }

    fn kind(&self, name: &str, named: bool) -> Result<Kinds, Wrong> {
        match self.grammar.kind(name, named) {
            None => self.wrong(&format!("no node is called {name}")),
            Some(id) => Ok(Kinds::Of(vec![id])),
        }
    }

    fn field(&self, name: &str) -> Result<u16, Wrong> {
        match self.grammar.field(name) {
            Some(id) => Ok(id),
            None => self.wrong(&format!("no field is called {name}")),
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), Wrong> {
        if self.cursor.peek() != token {
            return self.wrong(&format!("{token} expected, not {:?}", self.cursor.peek()));
        }
        self.cursor.at += 1;
        Ok(())
    }

    fn wrong<T>(&self, what: &str) -> Result<T, Wrong> {
        let line =
            self.cursor.tokens.get(self.cursor.at).or(self.cursor.tokens.last()).map_or(1, |it| it.line);
        Err((line, what.to_owned()))
    }
}
