//! The shortest text a token's pattern matches, preferring text that reads well (`a`, `0`) among equally short ones.

use regex_syntax::hir::{Class, Hir, HirKind};

/// The shortest match of a tree-sitter pattern, or why there is none.
pub(crate) fn shortest_match(pattern: &str) -> Result<String, String> {
    let hir = regex_syntax::ParserBuilder::new()
        .build()
        .parse(&escape_lone_braces(pattern))
        .map_err(|error| format!("cannot read the pattern {pattern:?}: {error}"))?;
    shortest(&hir).ok_or_else(|| format!("the pattern {pattern:?} matches nothing"))
}

/// tree-sitter takes a brace that is no repetition for itself; regex-syntax does not.
fn escape_lone_braces(pattern: &str) -> String {
    let chars: Vec<char> = pattern.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '\\' if at + 1 < chars.len() => {
                out.extend(&chars[at..at + 2]);
                at += 2;
                // The braces of \p{…} and \u{…} belong to the escape.
                if matches!(chars[at - 1], 'p' | 'P' | 'u' | 'x') && chars.get(at) == Some(&'{') {
                    let len = chars[at..].iter().position(|&it| it == '}').map_or(0, |it| it + 1);
                    out.extend(&chars[at..at + len]);
                    at += len;
                }
            }
            '{' => {
                let body: String = chars[at + 1..].iter().take_while(|&&it| it != '}').collect();
                let counts = !body.is_empty()
                    && body.starts_with(|it: char| it.is_ascii_digit())
                    && body.chars().all(|it| it.is_ascii_digit() || it == ',');
                let len = if counts { body.chars().count() + 2 } else { 1 };
                if !counts {
                    out.push('\\');
                }
                out.extend(&chars[at..at + len]);
                at += len;
            }
            it => {
                out.push(it);
                at += 1;
            }
        }
    }
    out
}

fn shortest(hir: &Hir) -> Option<String> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(String::new()),
        HirKind::Literal(literal) => String::from_utf8(literal.0.to_vec()).ok(),
        HirKind::Class(class) => best_char(class).map(String::from),
        HirKind::Repetition(repetition) => {
            shortest(&repetition.sub).map(|it| it.repeat(repetition.min as usize))
        }
        HirKind::Capture(capture) => shortest(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(shortest).collect(),
        HirKind::Alternation(parts) => parts.iter().filter_map(shortest).min_by_key(String::len),
    }
}

/// The character of a class that reads best.
fn best_char(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else { return None };
    let has = |it: char| class.iter().any(|range| range.start() <= it && it <= range.end());
    let readable = ('a'..='z').chain('0'..='9').chain('A'..='Z').chain(['\n', ' ']);
    readable
        .chain('!'..='~')
        .find(|&it| has(it))
        .or_else(|| class.iter().next().map(regex_syntax::hir::ClassUnicodeRange::start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_becomes_its_shortest_readable_match() {
        let shortest = |it: &str| shortest_match(it).unwrap();
        assert_eq!(shortest(r"[^\\\n]+"), "a");
        assert_eq!(shortest(r"\d{2,3}|xyz"), "00");
        assert_eq!(shortest(r"{x}"), "{x}");
        assert_eq!(shortest(r"\p{XID_Start}\u{20}*"), "a");
        assert_eq!(shortest(r"\r?\n"), "\n");
    }
}
