//! What only another order makes needless: clauses that a compiler looks at one after the other.

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Effort, Reduction, passes};

const TEXT: &str = "\
trait A { const C: usize; }
trait B {}
impl<T> B for T where T: A, [u8; T::C]: Sized {}
impl B for u8 {}
fn f(x: u8) { g(x, 1, 2); }
";

/// A compiler that crashes on the length of an array whose bound does not hold, unless it knew that before; a method call
/// looks at all bounds in any case.
fn crashes(text: &[u8]) -> bool {
    let text: Vec<u8> = text.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect();
    let text = String::from_utf8_lossy(&text);
    let needed = ["traitA{constC:usize;}", "traitB{}", "[u8;T::C]:", "{}implBforu8{}"];
    // Where the bound of the parameter may stand.
    let heads = ["impl<T:A>BforTwhere[", "impl<T>BforTwhereT:A,[", "impl<T>BforTwhere["];
    let Some(head) = heads.iter().position(|it| text.contains(it)) else { return false };
    let late = head == 2 && text.contains(",T:A");
    let looks_at_all = text.contains("fnf(x:u8){g(x,1,2);}") && (late || head < 2);
    needed.iter().all(|it| text.contains(it)) && (looks_at_all || late)
}

fn reduced(without: &str) -> String {
    let mut config = Config::default();
    config.passes = passes::of(Effort::Normal).into_iter().filter(|it| it.name != without).collect();
    let reduction = Reduction::new([TEXT.as_bytes()]).language(0, lop_languages::by_name("rust"));
    let outcome = reduction.config(config).assume_interesting().run(&from_bytes(crashes)).unwrap();
    String::from_utf8(outcome.files[0].to_vec()).unwrap()
}

#[test]
fn what_another_order_of_bounds_makes_needless_goes_wherever_it_stands() {
    assert!(crashes(TEXT.as_bytes()));
    assert!(reduced("reorder-bounds").contains("g(x"), "{}", reduced("reorder-bounds"));
    assert!(!reduced("").contains("g(x"), "{}", reduced(""));
}
