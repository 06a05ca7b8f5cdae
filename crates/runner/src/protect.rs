//! `--protect`: what of the input stays as it is, as lines or as whatever a regular expression matches.

use std::path::PathBuf;
use std::sync::Arc;

use lop_engine::{Protected, Span};
use regex::bytes::{Regex, RegexBuilder};

use crate::failure::Failure;
use crate::project::Original;

/// One value of the option.
#[derive(Debug, Clone)]
pub enum Protect {
    /// These lines, from 1, the last included.
    Lines(usize, usize),
    /// Everything that matches.
    Text(Regex),
}

impl Protect {
    /// Reads `7`, `10-20`, or else a regular expression about text in lines.
    pub fn parse(text: &str) -> Result<Protect, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        if digits(first) && digits(last) {
            return match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(Protect::Lines(first, last)),
                _ => Err("not lines such as 7 or 10-20, counted from 1".to_owned()),
            };
        }
        let regex =
            RegexBuilder::new(text).multi_line(true).crlf(true).build().map_err(|it| it.to_string())?;
        Ok(Protect::Text(regex))
    }

    /// True for lines by their numbers.
    pub fn is_lines(&self) -> bool {
        matches!(self, Protect::Lines(..))
    }

    /// The file of a project that it begins with, and what it says of that.
    fn in_file(&self, original: &Original) -> Result<Option<(usize, Protect)>, Failure> {
        let Protect::Text(regex) = self else { return Ok(None) };
        for (at, _) in regex.as_str().match_indices(':') {
            let (path, rest) = (&regex.as_str()[..at], &regex.as_str()[at + 1..]);
            let is_it = |it: &PathBuf| !path.is_empty() && it.as_os_str() == path.trim_start_matches("./");
            if let Some(file) = original.paths.iter().position(is_it) {
                let wrong = |it: String| Failure::usage(format!("--protect {}", regex.as_str())).because(it);
                return Protect::parse(rest).map(|it| Some((original.holder(file), it))).map_err(wrong);
            }
        }
        Ok(None)
    }

    /// The spans it names in `text`.
    fn spans(&self, text: &[u8]) -> Result<Vec<Span>, Failure> {
        let found = match self {
            Protect::Lines(first, last) => vec![lines(text, *first, *last)?],
            Protect::Text(regex) => regex.find_iter(text).map(|it| span(it.start(), it.end())).collect(),
        };
        if found.iter().all(|it| it.is_empty()) {
            let what = match self {
                Protect::Lines(first, last) => format!("--protect {first}-{last} names empty lines only"),
                Protect::Text(regex) => format!("--protect {:?} matches nothing in the file", regex.as_str()),
            };
            return Err(Failure::usage(what)
                .because("there would be nothing to keep")
                .help("regular expressions match within the file as it is, `^` and `$` at its lines"));
        }
        Ok(found)
    }
}

/// What the values of the option protect of a file.
pub fn protected(values: &[Protect], text: &Arc<[u8]>) -> Result<Protected, Failure> {
    let mut spans = Vec::new();
    for value in values {
        spans.extend(value.spans(text)?);
    }
    Ok(if spans.is_empty() {
        Protected::default()
    } else {
        Protected::new(std::slice::from_ref(text), vec![spans])
    })
}

/// What the values of the option protect of a project: `FILE:REGEX` and `FILE:LINES` name a file of it, a regular expression
/// alone is looked for in all of them.
pub fn protected_in(values: &[Protect], original: &Original) -> Result<Protected, Failure> {
    if values.is_empty() {
        return Ok(Protected::default());
    }
    let mut spans = vec![Vec::new(); original.files.len()];
    for value in values {
        if let Some((file, value)) = value.in_file(original)? {
            spans[file].extend(value.spans(&original.files[file])?);
            continue;
        }
        let Protect::Text(regex) = value else {
            return Err(Failure::usage("--protect with line numbers names no file of the project")
                .help("name one: --protect src/main.c:10-20"));
        };
        let found: Vec<(usize, Span)> = (1..original.files.len())
            .flat_map(|file| {
                regex.find_iter(&original.files[file]).map(move |it| (file, span(it.start(), it.end())))
            })
            .filter(|it| !it.1.is_empty())
            .collect();
        if found.is_empty() {
            return Err(Failure::usage(format!(
                "--protect {:?} matches nothing in the project",
                regex.as_str()
            ))
            .because("there would be nothing to keep")
            .help("in one file of it: --protect FILE:REGEX, with the path from the root of the project"));
        }
        for (file, it) in found {
            spans[file].push(it);
        }
    }
    Ok(Protected::new(&original.files, spans))
}

