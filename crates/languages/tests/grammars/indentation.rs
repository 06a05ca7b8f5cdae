//! Where indentation is syntax, what the passes of the grammar propose means the tree that they intend.

use std::collections::BTreeSet;
use std::sync::Arc;

use lop_engine::internal::{Document, EditSet, File, FileId, UnitId};
use lop_engine::{Layout, Span, Tier, passes};

use crate::examples::{becomes, proposed};
use crate::support::{Sample, parse, samples};

/// A tree with its tokens; what has one child is that child, and comments are blanks.
#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Token(String),
    /// With whether some of its text has gone.
    Node(Vec<Tree>, bool),
}

#[test]
fn what_the_grammar_proposes_means_the_tree_that_it_intends() {
    let mut wrong = Vec::new();
    // Line languages have no blocks.
    let blocks = |it: &&Sample| it.language.layout == Layout::Indented && !it.language.is_of_lines();
    for sample in samples().iter().filter(blocks) {
        let document = Document::parse([(Arc::from(&*sample.file.text), Some(sample.language.clone()))]);
        let (mut tried, mut odd) = (0, Vec::new());
        for set in sets(sample) {
            let (after, _) = document.render(FileId(0), &set).expect("nothing is protected");
            let parsed = parse(&after, &sample.language);
            tried += 1;
            if parsed.errors() > sample.file.errors() || !joins(&set) && !means(&sample.file, &set, &parsed) {
                odd.push(show(sample, &set, &after));
            }
        }
        println!("{}: {} of {tried} proposals mean another tree", sample.language.name, odd.len());
        odd.iter().take(25).for_each(|it| println!("{it}\n"));
        if odd.len() > amiss(&sample.language.name) {
            wrong.push(format!("{}: {} of {tried}", sample.language.name, odd.len()));
        }
    }
    assert!(wrong.is_empty(), "these mean another tree: {}", wrong.join(", "));
}

/// How many proposals a grammar reads in another way than its tool. For tree-sitter-make a line of calls goes on in the next one
/// when that is an assignment (a rule of the sample that gives way to the calls of its recipe); for make it ends. For
/// tree-sitter-scala so does an operator that is all of a statement; for Scala it ends with its line, as a name would.
fn amiss(language: &str) -> usize {
    usize::from(["make", "scala"].contains(&language))
}

/// True for what makes one line of several: what binds tighter without its brackets, only the count of errors tells.
fn joins(set: &EditSet) -> bool {
    set.edits().iter().any(|it| &*it.with == b" " && !it.span.is_empty())
}

/// What passes propose that follow the grammar, as far as it only takes away.
fn sets(sample: &Sample) -> Vec<EditSet> {
    let text = String::from_utf8_lossy(&sample.file.text).into_owned();
    let structure = ["hoist", "delete-elements", "delete-groups"];
    let rows = passes::ALL.iter().filter(|it| it.tier == Tier::Grammar && structure.contains(&it.name));
    let all = rows.flat_map(|it| proposed(it, &sample.language.name, &text));
    let blank = |text: &[u8]| text.iter().all(u8::is_ascii_whitespace);
    let breaks = |set: &EditSet| {
        let hull = Span::new(set.edits()[0].span.start, set.edits().last().map_or(0, |it| it.span.end));
        sample.file.text[hull.range()].contains(&b'\n')
    };
    // Within a line blanks only separate tokens, and what binds tighter without its brackets no indentation mends.
    all.filter(|set| set.edits().iter().all(|it| blank(&it.with)) && breaks(set)).collect()
}

fn show(sample: &Sample, set: &EditSet, after: &[u8]) -> String {
    let (first, last) = (set.edits()[0].span.start as usize, set.edits().last().unwrap().span.end as usize);
    let text = &sample.file.text;
    let (from, to) = (first.saturating_sub(20), (last + 20).min(text.len()));
    let end = (to + after.len()).saturating_sub(text.len()).max(from).min(after.len());
    let lossy = String::from_utf8_lossy;
    format!("--- {}\n+++ {}", lossy(&text[from..to]), lossy(&after[from.min(end)..end]))
}

