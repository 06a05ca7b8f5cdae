//! `delete-label`: deletes a label together with all that names it.
//!
//! Before:
//! ```rs
//! fn f() -> u8 { 'a: loop { loop { if g() { continue 'a; } break 'a 1; } } }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { loop { loop { if g() { continue; } break 1; } } }
//! ```
//!
//! Before:
//! ```js
//! a: for (;;) { for (;;) { if (f()) break a; continue a; } }
//! ```
//! After:
//! ```js
//! for (;;) { for (;;) { if (f()) break; continue; } }
//! ```
//!
//! Before:
//! ```kotlin
//! fun f() { a@ while (g()) { if (h()) break@a else continue@a } }
//! ```
//! After:
//! ```kotlin
//! fun f() { while (g()) { if (h()) break else continue } }
//! ```
//!
//! Before:
//! ```c
//! int f(int x) { if (x) goto a; x = 1; a: return x; }
//! ```
//! After:
//! ```c
//! int f(int x) { if (x) x = 1; return x; }
//! ```
//!
//! Before:
//! ```rs
//! struct S<'a> { x: &'a u8 }
//! impl<'b> S<'b> { fn f(&'b self) -> &'b u8 { self.x } }
//! fn g<'c>(s: S<'c>) {}
//! ```
//! After:
//! ```rs
//! struct S { x: &'static u8 }
//! impl<'b> S { fn f(&'b self) -> &'b u8 { self.x } }
//! fn g<'c>(s: S) {}
//! ```
//!
//! Before:
//! ```rs
//! fn f<'a, T: 'a>(s: S<'a>, x: &'a T) -> Box<dyn A + 'a> { g(x) }
//! ```
//! After:
//! ```rs
//! fn f<T>(s: S<'_>, x: &T) -> Box<dyn A> { g(x) }
//! ```
//!
//! Before:
//! ```rs
//! fn f<F>(x: F) where F: for<'a> Fn(&'a u8) -> &'a u8, for<'b> G: Fn(&'b u8) {}
//! ```
//! After:
//! ```rs
//! fn f<F>(x: F) where F: Fn(&u8) -> &u8, for<'b> G: Fn(&'b u8) {}
//! ```
//! What leaves a labelled loop leaves the innermost one then; what only jumps to the label goes. A lifetime goes with its
//! parameter and the arguments for that: it is left out, or becomes `'static`. For at most 2,000 labels of a file, from the
//! back.

use super::generics::parameter;
use super::view::{Use, View};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-label",
    summary: "delete a label or a lifetime with all that names it",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let labels: Vec<_> = view.bindings(id, &[Kind::Label]).collect();
    for &(binding, first) in labels.iter().rev().take(COUPLED_SITES.get()) {
        let mentions = view.uses(binding);
        if is_lifetime(&view, first) {
            sites.alternatives(lifetime(&view, first, &mentions));
            continue;
        }
        if mentions.is_empty() {
            continue;
        }
        let defined = view.definitions(binding).map(|it| definition(&view, it));
        let mentioned = mentions.iter().map(|it| mention(&view, *it));
        let set: EditSet = defined.chain(mentioned).collect();
        sites.alternatives(vec![set]);
    }
}

/// True for what is introduced in a list.
fn is_lifetime(view: &View, label: &Definition) -> bool {
    let file = view.file(label.file);
    let before = signed(file, file.unit(label.name).span()).start;
    let text = file.text[..before as usize].trim_ascii_end();
    text.ends_with(b"<") || text.ends_with(b",")
}

/// Takes a lifetime away: first it is left out where it is used, then it is the longest there is.
fn lifetime(view: &View, definition: &Definition, mentions: &[Use]) -> Vec<EditSet> {
    let gone: EditSet = parameter(view, definition).into_iter().collect();
    let inside = |it: &&Use| {
        !gone.edits().iter().any(|edit| edit.file == it.file && edit.span.contains(it.span(view)))
    };
    let with = |change: &dyn Fn(Use) -> Edit| -> EditSet {
        mentions.iter().filter(inside).map(|it| change(*it)).collect::<EditSet>().merge(&gone)
    };
    let mut found = vec![
        with(&|it| left_out(view.file(it.file), it.file, it.span(view))),
        with(&|it| Edit::replace(it.file, it.span(view), &b"static"[..])),
    ];
    found.dedup();
    found
}

/// Takes a lifetime from a reference or from among bounds; elsewhere it becomes `'_`.
fn left_out(file: &File, id: FileId, name: Span) -> Edit {
    let own = signed(file, name);
    let before = file.text[..own.start as usize].trim_ascii_end();
    let behind = file.text[own.end as usize..].trim_ascii_start();
    let next = file.text.len() - behind.len();
    let sign = file.text[..before.len().saturating_sub(1)].trim_ascii_end().len();
    let (from, to) = match before.last() {
        Some(b'&') => (own.start as usize, next),
        Some(b':') if behind.starts_with(b"+") => (own.start as usize, next + 1),
        Some(b'+' | b':') => (sign, own.end as usize),
        _ => return Edit::replace(id, name, &b"_"[..]),
    };
    Edit::delete(id, Span::new(offset(from), offset(to)))
}

/// Takes a label from before what it labels, with its colon.
fn definition(view: &View, label: &Definition) -> Edit {
    let file = view.file(label.file);
    let own = signed(file, file.unit(label.name).span());
    let blanks = |from: u32| {
        let text = &file.text[from as usize..];
        from + offset(text.len() - text.trim_ascii_start().len())
    };
    let mut end = blanks(own.end);
    let colons = file.text[end as usize..].iter().take(2).take_while(|it| **it == b':').count();
    if colons > 0 {
        end = blanks(end + offset(colons));
    }
    Edit::delete(label.file, Span::new(own.start, end))
}

/// Takes a label from behind the word that leaves a loop; of a jump all.
fn mention(view: &View, one: Use) -> Edit {
    let file = view.file(one.file);
    let own = signed(file, one.span(view));
    let before = file.text[..own.start as usize].trim_ascii_end();
    if before.ends_with(b"goto") {
        let statement = view.statement_of(one.file, one.unit);
        return Edit::delete(one.file, file.unit(statement).span());
    }
    Edit::delete(one.file, Span::new(offset(before.len()), own.end))
}

/// A name with the sign that makes it a label.
fn signed(file: &File, name: Span) -> Span {
    let before = &file.text[..name.start as usize];
    let sign = [&b"::"[..], b"'", b"@"].into_iter().find(|it| before.ends_with(it)).map_or(0, <[u8]>::len);
    Span::new(name.start - offset(sign), name.end)
}
