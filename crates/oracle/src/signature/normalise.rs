//! Takes out of a message whatever changes while the input shrinks or the command runs again.
//!
//! What was taken out leaves [`HOLE`], so that the rest can still be looked for word by word.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Stands where something was taken out.
pub(super) const HOLE: char = '…';

/// Longer texts are cut: the start of a message says which crash it is.
const LONGEST: usize = 240;

/// How a piece of output is brought into the form in which two crashes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clean {
    /// As it is, blanks aside: assertions, names of passes.
    Exact,
    /// The tool's own words: numbers, addresses and paths go, quoted words stay.
    Words,
    /// Words that also quote the input: what stands in quotes or brackets goes too.
    Message,
    /// A function: no arguments, template arguments, return type or suffixes of clones.
    Function,
    /// A source file of the tool: the part of its path that no installation changes.
    Place,
    /// A file's name without its directories.
    File,
}

impl Clean {
    /// The comparable form of `raw`. It is one line and holds no tab.
    pub(super) fn apply(self, raw: &[u8]) -> String {
        let raw = String::from_utf8_lossy(&raw[..raw.len().min(8 * LONGEST)]);
        let text = raw.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = match self {
            Clean::Exact => text,
            Clean::Words => numbers(&paths(&text)),
            Clean::Message => numbers(&qualified(&brackets(&quotes(&paths(&text))))),
            Clean::Function => function(&text),
            Clean::Place => place(&text),
            Clean::File => text.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
        };
        shorten(text)
    }
}

/// Words in quotes that are the tool's own, however often the input would say them too.
const TOOL_WORDS: [&str; 13] = [
    "(left == right)",
    "left == right",
    "left != right",
    "Option::unwrap()",
    "Option::expect()",
    "Result::unwrap()",
    "Result::unwrap_err()",
    "Result::expect()",
    "None",
    "Some",
    "Ok",
    "Err",
    "left matches right",
];

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant that a test compiles")
}

fn paths(text: &str) -> String {
    static PATH: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(^|[\s'‘`\x22(=<,:])(?:(?:[A-Za-z]:|\.{1,2})?[/\\][\w.@+~$-]+(?:[/\\][\w.@+~$-]*)*|[\w.-]+\.\w{1,5}:\d)(?::?\d+)*",
        )
    });
    PATH.replace_all(text, "${1}…").into_owned()
}

/// A text in quotes.
pub(super) static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"‘([^’]*)’|“([^”]*)”|`([^`']*)[`']|\x22([^\x22]*)\x22|(^|[^\w'])'([^']*)'"));

fn quotes(text: &str) -> String {
    let hole = |found: &Captures<'_>| {
        let whole = found.get_match();
        let inner = [1, 2, 3, 4, 6].into_iter().find_map(|group| found.get(group));
        match inner {
            Some(it) if !TOOL_WORDS.contains(&it.as_str()) => {
                let (start, end) = (it.start() - whole.start(), it.end() - whole.start());
                format!("{}{HOLE}{}", &whole.as_str()[..start], &whole.as_str()[end..])
            }
            _ => whole.as_str().to_owned(),
        }
    };
    QUOTED.replace_all(text, hole).into_owned()
}

/// Empties all brackets outside of quotes: values and types of the input, printed for debugging.
fn brackets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut closing: Vec<char> = Vec::new();
    let mut quoted = false;
    for it in text.chars() {
        let after_word = out.chars().next_back().is_some_and(|it| it.is_alphanumeric() || it == '_');
        if let Some(&close) = closing.last() {
            if closing.len() == 1 && !out.ends_with(HOLE) && (it != close || close != ')') {
                out.push(HOLE);
            }
            if it == close {
                closing.pop();
                if closing.is_empty() {
                    out.push(it);
                }
            } else {
                closing.extend(partner(it));
            }
            continue;
        }
        quoted ^= it == '`';
        if !quoted && (it != '<' || after_word) {
            closing.extend(partner(it));
        }
        out.push(it);
    }
    out
}

fn partner(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '<' => Some('>'),
        _ => None,
    }
}

