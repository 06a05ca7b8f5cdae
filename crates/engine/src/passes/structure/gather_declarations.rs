//! `gather-declarations`: moves what one declaration declares into another that begins alike, of the same list or around it.
//!
//! Before:
//! ```c
//! int a = 1; int f() { return a; } int b[2]; int g() { return *b; }
//! ```
//! After:
//! ```c
//! int a = 1, b[2]; int f() { return a; } int g() { return *b; }
//! ```
//!
//! Before:
//! ```c
//! int a; int f() { int b = 1; g(&b); return a; }
//! ```
//! After:
//! ```c
//! int a, b = 1; int f() { g(&b); return a; }
//! ```
//!
//! Before:
//! ```c
//! int f() { int a; g(); int b = h(), c = b; return a * c; }
//! ```
//! After:
//! ```c
//! int f() { g(); int a, b = h(), c = b; return a * c; }
//! ```
//!
//! Before:
//! ```java
//! class A { int a = 1; int f() { return a; } int b = 2; int g() { return b; } }
//! ```
//! After:
//! ```java
//! class A { int a = 1, b = 2; int f() { return a; } int g() { return b; } }
//! ```
//!
//! Before:
//! ```js
//! var a = f(); g(a); var b = 2; g(b);
//! ```
//! After:
//! ```js
//! var a = f(), b = 2; g(a); g(b);
//! ```
//! First up into the nearest one before it, then that down into it, where the rule of their kind takes both. What stands next
//! to each other is left to `merge-declarations`, and functions stay where they are.

use std::collections::HashMap;

use super::merge_declarations::{Pair, comma};
use crate::document::{Document, File, UnitId};
use crate::edit::FileId;
use crate::lexeme::offset;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{SITES, STATEMENT_LEVELS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "gather-declarations",
    summary: "move what a declaration declares into another one that begins alike",
    stage: Stage::Grow,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

/// By so many bytes it is seen how a declaration begins: where statements nest, all of it would be looked at at each level.
const BEGINNING: usize = 64;

/// The list that a unit is in, what it is, and the first bytes of how it begins.
type Key<'f> = (UnitId, u16, u16, &'f [u8]);

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let Some(comma) = comma(file) else { return };
    let mut latest: HashMap<Key<'_>, UnitId> = HashMap::new();
    let units = 1..offset(file.units().len());
    let ends = |it: &UnitId| !file.is_leaf(*it) && file.text_of(*it).ends_with(b";");
    let mut left = SITES.get();
    for unit in units.filter(ends) {
        let other = before(file, unit, &latest);
        latest.insert(key(file, unit, file.unit(unit).parent), unit);
        let Some(other) = other.filter(|&it| left > 0 && file.unit(it).subtree_end != unit) else { continue };
        if let Some(pair) = Pair::of(file, id, other, unit, comma) {
            left -= 1;
            let is_sibling = file.unit(other).parent == file.unit(unit).parent;
            let down = is_sibling.then(|| pair.down());
            sites.alternatives([Some(pair.up()), down].into_iter().flatten().collect());
        }
    }
}

/// The nearest unit before one that begins alike, in its list or one around it.
fn before(file: &File, unit: UnitId, latest: &HashMap<Key<'_>, UnitId>) -> Option<UnitId> {
    let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|parent| parent != it);
    let around = std::iter::successors(up(&unit), up).take(STATEMENT_LEVELS.get());
    around.into_iter().find_map(|list| latest.get(&key(file, unit, list)).copied())
}

fn key(file: &File, unit: UnitId, list: UnitId) -> Key<'_> {
    let begins = file.text_of(unit + 1);
    let begins = &begins[..begins.len().min(BEGINNING)];
    (list, file.unit(unit).kind, file.unit(unit).symbol, begins)
}
