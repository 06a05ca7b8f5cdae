//! Numbers that count, as they are written: in decimal, or in hexadecimal behind `0x`.

/// What a number says, if it is short enough to count something.
pub(super) fn value(text: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(text).ok()?;
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => plain(digits, 7, u8::is_ascii_hexdigit, 16),
        None => plain(text, 9, u8::is_ascii_digit, 10),
    }
}

/// A number written like another one, with as many digits if that began with zeros behind the `0x`.
pub(super) fn written(value: usize, like: &[u8]) -> Vec<u8> {
    let Some(digits) = like.strip_prefix(b"0x").or_else(|| like.strip_prefix(b"0X")) else {
        return value.to_string().into_bytes();
    };
    let width = if digits.starts_with(b"0") { digits.len() } else { 1 };
    let digits_of = if digits.iter().any(u8::is_ascii_uppercase) {
        format!("{value:0width$X}")
    } else {
        format!("{value:0width$x}")
    };
    [&like[..2], digits_of.as_bytes()].concat()
}

fn plain(digits: &str, most: usize, is_digit: impl Fn(&u8) -> bool, base: u32) -> Option<usize> {
    let fits = digits.len() <= most && digits.as_bytes().iter().all(is_digit);
    usize::from_str_radix(digits, base).ok().filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_read_and_written_in_its_own_base() {
        for (text, number, lower) in [
            ("12", 12, "11"),
            ("0x10", 16, "0xf"),
            ("0X0A", 10, "0X09"),
            ("0x1A", 26, "0x19"),
            ("07", 7, "6"),
        ] {
            assert_eq!(value(text.as_bytes()), Some(number));
            assert_eq!(written(number - 1, text.as_bytes()), lower.as_bytes());
        }
        for text in ["", "0x", "1.5", "x1", "1e3", "0xg", "1234567890", "0x12345678"] {
            assert_eq!(value(text.as_bytes()), None, "{text}");
        }
    }
}