/// Takes out `a::b::c` where it stands bare: in messages about the input that is a name of the input. At the start, before
/// a colon, it is the tool's function that speaks.
fn qualified(text: &str) -> String {
    static PATH: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(^|[\s(=,])(?:[A-Za-z_]\w*(?:\[…?\])?::)+[A-Za-z_]\w*(: )?"));
    let hole = |found: &Captures<'_>| match (&found[1], found.get(2)) {
        ("", Some(_)) => found[0].to_owned(),
        (before, colon) => format!("{before}{HOLE}{}", colon.map_or("", |it| it.as_str())),
    };
    PATH.replace_all(text, hole).into_owned()
}

fn numbers(text: &str) -> String {
    static SIGN: LazyLock<Regex> = LazyLock::new(|| regex(r"(^|[\s(=,\[])-(\d)"));
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| regex(r"\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)*(?:e[+-]?\d+)?|[0-9a-f]{12,})\b"));
    let unsigned = SIGN.replace_all(text, "$1$2");
    NUMBER.replace_all(&unsigned, "…").into_owned()
}

fn place(text: &str) -> String {
    let parts: Vec<&str> = text.split(['/', '\\']).collect();
    let source = parts.iter().rposition(|it| *it == "src");
    let from = source.map_or(parts.len() - 1, |it| it.saturating_sub(1));
    parts[from..].iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join("/")
}

fn function(text: &str) -> String {
    static SUFFIX: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?:::h[0-9a-f]{16}|\.(?:isra|part|constprop|cold|lto_priv|llvm|localalias)[.\d]*| ?\[clone [^\]]*\]| ?\[with .*\]| ?\[\w+ = .*\]| ?\(\.[a-z.\d]+\)|\+0x[0-9a-f]+)+$",
        )
    });
    static HASH: LazyLock<Regex> = LazyLock::new(|| regex(r"\[[0-9a-f]{4,16}\]"));
    let text = SUFFIX.replace(text, "");
    let text = HASH.replace_all(&text, "");
    last_word(&without_arguments(&without_templates(&text)))
}

/// Empties template arguments, but not those of a leading `<Type as Trait>::`, where only the trait goes.
fn without_templates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut rest = text;
    if let Some(inner) = text.strip_prefix('<') {
        out.push('<');
        rest = inner;
    }
    while let Some(it) = rest.chars().next() {
        let width = match rest.strip_prefix("operator") {
            Some(symbol) if depth == 0 => 8 + symbol.chars().take_while(|it| "<>=-!".contains(*it)).count(),
            _ => it.len_utf8(),
        };
        let (token, after) = rest.split_at(width);
        rest = after;
        match it {
            '<' if depth == 0 && token.len() == 1 => {
                out.push_str("<…");
                depth = 1;
            }
            '<' => depth += 1,
            '>' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    out.push('>');
                }
            }
            _ if depth == 0 => out.push_str(token),
            _ => {}
        }
    }
    out
}

/// Cuts the argument list: the last group of parentheses that no `::` follows.
fn without_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut start = 0;
    let mut arguments = None;
    for (offset, it) in text.char_indices() {
        match it {
            '(' => {
                if depth == 0 {
                    start = offset;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 && !text[offset + 1..].starts_with("::") && !text[..start].ends_with("decltype")
                {
                    arguments = Some(start);
                }
            }
            _ => {}
        }
    }
    let unclosed = (depth > 0).then_some(start);
    match arguments.or(unclosed) {
        Some(at) if text[..at].ends_with("operator") => text[..at].to_owned() + "()",
        Some(at) => text[..at].to_owned(),
        None => text.to_owned(),
    }
}

/// Drops what stands before the name: a return type, `static`, `virtual`.
fn last_word(text: &str) -> String {
    let text = text.trim();
    let mut depth = 0_usize;
    let mut from = 0;
    for (offset, it) in text.char_indices() {
        match it {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' | '>' | '}' | ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && !text[..offset].ends_with("operator") => from = offset + 1,
            _ => {}
        }
    }
    text[from..].trim_start_matches(['*', '&']).to_owned()
}

