//! What a journal keeps, whatever happened to its file.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::Verdict;
use proptest::prelude::*;

use super::lock::Locked;
use super::record::HEADER;
use super::*;
use crate::CommandSpec;

fn input() -> Vec<Arc<[u8]>> {
    vec![Arc::from(&b"int main() { return f(1, 2, 3); }"[..]), Arc::from(&b"int f();"[..])]
}

fn identity(command: &str) -> Identity {
    identity_on(&input(), command)
}

fn identity_on(input: &[Arc<[u8]>], command: &str) -> Identity {
    Identity::new(input, TestIdentity::of(&CommandSpec::new(vec![command.into()], "a.c"), b""))
}

fn texts(first: &str) -> Vec<Arc<[u8]>> {
    vec![Arc::from(first.as_bytes()), Arc::from(&b""[..])]
}

/// A directory and the journal in it.
fn place() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    (directory, path)
}

fn open(path: &Path) -> (Journal, Replay) {
    Journal::open(path, &identity("true"), &input()).unwrap()
}

/// A journal with three verdicts, two bests and the mark of several workers.
fn write(path: &Path) {
    let (journal, replay) = open(path);
    assert!(replay.known.is_empty() && replay.best.is_none());
    journal.append_verdict(1, Verdict::Boring, 4).unwrap();
    journal.append_verdict(2, Verdict::Interesting, 0).unwrap();
    journal.append_best(2, &texts("int main() { return f(2); }"), b"first").unwrap();
    journal.append_wide().unwrap();
    journal.append_verdict(3, Verdict::TimedOut, 255).unwrap();
    journal.append_verdict(4, Verdict::Cancelled, 0).unwrap();
    journal.append_best(5, &texts("main() { f(2); }"), b"").unwrap();
    journal.append_wide().unwrap();
}

#[test]
fn what_was_noted_is_known_again() {
    let (_directory, path) = place();
    write(&path);
    let peeked = Journal::peek(&path, &identity("true"), &input()).unwrap();
    assert!(Journal::peek(&path, &identity("false"), &input()).is_none());
    let replay = open(&path).1;
    assert_eq!((&peeked.known, &peeked.best), (&replay.known, &replay.best));
    assert_eq!(replay.known.len(), 3);
    assert_eq!(replay.known[&1], Known { verdict: Verdict::Boring, reason: 4 });
    assert_eq!(replay.known[&2], Known { verdict: Verdict::Interesting, reason: 0 });
    assert_eq!(replay.known[&3], Known { verdict: Verdict::TimedOut, reason: 255 });
    assert_eq!(replay.verdicts()[&3], Verdict::TimedOut);
    assert_eq!(replay.best, Some(texts("main() { f(2); }")));
    assert!(replay.wide);
    assert_eq!(replay.torn, 0);
}

#[test]
fn what_was_answered_since_the_latest_best_can_be_forgotten() {
    let (_directory, path) = place();
    write(&path);
    let (journal, before) = open(&path);
    journal.append_verdict(6, Verdict::Boring, 0).unwrap();
    journal.append_best(7, &texts("main() { }"), b"").unwrap();
    journal.append_verdict(8, Verdict::Boring, 0).unwrap();
    journal.forget_since_best().unwrap();
    journal.append_verdict(9, Verdict::Boring, 0).unwrap();
    drop(journal);
    let (journal, after) = open(&path);
    let mut known: Vec<u128> = after.known.keys().copied().collect();
    known.sort_unstable();
    assert_eq!(known, [1, 2, 3, 6, 9]);
    assert!(after.wide && after.best == Some(texts("main() { }")));
    // What an earlier run was answered stays.
    journal.append_verdict(10, Verdict::Boring, 0).unwrap();
    journal.forget_since_best().unwrap();
    drop(journal);
    assert_eq!(open(&path).1.known, after.known);
    assert_eq!(before.known.len(), 3);
}

#[test]
fn what_runs_showed_is_known_again_and_written_once() {
    let (_directory, path) = place();
    let said: Arc<[u8]> = vec![b's'; 1000].into();
    let (journal, _) = open(&path);
    for hash in 1..=100 {
        journal.append_shown(hash, said.clone()).unwrap();
    }
    journal.append_shown(101, Arc::from(&b"other"[..])).unwrap();
    drop(journal);
    assert!(fs::metadata(&path).unwrap().len() < 10_000);
    let (journal, replay) = open(&path);
    assert_eq!(replay.shown.len(), 101);
    assert_eq!((&replay.shown[&100], &replay.shown[&101][..]), (&said, &b"other"[..]));
    // What is forgotten is not referred to any more.
    journal.append_shown(102, said.clone()).unwrap();
    journal.forget_since_best().unwrap();
    journal.append_shown(103, said.clone()).unwrap();
    drop(journal);
    let shown = open(&path).1.shown;
    assert_eq!((shown.get(&102), shown.get(&103)), (None, Some(&said)));
}

