//! Virtual machines and interpreters: uncaught exceptions, and their own deaths.

use super::{ROW, frame_unless_too_deep, part};
use crate::signature::normalise::Clean;
use crate::signature::recognise::{Recogniser, Source, Take};
use crate::signature::stack;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser {
        id: "jvm",
        needles: &["detected by the Java Runtime"],
        pattern: r"^# A fatal error has been detected by the Java Runtime[^\n]*\n#\n#  (?<what>[^\n]+?)(?: \(0x[0-9a-f]+\))?(?: at pc=| \((?:[^\s()]*/)?(?<file>[\w.]+):\d+\))[^\n]*(?:\n#  (?<message>[^\n]+))?",
        parts: &[
            part("what", Source::Match(Clean::Words)),
            part("file", Source::Match(Clean::Place)),
            part("message", Source::Match(Clean::Words)),
            part(
                "frame",
                Source::Search(r"^# Problematic frame:\n# \w  (?:\[[^\]\n]*\]  )?([^\n]*)", Clean::Words),
            ),
        ],
        say: "JVM crash: {what}[ ({file})][: {message}][ in {frame}]",
        grep: &["{what}", "{file}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "jvm-cause",
        needles: &["Caused by: "],
        pattern: r"^Caused by: (?<error>[a-zA-Z]\w*(?:\.[\w$]+)+)(?:: (?<message>[^\n]*))?\n(?:[^\n]*\n){0,5}?\s+at [\w.$<>/@-]+\(",
        take: Take::Last,
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            frame_unless_too_deep(&stack::JVM),
        ],
        say: "{error}[: {message}][ at {frame}]",
        grep: &["Caused by: {error}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "jvm-exception",
        needles: &["\tat "],
        pattern: r#"^(?:Exception in thread "[^"\n]*" |[^\n]*?: )?(?<error>[a-zA-Z]\w*(?:\.[\w$]+)*\.\w*(?:Error|Exception|Throwable|Failure|Fault|Crash)\w*)(?:: (?<message>[^\n]*))?\n(?:[^\n]*\n){0,5}?\s+at [\w.$<>/@-]+\((?:[\w$.-]+:\d+|[\w$]+\.\w+|Native Method|Unknown Source)\)"#,
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            frame_unless_too_deep(&stack::JVM),
        ],
        say: "{error}[: {message}][ at {frame}]",
        grep: &["{error}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "clr-exception",
        needles: &["nhandled exception", "nhandled Exception"],
        pattern: r"^Unhandled [Ee]xception[.:] (?<error>[A-Z]\w*(?:\.\w+)+)(?:: (?<message>[^\n]*))?",
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            frame_unless_too_deep(&stack::CLR),
        ],
        say: "{error}[: {message}][ at {frame}]",
        grep: &["{error}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "v8-fatal",
        needles: &["FATAL ERROR: ", "# Fatal error in "],
        pattern: r"^(?:FATAL ERROR: |# Fatal error in (?:[^\n]*\n# )(?:last resort|Check failed)?:? ?)(?<message>[^\n]+)",
        parts: &[part("message", Source::Match(Clean::Words))],
        say: "V8 fatal error: {message}",
        grep: &["{message}"],
        ..ROW
    },
    Recogniser {
        id: "script-recursion",
        needles: &["Maximum call stack size exceeded", "too much recursion"],
        pattern: r"(?:RangeError: (?<message>Maximum call stack size exceeded)|InternalError: too much recursion)",
        parts: &[part("message", Source::Match(Clean::Exact))],
        say: "uncaught RangeError: Maximum call stack size exceeded",
        grep: &["{message}"],
        ..ROW
    },
    Recogniser {
        id: "script-type-error",
        needles: &[
            "Error: Cannot ",
            "ERROR: Cannot ",
            " is not a function",
            " is not iterable",
            " is not a constructor",
            " is not an object",
            "ReferenceError: ",
        ],
        pattern: r"(?:Type|Reference)?(?:Error|ERROR): (?<message>Cannot (?:read|set|convert|destructure) [^\n]+|[^\n]+? is not (?:a function|iterable|a constructor|an object|defined)[^\n]*|(?:undefined|null) is not [^\n]+)",
        parts: &[part("message", Source::Match(Clean::Words)), part("frame", Source::Top(&stack::SCRIPT))],
        say: "uncaught TypeError: {message}[ at {frame}]",
        grep: &["{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "script-rejection",
        needles: &["UnhandledPromiseRejection: "],
        pattern: r#"UnhandledPromiseRejection: [^\n]* with the reason "(?<message>[^\n]*)"\."#,
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "unhandled rejection: {message}",
        grep: &["UnhandledPromiseRejection: ", "{message}"],
        ..ROW
    },
    Recogniser {
        id: "script-error",
        needles: &["    at "],
        pattern: r"^(?:\[\w+\] )?(?:[^\n]*?: )??(?:Uncaught )?(?<error>(?:[A-Z]\w*)?(?:Error|ERROR|Exception)(?: \[\w+\])?)(?:: (?<message>[^\n]*))?\n(?:[^\n]*\n){0,12}?(?:\[\w+\])? +at [^\n]*:\d+:\d+",
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            part("frame", Source::Top(&stack::SCRIPT)),
        ],
        say: "uncaught {error}[: {message}][ at {frame}]",
        grep: &["{error}", "{message}", "{frame}"],
        ..ROW
    },
    Recogniser {
        id: "node-thrown",
        needles: &["Node.js v"],
        pattern: r"^(?:[^\n]+\n)?\s*(?:throw [^\n]*)\n\s*\^+\n+(?:Uncaught )?(?<message>[^\n]+)\n",
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "uncaught {message}",
        grep: &["{message}"],
        ..ROW
    },
    Recogniser {
        id: "python-fatal",
        needles: &["Fatal Python error: "],
        pattern: r"^Fatal Python error: (?<message>[^\n]+)(?:\n(?:[^\n]*\n)*?  File [^\n]*, line \d+ in (?<function>\S+))?",
        parts: &[
            part("message", Source::Match(Clean::Words)),
            part("function", Source::Caller(Clean::Words)),
        ],
        say: "Fatal Python error: {message}[ in {function}]",
        grep: &["Fatal Python error: {message}", "{function}"],
        ..ROW
    },
    Recogniser {
        id: "python-recursion",
        needles: &["RecursionError"],
        pattern: r"^(?<error>RecursionError)",
        parts: &[part("error", Source::Match(Clean::Exact))],
        say: "Python {error}",
        grep: &["{error}"],
        ..ROW
    },
    Recogniser {
        id: "python-type-error",
        needles: &["Traceback (most recent call last):"],
        pattern: r"^Traceback \(most recent call last\):\r?\n(?:  [^\n]*\n)*  File [^\n]*, line \d+, in (?<function>[^\n]+)\n(?:  [^\n]*\n)*(?<error>AttributeError|TypeError|NameError|UnboundLocalError|ImportError|ModuleNotFoundError)(?:: (?<message>[^\n]*))?$",
        take: Take::Last,
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Words)),
            part("function", Source::Caller(Clean::Exact)),
        ],
        say: "Python {error}[: {message}][ in {function}]",
        grep: &["{error}", "{message}", ", in {function}"],
        ..ROW
    },
    Recogniser {
        id: "python",
        needles: &["Traceback (most recent call last):"],
        pattern: r"^Traceback \(most recent call last\):\n(?:  [^\n]*\n)*  File [^\n]*, line \d+, in (?<function>[^\n]+)\n(?:  [^\n]*\n)*(?<error>[A-Za-z_][\w.]*)(?:: (?<message>[^\n]*))?$",
        take: Take::Last,
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            part("function", Source::Caller(Clean::Exact)),
        ],
        say: "Python {error}[: {message}][ in {function}]",
        grep: &["{error}", "{message}", ", in {function}"],
        ..ROW
    },
    Recogniser {
        id: "python-group",
        needles: &["Exception Group Traceback"],
        pattern: r"^(?: +\| +File [^\n]*, line \d+, in (?<function>[^\n]+)\n(?: +\|  [^\n]*\n)*)? +\| (?<error>[A-Za-z_][\w.]*)(?:: (?<message>[^\n]*))?\n +\+-{8}",
        parts: &[
            part("error", Source::Match(Clean::Exact)),
            part("message", Source::Match(Clean::Message)),
            part("function", Source::Caller(Clean::Exact)),
        ],
        say: "Python {error}[: {message}][ in {function}]",
        grep: &["{error}", "{message}", ", in {function}"],
        ..ROW
    },
    Recogniser {
        id: "ruby-bug",
        needles: &["[BUG] "],
        pattern: r"\[BUG\] (?<message>[^\n]+?)(?: at 0x[0-9a-f]+)?$",
        parts: &[part("message", Source::Match(Clean::Words))],
        say: "Ruby bug: {message}",
        grep: &["[BUG] {message}"],
        ..ROW
    },
    Recogniser {
        id: "ruby-exception",
        needles: &[":in `", ":in '"],
        pattern: r"^[^\n]*?:\d+:in [`'][^\n]*?': (?<message>[^\n]*?) ?\((?<error>[A-Z]\w*(?:::\w+)*)\)$",
        parts: &[part("error", Source::Match(Clean::Exact)), part("message", Source::Match(Clean::Message))],
        say: "uncaught Ruby {error}[: {message}]",
        grep: &["({error})", "{message}"],
        ..ROW
    },
    Recogniser {
        id: "php-exception",
        needles: &["Fatal error: "],
        pattern: r"^(?:PHP )?Fatal error:\s+Uncaught (?<error>[A-Za-z_][\w\\]*)(?:: (?<message>[^\n]*?))? in [^\n]*?:\d+$",
        parts: &[part("error", Source::Match(Clean::Exact)), part("message", Source::Match(Clean::Message))],
        say: "uncaught PHP {error}[: {message}]",
        grep: &["Uncaught {error}", "{message}"],
        ..ROW
    },
    Recogniser {
        id: "lua-error",
        needles: &["stack traceback:"],
        pattern: r"^[^\s:]*lua[\w.-]*: (?:[^\n:]*:\d+: )?(?<message>[^\n]*)\nstack traceback:",
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "uncaught Lua error: {message}",
        grep: &["{message}"],
        ..ROW
    },
    Recogniser {
        id: "ocaml",
        needles: &["Fatal error: exception "],
        pattern: r"^Fatal error: exception (?<message>[^\n]+)",
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "Fatal error: exception {message}",
        grep: &["Fatal error: exception {message}"],
        ..ROW
    },
    Recogniser {
        id: "internal-error",
        needles: &[
            "nternal error",
            "NTERNAL ERROR",
            "nternal Error",
            "nternal compiler error",
            "NTERNAL COMPILER ERROR",
            "nternal Compiler Error",
        ],
        pattern: r"(?:^|[:\]] )(?i:internal (?:compiler )?error)(?: in [^\n:]*)?[:,] (?<message>[^\n]+)",
        parts: &[part("message", Source::Match(Clean::Message))],
        say: "internal error: {message}",
        grep: &["{message}"],
        ..ROW
    },
];
