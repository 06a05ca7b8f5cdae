//! Statements: what looks like a statement or a declaration, at every depth of nesting, on any text.
//!
//! A statement ends at a `;`, after a block, around a `#` line; where a block has no `;` of its own, at its commas or at
//! the ends of its lines. Blocks are `{…}`, and `(…)` of several lines after a word such as `import`; in text that has neither
//! them nor many `;`, `(…)` and `[…]` take their part. Where indentation is syntax, a line and the deeper ones below it are
//! a statement.

use std::mem::replace;

use super::indented;
use crate::document::File;
use crate::edit::Span;
use crate::language::Layout;
use crate::lexeme::{Class, Lexeme, brackets};
use crate::passes::text::lines::line;
use crate::passes::text::spans;

/// Behind these words Go has a list of declarations in round brackets.
const DECLARING: &[&[u8]] = &[b"import", b"const", b"var", b"type"];

/// A run of lexemes that may go as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Its first lexeme.
    pub(crate) first: usize,
    /// One past its last lexeme.
    pub(crate) end: usize,
    /// How many blocks it stands in.
    pub(crate) depth: usize,
    /// Which one it stands in right away.
    pub(crate) block: Block,
}

/// Names a block of statements among those that are in the same statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Block {
    /// The lexeme behind the bracket around it.
    pub(super) start: usize,
    /// How far its lines are indented, where that matters.
    pub(super) column: usize,
}

impl Block {
    /// True for what round brackets of `parent` are around.
    pub(super) fn is_in_brackets(&self, file: &File, parent: Statement) -> bool {
        self.start > parent.first && spans::reads(file, self.start - 1, b"(")
    }

    /// True for lines that are indented more than those of another block between the same brackets.
    pub(super) fn is_deeper_than(&self, other: Block) -> bool {
        self.start == other.start && self.column > other.column
    }
}

impl Statement {
    /// The span to cut so that it goes.
    pub(crate) fn cut(&self, file: &File) -> Span {
        line::cut(&file.text, spans::span_of(file.lexemes(), self.first, self.end - 1))
    }
}

/// All statements of `file`, outer before inner, in order.
pub(crate) fn statements(file: &File) -> Vec<Statement> {
    let mut splitter = Splitter::new(file);
    for at in 0..splitter.lexemes.len() {
        splitter.take(at);
    }
    while !splitter.frames.is_empty() {
        splitter.finish(splitter.lexemes.len());
    }
    let mut statements = splitter.statements;
    statements.sort_unstable_by_key(|it| (it.first, it.depth));
    statements
}

/// For each lexeme the innermost statement it stands in, as an index into `statements`.
pub(crate) fn owners(statements: &[Statement], lexemes: usize) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    let mut owner = |at: usize| {
        while open.last().is_some_and(|&it| statements[it].end <= at) {
            open.pop();
        }
        while statements.get(next).is_some_and(|it| it.first <= at) {
            open.push(next);
            next += 1;
        }
        open.last().copied()
    };
    (0..lexemes).map(&mut owner).collect()
}

/// For each statement the one right around it, as an index into `statements`.
pub(crate) fn parents(statements: &[Statement]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut parent = |(at, statement): (usize, &Statement)| {
        while open.last().is_some_and(|&it| statements[it].end <= statement.first) {
            open.pop();
        }
        let parent = open.last().copied();
        open.push(at);
        parent
    };
    statements.iter().enumerate().map(&mut parent).collect()
}

/// Why a statement may end somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// After a block or around a directive: always.
    Block,
    Semicolon,
    Comma,
    Line,
}

/// A block that is still open, or the file.
struct Frame {
    start: usize,
    cuts: Vec<(usize, Cut)>,
    /// Brackets that are open in it and no blocks.
    inner: usize,
}

struct Splitter<'f> {
    file: &'f File,
    lexemes: &'f [Lexeme],
    partners: Vec<usize>,
    /// Whether only braces are blocks.
    braces: bool,
    /// Whether lines are.
    indented: bool,
    in_directive: bool,
    frames: Vec<Frame>,
    statements: Vec<Statement>,
}

impl<'f> Splitter<'f> {
    fn new(file: &'f File) -> Splitter<'f> {
        let lexemes = file.lexemes();
        let partners = brackets::partners(lexemes);
        let paired = |it: &(usize, &Lexeme)| it.1.class == Class::Open(b'{') && partners[it.0] != it.0;
        let semicolons = lexemes.iter().filter(|it| it.of(&file.text) == b";").count();
        let lines = file.text.split(|&it| it == b'\n').count();
        let indented = file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented);
        let braces = indented
            || lexemes.iter().enumerate().any(|it| paired(&it))
            || (semicolons > 0 && semicolons * 2 >= lines);
        let file_frame = Frame { start: 0, cuts: Vec::new(), inner: 0 };
        Splitter {
            file,
            lexemes,
            partners,
            braces,
            indented,
            in_directive: false,
            frames: vec![file_frame],
            statements: vec![],
        }
    }

