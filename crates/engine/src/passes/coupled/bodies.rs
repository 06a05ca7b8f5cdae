//! What stands in the body of a function: its statements, and what it is worth.

use super::functions::leaf_at;
use super::places::is_indented;
use crate::document::{File, UnitId};

/// The statements of a body, and what it is worth at its end without a `return`.
pub(super) fn statements(file: &File, body: UnitId) -> (Vec<UnitId>, Option<UnitId>) {
    let solid = |it: &UnitId| !file.unit(*it).is_extra() && !file.unit(*it).span().is_empty();
    let mut children: Vec<UnitId> = file.children(body).filter(solid).collect();
    let braced = children.first().is_some_and(|&it| file.text_of(it) == b"{");
    if braced {
        children.retain(|&it| file.unit(it).is_named());
        // A list of its own between the braces.
        if let [only] = children[..]
            && file.kind_name(only).ends_with("_list")
        {
            children = file.children(only).filter(|it| file.unit(*it).is_named() && solid(it)).collect();
        }
    } else if !["block", "block_body", "body_statement"].iter().any(|it| file.kind_name(body).ends_with(it)) {
        return (Vec::new(), Some(body));
    } else {
        children.retain(|&it| file.unit(it).is_named());
    }
    let value = children.last().and_then(|&last| worth(file, last));
    (children, value)
}

/// True when it is clear where each statement of a body ends: what nobody can read, such as a type among the arguments of a
/// builtin, is further down.
pub(super) fn holds_together(file: &File, body: UnitId) -> bool {
    let is_whole = |it: UnitId| !file.unit(it).is_error() && !file.unit(it).is_missing();
    !file.unit(body).has_error()
        || is_whole(body) && file.children(body).all(|it| is_whole(it) && file.children(it).all(is_whole))
}

/// The value behind the keyword of a statement that returns one.
pub(super) fn returned(file: &File, keyword: UnitId) -> Option<UnitId> {
    let returns = file.is_leaf(keyword) && file.text_of(keyword) == b"return";
    returns.then(|| value_behind(file, keyword)).flatten()
}

/// The value behind a keyword.
pub(super) fn value_behind(file: &File, keyword: UnitId) -> Option<UnitId> {
    file.solid_children(file.unit(keyword).parent).find(|it| *it > keyword)
}

/// The keyword of a statement that returns.
pub(super) fn keyword(file: &File, statement: UnitId) -> Option<UnitId> {
    let leaf = leaf_at(file, file.unit(statement).start);
    (file.text_of(leaf) == b"return").then_some(leaf)
}

/// The keyword of a statement that gives out what it has from another, as a value that one goes over: `yield from x`, `yield* x`.
pub(super) fn delegates(file: &File, statement: UnitId) -> Option<UnitId> {
    let leaf = leaf_at(file, file.unit(statement).start);
    let rest = file.text[file.unit(leaf).start as usize..].strip_prefix(b"yield")?.trim_ascii_start();
    let words = [&b"from "[..], b"from(", b"from[", b"*"];
    words.iter().any(|it| rest.starts_with(it)).then_some(leaf)
}

/// The last unit of a block when the block is worth it: an expression that nothing ends, but not where each value is said with its
/// type.
fn worth(file: &File, last: UnitId) -> Option<UnitId> {
    let kind = file.kind_name(last);
    let other = ["statement", "declaration", "item", "definition", "directive", "invocation"];
    let says = file.language.as_ref().is_some_and(|it| it.typed_uses);
    let open = !says && !file.text_of(last).ends_with(b";") && !is_indented(file);
    (open && !other.iter().any(|it| kind.ends_with(it))).then_some(last)
}
