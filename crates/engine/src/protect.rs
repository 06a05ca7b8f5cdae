//! What the user wants to keep as it is: regions of the input that no candidate changes, byte for byte.
//!
//! Within a search the regions are followed through every edit ([`EditSet::render_around`]), so that one of two equal
//! texts is not mistaken for the other. A document that comes from elsewhere, such as the best of an earlier run, is
//! searched for them: there each region is the first text that reads like it, in the order of the input.

use std::sync::Arc;

use memchr::memmem;

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, Span};
use crate::pass::{Around, Closures, Elements, Site};
use crate::tokens::is_word;

/// Regions of an input that must stay, for [`Config`](crate::Config). By default there are none.
///
/// ```
/// use lop_engine::{Config, Protected, Reduction, Span, oracle};
/// use std::sync::Arc;
///
/// let text: Arc<[u8]> = Arc::from(*b"a = 1;");
/// let mut config = Config::default();
/// config.protected = Protected::new(&[text.clone()], vec![vec![Span::new(4, 5)]]);
/// let outcome = Reduction::new([text]).config(config).run(&oracle::from_bytes(|_| true))?;
/// assert_eq!(&*outcome.files[0], b"1");
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Protected {
    files: Arc<[Region]>,
}

/// What must stay of one file.
#[derive(Debug)]
struct Region {
    /// The file as it was.
    text: Arc<[u8]>,
    /// Sorted, disjoint, none empty.
    spans: Vec<Span>,
}

impl Protected {
    /// Protects spans of each of `texts`; they may overlap and come in any order. What lies outside of a text is left out.
    ///
    /// ```
    /// use lop_engine::{Protected, Span};
    ///
    /// let protected = Protected::new(&[(*b"abc").into()], vec![vec![Span::new(0, 2), Span::new(1, 3)]]);
    /// assert_eq!(protected.bytes(), 3);
    /// ```
    pub fn new(texts: &[Arc<[u8]>], spans: Vec<Vec<Span>>) -> Protected {
        let regions = texts
            .iter()
            .zip(spans)
            .map(|(text, spans)| Region { text: text.clone(), spans: united(spans, text.len()) });
        Protected { files: regions.collect() }
    }

    /// True when nothing is protected.
    ///
    /// ```
    /// assert!(lop_engine::Protected::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.files.iter().all(|it| it.spans.is_empty())
    }

    /// How many bytes are protected.
    ///
    /// ```
    /// assert_eq!(lop_engine::Protected::default().bytes(), 0);
    /// ```
    pub fn bytes(&self) -> usize {
        self.files.iter().flat_map(|it| &it.spans).map(|it| it.len()).sum()
    }

    /// Where the regions are in another version of the texts, file by file; `None` when one is not there any more.
    ///
    /// ```
    /// use lop_engine::{Protected, Span};
    ///
    /// let protected = Protected::new(&[(*b"a bc").into()], vec![vec![Span::new(2, 4)]]);
    /// assert_eq!(protected.locate(&[(*b"bc").into()]), Some(vec![vec![Span::new(0, 2)]]));
    /// assert_eq!(protected.locate(&[(*b"a").into()]), None);
    /// ```
    pub fn locate(&self, texts: &[Arc<[u8]>]) -> Option<Vec<Vec<Span>>> {
        let nothing = Region { text: Arc::from(&b""[..]), spans: Vec::new() };
        let regions = self.files.iter().chain(std::iter::repeat(&nothing));
        texts.iter().zip(regions).map(|(text, it)| it.locate(text)).collect()
    }
}

impl Region {
    fn locate(&self, text: &Arc<[u8]>) -> Option<Vec<Span>> {
        if self.spans.is_empty() || *text == self.text {
            return Some(self.spans.clone());
        }
        // Rather whole words, if the regions are of whole words; a text that has been cut may have none left.
        self.search(text, true).or_else(|| self.search(text, false))
    }

    /// The first occurrences, one behind the other. Takes the earliest each time, so that it finds them if anybody can.
    fn search(&self, text: &[u8], whole_words: bool) -> Option<Vec<Span>> {
        let mut from = 0;
        let mut found = Vec::with_capacity(self.spans.len());
        for span in &self.spans {
            let wanted = &self.text[span.range()];
            let (before, after) =
                (is_cut(&self.text, span.range().start), is_cut(&self.text, span.range().end));
            let start = loop {
                let at = from + memmem::find(text.get(from..)?, wanted)?;
                let end = at + wanted.len();
                if !whole_words || (!before || is_cut(text, at)) && (!after || is_cut(text, end)) {
                    break at;
                }
                from = at + 1;
            };
            from = start + wanted.len();
            let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
            found.push(Span::new(offset(start), offset(from)));
        }
        Some(found)
    }
}

/// True when no word goes on across `at`.
fn is_cut(text: &[u8], at: usize) -> bool {
    let word = |it: Option<&u8>| it.is_some_and(|&it| is_word(it));
    !(at > 0 && word(text.get(at - 1)) && word(text.get(at)))
}