#[test]
fn a_journal_is_for_its_owner_alone() {
    let (_directory, path) = place();
    write(&path);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    open(&path);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn what_somebody_has_put_in_the_place_of_a_journal_is_neither_read_nor_written_to() {
    let error = |path: &Path| {
        assert!(!is_open(path) && Journal::peek(path, &identity("true"), &input()).is_none());
        Journal::create_beside(path, &identity("true"), &input()).unwrap_err().cause()
    };
    let (directory, path) = place();
    fs::write(directory.path().join("precious"), "precious").unwrap();
    std::os::unix::fs::symlink("precious", &path).unwrap();
    assert!(error(&path).contains("it is a link"), "{}", error(&path));
    assert_eq!(fs::read(directory.path().join("precious")).unwrap(), b"precious");
    fs::remove_file(&path).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    assert!(error(&path).contains("not a regular file"), "{}", error(&path));
    fs::remove_file(&path).unwrap();
    fs::write(&path, "").unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o1777)).unwrap();
    // Only root can say that it is somebody else's.
    if std::os::unix::fs::chown(&path, Some(12_345), None).is_ok() {
        assert!(error(&path).contains("another user"), "{}", error(&path));
    }
}

#[test]
fn of_two_journals_the_one_with_the_better_score_is_kept_aside() {
    let (_directory, path) = place();
    let run = |hash, best: &str, score| {
        let (journal, aside) = Journal::create_beside(&path, &identity("true"), &input()).unwrap();
        journal.append_score(hash, [score, score]).unwrap();
        journal.append_best(hash, &texts(best), b"").unwrap();
        aside.map(|it| it.bytes)
    };
    assert_eq!(run(1, "large and fast", 1.0), None);
    assert_eq!(run(2, "slow", 5.0), Some(14));
    assert_eq!(run(3, "slow", 5.0), Some(14));
    bring_back(&path, &identity("true"), &input());
    assert_eq!(open(&path).1.bests[0].hash, 1);
}

#[test]
fn every_best_can_be_made_again_of_the_one_before() {
    let (_directory, path) = place();
    write(&path);
    let replay = open(&path).1;
    let noted: Vec<_> = replay.bests.iter().map(|it| (it.hash, &it.note[..])).collect();
    assert_eq!(noted, [(2, &b"first"[..]), (5, b"")]);
    let first = replay.bests[0].texts(&input()).unwrap();
    assert_eq!(first, texts("int main() { return f(2); }"));
    assert_eq!(replay.bests[1].texts(&first), replay.best);
    assert_eq!(replay.bests[0].texts(&texts("short")), None);
}

#[test]
fn that_several_workers_ask_is_noted_once() {
    let (_directory, path) = place();
    let len = || fs::metadata(&path).unwrap().len();
    let (journal, replay) = open(&path);
    assert!(!replay.wide);
    journal.append_wide().unwrap();
    let once = len();
    journal.append_wide().unwrap();
    drop(journal);
    open(&path).0.append_wide().unwrap();
    assert_eq!(len(), once);
    assert!(open(&path).1.wide);
}

#[test]
fn a_damaged_record_ends_what_is_believed() {
    let (_directory, path) = place();
    write(&path);
    let whole = fs::read(&path).unwrap();
    for at in HEADER..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let replay = open(&path).1;
        assert!(replay.torn > 0 && replay.known.len() <= 3, "{at}");
        assert!(replay.known.keys().all(|hash| (1..=3).contains(hash)), "{at}");
    }
}

#[test]
fn a_journal_that_was_closed_can_be_opened_while_somebody_still_has_a_copy_of_it() {
    let (_directory, path) = place();
    write(&path);
    let file = || fs::File::options().read(true).write(true).open(&path).unwrap();
    let locked = Locked::lock(file()).unwrap();
    // As a child has that is being started.
    let copy = locked.try_clone().unwrap();
    assert!(Locked::lock(file()).is_none());
    drop(locked);
    assert!(Locked::lock(file()).is_some());
    drop(copy);
}

#[test]
fn a_journal_of_another_run_is_refused_with_a_reason() {
    let (_directory, path) = place();
    write(&path);
    let refusal = |identity: &Identity| {
        Journal::open(&path, identity, &input()).map(|it| it.1).unwrap_err().to_string()
    };
    assert!(refusal(&identity("false")).contains("another command"));
    assert!(refusal(&identity_on(&texts("other"), "true")).contains("another input"));
    fs::write(&path, [b'x'; 200]).unwrap();
    assert!(refusal(&identity("true")).contains("not a journal"));
}

