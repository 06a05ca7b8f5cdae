//! What reducers cost that do not answer, without waiting as long as a run would.

use std::fs::File;
use std::sync::mpsc::channel;

use lop_engine::Question;
use lop_oracle::{CommandOracle, CommandSpec};

use super::*;

/// No answer of these tests takes that long.
const LONG: Duration = Duration::from_secs(100);

/// A reducer in lop's protocol that notes its pid and the path of its copy, and has nothing to propose.
fn diary(log: &Path) -> String {
    let body = r#"
read -r hello; echo '{"type":"hello","protocol":1}'
while read -r line; do
    id=${line#*\"id\":} path=${line#*\"path\":\"}
    echo "$$ ${path%%\"*}" >>LOG
    echo "{\"type\":\"done\",\"id\":${id%%,*}}"
done"#;
    body.replace("LOG", &log.display().to_string())
}

/// Waits until somebody has rung, but not for one that never does.
fn until_rung(bell: &File) -> bool {
    let limit = rustix::event::Timespec { tv_sec: LONG.as_secs().cast_signed(), tv_nsec: 0 };
    let mut bells = [rustix::event::PollFd::new(bell, rustix::event::PollFlags::IN)];
    rustix::event::poll(&mut bells, Some(&limit)).is_ok_and(|it| it == 1)
}

/// What a reducer proposes for a single file.
fn one(reducer: &Reducer, text: &[u8]) -> Vec<Proposal> {
    reducer.ask(FileId(0), OsStr::new("input"), text)
}

fn ask(line: &str, time: Duration) -> (Vec<Proposal>, Vec<String>) {
    let mut reducer = Reducer::named(line).unwrap();
    reducer.limits = Limits { time, stop: time, bytes: 1 << 20, proposals: 100 };
    let proposals = one(&reducer, b"some text\n");
    (proposals, reducer.troubles())
}

#[test]
fn a_reducer_that_hangs_is_killed_whatever_it_is() {
    for line in [
        "sleep 1000",
        "filter:sleep 1000 #",
        "count:sleep 1000 #",
        "preduce1:sleep 1000 #",
        "preduce2:sleep 1000",
        "shrinkray:sleep 1000",
        "hints:sleep 1000 #",
    ] {
        let (proposals, troubles) = ask(line, Duration::from_millis(300));
        assert!(
            proposals.is_empty() && troubles[0].contains("did not answer within"),
            "{line}: {troubles:?}"
        );
    }
}

#[test]
fn who_is_left_behind_by_a_reducer_that_has_ended_does_not_keep_its_answer() {
    let (proposals, troubles) = ask("filter:sleep 1000 & half() { head -c 3 \"$1\" >\"$2\"; }; half", LONG);
    assert_eq!((proposals.len(), troubles), (1, Vec::new()));
}

#[test]
fn a_reducer_is_told_what_has_changed_since_it_was_asked_last() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let body = r#"
read -r hello; echo '{"type":"hello","protocol":1}'
while read -r line; do
    id=${line#*\"id\":}
    echo "$line" >>LOG
    echo "{\"type\":\"done\",\"id\":${id%%,*}}"
done"#;
    let reducer = Reducer::named(&body.replace("LOG", &log.display().to_string())).unwrap();
    for text in [b"one\ntwo\nthree\n".as_slice(), b"one\nthr\xff\n"] {
        assert!(one(&reducer, text).is_empty());
    }
    let other = reducer.ask(FileId(1), OsStr::new("input"), b"another file of that name");
    assert!(other.is_empty() && reducer.troubles().is_empty());
    let text = std::fs::read_to_string(log).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(lines[0].get("since"), None);
    assert_eq!(lines[1]["since"], 1);
    assert_eq!(lines[1]["changed"], serde_json::json!([{"start": 5, "end": 13, "hex": "6872ff"}]));
    assert_eq!(lines[2].get("since"), None);
}

#[test]
fn nobody_asks_a_reducer_again_that_has_failed_three_times() {
    let reducer = Reducer::named("exit 1").unwrap();
    for text in ["a", "b", "c", "d"] {
        assert!(one(&reducer, text.as_bytes()).is_empty());
    }
    let troubles = reducer.troubles();
    assert_eq!(troubles.len(), 2, "the first, and the last: {troubles:?}");
    assert!(troubles[1].ends_with("it is not asked any more"));
    assert_eq!(reducer.state.lock().failed, PATIENCE);
}

#[test]
fn what_came_before_a_flood_still_counts() {
    let one = r#"{"type":"edits","id":1,"alternatives":[[{"start":0,"end":4}]]}"#;
    let line = format!("read -r a; echo '{{\"type\":\"hello\",\"protocol\":1}}'; read -r a; yes '{one}'");
    let (proposals, troubles) = ask(&line, Duration::from_secs(600));
    assert!(proposals.len() > 50 && troubles[0].contains("more than anybody reads"), "{troubles:?}");
}

#[test]
fn the_same_text_is_asked_about_once() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let reducer = Reducer::named(&format!("filter:echo again >>{}; head -c 4 <", log.display())).unwrap();
    for _ in 0..3 {
        let _ = one(&reducer, b"some text\n");
    }
    assert_eq!(std::fs::read_to_string(log).unwrap(), "again\n");
}

