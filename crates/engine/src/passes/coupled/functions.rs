//! Functions with their parameters and their calls, and what is asked of a place in the tree.

use std::ops::Range;

use super::constructors::also_made;
use super::lists::{Element, List};
use super::view::View;
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::Lexeme;
use crate::names::{Binding, Call, Definition, DefinitionId, Kind, Names, Place};
use crate::thresholds::{COUPLED_CALLS, COUPLED_FUNCTIONS};

/// Something with parameters: all its definitions and declarations, and its calls.
pub(super) struct Function<'d> {
    pub(super) document: &'d Document,
    pub(super) names: &'d Names,
    pub(super) binding: &'d Binding,
}

/// A list of parameters, and those of arguments for it.
pub(super) struct Lists {
    /// One for each definition that has one.
    pub(super) parameters: Vec<(FileId, List)>,
    /// One for each call.
    pub(super) arguments: Vec<Arguments>,
}

/// The arguments of a call.
pub(super) struct Arguments {
    pub(super) file: FileId,
    pub(super) call: Call,
    pub(super) list: List,
    /// How many parameters come before the first argument.
    skipped: usize,
}

/// The functions that file `id` defines before others do, in order.
pub(super) fn functions(document: &Document, id: FileId) -> impl Iterator<Item = Function<'_>> {
    let names = document.names();
    let here = move |it: &&Binding| {
        it.definitions.iter().any(|&it| {
            let parts = names.definitions()[it].parts;
            parts.generics.is_some() || parts.parameters.is_some() && !names.is_constructor(it)
        })
    };
    let found =
        names.bindings_of(id).map(|it| &names.bindings()[it]).filter(here).take(COUPLED_FUNCTIONS.get());
    found.map(move |binding| Function { document, names, binding })
}

/// What file `id` defines before others do that does something and has no list of parameters, such as `def f` in Ruby or a
/// property, in order.
pub(super) fn bare_functions(document: &Document, id: FileId) -> impl Iterator<Item = Function<'_>> {
    let names = document.names();
    let is_bare = |it: &DefinitionId| {
        let Definition { kind, parts, .. } = &names.definitions()[*it];
        let is_called = matches!(kind, Kind::Function | Kind::Member);
        is_called && parts.body.is_some() && parts.parameters.is_none() && parts.generics.is_none()
    };
    let here = move |it: &&Binding| it.definitions.iter().all(is_bare);
    let found = names.bindings_of(id).map(|it| &names.bindings()[it]).filter(here);
    found.take(COUPLED_FUNCTIONS.get()).map(move |binding| Function { document, names, binding })
}

impl<'d> Function<'d> {
    /// Its definitions and declarations, in order.
    pub(super) fn definitions(&self) -> impl Iterator<Item = &'d Definition> + '_ {
        self.binding.definitions.iter().map(|&it| &self.names.definitions()[it])
    }

