//! The one definition of a token that sizes and ranks are counted in, on any bytes and without a grammar.
//!
//! A token is a maximal run of word bytes (letters, digits, `_`, `$`, and every byte above ASCII) or a single other
//! byte that is not blank. The definition is crude on purpose: it needs no grammar, it costs one pass over the bytes,
//! and it is monotone: deleting bytes never makes more tokens, so a deletion never ranks higher than what it cut.

/// True for bytes that belong to a word.
///
/// ```
/// # use lop_engine::tokens::is_word;
/// assert!(is_word(b'_') && is_word("é".as_bytes()[0]) && !is_word(b'-'));
/// ```
#[inline]
pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// True for bytes that separate tokens and belong to none.
///
/// ```
/// # use lop_engine::tokens::is_blank;
/// assert!(is_blank(b'\n') && !is_blank(b'.'));
/// ```
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// How many tokens `text` has.
///
/// ```
/// assert_eq!(lop_engine::tokens::count(b"int x = 1;"), 5);
/// ```
pub fn count(text: &[u8]) -> usize {
    let begins = |before: u8, byte: u8| {
        let word = is_word(byte);
        u8::from(word & !is_word(before) | !word & !is_blank(byte))
    };
    let Some(&first) = text.first() else { return 0 };
    // In parts whose sum fits into a byte, so that many bytes are looked at at once.
    let befores = text[..text.len() - 1].chunks(255);
    let each = befores.zip(text[1..].chunks(255)).map(|(befores, bytes)| {
        let begun = befores.iter().zip(bytes).map(|(&before, &byte)| begins(before, byte));
        usize::from(begun.sum::<u8>())
    });
    usize::from(begins(b' ', first)) + each.sum::<usize>()
}

/// The byte offset at which each token of `text` starts, in order.
///
/// ```
/// assert_eq!(lop_engine::tokens::starts(b"ab +c"), [0, 3, 4]);
/// ```
///
/// # Panics
/// When `text` is longer than 4 GiB, which [`crate::Reduction`] refuses first.
pub fn starts(text: &[u8]) -> Vec<u32> {
    let mut in_word = false;
    let mut starts = Vec::new();
    for (offset, &byte) in text.iter().enumerate() {
        let word = is_word(byte);
        if (word && !in_word) || (!word && !is_blank(byte)) {
            starts.push(u32::try_from(offset).expect("a document is smaller than 4 GiB"));
        }
        in_word = word;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_token_and_each_other_visible_byte_is_one() {
        assert_eq!(count(b"int x_1 = a->b;"), 8);
        assert_eq!(count(b" \n\t"), 0);
        assert_eq!(count("größe = 1".as_bytes()), 3);
        assert_eq!(starts(b"ab +c"), [0, 3, 4]);
    }

    #[test]
    fn there_are_as_many_tokens_as_starts_of_them_whatever_the_length() {
        let text = "ab+ c_1;\n\tö--x ".repeat(70);
        for end in (0..text.len()).filter(|&it| text.is_char_boundary(it)) {
            assert_eq!(count(&text.as_bytes()[..end]), starts(&text.as_bytes()[..end]).len());
        }
        assert_eq!(count(&[b';'; 1_000]), 1_000);
    }
}
