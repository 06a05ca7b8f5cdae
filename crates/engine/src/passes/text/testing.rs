//! What the tests of passes share: documents, and the candidates that a pass proposes on them.

use std::sync::Arc;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::language::{Language, Layout, Parser};
use crate::pass::{Elements, Pass, Propose, Site, Sites};

/// A document of one file without a language.
pub(in crate::passes) fn plain(text: impl AsRef<[u8]>) -> Document {
    Document::parse([(Arc::from(text.as_ref()), None)])
}

/// A document of one file of C.
pub(in crate::passes) fn c(text: impl AsRef<[u8]>) -> Document {
    Document::parse([(Arc::from(text.as_ref()), Some(language(tree_sitter_c::LANGUAGE, Layout::Free)))])
}

/// A document of one file of JavaScript.
pub(super) fn js(text: impl AsRef<[u8]>) -> Document {
    let language = language(tree_sitter_javascript::LANGUAGE, Layout::Free);
    Document::parse([(Arc::from(text.as_ref()), Some(language))])
}

/// A document of one file whose indentation is taken to matter.
pub(super) fn indented(text: impl AsRef<[u8]>) -> Document {
    let language = language(tree_sitter_javascript::LANGUAGE, Layout::Indented);
    Document::parse([(Arc::from(text.as_ref()), Some(language))])
}

fn language(grammar: impl Into<Parser>, layout: Layout) -> Arc<Language> {
    let language = Language::new("test", grammar).expect("the parser is of this age").with_layout(layout);
    Arc::new(language.with_line_comment("//").with_block_comment("/*", "*/"))
}

/// What `pass` proposes on all files of `document`.
pub(super) fn sites(pass: &Pass, document: &Document) -> Vec<Site> {
    let mut sites = Sites::default();
    match pass.propose {
        Propose::Document(propose) => propose(document, &mut sites),
        Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
            document.source_ids().for_each(|it| propose(document, it, &mut sites));
        }
        Propose::Outside(who) => who.propose(document, &mut sites),
        Propose::Unit(_) => panic!("{} looks at units", pass.name),
    }
    sites.into_sites()
}

/// The edit sets of a site: competing ones in order; of a list first the whole, then each part.
pub(super) fn sets(site: &Site) -> Vec<EditSet> {
    let whole_and_parts = |parts: Vec<EditSet>| {
        let whole = parts.iter().fold(EditSet::new(), |all, it| all.merge(it));
        std::iter::once(whole).chain(parts).collect()
    };
    match site {
        Site::Alternatives(sets) => sets.clone(),
        Site::List(sets) => whole_and_parts(sets.clone()),
        Site::Coupled(it) => whole_and_parts(it.sets.clone()),
        Site::Closures(_) => Vec::new(),
        Site::Elements(list) => {
            let around = list.around.iter().map(|it| EditSet::delete(list.file, it.span));
            whole_and_parts((0..list.elements.len()).map(|it| element(list, it)).chain(around).collect())
        }
    }
}

/// The deletion of one element with its separator, of the last one with the separator before it.
fn element(list: &Elements, index: usize) -> EditSet {
    let own = list.separators.get(index).filter(|it| !it.is_empty());
    let before = || list.separators.get(index.checked_sub(1)?);
    let spans = [Some(&list.elements[index]), own.or_else(before)];
    spans.into_iter().flatten().map(|&it| Edit::delete(list.file, it)).collect()
}

/// The candidates of a site, as text of the first file.
pub(super) fn rendered(site: &Site, document: &Document) -> Vec<String> {
    let text = &document.file(FileId(0)).text;
    let render = |set: &EditSet| String::from_utf8_lossy(&set.render(FileId(0), text)).into_owned();
    sets(site).iter().map(render).collect()
}

/// All candidates of `pass`, as text of the first file.
pub(in crate::passes) fn candidates(pass: &Pass, document: &Document) -> Vec<String> {
    sites(pass, document).iter().flat_map(|it| rendered(it, document)).collect()
}
