//! What `delete-parameter` proposes for functions, methods, constructors, closures and templates, language by language.

use crate::examples::{becomes, proposed, row};

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
            "class T:\n  def __init__(self, v, w): self.v = v\n  @classmethod\n  def f(cls): return cls(1, 2)\nT(3, 4)\n",
            "class T:\n  def __init__(self, v): self.v = v\n  @classmethod\n  def f(cls): return cls(1)\nT(3)\n",
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
fn a_parameter_of_a_macro_with_one_rule_goes_with_its_arguments() {
    let after =
        "macro_rules! f { ($b:tt, $c:ty) => (g::<$c>($b, 0)); }\nfn h() { f!(2, u8); f!{(3, 4), i8} }\n";
    for before in [
        "macro_rules! f { ($a:expr, $b:tt, $c:ty) => (g::<$c>($b, 0)); }\nfn h() { f!(1, 2, u8); f!{i(5, 6), (3, 4), i8} }\n",
        "macro_rules! f { ($b:tt, $c:ty, $d:tt) => (g::<$c>($b, $d)); }\nfn h() { f!(2, u8, 0); f!{(3, 4), i8, 0} }\n",
    ] {
        becomes("delete-macro-parameters", "rust", before, after);
    }
}

#[test]
fn a_parameter_goes_from_all_methods_that_implement_each_other() {
    for (language, before, after) in [
        (
            "rust",
            "trait T { fn f(&self, a: u8, b: u8); }\nimpl T for S { fn f(&self, _: u8, b: u8) {} }\n\
             impl T for U { fn f(&self, x: u8, y: u8) {} }\nfn g() { S.f(1, 2); T::f(&U, 3, 4); }\n",
            "trait T { fn f(&self, b: u8); }\nimpl T for S { fn f(&self, b: u8) {} }\n\
             impl T for U { fn f(&self, y: u8) {} }\nfn g() { S.f(2); T::f(&U, 4); }\n",
        ),
        (
            "java",
            "interface I { int f(int a, int b); }\nclass A implements I { public int f(int a, int b) { return b; } }\n\
             class B { int h(I i) { return i.f(1, 2); } }\n",
            "interface I { int f(int b); }\nclass A implements I { public int f(int b) { return b; } }\n\
             class B { int h(I i) { return i.f(2); } }\n",
        ),
        (
            "cpp",
            "struct I { virtual int f(int a, int b) = 0; };\n\
             struct A : I { int f(int a, int b) override { return b; } };\nint h(I &i) { return i.f(1, 2); }\n",
            "struct I { virtual int f(int b) = 0; };\n\
             struct A : I { int f(int b) override { return b; } };\nint h(I &i) { return i.f(2); }\n",
        ),
        (
            "go",
            "package a\ntype I interface{ f(a int, b int) int }\nfunc (A) f(a, b int) int { return b }\n\
             var c = i.f(1, 2)\n",
            "package a\ntype I interface{ f(b int) int }\nfunc (A) f(b int) int { return b }\n\
             var c = i.f(2)\n",
        ),
        (
            "python",
            "class A:\n  def f(self, a, b): return a\nclass B(A):\n  def f(self, a, b): return b\nx.f(1, 2)\n",
            "class A:\n  def f(self, b): return 0\nclass B(A):\n  def f(self, b): return b\nx.f(2)\n",
        ),
        (
            "typescript",
            "interface I { f(a: number, b: number): void }\nabstract class A { abstract f(a: number, b: number); }\n\
             class B extends A { f(a: number, b: number) {} }\nb.f(1, 2);\n",
            "interface I { f(b: number): void }\nabstract class A { abstract f(b: number); }\n\
             class B extends A { f(b: number) {} }\nb.f(2);\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn what_is_proposed_for_many_methods_of_one_name_grows_with_their_number() {
    let edits = |number: usize| -> usize {
        let one = |at: usize| format!("impl T for S{at} {{ fn f(&self, a: u8, b: u8) -> u8 {{ b }} }}\n");
        let calls = |at: usize| format!("fn g{at}() {{ S{at}.f(1, 2); }}\n");
        let text: String = (0..number).map(one).chain((0..number).map(calls)).collect();
        proposed(row("delete-parameter"), "rust", &text).iter().map(|it| it.edits().len()).sum()
    };
    let (few, many) = (edits(200), edits(400));
    assert!(few > 0 && many < 3 * few, "{few} and {many}");
}

#[test]
fn what_has_another_number_of_parameters_is_of_another_family() {
    let (before, after) = (
        "int f(int a, int b) { return b; }\nint f(char *a, int b, int c) { return c; }\nint x = f(1, 2) + f(0, 0, 3);\n",
        "int f(int b) { return b; }\nint f(char *a, int b, int c) { return c; }\nint x = f(2) + f(0, 0, 3);\n",
    );
    becomes("delete-parameter", "cpp", before, after);
}

#[test]
fn a_parameter_of_a_constructor_goes_with_what_makes_things_of_the_type() {
    for (language, before, after) in [
        (
            "python",
            "class A:\n  def __init__(self, a, b=1): g(b)\nclass B(A):\n  def __init__(self):\n    super().__init__(1, 2)\n\
             class C(A):\n  def __init__(self):\n    A.__init__(self, 3, 4)\nA(5, 6)\nA(b=7, a=8)\n",
            "class A:\n  def __init__(self, b=1): g(b)\nclass B(A):\n  def __init__(self):\n    super().__init__(2)\n\
             class C(A):\n  def __init__(self):\n    A.__init__(self, 4)\nA(6)\nA(b=7)\n",
        ),
        (
            "javascript",
            "class A { constructor(a, b) { g(b); } }\nclass B extends A { constructor() { super(1, 2); } }\n\
             f(new A(3, 4));\n",
            "class A { constructor(b) { g(b); } }\nclass B extends A { constructor() { super(2); } }\n\
             f(new A(4));\n",
        ),
        (
            "javascript",
            "const A = class { constructor(a) {} };\nf(new A(1));\n",
            "const A = class { constructor() {} };\nf(new A());\n",
        ),
        (
            "typescript",
            "class A<T> { constructor(a: T, private b: string) {} }\n\
             class B extends A<number> { constructor() { super(1, ''); } }\nf(new A<number>(2, ''));\n",
            "class A<T> { constructor(private b: string) {} }\n\
             class B extends A<number> { constructor() { super(''); } }\nf(new A<number>(''));\n",
        ),
        (
            "php",
            "<?php\nclass A { function __construct($a, $b) { g($b); } }\n\
             class B extends A { function __construct() { parent::__construct(1, 2); } }\nh(new A(3, 4));\n",
            "<?php\nclass A { function __construct($b) { g($b); } }\n\
             class B extends A { function __construct() { parent::__construct(2); } }\nh(new A(4));\n",
        ),
        (
            "ruby",
            "class A\n  def initialize(a, b)\n    g(b)\n  end\nend\n\
             class B < A\n  def initialize\n    super(1, 2)\n  end\nend\nh(A.new(3, 4))\n",
            "class A\n  def initialize(b)\n    g(b)\n  end\nend\n\
             class B < A\n  def initialize\n    super(2)\n  end\nend\nh(A.new(4))\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn a_parameter_goes_from_a_constructor_that_is_named_like_its_type() {
    for (language, before, after) in [
        (
            "java",
            "class A { A(int a, int b) { this(a, b, 0); } A(int a, int b, int c) {} A d = new A(1, 2); }\n\
             class B extends A { B() { super(3, 4, 5); } }\nclass C extends A { C() { super(6, 7); } }\n",
            "class A { A(int a, int b) { this(b, 0); } A(int b, int c) {} A d = new A(1, 2); }\n\
             class B extends A { B() { super(4, 5); } }\nclass C extends A { C() { super(6, 7); } }\n",
        ),
        ("java", "enum E { X(1), Y(2); E(int a) {} }\n", "enum E { X(), Y(); E() {} }\n"),
        (
            "cpp",
            "struct A { A(int a, int b); };\nA::A(int a, int b) { g(b); }\nstruct B : A { B() : A(1, 2) {} };\n\
             A y(3, 4), z{5, 6};\nA *p = new A(7, 8);\nA w = A(9, 10), v = A{11, 12};\n",
            "struct A { A(int b); };\nA::A(int b) { g(b); }\nstruct B : A { B() : A(2) {} };\n\
             A y(4), z{6};\nA *p = new A(8);\nA w = A(10), v = A{12};\n",
        ),
        (
            "cpp",
            "template <class T> struct A { A(T a); };\nstruct B : A<int> { B() : A<int>(1) {} };\nA<int> y(2);\n",
            "template <class T> struct A { A(); };\nstruct B : A<int> { B() : A<int>() {} };\nA<int> y();\n",
        ),
        (
            "csharp",
            "class A { A(int a, int b) { g(b); } A() : this(1, 2) {} }\nclass B : A { B() : base(3, 4) {} A c = new A(5, 6); }\n",
            "class A { A(int b) { g(b); } A() : this(2) {} }\nclass B : A { B() : base(4) {} A c = new A(6); }\n",
        ),
        (
            "kotlin",
            "open class A(a: Int, val b: Int)\nclass B : A(1, 2)\nfun h() = A(3, 4)\n",
            "open class A(val b: Int)\nclass B : A(2)\nfun h() = A(4)\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn a_parameter_of_a_closure_goes_with_its_argument() {
    for (language, before, after) in [
        (
            "rust",
            "fn g() { let f = |a: u8, b| b; f(1, 2) + f(3, 4) }\n",
            "fn g() { let f = |b| b; f(2) + f(4) }\n",
        ),
        (
            "cpp",
            "int g() { auto f = [](int a, int b) { return b; }; return f(1, 2) + f(3, 4); }\n",
            "int g() { auto f = [](int b) { return b; }; return f(2) + f(4); }\n",
        ),
        (
            "kotlin",
            "val f = { a: Int, b: Int -> g(b) }\nfun h() = f(1, 2)\n",
            "val f = { b: Int -> g(b) }\nfun h() = f(2)\n",
        ),
        (
            "php",
            "<?php\n$f = function ($a, $b) { return $b; };\nh($f(1, 2), $f(3, 4));\n",
            "<?php\n$f = function ($b) { return $b; };\nh($f(2), $f(4));\n",
        ),
        ("php", "<?php\n$f = fn($a, $b) => $b;\nh($f(1, 2));\n", "<?php\n$f = fn($b) => $b;\nh($f(2));\n"),
        ("ruby", "f = ->(a, b) { b }\nputs f.(1, 2)\n", "f = ->(b) { b }\nputs f.(2)\n"),
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
fn a_parameter_goes_from_the_functions_that_are_called_through_pointers_and_from_the_pointers() {
    for (language, before, after) in [
        (
            "c",
            "typedef int (*F)(int a, int b);\nint f(int a, int b) { return b; }\nint g(int a, int b) { return a; }\n\
             int h(F p) { return p(1, 2) + g(3, 4); }\nint i = h(f);\n",
            "typedef int (*F)(int b);\nint f(int b) { return b; }\nint g(int a, int b) { return a; }\n\
             int h(F p) { return p(2) + g(3, 4); }\nint i = h(f);\n",
        ),
        (
            "c",
            "struct S { int (*f)(int, char *); int n; };\nint f(int a, char *b) { return *b; }\n\
             struct S s = { f, 3 };\nint g(struct S *p) { return s.f(1, \"\") + p->f(2, \"\"); }\n",
            "struct S { int (*f)(char *); int n; };\nint f(char *b) { return *b; }\n\
             struct S s = { f, 3 };\nint g(struct S *p) { return s.f(\"\") + p->f(\"\"); }\n",
        ),
        (
            "c",
            "int f(int a, int b) { return b; }\nint (*t[])(int, int) = { f };\nint i = t[0](1, 2);\n\
             int (*p)(int, int) = f;\nint j = (*p)(3, 4);\n",
            "int f(int b) { return b; }\nint (*t[])(int) = { f };\nint i = t[0](2);\n\
             int (*p)(int) = f;\nint j = (*p)(4);\n",
        ),
        (
            "rust",
            "fn f(a: u8, b: u8) -> u8 { b }\nfn h(p: fn(u8, u8) -> u8) -> u8 { p(1, 2) }\nfn g() { h(f); }\n",
            "fn f(b: u8) -> u8 { b }\nfn h(p: fn(u8) -> u8) -> u8 { p(2) }\nfn g() { h(f); }\n",
        ),
        (
            "typescript",
            "function f(a: number, b: string) {}\ntype F = (x: number, y: string) => void;\n\
             function h(p: F) { p(1, ''); }\nh(f);\n",
            "function f(b: string) {}\ntype F = (y: string) => void;\nfunction h(p: F) { p(''); }\nh(f);\n",
        ),
        (
            "go",
            "package a\nfunc f(a int, b string) {}\nfunc h(p func(int, string)) { p(1, \"\") }\nfunc g() { h(f) }\n",
            "package a\nfunc f(b string) {}\nfunc h(p func(string)) { p(\"\") }\nfunc g() { h(f) }\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}

#[test]
fn a_parameter_of_a_constructor_goes_from_all_that_makes_things_without_naming_its_type_there() {
    for (language, before, after) in [
        (
            "javascript",
            "class A { constructor(a, b) { g(b); } }\nclass B extends A { f() {} }\nnew B(1, 2);\n",
            "class A { constructor(b) { g(b); } }\nclass B extends A { f() {} }\nnew B(2);\n",
        ),
        (
            "typescript",
            "class A { constructor(a: number, b: string) { g(b); } }\nclass B extends A {}\nnew B(1, '');\n",
            "class A { constructor(b: string) { g(b); } }\nclass B extends A {}\nnew B('');\n",
        ),
        (
            "python",
            "class A:\n  def __init__(self, a, b): g(b)\nclass B(A):\n  def f(self): pass\nB(1, 2)\n",
            "class A:\n  def __init__(self, b): g(b)\nclass B(A):\n  def f(self): pass\nB(2)\n",
        ),
        (
            "cpp",
            "struct A { A(int a, int b) { g(b); } };\nstruct B : A { using A::A; };\nB b(1, 2);\n",
            "struct A { A(int b) { g(b); } };\nstruct B : A { using A::A; };\nB b(2);\n",
        ),
        (
            "cpp",
            "struct A { A(int a, int b) { g(b); } };\nA f() { return {1, 2}; }\n\
             struct B { A x{3, 4}; A y; B() : y(5, 6) {} };\n",
            "struct A { A(int b) { g(b); } };\nA f() { return {2}; }\n\
             struct B { A x{4}; A y; B() : y(6) {} };\n",
        ),
    ] {
        becomes("delete-parameter", language, before, after);
    }
}
