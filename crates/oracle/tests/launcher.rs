//! Commands that a launcher starts: answers come back as they were, and what the launcher does is never taken for one.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Place, answer, ask, oracle, texts};
use lop_engine::{Cancel, Question, Verdict};
use lop_oracle::site::{Away, Fallback, Launcher};
use lop_oracle::{Capture, CommandOracle, CommandSpec, Criteria, RunOutput, Status, Timeout};

/// `spec` at a launcher.
fn launched(place: &Place, template: &str, fallback: Fallback, spec: CommandSpec) -> CommandSpec {
    let shared = place.path("shared directory");
    fs::create_dir_all(&shared).unwrap();
    let launcher = Launcher::new(template, &shared, place.root.path()).unwrap();
    CommandSpec { away: Some(Away::new(Arc::new(launcher), fallback)), ..spec }
}

fn run(oracle: &CommandOracle) -> RunOutput {
    let (files, cancel) = (texts("it's \"text\""), Cancel::new());
    let question = Question { files: &files, base: &files, worker: 3, cancel: &cancel };
    oracle.run(&question, Capture::Everything).unwrap()
}

/// A launcher of its own, that forgets what stands around it and starts its words elsewhere.
fn launcher(place: &Place, body: &str) -> String {
    place.script("launcher", body).display().to_string()
}

#[test]
fn words_and_a_word_for_a_shell_both_bring_back_what_the_command_did() {
    let place = Place::new();
    let forgets = launcher(&place, "cd / && exec env -i PATH=\"$PATH\" \"$@\"");
    for template in [
        forgets.clone(),
        format!("{forgets} sh -c {{command}}"),
        format!("{forgets} sh -c 'cd {{dir}}; {{command}}'"),
    ] {
        let line = "cat a.c; echo $LOP_JOB$MINE >&2; cmp a.c \"$0\" && test -d \"$TMPDIR\" && exit 7";
        let mut spec = place.command(["sh", "-c", line, "@@"].map(Into::into).to_vec());
        spec.env.push(("MINE".into(), "'s own".into()));
        let oracle = oracle(launched(&place, &template, Fallback::Stop, spec));
        let run = run(&oracle);
        assert_eq!(run.status, Status::Exited(7), "{template}");
        assert_eq!(&*run.stdout.bytes(), b"it's \"text\"", "{template}");
        assert_eq!(&*run.stderr.bytes(), b"3's own\n", "{template}");
        place.assert_clean(oracle);
        assert_eq!(fs::read_dir(place.path("shared directory")).unwrap().count(), 0);
    }
}

#[test]
fn a_crash_there_is_a_crash() {
    let place = Place::new();
    let spec = place.command(["sh", "-c", "kill -ABRT $$"].map(Into::into).to_vec());
    let oracle = oracle(launched(&place, "env", Fallback::Stop, spec));
    assert_eq!(run(&oracle).status, Status::Signaled(6));
}

#[test]
fn standard_input_is_the_candidate_where_that_is_wanted() {
    let place = Place::new();
    let criteria = Criteria { stdout: vec!["needle".parse().unwrap()], ..Criteria::default() };
    let spec = CommandSpec { stdin: true, criteria, ..place.shell("cat") };
    let oracle = oracle(launched(&place, "env", Fallback::Stop, spec));
    assert_eq!(ask(&oracle, "a needle"), Verdict::Interesting);
    assert_eq!(ask(&oracle, "hay"), Verdict::Boring);
}

#[test]
fn what_does_not_end_in_time_there_is_timed_out_and_gone() {
    let place = Place::new();
    let timeout = Timeout::Fixed(Duration::from_millis(100));
    let spec = CommandSpec {
        timeout,
        grace: Duration::from_millis(50),
        ..place.shell("trap '' TERM; sleep 1000; sleep 1000")
    };
    let oracle = oracle(launched(&place, "env", Fallback::Stop, spec));
    assert_eq!(ask(&oracle, "x"), Verdict::TimedOut);
    // What `timeout` starts and kills is a group of its own, whose end only Linux waits for.
    let deadline = Instant::now() + Duration::from_secs(60);
    while cfg!(feature = "portable") && !place.processes().is_empty() && Instant::now() < deadline {
        std::thread::yield_now();
    }
    place.assert_clean(oracle);
}

#[test]
fn a_cancelled_question_waits_for_no_machine() {
    let place = Place::new();
    let waits = launcher(&place, &format!(": > {}; sleep 1000", place.path("waits").display()));
    let oracle = oracle(launched(&place, &waits, Fallback::Stop, place.shell("true")));
    let cancel = Cancel::new();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| answer(&oracle, "x", &cancel).unwrap().verdict);
        while !place.path("waits").exists() {
            std::thread::yield_now();
        }
        cancel.raise();
        assert_eq!(asked.join().unwrap(), Verdict::Cancelled);
    });
    place.assert_clean(oracle);
}

