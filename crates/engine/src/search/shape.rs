//! Edits that were refused on the same tokens under other names and numbers: what is asked once, and once more for the
//! certificate.
//!
//! A shorter name, a smaller number or a blank less makes every text new, and yet it is the same unit that would be taken
//! out of the same structure. So what was refused there counts as refused, until a token goes. Seen in this way an edit is
//! the tokens before it, the tokens behind it, and what it leaves between them, where a token of the document goes by the
//! place at which it first occurs. A thorough run asks all the same.

use std::collections::VecDeque;
use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::candidate::Candidate;
use super::origins::Origins;
use super::refusals::{Fingerprint, Words, shared};
use super::round::Round;
use crate::pass::{Effort, Stage};
use crate::spread::HashedMap;
use crate::thresholds::SHAPE_BYTES;
use crate::tokens;

/// The tokens of a document but for names and numbers.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// The hash of all of them; `None` for large documents.
    all: Option<u64>,
    files: Vec<Tokens>,
    /// Where each token first occurs, by its hash.
    first: HashedMap<u64, usize>,
}

/// The tokens of a file.
#[derive(Debug)]
pub(super) struct Tokens {
    starts: Vec<u32>,
    hashes: Vec<u64>,
    classes: Vec<u8>,
}

impl Shape {
    pub(super) fn of(texts: &[impl AsRef<[u8]>]) -> Shape {
        if texts.iter().map(|it| it.as_ref().len()).sum::<usize>() > SHAPE_BYTES.get() {
            return Shape::default();
        }
        let mut first = HashedMap::default();
        let mut classes = Vec::new();
        let mut files = Vec::with_capacity(texts.len());
        let mut place = 0;
        for text in texts.iter().map(AsRef::as_ref) {
            let tokens = Tokens::of(text);
            classes.extend(&tokens.classes);
            for &token in &tokens.hashes {
                first.entry(token).or_insert(place);
                place += 1;
            }
            classes.push(b' ');
            files.push(tokens);
        }
        Shape { all: Some(xxh3_64(&classes)), files, first }
    }

    /// The tokens of each file; none for large documents.
    pub(super) fn files(&self) -> &[Tokens] {
        &self.files
    }

    /// Where a token with this hash first occurs, counted through all files.
    pub(super) fn first_place(&self, hash: u64) -> Option<usize> {
        self.first.get(&hash).copied()
    }

    /// True when a token with this hash occurs.
    pub(super) fn has(&self, hash: u64) -> bool {
        self.first.contains_key(&hash)
    }

    /// What becomes of the tokens of each file that changes when `before`, a document of this shape, becomes `after`.
    fn cuts<T: AsRef<[u8]>>(&self, before: &[T], after: &[T]) -> Vec<(usize, Cut)> {
        let files = before.iter().zip(after).enumerate().take(self.files.len());
        let changed = files.map(|(at, it)| (at, it.0.as_ref(), it.1.as_ref())).filter(|it| it.1 != it.2);
        changed.map(|(at, before, after)| (at, self.files[at].cut(before, after))).collect()
    }

    /// The step that these cuts are; `lines` says what becomes of the line breaks of a file. `None` for large documents and where
    /// no token goes.
    fn step(&self, cuts: &[(usize, Cut)], lines: impl Fn(usize) -> u64) -> Option<u64> {
        let mut facts = vec![self.all?];
        let (mut was, mut is) = (0, 0);
        for (file, cut) in cuts {
            (was, is) = (was + self.files[*file].len(), is + cut.start + cut.put.len() + cut.tail);
            facts.extend([*file, cut.start, cut.tail].map(|it| it as u64));
            // No hash is as small as a place.
            facts.extend(cut.put.iter().map(|it| self.first.get(it).map_or(*it, |&place| place as u64)));
        }
        if is >= was {
            return None;
        }
        facts.extend(cuts.iter().map(|it| lines(it.0)));
        Some(hash(&facts))
    }

