//! What the page says in the same words in many places, and the last look at all of its characters.

use maud::Markup;

use crate::display::harmless_lines;
use lop_runner::number;

/// `1234567` as `1 234 567` with spaces that do not break.
pub(in crate::report) fn count(number: impl TryInto<u64>) -> String {
    number::grouped(number, '\u{202f}')
}

/// `1 token`, `2 tokens`.
pub(in crate::report) fn counted(number: usize, thing: &str) -> String {
    number::plural(&count(number), thing)
}

/// Seconds with as many digits as matter.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        it if it < 10.0 => format!("{it:.1} s"),
        it if it < 600.0 => format!("{it:.0} s"),
        it if it < 36000.0 => format!("{:.0} min", it / 60.0),
        it => format!("{:.1} h", it / 3600.0),
    }
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
    fn thousands_are_kept_apart() {
        assert_eq!(count(1_234_567_usize), "1\u{202f}234\u{202f}567");
    }
}
