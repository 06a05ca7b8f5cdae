//! What `inline-operator` proposes, and what it leaves alone.

use crate::examples::{becomes, candidates, row};

#[test]
fn an_operator_gives_way_to_what_it_does_wherever_it_is_used() {
    for (before, after) in [
        (
            "struct A { int *p; int &operator*() { return *this->p; } };\nint f(A a) { return *a + *a * 2; }\n",
            "struct A { int *p; };\nint f(A a) { return (*a.p) + (*a.p) * 2; }\n",
        ),
        (
            "struct A { int x; friend A operator+(const A &a, int b) { return {a.x + b}; } };\nA f(A a) { return a + 1; }\n",
            "struct A { int x; };\nA f(A a) { return {a.x + 1}; }\n",
        ),
        (
            "template <class T> struct A { bool operator()(T a, T b) { return a < b; } };\nA<int> a; bool b = a(1, 2);\n",
            "template <class T> struct A { };\nA<int> a; bool b = 1 < 2;\n",
        ),
    ] {
        becomes("inline-operator", "cpp", before, after);
    }
}

#[test]
fn an_operator_that_says_nothing_or_is_not_meant_stays() {
    for text in [
        "struct A { int operator[](int); };\nint f(A a) { return a[0]; }\n",
        "struct A { int operator[](int i) { return i; } };\nint f(int *a, A *b) { return a[0] + b[0].x; }\n",
        "struct A { int operator()(int i) { return i; } };\nint g(int);\nint f(A a) { return g(0); }\n",
        "struct A { int x; bool operator==(A b) { return x == b.x; } };\nbool f(int a, int b) { return a == b; }\n",
        "struct A { int x; A &operator=(int b) { x = b; return *this; } };\nvoid f(A a) { a = 1; }\n",
    ] {
        assert_eq!(candidates(row("inline-operator"), "cpp", text), Vec::<String>::new(), "{text}");
    }
}