    /// What these cuts take from the tokens of a document that come from there; `blanks` says how many blanks go besides in a
    /// file. `None` for large documents and where no token changes.
    fn taken(
        &self,
        cuts: &[(usize, Cut)],
        (origins, words): (&Origins, &Words),
        blanks: impl Fn(usize) -> u64,
    ) -> Option<u64> {
        self.all?;
        let mut facts = Vec::new();
        let changes =
            |it: &(usize, Cut)| !it.1.put.is_empty() || it.1.start + it.1.tail < self.files[it.0].len();
        for (file, cut) in cuts.iter().filter(|it| changes(it)) {
            facts.extend([*file as u64, blanks(*file)]);
            origins.note(&mut facts, (*file, cut), self, words);
        }
        (!facts.is_empty()).then(|| hash(&facts))
    }
}

fn hash(facts: &[u64]) -> u64 {
    xxh3_64(&facts.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>())
}

/// What becomes of the tokens of a file: some stay at its start and some at its end, and between them others are put.
pub(super) struct Cut {
    pub(super) start: usize,
    pub(super) tail: usize,
    pub(super) put: VecDeque<u64>,
}

impl Tokens {
    pub(super) fn of(text: &[u8]) -> Tokens {
        let starts = tokens::starts(text);
        let hashes = starts.iter().map(|&it| xxh3_64(token_at(text, it))).collect();
        let classes = starts.iter().map(|&it| class(text[it as usize])).collect();
        Tokens { starts, hashes, classes }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Where each of them starts.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// True where one of them is a name.
    pub(super) fn is_name(&self, at: usize) -> bool {
        self.classes[at] == NAME
    }

    /// How many brackets some of them open, less those that they close.
    pub(super) fn opened(&self, range: Range<usize>) -> i32 {
        let each = self.classes[range].iter().map(|it| match it {
            b'(' | b'[' | b'{' => 1,
            b')' | b']' | b'}' => -1,
            _ => 0,
        });
        each.sum()
    }

    /// One of them, as it stands in its text.
    pub(super) fn token<'t>(&self, at: usize, text: &'t [u8]) -> &'t [u8] {
        token_at(text, self.starts[at])
    }

    /// The most that `before`, which has these tokens, and `after` begin with, then the most that they end with. Only what
    /// is between the bytes that they share is read.
    pub(super) fn cut(&self, before: &[u8], after: &[u8]) -> Cut {
        let (shared, behind) = shared(before, after);
        // A token at the edge of what is shared may go on differently.
        let start = self.starts.partition_point(|&it| (it as usize) < shared).saturating_sub(1);
        let end = self.starts.partition_point(|&it| it as usize <= before.len() - behind);
        let from = if start == 0 { 0 } else { self.starts[start] as usize };
        let to = self.starts.get(end).map_or(after.len(), |&it| after.len() - (before.len() - it as usize));
        let between = &after[from..to];
        let put = tokens::starts(between)
            .into_iter()
            .map(|it| xxh3_64(token_at(between, it)))
            .collect::<VecDeque<_>>();
        self.settled(Cut { start, tail: self.starts.len() - end, put })
    }

    /// The same, as it is whatever is repeated at the edges and however blanks are laid out.
    fn settled(&self, mut cut: Cut) -> Cut {
        let count = self.hashes.len();
        while cut.start + cut.tail < count && cut.put.front() == Some(&self.hashes[cut.start]) {
            cut.put.pop_front();
            cut.start += 1;
        }
        let is_cut = cut.put.is_empty();
        while is_cut && cut.tail > 0 && cut.start + cut.tail < count {
            if self.hashes[cut.start] != self.hashes[count - cut.tail] {
                break;
            }
            (cut.start, cut.tail) = (cut.start + 1, cut.tail - 1);
        }
        while cut.start + cut.tail < count && cut.put.back() == Some(&self.hashes[count - cut.tail - 1]) {
            cut.put.pop_back();
            cut.tail += 1;
        }
        cut
    }
}

