//! What compilers complain about, as kinds: a message without the names, values and places of the input.
//!
//! Two messages are of one kind when they have one code (`error[E0308]`, `TS2304`, `-Wuninitialized`), one class of exception
//! (`SyntaxError`), or read the same where names, literals and numbers are left out. What follows from a crash is no kind, and
//! neither is a warning that something is unused: there is much of that on the way down.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::normalise::{Clean, HOLE};
use super::strip_ansi::strip_ansi;
use crate::output::RunOutput;

/// Of a longer line only the start is read.
const LONGEST: usize = 1000;

/// The kinds of diagnostics that runs show.
///
/// ```
/// use lop_oracle::signature::Diagnostics;
///
/// let before = Diagnostics::of_text(b"x.c:1:5: warning: 'a' is used uninitialized [-Wuninitialized]");
/// let after = Diagnostics::of_text(b"x.c:1:5: error: use of undeclared identifier 'a'");
/// assert_eq!(before.kinds().collect::<Vec<_>>(), ["-Wuninitialized"]);
/// assert_eq!(after.newer_than(&before), Some("error: use of undeclared identifier …"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(BTreeSet<String>);

impl Diagnostics {
    /// Those that a run shows on either of its streams.
    pub fn of_run(run: &RunOutput) -> Diagnostics {
        let mut all = Diagnostics::of_text(&run.stdout.bytes());
        all.add(Diagnostics::of_text(&run.stderr.bytes()));
        all
    }

    /// Those that a text shows.
    pub fn of_text(text: &[u8]) -> Diagnostics {
        let text = strip_ansi(Cow::Borrowed(text));
        let lines = text.split(|it| *it == b'\n').filter(|it| may_tell(it));
        Diagnostics(lines.filter_map(|it| kind(&readable(it))).collect())
    }

    /// The kind of the first error that a run shows, or else of its first warning, on the error stream first. Where the kind
    /// is only a code or a class, what it says stands behind it, masked as in other kinds.
    ///
    /// ```
    /// use lop_oracle::signature::Diagnostics;
    /// use lop_oracle::{RunOutput, Status};
    ///
    /// let run = |stderr: &str| RunOutput {
    ///     status: Status::Exited(1),
    ///     stdout: Default::default(),
    ///     stderr: stderr.as_bytes().into(),
    ///     took: Default::default(),
    /// };
    /// let first = |stderr: &str| Diagnostics::first_of_run(&run(stderr)).unwrap_or_default();
    /// assert_eq!(first("x.c:1:1: warning: no type\nx.c:1:5: error: 'a' undeclared"), "error: … undeclared");
    /// assert_eq!(first("error[E0425]: cannot find value `a`"), "error[E0425]: cannot find value …");
    /// assert_eq!(first("NameError: name 'a' is not defined"), "NameError: name … is not defined");
    /// ```
    pub fn first_of_run(run: &RunOutput) -> Option<String> {
        let mut warning = None;
        for stream in [&run.stderr, &run.stdout] {
            let text = strip_ansi(stream.bytes());
            for line in text.split(|it| *it == b'\n').filter(|it| may_tell(it)).map(readable) {
                let Some(kind) = kind(&line) else { continue };
                let is_warning = kind.starts_with("warning") || line.contains("warning: ");
                let said = with_text(kind, &line);
                if !is_warning {
                    return Some(said);
                }
                warning.get_or_insert(said);
            }
        }
        warning
    }

    /// Adds the kinds of another.
    pub fn add(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// The kinds, in alphabetical order.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A kind of these that `known` has not.
    pub fn newer_than(&self, known: &Diagnostics) -> Option<&str> {
        self.kinds().find(|it| !known.0.contains(*it))
    }
}

/// Words of which every diagnostic has one; looking for them is cheap.
fn may_tell(line: &[u8]) -> bool {
    const WORDS: [&str; 8] = [
        "rror",
        "arning",
        "ERROR",
        "WARNING",
        "Exception",
        ".go:",
        "undefined reference",
        "multiple definition",
    ];
    static ANY: LazyLock<regex::bytes::Regex> =
        LazyLock::new(|| super::recognise::bytes_regex(&WORDS.map(regex::escape).join("|")));
    // Source that is quoted, and what goes on from the line before, is indented.
    !line.first().is_none_or(u8::is_ascii_whitespace)
        && (ANY.is_match(line) || line.starts_with(b"SUMMARY: "))
}

fn readable(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(LONGEST)]).trim_end().to_owned()
}

