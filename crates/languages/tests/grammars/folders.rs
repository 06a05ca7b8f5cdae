//! Names, samples and queries of the folders.

use crate::queries::{idle, patterns};
use crate::support::samples;
use lop_engine::internal::{NameRules, Rules};

#[test]
fn every_language_is_built_and_found_under_its_name_and_extensions() {
    for info in lop_languages::all() {
        let language = lop_languages::by_name(info.name).unwrap();
        assert_eq!(language.name, info.name);
        assert!(language.facts.is_some());
        for extension in info.extensions {
            let found = lop_languages::by_extension(extension).unwrap();
            assert_eq!(found.name, info.name, "two languages claim .{extension}");
        }
    }
}

#[test]
fn a_language_is_built_once() {
    let one = lop_languages::by_name("c").unwrap();
    let other = lop_languages::by_extension("c").unwrap();
    assert!(std::sync::Arc::ptr_eq(&one, &other));
}

#[test]
fn every_sample_parses_without_error() {
    for sample in samples() {
        let errors: Vec<String> = (0..u32::try_from(sample.file.units().len()).unwrap())
            .filter(|&it| sample.file.unit(it).is_error() || sample.file.unit(it).is_missing())
            .map(|it| sample.show(it))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", sample.path.display());
    }
}

#[test]
fn the_queries_of_every_language_compile() {
    for sample in samples() {
        let language = &sample.language;
        let Some(parser) = language.syntax.parser() else { continue };
        let rules = language.rules.as_ref().map(Rules::text);
        for text in rules.into_iter().chain(language.names.as_ref().map(NameRules::text)) {
            let query = tree_sitter::Query::new(parser, text);
            let query = query.unwrap_or_else(|error| panic!("{}: {error}", language.name));
            assert!(query.pattern_count() > 0, "{}", language.name);
        }
    }
}

#[test]
fn every_pattern_of_every_query_matches_the_sample() {
    let mut unused = Vec::new();
    for (sample, file) in
        samples().iter().flat_map(|it| ["reduce.scm", "names.scm", "inject.scm"].map(|name| (it, name)))
    {
        let path = sample.path.with_file_name(file);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        unused.extend(
            idle(sample, patterns(&text))
                .into_iter()
                .map(|it| format!("{}:{}: {}", path.display(), it.line, it.text)),
        );
    }
    assert!(
        unused.is_empty(),
        "these patterns match nothing in the sample beside them:\n{}",
        unused.join("\n")
    );
}

#[test]
fn every_replacement_has_a_text_and_every_text_a_replacement() {
    for sample in samples() {
        let Some(rules) = &sample.language.rules else { continue };
        let rules = rules.query(sample.language.syntax.parser().unwrap());
        let replace = rules.capture_index_for_name("replace");
        for pattern in 0..rules.pattern_count() {
            let with = rules
                .property_settings(pattern)
                .iter()
                .any(|it| &*it.key == "reduce.with" && it.value.is_some());
            let replaces = replace.is_some_and(|it| {
                rules.capture_quantifiers(pattern)[it as usize] != tree_sitter::CaptureQuantifier::Zero
            });
            assert_eq!(with, replaces, "{}: pattern {pattern} of reduce.scm", sample.language.name);
        }
    }
}