#[test]
fn a_reducer_outlives_the_thread_that_started_it_and_the_questions_of_a_run() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let mut reducer = Reducer::named(&diary(&log)).unwrap();
    reducer.limits.time = LONG;
    let oracle = CommandOracle::new(CommandSpec::new(vec!["true".into()], "a.c")).unwrap();
    for text in ["a", "b", "c"] {
        // A helper of a round.
        std::thread::scope(|scope| drop(scope.spawn(|| one(&reducer, text.as_bytes())).join()));
        for _ in 0..3 {
            let files = [text.as_bytes().into()];
            oracle.run(&Question::about(&files, &Cancel::new()), lop_oracle::Capture::Needed).unwrap();
        }
    }
    let text = std::fs::read_to_string(log).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.dedup();
    assert_eq!((lines.len(), text.lines().count()), (1, 3), "the same process each time: {text}");
    assert_eq!(reducer.troubles(), [] as [String; 0]);
}

#[test]
fn a_reducer_ends_with_its_run_and_leaves_no_copy_of_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let mut reducer = Reducer::named(&diary(&log)).unwrap();
    reducer.limits.time = LONG;
    let pass = reducer.into_pass();
    let _ = one(pass.reducer, b"a");
    let text = std::fs::read_to_string(&log).unwrap();
    let (pid, path) = text.trim().split_once(' ').unwrap();
    assert!(Path::new(path).exists());
    pass.reducer.end();
    assert!(!Path::new(path).parent().unwrap().exists());
    assert!(!Path::new("/proc").join(pid).exists());
}

#[test]
fn nobody_who_tells_of_trouble_waits_for_an_answer() {
    let directory = tempfile::tempdir().unwrap();
    let bell = directory.path().join("bell");
    rustix::fs::mknodat(rustix::fs::CWD, &bell, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    // Open at both ends, so that nobody waits for the other.
    let rung = File::options().read(true).write(true).open(&bell).unwrap();
    let mut reducer = Reducer::named(&format!("echo >{}; sleep 1000", bell.display())).unwrap();
    reducer.limits.time = 10 * LONG;
    let stop = Cancel::new();
    reducer.begin("input".into(), 1, stop.clone());
    let (sender, told) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| one(&reducer, b"text"));
        let is_at_work = until_rung(&rung);
        scope.spawn(|| sender.send(reducer.troubles()));
        let troubles = told.recv_timeout(LONG);
        stop.raise();
        assert!(is_at_work);
        assert_eq!(troubles.unwrap(), [] as [String; 0]);
    });
}

