//! Reading a facts file: the rules of a grammar as a tree of expressions.
//!
//! One fact a line. `#` starts a comment; `crate NAME VERSION` says where the facts come from; `supertypes`, `inline`,
//! `externals` and `extras` list symbols; `rule NAME EXPRESSION` is a rule. An expression is
//!
//! - `name`: a symbol; `"text"`: a token that is a node of its own; `~"text"`: a token that is not, by the shortest
//!   text it matches; either with `!` before it when no blank may stand before the token;
//! - `()`: nothing; `(a b)`: one after the other; `(| a b)`: one of them; `(? a)`, `(* a)`, `(+ a)`: as in a pattern;
//! - `(= name a)`, `(= "name" a)`: what `a` matches, shown under another name.

use crate::thresholds::FACTS_DEPTH;
use std::collections::HashMap;
use std::iter::Peekable;
use std::str::CharIndices;

/// Why a facts file cannot be used.
///
/// ```
/// use lop_engine::{Language, LanguageError};
///
/// match Language::new("c", tree_sitter_c::LANGUAGE)?.with_facts("\nfact") {
///     Err(LanguageError::Facts(error)) => assert_eq!(error.line, 2),
///     _ => unreachable!("there is no such fact"),
/// }
/// # Ok::<(), LanguageError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the grammar facts: {reason}; renew the file with its generator")]
pub struct FactsError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// A grammar as its facts file tells it.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The rules, in the grammar's order; the first is the root's.
    pub rules: Vec<Rule>,
    /// Rule names to their index.
    pub index: HashMap<Box<str>, usize>,
    /// Symbols that only group others and have no node.
    pub supertypes: Vec<Box<str>>,
    /// Symbols whose rule the generator pasted into the rules around them.
    pub inline: Vec<Box<str>>,
}

/// A rule of the grammar.
#[derive(Debug)]
pub(crate) struct Rule {
    pub name: Box<str>,
    pub body: Expr,
}

/// What a rule's body is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    Symbol(Box<str>),
    /// A token; `visible` if it is a node of its own, `immediate` if no blank may stand before it.
    Token {
        text: Box<str>,
        visible: bool,
        immediate: bool,
    },
    Seq(Vec<Expr>),
    Choice(Vec<Expr>),
    Optional(Box<Expr>),
    /// Any number of times, `true` for at least once.
    Repeat(Box<Expr>, bool),
    Alias {
        name: Box<str>,
        named: bool,
        content: Box<Expr>,
    },
}

impl Facts {
    /// Reads a facts file.
    pub(crate) fn parse(text: &str) -> Result<Facts, FactsError> {
        let mut facts = Facts::default();
        for (number, line) in text.lines().enumerate() {
            let fail = |reason: String| FactsError { line: number + 1, reason };
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" | "#" | "crate" | "externals" | "extras" => {}
                "supertypes" => facts.supertypes = rest.split(' ').map(Into::into).collect(),
                "inline" => facts.inline = rest.split(' ').map(Into::into).collect(),
                "rule" => facts.read_rule(rest).map_err(fail)?,
                it => return Err(fail(format!("unknown fact {it:?}"))),
            }
        }
        if facts.rules.is_empty() {
            return Err(FactsError { line: 1, reason: "there is no rule".into() });
        }
        Ok(facts)
    }

    fn read_rule(&mut self, line: &str) -> Result<(), String> {
        let (name, body) = line.split_once(' ').ok_or("a rule without a body")?;
        let mut reader = Reader { line: body, chars: body.char_indices().peekable(), depth: 0 };
        let body = reader.expr()?;
        reader.end()?;
        if self.index.insert(name.into(), self.rules.len()).is_some() {
            return Err(format!("a second rule {name}"));
        }
        self.rules.push(Rule { name: name.into(), body });
        Ok(())
    }

    /// True for symbols that have no node: the children of what they match are children of the rule around them.
    pub(crate) fn is_hidden(&self, name: &str) -> bool {
        name.starts_with('_') || self.supertypes.iter().any(|it| **it == *name) || self.is_inline(name)
    }

    /// True for symbols that the generator pasted in.
    pub(crate) fn is_inline(&self, name: &str) -> bool {
        self.inline.iter().any(|it| **it == *name)
    }

    /// The body of a rule; none for symbols that the grammar's scanner makes.
    pub(crate) fn body(&self, name: &str) -> Option<&Expr> {
        self.index.get(name).map(|&it| &self.rules[it].body)
    }

    /// True for rules that are one token, hence a leaf of the tree.
    pub(crate) fn is_token(&self, name: &str) -> bool {
        matches!(self.body(name), None | Some(Expr::Token { .. }))
    }
}

/// A recursive-descent reader of one line. No generator nests deeper than `FACTS_DEPTH`.
struct Reader<'t> {
    line: &'t str,
    chars: Peekable<CharIndices<'t>>,
    depth: usize,
}

