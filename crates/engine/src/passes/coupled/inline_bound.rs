//! `inline-bound`: puts what a clause elsewhere demands of a generic parameter where the parameter is introduced.
//!
//! Before:
//! ```rs
//! impl<T> A for B<T> where T: C + D, [u8; T::E]: {}
//! ```
//! After:
//! ```rs
//! impl<T: C + D> A for B<T> where[u8; T::E]: {}
//! ```
//!
//! Before:
//! ```rs
//! fn f<T: A>(x: T) where T: B {}
//! ```
//! After:
//! ```rs
//! fn f<T: A + B>(x: T) {}
//! ```
//! For parameters that one clause says something of; where that was the only one its keyword goes along. For at most 2,000
//! parameters of a file, from the back.

use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-bound",
    summary: "put what a clause demands of a generic parameter where that is introduced",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Generic]).collect();
    for &(binding, definition) in found.iter().rev().take(COUPLED_SITES.get()) {
        let uses = view.uses(binding).into_iter().filter(|it| it.file == id);
        let mut clauses = uses.filter_map(|it| Some((it, it.given(&view, b":")?.1)));
        let Some((one, bounds)) = clauses.next().filter(|_| clauses.next().is_none()) else { continue };
        let set = moved(&view, definition, one, bounds);
        sites.alternatives(set.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// Bounds behind the name that they are for, and the clause without them.
fn moved(view: &View, definition: &Definition, one: Use, bounds: Span) -> Option<EditSet> {
    let file = view.file(one.file);
    let clause = one.parent(view)?;
    let list = file.unit(clause).parent;
    let gone = if file.solid_children(list).count() == 1 {
        file.unit(list).span()
    } else {
        view.with_comma(one.file, file.unit(clause).span())
    };
    let parameter = file.text_of(definition.whole);
    let sign: &[u8] = if parameter.contains(&b':') { b" + " } else { b": " };
    let put = [parameter, sign, &file.text[bounds.range()]].concat();
    let whole = file.unit(definition.whole).span();
    // A default stands behind what is demanded.
    let fits = definition.file == one.file && !parameter.contains(&b'=') && !whole.contains(gone);
    let edits = [Edit::replace(one.file, whole, put), Edit::delete(one.file, gone)];
    fits.then(|| edits.into_iter().collect())
}
