//! The table of names: what a document defines, what each word in it refers to, and the parts that belong to a definition.
//!
//! A definition is found by the language's `names.scm`, a reference is any other word that names something. A reference
//! means the definitions of its word in the innermost scope around it that has any; where none has, or where the language
//! says that it is a member, it means the definitions of that word that can be seen from elsewhere, but behind `A::` or `A.`
//! what the type or module `A` has. The types of values, and overloads, are not looked at, so the table may be wrong: the
//! oracle decides. It is built in time linear in the units.
//!
//! `query.rs` and `matching.rs` find the patterns, `read.rs` puts together what they capture, `resolve.rs` finds out what
//! each word means.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::OnceLock;

use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::unit::UnitId;

mod capture;
mod describe;
mod matching;
mod query;
mod read;
mod resolve;
#[cfg(test)]
mod tests;
mod titles;

pub(crate) use capture::{Call, Kind, Parts};
pub use describe::{count, describe, matches};
pub(crate) use query::Query;
pub use titles::Titles;

/// The number of a definition, in the order of the document.
pub(crate) type DefinitionId = usize;
/// The number of a binding.
pub(crate) type BindingId = usize;
/// The number of a word.
pub(crate) type Word = u32;

/// What a document defines and refers to.
#[derive(Debug, Default)]
pub(crate) struct Names {
    definitions: Vec<Definition>,
    bindings: Vec<Binding>,
    /// What each lexeme refers to, by file.
    targets: Vec<Vec<Target>>,
    /// For each word the bindings that can be seen from outside of their scopes, in order.
    abroad: Vec<Vec<BindingId>>,
    /// Those of them that are members of something, in order.
    members: Vec<Vec<BindingId>>,
    /// The calls of each file, in order.
    calls: Vec<Vec<Call>>,
    /// The units of each file that belong to their next sibling, in order.
    attributes: Vec<Vec<UnitId>>,
    /// The units of each file that add to what a name stands for, each with that name, in order.
    extensions: Vec<Vec<(UnitId, UnitId)>>,
    /// The units of each file that have all members of something, each with the name of that, in order.
    promises: Vec<Vec<(UnitId, UnitId)>>,
    /// The units of each file that make names visible without naming them, in order.
    globs: Vec<Vec<UnitId>>,
    /// The names in each file that stand in what a branch takes, in order.
    taken: Vec<Vec<UnitId>>,
    /// The units of each file that are a name with the signs around it, in order.
    signed: Vec<Vec<UnitId>>,
    /// The units of each file that define what can be seen from outside, in order.
    seen: Vec<Vec<UnitId>>,
    /// How many names each unit introduces; made when it is first asked for.
    introduced: OnceLock<HashMap<(FileId, UnitId), usize>>,
    /// The places that may refer to several bindings, by their words; made when it is first asked for.
    places: OnceLock<HashMap<Word, Vec<Place>>>,
    /// The calls that may be of several bindings, by their words; made when it is first asked for.
    unclear_calls: OnceLock<HashMap<Word, Vec<(FileId, Call)>>>,
    /// The definitions that take the same parameters as one before them; made when it is first asked for.
    constructors: OnceLock<HashSet<DefinitionId>>,
    /// The definitions of each word; made when it is first asked for.
    of_words: OnceLock<HashMap<Word, Vec<DefinitionId>>>,
}

/// A name and what introduces it.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    /// The file.
    pub(crate) file: FileId,
    /// The unit that is the name.
    pub(crate) name: UnitId,
    /// The unit that introduces it, such as a whole function.
    pub(crate) whole: UnitId,
    /// What the name stands for.
    pub(crate) kind: Kind,
    /// The binding that it belongs to.
    pub(crate) binding: BindingId,
    /// What else belongs to it.
    pub(crate) parts: Parts,
}

/// Definitions of one word in one scope, and the references to them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Binding {
    /// Its word.
    pub(crate) word: Word,
    /// Its definitions, in order; never empty.
    pub(crate) definitions: Vec<DefinitionId>,
    /// The places that refer to it and to nothing else, in order.
    pub(crate) references: Vec<Place>,
    /// How many places may refer to it among others.
    pub(crate) perhaps: usize,
    /// Its uses with a list, in order; also those that may be of a few others.
    pub(crate) calls: Vec<(FileId, Call)>,
}

/// A lexeme of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// The file.
    pub(crate) file: FileId,
    /// The index of the lexeme.
    pub(crate) at: usize,
}

