//! `lop grammar check`: what a folder or a grammar lacks, and how well lop can work with it, seen on its sample.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::internal::{Document, File, Symbol, UnitId, name_matches};
use lop_engine::{Language, Reduction, oracle, syntax_errors};
use tree_sitter::StreamingIterator as _;

use crate::added::{Added, Unusable};

/// Of the nodes of a sample, how many in a hundred the rules must explain.
const EXPLAINED: usize = 99;
/// To how many tokens a sample must shrink when one word is to stay and the text is to parse.
const AROUND_A_WORD: usize = 20;
/// How many questions a sample may cost.
const QUESTIONS: u64 = 20_000;

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkup {
    /// What the language is called.
    pub name: String,
    /// What was looked at, in order.
    pub findings: Vec<Finding>,
}

/// What was found of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub about: &'static str,
    /// How it is.
    pub state: State,
    /// What was found.
    pub says: String,
    /// What to do about it; empty where there is nothing to do.
    pub remedy: String,
}

/// How a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// As it should be.
    Good,
    /// It could be better, and lop can work with it.
    Missing,
    /// It is wrong, or lop works badly with it.
    Wrong,
}

impl Checkup {
    /// True when nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.findings.iter().all(|it| it.state != State::Wrong)
    }

    fn say(&mut self, about: &'static str, state: State, says: impl Into<String>, remedy: &str) {
        let remedy = if state == State::Good { String::new() } else { remedy.to_owned() };
        self.findings.push(Finding { about, state, says: says.into(), remedy });
    }

    fn wrong(&mut self, about: &'static str, why: Unusable) {
        self.findings.push(Finding { about, state: State::Wrong, says: why.what, remedy: why.remedy });
    }
}

/// Checks a folder with a `language.toml`, or a grammar alone. A grammar's source is compiled and kept in `cache`.
pub fn check(path: &Path, cache: Option<&Path>) -> Checkup {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut checkup = Checkup { name, findings: Vec::new() };
    let added = match Added::open(path, &[], cache) {
        Ok(added) => added,
        Err(why) => {
            checkup.wrong("folder", why);
            return checkup;
        }
    };
    added.info.name.clone_into(&mut checkup.name);
    folder(&added, path, &mut checkup);
    let language = match added.language() {
        Ok(language) => language,
        Err(why) => {
            checkup.wrong("grammar", why);
            return checkup;
        }
    };
    let read_by = if language.is_of_lines() { "a line language" } else { "its parser can be used" };
    checkup.say("grammar", State::Good, read_by, "");
    if let Some(sample) = sample(path) {
        on_sample(&language, &sample, &mut checkup);
    } else {
        let remedy = "write a sample.<extension> that parses, with everything that the queries speak of";
        checkup.say("sample", State::Missing, "there is none, so nothing was tried", remedy);
    }
    checkup
}

/// What a folder says of its language.
fn folder(added: &Added, path: &Path, checkup: &mut Checkup) {
    if !path.join("language.toml").is_file() {
        let remedy = "put the grammar into a folder with a language.toml to say more than --extension can";
        return checkup.say("folder", State::Missing, "a grammar alone, without a language.toml", remedy);
    }
    let mut lacks = Vec::new();
    if added.info.summary.is_empty() {
        lacks.push("summary");
    }
    if added.info.extensions.is_empty() && added.info.file_names.is_empty() {
        lacks.push("extensions");
    }
    if !added.has_comments() {
        lacks.push("line-comments or block-comments");
    }
    match lacks.as_slice() {
        [] => checkup.say("folder", State::Good, "language.toml says what it should", ""),
        lacks => {
            let lacks = lacks.join(", ");
            checkup.say(
                "folder",
                State::Missing,
                format!("language.toml lacks {lacks}"),
                &format!("say {lacks}, where the language has such"),
            );
        }
    }
}

/// The `sample` beside a `language.toml` or a library.
pub(crate) fn sample(path: &Path) -> Option<PathBuf> {
    let directory = if path.is_dir() { path } else { path.parent()? };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).ok()?.filter_map(|it| Some(it.ok()?.path())).collect();
    files.sort();
    files.into_iter().find(|it| it.file_stem().is_some_and(|it| it == "sample") && it.is_file())
}

/// What can be seen on the sample.
fn on_sample(language: &Arc<Language>, sample: &Path, checkup: &mut Checkup) {
    let text: Arc<[u8]> = match std::fs::read(sample) {
        Ok(text) => text.into(),
        Err(error) => {
            let says = format!("{} cannot be read: {error}", sample.display());
            return checkup.say("sample", State::Wrong, says, "see to its permissions");
        }
    };
    let document = Document::parse([(text.clone(), Some(language.clone()))]);
    let file = &document.files()[0];
    let errors = file.errors();
    let parses = if errors == 0 { State::Good } else { State::Wrong };
    let says = format!("{} units, {errors} syntax errors", file.units().len());
    checkup.say("sample", parses, says, "mend the sample, or the grammar where it misreads what is right");
    explained(language, file, checkup);
    for name in ["reduce.scm", "names.scm", "inject.scm"] {
        if let Ok(query) = std::fs::read_to_string(sample.with_file_name(name)) {
            queries(name, &query, language, file, checkup);
        }
    }
    shrinks(language, &text, errors, checkup);
}

