//! Every threshold of the search and its passes: what it bounds, and the evidence for its value.
//!
//! None is made for one case: `benches/thresholds.rs` halves and doubles each of them on texts of its own, and
//! `benches/runs/2026-11-21-2core-thresholds/` has what that changed, which the evidence quotes: tokens of the results and
//! questions, over all texts. Where nothing moved the threshold bounds time or memory, or a shape of text that the
//! bench does not have.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number that bounds something.
#[derive(Debug)]
pub(crate) struct Threshold {
    #[cfg(not(feature = "tuning"))]
    value: usize,
    #[cfg(feature = "tuning")]
    value: AtomicUsize,
}

impl Threshold {
    #[cfg(not(feature = "tuning"))]
    const fn new(value: usize) -> Threshold {
        Threshold { value }
    }

    #[cfg(feature = "tuning")]
    const fn new(value: usize) -> Threshold {
        Threshold { value: AtomicUsize::new(value) }
    }

    /// Its value.
    #[cfg(not(feature = "tuning"))]
    #[inline]
    pub(crate) const fn get(&self) -> usize {
        self.value
    }

    /// Its value at the moment.
    #[cfg(feature = "tuning")]
    pub(crate) fn get(&self) -> usize {
        self.value.load(Ordering::Relaxed)
    }
}

/// Every threshold by its name, and its value at the moment.
#[cfg(feature = "tuning")]
pub fn all() -> impl Iterator<Item = (&'static str, usize)> {
    ALL.iter().map(|it| (it.0, it.1.get()))
}

/// Gives a threshold another value from now on, in all runs of this process; a name that none has is left alone.
#[cfg(feature = "tuning")]
pub fn set(name: &str, value: usize) {
    for (_, threshold) in ALL.iter().filter(|it| it.0 == name) {
        threshold.value.store(value, Ordering::Relaxed);
    }
}

macro_rules! thresholds {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub(crate) static $name: Threshold = Threshold::new($value);)*

        #[cfg(feature = "tuning")]
        static ALL: &[(&str, &Threshold)] = &[$((stringify!($name), &$name)),*];
    };
}