#[test]
fn a_journal_of_another_version_is_begun_anew_and_says_so() {
    let (_directory, path) = place();
    write(&path);
    let mut old = fs::read(&path).unwrap();
    old[13] = b'1';
    let sum = xxhash_rust::xxh3::xxh3_64(&old[..HEADER - 8]);
    old[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, &old).unwrap();
    assert!(Journal::peek(&path, &identity("true"), &input()).is_none());
    let (journal, replay) = open(&path);
    assert_eq!(replay.begun_anew, Some("another version of lop wrote it"));
    assert!(replay.known.is_empty() && replay.bests.is_empty());
    journal.append_verdict(1, Verdict::Boring, 0).unwrap();
    drop(journal);
    let replay = open(&path).1;
    assert_eq!((replay.begun_anew, replay.known.len()), (None, 1));
}

#[test]
fn a_journal_is_used_by_one_at_a_time_and_may_be_begun_anew() {
    let (directory, _) = place();
    let path = directory.path().join("a/b/any name");
    write(&path);
    let first = open(&path).0;
    let second = Journal::open(&path, &identity("true"), &input());
    assert!(matches!(second, Err(JournalError::InUse { .. })));
    drop((first, second));
    drop(Journal::create(&path, &identity("false"), &input()).unwrap());
    let (journal, replay) = Journal::open(&path, &identity("false"), &input()).unwrap();
    assert!(replay.known.is_empty());
    journal.remove().unwrap();
    assert!(!path.exists());
}

#[test]
fn an_error_says_the_cause_and_then_the_remedy() {
    let error = JournalError::InUse { path: "j".into() };
    assert_eq!(error.to_string(), format!("{}; {}", error.cause(), error.remedy()));
}

/// One thing to note.
#[derive(Debug, Clone)]
enum Entry {
    Verdict(u128, bool, u8),
    Best(u128, String, Vec<u8>),
    Wide,
}

fn entry() -> impl Strategy<Value = Entry> {
    let note = proptest::collection::vec(any::<u8>(), 0..20);
    prop_oneof![
        (any::<u128>(), any::<bool>(), any::<u8>())
            .prop_map(|(hash, yes, why)| Entry::Verdict(hash, yes, why)),
        (any::<u128>(), "[a-c]{0,30}", note).prop_map(|(hash, text, note)| Entry::Best(hash, text, note)),
        Just(Entry::Wide),
    ]
}

fn append(journal: &Journal, entry: &Entry) {
    match entry {
        Entry::Verdict(hash, yes, why) => {
            let verdict = if *yes { Verdict::Interesting } else { Verdict::Boring };
            journal.append_verdict(*hash, verdict, *why)
        }
        Entry::Best(hash, text, note) => journal.append_best(*hash, &texts(text), note),
        Entry::Wide => journal.append_wide(),
    }
    .unwrap();
}

/// What a journal with these entries must know.
fn assert_knows(replay: &Replay, entries: &[Entry]) {
    let mut known = std::collections::HashMap::new();
    let (mut bests, mut latest, mut wide) = (Vec::new(), None, false);
    for entry in entries {
        match entry {
            Entry::Verdict(hash, yes, why) => drop(known.insert(*hash, (*yes, *why))),
            Entry::Best(hash, text, note) => {
                bests.push((*hash, note.clone()));
                latest = Some(texts(text));
            }
            Entry::Wide => wide = true,
        }
    }
    let yes = |it: &Known| (it.verdict == Verdict::Interesting, it.reason);
    assert_eq!(replay.known.len(), known.len());
    assert!(replay.known.iter().all(|(hash, it)| known.get(hash) == Some(&yes(it))));
    assert_eq!(replay.bests.iter().map(|it| (it.hash, it.note.clone())).collect::<Vec<_>>(), bests);
    assert_eq!((&replay.best, replay.wide), (&latest, wide));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_cut_anywhere_gives_what_is_whole_and_can_be_continued(
        entries in proptest::collection::vec(entry(), 0..8),
        more in proptest::collection::vec(entry(), 1..3),
        cut in any::<proptest::sample::Index>(),
    ) {
        let (_directory, path) = place();
        let (journal, _) = open(&path);
        let len = || usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
        // Where each entry ends.
        let ends: Vec<usize> = entries.iter().map(|it| { append(&journal, it); len() }).collect();
        drop(journal);
        let cut = cut.index(len() + 1);
        fs::File::options().write(true).open(&path).unwrap().set_len(cut as u64).unwrap();
        let mut whole = entries[..ends.iter().filter(|end| **end <= cut).count()].to_vec();
        let (journal, replay) = open(&path);
        assert_knows(&replay, &whole);
        for it in &more {
            append(&journal, it);
        }
        drop(journal);
        whole.extend(more);
        let replay = open(&path).1;
        assert_knows(&replay, &whole);
        prop_assert_eq!(replay.torn, 0);
    }
}
