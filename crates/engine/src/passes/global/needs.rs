//! Which pieces of a document need which: the piece around them, and the definitions of the names that they mention.

use std::collections::{HashMap, HashSet};

use super::pieces::Piece;
use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, DefinitionId, Kind, Names, Place, Target};
use crate::thresholds::{LIST_LEXEMES, NAMESAKES};

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
    let homes = Homes::of(document, names);
    let needs = vec![Vec::new(); pieces.len()];
    let unclear = HashSet::new();
    let mut linker = Linker { document, names, pieces, owners, definers, homes, unclear, needs };
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
    homes: Homes,
    /// What is mentioned by a word with too many meanings to tie its users to all of them.
    unclear: HashSet<DefinitionId>,
    needs: Vec<Vec<usize>>,
}

impl Linker<'_> {
    /// A piece needs what it mentions, and an import what it stands for.
    fn mentions(&mut self, id: FileId) {
        let owners = &self.owners[usize::from(id.0)];
        for (at, &owner) in owners.iter().enumerate() {
            let Some(owner) = owner else { continue };
            let place = Place { file: id, at };
            let bindings: Vec<BindingId> = match self.names.target(place) {
                Target::Definition(it) => imported(self.names, it).collect(),
                _ => self.names.bindings_at(place).collect(),
            };
            let meant = self.meant(place, &bindings);
            self.needs[owner].extend(meant.iter().filter_map(|it| self.definers.get(it)));
        }
    }

    /// The definitions among those of some bindings that are meant at a place: the members of what stands before it, if it
    /// has any; nothing when they are too many to mean much.
    fn meant(&mut self, place: Place, bindings: &[BindingId]) -> Vec<DefinitionId> {
        let all = bindings.iter().flat_map(|&it| self.names.bindings()[it].definitions.iter().copied());
        let all: Vec<DefinitionId> = all.collect();
        if bindings.len() > 1 {
            let homes = self.qualifier(place);
            let is_member = |it: &&DefinitionId| self.homes.of[**it].iter().any(|it| homes.contains(it));
            let members: Vec<DefinitionId> = all.iter().filter(is_member).copied().collect();
            if !members.is_empty() {
                return members;
            }
        }
        if bindings.len() > NAMESAKES.get() {
            self.unclear.extend(all);
            return Vec::new();
        }
        all
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
                let namesakes = self.names.namesakes(&self.names.definitions()[own]);
                let others = namesakes.flat_map(|it| self.names.bindings()[it].definitions.iter().copied());
                for other in others.filter(|it| self.homes.of[*it].iter().any(|it| header.contains(it))) {
                    couple(&self.definers, &mut self.needs, self.names, own, other);
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
        for definer in self.unclear.iter().filter_map(|it| self.definers.get(it)) {
            if let Some(around) = self.pieces[*definer].parent {
                self.needs[around].push(*definer);
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

/// The definitions that a word may stand for, through imports.
fn stands_for(names: &Names, place: Place) -> Vec<DefinitionId> {
    let mut found: Vec<DefinitionId> = Vec::new();
    for binding in names.bindings_at(place).take(NAMESAKES.get()) {
        for &definition in &names.bindings()[binding].definitions {
            found.push(definition);
            let others = imported(names, definition).take(NAMESAKES.get());
            found.extend(others.flat_map(|it| &names.bindings()[it].definitions));
        }
    }
    found
}

/// The definition whose name stands there.
fn named_at(document: &Document, file: FileId, span: Span) -> Option<DefinitionId> {
    let all = document.names().definitions();
    let of = |it: &Definition| document.file(it.file).unit(it.name).span();
    let first = all.partition_point(|it| it.file < file || it.file == file && of(it).start < span.start);
    all.get(first).filter(|it| it.file == file && of(it) == span).map(|_| first)
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

/// What each definition is a member of.
struct Homes {
    of: Vec<Vec<DefinitionId>>,
}

impl Homes {
    fn of(document: &Document, names: &Names) -> Homes {
        let mut wholes: HashMap<(FileId, UnitId), Vec<DefinitionId>> = HashMap::new();
        for (number, definition) in names.definitions().iter().enumerate() {
            wholes.entry((definition.file, definition.whole)).or_default().push(number);
        }
        for id in document.file_ids() {
            let file = document.file(id);
            for &(unit, name) in names.extensions(id) {
                let extended = stands_for(names, Place { file: id, at: file.lexeme_of(name) });
                if !extended.is_empty() {
                    wholes.entry((id, unit)).or_default().extend(extended);
                }
            }
        }
        // What stands in a file belongs to what brings the file in, if that is a definition such as a module.
        let mut files: HashMap<FileId, Vec<DefinitionId>> = HashMap::new();
        for mention in document.mentions().all().iter().filter(|it| it.needs) {
            let Some(module) = named_at(document, mention.file, mention.span) else { continue };
            mention.means.iter().for_each(|&it| files.entry(it).or_default().push(module));
        }
        let home = |definition: &Definition| {
            let file = document.file(definition.file);
            let mut unit = definition.whole;
            loop {
                let parent = file.unit(unit).parent;
                if parent == unit {
                    return files.get(&definition.file).cloned().unwrap_or_default();
                }
                unit = parent;
                if let Some(found) = wholes.get(&(definition.file, unit)) {
                    return found.clone();
                }
            }
        };
        Homes { of: names.definitions().iter().map(home).collect() }
    }
}
