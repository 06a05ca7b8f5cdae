//! Parameters as variables of their own.

use super::functions::{Function, Lists, definitions_in, lexeme};
use super::lists::Element;
use super::places::is_indented;
use crate::document::{File, UnitId};
use crate::edit::Span;
use crate::lexeme::offset;
use crate::names::{Binding, Definition};

/// A parameter where the function is defined.
pub(super) struct Parameter<'f> {
    /// All of it.
    pub(super) span: Span,
    /// Its name, if it has just one.
    pub(super) name: Option<UnitId>,
    /// Who refers to it.
    pub(super) binding: Option<&'f Binding>,
    /// True when it gets other values than its argument.
    pub(super) changes: bool,
}

/// The parameters of a function as one definition of it has them.
pub(super) fn parameters<'f>(
    function: &Function<'f>,
    definition: &Definition,
    lists: &Lists,
) -> Vec<Parameter<'f>> {
    let file = function.document.file(definition.file);
    let here = |it: &&(_, super::lists::List)| {
        it.0 == definition.file && Some(it.1.unit) == definition.parts.parameters
    };
    let elements = lists.parameters.iter().find(here).map_or(&[][..], |it| &it.1.elements);
    let parameter = |it: &Element| {
        let defined = definitions_in(function.names, definition.file, it.unit..it.end);
        let [defined] = defined else {
            return Parameter { span: it.span, name: None, binding: None, changes: false };
        };
        let binding = &function.names.bindings()[defined.binding];
        let changes = binding.references.iter().any(|&it| changes(file, lexeme(function.document, it).span));
        Parameter { span: it.span, name: Some(defined.name), binding: Some(binding), changes }
    };
    elements.iter().map(parameter).collect()
}

impl Parameter<'_> {
    /// What it is where a call has no argument for it.
    pub(super) fn default(&self, file: &File) -> Option<Span> {
        let sign = self.default_sign(file)?;
        crate::lexeme::trim(&file.text, Span::new(sign + 1, self.span.end))
    }

    /// Where the `=` before that is.
    fn default_sign(&self, file: &File) -> Option<u32> {
        let from = file.unit(self.name?).end;
        let after = file.text.get(from as usize..self.span.end as usize)?;
        let is_sign = |&at: &usize| after[at] == b'=' && !matches!(after.get(at + 1), Some(b'>' | b'='));
        (0..after.len()).find(is_sign).map(|at| from + offset(at))
    }

    /// A variable of this name, or of a `new` one, that begins as `value`, as a statement; `None` where it has no name of its own.
    pub(super) fn as_variable(&self, file: &File, value: &[u8], new: Option<&[u8]>) -> Option<Vec<u8>> {
        let own = file.unit(self.name?).span();
        let name = new.unwrap_or(&file.text[own.range()]);
        if is_indented(file) {
            return Some([name, b" = ", value].concat());
        }
        let end = self.default_sign(file).unwrap_or(self.span.end);
        let after = file.text[own.end as usize..end as usize].trim_ascii_end();
        let before = &file.text[self.span.start as usize..own.start as usize];
        let text = &[before, name, after].concat()[..];
        let alone = file.language.as_ref().and_then(|it| it.variable.as_deref()).unwrap_or("let ");
        let parts = match (text.starts_with(name), after.trim_ascii_start()) {
            (true, [] | [b'=', ..]) => [alone.as_bytes(), name],
            (_, [b':', ..]) => [&b"let "[..], text],
            (true, _) => [&b"var "[..], text],
            (false, _) => [&b""[..], text],
        };
        Some([parts.concat(), b" = ".to_vec(), value.to_vec(), b";".to_vec()].concat())
    }
}

/// True when what is named here gets another value.
fn changes(file: &File, span: Span) -> bool {
    let before = file.text[..span.start as usize].trim_ascii_end();
    let after = file.text[span.end as usize..].trim_ascii_start();
    let steps = |it: &[u8]| it.starts_with(b"++") || it.starts_with(b"--");
    let operators = after.iter().take_while(|it| b"+-*/%&|^<>".contains(it)).count();
    let rest = &after[operators..];
    let assigned =
        operators <= 2 && rest.starts_with(b"=") && !rest.starts_with(b"==") && !rest.starts_with(b"=>");
    let compares = operators == 1 && matches!(after[0], b'<' | b'>');
    steps(after) || before.ends_with(b"++") || before.ends_with(b"--") || assigned && !compares
}
