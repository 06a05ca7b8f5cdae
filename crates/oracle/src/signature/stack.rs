//! Finds the function that a printed stack is about: the innermost one that is not machinery of dying.

use std::collections::BTreeMap;

use regex::bytes::Regex;

use super::normalise::Clean;
use super::own::Own;
use super::recognise::bytes_regex;

/// How one kind of tool prints its stack.
#[derive(Debug)]
pub(super) struct Stack {
    /// One frame; the group `f` is the function, `at` is module and offset where the function is not known.
    pub(super) line: &'static str,
    /// Functions that say nothing about the crash: handlers, allocators, checked casts.
    pub(super) skip: &'static str,
    /// Frames, as they are printed, that say nothing either; empty means none.
    pub(super) skip_frame: &'static str,
    /// How its functions are cleaned.
    pub(super) clean: Clean,
}

/// More frames than this are not read.
const DEEPEST: usize = 512;

/// The stack is looked for in so many bytes after the message.
const REGION: usize = 64 << 10;

/// What more than this divides is not one stack.
const GAP: usize = 1 << 10;

/// A stack of this depth whose innermost function is there [`OFTEN`] is one of endless recursion. Tools print 256 frames
/// at most; less depth is no sign, because it goes away while the input shrinks.
const DEEP: usize = 200;
const OFTEN: usize = 5;

/// A [`Stack`] ready to be used.
#[derive(Debug)]
pub(super) struct Frames {
    line: Regex,
    skip: Regex,
    skip_frame: Option<Regex>,
    clean: Clean,
}

impl Frames {
    /// Makes use of `stack`.
    pub(super) fn new(stack: &Stack) -> Frames {
        Frames {
            line: bytes_regex(stack.line),
            skip: bytes_regex(stack.skip),
            skip_frame: (!stack.skip_frame.is_empty()).then(|| bytes_regex(stack.skip_frame)),
            clean: stack.clean,
        }
    }

    /// The telling function of the first stack in `text`. Frames in code of the input say nothing.
    pub(super) fn top(&self, text: &[u8], own: &Own) -> Option<String> {
        let frames: Vec<&[u8]> =
            self.first_stack(text).into_iter().filter(|it| !own.has_frame(it.1)).map(|it| it.0).collect();
        let Some(top) = frames.iter().find_map(|it| self.name(it)) else { return self.nameless(&frames) };
        if frames.len() >= DEEP && times(&top, &frames) >= OFTEN {
            return Some(self.circle(&frames).unwrap_or(top));
        }
        Some(top)
    }

    /// True when the innermost function that tells anything stands in code of the input.
    pub(super) fn is_own(&self, text: &[u8], own: &Own) -> bool {
        let frames = self.first_stack(text);
        frames
            .iter()
            .find(|it| own.has_frame(it.1) || self.name(it.0).is_some())
            .is_some_and(|it| own.has_frame(it.1))
    }

    /// The frames up to the first empty line after one, each also with its whole line and the place that may be said below.
    fn first_stack<'t>(&self, text: &'t [u8]) -> Vec<(&'t [u8], &'t [u8])> {
        let text = &text[..text.len().min(REGION)];
        let mut frames: Vec<(&[u8], &[u8])> = Vec::new();
        let mut last_end = None;
        let mut all = self.line.find_iter(text).take(DEEPEST).peekable();
        while let Some(found) = all.next() {
            let apart = |end: usize| found.start() - end > GAP || holds_empty_line(&text[end..found.start()]);
            if last_end.is_some_and(apart) {
                break;
            }
            last_end = Some(found.end());
            let next = all.peek().map_or(text.len(), regex::bytes::Match::start);
            frames.push((found.as_bytes(), with_place(&text[found.start()..next])));
        }
        frames
    }

    /// The function of a frame, if it is known and says something.
    fn name(&self, frame: &[u8]) -> Option<String> {
        if self.skip_frame.as_ref().is_some_and(|it| it.is_match(frame)) {
            return None;
        }
        let name = self.clean.apply(self.line.captures(frame)?.name("f")?.as_bytes());
        (!name.is_empty() && !self.skip.is_match(name.as_bytes())).then_some(name)
    }

    /// In endless recursion it is chance which function was innermost: one of the circle stands for all.
    fn circle(&self, frames: &[&[u8]]) -> Option<String> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for name in frames.iter().filter_map(|it| self.name(it)) {
            *counts.entry(name).or_default() += 1;
        }
        let most = *counts.values().max()?;
        let (name, _) = counts.into_iter().find(|(_, count)| count * 5 >= most * 4)?;
        Some(format!("recursion of {name}"))
    }

    /// Without any name: the first frame behind the C library's, whose raising of the signal comes first.
    fn nameless(&self, frames: &[&[u8]]) -> Option<String> {
        let module = |it: &&[u8]| {
            let at = self.line.captures(it)?.name("at")?.as_bytes();
            Some(Clean::File.apply(at))
        };
        let modules: Vec<Option<String>> = frames.iter().map(module).collect();
        let is_libc = |it: &Option<String>| it.as_deref().is_some_and(|it| it.starts_with("libc"));
        let raised = modules.iter().position(is_libc)?;
        modules[raised..].iter().flatten().find(|it| !it.starts_with("libc")).cloned()
    }
}

