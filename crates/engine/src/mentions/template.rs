//! How a language mentions another file: templates such as `#include "PATH"`, found in a text without a parse.

use memchr::memmem;

use crate::edit::Span;
use crate::lexeme::offset;
use crate::tokens::{is_blank, is_word};

/// A way to mention another file. What stands in it is written out but for one `PATH` or `NAME`; blanks may stand between
/// any two of its tokens, and have to where it has some between two words.
///
/// `PATH` is a path as the disk has it, `NAME` words with `.`, `::`, `/` or `-` between them.
///
/// ```
/// let include = lop_engine::Mention::new("#include \"PATH\"");
/// assert!(include.is_some() && lop_engine::Mention::new("#include").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    before: Vec<Box<[u8]>>,
    after: Vec<Box<[u8]>>,
    hole: Hole,
}

/// A place that a template matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said {
    /// All of it.
    pub(crate) whole: Span,
    /// What stands in the hole.
    pub(crate) span: Span,
    /// What kind of hole it is.
    pub(crate) hole: Hole,
}

/// What stands for another file in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hole {
    /// A path as the disk has it.
    Path,
    /// Words, the last parts of which may name something in the file.
    Name,
}

impl Mention {
    /// Reads a template; `None` for one without a hole or with nothing before it.
    pub fn new(template: &str) -> Option<Mention> {
        let (hole, (before, after)) = template
            .split_once("PATH")
            .map(|it| (Hole::Path, it))
            .or_else(|| template.split_once("NAME").map(|it| (Hole::Name, it)))?;
        let (before, after) = (tokens(before), tokens(after));
        (!before.is_empty()).then_some(Mention { before, after, hole })
    }

    /// Where it matches in a text, in order.
    pub(crate) fn matches(&self, text: &[u8]) -> Vec<Said> {
        let first = &self.before[0];
        let starts = memmem::find_iter(text, first).filter(|&it| is_token(text, it, first));
        starts.filter_map(|it| self.match_at(text, it)).collect()
    }

    fn match_at(&self, text: &[u8], start: usize) -> Option<Said> {
        let at = self.before.iter().try_fold(start, |at, token| follows(text, at, token))?;
        let from = self.within_quotes(text, at);
        let allowed = |it: &u8| match self.hole {
            Hole::Path => !is_blank(*it) && !b"\"'`<>();,".contains(it),
            Hole::Name => is_word(*it) || b".:/-".contains(it),
        };
        let end = from + text[from..].iter().take_while(|it| allowed(it)).count();
        let last = self.after.iter().try_fold(end, |at, token| follows(text, at, token))?;
        let span = |start: usize, end: usize| Span::new(offset(start), offset(end));
        (end > from).then(|| Said { whole: span(start, last), span: span(from, end), hole: self.hole })
    }

    /// Blanks do not belong to what is in quotes.
    fn within_quotes(&self, text: &[u8], at: usize) -> usize {
        let quoted = self.before.last().is_some_and(|it| it.ends_with(b"\"") || it.ends_with(b"'"));
        if quoted { at } else { skip_blanks(text, at) }
    }
}

/// Words, and every other visible character alone.
fn tokens(text: &str) -> Vec<Box<[u8]>> {
    let mut tokens: Vec<Vec<u8>> = Vec::new();
    let mut in_word = false;
    for byte in text.bytes().map(Some).chain([None]) {
        let Some(byte) = byte.filter(|it| !is_blank(*it)) else {
            in_word = false;
            continue;
        };
        match tokens.last_mut() {
            Some(last) if in_word && is_word(byte) => last.push(byte),
            _ => tokens.push(vec![byte]),
        }
        in_word = is_word(byte);
    }
    tokens.into_iter().map(Vec::into_boxed_slice).collect()
}

/// Where the text goes on behind a token and the blanks before it.
fn follows(text: &[u8], at: usize, token: &[u8]) -> Option<usize> {
    let at = skip_blanks(text, at);
    is_token(text, at, token).then_some(at + token.len())
}

/// True when a token stands here, and no part of a longer word.
fn is_token(text: &[u8], at: usize, token: &[u8]) -> bool {
    let word = |it: Option<&u8>| it.is_some_and(|it| is_word(*it));
    let glued = |at: usize| at > 0 && word(text.get(at - 1)) && word(text.get(at));
    text[at..].starts_with(token) && !glued(at) && !(glued(at + token.len()) && word(token.last()))
}

fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|it| is_blank(**it)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(template: &str, text: &str) -> Vec<String> {
        let found = Mention::new(template).expect("a template").matches(text.as_bytes());
        found.into_iter().map(|it| text[it.span.range()].to_owned()).collect()
    }

    #[test]
    fn a_path_stands_between_its_quotes() {
        assert_eq!(
            found("#include \"PATH\"", "#include \"a/b.h\"\n # include\"c.h\" // \"d\""),
            ["a/b.h", "c.h"]
        );
        assert_eq!(found("#include <PATH>", "#include <a.h>\n#include \"b.h\""), ["a.h"]);
    }

    #[test]
    fn a_name_is_words_with_separators() {
        assert_eq!(found("import NAME", "import a.b, c\nimportant x"), ["a.b"]);
        assert_eq!(found("mod NAME ;", "pub mod a;\nmod b { }\nmod  c ;"), ["a", "c"]);
        assert_eq!(found("use NAME", "use crate::a::{b, c};"), ["crate::a::"]);
    }

    #[test]
    fn a_word_is_never_part_of_a_longer_one() {
        assert_eq!(found("from NAME import", "from .a import b\nfrom x important"), [".a"]);
        assert!(found("mod NAME ;", "a_mod b;").is_empty());
    }
}
