//! `unwrap-words`: keeps a part of what stands between words that open and close, such as `do` and `done`.
//!
//! Before:
//! ```text
//! if a then b else c end
//! ```
//! After:
//! ```text
//! b
//! ```
//! Where there is a tree, each unit that begins and ends with a word that its rule spells, and whose own such words part
//! it; elsewhere a table of what opens, parts and closes in many languages. For each: nothing of it, each part alone,
//! shortest first, all parts without the words, all words without the parts. Heaviest first, at most 5,000, with at most 16 parts.

use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, trim};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{WORD_BLOCK_PARTS, WORD_BLOCKS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "unwrap-words",
    summary: "keep a part of what words open and close: if … fi, begin … end",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// Words that open a block. Not `for` and `while`, which open none of their own where a `do` follows.
const OPEN: &[&[u8]] =
    &[b"begin", b"do", b"case", b"if", b"repeat", b"module", b"function", b"def", b"class"];
/// Words that part a block.
const PART: &[&[u8]] = &[b"then", b"else", b"elif", b"elsif", b"elseif", b"in", b"of", b"rescue", b"ensure"];
/// Words that close a block.
const CLOSE: &[&[u8]] = &[
    b"end",
    b"done",
    b"fi",
    b"esac",
    b"od",
    b"endif",
    b"endcase",
    b"endmodule",
    b"endfunction",
    b"until",
    b"endclass",
];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let mut blocks = if file.language.is_some() { in_tree(file) } else { in_text(file) };
    blocks.retain(|it| it.len() <= WORD_BLOCK_PARTS.get() + 1);
    blocks.sort_by_key(|it| std::cmp::Reverse((whole(it).len(), it[0].start)));
    for words in blocks.iter().take(WORD_BLOCKS.get()) {
        sites.alternatives(cuts(file, id, words));
    }
}

/// From the first of a block's words to the last.
fn whole(words: &[Span]) -> Span {
    Span::new(words[0].start, words[words.len() - 1].end)
}

fn cuts(file: &File, id: FileId, words: &[Span]) -> Vec<EditSet> {
    let whole = whole(words);
    let between = words.windows(2).filter_map(|it| trim(&file.text, Span::new(it[0].end, it[1].start)));
    let parts: Vec<Span> = between.collect();
    let mut shortest: Vec<Span> = parts.clone();
    shortest.sort_by_key(|it| it.len());
    let all = |spans: &[Span]| -> EditSet { spans.iter().map(|&it| Edit::delete(id, it)).collect() };
    let mut sets = vec![EditSet::delete(id, whole)];
    sets.extend(
        shortest.iter().map(|it| all(&[Span::new(whole.start, it.start), Span::new(it.end, whole.end)])),
    );
    if parts.len() > 1 {
        sets.push(all(words));
    }
    if !parts.is_empty() {
        sets.push(all(&parts));
    }
    sets
}

/// The words of each unit that begins and ends with one.
fn in_tree(file: &File) -> Vec<Vec<Span>> {
    let is_word = |it: UnitId| {
        let text = file.text_of(it);
        !file.unit(it).is_named() && text.len() > 1 && text.iter().all(u8::is_ascii_alphabetic)
    };
    let units = 0..u32::try_from(file.units().len()).expect("fewer than 4 Gi units");
    let mut found = Vec::new();
    for unit in units.filter(|&it| !file.is_leaf(it) && is_word(it + 1)) {
        let words: Vec<Span> =
            file.children(unit).filter(|&it| is_word(it)).map(|it| file.unit(it).span()).collect();
        if words.len() > 1 && words[words.len() - 1].end == file.unit(unit).end {
            found.push(words);
        }
    }
    found
}

/// The words of each block that the table knows.
fn in_text(file: &File) -> Vec<Vec<Span>> {
    let mut open: Vec<Vec<Span>> = Vec::new();
    let mut found = Vec::new();
    for lexeme in file.lexemes().iter().filter(|it| matches!(it.class, Class::Word | Class::Keyword)) {
        let text = lexeme.of(&file.text);
        if OPEN.contains(&text) {
            open.push(vec![lexeme.span]);
        } else if PART.contains(&text) {
            open.last_mut().into_iter().for_each(|it| it.push(lexeme.span));
        } else if CLOSE.contains(&text)
            && let Some(mut words) = open.pop()
        {
            words.push(lexeme.span);
            found.push(words);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn each_part_of_a_block_can_stay_alone() {
        assert_eq!(
            candidates(&PASS, &plain("x; if aa; then b; fi; y")),
            ["x;; y", "x; b;; y", "x; aa;; y", "x; aa; b;; y", "x; if then fi; y"]
        );
        let found = candidates(&PASS, &plain("begin a; do b done end"));
        assert!(found.contains(&"a; do b done".to_owned()) && found.contains(&"begin a; b end".to_owned()));
    }

    #[test]
    fn a_grammar_without_such_words_has_no_such_blocks() {
        assert!(
            candidates(&PASS, &c("int main() { do { a(); } while (b); if (c) d(); else e(); }")).is_empty()
        );
        assert!(candidates(&PASS, &plain("end fi done else begin")).is_empty());
    }
}
