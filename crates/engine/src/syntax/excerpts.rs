//! Excerpts: texts in another language that stand in the lines of comments and strings, each line behind a margin, such as
//! the examples of a documentation that are tests.

use std::ops::Range;

use memchr::{memchr, memrchr};
use tree_sitter::{Node, Point, QueryProperty};

use crate::language::Language;
use crate::lexeme::offset;
use crate::margins::Margin;
use crate::syntax::content::{Content, Host, Place};
use crate::tokens::is_blank;

/// The settings that say where excerpts are; the first word of each is what they cannot be without.
pub(super) const BEGINNINGS: [&str; 2] = ["injection.opening", "injection.prompts"];

/// To parse a text in so many pieces takes time that grows with their square: one of more lines stays a comment.
const MOST_LINES: usize = 4096;

/// How excerpts stand in their lines, as the settings of a pattern say.
#[derive(Debug)]
pub(super) struct Frame {
    /// What lines begin with that is a part of the comment.
    prefixes: Vec<String>,
    /// What the line before one begins with, and the line behind one; where they are the same, it has to be there.
    opening: String,
    closings: Vec<String>,
    /// What may follow the opening where it is in the language of the pattern. What else does is the name of its language.
    tags: Vec<String>,
    /// What is taken away before a blank.
    hidden: Vec<String>,
    /// What each line of it begins with, where no line opens it: at first, and then.
    prompts: Vec<String>,
}

/// A line of a comment without what is a part of the comment.
#[derive(Debug, Clone, Copy)]
struct Line {
    start: usize,
    /// Behind the prefix, and the blanks before it.
    body: usize,
    /// Before its line break.
    end: usize,
    /// Which of the nodes it is in.
    node: usize,
    row: usize,
}

/// One excerpt: its lines, and the nodes that it is in.
#[derive(Debug)]
struct Excerpt {
    lines: Vec<(Margin, usize)>,
    nodes: Range<usize>,
    /// The one that its tag names; else empty.
    language: String,
}

impl Frame {
    /// What the settings of a pattern say; none where it is about other texts.
    pub(super) fn of(settings: &[QueryProperty]) -> Option<Frame> {
        let words = |key: &str| -> Vec<String> {
            let setting = settings.iter().find(|it| it.key.strip_prefix("injection.") == Some(key));
            let value = setting.and_then(|it| it.value.as_deref()).unwrap_or_default();
            value.split_whitespace().map(str::to_owned).collect()
        };
        let is_one = |it: &QueryProperty| BEGINNINGS.contains(&&*it.key);
        settings.iter().any(is_one).then(|| Frame {
            prefixes: words("prefix"),
            opening: words("opening").concat(),
            closings: words("closing"),
            tags: words("tags"),
            hidden: words("hidden"),
            prompts: words("prompts"),
        })
    }

    /// The excerpts in nodes that follow each other with nothing but blanks between them, each with the language that it
    /// names, if it does; of languages that are `known`.
    pub(super) fn excerpts(
        &self,
        text: &[u8],
        nodes: &[Node<'_>],
        host: &Language,
        known: impl Fn(&str) -> bool,
    ) -> Vec<(Content, String)> {
        let lines: Vec<Line> =
            (0..).zip(nodes).flat_map(|(at, it)| self.lines(text, *it, at, host)).collect();
        let mut found = if self.prompts.is_empty() {
            self.opened(text, &lines)
        } else {
            self.prompted(text, &lines).into_iter().collect()
        };
        found.retain(|it| it.language.is_empty() || known(&it.language));
        united(found).into_iter().map(|it| (it.content(nodes), it.language)).collect()
    }

    /// The lines of a node, but for what is before its end in a line that goes on behind it.
    fn lines(&self, text: &[u8], node: Node<'_>, number: usize, host: &Language) -> Vec<Line> {
        let (from, mut to) = (node.start_byte(), node.end_byte());
        let closes = host.block_comments.iter().map(|it| it.1.as_bytes());
        to -= closes.filter(|it| text[from..to].ends_with(it)).map(<[u8]>::len).max().unwrap_or(0);
        let (mut lines, mut start, mut row) = (Vec::new(), from, node.start_position().row);
        while start < to {
            let end = memchr(b'\n', &text[start..to]).map_or(to, |it| start + it);
            let line_start = memrchr(b'\n', &text[..start]).map_or(0, |it| it + 1);
            let own = text[line_start..start].iter().all(|it| is_blank(*it));
            let begin = if own { line_start } else { start };
            if text.get(end).is_none_or(|it| *it == b'\n') {
                lines.push(Line { start: begin, body: self.body(text, start, end), end, node: number, row });
            }
            (start, row) = (end + 1, row + 1);
        }
        lines
    }

    /// Behind the prefix of a line; where it has none, its beginning.
    fn body(&self, text: &[u8], start: usize, end: usize) -> usize {
        let first = start + blanks(&text[start..end]);
        let line = &text[first..end];
        let is_apart = |it: &&String| {
            line.strip_prefix(it.as_bytes()).is_some_and(|it| it.first().is_none_or(|it| is_blank(*it)))
        };
        self.prefixes.iter().find(is_apart).map_or(start, |it| first + it.len())
    }

    /// What is between lines that open and close it.
    fn opened(&self, text: &[u8], lines: &[Line]) -> Vec<Excerpt> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < lines.len() {
            let opening = lines[at];
            at += 1;
            let Some(language) = self.opens(text, opening) else { continue };
            let length = lines[at..].iter().take_while(|it| !self.closes(text, it)).count();
            let is_closed = at + length < lines.len();
            let needs_closing = self.closings.contains(&self.opening);
            if needs_closing && !is_closed {
                break;
            }
            let indent = blanks(&text[opening.body..opening.end]);
            let own =
                lines[at..at + length].iter().map(|it| (self.margin(text, it, indent), it.row)).collect();
            at += length + usize::from(needs_closing);
            found.push(Excerpt { lines: own, nodes: opening.node..lines[at - 1].node + 1, language });
        }
        found
    }

