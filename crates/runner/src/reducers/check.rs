//! `lop check-reducer`: whether a reducer keeps to what it must, by asking it about texts that others have stumbled over.

use std::ffi::OsString;
use std::time::Duration;

use lop_engine::Cancel;
use lop_engine::internal::FileId;

use super::Reducer;
use super::process::Misdeed;
use super::proposal::Proposal;
use super::wanted::KINDS;
use crate::failure::Failure;

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What was checked, as a fact that should hold.
    pub name: &'static str,
    /// Whether it does.
    pub state: State,
}

/// Whether a fact holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It does.
    Holds,
    /// It does not, and this is why.
    Wrong(String),
    /// There was nothing to see it by, and this is why.
    Unseen(String),
}

impl State {
    fn of(wrong: Option<String>) -> State {
        wrong.map_or(State::Holds, State::Wrong)
    }
}

/// A text to ask about, under a name.
struct Sample {
    fact: &'static str,
    name: &'static str,
    text: fn() -> Vec<u8>,
}

const SAMPLES: [Sample; 24] = [
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
    sample("it answers about a megabyte", "large.c", || PROGRAM.repeat(6_000).into()),
    sample("it answers about 10,000 open brackets", "deep.c", || b"(".repeat(10_000)),
    sample("it answers about brackets that do not match", "wrong.c", || b")}]{[(\n\"\n'\n/*".to_vec()),
    sample("it answers about a language that it does not know", "sample.unknown", || PROGRAM.into()),
    sample("it answers about a file without an ending", "sample", || PROGRAM.into()),
    sample("it answers about a name with blanks and quotes", "a 'sample' \"of\" names.c", || PROGRAM.into()),
    sample("it answers about a name that is no ASCII", "größe.c", || PROGRAM.into()),
    sample("it answers about a comment and a string that do not end", "open.c", || {
        b"int a; /* never\nchar *s = \"nor this\n".to_vec()
    }),
    sample("it answers about lines that end in a carriage return alone", "cr.c", || {
        b"int a;\rint b;\r".to_vec()
    }),
    sample("it answers about every byte there is", "bytes.bin", || (0..=255).collect()),
    sample("it answers about a single token of 100 KB", "token.c", || b"a".repeat(100_000)),
    sample("it answers about a small file after all that", "sample.c", || PROGRAM.into()),
];

const PROGRAM: &str = "#include <stdio.h>\n#define MOST 3\n\n/* a comment */\nint unused(int x) {\n  int list[MOST] = {x};\n  \
    return list[0] + 1;\n}\n\nint main(void) {\n  puts(\"hello\");\n  return 0;\n}\n";

const fn sample(fact: &'static str, name: &'static str, text: fn() -> Vec<u8>) -> Sample {
    Sample { fact, name, text }
}

/// Checks the reducer that a line of `--reducer` names. `tell` hears of each check as it is over; those after `stop` is raised
/// are left out.
pub fn check(line: &str, stop: &Cancel, mut tell: impl FnMut(&Found)) -> Result<Vec<Found>, Failure> {
    let mut all = Vec::new();
    let mut found = |name: &'static str, state: State| {
        // What it answers to one who stops says nothing of it.
        if !stop.is_raised() {
            let found = Found { name, state };
            tell(&found);
            all.push(found);
        }
    };
    let one = Reducer::named(line)?;
    let mut seen = Seen::default();
    for it in &SAMPLES {
        let (proposals, misdeed) = answer(&one, it.name, &(it.text)(), stop);
        found(it.fact, State::of(seen.note(it.name, &proposals, misdeed)));
    }
    found("all its spans lie in the file, and those of a set apart", seen.unless(seen.lies));
    found("its proposals change something", seen.unless(seen.useless));
    found("some of its proposals are smaller", seen.unless(seen.grows));
    let again = |reducer: &Reducer| answer(reducer, "sample.c", PROGRAM.as_bytes(), stop).0;
    let (first, second) = (again(&one), again(&Reducer::named(line)?));
    let nothing = || first.is_empty().then(|| "it proposed nothing".to_owned());
    found("it proposes something for a small program", State::of(nothing()));
    let same = |other: &[Proposal]| match nothing() {
        Some(why) => State::Unseen(why),
        None => State::of((first != other).then(|| "it proposed something else".to_owned())),
    };
    found("it proposes the same when it is started anew", same(&second));
    one.end();
    found("it can be ended and begun again", same(&again(&one)));
    let unasked = |why: &str| State::Unseen(why.to_owned());
    let state = if is_told(line) { stopped(line, stop)? } else { unasked("it has no way to be told") };
    found("it answers when it is told to stop", state);
    found(
        "it answers when it is asked for more",
        asked_for_more(&one).unwrap_or_else(|| unasked("it never had more")),
    );
    let state = if one.state.lock().source.manners().parallel > 1 {
        shared(line, stop)?
    } else {
        unasked("it works alone")
    };
    found("several of it share an answer", state);
    Ok(all)
}

