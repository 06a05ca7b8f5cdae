//! Makes the tree of a text of a line language of its tokens, without recursion: whatever its depth, no stack overflows.

use std::collections::HashMap;
use std::ops::Range;

use super::scanner::{Comments, Holds, Token};
use super::{Lines, Records, kinds};
use crate::unit::{Arena, Unit, UnitId};

/// What is still to be put into the tree, as ranges of tokens.
enum Task {
    /// A node, and what is in it.
    Node(u16, Range<usize>),
    /// Records, labels and regions.
    Items(Range<usize>),
    /// The things of a record, a part or a group.
    Elements(Range<usize>),
    /// Parts with separators between them.
    Parts(Range<usize>),
    /// One token.
    Token(usize),
    /// A node is complete.
    Close(UnitId),
}

impl Lines {
    /// The units of a text, in preorder.
    pub(in crate::syntax) fn read(&self, text: &[u8], comments: &Comments<'_>) -> Vec<Unit> {
        let tokens = self.scan(text, comments);
        let regions = self.regions(text, &tokens);
        let mut reader = Reader {
            lines: self,
            text,
            tokens: &tokens,
            regions,
            arena: Arena::default(),
            tasks: Vec::new(),
        };
        reader.tasks.push(Task::Node(kinds::FILE, 0..tokens.len()));
        while let Some(task) = reader.tasks.pop() {
            reader.perform(task);
        }
        reader.arena.finish()
    }

    /// For the first token of each region that of the record that closes it. Both have the same brackets around them.
    fn regions(&self, text: &[u8], tokens: &[Token]) -> HashMap<usize, usize> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut found = HashMap::new();
        if self.syntax.regions.is_empty() {
            return found;
        }
        for (at, token) in tokens.iter().enumerate().filter(|it| self.may_begin_record(text, tokens, it.0)) {
            let said = &text[token.start..token.end];
            let named = |it: &String| it.as_bytes() == said;
            if let Some(kind) = self.syntax.regions.iter().position(|it| named(&it.0)) {
                open.push((kind, at));
            } else if let Some(kind) = self.syntax.regions.iter().position(|it| named(&it.1))
                && let Some(from) =
                    open.iter().rposition(|it| self.syntax.regions[it.0].1 == self.syntax.regions[kind].1)
            {
                if tokens[open[from].1].within == token.within {
                    found.insert(open[from].1, at);
                }
                open.truncate(from);
            }
        }
        found
    }

    fn may_begin_record(&self, text: &[u8], tokens: &[Token], at: usize) -> bool {
        let ends = |it: &Token| {
            let said = &text[it.start..it.end];
            self.syntax
                .records
                .terminators()
                .iter()
                .chain(&self.syntax.labels)
                .any(|it| it.as_bytes() == said)
        };
        tokens[at].begins_line || at.checked_sub(1).is_some_and(|it| ends(&tokens[it]))
    }
}

struct Reader<'r> {
    lines: &'r Lines,
    text: &'r [u8],
    tokens: &'r [Token],
    regions: HashMap<usize, usize>,
    arena: Arena,
    tasks: Vec<Task>,
}

