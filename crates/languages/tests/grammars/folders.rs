//! Names, samples and queries of the folders.

use crate::support::{Sample, samples};
use tree_sitter::StreamingIterator as _;

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
        let errors: Vec<String> = (0..u32::try_from(sample.file.units.len()).unwrap())
            .filter(|&it| sample.file.unit(it).is_error() || sample.file.unit(it).is_missing())
            .map(|it| sample.show(it))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", sample.path.display());
    }
}

#[test]
fn the_rules_of_every_language_compile() {
    for sample in samples() {
        if let Some(rules) = &sample.language.rules {
            assert!(rules.query(&sample.language.grammar).pattern_count() > 0, "{}", sample.language.name);
        }
    }
}

#[test]
fn every_pattern_of_reduce_scm_matches_the_sample() {
    for sample in samples().iter().filter(|it| it.language.rules.is_some()) {
        let text = std::fs::read_to_string(sample.path.with_file_name("reduce.scm")).unwrap_or_default();
        let idle: Vec<String> =
            alternatives(&text).into_iter().filter(|it| matches(sample, it) == 0).collect();
        assert!(idle.is_empty(), "{}: these patterns match nothing: {idle:#?}", sample.language.name);
    }
}

fn matches(sample: &Sample, query: &str) -> usize {
    let query = tree_sitter::Query::new(&sample.language.grammar, query).unwrap();
    let tree = sample.file.tree.as_ref().unwrap();
    let mut cursor = tree_sitter::QueryCursor::new();
    cursor.matches(&query, tree.root_node(), &*sample.file.text).count()
}

/// The patterns of a query, each alternative of a `([…] (#set! …))` as a pattern of its own.
fn alternatives(query: &str) -> Vec<String> {
    let mut all = Vec::new();
    for pattern in expressions(query) {
        if let Some(rest) = pattern.strip_prefix('(').filter(|it| it.starts_with('[')) {
            let list = expressions(rest).remove(0);
            let (inside, after) = (list.trim_end().trim_matches(['[', ']']), &rest[list.len()..]);
            all.extend(expressions(inside).into_iter().map(|it| format!("({it}{after}")));
        } else {
            all.push(pattern);
        }
    }
    all
}

/// The expressions of a query outside of all brackets, with the captures behind them.
fn expressions(query: &str) -> Vec<String> {
    let code: Vec<&str> = query.lines().map(|it| it.split("; ").next().unwrap_or(it)).collect();
    let mut all: Vec<String> = Vec::new();
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for it in code.join("\n").chars() {
        if depth == 0 && !quoted && "([".contains(it) {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            last.push(it);
        }
        match it {
            _ if std::mem::take(&mut escaped) => {}
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            _ => {}
        }
    }
    all
}

#[test]
fn every_replacement_has_a_text_and_every_text_a_replacement() {
    for sample in samples() {
        let Some(rules) = &sample.language.rules else { continue };
        let rules = rules.query(&sample.language.grammar);
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
