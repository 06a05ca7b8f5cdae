//! Resolves the words of a document: each refers to the definitions of the innermost scope around it that has any.

use std::collections::HashMap;

use super::capture::{Call, Captured, Kind, Named, Scope};
use super::{Binding, BindingId, Definition, Names, Place, Target, Word};
use crate::document::{Document, File};
use crate::edit::FileId;
use crate::lexeme::{Class, content};
use crate::thresholds::CALLED_AMONG;
use crate::tokens::is_word;
use crate::unit::UnitId;

/// Makes the table of what was captured in each file.
pub(super) fn resolve(document: &Document, captured: Vec<Captured>) -> Names {
    let mut maker = Maker::default();
    let files: Vec<Scopes> =
        document.file_ids().zip(&captured).map(|(id, it)| maker.define(id, document.file(id), it)).collect();
    for (id, scopes) in document.file_ids().zip(&files) {
        let targets = maker.refer(id, document.file(id), scopes, &captured[usize::from(id.0)]);
        maker.names.targets.push(targets);
    }
    maker.count();
    for (id, captured) in document.file_ids().zip(&captured) {
        maker.call(id, document.file(id), &captured.calls);
    }
    maker.names.calls = captured.into_iter().map(|it| it.calls).collect();
    maker.names
}

/// The scope that a file as a whole is, and that all files share.
const ROOT: usize = 0;

/// The scopes of one file.
struct Scopes {
    scopes: Vec<Scope>,
    /// The bindings that each opens; those of the root are elsewhere.
    bindings: Vec<Vec<BindingId>>,
    /// The definition at each name, by where it starts.
    names: HashMap<u32, usize>,
}

#[derive(Default)]
struct Maker<'d> {
    names: Names,
    words: HashMap<&'d [u8], Word>,
    /// Bindings of the root, by word.
    root: HashMap<Word, BindingId>,
}

impl<'d> Maker<'d> {
    fn word(&mut self, text: &'d [u8]) -> Word {
        let next = Word::try_from(self.names.abroad.len()).expect("fewer words than bytes");
        let word = *self.words.entry(text).or_insert(next);
        if word == next {
            self.names.abroad.push(Vec::new());
        }
        word
    }

    /// Enters the definitions of a file.
    fn define(&mut self, id: FileId, file: &'d File, captured: &Captured) -> Scopes {
        let around = innermost(file, &captured.scopes, &captured.names);
        let open = seen_from_outside(file, &captured.scopes);
        let mut scopes = Scopes {
            scopes: captured.scopes.clone(),
            bindings: vec![Vec::new(); captured.scopes.len() + 1],
            names: HashMap::with_capacity(captured.names.len()),
        };
        let mut here: HashMap<(usize, Word), BindingId> = HashMap::new();
        for (named, scope) in captured.names.iter().zip(around) {
            let Some(text) = word_at(file, named.name) else { continue };
            // A parameter of something that has no body is nobody's.
            if matches!(named.kind, Kind::Parameter | Kind::Generic) && scope == ROOT {
                continue;
            }
            let word = self.word(text);
            let known = if scope == ROOT { self.root.get(&word) } else { here.get(&(scope, word)) }.copied();
            let binding = known.unwrap_or_else(|| {
                let binding = self.names.bindings.len();
                self.names.bindings.push(Binding { word, ..Binding::default() });
                if scope == ROOT {
                    self.root.insert(word, binding);
                } else {
                    here.insert((scope, word), binding);
                    scopes.bindings[scope].push(binding);
                }
                if open[scope] {
                    self.names.abroad[word as usize].push(binding);
                }
                binding
            });
            let definition = self.names.definitions.len();
            self.names.bindings[binding].definitions.push(definition);
            scopes.names.insert(file.unit(named.name).start, definition);
            let Named { name, whole, kind, parts } = *named;
            self.names.definitions.push(Definition { file: id, name, whole, kind, binding, parts });
        }
        scopes
    }

    /// Finds what each lexeme of a file refers to.
    fn refer(&mut self, id: FileId, file: &'d File, scopes: &Scopes, captured: &Captured) -> Vec<Target> {
        // What is visible of each word: the last is nearest.
        let mut visible: Vec<Vec<BindingId>> = vec![Vec::new(); self.names.abroad.len()];
        let mut open: Vec<usize> = Vec::new();
        let mut next = 0;
        let mut targets = Vec::with_capacity(file.lexemes().len());
        for (at, lexeme) in file.lexemes().iter().enumerate() {
            let start = lexeme.span.start;
            while let Some(&scope) = open.last()
                && file.unit(scopes.scopes[scope - 1].unit).end <= start
            {
                open.pop();
                self.each(scopes, scope, |word| drop(visible[word as usize].pop()));
            }
            while let Some(scope) = scopes.scopes.get(next)
                && file.unit(scope.unit).start <= start
            {
                next += 1;
                if file.unit(scope.unit).end > start {
                    open.push(next);
                    for &binding in &scopes.bindings[next] {
                        visible[self.names.bindings[binding].word as usize].push(binding);
                    }
                }
            }
            let target = self.target(file, at, scopes, captured, &visible);
            if let Target::Binding(binding) = target {
                self.names.bindings[binding].references.push(Place { file: id, at });
            }
            targets.push(target);
        }
        targets
    }

