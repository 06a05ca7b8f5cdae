//! `substitute-import`: the name of an import gives way to what it stands for.
//!
//! Before:
//! ```python
//! import sys as s, os.path as p
//! s.exit(p)
//! ```
//! After:
//! ```python
//! import sys, os.path as p
//! sys.exit(p)
//! ```
//!
//! Before:
//! ```rs
//! use std::collections::HashMap as M;
//! fn f(a: M<u8, u8>) -> M<u8, u8> { a }
//! ```
//! After:
//! ```rs
//! use std::collections::HashMap;
//! fn f(a: HashMap<u8, u8>) -> HashMap<u8, u8> { a }
//! ```
//!
//! Before:
//! ```rs
//! use std::collections::HashMap;
//! fn f(a: HashMap<u8, u8>) {}
//! ```
//! After:
//! ```rs
//! fn f(a: std::collections::HashMap<u8, u8>) {}
//! ```
//!
//! Before:
//! ```go
//! package main
//! import s "strings"
//! func main() { s.ToUpper("a") }
//! ```
//! After:
//! ```go
//! package main
//! import "strings"
//! func main() { strings.ToUpper("a") }
//! ```
//!
//! Before:
//! ```javascript
//! import {b as c} from "m";
//! c(1);
//! ```
//! After:
//! ```javascript
//! import {b} from "m";
//! b(1);
//! ```
//!
//! Before:
//! ```java
//! import java.util.function.Function;
//! class A { Function<A, A> f; }
//! ```
//! After:
//! ```java
//! class A { java.util.function.Function<A, A> f; }
//! ```
//!
//! Before:
//! ```cpp
//! using std::move;
//! int a = move(1);
//! ```
//! After:
//! ```cpp
//! int a = std::move(1);
//! ```
//! All of its path in each place, where that is less than the import, or its own last name in the place of an alias. For
//! imports with at most 64 uses in their file, from the back.

use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUPLED_SITES, IMPORT_USES};
use crate::tokens::is_word;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "substitute-import",
    summary: "replace the name of an import by what it stands for",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let imports: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Import]).collect();
    for &(import, first) in imports.iter().rev().take(COUPLED_SITES.get()) {
        let uses = view.uses(import);
        let is_here = uses.iter().all(|it| it.file == id) && view.definitions(import).nth(1).is_none();
        let Some(path) = first.parts.value.map(|it| view.file(id).unit(it).span()) else { continue };
        if !uses.is_empty() && uses.len() <= IMPORT_USES.get() && is_here {
            sites.alternatives(substituted(&view, first, &uses, path));
        }
    }
}

/// What may become of an import of `path`, best first.
fn substituted(view: &View, import: &Definition, uses: &[Use], path: Span) -> Vec<EditSet> {
    let file = view.file(import.file);
    let (name, all) = (file.unit(import.name).span(), &file.text[path.range()]);
    let is_word_or_sign = |it: &u8| is_word(*it) || b".:\\".contains(it);
    let (is_path, last) = (all.iter().all(is_word_or_sign), last_name(all));
    let replaced = |by: &[u8], gone: Edit| -> EditSet {
        uses.iter().map(|it| view.replace_named(*it, by)).chain([gone]).collect()
    };
    let mut sets = Vec::new();
    if is_path && last != all {
        sets.push(replaced(all, view.removal(import)));
    }
    if !path.contains(name) {
        // The alias with what stands between: before the path, or behind it.
        let alias = if name.start < path.start {
            Span::new(name.start, path.start)
        } else {
            Span::new(path.end, name.end)
        };
        let gone = Edit::delete(import.file, alias);
        sets.push(replaced(last, gone.clone()));
        sets.extend((is_path && last != all).then(|| replaced(all, gone)));
    }
    sets.retain(|it| view.lowers(it));
    sets
}

/// The last name in a path, of a file or of anything.
fn last_name(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&it| is_word(it)).map_or(0, |it| it + 1);
    let start = path[..end].iter().rposition(|&it| !is_word(it)).map_or(0, |it| it + 1);
    &path[start..end]
}
