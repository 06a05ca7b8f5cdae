//! The transformations of Clang that C-Reduce and C-Vise have, with our passes beside them.

use super::{Theirs, row};

/// Each transformation of either, by name. What is said begins with what our passes do of it: the `same`, the same and
/// more (`subsumed`, because something more general does it; `better`, because the same idea goes further), `in part`,
/// `not yet`, or `no`, which they are not meant to.
pub(super) const TRANSFORMATIONS: &[Theirs] = &[
    clang(
        "aggregate-to-scalar",
        &["split-struct", "delete-field", "unwrap-struct", "lower-levels"],
        "in part: all parts of a variable that is used by them alone; one more variable beside the whole makes nothing smaller",
    ),
    clang(
        "binop-simplification",
        &[],
        "no: adds a variable for an operand, and neither of them schedules it",
    ),
    clang(
        "callexpr-to-value",
        &["peephole", "call-to-argument"],
        "better: one call, or all of a function, which goes",
    ),
    clang("class-template-to-class", &["delete-parameter"], "better: of functions, too"),
    clang("class-to-struct", &["peephole"], "same: a word of the table; `public:` goes along"),
    clang(
        "combine-global-var",
        &["merge-declarations", "gather-declarations"],
        "better: fields, too, and what is declared in a function",
    ),
    clang(
        "combine-local-var",
        &["merge-declarations", "gather-declarations"],
        "better: into the nearest declaration around it, too",
    ),
    clang(
        "copy-propagation",
        &["inline-variable", "forward-value"],
        "better: any value, whatever is assigned to, and the variable or the assignment goes",
    ),
    clang("empty-struct-to-int", &["substitute-type"], "better: any type, whatever is in it"),
    clang(
        "expression-detector",
        &[],
        "no: prints a value to find out where it goes wrong, and makes nothing smaller",
    ),
    clang("instantiate-template-param", &["delete-parameter"], "better: of functions, too"),
    clang(
        "instantiate-template-type-param-to-int",
        &["substitute-type"],
        "better: the parameter and its arguments go",
    ),
    clang(
        "lift-assignment-expr",
        &["forward-value", "hoist"],
        "better: the value stands for the assignment, there and behind it; or the assignment stays alone",
    ),
    clang(
        "local-to-global",
        &["gather-declarations"],
        "in part: into a declaration that begins alike; alone, another place makes nothing smaller",
    ),
    clang(
        "member-to-global",
        &["lift-member", "flatten-module"],
        "better: methods, too; or all members at once, and the class goes",
    ),
    clang("merge-base-class", &["merge-types"], "better: into either of the two, or of neighbours"),
    clang(
        "move-definition-to-declaration",
        &["pull-up-method", "flatten-module", "delete-blocks"],
        "better: also into a class, of a template, too",
    ),
    clang(
        "move-function-body",
        &["pull-up-method", "flatten-module", "delete-blocks"],
        "better: C-Reduce's name of move-definition-to-declaration",
    ),
    clang("move-global-var", &[], "no: another order makes nothing smaller"),
    clang("param-to-global", &["parameter-to-variable"], "better: of any type"),
    clang(
        "param-to-local",
        &["parameter-to-variable"],
        "better: of any type, with the argument if all calls agree on it",
    ),
    clang(
        "reduce-array-dim",
        &["lower-levels"],
        "better: in any number of dimensions, whatever the indices are",
    ),
    clang(
        "reduce-array-size",
        &["shrink-integers", "lower-count"],
        "better: any smaller number; or elements go along",
    ),
    clang("reduce-class-template-param", &["delete-parameter"], "better: of functions, too"),
    clang("reduce-pointer-level", &["lower-levels"], "better: references and optionals, too"),
    clang("reduce-pointer-pairs", &["lower-levels", "inline-variable"], "subsumed: one after the other"),
    clang("remove-addr-taken", &["hoist"], "subsumed: an operand takes the place of any expression"),
    clang("remove-array", &["lower-levels"], "better: keeps the value of the element that is used"),
    clang(
        "remove-base-class",
        &["delete-elements", "delete-groups"],
        "subsumed: an element of a list, or all of it",
    ),
    clang(
        "remove-ctor-initializer",
        &["delete-elements", "delete-groups"],
        "subsumed: an element of a list, or all of it",
    ),
    clang("remove-enum-member-value", &["delete-groups"], "subsumed: an optional part"),
    clang("remove-namespace", &["flatten-module"], "same: names that clash get others"),
    clang(
        "remove-nested-function",
        &[],
        "no: adds a variable for a call, to have it alone for inlining; ours are inlined and unwrapped where they stand",
    ),
    clang("remove-pointer", &["lower-levels"], "better: also where it is used"),
    clang("remove-trivial-base-template", &["delete-groups"], "subsumed: an optional part"),
    clang("remove-try-catch", &["delete-elements", "hoist"], "better: one `catch`, or any block of it stays"),
    clang(
        "remove-unresolved-base",
        &["delete-elements", "delete-groups"],
        "subsumed: an element of a list, or all of it",
    ),
    clang(
        "remove-unused-enum-member",
        &["delete-elements", "delete-unused"],
        "subsumed: any element of a list",
    ),
    clang("remove-unused-field", &["delete-field"], "better: a field that is used, too"),
    clang(
        "remove-unused-function",
        &["delete-unused", "delete-with-orphans"],
        "better: with what it alone needed, in any language",
    ),
    clang("remove-unused-outer-class", &["flatten-module"], "better: the members come out as well"),
    clang("remove-unused-var", &["delete-unused"], "better: whatever introduces a name, in any language"),
    clang("rename-class", &["rename-identifiers"], "subsumed: all names in one question"),
    clang("rename-cxx-method", &["rename-identifiers"], "subsumed: all names in one question"),
    clang("rename-fun", &["rename-identifiers"], "subsumed: all names in one question"),
    clang("rename-operator", &[], "no: a call is longer than an operator"),
    clang("rename-param", &["rename-identifiers"], "subsumed: all names in one question"),
    clang("rename-var", &["rename-identifiers"], "subsumed: all names in one question"),
    clang(
        "replace-array-access-with-index",
        &["hoist"],
        "subsumed: an operand takes the place of any expression",
    ),
    clang(
        "replace-array-index-var",
        &["hoist", "peephole"],
        "in part: the body once; a copy for each value of the index makes nothing smaller",
    ),
    clang("replace-callexpr", &["inline-call"], "better: any body, at all calls, and the function goes"),
    clang("replace-class-with-base-template-spec", &["substitute-type"], "better: any class with a base"),
    clang(
        "replace-dependent-name",
        &["substitute-type"],
        "in part: the most frequent simple type; what the name means in an instance is only known to a compiler",
    ),
    clang("replace-dependent-typedef", &["substitute-type"], "same: what it stands for, everywhere"),
    clang("replace-derived-class", &["substitute-type"], "better: any class with a base"),
    clang(
        "replace-function-def-with-decl",
        &["empty-blocks"],
        "better: all of a depth at once, in any language",
    ),
    clang("replace-one-level-typedef-type", &["substitute-type"], "same: what it stands for, everywhere"),
    clang("replace-simple-typedef", &["substitute-type"], "better: of any type"),
    clang(
        "replace-undefined-function",
        &["merge-functions"],
        "better: of functions with bodies and other types, too",
    ),
    clang("return-void", &["void-result"], "better: in any language"),
    clang("simple-inliner", &["inline-call", "copy-body"], "better: of any length, at all calls or one"),
    clang("simplify-callexpr", &["unwrap-calls"], "subsumed: any argument"),
    clang("simplify-comma-expr", &["hoist"], "in part: one of the operands; two statements are no smaller"),
    clang(
        "simplify-dependent-typedef",
        &["hoist", "substitute-type"],
        "better: any type that is within it, such as the parameter, or the most frequent simple one",
    ),
    clang(
        "simplify-if",
        &["delete-units", "hoist"],
        "subsumed: `else` is a token; any branch may stay alone",
    ),
    clang("simplify-nested-class", &["flatten-module"], "better: whatever else is in the class"),
    clang(
        "simplify-recursive-template-instantiation",
        &["hoist"],
        "subsumed: an inner type of the same kind",
    ),
    clang("simplify-struct", &["unwrap-struct"], "better: a field of any type"),
    clang(
        "simplify-struct-union-decl",
        &["delete-token-windows"],
        "subsumed: three tokens, in a thorough run",
    ),
    clang(
        "template-arg-to-int",
        &["substitute-type"],
        "in part: the record everywhere; in one argument another type is no smaller",
    ),
    clang("template-non-type-arg-to-int", &["hoist", "shrink-integers"], "subsumed: numbers of any kind"),
    clang("unify-function-decl", &["delete-blocks"], "subsumed: one of two declarations"),
    clang(
        "union-to-struct",
        &["delete-field", "unwrap-struct"],
        "in part: once one field is left; another word makes nothing smaller",
    ),
    clang(
        "vector-to-array",
        &["substitute-type"],
        "in part: one element in the place of all; an array of ten is no smaller than the type's name",
    ),
];

const fn clang(transformation: &'static str, ours: &'static [&'static str], how: &'static str) -> Theirs {
    row("clang", transformation, ours, how)
}
