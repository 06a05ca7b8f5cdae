//! What the patterns of a `names.scm` capture in one file: names, their parts, scopes, members and calls.

use std::collections::{HashMap, HashSet};

use tree_sitter::{Node, QueryCursor, StreamingIterator};

use crate::document::File;
use crate::edit::Span;
use crate::unit::UnitId;

/// What a name stands for: the end of its capture, as in `@name.function`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Something that can be called.
    Function,
    /// A type.
    Type,
    /// A variable or a constant.
    Value,
    /// A field, a method or a case of a type.
    Member,
    /// A parameter of a function.
    Parameter,
    /// A parameter of a type or a template.
    Generic,
    /// A name that stands for something from elsewhere.
    Import,
    /// A module or a namespace.
    Module,
    /// A label or a lifetime.
    Label,
    /// A macro.
    Macro,
}

/// The units that belong to a definition.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Parts {
    /// The list of its parameters, brackets and all.
    pub(crate) parameters: Option<UnitId>,
    /// What it does.
    pub(crate) body: Option<UnitId>,
    /// What it is at first.
    pub(crate) value: Option<UnitId>,
    /// What type it has, or what it returns.
    pub(crate) result: Option<UnitId>,
    /// The list of its fields or cases, brackets and all.
    pub(crate) fields: Option<UnitId>,
    /// The list of its parameters that are types or constants, brackets and all.
    pub(crate) generics: Option<UnitId>,
}

/// A use of a name with a list of things for its parameters or fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    /// All of it.
    pub(crate) whole: UnitId,
    /// The name.
    pub(crate) callee: UnitId,
    /// The list, brackets and all.
    pub(crate) arguments: UnitId,
    /// True when the list is for the fields of a type.
    pub(crate) constructs: bool,
    /// True when the list is for parameters that are types or constants.
    pub(crate) generic: bool,
}

/// A name as it was captured.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: UnitId,
    pub(super) whole: UnitId,
    pub(super) kind: Kind,
    pub(super) parts: Parts,
}

/// A unit in which names are visible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub(super) unit: UnitId,
    /// True when its names can be named from outside, too.
    pub(super) open: bool,
}

/// All that a file's `names.scm` captures.
#[derive(Debug, Default)]
pub(super) struct Captured {
    /// In order of their names.
    pub(super) names: Vec<Named>,
    /// In order, outer before inner; the root is not among them.
    pub(super) scopes: Vec<Scope>,
    /// Where the words start that name members.
    pub(super) members: HashSet<u32>,
    /// In order.
    pub(super) calls: Vec<Call>,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "function" => Kind::Function,
            "type" => Kind::Type,
            "value" => Kind::Value,
            "member" => Kind::Member,
            "parameter" => Kind::Parameter,
            "generic" => Kind::Generic,
            "import" => Kind::Import,
            "module" => Kind::Module,
            "label" => Kind::Label,
            "macro" => Kind::Macro,
            _ => return None,
        })
    }
}

/// Runs the language's `names.scm` over a file.
pub(super) fn read(file: &File) -> Captured {
    let Some(language) = &file.language else { return Captured::default() };
    let (Some(names), Some(tree)) = (&language.names, &file.tree) else { return Captured::default() };
    let query = names.query(&language.grammar);
    let captures = query.capture_names();
    let mut reader = Reader { file, names: HashMap::new(), ..Reader::new(file) };
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), &file.text[..]);
    while let Some(one) = matches.next() {
        let all = one.captures().iter().map(|it| (captures[it.index as usize], it.node));
        reader.take(one.pattern_index, all);
    }
    reader.finish()
}

struct Reader<'f> {
    file: &'f File,
    /// The kind of each name, and the pattern that said so: a later one knows better.
    names: HashMap<UnitId, (usize, Kind)>,
    definitions: HashSet<UnitId>,
    parts: HashMap<UnitId, Parts>,
    scopes: HashMap<UnitId, bool>,
    members: HashSet<u32>,
    /// By what they are and by their list, because a call may have one of types, too.
    calls: HashMap<(UnitId, UnitId), Call>,
}

