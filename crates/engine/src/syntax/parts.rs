//! The parts of a text that are in other languages: found by an `inject.scm`, parsed, and put into the tree of the text.

use std::borrow::Cow;

use tree_sitter::{Node, Query, QueryCursor, QueryMatch, StreamingIterator, Tree};

use crate::language::Language;
use crate::margins::Margin;
use crate::syntax::content::{Content, Place};
use crate::syntax::embedded::{Embedded, Guest, Level};
use crate::syntax::excerpts::Frame;
use crate::syntax::graft::{self, Graft, Numbers};
use crate::syntax::holes::{self, Holes};
use crate::tokens::is_blank;
use crate::unit::{self, Reading, Unit};

/// A part is read by its language where no more than one in so many of its units is an error.
const EXPLAINED: usize = 20;

/// A part of a text in another language, parsed.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// Which of the guests.
    guest: usize,
    /// Where it is.
    content: Content,
    /// None for a line language.
    tree: Option<Tree>,
    /// What of it is in another language in turn.
    inner: Vec<Part>,
}

impl Embedded {
    /// The trees of parts and of what is within those, each with its language.
    pub(crate) fn trees<'p>(&'p self, parts: &'p [Part]) -> Vec<(Level<'p>, &'p Tree)> {
        let mut all = Vec::new();
        for part in parts {
            let Guest { language, numbers, .. } = &self.guests[part.guest];
            all.extend(part.tree.as_ref().map(|it| ((&**language, *numbers), it)));
            let inner = language.embedded.iter().flat_map(|it| it.trees(&part.inner));
            all.extend(inner.map(|((language, own), tree)| ((language, numbers.then(own)), tree)));
        }
        all
    }

    /// The parts of a text that are in another language, in order and disjoint.
    fn parts(&self, text: &[u8], tree: &Tree, host: &Language, around: &Holes) -> Vec<Part> {
        let (mut open, mut parts): (Vec<Content>, Vec<Part>) = (Vec::new(), Vec::new());
        for (content, name, as_a_whole) in self.found(text, tree, host) {
            let start = content.start();
            open.retain(|it| start < it.whole.end);
            // What is put into a text may hold another one.
            if open.last().is_some_and(|it| !it.leaves_out(start)) {
                continue;
            }
            open.push(content.clone());
            let Some(guest) = self.guest(&name) else { continue };
            let language = &self.guests[guest].language;
            if language.is_of_lines() && content.is_in_parts() {
                continue;
            }
            let (tree, holes) = around.read(text, language, &content);
            // To take it away would pay for an error elsewhere.
            if as_a_whole && tree.as_ref().is_some_and(|it| it.root_node().has_error()) {
                continue;
            }
            // What would be within lines with margins would have to have them, too.
            let inner = tree.as_ref().filter(|_| content.margins().is_empty());
            let inner = inner.map_or_else(Vec::new, |it| parts_around(text, it, language, &holes));
            parts.push(Part { guest, content, tree, inner });
        }
        parts
    }

    fn guest(&self, name: &str) -> Option<usize> {
        self.guests.iter().position(|it| it.is_called(name))
    }

    /// Where the query says that another language is, and which, in order, and whether only where it parses as a whole; of
    /// patterns that match the same text the first says what it is.
    fn found(&self, text: &[u8], tree: &Tree, host: &Language) -> Vec<(Content, String, bool)> {
        let Some(parser) = host.syntax.parser() else { return Vec::new() };
        let query = self.rules.query(parser);
        let frame = |it: usize| Frame::of(query.property_settings(it));
        let frames: Vec<Option<Frame>> = (0..query.pattern_count()).map(frame).collect();
        let mut found = Vec::new();
        let mut lines: Vec<Vec<Node<'_>>> = vec![Vec::new(); frames.len()];
        let mut cursor = QueryCursor::new();
        let mut matches = cursor.matches(query, tree.root_node(), text);
        while let Some(one) = matches.next() {
            let pattern = one.pattern_index;
            let Some(node) = captured(query, one, "injection.content") else { continue };
            if frames[pattern].is_some() {
                lines[pattern].push(node);
            } else if let Some(name) = named(query, one, text) {
                found.extend(Content::of(node).map(|it| (it, pattern, name.into_owned())));
            }
        }
        for (pattern, nodes) in lines.iter_mut().enumerate() {
            let Some(frame) = &frames[pattern] else { continue };
            nodes.sort_by_key(Node::start_byte);
            let is_near = |a: &Node<'_>, b: &Node<'_>| {
                text.get(a.end_byte()..b.start_byte()).is_some_and(|it| it.iter().all(|it| is_blank(*it)))
            };
            let own = setting(query, pattern).unwrap_or_default();
            for near in nodes.chunk_by(is_near) {
                let known = |name: &str| self.guest(name).is_some();
                for (content, name) in frame.excerpts(text, near, host, known) {
                    found.push((content, pattern, if name.is_empty() { own.to_owned() } else { name }));
                }
            }
        }
        found.retain(|it| {
            it.0.ranges.iter().any(|it| !text[it.start_byte..it.end_byte].iter().all(|it| is_blank(*it)))
        });
        found.sort_by_key(|(content, pattern, _)| (content.start(), *pattern));
        let as_a_whole = |pattern: usize| {
            let mut settings = query.property_settings(pattern).iter();
            frames[pattern].is_some() || settings.any(|it| &*it.key == "injection.whole")
        };
        found.into_iter().map(|(content, pattern, name)| (content, name, as_a_whole(pattern))).collect()
    }

    /// The units of a host with those of parts below them, and how many errors there are in the others; what its language hardly
    /// explains, such as half a tag in a template, stays as it was. Those that are there are added to `kept`.
    fn grafted(
        &self,
        text: &[u8],
        host: Vec<Unit>,
        parts: Vec<Part>,
        kept: &mut Vec<Part>,
    ) -> (Vec<Unit>, usize) {
        let (mut grafts, mut woven_later, mut errors_elsewhere) = (Vec::new(), Vec::new(), 0);
        for mut part in parts {
            let (units, inner_errors) = part.units(text, &self.guests[part.guest]);
            errors_elsewhere += inner_errors;
            let errors = units.iter().filter(|it| it.is_error() || it.is_missing()).count();
            if units.is_empty() || errors * EXPLAINED > units.len() {
                errors_elsewhere += errors;
                continue;
            }
            if !matches!(part.content.place, Place::Leaf) {
                woven_later.push((part, units, errors));
            } else if let Some(leaf) = graft::leaf_of(&host, part.content.start(), part.content.end()) {
                grafts.push(Graft { leaf, units });
                kept.push(part);
            } else {
                errors_elsewhere += errors;
            }
        }
        let mut host = graft::grafted(host, grafts);
        // What is put into one may hold others: those come first.
        while !woven_later.is_empty() {
            let starts: Vec<usize> = woven_later.iter().map(|it| it.0.content.start()).collect();
            let mut woven = Vec::new();
            let mut around = Vec::new();
            for (at, (part, units, errors)) in woven_later.into_iter().enumerate() {
                let holds_others = starts.get(at + 1).is_some_and(|it| *it < part.content.end());
                if holds_others {
                    around.push((part, units, errors));
                } else if let Some(one) = holes::woven(&host, &part.content, &units) {
                    woven.push(one);
                    kept.push(part);
                } else {
                    errors_elsewhere += errors;
                }
            }
            host = holes::put(&host, &woven);
            woven_later = around;
        }
        kept.sort_by_key(|it| it.content.start());
        (host, errors_elsewhere)
    }
}

