//! Has every pass propose for every file of some directories, and says which pass fails on which file, and which take long.
//!
//! `cargo run --release -p lop-languages --example propose -- [--cut N] DIRECTORY...`: with `--cut` also for N texts that each file
//! becomes when some of its lines and tokens go, as they do in a search. Ends with 1 when a pass has failed.
#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::internal::{Document, File, Propose, Site, token_spans};
use lop_engine::{Language, Pass, Sites, passes};

/// Larger files are left out: it is looked at each unit of a file by itself.
const LARGEST: u64 = 200_000;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).peekable();
    let mut cuts = 0;
    if args.next_if(|it| it == "--cut").is_some() {
        cuts = args.next().and_then(|it| it.parse().ok()).expect("a number follows --cut");
    }
    let mut files = Vec::new();
    args.for_each(|it| collect(Path::new(&it), &mut files));
    files.sort();
    let mut seen = Seen::default();
    for path in &files {
        let Ok(text) = std::fs::read(path) else { continue };
        let Some(language) = lop_languages::detect(path, &text) else { continue };
        seen.look(path, text.clone(), &language);
        for cut in 0..cuts {
            seen.look(path, without_some(&text, &language, cut), &language);
        }
    }
    seen.print();
    if seen.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(kind) = path.symlink_metadata() else { return };
    if kind.is_dir() {
        let Ok(entries) = path.read_dir() else { return };
        entries.flatten().for_each(|it| collect(&it.path(), files));
    } else if kind.is_file() && kind.len() <= LARGEST {
        files.push(path.to_owned());
    }
}

/// What is left of a text when runs of tokens go here and there, the same each time.
fn without_some(text: &[u8], language: &Arc<Language>, cut: u64) -> Vec<u8> {
    let spans = token_spans(&File::parse(text.into(), Some(language.clone())));
    let mut random = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(cut + 1) ^ text.len() as u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).expect("31 bits") % below.max(1)
    };
    let (mut left, mut at, mut from) = (Vec::new(), 0, 0);
    while at < spans.len() {
        at += 1 + next(40);
        let (Some(first), last) = (spans.get(at), at + next(12)) else { break };
        let last = spans.get(last).or(spans.last()).expect("there is one");
        left.extend_from_slice(&text[from..first.start as usize]);
        from = last.end as usize;
        at += 12;
    }
    left.extend_from_slice(&text[from.min(text.len())..]);
    left
}

/// What was seen of each pass.
#[derive(Default)]
struct Seen {
    texts: usize,
    took: BTreeMap<&'static str, (Duration, Duration, PathBuf)>,
    /// The first text on which it fails, and on how many it does.
    failed: BTreeMap<&'static str, (PathBuf, usize)>,
}

impl Seen {
    fn look(&mut self, path: &Path, text: Vec<u8>, language: &Arc<Language>) {
        self.texts += 1;
        let document = Document::parse([(Arc::from(text), Some(language.clone()))]);
        for &pass in passes::ALL {
            let began = Instant::now();
            if catch_unwind(AssertUnwindSafe(|| propose(pass, &document))).is_err() {
                let failed = self.failed.entry(pass.name).or_insert_with(|| (path.to_owned(), 0));
                if failed.1 == 0 {
                    println!("{} fails on {}", pass.name, path.display());
                }
                failed.1 += 1;
            }
            let took = began.elapsed();
            let all = self.took.entry(pass.name).or_default();
            all.0 += took;
            if took > all.1 {
                (all.1, all.2) = (took, path.to_owned());
            }
        }
    }

    fn print(&self) {
        println!("{} texts\npass\tms in all\tms at most\tin", self.texts);
        let mut took: Vec<_> = self.took.iter().collect();
        took.sort_by_key(|it| std::cmp::Reverse(it.1.0));
        for (pass, (all, most, path)) in took.into_iter().take(12) {
            println!(
                "{pass}\t{:.0}\t{:.1}\t{}",
                all.as_secs_f64() * 1e3,
                most.as_secs_f64() * 1e3,
                path.display()
            );
        }
        for (pass, (path, count)) in &self.failed {
            println!("{pass} fails on {count} texts, first on {}", path.display());
        }
    }
}

/// Asks for all that a pass has to propose, and makes it.
fn propose(pass: &Pass, document: &Document) {
    let mut sites = Sites::default();
    for id in document.file_ids() {
        match pass.propose {
            Propose::Document(propose) => propose(document, &mut sites),
            Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
                propose(document, id, &mut sites);
            }
            Propose::Unit(propose) => {
                let units = u32::try_from(document.file(id).units().len()).expect("spans are of 32 bits");
                (0..units).for_each(|it| propose(document, id, it, &mut sites));
            }
            Propose::Outside(_) => {}
        }
        for site in sites.into_sites() {
            let (Site::Alternatives(sets) | Site::List(sets)) = site else { continue };
            for set in sets {
                document.render(id, &set);
            }
        }
        sites = Sites::default();
    }
}
