//! What passes make of statements with a header, such as loops.

use crate::examples::{becomes, candidates, row};

#[test]
fn what_a_header_declares_is_declared_once_in_each_language() {
    for (language, before, after) in [
        ("c", "void f() { for (i = 0; i < n; ) g(i); }\n", "void f() { i = 0; g(i); }\n"),
        ("c", "void f() { if (g(1)) { h(2); } else if (g(3)) { h(4); } }\n", "void f() { g(1); h(2); }\n"),
        ("cpp", "void f() { while (auto x = g()) { h(x); } }\n", "void f() { { auto x = g(); h(x); } }\n"),
        ("cpp", "void f() { for (int x : v) { g(x); } }\n", "void f() { int x = 0; g(x); }\n"),
        ("javascript", "for (const x of v) { g(x); continue; }\n", "const x = v; g(x);\n"),
        ("typescript", "for (let i = 0; i < 3; i++) { g(i); }\n", "{ let i = 0; g(i); }\n"),
        (
            "java",
            "class A { void f(B v) { for (int i : v) { g(i); } } }\n",
            "class A { void f(B v) { int i = v; g(i); } }\n",
        ),
        (
            "c-sharp",
            "class A { void f(B v) { foreach (var i in v) { g(i); } } }\n",
            "class A { void f(B v) { var i = v; g(i); } }\n",
        ),
        (
            "go",
            "package a\nfunc f() { for i := 0; i < 3; i++ { g(i) } }\n",
            "package a\nfunc f() { i := 0; g(i) }\n",
        ),
        (
            "go",
            "package a\nfunc f(v []B) { for _, x := range v { g(x) } }\n",
            "package a\nfunc f(v []B) { x := v[0]; g(x) }\n",
        ),
        (
            "go",
            "package a\nfunc f(v []B) { for i := range v { g(i) } }\n",
            "package a\nfunc f(v []B) { i := 0; g(i) }\n",
        ),
        (
            "java",
            "class A { void f(B v) { for (B x : v.all()) x.g(); } }\n",
            "class A { void f(B v) { B x = null; x.g(); } }\n",
        ),
        ("cpp", "void f() { for (auto &x : v) { g(x); } }\n", "void f() { auto &x = v[0]; g(x); }\n"),
        ("python", "for x in f():\n    g(x)\n", "x = None\ng(x)\n"),
        ("rust", "fn f() { while let Some(x) = g() { h(x) } }\n", "fn f() { let Some(x) = g(); h(x) }\n"),
        ("rust", "fn f() { for (a, b) in g() { h(a); } }\n", "fn f() { let (a, b) = g(); h(a); }\n"),
        (
            "python",
            "def f(v):\n    if v:\n        for x in v:\n            g(x)\n            if x:\n                break\n        else:\n            h(0)\n",
            "def f(v):\n    if v:\n        x = v\n        g(x)\n        if x:\n            pass\n",
        ),
    ] {
        becomes("lift-header", language, before, after);
    }
}

#[test]
fn what_leaves_an_inner_loop_stays_and_so_does_what_evaluates_nothing() {
    becomes(
        "lift-header",
        "c",
        "void f() { for (int i = 0;;) { for (;;) { break; } switch (i) { case 1: break; } continue; } }\n",
        "void f() { int i = 0; for (;;) { break; } switch (i) { case 1: break; } }\n",
    );
    // A `break` of a choice leaves that, a `continue` in it the loop.
    becomes(
        "lift-loop",
        "c",
        "void f(int x) { do { switch (x) { case 1: break; default: continue; } break; } while (1); }\n",
        "void f(int x) { switch (x) { case 1: break; default:; } }\n",
    );
    for text in [
        "void f() { while (a) { b(); } }\n",
        "void f() { for (;;) { b(); } }\n",
        "void f() { if (a) b(); }\n",
    ] {
        assert!(candidates(row("lift-header"), "c", text).is_empty(), "{text}");
    }
}

