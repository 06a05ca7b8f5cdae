//! Reads what the patterns of a `names.scm` capture in one file: names, their parts, scopes, members and calls.

use super::capture::{Call, Capture, Kind, List, Mark, Parts, Reach, Space};
use super::matching;
use crate::document::File;
use crate::language::Language;
use crate::lexeme::offset;
use crate::rules::present;
use crate::unit::UnitId;

/// A name as it was captured.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: UnitId,
    pub(super) whole: UnitId,
    pub(super) kind: Kind,
    pub(super) space: Space,
    pub(super) parts: Parts,
    /// The innermost scope around what introduces it, counted from 1.
    pub(super) scope: usize,
    /// True for an import that nobody else can name.
    pub(super) private: bool,
}

/// A unit in which names are visible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub(super) unit: UnitId,
    pub(super) reach: Reach,
    /// The scope around it, counted from 1.
    pub(super) outer: usize,
}

/// All that a file's `names.scm` captures.
#[derive(Debug, Default)]
pub(super) struct Captured {
    /// In order.
    pub(super) names: Vec<Named>,
    /// In order, outer before inner; the root is not among them.
    pub(super) scopes: Vec<Scope>,
    /// Where the words start that name something in a way of their own, in order.
    pub(super) marks: Vec<(u32, Mark)>,
    /// In order.
    pub(super) calls: Vec<Call>,
    /// Units that belong to their next sibling, in order.
    pub(super) attributes: Vec<UnitId>,
    /// Units that belong to a type although they stand elsewhere, each with the name of the type, in order.
    pub(super) extensions: Vec<(UnitId, UnitId)>,
    /// The definitions and extensions that have all members of something, each with the name of that, in order.
    pub(super) promises: Vec<(UnitId, UnitId)>,
    /// Units that make names visible without naming them, in order.
    pub(super) globs: Vec<UnitId>,
    /// Names in what a branch takes, in order.
    pub(super) taken: Vec<UnitId>,
    /// Names with the signs around them, in order.
    pub(super) signed: Vec<UnitId>,
}

/// Runs the language's `names.scm` over a file.
pub(super) fn read(file: &File) -> Captured {
    let Some(language) = &file.language else { return Captured::default() };
    let levels = language.levels();
    let present = present(file, &levels.iter().map(|it| it.1.kinds).collect::<Vec<_>>());
    let levels = levels.into_iter().zip(present).filter(|it| it.1).map(|it| it.0);
    let named = levels.filter_map(|(it, numbers)| Some((it, it.names.as_ref()?, numbers)));
    let queries: Vec<_> = named.map(|(it, names, numbers)| (names.query(&it.syntax), numbers)).collect();
    if queries.is_empty() {
        return Captured::default();
    }
    let mut reader = Reader { roles: vec![0; file.units().len()], ..Reader::default() };
    // What is in a comment is nobody's definition or use.
    let apart: Vec<_> = file.units().iter().zip(0..).filter(|it| it.0.is_apart()).collect();
    let is_apart = |unit: UnitId| {
        let before = apart.partition_point(|it| it.1 < unit).checked_sub(1);
        before.is_some_and(|it| unit < apart[it].0.subtree_end)
    };
    matching::matches(&queries, file, &mut |pattern, captures| {
        if !captures.iter().any(|it| is_apart(it.1)) {
            reader.take(pattern, captures);
        }
    });
    reader.forget_inner_roots(file, language);
    reader.finish(file)
}

/// What a unit is to the names around it, as bits.
type Roles = u8;
const DEFINITION: Roles = 1;
const OUTER: Roles = 2;
const REFERENCE: Roles = 4;
const WITHIN: Roles = 8;
const MEMBERS: Roles = 16;
const OPEN: Roles = 32;
const EXPORT: Roles = 64;
const SCOPE: Roles = WITHIN | MEMBERS | OPEN;

#[derive(Default)]
struct Reader {
    /// Of each unit.
    roles: Vec<Roles>,
    /// Each name with the pattern that said what it is: a later one knows better.
    names: Vec<(UnitId, usize, Kind, Space)>,
    /// With what they belong to: a name or a definition.
    parts: Vec<(UnitId, Parts)>,
    marks: Vec<(UnitId, Mark)>,
    calls: Vec<Call>,
    /// With the extension or definition, if the match says.
    extensions: Vec<(UnitId, Option<UnitId>)>,
    promises: Vec<(UnitId, Option<UnitId>)>,
    attributes: Vec<UnitId>,
    globs: Vec<UnitId>,
    taken: Vec<UnitId>,
    signed: Vec<UnitId>,
}

