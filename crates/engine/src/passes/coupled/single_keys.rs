//! Objects that have one key, and the types of such: what stands behind the key in the place of the object.

use std::collections::BTreeSet;

use super::lists::List;
use super::places::{is_tight, takes_anything};
use super::types::without_sign;
use super::unwrap_struct::plain;
use super::view::{Use, View};
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::names::{BindingId, Definition, Kind, Word};
use crate::thresholds::COUPLED_SITES;

/// Signs between a key and what stands behind it.
const SIGNS: [&[u8]; 2] = [b":", b"="];

/// For each key that a file has first and that is always alone in its object: the objects without it.
pub(super) fn without_keys(view: &View, id: FileId) -> Vec<EditSet> {
    let all = Span::new(0, offset(view.file(id).text.len()));
    let is_pair = |it: &&Definition| it.kind == Kind::Member && it.parts.value.is_some();
    let pairs = view.definitions_in(id, all).iter().filter(is_pair).filter(|it| alone(view, it).is_some());
    let words: BTreeSet<Word> = pairs.map(|it| view.binding(it.binding).word).collect();
    let words = words.into_iter().rev().take(COUPLED_SITES.get());
    words.filter_map(|it| without_key(view, id, it)).collect()
}

/// The objects with a key without it, and nothing but the thing where the key is named; `None` where some object has others, too.
fn without_key(view: &View, id: FileId, word: Word) -> Option<EditSet> {
    let all = || view.names.of_word(word).iter().map(|&it| &view.names.definitions()[it]);
    if all().find(|it| it.kind == Kind::Member)?.file != id {
        return None;
    }
    let mut edits = Vec::new();
    let mut bindings: Vec<BindingId> = Vec::new();
    for definition in all() {
        bindings.push(definition.binding);
        if definition.kind == Kind::Member {
            edits.extend(without_member(view, definition)?);
        } else {
            let named = Use { file: definition.file, unit: definition.name };
            edits.extend(without_braces(view, named.file, named.unit, named.unit));
        }
    }
    bindings.sort_unstable();
    bindings.dedup();
    let known = bindings.iter().flat_map(|&it| view.uses(it));
    let perhaps = view.names.places_abroad(word).iter().filter_map(|&it| view.use_at(it));
    for one in known.chain(perhaps) {
        let file = view.file(one.file);
        if file.kind_name(one.unit).starts_with("shorthand") {
            edits.extend(without_braces(view, one.file, one.unit, one.unit));
        } else if let Some((pair, value)) = one.given(view, b":") {
            // `{key: name}` takes an object apart.
            let value =
                super::view::unit_at(file, value).filter(|_| file.kind_name(pair).ends_with("pattern"));
            edits.extend(value.into_iter().flat_map(|it| without_braces(view, one.file, pair, it)));
        } else {
            edits.extend(plain(view, one, false));
        }
    }
    Some(edits.into_iter().collect())
}

/// The braces in which a member is alone.
fn alone(view: &View, member: &Definition) -> Option<UnitId> {
    let file = view.file(member.file);
    let braces = file.unit(member.whole).parent;
    let list = List::of(file, member.file, braces).filter(|_| file.text_of(braces).starts_with(b"{"))?;
    let [only] = &list.elements[..] else { return None };
    let plain = member.parts.parameters.is_none() && member.parts.body.is_none();
    (plain && only.unit == member.whole).then_some(braces)
}

/// What becomes of an object with a key, or of a type of such; `None` where that is not all of it.
fn without_member(view: &View, member: &Definition) -> Option<Vec<Edit>> {
    let (id, file) = (member.file, view.file(member.file));
    let braces = alone(view, member)?;
    let behind = |unit: UnitId| {
        let between = file.text.get(file.unit(member.name).end as usize..file.unit(unit).start as usize);
        between.is_some_and(|it| SIGNS.contains(&it.trim_ascii()))
    };
    if let Some(value) = member.parts.value {
        return behind(value).then(|| without_braces(view, id, member.whole, value));
    }
    let meaning = without_sign(file, member.parts.result?);
    let around = view.definitions_in(id, file.unit(file.unit(braces).parent).span()).iter();
    match around.filter(|it| it.parts.fields == Some(braces)).map(|it| it.binding).next() {
        Some(of) if view.definitions(of).all(|it| it.parts.generics.is_none()) => {
            Some(view.replace_type(of, file.text_of(meaning)))
        }
        Some(_) => None,
        None => behind(meaning).then(|| without_braces(view, id, member.whole, meaning)),
    }
}

/// Takes the braces around `part` away, and of that what is not `value`.
fn without_braces(view: &View, id: FileId, part: UnitId, value: UnitId) -> Vec<Edit> {
    let file = view.file(id);
    let braces = file.unit(part).parent;
    let single = file.text_of(braces).starts_with(b"{")
        && List::of(file, id, braces).is_some_and(|it| it.elements.len() == 1 && it.elements[0].unit == part);
    if !single {
        return Vec::new();
    }
    let (whole, own) = (file.unit(braces).span(), file.unit(value).span());
    let fits = is_tight(file, value) || takes_anything(file, whole);
    let (open, close): (&[u8], &[u8]) = if fits { (b"", b"") } else { (b"(", b")") };
    let before = Edit::replace(id, Span::new(whole.start, own.start), open);
    vec![before, Edit::replace(id, Span::new(own.end, whole.end), close)]
}