/// Takes a line off a file with each call, and does what it says.
fn moody(place: &Place, moods: &str) -> String {
    fs::write(place.path("moods"), moods).unwrap();
    let file = place.path("moods");
    let file = file.display();
    launcher(
        place,
        &format!(
            "mood=$(head -n 1 {file}); sed -i 1d {file}; case $mood in ok) exec \"$@\";; *) eval \"$mood\";; esac"
        ),
    )
}

fn is_used_up(path: &Path) -> bool {
    fs::read(path.join("moods")).unwrap().is_empty()
}

#[test]
fn whatever_the_launcher_does_instead_it_is_started_again() {
    let place = Place::new();
    // It says that all is well, it fails, it dies; and at last does what it is for.
    let template = moody(&place, "exit 0\nexit 1\nkill -KILL $$\nok\n");
    let oracle = oracle(launched(&place, &template, Fallback::Stop, place.shell("grep -q needle a.c")));
    assert_eq!(ask(&oracle, "a needle"), Verdict::Interesting);
    assert!(is_used_up(place.root.path()));
}

#[test]
fn a_machine_that_is_lost_half_way_is_no_answer() {
    let place = Place::new();
    // The whole session there is killed while the command runs.
    let template = moody(&place, "setsid -w \"$@\"\nok\n");
    let line = format!(
        "test -e {0} || {{ : > {0}; kill -KILL 0; }}; grep -q needle a.c",
        place.path("been").display()
    );
    let timeout = Timeout::Fixed(Duration::from_secs(1000));
    let spec = CommandSpec { timeout, ..place.shell(&line) };
    // What `timeout` starts is a group of its own: with it dies the shell that would have told of the end.
    let oracle = oracle(launched(&place, &template, Fallback::Stop, spec));
    assert_eq!(ask(&oracle, "a needle"), Verdict::Interesting);
    assert!(is_used_up(place.root.path()));
}

#[test]
fn a_machine_that_was_given_up_and_comes_back_late_answers_nothing() {
    let place = Place::new();
    let errand = place.path("errand");
    let errand = errand.display();
    // The launcher loses its connection. What it was to start there comes to its end when another question has been answered.
    let moods = format!(
        "printf '%s\\0' \"$@\" >{errand}; exit 255\nok\n\"$@\"; LATE=1 xargs -0 env <{errand} 2>/dev/null\n"
    );
    let template = moody(&place, &moods);
    let spec = place.shell("[ -z \"$LATE\" ] && grep -q needle a.c");
    let oracle = oracle(launched(&place, &template, Fallback::Stop, spec));
    assert_eq!(ask(&oracle, "hay"), Verdict::Boring);
    assert_eq!(ask(&oracle, "a needle"), Verdict::Interesting);
    assert!(is_used_up(place.root.path()));
}

#[test]
fn without_an_answer_it_ends_with_the_reason_and_a_remedy() {
    let place = Place::new();
    let template = launcher(&place, "echo no such partition >&2; exit 3");
    let oracle = oracle(launched(&place, &template, Fallback::Local, place.shell("true")));
    let error = answer(&oracle, "x", &Cancel::new()).unwrap_err().to_string();
    assert!(error.contains("exit code 3") && error.contains("no such partition"), "{error}");
    assert!(error.contains("run it by hand"), "{error}");
}

#[test]
fn with_the_local_fallback_what_the_launcher_has_no_answer_to_is_asked_here() {
    let place = Place::new();
    let template = moody(&place, "ok\nexit 1\nexit 1\nexit 1\nexit 1\nok\n");
    let spec = launched(&place, &template, Fallback::Local, place.shell("grep -q needle a.c"));
    let away = spec.away.clone().unwrap();
    let oracle = oracle(spec);
    for text in ["a needle", "needles", "some needle"] {
        assert_eq!(ask(&oracle, text), Verdict::Interesting);
    }
    assert_eq!(away.unanswered(), 1);
    assert!(is_used_up(place.root.path()));
}

#[test]
fn a_command_that_those_machines_do_not_have_is_an_error() {
    let place = Place::new();
    let program = place.script("only-here", "exit 0");
    let hides = launcher(&place, &format!("rm -f {}; exec \"$@\"", program.display()));
    let oracle = oracle(launched(&place, &hides, Fallback::Stop, place.command(vec![program.into()])));
    let error = answer(&oracle, "x", &Cancel::new()).unwrap_err().to_string();
    assert!(error.contains("only-here") && error.contains("install it"), "{error}");
}