impl Reader {
    /// Takes what one match captured.
    fn take(&mut self, pattern: usize, captures: &[(Capture, UnitId)]) {
        let (mut parts, mut owner, mut name, mut any) = (Parts::default(), None, None, false);
        let (mut call, mut callee, mut arguments) = (None, None, None);
        let (mut extends, mut implements) = (None, None);
        for &(capture, unit) in captures {
            match capture {
                Capture::Definition | Capture::Outer => {
                    self.add(unit, if capture == Capture::Outer { OUTER } else { DEFINITION });
                    owner = owner.or(Some(unit));
                }
                Capture::Scope(Reach::Within) => self.add(unit, WITHIN),
                Capture::Scope(Reach::Members) => self.add(unit, MEMBERS),
                Capture::Scope(Reach::Open) => self.add(unit, OPEN),
                Capture::Reference => self.add(unit, REFERENCE),
                Capture::Name(kind, space) => {
                    self.names.push((unit, pattern, kind, space));
                    name = Some(unit);
                }
                Capture::Part(part) => {
                    *parts.part(part) = Some(unit);
                    any = true;
                }
                Capture::Mark(mark) => self.marks.push((unit, mark)),
                Capture::Extends => extends = Some(unit),
                Capture::Implements => implements = Some(unit),
                Capture::Extension => owner = Some(unit),
                Capture::Attribute => self.attributes.push(unit),
                Capture::Glob => self.globs.push(unit),
                Capture::Takes => self.taken.push(unit),
                Capture::Signed => self.signed.push(unit),
                Capture::Export => self.add(unit, EXPORT),
                Capture::Call => call = Some(unit),
                Capture::Callee => callee = Some(unit),
                Capture::Arguments(list) => arguments = Some((list, unit)),
            }
        }
        if let (Some(whole), Some(callee), Some((list, arguments))) = (call, callee, arguments) {
            let (constructs, generic) = (list == List::Fields, list == List::Generics);
            self.calls.push(Call { whole, callee, arguments, constructs, generic });
        }
        if let Some(owner) = name.or(owner).filter(|_| any) {
            self.parts.push((owner, parts));
        }
        self.extensions.extend(extends.map(|it| (it, owner)));
        self.promises.extend(implements.map(|it| (it, owner)));
    }

    /// What is in another language is no file of its own: the scripts of a page share their names.
    fn forget_inner_roots(&mut self, file: &File, language: &Language) {
        if language.embedded.is_none() {
            return;
        }
        let level = |id: UnitId| language.level(file.unit(id).kind).1;
        for (id, roles) in (0..).zip(&mut self.roles).filter(|it| *it.1 & OPEN != 0) {
            if level(id) != level(file.unit(id).parent) {
                *roles &= !OPEN;
            }
        }
    }

    fn add(&mut self, unit: UnitId, role: Roles) {
        self.roles[unit as usize] |= role;
    }

