//! `--paste-includes`: puts local headers in the place of the lines that include them, before the search begins.
//!
//! A line that includes a header has fewer tokens than what it stands for, so a search that goes down never pastes one.
//! What pasting is good for is a result that needs no other file, so it is done at first, and only on demand.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use lop_engine::Verdict;
use regex::bytes::Regex;

use crate::number::counted;

/// A header of more bytes is left where it is.
const LARGEST: u64 = 1 << 20;
/// So many bytes of headers are pasted in all, at most.
const MOST_BYTES: usize = 10 << 20;
/// So many headers are pasted, at most.
const MOST: usize = 100;
/// So many names are told of a list.
const TOLD: usize = 8;

/// The input's file and the headers that it includes, each as often as it does.
#[derive(Debug)]
pub(crate) struct Headers {
    /// The input, and then each header before those that it includes itself, in the order of the text.
    sources: Vec<Source>,
    /// What cannot be pasted, by reason.
    missing: Vec<String>,
    large: Vec<String>,
    endless: Vec<String>,
}

/// A text that includes others.
#[derive(Debug)]
struct Source {
    /// As the line that includes it spells it.
    name: String,
    /// Without symbolic links.
    path: PathBuf,
    text: Vec<u8>,
    /// The one that includes it; of the input itself.
    parent: usize,
    /// The lines of `text` that include others, and which.
    directives: Vec<(Range<usize>, usize)>,
    /// True when it says of itself that it counts only once.
    once: bool,
    /// The earlier one that this is another copy of; it stands for nothing then.
    repeats: Option<usize>,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Pasted {
    /// The text with the headers in it; none when there is none in it.
    pub(crate) text: Option<Arc<[u8]>>,
    /// Headers that are in it.
    names: Vec<String>,
    /// Headers without whose line the test said no.
    refused: Vec<String>,
    /// True when not all could be asked about.
    stopped: bool,
}

impl Headers {
    /// Finds the headers that `text`, of the file at `path`, includes by lines with their name in double quotes: beside
    /// the text that includes them, and then where `command` says.
    pub(crate) fn find(path: &Path, text: &[u8], command: &[OsString]) -> Headers {
        let input = Source {
            name: String::new(),
            path: path.to_owned(),
            text: text.to_vec(),
            parent: 0,
            directives: Vec::new(),
            once: false,
            repeats: None,
        };
        let headers =
            Headers { sources: vec![input], missing: Vec::new(), large: Vec::new(), endless: Vec::new() };
        let mut search = Search { headers, directories: directories(command), bytes: 0 };
        search.scan(0);
        search.headers
    }

    /// Pastes what `ask` finds interesting: everything at once, or else one after the other, each at first with all that
    /// it includes itself. Ends when a question is cancelled. `Err` is what `ask` fails with.
    pub(crate) fn paste<E>(
        &self,
        mut ask: impl FnMut(&Arc<[u8]>) -> Result<Verdict, E>,
    ) -> Result<Pasted, E> {
        let mut chosen: Vec<bool> = (0..self.sources.len()).map(|it| it == 0).collect();
        let mut refused = Vec::new();
        let mut stopped = false;
        let mut index = 0;
        while index < chosen.len() && !stopped {
            let is_there = index == 0 || !chosen[index] && chosen[self.sources[index].parent];
            if is_there && chosen.len() > 1 {
                match self.choose(index, &chosen, &mut ask)? {
                    (Verdict::Interesting, with) => chosen = with,
                    (Verdict::Cancelled, _) => stopped = true,
                    // Of the whole there is still each header to ask about.
                    _ if index == 0 => {}
                    _ => add(&mut refused, self.sources[index].name.clone()),
                }
            }
            index += 1;
        }
        let mut names = Vec::new();
        for index in (1..chosen.len()).filter(|&it| chosen[it] && self.sources[it].repeats.is_none()) {
            add(&mut names, self.sources[index].name.clone());
        }
        Ok(Pasted { text: (!names.is_empty()).then(|| self.text(&chosen)), names, refused, stopped })
    }

