//! Who shows a batch at work: each file but `dashboard` is one [`Watcher`](crate::Watcher), and a new one goes here.

mod dashboard;
mod lines;
mod terminal;

pub use lines::Lines;
pub use terminal::Terminal;

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
}
