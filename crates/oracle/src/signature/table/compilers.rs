//! Compilers that know that they crashed and say so.

use super::{ROW, frame_unless_too_deep, part, part_if};
use crate::signature::normalise::Clean;
use crate::signature::recognise::{Recogniser, Source};
use crate::signature::stack;

/// Messages of panics that are the same in many places.
const VAGUE_PANIC: &str = "Option::|Result::|out of (?:bounds|range)|no entry found|already (?:mutably )?borrowed|unreachable code|not (?:yet )?implemented|explicit panic|overflow|divide by zero|^\\S+$";

/// Functions of the GNU compilers in which many different bugs come to light.
const VAGUE_GNU: &str = r"^(?:execute_function_todo|execute_todo|verify_\w+|fancy_abort|operator\(\)|checking_verify\w*|crash_signal)$";

/// Helpers whose assertions fail for many different bugs.
const VAGUE_ASSERTION: &str = r"(?: |::)(?:(?:dyn_)?cast\w*|isa\w*|operator(?:\[\]|\*|->|\(\)|==)|front|back|at|get|begin|end|value|getValue|getPointer|size|pop_back\w*|drop_\w+|slice|addNodeToList|removeNodeFromList)$";

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser {
        id: "rustc-panic",
        needles: &["thread 'rustc'"],
        pattern: r"^thread 'rustc'(?: \(\d+\))? panicked at (?<place>[^\n']+?\.rs):\d+:\d+:\n(?<message>[^\n]+)",
        unless: "Box<dyn Any>|Box<Any>",
        parts: &[
            part("place", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Message)),
            part_if("query", Source::Search(r"^#0 \[(\w+)\]", Clean::Exact), VAGUE_PANIC),
        ],
        say: "rustc panic at {place}: {message}[ (query {query})]",
        grep: &["panicked at", "{place}", "{message}", "#0 [{query}]"],
        ..ROW
    },
    Recogniser {
        id: "rustc-panic-old",
        needles: &["thread 'rustc' panicked at '"],
        pattern: r"^thread 'rustc' panicked at '(?<message>[^\n]*?)', (?<place>[^\n']+?\.rs):\d+:\d+$",
        parts: &[
            part("place", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Message)),
            part_if("query", Source::Search(r"^#0 \[(\w+)\]", Clean::Exact), VAGUE_PANIC),
        ],
        say: "rustc panic at {place}: {message}[ (query {query})]",
        grep: &["panicked at", "{place}", "{message}", "#0 [{query}]"],
        ..ROW
    },
    Recogniser {
        id: "rustc-ice",
        needles: &["internal compiler error: "],
        pattern: r"^error(?:\[E\d+\])?: internal compiler error: (?:(?<place>[^\s:]+\.rs):\d+:\d+: )?(?<message>[^\n]+)",
        parts: &[
            part("place", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Message)),
            part("delayed", Source::Search(r"= note: delayed at ([^\n]+?\.rs):\d+", Clean::Place)),
        ],
        say: "rustc internal compiler error[ at {place}]: {message}[ (delayed at {delayed})]",
        grep: &["internal compiler error: ", "{place}", "{message}", "{delayed}"],
        ..ROW
    },
    Recogniser {
        id: "rustc-signal",
        needles: &["rustc interrupted by "],
        pattern: r"^error: rustc interrupted by (?<signal>SIG\w+), printing backtrace",
        parts: &[
            part("signal", Source::Match(Clean::Exact)),
            part("note", Source::Search("^note: rustc unexpectedly (overflowed its stack)", Clean::Exact)),
            frame_unless_too_deep(&stack::BACKTRACE),
        ],
        say: "rustc crash: {signal}[, {note}][ in {frame}]",
        grep: &["rustc interrupted by {signal}", "{note}"],
        ..ROW
    },
    Recogniser {
        id: "javac",
        needles: &["An exception has occurred in the compiler"],
        pattern: r"An exception has occurred in the compiler(?:[^\n]*\n)(?:[^\n]*\n){0,4}?(?<error>[a-z]\w*(?:\.[\w$]+)+)(?:: [^\n]*)?\n\s+at ",
        parts: &[part("error", Source::Match(Clean::Exact)), frame_unless_too_deep(&stack::JVM)],
        say: "javac crash: {error}[ at {frame}]",
        grep: &["An exception has occurred in the compiler", "{error}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "go-ice",
        needles: &[": internal compiler error: "],
        pattern: r"^\S+\.go:\d+(?::\d+)?: internal compiler error: (?:'[^'\n]*': )?(?:panic during (?<phase>[\w ]+?) while compiling [^\n:]+: )?(?<message>[^\n]+)",
        parts: &[
            part("phase", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            part("frame", Source::Top(&stack::GOROUTINE)),
        ],
        say: "go internal compiler error:[ panic during {phase}:] {message}[ in {frame}]",
        grep: &["internal compiler error: ", "panic during {phase} while", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "gcc-ice",
        needles: &["internal compiler error: in "],
        pattern: r"internal compiler error: in (?<function>[^,\n]+), at (?<file>\S+?):\d+",
        parts: &[
            part("function", Source::Match(Clean::Exact)),
            part_if("file", Source::Match(Clean::File), r"^operator\(\)"),
            part_if(
                "pass",
                Source::Search(r"^during (?:GIMPLE|RTL|IPA) pass: (\S+)", Clean::Exact),
                VAGUE_GNU,
            ),
        ],
        say: "gcc internal compiler error: in {function}[, at {file}][, during pass {pass}]",
        grep: &["internal compiler error: in {function}, at ", "{file}", "pass: {pass}"],
        ..ROW
    },
    Recogniser {
        id: "gcc-check",
        needles: &["internal compiler error: "],
        pattern: r"internal compiler error: (?<message>\w+ check: [^\n]+?) in (?<function>\w+), at \S+:\d+",
        parts: &[part("message", Source::Match(Clean::Words)), part("function", Source::Match(Clean::Exact))],
        say: "gcc internal compiler error: {message} in {function}",
        grep: &["internal compiler error: {message} in {function}, at "],
        ..ROW
    },
    Recogniser {
        id: "gcc-ice-text",
        needles: &["internal compiler error: "],
        pattern: r"internal compiler error: (?<message>[^\n]+?)(?:, at \S+:\d+)?$",
        parts: &[
            part("message", Source::Match(Clean::Message)),
            part("frame", Source::Top(&stack::GNU)),
            part("pass", Source::Search(r"^during (?:GIMPLE|RTL|IPA) pass: (\S+)", Clean::Exact)),
        ],
        say: "gcc internal compiler error: {message}[ in {frame}][, during pass {pass}]",
        grep: &["internal compiler error: {message}", "{frame}", "pass: {pass}"],
        ..ROW
    },
    Recogniser {
        id: "msvc-c1001",
        needles: &["fatal error C1001"],
        pattern: r"fatal error C1001: (?<message>[^\n.]+)[^\n]*(?:\n\(compiler file '(?<file>[^'\n]+)')?",
        parts: &[part("message", Source::Match(Clean::Message)), part("file", Source::Match(Clean::File))],
        say: "msvc fatal error C1001: {message}[ (compiler file {file})]",
        grep: &["fatal error C1001: {message}", "{file}"],
        ..ROW
    },
    Recogniser {
        id: "msvc-ice",
        needles: &["INTERNAL COMPILER ERROR in "],
        pattern: r"INTERNAL COMPILER ERROR in '(?<file>[^'\n]+)'",
        parts: &[part("file", Source::Match(Clean::File))],
        say: "msvc internal compiler error in {file}",
        grep: &["INTERNAL COMPILER ERROR in ", "{file}"],
        ..ROW
    },
    Recogniser {
        id: "assertion",
        needles: &["Assertion `"],
        pattern: r"^(?:[^\n]*?: )?[^\s:]+:\d+: (?:(?<function>[^\n]*?): )?Assertion `(?<text>[^\n]*)' failed\.",
        parts: &[
            part("text", Source::Match(Clean::Exact)),
            part("function", Source::Match(Clean::Function)),
            part_if("frame", Source::Top(&stack::LLVM), VAGUE_ASSERTION),
        ],
        say: "assertion failed: {text}[ in {function}][ called by {frame}]",
        grep: &["Assertion `{text}' failed", "{function}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "assertion-bsd",
        needles: &["Assertion failed: "],
        pattern: r"^(?:[^\n]*?: )?Assertion failed: (?<text>[^\n]*?)(?: \([^\s:]+: (?<caller>\w+): \d+\)|, (?:function (?<function>[^\n,]+), )?file [^\n,]+, line \d+\.?)$",
        parts: &[
            part("text", Source::Match(Clean::Exact)),
            part("function", Source::Match(Clean::Function)),
            part("caller", Source::Match(Clean::Function)),
            part("frame", Source::Top(&stack::LLVM)),
        ],
        say: "assertion failed: {text}[ in {function}][ in {caller}][ called by {frame}]",
        grep: &["Assertion failed: {text}", "{function}", "{caller}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "llvm-unreachable",
        needles: &["UNREACHABLE executed at "],
        pattern: r"(?:^(?<message>[^\n:|^~]+)\n)?UNREACHABLE executed at (?<file>\S+?):\d+!",
        parts: &[
            part("file", Source::Match(Clean::File)),
            part("message", Source::Match(Clean::Words)),
            part("frame", Source::Top(&stack::LLVM)),
        ],
        say: "UNREACHABLE executed at {file}[: {message}][ in {frame}]",
        grep: &["UNREACHABLE executed at ", "{file}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "llvm-select",
        needles: &["Cannot select: "],
        pattern: r"(?:LLVM ERROR|error in backend): Cannot select: (?:[^\n=]*= ?)?(?<operation>[\w:]+(?:<[^\n>]*>)?)",
        parts: &[part("operation", Source::Match(Clean::Function))],
        say: "LLVM error: cannot select {operation}",
        grep: &["Cannot select: ", "{operation}"],
        ..ROW
    },
    Recogniser {
        id: "llvm-error",
        needles: &["LLVM ERROR: ", "fatal error: error in backend: "],
        pattern: r"(?:LLVM ERROR|fatal error: error in backend): (?<message>[^\n]+)",
        parts: &[part("message", Source::Match(Clean::Message)), part("frame", Source::Top(&stack::LLVM))],
        say: "LLVM error: {message}[ in {frame}]",
        grep: &["{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "llvm-crash",
        needles: &["Stack dump"],
        pattern: r"^Stack dump(?: without symbol names[^\n]*)?:",
        parts: &[
            part("frame", Source::Top(&stack::LLVM)),
            part_if(
                "pass",
                Source::Search(
                    r#"(?:^[^\n]*Running pass [^\n]*\n)*^\d+\.\s+Running pass ['"]([^'"<(\n]+)"#,
                    Clean::Exact,
                ),
                NOTHING_YET,
            ),
            part_if(
                "doing",
                Source::Search(
                    r"^1\.\s+(?:<eof> |[^\s:]+:\d+:\d+: )?(parser at end of file|[A-Z][\w ]+? |at annotation token|current parser token|Per-file \w+|Code generation)",
                    Clean::Exact,
                ),
                NOTHING_YET,
            ),
        ],
        say: "clang/LLVM crash[ in {frame}][ in pass {pass}][ ({doing})]",
        grep: &["Stack dump", "{frame}", "{pass}", "{doing}"],
        ..ROW
    },
    Recogniser {
        id: "ghc-panic",
        needles: &["panic! (the 'impossible' happened)"],
        pattern: r"panic! \(the 'impossible' happened\)\n(?: *(?:\(GHC|GHC) version [^\n]*\n)?\s*(?<message>[^\n]+)",
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "ghc panic: {message}",
        grep: &["panic! (the ", "{message}"],
        ..ROW
    },
    Recogniser {
        id: "typescript-debug",
        needles: &["Debug Failure."],
        pattern: r"Debug Failure\.(?: (?<message>[^\n]*))?",
        parts: &[part("message", Source::Match(Clean::Message)), part("frame", Source::Top(&stack::SCRIPT))],
        say: "tsc Debug Failure.[ {message}][ at {frame}]",
        grep: &["Debug Failure.", "{message}", "{frame}"],
        ..ROW
    },
];

/// True as long as no other part was found.
const NOTHING_YET: &str = r"^\z";