    /// The definition that says what it does, if just one does.
    pub(super) fn implementation(&self) -> Option<&'d Definition> {
        let mut with_body = self.definitions().filter(|it| it.parts.body.is_some());
        with_body.next().filter(|_| with_body.next().is_none())
    }

    /// Its calls with arguments for parameters, in order.
    pub(super) fn calls(&self) -> impl Iterator<Item = (FileId, Call)> + '_ {
        self.binding.calls.iter().filter(|it| !it.1.generic && !it.1.constructs).copied()
    }

    /// Its parameters, or its generic ones, and the arguments for them.
    pub(super) fn lists(&self, generic: bool) -> Lists {
        let unit = |it: &Definition| if generic { it.parts.generics } else { it.parts.parameters };
        let list = |id: FileId, it: UnitId| List::of(self.document.file(id), id, it);
        let parameters: Vec<(FileId, List)> =
            self.definitions().filter_map(|it| Some((it.file, list(it.file, unit(it)?)?))).collect();
        let members = self.members().filter(|_| generic).flat_map(|it| &it.calls);
        let calls = self.binding.calls.iter().chain(members).copied();
        if generic {
            let calls = calls.filter(|it| it.1.generic).take(COUPLED_CALLS.get());
            let arguments = calls.filter_map(|it| Arguments::of(self.document, it));
            return Lists { arguments: arguments.collect(), parameters };
        }
        let made = makes(self.names, self.binding);
        let more =
            if made && !parameters.is_empty() { also_made(self.document, self.binding) } else { Vec::new() };
        Lists::of(self.document, parameters, calls.chain(more), made)
    }

    /// Its uses, as calls without arguments.
    pub(super) fn bare_lists(&self) -> Lists {
        let view = View { document: self.document, names: self.names };
        let uses = self.binding.references.iter().take(COUPLED_CALLS.get());
        let bare = |it: &Place| {
            let one = view.use_at(*it)?;
            let unit = one.member(&view).map_or(one.unit, |it| it.unit);
            let call = Call {
                whole: unit,
                callee: one.unit,
                arguments: one.unit,
                constructs: false,
                generic: false,
            };
            Some(Arguments { file: one.file, call, list: List::none(one.file, one.unit), skipped: 0 })
        };
        Lists { parameters: Vec::new(), arguments: uses.filter_map(bare).collect() }
    }

    /// What it has as members: arguments for generic parameters that stand behind one, as in `Option::None::<u8>`, are its.
    fn members(&self) -> impl Iterator<Item = &'d Binding> + '_ {
        let inside = |it: &Definition| it.whole..self.document.file(it.file).unit(it.whole).subtree_end;
        let types = self.definitions().filter(|it| it.kind == Kind::Type && it.parts.generics.is_some());
        let all = types.flat_map(move |it| definitions_in(self.names, it.file, inside(it)));
        let own = all.filter(|it| it.kind == Kind::Member && it.parts.generics.is_none());
        own.map(|it| &self.names.bindings()[it.binding])
    }

    /// A reference with the signs that make it one, such as `$x`.
    pub(super) fn signed(&self, place: Place) -> Span {
        let view = View { document: self.document, names: self.names };
        let one = view.use_at(place);
        let unit = one.and_then(|it| it.signed(&view));
        unit.map_or_else(
            || lexeme(self.document, place).span,
            |it| self.document.file(place.file).unit(it).span(),
        )
    }

    /// What takes all its definitions away.
    pub(super) fn deleted(&self) -> impl Iterator<Item = Edit> + '_ {
        self.definitions().map(|it| Edit::delete(it.file, whole(self.document.file(it.file), it.whole)))
    }
}

impl Lists {
    /// Parameters and what calls give for them. `made`: whether they are of what makes a thing of a type.
    pub(super) fn of(
        document: &Document,
        parameters: Vec<(FileId, List)>,
        calls: impl Iterator<Item = (FileId, Call)>,
        made: bool,
    ) -> Lists {
        let receives = receives(document, &parameters);
        // `S{1}` is for the fields of a type that has no constructor.
        let fields = made && !parameters.is_empty();
        let calls = calls.filter(|it| !it.1.generic && (fields || !it.1.constructs));
        let arguments = calls.take(COUPLED_CALLS.get()).filter_map(|it| {
            let arguments = Arguments::of(document, it)?;
            let file = document.file(it.0);
            let bound = if made { !hands_on(file, &arguments.list) } else { is_bound(file, &arguments.call) };
            Some(Arguments { skipped: usize::from(receives && bound), ..arguments })
        });
        Lists { arguments: arguments.collect(), parameters }
    }

    /// Takes parameter `index` of some name away in all definitions, and its arguments.
    pub(super) fn without(&self, document: &Document, index: usize, name: Option<&[u8]>) -> Vec<Edit> {
        let parameters = self.parameters.iter().flat_map(|it| it.1.without(|at| at == index));
        let arguments = self.arguments.iter().flat_map(|it| {
            let position = it.position(document.file(it.file), index, name);
            it.list.without(|at| Some(at) == position)
        });
        parameters.chain(arguments).collect()
    }
}

impl Arguments {
    /// Of a call, for all parameters.
    fn of(document: &Document, (id, call): (FileId, Call)) -> Option<Arguments> {
        let list = List::of(document.file(id), id, call.arguments)?;
        Some(Arguments { file: id, call, list, skipped: 0 })
    }

    /// How many parameters it is for.
    pub(super) fn count(&self) -> usize {
        self.list.elements.len() + self.skipped
    }

