//! What coupled edits ask of a document and its names: where a name is used, what is done to it there, how a definition goes.

use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::names::{Binding, BindingId, Definition, Kind, Names, Place, Target};
use crate::thresholds::NAMESAKES;
use crate::tokens;

/// How many definitions beside another are looked at for what goes with it, such as before a parameter its function.
pub(super) const NEAR: usize = 64;

/// A document and its names.
pub(super) struct View<'d> {
    pub(super) document: &'d Document,
    pub(super) names: &'d Names,
}

/// A place where a name is used, and the unit that it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub(super) file: FileId,
    /// The outermost unit that is no more than the name.
    pub(super) unit: UnitId,
}

impl<'d> View<'d> {
    /// A document and its names; `None` when it defines none.
    pub(super) fn of(document: &'d Document) -> Option<View<'d>> {
        let names = document.names();
        (!names.is_empty()).then_some(View { document, names })
    }

    pub(super) fn file(&self, id: FileId) -> &'d File {
        self.document.file(id)
    }

    /// The definitions of a binding.
    pub(super) fn definitions(&self, binding: BindingId) -> impl Iterator<Item = &'d Definition> + use<'d> {
        let names = self.names;
        self.binding(binding).definitions.iter().map(|&it| &names.definitions()[it])
    }

