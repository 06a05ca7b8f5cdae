//! What a question about a large project costs beside the test: 10,000 files of 20 KB, ten of which change.
//!
//! `cargo run --release -p lop-oracle --example project`
#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Cancel, OracleError, Question};
use lop_oracle::project::{Body, Project, Stock};
use lop_oracle::{Capture, CommandOracle, CommandSpec};
use rustix::time::{ClockId, clock_gettime};

const FILES: usize = 10_000;
const BYTES: usize = 20_000;
const CHANGED: usize = 10;
const QUESTIONS: usize = 50;

fn main() -> Result<(), OracleError> {
    let lines: Vec<String> =
        (0..FILES).map(|it| format!("src/m{}/part{}/file{it}.c\n", it % 40, it % 1000)).collect();
    let tree = lines.concat();
    let mut files: Vec<Arc<[u8]>> = vec![tree.into_bytes().into()];
    files.extend(
        (0..FILES).map(|it| Arc::from(it.to_string().repeat(BYTES / it.to_string().len()).into_bytes())),
    );
    let project = Project {
        root: "p".into(),
        files: (0..FILES).map(|_| Stock { mode: 0o644, body: Body::Text }).collect(),
        bytes: (FILES * BYTES) as u64,
        ..Project::default()
    };
    let mut spec = CommandSpec::new(vec!["true".into()], "p");
    spec.project = Some(Arc::new(project));
    let oracle = CommandOracle::new(spec)?;
    let (base, cancel) = (files.clone(), Cancel::new());
    let ask = |files: &[Arc<[u8]>]| -> Result<(Duration, Duration), OracleError> {
        let began = Instant::now();
        let run =
            oracle.run(&Question { files, base: &base, worker: 0, cancel: &cancel }, Capture::Needed)?;
        Ok((began.elapsed(), run.took))
    };
    let (first, _) = ask(&files)?;
    let (mut own, mut busy) = (Vec::new(), Vec::new());
    for round in 0..QUESTIONS {
        for changed in 0..CHANGED {
            files[1 + (round * 37 + changed * 997) % FILES] =
                Arc::from(format!("changed in {round}").into_bytes());
        }
        if round % 2 == 1 {
            // A file goes.
            let text = String::from_utf8_lossy(&files[0]).into_owned();
            let mut lines: Vec<&str> = text.split('\n').collect();
            lines[round] = "";
            (files[0], files[1 + round]) = (lines.join("\n").into_bytes().into(), Arc::default());
        }
        let before = clock_gettime(ClockId::ProcessCPUTime);
        let (all, took) = ask(&files)?;
        own.push(all.saturating_sub(took));
        busy.push(clock_gettime(ClockId::ProcessCPUTime) - before);
    }
    own.sort_unstable();
    busy.sort();
    println!(
        "first {first:?}; then our own: {:?} in the middle, {:?} at most; processor time: {} µs in the middle",
        own[QUESTIONS / 2],
        own[QUESTIONS - 1],
        busy[QUESTIONS / 2].tv_nsec / 1000
    );
    Ok(())
}
