//! What the header of a loop, a condition or their like may be as a statement of its own.

use super::realign::is_indented;
use crate::document::File;
use crate::edit::Span;
use crate::lexeme::{Class, trim};

/// The header of a statement.
pub(super) struct Header<'f> {
    pub(super) file: &'f File,
    /// The word that begins the statement.
    pub(super) keyword: &'f [u8],
    /// Without the brackets around it.
    pub(super) span: Span,
    /// True when it is in brackets of its own.
    pub(super) bracketed: bool,
}

/// What a header declares, as edits of it, and which part of it stays.
pub(super) struct Declared {
    pub(super) kept: Span,
    pub(super) before: &'static [u8],
    pub(super) edits: Vec<(Span, Vec<u8>)>,
}

impl Header<'_> {
    /// What the header may become, best first.
    pub(super) fn declared(&self) -> Vec<Declared> {
        let (file, signs) = (self.file, self.signs());
        let reads = |at: &usize, is: &[u8]| file.lexemes()[*at].of(&file.text) == is;
        let plain = |kept: Span| vec![Declared { kept, before: b"", edits: Vec::new() }];
        let span = |at: usize| file.lexemes()[at].span;
        if let Some(&end) = signs.iter().find(|&it| reads(it, b";")).filter(|_| self.keyword != b"try") {
            let first = trim(&file.text, Span::new(self.span.start, span(end).start));
            return first.map(plain).unwrap_or_default();
        }
        let goes_over = |it: &&usize| [b"in" as &[u8], b"of", b":"].iter().any(|sign| reads(it, sign));
        if let Some(&sign) = signs.iter().find(goes_over).filter(|_| self.keyword.starts_with(b"for")) {
            return self.one_of_many(span(sign), &signs);
        }
        if let Some(&sign) = signs.iter().find(|&it| reads(it, b"as")).filter(|_| self.keyword == b"with") {
            return if signs.iter().any(|it| reads(it, b",")) { Vec::new() } else { self.turned(span(sign)) };
        }
        if let Some(&sign) = signs.iter().find(|&it| reads(it, b"range")).filter(|_| self.keyword == b"for") {
            return self.one_of_range(&signs, span(sign)).into_iter().collect();
        }
        let says = |it: &usize| {
            reads(it, b"=") || reads(it, b":=") || matches!(file.lexemes()[*it].class, Class::Open(_))
        };
        if signs.iter().any(says) { plain(self.span) } else { Vec::new() }
    }

    /// `x in xs` as `x = xs`.
    fn one_of_many(&self, sign: Span, signs: &[usize]) -> Vec<Declared> {
        let file = self.file;
        let value = trim(&file.text, Span::new(sign.end, self.span.end));
        let (Some(value), false) = (value, sign.start <= self.span.start) else { return Vec::new() };
        let declares = self.bracketed || is_indented(file);
        let before: &'static [u8] = if declares { b"" } else { b"let " };
        let equals = if file.text[sign.start as usize - 1] == b' ' { &b"="[..] } else { b" =" };
        let with = |rest: &[(Span, &[u8])]| {
            let rest = rest.iter().map(|it| (it.0, it.1.to_vec()));
            Declared {
                kept: self.span,
                before,
                edits: std::iter::once((sign, equals.to_vec())).chain(rest).collect(),
            }
        };
        let range = signs
            .iter()
            .map(|&it| file.lexemes()[it])
            .find(|it| it.span.start > value.start && it.of(&file.text).starts_with(b".."));
        if let Some(range) = range {
            return vec![with(&[(Span::new(range.span.start, value.end), b"")]), with(&[])];
        }
        let first = self.first_in(value);
        let first = first.map(|it| {
            let around = [Span::new(value.start, it.start), Span::new(it.end, value.end)];
            with(&around.map(|it| (it, &b""[..])))
        });
        let least = file.language.as_ref().and_then(|it| it.default_of(None));
        let least = least.map(|it| with(&[(value, &it)]));
        let at_zero = [&file.text[value.range()], b"[0]"].concat();
        let zero = Some(with(&[(value, b"0")]));
        [zero, first, least, Some(with(&[])), Some(with(&[(value, &at_zero)]))]
            .into_iter()
            .flatten()
            .collect()
    }

    /// `_, x := range xs` as `x := xs[0]`, and `i := range xs` as `i := 0`; both at once would take no fewer tokens.
    fn one_of_range(&self, signs: &[usize], sign: Span) -> Option<Declared> {
        let (file, lexemes) = (self.file, self.file.lexemes());
        let reads = |at: &usize, is: &[u8]| lexemes[*at].of(&file.text) == is;
        let value = trim(&file.text, Span::new(sign.end, self.span.end))?;
        let comma = signs.iter().find(|&it| reads(it, b",") && lexemes[*it].span.end <= sign.start);
        let edits = match comma {
            None => vec![(Span::new(sign.start, value.end), b"0".to_vec())],
            Some(&comma) if reads(signs.first()?, b"_") => {
                let unnamed = Span::new(self.span.start, lexemes[comma + 1].span.start);
                let first = [&file.text[value.range()], b"[0]"].concat();
                vec![(unnamed, Vec::new()), (Span::new(sign.start, value.end), first)]
            }
            Some(_) => return None,
        };
        Some(Declared { kept: self.span, before: b"", edits })
    }

    /// The first element in the brackets that end a value.
    fn first_in(&self, value: Span) -> Option<Span> {
        let (file, lexemes) = (self.file, self.file.lexemes());
        let close = lexemes.partition_point(|it| it.span.start < value.end).checked_sub(1)?;
        let first = file.partners()[close] + 1;
        let mut end = first;
        while end < close && lexemes[end].of(&file.text) != b"," {
            end = file.partners()[end].max(end) + 1;
        }
        (first < end).then(|| Span::new(lexemes[first].span.start, lexemes[end - 1].span.end))
    }

    /// `x as y` as `y = x`.
    fn turned(&self, sign: Span) -> Vec<Declared> {
        let file = self.file;
        let name = trim(&file.text, Span::new(sign.end, self.span.end));
        let value = trim(&file.text, Span::new(self.span.start, sign.start));
        let (Some(name), Some(value)) = (name, value) else { return Vec::new() };
        let text = |it: Span| &file.text[it.range()];
        let before = Span::new(self.span.start, value.start);
        let named = (before, [text(name), b" = "].concat());
        let edits = vec![named, (Span::new(value.end, self.span.end), Vec::new())];
        vec![Declared { kept: self.span, before: b"", edits }]
    }

    /// The lexemes of the header outside of brackets, opening ones among them.
    fn signs(&self) -> Vec<usize> {
        let lexemes = self.file.lexemes();
        let mut at = lexemes.partition_point(|it| it.span.start < self.span.start);
        let mut signs = Vec::new();
        while lexemes.get(at).is_some_and(|it| it.span.start < self.span.end) {
            signs.push(at);
            at = self.file.partners()[at].max(at) + 1;
        }
        signs
    }
}
