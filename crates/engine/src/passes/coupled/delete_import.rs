//! `delete-import`: deletes what an import brings in together with the statements that use it.
//!
//! Before:
//! ```go
//! package main
//! import (
//!     "fmt"
//!     "os"
//! )
//! func main() {
//!     fmt.Println(1)
//!     os.Exit(2)
//! }
//! ```
//! After:
//! ```go
//! package main
//! import (
//!     "os"
//! )
//! func main() {
//!     os.Exit(2)
//! }
//! ```
//!
//! Before:
//! ```python
//! from a import b, c
//! def f(x):
//!     b(x)
//!     return c
//! ```
//! After:
//! ```python
//! from a import c
//! def f(x):
//!     return c
//! ```
//!
//! Before:
//! ```javascript
//! import a, {b, c as d} from "m";
//! function f() { return d(); }
//! b(a);
//! ```
//! After:
//! ```javascript
//! import a, {b} from "m";
//! b(a);
//! ```
//!
//! Before:
//! ```go
//! package main
//! import (
//!     "fmt"
//!     "os"
//!     "strings"
//! )
//! func a() { fmt.Println(strings.ToUpper("q")) }
//! func main() { os.Exit(3) }
//! ```
//! After:
//! ```go
//! package main
//! import (
//!     "os"
//! )
//! func main() { os.Exit(3) }
//! ```
//! Where an unused import is an error neither goes alone; other imports, and variables, that only these statements use go along. First with the innermost statements, then with the outermost
//! ones. For imports with at most 64 uses, from the back.

use std::collections::BTreeSet;

use super::orphans::with_orphans;
use super::unused_imports::unused_imports;
use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::names::{BindingId, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::statements::{Statement, owners, parents, statements};
use crate::thresholds::{COUPLED_SITES, IMPORT_USES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-import",
    summary: "delete what an import brings in with the statements that use it",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let imports: Vec<BindingId> = view.bindings(id, &[Kind::Import]).map(|it| it.0).collect();
    if imports.is_empty() {
        return;
    }
    let all = statements(view.file(id));
    let file =
        Statements { owners: owners(&all, view.file(id).lexemes().len()), parents: parents(&all), all };
    for &import in imports.iter().rev().take(COUPLED_SITES.get()) {
        let references = &view.binding(import).references;
        if references.len() > IMPORT_USES.get() || references.iter().any(|it| it.file != id) {
            continue;
        }
        let gone: EditSet = view.definitions(import).map(|it| view.removal(it)).collect();
        let mut sets = Vec::new();
        for outermost in [false, true] {
            let used: BTreeSet<usize> =
                references.iter().filter_map(|it| file.around(it.at, outermost)).collect();
            let users = used.iter().map(|&it| Edit::delete(id, file.all[it].cut(view.file(id))));
            let users = [users.collect::<EditSet>()];
            // Where an unused import is an error, those that only these statements used go along.
            let others = unused_imports(document, id, &users);
            let set = others.iter().fold(gone.merge(&users[0]), |set, it| set.merge(&it.edits));
            sets.extend(with_orphans(&view, &set));
            sets.push(set);
        }
        sets.dedup();
        sites.alternatives(sets.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// The statements of a file.
struct Statements {
    all: Vec<Statement>,
    owners: Vec<Option<usize>>,
    parents: Vec<Option<usize>>,
}

impl Statements {
    /// The statement that a lexeme stands in.
    fn around(&self, at: usize, outermost: bool) -> Option<usize> {
        let mut statement = self.owners[at]?;
        while let Some(parent) = self.parents[statement].filter(|_| outermost) {
            statement = parent;
        }
        Some(statement)
    }
}