    fn take(&mut self, at: usize) {
        if self.starts_directive(at) {
            self.cut(at, Cut::Block);
            self.in_directive = true;
        }
        match self.lexemes[at].class {
            Class::Open(bracket) if self.partners[at] != at => {
                if self.is_block(at, bracket) {
                    self.frames.push(Frame { start: at + 1, cuts: Vec::new(), inner: 0 });
                } else {
                    self.frame().inner += 1;
                }
            }
            Class::Close(bracket) if self.partners[at] != at => {
                if self.is_block(self.partners[at], bracket) {
                    self.finish(at);
                    let separated = [&b";"[..], b","].iter().any(|it| spans::reads(self.file, at + 1, it));
                    if !separated && !self.names_behind(at) {
                        self.cut(at + 1, Cut::Block);
                    }
                } else {
                    self.frame().inner -= 1;
                }
            }
            Class::Punct if spans::reads(self.file, at, b";") => self.cut(at + 1, Cut::Semicolon),
            Class::Punct if spans::reads(self.file, at, b",") => self.cut(at + 1, Cut::Comma),
            _ => {}
        }
        self.end_of_line(at);
    }

    /// True when a name stands behind the block that ends with lexeme `close` and is of the same statement, as in
    /// `struct { … } name;`, by the syntax tree.
    fn names_behind(&self, close: usize) -> bool {
        let Some(next) = self.lexemes.get(close + 1).filter(|it| it.class == Class::Word) else {
            return false;
        };
        let Some(frame) = self.frames.last() else { return false };
        let ends = frame.cuts.iter().rev().find(|it| matches!(it.1, Cut::Block | Cut::Semicolon));
        let first = self.lexemes[ends.map_or(frame.start, |it| it.0)].span.start;
        let open = self.lexemes[self.partners[close]].span.start;
        let units = self.file.units();
        let mut unit = units.partition_point(|it| it.start <= next.span.start).saturating_sub(1);
        while unit != 0 && units[unit].start > open {
            unit = units[unit].parent as usize;
        }
        let whole = &units[unit];
        unit != 0 && !whole.is_error() && whole.start == first && whole.end >= next.span.end
    }

    fn end_of_line(&mut self, at: usize) {
        if at + 1 == self.lexemes.len() || !self.breaks_after(at) {
            return;
        }
        if self.in_directive {
            if !spans::reads(self.file, at, b"\\") {
                self.cut(at + 1, Cut::Block);
                self.in_directive = false;
            }
        } else if !self.goes_on(at) {
            self.cut(at + 1, Cut::Line);
        }
    }

    /// True when the line that ends after lexeme `at` does not end a statement, by the looks of it.
    fn goes_on(&self, at: usize) -> bool {
        let (this, next) = (&self.lexemes[at], &self.lexemes[at + 1]);
        let ends_open = match this.class {
            Class::Punct => !b";:!?".contains(&self.file.text[this.span.end as usize - 1]),
            Class::Open(_) => true,
            _ => false,
        };
        let starts_inside = match next.class {
            Class::Open(bracket) => bracket == b'{',
            Class::Close(_) => true,
            Class::Punct => b".?:|&".contains(&self.file.text[next.span.start as usize]),
            _ => false,
        };
        ends_open || starts_inside
    }

    fn starts_directive(&self, at: usize) -> bool {
        let lexeme = &self.lexemes[at];
        let text = &self.file.text;
        let attribute = text.get(lexeme.span.start as usize + 1).is_some_and(|it| b"[!".contains(it));
        text[lexeme.span.start as usize] == b'#'
            && !attribute
            && lexeme.class != Class::Comment
            && (at == 0 || self.breaks_after(at - 1))
    }

    fn breaks_after(&self, at: usize) -> bool {
        let gap = self.lexemes[at].span.end as usize..self.lexemes[at + 1].span.start as usize;
        self.file.text[gap].contains(&b'\n')
    }

    /// True for brackets around statements, the first of which is the lexeme `open`.
    fn is_block(&self, open: usize, bracket: u8) -> bool {
        let declares = |it: usize| DECLARING.contains(&self.lexemes[it].of(&self.file.text));
        let of_declarations = || {
            let before = open.checked_sub(1).filter(|_| matches!(bracket, b'(' | b')'));
            before.is_some_and(declares) && self.breaks_after(open)
        };
        !self.braces || matches!(bracket, b'{' | b'}') || of_declarations()
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file's own frame is closed last")
    }

    fn cut(&mut self, before: usize, why: Cut) {
        let frame = self.frame();
        if frame.inner == 0 {
            frame.cuts.push((before, why));
        }
    }

