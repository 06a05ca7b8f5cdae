//! A case of our own for each transformation of Clang that our passes do: what they make of it.

/// A transformation, the text it would work on, and our passes, each with what it proposes for the text before it.
pub(super) type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// By name; a transformation may have several.
pub(super) const CASES: &[Case] = &[
    (
        "aggregate-to-scalar",
        "struct S { int a, b; } s = {1, 2};\nint f() { return s.a; }\n",
        &[
            ("delete-field", "struct S { int a; } s = {1};\nint f() { return s.a; }\n"),
            ("unwrap-struct", "int s = 1;\nint f() { return s; }\n"),
        ],
    ),
    (
        "aggregate-to-scalar",
        "struct S { int x; int y; } s = {1, 2};\nint f() { return s.x * s.y; }\n",
        &[("split-struct", "int a = 1; int b = 2;\nint f() { return a * b; }\n")],
    ),
    (
        "aggregate-to-scalar",
        "int a[2] = {3, 4};\nint f() { return a[1]; }\n",
        &[("lower-levels", "int a = 4;\nint f() { return a; }\n")],
    ),
    (
        "callexpr-to-value",
        "int g(int);\nint f() { return g(1) + g(2); }\n",
        &[
            ("peephole", "int g(int);\nint f() { return 0 + g(2); }\n"),
            ("call-to-argument", "int f() { return 0 + 0; }\n"),
        ],
    ),
    (
        "class-template-to-class",
        "template <class T> struct S { int a; };\nS<int> s;\n",
        &[("delete-parameter", "struct S { int a; };\nS s;\n")],
    ),
    ("class-to-struct", "class S { public: int a; };\n", &[("peephole", "struct S { int a; };\n")]),
    (
        "combine-global-var",
        "int *a; int b[2];\nint f() { return *a; }\n",
        &[("merge-declarations", "int *a, b[2];\nint f() { return *a; }\n")],
    ),
    (
        "combine-global-var",
        "int *a;\nint f() { return *a; }\nint b[2];\n",
        &[("gather-declarations", "int *a, b[2];\nint f() { return *a; }\n")],
    ),
    (
        "combine-local-var",
        "int f() { int a = 1; int b = a; return b; }\n",
        &[("merge-declarations", "int f() { int a = 1, b = a; return b; }\n")],
    ),
    (
        "combine-local-var",
        "int f() { int a = 1; g(&a); int b = 2; return a * b; }\n",
        &[("gather-declarations", "int f() { int a = 1, b = 2; g(&a); return a * b; }\n")],
    ),
    (
        "copy-propagation",
        "int f(int x) { int y = x; return y + y; }\n",
        &[("inline-variable", "int f(int x) { return x + x; }\n")],
    ),
    (
        "copy-propagation",
        "int f(int x) { struct S s; s.a[1] = x; return s.a[1]; }\n",
        &[("forward-value", "int f(int x) { struct S s; return x; }\n")],
    ),
    (
        "empty-struct-to-int",
        "struct S {};\nS f(S *p) { return *p; }\n",
        &[("substitute-type", "int f(int *p) { return *p; }\n")],
    ),
    (
        "instantiate-template-param",
        "template <class T> struct S { T a; };\nS<char> s;\n",
        &[("delete-parameter", "struct S { char a; };\nS s;\n")],
    ),
    (
        "instantiate-template-type-param-to-int",
        "template <class T> struct S { T a; };\nS<char> s;\nS<S<int>> t;\n",
        &[("substitute-type", "struct S { int a; };\nS s;\nS t;\n")],
    ),
    (
        "lift-assignment-expr",
        "int f(int a, int b) { return g(a = b) + h(a); }\n",
        &[("forward-value", "int f(int a, int b) { return g(b) + h(b); }\n")],
    ),
    (
        "lift-assignment-expr",
        "void f(int a, int b) { g(a = b, 2); h(a); }\n",
        &[("hoist", "void f(int a, int b) { a = b; h(a); }\n")],
    ),
    (
        "local-to-global",
        "int a;\nint f() { int b = 1; return g(&a, &b); }\n",
        &[("gather-declarations", "int a, b = 1;\nint f() { return g(&a, &b); }\n")],
    ),
    (
        "member-to-global",
        "struct S { int f() { return 1; } int a; };\n",
        &[("flatten-module", "int f() { return 1; } int a;\n")],
    ),
    (
        "member-to-global",
        "struct S { int f() { return 1; } int a; };\nint g(S s) { return s.f() + s.a + s.a; }\n",
        &[
            (
                "lift-member",
                "struct S { int a; };\nint f() { return 1; }\nint g(S s) { return f() + s.a + s.a; }\n",
            ),
            (
                "lift-member",
                "int a;\nstruct S { };\nint f() { return 1; }\nint g(S s) { return f() + a + a; }\n",
            ),
        ],
    ),
    (
        "merge-base-class",
        "struct A { int a; A(int); };\nstruct B : A { int b; B(); };\nint f(B x) { return x.a + x.b; }\n",
        &[("merge-types", "struct B { int a; int b; B(); };\nint f(B x) { return x.a + x.b; }\n")],
    ),
    (
        "move-definition-to-declaration",
        "struct S { int f(int); int a; };\nint S::f(int b) { return a + b; }\n",
        &[("pull-up-method", "struct S { int f(int b) { return a + b; } int a; };\n")],
    ),
    (
        "move-function-body",
        "namespace N { int f(int); }\nint N::f(int a) { return a; }\n",
        &[("pull-up-method", "namespace N { int f(int a) { return a; } }\n")],
    ),
    (
        "move-definition-to-declaration",
        "struct S { int f(); };\nint S::f() { return 1; }\n",
        &[
            ("flatten-module", "int f();\nint f() { return 1; }\n"),
            ("delete-blocks", "int f() { return 1; }\n"),
        ],
    ),
    (
        "move-function-body",
        "struct S { int f(); };\nint S::f() { return 1; }\n",
        &[
            ("flatten-module", "int f();\nint f() { return 1; }\n"),
            ("delete-blocks", "int f() { return 1; }\n"),
        ],
    ),
    (
        "param-to-global",
        "int f(int a) { return ++a; }\nint main() { return f(2) + f(3); }\n",
        &[("parameter-to-variable", "int a; int f() { return ++a; }\nint main() { return f() + f(); }\n")],
    ),
    (
        "param-to-local",
        "int f(int a) { return ++a; }\nint main() { return f(2); }\n",
        &[("parameter-to-variable", "int f() { int a = 2; return ++a; }\nint main() { return f(); }\n")],
    ),
    (
        "reduce-array-dim",
        "int a[2][3];\nint f() { return a[1][2]; }\n",
        &[("lower-levels", "int a[3];\nint f() { return a[2]; }\n")],
    ),
    (
        "reduce-array-size",
        "int a[100];\nint f() { return a[1]; }\n",
        &[("shrink-integers", "int a[50];\nint f() { return a[1]; }\n")],
    ),
    ("reduce-array-size", "int a[3] = {4, 5, 6};\n", &[("lower-count", "int a[2] = {4, 5};\n")]),
    (
        "reduce-class-template-param",
        "template <class T, class U> struct S { T a; };\nS<int, char> s;\nS<char, int> t;\n",
        &[("delete-parameter", "template <class T> struct S { T a; };\nS<int> s;\nS<char> t;\n")],
    ),
    (
        "reduce-pointer-level",
        "int f(int **p) { return **p; }\nint g(int *q) { return f(&q); }\n",
        &[("lower-levels", "int f(int *p) { return *p; }\nint g(int *q) { return f(q); }\n")],
    ),
    (
        "reduce-pointer-pairs",
        "int x;\nint *p = &x, **q = &p;\nint f() { return *p + **q; }\n",
        &[
            ("lower-levels", "int x;\nint *p = &x, *q = p;\nint f() { return *p + *q; }\n"),
            ("inline-variable", "int x;\nint *p = &x;\nint f() { return *p + *p; }\n"),
            ("lower-levels", "int x;\nint p = x;\nint f() { return p + p; }\n"),
        ],
    ),
    ("remove-addr-taken", "int *f(int *a) { return &a; }\n", &[("hoist", "int *f(int *a) { return a; }\n")]),
    (
        "remove-array",
        "int a[10];\nint f() { return a[3]; }\n",
        &[("lower-levels", "int a;\nint f() { return a; }\n")],
    ),
    (
        "remove-base-class",
        "struct D : B, C { int a; };\n",
        &[("delete-elements", "struct D : C { int a; };\n"), ("delete-groups", "struct D { int a; };\n")],
    ),
    (
        "remove-ctor-initializer",
        "S::S() : a(1), b(2) {}\n",
        &[("delete-elements", "S::S() : b(2) {}\n"), ("delete-groups", "S::S() {}\n")],
    ),
    ("remove-enum-member-value", "enum E { A = 1, B };\n", &[("delete-groups", "enum E { A, B };\n")]),
    (
        "remove-namespace",
        "namespace N { int f(); struct S {}; }\nusing namespace N;\nint g(N::S s) { return N::f(); }\n",
        &[("flatten-module", "int f(); struct S {};\nint g(S s) { return f(); }\n")],
    ),
    (
        "remove-namespace",
        "int f;\nnamespace N { int f; }\nint g() { return N::f + f; }\n",
        &[("flatten-module", "int f;\nint f;\nint g() { return f + f; }\n")],
    ),
    ("remove-pointer", "int *p;\n", &[("lower-levels", "int p;\n")]),
    (
        "remove-trivial-base-template",
        "template <class T> struct B;\nstruct D : B<int> { int a; };\n",
        &[("delete-groups", "template <class T> struct B;\nstruct D { int a; };\n")],
    ),
    (
        "remove-try-catch",
        "void f() { try { g(); } catch (int) { h(); } catch (...) { i(); } }\n",
        &[
            ("delete-elements", "void f() { try { g(); } catch (...) { i(); } }\n"),
            ("hoist", "void f() { g(); }\n"),
        ],
    ),
    (
        "remove-unresolved-base",
        "template <class T> struct D : T::B, C { int a; };\n",
        &[
            ("delete-elements", "template <class T> struct D : C { int a; };\n"),
            ("delete-groups", "template <class T> struct D { int a; };\n"),
        ],
    ),
    (
        "remove-unused-enum-member",
        "enum E { A, B, C };\nint f() { return B; }\n",
        &[
            ("delete-elements", "enum E { B, C };\nint f() { return B; }\n"),
            ("delete-unused", "enum E { B, };\nint f() { return B; }\n"),
        ],
    ),
    (
        "remove-unused-field",
        "struct S { int a, b; } s = {1, 2};\nint f() { return s.b; }\n",
        &[("delete-field", "struct S { int b; } s = {2};\nint f() { return s.b; }\n")],
    ),
    (
        "remove-unused-function",
        "int g();\nint f() { return g(); }\nint main() { return 0; }\n",
        &[("delete-unused", "int g();\nint main() { return 0; }\n")],
    ),
    (
        "remove-unused-function",
        "int g();\nint f() { return g(); }\nint main() { return 0; }\n",
        &[("delete-with-orphans", "int main() { return 0; }\n")],
    ),
    (
        "remove-unused-outer-class",
        "struct O { int a; struct I { int b; }; };\nO::I i;\n",
        &[("flatten-module", "int a; struct I { int b; };\nI i;\n")],
    ),
    (
        "remove-unused-var",
        "int a = 1;\nint b = 2;\nint f() { return b; }\n",
        &[("delete-unused", "int b = 2;\nint f() { return b; }\n")],
    ),
    (
        "rename-class",
        "struct Something { int a; };\nSomething b;\n",
        &[("rename-identifiers", "struct A { int a; };\nA b;\n")],
    ),
    (
        "rename-cxx-method",
        "struct S { int method(); };\nint i = S().method();\n",
        &[("rename-identifiers", "struct S { int a(); };\nint i = S().a();\n")],
    ),
    (
        "rename-fun",
        "int function();\nint i = function();\n",
        &[("rename-identifiers", "int a();\nint i = a();\n")],
    ),
    (
        "rename-param",
        "int f(int param) { return param; }\n",
        &[("rename-identifiers", "int f(int a) { return a; }\n")],
    ),
    (
        "rename-var",
        "int variable;\nint f() { return variable; }\n",
        &[("rename-identifiers", "int a;\nint f() { return a; }\n")],
    ),
    (
        "replace-array-access-with-index",
        "int f(int *a, int i) { return a[i]; }\n",
        &[("hoist", "int f(int *a, int i) { return i; }\n")],
    ),
    (
        "replace-array-index-var",
        "int f(int *a) { int i; for (i = 0; i < 2; i++) a[i] = 1; }\n",
        &[
            ("hoist", "int f(int *a) { int i; a[i] = 1; }\n"),
            ("peephole", "int f(int *a) { int i; a[0] = 1; }\n"),
        ],
    ),
    (
        "replace-callexpr",
        "int a;\nint g(int x) { return x; }\nint f() { return g(a) + 1; }\n",
        &[("inline-call", "int a;\nint f() { return a + 1; }\n")],
    ),
    (
        "replace-class-with-base-template-spec",
        "template <class T> struct B {};\nstruct D : B<int> {};\nD d;\n",
        &[("substitute-type", "template <class T> struct B {};\nB<int> d;\n")],
    ),
    (
        "replace-dependent-name",
        "template <class T> struct S { typename T::x a; };\n",
        &[("substitute-type", "template <class T> struct S { int a; };\n")],
    ),
    (
        "replace-dependent-typedef",
        "template <class T> struct S { typedef typename T::x t; t a; };\n",
        &[("substitute-type", "template <class T> struct S { typename T::x a; };\n")],
    ),
    (
        "replace-derived-class",
        "struct B { int a; };\nstruct D : B {};\nint f(D *d) { return d->a; }\n",
        &[("substitute-type", "struct B { int a; };\nint f(B *d) { return d->a; }\n")],
    ),
    ("replace-function-def-with-decl", "int f() { return 1; }\n", &[("empty-blocks", "int f() ;\n")]),
    (
        "replace-one-level-typedef-type",
        "typedef struct { int a; } S;\nS s;\n",
        &[("substitute-type", "struct { int a; } s;\n")],
    ),
    (
        "replace-simple-typedef",
        "typedef unsigned long T;\nT f(T *a) { return *a; }\n",
        &[("substitute-type", "unsigned long f(unsigned long *a) { return *a; }\n")],
    ),
    (
        "replace-undefined-function",
        "int f(int);\nint g(int);\nint h() { return f(1) + g(2); }\n",
        &[("merge-functions", "int f(int);\nint h() { return f(1) + f(2); }\n")],
    ),
    (
        "return-void",
        "int f(int a) { if (a) return 1; return g(); }\n",
        &[("void-result", "void f(int a) { if (a) return; g(); }\n")],
    ),
    (
        "simple-inliner",
        "int g(int x) { x++; return x; }\nint f() { int a = g(1); return a; }\n",
        &[("inline-call", "int f() { int x = 1; x++; int a = x; return a; }\n")],
    ),
    (
        "simple-inliner",
        "int g(int x) { x++; return x; }\nint f() { return g(1) + g(2); }\n",
        &[("copy-body", "int g(int x) { x++; return x; }\nint f() { int x = 1; x++; return x + g(2); }\n")],
    ),
    (
        "simplify-callexpr",
        "int g(int);\nint f() { return g(h(1)); }\n",
        &[("unwrap-calls", "int g(int);\nint f() { return h(1); }\n")],
    ),
    ("simplify-comma-expr", "void f() { g(), h(); }\n", &[("hoist", "void f() { h(); }\n")]),
    (
        "simplify-dependent-typedef",
        "template <class T> struct S { typedef typename X<Y<T>>::type t; t a; };\n",
        &[("substitute-type", "template <class T> struct S { int a; };\n")],
    ),
    (
        "simplify-dependent-typedef",
        "template <class T> struct S { typedef typename X<Y<T>>::type t; t a; };\n",
        &[
            ("hoist", "template <class T> struct S { typedef Y<T> t; t a; };\n"),
            ("hoist", "template <class T> struct S { typedef T t; t a; };\n"),
        ],
    ),
    (
        "simplify-if",
        "void f() { if (g()) h(); else i(); }\n",
        &[("delete-units", "void f() { if (g()) h(); i(); }\n"), ("hoist", "void f() { h(); i(); }\n")],
    ),
    (
        "simplify-nested-class",
        "struct O { struct I { int a; }; };\n",
        &[("flatten-module", "struct I { int a; };\n")],
    ),
    ("simplify-recursive-template-instantiation", "S<S<S<int>>> a;\n", &[("hoist", "S<int> a;\n")]),
    (
        "simplify-struct",
        "struct A { int x, y; };\nstruct B { struct A a; };\nstruct B b;\nint f() { return b.a.x; }\n",
        &[("unwrap-struct", "struct A { int x, y; };\nstruct A b;\nint f() { return b.x; }\n")],
    ),
    (
        "simplify-struct-union-decl",
        "struct S { int a; };\nstruct S x;\n",
        &[("delete-token-windows", "struct S { int a; } x;\n")],
    ),
    (
        "template-arg-to-int",
        "struct A { int a; };\ntemplate <class T> struct S { T t; };\nS<A> s;\n",
        &[("substitute-type", "template <class T> struct S { T t; };\nS<int> s;\n")],
    ),
    (
        "template-non-type-arg-to-int",
        "template <int N> struct S {};\nS<3 + 4> s;\n",
        &[
            ("hoist", "template <int N> struct S {};\nS<3> s;\n"),
            ("shrink-integers", "template <int N> struct S {};\nS<0> s;\n"),
        ],
    ),
    (
        "unify-function-decl",
        "int f();\nint f() { return 1; }\n",
        &[("delete-blocks", "int f() { return 1; }\n")],
    ),
    (
        "union-to-struct",
        "union U { int a; char b; } u;\nint f() { return u.a; }\n",
        &[
            ("delete-field", "union U { int a; } u;\nint f() { return u.a; }\n"),
            ("unwrap-struct", "int u;\nint f() { return u; }\n"),
        ],
    ),
    ("vector-to-array", "std::vector<int> v;\n", &[("substitute-type", "int v;\n")]),
];