    /// Asks about a header with all that it includes, and then about it alone: the last answer, and what it is about.
    fn choose<E>(
        &self,
        index: usize,
        chosen: &[bool],
        ask: &mut impl FnMut(&Arc<[u8]>) -> Result<Verdict, E>,
    ) -> Result<(Verdict, Vec<bool>), E> {
        let now = self.text(chosen);
        let mut ask = |with: &[bool]| {
            let text = self.text(with);
            if text == now { Ok(Verdict::Interesting) } else { ask(&text) }
        };
        let whole: Vec<bool> = (0..chosen.len()).map(|it| chosen[it] || self.is_within(it, index)).collect();
        let verdict = ask(&whole)?;
        let mut alone = chosen.to_vec();
        alone[index] = true;
        if matches!(verdict, Verdict::Interesting | Verdict::Cancelled) || index == 0 || whole == alone {
            return Ok((verdict, whole));
        }
        Ok((ask(&alone)?, alone))
    }

    /// What to tell of it; `tokens` are those of the text before and after.
    pub(crate) fn tell(&self, pasted: &Pasted, tokens: (usize, usize)) -> String {
        let mut parts = Vec::new();
        if !pasted.names.is_empty() {
            let sign = if tokens.1 < tokens.0 { "−" } else { "+" };
            let headers = counted(pasted.names.len(), "header");
            let more = counted(tokens.0.abs_diff(tokens.1), "token");
            parts.push(format!("pasted {headers}: {} ({sign}{more})", list(&pasted.names)));
        }
        for (names, why) in [
            (&pasted.refused, "as the test, --objective or --protect wants it, these stay:"),
            (&self.missing, "not found:"),
            (&self.large, "too large, too many, or not readable:"),
            (&self.endless, "included from within itself:"),
        ] {
            if !names.is_empty() {
                parts.push(format!("{why} {}", list(names)));
            }
        }
        if pasted.stopped {
            parts.push("stopped before all was asked about".to_owned());
        }
        match (pasted.names.is_empty(), parts.is_empty()) {
            (true, true) => "--paste-includes: no line includes a header in double quotes".to_owned(),
            (true, false) => format!("--paste-includes: nothing was pasted; {}", parts.join("; ")),
            (false, _) => parts.join("; "),
        }
    }

    /// The input with those headers pasted.
    fn text(&self, chosen: &[bool]) -> Arc<[u8]> {
        let mut text = Vec::new();
        self.write(0, chosen, &mut HashSet::new(), &mut text);
        text.into()
    }

    fn write(&self, at: usize, chosen: &[bool], written: &mut HashSet<usize>, out: &mut Vec<u8>) {
        written.insert(at);
        let source = &self.sources[at];
        let mut from = 0;
        for (line, header) in &source.directives {
            let is_there = self.sources[*header].repeats.is_none_or(|it| written.contains(&it));
            if chosen[*header] && is_there {
                out.extend_from_slice(&source.text[from..line.start]);
                self.write(*header, chosen, written, out);
                from = line.end;
            }
        }
        out.extend_from_slice(&source.text[from..]);
    }

    /// True for `outer` itself and what it includes.
    fn is_within(&self, inner: usize, outer: usize) -> bool {
        inner == outer || (inner > 0 && self.is_within(self.sources[inner].parent, outer))
    }
}

/// Looks for headers.
struct Search {
    headers: Headers,
    directories: Vec<PathBuf>,
    /// Of the headers found so far.
    bytes: usize,
}

impl Search {
    /// Finds what a source includes.
    fn scan(&mut self, at: usize) {
        for (line, name) in directives(&self.headers.sources[at].text) {
            if let Some(header) = self.header(at, OsStr::from_bytes(&name)) {
                self.headers.sources[at].directives.push((line, header));
            }
        }
    }

