//! `lift-clauses`: keeps of what is tried and of what follows that, such as `catch` and `finally`, several blocks, one after
//! the other.
//!
//! Before:
//! ```javascript
//! try { f(1); } catch (e) { g(2); } finally { h(3); }
//! ```
//! After:
//! ```javascript
//! f(1); g(2); h(3);
//! ```
//!
//! Before:
//! ```javascript
//! try { let x = f(1); } catch (e) { g(e); } finally { let x = h(2); }
//! ```
//! After:
//! ```javascript
//! { let x = f(1); }{ let x = h(2); }
//! ```
//!
//! Before:
//! ```cpp
//! int f() try { return g(1); } catch (int) { return h(2); }
//! ```
//! After:
//! ```cpp
//! int f() { return g(1); return h(2); }
//! ```
//!
//! Before:
//! ```python
//! try:
//!     f(1)
//!     g(2)
//! except E:
//!     h(3)
//! finally:
//!     k(4)
//!     l(5)
//! ```
//! After:
//! ```python
//! f(1)
//! g(2)
//! k(4)
//! l(5)
//! ```
//!
//! Before:
//! ```ruby
//! begin
//!   f 1
//! rescue E => e
//!   g 2
//! ensure
//!   h 3
//! end
//! ```
//! After:
//! ```ruby
//! f 1
//! g 2
//! h 3
//! ```
//! All of them, or all but one, of up to 6. Where statements stand in braces, also with them, for names that would be declared
//! twice. A single block is kept by `hoist`, what a header declares by `lift-header`. For at most 20,000 statements of a file.

use super::apply_rules::shrinks;
use super::realign::{column, is_indented, realigned};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, offset, trim};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{CLAUSES, SITES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-clauses",
    summary: "keep several blocks of what is tried and what follows that, one after the other",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// The words that begin what is tried.
const TRIES: &[&[u8]] = &[b"try", b"begin", b"do"];
/// The words that begin what follows it.
const CLAUSE_WORDS: &[&[u8]] = &[b"catch", b"except", b"rescue", b"else", b"finally", b"ensure", b"on"];
/// Those of them behind which nothing stands before the block.
const BARE: &[&[u8]] = &[b"else", b"finally", b"ensure"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let tried = (1..offset(file.units().len())).filter_map(|it| Tried::of(file, it));
    for one in tried.take(SITES.get()) {
        sites.alternatives(one.lifted(id).into_iter().filter(|it| shrinks(document, it)).collect());
    }
}

/// What is tried, with its clauses.
struct Tried<'f> {
    file: &'f File,
    whole: Span,
    /// The block of each, with its braces.
    blocks: Vec<Span>,
    braced: bool,
}

