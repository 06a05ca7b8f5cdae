//! What is named by its number in the order of a function.

use std::fmt::Write;
use std::sync::Arc;

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Reduction};
use parking_lot::Mutex;

/// A module of many functions.
fn module() -> String {
    let mut text = String::new();
    for at in 0..300 {
        let _ = writeln!(text, "define i32 @f{at}(i32 %0) {{\n  br label %2\n\n2:\n  %3 = add i32 %0, {at}");
        (4..16).for_each(|it| writeln!(text, "  %{it} = mul i32 %{}, 3", it - 1).expect("it has room"));
        let _ = writeln!(text, "  ret i32 %15\n}}");
    }
    text
}

#[test]
fn in_a_large_file_it_gets_names_before_anything_goes() {
    let module = module();
    let asked: Mutex<Vec<String>> = Mutex::default();
    let oracle = from_bytes(|it| {
        let text = String::from_utf8_lossy(it).into_owned();
        let fits = text.contains("@f7");
        asked.lock().push(text);
        fits
    });
    let mut config = Config::default();
    config.jobs = 1;
    let text: Arc<[u8]> = module.as_bytes().into();
    let language = lop_languages::by_name("llvm-ir");
    Reduction::new([text]).language(0, language).config(config).run(&oracle).expect("the search begins");
    let asked = asked.lock();
    let first = asked.iter().find(|it| **it != module).expect("something is asked");
    assert_eq!(first.lines().count(), module.lines().count());
    assert!(
        first.starts_with("define i32 @f0(i32 %a) {\n  br label %b\n\nb:\n  %c = add i32 %a, 0\n"),
        "{}",
        &first[..200]
    );
}
