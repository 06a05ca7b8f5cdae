//! The body of a function in the place of its calls.

use super::bodies::{delegates, holds_together, keyword, statements, value_behind};
use super::functions::{Arguments, Function, Lists};
use super::homonyms::{Homonym, homonyms};
use super::places::{Use, indent, is_indented, is_tight, moved, takes_anything};
use super::receiver::{Receiver, is_foreign, is_own};
use super::variables::{Parameter, parameters};
use super::yields::{gives, listed};
use crate::document::{File, UnitId};
use crate::edit::{Edit, EditSet, Span};
use crate::names::Definition;
use crate::tokens::is_word;

/// How faithfully a body is put in the place of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// The arguments in the place of the parameters; statements as they are.
    Bare,
    /// The same, with new names for its variables where words of that name stand elsewhere.
    Renamed,
    /// The parameters as variables, the statements in braces.
    Block,
    /// The value alone, converted to the type of the function.
    Converted,
}

/// What a function does, in parts that can stand elsewhere.
pub(super) struct Body<'f> {
    function: &'f Function<'f>,
    calls: Vec<&'f Arguments>,
    /// True when nothing calls it in another way.
    all_known: bool,
    definition: &'f Definition,
    file: &'f File,
    parameters: Vec<Parameter<'f>>,
    /// All of its statements, what returns among them.
    all: Option<Span>,
    /// Those before the one that returns.
    statements: Option<Span>,
    value: Option<UnitId>,
    /// True when it returns before its end, too.
    returns: bool,
    /// True when the value is the only one that it gives out to who goes over its result.
    gives: bool,
}

impl<'f> Body<'f> {
    /// Reads what a function does; `None` where nothing says so, or where it calls itself.
    pub(super) fn of(function: &'f Function<'f>, lists: &'f Lists) -> Option<Body<'f>> {
        let definition = function.implementation()?;
        let file = function.document.file(definition.file);
        let body = definition.parts.body.filter(|&it| holds_together(file, it))?;
        let own = file.unit(definition.whole).span();
        let calls_itself = |it: &Arguments| {
            it.file == definition.file && own.contains(it.call.span(function.document.file(it.file)))
        };
        if lists.arguments.iter().any(calls_itself) {
            return None;
        }
        let (statements, worth) = statements(file, body);
        let hull = |units: &[UnitId]| {
            Some(Span::new(file.unit(*units.first()?).start, file.unit(*units.last()?).end))
        };
        let all = hull(&statements);
        let given = statements.last().and_then(|&it| gives(file, body, it));
        let ends = |&it: &UnitId| keyword(file, it).or_else(|| delegates(file, it)).or(given);
        let keyword = statements.last().and_then(ends);
        let value = keyword.map_or(worth, |it| value_behind(file, it));
        let ends = keyword.is_some() || worth.is_some();
        let kept = &statements[..statements.len() - usize::from(ends && !statements.is_empty())];
        let is_return = |it: UnitId| file.is_leaf(it) && file.text_of(it) == b"return";
        let returns = kept.iter().any(|&it| (it..file.unit(it).subtree_end).any(is_return));
        let parameters = parameters(function, definition, lists);
        let statements = hull(kept);
        let own = |it: &&Arguments| !is_foreign(function, it.file, &it.call);
        let calls: Vec<&Arguments> = lists.arguments.iter().filter(own).collect();
        let all_known =
            calls.len() >= function.calls().filter(|it| !is_foreign(function, it.0, &it.1)).count();
        Some(Body {
            function,
            calls,
            all_known,
            definition,
            file,
            parameters,
            all,
            statements,
            value,
            returns,
            gives: given.is_some(),
        })
    }

    /// The name of what it only hands its parameters on to.
    pub(super) fn forwards_to(&self) -> Option<&'f [u8]> {
        let file = self.file;
        let span = match (self.statements, self.value) {
            (None, Some(value)) if !self.gives => file.unit(value).span(),
            (Some(all), None) => all,
            _ => return None,
        };
        let text = |it: Span| {
            let text = file.text[it.range()].trim_ascii_end();
            text.strip_suffix(b";").unwrap_or(text).trim_ascii_end()
        };
        let calls = self.function.names.calls(self.definition.file);
        let at = calls.partition_point(|it| file.unit(it.whole).start < span.start);
        let call = calls[at..].iter().find(|it| !it.generic && !it.constructs)?;
        let whole = call.span(file);
        if whole.start != span.start || text(whole) != text(span) {
            return None;
        }
        let list = super::lists::List::of(file, self.definition.file, call.arguments)?;
        let names = self.parameters.iter().map(|it| it.name.map(|it| file.text_of(it)));
        let handed = list.elements.iter().map(|it| Some(&file.text[it.span.range()]));
        let callee = Span::new(whole.start, file.unit(call.arguments).start);
        names.eq(handed).then(|| file.text[callee.range()].trim_ascii_end())
    }

