//! What the `names.scm` of each language says of small texts: what is defined in which line, and where it is used.

use std::sync::Arc;

use lop_engine::internal::{Document, describe_names};

/// The table of names of a text.
fn table(language: &str, text: &str) -> String {
    let language = lop_languages::by_name(language).unwrap();
    describe_names(&Document::parse([(Arc::from(text.as_bytes()), Some(language))]))
}

#[test]
fn a_parameter_is_told_from_the_variable_that_hides_it() {
    let text = "fn f(a: i32) -> i32 {\n let a = a;\n a\n}";
    assert_eq!(
        table("rust", text),
        "function f 1[1-4] parameters result body\nparameter a 1 result <- 2\nvalue a 2 value <- 3\n"
    );
}
