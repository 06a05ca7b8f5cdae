//! `delete-all-comments`: takes all comments of a large file away at once.
//!
//! Before:
//! ```c
//! /* f */ int f() {} /* g */ int g() {}
//! ```
//! After:
//! ```c
//! int f() {} int g() {}
//! ```
//! They nearly always go, and whatever is asked about the file later is asked about less text. Where one of them matters,
//! `delete-comments` finds out which.

use crate::document::Document;
use crate::edit::{Edit, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::lines::line::cut;
use crate::passes::text::trivia::delete_comments::comments;
use crate::thresholds::{MASS_PARTS, MASS_TOKENS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-all-comments",
    summary: "delete all comments of a large file at once",
    stage: Stage::Mass,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if file.tokens() <= MASS_TOKENS.get() {
        return;
    }
    let comments = comments(file);
    let gain: usize = comments.iter().map(|&it| file.tokens_in(it)).sum();
    if gain >= file.tokens() / MASS_PARTS.get() {
        sites.together(comments.into_iter().map(|it| Edit::delete(id, cut(&file.text, it))));
    }
}
