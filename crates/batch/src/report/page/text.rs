//! Text as HTML: escaping, and the bytes of sources made readable.

use crate::number;

/// Text between tags or in a quoted attribute.
pub(in crate::report) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(it),
            // Control characters are no characters of a page.
            _ if it.is_control() => out.push('\u{fffd}'),
            _ => out.push(it),
        }
    }
    out
}

/// Bytes of a source for a reader.
pub(in crate::report) fn readable(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes))
}

/// A value for a `<script type="application/json">`, which ends at the first `</script`.
pub(in crate::report) fn data(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// `1234567` as `1 234 567` with spaces that do not break.
pub(in crate::report) fn count(number: impl TryInto<u64>) -> String {
    number::grouped(number, '\u{202f}')
}

/// `1 token`, `2 tokens`.
pub(in crate::report) fn counted(number: usize, thing: &str) -> String {
    number::plural(&count(number), thing)
}

/// Seconds with as many digits as matter.
pub(in crate::report) fn seconds(seconds: f64) -> String {
    match seconds {
        it if it < 10.0 => format!("{it:.1} s"),
        it if it < 600.0 => format!("{it:.0} s"),
        it if it < 36000.0 => format!("{:.0} min", it / 60.0),
        it => format!("{:.1} h", it / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_source_can_leave_its_place() {
        assert_eq!(escaped("<a b='c' d=\"&\">\0"), "&lt;a b=&#39;c&#39; d=&quot;&amp;&quot;&gt;\u{fffd}");
        assert!(!data(&serde_json::Value::from("</script>")).contains('<'));
    }

    #[test]
    fn thousands_are_kept_apart() {
        assert_eq!(count(1_234_567_usize), "1\u{202f}234\u{202f}567");
    }
}