impl Round<'_> {
    /// A candidate with what it would be recognised by once it was refused, unless it is asked about even then: what an
    /// excursion tries depends on its document alone, and the certificate is about this text.
    pub(super) fn with_step(&self, candidate: Candidate) -> Candidate {
        if self.run.config.effort == Effort::Thorough || self.stage == Stage::Certify || self.focus.is_some()
        {
            return candidate;
        }
        let (head, shape) = (&candidate.head, candidate.head.shape());
        let (before, after) = (head.rank.files(), &candidate.files);
        let cuts = shape.cuts(before, after);
        // Where they mean something the same tokens may be taken in two ways; and a line break may end what nothing else does.
        let (lines, blanks) = (
            |it: usize| lines_put(&before[it], &after[it], self.free_layout[it]),
            |it: usize| {
                if self.free_layout[it] { 0 } else { gone(&before[it], &after[it], tokens::is_blank) }
            },
        );
        let step = shape.step(&cuts, lines);
        let taken =
            shape.taken(&cuts, (self.origins_of(head), head.words()), |it| hash(&[blanks(it), lines(it)]));
        let fingerprint = Fingerprint { taken, ..candidate.fingerprint };
        Candidate { fingerprint, step, ..candidate }
    }
}

/// How many line breaks fewer a text has than one before it; where they are blanks like all others, whether it has more.
fn lines_put(before: &[u8], after: &[u8], free: bool) -> u64 {
    let gone = gone(before, after, |it| it == b'\n');
    if free { u64::from(gone.cast_signed() < 0) } else { gone }
}

/// How many bytes of a kind fewer a text has than one before it.
fn gone(before: &[u8], after: &[u8], is_such: impl Fn(u8) -> bool) -> u64 {
    let such = |text: &[u8]| text.iter().filter(|&&it| is_such(it)).count() as u64;
    such(before).wrapping_sub(such(after))
}

/// The class of a name.
const NAME: u8 = b'a';

/// What is left of a token without its name or number, by its first byte.
fn class(first: u8) -> u8 {
    match first {
        b'0'..=b'9' => b'0',
        first if tokens::is_word(first) => NAME,
        first => first,
    }
}

