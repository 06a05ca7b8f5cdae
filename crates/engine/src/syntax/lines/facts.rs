//! The facts of a line language, in the words of a facts file: its rules follow from its description.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::{Lines, Records};

impl Lines {
    /// The rules of its nodes, as a facts file says them.
    pub(in crate::syntax) fn facts(&self) -> String {
        let syntax = &self.syntax;
        let inside = inside(&quoted(&syntax.separators));
        let ends = quoted(syntax.records.terminators());
        let record = match ends.as_str() {
            "" => inside.clone(),
            ends => format!("((? {inside}) (? (| {ends})))"),
        };
        let mut facts = String::new();
        // What a language has none of has no rule.
        let mut rule = |name: &str, body: &str| {
            if !body.contains("(| )") && body != "(|)" {
                let _ = writeln!(facts, "rule {name} {body}");
            }
        };
        match syntax.records {
            Records::None => rule("file", "(* _element)"),
            _ => rule("file", "(* _item)"),
        }
        rule("_item", "(| section _entry)");
        rule("_entry", "(| record region)");
        rule("section", "(label (* _entry))");
        if let Some(label) = &syntax.labels {
            rule("label", &format!("((+ _element) {})", quote(label)));
        }
        rule("region", "(record (* _item) record)");
        rule("record", &record);
        rule("part", "(+ _element)");
        let (mut groups, mut blocks) = (String::new(), String::new());
        for (open, close) in &syntax.brackets {
            let _ = write!(groups, " ({} (? {inside}) {})", quote(open), quote(close));
            if syntax.blocks.contains(open) {
                let _ = write!(blocks, " ({} (* _item) {})", quote(open), quote(close));
            }
        }
        rule("group", &format!("(|{groups})"));
        rule("block", &format!("(|{blocks})"));
        // Where a name stands a number may, which is less.
        let sigils = chars(&syntax.sigils);
        if !sigils.is_empty() {
            rule("name", &format!("(| ((+ (| {sigils})) (| identifier number string_literal)) number)"));
        }
        rule("identifier", "~\"a\"");
        rule("number", "~\"0\"");
        let empty = syntax.strings.first().map_or_else(String::new, |it| format!("{}{}", it.0, it.1));
        rule("string_literal", &format!("~{}", quote(&empty)));
        rule("comment", "~\"\"");
        rule("_element", &self.element());
        facts
    }

    /// Whatever may stand in a part.
    fn element(&self) -> String {
        let syntax = &self.syntax;
        let ends = syntax.separators.iter().chain(syntax.records.terminators());
        let taken: HashSet<&str> =
            syntax.brackets.iter().flat_map(|it| [&*it.0, &*it.1]).chain(ends.map(|it| &**it)).collect();
        let free = self.kinds.texts().iter().filter(|it| !taken.contains(&***it));
        let tokens: Vec<String> = free.map(|it| quote(it)).collect();
        format!("(| name identifier number string_literal group block {})", tokens.join(" "))
    }
}

/// Elements, or parts with separators between them and perhaps one at the end.
fn inside(separators: &str) -> String {
    match separators {
        "" => "(+ _element)".to_owned(),
        it => format!("(| (+ _element) (part (+ ((| {it}) part)) (? (| {it}))))"),
    }
}

fn quoted(texts: &[String]) -> String {
    texts.iter().map(|it| quote(it)).collect::<Vec<_>>().join(" ")
}

fn chars(text: &str) -> String {
    text.chars().map(|it| quote(&it.to_string())).collect::<Vec<_>>().join(" ")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
