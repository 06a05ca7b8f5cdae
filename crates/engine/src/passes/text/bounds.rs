//! What no pass may do, whatever the text: propose more than its size warrants, or work so long at it that the test never ends.

use super::testing::{c, indented, plain};
use crate::document::Document;
use crate::pass::{Propose, Site, Sites};
use crate::passes::ALL;
use crate::thresholds::MOST_EDITS;

fn holds(name: &str, document: &Document) {
    let bytes: usize = document.files().iter().map(|it| it.text.len()).sum();
    for pass in ALL {
        let mut sites = Sites::default();
        for file in document.source_ids() {
            match pass.propose {
                Propose::Document(propose) => propose(document, &mut sites),
                Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
                    propose(document, file, &mut sites);
                }
                Propose::Outside(who) => who.propose(document, &mut sites),
                Propose::Unit(propose) => {
                    for unit in 0..u32::try_from(document.file(file).units().len()).expect("few units") {
                        propose(document, file, unit, &mut sites);
                    }
                }
            }
        }
        let edits: usize = sites.into_sites().iter().map(edits).sum();
        let (for_each_byte, anyway) = MOST_EDITS;
        let most = for_each_byte * bytes + anyway;
        assert!(edits <= most, "{} proposes {edits} edits for {bytes} bytes of {name}", pass.name);
    }
}

fn edits(site: &Site) -> usize {
    match site {
        Site::Alternatives(sets) | Site::List(sets) => sets.iter().map(|it| it.edits().len()).sum(),
        Site::Coupled(it) => it.sets.iter().map(|it| it.edits().len()).sum(),
        Site::Elements(list) => list.elements.len(),
        Site::Closures(closures) => closures.pieces.len(),
    }
}

fn numbered(line: impl Fn(usize, usize) -> String) -> String {
    (0..2_000).map(|it| line(it, it + 1)).collect::<Vec<_>>().concat()
}

fn nested(open: &str, close: &str, times: usize) -> String {
    open.repeat(times) + &close.repeat(times)
}

#[test]
fn brackets_without_end_are_no_trouble() {
    for bracket in ["(", ")", "{", "}", "[", "<", ">", "([{", "a("] {
        holds(bracket, &plain(bracket.repeat(20_000)));
    }
}

#[test]
fn twenty_thousand_levels_are_no_trouble() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("f(1,", ")"), ("v<", ">"), ("{a;", "break;}"), ("if(a){", "}")]
    {
        holds(open, &plain(nested(open, close, 20_000)));
    }
    for (open, close) in [("(", ")"), ("{", "}"), ("f(1,", ")"), ("if(a){", "}")] {
        let text = format!("int main(void) {{ {}; }}", nested(open, close, 2_000));
        holds(open, &c(text));
    }
}

#[test]
fn a_line_without_end_is_no_trouble() {
    for piece in [
        "word ", "a", "1", "1 ", "12345 ", "\"", "\" ", "'", "\\", "/*", "//", "#", "?", "a?", "a?b:", "a.",
        "a, ", ";", "  ",
    ] {
        holds(piece, &plain(piece.repeat(50_000 / piece.len())));
        holds(piece, &c(piece.repeat(5_000 / piece.len())));
    }
}

#[test]
fn directives_without_end_are_no_trouble() {
    holds("#if", &plain(nested("#if A\n", "#endif\n", 10_000)));
    holds("#elif", &plain(format!("#if A\n{}#endif\n", "#elif B\n".repeat(10_000))));
    holds("#define", &plain("#define F(x) F(x, 1)\n".repeat(10_000) + &nested("F(", ")", 10_000)));
    let many = numbered(|it, next| format!("#define M{it} M{next}\n"));
    holds("macros", &plain(many));
}

#[test]
fn staircases_of_lines_are_no_trouble() {
    let stairs: String = (0..10_000).map(|it| " ".repeat(it % 400) + "a\n").collect();
    holds("stairs", &plain(&stairs));
    holds("stairs", &indented(&stairs));
}

#[test]
fn numbers_that_count_or_measure_everything_are_no_trouble() {
    for piece in ["5:hello", "7 letters\n", "3 3\n", "1,2,3\n", "12345:12345:", "\"ab\", 2, ", "c\r\n"] {
        holds(piece, &plain(piece.repeat(50_000 / piece.len())));
    }
    holds("a wide table", &plain(format!("9999\n{}\n", "1 ".repeat(9_999))));
    holds("a list of lists", &plain(format!("[{}]", "[1,2,3],".repeat(5_000))));
    let nest = (0..400).fold("5:hello,".to_owned(), |it, _| format!("{}:{it},", it.len()));
    holds("lengths within lengths", &plain(nest));
}

#[test]
fn names_that_all_need_each_other_are_no_trouble() {
    let chain = numbered(|it, next| format!("int f{it}() {{ return f{next}(); }}\n"));
    holds("a chain", &c(chain));
    let back = numbered(|it, next| format!("int f{next}() {{ return f{it}(); }}\n"));
    holds("a chain backwards", &c(back));
    let same = "int i = i + i;\n".repeat(10_000);
    holds("one name", &c(same));
}
