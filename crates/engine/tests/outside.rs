//! Those outside of the engine who propose: what they say of gains, when they are asked for more, and what they hear.

use std::sync::atomic::{AtomicU32, Ordering};

use lop_engine::internal::{Document, EditSet, FileId};
use lop_engine::{Outside, Pass, Reduction, Sites, Span, Stage, oracle};
use parking_lot::Mutex;

const FILE: FileId = FileId(0);

/// Proposes to delete one byte after the other, each when it is asked for more, and notes what it hears.
#[derive(Debug, Default)]
struct OneByOne {
    next: AtomicU32,
    heard: Mutex<Vec<(u32, bool)>>,
}

impl Outside for OneByOne {
    fn propose(&self, document: &Document, sites: &mut Sites) {
        self.next.store(0, Ordering::Relaxed);
        self.propose_more(document, sites);
    }

    fn propose_more(&self, document: &Document, sites: &mut Sites) {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        if (at as usize) < document.file(FILE).text.len() {
            sites.delete(FILE, Span::new(at, at + 1));
        }
    }

    fn heard(&self, edits: &EditSet, accepted: bool) {
        self.heard.lock().push((edits.edits()[0].span.start, accepted));
    }
}

#[test]
fn who_has_more_is_asked_for_it_until_nothing_comes_and_hears_of_each() {
    for deterministic in [false, true] {
        let outside: &'static OneByOne = Box::leak(Box::default());
        let pass: &'static Pass =
            Box::leak(Box::new(Pass::outside("one-by-one", "deletes a byte", Stage::Main, outside)));
        let reduction = Reduction::new([*b"a-b-c"]).passes([pass]).jobs(1).deterministic(deterministic);
        let outcome = reduction.run(&oracle::from_bytes(|it| it.contains(&b'b'))).unwrap();
        assert_eq!(&*outcome.files[0], b"b");
        let heard = outside.heard.lock();
        assert_eq!(heard[..5], [(0, true), (1, true), (2, false), (3, true), (4, true)], "{heard:?}");
    }
}

/// Proposes to delete each of three words, and says that the one in the middle is worth most.
#[derive(Debug)]
struct Stated;

impl Outside for Stated {
    fn propose(&self, document: &Document, sites: &mut Sites) {
        if document.file(FILE).text.len() < 11 {
            return;
        }
        for (start, gain) in [(0, 2), (4, 9), (8, 1)] {
            sites.alternatives(vec![EditSet::delete(FILE, Span::new(start, start + 3))]);
            sites.expect(vec![Some(gain)]);
        }
    }
}

#[test]
fn what_is_said_to_gain_more_is_asked_about_first() {
    static PASS: Pass = Pass::outside("stated", "deletes a word", Stage::Main, &Stated);
    let asked = Mutex::new(Vec::new());
    let all = oracle::from_bytes(|it| {
        asked.lock().push(String::from_utf8_lossy(it).into_owned());
        it.len() == 11
    });
    let text = *b"one,two,six";
    Reduction::new([text]).passes([&PASS]).jobs(1).run(&all).unwrap();
    let asked = asked.lock();
    assert_eq!(asked[1..4], ["one,,six", ",two,six", "one,two,"], "{asked:?}");
}
