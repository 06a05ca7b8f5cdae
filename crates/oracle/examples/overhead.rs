//! What a question costs beside the child itself: questions per second against a bare loop of spawn and wait.
//!
//! `cargo run --release -p lop-oracle --example overhead [QUESTIONS [BYTES [COMMAND…]]]`
#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::{CommandOracle, CommandSpec, Criteria, Identity, Journal, TestIdentity};
use rustix::time::{ClockId, clock_gettime};

const TURNS: usize = 20;

fn main() {
    let mut args = std::env::args_os().skip(1);
    let mut number = |default: usize| args.next().and_then(|it| it.to_str()?.parse().ok()).unwrap_or(default);
    let (questions, bytes) = (number(2000), number(100_000));
    let mut command: Vec<OsString> = args.collect();
    if command.is_empty() {
        command.push("/bin/true".into());
    }
    let files: [Arc<[u8]>; 1] = [vec![b'x'; bytes].into()];
    let quiet = oracle(&command, Criteria::default());
    let predicate: lop_oracle::Predicate = Arc::new(|_| true);
    let reading = oracle(&command, Criteria { predicate: Some(predicate), ..Criteria::default() });
    println!("{questions} questions of {bytes} bytes for {command:?}; median of {TURNS} turns");
    for workers in [1, 2] {
        let kinds: [Kind<'_>; 3] = [
            ("bare loop", &|_| spawn_and_wait(&command)),
            ("oracle", &|worker| ask(&quiet, &files, worker)),
            ("oracle, pipes", &|worker| ask(&reading, &files, worker)),
        ];
        let rates = measure(workers, questions, &kinds);
        for ((name, _), rate) in kinds.iter().zip(&rates) {
            show(name, workers, *rate, rates[0]);
        }
    }
    println!("journal: {:?} for a verdict", journal(&quiet, &files).expect("a journal can be written"));
}

/// What noting one verdict takes, on the disk that temporary files are on.
fn journal(oracle: &CommandOracle, files: &[Arc<[u8]>]) -> Result<Duration, Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let identity = Identity::new(files, TestIdentity::of(oracle.spec(), b""));
    let journal = Journal::create(&directory.path().join("journal"), &identity, files)?;
    let start = Instant::now();
    for hash in 0..100_000 {
        journal.append_verdict(hash, Verdict::Boring, 0)?;
    }
    Ok(start.elapsed() / 100_000)
}

/// A way to run the command, by name; called with the worker's number.
type Kind<'k> = (&'static str, &'k (dyn Fn(usize) + Sync));

fn oracle(command: &[OsString], criteria: Criteria) -> CommandOracle {
    let spec = CommandSpec { criteria, ..CommandSpec::new(command.to_vec(), "candidate.c") };
    CommandOracle::new(spec).expect("the command can be run")
}

fn ask(oracle: &CommandOracle, files: &[Arc<[u8]>], worker: usize) {
    oracle
        .ask(&Question { files, base: files, worker, cancel: &Cancel::new() })
        .expect("the question can be asked");
}

fn spawn_and_wait(command: &[OsString]) {
    let mut child = Command::new(&command[0]);
    child.args(&command[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    child.status().expect("the command can be run");
}

/// Questions per second, and our own processor time for each: the median of many short turns, which take turns with
/// those of the others, so that a machine that is busy with something else is busy for all of them.
fn measure(workers: usize, questions: usize, kinds: &[Kind<'_>]) -> Vec<(f64, Duration)> {
    let mut turns = vec![Vec::new(); kinds.len()];
    for _ in 0..TURNS {
        for ((_, ask), turns) in kinds.iter().zip(&mut turns) {
            turns.push(turn(workers, questions / TURNS, ask));
        }
    }
    let median = |mut turns: Vec<(f64, Duration)>| {
        turns.sort_by(|a, b| a.0.total_cmp(&b.0));
        turns[turns.len() / 2]
    };
    turns.into_iter().map(median).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a number to look at")]
fn turn(workers: usize, questions: usize, ask: &(impl Fn(usize) + Sync)) -> (f64, Duration) {
    let (start, cpu) = (Instant::now(), own_cpu());
    std::thread::scope(|scope| {
        for worker in 0..workers {
            scope.spawn(move || (0..questions / workers).for_each(|_| ask(worker)));
        }
    });
    let each = own_cpu().saturating_sub(cpu) / u32::try_from(questions).expect("not that many");
    (questions as f64 / start.elapsed().as_secs_f64(), each)
}

/// Processor time of this process without its children.
fn own_cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).expect("less than a second"))
}

fn show(what: &str, workers: usize, (rate, cpu): (f64, Duration), bare: (f64, Duration)) {
    println!("{workers} workers  {what:14} {rate:7.0}/s  {:4.0} %  own CPU {cpu:?}", 100.0 * rate / bare.0);
}
