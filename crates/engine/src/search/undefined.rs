//! Edits that leave a name without its definition: once enough of them were refused, they wait for the certificate.
//!
//! Most compilers want every name to be defined. What a name is defined by goes with its uses, by passes that know them, or after
//! them; alone it would be refused again after each change of what is around it.

use super::candidate::Candidate;
use super::round::Round;
use super::success_model::Harm;
use super::task::{Task, What};
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::names::{Definition, DefinitionId, Names, Place};
use crate::pass::Stage;
use crate::thresholds::UNDEFINED_BYTES;

impl Round<'_> {
    /// Says of a task whether it leaves a name undefined, and puts it off where such tasks wait. That is seen anew each time: the uses
    /// may have gone.
    pub(super) fn unless_it_undefines(&self, mut task: Task, candidate: &Candidate) -> Option<Task> {
        // What an excursion tries does not depend on what else was refused. When all else is done, names change a few places at
        // a time.
        if self.focus.is_some()
            || self.stage >= Stage::Finish
            || task.topic.harm == Harm::Tree
            || self.doc.bytes() > UNDEFINED_BYTES.get()
        {
            return Some(task);
        }
        let before = task.topic;
        task.topic.harm = if leaves_undefined(self.doc, candidate) { Harm::Name } else { Harm::None };
        if !matches!(task.what, What::Bundle(_)) {
            return self.unless_put_off(task);
        }
        // Which of them it is, only its parts tell.
        let topic = std::mem::replace(&mut task.topic, before);
        self.protocol.with_queue(|queue| {
            if !self.is_out_of_reach(topic, &queue.model) {
                return Some(task);
            }
            self.refine(queue, &task, true);
            None
        })
    }
}

/// True when what a candidate adds takes away the last definition of a word that still stands for something of that word.
fn leaves_undefined(document: &Document, candidate: &Candidate) -> bool {
    let names = document.names();
    let left = Left { document, names, edits: &candidate.edits };
    !names.is_empty()
        && candidate.own.edits().iter().any(|edit| {
            let within = names.definitions_in(document, edit.file, edit.span);
            within.into_iter().any(|it| left.is_undefined(it))
        })
}

/// What edits leave of a document.
struct Left<'d> {
    document: &'d Document,
    names: &'d Names,
    edits: &'d EditSet,
}

impl Left<'_> {
    /// True when a definition goes and a use of it stays, with nothing else of its word that it could mean.
    fn is_undefined(&self, definition: DefinitionId) -> bool {
        let definition = &self.names.definitions()[definition];
        let binding = &self.names.bindings()[definition.binding];
        let all = || self.names.of_word(binding.word).iter().map(|&it| &self.names.definitions()[it]);
        let uses = || binding.references.iter().chain(self.names.places_abroad(binding.word));
        // Of what stands alone elsewhere, `a.f` may be another.
        let alone = uses().any(|it| !self.is_behind_dot(*it));
        self.has_gone(definition)
            && all().all(|it| self.has_gone(it))
            && uses().any(|it| self.has(*it) && !(alone && self.is_behind_dot(*it)))
            && !self.is_put(self.document.file(definition.file).text_of(definition.name))
    }

    fn is_behind_dot(&self, place: Place) -> bool {
        self.document.file(place.file).is_behind_dot(place.at)
    }

    fn has_gone(&self, definition: &Definition) -> bool {
        let name = self.document.file(definition.file).unit(definition.name).span();
        self.replaces(definition.file, name)
    }

    fn has(&self, place: Place) -> bool {
        !self.replaces(place.file, self.document.file(place.file).lexemes()[place.at].span)
    }

    fn replaces(&self, file: FileId, span: Span) -> bool {
        let own = self.edits.of_file(file);
        let after = own.partition_point(|it| it.span.start <= span.start);
        own[..after].iter().rev().find(|it| !it.span.is_empty()).is_some_and(|it| it.span.contains(span))
    }

    /// True when a word is in what the edits put: it may be defined there.
    fn is_put(&self, word: &[u8]) -> bool {
        self.edits.edits().iter().any(|it| it.with.windows(word.len().max(1)).any(|it| it == word))
    }
}
