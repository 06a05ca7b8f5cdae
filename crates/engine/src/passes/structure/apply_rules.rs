//! `apply-rules`: applies what the language's `reduce.scm` says: what may be deleted, emptied, hoisted, or replaced with what.
//!
//! Before:
//! ```c
//! int f() { return g(x, y) + 1; }
//! ```
//! After:
//! ```c
//! int f() { return 0; }
//! ```
//! All captures of a match go together; matches that begin with the same node compete, in the order of the file.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tree_sitter::{Node, Query, QueryCapture, QueryCursor, QueryMatch, StreamingIterator, Tree};

use super::realign::keep_only;
use crate::document::{Document, Unit};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::queries::Selection;
use crate::syntax::{Level, Numbers, kinds_in};
use crate::thresholds::{RULED_LEVELS, RULED_UNITS};

pub const PASS: Pass = Pass {
    name: "apply-rules",
    summary: "delete, empty, hoist or replace what the language's reduce.scm captures",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(doc: &Document, id: FileId, sites: &mut Sites) {
    if doc.file(id).units().len() > RULED_UNITS.get() {
        return;
    }
    let mut order: Vec<Span> = Vec::new();
    let mut found: HashMap<Span, Vec<(usize, EditSet)>> = HashMap::new();
    for one in matches(doc, id) {
        let alternatives = found.entry(one.first).or_default();
        if alternatives.is_empty() {
            order.push(one.first);
        }
        alternatives.push((one.pattern, one.edits));
    }
    for span in order {
        let mut alternatives = found.remove(&span).unwrap_or_default();
        alternatives.sort_by_key(|it| it.0);
        sites.alternatives(alternatives.into_iter().map(|it| it.1).collect());
    }
}

/// A match of a rule.
pub(in crate::passes) struct Match {
    /// The number of the rule.
    pub(in crate::passes) pattern: usize,
    /// True when the rule says that it can be applied everywhere at once.
    pub(in crate::passes) everywhere: bool,
    /// True when imports that are used only in what goes have to go along.
    pub(in crate::passes) imports: bool,
    /// Its first capture.
    pub(in crate::passes) first: Span,
    /// What it makes of the text.
    pub(in crate::passes) edits: EditSet,
}

/// All matches of the language's `reduce.scm` in a file that make it smaller, and of those of the languages in it.
pub(in crate::passes) fn matches(doc: &Document, id: FileId) -> Vec<Match> {
    let file = doc.file(id);
    let mut cursor = QueryCursor::new();
    let mut matches = Vec::new();
    let reading = file.reading();
    let trees =
        || reading.trees(file.language.as_deref()).filter(|((language, _), _)| language.rules.is_some());
    let selections = selections(trees());
    for ((_, numbers), tree) in trees() {
        let known = selections.iter().find(|it| it.0 == numbers).and_then(|it| it.1.as_ref());
        let Some(selection) = known else { continue };
        let level = Ruled { selection, rules: &selection.query, numbers, doc, id };
        for (part, levels) in parts(tree) {
            cursor.set_max_start_depth(levels);
            let mut found = cursor.matches(level.rules, part, &file.text[..]);
            while let Some(one) = found.next() {
                matches.extend(level.read(one));
            }
        }
    }
    matches
}

/// For each language of a file what of its rules may match there: to prepare the others would take longer than the first
/// question.
fn selections<'t>(
    trees: impl Iterator<Item = (Level<'t>, &'t Tree)>,
) -> Vec<(Numbers, Option<Arc<Selection>>)> {
    let mut kinds: Vec<(Level<'t>, HashSet<u16>)> = Vec::new();
    for (level, tree) in trees {
        let at = kinds.iter().position(|it| it.0.1 == level.1).unwrap_or_else(|| {
            kinds.push((level, HashSet::new()));
            kinds.len() - 1
        });
        kinds[at].1.extend(kinds_in(tree));
    }
    let selection = |((language, numbers), kinds): (Level<'t>, HashSet<u16>)| {
        (numbers, language.rules.as_ref().and_then(|it| it.selection(&language.syntax, &kinds)))
    };
    kinds.into_iter().map(selection).collect()
}

/// Where the rules are matched, and how many levels further down they may begin. A rule stays open in all that is around a
/// node, so in a tree of many levels one walk through all of it would take time quadratic in them.
fn parts(tree: &Tree) -> Vec<(Node<'_>, Option<u32>)> {
    let most = u32::try_from(RULED_LEVELS.get()).unwrap_or(u32::MAX);
    let mut parts = Vec::new();
    // A cursor that is asked how deep it is counts its way up.
    let (mut cursor, mut depth, mut deepest) = (tree.walk(), 0_u32, 0);
    loop {
        if depth.is_multiple_of(most) {
            parts.push((cursor.node(), Some(most - 1)));
        }
        deepest = deepest.max(depth);
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return if deepest <= most { vec![(tree.root_node(), None)] } else { parts };
            }
            depth -= 1;
        }
    }
}