impl Reader<'_> {
    fn perform(&mut self, task: Task) {
        match task {
            Task::Node(kind, range) => {
                let (start, end) = match kind {
                    kinds::FILE => (0, self.text.len()),
                    _ => (self.tokens[range.start].start, self.tokens[range.end - 1].end),
                };
                let id = self.arena.open(kind, start, end);
                self.tasks.push(Task::Close(id));
                self.content(kind, range);
            }
            Task::Items(range) => self.items(range),
            Task::Elements(range) => self.elements(range),
            Task::Parts(range) => self.parts(range),
            Task::Token(at) => self.leaf(at),
            Task::Close(id) => self.arena.close(id),
        }
    }

    /// What is in a node, the last first.
    fn content(&mut self, kind: u16, range: Range<usize>) {
        let Range { start, end } = range;
        match kind {
            kinds::FILE if self.lines.syntax.records == Records::None => {
                self.tasks.push(Task::Elements(range));
            }
            kinds::FILE => self.tasks.push(Task::Items(range)),
            kinds::SECTION => {
                let label = self.label(start, end).unwrap_or(end);
                self.tasks.push(Task::Items(label..end));
                self.tasks.push(Task::Node(kinds::LABEL, start..label));
            }
            kinds::REGION => {
                let close = self.regions[&start];
                let head = self.record_end(start, close);
                self.tasks.push(Task::Node(kinds::RECORD, close..end));
                self.tasks.push(Task::Items(head..close));
                self.tasks.push(Task::Node(kinds::RECORD, start..head));
            }
            kinds::RECORD => self.record(range),
            kinds::GROUP => {
                self.tasks.push(Task::Token(end - 1));
                self.things(start + 1..end - 1);
                self.tasks.push(Task::Token(start));
            }
            kinds::BLOCK => {
                self.tasks.push(Task::Token(end - 1));
                self.tasks.push(Task::Items(start + 1..end - 1));
                self.tasks.push(Task::Token(start));
            }
            _ => self.tasks.push(Task::Elements(range)),
        }
    }

    /// Takes what stands first among records, and leaves the rest for later.
    fn items(&mut self, range: Range<usize>) {
        let Range { start, end } = range;
        if start >= end {
            return;
        }
        let (kind, item) = if let Some(label) = self.label(start, end) {
            (kinds::SECTION, self.section_end(label, end))
        } else if let Some(&close) = self.regions.get(&start).filter(|it| **it < end) {
            (kinds::REGION, self.record_end(close, end))
        } else {
            (kinds::RECORD, self.record_end(start, end))
        };
        self.tasks.push(Task::Items(item..end));
        self.tasks.push(match self.tokens[start].kind {
            kinds::COMMENT if item == start + 1 => Task::Token(start),
            _ => Task::Node(kind, start..item),
        });
    }

    /// What a record says, what ends it, and comments behind that.
    fn record(&mut self, range: Range<usize>) {
        let mut end = range.end;
        while end > range.start && self.tokens[end - 1].kind == kinds::COMMENT {
            end -= 1;
        }
        self.tasks.extend((end..range.end).rev().map(Task::Token));
        if end > range.start && self.ends_record(end - 1) {
            end -= 1;
            self.tasks.push(Task::Token(end));
        }
        self.things(range.start..end);
    }

    /// Parts where there are separators and something between each two, else elements.
    fn things(&mut self, range: Range<usize>) {
        let (mut filled, mut separators, mut odd) = (false, 0, false);
        for at in self.level(range.clone()) {
            if self.separates(at) {
                separators += 1;
                odd |= !filled;
                filled = false;
            } else {
                filled |= self.tokens[at].kind != kinds::COMMENT;
            }
        }
        // A lone part with its separator has the shape of two of which one is missing.
        let has_parts = !odd && separators > usize::from(!filled);
        self.tasks.push(if has_parts { Task::Parts(range) } else { Task::Elements(range) });
    }

    fn parts(&mut self, range: Range<usize>) {
        let Range { start, end } = range;
        if self.tokens[start..end].iter().all(|it| it.kind == kinds::COMMENT) {
            return self.tasks.extend((start..end).rev().map(Task::Token));
        }
        let separator = self.level(range).find(|it| self.separates(*it));
        if let Some(at) = separator {
            self.tasks.push(Task::Parts(at + 1..end));
            self.tasks.push(Task::Token(at));
        }
        self.tasks.push(Task::Node(kinds::PART, start..separator.unwrap_or(end)));
    }

    /// Takes tokens up to the next pair of brackets, and leaves the rest for later.
    fn elements(&mut self, range: Range<usize>) {
        for at in range.clone() {
            let token = self.tokens[at];
            if token.partner <= at || token.partner >= range.end {
                self.leaf(at);
                continue;
            }
            let kind = if token.holds == Holds::Records { kinds::BLOCK } else { kinds::GROUP };
            self.tasks.push(Task::Elements(token.partner + 1..range.end));
            return self.tasks.push(Task::Node(kind, at..token.partner + 1));
        }
    }

    fn leaf(&mut self, at: usize) {
        let Token { start, end, kind, sigils, .. } = self.tokens[at];
        match kind {
            kinds::COMMENT => self.arena.extra(kind, start, end),
            kinds::ERROR => self.arena.error(kind, start, end),
            _ if sigils > 0 => {
                let id = self.arena.open(kinds::NAME, start, end);
                for at in start..start + sigils {
                    let sigil = self.lines.kinds.token(&self.text[at..=at]);
                    self.arena.leaf(sigil.unwrap_or(kinds::IDENTIFIER), at, at + 1, false);
                }
                self.arena.leaf(kind, start + sigils, end, kinds::is_named(kind));
                self.arena.close(id);
            }
            // What ends a record is a token, even where it is a number.
            kinds::NUMBER if self.ends_record(at) => {
                let kind = self.lines.kinds.token(&self.text[start..end]).unwrap_or(kind);
                self.arena.leaf(kind, start, end, false);
            }
            _ => self.arena.leaf(kind, start, end, kinds::is_named(kind)),
        }
    }

    /// Tokens and whole brackets of a range, each by its first token.
    fn level(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let here = at;
            (here < range.end).then(|| {
                at = self.tokens[here].partner.max(here) + 1;
                here
            })
        })
    }

    /// Where the record ends that begins with a token.
    fn record_end(&self, start: usize, end: usize) -> usize {
        let first = &self.tokens[start];
        let by_line = match &self.lines.syntax.records {
            Records::Terminated { lines, .. } => {
                lines.iter().any(|it| it.as_bytes() == self.said(start)) || first.kind == kinds::COMMENT
            }
            _ => true,
        };
        let mut after_block = false;
        for at in self.level(start..end) {
            let token = &self.tokens[at];
            let deeper =
                self.lines.syntax.continued && token.indent > first.indent && first.kind != kinds::COMMENT;
            if at > start && token.begins_line && (by_line && !deeper || after_block) {
                return at;
            }
            if !by_line && self.ends_record(at) {
                return at + 1;
            }
            after_block = token.holds == Holds::Records;
        }
        end
    }

    /// Where a label ends that begins with a token: behind `:`, at once or at the end of the line.
    fn label(&self, start: usize, end: usize) -> Option<usize> {
        let label = self.lines.syntax.labels.as_ref()?.as_bytes();
        let is_label = |at: usize| at < end && self.said(at) == label;
        let glued = |at: usize| at < end && self.tokens[at].start == self.tokens[at - 1].end;
        let begins = !matches!(self.tokens[start].kind, kinds::COMMENT | kinds::ERROR) && !is_label(start);
        if begins && is_label(start + 1) && glued(start + 1) && !(is_label(start + 2) && glued(start + 2)) {
            return Some(start + 2);
        }
        if !begins {
            return None;
        }
        let next_line = |it: &usize| *it == start || !self.tokens[*it].begins_line;
        let last =
            self.level(start..end).take_while(next_line).filter(|it| self.tokens[*it].kind != kinds::COMMENT);
        last.last().filter(|it| is_label(*it)).map(|it| it + 1)
    }

    /// Where the section ends whose label has ended: before the next label.
    fn section_end(&self, mut at: usize, end: usize) -> usize {
        while at < end && self.label(at, end).is_none() {
            let close = self.regions.get(&at).copied().filter(|it| *it < end);
            at = self.record_end(close.unwrap_or(at), end);
        }
        at
    }

    fn ends_record(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        token.sigils == 0
            && self.lines.syntax.records.terminators().iter().any(|it| it.as_bytes() == self.said(at))
    }

    fn separates(&self, at: usize) -> bool {
        self.lines.syntax.separators.iter().any(|it| it.as_bytes() == self.said(at))
    }

    fn said(&self, at: usize) -> &[u8] {
        &self.text[self.tokens[at].start..self.tokens[at].end]
    }
}
