//! C-Reduce's and C-Vise's passes, row by row, with ours beside them: whoever knows theirs finds ours here.

mod clang;

/// One pass of theirs and what does its work here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theirs {
    /// Its name; C-Vise's where the two differ.
    pub name: &'static str,
    /// Its argument, empty for none. A range such as `rm-toks-1..16` stands for several.
    pub argument: &'static str,
    /// Our passes that do the same or more; empty when nothing does yet.
    pub ours: &'static [&'static str],
    /// How, in a few words.
    pub how: &'static str,
}

/// Every pass of C-Reduce and C-Vise, the transformations of Clang last.
pub fn creduce_inventory() -> impl Iterator<Item = &'static Theirs> {
    INVENTORY.iter().chain(clang::TRANSFORMATIONS)
}

const fn row(
    name: &'static str,
    argument: &'static str,
    ours: &'static [&'static str],
    how: &'static str,
) -> Theirs {
    Theirs { name, argument, ours, how }
}

const LINES: &[&str] = &["delete-blocks", "delete-lines"];
const BALANCED: &[&str] = &["delete-balanced"];
const WINDOWS: &[&str] = &["delete-token-windows", "delete-ragged-windows", "delete-units"];

const INVENTORY: &[Theirs] = &[
    row("includes", "", &["delete-directives"], "all at once, then by halves"),
    row("include_includes", "", &[], "before the search, on demand: `--paste-includes` pastes local headers"),
    row("unifdef", "", &["fold-conditionals"], "constants first; each name defined and not; without unifdef"),
    row("comments", "", &["delete-comments"], "as the grammar tells them, of any language"),
    row("ifs", "", &["fold-conditionals"], "any branch, also of #elif, without unifdef"),
    row("line_markers", "", &["delete-directives"], "a list of their own"),
    row("blank", "", &["strip-blanks", "delete-directives"], "each a list"),
    row("lines", "0", LINES, "statements at the top level, without reformatting"),
    row("lines", "1", LINES, "statements of each depth, without reformatting"),
    row("lines", "2", LINES, "statements of each depth, without reformatting"),
    row("lines", "3", LINES, "statements of each depth, without reformatting"),
    row("lines", "4", LINES, "statements of each depth, without reformatting"),
    row("lines", "6", LINES, "statements of each depth, without reformatting"),
    row("lines", "8", LINES, "statements of each depth, without reformatting"),
    row("lines", "10", LINES, "statements of each depth, without reformatting"),
    row("lines", "None", &["delete-lines"], "all, halves, from the back"),
    row("balanced", "curly", BALANCED, "the pair goes; strings and comments are known"),
    row(
        "balanced",
        "curly2",
        &["empty-blocks", "delete-balanced"],
        "to ;, all of a depth at once, then each",
    ),
    row("balanced", "curly3", BALANCED, "= {…} goes"),
    row("balanced", "parens", BALANCED, "the pair goes"),
    row("balanced", "angles", BALANCED, "the pair goes"),
    row("balanced", "square", BALANCED, "the pair goes"),
    row(
        "balanced",
        "curly-inside",
        &["empty-blocks", "delete-balanced"],
        "all of a depth at once, then each",
    ),
    row(
        "balanced",
        "parens-inside",
        &["delete-balanced", "delete-items"],
        "the content goes, or elements of it",
    ),
    row(
        "balanced",
        "angles-inside",
        &["delete-balanced", "delete-items"],
        "the content goes, or elements of it",
    ),
    row(
        "balanced",
        "square-inside",
        &["delete-balanced", "delete-items"],
        "the content goes, or elements of it",
    ),
    row(
        "balanced",
        "curly-only",
        &["delete-balanced", "unwrap-blocks", "unwrap-words"],
        "the brackets go, also with the head before them; words that open and close too",
    ),
    row("balanced", "parens-only", BALANCED, "the brackets go"),
    row("balanced", "angles-only", BALANCED, "the brackets go"),
    row("balanced", "square-only", BALANCED, "the brackets go"),
    row("balanced", "parens-to-zero", BALANCED, "(…) to 0"),
    row("ternary", "b", &["ternaries"], "operands of any shape"),
    row("ternary", "c", &["ternaries"], "operands of any shape"),
    row(
        "special",
        "a",
        &["peephole", "unwrap-calls"],
        "the checksum call goes, or gives way to its argument",
    ),
    row("special", "b", &["peephole"], "extern and its string go"),
    row("special", "c", &["peephole"], "extern and its string go"),
    row(
        "peep",
        "a",
        &["peephole", "delete-balanced", "delete-units", "unwrap-blocks"],
        "the table, plus its brackets and signs",
    ),
    row(
        "peep",
        "b",
        &["peephole", "unwrap-calls", "ternaries", "shrink-integers"],
        "the table, plus operands of any shape",
    ),
    row("peep", "c", &["unwrap-blocks"], "any block, with and without its break"),
    row("ints", "a", &["shrink-integers"], "one digit less, half of them, half the value, 0, 1; floats too"),
    row("ints", "b", &["shrink-integers", "delete-units"], "no prefix; a sign is a token"),
    row("ints", "c", &["shrink-integers"], "no suffix, all at once first"),
    row("ints", "d", &["shrink-integers"], "decimal where that is shorter"),
    row("ints", "e", &["shrink-integers"], "no suffix, all at once first"),
    row(
        "indent",
        "regular",
        &["strip-blanks"],
        "blanks never count against a step, so none are needed between",
    ),
    row("indent", "final", &["strip-blanks", "close-gaps"], "blanks go, and lines stay unless one is enough"),
    row("clex", "rm-toks-1..16", WINDOWS, "balanced runs before ragged ones"),
    row("clex", "rm-toks-17..32", WINDOWS, "in up to 300 tokens"),
    row("clexhints", "rm-toks-1-to-4", WINDOWS, "balanced runs before ragged ones"),
    row("clexhints", "rm-toks-5-to-8", WINDOWS, "balanced runs before ragged ones"),
    row("clexhints", "rm-toks-9-to-12", WINDOWS, "balanced runs before ragged ones"),
    row("clexhints", "rm-toks-13-to-16", WINDOWS, "balanced runs before ragged ones"),
    row("clexhints", "rm-toks-17-to-20", WINDOWS, "in up to 300 tokens"),
    row("clexhints", "rm-toks-21-to-24", WINDOWS, "in up to 300 tokens"),
    row("clexhints", "rm-toks-25-to-28", WINDOWS, "in up to 300 tokens"),
    row("clexhints", "rm-toks-29-to-32", WINDOWS, "in up to 300 tokens"),
    row("clexhints", "rm-toks-1-to-16", WINDOWS, "balanced runs before ragged ones"),
    row("clexhints", "rm-toks-17-to-32", WINDOWS, "in up to 300 tokens"),
    row("clex", "rm-tok-pattern-4", &["delete-token-patterns"], "those with a gap; the others are windows"),
    row("clex", "rm-tok-pattern-8", &["delete-token-patterns"], "in up to 40 tokens"),
    row("clex", "rename-toks", &["rename-identifiers"], "all names in one question, of any language"),
    row("clex", "delete-string", &["shrink-strings"], "all at once first"),
    row("clex", "define", &["inline-macros"], "with arguments"),
    row("clex", "shorten-string", &["shrink-strings"], "by brackets, tokens, halves, then characters"),
    row("clex", "x-string", &["shrink-strings"], "shorter instead"),
    row("clex", "print", &[], "prints the tokens and changes nothing"),
    row("treesitter", "replace-function-def-with-decl", &["empty-blocks"], "any block to ;, in any language"),
    row("treesitter", "erase-namespace", &["empty-blocks", "peephole"], "the content goes, or all of it"),
    row(
        "treesitter",
        "remove-function",
        &["delete-unused", "delete-word-everywhere"],
        "with all that mentions the name, or if nothing does",
    ),
    row("clangincludegraph", "", &[], "about directories"),
    row("inlineincludes", "", &[], "about directories"),
    row("makefile", "", &[], "about directories"),
    row("clangmodulemap", "", &[], "about directories"),
    row("rmunusedfiles", "", &[], "about directories"),
    row("gcda-binary", "", &["delete-bytes"], "as bytes, without the table of functions"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::ALL;

    #[test]
    fn every_pass_named_beside_theirs_is_in_the_table() {
        for theirs in creduce_inventory() {
            for ours in theirs.ours {
                assert!(ALL.iter().any(|it| it.name == *ours), "{} {}: {ours}", theirs.name, theirs.argument);
            }
            assert!(!theirs.how.is_empty());
        }
    }

    #[test]
    fn no_row_of_theirs_is_there_twice() {
        let mut names: Vec<_> = creduce_inventory().map(|it| (it.name, it.argument)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), creduce_inventory().count());
    }

    #[test]
    fn each_transformation_of_clang_is_the_same_or_more_or_says_why_not() {
        for theirs in clang::TRANSFORMATIONS {
            let claim = theirs.how.split_once(": ").map_or("", |it| it.0);
            let known = match theirs.ours {
                [] => ["not yet", "no"].contains(&claim),
                _ => ["same", "subsumed", "better", "in part"].contains(&claim),
            };
            assert!(known, "{}: {:?}", theirs.argument, theirs.how);
        }
    }
}
