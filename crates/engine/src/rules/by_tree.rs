//! Matches rules as tree-sitter does, where they are not of the form that rules have.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use tree_sitter::{Node, Query, QueryCursor, QueryMatch, StreamingIterator, Tree};

use super::Match;
use super::pattern::{Capture, Settings};
use crate::document::File;
use crate::lexeme::offset;
use crate::queries::{Rules, Selection};
use crate::syntax::{Level, Numbers, kinds_in};
use crate::thresholds::RULED_LEVELS;
use crate::unit::{Unit, UnitId};

/// All matches of the rules of one of a file's languages.
pub(super) fn matches((language, numbers): Level<'_>, rules: &Rules, file: &File) -> Vec<Match> {
    let reading = file.reading();
    let all = reading.trees(file.language.as_deref());
    let trees: Vec<&Tree> = all.filter(|it| it.0.1 == numbers).map(|it| it.1).collect();
    // To prepare the others would take longer than the first question.
    let kinds: HashSet<u16> = trees.iter().flat_map(|it| kinds_in(it)).collect();
    let Some(selection) = rules.selection(&language.syntax, &kinds) else { return Vec::new() };
    let settings = (0..selection.query.pattern_count()).map(|it| Arc::new(settings(&selection.query, it)));
    let level = Ruled { selection: &selection, settings: settings.collect(), numbers, file };
    let (mut cursor, mut matches) = (QueryCursor::new(), Vec::new());
    for tree in trees {
        for (part, levels) in parts(tree) {
            cursor.set_max_start_depth(levels);
            let mut found = cursor.matches(&selection.query, part, &file.text[..]);
            while let Some(one) = found.next() {
                matches.extend(level.read(one));
            }
        }
    }
    matches
}

/// What a pattern says besides what it matches.
fn settings(query: &Query, pattern: usize) -> Settings {
    let mut settings = Settings::default();
    for it in query.property_settings(pattern) {
        let words: Vec<String> = it.value.iter().map(ToString::to_string).collect();
        // What nobody knows means nothing.
        let _ = settings.set(&it.key, &words);
    }
    settings
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
    settings: Vec<Arc<Settings>>,
    numbers: Numbers,
    file: &'r File,
}

impl Ruled<'_> {
    /// What a match captured; none where a node is not among the units.
    fn read(&self, one: &QueryMatch<'_, '_>) -> Option<Match> {
        let names = self.selection.query.capture_names();
        let captures: Option<Vec<(Capture, UnitId)>> = one
            .captures()
            .iter()
            .map(|it| Some((capture(names[it.index as usize], it.index as usize), self.unit(it.node)?)))
            .collect();
        Some(Match {
            pattern: self.selection.number(one.pattern_index) + self.numbers.kinds,
            settings: self.settings[one.pattern_index].clone(),
            captures: captures?,
        })
    }

    /// The unit of a node.
    fn unit(&self, node: Node<'_>) -> Option<UnitId> {
        let units = self.file.units();
        let (start, end) = (offset(node.start_byte()), offset(node.end_byte()));
        let kind = self.numbers.kind(node.kind_id());
        let first = units.partition_point(|it| (it.start, Reverse(it.end)) < (start, Reverse(end)));
        let covers = |it: &&Unit| (it.start, it.end) == (start, end);
        let at = units[first..].iter().take_while(covers).position(|it| it.kind == kind)?;
        Some(offset(first + at))
    }
}

/// What is done with what is captured under a name; nothing under one that begins with `_`.
fn capture(name: &str, number: usize) -> Capture {
    match name {
        "delete" => Capture::Delete,
        "empty" => Capture::Empty,
        "replace" => Capture::Replace,
        "hoist" => Capture::Hoist,
        _ => Capture::Label(number),
    }
}
