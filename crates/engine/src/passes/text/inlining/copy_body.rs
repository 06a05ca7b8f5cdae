//! `copy-body`: puts what a function does in the place of its calls.
//!
//! Before:
//! ```text
//! int f(int x) { return x + g(x); }
//! int a() { h(f(1), f(2)); }
//! ```
//! After:
//! ```text
//! int a() { h(1 + g(1), 2 + g(2)); }
//! ```
//! Where the names of a language are known, as `inline-call` does it, and also one call alone. Else by text: a function is a name, parameters in brackets, and a block, an expression or indented lines; what is called is its name with
//! arguments behind it; the arguments take the place of the parameters. A body that only returns something becomes that
//! expression. Of another body the statements go before the statement of the call, and what it returns at the end, or
//! `0`, in the place of the call; a statement that is only the call becomes the block. All calls change, and the function
//! goes or stays. For at most 50 functions of a file, from the back.

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::lexeme::brackets::partners;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::coupled::inline_call::copied;
use crate::passes::text::blocks::statements::{Statement, owners};
use crate::passes::text::names::def_use::{DefUse, Word};
use crate::passes::text::spans;
use crate::thresholds::INLINED_FUNCTIONS;
use crate::tokens::is_blank;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "copy-body",
    summary: "replace a call by the body of the function, even where that grows",
    stage: Stage::Grow,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    if document.file(id).language.as_ref().is_some_and(|it| it.names.is_some()) {
        return copied(document, id, sites);
    }
    let def_use = DefUse::of(document, id);
    let partners = partners(def_use.file.lexemes());
    let owners = owners(&def_use.statements, def_use.words.len());
    let reader = Reader { id, def_use: &def_use, partners: &partners, owners: &owners };
    let definers = def_use.definers(&owners);
    let defined = definers.iter().enumerate().filter_map(|(word, &whole)| Some((word, whole?)));
    let mut found: Vec<Function> = defined.filter_map(|(word, whole)| reader.function(word, whole)).collect();
    found.sort_unstable_by_key(|it| std::cmp::Reverse(it.whole.first));
    for function in found.iter().take(INLINED_FUNCTIONS.get()) {
        sites.alternatives(reader.inline(function));
    }
}

/// A function, in lexemes of its file.
struct Function {
    name: Word,
    /// All of it.
    whole: Statement,
    parameters: Vec<Option<Word>>,
    /// What it does before it returns.
    statements: (usize, usize),
    /// What it returns.
    value: Option<(usize, usize)>,
}

struct Reader<'u> {
    id: FileId,
    def_use: &'u DefUse<'u>,
    partners: &'u [usize],
    owners: &'u [Option<usize>],
}