#[test]
fn a_program_that_is_not_there_is_no_reducer() {
    for (line, why) in [
        ("/nowhere/reducer --fast", "there is no reducer /nowhere/reducer"),
        ("filter:no-such-program-anywhere", "there is no reducer no-such-program-anywhere"),
        ("count:/etc/passwd", "cannot be executed"),
        ("creduce:no-such-pass", ""),
    ] {
        let failure = Reducer::named(line).map(drop).unwrap_err();
        assert!(failure.what.contains(why) && failure.help.is_some(), "{line}: {failure:?}");
    }
    // What the shell makes of a line, it says itself.
    for line in ["true", "exit 1", "filter:cp", "count:X=1 true", "\"$HOME\"/x", "read -r line"] {
        assert!(Reducer::named(line).is_ok(), "{line}");
    }
}

#[test]
fn of_a_project_each_file_is_asked_about_under_its_name_once_for_each_text() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let line = format!("filter:echo \"${{1##*/}}\" >>{}; cp", log.display());
    let mut reducer = Reducer::named(&line).unwrap();
    reducer.limits.time = LONG;
    reducer.begin_project("p".into(), BTreeSet::from([3]), 1, Cancel::new());
    let texts: [&[u8]; 5] = [b"a.c\nd/b.c\nkept.c\n\n", b"a", b"bb\n", b"ccc", b""];
    let document = |texts: &[&[u8]]| Document::parse(texts.iter().map(|it| ((*it).into(), None))).project();
    let run = reducer.run.lock().clone();
    let files = run.files(&document(&texts));
    assert_eq!(files, [(FileId(2), "b.c".into()), (FileId(1), "a.c".into())]);
    for _ in 0..2 {
        for (id, name) in &files {
            let _ = reducer.ask(*id, name, texts[usize::from(id.0)]);
        }
    }
    let _ = reducer.ask(FileId(1), OsStr::new("a.c"), b"other");
    assert_eq!(std::fs::read_to_string(log).unwrap(), "b.c\na.c\na.c\n");
}