    fn finish(mut self, file: &File) -> Captured {
        let around = Around::of(file, &self.roles);
        self.parts.sort_by_key(|it| it.0);
        let names = self.named(file, &around);
        let start = |unit: UnitId| file.unit(unit).start;
        let mut marks: Vec<_> = self.marks.iter().map(|&(unit, mark)| (start(unit), mark)).collect();
        marks.sort_unstable();
        self.calls.sort_by_key(|it| (it.whole, it.arguments));
        self.calls.dedup_by_key(|it| (it.whole, it.arguments));
        // Of two words side by side in a macro's arguments, such as `a, (b)`, nothing says what they are.
        let brackets = |it: &Call| {
            let list = file.unit(it.arguments).start;
            list == file.unit(it.callee).end && file.text.get(list as usize) == Some(&b'(')
        };
        self.calls.retain(|it| !it.is_loose() || brackets(it));
        self.attributes.sort_unstable();
        self.globs.sort_unstable();
        self.taken.sort_unstable();
        self.signed.sort_unstable();
        let wholes = |all: &[(UnitId, Option<UnitId>)]| {
            let inner = |it: &(UnitId, Option<UnitId>)| it.1.unwrap_or_else(|| around.definition(it.0));
            let mut found: Vec<_> = all.iter().map(|it| (self.outermost(file, inner(it)), it.0)).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let (extensions, promises) = (wholes(&self.extensions), wholes(&self.promises));
        let Reader { calls, attributes, globs, taken, signed, .. } = self;
        let scopes = around.scopes;
        Captured { names, scopes, marks, calls, attributes, extensions, promises, globs, taken, signed }
    }

    /// The names, in order, each once.
    fn named(&mut self, file: &File, around: &Around) -> Vec<Named> {
        self.names.sort_unstable_by_key(|it| (it.0, it.1));
        let mut named: Vec<Named> = Vec::with_capacity(self.names.len());
        for (at, &(name, _, kind, space)) in self.names.iter().enumerate() {
            let later = self.names.get(at + 1).is_some_and(|it| it.0 == name);
            if later || around.has(name, REFERENCE) {
                continue;
            }
            let inner = around.definition(name);
            let whole = self.outermost(file, inner);
            let mut parts = self.parts_of(name);
            parts.add(self.parts_of(inner));
            parts.add(self.parts_of(whole));
            parts.result = parts.result.or_else(|| self.result_around(file, whole));
            let private = kind == Kind::Import && !around.has(name, EXPORT);
            named.push(Named { name, whole, kind, space, parts, scope: around.scope(file, whole), private });
        }
        named
    }

    /// The type that a declaration says for all its names.
    fn result_around(&self, file: &File, whole: UnitId) -> Option<UnitId> {
        let outer = file.unit(whole).parent;
        (self.roles[outer as usize] & DEFINITION != 0).then(|| self.parts_of(outer).result)?
    }

    fn parts_of(&self, owner: UnitId) -> Parts {
        let mut all = Parts::default();
        let first = self.parts.partition_point(|it| it.0 < owner);
        self.parts[first..].iter().take_while(|it| it.0 == owner).for_each(|it| all.add(it.1));
        all
    }

    /// A definition with what belongs to it on the outside.
    fn outermost(&self, file: &File, definition: UnitId) -> UnitId {
        let mut unit = definition;
        loop {
            let parent = file.unit(unit).parent;
            if parent == unit || self.roles[parent as usize] & OUTER == 0 {
                return unit;
            }
            unit = parent;
        }
    }
}

/// What is around each unit.
struct Around {
    scopes: Vec<Scope>,
    /// The scope that it is or is in, counted from 1.
    inner: Vec<usize>,
    /// The definition that it is or is in, if no scope is between them.
    definition: Vec<Option<UnitId>>,
    /// What it is in as a whole: a reference, an export.
    inherited: Vec<Roles>,
}

impl Around {
    fn of(file: &File, roles: &[Roles]) -> Around {
        let count = file.units().len();
        let mut scopes: Vec<Scope> = Vec::new();
        let (mut inner, mut definition) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut inherited: Vec<Roles> = Vec::with_capacity(count);
        for (at, (unit, &roles)) in file.units().iter().zip(roles).enumerate() {
            let parent = unit.parent as usize;
            let above = |list: &[usize]| list.get(parent).copied().unwrap_or_default();
            let outer = above(&inner);
            if roles & SCOPE != 0 {
                scopes.push(Scope { unit: offset(at), reach: reach(roles), outer });
            }
            inner.push(if roles & SCOPE == 0 { outer } else { scopes.len() });
            definition.push(match roles {
                _ if roles & DEFINITION != 0 => Some(offset(at)),
                _ if roles & SCOPE != 0 => None,
                _ => definition.get(parent).copied().flatten(),
            });
            let around = inherited.get(parent).copied().unwrap_or_default();
            inherited.push(around | roles & (REFERENCE | EXPORT));
        }
        Around { scopes, inner, definition, inherited }
    }

    /// What introduces a name: the nearest definition around it, or the name alone.
    fn definition(&self, name: UnitId) -> UnitId {
        self.definition[name as usize].unwrap_or(name)
    }

    fn has(&self, unit: UnitId, role: Roles) -> bool {
        self.inherited[unit as usize] & role != 0
    }

    /// The innermost scope around a unit that is not the unit itself, counted from 1.
    fn scope(&self, file: &File, unit: UnitId) -> usize {
        let parent = file.unit(unit).parent;
        if parent == unit { 0 } else { self.inner[parent as usize] }
    }
}

fn reach(roles: Roles) -> Reach {
    match roles {
        _ if roles & OPEN != 0 => Reach::Open,
        _ if roles & MEMBERS != 0 => Reach::Members,
        _ => Reach::Within,
    }
}