/// Sorts spans, unites those that overlap, and drops what is empty or outside.
fn united(mut spans: Vec<Span>, len: usize) -> Vec<Span> {
    spans.retain(|it| !it.is_empty() && it.range().end <= len);
    spans.sort_unstable();
    let mut all: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => all.push(span),
        }
    }
    all
}

/// Where the protected spans of a document are once it is edited; `None` when the edits would change one.
pub(crate) fn carried(doc: &Document, edits: &EditSet) -> Option<Vec<Vec<Span>>> {
    let each = doc.file_ids().map(|id| {
        let file = doc.file(id);
        if file.protected.is_empty() && !file.kept {
            return Some(Vec::new());
        }
        doc.render(id, edits).map(|it| it.1)
    });
    each.collect()
}

/// What is left of a site without the edits that touch what is protected, so that the search does not try them.
/// `None` when nothing is left.
pub(crate) fn spare(site: Site, doc: &Document) -> Option<Site> {
    if !doc.is_protected() {
        return Some(site);
    }
    let free = |set: &EditSet| is_free(set, doc);
    let some = |sets: Vec<EditSet>| Some(sets).filter(|it| !it.is_empty());
    match site {
        Site::Alternatives(sets) => some(sets.into_iter().filter(free).collect()).map(Site::Alternatives),
        Site::List(sets) => some(sets.into_iter().filter(free).collect()).map(Site::List),
        Site::Coupled(it) if it.sets.iter().all(free) && it.along.iter().all(|it| free(&it.edits)) => {
            Some(Site::Coupled(it))
        }
        Site::Coupled(it) => spare(Site::List(it.sets), doc),
        Site::Elements(list) => spare_elements(list, doc).map(Site::Elements),
        Site::Closures(closures) => Some(Site::Closures(spare_pieces(closures, doc))),
    }
}

/// The same, with what was said of the gains of its sets.
pub(crate) fn spare_stated(
    site: Site,
    said: Vec<Option<u32>>,
    doc: &Document,
) -> Option<(Site, Vec<Option<u32>>)> {
    let said = match &site {
        Site::Alternatives(sets) | Site::List(sets) if doc.is_protected() => {
            let free = sets.iter().zip(said).filter(|it| is_free(it.0, doc));
            free.map(|it| it.1).collect()
        }
        _ => said,
    };
    Some((spare(site, doc)?, said))
}

fn is_free(set: &EditSet, doc: &Document) -> bool {
    !set.edits().iter().any(|it| doc.file(it.file).protects_from(it))
}

/// A list without the elements that must stay, and without what is around one of them. Where there are separators, each
/// element has to know its neighbours, so that they all stay in the list.
fn spare_elements(list: Elements, doc: &Document) -> Option<Elements> {
    let file = doc.file(list.file);
    let free = |it: &Span| !file.protects_from(&Edit::delete(list.file, *it));
    let mut around: Vec<Around> = list.around.into_iter().filter(|it| free(&it.span)).collect();
    if !list.separators.is_empty() {
        return list.elements.iter().any(free).then_some(Elements { around, ..list });
    }
    // How many free elements stand before each.
    let mut before = vec![0];
    for element in &list.elements {
        before.push(before[before.len() - 1] + usize::from(free(element)));
    }
    around.retain_mut(|it| {
        (it.first, it.end) = (before[it.first], before[it.end]);
        it.first < it.end
    });
    let elements: Vec<Span> = list.elements.iter().copied().filter(free).collect();
    let at_least = list.at_least.saturating_sub(list.elements.len() - elements.len());
    (elements.len() > at_least).then_some(Elements { elements, around, at_least, ..list })
}

/// Pieces of which those that must stay are empty, so that deleting them does nothing.
fn spare_pieces(mut closures: Closures, doc: &Document) -> Closures {
    let must_stay = |&(list, at): &(usize, usize)| {
        let list: &Elements = &closures.lists[list];
        doc.file(list.file).protects_from(&Edit::delete(list.file, list.elements[at]))
    };
    closures.pieces.iter_mut().filter(|it| it.iter().any(must_stay)).for_each(Vec::clear);
    closures
}

impl File {
    /// True when nothing within `span` may change.
    pub(crate) fn protects_all_of(&self, span: Span) -> bool {
        let first = self.protected.partition_point(|it| it.end < span.end);
        self.kept || self.protected.get(first).is_some_and(|it| it.contains(span))
    }

    /// True when an edit takes or puts a byte within what is protected.
    pub(crate) fn protects_from(&self, edit: &Edit) -> bool {
        let first = self.protected.partition_point(|it| it.end <= edit.span.start);
        let inner = |it: &Span| {
            let inside = edit.span.is_empty() && it.start < edit.span.start;
            inside || it.start < edit.span.end && !edit.span.is_empty()
        };
        self.kept || self.protected.get(first).is_some_and(inner)
    }
}