fn token_at(text: &[u8], start: u32) -> &[u8] {
    let rest = &text[start as usize..];
    &rest[..rest.iter().take_while(|&&it| tokens::is_word(it)).count().max(1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, EditSet, FileId, Span};

    fn step(before: &str, after: &str) -> Option<u64> {
        let shape = Shape::of(&[before]);
        shape.step(&shape.cuts(&[before], &[after]), |_| 0)
    }

    #[test]
    fn a_cut_is_the_same_under_other_names_with_other_numbers_and_blanks() {
        let cut = step("int size = 100;\nuse(size);", "int size;\nuse(size);");
        assert!(cut.is_some());
        assert_eq!(cut, step("int a = 1; use(a);", "int a; use(a);"));
        assert_eq!(cut, step("int a = 1; f(b);", "int a; f(b);"), "or where two names have become one");
        assert_ne!(cut, step("int a = 1; use(a);", "int a = 1; (a);"), "another cut");
        assert_ne!(cut, step("int a = b; use(a);", "int a; use(a);"), "a name where a number was");
        assert_ne!(cut, step("int a = 1; use(a, a);", "int a; use(a, a);"), "a token more");
    }

    #[test]
    fn a_cut_is_the_same_wherever_its_edges_are_alike() {
        assert_eq!(step("a; a; b;", "a; b;"), step("a; a;\nb;", "a;\n b;"));
        assert_eq!(step("f((a), (b));", "f((b));"), step("g((c),(d));", "g((d));"));
        assert_ne!(step("ab c d", "abc d"), step("xy z w", "xy w"), "a token that goes on is another one");
    }

    #[test]
    fn of_two_units_alike_but_for_their_names_each_is_a_cut_of_its_own() {
        assert_ne!(step("f(a); f(b);", "f(b);"), step("f(a); f(b);", "f(a);"));
        let hoists = ["x = a;", "x = b;"].map(|it| step("{ x = a; y = b; }", it));
        assert_ne!(hoists[0], hoists[1]);
    }

    #[test]
    fn where_no_token_goes_and_in_large_documents_nothing_is_recognised() {
        assert_eq!(step("int size;", "int a;"), None);
        assert_eq!(step("a  b", "a b"), None);
        assert_eq!(step("a", "b c"), None);
        let large = "a ".repeat(SHAPE_BYTES.get());
        assert_eq!(step(&large, "a"), None);
    }

    #[test]
    fn what_is_taken_is_the_same_under_other_names_and_when_what_is_far_away_goes() {
        let before = "v; int size = 1; p; q; r; s; t; u;";
        let edit = |start, end, with: &str| Edit::replace(FileId(0), Span::new(start, end), with.as_bytes());
        let edits: EditSet = [edit(7, 11, "a"), edit(31, 34, "")].into_iter().collect();
        let then = String::from_utf8(edits.render(FileId(0), before.as_bytes())).expect("it is text");
        let (one, other) = (Shape::of(&[before]), Shape::of(&[&then]));
        let origins = Origins::of(&one);
        let kept = origins.after(&edits, (&one, &[before.as_bytes().into()]), &other);
        let taken = |shape: &Shape, origins: &Origins, before: &str, cut: &str| {
            let cuts = shape.cuts(&[before], &[&before.replace(cut, "")]);
            shape.taken(&cuts, (origins, &Words::of(&[before])), |_| 0)
        };
        let first = taken(&one, &origins, before, "= 1");
        assert!(first.is_some());
        assert_eq!(first, taken(&other, &kept, &then, "= 1"));
        assert_ne!(first, taken(&other, &kept, &then, "1"), "another cut");
        assert_ne!(
            taken(&one, &origins, before, "t;"),
            taken(&other, &kept, &then, "t;"),
            "beside it something has gone"
        );
    }

    #[test]
    fn where_blanks_matter_a_line_is_taken_in_two_ways_with_and_without_the_indentation_below_it() {
        let before = "if x:\n  a()\n  b()\n";
        let shape = Shape::of(&[before]);
        let taken = |after: &str, matters: bool| {
            let blanks = gone(before.as_bytes(), after.as_bytes(), tokens::is_blank);
            let cuts = shape.cuts(&[before], &[after]);
            let origins = (&Origins::of(&shape), &Words::of(&[before]));
            shape.taken(&cuts, origins, |_| if matters { blanks } else { 0 })
        };
        let (line, dedented) = ("  a()\n  b()\n", "a()\nb()\n");
        assert_eq!(taken(line, false), taken(dedented, false));
        assert_ne!(taken(line, true), taken(dedented, true));
    }

    #[test]
    fn a_line_break_that_stays_makes_another_step_of_a_cut_where_blanks_matter_and_one_that_is_put_anywhere()
    {
        let step = |before: &str, after: &str, free: bool| {
            let shape = Shape::of(&[before]);
            let cuts = shape.cuts(&[before], &[after]);
            shape.step(&cuts, |_| lines_put(before.as_bytes(), after.as_bytes(), free))
        };
        let number = |after: &str, free: bool| step("2\n0 7\n", after, free);
        assert_ne!(number("1 7\n", false), number("1\n7\n", false));
        assert_eq!(number("1 7\n", true), number("1\n7\n", true));
        let block = |after: &str| step("{a}b", after, true);
        assert_ne!(block("ab"), block("a\nb"));
    }

    #[test]
    fn a_step_in_one_file_is_not_the_same_step_in_another() {
        let shape = Shape::of(&["a b", "a b"]);
        let step = |after: [&str; 2]| shape.step(&shape.cuts(&["a b", "a b"], &after), |_| 0);
        let [first, second] = [["a", "a b"], ["a b", "a"]].map(step);
        assert!(first.is_some() && second.is_some() && first != second);
    }
}
