//! Matches the patterns of a `names.scm` on the units of a file.

use super::capture::Capture;
use super::query::{Child, Kinds, Pattern, Query};
use crate::document::File;
use crate::lexeme::offset;
use crate::syntax::Numbers;
use crate::unit::UnitId;

/// Who is told of a match: the number of its pattern, and what it captured.
pub(super) type Take<'t> = dyn FnMut(usize, &[(Capture, UnitId)]) + 't;

/// The queries of the languages in a file, each with where its numbers begin: first that of the file's own.
pub(super) type Queries<'q> = [(&'q Query, Numbers)];

/// Tells `take` of each match, in the order of their first nodes.
pub(super) fn matches(queries: &Queries<'_>, file: &File, take: &mut Take<'_>) {
    let mut captured = Vec::new();
    for (at, unit) in file.units().iter().enumerate() {
        for &(query, numbers) in queries {
            let own = numbers.own_kind(unit.kind).and_then(|it| query.by_kind.get(usize::from(it)));
            let Some(patterns) = own else { continue };
            for &number in patterns {
                let pattern = &query.patterns[number];
                let lower = pattern.lower;
                let mut matcher = Matcher { file, numbers, lower, captured: &mut captured, number, take };
                matcher.node(pattern, offset(at), &Rest::NOTHING);
            }
        }
    }
}

struct Matcher<'m> {
    file: &'m File,
    numbers: Numbers,
    lower: bool,
    captured: &'m mut Vec<(Capture, UnitId)>,
    number: usize,
    take: &'m mut Take<'m>,
}

/// What is still to be found: the other children of a node, and then what its parent wants.
struct Rest<'r> {
    children: &'r [Child],
    to_the_end: bool,
    /// Where they may be: the units of the node from here on.
    next: UnitId,
    end: UnitId,
    then: Option<&'r Rest<'r>>,
}

impl Rest<'_> {
    const NOTHING: Rest<'static> = Rest { children: &[], to_the_end: false, next: 0, end: 0, then: None };
}

impl Matcher<'_> {
    /// Goes on where a unit fits a pattern.
    fn node(&mut self, pattern: &Pattern, unit: UnitId, rest: &Rest<'_>) {
        if !self.fits(pattern, unit) {
            return;
        }
        let before = self.captured.len();
        self.captured.extend(pattern.captures.iter().map(|&it| (it, unit)));
        if pattern.children.is_empty() {
            self.rest(rest);
        } else {
            let end = self.file.unit(unit).subtree_end;
            let Pattern { children, to_the_end, .. } = pattern;
            self.rest(&Rest { children, to_the_end: *to_the_end, next: unit + 1, end, then: Some(rest) });
        }
        self.captured.truncate(before);
    }

    /// Finds the next child, wherever it may be, and goes on from there.
    fn rest(&mut self, rest: &Rest<'_>) {
        let Some((child, children)) = rest.children.split_first() else {
            if !rest.to_the_end || !self.any_named(rest) {
                match rest.then {
                    Some(then) => self.rest(then),
                    None => (self.take)(self.number, self.captured),
                }
            }
            return;
        };
        let mut next = rest.next;
        while next < rest.end {
            let unit = self.file.unit(next);
            if child.field.is_none_or(|it| self.numbers.field(it) == unit.field) {
                self.node(&child.node, next, &Rest { children, next: unit.subtree_end, ..*rest });
            }
            if child.at_once && unit.is_solid() {
                return;
            }
            next = unit.subtree_end;
        }
    }

    fn fits(&self, pattern: &Pattern, at: UnitId) -> bool {
        let unit = self.file.unit(at);
        let kind = match &pattern.kinds {
            Kinds::Any => true,
            Kinds::Named => unit.is_named(),
            Kinds::Of(kinds) => self.numbers.own_kind(unit.kind).is_some_and(|it| kinds.contains(&it)),
        };
        let is_name = || pattern.captures.iter().any(|it| matches!(it, Capture::Name(..)));
        let capital = || self.file.text_of(at).first().is_some_and(u8::is_ascii_uppercase);
        let lacks =
            |it| self.file.children(at).all(|child| self.file.unit(child).field != self.numbers.field(it));
        let says = || {
            let text = self.file.text_of(at);
            pattern.words.is_empty() || pattern.words.iter().any(|it| it.as_bytes() == text)
        };
        kind && says()
            && !(self.lower && is_name() && capital())
            && pattern.without.iter().all(|&it| lacks(it))
    }

    fn any_named(&self, rest: &Rest<'_>) -> bool {
        let mut next = rest.next;
        while next < rest.end && !self.file.unit(next).is_solid() {
            next = self.file.unit(next).subtree_end;
        }
        next < rest.end
    }
}