impl<'f> Tried<'f> {
    fn of(file: &'f File, unit: UnitId) -> Option<Tried<'f>> {
        let word = unit + 1;
        if file.is_leaf(unit) || file.unit(unit).has_error() {
            return None;
        }
        let is_tried = file.is_leaf(word) && TRIES.contains(&file.text_of(word));
        let behind = file.text[file.unit(word).end as usize..].trim_ascii_start();
        let (whole, blocks) = match behind.first() {
            Some(b'{') if is_tried => (file.unit(unit).span(), braced_blocks(file, file.unit(unit).span())?),
            // What is opened first is another pass's.
            Some(b'(') if is_tried => return None,
            _ => worded_blocks(file, unit, is_tried)?,
        };
        let braced = is_tried && behind.starts_with(b"{");
        (2..=CLAUSES.get()).contains(&blocks.len()).then_some(Tried { file, whole, blocks, braced })
    }

    fn lifted(&self, id: FileId) -> Vec<EditSet> {
        let all = self.blocks.len();
        let mut found = vec![self.keeping(id, None, [b"", b""])];
        if self.braced {
            found.push(self.keeping(id, None, [b"{ ", b" }"]));
            found.push(self.with_braces(id, &self.blocks));
        }
        if all > 2 {
            found.extend((0..all).rev().map(|it| self.keeping(id, Some(it), [b"", b""])));
        }
        if let [first, .., last] = self.blocks[..]
            && self.braced
            && all > 2
        {
            found.push(self.with_braces(id, &[first, last]));
        }
        found
    }

    /// What is in all blocks but one, with something around it.
    fn keeping(&self, id: FileId, but: Option<usize>, around: [&[u8]; 2]) -> EditSet {
        let file = self.file;
        let blocks = self.blocks.iter().enumerate().filter(|it| Some(it.0) != but).map(|it| *it.1);
        let inner = blocks.map(|it| if self.braced { Span::new(it.start + 1, it.end - 1) } else { it });
        let inner: Vec<Span> = inner.filter_map(|it| trim(&file.text, it)).collect();
        let [Some(first), Some(last)] = [inner.first(), inner.last()] else { return EditSet::default() };
        let column = column(file, self.whole.start);
        let mut edits = vec![Edit::replace(id, Span::new(self.whole.start, first.start), around[0])];
        for pair in inner.windows(2) {
            let text = &file.text[pair[0].range()];
            let gap: Vec<u8> = match text.last() {
                _ if !self.braced => [b"\n", &b" ".repeat(column as usize)[..]].concat(),
                Some(b';' | b'}') => b" ".to_vec(),
                _ => b"; ".to_vec(),
            };
            edits.push(Edit::replace(id, Span::new(pair[0].end, pair[1].start), gap));
        }
        // Some grammars have the line break inside of what it ends.
        let breaks = file.text[self.whole.range()].ends_with(b"\n") && self.whole.end > last.end;
        let end = self.whole.end - u32::from(breaks);
        edits.push(Edit::replace(id, Span::new(last.end, end), around[1]));
        if is_indented(file) {
            edits.extend(inner.iter().flat_map(|&it| realigned(file, id, column, it)));
        }
        edits.into_iter().collect()
    }

    /// Blocks as they are.
    fn with_braces(&self, id: FileId, blocks: &[Span]) -> EditSet {
        let starts = std::iter::once(self.whole.start).chain(blocks.iter().map(|it| it.end));
        let ends = blocks.iter().map(|it| it.start).chain([self.whole.end]);
        let gaps = starts.zip(ends).map(|(start, end)| Span::new(start, end));
        gaps.filter(|it| !it.is_empty()).map(|it| Edit::delete(id, it)).collect()
    }
}

/// The pairs of braces that are in no others and no brackets, where each but the first is that of a clause.
fn braced_blocks(file: &File, whole: Span) -> Option<Vec<Span>> {
    let lexemes = file.lexemes();
    let mut at = lexemes.partition_point(|it| it.span.start < whole.start);
    let (mut blocks, mut begins) = (Vec::new(), true);
    while let Some(lexeme) = lexemes.get(at).filter(|it| it.span.start < whole.end) {
        let partner = file.partners()[at].max(at);
        if lexeme.class == Class::Open(b'{') {
            let closes = partner > at && lexemes[partner].span.end <= whole.end;
            blocks.push(
                Some(Span::new(lexeme.span.start, lexemes[partner].span.end)).filter(|_| closes && begins)?,
            );
            begins = false;
        }
        begins |= CLAUSE_WORDS.contains(&lexeme.of(&file.text));
        at = partner + 1;
    }
    Some(blocks)
}

/// Where no braces say so: a unit, and what stands behind its word and behind those of its clauses. Of a function or its like
/// without such a word, all that it does.
fn worded_blocks(file: &File, unit: UnitId, is_tried: bool) -> Option<(Span, Vec<Span>)> {
    let solid = |unit: UnitId| file.children(unit).filter(|&it| !file.unit(it).is_extra());
    let begins = |it: UnitId, words: &[&[u8]]| {
        !file.is_leaf(it) && file.is_leaf(it + 1) && words.contains(&file.text_of(it + 1))
    };
    let words = if is_tried { CLAUSE_WORDS } else { &[&b"rescue"[..], b"ensure"] };
    let first = solid(unit).find(|&it| begins(it, words))?;
    let clauses: Vec<UnitId> = solid(unit).filter(|&it| it >= first && begins(it, CLAUSE_WORDS)).collect();
    let named = |it: &UnitId| file.unit(*it).is_named();
    let own: Vec<UnitId> = solid(unit).filter(|it| *it < first && named(it)).collect();
    let body = |clause: UnitId| -> Vec<UnitId> {
        let parts: Vec<UnitId> = solid(clause).filter(named).collect();
        let is_block = |it: &UnitId| ["block", "then"].iter().any(|end| file.kind_name(*it).ends_with(end));
        // What is caught stands before the block.
        let last = parts.last().copied().filter(is_block);
        last.map_or(if begins(clause, BARE) { parts } else { Vec::new() }, |it| vec![it])
    };
    let start = file.unit(if is_tried { unit } else { *own.first()? }).start;
    let end = file.unit(if is_tried { unit } else { *clauses.last()? }).end;
    let bodies = std::iter::once(own).chain(clauses.into_iter().map(body));
    let span = |it: Vec<UnitId>| Some(Span::new(file.unit(*it.first()?).start, file.unit(*it.last()?).end));
    let blocks = bodies.filter_map(span).filter_map(|it| trim(&file.text, it));
    Some((Span::new(start, end), blocks.collect()))
}
