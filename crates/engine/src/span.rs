//! A span: where something stands in a file.

/// A half-open range of bytes of one file.
///
/// ```
/// let span = lop_engine::Span { start: 2, end: 5 };
/// assert_eq!(&b"ab cd e"[span.range()], b" cd");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    ///
    /// ```
    /// assert_eq!(lop_engine::Span::new(2, 5).end, 5);
    /// ```
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// How many bytes it covers.
    ///
    /// ```
    /// assert_eq!(lop_engine::Span::new(2, 5).len(), 3);
    /// ```
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// True when it covers none: a place to insert at.
    ///
    /// ```
    /// assert!(lop_engine::Span::new(2, 2).is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// True when every byte of `other` is also in `self`.
    ///
    /// ```
    /// # use lop_engine::Span;
    /// assert!(Span::new(2, 5).contains(Span::new(3, 5)) && !Span::new(3, 5).contains(Span::new(2, 5)));
    /// ```
    pub const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// As an index into the file's text.
    ///
    /// ```
    /// assert_eq!(lop_engine::Span::new(2, 5).range(), 2..5);
    /// ```
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
