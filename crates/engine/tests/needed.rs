//! Passes that removed nothing from the cases of the bench, each with a case of its own that ends larger without it.

mod common;

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{Effort, passes};

/// A text, and the only smaller text with the same crash. Between the two lies no step that another pass knows.
struct Case {
    needs: &'static str,
    /// Whether the tree is known; the grammar is not, so that the passes that know grammars do not hide the others.
    tree: bool,
    input: &'static str,
    result: &'static str,
}

const CASES: &[Case] = &[
    // A compiler that checks the numbers of line markers: none may go alone.
    Case {
        needs: "delete-directives",
        tree: true,
        input: "# 1 \"a\"\nint a;\n# 2 \"a\"\nint b;\n# 3 \"a\"\nint c;\n",
        result: "int a; int b; int c;",
    },
    Case {
        needs: "fold-conditionals",
        tree: false,
        input: "#ifdef A\nint a;\n#else\nint b;\n#endif\nint c;\n",
        result: "int b; int c;",
    },
    // An argument that the grammar reads as one text with all the others.
    Case {
        needs: "delete-words",
        tree: true,
        input: "#define A aa/ab/ac/ad/ae/af/ba/bb/bc/bd/be/bf/ca/cb/cc/cd/ce/cf/da/db/dc/dd/de/df/ea/eb/ec/ed/ee/ef/fa/fb/fc/fd/fe/ff x\nint a;\n",
        result: "#define A x\nint a;",
    },
    // Definitions that become declarations, all or none.
    Case {
        needs: "empty-blocks",
        tree: false,
        input: "f() { a; b; }\ng() { c; d; }\n",
        result: "f();\ng();",
    },
    // Unused variables are errors, two levels down.
    Case {
        needs: "delete-with-orphans",
        tree: false,
        input: "int z; int y = z; int x;\nint main() {\n  f(y);\n  g(x);\n  h(x);\n}\n",
        result: "int x; int main() { g(x); h(x); }",
    },
    Case {
        needs: "ternaries",
        tree: false,
        input: "x = aa(1, 2) ? b + f(3) : c[4] + d;\n",
        result: "x = b + f(3);",
    },
    Case {
        needs: "peephole",
        tree: false,
        input: "unsigned long x = y + f(z, 2);\n",
        result: "int x = y + f(z, 2);",
    },
    Case {
        needs: "unwrap-calls",
        tree: false,
        input: "x = f(a, b[i]) + g[1];\n",
        result: "x = b[i] + g[1];",
    },
    Case { needs: "lift-brackets", tree: false, input: "f(a, g(b, c), d) h;\n", result: "f(b, c) h;" },
    Case {
        needs: "inline-macros",
        tree: false,
        input: "#define N 10\nint a[N];\nint b = 1;\n",
        result: "int a[10]; int b = 1;",
    },
    // A parameter and its argument, where the number of both is checked.
    Case {
        needs: "delete-word-everywhere",
        tree: false,
        input: "int a; int b;\na = 1; b = 2;\nf(a, b);\n",
        result: "int a; a = 1; f(a);",
    },
    // A run of tokens that is no unit and no list.
    Case {
        needs: "delete-wide-windows",
        tree: true,
        input: "int x = a << b * c - d / e | f % g;\n",
        result: "int x = a << f % g;",
    },
    Case { needs: "delete-token-patterns", tree: false, input: "aa + bb - cc\n", result: "+ bb cc" },
    // What a loop declares is used in it, and nothing else may be lost.
    Case {
        needs: "lift-header",
        tree: true,
        input: "int f() { for (int i = 0; i < 3; i++) { g(i); h(i); } return 1; }\n",
        result: "int f() { int i = 0; g(i); h(i); return 1; }",
    },
    // Words that open and close, in a language that lop does not know, without indentation.
    Case { needs: "delete-line-pairs", tree: false, input: "a b c d e f g\nh\ni j k l m n o\n", result: "h" },
    // A parser that crashes on what is left open.
    Case { needs: "delete-ragged-windows", tree: true, input: "f(a, g[b]);\n", result: "f(b]);" },
    Case { needs: "short-deletions", tree: false, input: "a \"b\n", result: "ab" },
    Case {
        needs: "inline-definitions",
        tree: false,
        input: "let n = f(1);\ng(n, n);\n",
        result: "g(f(1), f(1));",
    },
    Case {
        needs: "copy-body",
        tree: false,
        input: "int f(int x) { return x + g(x); }\nint a() { h(f(1), f(2)); }\n",
        result: "int a() { h(1 + g(1), 2 + g(2)); }",
    },
    // Unused variables are errors: all go at once.
    Case {
        needs: "delete-unused",
        tree: false,
        input: "int a; d(); char *b = 0; d(); float c[3]; d();\n",
        result: "d(); d(); d();",
    },
    // One long word, of which the end goes.
    Case {
        needs: "delete-bytes",
        tree: false,
        input: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0\n",
        result: "0123456789abcdefghijklmnopqrstuvw",
    },
    Case { needs: "rename-identifiers", tree: false, input: "total = total + count\n", result: "a = a + b" },
];

#[test]
fn each_of_these_passes_has_a_case_that_ends_larger_without_it() {
    let mut wrong = Vec::new();
    for case in CASES {
        let (with, without) = (case.reduced(|_| true), case.reduced(|it| it != case.needs));
        if with != tokens(case.result) || without != tokens(case.input) {
            wrong.push(format!("{}: {with:?} with it, {without:?} without it", case.needs));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

impl Case {
    /// The tokens of the result, by the passes that `using` accepts.
    fn reduced(&self, using: impl Fn(&str) -> bool) -> Vec<String> {
        let known = [tokens(self.input), tokens(self.result)];
        let oracle = |text: &[u8]| known.contains(&tokens(&String::from_utf8_lossy(text)));
        let passes = passes::of(Effort::Thorough).into_iter().filter(|it| using(it.name)).collect();
        let config = config(|it| (it.effort, it.passes, it.restart) = (Effort::Thorough, passes, false));
        let reduction = reduction(self.input.as_bytes(), self.tree.then(c), &config);
        let outcome = reduction.run(&from_bytes(oracle)).expect("the search begins");
        tokens(&String::from_utf8_lossy(&outcome.files[0]))
    }
}

/// The tokens of a text, without what stands between them.
fn tokens(text: &str) -> Vec<String> {
    let starts = lop_engine::tokens::starts(text.as_bytes());
    let ends = starts.iter().skip(1).map(|&it| it as usize).chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start as usize..end].trim().to_owned()).collect()
}