/// True when a text has the tree that a file has without what a set takes away. A unit of which a part goes may have given way
/// to what is left of it.
fn means(file: &File, set: &EditSet, after: &File) -> bool {
    let gone: Vec<Span> = set.edits().iter().filter(|it| it.is_deletion()).map(|it| it.span).collect();
    let hosts = hosts(file);
    fits(&plain(file, 0, &gone, &hosts), &plain(after, 0, &[], &hosts))
}

/// The kinds of what holds a text in another language. What is around that text, such as its margins, is no syntax.
fn hosts(file: &File) -> BTreeSet<&str> {
    let units = 0..UnitId::try_from(file.units().len()).unwrap();
    let apart = units.filter(|it| file.unit(*it).is_apart());
    apart.map(|it| file.kind_name(it)).collect()
}

fn plain(file: &File, unit: UnitId, gone: &[Span], hosts: &BTreeSet<&str>) -> Vec<Tree> {
    let span = file.unit(unit).span();
    let text = String::from_utf8_lossy(file.text_of(unit)).trim().to_owned();
    let touched = gone.iter().any(|it| it.start < span.end && span.start < it.end);
    let is_comment = file.unit(unit).is_extra() && !file.unit(unit).is_error();
    if text.is_empty() || is_comment || gone.iter().any(|it| it.contains(span)) {
        return Vec::new();
    }
    let host =
        Some(file.kind_name(unit)).filter(|it| hosts.contains(it)).map(|it| Tree::Token(it.to_owned()));
    if file.is_leaf(unit) {
        return vec![host.unwrap_or(Tree::Token(text))];
    }
    let parts = file.children(unit).flat_map(|it| plain(file, it, gone, hosts));
    let mut children: Vec<Tree> = host.into_iter().chain(parts).collect();
    match children.len() {
        0 => Vec::new(),
        1 => vec![children.remove(0)],
        _ => vec![Tree::Node(children, touched)],
    }
}

fn fits(wanted: &[Tree], found: &[Tree]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return found.is_empty() };
    let alike = match (first, found.split_first()) {
        (Tree::Token(text), Some((Tree::Token(other), behind))) => text == other && fits(rest, behind),
        (Tree::Node(children, _), Some((Tree::Node(others, _), behind))) => {
            fits(children, others) && fits(rest, behind)
        }
        _ => false,
    };
    let dissolved = || match first {
        Tree::Node(children, true) => fits(&[children, rest].concat(), found),
        _ => false,
    };
    alike || dissolved()
}

#[test]
fn a_block_that_takes_the_place_of_what_it_is_in_is_indented_like_that() {
    for (language, before, after) in [
        ("python", "if a:\n    b()\n    c('''\nd''')\n", "b()\nc('''\nd''')\n"),
        (
            "python",
            "def f():\n  for a in b:\n      c()\n      while d:\n         e()\n",
            "def f():\n  c()\n  while d:\n     e()\n",
        ),
        (
            "python",
            "def f():\n    \"\"\"\n    >>> a\n    \"\"\"\n    b()\n",
            "\"\"\"\n    >>> a\n    \"\"\"\nb()\n",
        ),
        ("python", "x = f(1,\n  g(2,\n    3))\n", "x = g(2,\n    3)\n"),
        ("python", "x = f('a'  # b\n      'c' \\\n      'd')\n", "x = 'a' 'c' 'd'\n"),
        ("starlark", "x = (a and\n     f(b,\n       c))\n", "x = a and f(b,\n       c)\n"),
        ("yaml", "a:\n- b: 1\n  c: 2\n- d\n", "a:\n b: 1\n c: 2\n"),
        ("yaml", "a:\n   - b: 1\n     c: 2\n   # d\n   - e\n", "a:\n   b: 1\n   c: 2\n # d\n"),
        ("yaml", "a:\n  b:\n    c: 1\n    d: 2\n", "a:\n  c: 1\n  d: 2\n"),
    ] {
        becomes("hoist", language, before, after);
    }
}
