//! Builds a language of what its folder says.

use std::sync::Arc;

use lop_engine::{Language, LanguageError, Layout, LineSyntax, Mention, Records};

use crate::folder::{self, Folder};
use crate::{INFOS, SOURCES, registry};

/// The language of lop's own with that index.
pub(crate) fn own(index: usize) -> Arc<Language> {
    Arc::new(within(index, registry::DEPTH))
}

/// The same where there may be others within it that many deep.
pub(crate) fn within(index: usize, depth: usize) -> Language {
    let (folder, language) = plain(index);
    if depth == 0 {
        return language;
    }
    language.with_tested_embedded(SOURCES[index].injections, guests(INFOS[index].name, &folder, depth - 1))
}

/// The same without what it embeds.
fn plain(index: usize) -> (Folder, Language) {
    let tested = "a test builds every language";
    let (info, source) = (&INFOS[index], &SOURCES[index]);
    let folder = Folder::parse(source.folder).expect(tested);
    let language = match source.parser {
        Some(parser) => Language::new(info.name, parser).expect(tested),
        None => line_language(info.name, &folder).expect(tested),
    };
    let language = habits(language, &folder).with_tested(source.facts, source.rules, source.names);
    (folder, language)
}

/// The languages that may be embedded in one, each with what else it is called and with what there may be within it, that many
/// deep; those that are not in this build are left out. Within itself a language holds no others: those would be examples in
/// the documentation of an example.
pub(crate) fn guests(host: &str, folder: &Folder, depth: usize) -> Vec<(Arc<Language>, Vec<String>)> {
    let guest = |name: &String| {
        let (info, language) = registry::guest(name, if name == host { 0 } else { depth })?;
        Some((language, info.aliases.iter().map(ToString::to_string).collect()))
    };
    folder.embeds.iter().filter_map(guest).collect()
}

/// The language of a folder without a grammar.
pub(crate) fn line_language(name: &str, folder: &Folder) -> Result<Language, LanguageError> {
    let lines = folder.lines.clone().unwrap_or_default();
    let string = |it: Vec<String>| {
        let mut parts = it.into_iter();
        let mut next = || parts.next().unwrap_or_default();
        (next(), next(), next().chars().next())
    };
    let syntax = LineSyntax {
        words: lines.words,
        sigils: lines.sigils,
        keywords: lines.keywords,
        operators: lines.operators,
        strings: lines.strings.into_iter().map(string).collect(),
        brackets: lines.brackets.into_iter().map(Into::into).collect(),
        blocks: lines.blocks,
        separators: lines.separators,
        records: match lines.records {
            folder::Records::None => Records::None,
            folder::Records::Lines => Records::Lines,
            folder::Records::Terminated => {
                Records::Terminated { terminators: lines.terminators, lines: lines.line_records }
            }
        },
        regions: lines.regions.into_iter().map(Into::into).collect(),
        labels: lines.labels,
        continued: lines.continued,
    };
    Language::of_lines(name, syntax)
}

/// A language with what its folder says of its texts.
pub(crate) fn habits(mut language: Language, folder: &Folder) -> Language {
    language = language.with_layout(match folder.layout {
        folder::Layout::Free => Layout::Free,
        folder::Layout::Indented => Layout::Indented,
    });
    for start in &folder.line_comments {
        language = language.with_line_comment(start);
    }
    for [start, end] in &folder.block_comments {
        language = language.with_block_comment(start, end);
    }
    if let Some(cast) = &folder.cast {
        language = language.with_cast(cast);
    }
    if let Some(default) = &folder.default {
        language = language.with_default(default);
    }
    if let Some(heir) = &folder.heir {
        language = language.with_heir(heir);
    }
    if let Some(bound) = &folder.any_bound {
        language = language.with_any_bound(bound);
    }
    if let Some(name) = &folder.ignored_name {
        language = language.with_ignored(name);
    }
    if let Some(function) = &folder.function {
        language = language.with_function(function);
    }
    if let Some(variable) = &folder.variable {
        language = language.with_variable(variable);
    }
    if let Some(closure) = &folder.closure {
        language = language.with_closure(closure);
    }
    if let Some(jump) = &folder.jump {
        language = language.with_jump(jump);
    }
    if folder.refuses_unused {
        language = language.with_unused_refused();
    }
    if folder.typed_uses {
        language = language.with_typed_uses();
    }
    if folder.brackets_join {
        language = language.with_joining_brackets();
    }
    for kind in &folder.nonempty {
        language = language.with_nonempty(kind);
    }
    let template = |it: &String| Mention::new(it).expect("whoever read the folder has looked at it");
    for mention in &folder.mentions {
        language = language.with_mention(template(mention));
    }
    for title in &folder.titles {
        language = language.with_title(template(title));
    }
    for [mention, with] in &folder.inlined {
        language = language.with_inlined(template(mention), with);
    }
    language
}
