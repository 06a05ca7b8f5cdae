//! Texts within texts: what of a file is in another language, such as a script in a page, and its tree within the file's.
//!
//! A language that embeds others numbers their kinds and fields behind its own, so that one arena holds the units of all,
//! and whoever looks at units sees one tree. A *guest* is such a language; what is in it hangs below the unit of the host
//! that holds its text.

use std::borrow::Cow;
use std::sync::Arc;

use tree_sitter::{Query, QueryCursor, QueryMatch, StreamingIterator, Tree};

use crate::grammar::{Labels, Symbol};
use crate::language::{Language, LanguageError};
use crate::queries::Rules;
use crate::syntax::graft::{self, ERROR, Graft, Numbers};
use crate::syntax::holes::{self, Content, Holes};
use crate::syntax::needs::Needs;
use crate::tokens::is_blank;
use crate::unit::{self, Reading, Unit};

/// A part is read by its language where no more than one in so many of its units is an error.
const EXPLAINED: usize = 20;

/// Which languages another one embeds, and where.
#[derive(Debug)]
pub struct Embedded {
    /// An `inject.scm`.
    rules: Rules,
    /// What a text needs for it to match.
    needs: Needs,
    guests: Vec<Guest>,
}

/// A language within another one.
#[derive(Debug)]
struct Guest {
    language: Arc<Language>,
    /// What it may be called besides its name.
    aliases: Vec<String>,
    numbers: Numbers,
}

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

/// One of the languages of a file, with where its numbers begin.
pub(crate) type Level<'l> = (&'l Language, Numbers);

impl Language {
    /// With a tree-sitter query that says what of a text is in another language, and the languages that there may be, each
    /// with what else it is called: `@injection.content` is captured, and what language it is says
    /// `(#set! injection.language "name")` or the text of `@injection.language`. What those languages embed in turn
    /// is read, too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use lop_engine::Language;
    ///
    /// let c = || Language::new("c", tree_sitter_c::LANGUAGE);
    /// let inner = Arc::new(Language::new("js", tree_sitter_javascript::LANGUAGE)?);
    /// let query = r#"((comment) @injection.content (#set! injection.language "js"))"#;
    /// assert!(c()?.with_embedded(query, [(inner.clone(), vec![])]).is_ok());
    /// assert!(c()?.with_embedded("(no_such_node) @injection.content", [(inner, vec![])]).is_err());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When it is no query for this grammar, or there is none.
    pub fn with_embedded(
        self,
        query: impl Into<Cow<'static, str>>,
        guests: impl IntoIterator<Item = (Arc<Language>, Vec<String>)>,
    ) -> Result<Language, LanguageError> {
        let query = query.into();
        let Some(parser) = self.syntax.parser() else {
            let reason = "a language without a grammar embeds nothing".to_owned();
            return Err(LanguageError::Rules { line: 1, reason });
        };
        Rules::compiled(query.clone(), parser)?;
        Ok(self.with_tested_embedded(query, guests))
    }

    /// The same with a query that a test of the caller's compiles.
    #[doc(hidden)]
    #[must_use]
    pub fn with_tested_embedded(
        self,
        query: impl Into<Cow<'static, str>>,
        guests: impl IntoIterator<Item = (Arc<Language>, Vec<String>)>,
    ) -> Language {
        let Some(rules) = Rules::new(query) else { return self };
        let mut next = Numbers { kinds: self.syntax.kinds(), fields: self.syntax.fields() };
        let guest = |(language, aliases): (Arc<Language>, Vec<String>)| {
            let numbers = next;
            next = Numbers { kinds: next.kinds + language.kinds(), fields: next.fields + language.fields() };
            next.are_few().then_some(Guest { language, aliases, numbers })
        };
        let guests = guests.into_iter().map_while(guest).collect();
        let needs = Needs::of(rules.text(), &self.syntax);
        Language { embedded: Some(Embedded { rules, needs, guests }), ..self }
    }