    /// Which argument is for parameter `index` of some name: the one that says so, or the one in its place.
    pub(super) fn position(&self, file: &File, index: usize, name: Option<&[u8]>) -> Option<usize> {
        let word = |it: &Element| file.text_of(leaf_at(file, it.span.start));
        let says = |it: &Element| {
            let after =
                file.text[it.span.range()].get(word(it).len()..).unwrap_or_default().trim_ascii_start();
            after.starts_with(b"=") && !after.starts_with(b"==")
        };
        let elements = &self.list.elements;
        let by_name = elements.iter().position(|it| says(it) && Some(word(it)) == name);
        let by_place =
            index.checked_sub(self.skipped).filter(|&it| elements.get(it).is_some_and(|it| !says(it)));
        by_name.or(by_place)
    }
}

/// The argument for parameter `index` on which all calls agree.
pub(super) fn agreed(
    document: &Document,
    lists: &Lists,
    index: usize,
    name: Option<&[u8]>,
) -> Option<Vec<u8>> {
    let mut each = lists.arguments.iter().filter_map(|it| {
        let file = document.file(it.file);
        let element = it.list.elements.get(it.position(file, index, name)?)?;
        Some(&file.text[element.span.range()])
    });
    let first = each.next()?;
    each.all(|it| it == first).then(|| first.to_vec())
}

/// The bindings of the names that some units of a file define, such as a parameter.
pub(super) fn bindings_in(
    names: &Names,
    file: FileId,
    units: Range<UnitId>,
) -> impl Iterator<Item = &Binding> {
    definitions_in(names, file, units).iter().map(|it| &names.bindings()[it.binding])
}

/// The definitions whose names are among some units of a file.
pub(super) fn definitions_in(names: &Names, file: FileId, units: Range<UnitId>) -> &[Definition] {
    let all = names.definitions();
    let before = |unit: UnitId| all.partition_point(|it| (it.file, it.name) < (file, unit));
    &all[before(units.start)..before(units.end)]
}

/// The span of a definition, with what introduces it, such as `template <…>` or `export`, and the `;` behind it.
pub(super) fn whole(file: &File, unit: UnitId) -> Span {
    let mut at = unit;
    loop {
        let parent = file.unit(at).parent;
        let first = (parent != at).then_some(parent + 1).filter(|&it| it != at);
        let introduces = |it: UnitId| file.is_leaf(it) && !file.unit(it).is_named();
        let rest = file.unit(at).end as usize..file.unit(parent).end as usize;
        let ends = matches!(file.text[rest].trim_ascii(), b"" | b";");
        let word = |it: UnitId| file.text_of(it).first().is_some_and(u8::is_ascii_alphabetic);
        if !first.is_some_and(|it| introduces(it) && word(it)) || !ends {
            return file.unit(at).span();
        }
        at = parent;
    }
}

/// The lexeme of a place.
pub(super) fn lexeme(document: &Document, place: Place) -> Lexeme {
    document.file(place.file).lexemes()[place.at]
}

/// The innermost unit that starts at a byte.
pub(super) fn leaf_at(file: &File, start: u32) -> UnitId {
    let after = file.units().partition_point(|it| it.start <= start);
    crate::lexeme::offset(after.saturating_sub(1))
}

/// True of a type: what has its parameters makes a thing of it.
pub(super) fn makes(names: &Names, binding: &Binding) -> bool {
    names.definitions()[binding.definitions[0]].kind == Kind::Type
}

/// True when the first parameter is what the function is called on.
fn receives(document: &Document, parameters: &[(FileId, List)]) -> bool {
    let Some((id, list)) = parameters.first() else { return false };
    let (file, Some(first)) = (document.file(*id), list.elements.first()) else { return false };
    let mut leaves = (first.unit..first.end).filter(|&it| file.is_leaf(it));
    leaves.any(|it| matches!(file.text_of(it), b"self" | b"cls"))
}

/// True when the first argument is what the caller was called on, as in `A.__init__(self, 1)`.
fn hands_on(file: &File, arguments: &List) -> bool {
    let first = arguments.elements.first();
    first.is_some_and(|it| matches!(&file.text[it.span.range()], b"self" | b"cls"))
}

/// True when a call names its function behind a dot, so that what stands before it is the first argument.
fn is_bound(file: &File, call: &Call) -> bool {
    let before = &file.text[..file.unit(call.callee).start as usize];
    before.trim_ascii_end().ends_with(b".")
}
