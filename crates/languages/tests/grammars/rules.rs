//! What `reduce.scm` proposes on the sample of each folder: nearly all of it parses.

use std::collections::BTreeMap;

use crate::examples::becomes;
use crate::support::{Sample, parse, samples};
use lop_engine::Span;
use lop_engine::internal::{Edit, EditSet, FileId};
use tree_sitter::{QueryMatch, StreamingIterator as _};

#[test]
fn nearly_all_that_reduce_scm_proposes_parses() {
    for sample in samples().iter().filter(|it| it.language.rules.is_some()) {
        let tallies = tally(sample);
        let (mut tried, mut broken) = (0, 0);
        for (pattern, tally) in &tallies {
            println!(
                "{}: pattern {pattern}: {} of {} parse",
                sample.language.name,
                tally.tried - tally.broken.len(),
                tally.tried
            );
            for it in tally.broken.iter().take(4) {
                println!("    {it}");
            }
            tried += tally.tried;
            broken += tally.broken.len();
        }
        println!("{}: {} of {tried} parse", sample.path.display(), tried - broken);
        assert!(broken * 20 <= tried, "{}: {broken} of {tried} edits break the tree", sample.language.name);
    }
}

#[test]
fn what_is_joined_on_a_condition_is_joined_with_all() {
    let after = "SELECT a FROM b , c WHERE d;\n";
    becomes("apply-rules", "sql", "SELECT a FROM b JOIN c ON e < 1 WHERE d;\n", after);
    becomes("apply-rules", "sql", "SELECT a FROM b JOIN c USING (e) WHERE d;\n", after);
}

#[test]
fn what_may_fail_is_taken_as_it_is_and_a_block_becomes_its_statements() {
    for (before, after) in [
        ("fn f() { g.h().ok_or_else(|| i(1))?; }", "fn f() { g.h().unwrap(); }"),
        ("fn f() { g.h().unwrap_or_else(|_| i(1)); }", "fn f() { g.h().unwrap(); }"),
        ("fn f() { g.h().expect(\"\"); }", "fn f() { g.h().unwrap(); }"),
        ("fn f() { { g(); h(1) } }", "fn f() { g(); h(1) ; }"),
    ] {
        becomes("apply-rules", "rust", before, after);
    }
}

#[test]
fn a_property_that_a_constructor_gives_is_one_of_the_class() {
    let before = "class A { constructor(a) { this.b = 0; } }";
    becomes("apply-rules", "javascript", before, "class A { b = 0; }");
}

#[test]
fn a_printed_number_is_a_character_as_well() {
    let (before, after) = (r#"void f() { printf("%d ", g(1)); }"#, "void f() { putchar(g(1)); }");
    becomes("apply-rules", "c", before, after);
    becomes("apply-rules", "cpp", before, after);
}

#[test]
fn a_class_whose_members_are_public_is_a_struct() {
    let (before, after) = ("class A : B { int a; public: int b; };\n", "struct A : B { int a; int b; };\n");
    becomes("apply-rules", "cpp", before, after);
    let (before, after) = ("class A { public: A(); };\n", "struct A { A(); };\n");
    becomes("apply-rules", "cpp", before, after);
}

#[derive(Default)]
struct Tally {
    tried: usize,
    broken: Vec<String>,
}

fn tally(sample: &Sample) -> BTreeMap<usize, Tally> {
    let rules = sample.language.rules.as_ref().unwrap().query(sample.language.syntax.parser().unwrap());
    let tree = sample.file.syntax_tree().unwrap();
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut matches = cursor.matches(rules, tree.root_node(), &*sample.file.text);
    let mut tallies: BTreeMap<usize, Tally> = BTreeMap::new();
    while let Some(found) = matches.next() {
        let edits = edits(sample, found);
        let text = edits.render(FileId(0), &sample.file.text);
        let tally = tallies.entry(found.pattern_index).or_default();
        tally.tried += 1;
        if parse(&text, &sample.language).errors() > sample.file.errors() {
            let node = found.captures()[0].node;
            let whole = node.parent().unwrap_or(node);
            let text = String::from_utf8_lossy(&sample.file.text[whole.byte_range()]);
            tally.broken.push(text.chars().take(90).collect::<String>().replace('\n', " "));
        }
    }
    tallies
}

/// All captures of a match go together.
fn edits(sample: &Sample, found: &QueryMatch<'_, '_>) -> EditSet {
    let rules = sample.language.rules.as_ref().unwrap().query(sample.language.syntax.parser().unwrap());
    let with = rules.property_settings(found.pattern_index).iter().find(|it| &*it.key == "reduce.with");
    let with = with.and_then(|it| it.value.as_deref()).unwrap_or_default();
    let edits = |capture: &tree_sitter::QueryCapture<'_>| {
        let node = capture.node;
        let delete = |start, end| Edit::delete(FileId(0), span(start, end));
        let (start, end) = (node.start_byte(), node.end_byte());
        match rules.capture_names()[capture.index as usize] {
            "delete" => vec![delete(start, end)],
            "replace" => vec![Edit::replace(FileId(0), span(start, end), with.as_bytes())],
            "empty" => {
                let last = node.child_count() - 1;
                vec![delete(node.child(0).unwrap().end_byte(), node.child(last).unwrap().start_byte())]
            }
            "hoist" => {
                let parent = node.parent().unwrap();
                vec![delete(parent.start_byte(), start), delete(end, parent.end_byte())]
            }
            it if it.starts_with('_') => vec![],
            it => panic!("the capture @{it} is not tried here"),
        }
    };
    found.captures().iter().flat_map(edits).collect()
}

fn span(start: usize, end: usize) -> Span {
    Span::new(u32::try_from(start).unwrap(), u32::try_from(end).unwrap())
}
