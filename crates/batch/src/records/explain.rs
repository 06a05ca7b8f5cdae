//! Why each token and each larger unit of a result stays, from the answers to the questions that were asked without it; and
//! what its test prints.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use lop_engine::internal::{Document, EditSet, FileId, Titles, token_spans, unit_spans};
use lop_engine::{Language, Span};
use lop_oracle::RunOutput;
use regex::bytes::Regex;

use crate::files::text_hash;
use crate::records::record::Needed;
use lop_runner::event::{Reason, Shown};

/// Results of more tokens are not explained.
const MOST: usize = 2000;
/// Bytes to parse for each question that was asked: explaining shall not cost more than asking did.
const PARSED: usize = 512;
/// No more bytes are parsed than this.
const MOST_PARSED: usize = 1 << 20;
/// Lines of output that are kept.
const LINES: usize = 40;

const FILE: FileId = FileId(0);

/// The reason for each token of `text`, and for each unit that is more than one token and less than all of it, as `known`
/// knows it by the hash of the text without it. Whether the text parses without it is looked at as far as that stands in
/// proportion to the `questions` that were asked.
pub(crate) fn needed(
    text: &Arc<[u8]>,
    language: Option<&Arc<Language>>,
    questions: usize,
    known: impl Fn(u128) -> (Reason, Option<Shown>),
) -> (Vec<Needed>, Vec<Needed>) {
    let parse = |text: Arc<[u8]>| Document::parse([(text, language.cloned())]);
    let document = parse(text.clone());
    let file = document.file(FILE);
    let tokens = token_spans(file);
    if tokens.len() > MOST {
        return (Vec::new(), Vec::new());
    }
    let alone: HashSet<Span> = tokens.iter().copied().collect();
    let is_part = |it: &Span| !alone.contains(it) && file.tokens_in(*it) < tokens.len();
    let mut units = unit_spans(file);
    units.retain(is_part);
    units.sort_unstable_by_key(|it| (it.start, std::cmp::Reverse(it.end)));
    let titles = Titles::of(&document, FILE);
    let tried = (tokens.len() + units.len()) * text.len();
    let parses = language.is_some() && tried <= MOST_PARSED.min(questions * PARSED);
    let one = |span: Span, title: Option<String>| {
        let without = EditSet::delete(FILE, span).render(FILE, text);
        let (reason, shown) = known(text_hash(&without));
        let breaks = parses && parse(without.into()).file(FILE).errors() > file.errors();
        let (start, end) = (span.start as usize, span.end as usize);
        Needed { start, end, title, reason, shown, breaks }
    };
    let units = units.into_iter().map(|it| one(it, titles.of_span(it))).collect();
    (tokens.into_iter().map(|it| one(it, None)).collect(), units)
}

/// The same about a text of the same tokens in another layout; nothing where the tokens differ.
pub(crate) fn moved(needed: Vec<Needed>, old: &Arc<[u8]>, new: &Arc<[u8]>) -> Vec<Needed> {
    let spans = |text: &Arc<[u8]>| token_spans(Document::parse([(text.clone(), None)]).file(FILE));
    let (before, after) = (spans(old), spans(new));
    let words = |text: &Arc<[u8]>, spans: &[Span]| -> Vec<Vec<u8>> {
        spans.iter().map(|it| text[it.range()].to_vec()).collect()
    };
    if words(old, &before) != words(new, &after) {
        return Vec::new();
    }
    let place = |it: Needed| {
        let first = before.partition_point(|token| (token.start as usize) < it.start);
        let last = before.partition_point(|token| (token.start as usize) < it.end).checked_sub(1)?;
        Some(Needed { start: after.get(first)?.start as usize, end: after[last].end as usize, ..it })
    };
    needed.into_iter().filter_map(place).collect()
}

/// The first lines of what a run printed, the errors first, without the scratch directory it ran in.
pub(crate) fn key_lines(run: &RunOutput) -> Vec<String> {
    let mut lines = Vec::new();
    for stream in [&run.stderr, &run.stdout] {
        let text = String::from_utf8_lossy(&without_scratch(&stream.bytes())).into_owned();
        lines.extend(text.lines().map(str::trim_end).filter(|it| !it.is_empty()).map(str::to_owned));
    }
    lines.truncate(LINES);
    lines
}

/// Output without the scratch directory it was made in.
pub(crate) fn without_scratch(output: &[u8]) -> Vec<u8> {
    static SCRATCH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"[^\s'"`(=]*/lop-[A-Za-z0-9._-]+/[a-z]+/"#).expect("the pattern is well-formed")
    });
    SCRATCH.replace_all(output, &b""[..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_and_each_unit_is_explained_by_the_answer_without_it() {
        let text: Arc<[u8]> = Arc::from(&b"int x; int y;"[..]);
        let language = lop_languages::by_name("c");
        let known = |hash| match hash {
            _ if hash == text_hash(b"x; int y;") => (Reason::NoCrash, Some(Shown::Clean)),
            _ if hash == text_hash(b"int x; int y") => (Reason::OtherCrash, None),
            _ if hash == text_hash(b"int y;") => (Reason::NoCrash, None),
            _ => (Reason::Unknown, None),
        };
        let (tokens, units) = needed(&text, language.as_ref(), 99, known);
        assert_eq!((tokens.len(), units.len()), (6, 2));
        assert_eq!(
            (tokens[0].start, tokens[0].reason, &tokens[0].shown),
            (0, Reason::NoCrash, &Some(Shown::Clean))
        );
        assert_eq!((tokens[1].start, tokens[1].reason, &tokens[1].shown), (4, Reason::Unknown, &None));
        assert_eq!((tokens[5].start, tokens[5].reason, tokens[5].breaks), (12, Reason::OtherCrash, true));
        assert_eq!((units[0].title.as_deref(), units[0].reason), (Some("variable `x`"), Reason::NoCrash));
    }

    #[test]
    fn what_is_known_of_a_text_holds_in_another_layout() {
        let [old, new]: [Arc<[u8]>; 2] = [Arc::from(&b"int x;"[..]), Arc::from(&b"int\n  x ;\n"[..])];
        let (tokens, _) = needed(&old, None, 9, |_| (Reason::Refused, None));
        let moved: Vec<_> = moved(tokens.clone(), &old, &new).iter().map(|it| (it.start, it.end)).collect();
        assert_eq!(moved, [(0, 3), (6, 7), (8, 9)]);
        assert!(super::moved(tokens, &old, &Arc::from(&b"int y;"[..])).is_empty());
    }

    #[test]
    fn the_scratch_directory_is_not_part_of_the_output() {
        let run = RunOutput {
            status: lop_oracle::Status::Exited(1),
            stdout: (&b"out"[..]).into(),
            stderr: (&b"/dev/shm/lop-1-abc/work/a.c:1: boom\n\n"[..]).into(),
            took: std::time::Duration::ZERO,
        };
        assert_eq!(key_lines(&run), ["a.c:1: boom", "out"]);
    }
}
