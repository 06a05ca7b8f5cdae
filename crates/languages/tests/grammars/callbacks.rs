//! What passes make of functions that yield, and of those that others are given.

use crate::examples::{becomes, candidates, row};

#[test]
fn what_takes_what_a_function_yields_takes_the_place_of_the_yield() {
    for (language, before, after) in [
        (
            "c-sharp",
            "class A { IEnumerable<int> F(int a) { while (B) yield return a; } void G() { foreach (var x in F(1)) { H(x); K(x); } } }\n",
            "class A { void G() { while (B) { var x = 1; H(x); K(x); } } }\n",
        ),
        (
            "php",
            "<?php\nfunction f($xs) { foreach ($xs as $x) { yield $x + 1; } }\nforeach (f($a) as $y) { g($y); }\n",
            "<?php\nforeach ($a as $x) { $y = $x + 1; g($y); }\n",
        ),
        (
            "javascript",
            "function* f() { yield 1; yield* g(); }\nfor (const x of f()) h(x);\n",
            "{ const x = 1; h(x); } { for (const x of g()) h(x); }\n",
        ),
        (
            "python",
            "def f(x):\n    while g(x):yield x\nif a:\n  for y in f(1):\n    if y:\n      k(y)\n",
            "if a:\n  while g(1):\n   y = 1\n   if y:\n     k(y)\n",
        ),
        ("ruby", "def f\n  g\n  yield\nend\nf { h 1 }\n", "g\n  h 1\n"),
    ] {
        becomes("inline-yield", language, before, after);
    }
}

#[test]
fn a_function_that_yields_stays_where_something_else_is_done_with_it() {
    for (language, text) in [
        ("python", "def f():\n    g()\n    yield 1\nfor x in f(): h(x)\nlist(f())\n"),
        ("python", "def f():\n    if g(): return\n    yield 1\nfor x in f(): h(x)\n"),
        ("python", "def f():\n    x = yield 1\n    g(x)\nfor x in f(): h(x)\n"),
        ("python", "def f():\n    def g():\n        yield 1\n    h(g)\nfor x in f(): h(x)\n"),
        ("javascript", "function* f() { g(yield 1); }\nfor (const x of f()) h(x);\n"),
        ("ruby", "def f\n  yield 1\nend\nf(&g)\n"),
    ] {
        let found = candidates(row("inline-yield"), language, text);
        assert!(found.is_empty(), "{language}: {text:?} {found:#?}");
    }
}

#[test]
fn what_yields_one_value_is_a_list_of_it() {
    for (language, before, after) in [
        ("python", "def f(x):\n    g()\n    yield x + 1\nprint(list(f(2)))\n", "g()\nprint(list([2 + 1]))\n"),
        ("python", "def f(x):\n    yield 1, x\nprint(list(f(2)))\n", "print(list([(1, 2)]))\n"),
        ("javascript", "function* f(x) { yield x; }\ng(...f(2));\n", "g(...[2]);\n"),
    ] {
        becomes("inline-call", language, before, after);
    }
    for (language, text) in [
        ("python", "def f(x):\n    yield 1\n    yield x\nprint(list(f(2)))\n"),
        ("ruby", "def f(x)\n  yield x\nend\nputs f(2)\n"),
    ] {
        let found = candidates(row("inline-call"), language, text);
        assert!(!found.iter().any(|it| it.contains("[2]")), "{language}: {text:?} {found:#?}");
    }
}

#[test]
fn what_a_call_is_given_is_called_with_the_rest() {
    for (language, before, after) in [
        (
            "python",
            "def f(x): return g(x)\nprint(sorted(h(1), key=f))\n",
            "def f(x): return g(x)\nprint(f(h(1)))\n",
        ),
        ("javascript", "function f(a) { g(a); }\nx.reduce(f, 0);\n", "function f(a) { g(a); }\nf(x[0]);\n"),
        ("javascript", "function f() { g(); }\nsetTimeout(f, 10);\n", "function f() { g(); }\nf();\n"),
        (
            "rust",
            "fn f(x: u8) {}\nfn h(x: A) { g(x).map(f); }\n",
            "fn f(x: u8) {}\nfn h(x: A) { f(g(x)); }\n",
        ),
    ] {
        becomes("call-callback", language, before, after);
    }
    let text = "function f(a) { g(a); }\nh(f(1));\nh(k(f) + 1);\n";
    let found = candidates(row("call-callback"), "javascript", text);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_block_that_a_method_is_given_is_run_with_what_that_is_on() {
    for (language, before, after) in [
        ("javascript", "a.forEach((x) => { g(x); h(); });\n", "g(a); h();"),
        ("javascript", "a.map(() => { g(1); }).map(h);\n", "g(1); a.map(h);\n"),
        ("ruby", "a.map { |x| g(x, x) }\n", "g(a, a)\n"),
        ("ruby", "a.map do |x|\n  g(x)\n  h(1)\nend\n", "g(a)\n  h(1)"),
    ] {
        becomes("inline-closure", language, before, after);
    }
}
