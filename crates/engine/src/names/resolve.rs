//! Resolves the words of a document: each refers to the definitions of the innermost scope around it that has any.

use std::collections::{HashMap, HashSet};

use self::walk::Walk;
use super::capture::{Call, Kind, Parts, Reach, Space};
use super::read::{Captured, Named, Scope};
use super::{Binding, BindingId, Definition, Names, Place, Target, Word};
use crate::document::{Document, File};
use crate::edit::FileId;
use crate::lexeme::content;
use crate::thresholds::CALLED_AMONG;
use crate::tokens::is_word;
use crate::unit::UnitId;

mod walk;

/// Makes the table of what was captured in each file.
pub(super) fn resolve(document: &Document, captured: Vec<Captured>) -> Names {
    let mut maker = Maker::default();
    let files = || document.file_ids().zip(document.files()).zip(&captured);
    let mut opened: Vec<Opened> = files().map(|((id, file), it)| maker.define(id, file, it)).collect();
    for it in &mut opened {
        maker.bring_variables_near(it);
    }
    maker.sort();
    for (((id, file), captured), opened) in files().zip(&opened) {
        let targets = Walk::new(&maker, id, captured, opened).targets(file);
        maker.refer(id, targets);
    }
    maker.count();
    for ((id, file), captured) in files() {
        maker.call(id, file, &captured.calls);
    }
    for captured in captured {
        maker.names.calls.push(captured.calls);
        maker.names.attributes.push(captured.attributes);
        maker.names.extensions.push(captured.extensions);
        maker.names.promises.push(captured.promises);
        maker.names.globs.push(captured.globs);
        maker.names.taken.push(captured.taken);
        maker.names.signed.push(captured.signed);
    }
    maker.names
}

/// The scope that a file as a whole is, and that all files share.
const ROOT: usize = 0;

/// What the definitions of a file come to.
struct Opened {
    /// The bindings that each scope opens; those of the root are elsewhere.
    bindings: Vec<Vec<BindingId>>,
    /// Where the name of each definition starts, in order.
    names: Vec<(u32, usize)>,
    /// The word of the type or module that each scope defines something for.
    owners: Vec<Option<Word>>,
}

impl Opened {
    fn new(scopes: usize) -> Opened {
        Opened { bindings: vec![Vec::new(); scopes], names: Vec::new(), owners: vec![None; scopes] }
    }
}

#[derive(Default)]
struct Maker<'d> {
    names: Names,
    /// Labels, tags and methods are words of their own.
    words: HashMap<(Space, &'d [u8]), Word>,
    /// Bindings of the root, by word and whether they are members.
    root: HashMap<(Word, bool), BindingId>,
    /// What types and modules have, by their words: what is defined elsewhere than it is declared is found here.
    owned: HashMap<(Word, Word), BindingId>,
    /// The words of types and modules.
    homes: HashSet<Word>,
}

impl<'d> Maker<'d> {
    fn word(&mut self, space: Space, text: &'d [u8]) -> Word {
        let next = Word::try_from(self.words.len()).expect("fewer words than bytes");
        let word = *self.words.entry((space, text)).or_insert(next);
        if word == next {
            self.names.abroad.push(Vec::new());
            self.names.members.push(Vec::new());
        }
        word
    }

    /// Enters the definitions of a file.
    fn define(&mut self, id: FileId, file: &'d File, captured: &Captured) -> Opened {
        let mut opened = Opened::new(captured.scopes.len() + 1);
        let mut seen = Vec::new();
        // By word and whether they are members: `self.x` is another thing than a variable of its word.
        let mut here: HashMap<(usize, Word, bool), BindingId> = HashMap::new();
        // The types and modules by their lists of members.
        let mut owners: HashMap<UnitId, BindingId> = HashMap::new();
        for named in &captured.names {
            let scope = scope_of(named, &captured.scopes);
            // A parameter of something that has no body is nobody's.
            if matches!(named.kind, Kind::Parameter | Kind::Generic) && scope == ROOT {
                continue;
            }
            let Some(text) = word_at(file, named.name) else { continue };
            let word = self.word(named.space, text);
            let around = scope.checked_sub(1).map(|it| captured.scopes[it]);
            let owner = around.and_then(|it| owners.get(&it.unit)).copied();
            let member = named.kind == Kind::Member;
            let elsewhere = if member { self.extended(file, captured, named.whole) } else { None };
            let known = match elsewhere {
                Some(owner) => self.owned.get(&(owner, word)),
                None if scope == ROOT => self.root.get(&(word, member)),
                None => here.get(&(scope, word, member)),
            };
            let constructed = owner.filter(|&it| !member && self.is_type(it, word));
            let binding = constructed.or(known.copied()).unwrap_or_else(|| {
                let binding = self.names.bindings.len();
                self.names.bindings.push(Binding { word, ..Binding::default() });
                match scope {
                    _ if elsewhere.is_some() => {}
                    ROOT => drop(self.root.insert((word, member), binding)),
                    _ => {
                        here.insert((scope, word, member), binding);
                        opened.bindings[scope].push(binding);
                    }
                }
                binding
            });
            let reach = around.map_or(Reach::Open, |it| it.reach);
            if reach != Reach::Within {
                seen.push(named.whole);
            }
            if constructed.is_none() && !named.private {
                self.show(binding, reach, named.kind);
            }
            let owner = self.owner(file, captured, elsewhere, owner, around);
            opened.owners[scope] = owner.filter(|_| elsewhere.is_none()).or(opened.owners[scope]);
            if let Some(owner) = owner {
                self.owned.entry((owner, word)).or_insert(binding);
            }
            if matches!(named.kind, Kind::Type | Kind::Module) {
                self.homes.insert(word);
                let Parts { fields, body, .. } = named.parts;
                owners.extend([fields, body].into_iter().flatten().map(|it| (it, binding)));
            }
            let definition = self.names.definitions.len();
            self.names.bindings[binding].definitions.push(definition);
            opened.names.push((file.unit(named.name).start, definition));
            let Named { name, whole, kind, parts, .. } = *named;
            self.names.definitions.push(Definition { file: id, name, whole, kind, binding, parts });
        }
        seen.sort_unstable();
        self.names.seen.push(seen);
        opened
    }

