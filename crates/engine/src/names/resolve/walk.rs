//! Goes through the lexemes of a file and says of each which definitions it means.

use super::{Maker, Opened};
use crate::document::File;
use crate::edit::FileId;
use crate::lexeme::{Class, Lexeme};
use crate::names::capture::{Kind, Mark, Reach, Space};
use crate::names::read::Captured;
use crate::names::{BindingId, Definition, Names, Target, Word};
use crate::tokens::is_word;
use crate::unit::UnitId;

/// What stands before a word and a sign that says that the word belongs to it.
struct Owner<'o> {
    text: &'o [u8],
    target: Target,
    /// True for `A::`, which only a type or a module can be.
    is_path: bool,
}

impl<'o> Owner<'o> {
    /// What stands before the lexeme that comes behind those whose targets are known.
    fn of(file: &'o File, targets: &[Target]) -> Option<Owner<'o>> {
        let before = |steps: usize| file.lexemes().get(targets.len().checked_sub(steps)?);
        let (sign, own) = (before(1)?.of(&file.text), before(2)?);
        let (text, is_path) = (own.of(&file.text), sign == b"::");
        let is_word = own.class == Class::Word || text == b"Self";
        (is_word && (is_path || sign == b".")).then(|| Owner {
            text,
            target: targets[targets.len() - 2],
            is_path,
        })
    }
}

/// Where to look for what belongs to something.
enum Home {
    /// With the type or module of this word.
    Here(Word),
    /// Nowhere in the document.
    Elsewhere,
    /// That is not known.
    Unclear,
}

/// A walk through the lexemes of a file that knows which names are visible.
pub(super) struct Walk<'w> {
    maker: &'w Maker<'w>,
    id: FileId,
    captured: &'w Captured,
    opened: &'w Opened,
    /// What is visible of each word: the last is nearest.
    visible: Vec<Vec<BindingId>>,
    /// The scopes that are open, counted from 1, and how many have been.
    open: Vec<usize>,
    scopes: usize,
    /// How many names and marks are behind.
    names: usize,
    marks: usize,
}

