//! `inline-macros`: puts the body of a `#define` in the place of its uses, and takes it away.
//!
//! Before:
//! ```text
//! #define N 10
//! #define F(x) g(x)
//! int a[N];
//! F(2);
//! ```
//! After:
//! ```text
//! #define F(x) g(x)
//! int a[10];
//! F(2);
//! ```
//! By text, without regard to what a preprocessor would expand first: arguments take the place of parameters, `#` and `##`
//! are left to the other passes. Only where that makes fewer tokens, so a macro that is used often stays. At most 500
//! macros of a file, from the back.

use crate::passes::text::spans::{self, most_put};
use std::collections::HashMap;

use super::directives::{Directive, directives};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::brackets::partners;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::occurrences::{Name, names};
use crate::thresholds::{INLINED_MACRO_USES, INLINED_MACROS};
use crate::tokens::{count, is_word};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-macros",
    summary: "replace the uses of a #define by its body",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for inlined in inlined(document, id).into_iter().filter(|it| it.after < it.before) {
        sites.alternatives(vec![inlined.edits]);
    }
}

/// A macro in the place of its uses, with the tokens there before and after.
pub(crate) struct Inlined {
    pub(crate) edits: EditSet,
    pub(crate) before: usize,
    pub(crate) after: usize,
}

/// The macros of a file in the place of their uses, the last first.
pub(crate) fn inlined(document: &Document, id: FileId) -> Vec<Inlined> {
    let file = document.file(id);
    let macros: Vec<Macro> =
        directives(&file.text).iter().filter_map(|it| Macro::read(&file.text, *it)).collect();
    if macros.is_empty() {
        return Vec::new();
    }
    let names = names(document);
    let by_text: HashMap<&[u8], &Name> = names.iter().map(|it| (it.text, it)).collect();
    let partners: Vec<Vec<usize>> = document.files().iter().map(|it| partners(it.lexemes())).collect();
    let mut uses = 0;
    let mut left = most_put(document);
    let mut found = Vec::new();
    for it in macros.iter().rev().take(INLINED_MACROS.get()) {
        let name = by_text.get(it.name);
        uses += name.map_or(0, |it| it.places.len());
        if uses > INLINED_MACRO_USES.get() {
            break;
        }
        found.extend(name.and_then(|name| it.inline(document, id, name, &partners, &mut left)));
    }
    found
}

struct Macro<'t> {
    directive: Directive,
    name: &'t [u8],
    parameters: Option<Vec<&'t [u8]>>,
    body: Vec<u8>,
}

impl<'t> Macro<'t> {
    fn read(text: &'t [u8], directive: Directive) -> Option<Macro<'t>> {
        let line = text[directive.visible.range()][1..].trim_ascii_start().strip_prefix(b"define")?;
        let line = line.strip_prefix(b" ").or(line.strip_prefix(b"\t"))?.trim_ascii_start();
        let (name, rest) = line.split_at(line.iter().position(|&it| !is_word(it)).unwrap_or(line.len()));
        let (parameters, body) = match rest.strip_prefix(b"(") {
            None => (None, rest),
            Some(rest) => {
                let close = rest.iter().position(|&it| it == b')')?;
                let list = rest[..close].split(|&it| it == b',').map(<[u8]>::trim_ascii).collect();
                (Some(list), &rest[close + 1..])
            }
        };
        let lines = body
            .split(|&it| it == b'\n')
            .map(|it| it.trim_ascii().strip_suffix(b"\\").unwrap_or(it.trim_ascii()));
        let body = lines.collect::<Vec<_>>().join(&b' ').trim_ascii().to_vec();
        (!name.is_empty()).then_some(Macro { directive, name, parameters, body })
    }

    /// The body in the place of every use; `None` when there is none.
    fn inline(
        &self,
        document: &Document,
        id: FileId,
        name: &Name,
        partners: &[Vec<usize>],
        left: &mut usize,
    ) -> Option<Inlined> {
        let line = self.directive;
        let mut edits = vec![Edit::delete(id, line.cut)];
        let mut before = count(&document.file(id).text[line.visible.range()]);
        let mut after = 0;
        let own = |file: FileId, span: Span| file == id && line.visible.contains(span);
        // A use in an argument of another one goes with that.
        let mut end = (id, 0);
        for place in name.places.iter().filter(|it| !own(it.file, it.lexeme.span)) {
            if place.file == end.0 && place.lexeme.span.start < end.1 {
                continue;
            }
            let file = document.file(place.file);
            let Some((span, text)) = self.expand(file, place.at, &partners[usize::from(place.file.0)], *left)
            else {
                continue;
            };
            *left = left.checked_sub(text.len())?;
            end = (place.file, span.end);
            before += count(&file.text[span.range()]);
            after += count(&text);
            edits.push(Edit::replace(place.file, span, text));
        }
        (edits.len() > 1).then(|| Inlined { edits: edits.into_iter().collect(), before, after })
    }

    /// What the use at lexeme `at` covers, and what takes its place; soon after `most` bytes that ends.
    fn expand(&self, file: &File, at: usize, partners: &[usize], most: usize) -> Option<(Span, Vec<u8>)> {
        let lexemes = file.lexemes();
        let Some(parameters) = &self.parameters else { return Some((lexemes[at].span, self.body.clone())) };
        let open = at + 1;
        if !spans::reads(file, open, b"(") || partners[open] == open {
            return None;
        }
        let close = partners[open];
        let mut arguments: Vec<&[u8]> = Vec::new();
        let mut from = lexemes[open].span.end;
        let mut here = open + 1;
        while here <= close {
            if here == close || spans::reads(file, here, b",") {
                arguments.push(file.text[from as usize..lexemes[here].span.start as usize].trim_ascii());
                from = lexemes[here].span.end;
            }
            here = partners[here].max(here) + 1;
        }
        let text = substitute(&self.body, parameters, &arguments, most);
        Some((spans::span_of(lexemes, at, close), text))
    }
}

/// `body` with each parameter replaced by its argument, up to where that is longer than `most` bytes.
fn substitute(body: &[u8], parameters: &[&[u8]], arguments: &[&[u8]], most: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for part in body.chunk_by(|&a, &b| is_word(a) == is_word(b)) {
        if out.len() > most {
            break;
        }
        let argument = parameters.iter().position(|it| *it == part).and_then(|it| arguments.get(it));
        out.extend_from_slice(argument.unwrap_or(&part));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn a_macro_gives_way_to_its_body_with_its_arguments_in_place() {
        let text = "#define F(x, y) \\\n  y + x\nint a = F(1, g(2, 3));\n";
        assert_eq!(candidates(&PASS, &c(text)), ["int a = g(2, 3) + 1;\n"]);
        assert_eq!(candidates(&PASS, &plain(text)), ["int a = g(2, 3) + 1;\n"]);
    }

    #[test]
    fn a_macro_that_would_make_more_tokens_stays() {
        assert!(candidates(&PASS, &c("#define A (1+2+3+4)\nA A A A A A;\n")).is_empty());
        assert!(candidates(&PASS, &c("#define A 1\n")).is_empty());
    }
}
