//! Large texts of several kinds, made here, and what a test may want of them: some words, and what its parser insists on.

use std::fmt::Write as _;

/// A kind of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An array of records, each on a line of its own.
    JsonLog,
    /// The same in one line.
    JsonLine,
    /// Tables and rows, hundreds of rows in a line.
    Sql,
    /// Functions in C.
    C,
    /// Functions in LLVM's language.
    LlvmIr,
}

impl Kind {
    /// The name of its language.
    pub(crate) const fn language(self) -> &'static str {
        match self {
            Kind::JsonLog | Kind::JsonLine => "json",
            Kind::Sql => "sql",
            Kind::C => "c",
            Kind::LlvmIr => "llvm-ir",
        }
    }

    /// About so many bytes, with `needle1` and so on at even distances.
    pub(crate) fn text(self, bytes: usize, needles: usize) -> String {
        let (head, foot) = match self {
            Kind::JsonLog => ("[\n", "\n]\n"),
            Kind::JsonLine => ("{\"version\":1,\"records\":[", "]}\n"),
            Kind::Sql => {
                ("CREATE TABLE log (id INT, host TEXT, level TEXT);\nINSERT INTO log VALUES ", ";\n")
            }
            Kind::C => ("typedef unsigned long size_t;\n", ""),
            Kind::LlvmIr => ("target triple = \"x86_64-unknown-linux-gnu\"\n\n", "!0 = !{i32 1}\n"),
        };
        let mut text = String::with_capacity(bytes + 512);
        text.push_str(head);
        let (mut number, mut placed) = (0_u64, 0);
        while text.len() + foot.len() < bytes {
            number += 1;
            let is_due = placed < needles && text.len() * (needles + 1) > bytes * (placed + 1);
            placed += usize::from(is_due);
            let name = if is_due { format!("needle{placed}") } else { format!("name{}", number % 97) };
            self.item(&mut text, number, &name);
        }
        text.push_str(foot);
        text
    }

    fn item(self, text: &mut String, number: u64, name: &str) {
        let dice = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let record = format!(
            "{{\"time\": {number}, \"from\": {{\"host\": \"h{}\", \"port\": {}}}, \"tags\": [\"a\", \"b,[c\"], \"text\": \"{name}\"}}",
            dice % 50,
            dice % 9_000
        );
        let first = number == 1;
        let written = match self {
            Kind::JsonLog => write!(text, "{}  {record}", if first { "" } else { ",\n" }),
            Kind::JsonLine => write!(text, "{}{record}", if first { "" } else { "," }),
            Kind::Sql => {
                let between = match number {
                    1 => "",
                    it if it % 500 == 0 => ";\nINSERT INTO log VALUES ",
                    _ => ",",
                };
                write!(text, "{between}({number}, 'it''s {name} (', 'level {}')", dice % 7)
            }
            Kind::C => write!(
                text,
                "static int f{number}(int a, int b)\n{{\n  int {name} = a * {};\n  if (b > {name}) {{\n    return f{}(b, 1);\n  }}\n  return {name};\n}}\n\n",
                dice % 100,
                dice % number + 1,
            ),
            Kind::LlvmIr => write!(
                text,
                "define i32 @f{number}(i32 %a) {{\nentry:\n  %{name} = mul i32 %a, {}\n  br label %end\nend:\n  ret i32 %{name}\n}}\n\n",
                dice % 100,
            ),
        };
        written.expect("a string takes everything");
    }

    /// True when the words are there and what a parser of this kind insists on first.
    pub(crate) fn is_interesting(self, text: &[u8], needles: usize) -> bool {
        let has = |it: usize| memchr::memmem::find(text, format!("needle{it}").as_bytes()).is_some();
        let is_sound = || match self {
            Kind::JsonLog | Kind::JsonLine => is_nested(text, b'"', true),
            Kind::C | Kind::LlvmIr => is_nested(text, b'"', false),
            Kind::Sql => is_nested(text, b'\'', true) && text.trim_ascii_end().ends_with(b";"),
        };
        (1..=needles).all(has) && is_sound()
    }
}

/// True when brackets are in pairs, outside of strings, and where commas have to be between two things, they are.
fn is_nested(text: &[u8], quote: u8, separates: bool) -> bool {
    let mut open = Vec::new();
    let (mut in_string, mut before) = (false, b'(');
    for &byte in text.iter().filter(|it| !it.is_ascii_whitespace()) {
        if byte == quote {
            in_string = !in_string;
        }
        let ends = matches!(byte, b')' | b']' | b'}' | b',' | b';');
        let begins = matches!(before, b'(' | b'[' | b'{' | b',');
        if !in_string {
            if separates && (byte == b',' && begins || before == b',' && ends) {
                return false;
            }
            match byte {
                b'(' | b'[' | b'{' => open.push(byte),
                b')' | b']' | b'}' if open.pop().is_none_or(|it| it.abs_diff(byte) > 2) => return false,
                _ => {}
            }
            before = byte;
        }
    }
    !in_string && open.is_empty()
}
