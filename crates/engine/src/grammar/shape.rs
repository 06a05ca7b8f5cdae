//! What the children of a node look like: a small algebra that makes lists and optional parts plain.

use super::set::IdSet;

/// What the children of a node look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No child at all.
    Empty,
    /// No child either, but text that is not a node: what stands beside it in a choice cannot just go.
    Hidden,
    /// What cannot be matched.
    Never,
    /// One child.
    Slot(Slot),
    /// One after the other; never nested, never shorter than two.
    Seq(Vec<Shape>),
    /// One of them; never nested, never shorter than two.
    Choice(Vec<Shape>),
    /// This or nothing.
    Optional(Box<Shape>),
    /// A repetition.
    List(Box<ListShape>),
}

/// A repetition: `item (separator item)* separator?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListShape {
    pub item: Shape,
    /// What the last item must be, if not the same as the others; then there is no separator and one item at least.
    pub last: Option<Shape>,
    /// What stands between two items, `Empty` for nothing.
    pub separator: Shape,
    /// How many items there must be, 0 or 1.
    pub at_least: usize,
    /// Whether a separator may follow the last item.
    pub trailing: bool,
    /// Whether an item may be left out, its separators staying.
    pub holes: bool,
}

/// Which children may stand in one place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Slot {
    /// By `Symbol::symbol`.
    pub symbols: IdSet,
    /// By `Symbol::kind`.
    pub kinds: IdSet,
}

impl Shape {
    /// True when it may match no child.
    pub(crate) fn is_nullable(&self) -> bool {
        match self {
            Shape::Empty | Shape::Hidden | Shape::Optional(_) => true,
            Shape::Never | Shape::Slot(_) => false,
            Shape::Seq(members) => members.iter().all(Shape::is_nullable),
            Shape::Choice(members) => members.iter().any(Shape::is_nullable),
            Shape::List(list) => list.at_least == 0 || list.item.is_nullable(),
        }
    }

    fn is_unbroken_list(&self) -> bool {
        matches!(self, Shape::List(list) if list.at_least == 0)
    }
}

/// The shape or nothing.
pub(super) fn optional(shape: Shape) -> Shape {
    match shape {
        Shape::Never | Shape::Hidden => Shape::Empty,
        Shape::Empty | Shape::Optional(_) => shape,
        it if it.is_unbroken_list() => it,
        it => Shape::Optional(Box::new(it)),
    }
}

/// `item` any number of times, `at_least` 0 or 1.
pub(super) fn repeat(item: Shape, at_least: usize) -> Shape {
    match item {
        Shape::Empty | Shape::Hidden => item,
        Shape::Never if at_least == 0 => Shape::Empty,
        Shape::Never => Shape::Never,
        Shape::Optional(it) => repeat(*it, 0),
        Shape::List(mut list) if list.separator == Shape::Empty && list.last.is_none() => {
            list.at_least = list.at_least.min(at_least);
            Shape::List(list)
        }
        item => {
            let at_least = if item.is_nullable() { 0 } else { at_least };
            let separator = Shape::Empty;
            list_shape(ListShape { item, last: None, separator, at_least, trailing: false, holes: false })
        }
    }
}

/// One of `members`.
pub(super) fn choice(members: Vec<Shape>) -> Shape {
    let mut flat: Vec<Shape> = Vec::new();
    let (mut nullable, mut hidden) = (false, false);
    let mut queue: std::collections::VecDeque<Shape> = members.into();
    while let Some(member) = queue.pop_front() {
        nullable |= member.is_nullable() && !matches!(member, Shape::Hidden | Shape::Choice(_));
        match member {
            Shape::Empty | Shape::Never => {}
            Shape::Hidden => hidden = true,
            Shape::Choice(inner) => inner.into_iter().rev().for_each(|it| queue.push_front(it)),
            Shape::Optional(inner) => queue.push_front(*inner),
            Shape::Slot(slot) => add_slot(&mut flat, slot),
            it if flat.contains(&it) => {}
            it => flat.push(it),
        }
    }
    if hidden && !nullable {
        flat.push(Shape::Hidden);
    }
    let shape = match flat.len() {
        0 if nullable => Shape::Empty,
        0 => Shape::Never,
        1 => flat.remove(0),
        _ => Shape::Choice(flat),
    };
    if nullable { optional(shape) } else { shape }
}

/// All single children among the alternatives share one place: that keeps the automata small.
fn add_slot(flat: &mut Vec<Shape>, slot: Slot) {
    for it in flat.iter_mut() {
        if let Shape::Slot(place) = it {
            place.symbols.add(&slot.symbols);
            place.kinds.add(&slot.kinds);
            return;
        }
    }
    flat.push(Shape::Slot(slot));
}