    /// The source of that name, with all that it includes; none when it cannot be pasted.
    fn header(&mut self, parent: usize, name: &OsStr) -> Option<usize> {
        let shown = name.to_string_lossy().into_owned();
        let Some(path) = self.resolve(parent, name) else {
            add(&mut self.headers.missing, shown);
            return None;
        };
        let sources = &mut self.headers.sources;
        let index = sources.len();
        let same = |it: &Source| it.path == path && it.once && it.repeats.is_none();
        let repeats = sources.iter().position(same);
        if repeats.is_none() && is_inside(sources, parent, &path) {
            add(&mut self.headers.endless, shown);
            return None;
        }
        let text = if repeats.is_some() { Some(Vec::new()) } else { read(&path) };
        let Some(text) = text.filter(|it| index <= MOST && self.bytes + it.len() <= MOST_BYTES) else {
            add(&mut self.headers.large, shown);
            return None;
        };
        self.bytes += text.len();
        let once = says_once(&text);
        let text = without_pragma(&text);
        sources.push(Source { name: shown, path, text, parent, directives: Vec::new(), once, repeats });
        self.scan(index);
        Some(index)
    }

    fn resolve(&self, parent: usize, name: &OsStr) -> Option<PathBuf> {
        let beside = self.headers.sources[parent].path.parent().map(Path::to_owned);
        let places = beside.iter().chain(&self.directories).map(|it| it.join(name));
        places.filter(|it| it.is_file()).find_map(|it| it.canonicalize().ok())
    }
}

fn is_inside(sources: &[Source], mut at: usize, path: &Path) -> bool {
    loop {
        if sources[at].path == path {
            return true;
        }
        if at == 0 {
            return false;
        }
        at = sources[at].parent;
    }
}

/// A header that is not too large, without a byte order mark.
fn read(path: &Path) -> Option<Vec<u8>> {
    if std::fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    let text = std::fs::read(path).ok()?;
    Some(text.strip_prefix(b"\xef\xbb\xbf").map_or(text.clone(), <[u8]>::to_vec))
}

/// The directories that options of a compiler name, in the words of a command or in a line for the shell: those of
/// `-iquote` first, as a compiler searches them.
fn directories(command: &[OsString]) -> Vec<PathBuf> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    for word in command.iter().map(|it| it.as_bytes()) {
        let parts = word.split(u8::is_ascii_whitespace);
        if parts.clone().count() == 1 || word.starts_with(b"-I") {
            words.push(word.to_vec());
        } else {
            let bare = |part: &[u8]| part.iter().copied().filter(|it| !b"\"'".contains(it)).collect();
            words.extend(parts.filter(|it| !it.is_empty()).map(bare));
        }
    }
    let mut all = Vec::new();
    for option in ["-iquote", "-I"] {
        for (index, word) in words.iter().enumerate() {
            let directory = match word.strip_prefix(option.as_bytes()) {
                Some(b"") => words.get(index + 1).map(Vec::as_slice),
                joined => joined,
            };
            all.extend(directory.map(|it| PathBuf::from(OsStr::from_bytes(it))));
        }
    }
    all
}

/// The lines that include a header by its name in double quotes, without their line break, and the names. A line is left
/// out where something stands behind the name that is no comment, or one that goes on.
fn directives(text: &[u8]) -> Vec<(Range<usize>, Vec<u8>)> {
    static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
        let line = r#"(?m-u)^([ \t]*#[ \t]*include[ \t]*"([^"\r\n]+)"[ \t]*(?://[^\r\n]*|/\*[^*\r\n]*\*/[ \t]*)?)\r?$"#;
        Regex::new(line).expect("a fixed expression")
    });
    let group = |it: &regex::bytes::Captures<'_>, index| it.get(index).expect("not optional").range();
    let found = DIRECTIVE.captures_iter(text);
    found.map(|it| (group(&it, 1), text[group(&it, 2)].to_vec())).collect()
}

