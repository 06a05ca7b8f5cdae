//! Reads the patterns of a `reduce.scm`, as far as they are of the form that such files have.

use std::sync::Arc;

use regex::bytes::Regex;

use super::pattern::{Capture, Item, Kinds, Node, Rule, Ruleset, Settings, Test, Times};
use crate::language::Language;
use crate::queries::Cursor;

/// The rules of a query; none where it says something that only tree-sitter understands, or the language has no facts for
/// what it says.
pub(super) fn ruleset(query: &str, language: &Language) -> Option<Ruleset> {
    let mut reader = Reader { language, cursor: Cursor::new(query), labels: Vec::new() };
    let (mut rules, mut settings) = (Vec::new(), Vec::new());
    while !reader.cursor.is_at_end() {
        let mut own = Settings::default();
        for mut items in reader.pattern(&mut own)? {
            say_who_commits(&mut items);
            rules.push(Rule { number: settings.len(), items });
        }
        settings.push(Arc::new(own));
    }
    let mut by_kind = vec![Vec::new(); language.syntax.kinds()];
    for (at, rule) in rules.iter().enumerate() {
        let Item { times: Times::Once, field: None, node, .. } = &rule.items[0] else { return None };
        let Kinds::Of(kinds) = &node.kinds else { return None };
        for &kind in kinds {
            by_kind[usize::from(kind)].push(at);
        }
    }
    Some(Ruleset { rules, by_kind, settings })
}

/// What captures nothing is the first that fits, unless what follows has to stand right behind it.
fn say_who_commits(items: &mut [Item]) {
    for at in 0..items.len() {
        let next_is_near = items.get(at + 1).is_some_and(|it| it.at_once);
        let it = &mut items[at];
        it.next_is_near = next_is_near;
        it.commits = !next_is_near && it.node.items.is_empty() && it.node.captures.is_empty();
        say_who_commits(&mut it.node.items);
    }
}

struct Reader<'r> {
    language: &'r Language,
    cursor: Cursor<'r>,
    /// What captures are called that are there to be compared.
    labels: Vec<&'r str>,
}

impl<'r> Reader<'r> {
    /// A pattern outside of all brackets: the nodes next to each other that each alternative of it wants.
    fn pattern(&mut self, settings: &mut Settings) -> Option<Vec<Vec<Item>>> {
        if self.cursor.peek() == "[" {
            return self.alternatives(settings);
        }
        if !(self.cursor.peek() == "(" && self.cursor.peek_second().starts_with(['(', '[', '"'])) {
            return Some(vec![vec![self.item(false, settings)?]]);
        }
        self.cursor.at += 1;
        let (mut all, mut items, mut at_once) = (Vec::new(), Vec::new(), false);
        while self.cursor.peek() != ")" {
            match (self.cursor.peek(), self.cursor.peek_second()) {
                (".", _) => {
                    self.cursor.at += 1;
                    at_once = true;
                }
                ("(", it) if it.starts_with('#') => self.predicate(settings)?,
                ("[", _) if items.is_empty() && all.is_empty() => all = self.alternatives(settings)?,
                _ => items.push(self.item(std::mem::take(&mut at_once), settings)?),
            }
        }
        self.cursor.at += 1;
        match (all.is_empty(), items.is_empty()) {
            (true, false) => Some(vec![items]),
            (false, true) => Some(all),
            _ => None,
        }
    }

    /// A bracket with alternatives, and what all of them are captured as.
    fn alternatives(&mut self, settings: &mut Settings) -> Option<Vec<Vec<Item>>> {
        let mut all = self.list(settings)?;
        let (times, captures) = self.suffixes()?;
        for it in &mut all {
            it.node.captures.extend(&captures);
        }
        matches!(times, Times::Once).then(|| all.into_iter().map(|it| vec![it]).collect())
    }

    /// A bracket with alternatives.
    fn list(&mut self, settings: &mut Settings) -> Option<Vec<Item>> {
        self.expect("[")?;
        let mut all = Vec::new();
        while self.cursor.peek() != "]" {
            all.push(self.item(false, settings)?);
        }
        self.cursor.at += 1;
        Some(all)
    }

    /// A node with what field it is of, how often it comes, and what it is captured as.
    fn item(&mut self, at_once: bool, settings: &mut Settings) -> Option<Item> {
        let field = self.cursor.peek().strip_suffix(':').map(|it| self.language.syntax.field(it));
        self.cursor.at += usize::from(field.is_some());
        let field = match field {
            Some(known) => Some(known?),
            None => None,
        };
        let mut node = match self.cursor.peek() {
            "(" => self.tree(settings)?,
            "[" => self.either(settings)?,
            "_" => {
                self.cursor.at += 1;
                Node::default()
            }
            token => {
                let kinds = self.kinds(token)?;
                self.cursor.at += 1;
                Node { kinds, ..Node::default() }
            }
        };
        let (times, captures) = self.suffixes()?;
        node.captures.extend(captures);
        let is_simple = times == Times::Once || node.items.is_empty();
        is_simple.then(|| Item { field, at_once, times, node, ..Item::default() })
    }

