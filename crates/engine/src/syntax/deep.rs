//! Text that nests deeper than a grammar can bear, and so gets no tree.

use crate::language::{Language, Layout};

/// How deep indentation may nest. What the scanner of a grammar remembers is at most 1,024 bytes in tree-sitter; that of YAML
/// does not look at the end of them, and breaks off the process at some 250 levels, of which a line may open two.
const DEEPEST: usize = 120;

impl Language {
    /// The grammar, where there is one, and none for a text that would be too much for it.
    pub(crate) fn parser_for(&self, text: &[u8]) -> Option<&tree_sitter::Language> {
        let bears = |_: &&_| self.layout != Layout::Indented || depth(text) <= DEEPEST;
        self.syntax.parser().filter(bears)
    }
}

/// How deep the lines of a text nest by their indentation, and by signs before them such as the `-` of a list in a list.
fn depth(text: &[u8]) -> usize {
    let (mut open, mut deepest): (Vec<usize>, _) = (Vec::new(), 0);
    for line in text.split(|&it| it == b'\n') {
        let mut column = blanks(line);
        while column < line.len() {
            while open.pop_if(|it| *it >= column).is_some() {}
            open.push(column);
            deepest = deepest.max(open.len());
            let behind = blanks(&line[column + 1..]);
            if behind == 0 || !b"-?:".contains(&line[column]) {
                break;
            }
            column += 1 + behind;
        }
    }
    deepest
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|it| matches!(it, b' ' | b'\t' | b'\r')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_the_signs_before_them_nest() {
        assert_eq!(depth(b""), 0);
        assert_eq!(depth(b"a:\n b:\n  c\n\n d:\n   e\nf\n"), 3);
        assert_eq!(depth(b"- - ? a\n-b -c\n    - d"), 4);
        assert_eq!(depth(b"a - - - -\n"), 1);
    }
}
