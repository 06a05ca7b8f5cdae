//! Members, types and the variables of types: what is proposed where there are many of them.

use crate::examples::{becomes, candidates, proposed, row};

/// How many edits a pass proposes for a text, with the bytes that they put in.
fn proposes(pass: &str, language: &str, text: &str) -> usize {
    let sets = proposed(row(pass), language, text);
    sets.iter().flat_map(|it| it.edits().to_vec()).map(|it| 1 + it.with.len()).sum()
}

/// Insists that a pass proposes to make `after` of `before`, in whatever layout.
fn makes(pass: &str, language: &str, before: &str, after: &str) {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let found = candidates(row(pass), language, before);
    assert!(found.iter().any(|it| plain(it) == plain(after)), "{pass}: no {after:?} in {found:#?}");
}

/// So many texts that are alike, one after the other.
fn all(number: usize, one: impl Fn(usize) -> String) -> String {
    (0..number).map(one).collect()
}

fn heirs(n: usize) -> String {
    let members = all(n, |at| format!("int a{at}; "));
    format!("struct A {{ {members} }};\n")
        + &all(n, |at| format!("struct B{at} : A {{ int b{at}; A *f() {{ return this; }} }};\n"))
}

fn homonyms(n: usize) -> String {
    all(n, |at| format!("impl S{at} {{ fn f(&self, a: u8) -> u8 {{ self.a }} }}\n"))
        + &all(n, |at| format!("fn g{at}(s: S{at}) {{ s.f(1); }}\n"))
}

fn fields(n: usize) -> String {
    let (members, uses) = (all(n, |at| format!("int a{at}; ")), all(n, |at| format!("s.a{at} + ")));
    format!("struct S {{ {members} }} s;\nint f() {{ struct S t; g(t.a1, t.a1); return {uses} 0; }}\n")
}

fn variables(n: usize) -> String {
    "struct S { int a; int b; };\n".to_owned()
        + &all(n, |at| format!("int f{at}() {{ struct S s = {{1, 2}}; return s.a * s.b * s.b; }}\n"))
}

fn traits(n: usize) -> String {
    let methods = all(n, |at| format!("fn m{at}(&self) {{ g(); g(); g() }} "));
    format!("trait T {{ {methods} }}\n") + &all(n, |at| format!("impl T for S{at} {{ fn f{at}() {{}} }}\n"))
}

fn chain(n: usize) -> String {
    format!("a{};\n", all(n, |at| format!(".m{at}(x => f(x, {at}))\n")))
}

#[test]
fn what_is_proposed_for_many_members_and_types_grows_with_their_number() {
    for (pass, language, text) in [
        ("merge-types", "cpp", heirs as fn(usize) -> String),
        ("lift-member", "rust", homonyms),
        ("lift-member", "cpp", fields),
        ("split-struct", "cpp", variables),
        ("flatten-module", "rust", traits),
        ("inline-closure", "javascript", chain),
        ("merge-functions", "javascript", chain),
    ] {
        let (few, many) = (proposes(pass, language, &text(200)), proposes(pass, language, &text(400)));
        assert!(many < 3 * few + 100, "{pass}: {few} and {many}");
    }
}

#[test]
fn heirs_of_heirs_take_the_members_of_one_base_after_the_other() {
    let text = "struct A { int a; };\nstruct B : A { int b; };\nstruct C : B { int c; };\nint f(C x) { return x.a + x.b + x.c; }\n";
    let once =
        "struct B { int a; int b; };\nstruct C : B { int c; };\nint f(C x) { return x.a + x.b + x.c; }\n";
    let twice = "struct C { int a; int b; int c; };\nint f(C x) { return x.a + x.b + x.c; }\n";
    makes("merge-types", "cpp", text, once);
    makes("merge-types", "cpp", once, twice);
}

#[test]
fn only_what_implements_a_trait_gets_the_methods_that_it_has_bodies_of() {
    let before =
        "interface I { default int f() { return 1; } }\nclass A implements I { int g() { return 2; } }\n";
    let copied = |it: &String| it.matches("int f()").count() > 1;
    assert!(!candidates(row("flatten-module"), "java", before).iter().any(copied));
    becomes(
        "flatten-module",
        "rust",
        "trait T { fn f(&self) -> u8 { 1 } fn g(&self) { 2 } }\nimpl T for S { fn g(&self) {} }\n",
        "impl S { fn f(&self) -> u8 { 1 } fn g(&self) {} }\n",
    );
}