    /// The language that a line names which opens an excerpt; empty for that of the pattern. None for other lines.
    fn opens(&self, text: &[u8], line: Line) -> Option<String> {
        let rest = text[line.body..line.end].trim_ascii().strip_prefix(self.opening.as_bytes())?;
        let mut tags = rest.split(|it| is_blank(*it) || b",;{}".contains(it)).filter(|it| !it.is_empty());
        let Some(tag) = tags.next() else { return Some(String::new()) };
        let is_tag = |it: &String| match it.strip_suffix('*') {
            Some(start) => tag.starts_with(start.as_bytes()),
            None => tag == it.as_bytes(),
        };
        let is_own = self.tags.iter().any(is_tag);
        Some(if is_own { String::new() } else { String::from_utf8_lossy(tag).into_owned() })
    }

    fn closes(&self, text: &[u8], line: &Line) -> bool {
        let line = text[line.body..line.end].trim_ascii();
        self.closings.iter().any(|it| line.starts_with(it.as_bytes()))
    }

    /// A line of an excerpt that is indented so far.
    fn margin(&self, text: &[u8], line: &Line, indent: usize) -> Margin {
        let mut content = line.body + blanks(&text[line.body..line.end]).min(indent);
        let first = content + blanks(&text[content..line.end]);
        for it in &self.hidden {
            let rest = text[first..line.end].strip_prefix(it.as_bytes());
            if rest.is_some_and(|it| it.first().is_none_or(|it| is_blank(*it))) {
                content = (first + it.len() + 1).min(line.end);
            }
        }
        margin(text, line, content)
    }

    /// What is in lines that begin with prompts, all of them one text.
    fn prompted(&self, text: &[u8], lines: &[Line]) -> Option<Excerpt> {
        let (mut found, mut is_open): (Vec<(Margin, usize)>, bool) = (Vec::new(), false);
        let (mut first, mut last) = (None, 0);
        for line in lines {
            let start = line.body + blanks(&text[line.body..line.end]);
            let prompt = self.prompts.iter().position(|it| {
                let rest = text[start..line.end].strip_prefix(it.as_bytes());
                rest.is_some_and(|it| it.first().is_none_or(|it| is_blank(*it)))
            });
            match (prompt, found.last_mut()) {
                (Some(it), _) if it == 0 || is_open => {
                    let content = (start + self.prompts[it].len() + 1).min(line.end);
                    found.push((Margin { opens: it == 0, ..margin(text, line, content) }, line.row));
                    (first, last, is_open) = (first.or(Some(line.node)), line.node, true);
                }
                // What it prints, up to a blank line.
                (None, Some((it, _))) if is_open && start < line.end => {
                    it.tail = margin(text, line, start).end;
                }
                _ => is_open = false,
            }
        }
        Some(Excerpt { lines: found, nodes: first?..last + 1, language: String::new() })
    }
}

impl Excerpt {
    /// In these nodes.
    fn content(&self, nodes: &[Node<'_>]) -> Content {
        let range = |&(it, row): &(Margin, usize)| tree_sitter::Range {
            start_byte: it.content as usize,
            start_point: Point::new(row, (it.content - it.start) as usize),
            end_byte: it.end as usize,
            end_point: Point::new(row + 1, 0),
        };
        let (first, last) = (nodes[self.nodes.start], nodes[self.nodes.end - 1]);
        Content {
            whole: first.start_byte()..last.end_byte(),
            ranges: self.lines.iter().map(range).collect(),
            holes: Vec::new(),
            place: Place::Lines(Host::of(first), Host::of(last), self.lines.iter().map(|it| it.0).collect()),
        }
    }
}

/// Those of several that have lines, and not too many; what shares a node is one text, where it is in one language.
fn united(found: Vec<Excerpt>) -> Vec<Excerpt> {
    let mut all: Vec<Excerpt> = Vec::new();
    for it in found.into_iter().filter(|it| !it.lines.is_empty()) {
        match all.last_mut().filter(|last| it.nodes.start < last.nodes.end) {
            Some(last) if last.language == it.language => {
                last.lines.extend(it.lines);
                last.nodes.end = it.nodes.end;
            }
            Some(_) => {}
            None => all.push(it),
        }
    }
    all.retain(|it| it.lines.len() <= MOST_LINES);
    all
}

fn margin(text: &[u8], line: &Line, content: usize) -> Margin {
    let end = offset(text.len().min(line.end + 1));
    Margin { start: offset(line.start), content: offset(content), end, tail: end, opens: false }
}

/// How many blanks a line begins with.
fn blanks(line: &[u8]) -> usize {
    line.iter().take_while(|it| is_blank(**it)).count()
}
