//! Every threshold of the search and its passes: what it bounds, and the evidence for its value.
//!
//! None is made for one case. `benches/thresholds.rs` halves and doubles them on texts of its own; the evidence quotes
//! `benches/runs/2026-11-21-2core-thresholds/`, in questions of 10,055 that the whole of it asks as it is. The results, of
//! 321 tokens together, move only where that is said. Where nothing moves, a threshold guards time, memory or questions on
//! texts that the bench does not have. Those that say "not varied" are not in that run; facts of a grammar never are,
//! because they are read before it.

use crate::threshold::Threshold;
pub(crate) use search::*;

/// Every threshold by its name, and its value at the moment.
#[cfg(feature = "tuning")]
pub fn all() -> impl Iterator<Item = (&'static str, usize)> {
    ALL.iter().chain(search::ALL).map(|it| (it.0, it.1.get()))
}

/// Gives a threshold another value from now on, in all runs of this process; a name that none has is left alone.
#[cfg(feature = "tuning")]
pub fn set(name: &str, value: usize) {
    for (_, threshold) in ALL.iter().chain(search::ALL).filter(|it| it.0 == name) {
        threshold.set(value);
    }
}

macro_rules! thresholds {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub(crate) static $name: Threshold = Threshold::new($value);)*

        #[cfg(feature = "tuning")]
        pub(super) static ALL: &[(&str, &Threshold)] = &[$((stringify!($name), &$name)),*];
    };
}

mod search;

