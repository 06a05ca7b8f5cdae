//! Variables that are converted where they are used, as variables of the type that they are converted to.

use super::view::{Use, View};
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::Sites;
use crate::thresholds::COUPLED_SITES;

/// Gives each variable and parameter of a file the type that it is converted to first; these conversions go.
pub(super) fn propose(view: &View, id: FileId, sites: &mut Sites) {
    let Some(cast) = view.file(id).language.as_ref().and_then(|it| it.cast.as_deref()) else { return };
    // What begins with the type looks like any call.
    if cast.starts_with("{type}") {
        return;
    }
    let typed: Vec<_> =
        view.bindings(id, &[Kind::Value, Kind::Parameter]).filter(|it| it.1.parts.result.is_some()).collect();
    for &(of, definition) in typed.iter().rev().take(COUPLED_SITES.get()) {
        let set = retyped(view, of, definition, cast);
        sites.alternatives(set.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

fn retyped(view: &View, of: BindingId, definition: &Definition, cast: &str) -> Option<EditSet> {
    let unit = definition.parts.result?;
    let own = view.file(definition.file).text_of(unit);
    // With pointers or the like around its name the type is not all of its own.
    if view.type_text(definition)? != own {
        return None;
    }
    let conversions: Vec<(Use, UnitId, &[u8])> =
        view.uses(of).into_iter().filter_map(|it| conversion(view, it, cast)).collect();
    let wanted = conversions.first()?.2;
    let gone = conversions.iter().filter(|it| it.2 == wanted).map(|&(place, whole, _)| {
        let file = view.file(place.file);
        Edit::replace(place.file, file.unit(whole).span(), file.text_of(place.unit))
    });
    let span = view.file(definition.file).unit(unit).span();
    Some(gone.chain([Edit::replace(definition.file, span, wanted)]).collect())
}

/// The unit around a use that converts it, and the type to which.
fn conversion<'d>(view: &View<'d>, place: Use, cast: &str) -> Option<(Use, UnitId, &'d [u8])> {
    let whole = place.parent(view)?;
    let file = view.file(place.file);
    let mut rest = file.text_of(whole);
    let value = file.text_of(place.unit);
    let (before, behind) = cast.split_once("{type}")?;
    for piece in pieces(before, value) {
        rest = rest.strip_prefix(piece)?.trim_ascii_start();
    }
    for piece in pieces(behind, value).iter().rev() {
        rest = rest.strip_suffix(*piece)?.trim_ascii_end();
    }
    (!rest.is_empty()).then_some((place, whole, rest))
}

/// The parts of one side of a conversion, blanks aside.
fn pieces<'t>(side: &'t str, value: &'t [u8]) -> Vec<&'t [u8]> {
    let parts = match side.split_once("{value}") {
        Some((before, behind)) => vec![before.as_bytes(), value, behind.as_bytes()],
        None => vec![side.as_bytes()],
    };
    parts.into_iter().map(<[u8]>::trim_ascii).filter(|it| !it.is_empty()).collect()
}