    /// The language itself and those that it embeds, and what they embed.
    pub(crate) fn levels(&self) -> Vec<Level<'_>> {
        let mut all = vec![(self, Numbers::default())];
        for it in self.embedded.iter().flat_map(|it| &it.guests) {
            all.extend(
                it.language.levels().into_iter().map(|(inner, numbers)| (inner, it.numbers.then(numbers))),
            );
        }
        all
    }

    /// The language that a kind of unit is of.
    pub(crate) fn level(&self, kind: u16) -> Level<'_> {
        let (mut language, mut numbers) = (self, Numbers::default());
        while let Some(it) = language.guest_of(numbers, kind) {
            (language, numbers) = (&it.language, numbers.then(it.numbers));
        }
        (language, numbers)
    }

    /// The guest that a kind is of, or something within that, where the language's own numbers begin at `numbers`.
    fn guest_of(&self, numbers: Numbers, kind: u16) -> Option<&Guest> {
        let mut guests = self.embedded.iter().flat_map(|it| &it.guests).rev();
        guests.find(|it| numbers.then(it.numbers).begin_before(kind))
    }

    /// How many kinds of units there are.
    pub(crate) fn kinds(&self) -> usize {
        let last = self.embedded.as_ref().and_then(|it| it.guests.last());
        last.map_or_else(|| self.syntax.kinds(), |it| it.numbers.kinds + it.language.kinds())
    }

    /// How many fields.
    fn fields(&self) -> usize {
        let last = self.embedded.as_ref().and_then(|it| it.guests.last());
        last.map_or_else(|| self.syntax.fields(), |it| it.numbers.fields + it.language.fields())
    }

    /// What a kind of unit is called.
    pub(crate) fn kind_name(&self, kind: u16) -> Option<&str> {
        let (language, numbers) = self.level(kind);
        language.syntax.kind_name(numbers.own_kind(kind)?)
    }

    /// True for the kinds of rules, false for those of literal tokens.
    pub(crate) fn is_named(&self, kind: u16) -> bool {
        let (language, numbers) = self.level(kind);
        numbers.own_kind(kind).is_some_and(|it| language.syntax.is_named(it))
    }

    /// How the children of a unit (extras and MISSING left out) fit its rule; `None` where they do not, and without facts.
    #[doc(hidden)]
    pub fn label(&self, node: Symbol, children: &[Symbol]) -> Option<Labels> {
        let (language, numbers) = self.level(node.kind);
        if let [one] = children
            && one.kind != ERROR
            && self.level(one.kind).1 != numbers
        {
            // All that is in another language may go.
            let groups = std::iter::once(0..1).collect();
            return self.facts.is_some().then(|| Labels { groups, ..Labels::default() });
        }
        let (node, children) = numbers.own_symbols(node, children)?;
        language.facts.as_ref()?.label(node, &children)
    }

    /// True when a unit may have these children. A child that the parser would alias here counts as fitting.
    #[doc(hidden)]
    pub fn accepts(&self, node: Symbol, children: &[Symbol]) -> bool {
        let (language, numbers) = self.level(node.kind);
        let Some((node, children)) = numbers.own_symbols(node, children) else { return false };
        language.facts.as_ref().is_some_and(|it| it.accepts(node, &children))
    }

    /// The shortest text that parses as a unit, where its grammar tells. It may be empty.
    #[doc(hidden)]
    pub fn shortest(&self, node: Symbol) -> Option<&[u8]> {
        let (language, numbers) = self.level(node.kind);
        let (node, _) = numbers.own_symbols(node, &[])?;
        language.facts.as_ref()?.shortest(node)
    }
}

impl Embedded {
    /// The languages that there may be.
    pub fn guests(&self) -> impl Iterator<Item = &Language> {
        self.guests.iter().map(|it| &*it.language)
    }

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
        let Some(parser) = host.syntax.parser() else { return Vec::new() };
        let query = self.rules.query(parser);
        let (mut cursor, mut found) = (QueryCursor::new(), Vec::new());
        let mut matches = cursor.matches(query, tree.root_node(), text);
        while let Some(one) = matches.next() {
            found.extend(said(query, one, text).map(|(content, name)| (content, one.pattern_index, name)));
        }
        // Of patterns that match the same text the first says what it is.
        found.sort_by_key(|(content, pattern, _)| (content.range.start_byte, *pattern));
        let (mut open, mut parts): (Vec<Content>, Vec<Part>) = (Vec::new(), Vec::new());
        for (content, _, name) in found {
            let start = content.range.start_byte;
            open.retain(|it| start < it.range.end_byte);
            // What is put into a text may hold another one.
            if open.last().is_some_and(|it| !it.leaves_out(start)) {
                continue;
            }
            open.push(content.clone());
            let Some(guest) = self.guests.iter().position(|it| it.is_called(&name)) else { continue };
            let language = &self.guests[guest].language;
            if language.is_of_lines() && content.has_holes() {
                continue;
            }
            let (tree, holes) = around.read(text, language, &content);
            let inner = tree.as_ref().map_or_else(Vec::new, |it| parts_around(text, it, language, &holes));
            parts.push(Part { guest, content, tree, inner });
        }
        parts
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
        let (mut grafts, mut with_holes, mut errors_elsewhere) = (Vec::new(), Vec::new(), 0);
        for mut part in parts {
            let (units, inner_errors) = part.units(text, &self.guests[part.guest]);
            errors_elsewhere += inner_errors;
            let errors = units.iter().filter(|it| it.is_error() || it.is_missing()).count();
            let range = part.content.range;
            let leaf = graft::leaf_of(&host, range.start_byte, range.end_byte);
            match leaf.filter(|_| !part.content.has_holes()) {
                _ if units.is_empty() || errors * EXPLAINED > units.len() => errors_elsewhere += errors,
                Some(leaf) => {
                    grafts.push(Graft { leaf, units });
                    kept.push(part);
                }
                None if part.content.has_holes() => with_holes.push((part, units, errors)),
                None => errors_elsewhere += errors,
            }
        }
        let mut host = graft::grafted(host, grafts);
        // What is put into one may hold others: those come first.
        while !with_holes.is_empty() {
            let starts: Vec<usize> = with_holes.iter().map(|it| it.0.content.range.start_byte).collect();
            let mut woven = Vec::new();
            let mut around = Vec::new();
            for (at, (part, units, errors)) in with_holes.into_iter().enumerate() {
                let holds_others = starts.get(at + 1).is_some_and(|it| *it < part.content.range.end_byte);
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
            with_holes = around;
        }
        kept.sort_by_key(|it| it.content.range.start_byte);
        (host, errors_elsewhere)
    }
}