/// The kind of the diagnostic that a line is.
fn kind(line: &str) -> Option<String> {
    if AFTERMATH.iter().any(|it| line.contains(it)) {
        return None;
    }
    message(line)
        .or_else(|| go(line))
        .or_else(|| sanitizer(line))
        .or_else(|| exception(line))
        .or_else(|| linker(line))
        .filter(|it| !it.is_empty())
}

/// What is said besides because the compiler crashes or gives up.
const AFTERMATH: [&str; 12] = [
    "internal compiler error",
    "unexpectedly panicked",
    "aborting due to",
    "could not compile",
    " emitted",
    "frontend command failed",
    "command failed due to signal",
    "unable to execute command",
    "error in backend",
    "linker command failed",
    "ld returned",
    "too many errors",
];

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        static $name: LazyLock<Regex> =
            LazyLock::new(|| Regex::new($pattern).expect("a constant, compiled by a test"));
    };
}

pattern!(
    MESSAGE,
    r"^(?P<before>(?:.*?(?:: | - ))?)(?i:(?P<level>fatal error|runtime error|error|warning))(?:\[(?P<code>[\w:-]+)\]| (?P<number>[A-Z]{1,5}-?\d{2,6}))?: ?(?P<text>.*)$"
);
pattern!(FLAG, r"\[(?:[^\]]*,)?(-W[\w+#=-]+)\]$");
pattern!(CODE_BEFORE, r"^\[([\w-]+)\]");
pattern!(CODE_BEHIND, r" \[([a-z]+(?:-[a-z]+)*)\]$");
pattern!(UNUSED, r"\bunused\b|\bnever (?:used|read|constructed|called)\b|\bnot used\b|\bunreachable\b");

/// `place: error: text`, as nearly all compilers have it.
fn message(line: &str) -> Option<String> {
    let found = MESSAGE.captures(line)?;
    let (before, text) = (&found["before"], &found["text"]);
    if ["|", "note: ", "help: "].iter().any(|it| before.contains(it)) {
        return None;
    }
    let level = found["level"].to_ascii_lowercase();
    if let Some(flag) = FLAG.captures(text) {
        let flag = flag[1].replace("-Werror=", "-W").trim_end_matches('=').to_owned();
        return (!flag.starts_with("-Wunused")).then_some(flag);
    }
    if level == "warning" && UNUSED.is_match(text) {
        return None;
    }
    if let Some(number) = found.name("number") {
        return Some(number.as_str().to_owned());
    }
    let code = found.name("code").map(|it| it.as_str().to_owned());
    let code = code.or_else(|| {
        [&*CODE_BEFORE, &CODE_BEHIND].iter().find_map(|it| Some(it.captures(text)?[1].to_owned()))
    });
    Some(code.map_or_else(|| format!("{level}: {}", mask(text)), |code| format!("{level}[{code}]")))
}

/// A kind with what its line says, where the kind is only a code or a class.
fn with_text(kind: String, line: &str) -> String {
    if kind.contains([' ', '…']) {
        return kind;
    }
    let message = MESSAGE.captures(line).map(|it| FLAG.replace(&it["text"], "").into_owned());
    let text = message.or_else(|| EXCEPTION.find(line).map(|it| line[it.end()..].to_owned()));
    let text = text.map(|it| mask(it.trim())).unwrap_or_default();
    if text.is_empty() { kind } else { format!("{kind}: {}", text.trim_end()) }
}

pattern!(GO, r"^(?:vet: )?\S+\.go:\d+(?::\d+)?: (.*)$");

/// What Go says is known by its words: names stand among them without quotes.
const GO_SAYS: [&str; 26] = [
    "syntax error",
    "undefined",
    "declared and not used",
    "imported and not used",
    "redeclared",
    "missing return",
    "cannot use",
    "cannot convert",
    "cannot infer",
    "cannot assign",
    "cannot call",
    "cannot range",
    "not enough",
    "too many",
    "invalid operation",
    "invalid recursive type",
    "assignment mismatch",
    "is not a type",
    "is not used",
    "does not satisfy",
    "no new variables",
    "non-boolean condition",
    "could not import",
    "duplicate case",
    "unknown field",
    "overflows",
];

fn go(line: &str) -> Option<String> {
    let found = GO.captures(line)?;
    let text = &found[1];
    let said = GO_SAYS.iter().find(|it| text.contains(*it)).map(|it| (*it).to_owned());
    Some(said.unwrap_or_else(|| mask(text)))
}

pattern!(SANITIZER, r"^SUMMARY: (\w+Sanitizer: [\w-]+)");