impl<'f> Reader<'f> {
    fn new(file: &'f File) -> Reader<'f> {
        Reader {
            file,
            names: HashMap::new(),
            definitions: HashSet::new(),
            parts: HashMap::new(),
            scopes: HashMap::new(),
            members: HashSet::new(),
            calls: HashMap::new(),
        }
    }

    /// Takes what one match captured.
    fn take<'t>(&mut self, pattern: usize, captures: impl Iterator<Item = (&'t str, Node<'t>)>) {
        let (mut parts, mut owner, mut any) = (Parts::default(), None, false);
        let (mut call, mut callee, mut arguments) = (None, None, None);
        let (mut constructs, mut generic) = (false, false);
        for (capture, node) in captures {
            let Some(unit) = unit_of(self.file, node) else { continue };
            let (head, tail) = capture.split_once('.').unwrap_or((capture, ""));
            let part = match head {
                "definition" => {
                    self.definitions.insert(unit);
                    owner = owner.or(Some(unit));
                    continue;
                }
                "scope" => {
                    *self.scopes.entry(unit).or_default() |= tail == "open";
                    continue;
                }
                "name" => {
                    let Some(kind) = Kind::of(tail) else { continue };
                    let known = self.names.entry(unit).or_insert((pattern, kind));
                    if known.0 <= pattern {
                        *known = (pattern, kind);
                    }
                    owner = Some(unit);
                    continue;
                }
                "member" => {
                    self.members.insert(self.file.unit(unit).start);
                    continue;
                }
                "call" => &mut call,
                "callee" => &mut callee,
                "arguments" => {
                    (constructs, generic) = (tail == "fields", tail == "generics");
                    &mut arguments
                }
                "parameters" => &mut parts.parameters,
                "body" => &mut parts.body,
                "value" => &mut parts.value,
                "result" => &mut parts.result,
                "fields" => &mut parts.fields,
                "generics" => &mut parts.generics,
                _ => continue,
            };
            any = true;
            *part = Some(unit);
        }
        if let (Some(whole), Some(callee), Some(arguments)) = (call, callee, arguments) {
            let call = Call { whole, callee, arguments, constructs, generic };
            self.calls.entry((whole, arguments)).or_insert(call);
        } else if let Some(owner) = owner.filter(|_| any) {
            self.parts.entry(owner).or_default().add(parts);
        }
    }

    fn finish(self) -> Captured {
        let mut names: Vec<Named> = Vec::with_capacity(self.names.len());
        // The loops only fill lists that are sorted afterwards.
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&name, &(_, kind)) in &self.names {
            let whole = self.whole(name);
            let mut parts = self.parts.get(&name).copied().unwrap_or_default();
            parts.add(self.parts.get(&whole).copied().unwrap_or_default());
            parts.result = parts.result.or_else(|| self.result_around(whole));
            names.push(Named { name, whole, kind, parts });
        }
        names.sort_unstable_by_key(|it| it.name);
        let mut scopes: Vec<Scope> = self.scopes.iter().map(|(&unit, &open)| Scope { unit, open }).collect();
        scopes.sort_unstable_by_key(|it| it.unit);
        let mut calls: Vec<Call> = self.calls.into_values().collect();
        calls.sort_unstable_by_key(|it| (it.whole, it.arguments));
        Captured { names, scopes, members: self.members, calls }
    }

    /// The type that a declaration says for all its names.
    fn result_around(&self, whole: UnitId) -> Option<UnitId> {
        let outer = self.file.unit(whole).parent;
        self.parts.get(&outer).filter(|_| self.definitions.contains(&outer))?.result
    }

    /// The definition that a name belongs to: the nearest around it, or the name alone.
    fn whole(&self, name: UnitId) -> UnitId {
        let mut unit = name;
        loop {
            if self.definitions.contains(&unit) {
                return unit;
            }
            let parent = self.file.unit(unit).parent;
            if parent == unit {
                return name;
            }
            unit = parent;
        }
    }
}

impl Parts {
    /// Takes what is known from elsewhere where nothing is known here.
    fn add(&mut self, other: Parts) {
        self.parameters = self.parameters.or(other.parameters);
        self.body = self.body.or(other.body);
        self.value = self.value.or(other.value);
        self.result = self.result.or(other.result);
        self.fields = self.fields.or(other.fields);
        self.generics = self.generics.or(other.generics);
    }
}

/// The unit of a node of the file's tree.
fn unit_of(file: &File, node: Node<'_>) -> Option<UnitId> {
    let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
    let span = Span::new(offset(node.start_byte()), offset(node.end_byte()));
    let first = file.units.partition_point(|it| it.start < span.start);
    let here = file.units[first..].iter().take_while(|it| it.start == span.start);
    let mut alike = here.enumerate().filter(|it| it.1.end == span.end && it.1.kind == node.kind_id());
    alike.next().map(|it| offset(first + it.0))
}
