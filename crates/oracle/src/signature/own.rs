//! What in an output is the input's own: its words in a message, and the frames of a stack that stand in its code. A
//! signature that held on to them would hold on to the input.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::{Arc, LazyLock};

use aho_corasick::{AhoCorasick, Match};
use memchr::memmem;
use regex::{Captures, Regex};

use super::normalise::{HOLE, QUOTED};

/// The words and file names of an input. The default has none.
#[derive(Debug, Clone, Default)]
pub struct Own {
    /// Finds the names of its files.
    names: Option<AhoCorasick>,
    words: Arc<HashSet<Box<str>>>,
}

/// Words that tools say of any input. They stay, however often the input says them, too.
const COMMON: &str = "a an and argument arguments array as at attribute be before boolean by callable cannot character class const \
    constructor could defined did do does error exception expected expression false find for found from function \
    get has have import in index initialization input instance int integer invalid is it iterable key length \
    list method missing module must name named no node not null number object of on or out positional properties \
    property range read reading required set setting size statement str string symbol syntax takes target than \
    that the this to token true type undefined unexpected unknown unsupported value variable was when with";

/// A name, or several joined as in code.
static NAME: LazyLock<Regex> = LazyLock::new(|| regex(r"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)*"));

/// Where tools are installed. A file there is the tool's, even if it is called as the input is.
const INSTALLED: [&str; 4] = ["/node_modules/", "/site-packages/", "/dist-packages/", "/usr/"];

impl Own {
    /// What files of these names and texts call their own.
    pub fn of<'t>(
        names: impl IntoIterator<Item = &'t OsStr>,
        texts: impl IntoIterator<Item = &'t [u8]>,
    ) -> Own {
        let mut words = HashSet::new();
        for text in texts {
            for word in
                text.split(|it| !is_word(*it)).filter(|it| it.first().is_some_and(|it| !it.is_ascii_digit()))
            {
                if let Ok(word) = std::str::from_utf8(word)
                    && !words.contains(word)
                {
                    words.insert(word.into());
                }
            }
        }
        let names: Vec<&[u8]> = names.into_iter().map(OsStr::as_bytes).filter(|it| !it.is_empty()).collect();
        // Names that take too much room are not looked for.
        let names = if names.is_empty() { None } else { AhoCorasick::new(names).ok() };
        Own { names, words: Arc::new(words) }
    }

    /// True when a frame, with the line or two that a tool prints of it, stands in a file of the input.
    pub(super) fn has_frame(&self, frame: &[u8]) -> bool {
        self.names.as_ref().is_some_and(|it| names_file(frame, it))
    }

    /// A message without words of the input, each of which leaves a hole: names that look like code. Of a message that code
    /// of the input itself has thrown (`thrown`) any word. What is still in quotes there is the tool's.
    pub(super) fn mask(&self, text: &str, thrown: bool) -> String {
        if self.words.is_empty() {
            return text.to_owned();
        }
        let quoted: Vec<_> = QUOTED.find_iter(text).map(|it| it.range()).collect();
        let hole = |found: &Captures<'_>| {
            let it = found.get_match();
            let sigil = text[..it.start()].ends_with(['*', '&', '$', '@', '#']);
            let is_told = quoted.iter().any(|quote| quote.contains(&it.start()));
            if !is_told && self.is_own(it.as_str(), sigil, thrown) {
                HOLE.to_string()
            } else {
                it.as_str().to_owned()
            }
        };
        NAME.replace_all(text, hole).into_owned()
    }

    /// True for a name of the input, or several joined as in code, all of which are.
    fn is_own(&self, name: &str, sigil: bool, thrown: bool) -> bool {
        let words: Vec<&str> = name.split(['.', ':', '-', '>']).filter(|it| !it.is_empty()).collect();
        let in_code = sigil || words.len() > 1;
        // Where code of the input is shown, a name of a letter or two is one that the search has put there.
        let known = |it: &&str| self.words.contains(*it) || (in_code && it.len() <= 2);
        let telling = |it: &&str| {
            COMMON.split(' ').all(|common| common != *it) && (thrown || in_code || is_compound(it))
        };
        let any = sigil || words.iter().any(|it| self.words.contains(*it));
        any && words.iter().all(known) && words.iter().any(telling)
    }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant that a test compiles")
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// True for `firstTag`, `first_tag`, `tag1`: no word of a language that people speak.
fn is_compound(word: &str) -> bool {
    let bytes = word.as_bytes();
    let inner = word.trim_matches('_');
    inner.contains('_')
        || bytes.windows(2).any(|it| it[0].is_ascii_lowercase() && it[1].is_ascii_uppercase())
        || (inner.len() > 1 && inner.bytes().any(|it| it.is_ascii_digit()))
}

/// True when `text` names one of these files, in a directory that is no tool's.
fn names_file(text: &[u8], names: &AhoCorasick) -> bool {
    let installed = || INSTALLED.iter().any(|it| memmem::find(text, it.as_bytes()).is_some());
    let stands_alone = |it: Match| {
        let before = it.start().checked_sub(1).map(|it| text[it]);
        let after = text.get(it.end());
        let part = |it: u8| is_word(it) || it == b'.' || it == b'-';
        before.is_none_or(|it| !part(it)) && after.is_none_or(|it| !part(*it) && *it != b'/')
    };
    names.find_overlapping_iter(text).any(stands_alone) && !installed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Own {
        Own::of([OsStr::new("x.js")], [text.as_bytes()])
    }

    #[test]
    fn words_of_the_input_that_look_like_code_leave_holes() {
        let input = own("lambda *rest: firstTag(pair.second, out)");
        for (message, expected) in [
            ("cannot parse: lambda *rest: …", "cannot parse: lambda *…: …"),
            ("cannot parse: lambda *pair: …", "cannot parse: lambda *…: …"),
            ("no rule for firstTag here", "no rule for … here"),
            ("bad pair.second at the end", "bad … at the end"),
            ("double free or corruption (out)", "double free or corruption (out)"),
            ("the rest of the pair", "the rest of the pair"),
            ("no rule for lastTag. Pair", "no rule for lastTag. Pair"),
        ] {
            assert_eq!(input.mask(message, false), expected);
        }
        assert_eq!(
            own("var basket = 1; x.basket").mask("basket is not a function", true),
            "… is not a function"
        );
        assert_eq!(Own::default().mask("lambda *rest", true), "lambda *rest");
    }

    #[test]
    fn a_frame_is_the_inputs_own_by_the_name_of_its_file() {
        let input = own("");
        for frame in ["at f (/tmp/lop-abc/work/x.js:3:5)", "at f (x.js:3:5)", "File \"./x.js\", line 3"] {
            assert!(input.has_frame(frame.as_bytes()), "{frame}");
        }
        for frame in [
            "at f (/a/max.js:3:5)",
            "at f (/a/x.jsx:3:5)",
            "at f (/t/node_modules/t/x.js:1:1)",
            "at f (x.js.map:1)",
        ] {
            assert!(!input.has_frame(frame.as_bytes()), "{frame}");
        }
        assert!(!Own::default().has_frame(b"at f (x.js:3:5)"));
    }
}