    /// The last one of a scope is the nearest: a variable comes before a member.
    fn bring_variables_near(&self, opened: &mut Opened) {
        let Names { bindings, definitions, .. } = &self.names;
        let is_member = |it: &BindingId| definitions[bindings[*it].definitions[0]].kind == Kind::Member;
        opened.bindings.iter_mut().for_each(|it| it.sort_by_key(|it| !is_member(it)));
    }

    /// The word of the type or module that what a scope defines belongs to.
    fn owner(
        &mut self,
        file: &'d File,
        captured: &Captured,
        elsewhere: Option<Word>,
        within: Option<BindingId>,
        around: Option<Scope>,
    ) -> Option<Word> {
        let of = elsewhere.or(within.map(|it| self.names.bindings[it].word));
        of.or_else(|| self.extended(file, captured, file.unit(around?.unit).parent))
    }

    /// The word of what a definition belongs to although it stands elsewhere.
    fn extended(&mut self, file: &'d File, captured: &Captured, whole: UnitId) -> Option<Word> {
        let after = captured.extensions.partition_point(|it| it.0 <= whole);
        let &(_, name) = captured.extensions[..after].last().filter(|it| it.0 == whole)?;
        Some(self.word(Space::Plain, word_at(file, name)?))
    }

    /// True for a type of that name: what is named like it within it is its constructor, unless the grammar makes a member of it.
    fn is_type(&self, binding: BindingId, word: Word) -> bool {
        let Binding { word: own, ref definitions, .. } = self.names.bindings[binding];
        let first = definitions.first().map(|&it| self.names.definitions[it].kind);
        own == word && first == Some(Kind::Type)
    }

    /// Shows a binding to those who look from elsewhere.
    fn show(&mut self, binding: BindingId, reach: Reach, kind: Kind) {
        let word = self.names.bindings[binding].word as usize;
        if reach != Reach::Within {
            self.names.abroad[word].push(binding);
            if reach == Reach::Members || kind == Kind::Member {
                self.names.members[word].push(binding);
            }
        }
    }

    /// Brings what was shown in order: a binding was shown with each of its definitions.
    fn sort(&mut self) {
        for list in self.names.abroad.iter_mut().chain(&mut self.names.members) {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Enters what the lexemes of a file refer to.
    fn refer(&mut self, id: FileId, targets: Vec<Target>) {
        for (at, target) in targets.iter().enumerate() {
            if let Target::Binding(binding) = *target {
                self.names.bindings[binding].references.push(Place { file: id, at });
            }
        }
        self.names.targets.push(targets);
    }

    /// Counts who else may refer to each binding.
    fn count(&mut self) {
        let Names { targets, abroad, members, bindings, .. } = &mut self.names;
        let mut counts = vec![(0, 0); abroad.len()];
        for target in targets.iter().flatten() {
            match *target {
                Target::Abroad(word) => counts[word as usize].0 += 1,
                Target::Member(word) => counts[word as usize].1 += 1,
                _ => {}
            }
        }
        for ((abroad, members), (all, of_members)) in abroad.iter().zip(members).zip(counts) {
            for &it in abroad {
                bindings[it].perhaps += all;
            }
            for &it in &*members {
                bindings[it].perhaps += of_members;
            }
        }
    }

    /// Tells each binding its calls, where they are not of too many.
    fn call(&mut self, id: FileId, file: &File, calls: &[Call]) {
        for call in calls {
            for it in self.meant(id, file, call.callee) {
                self.names.bindings[it].calls.push((id, *call));
            }
        }
    }

    /// The bindings that a unit which is a word may stand for; none where they are too many.
    fn meant(&self, id: FileId, file: &File, unit: UnitId) -> Vec<BindingId> {
        let start = file.unit(unit).start;
        let Ok(at) = file.lexemes().binary_search_by_key(&start, |it| it.span.start) else {
            return Vec::new();
        };
        let place = Place { file: id, at };
        match self.names.target(place) {
            // As in `struct S { … } s = { … }`.
            Target::Definition(it) => vec![self.names.definitions[it].binding],
            _ if self.names.bindings_at(place).nth(CALLED_AMONG.get()).is_some() => Vec::new(),
            _ => self.names.bindings_at(place).collect(),
        }
    }
}

/// The scope that a name is entered in, counted from 1: a member, wherever it is introduced, in what has members.
fn scope_of(named: &Named, scopes: &[Scope]) -> usize {
    let mut scope = named.scope;
    while named.kind == Kind::Member
        && let Some(at) = scope.checked_sub(1)
        && scopes[at].reach == Reach::Within
    {
        scope = scopes[at].outer;
    }
    scope
}

/// The word that a name is; of a path in quotes its last part.
fn word_at(file: &File, name: UnitId) -> Option<&[u8]> {
    let text = file.text_of(name);
    let word = match content(text) {
        Some(path) => text[path].rsplit(|&it| !is_word(it)).next()?,
        // A label in Kotlin has its sign in it.
        None if file.is_leaf(name) => text.strip_suffix(b"@").unwrap_or(text),
        None => return None,
    };
    (!word.is_empty()).then_some(word)
}