impl<'w> Walk<'w> {
    pub(super) fn new(
        maker: &'w Maker<'w>,
        id: FileId,
        captured: &'w Captured,
        opened: &'w Opened,
    ) -> Walk<'w> {
        let visible = vec![Vec::new(); maker.words.len()];
        Walk { maker, id, captured, opened, visible, open: Vec::new(), scopes: 0, names: 0, marks: 0 }
    }

    pub(super) fn targets(mut self, file: &File) -> Vec<Target> {
        let mut targets = Vec::with_capacity(file.lexemes().len());
        for lexeme in file.lexemes() {
            let start = lexeme.span.start;
            self.leave(file, start);
            self.enter(file, start);
            let mark = next_at(&self.captured.marks, &mut self.marks, start);
            targets.push(match next_at(&self.opened.names, &mut self.names, start) {
                Some(definition) => Target::Definition(definition),
                // A keyword that something defines, such as `int16_t` in C, is a name like others.
                None if matches!(lexeme.class, Class::Word | Class::Keyword) => {
                    let owner = Owner::of(file, &targets);
                    self.target(file, lexeme, mark, owner.as_ref())
                }
                None => Target::Nothing,
            });
        }
        targets
    }

    fn leave(&mut self, file: &File, start: u32) {
        while let Some(&scope) = self.open.last()
            && file.unit(self.captured.scopes[scope - 1].unit).end <= start
        {
            self.open.pop();
            for &binding in self.lexical(scope) {
                self.visible[self.maker.names.bindings[binding].word as usize].pop();
            }
        }
    }

    fn enter(&mut self, file: &File, start: u32) {
        while let Some(scope) = self.captured.scopes.get(self.scopes)
            && file.unit(scope.unit).start <= start
        {
            self.scopes += 1;
            if file.unit(scope.unit).end > start {
                self.open.push(self.scopes);
                for &binding in self.lexical(self.scopes) {
                    self.visible[self.maker.names.bindings[binding].word as usize].push(binding);
                }
            }
        }
    }

    /// The bindings of a scope that can be named from within.
    fn lexical(&self, scope: usize) -> &'w [BindingId] {
        let members = self.captured.scopes[scope - 1].reach == Reach::Members;
        if members { &[] } else { &self.opened.bindings[scope] }
    }

    fn target(&self, file: &File, lexeme: &Lexeme, mark: Option<Mark>, owner: Option<&Owner>) -> Target {
        let text = lexeme.of(&file.text);
        let word = |space: Space| self.maker.words.get(&(space, text));
        let found = match mark {
            // What has no tag may be named so where tags are names like others.
            Some(Mark::Tag) => word(Space::Tags).or_else(|| word(Space::Plain)),
            Some(Mark::Label) => word(Space::Labels),
            Some(Mark::Method | Mark::OwnMethod) => word(Space::Methods).or_else(|| word(Space::Plain)),
            _ => word(Space::Plain).or_else(|| word(Space::Methods)),
        };
        let Some(&word) = found else { return Target::Nothing };
        let Names { abroad, members, .. } = &self.maker.names;
        match mark {
            Some(Mark::Own | Mark::OwnMethod) if let Some(binding) = self.own_member(word) => {
                Target::Binding(binding)
            }
            None | Some(Mark::Label | Mark::Tag | Mark::Own | Mark::OwnMethod)
                if let Some(binding) = self.nearest(file, word, lexeme.span.start) =>
            {
                Target::Binding(binding)
            }
            Some(Mark::Member | Mark::Method | Mark::Qualified)
                if let Some(found) = owner.and_then(|it| self.owned(file, it, word)) =>
            {
                found
            }
            Some(Mark::Member | Mark::Method) if !members[word as usize].is_empty() => {
                one_or(&members[word as usize], Target::Member(word))
            }
            _ => one_or(&abroad[word as usize], Target::Abroad(word)),
        }
    }

    /// What a word means that belongs to something, where that is known.
    fn owned(&self, file: &File, owner: &Owner, word: Word) -> Option<Target> {
        let Names { abroad, members, .. } = &self.maker.names;
        match self.home(file, owner) {
            Home::Here(it) => self.maker.owned.get(&(it, word)).map(|&it| Target::Binding(it)),
            // What is no member of anything might be found all the same.
            Home::Elsewhere if owner.is_path => {
                // All members can be seen from elsewhere.
                (abroad[word as usize].len() == members[word as usize].len()).then_some(Target::Nothing)
            }
            Home::Elsewhere | Home::Unclear => None,
        }
    }

    /// Where to look for what belongs to what stands before a sign.
    fn home(&self, file: &File, owner: &Owner) -> Home {
        let Maker { words, names, homes, .. } = self.maker;
        let plain = |text: &[u8]| words.get(&(Space::Plain, text)).copied();
        let binding = match owner.target {
            _ if owner.text == b"Self" => {
                let around = self.open.iter().rev().find_map(|&it| self.opened.owners[it]);
                return around.map_or(Home::Unclear, Home::Here);
            }
            Target::Definition(_) => return Home::Unclear,
            Target::Nothing => return Home::Elsewhere,
            Target::Abroad(word) | Target::Member(word) => return Home::Here(word),
            Target::Binding(it) => &names.bindings[it],
        };
        let first = &names.definitions[binding.definitions[0]];
        let value =
            first.parts.value.filter(|_| first.file == self.id).map(|it| last_of_path(file.text_of(it)));
        let word = match (first.kind, value) {
            (Kind::Type | Kind::Module, None) => return Home::Here(binding.word),
            (Kind::Import, None) => Some(binding.word),
            // Another name for a type, or the path of an import.
            (Kind::Type | Kind::Module | Kind::Import, Some(value)) => plain(value),
            _ => return Home::Unclear,
        };
        word.filter(|it| homes.contains(it)).map_or(Home::Elsewhere, Home::Here)
    }

    /// The nearest binding that is visible and a member.
    fn own_member(&self, word: Word) -> Option<BindingId> {
        let names = &self.maker.names;
        let is_member =
            |it: &BindingId| names.definitions[names.bindings[*it].definitions[0]].kind == Kind::Member;
        self.visible[word as usize].iter().rev().copied().find(is_member)
    }

    /// What a word means in the whole program: a variable rather than a member.
    fn root(&self, word: Word) -> impl Iterator<Item = BindingId> + '_ {
        [false, true].into_iter().filter_map(move |it| self.maker.root.get(&(word, it)).copied())
    }

    /// The nearest binding that is visible; in the type and the value of a variable rather one around it, as in `let x = x + 1`
    /// and `T<x> x`.
    fn nearest(&self, file: &File, word: Word, start: u32) -> Option<BindingId> {
        let mut visible = self.visible[word as usize].iter().rev().copied().chain(self.root(word));
        let nearest = visible.next()?;
        let names = &self.maker.names;
        let &[only] = &names.bindings[nearest].definitions[..] else { return Some(nearest) };
        let Definition { file: id, kind, parts, name, whole, .. } = names.definitions[only];
        let is_within = |it: UnitId| file.unit(it).span().range().contains(&(start as usize));
        let is_before = || is_within(whole) && start < file.unit(name).start;
        let own = match kind {
            _ if id != self.id => false,
            Kind::Value => {
                parts.value.is_some_and(is_within) || parts.result.is_some_and(is_within) || is_before()
            }
            Kind::Parameter | Kind::Member => parts.result.is_some_and(is_within) || is_before(),
            _ => false,
        };
        Some(visible.next().filter(|_| own).unwrap_or(nearest))
    }
}

/// The last word of a path, without what is given to it, as in `a::b<c>`.
fn last_of_path(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|it| !is_word(*it) && !b":. ".contains(it)).unwrap_or(text.len());
    let path = text[..end].trim_ascii_end();
    path.rsplit(|it| !is_word(*it)).next().unwrap_or(path)
}

fn one_or(list: &[BindingId], several: Target) -> Target {
    match list {
        [] => Target::Nothing,
        [only] => Target::Binding(*only),
        _ => several,
    }
}

/// What a sorted list says of an offset; the offsets that are asked about rise.
fn next_at<T: Copy>(list: &[(u32, T)], at: &mut usize, offset: u32) -> Option<T> {
    while list.get(*at).is_some_and(|it| it.0 < offset) {
        *at += 1;
    }
    list.get(*at).filter(|it| it.0 == offset).map(|it| it.1)
}