    /// Closes the innermost frame, which ends before lexeme `end`, and splits it.
    fn finish(&mut self, end: usize) {
        let depth = self.frames.len() - 1;
        let Some(frame) = self.frames.pop() else { return };
        let count = |why: Cut| frame.cuts.iter().filter(|it| it.1 == why).count();
        let (semicolons, commas, lines) = (count(Cut::Semicolon), count(Cut::Comma), count(Cut::Line));
        let block = Block { start: frame.start, column: 0 };
        if self.indented && lines > 0 {
            let ends = frame.cuts.iter().filter(|it| it.1 == Cut::Line).map(|it| it.0).chain([end]);
            let lines = ends.scan(frame.start, |first, end| Some((replace(first, end), end)));
            self.statements.extend(indented::nested(self.file, lines.filter(|it| it.0 < it.1), depth, block));
            return;
        }
        let separator = if semicolons > 0 && semicolons * 4 >= lines {
            Cut::Semicolon
        } else if commas > 0 && commas >= lines && depth > 0 {
            Cut::Comma
        } else {
            Cut::Line
        };
        let cuts = frame.cuts.iter().filter(|it| it.1 == Cut::Block || it.1 == separator).map(|it| it.0);
        let mut first = frame.start;
        for cut in cuts.chain([end]) {
            if first < cut {
                self.statements.push(Statement { first, end: cut, depth, block });
                first = cut;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::edit::FileId;
    use crate::passes::text::testing::{c, plain};

    fn shown(document: &Document) -> Vec<(usize, String)> {
        let file = document.file(FileId(0));
        let text = |it: &Statement| {
            let span = spans::span_of(file.lexemes(), it.first, it.end - 1);
            String::from_utf8_lossy(&file.text[span.range()]).replace("\n ", "\n").replace('\n', " ")
        };
        statements(file).iter().map(|it| (it.depth, text(it))).collect()
    }

    #[test]
    fn statements_and_declarations_are_chunks_at_their_depth() {
        let text =
            "#include <a>\nint x;\nint f(int a)\n{ for (;;) { g(); } return 1; }\nstruct s { int m; };";
        let expected = [
            (0, "#include <a>"),
            (0, "int x;"),
            (0, "int f(int a) { for (;;) { g(); } return 1; }"),
            (1, "for (;;) { g(); }"),
            (2, "g();"),
            (1, "return 1;"),
            (0, "struct s { int m; };"),
            (1, "int m;"),
        ]
        .map(|(depth, text)| (depth, text.to_owned()));
        assert_eq!(shown(&c(text)), expected);
        assert_eq!(shown(&plain(text)), expected);
    }

    #[test]
    fn what_a_type_in_braces_is_the_type_of_belongs_to_it() {
        let text = "typedef struct { int m; } t; int f() { struct { t m; } x; enum { A } y; { g(); } h(); }";
        let outermost: Vec<String> =
            shown(&c(text)).into_iter().filter(|it| it.0 < 2).map(|it| it.1).collect();
        let expected = [
            "typedef struct { int m; } t;",
            "int m;",
            "int f() { struct { t m; } x; enum { A } y; { g(); } h(); }",
            "struct { t m; } x;",
            "enum { A } y;",
            "{ g(); }",
            "h();",
        ];
        assert_eq!(outermost, expected);
    }

    #[test]
    fn without_semicolons_lines_and_commas_separate() {
        let expected =
            [(0, "x = 1"), (0, "y = {a: 1, b: (1, 2)}"), (1, "a: 1,"), (1, "b: (1, 2)"), (0, "f(x, y)")];
        assert_eq!(
            shown(&plain("x = 1\ny = {a: 1,\n b: (1, 2)}\nf(x,\n y)\n")),
            expected.map(|(depth, text)| (depth, text.to_owned()))
        );
    }

    #[test]
    fn declarations_in_round_brackets_are_statements() {
        let text = "import (\n\"a\"\n\"b\"\n)\nvar x = f(\n1,\n2)\nfunc f() { g() }\n";
        let found: Vec<String> =
            shown(&plain(text)).into_iter().filter(|it| it.0 == 1).map(|it| it.1).collect();
        assert_eq!(found, ["\"a\"", "\"b\"", "g()"]);
    }

    #[test]
    fn without_braces_other_brackets_are_blocks() {
        let found = shown(&plain("(assert (> x 0))\n(check)"));
        assert!(found.contains(&(0, "(assert (> x 0))".to_owned())));
        assert!(found.contains(&(0, "(check)".to_owned())));
    }

    #[test]
    fn brackets_without_partner_are_ordinary() {
        assert_eq!(shown(&plain("} a; ( b; {")).len(), 3);
    }
}
