//! What only an heir has: the clause that names its base, calls of the base's constructor, and words that say that the base has
//! such a member, too.

use super::homes::Home;
use super::lists::List;
use super::makers::{Listed, Maker};
use super::places::{indent, is_indented};
use super::view::{Use, View, leaf_from, outermost};
use crate::document::{File, UnitId};
use crate::edit::{Edit, FileId, Span};

/// Words before a base that say how it is one.
const HOW: [&[u8]; 7] = [b"public", b"private", b"protected", b"virtual", b"extends", b"implements", b"with"];

/// Words that say that a base has such a member.
const HAS_TOO: [&[u8]; 2] = [b"override", b"Override"];

/// The constructor of a base where it is called in a body.
pub(super) const SUPER: &[u8] = b"super";

/// What says that an heir has this base.
pub(super) fn clause(view: &View, says: Use, heir: Home) -> Span {
    let (id, file) = (says.file, view.file(says.file));
    let mut unit = outermost(file, says.unit);
    while file.unit(unit).parent != heir.whole && file.unit(unit).parent != 0 {
        let (own, around) = (file.unit(unit).span(), file.unit(file.unit(unit).parent).span());
        let before = &file.text[around.start as usize..own.start as usize];
        let behind = &file.text[own.end as usize..around.end as usize];
        let says_how = |it: &[u8]| it.is_empty() || HOW.contains(&it);
        let words = before.split(|it| b" \n\t:(".contains(it)).all(says_how);
        if !words || !behind.iter().all(|it| b" ()".contains(it)) {
            break;
        }
        unit = file.unit(unit).parent;
    }
    let mut span = file.unit(unit).span();
    let (mut first, next) = view.lexemes_of(id, span);
    while first > 0 && HOW.iter().any(|it| view.reads(id, first - 1, it)) {
        first -= 1;
        span = Span::new(file.lexemes()[first].span.start, span.end);
    }
    for sign in [&b","[..], b"+"] {
        if view.reads(id, next, sign) {
            return Span::new(span.start, file.lexemes()[next + 1].span.start);
        }
    }
    let before = first
        .checked_sub(1)
        .filter(|&it| [&b","[..], b"+", b":"].iter().any(|sign| view.reads(id, it, sign)));
    before.map_or(span, |it| Span::new(file.lexemes()[it].span.start, span.end))
}

/// An heir without a word of its base: what the base's constructor does stands where that was called.
pub(super) fn without_base(view: &View, id: FileId, base: Home, heir: Home) -> Vec<Edit> {
    let name = view.file(id).text_of(base.name);
    let mut edits = without_marks(view, id, heir);
    edits.extend(without_calls(view, id, (Some(base), &[name, b"base", SUPER]), heir));
    edits
}

/// An heir without calls of its base's constructor, by what calls name that. What it does, where it is known, stands there.
pub(super) fn without_calls(
    view: &View,
    id: FileId,
    (base, names): (Option<Home>, &[&[u8]]),
    heir: Home,
) -> Vec<Edit> {
    let file = view.file(id);
    let makers = base.map_or(Vec::new(), |it| Maker::all(view, it.of, id, it.block));
    let maker = makers.first().filter(|_| makers.len() == 1);
    let mut edits = Vec::new();
    for own in Maker::all(view, heir.of, id, heir.block) {
        let is_base = |it: &&Listed| names.contains(&file.text_of(it.name));
        let Some(&call) = own.listed.iter().find(is_base) else { continue };
        let (listed, body) = done(view, maker, (id, call.given), b" ").unwrap_or_default();
        let span = file.unit(call.unit).span();
        edits.push(match (listed.is_empty(), own.listed.len()) {
            (false, _) => Edit::replace(id, span, listed),
            (true, 1) => Edit::delete(id, file.unit(sign_and(view, id, call.unit)).span()),
            (true, _) => Edit::delete(id, view.with_comma(id, span)),
        });
        let at = file.unit(own.body).start + 1;
        if !body.is_empty() {
            edits.push(Edit::replace(id, Span::new(at, at), [b" ", &body[..]].concat()));
        }
    }
    if !names.contains(&SUPER) {
        return edits;
    }
    let (first, end) = view.lexemes_of(id, file.unit(heir.block).span());
    for open in (first..end).filter_map(|it| opened(view, id, it)) {
        let Some((statement, given)) = call_of_super(view, id, open) else { continue };
        let margin = [b"\n", indent(file, statement.start)].concat();
        let gap = if is_indented(file) { &margin[..] } else { b" " };
        let text = done(view, maker, (id, given), gap).unwrap_or_default().1;
        edits.push(Edit::replace(id, statement, text));
    }
    edits
}

