//! The vocabulary of a `names.scm`: what its patterns may capture, and what that says of a name, a call or a scope.

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

/// Names of different spaces never mean each other, however they read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Space {
    /// Where most names are.
    Plain,
    /// Of labels and lifetimes.
    Labels,
    /// Of types that are always named with a word before them, such as C's `struct S`.
    Tags,
    /// Of methods, where a field of the same word is another thing.
    Methods,
}

/// The units that belong to a definition.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Parts {
    /// The list of its parameters, brackets and all.
    pub(crate) parameters: Option<UnitId>,
    /// The list of the parameters of what it points to, brackets and all.
    pub(crate) signature: Option<UnitId>,
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
    /// All of it; the name where no unit is all of it, as in what a macro is given.
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

impl Call {
    /// All of it.
    pub(crate) fn span(&self, file: &File) -> Span {
        let whole = file.unit(self.whole).span();
        if self.is_loose() { Span::new(whole.start, file.unit(self.arguments).end) } else { whole }
    }

    /// True when it is a name and brackets that stand side by side.
    pub(crate) fn is_loose(&self) -> bool {
        self.whole == self.callee
    }
}

/// A capture of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capture {
    /// What introduces names.
    Definition,
    /// What belongs to the definition that is its child, such as `export`.
    Outer,
    Name(Kind, Space),
    Part(Part),
    /// A unit in which names are visible.
    Scope(Reach),
    /// A unit in which names are only used, even where a pattern says otherwise.
    Reference,
    /// A name with the signs around it that make it a use, such as `$(NAME)`.
    Signed,
    /// A word that names something in a way of its own.
    Mark(Mark),
    /// The type that a definition, or an extension, belongs to.
    Extends,
    /// What a definition, or an extension, has all members of.
    Implements,
    /// A name in what a branch takes, which is there for as long as something makes it.
    Takes,
    /// What extends a type from elsewhere.
    Extension,
    /// What belongs to its next sibling.
    Attribute,
    /// What makes names visible without naming them.
    Glob,
    /// A unit whose imports can be named from outside.
    Export,
    Call,
    Callee,
    Arguments(List),
}

/// A part of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Parameters,
    Signature,
    Body,
    Value,
    Result,
    Fields,
    Generics,
}

/// What a list of arguments is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Parameters,
    Fields,
    Generics,
}

/// From where the names of a scope can be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// From within.
    Within,
    /// Only as members of something.
    Members,
    /// From within, and as members of something.
    Open,
}

/// How a word names something, if not by what is visible where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// As a member of something.
    Member,
    /// As a member of the type that it stands in, even where something nearer has its name.
    Own,
    /// As the end of a path: whatever can be seen from elsewhere.
    Qualified,
    /// As a label.
    Label,
    /// With a word before it such as `struct`: the type of that name, if there is one.
    Tag,
    /// As a method of something that is called: what else has that name is not meant, if there is such a method.
    Method,
    /// As a method of the type that it stands in.
    OwnMethod,
}

impl Capture {
    /// The capture of that name, without its `@`.
    pub(super) fn of(name: &str) -> Option<Capture> {
        if let Some(kind) = name.strip_prefix("name.") {
            let space = match kind {
                "label" => Space::Labels,
                "tag" => Space::Tags,
                "method" => Space::Methods,
                _ => Space::Plain,
            };
            return Kind::of(kind).map(|kind| Capture::Name(kind, space));
        }
        Some(match name {
            "definition" => Capture::Definition,
            "definition.outer" => Capture::Outer,
            "parameters" => Capture::Part(Part::Parameters),
            "signature" => Capture::Part(Part::Signature),
            "body" => Capture::Part(Part::Body),
            "value" => Capture::Part(Part::Value),
            "result" => Capture::Part(Part::Result),
            "fields" => Capture::Part(Part::Fields),
            "generics" => Capture::Part(Part::Generics),
            "scope" => Capture::Scope(Reach::Within),
            "scope.members" => Capture::Scope(Reach::Members),
            "scope.open" => Capture::Scope(Reach::Open),
            "reference" => Capture::Reference,
            "reference.signed" => Capture::Signed,
            "member" => Capture::Mark(Mark::Member),
            "member.own" => Capture::Mark(Mark::Own),
            "qualified" => Capture::Mark(Mark::Qualified),
            "label" => Capture::Mark(Mark::Label),
            "tag" => Capture::Mark(Mark::Tag),
            "method" => Capture::Mark(Mark::Method),
            "method.own" => Capture::Mark(Mark::OwnMethod),
            "extends" => Capture::Extends,
            "implements" => Capture::Implements,
            "takes" => Capture::Takes,
            "extension" => Capture::Extension,
            "attribute" => Capture::Attribute,
            "glob" => Capture::Glob,
            "export" => Capture::Export,
            "call" => Capture::Call,
            "callee" => Capture::Callee,
            "arguments" => Capture::Arguments(List::Parameters),
            "arguments.fields" => Capture::Arguments(List::Fields),
            "arguments.generics" => Capture::Arguments(List::Generics),
            _ => return None,
        })
    }
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "function" => Kind::Function,
            "type" | "tag" => Kind::Type,
            "value" => Kind::Value,
            "member" | "method" => Kind::Member,
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

impl Parts {
    /// The unit of a part.
    pub(super) fn part(&mut self, part: Part) -> &mut Option<UnitId> {
        match part {
            Part::Parameters => &mut self.parameters,
            Part::Signature => &mut self.signature,
            Part::Body => &mut self.body,
            Part::Value => &mut self.value,
            Part::Result => &mut self.result,
            Part::Fields => &mut self.fields,
            Part::Generics => &mut self.generics,
        }
    }

    /// Takes what is known from elsewhere where nothing is known here.
    pub(super) fn add(&mut self, other: Parts) {
        self.parameters = self.parameters.or(other.parameters);
        self.signature = self.signature.or(other.signature);
        self.body = self.body.or(other.body);
        self.value = self.value.or(other.value);
        self.result = self.result.or(other.result);
        self.fields = self.fields.or(other.fields);
        self.generics = self.generics.or(other.generics);
    }
}
