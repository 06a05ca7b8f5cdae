//! Where an expression stands: what may take its place, the statement around it, and how lines begin.

use crate::document::{File, UnitId};
use crate::edit::Span;
use crate::language::Layout;
use crate::lexeme::Class;
use crate::thresholds::STATEMENT_LEVELS;
use crate::tokens::{is_blank, is_word};

const BETWEEN_VALUES: &[&[u8]] = &[
    b"+", b"-", b"*", b"/", b"%", b"&", b"|", b"^", b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||",
    b"and", b"or", b"?", b":", b",", b";", b"{",
];
const BEFORE_VALUES: &[&[u8]] = &[
    b"(", b"[", b"=", b":=", b"+=", b"-=", b"=>", b"!", b"not", b"return", b"in", b"if", b"while", b"match",
];
const BEHIND_VALUES: &[&[u8]] = &[b")", b"]", b"}", b"as"];

/// How a call is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// As a statement; `direct` when others may stand before and after it.
    Statement { span: Span, direct: bool },
    /// As what a block is worth: nothing ends it.
    Tail { span: Span },
    /// As what a statement returns.
    Returned { span: Span },
    /// Within a statement that starts here.
    Within { start: u32 },
}

impl Use {
    /// How the expression `unit` is used; `None` where no statement is around it.
    pub(super) fn of(file: &File, unit: UnitId) -> Option<Use> {
        let own = file.unit(unit).span();
        let parent = file.unit(file.unit(unit).parent).span();
        let around = [&file.text[parent.start as usize..own.start as usize], rest(file, own, parent)];
        if around[0].trim_ascii() == b"return" && matches!(around[1].trim_ascii(), b"" | b";") {
            let after = &file.text[parent.end as usize..];
            let end = after.iter().position(|it| !it.is_ascii_whitespace()).filter(|&it| after[it] == b';');
            let end = parent.end + end.map_or(0, |it| crate::lexeme::offset(it + 1));
            return Some(Use::Returned { span: Span::new(parent.start, end) });
        }
        let span = alone(file, unit);
        let (begins, ends) = (begins(file, span.start), ends(file, span));
        if let Some(begins) = begins.filter(|_| ends) {
            let tail =
                !is_indented(file) && file.text[span.end as usize..].trim_ascii_start().starts_with(b"}");
            let closed = file.text[span.range()].ends_with(b";");
            let direct = begins == Begins::AStatement;
            return Some(if tail && !closed { Use::Tail { span } } else { Use::Statement { span, direct } });
        }
        let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|parent| parent != it);
        let around = std::iter::successors(Some(unit), up).take(STATEMENT_LEVELS.get());
        let mut spans = around.map(|it| file.unit(it).span());
        spans
            .find(|&it| begins_a_statement(file, it.start) && self::ends(file, it))
            .map(|it| Use::Within { start: it.start })
    }
}

/// Where a place may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    /// In a list of statements.
    AStatement,
    /// Behind a condition, or a word such as `else`.
    ABranch,
}

/// True when statements end with their lines.
pub(super) fn is_indented(file: &File) -> bool {
    file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented)
}

/// The blanks that open the line of a byte.
pub(super) fn indent(file: &File, at: u32) -> &[u8] {
    let before = &file.text[..at as usize];
    let line = before.iter().rposition(|&it| it == b'\n').map_or(0, |it| it + 1);
    let blanks = before[line..].iter().take_while(|it| it.is_ascii_whitespace()).count();
    &before[line..line + blanks]
}

/// Lines that were indented by `from`, indented by `to`.
pub(super) fn moved(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut lines = text.split(|&it| it == b'\n');
    let mut out = lines.next().unwrap_or_default().to_vec();
    for line in lines {
        out.push(b'\n');
        if let Some(rest) = line.strip_prefix(from) {
            out.extend_from_slice(to);
            out.extend_from_slice(rest);
        } else {
            out.extend_from_slice(line);
        }
    }
    out
}

/// True when `unit` binds as tightly as a name: no operator stands outside of its brackets.
pub(super) fn is_tight(file: &File, unit: UnitId) -> bool {
    let mut children = file.children(unit).filter(|&it| !file.unit(it).is_named());
    let tight = |it: UnitId| {
        file.text_of(it).iter().all(|it| b"()[]{},.:>\"'`".contains(it)) || file.text_of(it) == b"->"
    };
    let text = file.text_of(unit);
    children.all(tight) && (!text.starts_with(b"(") || text.ends_with(b")"))
}

