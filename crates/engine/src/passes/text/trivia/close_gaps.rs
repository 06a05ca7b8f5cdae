//! `close-gaps`: takes the blanks away that stand between two tokens which need none.
//!
//! Before:
//! ```text
//! int f () {
//! return 0 ;
//! }
//! ```
//! After:
//! ```text
//! int f(){
//! return 0;
//! }
//! ```
//! What is no longer than two lines of a terminal becomes one, without the line break at its end: first all at once, then a list within lines
//! and one from line to line. What is no longer than a few lines keeps them. Strings stay, and so do the line breaks of comments
//! and directives, and what is beside protected text. It has its turn last of all, before the certificate, because all that was
//! asked before was asked in another layout.

use super::strip_blanks::outside_of_strings;
use crate::document::{Document, File};
use crate::edit::{Edit, FileId, Span, glues};
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{FEW_LINES_BYTES, ONE_LINE_BYTES};
use crate::tokens::{is_blank, is_word};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "close-gaps",
    summary: "delete blanks between tokens that need none",
    stage: Stage::Finish,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let text = &file.text;
    if text.len() > FEW_LINES_BYTES.get() {
        return;
    }
    let mut gaps = outside_of_strings(file, gaps(text));
    gaps.retain(|it| !ends_what_ends_with_its_line(file, *it) && !is_beside_what_is_protected(file, *it));
    let (mut breaks, within): (Vec<Span>, Vec<Span>) = gaps.iter().partition(|it| is_break(text, **it));
    if text.len() > ONE_LINE_BYTES.get() {
        breaks.clear();
    }
    if !breaks.is_empty() && !within.is_empty() {
        sites.together(gaps.into_iter().map(|it| Edit::delete(id, it)));
    }
    sites.delete_list(id, within);
    sites.delete_list(id, breaks);
    for gap in outside_of_strings(file, doubtful(text)) {
        let (start, end) = (gap.start as usize - 1, gap.end as usize + 1);
        sites.replace(id, Span::new(offset(start), offset(end)), [text[start], text[end - 1]]);
    }
}

fn is_break(text: &[u8], gap: Span) -> bool {
    text[gap.range()].contains(&b'\n')
}

/// The runs of blanks behind a token, where what stands around them would still be two.
fn gaps(text: &[u8]) -> Vec<Span> {
    let mut gaps = Vec::new();
    let mut end = 0;
    for run in text.chunk_by(|&a, &b| is_blank(a) == is_blank(b)) {
        let start = end;
        end += run.len();
        let closes = text.get(end).is_none_or(|&next| !glues(&text[..start], next));
        if is_blank(run[0]) && start > 0 && closes {
            gaps.push(Span::new(offset(start), offset(end)));
        }
    }
    gaps
}

/// Blanks between what may read as one token without them or as two: before a dot behind a number that ends something, as in
/// Erlang or Prolog, and before a string behind a word.
fn doubtful(text: &[u8]) -> Vec<Span> {
    let is_one = |at: &usize| {
        let (before, next, behind) = (text[at - 1], text[at + 1], text.get(at + 2));
        let ends = next == b'.' && before.is_ascii_digit() && behind.is_none_or(|&it| is_blank(it));
        is_blank(text[*at]) && (ends || is_word(before) && matches!(next, b'"' | b'\''))
    };
    let at = (1..text.len().saturating_sub(1)).filter(is_one);
    at.map(|at| Span::new(offset(at), offset(at + 1))).collect()
}

/// True for a line break behind a comment or a directive, or before a directive.
fn ends_what_ends_with_its_line(file: &File, gap: Span) -> bool {
    if !is_break(&file.text, gap) || gap.range().end == file.text.len() {
        return false;
    }
    let (before, after) = (&file.text[..gap.start as usize], &file.text[gap.end as usize..]);
    let line = before.iter().rposition(|&it| it == b'\n').map_or(before, |it| &before[it + 1..]);
    let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b"#");
    let lexemes = file.lexemes();
    let last = lexemes[..lexemes.partition_point(|it| it.span.start < gap.start)].last();
    is_directive(line) || is_directive(after) || last.is_some_and(|it| it.class == Class::Comment)
}

/// A line that is protected stays a line.
fn is_beside_what_is_protected(file: &File, gap: Span) -> bool {
    file.protected.iter().any(|it| it.end == gap.start || gap.end == it.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, indented, js, plain};

    #[test]
    fn what_fits_into_a_line_becomes_one() {
        let found = candidates(&PASS, &c("a () {\nf (1, 2) ;\n}\n"));
        assert_eq!(found[0], "a(){f(1,2);}");
        assert!(found.contains(&"a(){\nf(1,2);\n}\n".to_owned()), "within lines");
        assert!(found.contains(&"a () {f (1, 2) ;}".to_owned()), "line breaks alone");
        assert!(found.contains(&"a () {\nf (1, 2);\n}\n".to_owned()), "a blank alone");
    }

    #[test]
    fn what_would_read_as_one_token_stays_apart() {
        assert!(
            candidates(&PASS, &c("int\na = b - -c"))
                .iter()
                .all(|it| it.contains("int\na") && it.contains("- -"))
        );
    }

    #[test]
    fn a_full_stop_may_stand_behind_a_number_and_a_string_behind_a_word() {
        assert!(candidates(&PASS, &plain("import 'x'")).contains(&"import'x'".to_owned()));
        assert!(candidates(&PASS, &plain("f() -> 0 .\n")).contains(&"f() -> 0.\n".to_owned()));
        assert!(candidates(&PASS, &plain("f() -> 0 .5")).iter().all(|it| it.contains("0 .5")));
    }

    #[test]
    fn what_is_longer_than_two_lines_keeps_its_lines_and_what_is_longer_than_a_few_its_blanks() {
        let text = |long: usize| format!("int f () {{\nreturn {} ;\n}}\n", "x".repeat(long));
        let found = candidates(&PASS, &c(text(150)));
        let closed = text(150).replace(" (", "(").replace(" {", "{").replace(" ;", ";");
        assert!(found.contains(&closed) && found.iter().all(|it| it.matches('\n').count() == 3), "{found:?}");
        assert!(candidates(&PASS, &c(text(300))).is_empty());
    }

    #[test]
    fn comments_directives_and_strings_keep_what_ends_them() {
        assert!(candidates(&PASS, &plain("#if(a)\n#endif\n#if(a)\n(b)")).is_empty());
        let found = candidates(&PASS, &js("`a ;`;\n// (b)\n;"));
        assert!(found.iter().all(|it| it.starts_with("`a ;`;") && it.ends_with("(b)\n;")), "{found:?}");
        assert!(found.contains(&"`a ;`;// (b)\n;".to_owned()));
    }

    #[test]
    fn what_is_protected_keeps_the_blanks_around_it() {
        let protected = c("a ;\nb;\nc ;\n").protecting(vec![vec![Span::new(4, 6)]]);
        assert!(candidates(&PASS, &protected).iter().all(|it| it.contains("\nb;\n")));
    }

    #[test]
    fn a_block_can_stand_on_the_line_that_opens_it() {
        assert!(candidates(&PASS, &indented("a:\n  b\n")).contains(&"a:b".to_owned()));
    }
}
