//! A reducer that speaks lop's protocol, in one file without dependencies: it proposes to delete each paragraph.
//!
//!     rustc -O examples/reducers/paragraphs.rs -o paragraphs
//!     lop notes.txt --reducer ./paragraphs -- ./test.sh

use std::io::{self, BufRead, Write};

/// The value of a field of a message that is on one line; enough for the two that are needed here.
fn field<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let start = line.find(&format!("\"{name}\":"))? + name.len() + 3;
    let value = &line[start..];
    match value.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => value.split([',', '}']).next(),
    }
}

/// The paragraphs of a text, each with the blank lines behind it, as spans of bytes.
fn paragraphs(text: &[u8]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = 0;
    for at in 1..text.len() {
        if text[at] != b'\n' && text[at - 1] == b'\n' && at >= 2 && text[at - 2] == b'\n' {
            all.push((start, at));
            start = at;
        }
    }
    if start < text.len() {
        all.push((start, text.len()));
    }
    all
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match field(&line, "type") {
            Some("hello") => writeln!(out, r#"{{"type":"hello","protocol":1,"name":"paragraphs"}}"#)?,
            Some("propose") => {
                let id = field(&line, "id").unwrap_or("0");
                let text = std::fs::read(field(&line, "path").unwrap_or_default()).unwrap_or_default();
                let element = |it: (usize, usize)| format!(r#"[{{"start":{},"end":{}}}]"#, it.0, it.1);
                let elements: Vec<String> = paragraphs(&text).into_iter().map(element).collect();
                if !elements.is_empty() {
                    writeln!(out, r#"{{"type":"list","id":{id},"elements":[{}]}}"#, elements.join(","))?;
                }
                writeln!(out, r#"{{"type":"done","id":{id}}}"#)?;
            }
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
