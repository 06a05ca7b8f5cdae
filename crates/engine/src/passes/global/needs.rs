//! Which pieces of a document need which: the piece around them, and the definitions of the names that they mention.

use std::collections::{HashMap, HashSet};

use super::members::Members;
use super::pieces::Piece;
use crate::document::{Document, File, UnitId};
use crate::edit::FileId;
use crate::lexeme::Class;
use crate::names::{Binding, BindingId, DefinitionId, Kind, Names, Place, Target, Word};
use crate::thresholds::{CHAINED, LIST_LEXEMES, NAMESAKES};

/// For each piece those that it needs, sorted. `owners`: for each file the piece that each lexeme stands in.
pub(super) fn needs(document: &Document, pieces: &[Piece], owners: &[Vec<Option<usize>>]) -> Vec<Vec<usize>> {
    let names = document.names();
    let mut definers = HashMap::new();
    for (id, owners) in document.file_ids().zip(owners) {
        for (at, &owner) in owners.iter().enumerate() {
            if let (Target::Definition(it), Some(owner)) = (names.target(Place { file: id, at }), owner) {
                definers.insert(it, owner);
            }
        }
    }
    let members = Members::of(document);
    let needs = vec![Vec::new(); pieces.len()];
    let unclear = HashSet::new();
    let mut linker = Linker { document, names, pieces, owners, definers, members, unclear, needs };
    linker.chains();
    for id in document.file_ids() {
        linker.mentions(id);
        linker.extensions(id);
        linker.promises(id);
        linker.globs(id);
    }
    linker.unclear();
    linker.unread();
    let mut needs = linker.needs;
    for (piece, needs) in needs.iter_mut().enumerate() {
        needs.extend(pieces[piece].parent);
        needs.retain(|&it| it != piece);
        needs.sort_unstable();
        needs.dedup();
    }
    needs
}

struct Linker<'d> {
    document: &'d Document,
    names: &'d Names,
    pieces: &'d [Piece],
    owners: &'d [Vec<Option<usize>>],
    /// The piece that each definition's name stands in.
    definers: HashMap<DefinitionId, usize>,
    members: Members,
    /// Words with too many meanings to tie their users to all of them, and whether only members are meant.
    unclear: HashSet<(Word, bool)>,
    needs: Vec<Vec<usize>>,
}

