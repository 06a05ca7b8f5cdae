//! Who uses what the elements of a list define: where several ask at once, users go along with what they use.
//!
//! A single worker goes from the back, so users have gone or are known to stay by the time of what they use. With several
//! workers they are still being asked about, and a definition without them would be refused by whoever wants names
//! declared. So it is asked about together with all who use it in the end, but for those that are known to stay. Who has
//! lost the place that mentions it is no user any more. Nor is who stands before it: one worker would not have asked about
//! them by then, and what mentions a name before it is defined often means another one, or need not have it, such as a
//! template.

use super::task::Held;
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::pass::Elements;
use crate::thresholds::USED_ELEMENTS;

/// For each element of a list who uses what it defines.
#[derive(Debug)]
pub(super) struct ElementUsers {
    file: FileId,
    users: Vec<Vec<User>>,
}

/// An element that uses what another one defines.
#[derive(Debug, Clone, Copy)]
struct User {
    element: usize,
    /// Where it mentions it.
    mention: Span,
}

impl ElementUsers {
    /// `None` where nobody is known to use another element, or the list is short.
    pub(super) fn of(list: &Elements, doc: &Document) -> Option<ElementUsers> {
        if list.elements.len() < USED_ELEMENTS.get() {
            return None;
        }
        let file = doc.file(list.file);
        let element = |offset: u32| {
            let at = list.elements.partition_point(|it| it.start <= offset).checked_sub(1)?;
            (offset < list.elements[at].end).then_some(at)
        };
        let names = doc.names();
        let mut users = vec![Vec::new(); list.elements.len()];
        let span = Span::new(list.elements.first()?.start, list.elements.last()?.end);
        for number in names.definitions_in(doc, list.file, span) {
            let binding = &names.bindings()[names.definitions()[number].binding];
            let definitions = binding.definitions.iter().map(|&it| &names.definitions()[it]);
            let mut definers = definitions
                .map(|it| (it.file == list.file).then(|| element(file.unit(it.name).start)).flatten());
            let first = definers.next().flatten().filter(|_| binding.definitions[0] == number);
            let Some(definer) = first else { continue };
            // What is defined elsewhere, too, does not miss one of its definitions.
            if definers.any(|it| it != Some(definer)) {
                continue;
            }
            let here = binding.references.iter().filter(|it| it.file == list.file);
            let mentions = here.map(|it| file.lexemes()[it.at].span);
            let all = mentions.filter_map(|mention| Some(User { element: element(mention.start)?, mention }));
            users[definer].extend(all.filter(|it| it.element > definer));
        }
        users.iter().any(|it| !it.is_empty()).then_some(ElementUsers { file: list.file, users })
    }

    /// Elements `lo..hi` and all who use one of them in the end on top of `best`, but for those that are `held`; in order.
    pub(super) fn with_users(&self, lo: usize, hi: usize, held: &Held, best: &EditSet) -> Vec<usize> {
        let mut seen = held.to_vec();
        seen.resize(self.users.len(), false);
        let mut all: Vec<usize> = (lo..hi).filter(|&it| !std::mem::replace(&mut seen[it], true)).collect();
        let mut open = all.clone();
        while let Some(used) = open.pop() {
            for user in self.users[used].iter().filter(|it| !is_changed(best, self.file, it.mention)) {
                if !std::mem::replace(&mut seen[user.element], true) {
                    all.push(user.element);
                    open.push(user.element);
                }
            }
        }
        all.sort_unstable();
        all
    }
}

/// True when an edit goes over all of `span`.
fn is_changed(edits: &EditSet, file: FileId, span: Span) -> bool {
    let edits = edits.of_file(file);
    let before = &edits[..edits.partition_point(|it| it.span.start <= span.start)];
    before.iter().rfind(|it| !it.span.is_empty()).is_some_and(|it| it.span.contains(span))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::edit::Edit;
    use crate::language::Language;

    const FILE: FileId = FileId(0);

    /// Of C, that functions and variables have names, and that these are mentioned.
    const NAMES: &str = "
[(function_definition) (declaration)] @definition
(compound_statement) @scope
(function_declarator declarator: (identifier) @name.function)
(declaration declarator: (identifier) @name.value)
";

    /// A variable, so many functions of which each returns what the one before it does, and the elements that they are.
    fn chain(functions: usize) -> (Document, Elements) {
        let each = (1..=functions).map(|it| format!("int f{it}() {{ return f{}; }}\n", it - 1));
        elements(&std::iter::once("int f0;\n".to_owned()).chain(each).collect::<String>())
    }

    /// A text and what stands in it, one beside the other.
    fn elements(text: &str) -> (Document, Elements) {
        let c = Language::new("c", tree_sitter_c::LANGUAGE).and_then(|it| it.with_names(NAMES));
        let doc = Document::parse([(Arc::from(text.as_bytes()), Some(Arc::new(c.expect("a language"))))]);
        let file = doc.file(FILE);
        let elements = file.children(0).map(|it| file.unit(it).span()).collect();
        (doc, Elements { file: FILE, elements, separators: vec![], around: vec![], at_least: 0 })
    }

    #[test]
    fn who_uses_an_element_in_the_end_goes_along_but_for_those_that_stay() {
        let (doc, list) = chain(19);
        let users = ElementUsers::of(&list, &doc).expect("there are users");
        let with = |lo, hi, held: &Held| users.with_users(lo, hi, held, &EditSet::new());
        assert_eq!(with(16, 18, &Held::default()), [16, 17, 18, 19]);
        let held = Held::new((0..20).map(|it| it == 18).collect());
        assert_eq!(with(16, 18, &held), [16, 17]);
        assert_eq!(with(18, 19, &held), [] as [usize; 0]);
    }

    #[test]
    fn who_mentions_an_element_no_more_is_no_user_of_it() {
        let (doc, list) = chain(19);
        let users = ElementUsers::of(&list, &doc).expect("there are users");
        let span = list.elements[18];
        let body = Span::new(span.start + 10, span.end);
        for with in [&b""[..], b"{}"] {
            let best: EditSet = [Edit::replace(FILE, body, with)].into_iter().collect();
            assert_eq!(users.with_users(16, 17, &Held::default(), &best), [16, 17]);
        }
    }

    #[test]
    fn who_mentions_an_element_before_it_is_no_user_of_it() {
        let functions: Vec<String> =
            (0..20).map(|it| format!("int f{it}() {{ return f{}; }}\n", it + 1)).collect();
        let (doc, list) = elements(&functions.concat());
        assert!(ElementUsers::of(&list, &doc).is_none());
    }

    #[test]
    fn short_lists_and_those_without_users_have_none() {
        let (doc, mut list) = chain(19);
        list.elements.truncate(15);
        assert!(ElementUsers::of(&list, &doc).is_none());
        let plain = Document::parse([(doc.file(FILE).text.clone(), None)]);
        assert!(ElementUsers::of(&chain(19).1, &plain).is_none());
    }
}
