//! The table of ways to die: one row per kind of crash, the most specific first.
//!
//! To add a kind: write a row, and a file of its name in `samples/` with real output. The tests hold every row to its
//! samples.

mod compilers;
mod programs;
mod runtimes;

use super::recognise::{Part, Recogniser, Source, Take, When};
use super::stack::Stack;

/// All rows, in the order in which they are tried.
pub(super) static TABLE: [&[Recogniser]; 3] = [compilers::ROWS, programs::ROWS, runtimes::ROWS];

/// The row of that name.
pub(super) fn row(id: &str) -> Option<&'static Recogniser> {
    TABLE.iter().flat_map(|it| it.iter()).find(|it| it.id == id)
}

/// What most rows have in common.
const ROW: Recogniser = Recogniser {
    id: "",
    needles: &[],
    pattern: "",
    unless: "",
    take: Take::First,
    parts: &[],
    say: "",
    grep: &[],
    on_success: false,
};

/// A part that is always taken.
const fn part(name: &'static str, from: Source) -> Part {
    Part { name, from, when: When::Always }
}

/// A part that is taken only when those before it say too little: when they match `vague`.
const fn part_if(name: &'static str, from: Source, vague: &'static str) -> Part {
    Part { name, from, when: When::If(vague) }
}

/// The function on top of the stack, unless the stack overflowed: then it is chance which function was on top.
const fn frame_unless_too_deep(stack: &'static Stack) -> Part {
    Part {
        name: "frame",
        from: Source::Top(stack),
        when: When::Unless("(?i:stack ?overflow|overflowed its stack|recursion)"),
    }
}