    /// Alternatives within a pattern: nodes without children, so that one list of kinds says it.
    fn either(&mut self, settings: &mut Settings) -> Option<Node> {
        let mut all = Vec::new();
        for it in self.list(settings)? {
            match it.node {
                Node { kinds: Kinds::Of(kinds), captures, items, without }
                    if captures.is_empty() && items.is_empty() && without.is_empty() =>
                {
                    all.extend(kinds);
                }
                _ => return None,
            }
        }
        Some(Node { kinds: Kinds::Of(all), ..Node::default() })
    }

    /// A node in brackets, with what is in it.
    fn tree(&mut self, settings: &mut Settings) -> Option<Node> {
        self.expect("(")?;
        let kinds = self.kinds(self.cursor.peek())?;
        self.cursor.at += 1;
        let mut node = Node { kinds, ..Node::default() };
        let mut at_once = false;
        while self.cursor.peek() != ")" {
            match (self.cursor.peek(), self.cursor.peek_second()) {
                (".", _) => {
                    self.cursor.at += 1;
                    at_once = true;
                }
                ("(", it) if it.starts_with('#') => self.predicate(settings)?,
                (it, _) if it.starts_with('!') => {
                    node.without.push(self.language.syntax.field(&it[1..])?);
                    self.cursor.at += 1;
                }
                _ => node.items.push(self.item(std::mem::take(&mut at_once), settings)?),
            }
        }
        self.cursor.at += 1;
        if at_once {
            let last = node.items.last_mut().filter(|it| it.times == Times::Once)?;
            last.is_last = true;
        }
        Some(node)
    }

    /// `?`, `*`, `+` and captures.
    fn suffixes(&mut self) -> Option<(Times, Vec<Capture>)> {
        let (mut times, mut captures) = (Times::Once, Vec::new());
        loop {
            times = match (self.cursor.peek(), times) {
                ("?", Times::Once) => Times::Optional,
                ("*", Times::Once) => Times::Repeated { at_least: 0 },
                ("+", Times::Once) => Times::Repeated { at_least: 1 },
                ("?" | "*" | "+", _) => return None,
                (it, _) if it.starts_with('@') => {
                    captures.push(self.capture(&it[1..])?);
                    times
                }
                _ => return Some((times, captures)),
            };
            self.cursor.at += 1;
        }
    }

    fn capture(&mut self, name: &'r str) -> Option<Capture> {
        match name {
            "delete" => Some(Capture::Delete),
            "empty" => Some(Capture::Empty),
            "replace" => Some(Capture::Replace),
            "hoist" => Some(Capture::Hoist),
            _ if name.starts_with('_') => Some(Capture::Label(self.label(name))),
            _ => None,
        }
    }

    fn label(&mut self, name: &'r str) -> usize {
        self.labels.iter().position(|it| *it == name).unwrap_or_else(|| {
            self.labels.push(name);
            self.labels.len() - 1
        })
    }

    /// `(#set! reduce.with "text")`, or what the text of a capture must be.
    fn predicate(&mut self, settings: &mut Settings) -> Option<()> {
        self.expect("(")?;
        let what = self.cursor.next();
        let subject = self.cursor.next();
        let mut words = Vec::new();
        while self.cursor.peek().starts_with('"') {
            words.push(unescaped(self.cursor.next())?);
        }
        self.expect(")")?;
        if what == "#set!" {
            return settings.set(subject, &words);
        }
        let label = self.label(subject.strip_prefix('@')?);
        let (what, wanted) = match what.strip_prefix("#not-") {
            Some(it) => (it, false),
            None => (what.strip_prefix('#')?, true),
        };
        let test = match (what, &words[..]) {
            ("eq?", [_]) | ("any-of?", [..]) => Test::words(label, wanted, words),
            ("match?", [it]) => Test::pattern(label, wanted, Regex::new(it).ok()?),
            _ => return None,
        };
        settings.tests.push(test);
        Some(())
    }

    /// The kinds that a token means: those of a name, or of what stands for all of a group.
    fn kinds(&self, token: &str) -> Option<Kinds> {
        let syntax = &self.language.syntax;
        if token.starts_with('"') {
            return Some(Kinds::Of(vec![syntax.kind(&unescaped(token)?, false)?]));
        }
        match token {
            "_" => Some(Kinds::Named),
            "ERROR" | "MISSING" => None,
            name => {
                let kind = syntax.kind(name, true)?;
                if syntax.is_shown(kind) {
                    return Some(Kinds::Of(vec![kind]));
                }
                Some(Kinds::Of(self.language.facts.as_ref()?.kinds_within(name)))
            }
        }
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        let is_there = self.cursor.peek() == token;
        self.cursor.at += usize::from(is_there);
        is_there.then_some(())
    }
}

/// What a text in quotes says.
fn unescaped(token: &str) -> Option<String> {
    let (mut text, mut escaped) = (String::new(), false);
    for it in token.strip_prefix('"')?.strip_suffix('"')?.chars() {
        match it {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            'n' if escaped => text.push('\n'),
            'r' if escaped => text.push('\r'),
            't' if escaped => text.push('\t'),
            '0' if escaped => text.push('\0'),
            it => text.push(it),
        }
        escaped = false;
    }
    Some(text)
}