    /// What is defined in a span of a file, in order.
    pub(super) fn definitions_in(&self, file: FileId, span: Span) -> &'d [Definition] {
        &self.names.definitions()[self.names.definitions_in(self.document, file, span)]
    }

    pub(super) fn binding(&self, binding: BindingId) -> &'d Binding {
        &self.names.bindings()[binding]
    }

    /// The bindings whose first definition is in a file and of one of some kinds, in order.
    pub(super) fn bindings<'k>(
        &self,
        file: FileId,
        kinds: &'k [Kind],
    ) -> impl Iterator<Item = (BindingId, &'d Definition)> + use<'d, 'k> {
        let names = self.names;
        let firsts =
            names.bindings_of(file).map(|id| (id, &names.definitions()[names.bindings()[id].definitions[0]]));
        firsts.filter(move |it| kinds.contains(&it.1.kind))
    }

    /// Where a binding is used and nothing else can be meant.
    pub(super) fn uses(&self, binding: BindingId) -> Vec<Use> {
        self.binding(binding).references.iter().filter_map(|&it| self.use_at(it)).collect()
    }

    /// Where a binding is used, or may be: a member of whatever.
    pub(super) fn possible_uses(&self, binding: BindingId) -> Vec<Use> {
        let Binding { word, perhaps, .. } = *self.binding(binding);
        let mut uses = self.uses(binding);
        if perhaps == 0 {
            return uses;
        }
        uses.extend(self.names.places_abroad(word).iter().filter_map(|&it| self.use_at(it)));
        uses
    }

    /// Where a definition's binding is used, also where others have its name and its own type stands before it, as in `A.n`.
    pub(super) fn known_uses(&self, definition: &Definition) -> Vec<Use> {
        let mut uses = self.uses(definition.binding);
        let Binding { word, perhaps, .. } = *self.binding(definition.binding);
        let of_few = || self.names.namesakes(definition).nth(NAMESAKES.get()).is_none();
        if perhaps == 0 || definition.kind != Kind::Member || !of_few() {
            return uses;
        }
        let whole = self.file(definition.file).unit(definition.whole).span();
        let is_its_own = |at: &Place| {
            let owner = at.at.checked_sub(2).map(|it| self.names.target(Place { at: it, ..*at }));
            let Some(Target::Binding(owner)) = owner else { return false };
            let holds = |it: &Definition| self.file(it.file).unit(it.whole).span().contains(whole);
            self.definitions(owner).any(|it| it.file == definition.file && holds(it))
        };
        let places = self.names.places_abroad(word).iter().copied();
        uses.extend(places.filter(is_its_own).filter_map(|it| self.use_at(it)));
        uses
    }

    /// What the lexeme at a place is.
    pub(super) fn use_at(&self, place: Place) -> Option<Use> {
        let file = self.file(place.file);
        let unit = outermost(file, leaf_from(file, file.lexemes().get(place.at)?.span.start)?);
        Some(Use { file: place.file, unit })
    }

    /// The first lexeme that begins in a span, and one past the last.
    pub(super) fn lexemes_of(&self, file: FileId, span: Span) -> (usize, usize) {
        let lexemes = self.file(file).lexemes();
        let from = |offset: u32| lexemes.partition_point(|it| it.span.start < offset);
        (from(span.start), from(span.end))
    }

    /// True when a lexeme reads so.
    pub(super) fn reads(&self, file: FileId, at: usize, is: &[u8]) -> bool {
        self.file(file).lexemes().get(at).is_some_and(|it| it.of(&self.file(file).text) == is)
    }

    /// The lexeme that is the partner of a bracket; itself where it has none.
    pub(super) fn partner(&self, file: FileId, at: usize) -> usize {
        self.file(file).partners().get(at).copied().unwrap_or(at)
    }

    /// How many names a definition introduces besides this one.
    pub(super) fn shares(&self, definition: &Definition) -> bool {
        self.names.shares(definition)
    }

    /// True when a set makes the document rank lower by tokens, or by bytes at as many tokens.
    pub(super) fn lowers(&self, set: &EditSet) -> bool {
        let (mut before, mut after) = ((0, 0), (0, 0));
        for edit in set.edits() {
            let tokens = self.file(edit.file).tokens_in(edit.span);
            before = (before.0 + tokens, before.1 + edit.span.len());
            after = (after.0 + tokens::count(&edit.with), after.1 + edit.with.len());
        }
        after < before
    }

    /// Takes a definition away: its statement where it is all of that, else the element that it is, with a comma.
    pub(super) fn removal(&self, definition: &Definition) -> Edit {
        let file = self.file(definition.file);
        if self.shares(definition) {
            let unit = child_towards(file, definition.whole, definition.name).unwrap_or(definition.name);
            return Edit::delete(definition.file, self.with_comma(definition.file, file.unit(unit).span()));
        }
        let unit = self.filled(definition.file, self.statement_of(definition.file, definition.whole));
        let span = self.with_comma(definition.file, file.unit(unit).span());
        Edit::delete(definition.file, self.with_end(definition.file, unit, span))
    }

    /// A statement, or what is around the block that may not lose it.
    fn filled(&self, id: FileId, statement: UnitId) -> UnitId {
        let file = self.file(id);
        let kept = file.language.as_ref().map_or(&[][..], |it| &it.nonempty);
        let is_kept = |it: UnitId| kept.iter().any(|kind| kind == file.kind_name(it));
        let mut unit = statement;
        loop {
            let block = if is_kept(unit) { unit } else { file.unit(unit).parent };
            let mut named = file.children(block).filter(|&it| file.unit(it).is_named());
            if !is_kept(block) || named.nth(1).is_some() || file.unit(block).parent == 0 {
                return unit;
            }
            unit = file.unit(block).parent;
        }
    }

    /// A span with the `;` behind it that a member of a class leaves to what is around it.
    fn with_end(&self, id: FileId, unit: UnitId, span: Span) -> Span {
        let file = self.file(id);
        let around = file.unit(file.unit(unit).parent).span();
        let behind = self.lexemes_of(id, span).1;
        let in_braces = file.text[around.range()].starts_with(b"{") && file.unit(unit).end == span.end;
        let end = file.lexemes().get(behind).map(|it| it.span).filter(|it| around.contains(*it));
        let end = end.filter(|_| in_braces && self.reads(id, behind, b";"));
        end.map_or(span, |it| Span::new(span.start, it.end))
    }

    /// The outermost unit that is not worth having without `unit`: what only adds keywords, a type and a `;` to it.
    pub(super) fn statement_of(&self, id: FileId, unit: UnitId) -> UnitId {
        let file = self.file(id);
        let mut whole = unit;
        loop {
            let parent = file.unit(whole).parent;
            if parent == 0 || !self.only_dresses(id, parent, whole) {
                return whole;
            }
            whole = parent;
        }
    }

    /// True when a unit has, besides `inner`, words before it on the same line and a `;` behind it.
    fn only_dresses(&self, id: FileId, outer: UnitId, inner: UnitId) -> bool {
        let file = self.file(id);
        let (whole, part) = (file.unit(outer).span(), file.unit(inner).span());
        let before = &file.text[whole.start as usize..part.start as usize];
        let behind = &file.text[part.end as usize..whole.end as usize];
        let closed = behind.iter().all(|it| tokens::is_blank(*it) || *it == b';');
        // Blocks, lists, labels and other statements are more than a dress.
        !before.iter().any(|it| b"\n(){}[],;:=.?!&|".contains(it)) && !before.starts_with(b"return") && closed
    }

    /// A span with a comma that belongs to it: the next, else the one before.
    pub(super) fn with_comma(&self, id: FileId, span: Span) -> Span {
        let (first, end) = self.lexemes_of(id, span);
        let lexemes = self.file(id).lexemes();
        if self.reads(id, end, b",") {
            return Span::new(span.start, lexemes[end].span.end);
        }
        match first.checked_sub(1).filter(|&it| self.reads(id, it, b",")) {
            Some(comma) => Span::new(lexemes[comma].span.start, span.end),
            None => span,
        }
    }
}

