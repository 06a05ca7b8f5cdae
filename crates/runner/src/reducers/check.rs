//! `lop check-reducer`: whether a reducer keeps to what it must, by asking it about texts that others have stumbled over.

use std::ffi::OsString;

use lop_engine::Cancel;

use super::Reducer;
use super::process::Misdeed;
use super::proposal::Proposal;
use crate::failure::Failure;

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What was checked, as a fact that should hold.
    pub name: &'static str,
    /// Why it does not; `None` when it does.
    pub wrong: Option<String>,
}

/// A text to ask about, under a name.
struct Sample {
    fact: &'static str,
    name: &'static str,
    text: fn() -> Vec<u8>,
}

const SAMPLES: [Sample; 20] = [
    sample("it starts and answers about a small file", "sample.c", || PROGRAM.into()),
    sample("it answers about an empty file", "empty.c", Vec::new),
    sample("it answers about a single byte", "one.c", || b"x".to_vec()),
    sample("it answers about a file of blank lines", "blank.c", || b"\n\n \n\t\n".to_vec()),
    sample("it answers about a last line without an end", "end.c", || b"int a;\nint b;".to_vec()),
    sample("it answers about lines that end as on Windows", "crlf.c", || b"int a;\r\nint b;\r\n".to_vec()),
    sample("it answers about bytes that are no UTF-8", "latin.c", || {
        b"char *s = \"\xe4\xff\";\nint b;\n".to_vec()
    }),
    sample("it answers about letters of several bytes", "umlaut.c", || {
        "/* Größe 🦀 */ int größe;\nint b;\n".into()
    }),
    sample("it answers about NUL bytes", "nul.bin", || b"a\0b\0\0\nc\n".to_vec()),
    sample("it answers about a byte order mark", "mark.c", || b"\xef\xbb\xbfint a;\nint b;\n".to_vec()),
    sample("it answers about a line of 100 KB", "long.c", || b"int a; ".repeat(15_000)),
    sample("it answers about 20,000 lines", "lines.c", || b"int a;\n".repeat(20_000)),
    sample("it answers about a megabyte", "large.c", || PROGRAM.repeat(10_000).into()),
    sample("it answers about 10,000 open brackets", "deep.c", || b"(".repeat(10_000)),
    sample("it answers about brackets that do not match", "wrong.c", || b")}]{[(\n\"\n'\n/*".to_vec()),
    sample("it answers about a language that it does not know", "sample.unknown", || PROGRAM.into()),
    sample("it answers about a file without an ending", "sample", || PROGRAM.into()),
    sample("it answers about a name with blanks and quotes", "a 'sample' \"of\" names.c", || PROGRAM.into()),
    sample("it answers about a name that is no ASCII", "größe.c", || PROGRAM.into()),
    sample("it answers about a small file after all that", "sample.c", || PROGRAM.into()),
];

const PROGRAM: &str = "#include <stdio.h>\n/* a comment */\nint unused(int x) {\n  return x + 1;\n}\nint main(void) {\n  puts(\"hello\");\n  return 0;\n}\n";

const fn sample(fact: &'static str, name: &'static str, text: fn() -> Vec<u8>) -> Sample {
    Sample { fact, name, text }
}

/// Checks the reducer that a line of `--reducer` names. `tell` hears of each check as it is over; those after `stop` is raised
/// are left out.
pub fn check(line: &str, stop: &Cancel, mut tell: impl FnMut(&Found)) -> Result<Vec<Found>, Failure> {
    let mut all = Vec::new();
    let mut found = |name: &'static str, wrong: Option<String>| {
        // What it answers to one who stops says nothing of it.
        if !stop.is_raised() {
            let found = Found { name, wrong };
            tell(&found);
            all.push(found);
        }
    };
    let one = Reducer::named(line)?;
    let (mut grows, mut useless, mut lies) = (None, None, None);
    for it in &SAMPLES {
        let (_, misdeed) = answer(&one, it.name, &(it.text)(), stop);
        // What is wrong with proposals is told once, below.
        let told = match misdeed {
            Some(Misdeed::Grows) => Some(&mut grows),
            Some(Misdeed::ChangesNothing) => Some(&mut useless),
            Some(Misdeed::Lies) => Some(&mut lies),
            _ => None,
        };
        let is_told = told.is_some();
        if let Some(told) = told {
            told.get_or_insert(it.name);
        }
        found(it.fact, misdeed.filter(|_| !is_told).map(|it| it.to_string()));
    }
    let about = |name: Option<&str>| name.map(|it| format!("not so for {it}"));
    found("all its spans lie in the file, and those of a set apart", about(lies));
    found("its proposals change something", about(useless));
    found("some of its proposals are smaller", about(grows));
    let again = |reducer: &Reducer| answer(reducer, "sample.c", PROGRAM.as_bytes(), stop).0;
    let (first, second) = (again(&one), again(&Reducer::named(line)?));
    found(
        "it proposes something for a small program",
        first.is_empty().then(|| "it proposed nothing".to_owned()),
    );
    let differs = first != second;
    found(
        "it proposes the same when it is started anew",
        differs.then(|| "it proposed something else".to_owned()),
    );
    one.end();
    let third = again(&one);
    found(
        "it can be ended and begun again",
        (third != first).then(|| "it proposed something else".to_owned()),
    );
    Ok(all)
}

/// What it answers about a text, whatever it answered before.
fn answer(reducer: &Reducer, name: &str, text: &[u8], stop: &Cancel) -> (Vec<Proposal>, Option<Misdeed>) {
    reducer.begin(OsString::from(name), stop.clone());
    let mut state = reducer.state.lock();
    (state.failed, state.latest) = (0, None);
    drop(state);
    let proposals = reducer.ask(text);
    let misdeed = reducer.misdeeds.lock().pop().map(|it| it.0);
    (proposals, misdeed)
}