/// The node that a match captured under a name.
fn captured<'t>(query: &Query, one: &QueryMatch<'_, 't>, name: &str) -> Option<Node<'t>> {
    let mut all = one.captures().iter();
    all.find(|it| query.capture_names()[it.index as usize] == name).map(|it| it.node)
}

/// The language that a match says: by a setting, or by a text, which may be in quotes.
fn named<'q>(query: &'q Query, one: &QueryMatch<'_, '_>, text: &'q [u8]) -> Option<Cow<'q, str>> {
    let written = || {
        let name = String::from_utf8_lossy(&text[captured(query, one, "injection.language")?.byte_range()]);
        Some(name.trim_matches(['"', '\'']).to_owned().into())
    };
    setting(query, one.pattern_index).map(Cow::Borrowed).or_else(written)
}

/// The language that a pattern says.
fn setting(query: &Query, pattern: usize) -> Option<&str> {
    let settings = query.property_settings(pattern);
    settings.iter().find(|it| &*it.key == "injection.language")?.value.as_deref()
}

impl Part {
    /// How many syntax errors are in it, counted no further than `enough`.
    pub(crate) fn errors(&self, text: &[u8], host: &Language, enough: usize) -> usize {
        let Some(Guest { language, .. }) = host.embedded.as_ref().map(|it| &it.guests[self.guest]) else {
            return 0;
        };
        let mut errors = match &self.tree {
            Some(tree) => unit::errors_of(tree, enough),
            None => self.own_units(text, language).iter().filter(|it| it.is_error()).take(enough).count(),
        };
        for it in &self.inner {
            errors += it.errors(text, language, enough.saturating_sub(errors));
        }
        errors
    }

