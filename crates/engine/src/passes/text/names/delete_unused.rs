//! `delete-unused`: takes away what introduces a name that nothing else mentions, and what only that needed, and so on.
//!
//! Before:
//! ```text
//! int a;
//! int b() { return a; }
//! int c() { return b(); }
//! d(); d();
//! ```
//! After:
//! ```text
//! d(); d();
//! ```
//! A statement or declaration counts as unused when a name of its own stands nowhere outside of it; taking it away may
//! leave others unused, and they join the same list. One list for each depth down to 5. What the table of names calls a definition is
//! tried as soon as a success takes away the last that mentions it.

use super::def_use::{DefUse, Word};
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::names::{Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::statements::Statement;
use crate::thresholds::UNUSED_DEPTH;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-unused",
    summary: "delete what introduces names that nothing else mentions, cascading",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::Follow { propose, follow },
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let def_use = DefUse::of(document, id);
    for depth in 0..=UNUSED_DEPTH.get() {
        let statements: Vec<&Statement> = def_use.statements.iter().filter(|it| it.depth == depth).collect();
        if statements.is_empty() {
            break;
        }
        sites.delete_list(id, unused(&def_use, &statements));
    }
}

/// What introduces a name that something mentioned before these edits, and nothing does now.
fn follow(document: &Document, id: FileId, edits: &EditSet, sites: &mut Sites) {
    let def_use = DefUse::of(document, id);
    let (file, own) = (def_use.file, edits.of_file(id));
    let mut gone = vec![false; file.lexemes().len()];
    for edit in own {
        let first = file.lexemes().partition_point(|it| it.span.end <= edit.span.start);
        let end = file.lexemes().partition_point(|it| it.span.start < edit.span.end);
        gone[first..end.max(first)].fill(true);
    }
    let is_defined = |at| matches!(document.names().target(Place { file: id, at }), Target::Definition(_));
    let is_put = |word: &[u8]| own.iter().any(|it| it.with.windows(word.len()).any(|it| it == word));
    for statement in &def_use.statements {
        let is_left = |(at, word): (usize, Word)| {
            let outside = |it: &&usize| !(statement.first..statement.end).contains(*it);
            let mut outside = def_use.places[word].iter().filter(outside).peekable();
            !gone[at]
                && def_use.elsewhere[word] == 0
                && outside.peek().is_some()
                && outside.all(|&it| gone[it])
                && is_defined(at)
                && !is_put(file.lexemes()[at].of(&file.text))
        };
        let cut = statement.cut(file);
        if def_use.own_words(statement).any(is_left) && !edits.deletes(id, cut) {
            sites.delete(id, cut);
        }
    }
}

/// The cuts of those of `statements`, which are disjoint and in order, that are unused, one after the other.
fn unused(def_use: &DefUse, statements: &[&Statement]) -> Vec<Span> {
    let mut counts = Counts::of(def_use, statements);
    let mut gone = vec![false; statements.len()];
    let mut open: Vec<usize> = (0..counts.words.len()).filter_map(|it| counts.only_owner(it)).collect();
    while let Some(statement) = open.pop() {
        if !std::mem::replace(&mut gone[statement], true) {
            open.extend(counts.remove(statement).filter(|&it| !gone[it]));
        }
    }
    statements.iter().zip(gone).filter(|it| it.1).map(|it| it.0.cut(def_use.file)).collect()
}

/// Which statements mention which words, and how many still do.
struct Counts {
    words: Vec<Count>,
    /// The words of each statement, each once, and whether it stands outside of its brackets.
    mentions: Vec<(Word, bool)>,
    /// Where those of each statement start; one entry more than statements.
    starts: Vec<usize>,
}

/// How many statements mention a word, and the exclusive or of their numbers: where one is left, its number.
#[derive(Clone, Copy, Default)]
struct Count {
    mentions: usize,
    owners: usize,
    all: usize,
    /// True when it also stands outside of all statements, or in another file.
    outside: bool,
}

impl Counts {
    fn of(def_use: &DefUse, statements: &[&Statement]) -> Counts {
        let mut counts =
            Counts { words: vec![Count::default(); def_use.places.len()], mentions: vec![], starts: vec![0] };
        let mut inside = vec![0; def_use.places.len()];
        let (mut seen, mut own) = (inside.clone(), inside.clone());
        for (number, statement) in statements.iter().enumerate() {
            def_use.own_words(statement).for_each(|it| own[it.1] = number + 1);
            for &word in def_use.words[statement.first..statement.end].iter().flatten() {
                inside[word] += 1;
                if std::mem::replace(&mut seen[word], number + 1) != number + 1 {
                    counts.mentions.push((word, own[word] == number + 1));
                }
            }
            counts.starts.push(counts.mentions.len());
            counts.count(number, 1);
        }
        for (word, count) in counts.words.iter_mut().enumerate() {
            count.outside = def_use.elsewhere[word] > 0 || inside[word] < def_use.places[word].len();
        }
        counts
    }

    /// Adds or takes away the mentions of a statement.
    fn count(&mut self, statement: usize, by: isize) {
        for &(word, own) in &self.mentions[self.starts[statement]..self.starts[statement + 1]] {
            let count = &mut self.words[word];
            count.mentions = count.mentions.wrapping_add_signed(by);
            count.owners = count.owners.wrapping_add_signed(by * isize::from(own));
            count.all ^= statement;
        }
    }

    /// Takes a statement away. Returns the statements that are unused now, some of them twice.
    fn remove(&mut self, statement: usize) -> impl Iterator<Item = usize> + '_ {
        self.count(statement, -1);
        let words = self.starts[statement]..self.starts[statement + 1];
        self.mentions[words].iter().filter_map(|it| self.only_owner(it.0))
    }

    /// The statement that alone mentions a word, if it does so outside of its brackets.
    fn only_owner(&self, word: Word) -> Option<usize> {
        let count = self.words[word];
        (count.mentions == 1 && count.owners == 1 && !count.outside).then_some(count.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates};

    #[test]
    fn what_nothing_mentions_goes_and_then_what_only_that_mentioned() {
        let text = "int u;\nint a;\nint f() { return a; }\nint g() { return g() + u; }\nint h() { return h() + u; }\n";
        let found = candidates(&PASS, &c(text));
        assert_eq!(found[0], "", "u is mentioned by g and h only, and nothing mentions those");
        assert!(found.contains(&text.replace("int f() { return a; }\n", "")));
    }

    #[test]
    fn what_is_mentioned_elsewhere_stays() {
        let text = "int a;\nint f();\nint b = f(a);\nint c = f(b);\nint d = c + b, e = d;\nvoid g() { e; d; }\ng();\n";
        assert!(!candidates(&PASS, &c(text)).iter().any(|it| it.starts_with("int f();")));
    }
}
