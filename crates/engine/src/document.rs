//! A document: the files being reduced, each with its text, its syntax tree as a flat arena of units, and its tokens.
//!
//! A document is a value: never changed, only replaced. Building one cannot fail on any bytes: errors in the tree are
//! ordinary units, and without a language there is only the root. What is known of a file is found out when somebody first
//! asks for it, and documents share the files that they have in common: of ten thousand files only those are parsed that
//! the search looks into, and each of them once.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::edit::{EditSet, FileId, Span};
use crate::language::Language;
use crate::lexeme::{self, Lexeme, Words, brackets};
use crate::margins::Margin;
use crate::memo;
use crate::mentions::{self, Mentions, Said};
use crate::names::Names;
use crate::project::Project;
use crate::thresholds::PROJECT_BYTES;
use crate::tokens;
use crate::unit::{self, Reading};
pub(crate) use crate::unit::{Unit, UnitId};

/// The most files that a document may have: as many as there are [`FileId`]s.
pub(crate) const MOST_FILES: usize = u16::MAX as usize;

/// The tokens of shorter spans are counted where they stand, unless it is known where all of them are.
const SHORT_SPAN: usize = 4_096;

/// The files being reduced.
#[derive(Debug, Clone)]
pub struct Document {
    files: Vec<Arc<File>>,
    /// True when something in it must stay as it is.
    protects: bool,
    /// What file 0 says of the others, if it is a tree file.
    project: Option<Arc<Project>>,
    /// Made when a pass first asks for them.
    names: OnceLock<Arc<Names>>,
    words: OnceLock<Arc<Words>>,
    mentions: OnceLock<Arc<Mentions>>,
}

/// One file of a document.
#[derive(Debug, Clone)]
pub struct File {
    /// Its text.
    pub text: Arc<[u8]>,
    /// Its language, if it has one.
    pub language: Option<Arc<Language>>,
    /// What must stay as it is, byte for byte: sorted, disjoint, none empty.
    pub(crate) protected: Vec<Span>,
    /// True when all of it must stay as it is.
    pub(crate) kept: bool,
    /// True in a project that is too large to be read as a whole: its trees are read again when somebody asks for them, and
    /// what was read of it is forgotten when the round is over.
    lean: bool,
    parsed: OnceLock<Parsed>,
    /// How many tokens there are.
    tokens: OnceLock<usize>,
    /// Where each of them starts, as [`tokens::starts`] finds them.
    token_starts: OnceLock<Vec<u32>>,
    lexemes: OnceLock<Vec<Lexeme>>,
    /// For each lexeme the one that is its partner, as [`brackets::partners`] finds them.
    partners: OnceLock<Vec<usize>>,
    /// What reads like a mention of another file.
    said: OnceLock<Vec<Said>>,
}

/// What a file reads like in its language.
#[derive(Debug, Clone)]
struct Parsed {
    reading: Reading,
    /// How many of its units are ERROR or MISSING.
    errors: usize,
}

impl Document {
    /// The document of these texts, each in its language.
    pub fn parse(files: impl IntoIterator<Item = (Arc<[u8]>, Option<Arc<Language>>)>) -> Document {
        let files = files.into_iter().map(|(text, language)| Arc::new(File::parse(text, language))).collect();
        Document::of(files)
    }

    fn of(files: Vec<Arc<File>>) -> Document {
        Document {
            files,
            protects: false,
            project: None,
            names: OnceLock::new(),
            words: OnceLock::new(),
            mentions: OnceLock::new(),
        }
    }

    /// The same as a project: file 0 is its tree file. A tree file that says nothing sensible says nothing.
    #[must_use]
    pub fn project(mut self) -> Document {
        self.project = self.files.first().map(|it| Arc::new(Project::of(&it.text)));
        let lean = !self.is_read_whole();
        for file in self.files.iter_mut().filter(|it| it.lean != lean || lean && it.parsed.get().is_some()) {
            *file = Arc::new(file.unread(lean));
        }
        self
    }

