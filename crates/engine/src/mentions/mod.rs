//! Which file of a project mentions which: its includes, imports and modules, and its names in build files.
//!
//! Found in the texts alone, without a parse, so that it is known of ten thousand files before one of them is looked into.
//! A language says how it mentions others by templates (`template.rs`), which are *needs*: what mentions a file so wants it
//! to be there. In a file without templates, such as a build file, whatever reads like the path of a file mentions it; that
//! goes when the file goes. `resolve.rs` finds the file that is meant. All of it may be wrong: the oracle decides.

use std::collections::HashSet;

use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::lexeme::offset;
use crate::tokens::is_word;

use resolve::Index;
pub use template::Mention;
pub(crate) use template::{Hole, Said};

mod resolve;
mod template;

/// All mentions of a project, in the order of where they stand.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    all: Vec<Mentioned>,
}

/// A place that mentions other files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mentioned {
    /// The file that it is in.
    pub(crate) file: FileId,
    /// All that a template says, or the path alone.
    pub(crate) whole: Span,
    /// What names the others.
    pub(crate) span: Span,
    /// How it names them.
    pub(crate) hole: Hole,
    /// The files that may be meant, in order; never empty.
    pub(crate) means: Vec<FileId>,
    /// True when its file wants the others to be there.
    pub(crate) needs: bool,
}

impl Mentions {
    /// Finds those of all files; none where there is no tree file.
    pub(crate) fn of(document: &Document) -> Mentions {
        let index = Index::of(document);
        let mut all = Vec::new();
        let there = document
            .tree()
            .into_iter()
            .flat_map(|tree| document.source_ids().filter(|it| tree.path(*it).is_some()));
        for id in there {
            let file = document.file(id);
            let needs = !templates(file).is_empty();
            for &Said { whole, span, hole } in file.said() {
                let mut means = index.resolve(id, &file.text[span.range()], hole);
                means.retain(|&it| it != id);
                if !means.is_empty() {
                    all.push(Mentioned { file: id, whole, span, hole, means, needs });
                }
            }
        }
        Mentions { all: without_included(all) }
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Mentioned] {
        &self.all
    }

    /// Those in a file.
    pub(crate) fn within(&self, file: FileId) -> &[Mentioned] {
        let first = self.all.partition_point(|it| it.file < file);
        &self.all[first..self.all.partition_point(|it| it.file <= file)]
    }
}

/// Of several files that a build file may mean, such as `a.c` and `a.h` by `a.o`, those that nothing includes are meant.
fn without_included(mut all: Vec<Mentioned>) -> Vec<Mentioned> {
    let included: HashSet<FileId> =
        all.iter().filter(|it| it.needs).flat_map(|it| it.means.iter().copied()).collect();
    for mention in all.iter_mut().filter(|it| !it.needs && it.means.len() > 1) {
        if mention.means.iter().any(|it| !included.contains(it)) {
            mention.means.retain(|it| !included.contains(it));
        }
    }
    all
}

/// What reads like a mention in a file, in order.
pub(crate) fn said(file: &File) -> Vec<Said> {
    let templates = templates(file);
    let mut found: Vec<Said> = templates.iter().flat_map(|it| it.matches(&file.text)).collect();
    if templates.is_empty() {
        let path = |span| Said { whole: span, span, hole: Hole::Path };
        found.extend(paths(&file.text).into_iter().map(path));
    }
    found.sort_unstable_by_key(|it| it.span);
    found.dedup_by_key(|it| it.span);
    found
}

fn templates(file: &File) -> &[Mention] {
    file.language.as_ref().map_or(&[], |it| &it.mentions)
}

/// What reads like the path of a file that has an extension.
fn paths(text: &[u8]) -> Vec<Span> {
    let belongs = |it: u8| is_word(it) || b"/.+-\\".contains(&it);
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = at + text[at..].iter().take_while(|it| belongs(**it)).count();
        let name = text[at..end].rsplit(|it| matches!(it, b'/' | b'\\')).next().unwrap_or_default();
        let is_path = name.iter().rposition(|&it| it == b'.').is_some_and(|it| it > 0 && it + 1 < name.len());
        if is_path && name.iter().any(u8::is_ascii_alphabetic) {
            found.push(Span::new(offset(at), offset(end)));
        }
        at = end + 1;
    }
    found
}