/// What a lexeme refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Target {
    /// Nothing that is known.
    #[default]
    Nothing,
    /// One binding.
    Binding(BindingId),
    /// Whatever of that word can be seen from elsewhere.
    Abroad(Word),
    /// Whatever of that word is a member of something.
    Member(Word),
    /// It is a definition's name.
    Definition(DefinitionId),
}

impl Names {
    /// Reads a document. Files without a `names.scm` have no names, and neither has what is too large to be read at once.
    pub(crate) fn of(document: &Document) -> Names {
        if !document.is_read_whole() {
            return Names::default();
        }
        let captured: Vec<_> = document.files().iter().map(|it| read::read(it)).collect();
        resolve::resolve(document, captured)
    }

    /// All definitions, in order.
    pub(crate) fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// All bindings.
    pub(crate) fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The bindings whose first definition is in a file, in order.
    pub(crate) fn bindings_of(&self, file: FileId) -> Range<BindingId> {
        // They are numbered as their first definitions come.
        let first = |it: &Binding| self.definitions[it.definitions[0]].file;
        self.bindings.partition_point(|it| first(it) < file)
            ..self.bindings.partition_point(|it| first(it) <= file)
    }

    /// The definitions whose names begin in a span of a file, in order.
    pub(crate) fn definitions_in(
        &self,
        document: &Document,
        file: FileId,
        span: Span,
    ) -> Range<DefinitionId> {
        let from = |offset: u32| {
            let start = |it: &Definition| document.file(file).unit(it.name).start;
            self.definitions.partition_point(|it| it.file < file || it.file == file && start(it) < offset)
        };
        from(span.start)..from(span.end)
    }