fn sanitizer(line: &str) -> Option<String> {
    Some(SANITIZER.captures(line)?[1].to_owned())
}

pattern!(
    EXCEPTION,
    r"^(?:Uncaught |Caused by: |Exception in thread \S+ |\(node:\d+\) (?:\[\w+\] )?|\S+:\d+: )?(?:[\w$]+\.)*(\w*(?:Error|Exception|Warning))(?: \[\w+\])?(?::|$)"
);

/// The class of an exception of Python, of scripts and of Java.
fn exception(line: &str) -> Option<String> {
    Some(EXCEPTION.captures(line)?[1].to_owned())
}

fn linker(line: &str) -> Option<String> {
    ["undefined reference", "multiple definition"].into_iter().find(|it| line.contains(it)).map(str::to_owned)
}

pattern!(QUOTED, r#"[‘“'`"]…[’”'`"]"#);
pattern!(FILE, r"[\w./+-]*[\w+-]\.(?:[a-z]{1,4}|hpp|java)\b");
pattern!(TYPE, r"\b(?:int|long|short|char|float|double|boolean|bool|byte|string|void|[iu](?:size|\d+))\b");
pattern!(
    NAMED,
    r"\b(variable|method|constructor|class|interface|enum|record|package|field|parameter|function|label|symbol|identifier|module|member|exception|undefined:|types:) [\w$<>.]+(?:\(…?\))?"
);
pattern!(NAME, r"\b(?:[a-z]\w*[A-Z_\d.]\w*|[A-Z]\w+|[a-zA-Z_]\w*\.[\w.]+)\b(?:\(…?\))?");
pattern!(SEVERAL, r"…(?:(?:,? or |,? and |, | )…)+");

/// What stands before it is a name, whatever it looks like.
const NO_FILE: &str = ": No such file or directory";

/// The text without names, literals, numbers, types and places. Only where a sentence begins is a capital no name.
fn mask(text: &str) -> String {
    let hole = HOLE.to_string();
    if text.ends_with(NO_FILE) {
        return format!("{hole}{NO_FILE}");
    }
    // A suggestion depends on what else there is.
    let text = text.split("; did you mean ").next().unwrap_or(text);
    let text = Clean::Message.apply(text.as_bytes());
    let text = QUOTED.replace_all(&text, &*hole);
    let text = FILE.replace_all(&text, &*hole);
    let text = TYPE.replace_all(&text, &*hole);
    let text = NAMED.replace_all(&text, format!("$1 {hole}"));
    let text = NAME.replace_all(&text, |it: &Captures<'_>| {
        let before = &text[..it.get_match().start()];
        let begins = before.is_empty() || before.ends_with(": ") || before.ends_with(". ");
        let plain = it[0][1..].bytes().all(|it| it.is_ascii_lowercase());
        if begins && plain { it[0].to_owned() } else { hole.clone() }
    });
    let text = SEVERAL.replace_all(&text, &*hole);
    text.replace("… possible tokens", &hole).trim_end_matches(['.', ';']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        Diagnostics::of_text(text.as_bytes()).kinds().map(str::to_owned).collect()
    }

    #[test]
    fn every_compiler_has_its_kinds() {
        for (text, expected) in [
            // rustc
            ("error[E0308]: mismatched types", "error[E0308]"),
            ("error: expected one of `;` or `}`, found `fn`", "error: expected one of …, found …"),
            ("error: expected one of 8 possible tokens, found `let`", "error: expected one of …, found …"),
            ("error: cannot find macro `foo` in this scope", "error: cannot find macro … in this scope"),
            // gcc and clang
            ("x.c:3:7: error: 'a' undeclared (first use in this function)", "error: … undeclared (…)"),
            (
                "x.c:3:7: error: 'a' undeclared (first use in this function); did you mean 'b'?",
                "error: … undeclared (…)",
            ),
            ("x.c:3:7: warning: ‘a’ is used uninitialized [-Wuninitialized]", "-Wuninitialized"),
            ("x.c:3:7: error: no return [-Werror=return-type]", "-Wreturn-type"),
            ("x.c:3:7: error: no return [-Werror,-Wreturn-type]", "-Wreturn-type"),
            ("x.c:3:7: error: use of undeclared identifier 'foo_1'", "error: use of undeclared identifier …"),
            (
                "x.c:1:10: fatal error: foo/bar.h: No such file or directory",
                "fatal error: …: No such file or directory",
            ),
            (
                "x.c:1:10: fatal error: .h: No such file or directory",
                "fatal error: …: No such file or directory",
            ),
            ("clang: error: no such file or directory: 'x.c'", "error: no such file or directory: …"),
            ("x.c:3:5: error: expected ‘;’ before ‘}’ token", "error: expected … before … token"),
            // tsc, with and without colours
            ("x.ts(3,5): error TS2304: Cannot find name 'x'.", "TS2304"),
            (
                "\u{1b}[96mx.ts\u{1b}[0m:3:5 - \u{1b}[91merror\u{1b}[0m TS2304: Cannot find name 'x'.",
                "TS2304",
            ),
            // javac
            ("Foo.java:3: error: cannot find symbol", "error: cannot find symbol"),
            (
                "Foo.java:3: error: incompatible types: String cannot be converted to int",
                "error: incompatible types: … cannot be converted to …",
            ),
            (
                "Foo.java:3: error: variable x is already defined in method main(String[])",
                "error: variable … is already defined in method …",
            ),
            ("Foo.java:3: warning: [unchecked] unchecked cast", "warning[unchecked]"),
            ("Exception in thread \"main\" java.lang.NullPointerException: x", "NullPointerException"),
            // go
            ("./x.go:3:5: undefined: foo", "undefined"),
            ("./x.go:3:5: x redeclared in this block", "redeclared"),
            ("x.go:4:2: \"fmt\" imported and not used", "imported and not used"),
            ("x.go:4:2: a strange thing about 7", "a strange thing about …"),
            // python and node
            ("SyntaxError: invalid syntax", "SyntaxError"),
            ("NameError: name 'x' is not defined", "NameError"),
            ("x.py:3: SyntaxWarning: invalid escape sequence", "SyntaxWarning"),
            ("json.decoder.JSONDecodeError: Expecting value", "JSONDecodeError"),
            ("Uncaught ReferenceError: x is not defined", "ReferenceError"),
            ("TypeError [ERR_INVALID_ARG]: no", "TypeError"),
            ("x.py:3: error: Incompatible types in assignment  [assignment]", "error[assignment]"),
            // others
            ("x.hs:3:5: error: [GHC-88464]", "error[GHC-88464]"),
            ("x.c(3): error C2065: 'x': undeclared identifier", "C2065"),
            ("Error: Unbound value foo", "error: Unbound value foo"),
            ("/usr/bin/ld: x.c:(.text+0x5): undefined reference to `f'", "undefined reference"),
            (
                "SUMMARY: AddressSanitizer: heap-use-after-free x.c:3 in main",
                "AddressSanitizer: heap-use-after-free",
            ),
            (
                "x.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
                "runtime error: signed integer overflow: … + … cannot be represented in type …",
            ),
        ] {
            assert_eq!(kinds(text), [expected], "{text}");
        }
    }

    #[test]
    fn what_is_no_diagnostic_has_no_kind() {
        for text in [
            "",
            "Result: 7 errors were expected",
            "x.c:3:7: note: error: it is not",
            "12 | let x = \"a: error: b\";",
            "    error: indented",
            "error: internal compiler error: compiler/rustc_middle/src/ty.rs:1:1: no",
            "x.c:1:1: internal compiler error: Segmentation fault",
            "error: the compiler unexpectedly panicked. this is a bug.",
            "error: aborting due to 2 previous errors; 1 warning emitted",
            "warning: 3 warnings emitted",
            "warning: unused variable: `x`",
            "warning: function `f` is never used",
            "x.c:3:7: warning: unused variable 'x' [-Wunused-variable]",
            "For more information about this error, try `rustc --explain E0308`.",
        ] {
            assert_eq!(kinds(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn names_and_numbers_of_the_input_do_not_make_a_kind() {
        for (one, other) in [
            ("a.c:1:1: error: expected 'x' or 'y'", "b/c.c:70:12: error: expected 'foo', 'bar' or 'z'"),
            ("X.java:1: error: class Foo is public", "Y.java:2: error: class bar is public"),
            ("error: too many arguments: 3", "error: too many arguments: 12"),
        ] {
            assert_eq!(kinds(one), kinds(other));
        }
    }

    #[test]
    fn what_is_newer_is_named() {
        let known = Diagnostics::of_text(b"error[E0308]: x\nerror[E0425]: y");
        assert_eq!(Diagnostics::of_text(b"error[E0425]: z").newer_than(&known), None);
        assert_eq!(Diagnostics::of_text(b"error[E0599]: z").newer_than(&known), Some("error[E0599]"));
        assert_eq!(known.newer_than(&Diagnostics::default()), Some("error[E0308]"));
        assert!(Diagnostics::default().is_empty() && !known.is_empty());
    }
}
