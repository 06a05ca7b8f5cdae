//! Turns the `grammar.json` of a grammar into the text of a facts file.
//!
//! The format is described in `lop_engine::grammar`. Fields, precedences and reserved words are left out: they do not
//! say which children a node may have. Patterns become the shortest text they match.

mod pattern;

use std::fmt::Write as _;

use serde_json::Value;

use pattern::shortest_match;

/// The facts of one grammar, as the text of its file, from the text of its `grammar.json`. They say which crate they are
/// of, and of which version.
///
/// # Errors
/// What cannot be read in it.
pub fn facts(crate_name: &str, crate_version: &str, grammar: &str) -> Result<String, String> {
    let grammar: Value = serde_json::from_str(grammar).map_err(|error| error.to_string())?;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "# The rules of a tree-sitter grammar, drawn from its grammar.json. Do not edit; to renew:"
    );
    let _ = writeln!(out, "# cargo run -p lop-languages --example facts");
    let _ = writeln!(out, "crate {crate_name} {crate_version}");
    for list in ["supertypes", "inline", "externals", "extras"] {
        let names = names(&grammar[list]);
        if !names.is_empty() {
            let _ = writeln!(out, "{list} {}", names.join(" "));
        }
    }
    let rules = grammar["rules"].as_object().ok_or("grammar.json has no rules")?;
    for (name, rule) in rules {
        let body = expr(rule).map_err(|why| format!("rule {name}: {why}"))?;
        let _ = writeln!(out, "rule {name} {body}");
    }
    Ok(out)
}

/// The symbols of a list; literals and patterns among them say nothing about nodes.
fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it.as_str().or_else(|| it["name"].as_str()))
        .collect()
}

/// One rule as an s-expression.
fn expr(rule: &Value) -> Result<String, String> {
    match kind(rule)? {
        "BLANK" => Ok("()".into()),
        "SYMBOL" => Ok(text(rule, "name")?.into()),
        "STRING" => Ok(quote(text(rule, "value")?)),
        "PATTERN" => Ok(format!("~{}", quote(&token(rule)?))),
        "TOKEN" => token_expr(rule),
        "IMMEDIATE_TOKEN" => Ok(format!("!{}", token_expr(rule)?)),
        "SEQ" => group("", members(rule)?),
        "CHOICE" => choice(rule),
        "REPEAT" => group("*", std::slice::from_ref(&rule["content"])),
        "REPEAT1" => group("+", std::slice::from_ref(&rule["content"])),
        "ALIAS" => alias(rule),
        it if is_transparent(it) => expr(&rule["content"]),
        it => Err(format!("unknown rule type {it}")),
    }
}

fn choice(rule: &Value) -> Result<String, String> {
    let (blank, rest): (Vec<&Value>, Vec<&Value>) =
        members(rule)?.iter().partition(|it| it["type"] == "BLANK");
    let rest: Vec<Value> = rest.into_iter().cloned().collect();
    let inner = match rest.as_slice() {
        [one] => expr(one)?,
        several => group("|", several)?,
    };
    Ok(if blank.is_empty() { inner } else { format!("(? {inner})") })
}

fn alias(rule: &Value) -> Result<String, String> {
    let value = text(rule, "value")?;
    let name = if rule["named"] == true { value.to_owned() } else { quote(value) };
    Ok(format!("(= {name} {})", expr(&rule["content"])?))
}

/// A token of a single string is a node with that text; any other token has no node of its own.
fn token_expr(rule: &Value) -> Result<String, String> {
    let mut content = &rule["content"];
    while is_transparent(kind(content)?) {
        content = &content["content"];
    }
    match kind(content)? {
        "STRING" => Ok(quote(text(content, "value")?)),
        _ => Ok(format!("~{}", quote(&token(content)?))),
    }
}

/// The shortest text of what is one token.
fn token(rule: &Value) -> Result<String, String> {
    match kind(rule)? {
        "BLANK" | "REPEAT" => Ok(String::new()),
        "STRING" => Ok(text(rule, "value")?.into()),
        "PATTERN" => shortest_match(text(rule, "value")?),
        "SEQ" => members(rule)?.iter().map(token).collect(),
        "CHOICE" => {
            let all = members(rule)?.iter().map(token).collect::<Result<Vec<_>, _>>()?;
            all.into_iter().min_by_key(String::len).ok_or_else(|| "an empty choice".into())
        }
        "REPEAT1" | "TOKEN" | "IMMEDIATE_TOKEN" | "ALIAS" => token(&rule["content"]),
        it if is_transparent(it) => token(&rule["content"]),
        it => Err(format!("unexpected {it} in a token")),
    }
}

fn group(head: &str, members: &[Value]) -> Result<String, String> {
    let members = members.iter().map(expr).collect::<Result<Vec<_>, _>>()?.join(" ");
    Ok(if head.is_empty() { format!("({members})") } else { format!("({head} {members})") })
}

fn is_transparent(kind: &str) -> bool {
    kind.starts_with("PREC") || matches!(kind, "FIELD" | "RESERVED")
}

fn kind(rule: &Value) -> Result<&str, String> {
    text(rule, "type")
}

fn text<'v>(rule: &'v Value, key: &str) -> Result<&'v str, String> {
    rule[key].as_str().ok_or_else(|| format!("a rule without {key}: {rule}"))
}

fn members(rule: &Value) -> Result<&[Value], String> {
    rule["members"].as_array().map(Vec::as_slice).ok_or_else(|| format!("a rule without members: {rule}"))
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for it in text.chars() {
        match it {
            '"' | '\\' => out.extend(['\\', it]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            it if it.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(it));
            }
            it => out.push(it),
        }
    }
    out.push('"');
    out
}