impl Linker<'_> {
    /// What is defined too often for each user to need all of it is needed from the back: each definition needs the one before.
    fn chains(&mut self) {
        for binding in self.names.bindings().iter().filter(|it| it.definitions.len() > CHAINED.get()) {
            let is_used = !binding.references.is_empty() || binding.perhaps > 0;
            for pair in binding.definitions.windows(2).filter(|_| is_used) {
                if let (Some(before), Some(&piece)) =
                    (self.definers.get(&pair[0]), self.definers.get(&pair[1]))
                {
                    self.needs[piece].push(*before);
                }
            }
        }
    }

    /// A piece needs what it mentions, and an import what it stands for.
    fn mentions(&mut self, id: FileId) {
        let owners = &self.owners[usize::from(id.0)];
        for (at, &owner) in owners.iter().enumerate() {
            let Some(owner) = owner else { continue };
            let meant = self.meant(Place { file: id, at });
            self.needs[owner].extend(meant.iter().filter_map(|it| self.definers.get(it)));
        }
    }

    /// The definitions that are meant at a place: among several the members of what stands before it, if it has any; nothing
    /// when they are too many to mean much.
    fn meant(&mut self, place: Place) -> Vec<DefinitionId> {
        let names = self.names;
        let target = names.target(place);
        let own = match target {
            Target::Definition(it) => Some(it),
            _ => None,
        };
        let through = own.into_iter().flat_map(|it| imported(names, it));
        let mut bindings: Vec<BindingId> =
            names.bindings_at(place).chain(through).take(NAMESAKES.get() + 1).collect();
        let Some(word) = bindings.first().map(|&it| names.bindings()[it].word) else { return Vec::new() };
        let only_members = matches!(target, Target::Member(_));
        if bindings.len() > 1 {
            let mut members = self.members.of_any(&self.qualifier(place), word);
            members.retain(|&it| !only_members || names.is_member(it));
            members.retain(|&it| own.is_none_or(|own| names.definitions()[own].binding != it));
            if !members.is_empty() {
                bindings = members;
            } else if bindings.len() > NAMESAKES.get() {
                self.unclear.insert((word, only_members));
                return Vec::new();
            }
        }
        let definitions = |it: BindingId| self.needed(&names.bindings()[it].definitions, place);
        bindings.into_iter().flat_map(definitions).copied().collect()
    }

    /// Those of some definitions of a word that a place needs, which are in order: where they are many, the last one before it.
    fn needed<'a>(&self, definitions: &'a [DefinitionId], place: Place) -> &'a [DefinitionId] {
        if definitions.len() <= CHAINED.get() {
            return definitions;
        }
        let is_before = |it: &DefinitionId| {
            let definition = &self.names.definitions()[*it];
            let file = self.document.file(definition.file);
            let start = file.unit(definition.name).start;
            (definition.file, start)
                < (place.file, self.document.file(place.file).lexemes()[place.at].span.start)
        };
        let last = definitions.partition_point(is_before).saturating_sub(1);
        &definitions[last..=last]
    }

    /// What the word before `::` or `.` before a place, or before the braces around it, stands for.
    fn qualifier(&self, place: Place) -> Vec<DefinitionId> {
        let file = self.document.file(place.file);
        let text = |at: usize| file.lexemes()[at].of(&file.text);
        let before = |mut at: usize| {
            let from = at;
            while at > 0 && matches!(text(at - 1), b"::" | b":" | b"." | b"->") {
                at -= 1;
            }
            at.checked_sub(1).filter(|_| at < from)
        };
        let found = before(place.at).or_else(|| before(around(file, place.at)?));
        found.map_or_else(Vec::new, |at| stands_for(self.names, Place { file: place.file, at }))
    }

    /// What defines a name needs what adds to it, such as a type its `impl` blocks; where that is nothing of ours, what the
    /// extension mentions first does. What an extension defines needs its namesakes there, such as the methods of a trait,
    /// and those that have no body need it.
    fn extensions(&mut self, id: FileId) {
        for &(unit, name) in self.names.extensions(id) {
            let Some(extension) = self.owner(id, unit) else { continue };
            let header = self.header(id, unit);
            let at = self.document.file(id).lexeme_of(name);
            let extended = stands_for(self.names, Place { file: id, at });
            let users = if extended.is_empty() { &header } else { &extended };
            for definer in users.iter().filter_map(|it| self.definers.get(it)) {
                self.needs[*definer].push(extension);
            }
            let inside: Vec<DefinitionId> = self.inside(id, unit).collect();
            for own in inside {
                let binding = self.names.definitions()[own].binding;
                let others = self.members.of_any(&header, self.names.bindings()[binding].word);
                for other in others.into_iter().filter(|it| *it != binding) {
                    for &other in self.names.bindings()[other].definitions.iter().take(CHAINED.get()) {
                        couple(&self.definers, &mut self.needs, self.names, own, other);
                    }
                }
            }
        }
    }

    /// What has all members of something that is nothing of ours needs those that it has: a compiler misses them.
    fn promises(&mut self, id: FileId) {
        for &(unit, name) in self.names.promises(id) {
            let at = self.document.file(id).lexeme_of(name);
            let ours = !stands_for(self.names, Place { file: id, at }).is_empty();
            let Some(piece) = self.owner(id, unit).filter(|_| !ours) else { continue };
            let inside: Vec<usize> =
                self.inside(id, unit).filter_map(|it| self.definers.get(&it).copied()).collect();
            self.needs[piece].extend(inside);
        }
    }

    /// A member that is mentioned by a word with many meanings is needed by what it is a member of.
    fn unclear(&mut self) {
        for binding in self.names.all_abroad() {
            let Binding { word, ref definitions, .. } = self.names.bindings()[binding];
            let of_any = self.unclear.contains(&(word, false));
            if of_any || self.unclear.contains(&(word, true)) && self.names.is_member(binding) {
                for &definer in definitions.iter().filter_map(|it| self.definers.get(it)) {
                    if let Some(around) = self.pieces[definer].parent {
                        self.needs[around].push(definer);
                    }
                }
            }
        }
    }

    /// What does not parse may define any word in it that nothing else is known to define.
    fn unread(&mut self) {
        let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
        let unread = |it: &(usize, &Piece)| !self.document.file(it.1.file).is_explained();
        for (number, piece) in self.pieces.iter().enumerate().filter(unread) {
            let file = self.document.file(piece.file);
            for (_, word) in words(file) {
                let numbers = holders.entry(word).or_default();
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
        }
        holders.retain(|_, it| it.len() <= NAMESAKES.get());
        let ids = self.document.file_ids().filter(|_| !holders.is_empty());
        for id in ids {
            for (at, word) in words(self.document.file(id)) {
                let place = Place { file: id, at };
                let is_known = matches!(self.names.target(place), Target::Definition(_))
                    || self.names.bindings_at(place).next().is_some();
                if let (false, Some(owner)) = (is_known, self.owners[usize::from(id.0)][at]) {
                    self.needs[owner].extend(holders.get(word).into_iter().flatten());
                }
            }
        }
    }

    /// What stands next to something that makes unnamed names visible may need it.
    fn globs(&mut self, id: FileId) {
        for &unit in self.names.globs(id) {
            if let Some(piece) = self.owner(id, unit)
                && let Some(parent) = self.pieces[piece].parent
            {
                self.needs[parent].push(piece);
            }
        }
    }

    fn owner(&self, id: FileId, unit: UnitId) -> Option<usize> {
        self.owners[usize::from(id.0)].get(self.document.file(id).lexeme_of(unit)).copied().flatten()
    }

    /// The definitions of what an extension mentions before its block.
    fn header(&self, id: FileId, unit: UnitId) -> Vec<DefinitionId> {
        let file = self.document.file(id);
        let (first, end) = (file.lexeme_of(unit), file.unit(unit).end);
        let lexemes = file.lexemes()[first..].iter();
        let header = lexemes.take_while(|it| it.span.end <= end && it.class != Class::Open(b'{')).count();
        (first..first + header).flat_map(|at| stands_for(self.names, Place { file: id, at })).collect()
    }

    /// The definitions that stand in a unit and belong to it.
    fn inside(&self, id: FileId, unit: UnitId) -> impl Iterator<Item = DefinitionId> {
        let all = self.names.definitions();
        let end = self.document.file(id).unit(unit).subtree_end;
        let first = all.partition_point(|it| (it.file, it.name) < (id, unit));
        let last = all.partition_point(|it| (it.file, it.name) < (id, end));
        let belongs = |it: &usize| !matches!(all[*it].kind, Kind::Parameter | Kind::Generic | Kind::Label);
        (first..last).filter(belongs)
    }
}

