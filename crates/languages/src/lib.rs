//! The table of languages, generated from `grammars/` at build time.
//!
//! # A folder
//!
//! `grammars/<name>/` is all that is said of a language, and `<name>` is its name and that of the feature it is built with.
//! To add one, write the folder, add the crate of its grammar and its feature to this crate's `Cargo.toml` and to lop's, and
//! run `cargo run -p lop-languages --all-features --example facts -- <name>`.
//!
//! - `language.toml`, with the keys
//!   - `summary`: what `--list-languages` says of it;
//!   - `grammar`: the path of the grammar's constant, as in `"tree_sitter_c::LANGUAGE"`;
//!   - `grammar-json`: where the grammar's crate keeps its rules, if not in `src/grammar.json`; `ignored`: tokens of its
//!     scanner that take up no text, where the rules are better read without them: a node that has one is not explained;
//!   - `extensions`, `file-names`: whole, without the dot; `interpreters`: names in a `#!` line; `aliases`: other names;
//!   - `layout`: `"free"` (blanks only separate tokens) or `"indented"` (indentation is syntax);
//!   - `line-comments`: what starts a comment that ends with the line; `block-comments`: pairs of start and end;
//!   - `formatter`: the program that lays such files out, with its arguments: from standard input to standard output,
//!     `@@` for the path of a file with the same text; for `--format`;
//!   - `cast`: how a value is converted to a type, with `{type}` and `{value}` in it; `default`: the least value of any
//!     type, with `{type}` in it if it has to say that; `heir`: what inherits all that it has, with `{type}` for its name
//!     and `{base}` for what it inherits from; `any-bound`: a bound that anything meets; `ignored-name`: what
//!     stands in the place of a name that nothing uses; `function`: the word that a function outside of types begins with,
//!     empty where that is none; `variable`: what a variable of no type begins with, if not with `let `; `closure`: a function that is a value, with
//!     `{parameters}`, `{result}` and `{body}` in it, `{value}` where it takes no statements, or `{value-or-body}` where it may
//!     be a value alone; `jump`: how one jumps to `{label}`, where functions are blocks with jumps between them; `nonempty`: kinds of nodes that compilers want something in, though the grammar takes them empty, such as the blocks of Python;
//!     `brackets-join`: true where line breaks between brackets are blanks and end statements elsewhere; `refuses-unused`:
//!     true where compilers take a variable or an import that nothing uses for an error; `typed-uses`: true where the type of a
//!     value stands before its name where it is used;
//!   - `mentions`: how a file of a project mentions another one that it needs, as in `'#include "PATH"'` or `"mod NAME ;"`:
//!     one `PATH`, as the disk has it, or `NAME`, words of which the last may be the file's without its extension or its
//!     directory's; `titles`: how a file says what others call it, where that is not its path; `inlined`: pairs of a mention
//!     and what may stand in its place, with `NAME` for its name and `TEXT` for the text of the file;
//!   - `embeds`: names of lop's own languages that there may be within this one, where `inject.scm` says;
//!   - `lines`: a table, in the place of `grammar`, for a language that has none: see below;
//!   - `without`: lines of the inherited queries that do not hold, as this grammar has no such nodes;
//!   - `inherits`: a folder whose `reduce.scm`, `names.scm`, `inject.scm` and ways to mention others hold here too; one of a
//!     user's own may inherit from lop's.
//! - `reduce.scm`, `names.scm` and `inject.scm`, which may be missing: see below.
//! - `grammar.facts`: the rules of the grammar, written by the example `facts` from the grammar's crate.
//! - `sample.<extension>`: a text of ours that parses without error and matches every pattern of both.
//!
//! A folder of a user's own is the same, but `grammar` is the path of a library or of a grammar's source, from the folder
//! on; without it the folder holds one of them. The facts are made when the grammar is loaded.
//!
//! # Line languages
//!
//! Letters, digits and `_` make words. The keys of `[lines]` say what else there is, all as texts or lists of texts:
//!
//! - `words`: more characters of words; `sigils`: characters that belong to what follows them, as `%` in `%x`; `keywords`:
//!   words of the language itself; `operators`: tokens of several characters, such as `->`;
//! - `strings`: triples of start, end and escape, or pairs; `brackets`: pairs; `blocks`: opening brackets between which
//!   there may be records; `separators`: what stands between the parts of a record or of what is in brackets;
//! - `records`: `"lines"`, `"terminated"` by one of `terminators` (but for those that begin with one of `line-records`), or
//!   `"none"`, where a file is what its brackets make of it; `continued`: a line that is indented deeper goes on with the record;
//! - `regions`: pairs of words; what is between a record that begins with the first and one that begins with the second
//!   belongs together; `labels`: what ends a label, as `":"`; a label and what follows up to the next belong together.
//!
//! In a tree the nodes are called `file`, `section`, `label`, `region`, `record`, `part`, `group`, `block`, `name`,
//! `identifier`, `number`, `string_literal` and `comment`, for `names.scm`; there is no `reduce.scm`.
//!
//! # `reduce.scm`
//!
//! A tree-sitter query. The grammar's own rules already say which parts are lists or optional and what the shortest
//! text of a rule is; here stands only what they cannot know: what small text keeps a compiler happy.
//!
//! Each match is one edit: *all* its captures go together, so that `let x = f();` becomes `f();` through
//! `(let_declaration "let" @delete pattern: (_) @delete "=" @delete)`. Different matches are independent, and those on
//! the same node compete, in the order of the file.
//!
//! - `@delete`: the node may be deleted, although the grammar may not say so;
//! - `@empty`: what stands between the node's first and last token may be deleted;
//! - `@replace` with `(#set! reduce.with "text")`: the text may stand for the node;
//! - `@hoist`: the node may stand for its parent.
//!
//! With `(#set! reduce.everywhere)` a rule is tried in large files wherever it matches, at once; with
//! `(#set! reduce.imports)` an import goes along once nothing is left that uses it.
//!
//! A capture that starts with `_` is for predicates. Anything else is an error when this crate is built.
//!
//! # `names.scm`
//!
//! What names mean: from it a table is made of what a file defines and where that is used. It is written like a
//! tree-sitter query, without quantifiers; of predicates there are `(#lower? @name.…)`, for names that must not begin with
//! a capital, and `(#eq? @_it "word")` and `(#any-of? @_it "word" …)`, for nodes whose text must be one of some words. Of
//! patterns that name the same node the last knows best what it is.
//!
//! What is named, and what belongs to it:
//!
//! - `@name.function`, `.type`, `.value`, `.member`, `.parameter`, `.generic`, `.import`, `.module`, `.label`, `.macro`: the
//!   node is a name, and what for; of a text in quotes, its last word is; `.tag`: a type that only `@tag` names;
//!   `.method`: a member that `@method` names, where a field of its word is another thing;
//! - `@definition`: the node introduces the names in it that no smaller definition and no scope inside it holds;
//! - `@definition.outer`: the node goes with the definition that is its child, as `export` or the head of a template does;
//! - `@parameters`, `@generics`, `@fields`: the lists of the name or, in a match without one, of the definition;
//!   `@signature`: the list of the parameters of the functions that it is a pointer to; `@body`, `@value`, `@result`: what it
//!   does, is at first, and has for a type or returns;
//! - `@extends`: the name of the type that the definition, or the `@extension` of the same match, belongs to from
//!   elsewhere; `@implements`: the name of what the same one has all members of; `@takes`: the name of what
//!   a branch takes, which goes with that once nobody makes it; `@attribute`: the node belongs to its next sibling; `@glob`: it makes names visible without naming them;
//!   `@export`: what is imported in it can be named from outside.
//!
//! Where names are visible, and how words mean them:
//!
//! - `@scope`: names that are introduced in the node are visible in it only; with `@scope.open` they can also be named from
//!   outside; with `@scope.members` only as members of something. A definition that is a scope is named outside of itself;
//! - `@member`: the word names a member of something; `@member.own`: of the type that it stands in; `@qualified`: whatever
//!   can be named from outside, as at the end of a path. Behind `A::` or `A.` both name what the type or module `A` has, where
//!   that is known. `@method`, `@method.own`: the same of methods, or else of other members. `@label`: a label; `@tag`: the tag of
//!   that name, or else what any word means: the definitions in the innermost scope that has any;
//! - `@reference`: the names in the node are only used, even where a pattern takes them for new; `@reference.signed`: the
//!   node is a name with the signs that make it a use, such as `$(NAME)`, which go with it when it gives way to a value;
//! - `@call` with `@callee` and `@arguments`, `@arguments.fields` or `@arguments.generics`: a name is used with a list of
//!   things for its parameters, fields or generics.
//!
//! # `inject.scm`
//!
//! A tree-sitter query that says what of a file is in another language, as editors have it: `@injection.content` is
//! the text, a node without children, or what is between the delimiters of one. Whatever is no piece of the text is put
//! into it, as `${…}` is into a template; so are escape sequences, which stay or go as a whole. Its language is that of
//! `(#set! injection.language "name")`, or what the text of `@injection.language` says, by name or alias. It has to be in
//! `embeds`; any other is left as it is. What is in the other language is parsed by its grammar, and a part of the tree
//! like everything else; so is what that embeds in turn, and no more. What of it does not parse is an error of the file.
//! With `(#set! injection.whole)`, and always in lines behind margins, a text with errors is what it is in the file, and
//! they do not count.
//!
//! A text may also stand in the lines of comments or of a string, each behind a margin. A pattern that captures such nodes as
//! `@injection.content` says how, in settings with words between blanks:
//!
//! - `injection.opening`: what the line before the text begins with, such as a fence, and `injection.closing`: what the line behind it
//!   begins with. Where both are the same, it has to be there; else the text may also end with its comment.
//! - `injection.tags`: what may follow the opening where the text is in the language of the pattern; a `*` at the end stands for
//!   anything. What else follows is the name of its language.
//! - `injection.prompts`, instead of these: each line of the text begins with one of them, the first line of an example with the first.
//!   Other lines up to a blank one are what the example prints: they go with it.
//! - `injection.prefix`: what lines may begin with that is a part of the comment.
//! - `injection.hidden`: what is no part of the text before a blank, at the beginning of a line.