    /// The same with files that must stay as they are.
    #[must_use]
    pub(crate) fn keeping(mut self, kept: &BTreeSet<usize>) -> Document {
        for (_, file) in self.files.iter_mut().enumerate().filter(|it| kept.contains(&it.0)) {
            Arc::make_mut(file).kept = true;
        }
        self.knowing_what_it_protects()
    }

    /// The same document with other texts. Files that have not changed keep all that is known of them; what is protected of
    /// the others is not.
    pub(crate) fn with_texts(&self, texts: &[Arc<[u8]>]) -> Document {
        let each = self.files.iter().zip(texts).map(|(file, text)| {
            let other = || File { kept: file.kept, ..File::parse(text.clone(), file.language.clone()) };
            if Arc::ptr_eq(&file.text, text) { file.clone() } else { Arc::new(other()) }
        });
        let document = Document::of(each.collect()).knowing_what_it_protects();
        if self.project.is_some() { document.project() } else { document }
    }

    /// The files, in the order of their ids.
    pub fn files(&self) -> &[Arc<File>] {
        &self.files
    }

    /// One file.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[usize::from(id.0)]
    }

    /// The ids of all files.
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u16::try_from(self.files.len()).expect("fewer than 65,536 files")).map(FileId)
    }

    /// The ids of all files that are not about the others: all but the tree file.
    pub fn source_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        self.file_ids().skip(usize::from(self.project.is_some()))
    }

    /// What file 0 says of the others, in a project.
    pub(crate) fn tree(&self) -> Option<&Project> {
        self.project.as_deref()
    }

    /// True for the tree file of a project.
    pub(crate) fn is_tree(&self, id: FileId) -> bool {
        id == FileId(0) && self.project.is_some()
    }

    /// A file's text with edits, and where what is protected is then; `None` when that would change.
    pub fn render(&self, id: FileId, edits: &EditSet) -> Option<(Vec<u8>, Vec<Span>)> {
        let file = self.file(id);
        if file.kept && !edits.of_file(id).is_empty() {
            return None;
        }
        if self.is_tree(id) {
            return Some((edits.render_literally(id, &file.text), Vec::new()));
        }
        file.render(id, edits)
    }

    /// The texts of all files.
    pub fn texts(&self) -> Vec<Arc<[u8]>> {
        self.files.iter().map(|it| it.text.clone()).collect()
    }

    /// What it defines and refers to.
    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| Arc::new(Names::of(self)))
    }

    /// Which of its files mention which; of a project only.
    pub(crate) fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| Arc::new(Mentions::of(self)))
    }

    /// How often each word stands in it.
    pub(crate) fn words(&self) -> &Words {
        self.words.get_or_init(|| Arc::new(Words::of(self)))
    }

    /// This document with spans that must stay as they are, for each file.
    #[must_use]
    pub(crate) fn protecting(mut self, spans: Vec<Vec<Span>>) -> Document {
        for (file, spans) in self.files.iter_mut().zip(spans).filter(|it| it.0.protected != it.1) {
            Arc::make_mut(file).protected = spans;
        }
        self.knowing_what_it_protects()
    }

    /// True when something in it must stay as it is.
    pub(crate) fn is_protected(&self) -> bool {
        self.protects
    }

    fn knowing_what_it_protects(mut self) -> Document {
        self.protects = self.files.iter().any(|it| it.kept || !it.protected.is_empty());
        self
    }

    /// True where all of it may be read at once. A project that is too large for that is searched file by file, until enough
    /// of it has gone.
    pub(crate) fn is_read_whole(&self) -> bool {
        self.project.is_none() || self.bytes() <= PROJECT_BYTES.get()
    }

    /// Tokens of all files.
    pub fn tokens(&self) -> usize {
        self.files.iter().map(|it| it.tokens()).sum()
    }

    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> usize {
        self.files.iter().map(|it| it.text.len()).sum()
    }

    /// ERROR and MISSING units of all files; in a project of those that were looked into.
    pub fn errors(&self) -> usize {
        let known = |it: &&Arc<File>| self.project.is_none() || it.parsed.get().is_some();
        self.files.iter().filter(known).map(|it| it.errors()).sum()
    }
}