#[test]
fn a_template_that_cannot_be_used_is_explained() {
    let place = Place::new();
    let new = |template: &str, shared: &Path| Launcher::new(template, shared, place.root.path()).map(drop);
    let wrong = |template: &str| new(template, place.root.path()).unwrap_err().to_string();
    assert!(wrong("srun 'half").contains("close every quote"));
    assert!(wrong("").contains("--launcher"));
    assert!(wrong("there-is-no-such-launcher -N1").contains("no such program"));
    assert!(new("env", &place.path("nowhere")).unwrap_err().to_string().contains("--shared"));
}

/// A container engine that shows a command what is mounted, and nothing else of the directory for the questions.
const PODMAN: &str = r#"
[ "$1 $2 $3" = "run --rm -v" ] && [ "$5" = IMAGE ] || exit 125
dir=${4%%:*}; [ "$4" = "$dir:$dir" ] || exit 125
shift 5
mv "$SHARED" "$SHARED.hidden" && mkdir -p "$(dirname "$dir")" && ln -s "$SHARED.hidden${dir#"$SHARED"}" "$dir" || exit 125
(cd / && exec env -i PATH="$PATH" "$@"); code=$?
rm -rf "$SHARED" && mv "$SHARED.hidden" "$SHARED"; exit $code"#;

#[test]
fn a_container_that_is_shown_the_directory_of_the_question_alone_has_all_that_it_needs() {
    let place = Place::new();
    let shared = place.path("shared directory");
    place.script("podman", &PODMAN.replace("$SHARED", &shared.display().to_string()));
    let line = "echo \"$0\" >\"$TMPDIR/it\" && grep -q text a.c && cat \"$TMPDIR/it\" && exit 7";
    let spec = place.command(["sh", "-c", line, "@@"].map(Into::into).to_vec());
    let oracle = oracle(launched(&place, "./podman run --rm -v {dir}:{dir} IMAGE", Fallback::Stop, spec));
    for _ in 0..2 {
        let run = run(&oracle);
        assert_eq!(run.status, Status::Exited(7));
        assert!(String::from_utf8_lossy(&run.stdout.bytes()).ends_with("/a.c\n"));
    }
    place.assert_clean(oracle);
    assert_eq!(fs::read_dir(shared).unwrap().count(), 0);
}

/// A queue: what is submitted as words or as a script runs somewhere else, and who does not say `-sync y` is told at once that it will.
const QSUB: &str = r#"
sync=n; binary=n
while :; do
    case $1 in -sync) sync=$2; shift 2;; -b) binary=$2; shift 2;; -shell|-S|-j|-o) shift 2;; *) break;; esac
done
[ $binary = y ] || { cat >job.$$; set -- sh "$PWD/job.$$"; }
echo "Your job 7 (\"it\") has been submitted"
[ $sync = y ] || exit 0
(cd / && exec env -i PATH="$PATH" "$@") >/dev/null 2>&1 </dev/null; code=$?
rm -f job.$$
echo "Job 7 exited with exit code $code."; exit $code"#;

#[test]
fn a_queue_that_waits_for_its_jobs_brings_back_what_the_command_did() {
    let place = Place::new();
    place.script("qsub", &format!("cd {}{QSUB}", place.root.path().display()));
    place.script(
        "on-the-queue",
        "printf '%s\\n' \"$1\" | \"${0%/*}\"/qsub -sync y -S /bin/sh -j y -o /dev/null",
    );
    let by_words = "./qsub -sync y -b y -shell n -j y -o /dev/null";
    for template in [by_words, "./on-the-queue {command}"] {
        let line = "cat a.c; echo 'it is' said >&2; exit 124";
        let oracle = oracle(launched(&place, template, Fallback::Stop, place.shell(line)));
        let run = run(&oracle);
        assert_eq!(run.status, Status::Exited(124), "{template}");
        assert_eq!(
            (&*run.stdout.bytes(), &*run.stderr.bytes()),
            (&b"it's \"text\""[..], &b"it is said\n"[..])
        );
        place.assert_clean(oracle);
    }
}

#[test]
fn one_that_only_says_that_there_is_a_job_now_has_no_answer() {
    let place = Place::new();
    place.script("qsub", &format!("cd {}{QSUB}", place.root.path().display()));
    let spec = launched(&place, "./qsub -b y -shell n", Fallback::Stop, place.shell("true"));
    let error = answer(&oracle(spec), "x", &Cancel::new()).unwrap_err().to_string();
    assert!(error.contains("before the command did: Your job 7"), "{error}");
    assert!(error.contains("must wait for the command, as qsub -sync y does"), "{error}");
}