static PRAGMA: LazyLock<Regex> = LazyLock::new(|| {
    let line =
        r"(?m-u)^[ \t]*#[ \t]*pragma[ \t]+once[ \t]*(?://[^\r\n]*|/\*[^*\r\n]*\*/[ \t]*)?(?:\r?\n|\r?\z)";
    Regex::new(line).expect("a fixed expression")
});

/// The text of a header as it is pasted: the line break at its end is that of the line in whose place it comes.
fn without_pragma(text: &[u8]) -> Vec<u8> {
    let mut text = PRAGMA.replace_all(text, &b""[..]).into_owned();
    text.pop_if(|it| *it == b'\n').and_then(|_| text.pop_if(|it| *it == b'\r'));
    text
}

/// True when a second copy of a header says nothing, by its pragma or because all of it is within a guard. A guess: the
/// test has the last word.
fn says_once(text: &[u8]) -> bool {
    static GUARD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^#[ \t]*(ifndef|define|endif)\b[ \t]*(\w*)").expect("a fixed expression")
    });
    let lines = || text.split(|it| *it == b'\n').map(<[u8]>::trim_ascii).filter(|it| it.starts_with(b"#"));
    let is = |line: Option<&[u8]>, word: &str| {
        let found = GUARD.captures(line?)?;
        (found[1] == *word.as_bytes()).then(|| found[2].to_vec())
    };
    let name = is(lines().next(), "ifndef");
    let is_guard = name.is_some() && name == is(lines().nth(1), "define");
    PRAGMA.is_match(text) || is_guard && is(lines().next_back(), "endif").is_some()
}

