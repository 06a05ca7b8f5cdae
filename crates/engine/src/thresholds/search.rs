//! Thresholds of the search itself: whom it asks what, and when it stops.

use crate::threshold::Threshold;

thresholds! {
    // The search.

    /// How much heavier than the next one a segment must be to be probed ahead of its turn. Halved 10,266, doubled
    /// 10,116.
    PROBE = 2;
    /// By how many percent the document must have shrunk until a refused segment is asked again as a
    /// whole. Halved 10,065, doubled 10,034.
    REFUSED_AGAIN = 5;
    /// Of two ways over the same ground the one that has asked so many questions more than it has paid for gives way. Not varied.
    TURN_QUESTIONS = 8;
    /// What a question is paid for with: this part of the document. Not varied.
    TURN_CREDIT = 256;
    /// How many sites go together at most while they succeed. Guards questions; nothing moves.
    BUNDLE = 64;
    /// In more bytes than this refused edits are not recognised: what was refused once may well succeed when much else
    /// has gone. Halved 9,999, doubled the same.
    REFUSALS_BYTES = 64 * 1024;
    /// How many bytes on either side count as the place of a refused edit. More ask more about the same: 24 asked 4 to 8 % more on
    /// samples and real cases, for results of as many tokens (`benches/runs/2026-11-23-2core-tail/`).
    REFUSALS_MARGIN = 8;
    /// The same in tokens, where it is known where each of them comes from. With 8 two real cases took 1,627 and 1,500 questions,
    /// with 3 1,484 and 1,455, for the same results (`benches/runs/2026-11-25-2core-refused/`).
    REFUSALS_TOKENS = 3;
    /// What was refused before is asked again at the end when the first so many of it promise a token. Guards questions. Not
    /// varied.
    WORTH_QUESTIONS = 200;
    /// From here on a word is frequent, however much more often it occurs. Halved 10,052, doubled 10,060.
    REFUSALS_OFTEN = 3;
    /// In more bytes than this refused edits are not recognised under other names: so much has seldom only a name left to
    /// lose. Guards time; not varied.
    SHAPE_BYTES = 16 * 1024;
    /// In more bytes than this a round ends once half of the tokens have gone: a fresh parse is cheaper than a stale
    /// tree. Halved 10,116, doubled the same.
    CARRY_BYTES = 256 * 1024;
    /// After so many refusals in a row a round ends of which half of the tokens have gone, and after more where less has gone, as
    /// what is left is to it: passes see what its successes have made of the document. Halved, the samples of all languages took
    /// 3,476 questions for 3,421; without it eight strict programs 5 % more.
    STALE_PATIENCE = 19;
    /// With fewer tokens left it does not matter. Halved the same.
    STALE_TOKENS = 60;
    /// In more bytes than this what a success leaves behind has to wait for the next round. Guards time. Not varied.
    FOLLOWED_BYTES = 64 * 1024;
    /// Up to this many bytes it is parsed whether an edit breaks the tree before it is asked. Guards time: a parse of
    /// more costs as much as a question. Halved 10,053, doubled the same.
    PARSE_BYTES = 16 * 1024;
    /// How many such parses a question pays for, so that looking costs no more than asking. Halved 10,075, doubled the same.
    PARSES_PER_QUESTION = 4;
    /// For each worker more, so many more refusals in a row leave no list to others: they were asked at once. Not varied.
    REFUSED_AT_ONCE = 4;
    /// The most, in percent, that must have gone before several workers ask about some pieces again. Guards questions. Not varied.
    AGAIN_AT_MOST = 50;
    /// In lists of so many elements, where several ask at once, users go along with what they use. Guards time. Not varied.
    USED_ELEMENTS = 16;
    /// What a no would lead to is asked ahead when it is worth more than this part of the best that is being asked, or when
    /// most of the workers would rest. Guards questions. Not varied.
    OPENED = 64;
    /// In the coarse search the part is smaller where there are more workers: so many for each of them. Without this a list is opened
    /// too late for hundreds: at 64 jobs 1 MB took 83 latencies, with it 79 (`benches/runs/2026-11-25-2core-tails/`); in later stages,
    /// too, 256 slots asked 15 % more questions.
    OPENED_PER_WORKER = 4;
    /// A round that has changed the document ends when nothing waits and no more than this part of the workers is asking: a
    /// fresh parse keeps all of them busy. Not varied.
    RESTING = 4;
    /// How many questions there are in a wave of the deterministic mode, whatever the number of jobs. Not varied.
    WAVE = 8;

    // Excursions and restarts.

    /// How many growing steps are asked about from one best. Guards questions; nothing moves.
    GROWING_STEPS = 16;
    /// How many candidates the excursions from one best may try together, besides the next. Guards questions; nothing
    /// moves.
    EXCURSION_TRIALS = 64;
    /// How many more they may try for each token of the best. Guards questions; nothing moves.
    EXCURSION_TRIALS_PER_TOKEN = 1;
    /// How many candidates one excursion may try, besides one for each token in focus. Guards questions; nothing moves.
    EXCURSION_BUDGET = 16;
    /// How many more it may try for each one that is accepted. Guards questions; nothing moves.
    EXCURSION_REWARD = 8;
    /// Of so many candidates that are tried elsewhere in a run, excursions may try one in vain; a thorough run has no such
    /// bound. Guards questions. Not varied.
    EXCURSION_PART = 4;
    /// How many tokens a growing step may add, besides as many as there are. Guards questions; nothing moves.
    EXCURSION_GROWTH = 16;
    /// Beyond this many tokens there are no excursions: looking at the document costs more than they bring. Guards
    /// questions; nothing moves.
    EXCURSION_TOKENS = 4_000;
    /// How many tokens an edit of an excursion may touch, for each one in focus among them. Guards questions; nothing
    /// moves.
    FOCUS_SHARE = 2;
    /// How many more it may touch. Guards questions; nothing moves.
    FOCUS_BESIDES = 10;
    /// What restarts may cost, in percent of all other questions. Halved 9,955, doubled 10,138.
    RESTART_SHARE = 25;
}
