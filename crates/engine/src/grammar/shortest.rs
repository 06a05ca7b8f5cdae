//! The shortest text of each rule: fewest signs outside of ASCII, which many compilers know by an extension alone, then fewest
//! tokens, then fewest bytes, from the grammar alone.

use super::facts::{Expr, Facts};
use crate::tokens;

/// The shortest text of each rule, in the order of the rules; none where only the grammar's scanner knows it.
pub(crate) fn texts(facts: &Facts) -> Vec<Option<Box<[u8]>>> {
    let mut best: Vec<Option<Text>> = vec![None; facts.rules.len()];
    let glue = Glue::of(facts);
    loop {
        let mut settled = true;
        for (at, rule) in facts.rules.iter().enumerate() {
            let Some(text) = shortest(&rule.body, facts, &best) else { continue };
            if best[at].as_ref().is_none_or(|it| text.cost() < it.cost()) {
                best[at] = Some(text);
                settled = false;
            }
        }
        if settled {
            return best.into_iter().map(|it| it.map(|it| glue.render(&it))).collect();
        }
    }
}

/// A text as its tokens.
#[derive(Debug, Clone, Default)]
struct Text {
    tokens: Vec<Token>,
    foreign: usize,
    count: usize,
    bytes: usize,
}

#[derive(Debug, Clone)]
struct Token {
    text: Box<str>,
    immediate: bool,
}

impl Text {
    fn cost(&self) -> (usize, usize, usize) {
        (self.foreign, self.count, self.bytes)
    }

    fn of(text: &str, immediate: bool) -> Text {
        let token = Token { text: text.into(), immediate };
        let foreign = text.chars().filter(|it| !it.is_ascii()).count();
        Text { tokens: vec![token], foreign, count: tokens::count(text.as_bytes()), bytes: text.len() }
    }

    fn append(&mut self, other: &Text) {
        self.foreign += other.foreign;
        self.count += other.count;
        self.bytes += other.bytes;
        self.tokens.extend_from_slice(&other.tokens);
    }
}

fn shortest(expr: &Expr, facts: &Facts, best: &[Option<Text>]) -> Option<Text> {
    match expr {
        Expr::Symbol(name) => best[*facts.index.get(name)?].clone(),
        Expr::Token { text, immediate, .. } => Some(Text::of(text, *immediate)),
        Expr::Seq(members) => {
            let mut out = Text::default();
            for it in members {
                out.append(&shortest(it, facts, best)?);
            }
            Some(out)
        }
        Expr::Choice(members) => {
            members.iter().filter_map(|it| shortest(it, facts, best)).min_by_key(Text::cost)
        }
        Expr::Optional(_) | Expr::Repeat(_, false) => Some(Text::default()),
        Expr::Repeat(it, true) => shortest(it, facts, best),
        // Where only the scanner knows the text, the name of a literal still tells it.
        Expr::Alias { name, named, content } => {
            let literal = || (!named).then(|| Text::of(name, false));
            shortest(content, facts, best).or_else(literal)
        }
    }
}

/// Knows which two tokens would become another one without a blank between them.
struct Glue {
    literals: Vec<Box<str>>,
}

impl Glue {
    fn of(facts: &Facts) -> Glue {
        let mut literals = Vec::new();
        let mut stack: Vec<&Expr> = facts.rules.iter().map(|it| &it.body).collect();
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Symbol(_) | Expr::Token { visible: false, .. } => {}
                Expr::Token { text, .. } => literals.push(text.clone()),
                Expr::Seq(members) | Expr::Choice(members) => stack.extend(members),
                Expr::Optional(it) | Expr::Repeat(it, _) | Expr::Alias { content: it, .. } => stack.push(it),
            }
        }
        Glue { literals }
    }

    fn render(&self, text: &Text) -> Box<[u8]> {
        let mut out = String::new();
        let mut last = "";
        for token in text.tokens.iter().filter(|it| !it.text.is_empty()) {
            if !token.immediate && self.glues(last, &token.text) {
                out.push(' ');
            }
            out.push_str(&token.text);
            last = &token.text;
        }
        out.into_bytes().into()
    }

    fn glues(&self, left: &str, right: &str) -> bool {
        let (Some(&before), Some(&after)) = (left.as_bytes().last(), right.as_bytes().first()) else {
            return false;
        };
        if tokens::is_word(before) && tokens::is_word(after) {
            return true;
        }
        // Brackets and quotes begin a token whatever stands before them, though some grammar may have `()` as one token.
        if b"()[]{}\"'`".contains(&after) {
            return false;
        }
        let longer = |it: &str| it.len() > left.len() && it.starts_with(left);
        self.literals.iter().any(|it| longer(it) && it.as_bytes()[left.len()] == after)
    }
}