/// All of `members`, one after the other.
pub(super) fn seq(members: Vec<Shape>) -> Shape {
    let mut flat: Vec<Shape> = Vec::new();
    let mut hidden = false;
    for member in members {
        match member {
            Shape::Empty => {}
            Shape::Hidden => hidden = true,
            Shape::Never => return Shape::Never,
            Shape::Seq(inner) => inner.into_iter().for_each(|it| push(&mut flat, it)),
            it => push(&mut flat, it),
        }
    }
    match flat.len() {
        0 if hidden => Shape::Hidden,
        0 => Shape::Empty,
        1 => flat.remove(0),
        _ => Shape::Seq(flat),
    }
}

/// Appends to a sequence, and makes one list of what is one to the reader.
fn push(flat: &mut Vec<Shape>, shape: Shape) {
    flat.push(shape);
    while join_first_item(flat)
        || join_last_item(flat)
        || join_other_last_item(flat)
        || join_trailing_separator(flat)
    {}
}

/// `x (sep x)*` is a list of `x` with separators.
fn join_first_item(flat: &mut Vec<Shape>) -> bool {
    let Some((Shape::List(list), before)) = flat.split_last() else { return false };
    if list.at_least != 0 || list.separator != Shape::Empty {
        return false;
    }
    let parts = parts(&list.item);
    let Some(len) =
        (1..=parts.len().min(before.len())).rev().find(|&it| before.ends_with(&parts[parts.len() - it..]))
    else {
        return false;
    };
    let item = parts[parts.len() - len..].to_vec();
    let separator = seq_of(parts[..parts.len() - len].to_vec());
    flat.truncate(flat.len() - 1 - len);
    flat.push(list_of(item, separator, false));
    true
}

/// `(x sep)* x` is one too, and `(x sep)* x?` is an optional one that may end in a separator.
fn join_last_item(flat: &mut Vec<Shape>) -> bool {
    let lists = flat.iter().enumerate().rev().take(4).filter_map(|(at, it)| match it {
        Shape::List(list) if list.at_least == 0 && list.separator == Shape::Empty => Some((at, list)),
        _ => None,
    });
    for (at, list) in lists {
        let (parts, after) = (parts(&list.item), &flat[at + 1..]);
        let maybe = matches!(after, [Shape::Optional(_)]);
        let last = if let [Shape::Optional(it)] = after { self::parts(it) } else { after };
        if last.is_empty() || !parts.starts_with(last) {
            continue;
        }
        let separator = seq_of(parts[last.len()..].to_vec());
        if maybe && separator == Shape::Empty {
            continue;
        }
        let joined = list_of(last.to_vec(), separator, maybe);
        flat.truncate(at);
        flat.push(if maybe { optional(joined) } else { joined });
        return true;
    }
    false
}

/// `x* y` is a list too where any `x` may stand for `y`.
fn join_other_last_item(flat: &mut Vec<Shape>) -> bool {
    let [.., Shape::List(list), Shape::Slot(end)] = &flat[..] else { return false };
    let Shape::Slot(item) = &list.item else { return false };
    let plain = list.at_least == 0 && list.separator == Shape::Empty;
    if !plain || !item.symbols.is_within(&end.symbols) || !item.kinds.is_within(&end.kinds) {
        return false;
    }
    let end = Some(Shape::Slot(end.clone()));
    let joined = list_shape(ListShape { last: end, at_least: 1, ..(**list).clone() });
    flat.truncate(flat.len() - 2);
    flat.push(joined);
    true
}

/// A separator that may follow a list belongs to it.
fn join_trailing_separator(flat: &mut Vec<Shape>) -> bool {
    let [.., before, Shape::Optional(end)] = &flat[..] else { return false };
    let ended = |it: &ListShape| Shape::List(Box::new(ListShape { trailing: true, ..it.clone() }));
    let joined = match before {
        Shape::List(it) if it.separator == **end => ended(it),
        Shape::Optional(inner) => match &**inner {
            Shape::List(it) if it.separator == **end => optional(choice(vec![ended(it), (**end).clone()])),
            _ => return false,
        },
        _ => return false,
    };
    flat.truncate(flat.len() - 2);
    flat.push(joined);
    true
}

fn list_of(item: Vec<Shape>, separator: Shape, trailing: bool) -> Shape {
    let (item, holes) = match <[Shape; 1]>::try_from(item) {
        Ok([Shape::Optional(it)]) => (*it, true),
        Ok([it]) => (it, false),
        Err(item) => (seq_of(item), false),
    };
    let at_least = usize::from(!holes);
    list_shape(ListShape { item, last: None, separator, at_least, trailing, holes })
}

fn list_shape(list: ListShape) -> Shape {
    Shape::List(Box::new(list))
}

fn parts(shape: &Shape) -> &[Shape] {
    match shape {
        Shape::Seq(parts) => parts,
        it => std::slice::from_ref(it),
    }
}

/// A sequence of what already is one, without looking for lists again.
fn seq_of(mut members: Vec<Shape>) -> Shape {
    match members.len() {
        0 => Shape::Empty,
        1 => members.remove(0),
        _ => Shape::Seq(members),
    }
}
