//! Dominators of a directed graph: what can be reached from the root only through a given node.
//!
//! Semi-NCA (Georgiadis 2005): the semidominators of Lengauer and Tarjan by path compression, then the nearest common
//! ancestors in the tree that grows. No recursion, and close to linear.

/// A graph under construction: nodes `0..nodes`, of which 0 is the root.
pub(super) struct Graph {
    nodes: usize,
    edges: Vec<(u32, u32)>,
}

/// The dominator tree.
pub(super) struct Tree {
    /// Where the children of each node start in `children`; one entry more than nodes.
    starts: Vec<u32>,
    children: Vec<u32>,
    /// Whether the root reaches each node.
    reached: Vec<bool>,
}

impl Graph {
    /// A graph of so many nodes and no edges.
    pub(super) fn new(nodes: usize) -> Graph {
        Graph { nodes, edges: Vec::new() }
    }

    /// Adds an edge.
    pub(super) fn edge(&mut self, from: usize, to: usize) {
        self.edges.push((number(from), number(to)));
    }

    /// Who dominates whom.
    pub(super) fn dominators(&self) -> Tree {
        let (order, numbers, parents) = self.preorder();
        let before = by_source(self.nodes, self.edges.iter().map(|&(from, to)| (to, from)));
        let mut semi: Vec<u32> = (0..number(order.len())).collect();
        let mut label = semi.clone();
        let mut ancestors = parents.clone();
        let mut path = Vec::new();
        for at in (1..order.len()).rev() {
            semi[at] = parents[at];
            for &from in before.of(order[at]) {
                let from = numbers[from as usize];
                if from != NONE {
                    let best = eval(from, number(at) + 1, &mut ancestors, &mut label, &semi, &mut path);
                    semi[at] = semi[at].min(semi[best as usize]);
                }
            }
        }
        let mut dominators = parents;
        for at in 1..order.len() {
            while dominators[at] > semi[at] {
                dominators[at] = dominators[dominators[at] as usize];
            }
        }
        let of = |at: usize| (order[dominators[at] as usize], order[at]);
        let Lists { starts, values: children } = by_source(self.nodes, (1..order.len()).map(of));
        Tree { starts, children, reached: numbers.into_iter().map(|it| it != NONE).collect() }
    }

    /// The nodes that the root reaches in preorder, the place of each in it, and the place of the parent of each place.
    fn preorder(&self) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let after = by_source(self.nodes, self.edges.iter().copied());
        let mut order = Vec::new();
        let mut numbers = vec![NONE; self.nodes];
        let mut parents = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((node, parent)) = open.pop() {
            if numbers[node as usize] != NONE {
                continue;
            }
            let at = number(order.len());
            numbers[node as usize] = at;
            order.push(node);
            parents.push(parent);
            open.extend(
                after.of(node).iter().filter(|&&it| numbers[it as usize] == NONE).map(|&it| (it, at)),
            );
        }
        (order, numbers, parents)
    }
}

impl Tree {
    /// The nodes that `node` dominates directly.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.starts[node] as usize..self.starts[node + 1] as usize;
        self.children[range].iter().map(|&it| it as usize)
    }

    /// Whether the root reaches `node` at all.
    pub(super) fn reaches(&self, node: usize) -> bool {
        self.reached[node]
    }
}

const NONE: u32 = u32::MAX;

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("fewer nodes than bytes, of which there are less than 4 Gi")
}

/// The node of least semidominator on the path from `node` up to those not `linked` yet.
fn eval(
    node: u32,
    linked: u32,
    ancestors: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    let mut top = node;
    while ancestors[top as usize] >= linked {
        path.push(top);
        top = ancestors[top as usize];
    }
    while let Some(below) = path.pop() {
        let (below, above) = (below as usize, top as usize);
        ancestors[below] = ancestors[above];
        if semi[label[above] as usize] < semi[label[below] as usize] {
            label[below] = label[above];
        }
        top = number(below);
    }
    label[node as usize]
}

/// Pairs grouped by their first half.
struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    fn of(&self, source: u32) -> &[u32] {
        let source = source as usize;
        &self.values[self.starts[source] as usize..self.starts[source + 1] as usize]
    }
}

fn by_source(nodes: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
    let mut starts = vec![0; nodes + 1];
    pairs.clone().for_each(|it| starts[it.0 as usize + 1] += 1);
    for at in 0..nodes {
        starts[at + 1] += starts[at];
    }
    let mut next = starts.clone();
    let mut values = vec![0; starts[nodes] as usize];
    for (source, value) in pairs {
        let at = &mut next[source as usize];
        values[*at as usize] = value;
        *at += 1;
    }
    Lists { starts, values }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(nodes: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = Graph::new(nodes);
        for &(from, to) in edges {
            graph.edge(from, to);
        }
        graph
    }

    /// All nodes below `node` in the tree.
    fn below(tree: &Tree, node: usize) -> Vec<usize> {
        let mut all = vec![node];
        let mut at = 0;
        while at < all.len() {
            all.extend(tree.children(all[at]));
            at += 1;
        }
        all.sort_unstable();
        all
    }

    /// What the root does not reach without `without`, but with it.
    fn only_through(nodes: usize, edges: &[(usize, usize)], without: usize) -> Vec<usize> {
        let reach = |without: usize| {
            let mut seen = vec![false; nodes];
            let mut open = if without == 0 { vec![] } else { vec![0] };
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    open.extend(edges.iter().filter(|it| it.0 == node && it.1 != without).map(|it| it.1));
                }
            }
            seen
        };
        let (with, without) = (reach(nodes), reach(without));
        (0..nodes).filter(|&it| with[it] && !without[it]).collect()
    }

    #[test]
    fn what_two_ways_lead_to_belongs_to_neither() {
        let tree = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 3)]).dominators();
        assert_eq!(below(&tree, 1), [1]);
        assert_eq!(below(&tree, 3), [3, 4]);
        assert!(tree.reaches(4) && !tree.reaches(5));
    }

    #[test]
    fn a_long_chain_overflows_no_stack() {
        let edges: Vec<_> = (0..100_000).flat_map(|it| [(it, it + 1), (it + 1, it)]).collect();
        assert_eq!(below(&graph(100_001, &edges).dominators(), 1).len(), 100_000);
    }

    proptest! {
        #[test]
        fn a_node_dominates_what_is_reached_only_through_it(
            edges in prop::collection::vec((0usize..9, 0usize..9), 0..24)
        ) {
            let tree = graph(9, &edges).dominators();
            for node in (0..9).filter(|&it| tree.reaches(it)) {
                prop_assert_eq!(below(&tree, node), only_through(9, &edges, node));
            }
        }
    }
}
