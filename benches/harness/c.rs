//! C as a preprocessor leaves it, made here, and what a test may want of it: brackets in pairs, names declared.

use std::collections::HashSet;
use std::fmt::Write as _;

/// Words, and each other visible byte.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
    text.chunk_by(move |a, b| is_word(a) && is_word(b)).filter(|it| !it[0].is_ascii_whitespace())
}

pub(crate) fn is_balanced(words: &[&[u8]]) -> bool {
    let mut open = Vec::new();
    let pairs = words.iter().all(|&it| match it {
        [at @ (b'(' | b'[' | b'{')] => {
            open.push(*at);
            true
        }
        b")" => open.pop() == Some(b'('),
        b"]" => open.pop() == Some(b'['),
        b"}" => open.pop() == Some(b'{'),
        _ => true,
    });
    pairs && open.is_empty()
}

/// True when every name that [`c`] made is declared where it stands first.
pub(crate) fn declares_all(words: &[&[u8]]) -> bool {
    let mut seen: HashSet<&[u8]> = HashSet::new();
    let (mut depth, mut typedef, mut listed) = (0_usize, false, false);
    for (at, &word) in words.iter().enumerate() {
        match word {
            b"{" => depth += 1,
            b"}" => depth = depth.saturating_sub(1),
            b";" => (typedef, listed) = (typedef && depth > 0, listed && depth > 0),
            b"typedef" => typedef = true,
            b"enum" => listed = true,
            _ => {}
        }
        let is_name = word.len() > 2 && word[1] == b'_' && b"tsfge".contains(&word[0]);
        if is_name && !seen.contains(word) {
            let next = words.get(at + 1).copied().unwrap_or_default();
            let before = at.checked_sub(1).map_or(&b""[..], |it| words[it]);
            let is_type = !before.is_empty() && before[0].is_ascii_alphanumeric() || before == b"*";
            let declares = match word[0] {
                b't' => typedef && depth == 0 && next == b";",
                b's' => before == b"struct" && next == b"{",
                b'f' => depth == 0 && is_type && next == b"(",
                b'g' => depth == 0 && is_type && (next == b";" || next == b"="),
                _ => listed && depth == 1,
            };
            if !declares {
                return false;
            }
            seen.insert(word);
        }
    }
    true
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % sides as u64).expect("below the sides")
    }
}

/// Writes C as a preprocessor leaves it: headers of types and declarations, then functions that use what came before.
struct Writer {
    text: String,
    dice: Dice,
    /// How many names of each kind there are: types, structs, functions, globals, enumerators.
    counts: [usize; 5],
    names: Vec<String>,
}

const KINDS: [char; 5] = ['t', 's', 'f', 'g', 'e'];

/// About `size` bytes, and every name that they declare, in the order of the text.
pub(crate) fn c(size: usize) -> (String, Vec<String>) {
    let mut writer = Writer { text: String::new(), dice: Dice(42), counts: [0; 5], names: Vec::new() };
    for kind in 0..KINDS.len() {
        writer.declare(kind);
    }
    let mut header = 0;
    while writer.text.len() < size {
        header += 1;
        let _ = writeln!(writer.text, "# 1 \"/usr/include/part{header}.h\" 1 3 4");
        for _ in 0..6 + writer.dice.roll(12) {
            let kind = writer.dice.roll(KINDS.len());
            writer.declare(kind);
        }
        for _ in 0..2 + writer.dice.roll(4) {
            writer.define();
        }
    }
    (writer.text, writer.names)
}

impl Writer {
    fn name(&mut self, kind: usize) -> String {
        let name = format!("{}_{}", KINDS[kind], self.counts[kind]);
        self.counts[kind] += 1;
        self.names.push(name.clone());
        name
    }

    /// A name that was declared, more often a recent one.
    fn used(&mut self, kind: usize) -> String {
        let count = self.counts[kind];
        let back = self.dice.roll(count).min(self.dice.roll(count)).min(self.dice.roll(count));
        format!("{}_{}", KINDS[kind], count - 1 - back)
    }

    fn declare(&mut self, kind: usize) {
        let first = self.counts[0] == 0;
        let ty = if first { "unsigned int".to_owned() } else { self.used(0) };
        let declaration = match KINDS[kind] {
            't' => format!("typedef {ty} {};\n", self.name(kind)),
            's' => {
                let inner = if self.counts[1] > 0 {
                    format!("\n  struct {} *m_next;", self.used(1))
                } else {
                    String::new()
                };
                let other = self.used(0);
                format!("struct {} {{\n  {ty} m_a;\n  {other} m_b[4];{inner}\n}};\n", self.name(kind))
            }
            'f' => {
                let other = self.used(1);
                format!(
                    "extern {ty} {}(const struct {other} *, {ty}) __attribute__((__nothrow__));\n",
                    self.name(kind)
                )
            }
            'g' => format!("static {ty} {} = {};\n", self.name(kind), self.dice.roll(100)),
            _ => {
                let names: Vec<String> = (0..=self.dice.roll(6)).map(|_| self.name(kind)).collect();
                format!("enum {{ {} }};\n", names.join(", "))
            }
        };
        self.text.push_str(&declaration);
    }

    fn define(&mut self) {
        let (ty, of) = (self.used(0), self.used(1));
        let mut body = format!("  {} n = {}, i;\n", self.used(0), self.used(4));
        for _ in 0..2 + self.dice.roll(6) {
            let line = self.statement(2);
            body.push_str(&line);
        }
        let name = self.name(2);
        let _ =
            write!(self.text, "static {ty} {name}(struct {of} *p, {ty} k) {{\n{body}  return n + k;\n}}\n");
    }

    fn statement(&mut self, depth: usize) -> String {
        let indent = "  ".repeat(4 - depth.min(3));
        let line = match self.dice.roll(if depth == 0 { 3 } else { 6 }) {
            0 => format!("n += {}(p, {});", self.used(2), self.used(3)),
            1 => format!("p->m_a = {} * k - {};", self.used(3), self.used(4)),
            2 => format!("{} = ({}) n >> {};", self.used(3), self.used(0), self.dice.roll(31)),
            3 => {
                let (bound, inner) = (self.used(4), self.statement(depth - 1));
                format!("for (i = 0; i < {bound}; i++) {{\n{inner}{indent}}}")
            }
            4 => {
                let (left, then, other) =
                    (self.used(3), self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({left} > p->m_b[k & 3]) {{\n{then}{indent}}} else {{\n{other}{indent}}}")
            }
            _ => {
                let (of, inner) = (self.used(1), self.statement(depth - 1));
                format!(
                    "while (n < {}) {{\n{indent}  struct {of} *q = 0;\n{inner}{indent}}}",
                    self.dice.roll(99)
                )
            }
        };
        format!("{indent}{line}\n")
    }
}
