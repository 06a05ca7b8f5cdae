//! What goes along with what only it needed, where a language has a way of its own to say that it is needed.

use crate::examples::{becomes, candidates, row};

#[test]
fn what_adds_to_a_type_goes_with_it() {
    becomes(
        "delete-with-orphans",
        "rust",
        "struct A;\ntrait B { fn c(&self) {} }\nimpl B for A {}\nfn d(e: &dyn B) { e.c() }\nfn main() { d(&A); f(); }\n",
        "fn main() { f(); }\n",
    );
    becomes(
        "delete-with-orphans",
        "rust",
        "struct A;\nimpl A { fn c(&self) { g(); } }\nfn g() {}\nfn main() { h(A); f(); }\n",
        "fn main() { f(); }\n",
    );
}

#[test]
fn a_branch_goes_with_what_it_takes_or_stays() {
    let before = "enum A { B(u8), C }\nfn g() -> u8 { 1 }\nfn f(a: A) { match a { A::B(b) => h(b), A::C => h(0) } }\nfn main() { f(A::B(g())); f(A::C); }\n";
    let gone = "enum A { C }\nfn f(a: A) { match a { A::C => h(0) } }\nfn main() { f(A::C); }\n";
    let stays = "enum A { B(u8), C }\nfn f(a: A) { match a { A::B(b) => h(b), A::C => h(0) } }\nfn main() { f(A::C); }\n";
    becomes("delete-with-orphans", "rust", before, gone);
    becomes("delete-with-orphans", "rust", before, stays);
}

#[test]
fn an_import_in_a_list_of_them_goes_with_its_only_user() {
    let before =
        "package a\nimport (\n\t\"b\"\n\t\"c\"\n)\nfunc main() {\n\tvar d []int\n\tb.F(d)\n\tc.F()\n}\n";
    let after = "package a\nimport (\n\t\"c\"\n)\nfunc main() {\n\tc.F()\n}\n";
    becomes("delete-with-orphans", "go", before, after);
}

#[test]
fn a_variable_that_only_users_of_an_import_use_goes_with_it() {
    let before = "package a\nimport \"b\"\nfunc main() { d := 1; b.F(d); e() }\n";
    becomes("delete-import", "go", before, "package a\nfunc main() {; e() }\n");
}

#[test]
fn what_is_indented_below_goes_with_what_is_above() {
    let header = "from a import (\n    b,\n    c,\n)\n";
    let function = "@c\ndef d(e):\n    # what it does\n    if b(e):\n        f = {1: e}.get(0)\n        return f\n    else:\n        return 0\n";
    let before = format!("{header}{function}if g:\n    h(1)\nelse:\n    h(d(2))\nk()\n");
    becomes("delete-with-orphans", "python", &before, "if g:\n    h(1)\nk()\n");
    becomes("delete-with-orphans", "python", &before, "k()\n");
    becomes(
        "delete-with-orphans",
        "python",
        "def a(): b()\nfor c in d:\n    a()\n",
        "for c in d:\n    pass\n",
    );
    becomes("delete-with-orphans", "haskell", "a = b\nc = d\n    a\n    d\n", "c = d\n    d\n");
}

#[test]
fn the_least_text_is_of_the_type_that_is_known() {
    for (language, before, after) in [
        (
            "go",
            "package a\nfunc b() bool { return true }\nfunc main() { if b() { c() } }\n",
            "package a\nfunc main() { if false { c() } }\n",
        ),
        (
            "go",
            "package a\nfunc b() T { return 1 }\nfunc main() { c(b()) }\n",
            "package a\nfunc main() { c(*new(T)) }\n",
        ),
        ("python", "def b(e):\n    return 1\nc(d, b(2))\n", "c(d, None)\n"),
        (
            "c",
            "int b() { return 1; }\nint main() { return c(b() && 2); }\n",
            "int main() { return c(0 && 2); }\n",
        ),
    ] {
        becomes("default-with-orphans", language, before, after);
    }
}

#[test]
fn what_is_no_value_becomes_none() {
    let text = "use a::T;\nfn f(b: T) {}\nfn g(h: u8) { match h { 0 => {} _ => {} } let k: Vec<U> = l(); }\nstruct U;\n";
    let found = candidates(row("default-with-orphans"), "rust", text);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_placeholder_goes_with_its_value() {
    for (language, before, after) in [
        ("c", "void f() { char *b = g(); printf(\"%d %s\", 1, b); }\n", "void f() { printf(\"%d\", 1); }\n"),
        (
            "c",
            "void f() { fprintf(a, \"%*d, %s\\n\", 1, h(2, 3), b); }\n",
            "void f() { fprintf(a, \", %s\\n\", b); }\n",
        ),
        ("rust", "fn f() { write!(a, \"{}{{{:?}\", b, c); }\n", "fn f() { write!(a, \"{{{:?}\", c); }\n"),
        ("rust", "fn f() { println!(\"{0} {1}\", b, c); }\n", "fn f() { println!(\"{0}\", c); }\n"),
        (
            "go",
            "package a\nfunc f() { b := 1; c.Printf(\"%v\\n\", b) }\n",
            "package a\nfunc f() {; c.Printf(\"\\n\") }\n",
        ),
        (
            "java",
            "class A { String f() { return String.format(\"%s %d%n\", a, b); } }\n",
            "class A { String f() { return String.format(\"%s%n\", a); } }\n",
        ),
        ("python", "print(\"%s %d\" % (a, b))\n", "print(\"%d\" % (b))\n"),
        ("python", "print(\"{} {}\".format(a, b))\n", "print(\"{}\".format(a))\n"),
        (
            "zig",
            "fn f() void { print(\"{s} {d}\", .{ a, b }); }\n",
            "fn f() void { print(\"{d}\", .{ b }); }\n",
        ),
    ] {
        becomes("delete-placeholder", language, before, after);
    }
}

#[test]
fn what_has_fewer_values_than_placeholders_stays() {
    for text in
        ["void f() { g(\"%d %d\", 1); }\n", "void f() { g(\"100%\", 1); }\n", "void f() { g(1, \"%d\"); }\n"]
    {
        let found = candidates(row("delete-placeholder"), "c", text);
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn what_declares_nothing_any_more_assigns() {
    for (pass, before, after) in [
        (
            "delete-import",
            "package a\nimport \"b\"\nfunc f() { for i, p := range c { b.F(i, p) } }\n",
            "package a\nfunc f() { for _, _ = range c { } }\n",
        ),
        (
            "delete-placeholder",
            "package a\nfunc f() { _, b := g(); c.Printf(\"%v\", b) }\n",
            "package a\nfunc f() { _, _ = g(); c.Printf(\"\") }\n",
        ),
    ] {
        becomes(pass, "go", before, after);
    }
}