/// How many nodes the rules of the grammar explain.
fn explained(language: &Language, file: &File, checkup: &mut Checkup) {
    if language.facts.is_none() {
        return;
    }
    let symbol = |it: UnitId| Symbol { kind: file.unit(it).kind, symbol: file.unit(it).symbol };
    let (mut nodes, mut odd) = (0, Vec::new());
    for unit in (0..).take(file.units().len()).filter(|it| !file.unit(*it).has_error() && !file.is_leaf(*it))
    {
        let children = file.children(unit).filter(|it| !file.unit(*it).is_extra());
        let children: Vec<Symbol> = children.map(symbol).collect();
        nodes += 1;
        if language.label(symbol(unit), &children).is_none() {
            odd.push(unit);
        }
    }
    let good = odd.len() * 100 <= nodes * (100 - EXPLAINED);
    let mut says = format!("the rules explain {} of {nodes} nodes", nodes - odd.len());
    if let Some(&first) = odd.first() {
        let line = file.text[..file.unit(first).start as usize].split(|it| *it == b'\n').count();
        let _ = write!(says, "; not, say, the {} in line {line}", file.kind_name(first));
    }
    let remedy = "see that grammar.json is of the same version as the parser";
    checkup.say("rules", if good { State::Good } else { State::Wrong }, says, remedy);
}

/// Which patterns of a query match something.
fn queries(about: &'static str, text: &str, language: &Language, file: &File, checkup: &mut Checkup) {
    let Some(parser) = language.syntax.parser() else {
        let count = name_matches(text, file).unwrap_or(0);
        let state = if count == 0 { State::Wrong } else { State::Good };
        return checkup.say(
            about,
            state,
            format!("{count} matches"),
            "add to the sample what its patterns speak of",
        );
    };
    let (Ok(query), Some(tree)) = (tree_sitter::Query::new(parser, text), file.syntax_tree()) else { return };
    let mut counts = vec![0_usize; query.pattern_count()];
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), &*file.text);
    while let Some(found) = matches.next() {
        counts[found.pattern_index] += 1;
    }
    let line = |it: usize| text[..query.start_byte_for_pattern(it)].lines().count() + 1;
    let idle: Vec<String> =
        (0..counts.len()).filter(|it| counts[*it] == 0).map(|it| line(it).to_string()).collect();
    let matches: usize = counts.iter().sum();
    let mut says = format!("{} patterns, {matches} matches", counts.len());
    if !idle.is_empty() {
        let _ = write!(says, "; nothing matches those that begin in line {}", idle.join(", "));
    }
    let state = if idle.is_empty() { State::Good } else { State::Wrong };
    checkup.say(about, state, says, "add to the sample what these patterns speak of, or remove them");
}

/// To what the sample shrinks when everything will do, and when one word must stay in a text that parses.
fn shrinks(language: &Arc<Language>, text: &Arc<[u8]>, errors: usize, checkup: &mut Checkup) {
    let reduce = |is_interesting: &(dyn Fn(&[u8]) -> bool + Sync)| {
        let reduction = Reduction::new([text.clone()]).language(0, language.clone()).max_questions(QUESTIONS);
        reduction.run(&oracle::from_bytes(is_interesting)).map(|it| (it.tokens.1, it.files[0].is_empty()))
    };
    if let Ok((left, empty)) = reduce(&|_| true) {
        let state = if empty { State::Good } else { State::Wrong };
        let says = format!("shrinks to {left} tokens when everything will do");
        checkup.say("everything", state, says, "this is a mistake of lop's: please tell");
    }
    let words = text.split(|it| !lop_engine::tokens::is_word(*it));
    let Some(word) = words.max_by_key(|it| it.len()).filter(|it| !it.is_empty()) else { return };
    let holds =
        |it: &[u8]| it.windows(word.len()).any(|it| it == word) && syntax_errors(it, language) <= errors;
    if let Ok((left, _)) = reduce(&holds) {
        let state = if left <= AROUND_A_WORD { State::Good } else { State::Wrong };
        let word = String::from_utf8_lossy(word);
        let says = format!("shrinks to {left} tokens when {word} is to stay and the text is to parse");
        let remedy = "say in reduce.scm what small text may stand for what is left";
        checkup.say("one word", state, says, remedy);
    }
}