#[test]
fn a_closure_that_is_called_on_the_spot_gives_way_to_what_it_does_in_each_language() {
    for (language, before, after) in [
        ("javascript", "const r = (function () { g(1); h(2); })();\n", "g(1); h(2); const r = 0;\n"),
        ("javascript", "(() => { g(1); return 3 })(); h(1);\n", "g(1); h(1);\n"),
        (
            "javascript",
            "(async x => { await g(x); h(x) })(a + 1); k();\n",
            "await g(a + 1); h(a + 1); k();\n",
        ),
        (
            "typescript",
            "function f(): number { return ((x: number) => x * 2)(3); }\n",
            "function f(): number { return 3 * 2; }\n",
        ),
        ("rust", "fn f() -> u8 { (|| { g(); 3 })() }\n", "fn f() -> u8 { g(); 3 }\n"),
        (
            "rust",
            "fn f() { let a = (move |x: u8, y| { g(x); y })(1, 2); h(a); }\n",
            "fn f() { g(1); let a = 2; h(a); }\n",
        ),
        (
            "cpp",
            "int f() { return [](int x) { if (x) return 1; return x; }(2); }\n",
            "int f() { if (2) return 1; return 2; }\n",
        ),
        ("cpp", "int f() { return 2 * [&] { return g() + 1; }(); }\n", "int f() { return 2 * (g() + 1); }\n"),
        (
            "go",
            "package a\nfunc f() int { return func(x int) int { return x }(1) }\n",
            "package a\nfunc f() int { return 1 }\n",
        ),
        ("python", "def f():\n    return (lambda x: x + x)(1)\n", "def f():\n    return 1 + 1\n"),
    ] {
        becomes("inline-closure", language, before, after);
    }
}

#[test]
fn what_comes_out_of_a_module_gets_another_name_where_something_else_has_its_own() {
    for (language, before, after) in [
        (
            "rust",
            "fn f() {} struct S; impl S { fn f() { Self::g() } fn g() { S::f() } } fn h() { S::f(); f() }\n",
            "fn f() {} struct S; fn a() { g() } fn g() { a() } fn h() { a(); f() }\n",
        ),
        (
            "rust",
            "mod m { pub fn f() { h(f) } } fn f() { m::f(); }\n",
            "pub fn a() { h(a) } fn f() { a(); }\n",
        ),
        (
            "java",
            "class A { static class B { static int f() { return 1; } } int f(int x) { return B.f(); } }\n",
            "class A { static int a() { return 1; } int f(int x) { return a(); } }\n",
        ),
    ] {
        becomes("flatten-module", language, before, after);
    }
}

#[test]
fn a_variable_that_each_assignment_defines_anew_is_put_in_the_place_of_its_uses() {
    becomes("forward-value", "python", "x = 1\nx = f(x, 2)\ng(x)\n", "x = 1\ng(f(x, 2))\n");
    becomes("forward-value", "python", "x = 1\nx = f(x, 2)\ng(x)\n", "x = f(1, 2)\ng(x)\n");
    becomes("forward-value", "javascript", "x = 1; x = f(x, 2); g(x);\n", "x = 1; g(f(x, 2));\n");
    becomes("forward-value", "javascript", "let x = 1; x = f(x, 2); g(x);\n", "let x = 1; g(f(x, 2));\n");
    becomes("forward-value", "python", "if y:\n  x = f(y)\n  g(x)\nx = 2\n", "if y:\n  g(f(y))\nx = 2\n");
    let rust = "fn f(x: u8) { let x = g(x)?; let Some(x) = h(x, 1) else { return }; k(x); }\n";
    let one = "fn f(x: u8) { let Some(x) = h(g(x)?, 1) else { return }; k(x); }\n";
    becomes("forward-value", "rust", rust, one);
    let sees_another = candidates(
        row("forward-value"),
        "python",
        "x = f(1)\nfor x in y:\n  g(x)\nx, y = 1, 2\nx = 5\nh(x)\n",
    );
    assert_eq!(sees_another, ["x = f(1)\nfor x in y:\n  g(x)\nx, y = 1, 2\nh(5)\n"]);
}

