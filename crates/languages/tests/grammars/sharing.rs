//! What `share-variable` proposes, and what it leaves alone.

use crate::examples::{becomes, candidates, row};

#[test]
fn a_variable_that_a_function_is_always_handed_moves_to_where_both_see_it() {
    for (language, before, after) in [
        (
            "c",
            "void f(int x, int *p) { *p += x; }\nint main() { int a[2] = {1}; f(2, a); f(3, a); }\n",
            "int a[2] = {1}; void f(int x) { *a += x; }\nint main() { f(2); f(3); }\n",
        ),
        (
            "c",
            "int main() { struct S s = g(); f(&s); return s.x; }\nvoid f(struct S *p) { p->x = h(p); }\n",
            "struct S s; int main() { s = g(); f(); return s.x; }\nvoid f() { s.x = h(&s); }\n",
        ),
        (
            "go",
            "package m\nfunc f(p *T) { p.x++ }\nfunc g() {\n\ta := T{}\n\tf(&a)\n\th(a)\n}\n",
            "package m\nvar a = T{}\nfunc f() { a.x++ }\nfunc g() {\n\tf()\n\th(a)\n}\n",
        ),
        (
            "python",
            "def f(x):\n  x.append(1)\ndef g():\n  a = []\n  f(a)\n  h(a)\n",
            "a = []\ndef f():\n  a.append(1)\ndef g():\n  f()\n  h(a)\n",
        ),
    ] {
        becomes("share-variable", language, before, after);
    }
}

#[test]
fn what_is_handed_differently_or_moves_on_or_is_seen_already_stays() {
    for (language, text) in [
        ("c", "void f(int *p) { *p = 1; }\nint main() { int a, b; f(&a); f(&b); }\n"),
        ("c", "void f(int *p) { p++; *p = 1; }\nint main() { int a[2]; f(&a); }\n"),
        ("c", "int a;\nvoid f(int *p) { *p = 1; }\nint main() { f(&a); }\n"),
        ("c", "void f(int *p) { int a; f(&a); *p = 1; }\n"),
        ("javascript", "function g() { let a = []; function f(x) { x.push(1); } f(a); }\n"),
        ("rust", "fn f(x: &mut u8) { *x = 1; }\nfn main() { let mut a = 0; f(&mut a); }\n"),
    ] {
        assert_eq!(candidates(row("share-variable"), language, text), Vec::<String>::new(), "{text}");
    }
}