/// True when whatever takes the place of `span` needs no brackets.
pub(super) fn takes_anything(file: &File, span: Span) -> bool {
    let (before, after) = neighbours(file, span);
    let opens = [&b"("[..], b",", b"[", b"{", b"=", b";", b"}", b"return", b"=>", b":="].contains(&before)
        || before.is_empty();
    let closes = [&b")"[..], b",", b"]", b"}", b";"].contains(&after) || after.is_empty();
    opens && (closes || ends_its_line(file, span))
}

/// True when what stands on both sides of a span is what stands beside values.
pub(super) fn stands_as_value(file: &File, span: Span) -> bool {
    let (before, after) = neighbours(file, span);
    let opens = BEFORE_VALUES.contains(&before) || BETWEEN_VALUES.contains(&before);
    let closes = BEHIND_VALUES.contains(&after) || BETWEEN_VALUES.contains(&after) || after.is_empty();
    opens && (closes || ends_its_line(file, span))
}

/// The texts of the lexemes on both sides; empty where there is none.
pub(super) fn neighbours(file: &File, span: Span) -> (&[u8], &[u8]) {
    let lexemes = file.lexemes();
    let first = lexemes.partition_point(|it| it.span.start < span.start);
    let after = lexemes.partition_point(|it| it.span.start < span.end);
    let solid = |it: &&crate::lexeme::Lexeme| it.class != Class::Comment;
    let before = lexemes[..first].iter().rev().find(solid).map_or(&b""[..], |it| it.of(&file.text));
    (before, lexemes[after..].iter().find(solid).map_or(&b""[..], |it| it.of(&file.text)))
}

/// True when a span begins where statements do, and ends where they do.
pub(super) fn is_statement(file: &File, span: Span) -> bool {
    begins_a_statement(file, span.start) && ends(file, span)
}

/// The statement that is nothing but `unit`, as far as there is one.
fn alone(file: &File, unit: UnitId) -> Span {
    let own = file.unit(unit).span();
    let mut at = unit;
    loop {
        let parent = file.unit(at).parent;
        let around = file.unit(parent).span();
        if parent == at
            || around.start != own.start
            || !matches!(rest(file, own, around).trim_ascii(), b"" | b";")
        {
            return file.unit(at).span();
        }
        at = parent;
    }
}

/// What `outer` holds behind `inner`.
fn rest(file: &File, inner: Span, outer: Span) -> &[u8] {
    &file.text[inner.end as usize..outer.end.max(inner.end) as usize]
}

fn begins(file: &File, start: u32) -> Option<Begins> {
    if begins_a_statement(file, start) {
        return Some(Begins::AStatement);
    }
    let before = neighbours(file, Span::new(start, start)).0;
    [&b")"[..], b"else", b"do"].contains(&before).then_some(Begins::ABranch)
}

fn begins_a_statement(file: &File, start: u32) -> bool {
    let before = neighbours(file, Span::new(start, start)).0;
    if before.is_empty() || [&b"{"[..], b"}", b";", b":"].contains(&before) {
        return true;
    }
    let ended = before.last().is_some_and(|&it| is_word(it) || b")]\"'`".contains(&it));
    ended && opens_its_line(file, start)
}

/// True when only blanks stand before it in its line. Not by `indent`, which looks at all of that: it may be as long as the file.
pub(super) fn opens_its_line(file: &File, at: u32) -> bool {
    let mut back = file.text[..at as usize].iter().rev().skip_while(|it| **it != b'\n' && is_blank(**it));
    back.next().is_none_or(|it| *it == b'\n')
}

fn ends(file: &File, span: Span) -> bool {
    let text = &file.text[span.range()];
    let after = file.text[span.end as usize..].trim_ascii_start();
    text.ends_with(b";")
        || text.ends_with(b"}")
        || after.first().is_none_or(|&it| it == b'}')
        || ends_its_line(file, span)
}

fn ends_its_line(file: &File, span: Span) -> bool {
    let after = &file.text[span.end as usize..];
    after.iter().find(|it| !matches!(it, b' ' | b'\t' | b'\r')).is_none_or(|&it| it == b'\n')
}