#![warn(missing_docs)]

use std::path::Path;
use std::sync::Arc;

use lop_engine::Language;

mod added;
mod build;
mod check;
mod compiled;
mod detect;
mod facts;
mod folder;
mod parser;
mod places;
mod registry;

pub use added::{Unusable, add, add_all};
pub use check::{Checkup, Finding, State, check};
#[doc(hidden)]
pub use facts::facts;
pub use parser::{Trial, try_out, try_with};
pub use places::{cache, own_folders};

/// What a user may want to know of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// The name on the command line and in messages.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Other names it goes by.
    pub aliases: &'static [&'static str],
    /// Extensions of its files, without the dot.
    pub extensions: &'static [&'static str],
    /// Whole names of its files.
    pub file_names: &'static [&'static str],
    /// The programs that run it, as a `#!` line names them.
    pub interpreters: &'static [&'static str],
    /// The program that lays such files out, and its arguments; empty for none. It reads standard input and writes
    /// standard output; `@@` stands for the path of the file.
    pub formatter: &'static [&'static str],
    /// Where it is from.
    pub origin: Origin,
}

/// Where a language is from, and what reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It is one of lop's own, with a grammar.
    Grammar,
    /// It is one of lop's own, without a grammar: its tokens, brackets and records make the tree.
    Lines,
    /// A user has added it.
    Added,
}

