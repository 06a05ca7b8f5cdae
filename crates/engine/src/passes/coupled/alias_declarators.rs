//! Names for types whose declarators have more than stars around the name, such as those of arrays and of pointers to functions.

use super::view::{Use, View, child_towards};
use crate::document::{File, UnitId};
use crate::edit::{Edit, EditSet, Span};
use crate::names::{BindingId, Definition};

/// What stands around the name of such a type.
struct Around<'d> {
    /// The type before all.
    of: &'d [u8],
    before: &'d [u8],
    behind: &'d [u8],
}

/// What such a type is written out, wherever it is named; `None` for other types.
pub(super) fn written_out(view: &View, of: BindingId) -> Option<EditSet> {
    let mut definitions = view.definitions(of);
    let (only, None) = (definitions.next()?, definitions.next()) else { return None };
    let around = Around::of(view, only)?;
    let mut edits = vec![view.removal(only)];
    for one in view.uses(of) {
        edits.extend(around.put(view, one)?);
    }
    (edits.len() > 1).then(|| edits.into_iter().collect())
}

impl<'d> Around<'d> {
    fn of(view: &View<'d>, definition: &Definition) -> Option<Around<'d>> {
        let file = view.file(definition.file);
        let value = file.unit(definition.parts.value?).span();
        let declarator = file.unit(child_towards(file, definition.whole, definition.name)?).span();
        let name = file.unit(definition.name).span();
        let text = |start: u32, end: u32| file.text.get(start as usize..end as usize);
        let behind = text(name.end, declarator.end)?;
        let more = value.end <= declarator.start && behind.iter().any(|it| b"([".contains(it));
        let (of, before) = (&file.text[value.range()], text(declarator.start, name.start)?);
        more.then_some(Around { of, before, behind })
    }

    /// Puts it where it is named, around what is declared there; `None` where it is not known what that is.
    fn put(&self, view: &View, one: Use) -> Option<Vec<Edit>> {
        let (file, span) = (view.file(one.file), one.span(view));
        let found = declarators(file, one.parent(view)?, one.unit);
        if found.is_empty() {
            let gap: &[u8] = if self.before.is_empty() { b"" } else { b" " };
            let text = [self.of, gap, self.before, self.behind].concat();
            return Some(vec![Edit::replace(one.file, span, text)]);
        }
        let mut edits = vec![Edit::replace(one.file, span, self.of)];
        for unit in found {
            let own = file.unit(unit).span();
            // A star binds less than what stands behind it.
            let points = self.before.is_empty() && file.text_of(unit).starts_with(b"*");
            let (open, close): (&[u8], &[u8]) = if points { (b"(", b")") } else { (self.before, b"") };
            let put = |at: u32, text: Vec<u8>| Edit::replace(one.file, Span::new(at, at), text);
            edits.extend((!open.is_empty()).then(|| put(own.start, open.to_vec())));
            edits.push(put(own.end, [close, self.behind].concat()));
        }
        Some(edits)
    }
}

/// What is declared behind a type.
fn declarators(file: &File, whole: UnitId, of: UnitId) -> Vec<UnitId> {
    let behind = file.children(whole).filter(|&it| file.unit(it).start >= file.unit(of).end);
    let declares = |it: &UnitId| {
        let kind = file.kind_name(*it);
        file.unit(*it).is_named() && (kind.ends_with("declarator") || kind.ends_with("identifier"))
    };
    let own = |it: UnitId| {
        let first = file.children(it).next().filter(|_| file.kind_name(it).starts_with("init_"));
        first.unwrap_or(it)
    };
    behind.filter(declares).map(own).collect()
}
