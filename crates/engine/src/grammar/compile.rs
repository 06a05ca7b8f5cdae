//! A shape as a small automaton over children, with marks on its edges that say what begins and ends there.

use super::set::IdSet;
use super::shape::{ListShape, Shape, Slot};
use super::symbols::Symbol;
use crate::thresholds::RULE_EDGES;

/// The automaton of one rule.
#[derive(Debug)]
pub(crate) struct Program {
    /// The places where a child is taken.
    pub places: Vec<Place>,
    /// The ways on from the start and from behind each place; several places may share one.
    pub ways: Vec<Way>,
    /// What the edges pass, edge after edge.
    pub marks: Vec<Mark>,
    /// Index into `ways` of the start.
    pub start: usize,
}

/// A place where one child is taken.
#[derive(Debug)]
pub(crate) struct Place {
    slot: Slot,
    /// Index into [`Program::ways`] of what follows.
    pub way: usize,
}

impl Place {
    /// All ids that may stand here, as symbol or kind.
    pub(crate) fn ids(&self) -> IdSet {
        let mut ids = self.slot.symbols.clone();
        ids.add(&self.slot.kinds);
        ids
    }

    /// True when `child` may stand here.
    pub(crate) fn takes(&self, child: Symbol) -> bool {
        self.slot.symbols.has(child.symbol) || self.slot.kinds.has(child.kind)
    }
}

/// Where the automaton can go next without taking a child.
#[derive(Debug, Default)]
pub(crate) struct Way {
    /// To a place, the likeliest first.
    pub edges: Vec<Edge>,
    /// To the end, if that is possible: the marks on the way.
    pub end: Option<Passed>,
    /// What any of the edges takes: most ways of a long rule are refused by this alone.
    symbols: IdSet,
    kinds: IdSet,
}

impl Way {
    /// False when no edge takes `child`.
    pub(crate) fn may_take(&self, child: Symbol) -> bool {
        self.symbols.has(child.symbol) || self.kinds.has(child.kind)
    }
}

/// A step to a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    /// Index into [`Program::places`].
    pub place: usize,
    pub passed: Passed,
}

/// A range of [`Program::marks`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Passed {
    pub from: u32,
    pub to: u32,
}

/// What begins or ends between two children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    ListOpen { at_least: u8 },
    ItemOpen,
    ItemClose,
    SeparatorOpen,
    SeparatorClose,
    ListClose,
    GroupOpen,
    GroupClose,
}

impl Program {
    /// Compiles a shape; none if it matches nothing or is too large to be of use.
    pub(crate) fn compile(shape: &Shape) -> Option<Program> {
        if *shape == Shape::Never {
            return None;
        }
        let mut builder = Builder { nodes: vec![Node::End] };
        let start = builder.add(shape, 0);
        builder.finish(start)
    }
}

/// A step of the automaton before the free steps are folded into edges.
enum Node {
    End,
    Take(Slot, usize),
    Fork(Vec<usize>),
    Pass(Mark, usize),
}

/// Builds from the end to the start: each part is told what follows it.
struct Builder {
    nodes: Vec<Node>,
}

impl Builder {
    fn add(&mut self, shape: &Shape, next: usize) -> usize {
        match shape {
            Shape::Empty | Shape::Hidden => next,
            Shape::Never => self.push(Node::Fork(Vec::new())),
            Shape::Slot(slot) => self.push(Node::Take(slot.clone(), next)),
            Shape::Seq(members) => members.iter().rev().fold(next, |next, it| self.add(it, next)),
            Shape::Choice(members) => {
                let arms = members.iter().map(|it| self.add(it, next)).collect();
                self.push(Node::Fork(arms))
            }
            Shape::Optional(inner) => {
                let close = self.pass(Mark::GroupClose, next);
                let inner = self.add(inner, close);
                let open = self.pass(Mark::GroupOpen, inner);
                self.push(Node::Fork(vec![open, next]))
            }
            Shape::List(list) => self.list(list, next),
        }
    }