fn shorten(mut text: String) -> String {
    let end = (0..=LONGEST.min(text.len())).rev().find(|&it| text.is_char_boundary(it)).unwrap_or(0);
    if end < text.len() {
        text.truncate(end);
        text.push(HOLE);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(how: Clean, raw: &str) -> String {
        how.apply(raw.as_bytes())
    }

    #[test]
    fn a_message_loses_what_it_quotes_from_the_input() {
        for (raw, expected) in [
            ("type mismatch for ‘struct S’ in 'main' and `f'", "type mismatch for ‘…’ in '…' and `…'"),
            ("can't lower Foo { a: 1, b: [2, 3] } here", "can't lower Foo {…} here"),
            ("no value for DefId(0:12 ~ f[a1b2]::S::{impl#0})", "no value for DefId(…)"),
            ("unknown kind Vec<Foo<u8>> in crate1::module::S", "unknown kind Vec<…> in …"),
            ("vector::check: size() is (3), value='='", "vector::check: size() is (…), value='…'"),
            ("type T/#1 (T/1), args=[], [a(b)]c", "type T/#… (…), args=[…], […]c"),
            ("called `Option::unwrap()` on a `None` value", "called `Option::unwrap()` on a `None` value"),
            (
                "assertion `left == right` failed: at /tmp/x/a.rs:12:3",
                "assertion `left == right` failed: at …",
            ),
            ("Unsigned value 0x100 does not fit in 8 bits", "Unsigned value … does not fit in … bits"),
            ("-1 + 2147483647 at i32", "… + … at i32"),
        ] {
            assert_eq!(clean(Clean::Message, raw), expected);
        }
    }

    #[test]
    fn the_tools_own_words_keep_their_quotes() {
        assert_eq!(
            clean(Clean::Words, "Cannot read properties of undefined (reading 'TYPE')"),
            "Cannot read properties of undefined (reading 'TYPE')"
        );
    }

    #[test]
    fn a_function_is_its_name() {
        for (raw, expected) in [
            ("clang::Sema::Check(clang::Scope*, bool (*)(int)) const", "clang::Sema::Check"),
            ("void llvm::Impl<int, A<b>>::grow(unsigned long)", "llvm::Impl<…>::grow"),
            ("(anonymous namespace)::Pass::run(llvm::Function&)", "(anonymous namespace)::Pass::run"),
            ("Foo::operator()(int) const", "Foo::operator()"),
            ("std::ostream& ns::operator<<(std::ostream&, X<int>)", "ns::operator<<"),
            ("decltype(auto) llvm::cast(From *) [To = A, From = B<int>]", "llvm::cast"),
            ("static T* ns::X::get(T&) [with T = int]", "ns::X::get"),
            ("fold_convert_loc(unsigned int, tree_node*)", "fold_convert_loc"),
            ("expand_expr.part.0.isra.1", "expand_expr"),
            ("foo_mod[1a2b3c4d]::bar::h0123456789abcdef", "foo_mod::bar"),
            ("<foo::Visitor>::visit::<a::B<c>>", "<foo::Visitor>::visit::<…>"),
            ("<foo::Visitor as bar::Trait<u8>>::visit", "<foo::Visitor as bar::Trait<…>>::visit"),
            ("operator new(unsigned long)", "operator new"),
            ("main", "main"),
            ("", ""),
            ("((((", ""),
            (">>>><", ">>>><…"),
        ] {
            assert_eq!(clean(Clean::Function, raw), expected, "{raw}");
        }
    }

    #[test]
    fn a_place_is_the_same_in_every_installation() {
        for (raw, expected) in [
            (
                "/rustc/0123456789abcdef/compiler/rustc_middle/src/mir/value.rs",
                "rustc_middle/src/mir/value.rs",
            ),
            ("compiler\\rustc_middle\\src\\mir\\value.rs", "rustc_middle/src/mir/value.rs"),
            ("src/tools/rustfmt/src/visitor.rs", "rustfmt/src/visitor.rs"),
            ("src/main.rs", "src/main.rs"),
            ("/build/gcc/passes.cc", "passes.cc"),
        ] {
            assert_eq!(clean(Clean::Place, raw), expected);
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = clean(Clean::Exact, &"ü".repeat(1000));
        assert!(long.len() <= LONGEST + HOLE.len_utf8() && long.ends_with(HOLE));
    }
}
