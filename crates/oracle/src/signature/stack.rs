//! Finds the function that a printed stack is about: the innermost one that is not machinery of dying.

use std::collections::BTreeMap;

use regex::bytes::Regex;

use super::normalise::Clean;
use super::recognise::bytes_regex;

/// How one kind of tool prints its stack.
#[derive(Debug)]
pub(super) struct Stack {
    /// One frame; the group `f` is the function, `at` is module and offset where the function is not known.
    pub(super) line: &'static str,
    /// Functions that say nothing about the crash: handlers, allocators, checked casts.
    pub(super) skip: &'static str,
    /// How its functions are cleaned.
    pub(super) clean: Clean,
}

/// More frames than this are not read.
const DEEPEST: usize = 512;

/// The stack is looked for in so many bytes after the message.
const REGION: usize = 64 << 10;

/// What more than this divides is not one stack.
const GAP: usize = 1 << 10;

/// From this depth on, a stack that repeats itself is one of endless recursion.
const DEEP: usize = 64;

/// A [`Stack`] ready to be used.
#[derive(Debug)]
pub(super) struct Frames {
    line: Regex,
    skip: Regex,
    clean: Clean,
}

impl Frames {
    /// Makes use of `stack`.
    pub(super) fn new(stack: &Stack) -> Frames {
        Frames { line: bytes_regex(stack.line), skip: bytes_regex(stack.skip), clean: stack.clean }
    }

    /// The telling function of the first stack in `text`.
    pub(super) fn top(&self, text: &[u8]) -> Option<String> {
        let frames = self.first_stack(text);
        let mut named = frames.iter().filter_map(|it| self.name(it));
        if frames.len() >= DEEP {
            let named: Vec<String> = named.collect();
            return recursion(&named).or_else(|| named.into_iter().next());
        }
        named.next().or_else(|| self.nameless(&frames))
    }