/// Where a match says that another language is, and which.
fn said<'q>(query: &'q Query, one: &QueryMatch<'_, '_>, text: &'q [u8]) -> Option<(Content, Cow<'q, str>)> {
    let capture = |name: &str| {
        let mut all = one.captures().iter();
        all.find(|it| query.capture_names()[it.index as usize] == name).map(|it| it.node)
    };
    let content = Content::of(capture("injection.content")?)?;
    if text[content.range.start_byte..content.range.end_byte].iter().copied().all(is_blank) {
        return None;
    }
    let settings = query.property_settings(one.pattern_index);
    let setting = settings.iter().find(|it| &*it.key == "injection.language");
    let setting = setting.and_then(|it| it.value.as_deref()).map(Cow::Borrowed);
    let written = || Some(String::from_utf8_lossy(&text[capture("injection.language")?.byte_range()]));
    Some((content, setting.or_else(written)?))
}

impl Guest {
    fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.language.name).chain(&self.aliases);
        names.any(|it| it.eq_ignore_ascii_case(name))
    }
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
        let (start, end) = (self.content.range.start_byte, self.content.range.end_byte);
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
}

/// What of a text is in other languages.
pub(crate) fn parts(text: &[u8], tree: &Tree, language: &Language) -> Vec<Part> {
    parts_around(text, tree, language, &Holes::default())
}

/// The same of a text with holes.
fn parts_around(text: &[u8], tree: &Tree, language: &Language, holes: &Holes) -> Vec<Part> {
    let embedded = language.embedded.as_ref().filter(|it| it.needs.are_met_in(tree));
    embedded.map_or_else(Vec::new, |it| it.parts(text, tree, language, holes))
}

/// Puts what is in other languages below the units that hold its text.
pub(crate) fn graft(text: &[u8], tree: Tree, host: Vec<Unit>, language: &Language) -> Reading {
    let Some(embedded) =
        language.embedded.as_ref().filter(|it| it.needs.are_met_by(host.iter().map(|it| it.kind)))
    else {
        return Reading { units: host, tree: Some(tree), ..Reading::default() };
    };
    let (found, mut parts) = (embedded.parts(text, &tree, language, &Holes::default()), Vec::new());
    let (units, errors_elsewhere) = embedded.grafted(text, host, found, &mut parts);
    Reading { tree: Some(tree), parts, errors_elsewhere, units }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C whose comments are JavaScript.
    fn scripted() -> Language {
        let script = Language::new("js", tree_sitter_javascript::LANGUAGE).expect("a grammar");
        let query = "((comment) @injection.content (#set! injection.language \"js\"))";
        let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("a grammar");
        c.with_embedded(query, [(Arc::new(script), vec![])]).expect("a query")
    }

    #[test]
    fn parts_are_looked_for_where_there_may_be_some() {
        let language = scripted();
        let embedded = language.embedded.as_ref().expect("it embeds one");
        for (text, may) in [("int a; int b(void) { return a; }", false), ("int f(void) { /* x */ }", true)] {
            let tree = unit::tree_of(text.as_bytes(), &language, None).expect("a tree");
            assert_eq!(embedded.needs.are_met_in(&tree), may, "{text}");
            assert_eq!(parts(text.as_bytes(), &tree, &language).len(), usize::from(may), "{text}");
        }
    }

    #[test]
    fn what_does_not_parse_is_in_no_other_language() {
        let language =
            scripted().with_facts("rule translation_unit (* item)\nrule item \";\"").expect("facts");
        let symbol = |kind| Symbol { kind, symbol: kind };
        let (_, guest) = language.levels().into_iter().nth(1).expect("a guest");
        let (host, inner) = (symbol(1), symbol(guest.kind(1)));
        assert!(language.label(host, &[inner]).is_some() && language.label(inner, &[host]).is_some());
        for node in [host, inner] {
            assert_eq!(language.label(node, &[symbol(ERROR)]), None);
        }
    }
}
