//! The patterns of a query, one by one.

use std::collections::HashSet;

use tree_sitter::StreamingIterator as _;

use crate::support::{Sample, parse, samples};
use lop_engine::Span;
use lop_engine::internal::{File, Rules, name_matches, rules_found};

#[test]
fn what_is_compiled_for_a_text_finds_there_what_the_whole_query_finds() {
    for sample in samples() {
        let (language, Some(rules)) = (&sample.language, &sample.language.rules) else { continue };
        let whole =
            Rules::compiled(rules.text().to_owned(), language.syntax.parser().unwrap()).unwrap().unwrap();
        let file = &sample.file;
        // What the selection has to hold grows from text to text.
        let parts: Vec<File> = file.children(0).map(|it| parse(file.text_of(it), language)).collect();
        for part in parts.iter().take(12).chain([file]) {
            let all = found(&whole, part);
            assert_eq!(found(rules, part), all, "{}", String::from_utf8_lossy(&part.text));
        }
    }
}

#[test]
fn rules_find_without_tree_sitter_what_they_find_with_it_and_hardly_more() {
    for sample in samples() {
        let (language, Some(rules)) = (&sample.language, &sample.language.rules) else { continue };
        let whole =
            Rules::compiled(rules.text().to_owned(), language.syntax.parser().unwrap()).unwrap().unwrap();
        for text in texts(&sample) {
            let file = parse(&text, language);
            let own = rules_found(&file).unwrap_or_else(|| panic!("{}: another form", language.name));
            let place = |it: &Span| (it.start as usize, it.end as usize);
            let own: Vec<Found> =
                own.into_iter().map(|it| (it.0, it.1.iter().map(place).collect())).collect();
            let other = found(&whole, &file);
            let lacks: Vec<_> = other.iter().filter(|it| !own.contains(it)).collect();
            assert!(lacks.is_empty(), "{}: {lacks:?} in {}", language.name, String::from_utf8_lossy(&text));
            // A kind of node that a group has may stand where the group does not, and tree-sitter misses some fields.
            let most = other.len() + 4;
            assert!(own.len() <= most, "{}: {} and not {}", language.name, own.len(), other.len());
        }
    }
}

/// The sample, and what is left of it without some part.
fn texts(sample: &Sample) -> Vec<Vec<u8>> {
    let text = &sample.file.text;
    let mut all = vec![text.to_vec()];
    let mut state = 1_u64;
    for _ in 0..20 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let start = usize::try_from(state >> 33).unwrap() % text.len();
        let length = 1 + usize::try_from(state >> 20 & 0xff).unwrap() % 40;
        let end = (start + length).min(text.len());
        all.push([&text[..start], &text[end..]].concat());
    }
    all
}

/// The number of a pattern, and where its captures are.
type Found = (usize, Vec<(usize, usize)>);

/// What the patterns of a query find that may match in a text.
fn found(rules: &Rules, file: &File) -> Vec<Found> {
    let language = file.language.as_ref().unwrap();
    let kinds: HashSet<u16> = file.units().iter().map(|it| it.kind).collect();
    let selection = rules.selection(&language.syntax, &kinds).unwrap();
    let (tree, mut cursor) = (file.syntax_tree().unwrap(), tree_sitter::QueryCursor::new());
    let mut matches = cursor.matches(&selection.query, tree.root_node(), &*file.text);
    let mut all = Vec::new();
    while let Some(one) = matches.next() {
        let nodes = one.captures().iter().map(|it| (it.node.start_byte(), it.node.end_byte()));
        all.push((selection.number(one.pattern_index), nodes.collect()));
    }
    all
}

/// A pattern, or one alternative of it.
pub(super) struct Pattern {
    /// The line it starts on, counted from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// The patterns that match nothing in a sample. All are one query, as large grammars take long to prepare one.
pub(super) fn idle(sample: &Sample, patterns: Vec<Pattern>) -> Vec<Pattern> {
    let Some(parser) = sample.language.syntax.parser() else {
        let matches = |it: &Pattern| name_matches(&it.text, &sample.file).unwrap();
        return patterns.into_iter().filter(|it| matches(it) == 0).collect();
    };
    let all: String = patterns.iter().flat_map(|it| [&*it.text, "\n"]).collect();
    let query = tree_sitter::Query::new(parser, &all)
        .unwrap_or_else(|error| panic!("{}: {error}", sample.language.name));
    assert_eq!(query.pattern_count(), patterns.len(), "{}: {all}", sample.language.name);
    let tree = sample.file.syntax_tree().unwrap();
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), &*sample.file.text);
    let mut matching = vec![false; patterns.len()];
    while let Some(found) = matches.next() {
        matching[found.pattern_index] = true;
    }
    patterns.into_iter().zip(matching).filter(|it| !it.1).map(|it| it.0).collect()
}

/// The patterns of a query, each alternative of a `[…] @capture` or `([…] (#set! …))` as a pattern of its own.
pub(super) fn patterns(query: &str) -> Vec<Pattern> {
    let mut all = Vec::new();
    for Pattern { line, text } in expressions(query, 1) {
        let (open, list) = match text.strip_prefix('(').filter(|it| it.starts_with('[')) {
            Some(rest) => ("(", rest),
            None => ("", &*text),
        };
        let Some(list) = list.strip_prefix('[') else {
            all.push(Pattern { line, text });
            continue;
        };
        let (inside, after) = list.split_at(end_of_list(list));
        let alternatives = expressions(inside, line).into_iter();
        all.extend(
            alternatives
                .map(|it| Pattern { text: format!("{open}{}{}", it.text.trim_end(), &after[1..]), ..it }),
        );
    }
    all
}

/// Where the bracket stands that closes the list that `text` is inside of.
fn end_of_list(text: &str) -> usize {
    let (mut depth, mut quoted) = (1, false);
    let closes = |&(_, it): &(usize, char)| {
        quoted ^= it == '"';
        depth += if quoted { 0 } else { i32::from(it == '[') - i32::from(it == ']') };
        depth == 0
    };
    text.char_indices().find(closes).map_or(text.len() - 1, |it| it.0)
}

/// The expressions of a query outside of all brackets, with the captures behind them.
fn expressions(query: &str, first_line: usize) -> Vec<Pattern> {
    let code: Vec<&str> = query.lines().map(|it| if it.starts_with(';') { "" } else { it }).collect();
    let code: Vec<&str> = code.iter().map(|it| it.split("; ").next().unwrap_or(it)).collect();
    let mut all: Vec<Pattern> = Vec::new();
    let (mut depth, mut quoted, mut escaped, mut line) = (0, false, false, first_line);
    for it in code.join("\n").chars() {
        if depth == 0 && !quoted && "([".contains(it) {
            all.push(Pattern { line, text: String::new() });
        }
        line += usize::from(it == '\n');
        if let Some(last) = all.last_mut() {
            last.text.push(if it == '\n' { ' ' } else { it });
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