    /// The calls of a file, in order.
    pub(crate) fn calls(&self, file: FileId) -> &[Call] {
        self.calls.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The units of a file that belong to their next sibling, in order.
    pub(crate) fn attributes(&self, file: FileId) -> &[UnitId] {
        self.attributes.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The units of a file that add to what a name stands for, such as to a type, each with that name, in order.
    pub(crate) fn extensions(&self, file: FileId) -> &[(UnitId, UnitId)] {
        self.extensions.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The units of a file that have all members of something, such as a trait, each with the name of that, in order.
    pub(crate) fn promises(&self, file: FileId) -> &[(UnitId, UnitId)] {
        self.promises.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The units of a file that make names visible without naming them, in order.
    pub(crate) fn globs(&self, file: FileId) -> &[UnitId] {
        self.globs.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The names in a file that stand in what a branch takes, as in `A::B(c) => …`: nothing needs what nobody makes, in order.
    pub(crate) fn taken(&self, file: FileId) -> &[UnitId] {
        self.taken.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The units of a file that are a name with the signs around it, in order.
    pub(crate) fn signed(&self, file: FileId) -> &[UnitId] {
        self.signed.get(usize::from(file.0)).map_or(&[], |it| it)
    }

    /// The other bindings of a definition's word that can be seen from elsewhere, such as what an import stands for.
    pub(crate) fn namesakes(&self, definition: &Definition) -> impl Iterator<Item = BindingId> + '_ {
        let own = definition.binding;
        let all = &self.abroad[self.bindings[own].word as usize];
        all.iter().copied().filter(move |&it| it != own)
    }

    /// Of the other bindings of a definition's word so many on each side of it, which can be seen from elsewhere.
    pub(crate) fn namesakes_near(
        &self,
        definition: &Definition,
        most: usize,
    ) -> impl Iterator<Item = BindingId> + '_ {
        let own = definition.binding;
        let all = &self.abroad[self.bindings[own].word as usize];
        let here = all.partition_point(|&it| it < own);
        let near = here.saturating_sub(most)..all.len().min(here + 1 + most);
        all[near].iter().copied().filter(move |&it| it != own)
    }

    /// The bindings of a word that can be seen from outside of their scopes, in order.
    pub(crate) fn abroad(&self, word: Word) -> &[BindingId] {
        &self.abroad[word as usize]
    }

    /// Those of them that are members of something, in order.
    pub(crate) fn members(&self, word: Word) -> &[BindingId] {
        &self.members[word as usize]
    }

    /// The bindings that can be seen from outside of their scopes.
    pub(crate) fn all_abroad(&self) -> impl Iterator<Item = BindingId> + '_ {
        self.abroad.iter().flatten().copied()
    }

    /// True for those of them that are members of something.
    pub(crate) fn is_member(&self, binding: BindingId) -> bool {
        self.members[self.bindings[binding].word as usize].binary_search(&binding).is_ok()
    }

    /// True when something that can be seen from outside is defined among the descendants of a unit, from `unit` to `end`.
    pub(crate) fn defines_within(&self, file: FileId, unit: UnitId, end: UnitId) -> bool {
        let Some(wholes) = self.seen.get(usize::from(file.0)) else { return false };
        wholes.get(wholes.partition_point(|&it| it <= unit)).is_some_and(|&it| it < end)
    }

    /// What a lexeme refers to.
    pub(crate) fn target(&self, place: Place) -> Target {
        let file = self.targets.get(usize::from(place.file.0));
        file.and_then(|it| it.get(place.at)).copied().unwrap_or_default()
    }

    /// The bindings that a lexeme may refer to.
    pub(crate) fn bindings_at(&self, place: Place) -> impl Iterator<Item = BindingId> + '_ {
        let (one, more): (Option<BindingId>, &[BindingId]) = match self.target(place) {
            Target::Binding(binding) => (Some(binding), &[]),
            Target::Abroad(word) => (None, &self.abroad[word as usize]),
            Target::Member(word) => (None, &self.members[word as usize]),
            Target::Nothing | Target::Definition(_) => (None, &[]),
        };
        one.into_iter().chain(more.iter().copied())
    }

    /// True when what introduces a definition introduces others, too.
    pub(crate) fn shares(&self, definition: &Definition) -> bool {
        self.introduced_by(definition.file, definition.whole) > 1
    }

    /// How many names a unit introduces.
    pub(crate) fn introduced_by(&self, file: FileId, unit: UnitId) -> usize {
        let introduced = self.introduced.get_or_init(|| {
            let mut counts = HashMap::new();
            for definition in &self.definitions {
                *counts.entry((definition.file, definition.whole)).or_default() += 1;
            }
            counts
        });
        introduced.get(&(file, unit)).copied().unwrap_or_default()
    }

    /// The places that may refer to any of several bindings of a word, in order.
    pub(crate) fn places_abroad(&self, word: Word) -> &[Place] {
        let places = self.places.get_or_init(|| {
            let mut found: HashMap<Word, Vec<Place>> = HashMap::new();
            for (file, targets) in (0..).map(FileId).zip(&self.targets) {
                for (at, target) in targets.iter().enumerate() {
                    if let Target::Abroad(word) | Target::Member(word) = *target {
                        found.entry(word).or_default().push(Place { file, at });
                    }
                }
            }
            found
        });
        places.get(&word).map_or(&[], |it| it)
    }

    /// The calls that may be of any of several bindings of a word, in order; also where those are so many that nobody was told.
    pub(crate) fn calls_abroad(&self, document: &Document, word: Word) -> &[(FileId, Call)] {
        let calls = self.unclear_calls.get_or_init(|| {
            let mut found: HashMap<Word, Vec<(FileId, Call)>> = HashMap::new();
            for (id, calls) in (0..).map(FileId).zip(&self.calls) {
                let file = document.file(id);
                for call in calls {
                    let target = self.target(Place { file: id, at: file.lexeme_of(call.callee) });
                    if let Target::Abroad(word) | Target::Member(word) = target {
                        found.entry(word).or_default().push((id, *call));
                    }
                }
            }
            found
        });
        calls.get(&word).map_or(&[], |it| it)
    }

    /// True for what has the parameters of another definition, such as what makes a thing of a class: who calls it names that.
    pub(crate) fn is_constructor(&self, definition: DefinitionId) -> bool {
        let constructors = self.constructors.get_or_init(|| {
            let mut seen = HashSet::new();
            let with = self.definitions.iter().enumerate();
            let with = with.filter_map(|(id, it)| Some((id, it.file, it.parts.parameters?)));
            with.filter(|&(_, file, unit)| !seen.insert((file, unit))).map(|it| it.0).collect()
        });
        constructors.contains(&definition)
    }

    /// The definitions of a word, in order.
    pub(crate) fn of_word(&self, word: Word) -> &[DefinitionId] {
        let all = self.of_words.get_or_init(|| {
            let mut found: HashMap<Word, Vec<DefinitionId>> = HashMap::new();
            for (id, definition) in self.definitions.iter().enumerate() {
                found.entry(self.bindings[definition.binding].word).or_default().push(id);
            }
            found
        });
        all.get(&word).map_or(&[], |it| it)
    }

    /// True when nothing is defined.
    pub(crate) fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

/// The text of a definition's name.
pub(crate) fn text_of<'f>(file: &'f File, definition: &Definition) -> &'f [u8] {
    file.text_of(definition.name)
}