#[test]
fn a_template_takes_a_base_that_nothing_else_names() {
    let text = "struct A { int a; ~A(); };\ntemplate <class T> struct B : A { T b; };\n";
    let merged = "template <class T> struct B { int a; ~B(); T b; };\n";
    becomes("merge-types", "cpp", text, merged);
    let named = format!("{text}A x;\n");
    assert_eq!(candidates(row("merge-types"), "cpp", &named), Vec::<String>::new());
}

#[test]
fn a_type_is_not_merged_with_one_that_it_embeds() {
    let embeds = "package m\ntype A struct { a int }\ntype B struct { A; b int }\nfunc f(x B) int { return x.a + x.b }\n";
    assert_eq!(candidates(row("merge-types"), "go", embeds), Vec::<String>::new());
    assert!(!candidates(row("merge-types"), "go", &embeds.replace("A; b", "c A; b")).is_empty());
}

#[test]
fn methods_and_fields_come_out_of_types_in_more_languages() {
    for (pass, language, before, after) in [
        (
            "lift-member",
            "kotlin",
            "class A { fun f(y: Int): Int { return y }\n val x = 1 }\nfun g(a: A): Int { return a.f(1) + a.x }\n",
            "fun f(y: Int): Int { return y }\nclass A { \n val x = 1 }\nfun g(a: A): Int { return f(1) + a.x }\n",
        ),
        (
            "lift-member",
            "tsx",
            "class A { x = 1; f(y: number) { return y; } }\ng(new A().f(2));\n",
            "function f(y: number) { return y; }\nclass A { x = 1;  }\ng(f(2));\n",
        ),
        (
            "split-struct",
            "c",
            "void f() { static int s[2] = {1}; g(s[0] + s[1] + s[0]); }\n",
            "void f() { static int a = 1; static int b; g(a + b + a); }\n",
        ),
        (
            "function-to-closure",
            "c-sharp",
            "class A { static int f(int x) { return x; } int g() { return h(f); } }\n",
            "class A {  int g() { return h((int x) => { return x; }); } }\n",
        ),
    ] {
        makes(pass, language, before, after);
    }
}

#[test]
fn a_method_of_javascript_that_is_named_like_its_class_is_not_its_constructor() {
    makes(
        "rename-identifiers",
        "javascript",
        "class log { log() { return log; } }\nlog = new log;\nlog.log();\nconsole.log(log);\n",
        "class c { log() { return c; } }\nc = new c;\nc.log();\nconsole.log(c);\n",
    );
}

#[test]
fn a_method_is_another_thing_than_a_field_of_its_word_where_only_methods_are_called() {
    for (language, before, after) in [
        (
            "php",
            "<?php\nclass A { public $a; function a($b) { $this->a[] = $b; } }\n$c = new A;\n$c->a(1);\n",
            "<?php\nclass A { public $a; }\n$c = new A;\n$c->a[] = 1;\n",
        ),
        (
            "java",
            "class A { int a; void a(int b) { this.a = b; } void f() { a(1); } static void g(A c) { c.a(2); } }\n",
            "class A { int a; void f() { this.a = 1; } static void g(A c) { c.a = 2; } }\n",
        ),
    ] {
        becomes("inline-call", language, before, after);
    }
    // What is called on something else may be the method of another type.
    let two = "class A { void a() { x(); } void f(B b) { b.a(); a(); } }\nclass B { void a() { y(); } }\n";
    let one = "class A { void f(B b) { b.a(); x(); } }\nclass B { void a() { y(); } }\n";
    becomes("inline-call", "java", two, one);
}

#[test]
fn a_column_goes_with_its_values() {
    becomes(
        "delete-field",
        "sql",
        "CREATE TABLE t (a INT, b INT, c INT);\nINSERT INTO t SELECT 1, d, 3 FROM u;\nSELECT b FROM t;\n",
        "CREATE TABLE t (b INT, c INT);\nINSERT INTO t SELECT d, 3 FROM u;\nSELECT b FROM t;\n",
    );
    becomes(
        "delete-field",
        "sql",
        "CREATE TABLE t (a INT, b INT, c INT);\nINSERT INTO t VALUES (1, 'x', 3), (4, 'y', 6);\nSELECT b FROM t;\n",
        "CREATE TABLE t (b INT, c INT);\nINSERT INTO t VALUES ('x', 3), ('y', 6);\nSELECT b FROM t;\n",
    );
}