thresholds! {
    // What any pass proposes in one round.

    /// How many sites a pass proposes at most in one round; what did not fit comes up in a later one. Guards memory: a
    /// site costs some hundred bytes, and a file of 1 MB has 100,000 brackets.
    SITES = 20_000;
    /// How many bytes a pass that writes one text in many places puts in, for each byte of the document. No step that
    /// more than doubles a document is tried; guards time and memory.
    PUT_PER_BYTE = 8;

    // The coarse search.

    /// Up to this many tokens `delete-pieces` leaves a file that a grammar explains to the grammar's own lists.
    COARSE_TOKENS = 16_000;
    /// What weighs more than this part of the file is opened by `delete-pieces`.
    COARSE_PARTS = 256;

    // What the grammar knows.

    /// How many descendants may take the place of a unit.
    HOISTS = 12;
    /// How many descendants of one path down fit at most: what is deeper comes up once one of them was hoisted.
    HOISTS_PER_PATH = 3;
    /// How many descendants `hoist` looks at for one unit. Guards time: all of them would be quadratic in the depth.
    HOIST_VISITS = 400;
    /// How many siblings on either side `hoist` matches with what takes a list element's place; of the others it takes
    /// the nearest to the ends. Guards time in lists of thousands.
    HOIST_SIBLINGS = 64;
    /// How many descendants `hoist-any` chooses from, outermost first.
    HOIST_ANY_VISITS = 64;
    /// Beyond this many units `apply-rules` waits for later rounds. Guards time: a query over a whole tree of 1 MB
    /// costs as much as hundreds of questions.
    RULED_UNITS = 60_000;

    // Statements and blocks.

    /// How deep in blocks `delete-blocks` and `empty-blocks` look: a list for each depth, each a search of its own.
    BLOCK_DEPTH = 12;
    /// How many `break` of one block `unwrap-blocks` deletes along. Guards time and memory: an edit for each.
    BREAKS = 32;
    /// How many blocks between words, such as `do` and `done`, `unwrap-words` proposes to open.
    WORD_BLOCKS = 5_000;
    /// How many parts such a block has at most. Guards time: each is an alternative.
    WORD_BLOCK_PARTS = 16;
    /// How many lines the block has at most that `unwrap-lines` moves out. Guards memory: an edit for each line.
    UNWRAPPED_LINES = 500;
    /// How many lines all blocks together have that `unwrap-lines` moves out. Guards memory on staircases of lines.
    UNWRAPPED_LINES_IN_ALL = 200_000;
    /// Beyond this many lines `delete-line-pairs` does nothing: a question for each pair.
    LINE_PAIRS = 100;
    /// How many lines the two of a pair are apart at most.
    LINE_PAIR_REACH = 12;

    // Names.

    /// How deep in blocks `delete-unused` looks: a pass over all words for each depth.
    UNUSED_DEPTH = 5;
    /// How deep in blocks `delete-with-orphans` begins.
    ORPHAN_DEPTH = 4;
    /// How many coupled sets `delete-with-orphans` proposes.
    ORPHAN_SITES = 5_000;
    /// How many statements one of its sets has.
    ORPHANS_TOGETHER = 1_000;
    /// How many statements all of its sets have. Guards memory where each declaration needs the one before it.
    ORPHAN_EDITS = 200_000;
    /// How many statements it looks at for that. Guards time on the same chains, some 50 ms.
    ORPHAN_VISITS = 4_000_000;
    /// How many names `delete-word-everywhere` proposes to delete.
    EVERYWHERE_NAMES = 5_000;
    /// In how many places such a name stands at most: a name that is everywhere takes everything along.
    EVERYWHERE_PLACES = 50;
    /// How many lexemes a list element is followed to either side. Guards time in lists of thousands.
    ELEMENT_REACH = 200;
    /// Beyond this many lexemes `merge-identifiers` waits for later rounds.
    MERGED_LEXEMES = 20_000;
    /// How many names it proposes to put another one in the place of.
    MERGED_NAMES = 300;
    /// How many of the most frequent names may take that place.
    MERGED_WITH = 5;
    /// How many macros `inline-macros` writes out.
    INLINED_MACROS = 500;
    /// How many uses all of them have. Guards memory.
    INLINED_MACRO_USES = 100_000;
    /// How many definitions `inline-definitions` writes out.
    INLINED_DEFINITIONS = 100;
    /// How many functions `copy-body` writes out.
    INLINED_FUNCTIONS = 50;

    // Tokens, brackets and literals.

    /// How many texts `delete-equal-tokens` proposes to delete everywhere, of each kind.
    EQUAL_TEXTS = 2_000;
    /// The widest window of `delete-token-windows` where a grammar knows the language; `delete-wide-windows` has the
    /// others.
    WINDOW_NARROW = 4;
    /// The widest window of tokens of all.
    WINDOW_WIDE = 32;
    /// The widest one in more than `WINDOW_FEW` tokens.
    WINDOW_MIDDLE = 16;
    /// Up to this many tokens windows are of every width up to the widest.
    WINDOW_FEW = 300;
    /// Up to this many tokens windows begin at every place, beyond it at every few.
    WINDOW_SOME = 1_000;
    /// Beyond this many tokens there are no windows: lines and blocks still have much to take.
    WINDOW_MANY = 5_000;
    /// The widest window that cuts through brackets, in text that does not parse.
    RAGGED_WIDE = 16;
    /// The same in text that parses.
    RAGGED_NARROW = 8;
    /// Beyond this many tokens `delete-token-patterns` does nothing.
    PATTERN_TOKENS = 4_000;
    /// Up to this many tokens it looks at 8 neighbours instead of 4, where a grammar knows the language: thirty times
    /// as many questions.
    PATTERN_FEW = 40;
    /// The same without a language, where it is not only for a thorough run.
    PATTERN_FEW_PLAIN = 10;
    /// Beyond this many tokens `delete-spans` waits for later rounds.
    SPAN_TOKENS = 5_000;
    /// Beyond this many lexemes `peephole` waits for later rounds.
    REWRITTEN_LEXEMES = 20_000;
    /// How many brackets and members an operand has that `peephole` matches. Guards time on `a.a.a.a…`.
    OPERAND_LINKS = 64;
    /// How many lexemes `ternaries` follows an operand.
    OPERAND_REACH = 2_000;
    /// How many lexemes it follows all of them. Guards time, some 20 ms.
    OPERAND_STEPS = 2_000_000;
    /// How many arguments of a call `unwrap-calls` proposes to put in its place.
    CALL_ARGUMENTS = 8;
    /// Beyond this many bracket pairs `simplify-brackets` does nothing: a question for each.
    SIMPLIFIED_PAIRS = 2_000;
    /// How many edits there are in all that change equal numbers together. Guards memory.
    EQUAL_NUMBER_EDITS = 300_000;
    /// How many characters and tokens of a string are proposed.
    STRING_PARTS = 2_000;
    /// How many bracket pairs in a string are proposed.
    STRING_BRACKETS = 16;
    /// Beyond this many bytes `delete-bytes` waits for later rounds.
    BYTES = 20_000;
    /// Beyond this many bytes it does not look between equal bytes.
    BYTES_BETWEEN = 5_000;
    /// Beyond this many bytes `short-deletions` does nothing, without a language.
    SHORT_TEXT = 300;
    /// How many bytes it deletes there at once.
    SHORT_LENGTH = 10;
    /// Beyond this many bytes it does nothing in what does not parse.
    SHORT_BROKEN_TEXT = 60;
    /// How many bytes it deletes there at once.
    SHORT_BROKEN_LENGTH = 3;
}

/// How many edits a pass may propose for each byte, and how many on any text: what its tests insist on.
#[cfg(test)]
pub(crate) const MOST_EDITS: (usize, usize) = (12, 400_000);
