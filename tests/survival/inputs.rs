//! Inputs that no language has seen: whatever is in a file, a run on it ends with something that the test accepts.

use crate::kitchen::Kitchen;
use crate::lots::{Dice, draws};

/// Extensions of languages with a grammar, and one without.
const KINDS: [&str; 9] = ["c", "rs", "js", "py", "java", "go", "json", "css", "xyz"];

/// What random inputs are made of, besides random bytes: what opens and closes, and what a lexer trips over.
const PIECES: [&[u8]; 20] = [
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"<",
    b">",
    b"\"",
    b"'",
    b"`",
    b"/*",
    b"*/",
    b"//",
    b"\\\n",
    b"\r\n",
    b"\0",
    b"\xff\xfe",
    b"int f(int a) { return a; }",
    b"#if 0\n",
];

fn input(dice: &mut Dice) -> Vec<u8> {
    let mut text = Vec::new();
    let needle = dice.below(40);
    for at in 0..40 {
        match dice.below(3) {
            0 => text.extend((0..dice.below(6)).map(|_| u8::try_from(dice.below(256)).unwrap())),
            1 => text.extend(PIECES[dice.below(PIECES.len())].repeat(1 + dice.below(4))),
            _ => text.extend(format!(" w{} ", dice.below(9)).bytes()),
        }
        if at == needle {
            text.extend(b" bug ");
        }
    }
    text
}

#[test]
fn a_run_on_any_bytes_ends_with_what_the_test_accepts() {
    let mut dice = Dice(5);
    for number in 0..draws(18) {
        let kitchen = Kitchen::new();
        let name = format!("y.{}", KINDS[number % KINDS.len()]);
        let text = input(&mut dice);
        kitchen.write(&name, &text);
        let ended =
            kitchen.lop(["--max-questions", "60", "-o", "r", &name, "--", "grep", "-aq", "bug", "@@"]);
        ended.says(0, &[]);
        assert!(!ended.stderr.contains("panicked"), "{text:?}: {ended:#?}");
        let result = std::fs::read(kitchen.path("r")).unwrap();
        let has_bug = result.windows(3).any(|it| it == b"bug");
        assert!(has_bug && result.len() <= text.len(), "{text:?} became {result:?}");
    }
}
