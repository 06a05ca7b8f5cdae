//! Numbers that say how long something is, found in any text: of strings by their quotes, elsewhere by where things end.

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::{Class, content, offset};
use crate::thresholds::{LENGTH_NEAR, LENGTHS, PUT_PER_BYTE};
use crate::tokens::is_word;

/// How many bytes a word has at most whose length a number says.
const LONGEST_WORD: usize = 1_024;

/// Something in a text that is as long as a number says.
pub(super) struct Measured {
    /// What is measured.
    pub content: Span,
    /// The characters of it; an escape in a string is one.
    pub characters: Vec<Span>,
    /// Whether it stands between quotes, where there are escapes.
    pub quoted: bool,
    /// Whether it is measured in characters, not in bytes.
    pub by_characters: bool,
    /// Those that say how long it is, the nearest first.
    pub numbers: Vec<Number>,
}

impl Measured {
    /// How long a part of it is.
    pub(super) fn length(&self, part: Span) -> usize {
        if !self.by_characters {
            return part.len();
        }
        let before = |at: u32| self.characters.partition_point(|it| it.start < at);
        before(part.end) - before(part.start)
    }
}

/// A number as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    /// Its digits, without what says that they are hexadecimal.
    pub span: Span,
    value: usize,
    radix: u32,
    padded: bool,
}

impl Number {
    /// The digits of a number that is lower by so many; `None` where there is none.
    pub(super) fn lowered(&self, by: usize) -> Option<Vec<u8>> {
        let value = self.value.checked_sub(by)?;
        let width = if self.padded { self.span.len() } else { 1 };
        let text = if self.radix == 16 { format!("{value:0width$x}") } else { format!("{value:0width$}") };
        Some(text.into_bytes())
    }

    /// What the digits of `span` say; `None` where they say nothing, or too much.
    fn read(text: &[u8], span: Span, radix: u32) -> Option<Number> {
        let digits = std::str::from_utf8(&text[span.range()]).ok().filter(|it| it.len() <= 9)?;
        let value = usize::from_str_radix(digits, radix).ok().filter(|it| *it > 0)?;
        Some(Number { span, value, radix, padded: digits.starts_with('0') })
    }
}

/// What numbers measure in a file, the longest first. Where its language is known that is only what strings hold.
pub(super) fn measured(file: &File) -> Vec<Measured> {
    let text = &file.text;
    let breaks = text.iter().enumerate().filter(|it| *it.1 == b'\n').map(|it| it.0).collect();
    let mut finder = Finder { file, breaks, found: Vec::new() };
    finder.strings();
    if file.language.is_none() {
        finder.elsewhere();
    }
    let mut found = finder.found;
    found.sort_by_key(|it| std::cmp::Reverse(it.content.len()));
    found.truncate(LENGTHS.get());
    // Of a nest of lengths each byte is a part of many.
    let mut left = PUT_PER_BYTE.get() * text.len();
    found.retain(|it| {
        let fits = it.content.len() <= left;
        left -= if fits { it.content.len() } else { 0 };
        fits
    });
    for it in &mut found {
        it.characters = characters(text, it.content, it.quoted);
    }
    found
}

struct Finder<'f> {
    file: &'f File,
    /// Where lines end.
    breaks: Vec<usize>,
    found: Vec<Measured>,
}