/// The rules of one language, and where they are applied.
struct Ruled<'r> {
    selection: &'r Selection,
    rules: &'r Query,
    numbers: Numbers,
    doc: &'r Document,
    id: FileId,
}

impl Ruled<'_> {
    /// What a match means; `None` when it makes nothing smaller.
    fn read(&self, one: &QueryMatch<'_, '_>) -> Option<Match> {
        // What begins with `_` is only there to be compared.
        let named = |it: &&QueryCapture<'_>| !self.rules.capture_names()[it.index as usize].starts_with('_');
        let first = one.captures().iter().find(named)?;
        let edits: EditSet = self.edits(one).into_iter().collect();
        shrinks(self.doc, &edits).then(|| {
            let settings = self.rules.property_settings(one.pattern_index);
            let says = |key: &str| settings.iter().any(|it| &*it.key == key);
            let (everywhere, imports) = (says("reduce.everywhere"), says("reduce.imports"));
            // Rules of other languages are others.
            let pattern = self.selection.number(one.pattern_index) + self.numbers.kinds;
            Match { pattern, everywhere, imports, first: span_of(first.node), edits }
        })
    }

    /// The edits of one match.
    fn edits(&self, one: &QueryMatch<'_, '_>) -> Vec<Edit> {
        let (rules, id) = (self.rules, self.id);
        let setting = rules.property_settings(one.pattern_index).iter().find(|it| &*it.key == "reduce.with");
        let with = setting.and_then(|it| it.value.as_deref()).unwrap_or_default();
        let mut edits = Vec::new();
        for capture in one.captures() {
            let span = span_of(capture.node);
            match rules.capture_names()[capture.index as usize] {
                "delete" => edits.push(Edit::delete(id, span)),
                "replace" => edits.push(Edit::replace(id, span, with.as_bytes())),
                "empty" => edits.extend(inside(capture.node).map(|it| Edit::delete(id, it))),
                "hoist" => {
                    let whole = self.parent(capture.node).unwrap_or(span);
                    edits.extend_from_slice(keep_only(self.doc.file(id), id, whole, span).edits());
                }
                _ => {}
            }
        }
        edits
    }

    /// The parent of a node. A node finds it from the root, level by level, so it is looked up in the arena first.
    fn parent(&self, node: Node<'_>) -> Option<Span> {
        let units = self.doc.file(self.id).units();
        let (span, kind) = (span_of(node), self.numbers.kind(node.kind_id()));
        let at = units.partition_point(|it| (it.start, Reverse(it.end)) < (span.start, Reverse(span.end)));
        let same = |it: &&Unit| it.span() == span && it.kind == kind;
        let unit = units.get(at).filter(same).filter(|_| at > 0);
        unit.map(|it| units[it.parent as usize].span()).or_else(|| node.parent().map(span_of))
    }
}

/// What stands between the first and the last child: the content of brackets.
fn inside(node: Node<'_>) -> Option<Span> {
    let last = node.child_count().checked_sub(1)?;
    let (first, last) = (node.child(0)?, node.child(last)?);
    (first.end_byte() <= last.start_byte()).then(|| Span::new(span_of(first).end, span_of(last).start))
}

/// True when the edits can lower the rank: fewer tokens, or as many and fewer bytes, or another text of that size.
fn shrinks(doc: &Document, edits: &EditSet) -> bool {
    let mut before = (0, 0);
    let mut after = (0, 0);
    let mut changes = false;
    for edit in edits.edits() {
        let file = doc.file(edit.file);
        before = (before.0 + file.tokens_in(edit.span), before.1 + edit.span.len());
        after = (after.0 + crate::tokens::count(&edit.with), after.1 + edit.with.len());
        changes |= file.text[edit.span.range()] != *edit.with;
    }
    changes && after < before
}

fn span_of(node: Node<'_>) -> Span {
    let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
    Span::new(offset(node.start_byte()), offset(node.end_byte()))
}