/// The words of a file that name something, each with the number of its lexeme.
fn words(file: &File) -> impl Iterator<Item = (usize, &[u8])> {
    let all = file.lexemes().iter().enumerate().filter(|it| it.1.class == Class::Word);
    all.map(|(at, lexeme)| (at, lexeme.of(&file.text)))
}

/// Where the braces open that are around a lexeme, if that is near.
fn around(file: &File, at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for before in (0..at).rev().take(LIST_LEXEMES.get()) {
        match file.lexemes()[before].class {
            Class::Close(b'}') => depth += 1,
            Class::Open(b'{') if depth == 0 => return Some(before),
            Class::Open(b'{') => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What an import may stand for; nothing for any other definition.
fn imported(names: &Names, definition: DefinitionId) -> impl Iterator<Item = BindingId> {
    let definition = &names.definitions()[definition];
    names.namesakes(definition).filter(|_| definition.kind == Kind::Import)
}

/// The definitions that a word may stand for, through imports; the first of them, where they are many.
pub(super) fn stands_for(names: &Names, place: Place) -> Vec<DefinitionId> {
    let of = |it: BindingId| names.bindings()[it].definitions.iter().copied();
    let own = names.bindings_at(place).take(NAMESAKES.get()).flat_map(of);
    let through = |it: DefinitionId| imported(names, it).take(NAMESAKES.get()).flat_map(of);
    own.flat_map(|it| std::iter::once(it).chain(through(it))).take(CHAINED.get()).collect()
}

/// Says that a definition of an extension needs a namesake, which needs it too if it has no body of its own.
fn couple(
    definers: &HashMap<DefinitionId, usize>,
    needs: &mut [Vec<usize>],
    names: &Names,
    own: DefinitionId,
    other: DefinitionId,
) {
    let (Some(&piece), Some(&needed)) = (definers.get(&own), definers.get(&other)) else { return };
    needs[piece].push(needed);
    if names.definitions()[other].parts.body.is_none() {
        needs[needed].push(piece);
    }
}
