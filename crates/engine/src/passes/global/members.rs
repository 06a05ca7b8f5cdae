//! What is a member of what: what can be seen from elsewhere, by what it stands in.

use std::collections::HashMap;

use super::needs::stands_for;
use crate::document::{Document, UnitId};
use crate::edit::{FileId, Span};
use crate::names::{Binding, BindingId, Definition, DefinitionId, Place, Word};
use crate::thresholds::CHAINED;

/// What can be seen from elsewhere, by what it is a member of.
pub(super) struct Members {
    /// A definition, the word of a member of it, and that member; in order.
    all: Vec<(DefinitionId, Word, BindingId)>,
}

impl Members {
    pub(super) fn of(document: &Document) -> Members {
        let names = document.names();
        let homes = Homes::of(document);
        let mut all = Vec::new();
        for member in names.all_abroad() {
            let Binding { word, ref definitions, .. } = names.bindings()[member];
            for &it in definitions {
                let of = homes.around(document, &names.definitions()[it]).iter().take(CHAINED.get());
                all.extend(of.map(|&home| (home, word, member)));
            }
        }
        all.sort_unstable();
        all.dedup();
        Members { all }
    }

    /// The members of that word of any of some definitions, but for all but the first of too many.
    pub(super) fn of_any(&self, homes: &[DefinitionId], word: Word) -> Vec<BindingId> {
        let of = |home| {
            let first = self.all.partition_point(|it| (it.0, it.1) < (home, word));
            self.all[first..].iter().take_while(move |it| (it.0, it.1) == (home, word)).take(CHAINED.get())
        };
        let mut found: Vec<BindingId> = homes.iter().flat_map(|&home| of(home)).map(|it| it.2).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What each definition is a member of.
struct Homes {
    /// The definitions of what introduces them, and of what adds to them.
    wholes: HashMap<(FileId, UnitId), Vec<DefinitionId>>,
    /// What stands in a file belongs to what brings the file in, if that is a definition such as a module.
    files: HashMap<FileId, Vec<DefinitionId>>,
}

impl Homes {
    fn of(document: &Document) -> Homes {
        let names = document.names();
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
        let mut files: HashMap<FileId, Vec<DefinitionId>> = HashMap::new();
        for mention in document.mentions().all().iter().filter(|it| it.needs) {
            let Some(module) = named_at(document, mention.file, mention.span) else { continue };
            mention.means.iter().for_each(|&it| files.entry(it).or_default().push(module));
        }
        Homes { wholes, files }
    }

    /// What is nearest around a definition.
    fn around(&self, document: &Document, definition: &Definition) -> &[DefinitionId] {
        let file = document.file(definition.file);
        let mut unit = definition.whole;
        loop {
            let parent = file.unit(unit).parent;
            if parent == unit {
                return self.files.get(&definition.file).map_or(&[], |it| it);
            }
            unit = parent;
            if let Some(found) = self.wholes.get(&(definition.file, unit)) {
                return found;
            }
        }
    }
}

/// The definition whose name stands there.
fn named_at(document: &Document, file: FileId, span: Span) -> Option<DefinitionId> {
    let names = document.names();
    let is_named = |it: &DefinitionId| document.file(file).unit(names.definitions()[*it].name).span() == span;
    names.definitions_in(document, file, span).next().filter(is_named)
}
