//! Strongly connected components of a graph, and the weight of all that each of them leads to; the order in which pieces that
//! need each other are searched.

use crate::pass::{Closures, Elements};

/// What pieces that need each other come to, whatever they are made of: those that do so in circles are one group, and the
/// lightest closures come first.
pub(in crate::passes) struct Order {
    groups: Vec<Vec<usize>>,
    /// For each group those that it needs.
    needs: Vec<Vec<usize>>,
}

impl Order {
    /// `needed`: what each piece needs; `own`: what it weighs by itself.
    pub(in crate::passes) fn of(needed: &[Vec<usize>], own: &[usize]) -> Order {
        let groups = components(needed);
        let mut group_of = vec![0; needed.len()];
        for (group, pieces) in groups.iter().enumerate() {
            for &piece in pieces {
                group_of[piece] = group;
            }
        }
        let weights: Vec<usize> = groups.iter().map(|it| it.iter().map(|&it| own[it]).sum()).collect();
        let needs_of = |(group, pieces): (usize, &Vec<usize>)| {
            let all = pieces.iter().flat_map(|&it| needed[it].iter().map(|&it| group_of[it]));
            let mut all: Vec<usize> = all.filter(|&it| it != group).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let needs: Vec<Vec<usize>> = groups.iter().enumerate().map(needs_of).collect();
        let totals = closure_weights(&needs, &weights);
        // Where two weigh the same, the first may be needed by the second.
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&it| (totals[it], it));
        let mut place = vec![0; groups.len()];
        for (at, &group) in order.iter().enumerate() {
            place[group] = at;
        }
        let needs = order.iter().map(|&it| needs[it].iter().map(|&it| place[it]).collect()).collect();
        Order { groups: order.iter().map(|&it| groups[it].clone()).collect(), needs }
    }

    /// The pieces for the search. `members`: for each piece what goes with it, as in [`Closures`].
    pub(in crate::passes) fn closures(
        &self,
        lists: Vec<Elements>,
        members: &[Vec<(usize, usize)>],
    ) -> Closures {
        let members = |group: &Vec<usize>| group.iter().flat_map(|&it| members[it].iter().copied()).collect();
        let pieces = self.groups.iter().map(members).collect();
        Closures { lists, pieces, needs: self.needs.clone(), at_least: 0 }
    }
}

/// The components of a graph whose edges lead from each node to those that it needs. What a component needs stands before
/// it in the result (Tarjan 1972, without recursion).
fn components(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; needs.len()];
    let mut low = vec![0; needs.len()];
    let mut on_stack = vec![false; needs.len()];
    let (mut stack, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..needs.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if number[root] == NEW {
            path.push((root, 0));
        }
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            if *next == 0 {
                (number[node], low[node]) = (count, count);
                count += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&needed) = needs[node].get(*next) {
                *next += 1;
                if number[needed] == NEW {
                    path.push((needed, 0));
                } else if on_stack[needed] {
                    low[node] = low[node].min(number[needed]);
                }
                continue;
            }
            path.pop();
            if let Some(&(outer, _)) = path.last() {
                low[outer] = low[outer].min(low[node]);
            }
            if low[node] == number[node] {
                let at = stack.iter().rposition(|&it| it == node).expect("it was put there");
                let mut component = stack.split_off(at);
                for &member in &component {
                    on_stack[member] = false;
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

/// For each node of a graph the weight of all that it leads to, itself included. Every edge leads to an earlier node.
///
/// Which of 64 nodes each one leads to is a word of bits, and one block of 64 is done with before the next begins: the
/// memory is linear in the nodes.
fn closure_weights(needs: &[Vec<usize>], weights: &[usize]) -> Vec<usize> {
    let mut totals = vec![0; needs.len()];
    let mut reached = vec![0_u64; needs.len()];
    for first in (0..needs.len()).step_by(64) {
        for node in first..needs.len() {
            let own = if node < first + 64 { 1 << (node - first) } else { 0 };
            let needed = needs[node].iter().filter(|&&it| it >= first);
            let mut bits = needed.fold(own, |bits, &it| bits | reached[it]);
            reached[node] = bits;
            while bits != 0 {
                totals[node] += weights[first + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_needed_stands_before_who_needs_it_and_circles_are_one() {
        let needs = vec![vec![1], vec![2], vec![1, 3], vec![], vec![0]];
        assert_eq!(components(&needs), [vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn a_long_chain_overflows_no_stack() {
        let needs: Vec<Vec<usize>> =
            (0..100_000).map(|it| if it == 0 { vec![] } else { vec![it - 1] }).collect();
        assert_eq!(components(&needs).len(), 100_000);
    }

    #[test]
    fn what_two_ways_lead_to_weighs_once() {
        assert_eq!(
            closure_weights(&[vec![], vec![0], vec![0], vec![1, 2]], &[1, 10, 100, 1000]),
            [1, 11, 101, 1111]
        );
    }

    proptest! {
        #[test]
        fn the_weight_of_a_closure_is_that_of_all_it_leads_to(
            edges in prop::collection::vec((0usize..200, 0usize..200), 0..300)
        ) {
            let mut needs = vec![Vec::new(); 200];
            for &(one, other) in edges.iter().filter(|it| it.0 != it.1) {
                needs[one.max(other)].push(one.min(other));
            }
            let weights: Vec<usize> = (0..200).map(|it| it + 1).collect();
            let totals = closure_weights(&needs, &weights);
            for (node, total) in totals.into_iter().enumerate() {
                let (mut seen, mut open) = (vec![false; 200], vec![node]);
                while let Some(it) = open.pop() {
                    if !std::mem::replace(&mut seen[it], true) {
                        open.extend(&needs[it]);
                    }
                }
                prop_assert_eq!(total, (0..200).filter(|&it| seen[it]).map(|it| weights[it]).sum::<usize>());
            }
        }

        #[test]
        fn nodes_are_together_when_they_lead_to_each_other(
            edges in prop::collection::vec((0usize..9, 0usize..9), 0..24)
        ) {
            let mut needs = vec![Vec::new(); 9];
            for &(from, to) in &edges {
                needs[from].push(to);
            }
            let reach = |from: usize| {
                let (mut seen, mut open) = (vec![false; 9], vec![from]);
                while let Some(node) = open.pop() {
                    if !std::mem::replace(&mut seen[node], true) {
                        open.extend(&needs[node]);
                    }
                }
                seen
            };
            let found = components(&needs);
            for (place, component) in found.iter().enumerate() {
                for &node in component {
                    for other in 0..9 {
                        let mutual = reach(node)[other] && reach(other)[node];
                        prop_assert_eq!(component.contains(&other), mutual);
                        let before = found[..=place].iter().flatten().any(|&it| it == other);
                        prop_assert!(!reach(node)[other] || before);
                    }
                }
            }
        }
    }
}