/// A reducer in lop's protocol that notes what it is asked and answers with these lines, in which `$id` and `$part` are those
/// of the question.
fn scripted(log: &Path, hello: &str, answer: &[&str]) -> Reducer {
    let lines: Vec<String> =
        answer.iter().map(|it| format!("echo \"{}\"", it.replace('"', "\\\""))).collect();
    let body = r#"
read -r hello; echo '{"type":"hello","protocol":1HELLO}'
while read -r line; do
    printf '%s\n' "$line" >>LOG
    id=${line#*\"id\":}; id=${id%%,*}
    part=${line#*\"part\":}; part=${part%%,*}
ANSWER
done"#;
    let body = body.replace("LOG", &log.display().to_string()).replace("HELLO", hello);
    let mut reducer = Reducer::named(&body.replace("ANSWER", &lines.join("\n"))).unwrap();
    reducer.limits = Limits { time: LONG, stop: LONG, ..LIMITS };
    reducer
}

/// What it was asked, in the order of the lines.
fn questions(log: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(log).unwrap();
    text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

const DONE: &str = r#"{"type":"done","id":$id}"#;

#[test]
fn a_reducer_that_reads_no_files_is_sent_the_text() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let reducer = scripted(&log, r#","inline":true"#, &[DONE]);
    for text in [b"some text\n".as_slice(), b"\xff\n"] {
        assert!(one(&reducer, text).is_empty());
    }
    assert_eq!(reducer.troubles(), [] as [String; 0]);
    let asked = questions(&log);
    assert_eq!((asked[0]["text"].as_str(), asked[0].get("path")), (Some("some text\n"), None));
    assert_eq!((asked[1]["hex"].as_str(), asked[1].get("text")), (Some("ff0a"), None));
}

#[test]
fn several_instances_share_an_answer_as_far_as_there_are_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let edits = r#"{"type":"edits","id":$id,"alternatives":[[{"start":$part,"end":4}]]}"#;
    let reducer = scripted(&log, r#","parallel":8"#, &[edits, DONE]);
    reducer.begin("input".into(), 3, Cancel::new());
    let proposals = one(&reducer, b"some text\n");
    let starts = proposals.iter().map(|it| match it {
        Proposal::Alternatives(sets) => sets[0].changes[0].start,
        Proposal::List(_) => panic!("it proposed alternatives"),
    });
    assert_eq!(starts.collect::<Vec<_>>(), [0, 1, 2], "in the order of the parts, whoever was first");
    assert_eq!(reducer.troubles(), [] as [String; 0]);
    let mut parts: Vec<_> =
        questions(&log).iter().map(|it| (it["part"].as_u64(), it["parts"].as_u64())).collect();
    parts.sort_unstable();
    assert_eq!(parts, [(Some(0), Some(3)), (Some(1), Some(3)), (Some(2), Some(3))]);
}

#[test]
fn a_reducer_that_has_more_is_asked_for_it_and_hears_what_became_of_the_rest() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let list =
        r#"{"type":"list","id":$id,"elements":[[{"start":0,"end":4}],[{"start":5,"end":9}]],"gains":[1,7]}"#;
    let edits = r#"{"type":"edits","id":$id,"alternatives":[[{"start":4,"end":5,"text":"x"}]]}"#;
    let more = r#"{"type":"done","id":$id,"more":true}"#;
    let reducer = scripted(&log, r#","verdicts":true"#, &[list, edits, more]);
    let (name, text) = (OsStr::new("input"), b"some text\n");
    let first = one(&reducer, text);
    assert!(matches!(&first[0], Proposal::List(sets) if sets[1].gain == Some(7)));
    let whole: EditSet = EditSet::delete(FileId(0), lop_engine::Span::new(0, 4))
        .merge(&EditSet::delete(FileId(0), lop_engine::Span::new(5, 9)));
    reducer.heard(&whole, false);
    reducer.heard(&EditSet::replace(FileId(0), lop_engine::Span::new(4, 5), *b"x"), true);
    assert_eq!(reducer.ask_for_more(FileId(0), name, text).len(), 2);
    assert!(reducer.ask_for_more(FileId(0), name, b"another text").is_empty());
    assert_eq!(one(&reducer, text).len(), 4, "all of them, when the text comes again");
    assert_eq!(reducer.troubles(), [] as [String; 0]);
    let asked = questions(&log);
    assert_eq!((asked.len(), &asked[1]["more"], &asked[1]["asked"]), (2, &1.into(), &2.into()));
    let verdicts = serde_json::json!([
        {"accepted": false, "of": [{"id": 1, "proposal": 0, "sets": [0, 1]}]},
        {"accepted": true, "of": [{"id": 1, "proposal": 1, "sets": [0]}]},
    ]);
    assert_eq!(asked[1]["verdicts"], verdicts);
}

#[test]
fn one_that_always_has_more_is_asked_so_often_and_no_more() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let edits = r#"{"type":"edits","id":$id,"alternatives":[[{"start":0,"end":4}]]}"#;
    let more = r#"{"type":"done","id":$id,"more":true}"#;
    let reducer = scripted(&log, "", &[edits, more]);
    let _ = one(&reducer, b"some text\n");
    let all = std::iter::from_fn(|| {
        Some(reducer.ask_for_more(FileId(0), OsStr::new("input"), b"some text\n")).filter(|it| !it.is_empty())
    });
    assert_eq!(all.take(2 * MORE).count(), MORE);
}

#[test]
fn one_that_is_told_to_stop_hands_over_what_it_has() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    // It waits for the line that tells it to stop before it answers.
    let body = "read -r hello; echo '{\"type\":\"hello\",\"protocol\":1}'; read -r line; read -r stop; echo \"$stop\" >LOG
echo '{\"type\":\"text\",\"id\":1,\"text\":\"text\"}'; echo '{\"type\":\"done\",\"id\":1}'; read -r end";
    let mut reducer = Reducer::named(&body.replace("LOG", &log.display().to_string())).unwrap();
    reducer.limits.time = LONG;
    reducer.limits.stop = Duration::ZERO;
    assert_eq!(one(&reducer, b"some text").len(), 1);
    assert_eq!(reducer.troubles(), [] as [String; 0]);
    assert_eq!(questions(&log), [serde_json::json!({"type": "stop", "id": 1})]);
}
