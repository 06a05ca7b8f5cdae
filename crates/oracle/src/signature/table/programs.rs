//! Native programs: sanitizers, the C and C++ runtimes, panics.

use super::{ROW, frame_unless_too_deep, part, part_if};
use crate::signature::normalise::Clean;
use crate::signature::recognise::{Recogniser, Source};
use crate::signature::stack;

/// Panics that say the same in many places.
const VAGUE_PANIC: &str = "Option::|Result::|out of (?:bounds|range)|no entry found|already (?:mutably )?borrowed|unreachable code|not (?:yet )?implemented|explicit panic|overflow|divide by zero";

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser {
        id: "sanitizer",
        needles: &["Sanitizer: "],
        pattern: r"(?:ERROR|WARNING): (?<tool>(?:HW)?\w+Sanitizer): (?<what>[A-Za-z][\w-]*(?: [a-z][a-z-]+)*?)(?: on\b| \(|:| 0x|$)",
        parts: &[
            part("tool", Source::Match(Clean::Exact)),
            part("what", Source::Match(Clean::Exact)),
            part("frame", Source::Top(&stack::SANITIZER)),
        ],
        say: "{tool}: {what}[ in {frame}]",
        grep: &["{tool}: {what}", "{frame}"],
        on_success: true,
        ..ROW
    },
    Recogniser {
        id: "ubsan",
        needles: &[": runtime error: "],
        pattern: r":\d+:\d+: runtime error: (?<message>[^\n]+)",
        parts: &[
            part("message", Source::Match(Clean::Message)),
            part("frame", Source::Top(&stack::SANITIZER)),
        ],
        say: "UndefinedBehaviorSanitizer: {message}[ in {frame}]",
        grep: &["runtime error: {message}", "{frame}"],
        on_success: true,
        ..ROW
    },
    Recogniser {
        id: "stack-overflow",
        needles: &["has overflowed its stack"],
        pattern: r"^thread '(?<thread>[^'\n]*)'(?: \(\d+\))? has overflowed its stack",
        parts: &[part("thread", Source::Match(Clean::Words))],
        say: "stack overflow in thread {thread}",
        grep: &["has overflowed its stack"],
        ..ROW
    },
    Recogniser {
        id: "panic",
        needles: &[" panicked at "],
        pattern: r"^thread '[^'\n]*'(?: \(\d+\))? panicked at (?<place>[^\n']+?\.rs):\d+:\d+:\n(?<message>[^\n]*)",
        parts: &[
            part("place", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Message)),
            part_if("frame", Source::Top(&stack::PANIC), VAGUE_PANIC),
        ],
        say: "panic at {place}[: {message}][ in {frame}]",
        grep: &["panicked at ", "{place}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "panic-old",
        needles: &[" panicked at '"],
        pattern: r"^thread '[^'\n]*' panicked at '(?<message>[^\n]*)(?:\n[^\n]*){0,3}?', (?<place>[^\n']+?\.rs):\d+:\d+$",
        parts: &[
            part("place", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Message)),
            part_if("frame", Source::Top(&stack::PANIC), VAGUE_PANIC),
        ],
        say: "panic at {place}[: {message}][ in {frame}]",
        grep: &["panicked at ", "{place}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "uncaught-cxx",
        needles: &["terminate called ", "libc++abi: "],
        pattern: r"(?:terminate called after throwing an instance of '|libc\+\+abi: terminating (?:with|due to) uncaught exception of type )(?<type>[^'\n ]+?)(?:'\n *what\(\): +|: |'?$)(?<what>[^\n]*)",
        parts: &[part("type", Source::Match(Clean::Function)), part("what", Source::Match(Clean::Message))],
        say: "uncaught {type}[: {what}]",
        grep: &["{type}", "{what}"],
        ..ROW
    },
    Recogniser {
        id: "terminate",
        needles: &["terminate called ", "libc++abi: ", "virtual method called"],
        pattern: r"^(?:libc\+\+abi: )?(?<what>terminate called [a-z ]+|terminating[a-z ]*|[Pp]ure virtual [a-z ]+)",
        parts: &[part("what", Source::Match(Clean::Exact))],
        say: "{what}",
        grep: &["{what}"],
        ..ROW
    },
    Recogniser {
        id: "libc",
        needles: &[
            "smashing detected",
            "overflow detected",
            "range detected",
            "segment detected",
            "free or corruption",
            "corrupted ",
            "free(): ",
            "alloc(): ",
            "_chunk(): ",
            "consolidate(): ",
            "align(): ",
        ],
        pattern: r"^(?:[^\n]*?Error in `[^'\n]*': )?(?:\*\*\* )?(?<what>(?:stack smashing|buffer overflow|bit out of range) detected|%n in writable segment detected|double free or corruption \([\w!]+\)|corrupted (?:double-linked list|size vs\. prev_size)[^\n:]*|(?:free|malloc|realloc|calloc|memalign|munmap_chunk|mremap_chunk|malloc_consolidate|_int_malloc|_int_free)\(\): [a-z][^\n:]*?)(?: ?\*\*\*)?(?:: [^\n]*)?$",
        parts: &[part("what", Source::Match(Clean::Words))],
        say: "libc: {what}",
        grep: &["{what}"],
        ..ROW
    },
    Recogniser {
        id: "go-fatal",
        needles: &["goroutine "],
        pattern: r"^(?:runtime: [^\n]*\n)*fatal error: (?<message>all goroutines are asleep[^\n]*|concurrent map [^\n]+|stack overflow|unexpected signal[^\n]*|runtime: [^\n]+|out of memory|sync: [^\n]+)\n(?:[^\n]*\n)*?(?:goroutine|runtime stack)",
        parts: &[part("message", Source::Match(Clean::Words)), frame_unless_too_deep(&stack::GOROUTINE)],
        say: "go fatal error: {message}[ in {frame}]",
        grep: &["fatal error: {message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "go-panic",
        needles: &["goroutine "],
        pattern: r"^panic: (?<message>[^\n]*?)(?: \[recovered[^\n]*)?\n(?:[^\n]*\n){0,8}?goroutine \d+ ",
        parts: &[
            part("message", Source::Match(Clean::Message)),
            part("frame", Source::Top(&stack::GOROUTINE)),
        ],
        say: "go panic: {message}[ in {frame}]",
        grep: &["panic: {message}", "{frame}"],
        ..ROW
    },
];