    /// The frames up to the first empty line after one.
    fn first_stack<'t>(&self, text: &'t [u8]) -> Vec<&'t [u8]> {
        let text = &text[..text.len().min(REGION)];
        let mut frames = Vec::new();
        let mut last_end = None;
        for found in self.line.find_iter(text).take(DEEPEST) {
            let apart = |end: usize| found.start() - end > GAP || holds_empty_line(&text[end..found.start()]);
            if last_end.is_some_and(apart) {
                break;
            }
            last_end = Some(found.end());
            frames.push(found.as_bytes());
        }
        frames
    }

    /// The function of a frame, if it is known and says something.
    fn name(&self, frame: &[u8]) -> Option<String> {
        let name = self.clean.apply(self.line.captures(frame)?.name("f")?.as_bytes());
        (!name.is_empty() && !self.skip.is_match(name.as_bytes())).then_some(name)
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

fn holds_empty_line(gap: &[u8]) -> bool {
    gap.windows(2).any(|it| it == b"\n\n")
}

/// In endless recursion it is chance which function was innermost: one of the circle stands for all.
fn recursion(named: &[String]) -> Option<String> {
    if named.len() < DEEP {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in named {
        *counts.entry(name).or_default() += 1;
    }
    let most = *counts.values().max()?;
    let in_circle = |count: usize| most >= DEEP / 4 && count * 5 >= most * 4;
    counts.into_iter().find(|&(_, count)| in_circle(count)).map(|(name, _)| format!("recursion of {name}"))
}

/// Native frames that are machinery of dying, or so general that the caller says more.
macro_rules! native_noise {
    ($more:literal) => {
        concat!(
            r"^(?:(?:__)?(?:raise|gsignal|abort|kill|fortify_fail)\b|__?(?:libc|GI|assert|pthread|restore|cxa|gnu_cxx|interceptor|asan|msan|tsan|lsan|ubsan|sanitizer|kernel|rust)_?|<null>|\?\?",
            r"|_start|start_thread|clone3?|call_init|pthread_\w+|(?:mem|str|wcs)[a-z]+$|v?s?n?printf|malloc|calloc|realloc|free|operator (?:new|delete)|terminate|std::",
            r"|", $more, ")"
        )
    };
}

/// Stack dumps of LLVM's signal handler, symbolised or not.
pub(super) const LLVM: Stack = Stack {
    line: r"^ *#?\d+ +(?:[\w.+-]+ +)?0x[0-9a-f]+(?: (?<f>(?:\(anonymous|[^(+\n])[^\n]*?))?(?: \((?<at>[^()\n]*\+0x[0-9a-f]+)\)| \+ \d+| [^\s()]+:\d+(?::\d+)?)? *$",
    skip: native_noise!(
        r"llvm::(?:sys::|report_|llvm_unreachable|CrashRecovery|cast|dyn_cast|isa|ArrayRef|MutableArrayRef|SmallVector|StringRef|StringMap|DenseMap|ilist|simple_ilist|PointerUnion|PointerIntPair|optional|Optional|function_ref|APInt::|Twine|Casting|detail::|iterator_)|SignalHandler|CrashRecoverySignalHandler|(?:clang|clang_main|main|cc1_main)$"
    ),
    clean: Clean::Function,
};

/// Backtraces of the GNU compilers.
pub(super) const GNU: Stack = Stack {
    line: r"^0x[0-9a-f]+ (?<f>[^\n]+)\n\t\S+:\d+",
    skip: native_noise!(
        r"crash_signal|internal_error|fancy_abort|diagnostic_|\w+_check_failed|main$|toplev::main|gcc_|verify_\w+_failed"
    ),
    clean: Clean::Function,
};

/// Stacks of the sanitizers.
pub(super) const SANITIZER: Stack = Stack {
    line: r"^ +#\d+ (?:0x[0-9a-f]+ )?(?:in )?(?<f>[^\s(][^\n]*?)?(?: ?\((?<at>[^()\n]*\+0x[0-9a-f]+)\)(?: \(BuildId: \w+\))?| \S*[/\\][^\n]*| [\w.-]+:\d+[^\n]*| <null>[^\n]*)?$",
    skip: native_noise!(r"main$|0x"),
    clean: Clean::Function,
};

/// Backtraces of panics.
pub(super) const PANIC: Stack = Stack {
    line: r"^ +\d+: (?:0x[0-9a-f]+ - )?(?<f>[^\n]+)$",
    skip: native_noise!(
        r"rust_|__rustc::|<?(?:core|std|alloc|hashbrown|indexmap|smallvec)::|[\w:]*::main$|main$"
    ),
    clean: Clean::Function,
};

/// Stacks of goroutines.
pub(super) const GOROUTINE: Stack = Stack {
    line: r"^(?<f>[\w./*()\[\]\xc2\xb7-]+?)\([^()\n]*\)\n\t",
    skip: r"^(?:panic$|runtime[./]|testing\.|reflect\.|main\.main$|cmd/compile/internal/(?:base\.|gc\.|ssa\.Compile))",
    clean: Clean::Words,
};

/// Stacks of JavaScript engines.
pub(super) const SCRIPT: Stack = Stack {
    line: r"^(?:\[\w+\])? +at (?:async |new )?(?<f>[^\s(/]+) (?:\[as [^\]\n]+\] )?\([^\n]*:\d+:\d+\)$",
    skip: r"^(?:Module\._|Module\.load|Function\.executeUserEntryPoint|Object\.<anonymous>|node:|process\.|Array\.|String\.|Map\.|Set\.|Promise|(?:\w+\.)*(?:assert\w*|fail\w*|throw\w*|abort|invariant)$|Function\.(?:assert\w*|fail\w*))",
    clean: Clean::Words,
};

/// Stacks of the Java virtual machine.
pub(super) const JVM: Stack = Stack {
    line: r"^\s+at (?:[\w.@-]*/)*(?<f>[\w.$<>]+)\((?:[\w$.-]+:\d+|[\w$]+\.\w+|Native Method|Unknown Source)\)",
    skip: r"^(?:java|jdk|sun|javax)\.",
    clean: Clean::Words,
};

/// Stacks of the Common Language Runtime.
pub(super) const CLR: Stack = Stack {
    line: r"^   at (?<f>[^\n]+?\([^()\n]*\))(?: in [^\n]*)?$",
    skip: r"^System\.|ThrowHelper",
    clean: Clean::Function,
};

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn endless_recursion_has_one_name_wherever_it_was_cut() {
        let frames = Frames::new(&LLVM);
        let stack = |from: usize| {
            (0..200).fold(String::new(), |mut text, index| {
                let name = ["visit", "descend", "walk"][(index + from) % 3];
                writeln!(text, " #{index} 0x00007f12 ns::{name}(int) (/lib/x.so+0x12)").unwrap();
                text
            })
        };
        assert_eq!(frames.top(stack(0).as_bytes()).as_deref(), Some("recursion of ns::descend"));
        assert_eq!(frames.top(stack(1).as_bytes()), frames.top(stack(2).as_bytes()));
    }

    #[test]
    fn a_stripped_binary_is_known_by_module_and_offset() {
        let text = " #0 0x7f01 (/lib/libLLVM.so+0xa1)\n #1 0x7f02 (/lib/libc.so.6+0xb2)\n #2 0x55 (/opt/bin/tool+0xc3)\n";
        assert_eq!(Frames::new(&LLVM).top(text.as_bytes()).as_deref(), Some("tool+0xc3"));
    }

    #[test]
    fn the_first_stack_ends_at_an_empty_line() {
        let text = "    #0 0x1 in malloc /x/a.cc:1\n\n    #0 0x1 in user /x/a.cc:1\n";
        assert_eq!(Frames::new(&SANITIZER).top(text.as_bytes()), None);
    }
}