/// The bracket behind the lexemes from one on where they name a base's constructor.
fn opened(view: &View, id: FileId, at: usize) -> Option<usize> {
    let reads = |at: usize, is: &[u8]| view.reads(id, at, is);
    if reads(at, SUPER) && reads(at + 1, b"(") {
        let by_name = reads(at + 2, b")") && reads(at + 4, b"__init__");
        return Some(if by_name { at + 5 } else { at + 1 });
    }
    (reads(at, b"parent") && reads(at + 1, b"::") && reads(at + 2, b"__construct")).then_some(at + 3)
}

/// The statement that calls a base's constructor with what stands in a bracket, and the list of that.
fn call_of_super(view: &View, id: FileId, open: usize) -> Option<(Span, UnitId)> {
    let file = view.file(id);
    let given = file.unit(leaf_from(file, file.lexemes()[open].span.start)?).parent;
    let call = file.unit(given).parent;
    Some((file.unit(view.statement_of(id, call)).span(), given))
}

/// What a constructor does with what a list gives: before its body, and in it.
fn done(
    view: &View,
    maker: Option<&Maker<'_>>,
    (id, list): (FileId, UnitId),
    gap: &[u8],
) -> Option<(Vec<u8>, Vec<u8>)> {
    let (maker, file) = (maker?, view.file(id));
    let given = List::of(file, id, list)?;
    let put = |units: &mut dyn Iterator<Item = UnitId>| -> Option<Vec<Vec<u8>>> {
        units.map(|it| maker.with(view, file.unit(it).span(), &given)).collect()
    };
    let listed = put(&mut maker.listed.iter().map(|it| it.unit))?.join(&b", "[..]);
    let mut statements = put(&mut maker.statements.iter().copied())?;
    statements.retain(|it| it != b"pass");
    for one in
        statements.iter_mut().filter(|it| !is_indented(file) && !it.ends_with(b";") && !it.ends_with(b"}"))
    {
        one.push(b';');
    }
    Some((listed, statements.join(gap)))
}

/// The unit around one that has nothing else but a sign before it.
fn sign_and(view: &View, id: FileId, unit: UnitId) -> UnitId {
    let file = view.file(id);
    let parent = file.unit(unit).parent;
    if file.text_of(unit).starts_with(b":") || !file.text_of(parent).starts_with(b":") {
        unit
    } else {
        parent
    }
}

/// What says of a member that it implements a base's, such as `I.` before its name.
pub(super) fn implemented(file: &File, member: UnitId) -> Option<UnitId> {
    file.children(member).find(|it| file.kind_name(*it).contains("explicit_interface"))
}

/// Takes away what says that members are some of the base, too.
fn without_marks(view: &View, id: FileId, heir: Home) -> Vec<Edit> {
    let (first, end) = view.lexemes_of(id, view.file(id).unit(heir.block).span());
    (first..end).filter_map(|it| without_mark(view, id, it)).collect()
}

/// Takes a lexeme away that says that a base has such a member.
pub(super) fn without_mark(view: &View, id: FileId, at: usize) -> Option<Edit> {
    let lexemes = view.file(id).lexemes();
    let marks = HAS_TOO.iter().any(|word| view.reads(id, at, word));
    let from = if at > 0 && view.reads(id, at - 1, b"@") { at - 1 } else { at };
    let to = lexemes.get(at + 1).map_or(lexemes[at].span.end, |it| it.span.start);
    marks.then(|| Edit::delete(id, Span::new(lexemes[from].span.start, to)))
}
