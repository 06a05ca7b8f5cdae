//! What the passes that change functions together with their calls propose, language by language.

use lop_engine::passes;

use crate::examples::candidates;

/// Insists that a pass proposes to make `after` of `before`.
fn becomes(pass: &str, language: &str, before: &str, after: &str) {
    let row = passes::ALL.iter().find(|it| it.name == pass).unwrap();
    let found = candidates(row, language, before);
    assert!(found.iter().any(|it| it == after), "{pass} in {language}: no {after:?} in {found:#?}");
}

#[test]
fn a_parameter_goes_with_its_argument() {
    for (language, before, after) in [
        (
            "c",
            "void f(int, int b);\nvoid g() { f(1, h(2, 3)); }\n",
            "void f(int b);\nvoid g() { f(h(2, 3)); }\n",
        ),
        (
            "cpp",
            "struct A { int m(int x); };\nint A::m(int x) { return 0; }\nint i = A().m(2);\n",
            "struct A { int m(); };\nint A::m() { return 0; }\nint i = A().m();\n",
        ),
        (
            "rust",
            "struct S;\nimpl S { fn m(&self, x: u8) {} }\nfn g(s: S) { s.m(1); S::m(&s, 2); }\n",
            "struct S;\nimpl S { fn m(&self) {} }\nfn g(s: S) { s.m(); S::m(&s); }\n",
        ),
        (
            "javascript",
            "const f = (a, b) => b;\nf(1, 2);\nnew A(f(3, 4));\n",
            "const f = (b) => b;\nf(2);\nnew A(f(4));\n",
        ),
        (
            "typescript",
            "function f<T>(a: T, b?: string) { return a; }\nf<number>(1, '');\n",
            "function f<T>(a: T) { return a; }\nf<number>(1);\n",
        ),
        (
            "typescript",
            "function f<T>(a: string) { return a; }\nf<number>('');\n",
            "function f(a: string) { return a; }\nf('');\n",
        ),
        (
            "python",
            "class A:\n  def m(self, x, y=1):\n    return y\nA().m(1, 2)\nA().m(y=3, x=4)\n",
            "class A:\n  def m(self, y=1):\n    return y\nA().m(2)\nA().m(y=3)\n",
        ),
        (
            "java",
            "class A { static int m(int x, int y) { return y; } int i = m(1, 2) + A.m(3, 4); }\n",
            "class A { static int m(int y) { return y; } int i = m(2) + A.m(4); }\n",
        ),
        (
            "go",
            "package a\nfunc f(x int, y string) string { return y }\nvar b = f(1, \"\")\n",
            "package a\nfunc f(y string) string { return y }\nvar b = f(\"\")\n",
        ),
        (
            "go",
            "package a\nfunc f(x, y int) int { return y }\nvar b = f(1, 2)\n",
            "package a\nfunc f(y int) int { return y }\nvar b = f(2)\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn a_template_that_is_always_given_the_same_type_has_it() {
    for (language, before, after) in [
        ("cpp", "template <class T> struct S { T a; };\nS<int> s;\n", "struct S { int a; };\nS s;\n"),
        (
            "cpp",
            "template <class T> T f(T a) { return a; }\nint i = f<int>(1);\n",
            "int f(int a) { return a; }\nint i = f(1);\n",
        ),
        ("rust", "struct S<T>(T);\nfn f(s: S<u8>) {}\n", "struct S(u8);\nfn f(s: S) {}\n"),
        ("rust", "fn f<T>(t: T) {}\nfn g() { f::<u8>(1); }\n", "fn f(t: u8) {}\nfn g() { f(1); }\n"),
        ("java", "class A<T> { T t; A<String> a; }\n", "class A { String t; A a; }\n"),
        (
            "go",
            "package a\ntype S[T any] struct { t T }\nvar s S[int]\n",
            "package a\ntype S struct { t int }\nvar s S\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn what_is_inlined_gets_new_names_where_its_own_mean_other_things() {
    for (language, before, after) in [
        (
            "rust",
            "fn f(x: u8) -> u8 { let y = g(x); y + x }\nfn a(y: u8) -> u8 { let z = f(y); z }\n",
            "fn a(y: u8) -> u8 { let b = g(y); let z = b + y; z }\n",
        ),
        (
            "java",
            "class A { int f(int x) { x++; return x; } int a(int x) { int y = f(x); return y; } }\n",
            "class A { int a(int x) { int b = x; b++; int y = b; return y; } }\n",
        ),
        (
            "python",
            "def f(x):\n  y = x + 1\n  return y\ndef g(y):\n  z = f(y)\n  return z\n",
            "def g(y):\n  a = y + 1\n  z = a\n  return z\n",
        ),
        (
            "go",
            "package a\nfunc f(x int) int { y := x; return y }\nfunc g(y int) int {\n\tz := f(y)\n\treturn z\n}\n",
            "package a\nfunc g(y int) int {\n\tb := y; z := b\n\treturn z\n}\n",
        ),
    ] {
        becomes("inline-call", language, before, after);
    }
}

#[test]
fn what_implements_a_method_takes_the_place_of_its_declaration() {
    for (language, before, after) in [
        (
            "rust",
            "trait A { fn f(&self) -> u8; }\nimpl A for B { fn f(&self) -> u8 { 1 } }\n",
            "trait A { fn f(&self) -> u8 { 1 } }\nimpl A for B { }\n",
        ),
        (
            "typescript",
            "abstract class A { abstract f(a: number): void; }\nclass B extends A { f(a: number) { g(a); } }\n",
            "abstract class A { f(a: number) { g(a); }; }\nclass B extends A { }\n",
        ),
    ] {
        becomes("pull-up-method", language, before, after);
    }
}

#[test]
fn a_call_becomes_the_body() {
    for (language, before, after) in [
        (
            "cpp",
            "int f(int &x) { x += 1; return x; }\nint g(int a) { int b = f(a); return b; }\n",
            "int g(int a) { int &x = a; x += 1; int b = x; return b; }\n",
        ),
        (
            "rust",
            "fn f(x: u8) -> u8 { if x == 0 { return 1; } g(x) }\nfn a() -> u8 { return f(2); }\n",
            "fn a() -> u8 { if 2 == 0 { return 1; } g(2) }\n",
        ),
        ("rust", "fn f() { g(); h(); }\nfn a() { if b { f(); } }\n", "fn a() { if b { g(); h(); } }\n"),
        ("javascript", "const f = (x) => x + 1;\nlet a = f(2) * 3;\n", "let a = (2 + 1) * 3;\n"),
        ("javascript", "function f(x) { g(x); h(); }\nf(1);\n", "g(1); h();\n"),
        ("javascript", "function f(x) { return g(x); }\na(f, f(1));\n", "a(g, g(1));\n"),
        (
            "typescript",
            "function f(x: number): number { x++; return x; }\nlet a = f(2);\n",
            "let x: number = 2; x++; let a = x;\n",
        ),
        (
            "python",
            "def f(x):\n  y = x + 1\n  return y\nif a:\n    b = f(2)\n",
            "if a:\n    y = 2 + 1\n    b = y\n",
        ),
        ("python", "def f(x):\n  for i in x:\n    print(i)\nf([1])\n", "for i in [1]:\n  print(i)\n"),
        (
            "java",
            "class A { static int f(int x) { return x + 1; } int i = f(2) * 3; }\n",
            "class A { int i = (2 + 1) * 3; }\n",
        ),
        (
            "java",
            "class A { void f(int x) { g(x); h(); } void a() { f(1); b(); } }\n",
            "class A { void a() { g(1); h(); b(); } }\n",
        ),
        (
            "go",
            "package a\nfunc f(x int) int { y := x; return y }\nfunc g() int {\n\tz := f(2)\n\treturn z\n}\n",
            "package a\nfunc g() int {\n\ty := 2; z := y\n\treturn z\n}\n",
        ),
    ] {
        becomes("inline-call", language, before, after);
    }
}

#[test]
fn nothing_is_returned_any_more() {
    for (language, before, after) in [
        ("cpp", "struct A { int m() const { return 1; } };\n", "struct A { void m() const { } };\n"),
        (
            "typescript",
            "function f(): number { if (a) return 1; return g(); }\n",
            "function f() { if (a) return; g(); }\n",
        ),
        (
            "java",
            "class A { int f() { if (a) return 1; return g(); } }\n",
            "class A { void f() { if (a) return; g(); } }\n",
        ),
        ("go", "package a\nfunc f() int { return g() }\n", "package a\nfunc f() { g() }\n"),
    ] {
        becomes("void-result", language, before, after);
    }
}

#[test]
fn whatever_is_missing_from_a_text_no_pass_panics_and_all_propose_the_same_again() {
    let coupled = [
        "delete-parameter",
        "parameter-to-variable",
        "inline-call",
        "copy-body",
        "void-result",
        "merge-functions",
    ];
    let rows: Vec<_> = passes::ALL.iter().filter(|it| coupled.contains(&it.name)).collect();
    assert_eq!(rows.len(), coupled.len());
    for sample in crate::support::samples().iter().filter(|it| it.language.names.is_some()) {
        let text = String::from_utf8_lossy(&sample.file.text).into_owned();
        let starts: Vec<usize> = text.char_indices().map(|it| it.0).collect();
        for part in 0..5 {
            let (from, to) = (starts[starts.len() * part / 5], starts[starts.len() * part / 5 + 3 + part]);
            let broken = [&text[..from], &text[to..]].concat();
            for pass in &rows {
                let found = candidates(pass, &sample.language.name, &broken);
                assert_eq!(found, candidates(pass, &sample.language.name, &broken), "{}", pass.name);
            }
        }
    }
}