    /// The type that it returns, where nothing but its words says so.
    fn result(&self) -> Option<&'f [u8]> {
        let (result, name) = (self.definition.parts.result?, self.definition.name);
        let (result, name) = (self.file.unit(result).span(), self.file.unit(name).span());
        let between = self.file.text.get(result.end as usize..name.start as usize).unwrap_or_default();
        between.trim_ascii().is_empty().then(|| &self.file.text[result.range()])
    }

    /// How many bytes all copies have at most, about.
    pub(super) fn put(&self) -> usize {
        let len = |it: Span| it.len();
        let own = self.all.map_or(0, len) + self.value.map_or(0, |it| len(self.file.unit(it).span()));
        let uses: usize = self.parameters.iter().filter_map(|it| Some(it.binding?.references.len())).sum();
        let arguments = self.calls().iter().flat_map(|it| &it.list.elements).map(|it| len(it.span));
        own * self.calls().len() + uses * arguments.sum::<usize>()
    }

    /// Its calls.
    pub(super) fn calls(&self) -> &[&'f Arguments] {
        &self.calls
    }

    /// True when nothing calls it in another way.
    pub(super) fn is_all_known(&self) -> bool {
        self.all_known
    }

    /// What gets another name in the place of a call.
    fn homonyms(&self, call: &Arguments) -> Vec<Homonym> {
        let changed = self.parameters.iter().filter(|it| it.changes).filter_map(|it| it.binding);
        let copy = self.calls().iter().position(|it| std::ptr::eq(*it, call)).unwrap_or_default();
        homonyms(self.function, self.definition, changed, copy)
    }

    /// All that it does in the place of a call, as text, with other changes in it, in order.
    pub(super) fn rewritten(
        &self,
        call: &Arguments,
        manner: Manner,
        more: Vec<(Span, Vec<u8>)>,
    ) -> Option<Vec<u8>> {
        let copy = Copy { more, ..self.copy(call, manner)? };
        let mut parts = copy.declarations()?;
        parts.push(copy.text(self.all?));
        Some(copy.join(copy.target(), &parts, false))
    }

    /// Puts it in the place of a call.
    pub(super) fn at(&self, call: &Arguments, manner: Manner) -> Option<EditSet> {
        self.copy(call, manner)?.edits()
    }

    fn copy<'c>(&'c self, call: &'c Arguments, manner: Manner) -> Option<Copy<'c>> {
        let homonyms = if manner == Manner::Renamed { self.homonyms(call) } else { Vec::new() };
        if homonyms.is_empty() && manner == Manner::Renamed {
            return None;
        }
        let file = self.function.document.file(call.file);
        let receiver = Receiver::of(file, (call.file, &call.call));
        Some(Copy { body: self, call, manner, homonyms, receiver, file, more: Vec::new() })
    }
}

/// One copy of a body.
struct Copy<'c> {
    body: &'c Body<'c>,
    call: &'c Arguments,
    manner: Manner,
    homonyms: Vec<Homonym>,
    /// What the call is on.
    receiver: Option<Receiver<'c>>,
    /// The file of the call.
    file: &'c File,
    /// What else changes in it.
    more: Vec<(Span, Vec<u8>)>,
}