/// True for a reducer that speaks our protocol, where it can be told to stop.
fn is_told(line: &str) -> bool {
    line.split_once(':').is_none_or(|(kind, _)| !KINDS.contains(&kind))
}

/// Whether it answers when it is told to stop at once.
fn stopped(line: &str, stop: &Cancel) -> Result<State, Failure> {
    let mut reducer = Reducer::named(line)?;
    reducer.limits.stop = Duration::ZERO;
    let (_, misdeed) = answer(&reducer, "sample.c", PROGRAM.as_bytes(), stop);
    Ok(State::of(misdeed.map(|it| it.to_string())))
}

/// Whether it answers when it is asked for more of what it said last, if it had more.
fn asked_for_more(reducer: &Reducer) -> Option<State> {
    let has_more = reducer.state.lock().latest.values().any(|it| it.more > 0);
    let _ = has_more.then(|| reducer.ask_for_more(FileId(0), "sample.c".as_ref(), PROGRAM.as_bytes()))?;
    let misdeed = reducer.misdeeds.lock().pop();
    Some(State::of(misdeed.map(|it| it.0.to_string())))
}

/// Whether several instances of it answer together.
fn shared(line: &str, stop: &Cancel) -> Result<State, Failure> {
    let reducer = Reducer::named(line)?;
    let (_, misdeed) = answer_for(&reducer, 2, "sample.c", PROGRAM.as_bytes(), stop);
    Ok(State::of(misdeed.map(|it| it.to_string())))
}

/// What was seen of a reducer's proposals, beside whether it answers.
#[derive(Default)]
struct Seen {
    /// It has proposed something, right or wrong.
    proposed: bool,
    grows: Option<&'static str>,
    useless: Option<&'static str>,
    lies: Option<&'static str>,
}

impl Seen {
    /// Takes note of an answer about a sample. Returns what was wrong with it as an answer.
    fn note(
        &mut self,
        name: &'static str,
        proposals: &[Proposal],
        misdeed: Option<Misdeed>,
    ) -> Option<String> {
        self.proposed |= !proposals.is_empty();
        let told = match misdeed {
            Some(Misdeed::Grows) => &mut self.grows,
            Some(Misdeed::ChangesNothing) => &mut self.useless,
            Some(Misdeed::Lies) => &mut self.lies,
            other => return other.map(|it| it.to_string()),
        };
        self.proposed = true;
        told.get_or_insert(name);
        None
    }

    /// A fact about all proposals that does not hold for those about one sample.
    fn unless(&self, wrong: Option<&str>) -> State {
        match wrong {
            Some(name) => State::Wrong(format!("not so for {name}")),
            None if self.proposed => State::Holds,
            None => State::Unseen("it proposed nothing".to_owned()),
        }
    }
}

/// What it answers about a text, whatever it answered before.
fn answer(reducer: &Reducer, name: &str, text: &[u8], stop: &Cancel) -> (Vec<Proposal>, Option<Misdeed>) {
    answer_for(reducer, 1, name, text, stop)
}

/// The same, in a run of so many jobs.
fn answer_for(
    reducer: &Reducer,
    jobs: usize,
    name: &str,
    text: &[u8],
    stop: &Cancel,
) -> (Vec<Proposal>, Option<Misdeed>) {
    reducer.begin(OsString::from(name), jobs, stop.clone());
    let mut state = reducer.state.lock();
    state.failed = 0;
    state.latest.clear();
    drop(state);
    let proposals = reducer.ask(FileId(0), name.as_ref(), text);
    let misdeed = reducer.misdeeds.lock().pop().map(|it| it.0);
    (proposals, misdeed)
}