    fn each(&self, scopes: &Scopes, scope: usize, mut with: impl FnMut(Word)) {
        scopes.bindings[scope].iter().for_each(|&it| with(self.names.bindings[it].word));
    }

    fn target(
        &self,
        file: &File,
        at: usize,
        scopes: &Scopes,
        captured: &Captured,
        visible: &[Vec<BindingId>],
    ) -> Target {
        let lexeme = file.lexemes()[at];
        if let Some(&definition) = scopes.names.get(&lexeme.span.start) {
            return Target::Definition(definition);
        }
        if lexeme.class != Class::Word {
            return Target::Nothing;
        }
        let Some(&word) = self.words.get(lexeme.of(&file.text)) else { return Target::Nothing };
        let nearest = visible[word as usize].last().or_else(|| self.root.get(&word));
        match nearest.filter(|_| !captured.members.contains(&lexeme.span.start)) {
            Some(&binding) => Target::Binding(binding),
            None => self.abroad(word),
        }
    }

    /// What a member may be: no variable of the root where there are members of that name.
    fn abroad(&self, word: Word) -> Target {
        let kind = |it: BindingId| self.names.definitions[self.names.bindings[it].definitions[0]].kind;
        match self.names.abroad[word as usize][..] {
            [] => Target::Nothing,
            [only] => Target::Binding(only),
            [one, other] if kind(one) == Kind::Value && kind(other) == Kind::Member => Target::Binding(other),
            [one, other] if kind(other) == Kind::Value && kind(one) == Kind::Member => Target::Binding(one),
            _ => Target::Abroad(word),
        }
    }

    /// Tells each binding its calls.
    fn call(&mut self, id: FileId, file: &File, calls: &[Call]) {
        for call in calls {
            let start = file.unit(call.callee).start;
            let Ok(at) = file.lexemes().binary_search_by_key(&start, |it| it.span.start) else { continue };
            let place = Place { file: id, at };
            let bindings: Vec<BindingId> = match self.names.target(place) {
                // As in `struct S { … } s = { … }`.
                Target::Definition(it) => vec![self.names.definitions[it].binding],
                _ => self.names.bindings_at(place).collect(),
            };
            if bindings.len() <= CALLED_AMONG.get() {
                bindings.into_iter().for_each(|it| self.names.bindings[it].calls.push((id, *call)));
            }
        }
    }

    /// Counts who else may refer to each binding.
    fn count(&mut self) {
        let Names { targets, abroad, bindings, .. } = &mut self.names;
        for target in targets.iter().flatten() {
            if let Target::Abroad(word) = *target {
                abroad[word as usize].iter().for_each(|&it| bindings[it].perhaps += 1);
            }
        }
    }
}

/// For each name the scope that it is visible in, counted from 1: the innermost around what introduces it.
fn innermost(file: &File, scopes: &[Scope], names: &[Named]) -> Vec<usize> {
    names.iter().map(|it| scope_around(file, scopes, it.whole)).collect()
}

/// The innermost scope around a unit that is not the unit itself, counted from 1.
fn scope_around(file: &File, scopes: &[Scope], unit: UnitId) -> usize {
    let mut at = unit;
    while file.unit(at).parent != at {
        at = file.unit(at).parent;
        if let Ok(found) = scopes.binary_search_by_key(&at, |it| it.unit) {
            return found + 1;
        }
    }
    ROOT
}

/// Whether the names of each scope can be seen from outside: those of the root, and of open scopes in such ones.
fn seen_from_outside(file: &File, scopes: &[Scope]) -> Vec<bool> {
    let mut seen = vec![true];
    for scope in scopes {
        let outer = scope_around(file, scopes, scope.unit);
        let open = scope.open && seen[outer];
        seen.push(open);
    }
    seen
}

/// The word that a name is; of a path in quotes its last part.
fn word_at(file: &File, name: UnitId) -> Option<&[u8]> {
    let text = file.text_of(name);
    let word = match content(text) {
        Some(path) => text[path].rsplit(|&it| !is_word(it)).next()?,
        None => text,
    };
    (!word.is_empty()).then_some(word)
}
