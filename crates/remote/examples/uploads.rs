//! What goes up to a server beside the texts that changed: of a file of a megabyte that is reduced, and of projects.
//!
//! `cargo run --release -p lop-remote --example uploads`
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for a person to read")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{Judge, Packing, Server};
use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Reduction};
use lop_oracle::project::{Body, Project, Stock};
use lop_oracle::site::{Away, Fallback, Site};
use lop_oracle::{CommandOracle, CommandSpec};
use lop_remote::{Options, Patience, Remote};

fn main() {
    println!("server\twhat\tquestions\tchanged bytes\tbytes that went up\tof the changed");
    for packing in [Packing::Plain, Packing::Unpacks] {
        a_file(packing);
        for (files, bytes) in [(100, 20_000), (1_000, 20_000), (1_000, 2_000)] {
            a_project(packing, files, bytes);
        }
    }
}

fn print(packing: Packing, what: &str, questions: u64, changed: u64, uploaded: u64) {
    #[expect(clippy::cast_precision_loss, reason = "a number to read")]
    let part = uploaded as f64 / changed as f64;
    let server = if packing == Packing::Plain { "takes what it is" } else { "unpacks" };
    println!("{server}\t{what}\t{questions}\t{changed}\t{uploaded}\t{part:.3}");
}

fn server(packing: Packing, judge: Option<Judge>) -> Server {
    let server = Server::of(Box::new(|_| None), judge, true);
    *server.state.packing.lock() = packing;
    server
}

/// Lines of C that differ as those of a program do.
fn function(text: &mut String, number: usize) {
    let _ = writeln!(
        text,
        "static int f{number}(struct s{} *p, int k) {{\n  int n = k >> {};\n  if (n > p->a) {{\n    n += g{number};\n  }}\n  \
         return n + {};\n}}",
        number % 97,
        number % 31,
        number % 1009
    );
}

fn site(server: &Server) -> Arc<Remote> {
    let options = Options { jobs: 2, ..Options::new(server.address().parse().unwrap()) };
    Arc::new(Remote::new(&options, Path::new("/nowhere"), Patience::default()).unwrap())
}

fn at(site: &Arc<Remote>, spec: CommandSpec) -> CommandOracle {
    let away = Some(Away::new(site.clone(), Fallback::Stop));
    CommandOracle::new(CommandSpec { away, ..spec }).unwrap()
}

/// Adds up the bytes of the candidates.
struct Counted {
    oracle: CommandOracle,
    bytes: AtomicU64,
}

impl Oracle for Counted {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.bytes.fetch_add(question.files[0].len() as u64, Ordering::Relaxed);
        self.oracle.ask(question)
    }
}

/// A megabyte of functions, of which six have to stay.
fn a_file(packing: Packing) {
    let mut text = String::new();
    (0..8_000).for_each(|it| function(&mut text, it));
    let is_interesting = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        let words: Vec<&str> = text.split(|it: char| !it.is_ascii_alphanumeric()).collect();
        let count = |it: char| text.chars().filter(|&other| other == it).count();
        (0..6).all(|it| words.contains(&&*format!("g{}", 613 + it * 1301))) && count('{') == count('}')
    };
    let server = server(packing, Some(Arc::new(is_interesting)));
    let site = site(&server);
    let oracle = at(&site, CommandSpec::new(vec!["sh".into()], "a.c"));
    let counted = Counted { oracle, bytes: AtomicU64::new(0) };
    let outcome = Reduction::new([text.as_bytes()]).jobs(2).run(&counted).unwrap();
    let what = format!("a file of {} bytes, to {}", text.len(), outcome.files[0].len());
    print(packing, &what, outcome.questions, counted.bytes.into_inner(), site.traffic().uploaded);
}

/// Questions about a project, in each of which one file of ten has changed.
fn a_project(packing: Packing, count: usize, bytes: usize) {
    let server = server(packing, None);
    let site = site(&server);
    let lines: Vec<String> = (0..count).map(|it| format!("src/part{}/file{it}.c\n", it / 20)).collect();
    let mut files: Vec<Arc<[u8]>> = vec![lines.concat().into_bytes().into()];
    let text = |seed: usize| -> Arc<[u8]> {
        let mut text = String::new();
        for number in seed * 1_000.. {
            if text.len() >= bytes {
                break;
            }
            function(&mut text, number);
        }
        text.truncate(bytes);
        text.into_bytes().into()
    };
    files.extend((0..count).map(text));
    let project = Project {
        root: "p".into(),
        files: (0..count).map(|_| Stock { mode: 0o644, body: Body::Text }).collect(),
        bytes: (count * bytes) as u64,
        ..Project::default()
    };
    let spec = CommandSpec { project: Some(Arc::new(project)), ..CommandSpec::new(vec!["true".into()], "p") };
    let (oracle, base, cancel) = (at(&site, spec), files.clone(), Cancel::new());
    let ask = |files: &[Arc<[u8]>]| {
        oracle.ask(&Question { files, base: &base, worker: 0, cancel: &cancel }).unwrap();
    };
    ask(&files);
    let (before, mut changed, rounds) = (site.traffic().uploaded, 0, 20);
    for round in 1..=rounds {
        for it in (round % 10..count).step_by(10) {
            files[1 + it] = text(round * 100_000 + it);
            changed += files[1 + it].len() as u64;
        }
        ask(&files);
    }
    let what = format!("a project of {count} files of {bytes} bytes, one in ten of them changed");
    print(packing, &what, rounds as u64, changed, site.traffic().uploaded - before);
}