/// The first line of a text, with the next one if that is indented: some tools say there where a frame stands.
fn with_place(text: &[u8]) -> &[u8] {
    let mut ends = memchr::memchr_iter(b'\n', text);
    let first = ends.next().unwrap_or(text.len());
    let indented = text.get(first + 1).is_some_and(|it| matches!(it, b' ' | b'\t'));
    let end = if indented { ends.next().unwrap_or(text.len()) } else { first };
    &text[..end]
}

fn holds_empty_line(gap: &[u8]) -> bool {
    gap.windows(2).any(|it| it == b"\n\n")
}

/// In how many of the frames `name` stands.
fn times(name: &str, frames: &[&[u8]]) -> usize {
    let name = name.as_bytes();
    frames.iter().filter(|it| it.windows(name.len()).any(|window| window == name)).count()
}

/// Native frames that are machinery of dying, or so general that the caller says more.
macro_rules! native_noise {
    ($more:literal) => {
        concat!(
            r"^(?:(?:__)?(?:raise|gsignal|abort|kill|fortify_fail|fail)$|__?(?:libc|GI|assert|pthread|restore|cxa|gnu_cxx|interceptor|asan|msan|tsan|lsan|ubsan|sanitizer|kernel|rust)_|__gnu_cxx::",
            r"|(?:mem(?:cpy|move|set|cmp|chr)|str(?:n?len|n?cpy|n?cat|n?cmp|r?chr|str|n?dup|tou?ll?|tok)|v?s?n?printf|[mc]alloc|realloc|free|terminate)$|operator (?:new|delete)|std::",
            r"|(?:_start|start_thread|clone3?|call_init)$|pthread_|<null>|\?\?|",
            $more,
            ")"
        )
    };
}

/// Stack dumps of LLVM's signal handler, symbolised or not.
pub(super) const LLVM: Stack = Stack {
    line: r"^ *#?\d+ +(?:[\w.+-]+ +)?0x[0-9a-f]+(?: (?<f>(?:\(anonymous|[^(+\n])[^\n]*?))?(?: \((?<at>[^()\n]*\+0x[0-9a-f]+)\)| \+ \d+| [^\s()]+:\d+(?::\d+)?)? *$",
    skip: native_noise!(
        r"llvm::(?:sys::|report_|llvm_unreachable|CrashRecovery|(?:dyn_)?(?:cast|isa)(?:<|_|$)|isa_|ArrayRef|MutableArrayRef|SmallVector|StringRef|StringMap|DenseMap|ilist|simple_ilist|PointerUnion|PointerIntPair|optional|Optional|function_ref|APInt::|Twine|Casting|detail::|iterator_)|SignalHandler|CrashRecoverySignalHandler|(?:clang|clang_main|main|cc1_main)$"
    ),
    skip_frame: "",
    clean: Clean::Function,
};

/// What the C library's `backtrace_symbols` prints.
pub(super) const BACKTRACE: Stack = Stack {
    line: r"^(?<at>/[^\s(\n]*\((?<f>[^+()\n]*)\+0x[0-9a-f]+\))\[0x[0-9a-f]+\]$",
    skip: native_noise!(r"main$"),
    skip_frame: "",
    clean: Clean::Function,
};

/// Backtraces of the GNU compilers.
pub(super) const GNU: Stack = Stack {
    line: r"^0x[0-9a-f]+ (?<f>[^\n]+)\n\t\S+:\d+",
    skip: native_noise!(
        r"crash_signal|internal_error|fancy_abort|diagnostic_|\w+_check_failed|main$|toplev::main|verify_\w+_failed"
    ),
    skip_frame: "",
    clean: Clean::Function,
};

/// Stacks of the sanitizers.
pub(super) const SANITIZER: Stack = Stack {
    line: r"^ +#\d+ (?:0x[0-9a-f]+ )?(?:in )?(?<f>[^\s(][^\n]*?)?(?: ?\((?<at>[^()\n]*\+0x[0-9a-f]+)\)(?: \(BuildId: \w+\))?| \S*[/\\][^\n]*| [\w.-]+:\d+[^\n]*| <null>[^\n]*)?$",
    skip: native_noise!(r"main$|0x"),
    skip_frame: r"/(?:sanitizer_common|libsanitizer|compiler-rt)/",
    clean: Clean::Function,
};

