//! How well the facts of each grammar fit what its parser makes: a measurement with bounds.

use std::collections::BTreeMap;

use crate::support::{Sample, parse, samples};
use lop_engine::internal::{Labels, UnitId};

#[test]
fn the_rules_explain_the_nodes_of_every_sample() {
    let mut wrong = Vec::new();
    for sample in samples() {
        let nodes = sample.sound_nodes();
        let mut odd: BTreeMap<String, usize> = BTreeMap::new();
        for &node in &nodes {
            if labels(&sample, node).is_none() {
                *odd.entry(sample.show(node)).or_default() += 1;
            }
        }
        let unexplained: usize = odd.values().sum();
        println!("{}: {unexplained} of {} nodes unexplained", sample.path.display(), nodes.len());
        for (it, count) in odd.iter().take(40) {
            println!("  {count} x {it}");
        }
        if unexplained * 200 > nodes.len() {
            wrong.push(format!("{}: {unexplained} of {} nodes", sample.path.display(), nodes.len()));
        }
    }
    assert!(wrong.is_empty(), "too many nodes are unexplained:\n{}", wrong.join("\n"));
}

#[test]
fn what_the_rules_say_may_go_can_go() {
    let mut wrong = Vec::new();
    for sample in samples() {
        let mut trial = Trial::new(&sample);
        trial.repeat(Trial::delete_labelled);
        trial.repeat(Trial::delete_range);
        wrong.extend(trial.report("deletions"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_rules_say_fits_a_place_fits() {
    let mut wrong = Vec::new();
    for sample in samples() {
        let mut trial = Trial::new(&sample);
        trial.repeat(Trial::hoist);
        wrong.extend(trial.report("hoists"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_element_that_has_a_rule_of_its_own_at_the_end_is_one_of_the_list() {
    let sample = Sample::of("rust", b"fn f() { match x { 1 => a, 2 => b, _ => c } }");
    let node = sample.find("match_block");
    let labels = labels(&sample, node).unwrap();
    assert_eq!(labels.lists[0].elements, [1..2, 2..3, 3..4]);
    assert_eq!(labels.lists[0].at_least, 0);
}

#[test]
fn the_left_out_elements_of_a_list_keep_their_separators() {
    let sample = Sample::of("javascript", b"[, a, , b]");
    let node = sample.find("array");
    let labels = labels(&sample, node).unwrap();
    assert_eq!(labels.lists[0].elements, [1..2, 2..3, 4..5, 5..6]);
    assert_eq!(labels.lists[0].separators, [2..2, 3..4, 5..5, 6..6]);
}

#[test]
fn a_token_that_a_line_break_could_stand_for_is_not_optional() {
    let sample = Sample::of("bash", b"while a; do b; done");
    assert!(labels(&sample, sample.find("while_statement")).unwrap().groups.is_empty());
}

fn labels(sample: &Sample, node: UnitId) -> Option<Labels> {
    let children = sample.symbols(&sample.children(node));
    sample.facts().label(sample.symbol(node), &children)
}

/// Random edits that the facts allow, and how many of them the parser does not.
struct Trial<'s> {
    sample: &'s Sample,
    nodes: Vec<UnitId>,
    random: u64,
    tried: usize,
    broken: Vec<String>,
}

impl<'s> Trial<'s> {
    fn new(sample: &'s Sample) -> Trial<'s> {
        let nodes = sample.sound_nodes();
        Trial { sample, nodes, random: 0x9E37_79B9_7F4A_7C15, tried: 0, broken: Vec::new() }
    }

    /// Tries an edit until enough of them were allowed; most random ones are not.
    fn repeat(&mut self, edit: impl Fn(&mut Self)) {
        let wanted = std::env::var("LOP_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(150);
        let enough = self.tried + wanted;
        for _ in 0..wanted * 20 {
            if self.tried < enough {
                edit(self);
            }
        }
    }

    /// Deletes an element of a list with its separator, or an optional part.
    fn delete_labelled(&mut self) {
        let node = self.pick();
        let Some(labels) = labels(self.sample, node) else { return };
        let children = self.sample.children(node);
        let mut ranges = labels.groups;
        for list in &labels.lists {
            let count = list.elements.len();
            for at in 0..count {
                let (element, separator) = (&list.elements[at], &list.separators[at]);
                if count == 1 && list.at_least == 1 {
                    continue;
                }
                ranges.push(match at {
                    _ if at + 1 < count => element.start..separator.end,
                    0 => element.start..separator.end,
                    _ => list.separators[at - 1].start..element.end,
                });
            }
        }
        if ranges.is_empty() {
            return;
        }
        let range = ranges[self.below(ranges.len())].clone();
        self.cut(node, &children, range, "label");
    }

    /// Deletes one to three neighbours, if the rule takes the rest.
    fn delete_range(&mut self) {
        let node = self.pick();
        let children = self.sample.children(node);
        let start = self.below(children.len().max(1));
        let end = (start + 1 + self.below(3)).min(children.len());
        let rest: Vec<UnitId> = [&children[..start], &children[end..]].concat();
        let (symbol, left) = (self.sample.symbol(node), self.sample.symbols(&rest));
        // By any rule, also by another one than the node has been made by.
        if !rest.is_empty() && self.sample.facts().accepts_instead(symbol, &left, &left) {
            self.cut(node, &children, start..end, "range");
        }
    }

    fn cut(&mut self, node: UnitId, children: &[UnitId], range: std::ops::Range<usize>, what: &str) {
        let file = &self.sample.file;
        let (Some(first), Some(last)) = (children[range.clone()].first(), children[range].last()) else {
            return;
        };
        let (start, end) = (file.unit(*first).start as usize, file.unit(*last).end as usize);
        self.ask(start..end, b"", || format!("{what} of {}", self.sample.show(node)));
    }

    /// Puts a descendant in the place of a child, if the rule takes it.
    fn hoist(&mut self) {
        let node = self.pick();
        let children = self.sample.children(node);
        if children.is_empty() {
            return;
        }
        let at = self.below(children.len());
        let file = &self.sample.file;
        let child = children[at];
        let inner: Vec<UnitId> = (child + 1..file.unit(child).subtree_end)
            .filter(|&it| file.unit(it).is_named() && !file.unit(it).is_extra() && !file.unit(it).has_error())
            .collect();
        if inner.is_empty() {
            return;
        }
        let descendant = inner[self.below(inner.len())];
        let mut after = children.clone();
        after[at] = descendant;
        let (before, now) = (self.sample.symbols(&children), self.sample.symbols(&after));
        if self.sample.facts().accepts_instead(self.sample.symbol(node), &before, &now) {
            let text = file.text_of(descendant).to_vec();
            self.ask(file.unit(child).span().range(), &text, || {
                format!("{} in place of {at} of {}", self.sample.show(descendant), self.sample.show(node))
            });
        }
    }

    /// Counts the edit, and keeps it if it makes new errors.
    fn ask(&mut self, span: std::ops::Range<usize>, with: &[u8], describe: impl Fn() -> String) {
        let file = &self.sample.file;
        let (before, after) = (&file.text[..span.start], &file.text[span.end..]);
        let blank = |it: Option<&u8>| if it.is_none_or(u8::is_ascii_whitespace) { "" } else { " " };
        let (left, right) = (blank(before.last()), blank(after.first()));
        let text = [before, left.as_bytes(), with, right.as_bytes(), after].concat();
        self.tried += 1;
        if parse(&text, &self.sample.language).errors() > file.errors() {
            self.broken.push(format!("{} <{}>", describe(), String::from_utf8_lossy(&file.text[span])));
        }
    }

    /// Shows what happened, and says so if too much of it went wrong.
    fn report(&self, what: &str) -> Option<String> {
        let (path, broken, tried) = (self.sample.path.display(), self.broken.len(), self.tried);
        println!("{path}: {broken} of {tried} {what} break the tree");
        for it in self.broken.iter().take(30) {
            println!("  {}", it.replace('\n', " ").chars().take(300).collect::<String>());
        }
        (broken * 20 > tried).then(|| format!("{path}: {broken} of {tried} {what} break the tree"))
    }

    fn pick(&mut self) -> UnitId {
        let at = self.below(self.nodes.len());
        self.nodes[at]
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % bound as u64).unwrap()
    }
}