impl File {
    /// The file of that text. Nothing is parsed yet.
    pub fn parse(text: Arc<[u8]>, language: Option<Arc<Language>>) -> File {
        File {
            text,
            language,
            protected: Vec::new(),
            kept: false,
            lean: false,
            parsed: OnceLock::new(),
            tokens: OnceLock::new(),
            token_starts: OnceLock::new(),
            lexemes: OnceLock::new(),
            partners: OnceLock::new(),
            said: OnceLock::new(),
        }
    }

    /// The same with only what is known of its text without a parse.
    fn unread(&self, lean: bool) -> File {
        File {
            protected: self.protected.clone(),
            kept: self.kept,
            lean,
            tokens: self.tokens.clone(),
            said: self.said.clone(),
            ..File::parse(self.text.clone(), self.language.clone())
        }
    }

    /// Cannot fail: what the grammar cannot explain becomes ERROR units.
    fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| {
            let mut reading = self.read();
            let errors = reading.units.iter().filter(|it| it.is_error() || it.is_missing()).count();
            if self.lean {
                reading.drop_trees();
            }
            Parsed { reading, errors }
        })
    }

    fn read(&self) -> Reading {
        unit::read(&self.text, self.language.as_deref())
    }

    /// The tree-sitter tree that the units were read from, for queries; none is kept in a project that is too large to be
    /// read as a whole.
    pub fn syntax_tree(&self) -> Option<&tree_sitter::Tree> {
        self.parsed().reading.tree.as_ref()
    }

    /// What the units were read from; where that was not kept it is read again.
    pub(crate) fn reading(&self) -> Cow<'_, Reading> {
        if self.lean { Cow::Owned(self.read()) } else { Cow::Borrowed(&self.parsed().reading) }
    }

    /// The arena, in preorder; never empty.
    pub fn units(&self) -> &[Unit] {
        &self.parsed().reading.units
    }

    /// The lines of it whose rest is in another language, read where there may be some.
    pub(crate) fn margins(&self) -> &[Margin] {
        let embedded = self.language.as_ref().and_then(|it| it.embedded.as_ref());
        let may_be =
            self.parsed.get().is_some() || embedded.is_some_and(|it| it.may_have_excerpts(&self.text));
        if may_be { &self.parsed().reading.margins } else { &[] }
    }

    /// How many ERROR and MISSING units there are, and errors in what is in other languages.
    pub fn errors(&self) -> usize {
        self.parsed().errors + self.parsed().reading.errors_elsewhere
    }

    /// How many tokens the text has.
    pub fn tokens(&self) -> usize {
        *self.tokens.get_or_init(|| memo::tokens_of(&self.text))
    }

    /// True when the grammar explains the text but for an error here and there, so that its lists can be trusted.
    pub fn is_explained(&self) -> bool {
        self.language.is_some() && self.parsed().errors * 400 <= self.units().len()
    }

    /// One unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units()[id as usize]
    }

    /// The bytes of a unit.
    pub fn text_of(&self, id: UnitId) -> &[u8] {
        &self.text[self.unit(id).span().range()]
    }

    /// True for a lexeme right behind a dot or an arrow, as what is part of something is.
    pub(crate) fn is_behind_dot(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|it| self.lexemes().get(it));
        before.is_some_and(|it| matches!(it.of(&self.text), b"." | b"->"))
    }

    /// The kind's name, as the grammar spells it; "ERROR" for what it could not explain, "" without a language.
    pub fn kind_name(&self, id: UnitId) -> &str {
        let language = self.language.as_ref();
        language.and_then(|it| it.kind_name(self.unit(id).kind)).unwrap_or_default()
    }

    /// The name of the language that a unit is in; "" without one, and that of the file where it is an ERROR.
    pub fn language_name(&self, id: UnitId) -> &str {
        self.language.as_ref().map_or("", |it| &it.level(self.unit(id).kind).0.name)
    }

    /// How many tokens start within `span`.
    pub fn tokens_in(&self, span: Span) -> usize {
        if span == self.span() {
            return self.tokens();
        }
        if self.token_starts.get().is_none() && span.len() < SHORT_SPAN {
            let (start, text) = (span.start as usize, &self.text[span.range()]);
            let word = |it: Option<&u8>| it.is_some_and(|it| tokens::is_word(*it));
            let begun = start > 0 && word(self.text.get(start - 1)) && word(text.first());
            return tokens::count(text) - usize::from(begun);
        }
        let starts = self.token_starts();
        let after = |offset: u32| starts.partition_point(|&it| it < offset);
        after(span.end) - after(span.start)
    }

    /// All of its text.
    pub(crate) fn span(&self) -> Span {
        Span::new(0, lexeme::offset(self.text.len()))
    }

    /// The lexemes of the file, in order.
    pub fn lexemes(&self) -> &[Lexeme] {
        self.lexemes.get_or_init(|| lexeme::lexemes(&self.text, self.units(), self.language.as_deref()))
    }

    /// For each lexeme the bracket that belongs to it; itself where none does.
    pub(crate) fn partners(&self) -> &[usize] {
        self.partners.get_or_init(|| brackets::partners(self.lexemes()))
    }

    /// The index of the first lexeme that begins in a unit or behind its start.
    pub(crate) fn lexeme_of(&self, id: UnitId) -> usize {
        let start = self.unit(id).start;
        self.lexemes().partition_point(|it| it.span.start < start)
    }

    /// What reads like a mention of another file, in order.
    pub(crate) fn said(&self) -> &[Said] {
        self.said.get_or_init(|| mentions::said(self))
    }

    /// Where each token starts.
    pub fn token_starts(&self) -> &[u32] {
        self.token_starts.get_or_init(|| tokens::starts(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_of_a_span_are_the_same_whether_or_not_all_of_them_are_known() {
        let text: Arc<[u8]> = Arc::from(&b"int ab_c = f(x1,  y);\n"[..]);
        let (fresh, known) = (|| File::parse(text.clone(), None), File::parse(text.clone(), None));
        known.token_starts();
        let length = u32::try_from(text.len()).expect("it is short");
        for start in 0..=length {
            for end in start..=length {
                let span = Span::new(start, end);
                assert_eq!(fresh().tokens_in(span), known.tokens_in(span), "{start}..{end}");
            }
        }
    }

    #[test]
    fn files_that_have_not_changed_are_the_same_in_the_next_document() {
        let texts: Vec<Arc<[u8]>> = vec![Arc::from(&b"a"[..]), Arc::from(&b"b"[..])];
        let before = Document::parse(texts.iter().map(|it| (it.clone(), None)));
        let after = before.with_texts(&[texts[0].clone(), Arc::from(&b"c"[..])]);
        assert!(Arc::ptr_eq(&before.files()[0], &after.files()[0]));
        assert_eq!(&*after.files()[1].text, b"c");
    }

    #[test]
    fn of_a_project_that_is_too_large_no_tree_is_kept_and_nothing_after_the_round() {
        let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
        let large = vec![b' '; PROJECT_BYTES.get() + 1];
        let texts: Vec<Arc<[u8]>> =
            vec![b"a.c\nlarge\n"[..].into(), b"int a;"[..].into(), large.as_slice().into()];
        let languages = [None, Some(Arc::new(c)), None];
        let document = Document::parse(texts.iter().cloned().zip(languages)).project();
        let file = document.file(FileId(1));
        assert!(file.units().len() > 3 && file.is_explained() && file.syntax_tree().is_none());
        assert_eq!(file.reading().trees(file.language.as_deref()).count(), 1);
        let next = document.with_texts(&texts);
        assert!(next.file(FileId(1)).parsed.get().is_none());
        let small = next.with_texts(&[texts[0].clone(), texts[1].clone(), Arc::default()]);
        assert!(small.file(FileId(1)).syntax_tree().is_some());
    }
}
