//! What the page says in the same words in many places, and the last look at all of its characters.

use std::time::Duration;

use maud::Markup;

use crate::display::harmless_lines;
use lop_runner::number;
pub(in crate::report) use lop_runner::number::{count, counted};

/// A time as every other report of lop tells it.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds <= 0.0 {
        return "0 s".to_owned();
    }
    number::span(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// A text with each run of blanks as one space, cut in its middle where it has more characters than `most`.
pub(super) fn on_one_line(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters: Vec<char> = line.chars().collect();
    if characters.len() <= most {
        return line;
    }
    let (front, back) = (most * 2 / 3, most / 3);
    let ends = [&characters[..front], &['…'], &characters[characters.len() - back..]];
    ends.concat().into_iter().collect()
}

/// The text of a page, in which control characters, which are no characters of a page, are replaced.
pub(super) fn finished(page: &Markup) -> String {
    harmless_lines(&page.0)
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn nothing_in_a_source_can_leave_its_place() {
        let hostile = "<a b='c' d=\"&\">\0\r\n";
        assert_eq!(
            finished(&html! { p title=(hostile) { (hostile) } }),
            "<p title=\"&lt;a b='c' d=&quot;&amp;&quot;&gt;\u{fffd}\u{fffd}\n\">\
             &lt;a b='c' d=&quot;&amp;&quot;&gt;\u{fffd}\u{fffd}\n</p>"
        );
    }

    #[test]
    fn a_long_text_loses_its_middle() {
        assert_eq!(on_one_line("a\n  b", 9), "a b");
        assert_eq!(on_one_line("0123456789", 6), "0123…89");
    }
}
