//! `unwrap-lines`: keeps the indented lines of a block and takes the lines around them away.
//!
//! Before:
//! ```text
//! if a
//!     b
//!     c
//! end
//! d
//! ```
//! After:
//! ```text
//! b
//! c
//! d
//! ```
//! For every line with deeper lines after it: it goes with the line that closes them, if one of its own depth follows, or
//! alone. What stays moves out by as much, which is syntax in some languages. At most 20,000 blocks of at most 500 lines, of
//! 200,000 lines together.

use super::line::{Line, lines};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{SITES, UNWRAPPED_LINES, UNWRAPPED_LINES_IN_ALL};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "unwrap-lines",
    summary: "keep the indented lines of a block without the lines around them",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let lines = lines(&document.file(id).text);
    let heads = (0..lines.len())
        .rev()
        .filter(|&it| lines.get(it + 1).is_some_and(|next| next.indent > lines[it].indent));
    let mut left = UNWRAPPED_LINES_IN_ALL.get();
    for head in heads.take(SITES.get()) {
        let deeper = |it: &&Line| it.indent > lines[head].indent;
        let length = lines[head + 1..].iter().take(UNWRAPPED_LINES.get() + 1).take_while(deeper).count();
        if length > UNWRAPPED_LINES.get().min(left) {
            continue;
        }
        left -= length;
        let body = &lines[head + 1..=head + length];
        let closer = lines.get(head + length + 1).filter(|it| it.indent == lines[head].indent);
        let mut sets = Vec::with_capacity(2);
        if let Some(closer) = closer {
            sets.push(without(id, &lines[head], body, Some(closer)));
        }
        sets.push(without(id, &lines[head], body, None));
        sites.alternatives(sets);
    }
}

/// Takes `head` and `closer` away and moves `body` out.
fn without(id: FileId, head: &Line, body: &[Line], closer: Option<&Line>) -> EditSet {
    let by = body[0].indent - head.indent;
    let outer = |it: &Line| {
        let start = it.visible.start - it.indent;
        Span::new(start, start + by.min(it.indent))
    };
    let around = std::iter::once(head).chain(closer).map(|it| it.cut);
    around.chain(body.iter().map(outer)).map(|it| Edit::delete(id, it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn a_block_loses_the_lines_around_it() {
        assert_eq!(
            candidates(&PASS, &plain("a\n  if b\n    c\n      d\n  end\ne\n")),
            [
                "a\n  if b\n    d\n  end\ne\n",
                "a\n  c\n    d\ne\n",
                "a\n  c\n    d\n  end\ne\n",
                "if b\n  c\n    d\nend\n",
                "if b\n  c\n    d\nend\ne\n",
            ]
        );
    }
}