    /// Its units, numbered by themselves and as its language does; the first is what all of it is in.
    fn own_units(&self, text: &[u8], language: &Language) -> Vec<Unit> {
        let (start, end) = (self.content.start(), self.content.end());
        let units = if let Some(tree) = &self.tree {
            unit::walk(tree)
        } else {
            let mut units = language.read_lines(&text[start..end]).unwrap_or_default();
            for it in &mut units {
                graft::shift(it, start, Numbers::default());
            }
            units
        };
        // A root that covers nothing, as of a text of blanks, is nothing to look at.
        if units.first().is_none_or(|it| it.span().is_empty()) { Vec::new() } else { units }
    }

    /// The same with what is within it, and how many errors there are in what is not among them.
    fn units(&mut self, text: &[u8], guest: &Guest) -> (Vec<Unit>, usize) {
        let (own, inner) = (self.own_units(text, &guest.language), std::mem::take(&mut self.inner));
        let (mut units, errors_elsewhere) = match &guest.language.embedded {
            Some(it) if !own.is_empty() => it.grafted(text, own, inner, &mut self.inner),
            _ => (own, 0),
        };
        for it in &mut units {
            graft::shift(it, 0, guest.numbers);
        }
        (units, errors_elsewhere)
    }

    /// The lines with margins that it is in, and what is within it.
    fn margins(&self) -> Vec<Margin> {
        let own = self.content.margins().iter().copied();
        own.chain(self.inner.iter().flat_map(Part::margins)).collect()
    }
}

/// What of a text is in other languages.
pub(crate) fn parts(text: &[u8], tree: &Tree, language: &Language) -> Vec<Part> {
    parts_around(text, tree, language, &Holes::default())
}

/// The same of a text with holes.
fn parts_around(text: &[u8], tree: &Tree, language: &Language, holes: &Holes) -> Vec<Part> {
    let embedded = language.embedded.as_ref().filter(|it| it.needs.are_met_in(text, tree));
    embedded.map_or_else(Vec::new, |it| it.parts(text, tree, language, holes))
}

/// Puts what is in other languages below the units that hold its text.
pub(crate) fn graft(text: &[u8], tree: Tree, host: Vec<Unit>, language: &Language) -> Reading {
    let Some(embedded) =
        language.embedded.as_ref().filter(|it| it.needs.are_met_by(text, host.iter().map(|it| it.kind)))
    else {
        return Reading { units: host, tree: Some(tree), ..Reading::default() };
    };
    let (found, mut parts) = (embedded.parts(text, &tree, language, &Holes::default()), Vec::new());
    let (units, errors_elsewhere) = embedded.grafted(text, host, found, &mut parts);
    let margins = parts.iter().flat_map(Part::margins).collect();
    Reading { tree: Some(tree), parts, errors_elsewhere, units, margins }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::testing::scripted;

    #[test]
    fn parts_are_looked_for_where_there_may_be_some() {
        let language = scripted();
        let embedded = language.embedded.as_ref().expect("it embeds one");
        for (text, may) in [("int a; int b(void) { return a; }", false), ("int f(void) { /* x */ }", true)] {
            let tree = unit::tree_of(text.as_bytes(), &language, &[]).expect("a tree");
            assert_eq!(embedded.needs.are_met_in(text.as_bytes(), &tree), may, "{text}");
            assert_eq!(parts(text.as_bytes(), &tree, &language).len(), usize::from(may), "{text}");
        }
    }
}
