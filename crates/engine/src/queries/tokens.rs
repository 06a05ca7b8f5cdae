//! The tokens of a query: brackets, texts in quotes, and words, without comments.

/// A token, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    /// The line, counted from 1.
    pub(crate) line: usize,
    /// Its first byte.
    pub(crate) start: usize,
    pub(crate) text: &'t str,
}

impl Token<'_> {
    /// One past its last byte.
    pub(crate) const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// A place in the tokens of a query.
#[derive(Debug)]
pub(crate) struct Cursor<'t> {
    pub(crate) tokens: Vec<Token<'t>>,
    /// The next one.
    pub(crate) at: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(query: &'t str) -> Cursor<'t> {
        Cursor { tokens: tokens(query), at: 0 }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The next one, empty at the end.
    pub(crate) fn peek(&self) -> &'t str {
        self.tokens.get(self.at).map_or("", |it| it.text)
    }

    /// The one behind it.
    pub(crate) fn peek_second(&self) -> &'t str {
        self.tokens.get(self.at + 1).map_or("", |it| it.text)
    }

    /// Goes past the next one.
    pub(crate) fn next(&mut self) -> &'t str {
        self.at += 1;
        self.tokens.get(self.at - 1).map_or("", |it| it.text)
    }
}

/// All of them. A text in quotes ends with its line at the latest.
pub(crate) fn tokens(query: &str) -> Vec<Token<'_>> {
    let (mut all, mut begin) = (Vec::new(), 0);
    for (line, whole) in query.split_inclusive('\n').enumerate() {
        let mut rest = whole.trim_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let (text, after) = rest.split_at(length(rest));
            all.push(Token { line: line + 1, start: begin + whole.len() - rest.len(), text });
            rest = after.trim_start();
        }
        begin += whole.len();
    }
    all
}

/// How long the token is that a text begins with.
fn length(text: &str) -> usize {
    match text.as_bytes()[0] {
        b'(' | b')' | b'[' | b']' => 1,
        b'"' => {
            let mut escaped = false;
            let closes = |&(_, it): &(usize, char)| {
                let closes = it == '"' && !escaped;
                escaped = it == '\\' && !escaped;
                closes
            };
            text.char_indices().skip(1).find(closes).map_or(text.trim_end().len(), |it| it.0 + 1)
        }
        _ => text.find(|it: char| it.is_whitespace() || "()[]\"".contains(it)).unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_brackets_texts_and_words_and_comments_are_none() {
        let query = "; none\n(a b: \"\\\"(\") @c ; none\n  [\"x\" _]? (#set! d.e \"\\\\\")";
        let texts: Vec<&str> = tokens(query).iter().map(|it| it.text).collect();
        assert_eq!(
            texts,
            [
                "(", "a", "b:", r#""\"(""#, ")", "@c", "[", "\"x\"", "_", "]", "?", "(", "#set!", "d.e",
                r#""\\""#, ")"
            ]
        );
        for it in tokens(query) {
            assert_eq!(&query[it.start..it.end()], it.text);
            assert_eq!(query[..it.start].matches('\n').count() + 1, it.line);
        }
        assert_eq!(
            tokens("\"a b\n(c)").iter().map(|it| it.text).collect::<Vec<_>>(),
            ["\"a b", "(", "c", ")"]
        );
    }
}