thresholds! {
    // What any pass proposes in one round.

    /// How many sites a pass proposes at most in one round; what did not fit comes up in a later one. Guards memory.
    /// Nothing moves.
    SITES = 20_000;
    /// How many bytes a pass that writes one text in many places puts in, for each byte of the document. No step that
    /// more than doubles a document is tried; guards time and memory. Nothing moves.
    PUT_PER_BYTE = 8;

    // Large files.

    /// A file of more bytes than this is not parsed before `delete-portions` has cut it down. Guards memory and time: a
    /// syntax tree takes many times its text. Not varied.
    BULK_BYTES = 2 * 1024 * 1024;
    /// What is left of it goes through that again until it is no larger than this. Not varied.
    BULK_LEFT = 256 * 1024;
    /// Such a round has to take this part of the document away for another one to follow. Guards questions. Not varied.
    BULK_PART = 8;
    /// After so many refusals in a row what is left is for the tree. Guards questions. Not varied.
    BULK_PATIENCE = 64;
    /// How many bytes are asked about at once at most, of large files: each who asks has a copy. Guards memory. Not varied.
    BULK_FLIGHT = 256 * 1024 * 1024;
    /// Into about how many portions `delete-portions` takes a file apart. Not varied.
    PORTIONS = 512;
    /// How many bytes a portion has at least. Not varied.
    PORTION_BYTES = 64;
    /// How often it may read a file as it opens heavy portions. Guards time on deep nests. Not varied.
    PORTION_READS = 8;

    // The coarse search.

    /// Up to this many tokens `delete-pieces` leaves an explained file to the grammar's own lists. Halved 10,085, doubled the same.
    COARSE_TOKENS = 16_000;
    /// Where more than two of so many statements of the text end in the midst of units of the tree, `delete-pieces` leaves the file
    /// to the grammar, too: 44 % of them do in Ada, 59 % in SQL, 71 % in OCaml, 1 to 29 % in C and C++. Not varied.
    CUT_STATEMENTS = 5;
    /// What weighs more than this part of the file is opened by `delete-pieces`. Halved the same, doubled 10,094.
    COARSE_PARTS = 256;

    /// Smaller files are left alone by what is tried everywhere at once. Not varied.
    MASS_TOKENS = 16_000;
    /// What weighs less than this part of the file is not worth a question of `apply-rules-everywhere`. Not varied.
    MASS_PARTS = 32;
    /// Up to this many tokens `keep-closures` leaves a document to the grammar's own lists. Not varied.
    CLOSURE_TOKENS = 4_000;
    /// After so many refusals in a row `keep-closures` leaves what is left to the grammar's own lists. Not varied.
    CLOSURE_PATIENCE = 64;
    /// What weighs more than this part of the file is opened by `keep-closures` even if it defines nothing that can be
    /// named from outside, such as a table or the body of a function. Not varied.
    CLOSED_PARTS = 8;
    /// A word with more meanings than this ties its user to none of them. Not varied.
    NAMESAKES = 8;
    /// Of a word that is defined more often than this in one place, a user needs the definition before it, and that one the one
    /// before. Guards time and memory. Not varied.
    CHAINED = 64;
    /// So many lexemes before a word the braces are looked for that may be those of a list of imports. Not varied.
    LIST_LEXEMES = 256;
    /// Of more pieces than this `keep-closures` makes no list. Guards time and memory: a bit for each pair. Not varied.
    CLOSURE_PIECES = 20_000;

    /// A project of more bytes than this is not read as a whole: its names and words are looked at once enough of it has gone.
    /// Guards memory and time: a syntax tree takes ten times its text. Not varied.
    PROJECT_BYTES = 16 * 1024 * 1024;
    /// In such a project what changes several files at once makes new texts of no more than this part of it; of more, its parts
    /// are tried. Guards memory: who asks has a copy. Not varied.
    REWRITTEN = 8;
    /// The next file of a project is looked into when nothing is left to try in others that would gain more than this part of
    /// it. Guards memory: what is looked into is parsed. Not varied.
    LOOKED_INTO = 16;
    /// To so many files and directories of a project `shorten-paths` gives other names in a round. Guards questions. Not varied.
    RENAMED_FILES = 200;

    /// When so many edits that break the tree were refused for each that was accepted, and as many before the first, the test seems
    /// to want what parses, and no more of them are asked about before the certificate. Of 23,786 questions about eleven strict programs 15 saved 15 %, 30 13 %, 50 13 %
    /// and 100 12 %; at 15 and 30 one result was larger (`2026-11-27-2core-strict`).
    BROKEN_REFUSED = 50;
    /// The same of edits that leave a name without its definition. Of 19,484 questions about eleven strict programs 20 saved 14 %
    /// (`2026-11-28-2core-undefined`), and 50 in an earlier version 12 % where 20 saved 14 %.
    UNDEFINED_REFUSED = 20;
    /// In more bytes than this it is not looked at. Guards time. Not varied.
    UNDEFINED_BYTES = 64 * 1024;
    /// A kind of edit that was asked about so often, in this run and before it, and never accepted waits until nothing else pays.
    /// Of 75,109 questions about real files in three languages 3 saves 18.4 %, 5 14.0 %, 10 10.6 % (`2026-11-23-2core-learn`).
    BARREN_QUESTIONS = 3;

    // What the grammar knows.

    /// How many descendants may take the place of a unit. Halved 10,091, doubled 10,009.
    HOISTS = 12;
    /// How many descendants of one path down fit at most: what is deeper comes up once one of them was hoisted. Halved
    /// 9,845, doubled 10,213.
    HOISTS_PER_PATH = 3;
    /// How many descendants `hoist` looks at for one unit. Guards time: all of them would be quadratic in the depth.
    /// Halved the same, doubled 10,050.
    HOIST_VISITS = 400;
    /// Nests of more levels of one kind are lists for `unnest`; fewer are left to `hoist`. Not varied.
    NEST_LEVELS = 24;
    /// How many siblings on either side `hoist` matches with what takes a list element's place; of the others it takes
    /// the nearest to the ends. Guards time in lists of thousands. Nothing moves.
    HOIST_SIBLINGS = 64;
    /// How many descendants `hoist-any` chooses from, outermost first. Halved 10,056, doubled the same.
    HOIST_ANY_VISITS = 64;
    /// Beyond this many units the rounds that delete go first, and `apply-rules` comes after them. Guards time: the
    /// queries run over the whole tree. Halved the same, doubled 10,062.
    RULED_UNITS = 60_000;
    /// Deeper trees are matched in parts of so many levels. Guards time: a rule is open on each of them. Not varied.
    RULED_LEVELS = 128;

    // Statements and blocks.

    /// How deep in blocks `delete-blocks` and `empty-blocks` look: a list for each depth, each a search of its own.
    /// Guards questions; nothing moves.
    BLOCK_DEPTH = 12;
    /// How many `break` of one block `unwrap-blocks` deletes along. Guards time and memory: an edit for each. Nothing
    /// moves.
    BREAKS = 32;
    /// How many of the values that a loop is left with `lift-loop` proposes to put in its place. Guards questions. Not varied.
    LEFT_WITH = 4;
    /// How many blocks of what is tried `lift-clauses` keeps at most. Guards questions. Not varied.
    CLAUSES = 6;
    /// In how many parts of how many statements `nest-condition` proposes to put a condition. Guards questions. Not varied.
    NESTED_IN = 3;
    /// How many units `nest-condition` looks at in what a condition guards. Guards time. Not varied.
    GUARDED = 200;
    /// How many blocks between words, such as `do` and `done`, `unwrap-words` proposes to open. Guards questions;
    /// nothing moves.
    WORD_BLOCKS = 5_000;
    /// How many parts such a block has at most. Guards time: each is an alternative. Nothing moves.
    WORD_BLOCK_PARTS = 16;
    /// How many lines the block has at most that `unwrap-lines` moves out. Guards memory: an edit for each line. Halved
    /// the same, doubled 10,002.
    UNWRAPPED_LINES = 500;
    /// How many lines all blocks together have that `unwrap-lines` moves out. Guards memory on staircases of lines.
    /// Nothing moves.
    UNWRAPPED_LINES_IN_ALL = 200_000;
    /// Beyond this many lines `delete-line-pairs` does nothing: a question for each pair. Guards questions; nothing
    /// moves.
    LINE_PAIRS = 100;
    /// How many lines the two of a pair are apart at most. Guards questions; nothing moves.
    LINE_PAIR_REACH = 12;

    // Names.

    /// How deep in blocks `delete-unused` looks: a pass over all words for each depth. Guards questions; nothing moves.
    UNUSED_DEPTH = 5;
    /// How deep in blocks `delete-with-orphans` begins. Guards questions; nothing moves.
    ORPHAN_DEPTH = 4;
    /// How many coupled sets `delete-with-orphans` proposes. Guards questions; nothing moves.
    ORPHAN_SITES = 5_000;
    /// How many statements one of its sets has. Guards questions; nothing moves.
    ORPHANS_TOGETHER = 1_000;
    /// How many statements all of its sets have. Guards memory where each declaration needs the one before it. Nothing
    /// moves.
    ORPHAN_EDITS = 200_000;
    /// How many statements it looks at for that. Guards time on the same chains. Nothing moves.
    ORPHAN_VISITS = 4_000_000;
    /// How many lexemes the orphans of an expression have at least for `default-with-orphans`. Saves questions
    /// about what goes in a step of its own: of 82 on the samples 9. Not varied.
    ORPHAN_LEXEMES = 8;
    /// How many placeholders a string has at most for `delete-placeholder`. Guards time on strings that are
    /// whole files. Not varied.
    PLACEHOLDERS = 100;
    /// How many names `delete-word-everywhere` proposes to delete. Guards questions; nothing moves.
    EVERYWHERE_NAMES = 5_000;
    /// In how many places such a name stands at most: a name that is everywhere takes everything along. Guards
    /// questions; nothing moves.
    EVERYWHERE_PLACES = 50;
    /// How many lexemes a list element is followed to either side. Guards time in lists of thousands. Nothing moves.
    ELEMENT_REACH = 200;
    /// Beyond this many lexemes `substitute-name` and `merge-identifiers` wait for later rounds. Guards questions; nothing moves.
    MERGED_LEXEMES = 20_000;
    /// How many names they propose to put another one in the place of. Guards questions; nothing moves.
    MERGED_NAMES = 300;
    /// How many of the most frequent names may take that place. Halved 10,029, doubled 10,061.
    MERGED_WITH = 5;
    /// How many macros `inline-macros` writes out. Guards questions; nothing moves.
    INLINED_MACROS = 500;
    /// How many uses all of them have. Guards memory. Nothing moves.
    INLINED_MACRO_USES = 100_000;
    /// How many definitions `inline-definitions` writes out. Guards questions; nothing moves.
    INLINED_DEFINITIONS = 100;
    /// How many functions `copy-body` writes out. Guards questions; nothing moves.
    INLINED_FUNCTIONS = 50;

    // Coupled edits.

    /// How many definitions a call may be of: among more, nobody is told of it. Guards time and memory where a thousand
    /// types have a method of one name. Not varied.
    CALLED_AMONG = 8;
    /// How many functions a coupled pass looks at in one round. Guards questions. Not varied.
    COUPLED_FUNCTIONS = 2_000;
    /// How many calls of one function it changes together. Guards memory. Not varied.
    COUPLED_CALLS = 2_000;
    /// How many levels up the statement around a call, or the type of a method, is looked for. Guards time. Not varied.
    STATEMENT_LEVELS = 64;
    /// How many calls of one function `copy-body` writes out alone, while the others stay. Guards questions. Not varied.
    COPIED_CALLS = 8;
    /// How many other functions `merge-functions` tries in the place of one. Guards questions. Not varied.
    MERGED_FUNCTIONS = 4;
    /// What weighs less than this part of the document is not worth a question of `default-uses`. Not varied.
    DEFAULTED_PARTS = 16;
    /// How many definitions each pass looks at that changes one with its uses. Guards questions. Not varied.
    COUPLED_SITES = 2_000;
    /// More tuples of one length than this `narrow-tuples` does not take for one. Guards time. Not varied.
    ALIKE_TUPLES = 5_000;
    /// How many types `substitute-type` tries for a parameter of the types that it is given. Guards questions. Not varied.
    GIVEN_TYPES = 2;
    /// How many cases of a choice `lift-arm` proposes to keep alone. Guards questions. Not varied.
    LIFTED_ARMS = 16;
    /// How many variables of a function `return-variable` tries to return. Guards questions. Not varied.
    RETURNED_VARIABLES = 4;
    /// How many of its parameters. Guards questions. Not varied.
    RETURNED_PARAMETERS = 2;
    /// How many lexemes name a part of something at most, such as `s.a[1]`. Guards time in long chains. Not varied.
    STORED_LEXEMES = 16;
    /// How many uses an import has at most that `delete-import` takes along. Guards questions. Not varied.
    IMPORT_USES = 64;
    /// How many uses a name has at most that `ignore-name` takes along. Guards questions. Not varied.
    IGNORED_USES = 8;
    /// How many of the blocks that a jump names `delete-edge` lets it go to alone, and how many cases it takes from it, the last
    /// first. Guards questions. Not varied.
    EDGES = 4;
    /// How many values of a block `end-block` lets a function end with. Guards questions. Not varied.
    ENDS = 2;
    /// How many lists `lower-count` proposes to shorten, the longest first. Guards questions. Not varied.
    COUNTED_LISTS = 64;
    /// How many edits it proposes for each. Guards memory and questions. Not varied.
    COUNTED_EDITS = 4_096;
    /// How many lists of lines that are told by how they begin it proposes to shorten, the longest first. Guards questions.
    /// Not varied.
    COUNTED_KINDS = 16;
    /// How often it looks at each line for numbers that say how often some lines are repeated. Guards time. Not varied.
    COUNTED_PERIODS = 16;
    /// How many lexemes lie at most between a list in a language and the number that counts it. Guards questions. Not
    /// varied.
    COUNTED_NEAR = 32;
    /// How many things `lower-length` proposes to shorten, the longest first. Guards questions. Not varied.
    LENGTHS = 64;
    /// How many edits it proposes for each. Guards memory and questions. Not varied.
    LENGTH_EDITS = 4_096;
    /// How many lexemes, or lines, lie at most between a number and what it says the length of. Guards questions. Not varied.
    LENGTH_NEAR = 12;
    /// How many tables `delete-columns` looks at, the largest first. Guards questions. Not varied.
    GRIDS = 16;
    /// How many edits it proposes for each byte of a text. Guards memory. Not varied.
    GRID_EDITS_PER_BYTE = 4;
    /// How many distinct numbers `renumber` gives a lower one each. Guards questions. Not varied.
    RENUMBERED = 200;

    // Tokens, brackets and literals.

    /// How many texts `delete-equal-tokens` proposes to delete everywhere, of each kind. Guards questions; nothing
    /// moves.
    EQUAL_TEXTS = 2_000;
    /// The widest window of `delete-token-windows` where a grammar knows the language; `delete-wide-windows` has the
    /// others. Halved 9,954, doubled 10,421.
    WINDOW_NARROW = 4;
    /// In no more tokens than these all widths are tried in any language. Not varied.
    WINDOW_TINY = 12;
    /// The widest window of tokens of all. Halved 9,982, doubled the same.
    WINDOW_WIDE = 32;
    /// The widest one in more than `WINDOW_FEW` tokens. Guards questions; nothing moves.
    WINDOW_MIDDLE = 16;
    /// Up to this many tokens windows are of every width up to the widest. Guards questions; nothing moves.
    WINDOW_FEW = 300;
    /// Up to this many tokens windows begin at every place, beyond it at every few. Guards questions; nothing moves.
    WINDOW_SOME = 1_000;
    /// Beyond this many tokens there are no windows: lines and blocks still have much to take. Guards questions;
    /// nothing moves.
    WINDOW_MANY = 5_000;
    /// The widest window that cuts through brackets, in text that does not parse. Halved 10,049, doubled 10,060.
    RAGGED_WIDE = 16;
    /// The same in text that parses. Halved 10,050, doubled 10,056.
    RAGGED_NARROW = 8;
    /// Beyond this many tokens `delete-token-patterns` does nothing. Guards questions; nothing moves.
    PATTERN_TOKENS = 4_000;
    /// Up to this many tokens it looks at 8 neighbours instead of 4, where a grammar knows the language: thirty times
    /// as many questions. Guards questions; nothing moves.
    PATTERN_FEW = 40;
    /// The same without a language, where it is not only for a thorough run. Halved 9,921, doubled the same.
    PATTERN_FEW_PLAIN = 10;
    /// Up to this many lexemes in brackets become one line when `delete-balanced` takes these away in a language whose lines
    /// matter. Guards time. Not varied.
    JOINED_LEXEMES = 200;
    /// Beyond this many tokens `delete-spans` waits for later rounds. Guards questions; nothing moves.
    SPAN_TOKENS = 5_000;
    /// Beyond this many lexemes `peephole` waits for later rounds. Guards questions; nothing moves.
    REWRITTEN_LEXEMES = 20_000;
    /// How many brackets and members an operand has that `peephole` matches. Guards time on `a.a.a.a…`. Nothing moves.
    OPERAND_LINKS = 64;
    /// How many lexemes `ternaries` follows an operand. Guards questions; nothing moves.
    OPERAND_REACH = 2_000;
    /// How many lexemes it follows all of them. Guards time. Nothing moves.
    OPERAND_STEPS = 2_000_000;
    /// How many arguments of a call `unwrap-calls` proposes to put in its place. Guards questions; nothing moves.
    CALL_ARGUMENTS = 8;
    /// Beyond this many bracket pairs `simplify-brackets` does nothing: a question for each. Nothing moves.
    SIMPLIFIED_PAIRS = 2_000;
    /// How far back a bracket looks for its partner past brackets that do not fit. Guards time: all the way is
    /// quadratic. Nothing moves.
    BRACKET_PATIENCE = 32;
    /// Up to here a number becomes one less; larger ones only lose digits and halves. Guards questions: each step is a
    /// round of its own. Not varied.
    COUNTED_DOWN = 16;
    /// How many edits there are in all that change equal numbers together. Guards memory. Nothing moves.
    EQUAL_NUMBER_EDITS = 300_000;
    /// How many characters and tokens of a string are proposed. Guards questions; nothing moves.
    STRING_PARTS = 2_000;
    /// How many bracket pairs in a string are proposed. Guards questions; nothing moves.
    STRING_BRACKETS = 16;
    /// Beyond this many bytes `delete-bytes` waits for later rounds. Guards questions; nothing moves.
    BYTES = 20_000;
    /// From this many bytes on it takes a word apart in any text, and all of a file in at most 64 times as many pieces. Guards questions. Not varied.
    LONG_WORD = 64;
    /// Beyond this many bytes it does not look between equal bytes. Guards questions; nothing moves.
    BYTES_BETWEEN = 5_000;
    /// Beyond this many bytes `short-deletions` does nothing, without a language. Halved 9,368, doubled the same.
    SHORT_TEXT = 300;
    /// How many bytes it deletes there at once. Halved 8,751, doubled 11,174.
    SHORT_LENGTH = 10;
    /// Beyond this many bytes it does nothing in what does not parse. Guards questions; nothing moves.
    SHORT_BROKEN_TEXT = 60;
    /// How many bytes it deletes there at once. Guards questions; nothing moves.
    SHORT_BROKEN_LENGTH = 3;
    /// In more bytes than this nothing is asked for the sake of names alone, unless the run is thorough: each is a question
    /// where they do not change together. Not varied.
    FINISH_BYTES = 16 * 1024;
    /// What has no more bytes becomes one line by `close-gaps`; what has more keeps its lines, to be read. Not varied.
    ONE_LINE_BYTES = 160;
    /// What has no more bytes has each place of a name renamed alone, and names shortened, by `rename-identifiers`. Not varied.
    LINE_BYTES = 80;
    /// What has no more bytes loses blanks within its lines by `close-gaps`, and `rename-identifiers` leaves names in places of one
    /// kind. Guards questions where most of them matter. Not varied.
    FEW_LINES_BYTES = 320;

    // Facts of a grammar.

    /// Rules with more edges than this are not compiled: they would cost more to follow than they tell. Guards memory.
    /// Not varied.
    RULE_EDGES = 200_000;
    /// Rules whose pasted body has more places than this are not compiled: nothing is known of their children. Guards
    /// memory. Not varied.
    RULE_PLACES = 5_000;
    /// How often a hidden rule that contains itself is followed. Guards memory: what is pasted grows with each. Not
    /// varied.
    RULE_RECURSION = 2;
    /// When more states than this have been seen two rules count as different. Guards time. Not varied.
    RULE_STATES = 2_000;
    /// How deep parentheses nest in facts. Guards the stack of the reader, which descends. Not varied.
    FACTS_DEPTH = 200;
}

/// How many edits a pass may propose for each byte, and how many on any text: what its tests insist on.
#[cfg(test)]
pub(crate) const MOST_EDITS: (usize, usize) = (12, 400_000);
