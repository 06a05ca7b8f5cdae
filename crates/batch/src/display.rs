//! Text made fit to be shown: cut to the columns of a terminal, and without what would move its cursor.

use unicode_width::UnicodeWidthChar as _;

/// As much of the beginning of a line as fits into `width` columns of a terminal: some characters take two, some none.
pub fn cut(line: &str, width: usize) -> &str {
    let mut columns = 0;
    let end = line.char_indices().find(|(_, it)| {
        columns += it.width().unwrap_or(0);
        columns > width
    });
    &line[..end.map_or(line.len(), |it| it.0)]
}

/// Text from outside on one line, such as the name of a file, with a mark in the place of each control character, and of
/// the two that no XML may hold.
pub fn harmless(text: &str) -> String {
    text.replace(is_harmful, "\u{fffd}")
}

/// The same for text of several lines, which keep their ends and tabulators.
pub fn harmless_lines(text: &str) -> String {
    text.replace(|it| is_harmful(it) && it != '\n' && it != '\t', "\u{fffd}")
}

fn is_harmful(it: char) -> bool {
    it.is_control() || matches!(it, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_to_the_columns_it_takes() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "abc");
        assert_eq!(cut("文字x", 4), "文字");
        assert_eq!(cut("文字", 3), "文");
        // An accent of its own stands above the letter before it.
        assert_eq!(cut("e\u{301}fg", 2), "e\u{301}f");
    }

    #[test]
    fn what_would_move_a_cursor_is_marked() {
        assert_eq!(harmless("a\tb\u{1b}[31m\n"), "a\u{fffd}b\u{fffd}[31m\u{fffd}");
        assert_eq!(harmless_lines("a\tb\r\n\u{85}\u{ffff}"), "a\tb\u{fffd}\n\u{fffd}\u{fffd}");
    }
}