#[test]
fn a_condition_takes_the_place_of_what_it_guards() {
    for (language, before, after) in [
        ("javascript", "if (a < b) console.log(1, c);\n", "console.log(1, a < b);\n"),
        ("javascript", "while (a < b) { a = g(a); }\n", "a = a < b;\n"),
        ("javascript", "a < b && g(1);\n", "g(a < b);\n"),
        ("ruby", "puts 1 if a < b\n", "puts a < b\n"),
        ("ruby", "case [a].count\nwhen 0 then puts\nend\n", "puts [a].count\n"),
        ("ruby", "unless a < b\n  puts(1)\nend\n", "puts(a < b)\n"),
        ("lua", "if a < b then print(1) end\n", "print(a < b)\n"),
        ("php", "<?php\nif ($a < $b) { echo 1; }\n", "<?php\necho $a < $b;\n"),
        ("go", "package a\nfunc f() { if a < b { g(1) } }\n", "package a\nfunc f() { g(a < b) }\n"),
        ("rust", "fn f() { if a < b { g(1); } }\n", "fn f() { g(a < b); }\n"),
        ("java", "class A { void f() { if (a < b) g(1); } }\n", "class A { void f() { g(a < b); } }\n"),
        (
            "c-sharp",
            "class A { int f() { switch (a) { case 1: return 2; } } }\n",
            "class A { int f() { return a; } }\n",
        ),
        ("c", "int f() { if (a < b) { c = 1; g(); } }\n", "int f() { g(a < b); }\n"),
        ("c", "int f() { if (a < b) { c = 1; return 2; } }\n", "int f() { return a < b; }\n"),
        ("python", "for x in y:\n    if x < 3:\n        print(1)\n", "for x in y:\n    print(x < 3)\n"),
    ] {
        becomes("nest-condition", language, before, after);
    }
}

#[test]
fn a_condition_takes_no_place_that_begins_a_statement() {
    for text in ["void f() { if (a) b; }\n", "void f() { if (a) b++; }\n"] {
        assert!(candidates(row("nest-condition"), "c", text).is_empty(), "{text}");
    }
    let one_case = "void f() { switch (a) { case 1: return b; } }\n";
    assert_eq!(candidates(row("nest-condition"), "c", one_case), ["void f() { return a; }\n"]);
}

#[test]
fn what_is_tried_and_what_follows_stand_after_each_other() {
    for (language, before, after) in [
        (
            "java",
            "class A { void f() { try { g(); } catch (E e) { h(); } catch (F e) { k(); } } }\n",
            "class A { void f() { g(); h(); } }\n",
        ),
        ("javascript", "try { f() } finally { g() }\n", "f(); g()\n"),
        (
            "ruby",
            "def f\n  g 1\nrescue E => e\n  h 2\nensure\n  k 3\nend\n",
            "def f\n  g 1\n  h 2\n  k 3\nend\n",
        ),
        (
            "python",
            "if x:\n    try:\n        f(1)\n    except E:\n        g(2)\n    else:\n        h(3)\n",
            "if x:\n    f(1)\n    g(2)\n    h(3)\n",
        ),
    ] {
        becomes("lift-clauses", language, before, after);
    }
    for (language, text) in [
        ("c", "void f() { do { g(1); } while (h({ 2; })); }\n"),
        ("java", "class A { void f() { try (B b = g()) { h(b); } finally { k(); } } }\n"),
        ("python", "for x in y:\n    f(1)\nelse:\n    g(2)\n"),
    ] {
        assert!(candidates(row("lift-clauses"), language, text).is_empty(), "{text}");
    }
}