/// What a language of lop's own is built from, once it is asked for.
struct Source {
    /// The text of its `language.toml`, inherited keys included.
    folder: &'static str,
    /// None for a line language.
    parser: Option<tree_sitter_language::LanguageFn>,
    facts: &'static str,
    rules: &'static str,
    names: &'static str,
    injections: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// All languages: lop's own by name, then those that were added.
pub fn all() -> Vec<&'static Info> {
    let (added, own): (Vec<_>, Vec<_>) = registry::all().partition(|it| it.origin == Origin::Added);
    own.into_iter().chain(added).collect()
}

/// The names of all languages, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().into_iter().map(|it| it.name)
}

/// What is known of the language of that name or alias, whatever its case.
pub fn info(name: &str) -> Option<&'static Info> {
    detect::by_name(name)
}

/// What is known of the language of a file: by its extension, else by its name, else by its first lines.
pub fn info_of(path: &Path, text: &[u8]) -> Option<&'static Info> {
    detect::by_path(path).or_else(|| detect::by_text(text))
}

/// The language of that name, alias or extension that lop has, but not in this build: its feature is off.
pub fn left_out(word: &str) -> Option<&'static str> {
    let is_named =
        |it: &&Info| it.name == word || it.aliases.contains(&word) || it.extensions.contains(&word);
    LEFT_OUT.iter().find(is_named).map(|it| it.name)
}

/// The language itself, built when it is first asked for; every later caller shares it.
///
/// # Errors
/// When it was added, and cannot be used.
pub fn load(info: &'static Info) -> Result<Arc<Language>, Unusable> {
    registry::language(info)
}

/// The language of that name or alias, whatever its case; none either for one that was added and cannot be used.
pub fn by_name(name: &str) -> Option<Arc<Language>> {
    load(info(name)?).ok()
}

/// The language of files with that extension, given without its dot.
pub fn by_extension(extension: &str) -> Option<Arc<Language>> {
    load(detect::by_extension(extension)?).ok()
}

/// The language of a file: by its extension, else by its name, else by its first lines.
pub fn detect(path: &Path, text: &[u8]) -> Option<Arc<Language>> {
    load(info_of(path, text)?).ok()
}