impl Reader<'_> {
    fn reads(&self, at: usize, is: &[u8]) -> bool {
        spans::reads(self.def_use.file, at, is)
    }

    /// Reads `whole` as the definition of a function called `name`.
    fn function(&self, name: Word, whole: usize) -> Option<Function> {
        let mut whole = self.def_use.statements[whole];
        let (at, mut end) = (*self.def_use.places[name].first()?, whole.end);
        let mut open = at + 1;
        // `f = (x) => …`, `f = function (x) …`
        while open < end && (self.reads(open, b"=") || self.reads(open, b"function")) {
            open += 1;
        }
        let close = self.bracket(open, b'(').filter(|&it| it < end)?;
        let parameters: Vec<Option<Word>> =
            self.list(open, close).into_iter().map(|it| self.parameter(it)).collect();
        // Without blocks in braces a statement ends with its line, or with the parameters.
        if end <= close + 2 && self.reads(close + 1, b":") {
            end = self.indented(whole.first, close + 2);
            whole.end = end;
        }
        let (first, last) = self.body(close + 1, end)?;
        let (statements, value) = self.split(first, last);
        // A parameter of the same name hides the function.
        let hidden = parameters.contains(&Some(name));
        let calls_itself = !hidden && (first..last).any(|it| self.def_use.words[it] == Some(name));
        (!calls_itself).then_some(Function { name, whole, parameters, statements, value })
    }

    /// One past the last of the lexemes from `from` on that stand on the line of lexeme `first` or on lines that are
    /// indented deeper.
    fn indented(&self, first: usize, from: usize) -> usize {
        let (text, lexemes) = (&self.def_use.file.text, self.def_use.file.lexemes());
        let indent = |at: usize| {
            let before = &text[..lexemes[at].span.start as usize];
            let line = before.rsplit(|&it| it == b'\n').next().unwrap_or_default();
            line.iter().take_while(|&&it| is_blank(it)).count()
        };
        let outer = indent(first);
        let same_line = |it: usize| {
            let between = lexemes[first].span.start as usize..lexemes[it].span.start as usize;
            !text[between].contains(&b'\n')
        };
        (from..lexemes.len()).find(|&it| indent(it) <= outer && !same_line(it)).unwrap_or(lexemes.len())
    }

    /// The lexemes of the body of a function whose parameters end before `from`.
    fn body(&self, from: usize, end: usize) -> Option<(usize, usize)> {
        if let Some(open) = (from..end).find(|&it| self.bracket(it, b'{').is_some()) {
            return Some((open + 1, self.partners[open]));
        }
        // Behind `=>`, or behind the last `:` or `=` that is no bracket's.
        let start =
            (from..end).find(|&it| self.reads(it, b"=>") || self.reads(it, b":") || self.reads(it, b"="))?;
        let start = if self.reads(start + 1, b">") { start + 2 } else { start + 1 };
        let last = if self.reads(end - 1, b";") { end - 1 } else { end };
        (start < last).then_some((start, last))
    }

    /// The statements of a body, and what it returns at its end.
    fn split(&self, first: usize, last: usize) -> ((usize, usize), Option<(usize, usize)>) {
        let mut depth_end = first;
        let mut value = None;
        while depth_end < last {
            if self.reads(depth_end, b"return") {
                value = Some(depth_end);
            }
            depth_end = self.partners[depth_end].max(depth_end) + 1;
        }
        let end = if last > first && self.reads(last - 1, b";") { last - 1 } else { last };
        match value {
            Some(at) if at + 1 < end => ((first, at), Some((at + 1, end))),
            None if end == last && first < last && !(first..last).any(|it| self.reads(it, b";")) => {
                ((first, first), Some((first, last)))
            }
            _ => ((first, last), None),
        }
    }

    /// The partner of the bracket at `open`, if it is one.
    fn bracket(&self, open: usize, bracket: u8) -> Option<usize> {
        let class = self.def_use.file.lexemes().get(open)?.class;
        (class == Class::Open(bracket) && self.partners[open] != open).then(|| self.partners[open])
    }

    /// What stands between the commas of a pair of brackets, as ranges of lexemes.
    fn list(&self, open: usize, close: usize) -> Vec<(usize, usize)> {
        let (mut parts, mut first, mut at) = (Vec::new(), open + 1, open + 1);
        while at < close {
            if self.reads(at, b",") {
                parts.push((first, at));
                first = at + 1;
            }
            at = self.partners[at].max(at) + 1;
        }
        if first < close {
            parts.push((first, close));
        }
        parts
    }

    /// The name of a parameter: the word before its `:` or `=`, or its last one.
    fn parameter(&self, (first, end): (usize, usize)) -> Option<Word> {
        let border = (first..end).find(|&it| self.reads(it, b":") || self.reads(it, b"=")).unwrap_or(end);
        (first..border).rev().find_map(|it| self.def_use.words[it])
    }

    fn inline(&self, function: &Function) -> Vec<EditSet> {
        let whole = function.whole;
        let calls =
            self.def_use.places[function.name].iter().filter(|&&it| it >= whole.end || it < whole.first);
        let calls: Vec<EditSet> = calls.filter_map(|&it| self.call(function, it)).collect();
        if calls.is_empty() {
            return Vec::new();
        }
        let all: EditSet = calls.iter().flat_map(|it| it.edits().iter().cloned()).collect();
        vec![all.merge(&EditSet::delete(self.id, whole.cut(self.def_use.file))), all]
    }

    /// The body of `function` in the place of the call at lexeme `at`.
    fn call(&self, function: &Function, at: usize) -> Option<EditSet> {
        let lexemes = self.def_use.file.lexemes();
        let close = self.bracket(at + 1, b'(')?;
        let arguments = self.list(at + 1, close);
        let render = |part: (usize, usize)| self.substitute(function, part, &arguments);
        let span = spans::span_of(lexemes, at, close);
        let (statements, value) = (render(function.statements), function.value.map(render));
        if statements.is_empty() {
            return Some(EditSet::replace(self.id, span, value?));
        }
        let statement = self.def_use.statements[self.owners[at]?];
        let all = value.as_ref().map_or_else(Vec::new, |it| [b" ", &it[..], b";"].concat());
        if statement.first == at && close + 1 < statement.end && self.reads(close + 1, b";") {
            let block = [b"{", &statements[..], &all, b"}"].concat();
            let span = spans::span_of(lexemes, statement.first, statement.end - 1);
            return Some(EditSet::replace(self.id, span, block));
        }
        let start = lexemes[statement.first].span.start;
        let value = value.unwrap_or_else(|| b"0".to_vec());
        let before = [&statements[..], b" "].concat();
        let edits = if start == span.start {
            vec![Edit::replace(self.id, span, [before, value].concat())]
        } else {
            vec![Edit::replace(self.id, Span::new(start, start), before), Edit::replace(self.id, span, value)]
        };
        Some(edits.into_iter().collect())
    }

    /// Some lexemes of `function` with the arguments of a call in the place of its parameters.
    fn substitute(&self, function: &Function, part: (usize, usize), arguments: &[(usize, usize)]) -> Vec<u8> {
        let file: &File = self.def_use.file;
        let lexemes = file.lexemes();
        let mut out = Vec::new();
        let Some(last) = part.1.checked_sub(1).filter(|&it| it >= part.0) else { return out };
        let mut from = lexemes[part.0].span.start;
        for (at, lexeme) in lexemes.iter().enumerate().take(part.1).skip(part.0) {
            let word = self.def_use.words[at].filter(|_| lexeme.class == Class::Word);
            let parameter = word.and_then(|it| function.parameters.iter().position(|&name| name == Some(it)));
            if let Some(&(first, end)) = parameter.and_then(|it| arguments.get(it)).filter(|it| it.0 < it.1) {
                out.extend_from_slice(&file.text[from as usize..lexeme.span.start as usize]);
                out.extend_from_slice(&file.text[spans::span_of(lexemes, first, end - 1).range()]);
                from = lexeme.span.end;
            }
        }
        out.extend_from_slice(&file.text[from as usize..lexemes[last].span.end as usize]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, js, plain};

    #[test]
    fn statements_go_before_the_statement_of_the_call() {
        let found = candidates(&PASS, &c("int f(int x) { g(x); return x + 1; }\nint a() { return f(2); }\n"));
        assert_eq!(found[0], "int a() { g(2); return 2 + 1; }\n");
    }

    #[test]
    fn a_call_alone_becomes_the_block() {
        let found = candidates(&PASS, &c("void f(int *x) { while (*x) x++; }\nvoid a() { f(p); }\n"));
        assert_eq!(found[0], "void a() { {while (*p) p++;} }\n");
    }

    #[test]
    fn an_arrow_function_gives_way_to_its_expression() {
        let found = candidates(&PASS, &js("const f = (x) => g(x, 1);\nh(f(2));\n"));
        assert_eq!(found[0], "h(g(2, 1));\n");
        let found = candidates(&PASS, &js("function f(x) { return [x]; }\nh(f(2), f(3));\n"));
        assert_eq!(found[0], "h([2], [3]);\n");
    }

    #[test]
    fn a_body_may_be_what_is_indented() {
        let found = candidates(&PASS, &plain("def f(x):\n  return g(x)\nh(f(1), f(2))\n"));
        assert_eq!(found[0], "h(g(1), g(2))\n");
        let found = candidates(&PASS, &plain("def f(x): return g(x)\nh(f(1), f(2))\n"));
        assert_eq!(found[0], "h(g(1), g(2))\n");
    }

    #[test]
    fn a_parameter_may_have_the_name_of_the_function() {
        let found = candidates(&PASS, &js("function f(f) { return g(f); }\nf(1);\nf(2);\n"));
        assert_eq!(found[0], "g(1);\ng(2);\n");
    }

    #[test]
    fn a_function_that_calls_itself_or_that_nobody_calls_stays() {
        assert!(candidates(&PASS, &c("int f(int x) { return f(x); }\nint a = f(1);\n")).is_empty());
        assert!(candidates(&PASS, &c("int f(int x) { return x; }\nint (*a)(int) = f;\n")).is_empty());
    }
}
