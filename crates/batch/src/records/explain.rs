//! Why each token of a result stays, from the answers to the questions that were asked without it; and what its test
//! prints.

use std::sync::{Arc, LazyLock};

use lop_engine::internal::{Document, EditSet, FileId, Lexeme};
use lop_engine::{Language, Span};
use lop_oracle::RunOutput;
use regex::bytes::Regex;

use crate::files::text_hash;
use crate::records::record::TokenReason;
use lop_runner::event::Reason;

/// Results of more tokens are not explained.
const MOST: usize = 2000;
/// Bytes to parse for each question that was asked: explaining shall not cost more than asking did.
const PARSED: usize = 512;
/// No more bytes are parsed than this.
const MOST_PARSED: usize = 1 << 20;
/// Lines of output that are kept.
const LINES: usize = 40;

/// The reason for each token of `text`, as `reason` knows it by the hash of the text without the token. Whether the text
/// parses without it is looked at as far as that stands in proportion to the `questions` that were asked.
pub(crate) fn tokens(
    text: &Arc<[u8]>,
    language: Option<&Arc<Language>>,
    questions: usize,
    reason: impl Fn(u128) -> Reason,
) -> Vec<TokenReason> {
    let parse = |text: Arc<[u8]>| Document::parse([(text, language.cloned())]);
    let document = parse(text.clone());
    let file = document.file(FileId(0));
    let lexemes = file.lexemes();
    if lexemes.len() > MOST {
        return Vec::new();
    }
    let without = |span: Span| EditSet::delete(FileId(0), span).render(FileId(0), text);
    let known = |it: &Lexeme| match reason(text_hash(&without(it.span))) {
        // A literal without a grammar is several tokens, each of which was tried.
        Reason::Unknown => {
            let first = file.token_starts().partition_point(|&at| at < it.span.start);
            let starts = &file.token_starts()[first..];
            let end = starts.get(1).map_or(it.span.end, |&next| next.min(it.span.end));
            reason(text_hash(&without(Span::new(it.span.start, end))))
        }
        known => known,
    };
    let parses = language.is_some() && lexemes.len() * text.len() <= MOST_PARSED.min(questions * PARSED);
    let breaks =
        |it: &Lexeme| parses && parse(without(it.span).into()).file(FileId(0)).errors() > file.errors();
    let one = |it: &Lexeme| TokenReason {
        start: it.span.start as usize,
        end: it.span.end as usize,
        reason: known(it),
        breaks: breaks(it),
    };
    lexemes.iter().map(one).collect()
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
    fn each_token_is_explained_by_the_answer_without_it() {
        let text: Arc<[u8]> = Arc::from(&b"int x;"[..]);
        let language = lop_languages::by_name("c");
        let reason = |hash| match hash {
            _ if hash == text_hash(b"x;") => Reason::NoCrash,
            _ if hash == text_hash(b"int x") => Reason::OtherCrash,
            _ => Reason::Unknown,
        };
        let needed = tokens(&text, language.as_ref(), 9, reason);
        let shown: Vec<_> = needed.iter().map(|it| (it.start, it.reason)).collect();
        assert_eq!(shown, [(0, Reason::NoCrash), (4, Reason::Unknown), (5, Reason::OtherCrash)]);
        assert!(needed[2].breaks);
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