    /// `open item (separator item)* separator? close`
    fn list(&mut self, list: &ListShape, next: usize) -> usize {
        if let Some(last) = &list.last {
            return self.list_with_last(&list.item, last, next);
        }
        let close = self.pass(Mark::ListClose, next);
        let after_item = self.push(Node::Fork(Vec::new()));
        let item_close = self.pass(Mark::ItemClose, after_item);
        let mut item = self.add(&list.item, item_close);
        if list.holes {
            item = self.push(Node::Fork(vec![item, item_close]));
        }
        let item_open = self.pass(Mark::ItemOpen, item);
        let again = if list.separator == Shape::Empty {
            item_open
        } else {
            let after = if list.trailing { self.push(Node::Fork(vec![item_open, close])) } else { item_open };
            let separator_close = self.pass(Mark::SeparatorClose, after);
            let separator = self.add(&list.separator, separator_close);
            self.pass(Mark::SeparatorOpen, separator)
        };
        self.nodes[after_item] = Node::Fork(vec![again, close]);
        let at_least = u8::from(list.at_least > 0);
        let inner = if list.at_least == 0 && !list.holes {
            self.push(Node::Fork(vec![item_open, close]))
        } else {
            item_open
        };
        self.pass(Mark::ListOpen { at_least }, inner)
    }

    /// `open item* last close`
    fn list_with_last(&mut self, item: &Shape, last: &Shape, next: usize) -> usize {
        let close = self.pass(Mark::ListClose, next);
        let last_close = self.pass(Mark::ItemClose, close);
        let last = self.add(last, last_close);
        let last_open = self.pass(Mark::ItemOpen, last);
        let again = self.push(Node::Fork(Vec::new()));
        let item_close = self.pass(Mark::ItemClose, again);
        let item = self.add(item, item_close);
        let item_open = self.pass(Mark::ItemOpen, item);
        self.nodes[again] = Node::Fork(vec![item_open, last_open]);
        self.pass(Mark::ListOpen { at_least: 1 }, again)
    }

    fn pass(&mut self, mark: Mark, next: usize) -> usize {
        self.push(Node::Pass(mark, next))
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Folds the free steps into edges, once for each node that something leads to after a child.
    fn finish(&self, start: usize) -> Option<Program> {
        let mut program = Program { places: Vec::new(), ways: Vec::new(), marks: Vec::new(), start: 0 };
        let mut place_of = vec![usize::MAX; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if let Node::Take(slot, _) = node {
                place_of[at] = program.places.len();
                program.places.push(Place { slot: slot.clone(), way: 0 });
            }
        }
        let mut way_of = vec![usize::MAX; self.nodes.len()];
        let mut edges = 0;
        let takes = self.nodes.iter().enumerate().filter_map(|(at, it)| match it {
            Node::Take(_, next) => Some((Some(place_of[at]), *next)),
            _ => None,
        });
        for (place, next) in takes.chain([(None, start)]) {
            if way_of[next] == usize::MAX {
                way_of[next] = program.ways.len();
                let way = self.way(next, &place_of, &mut program);
                edges += way.edges.len();
                if edges > RULE_EDGES.get() {
                    return None;
                }
                program.ways.push(way);
            }
            match place {
                Some(place) => program.places[place].way = way_of[next],
                None => program.start = way_of[next],
            }
        }
        Some(program)
    }

    /// Walks all free steps from `from`, the likeliest first, each node once.
    fn way(&self, from: usize, place_of: &[usize], program: &mut Program) -> Way {
        let mut way = Way::default();
        let mut seen = vec![false; self.nodes.len()];
        let mut path = Vec::new();
        let mut stack = vec![(from, 0)];
        while let Some((at, depth)) = stack.pop() {
            path.truncate(depth);
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match &self.nodes[at] {
                Node::End => way.end = Some(program.record(&path)),
                Node::Take(slot, _) => {
                    way.symbols.add(&slot.symbols);
                    way.kinds.add(&slot.kinds);
                    let passed = program.record(&path);
                    way.edges.push(Edge { place: place_of[at], passed });
                }
                Node::Fork(arms) => stack.extend(arms.iter().rev().map(|it| (*it, depth))),
                Node::Pass(mark, next) => {
                    path.push(*mark);
                    stack.push((*next, depth + 1));
                }
            }
        }
        way
    }
}

impl Program {
    fn record(&mut self, path: &[Mark]) -> Passed {
        let offset = |it: usize| u32::try_from(it).expect("edges are bounded");
        let from = offset(self.marks.len());
        self.marks.extend_from_slice(path);
        Passed { from, to: offset(self.marks.len()) }
    }
}
