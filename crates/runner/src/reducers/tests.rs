//! What reducers cost that do not answer, without waiting as long as a run would.

use super::*;

fn ask(line: &str, time: Duration) -> (Vec<Proposal>, Vec<String>) {
    let mut reducer = Reducer::named(line).unwrap();
    reducer.limits = Limits { time, bytes: 1 << 20, proposals: 100 };
    let proposals = reducer.ask(b"some text\n");
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
    ] {
        let (proposals, troubles) = ask(line, Duration::from_millis(300));
        assert!(
            proposals.is_empty() && troubles[0].contains("did not answer within"),
            "{line}: {troubles:?}"
        );
    }
}

#[test]
fn nobody_asks_a_reducer_again_that_has_failed_three_times() {
    let reducer = Reducer::named("exit 1").unwrap();
    for text in ["a", "b", "c", "d"] {
        assert!(reducer.ask(text.as_bytes()).is_empty());
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
        let _ = reducer.ask(b"some text\n");
    }
    assert_eq!(std::fs::read_to_string(log).unwrap(), "again\n");
}