/// What is protected of a text that was made of the file and still has all that was protected there: that, and what the
/// regular expressions match in it. `None` when something is not there any more.
pub fn still_protected(before: &Protected, values: &[Protect], text: &Arc<[u8]>) -> Option<Protected> {
    if before.is_empty() {
        return Some(Protected::default());
    }
    let mut spans = before.locate(std::slice::from_ref(text))?.into_iter().next()?;
    for value in values {
        if let Protect::Text(regex) = value {
            spans.extend(regex.find_iter(text).map(|it| span(it.start(), it.end())));
        }
    }
    Some(Protected::new(std::slice::from_ref(text), vec![spans]))
}

/// From the start of a line to the end of another, without its line break.
fn lines(text: &[u8], first: usize, last: usize) -> Result<Span, Failure> {
    let breaks = text.iter().enumerate().filter(|it| *it.1 == b'\n').map(|it| it.0);
    let mut starts: Vec<usize> = std::iter::once(0).chain(breaks.map(|it| it + 1)).collect();
    // What follows the last line break is a line only if there is something.
    starts.pop_if(|it| *it == text.len());
    if last > starts.len() {
        return Err(Failure::usage(format!("--protect names line {last}, and there are {}", starts.len()))
            .help("lines are counted from 1; a number is meant literally as [7]"));
    }
    let break_at_end = usize::from(text.last() == Some(&b'\n'));
    let (start, end) = (starts[first - 1], starts.get(last).map_or(text.len() - break_at_end, |it| it - 1));
    let is_crlf = end < text.len() && text[start..end].ends_with(b"\r");
    Ok(span(start, end - usize::from(is_crlf)))
}

fn span(start: usize, end: usize) -> Span {
    let offset = |it: usize| u32::try_from(it).expect("an input is smaller than 4 GiB");
    Span::new(offset(start), offset(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(values: &[&str], text: &str) -> Result<Vec<String>, String> {
        let text: Arc<[u8]> = Arc::from(text.as_bytes());
        let values: Vec<Protect> =
            values.iter().map(|it| Protect::parse(it)).collect::<Result<_, _>>().map_err(|it| it.clone())?;
        let protected = protected(&values, &text).map_err(|it| it.to_string())?;
        let spans = protected.locate(std::slice::from_ref(&text)).unwrap();
        Ok(spans[0].iter().map(|it| String::from_utf8_lossy(&text[it.range()]).into_owned()).collect())
    }

    #[test]
    fn lines_are_kept_without_their_last_break() {
        let text = "one\n  two\nthree\n";
        assert_eq!(kept(&["2"], text).unwrap(), ["  two"]);
        assert_eq!(kept(&["1-2"], text).unwrap(), ["one\n  two"]);
        assert_eq!(kept(&["3"], text).unwrap(), ["three"]);
        assert_eq!(kept(&["2-3"], "a\nb\nc").unwrap(), ["b\nc"]);
        assert_eq!(kept(&["1"], "alone").unwrap(), ["alone"]);
        assert_eq!(kept(&["1-3"], "a\n\n\n").unwrap(), ["a\n\n"]);
        let text = "one\r\ntwo\r\nthree\r\n";
        assert_eq!(kept(&["2"], text).unwrap(), ["two"]);
        assert_eq!(kept(&["2-3"], text).unwrap(), ["two\r\nthree"]);
        assert_eq!(kept(&["^t.*$"], text).unwrap(), ["two", "three"]);
    }

    #[test]
    fn a_regular_expression_keeps_all_that_it_matches() {
        assert_eq!(kept(&["^#.*"], "#a\nx #\n#b\n").unwrap(), ["#a", "#b"]);
        assert_eq!(kept(&["x", "1"], "x y\nx\n").unwrap(), ["x y", "x"]);
        assert_eq!(kept(&["[7]"], "17\n").unwrap(), ["7"]);
    }

    #[test]
    fn what_names_nothing_is_an_error() {
        for (value, text, told) in [
            ("4", "a\nb\nc\n", "line 4, and there are 3"),
            ("0", "a\n", "counted from 1"),
            ("3-2", "a\nb\nc\n", "counted from 1"),
            ("99999999999999999999", "a\n", "counted from 1"),
            ("zork", "a\n", "matches nothing"),
            ("x*", "a\n", "matches nothing"),
            ("2", "a\n\nb\n", "empty lines only"),
            ("(", "a\n", "unclosed group"),
        ] {
            let error = kept(&[value], text).unwrap_err();
            assert!(error.contains(told), "{value}: {error}");
        }
    }
}
