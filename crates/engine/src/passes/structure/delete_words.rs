//! `delete-words`: takes words between blanks away where the grammar reads a text as one piece, such as the flags of a command.
//!
//! Before:
//! ```make
//! a.o: a.c; gcc -c -O2 -DNAME="x" -o $@ $<
//! ```
//! After:
//! ```make
//! a.o: a.c; gcc -c -O2 -o $@ $<
//! ```
//! One list for each unit with text of its own, outside of its children, in which there are blanks. Strings and comments
//! have passes of their own, and so has what does not parse. At most 20,000 lists of at most 20,000 words.

use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::Class;
use crate::lexeme::offset;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-words",
    summary: "delete words between blanks where the grammar does not look into a text",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    // Not the root: what stands there by itself is text without a language.
    let units = 1..offset(file.units().len());
    for unit in units.filter(|&it| has_text_of_its_own(file, it)).take(SITES.get()) {
        let words = words(&file.text, file.unit(unit).span());
        if words.len() > 1 {
            sites.delete_list(id, words);
        }
    }
}

/// True for what the grammar has read as one piece, with blanks in it.
fn has_text_of_its_own(file: &File, unit: UnitId) -> bool {
    let span = file.unit(unit).span();
    let text = &file.text[span.range()];
    if file.unit(unit).is_error() || !text.iter().any(u8::is_ascii_whitespace) {
        return false;
    }
    let mut at = span.start;
    let ends = file.children(unit).map(|it| file.unit(it).span()).chain([Span::new(span.end, span.end)]);
    let is_own = |gap: Span| file.text[gap.range()].iter().any(|it| !it.is_ascii_whitespace());
    ends.into_iter().any(|child| {
        let gap = Span::new(at, child.start.max(at));
        at = child.end.max(at);
        is_own(gap)
    }) && !is_literal(file, span)
}

/// True for a string or a comment, and for what stands in one.
fn is_literal(file: &File, span: Span) -> bool {
    let lexemes = file.lexemes();
    let at = lexemes.partition_point(|it| it.span.end <= span.start);
    lexemes.get(at).is_some_and(|it| {
        matches!(it.class, Class::String | Class::Comment)
            && it.span.start <= span.start
            && span.end <= it.span.end
    })
}

/// What stands between blanks.
fn words(text: &[u8], span: Span) -> Vec<Span> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, byte) in (span.start..).zip(&text[span.range()]) {
        if byte.is_ascii_whitespace() {
            words.extend(start.take().map(|it| Span::new(it, at)));
        } else {
            start.get_or_insert(at);
        }
    }
    words.extend(start.map(|it| Span::new(it, span.end)));
    words.truncate(SITES.get());
    words
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::language::Language;

    /// The words of each list that is proposed on a text of C.
    fn lists(text: &str) -> Vec<Vec<&str>> {
        let language = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
        let document = Document::parse([(Arc::from(text.as_bytes()), Some(Arc::new(language)))]);
        let file = document.file(FileId(0));
        let units = 1..offset(file.units().len());
        let spans = units.filter(|&it| has_text_of_its_own(file, it)).map(|it| file.unit(it).span());
        let lists = spans.map(|it| words(&file.text, it)).filter(|it| it.len() > 1);
        lists.map(|it| it.into_iter().map(|it| &text[it.range()]).collect()).collect()
    }

    #[test]
    fn what_the_grammar_reads_as_one_piece_is_a_list_of_words() {
        assert_eq!(lists("#define A x + y\nint a;"), [["x", "+", "y"]]);
    }

    #[test]
    fn strings_comments_and_what_a_grammar_reads_have_other_passes() {
        assert!(lists("char *a = \"b c\"; /* d e */ int f = 1 + 2;").is_empty());
        assert!(lists("int a b c d = = e f;").is_empty());
    }
}
