//! Texts within texts: what of a file is in another language, such as a script in a page, and its tree within the file's.
//!
//! A language that embeds others numbers their kinds and fields behind its own, so that one arena holds the units of all,
//! and whoever looks at units sees one tree. A *guest* is such a language; what is in it hangs below the unit of the host
//! that holds its text.

use std::borrow::Cow;
use std::sync::Arc;

use crate::grammar::{Labels, Symbol};
use crate::language::{Language, LanguageError};
use crate::queries::Rules;
use crate::syntax::graft::{ERROR, Numbers};
use crate::syntax::needs::Needs;

/// Which languages another one embeds, and where.
#[derive(Debug)]
pub struct Embedded {
    /// An `inject.scm`.
    pub(super) rules: Rules,
    /// What a text needs for it to match.
    pub(super) needs: Needs,
    pub(super) guests: Vec<Guest>,
}

/// A language within another one.
#[derive(Debug)]
pub(super) struct Guest {
    pub(super) language: Arc<Language>,
    /// What it may be called besides its name.
    aliases: Vec<String>,
    pub(super) numbers: Numbers,
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

    /// True when a unit that has some children may have others. A child that the parser would alias here counts as fitting.
    #[doc(hidden)]
    pub fn accepts_instead(&self, node: Symbol, before: &[Symbol], after: &[Symbol]) -> bool {
        let (language, numbers) = self.level(node.kind);
        let Some((own, after)) = numbers.own_symbols(node, after) else { return false };
        let before = numbers.own_symbols(node, before).map(|it| it.1).unwrap_or_default();
        language.facts.as_ref().is_some_and(|it| it.accepts_instead(own, &before, &after))
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

    /// True when the lines of a text may hold one of them.
    pub(crate) fn may_have_excerpts(&self, text: &[u8]) -> bool {
        let mut within = self.guests.iter().filter_map(|it| it.language.embedded.as_ref());
        self.needs.may_have_excerpts(text) || within.any(|it| it.may_have_excerpts(text))
    }
}

impl Guest {
    /// True for its name, and for what else it is called.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.language.name).chain(&self.aliases);
        names.any(|it| it.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::testing::scripted;

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