impl Reader<'_> {
    fn expr(&mut self) -> Result<Expr, String> {
        self.blanks();
        let immediate = self.eat('!');
        let hidden = self.eat('~');
        match self.chars.peek() {
            Some((_, '"')) => {
                let text = self.string()?.into();
                Ok(Expr::Token { text, visible: !hidden, immediate })
            }
            _ if immediate || hidden => Err("a text must follow ! and ~".into()),
            Some((_, '(')) => self.group(),
            Some(_) => self.word().map(|it| Expr::Symbol(it.into())),
            None => Err("the line ends too early".into()),
        }
    }

    fn group(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > FACTS_DEPTH.get() {
            return Err(format!("more than {} parentheses deep", FACTS_DEPTH.get()));
        }
        self.chars.next();
        let head = self.chars.next_if(|(_, it)| "|?*+=".contains(*it)).map(|(_, it)| it);
        let alias = if head == Some('=') { Some(self.alias_name()?) } else { None };
        let mut members = self.members()?;
        self.depth -= 1;
        let mut one = || match members.len() {
            1 => Ok(Box::new(members.remove(0))),
            it => Err(format!("{it} expressions where one belongs")),
        };
        Ok(match (head, alias) {
            (Some('|'), _) => Expr::Choice(members),
            (Some('?'), _) => Expr::Optional(one()?),
            (Some('*'), _) => Expr::Repeat(one()?, false),
            (Some('+'), _) => Expr::Repeat(one()?, true),
            (_, Some((name, named))) => Expr::Alias { name, named, content: one()? },
            _ => Expr::Seq(members),
        })
    }

    fn members(&mut self) -> Result<Vec<Expr>, String> {
        let mut members = Vec::new();
        loop {
            self.blanks();
            if self.eat(')') {
                return Ok(members);
            }
            members.push(self.expr()?);
        }
    }

    fn alias_name(&mut self) -> Result<(Box<str>, bool), String> {
        self.blanks();
        match self.chars.peek() {
            Some((_, '"')) => Ok((self.string()?.into(), false)),
            _ => Ok((self.word()?.into(), true)),
        }
    }

    fn word(&mut self) -> Result<&str, String> {
        let start = self.offset();
        while self.chars.next_if(|(_, it)| !" ()\"".contains(*it)).is_some() {}
        let end = self.offset();
        if start == end {
            Err(format!("a name belongs at column {start}"))
        } else {
            Ok(&self.line[start..end])
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.chars.next();
        let mut text = String::new();
        loop {
            match self.chars.next().ok_or("a text without its closing quote")?.1 {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                it => text.push(it),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        Ok(match self.chars.next().ok_or("a text that ends in a backslash")?.1 {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let mut digits = String::new();
                while let Some((_, it)) = self.chars.next_if(|(_, it)| *it == '{' || it.is_ascii_hexdigit()) {
                    digits.extend(Some(it).filter(|it| *it != '{'));
                }
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                code.filter(|_| self.eat('}')).ok_or("a broken \\u{…}")?
            }
            it => it,
        })
    }

    fn end(&mut self) -> Result<(), String> {
        self.blanks();
        self.chars.peek().map_or(Ok(()), |(at, _)| Err(format!("more than one expression, at column {at}")))
    }

    fn blanks(&mut self) {
        while self.eat(' ') {}
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.chars.next_if(|(_, it)| *it == wanted).is_some()
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.line.len(), |(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(line: &str) -> Result<Expr, String> {
        Facts::parse(&format!("rule r {line}")).map(|mut it| it.rules.remove(0).body).map_err(|it| it.reason)
    }

    fn token(text: &str, visible: bool, immediate: bool) -> Expr {
        Expr::Token { text: text.into(), visible, immediate }
    }

    #[test]
    fn every_form_of_expression_is_read() {
        let name = |it: &str| Expr::Symbol(it.into());
        assert_eq!(body("x"), Ok(name("x")));
        assert_eq!(body(r#""a\"\n\u{1}""#), Ok(token("a\"\n\u{1}", true, false)));
        assert_eq!(body(r#"!~"a""#), Ok(token("a", false, true)));
        assert_eq!(body("()"), Ok(Expr::Seq(vec![])));
        assert_eq!(body("(? x)"), Ok(Expr::Optional(name("x").into())));
        assert_eq!(
            body("(| x (+ y))"),
            Ok(Expr::Choice(vec![name("x"), Expr::Repeat(name("y").into(), true)]))
        );
        let alias = Expr::Alias { name: ">".into(), named: false, content: name("x").into() };
        assert_eq!(body(r#"(= ">" x)"#), Ok(alias));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said_with_its_number() {
        let error = Facts::parse("crate a 1\nrule x (a").expect_err("unclosed");
        assert_eq!(error.line, 2);
        for bad in ["(* a b)", "a b", "\"a", "!x", "(", "", ")", "(= a)"] {
            assert!(body(bad).is_err(), "{bad:?} was read");
        }
        assert!(Facts::parse("rules x").is_err());
        assert!(Facts::parse("").is_err());
        assert!(body(&"(".repeat(100_000)).is_err());
    }
}
