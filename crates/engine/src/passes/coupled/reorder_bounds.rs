//! `reorder-bounds`: demands something of a generic parameter behind everything else that a definition demands.
//!
//! Before:
//! ```rs
//! impl<T: A> B for T where [u8; T::C]: Sized {}
//! ```
//! After:
//! ```rs
//! impl<T> B for T where [u8; T::C]: Sized, T: A {}
//! ```
//!
//! Before:
//! ```rs
//! fn f<T>(x: T) where T: A, T::C: D {}
//! ```
//! After:
//! ```rs
//! fn f<T>(x: T) where T::C: D, T: A {}
//! ```
//! Bounds are looked at in their order, and at the first that does not hold a compiler stops: what comes before that may be
//! what matters. What stands where the parameter is introduced goes behind the clauses after `where`, and so does each of
//! these. Nothing new is put in, so an excursion behind it looks at the whole document. For at most 2,000 parameters of a
//! file, from the back, and as many lexemes behind each.

use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::Class;
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "reorder-bounds",
    summary: "demand something of a generic parameter behind everything else",
    stage: Stage::Grow,
    tier: Tier::Text,
    propose: Propose::Order(propose),
};

/// The clauses behind a `where`.
struct Clauses {
    /// Each of them.
    each: Vec<Span>,
    /// Where the last one ends, its comma included.
    end: u32,
    /// Whether a comma stands there.
    closed: bool,
}

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<&Definition> = view.bindings(id, &[Kind::Generic]).map(|it| it.1).collect();
    let mut seen = None;
    for definition in found.iter().rev().take(COUPLED_SITES.get()) {
        let Some(clauses) = clauses_of(&view, definition) else { continue };
        let parameter = view.file(id).unit(definition.whole).span();
        let name = view.file(id).text_of(definition.name);
        let text = &view.file(id).text[parameter.range()];
        let is_bound = text.strip_prefix(name).is_some_and(|it| it.trim_ascii_start().starts_with(b":"));
        // A default stands behind what is demanded.
        if is_bound && !text.contains(&b'=') {
            let bare = Edit::replace(id, parameter, name);
            sites.together([bare, clauses.put(&view, id, parameter)]);
        }
        if seen.replace(clauses.end) == Some(clauses.end) {
            continue;
        }
        for clause in clauses.each.iter().rev().skip(1) {
            let gone = Edit::delete(id, view.with_comma(id, *clause));
            sites.together([gone, clauses.put(&view, id, *clause)]);
        }
    }
}

/// The clauses behind the `where` of what a parameter belongs to. Read by the looks: a bound on nothing is more than many a
/// grammar knows.
fn clauses_of(view: &View, definition: &Definition) -> Option<Clauses> {
    let id = definition.file;
    let lexemes = view.file(id).lexemes();
    let ends = |at: usize| [b"{" as &[u8], b"}", b";"].iter().any(|it| view.reads(id, at, it));
    let next = |at: usize| match lexemes[at].class {
        Class::Open(b'(' | b'[') => view.partner(id, at).max(at) + 1,
        _ => at + 1,
    };
    let steps = |from: usize| {
        std::iter::successors(Some(from), move |&at| Some(next(at)).filter(|&it| it < lexemes.len()))
            .take_while(move |&at| at < lexemes.len() && !ends(at))
            .take(COUPLED_SITES.get())
    };
    let (_, behind) = view.lexemes_of(id, view.file(id).unit(definition.whole).span());
    let word = steps(behind).find(|&at| view.reads(id, at, b"where"))?;
    let mut clauses = Clauses { each: Vec::new(), end: lexemes[word].span.end, closed: true };
    for at in steps(word + 1) {
        let span = Span::new(lexemes[at].span.start, lexemes[next(at) - 1].span.end);
        let comma = view.reads(id, at, b",");
        match clauses.each.last_mut().filter(|_| !clauses.closed) {
            _ if comma => {}
            Some(last) => last.end = span.end,
            None => clauses.each.push(span),
        }
        (clauses.end, clauses.closed) = (span.end, comma);
    }
    (!clauses.each.is_empty()).then_some(clauses)
}

impl Clauses {
    /// Puts a text of the file behind the clauses.
    fn put(&self, view: &View, id: FileId, what: Span) -> Edit {
        let comma: &[u8] = if self.closed { b" " } else { b", " };
        let text = &view.file(id).text[what.range()];
        Edit::replace(id, Span::new(self.end, self.end), [comma, text].concat())
    }
}