impl Use {
    pub(super) fn span(self, view: &View) -> Span {
        view.file(self.file).unit(self.unit).span()
    }

    /// What stands around it, unless that is the whole file.
    pub(super) fn parent(self, view: &View) -> Option<UnitId> {
        Some(view.file(self.file).unit(self.unit).parent).filter(|&it| it != 0)
    }

    /// The unit around it when that is no more than the name with signs that make it a use, such as `$(NAME)`.
    pub(super) fn signed(self, view: &View) -> Option<UnitId> {
        self.parent(view).filter(|it| view.names.signed(self.file).binary_search(it).is_ok())
    }

    /// The unit around it when that is the use with an operator before it, such as `*p`.
    pub(super) fn behind(self, view: &View, operator: &[u8]) -> Option<UnitId> {
        let before = self.first(view).checked_sub(1).filter(|&it| view.reads(self.file, it, operator))?;
        let file = view.file(self.file);
        let parent = self.parent(view)?;
        let whole = file.unit(parent).span();
        let starts = whole.start == file.lexemes()[before].span.start;
        (starts && whole.end == self.span(view).end).then_some(parent)
    }

    /// The unit around it when it begins with the use and this lexeme stands behind that.
    pub(super) fn before(self, view: &View, operator: &[u8]) -> Option<UnitId> {
        if !view.reads(self.file, self.next(view), operator) {
            return None;
        }
        let (span, parent) = (self.span(view), self.parent(view)?);
        let whole = view.file(self.file).unit(parent).span();
        (whole.start == span.start && whole.end > span.end).then_some(parent)
    }

    /// The unit around it when that is an element of it, such as `a[i]`, and what stands in the brackets.
    pub(super) fn element(self, view: &View) -> Option<(UnitId, Span)> {
        let parent = self.before(view, b"[")?;
        let open = self.next(view);
        let close = view.partner(self.file, open);
        let lexemes = view.file(self.file).lexemes();
        let closes = lexemes[close].span.end == view.file(self.file).unit(parent).end;
        (close > open && closes)
            .then(|| (parent, Span::new(lexemes[open].span.end, lexemes[close].span.start)))
    }