impl Copy<'_> {
    fn edits(&self) -> Option<EditSet> {
        let body = self.body;
        let span = self.call.call.span(self.file);
        let before = self.before()?;
        if self.manner == Manner::Converted && !before.is_empty() {
            return None;
        }
        if before.is_empty() {
            let value = self.value(span)?;
            return Some(EditSet::replace(self.call.file, span, value));
        }
        let used = Use::of(self.file, self.call.call.whole)?;
        let replace = |span: Span, parts: Vec<Vec<u8>>, braces: bool| {
            Some(EditSet::replace(self.call.file, span, self.join(span.start, &parts, braces)))
        };
        match used {
            Use::Statement { span, direct } => {
                let mut parts = before;
                let value = body.value.map(|it| self.text(body.file.unit(it).span()));
                parts.extend(value.filter(|it| has_effect(it)).map(|it| self.closed(it)));
                replace(span, parts, !direct || self.manner == Manner::Block)
            }
            Use::Tail { span } => {
                let mut parts = before;
                parts.extend(body.value.map(|it| self.text(body.file.unit(it).span())));
                replace(span, parts, self.manner == Manner::Block)
            }
            Use::Returned { span } => {
                let all = body.all.map(|it| self.text(it));
                let parts = self.declarations()?.into_iter().chain(all).collect();
                replace(span, parts, self.manner == Manner::Block)
            }
            Use::Within { .. } if body.returns => None,
            Use::Within { start } => {
                let mut text = self.closed(self.join(start, &before, false));
                text.extend(self.separator(start));
                let value = self.value(span).unwrap_or_else(|| b"0".to_vec());
                let edits = if start == span.start {
                    vec![Edit::replace(self.call.file, span, [text, value].concat())]
                } else {
                    let insert = Edit::replace(self.call.file, Span::new(start, start), text);
                    vec![insert, Edit::replace(self.call.file, span, value)]
                };
                Some(edits.into_iter().collect())
            }
        }
    }

    /// What it does before it returns, as statements.
    fn before(&self) -> Option<Vec<Vec<u8>>> {
        let mut parts = self.declarations()?;
        parts.extend(self.body.statements.map(|it| self.text(it)));
        Some(parts)
    }

    /// The parameters that become variables; `None` where it is not known how.
    fn declarations(&self) -> Option<Vec<Vec<u8>>> {
        let each = self.body.parameters.iter().enumerate().filter(|it| self.declares(it.1));
        let value = |at: usize| self.argument(at).unwrap_or_else(|| b"0".to_vec());
        each.map(|(at, it)| it.as_variable(self.body.file, &value(at), self.new_name(it.name))).collect()
    }

    fn new_name(&self, name: Option<UnitId>) -> Option<&[u8]> {
        let span = self.body.file.unit(name?).span();
        self.homonyms.iter().find(|it| it.places.contains(&span)).map(|it| &it.new[..])
    }

    fn declares(&self, parameter: &Parameter<'_>) -> bool {
        let used = parameter.binding.is_some_and(|it| !it.references.is_empty());
        let is_receiver = || parameter.name.is_some_and(|it| is_own(self.body.file.text_of(it)));
        if self.receiver.is_some() && is_receiver() {
            return false;
        }
        parameter.changes || used && self.manner == Manner::Block
    }

    fn argument(&self, at: usize) -> Option<Vec<u8>> {
        Some(self.given(at)?.0.to_vec())
    }

    /// The argument for a parameter, or what stands for one, and whether it holds together anywhere.
    fn given(&self, at: usize) -> Option<(&[u8], bool)> {
        let (parameter, file) = (&self.body.parameters[at], self.body.file);
        let name = parameter.name.map(|it| file.text_of(it));
        let position = self.call.position(self.file, at, name);
        let Some(element) = position.and_then(|it| self.call.list.elements.get(it)) else {
            let text = &file.text[parameter.default(file)?.range()];
            return Some((text, text.iter().all(|it| is_word(*it))));
        };
        let text = &self.file.text[element.span.range()];
        let named = name.and_then(|it| text.strip_prefix(it)?.trim_ascii_start().strip_prefix(b"="));
        match named.filter(|it| !it.starts_with(b"=")) {
            Some(value) => Some((value.trim_ascii(), value.iter().all(|it| is_word(*it)))),
            None => Some((text, is_tight(self.file, element.unit))),
        }
    }

    /// What it returns, fit to take the place of the call.
    fn value(&self, call: Span) -> Option<Vec<u8>> {
        let value = self.body.value?;
        let text = self.text(self.body.file.unit(value).span());
        let bracketed = |text: &[u8]| [b"(", text, b")"].concat();
        let tight = is_tight(self.body.file, value);
        if self.body.gives {
            return Some(listed(self.body.file, value, &text));
        }
        if self.manner == Manner::Converted {
            let value = if tight { text } else { bracketed(&text) };
            let converted = self.body.file.language.as_ref()?.converted(self.body.result()?, &value)?;
            let fits = !converted.starts_with(&value) || takes_anything(self.file, call);
            return Some(if fits { converted } else { bracketed(&converted) });
        }
        let fits = tight || takes_anything(self.file, call);
        Some(if fits { text } else { bracketed(&text) })
    }

    /// Some of the body with arguments in the place of its parameters.
    fn text(&self, span: Span) -> Vec<u8> {
        let file = self.body.file;
        let mut put: Vec<(Span, Vec<u8>)> = Vec::new();
        for (at, parameter) in self.body.parameters.iter().enumerate().filter(|it| !self.declares(it.1)) {
            let places = parameter.binding.into_iter().flat_map(|it| &it.references);
            let places = places.filter(|it| it.file == self.body.definition.file);
            let spans = places.map(|&it| self.body.function.signed(it));
            put.extend(spans.filter_map(|it| Some((it, self.handed(at, it)?))));
        }
        let new = self.homonyms.iter().flat_map(|it| it.places.iter().map(|&place| (place, it.new.clone())));
        put.extend(new);
        put.extend(self.more.iter().cloned());
        let receiver = self.receiver.iter();
        put.extend(receiver.flat_map(|it| it.edits(self.body.function, self.body.definition, span)));
        put.retain(|it| span.contains(it.0));
        put.sort_by_key(|it| it.0.start);
        let mut out = Vec::new();
        let mut from = span.start;
        for (place, text) in put {
            out.extend_from_slice(&file.text[from as usize..place.start as usize]);
            out.extend(text);
            from = place.end;
        }
        out.extend_from_slice(&file.text[from as usize..span.end as usize]);
        if is_indented(file) {
            moved(&out, indent(file, span.start), indent(self.file, self.target()))
        } else {
            out
        }
    }

    /// The argument for a parameter, fit for a place in the body; `None` where the call has none, nor the parameter a default.
    fn handed(&self, at: usize, place: Span) -> Option<Vec<u8>> {
        let (text, tight) = self.given(at)?;
        let fits = tight || takes_anything(self.body.file, place);
        Some(if fits { text.to_vec() } else { [b"(", text, b")"].concat() })
    }

    fn target(&self) -> u32 {
        self.file.unit(self.call.call.whole).start
    }

    /// A statement with what ends it where another one follows on its line.
    fn closed(&self, text: Vec<u8>) -> Vec<u8> {
        let open = !is_indented(self.file) && !text.ends_with(b";") && !text.ends_with(b"}");
        if open { [&text[..], b";"].concat() } else { text }
    }

    fn separator(&self, start: u32) -> Vec<u8> {
        if is_indented(self.file) { [b"\n", indent(self.file, start)].concat() } else { b" ".to_vec() }
    }

    /// Statements behind each other, as a block if `braces`.
    fn join(&self, start: u32, parts: &[Vec<u8>], braces: bool) -> Vec<u8> {
        let last = parts.len().saturating_sub(1);
        let ended = parts.iter().enumerate();
        let ended = ended.map(|(at, it)| if at < last { self.closed(it.clone()) } else { it.clone() });
        let parts = ended.collect::<Vec<_>>().join(&self.separator(start)[..]);
        if braces && !is_indented(self.file) { [b"{ ", &parts[..], b" }"].concat() } else { parts }
    }
}

/// True when to evaluate this does something.
pub(super) fn has_effect(text: &[u8]) -> bool {
    text.contains(&b'(') || text.windows(2).any(|it| it == b"++" || it == b"--") || text.contains(&b'=')
}