/// Backtraces of panics.
pub(super) const PANIC: Stack = Stack {
    line: r"^ +\d+: (?:0x[0-9a-f]+ - )?(?<f>[^\n]+)$",
    skip: native_noise!(
        r"rust_|__rustc::|<?(?:core|std|alloc|hashbrown|indexmap|smallvec)::|[\w:]*::main$|main$"
    ),
    skip_frame: "",
    clean: Clean::Function,
};

/// Stacks of goroutines.
pub(super) const GOROUTINE: Stack = Stack {
    line: r"^(?<f>[\w./*()\[\]\xc2\xb7-]+?)\([^()\n]*\)\n\t",
    skip: r"^(?:panic$|runtime[./]|testing\.|reflect\.|main\.main$|cmd/compile/internal/(?:base\.|gc\.|ssa\.Compile))",
    skip_frame: "",
    clean: Clean::Words,
};

/// Stacks of JavaScript engines.
pub(super) const SCRIPT: Stack = Stack {
    line: r"^(?:\[\w+\])? +at (?:async |new )?(?<f>[^\s(/]+) (?:\[as [^\]\n]+\] )?\([^\n]*:\d+:\d+\)$",
    skip: r"^(?:Module\._|Module\.load|Function\.executeUserEntryPoint|Object\.<anonymous>|process\.|Array\.|String\.|Map\.|Set\.|Promise|(?:\w+\.)*(?:assert\w*|fail\w*|throw\w*|abort|invariant)$|Function\.(?:assert\w*|fail\w*))",
    skip_frame: r"\(node:",
    clean: Clean::Words,
};

/// Stacks of the Java virtual machine.
pub(super) const JVM: Stack = Stack {
    line: r"^\s+at (?:[\w.@-]*/)*(?<f>[\w.$<>]+)\((?:[\w$.-]+:\d+|[\w$]+\.\w+|Native Method|Unknown Source)\)",
    skip: r"^(?:java|jdk|sun|javax)\.",
    skip_frame: "",
    clean: Clean::Words,
};

/// Stacks of the Common Language Runtime.
pub(super) const CLR: Stack = Stack {
    line: r"^   at (?<f>[^\n]+?\([^()\n]*\))(?: in [^\n]*)?$",
    skip: r"^System\.|ThrowHelper",
    skip_frame: "",
    clean: Clean::Function,
};

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// The frames of `depth` calls that go round three functions, the innermost being the one of that number.
    fn circle(depth: usize, innermost: usize) -> String {
        (0..depth).fold(String::new(), |mut text, index| {
            let name = ["visit", "descend", "walk"][(index + innermost) % 3];
            writeln!(text, " #{index} 0x00007f12 ns::{name}(int) (/lib/x.so+0x12)").unwrap();
            text
        })
    }

    #[test]
    fn endless_recursion_has_one_name_wherever_it_was_cut() {
        let frames = Frames::new(&LLVM);
        let name = |innermost| frames.top(circle(256, innermost).as_bytes(), &Own::default());
        assert_eq!(name(0).as_deref(), Some("recursion of ns::descend"));
        assert!(name(0) == name(1) && name(1) == name(2));
    }

    #[test]
    fn a_deep_stack_that_ends_elsewhere_is_known_by_its_end() {
        let frames = Frames::new(&LLVM);
        let deep = " #0 0x00007f12 ns::leaf(int) (/lib/x.so+0x12)\n".to_owned() + &circle(255, 0);
        assert_eq!(frames.top(deep.as_bytes(), &Own::default()).as_deref(), Some("ns::leaf"));
        assert_eq!(frames.top(circle(100, 0).as_bytes(), &Own::default()).as_deref(), Some("ns::visit"));
    }

    #[test]
    fn a_stripped_binary_is_known_by_module_and_offset() {
        let text = " #0 0x7f01 (/lib/libLLVM.so+0xa1)\n #1 0x7f02 (/lib/libc.so.6+0xb2)\n #2 0x55 (/opt/bin/tool+0xc3)\n";
        assert_eq!(Frames::new(&LLVM).top(text.as_bytes(), &Own::default()).as_deref(), Some("tool+0xc3"));
    }

    #[test]
    fn only_the_machinery_of_dying_is_skipped() {
        let frames = Frames::new(&SANITIZER);
        for (function, told) in
            [("free", false), ("__interceptor_free", false), ("free_list", true), ("cloneAll", true)]
        {
            let text = format!("    #0 0x1 in {function} a.c:1\n");
            assert_eq!(frames.top(text.as_bytes(), &Own::default()).is_some(), told, "{function}");
        }
    }

    #[test]
    fn the_first_stack_ends_at_an_empty_line() {
        let text = "    #0 0x1 in malloc /x/a.cc:1\n\n    #0 0x1 in user /x/a.cc:1\n";
        assert_eq!(Frames::new(&SANITIZER).top(text.as_bytes(), &Own::default()), None);
    }
}
