//! The example of each pass that needs a grammar, taken at its word, in the language that its code block names.

use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Document, EditSet, FileId, Propose, Site, Sites};
use lop_engine::{Pass, passes};

const FILE: FileId = FileId(0);

/// The language and the text of each code block after `heading` in the documentation of a file.
fn examples(source: &str, heading: &str) -> Vec<(String, String)> {
    let doc =
        source.lines().map_while(|it| it.strip_prefix("//!")).map(|it| it.strip_prefix(' ').unwrap_or(it));
    let lines: Vec<&str> = doc.collect();
    let after = lines.split(|it| *it == heading).skip(1);
    let block = |lines: &[&str]| {
        let language = lines.first().and_then(|it| it.strip_prefix("```")).unwrap_or_default().to_owned();
        let text = lines.iter().skip(1).take_while(|it| **it != "```");
        (language, text.flat_map(|it| [*it, "\n"]).collect())
    };
    after.map(block).collect()
}

fn sets(site: &Site) -> Vec<EditSet> {
    match site {
        Site::Alternatives(sets) | Site::List(sets) => sets.clone(),
        Site::Coupled(it) => it.sets.clone(),
        Site::Closures(_) => Vec::new(),
        Site::Elements(list) => {
            let element = |at: usize| {
                let own = EditSet::delete(list.file, list.elements[at]);
                list.separators.get(at).map_or(own.clone(), |it| own.merge(&EditSet::delete(list.file, *it)))
            };
            (0..list.elements.len()).map(element).collect()
        }
    }
}

/// The pass of that name.
pub(super) fn row(name: &str) -> &'static Pass {
    passes::ALL.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no pass {name}"))
}

/// Insists that a pass proposes to make `after` of `before`.
pub(super) fn becomes(pass: &str, language: &str, before: &str, after: &str) {
    let found = candidates(row(pass), language, before);
    assert!(found.iter().any(|it| it == after), "{pass} in {language}: no {after:?} in {found:#?}");
}

/// What a pass makes of a text.
pub(super) fn candidates(pass: &Pass, language: &str, text: &str) -> Vec<String> {
    let render = |it: &EditSet| String::from_utf8(it.render(FILE, text.as_bytes())).unwrap();
    proposed(pass, language, text).iter().map(render).collect()
}

/// What a pass proposes to do to a text.
pub(super) fn proposed(pass: &Pass, language: &str, text: &str) -> Vec<EditSet> {
    let known = || lop_languages::by_name(language).unwrap_or_else(|| panic!("{}: {language:?}", pass.name));
    let document = Document::parse([(Arc::from(text.as_bytes()), (language != "text").then(known))]);
    let mut sites = Sites::default();
    match pass.propose {
        Propose::Document(propose) => propose(&document, &mut sites),
        Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
            propose(&document, FILE, &mut sites);
        }
        Propose::Outside(who) => who.propose(&document, &mut sites),
        Propose::Unit(propose) => {
            let units = u32::try_from(document.file(FILE).units().len()).unwrap();
            (0..units).for_each(|it| propose(&document, FILE, it, &mut sites));
        }
    }
    sites.into_sites().iter().flat_map(sets).collect()
}

#[test]
fn the_examples_of_each_pass_that_needs_a_grammar_are_what_it_proposes() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/passes");
    let (mut seen, mut wrong) = (0, Vec::new());
    for pass in passes::ALL {
        let file = Path::new(&pass.name.replace('-', "_")).with_extension("rs");
        let mut rooms = ["structure", "coupled"].iter().map(|it| directory.join(it).join(&file));
        let Some(source) = rooms.find_map(|it| std::fs::read_to_string(it).ok()) else { continue };
        let (before, after) = (examples(&source, "Before:"), examples(&source, "After:"));
        assert!(!before.is_empty() && before.len() == after.len(), "{} needs pairs", pass.name);
        for ((language, before), (_, after)) in before.iter().zip(&after) {
            let found = candidates(pass, language, before);
            if !found.contains(after) {
                wrong.push(format!("{}: no {after:?} in {found:#?}", pass.name));
            }
        }
        assert!(source.contains(&format!("//! `{}`: ", pass.name)), "{} does not say its name", pass.name);
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 8, "only {seen} passes were found");
}

#[test]
fn passes_that_need_a_grammar_propose_nothing_on_an_empty_file_and_never_the_text_as_it_is() {
    for language in lop_languages::names() {
        for pass in passes::ALL {
            assert!(candidates(pass, language, "").is_empty(), "{} in {language}", pass.name);
        }
    }
    for sample in crate::support::samples() {
        let text = String::from_utf8_lossy(&sample.file.text).into_owned();
        for pass in passes::ALL {
            for set in proposed(pass, &sample.language.name, &text) {
                let after = set.render(FILE, text.as_bytes());
                assert!(after != text.as_bytes(), "{} in {}: {set:?}", pass.name, sample.language.name);
            }
        }
    }
}

#[test]
fn a_long_list_costs_its_neighbours_only_and_still_hoists() {
    let text =
        format!("x = [{}{{ a: [1, 2] }}{}];\n", "{ b: 1 }, ".repeat(3_000), ", { c: 1 }".repeat(3_000));
    let hoist = row("hoist");
    let language = lop_languages::by_name("javascript").unwrap();
    let document = Document::parse([(Arc::from(text.as_bytes()), Some(language))]);
    let Propose::Unit(propose) = hoist.propose else { panic!("hoist looks at units") };
    let file = document.file(FILE);
    let object = (0..u32::try_from(file.units().len()).unwrap())
        .find(|&it| file.text_of(it) == b"{ a: [1, 2] }")
        .unwrap();
    let mut sites = Sites::default();
    propose(&document, FILE, object, &mut sites);
    let render = |it: &EditSet| String::from_utf8(it.render(FILE, text.as_bytes())).unwrap();
    let without_blanks = |it: &str| it.replace(' ', "");
    let found: Vec<String> =
        sites.into_sites().iter().flat_map(sets).map(|it| without_blanks(&render(&it))).collect();
    let expected = without_blanks(&text.replace("{ a: [1, 2] }", "[1, 2]"));
    let shown: Vec<_> = found.iter().map(|it| it.replace("{b:1},", "").replace(",{c:1}", "")).collect();
    assert!(found.contains(&expected), "{shown:?}");
}