    /// True when something is assigned to it.
    pub(super) fn is_written(self, view: &View) -> bool {
        let lexemes = view.file(self.file).lexemes();
        let sign = lexemes.get(self.next(view)).map(|it| it.of(&view.file(self.file).text));
        let assigns = |it: &&[u8]| match *it {
            b"++" | b"--" | b"=" | b"<<=" | b">>=" => true,
            it => it.ends_with(b"=") && !b"=!<>".contains(&it[0]),
        };
        // `*p = …` writes to what `p` points to.
        let after = sign.filter(assigns).is_some_and(|it| self.before(view, it).is_some());
        after || self.behind(view, b"++").is_some() || self.behind(view, b"--").is_some()
    }

    /// What is assigned to it, with the unit that is the assignment.
    pub(super) fn assigned(self, view: &View) -> Option<(UnitId, Span)> {
        self.given(view, b"=")
    }

    /// What stands behind a sign that follows it, with the unit that is both.
    pub(super) fn given(self, view: &View, sign: &[u8]) -> Option<(UnitId, Span)> {
        let parent = self.before(view, sign)?;
        let sign = view.file(self.file).lexemes()[self.next(view)].span;
        let whole = view.file(self.file).unit(parent).span();
        let text = &view.file(self.file).text;
        let value = crate::lexeme::trim(text, Span::new(sign.end, whole.end))?;
        (!text[value.range()].ends_with(b";")).then_some((parent, value))
    }

    /// True when it stands beside an operator, or has something behind it such as arguments.
    pub(super) fn is_operand(self, view: &View) -> bool {
        let lexemes = view.file(self.file).lexemes();
        let operator = |at: usize| {
            let punct = lexemes.get(at).is_some_and(|it| it.class == Class::Punct);
            punct && ![b"," as &[u8], b";", b"=", b":", b"=>"].iter().any(|it| view.reads(self.file, at, it))
        };
        let next = self.next(view);
        let opens = matches!(lexemes.get(next).map(|it| it.class), Some(Class::Open(b'(' | b'[')));
        opens || operator(next) || self.first(view).checked_sub(1).is_some_and(operator)
    }

    /// The first lexeme of it.
    fn first(self, view: &View) -> usize {
        view.lexemes_of(self.file, self.span(view)).0
    }

    /// The lexeme behind it.
    pub(super) fn next(self, view: &View) -> usize {
        view.lexemes_of(self.file, self.span(view)).1
    }
}

/// The leaf that starts at an offset.
pub(super) fn leaf_from(file: &File, start: u32) -> Option<UnitId> {
    let after = file.units().partition_point(|it| it.start <= start);
    let here = file.units()[..after].iter().enumerate().rev().take_while(|it| it.1.start == start);
    let unit = here.filter(|it| !it.1.span().is_empty()).map(|it| crate::lexeme::offset(it.0)).next()?;
    file.is_leaf(unit).then_some(unit)
}

/// The outermost unit with the same bytes, below the root.
pub(super) fn outermost(file: &File, unit: UnitId) -> UnitId {
    let mut whole = unit;
    loop {
        let parent = file.unit(whole).parent;
        if parent == 0 || file.unit(parent).span() != file.unit(unit).span() {
            return whole;
        }
        whole = parent;
    }
}

/// The child of `outer` in which `inner` stands.
pub(super) fn child_towards(file: &File, outer: UnitId, inner: UnitId) -> Option<UnitId> {
    let mut child = inner;
    while file.unit(child).parent != outer {
        let parent = file.unit(child).parent;
        if parent == child {
            return None;
        }
        child = parent;
    }
    (child != outer).then_some(child)
}

/// The innermost unit with children that covers just these bytes.
pub(super) fn unit_at(file: &File, span: Span) -> Option<UnitId> {
    let mut unit = leaf_from(file, span.start)?;
    while file.unit(unit).span() != span {
        let parent = file.unit(unit).parent;
        let around = file.unit(parent).span();
        if parent == unit || around.start < span.start || around.end > span.end {
            return None;
        }
        unit = parent;
    }
    Some(unit)
}
