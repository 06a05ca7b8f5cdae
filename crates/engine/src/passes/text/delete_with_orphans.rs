//! `delete-with-orphans`: takes a statement or declaration away together with the declarations that only it needed.
//!
//! Before:
//! ```text
//! import fmt
//! import os
//! main() { fmt.print(1); os.exit(2); }
//! ```
//! After:
//! ```text
//! import os
//! main() { os.exit(2); }
//! ```
//! Where unused imports and variables are errors neither can go alone. What it deletes is found by following names: a
//! declaration goes when every name it introduces is mentioned by nothing that stays. A coupled set for each statement that
//! leaves orphans, down to depth 4; in at most 50,000 lexemes and for at most 5,000 statements, from the back.

use super::chunks::Chunk;
use super::usage::{Usage, Word, count_in};
use crate::document::Document;
use crate::edit::{Edit, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-with-orphans",
    summary: "delete a statement with the declarations that only it needed",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const LEXEMES: usize = 50_000;
const STATEMENTS: usize = 5_000;
const DEEPEST: usize = 4;
const ORPHANS: usize = 64;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    if document.file(id).lexemes().len() > LEXEMES {
        return;
    }
    let usage = Usage::of(document, id);
    let mut search = Search::new(&usage);
    let from_the_back = (0..usage.chunks.len()).rev().filter(|&it| usage.chunks[it].depth <= DEEPEST);
    for chunk in from_the_back.take(STATEMENTS) {
        let gone = search.closure(chunk);
        if gone.len() > 1 {
            sites.together(gone.iter().map(|&it| Edit::delete(id, usage.chunks[it].cut(usage.file))));
        }
    }
}

struct Search<'u> {
    usage: &'u Usage<'u>,
    /// The chunk that introduces each word.
    definers: Vec<Option<usize>>,
    /// The words that each chunk introduces.
    defined: Vec<Vec<Word>>,
    /// How often each word stands in what is gone so far.
    gone: Vec<usize>,
}

impl<'u> Search<'u> {
    fn new(usage: &'u Usage<'u>) -> Search<'u> {
        let definers = usage.definers();
        let mut defined: Vec<Vec<Word>> = vec![Vec::new(); usage.chunks.len()];
        let keywords = keywords(usage);
        for (word, definer) in definers.iter().enumerate() {
            if let &Some(definer) = definer
                && !keywords[word]
            {
                defined[definer].push(word);
            }
        }
        Search { usage, definers, defined, gone: vec![0; usage.places.len()] }
    }

    /// `start` and the chunks that are orphans when it goes.
    fn closure(&mut self, start: usize) -> Vec<usize> {
        let mut closure = vec![start];
        let mut touched: Vec<Word> = Vec::new();
        let mut next = 0;
        while next < closure.len() && closure.len() < ORPHANS {
            let words = self.words_in(closure[next]);
            for &word in &words {
                self.gone[word] += 1;
            }
            for &word in &words {
                if let Some(definer) = self.definers[word].filter(|&it| self.is_orphan(it, &closure)) {
                    closure.push(definer);
                }
            }
            touched.extend(words);
            next += 1;
        }
        for word in touched {
            self.gone[word] = 0;
        }
        closure
    }

    fn words_in(&self, chunk: usize) -> Vec<Word> {
        let Chunk { first, end, .. } = self.usage.chunks[chunk];
        self.usage.words[first..end].iter().copied().flatten().collect()
    }

    fn is_orphan(&self, chunk: usize, gone: &[usize]) -> bool {
        let chunks = &self.usage.chunks;
        let this = &chunks[chunk];
        let apart = |it: &usize| chunks[*it].end <= this.first || this.end <= chunks[*it].first;
        let needless = |&word: &Word| self.left(word, this) == 0;
        gone.iter().all(apart) && !self.defined[chunk].is_empty() && self.defined[chunk].iter().all(needless)
    }

    /// How often a word stands in what stays, apart from `chunk`.
    fn left(&self, word: Word, chunk: &Chunk) -> usize {
        let places = &self.usage.places[word];
        let all = places.len() + self.usage.elsewhere[word];
        all.saturating_sub(self.gone[word] + count_in(places, chunk))
    }
}

/// Which words start several statements: where no grammar tells, those are the ones that introduce nothing.
fn keywords(usage: &Usage) -> Vec<bool> {
    let mut starts = vec![0; usage.places.len()];
    if usage.file.language.is_none() {
        let first = usage.chunks.iter().filter_map(|it| usage.words[it.first]);
        first.for_each(|it| starts[it] += 1);
    }
    starts.into_iter().map(|it| it > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{c, candidates, plain};
    use super::*;

    #[test]
    fn a_statement_takes_along_what_only_it_needed() {
        let text = "int z; int y = z; int x;\nint main() {\n  f(y);\n  g(x);\n  h(x);\n}\n";
        let found = candidates(&PASS, &c(text));
        assert!(found.contains(&"int x;\nint main() {\n  g(x);\n  h(x);\n}\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn an_import_named_by_a_path_in_quotes_is_an_orphan_too() {
        let text = "import \"a/fmt\"\nimport \"os\"\nfunc main() {\nfmt.Print(1)\nos.Exit(os.One)\n}\n";
        let found = candidates(&PASS, &plain(text));
        assert!(
            found.contains(&"import \"os\"\nfunc main() {\nos.Exit(os.One)\n}\n".to_owned()),
            "{found:#?}"
        );
    }
}