fn add(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

fn list(names: &[String]) -> String {
    let told = names[..names.len().min(TOLD)].join(", ");
    match names.len().saturating_sub(TOLD) {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with these files, the first of which is the input.
    fn kitchen(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let path = directory.path().join(files[0].0).canonicalize().unwrap();
        (directory, path)
    }

    /// What pasting makes of the first file, and what is told of it.
    fn pasted(files: &[(&str, &str)], ask: impl Fn(&str) -> bool) -> (String, String) {
        let (directory, path) = kitchen(files);
        let command = ["cc".into(), "-I".into(), directory.path().join("inc").into_os_string()];
        let headers = Headers::find(&path, files[0].1.as_bytes(), &command);
        let verdict = |yes| if yes { Verdict::Interesting } else { Verdict::Boring };
        let ask = |it: &Arc<[u8]>| Ok::<_, ()>(verdict(ask(std::str::from_utf8(it).unwrap())));
        let pasted = headers.paste(ask).unwrap();
        let text = pasted.text.as_deref().unwrap_or(files[0].1.as_bytes());
        (String::from_utf8(text.to_vec()).unwrap(), headers.tell(&pasted, (0, 1)))
    }

    #[test]
    fn a_header_takes_the_place_of_its_line() {
        let files = [("x.c", "a;\r\n # include \"h.h\" // why\r\nb;\n"), ("h.h", "h1;\nh2;\n")];
        let (text, told) = pasted(&files, |_| true);
        assert_eq!(text, "a;\r\nh1;\nh2;\r\nb;\n");
        assert_eq!(told, "pasted 1 header: h.h (+1 token)");
    }

    #[test]
    fn headers_of_headers_are_found_beside_those_and_in_directories_of_the_command() {
        let files = [
            ("x.c", "#include \"sub/a.h\"\n#include \"i.h\"\n"),
            ("sub/a.h", "\u{feff}#pragma once\n#include \"b.h\"\na;\n"),
            ("sub/b.h", "b;"),
            ("inc/i.h", "i;\n"),
        ];
        assert_eq!(pasted(&files, |_| true).0, "b;\na;\ni;\n");
    }

    #[test]
    fn what_counts_once_is_pasted_once() {
        let guarded = "// text\n#ifndef G\n# define G\n#include \"p.h\"\n#endif\n";
        let files = [
            (
                "x.c",
                "#include \"p.h\"\n#include \"g.h\"\n#include \"p.h\"\n#include \"g.h\"\n#include \"l.h\"\nx",
            ),
            ("p.h", "#pragma once\np;\n#include \"g.h\"\n"),
            ("g.h", guarded),
            ("l.h", "l;\n#include \"l.h\"\n"),
        ];
        let (text, told) = pasted(&files, |_| true);
        let expected = "p;\n// text\n#ifndef G\n# define G\n\n#endif\n\n\n\nl;\n#include \"l.h\"\nx";
        assert_eq!(text, expected);
        assert!(told.ends_with("; included from within itself: l.h"), "{told}");
    }

    #[test]
    fn one_by_one_what_is_refused_stays() {
        let files = [
            ("x.c", "#include \"a.h\"\n#include \"b.h\"\n"),
            ("a.h", "a;\n#include \"c.h\"\n"),
            ("b.h", "b;\n"),
            ("c.h", "c;\n"),
        ];
        let (text, told) = pasted(&files, |it| !it.contains("b;"));
        assert_eq!(text, "a;\nc;\n#include \"b.h\"\n");
        assert_eq!(
            told,
            "pasted 2 headers: a.h, c.h (+1 token); as the test, --objective or --protect wants it, these stay: b.h"
        );
        assert_eq!(pasted(&files, |it| !it.contains("c;")).0, "a;\n#include \"c.h\"\nb;\n");
        assert_eq!(pasted(&files, |_| false).0, files[0].1);
    }

    #[test]
    fn a_question_that_is_cancelled_ends_it_and_refuses_nothing() {
        let text = "#include \"a.h\"\n#include \"b.h\"\n";
        let (_directory, path) = kitchen(&[("x.c", text), ("a.h", "a;\n"), ("b.h", "b;\n")]);
        let headers = Headers::find(&path, text.as_bytes(), &[]);
        let mut verdicts = [Verdict::Boring, Verdict::Interesting, Verdict::Cancelled].into_iter();
        let pasted = headers.paste(|_| verdicts.next().ok_or(())).unwrap();
        assert_eq!(pasted.text.as_deref(), Some(&b"a;\n#include \"b.h\"\n"[..]));
        let told = headers.tell(&pasted, (5, 9));
        assert_eq!(told, "pasted 1 header: a.h (+4 tokens); stopped before all was asked about");
    }

    #[test]
    fn what_cannot_be_pasted_is_left_and_told() {
        let large = "x".repeat((1 << 20) + 1);
        let text = "#include \"no.h\"\n#include \"big.h\"\n#include <x.c>\n#include \"dir\"\n#include \"a.h\" /*\n*/\n";
        let files = [("x.c", text), ("big.h", &large), ("dir/a", ""), ("a.h", "")];
        let (left, told) = pasted(&files, |_| true);
        assert_eq!(left, text);
        assert!(told.contains(
            "nothing was pasted; not found: no.h, dir; too large, too many, or not readable: big.h"
        ));
        assert!(pasted(&[("x.c", "int a;\n")], |_| true).1.contains("no line includes a header"));
    }

    #[test]
    fn what_includes_without_end_is_bounded() {
        let many = "#include \"a.h\"\n".repeat(300);
        let (text, told) = pasted(&[("x.c", &many), ("a.h", "a\n")], |_| true);
        assert_eq!(text.matches("a\n").count(), 100);
        assert_eq!(told, "pasted 1 header: a.h (+1 token); too large, too many, or not readable: a.h");
    }

    #[test]
    fn directories_are_read_from_words_and_from_lines() {
        let words = |it: &[&str]| directories(&it.iter().map(OsString::from).collect::<Vec<_>>());
        let expected: Vec<PathBuf> = ["q", "a", "b c"].iter().map(PathBuf::from).collect();
        assert_eq!(words(&["cc", "-I", "a", "-iquote", "q", "-Ib c"]), expected);
        assert_eq!(words(&["sh", "-c", "cc -I'a' -iquote \"q\" @@ -I"]), expected[..2]);
    }
}
