//! How long each pass takes to propose, on C, JavaScript and preprocessed C++ of 100 KB and 1 MB.
//!
//! `cargo bench --bench passes` prints a table in milliseconds, with the number of sites on the largest text behind it;
//! `cargo bench --bench passes -- lines` only the passes with the word in their name. Each cell is the fastest of a few
//! samples. The C++ is what the system's own compiler makes of a dozen standard headers; without one it is left out.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use lop_engine::internal::{Document, FileId, Propose, Sites};
use lop_engine::{Pass, passes};

/// How long to sample one cell.
const BUDGET: Duration = Duration::from_millis(250);

const SIZES: [usize; 2] = [100_000, 1_000_000];

fn main() {
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default();
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    let sizes = &SIZES[..if quick { 1 } else { SIZES.len() }];
    let columns = columns(sizes, quick);
    print!("{:26}", "ms");
    for column in &columns {
        print!(" {:>12}", column.name);
    }
    println!(" {:>9}", "sites");
    for pass in passes::ALL.iter().filter(|it| it.name.contains(&wanted)) {
        print!("{:26}", pass.name);
        let mut most = 0;
        for column in &columns {
            let (time, found) = measure(pass, &column.document, quick);
            print!(" {:>12.1}", time.as_secs_f64() * 1000.0);
            most = most.max(found);
        }
        println!(" {most:>9}");
    }
}

/// A text to measure on.
struct Column {
    name: String,
    document: Document,
}

fn columns(sizes: &[usize], quick: bool) -> Vec<Column> {
    let headers = if quick { None } else { headers() };
    let texts = [("c", Some(c as Generator)), ("js", Some(js as Generator)), ("cpp", None)];
    let mut columns = Vec::new();
    for (name, generate) in texts {
        let language = lop_languages::by_name(name).expect("these languages are built in");
        for &size in sizes {
            let text = match (generate, &headers) {
                (Some(generate), _) => generated(size, generate),
                (None, Some(headers)) => cut(headers, size),
                (None, None) => continue,
            };
            let document = Document::parse([(text.into_bytes().into(), Some(language.clone()))]);
            columns.push(Column { name: format!("{name} {}K", size / 1000), document });
        }
    }
    columns
}

/// The fastest run of `pass` on the whole document, and how many sites it found.
fn measure(pass: &Pass, document: &Document, quick: bool) -> (Duration, usize) {
    let mut fastest = Duration::MAX;
    let mut found = 0;
    let begin = Instant::now();
    while fastest == Duration::MAX || (!quick && begin.elapsed() < BUDGET) {
        let start = Instant::now();
        let mut sites = Sites::default();
        propose(pass, document, &mut sites);
        found = black_box(sites).into_sites().len();
        fastest = fastest.min(start.elapsed());
    }
    (fastest, found)
}

fn propose(pass: &Pass, document: &Document, sites: &mut Sites) {
    match pass.propose {
        Propose::Document(propose) => propose(document, sites),
        Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
            propose(document, FileId(0), sites);
        }
        Propose::Outside(who) => who.propose(document, sites),
        Propose::Unit(propose) => {
            let units = document.file(FileId(0)).units().len();
            (0..u32::try_from(units).expect("few units"))
                .for_each(|it| propose(document, FileId(0), it, sites));
        }
    }
}

/// Writes the next piece of a text.
type Generator = fn(&mut String, usize);

fn generated(size: usize, generate: Generator) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < size {
        generate(&mut text, number);
        number += 1;
    }
    text
}

fn c(text: &mut String, number: usize) {
    let before = if number == 0 { "0".to_owned() } else { format!("work{}(p, n - 1)", number - 1) };
    let _ = write!(
        text,
        "/* Step {number}. */\n#ifdef DEBUG{number}\n# include \"step{number}.h\"\n#endif\n\
         static unsigned long work{number}(struct pair *p, int n) {{\n    int sum = {number}UL, i;\n    \
         for (i = 0; i < n; i++) {{\n        \
         if (table[i & 63] > p->first) sum += table[i & 0x3f] * {number};\n        \
         else log(\"step %d of {number}\", sum -= p->second);\n    }}\n    p->first = sum, p->second = i;\n    \
         return n > 0 ? sum + {before} : sum;\n}}\n"
    );
}

fn js(text: &mut String, number: usize) {
    let _ = write!(
        text,
        "// Step {number}.\nexport class Step{number} extends Base {{\n    constructor(options = {{}}) {{\n        \
         super(options, {number}.5e3);\n        this.name = `step ${{options.name}} {number}`;\n    }}\n    \
         run(items, ...rest) {{\n        return items.filter(it => /^s{number}[a-z]+$/.test(it)).map((it, at) => \
         at > 0x{number:x} ? it.run(rest) : rest[at] || null);\n    }}\n}}\n\
         const step{number} = new Step{number}({{ name: \"{number}\", parts: [1, 2, {number}] }});\n"
    );
}

/// What the system's C++ compiler makes of a dozen standard headers.
fn headers() -> Option<String> {
    let names = [
        "algorithm",
        "vector",
        "string",
        "map",
        "unordered_map",
        "iostream",
        "memory",
        "functional",
        "regex",
        "thread",
        "ranges",
    ];
    let source: String = names.iter().flat_map(|it| ["#include <", it, ">\n"]).collect();
    let directory = tempfile::tempdir().ok()?;
    let path = directory.path().join("all.cpp");
    std::fs::write(&path, source).ok()?;
    let output = Command::new("c++").args(["-E", "-P", "-std=c++20"]).arg(&path).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The last `size` bytes of `text`, from a line start.
fn cut(text: &str, size: usize) -> String {
    let from = text.len().saturating_sub(size);
    let line = text[from..].find('\n').map_or(from, |it| from + it + 1);
    text[line..].to_owned()
}
