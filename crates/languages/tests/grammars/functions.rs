//! What the passes that change functions together with their calls propose, language by language.

use lop_engine::passes;

use crate::examples::{becomes, candidates};

#[test]
fn a_call_in_what_a_macro_is_given_is_one() {
    for (pass, before, after) in [
        (
            "delete-parameter",
            "fn f(a: u8, b: u8) -> u8 { b }\nfn g() { h!(\"\", f(1, 2) + f(3, (4)), a, (b)); }\n",
            "fn f(b: u8) -> u8 { b }\nfn g() { h!(\"\", f(2) + f((4)), a, (b)); }\n",
        ),
        (
            "delete-parameter",
            "impl S { fn f(&self, a: u8, b: u8) {} }\nfn g() { assert_eq!(s.f(1, 2), 3); }\n",
            "impl S { fn f(&self, b: u8) {} }\nfn g() { assert_eq!(s.f(2), 3); }\n",
        ),
        (
            "inline-call",
            "fn f(a: u8, b: u8) -> u8 { h(b) }\nfn g() { i!(f(1, 2), 3); }\n",
            "fn g() { i!(h(2), 3); }\n",
        ),
        ("call-to-argument", "fn f(a: u8) -> u8 { a }\nfn g() { i!(f(1), 3); }\n", "fn g() { i!(1, 3); }\n"),
    ] {
        becomes(pass, "rust", before, after);
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
        // Each of its variables is assigned to more than once, in turns.
        (
            "python",
            "def f(x):\n  y = x\n  z = y\n  y = z\n  z = y\n  return z\ndef g(y):\n  z = f(y)\n  return z\n",
            "def g(y):\n  a = y\n  b = a\n  a = b\n  b = a\n  z = b\n  return z\n",
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
        ("cpp", "int A::f() { return 1; }\n", "void A::f() { }\n"),
        ("kotlin", "fun f(a: Int): Int {\n  return g(a)\n}\n", "fun f(a: Int) {\n  g(a);\n}\n"),
        ("kotlin", "fun f(a: Int): Int = g(a)\n", "fun f(a: Int) { g(a) }\n"),
    ] {
        becomes("void-result", language, before, after);
    }
}

#[test]
fn nothing_is_returned_by_any_method_of_a_family() {
    for (language, before, after) in [
        (
            "cpp",
            "struct A { virtual int f(); };\nstruct B : A { int f() override; };\n\
             int A::f() { return 1; }\nint B::f() { return g(); }\n",
            "struct A { virtual void f(); };\nstruct B : A { void f() override; };\n\
             void A::f() { }\nvoid B::f() { g(); }\n",
        ),
        (
            "typescript",
            "interface I { f(a: number): number; }\nclass A implements I { f(a: number): number { return a; } }\n",
            "interface I { f(a: number); }\nclass A implements I { f(a: number) { } }\n",
        ),
        (
            "kotlin",
            "interface I {\n  fun f(a: Int): Int\n}\nclass A : I {\n  override fun f(a: Int): Int = a\n}\n",
            "interface I {\n  fun f(a: Int)\n}\nclass A : I {\n  override fun f(a: Int) {}\n}\n",
        ),
        (
            "go",
            "package a\ntype I interface { f(a int) int }\nfunc (x A) f(a int) int { return a }\n\
             func (x *B) f(a int) int { return g(a) }\nfunc (x *B) f(a, b int) int { return b }\n",
            "package a\ntype I interface { f(a int) }\nfunc (x A) f(a int) { }\n\
             func (x *B) f(a int) { g(a) }\nfunc (x *B) f(a, b int) int { return b }\n",
        ),
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
        "inline-closure",
        "inline-yield",
        "call-callback",
        "copy-body",
        "void-result",
        "merge-functions",
        "inline-variable",
        "substitute-type",
        "lower-levels",
        "narrow-patterns",
        "narrow-tuples",
        "delete-async",
        "delete-label",
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

#[test]
fn a_type_that_nobody_defines_becomes_a_builtin_one_everywhere() {
    for (language, before, after) in [
        (
            "c",
            "int f(struct S *p, int q) { return p == 0; }\nstruct S *g(void);\n",
            "int f(int *p, int q) { return p == 0; }\nint *g(void);\n",
        ),
        (
            "cpp",
            "class S;\nint f(S *p, const S &q) { return 0; }\n",
            "int f(int *p, const int &q) { return 0; }\n",
        ),
        ("kotlin", "typealias S = List<Int>\nfun f(a: S) { g(a) }\n", "fun f(a: List<Int>) { g(a) }\n"),
        (
            "typescript",
            "function f(a: number, b: A): Map<string, A> { return b; }\n",
            "function f(a: number, b: A): number { return b; }\n",
        ),
    ] {
        becomes("substitute-type", language, before, after);
    }
}

#[test]
fn a_lifetime_goes_with_all_that_names_it() {
    for (before, after) in [
        ("fn f<'a>(x: &'a u8, y: &'a mut u8) -> &'a u8 { x }\n", "fn f(x: &u8, y: &mut u8) -> &u8 { x }\n"),
        (
            "impl<'a, T: 'a + Copy> S<'a, T> { fn f(&'a self) {} }\n",
            "impl<T: Copy> S<'_, T> { fn f(&self) {} }\n",
        ),
        (
            "struct S<'a, T> { x: &'a T, y: Option<&'a S<'a, T>> }\nfn g<'b>(s: S<'b, u8>, t: &S<'_, u16>) {}\n",
            "struct S<T> { x: &'static T, y: Option<&'static S<T>> }\nfn g<'b>(s: S<u8>, t: &S<u16>) {}\n",
        ),
    ] {
        becomes("delete-label", "rust", before, after);
    }
}

#[test]
fn a_case_of_an_enum_goes_with_its_element_of_each_table_that_is_as_long() {
    for (language, before, after) in [
        (
            "c",
            "enum { A, B, C, N };\nint t[N] = { 1, 2, 3 };\nint u[3] = { C, B, A }, v[2] = { 1, 2 };\n",
            "enum { A, C, N };\nint t[N] = { 1, 3 };\nint u[2] = { C, A }, v[2] = { 1, 2 };\n",
        ),
        (
            "cpp",
            "enum class E { A, B };\nconst char *t[] = { \"a\", \"b\" };\nE e = E::B;\n",
            "enum class E { B };\nconst char *t[] = { \"b\" };\nE e = E::B;\n",
        ),
        (
            "rust",
            "enum E { A, B, C }\nconst T: [u8; 3] = [1, 2, 3];\n",
            "enum E { A, C }\nconst T: [u8; 2] = [1, 3];\n",
        ),
        (
            "java",
            "class X { enum E { A, B, C } static int[] t = { 1, 2, 3 }; }\n",
            "class X { enum E { A, C } static int[] t = { 1, 3 }; }\n",
        ),
        ("typescript", "enum E { A, B }\nconst t = ['a', 'b'];\n", "enum E { A }\nconst t = ['a'];\n"),
    ] {
        becomes("delete-field", language, before, after);
    }
}

#[test]
fn a_parameter_that_is_the_only_one_goes_with_its_argument_in_llvm_ir() {
    becomes(
        "delete-parameter",
        "llvm-ir",
        "define i32 @f(i32 %a) {\n  ret i32 0\n}\ndefine i32 @g() {\n  %b = call i32 @f(i32 1)\n  ret i32 %b\n}\n",
        "define i32 @f() {\n  ret i32 0\n}\ndefine i32 @g() {\n  %b = call i32 @f()\n  ret i32 %b\n}\n",
    );
}

#[test]
fn a_number_may_stand_where_a_name_of_a_line_language_does() {
    let text = |value: &str| format!("define i32 @f(i32 %a) {{\n  ret i32 {value}\n}}\n");
    becomes("minimise", "llvm-ir", &text("%a"), &text("0"));
}