impl Finder<'_> {
    /// What strings hold, by the numbers near them; one more where an end is counted.
    fn strings(&mut self) {
        let lexemes = self.file.lexemes();
        let numbers: Vec<(usize, Number)> =
            (0..lexemes.len()).filter_map(|it| Some((it, self.number(it)?))).collect();
        for (at, lexeme) in lexemes.iter().enumerate().filter(|it| it.1.class == Class::String) {
            let Some(inside) = content(lexeme.of(&self.file.text)).filter(|it| !it.is_empty()) else {
                continue;
            };
            let place = |it: usize| lexeme.span.start + offset(it);
            let content = Span::new(place(inside.start), place(inside.end));
            let near = numbers.partition_point(|it| it.0 + LENGTH_NEAR.get() < at);
            let mut near: Vec<(usize, Number)> =
                numbers[near..].iter().take_while(|it| it.0 <= at + LENGTH_NEAR.get()).copied().collect();
            near.sort_by_key(|it| it.0.abs_diff(at));
            let count = characters(&self.file.text, content, true).len();
            for (by_characters, length) in [(false, content.len()), (true, count)] {
                let says = |it: &Number| it.value == length || it.value == length + 1;
                let numbers: Vec<Number> = near.iter().map(|it| it.1).filter(says).collect();
                if !numbers.is_empty() && (!by_characters || length < content.len()) {
                    self.found.push(Measured {
                        content,
                        characters: vec![],
                        quoted: true,
                        by_characters,
                        numbers,
                    });
                }
            }
        }
    }

    /// The number that a lexeme is.
    fn number(&self, at: usize) -> Option<Number> {
        let (text, lexeme) = (&self.file.text, self.file.lexemes()[at]);
        let span = lexeme.span;
        let first = lexeme.of(text);
        if lexeme.class == Class::Number || first[0].is_ascii_digit() {
            let hex = first.len() > 2 && first[0] == b'0' && first[1] | 0x20 == b'x';
            let digits = if hex { Span::new(span.start + 2, span.end) } else { span };
            return Number::read(text, digits, if hex { 16 } else { 10 });
        }
        None
    }

    /// What stands behind a number where no language says what is what.
    fn elsewhere(&mut self) {
        let text = &self.file.text;
        let mut at = 0;
        while at < text.len() {
            if !text[at].is_ascii_hexdigit() || at > 0 && text[at - 1].is_ascii_digit() {
                at += 1;
                continue;
            }
            let end = at + text[at..].iter().take_while(|it| it.is_ascii_digit()).count();
            let line_end = self.line_end(at);
            let alone = (at == 0 || text[at - 1] == b'\n') && (1..=8).contains(&(line_end - at));
            if alone && text[at..line_end].iter().all(u8::is_ascii_hexdigit) {
                // The length of a chunk is hexadecimal as often as not.
                self.behind(Span::new(offset(at), offset(line_end)), 16);
            }
            for start in at.max(end.saturating_sub(9))..end {
                if start == at || text[start] != b'0' {
                    self.behind(Span::new(offset(start), offset(end)), 10);
                }
            }
            at = end.max(at + 1);
        }
    }

    /// What stands behind one number, and is as long as that says.
    fn behind(&mut self, span: Span, radix: u32) {
        let text = &self.file.text;
        let Some(number) = Number::read(text, span, radix).filter(|it| it.value <= text.len()) else {
            return;
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let whole = start == 0 || !is_word(text[start - 1]);
        let mut starts: Vec<usize> = Vec::new();
        if text.get(end) == Some(&b':') && radix == 10 && ends_record(text, end + 1 + number.value) {
            starts.push(end + 1);
        }
        if whole {
            starts.extend(self.words(end, number.value));
            starts.extend(self.lines(end).filter(|it| ends_line(text, it + number.value)));
        }
        starts.dedup();
        for from in starts.into_iter().filter(|it| it + number.value <= text.len()) {
            let content = Span::new(offset(from), offset(from + number.value));
            let known = self.found.iter_mut().rev().take(8).find(|it| it.content == content);
            match known {
                Some(known) if known.numbers.iter().any(|it| it.span == number.span) => {}
                Some(known) => known.numbers.push(number),
                None => {
                    self.found.push(Measured {
                        content,
                        characters: vec![],
                        quoted: false,
                        by_characters: false,
                        numbers: vec![number],
                    });
                }
            }
        }
    }

    /// Where something of that length begins on the line of a number: the rest of it, or a word.
    fn words(&self, end: usize, length: usize) -> Option<usize> {
        let text = &self.file.text;
        let line_end = self.line_end(end);
        let rest = line_end.checked_sub(length).filter(|&it| it > end && it <= end + 2);
        let rest = rest.filter(|&it| text[end..it].iter().all(|&it| !is_word(it)));
        rest.or_else(|| {
            let near = line_end.min(end + LENGTH_NEAR.get());
            let first = end + text[end..near].iter().take_while(|&&it| !is_word(it)).count();
            let behind = &text[first..line_end.min(first + LONGEST_WORD + 1)];
            let word = behind.iter().take_while(|&&it| is_word(it)).count();
            let field = behind.iter().take_while(|it| !it.is_ascii_whitespace()).count();
            (first > end && length <= LONGEST_WORD && (word == length || field == length)).then_some(first)
        })
    }

    /// Where lines begin that a number may measure: the two behind its own, and what stands behind an empty line.
    fn lines(&self, from: usize) -> impl Iterator<Item = usize> {
        let next = |at: usize| {
            let end = self.breaks.get(self.breaks.partition_point(|it| *it < at))?;
            Some(end + 1)
        };
        let first = next(from);
        let second = first.and_then(next);
        let (mut at, mut body) = (first, None);
        for _ in 0..LENGTH_NEAR.get() {
            let Some(line) = at.filter(|_| body.is_none()) else { break };
            at = next(line);
            body = at.filter(|_| self.line_end(line) == line);
        }
        [first, second, body].into_iter().flatten()
    }

    /// Where the line of a byte ends, without what ends it.
    fn line_end(&self, at: usize) -> usize {
        let text = &self.file.text;
        let end = self.breaks.get(self.breaks.partition_point(|it| *it < at)).copied();
        let returns = end.filter(|&it| it > at && text[it - 1] == b'\r').map(|it| it - 1);
        returns.or(end).unwrap_or(text.len())
    }
}

/// True where something may end that is as long as a number says: a line, or the text.
fn ends_line(text: &[u8], at: usize) -> bool {
    let ends = |it: &[u8]| it.is_empty() || it[0] == b'\n' || it.starts_with(b"\r\n");
    at <= text.len() && (text[at - 1] == b'\n' || ends(&text[at..]))
}

/// True where the next record may begin: with a digit, a bracket, or one of the letters that stand for one.
fn ends_record(text: &[u8], at: usize) -> bool {
    at == text.len() || text.get(at).is_some_and(|it| it.is_ascii_digit() || b"\r\n,;)]}edli".contains(it))
}

/// The characters of a part of a text; in a string an escape is one.
fn characters(text: &[u8], content: Span, escapes: bool) -> Vec<Span> {
    let (mut at, end) = (content.start as usize, content.end as usize);
    let mut found = Vec::new();
    while at < end {
        let digits = |from: usize, most: usize| {
            text[from.min(end)..end].iter().take(most).take_while(|it| it.is_ascii_hexdigit()).count()
        };
        let mut next = match text.get(at + 1).filter(|_| escapes && text[at] == b'\\') {
            Some(b'x') => at + 2 + digits(at + 2, 2),
            Some(b'u') => at + 2 + digits(at + 2, 4),
            Some(b'0'..=b'7') => at + 1 + digits(at + 1, 3),
            Some(_) => at + 2,
            None => at + 1,
        };
        next += text[next.min(end)..end].iter().take_while(|it| **it & 0xc0 == 0x80).count();
        found.push(Span::new(offset(at), offset(next.min(end))));
        at = next;
    }
    found
}
