//! How the search scales with the number of jobs: wall time, questions, and where workers rested, under a test that sleeps.
//!
//! `cargo bench --bench scaling` runs every case at 1, 8, 32 and 64 jobs; `… -- --delay 20 --jobs 1,64 needles` sleeps 20 ms
//! for a question instead of 200, and runs only the cases with the word in their name. Texts are made here, the test is a
//! function, and a sleep needs no core: the numbers say how much of the search goes on side by side, and hold on a machine
//! with fewer cores than jobs as long as `own CPU` is well below the wall time. At one job the time is computed from the
//! questions unless `--sleep-alone` is given.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lop_engine::{
    Answer, Cancel, Event, Observer, Oracle, OracleError, Question, Reduction, Stage, Verdict, passes,
};

fn main() {
    let options = Options::read();
    println!(
        "case\tjobs\tmode\twall s\tspeed-up\tlatencies\tquestions\tcancelled\ttokens\tbytes\town CPU s\tworker time idle, by phase"
    );
    for case in cases().iter().filter(|it| it.name.contains(&options.wanted)) {
        let mut alone = None;
        for &jobs in &options.jobs {
            let measured = case.run(jobs, &options);
            let alone = *alone.get_or_insert(measured.wall);
            measured.print(case.name, jobs, alone, &options);
        }
    }
}

/// What the command line asks for.
struct Options {
    delay: Duration,
    jobs: Vec<usize>,
    wanted: String,
    deterministic: bool,
    sleeps_alone: bool,
    shows_passes: bool,
}

impl Options {
    fn read() -> Options {
        let mut args = std::env::args().skip(1);
        // `cargo test --benches` only wants to know that it runs.
        let quick = std::env::args().all(|it| it != "--bench");
        let mut options = Options {
            delay: Duration::from_millis(if quick { 0 } else { 200 }),
            jobs: if quick { vec![1] } else { vec![1, 8, 32, 64] },
            wanted: if quick { "needles".to_owned() } else { String::new() },
            deterministic: false,
            sleeps_alone: false,
            shows_passes: false,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().expect("a value follows");
            match &*arg {
                "--delay" => options.delay = Duration::from_millis(value().parse().expect("milliseconds")),
                "--jobs" => {
                    options.jobs =
                        value().split(',').map(|it| it.parse().expect("numbers of jobs")).collect();
                }
                "--deterministic" => options.deterministic = true,
                "--passes" => options.shows_passes = true,
                "--sleep-alone" => options.sleeps_alone = true,
                word if !word.starts_with('-') => options.wanted = arg,
                _ => {}
            }
        }
        options
    }
}

/// A text and what about it is interesting.
struct Case {
    name: &'static str,
    text: String,
    /// Names that have to stay.
    needles: Vec<String>,
    /// True when a name may only be used where it was declared.
    declared: bool,
}

fn cases() -> Vec<Case> {
    let case = |name, size, needles, declared| {
        let (text, names) = c(size);
        let step = names.len() / needles;
        let needles = names.into_iter().skip(step / 2).step_by(step).take(needles).collect();
        Case { name, text, needles, declared }
    };
    vec![
        case("97 KB needles", 97_000, 6, false),
        case("97 KB declared", 97_000, 6, true),
        case("1 MB declared", 1_000_000, 24, true),
    ]
}

impl Case {
    fn is_interesting(&self, text: &[u8]) -> bool {
        let words: Vec<&[u8]> = words(text).collect();
        let mut needles: Vec<bool> = vec![false; self.needles.len()];
        let of: HashMap<&[u8], usize> =
            self.needles.iter().enumerate().map(|it| (it.1.as_bytes(), it.0)).collect();
        for word in &words {
            if let Some(&at) = of.get(word) {
                needles[at] = true;
            }
        }
        needles.iter().all(|&it| it) && is_balanced(&words) && (!self.declared || declares_all(&words))
    }

    fn run(&self, jobs: usize, options: &Options) -> Measured {
        let alone = jobs == 1 && !options.sleeps_alone;
        let delay = if alone { Duration::ZERO } else { options.delay };
        let sleeper = Sleeper {
            case: self,
            delay,
            jobs,
            watch: Mutex::new(Watch::new()),
            cancelled: AtomicU64::new(0),
        };
        assert!(self.is_interesting(self.text.as_bytes()), "{} is interesting", self.name);
        let language = lop_languages::by_name("c").expect("C is built in");
        let (begin, cpu) = (Instant::now(), cpu());
        let outcome = Reduction::new([self.text.as_bytes()])
            .language(0, language)
            .jobs(jobs)
            .deterministic(options.deterministic)
            .observer(&sleeper)
            .assume_interesting()
            .run(&sleeper)
            .expect("a text within the bounds");
        let asleep = if alone {
            options.delay * u32::try_from(outcome.questions).expect("few")
        } else {
            Duration::ZERO
        };
        let watch = sleeper.watch.into_inner().expect("nobody panicked");
        for pass in outcome.passes.iter().filter(|it| options.shows_passes && it.asked + it.known > 0) {
            println!(
                "  {}\tasked {}\tknown {}\taccepted {}",
                pass.name, pass.asked, pass.known, pass.accepted
            );
        }
        Measured {
            wall: begin.elapsed() + asleep,
            questions: outcome.questions,
            cancelled: sleeper.cancelled.into_inner(),
            tokens: outcome.tokens.1,
            bytes: outcome.bytes.1,
            cpu: self::cpu() - cpu,
            idle: watch.idle,
        }
    }
}

/// A test that takes a while, and sees how many of it run at once.
struct Sleeper<'c> {
    case: &'c Case,
    delay: Duration,
    jobs: usize,
    watch: Mutex<Watch>,
    cancelled: AtomicU64,
}

/// How long a raised flag goes unnoticed.
const SLICE: Duration = Duration::from_millis(4);

impl Oracle for Sleeper<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.watch(1);
        let ends = Instant::now() + self.delay;
        let verdict = self.case.is_interesting(&question.files[0]);
        let answered = sleep_until(ends, question.cancel);
        self.watch(-1);
        let verdict = if verdict { Verdict::Interesting } else { Verdict::Boring };
        if !answered {
            self.cancelled.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Answer { verdict: if answered { verdict } else { Verdict::Cancelled }, took: self.delay })
    }
}

impl Sleeper<'_> {
    fn watch(&self, step: i32) {
        self.watch.lock().expect("nobody panics").step(step, self.jobs);
    }
}

impl Observer for Sleeper<'_> {
    fn on_event(&self, event: &Event<'_>) {
        let mut watch = self.watch.lock().expect("nobody panics");
        match *event {
            Event::RoundStarted { .. } => watch.phase = "begin of round",
            Event::Judged { pass, .. } if watch.phase != EXCURSIONS => watch.phase = phase_of(pass),
            _ => {}
        }
    }
}

/// From the first step that grows to the next round of the search itself.
const EXCURSIONS: &str = "excursions";

/// In which part of a search a pass has its turn.
fn phase_of(pass: &str) -> &'static str {
    match passes::ALL.iter().find(|it| it.name == pass).map(|it| it.stage) {
        Some(Stage::Mass) => "mass",
        Some(Stage::Coarse) => "coarse",
        Some(Stage::Main) => "main",
        Some(Stage::Fine) => "fine",
        Some(Stage::Polish) => "polish",
        Some(Stage::Grow) => EXCURSIONS,
        _ => "certify",
    }
}

/// False when the answer became worthless before.
fn sleep_until(ends: Instant, cancel: &Cancel) -> bool {
    loop {
        let left = ends.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(SLICE));
        if cancel.is_raised() {
            return false;
        }
    }
}

/// Adds up the time that workers did not ask, by what the search was at.
struct Watch {
    flying: usize,
    since: Instant,
    phase: &'static str,
    idle: BTreeMap<&'static str, Duration>,
}

impl Watch {
    fn new() -> Watch {
        Watch { flying: 0, since: Instant::now(), phase: "begin of round", idle: BTreeMap::new() }
    }

    fn step(&mut self, step: i32, jobs: usize) {
        let now = Instant::now();
        let resting = u32::try_from(jobs.saturating_sub(self.flying)).expect("few jobs");
        *self.idle.entry(self.phase).or_default() += (now - self.since) * resting;
        self.since = now;
        self.flying = self.flying.checked_add_signed(step as isize).expect("who lands has taken off");
    }
}

struct Measured {
    wall: Duration,
    questions: u64,
    cancelled: u64,
    tokens: usize,
    bytes: usize,
    cpu: Duration,
    idle: BTreeMap<&'static str, Duration>,
}

impl Measured {
    #[expect(clippy::cast_precision_loss, reason = "numbers to read")]
    fn print(&self, case: &str, jobs: usize, alone: Duration, options: &Options) {
        let all = self.wall.as_secs_f64() * jobs as f64;
        let mut idle = String::new();
        for (phase, time) in self.idle.iter().filter(|_| jobs > 1) {
            let _ = write!(idle, "{phase} {:.0} %, ", 100.0 * time.as_secs_f64() / all);
        }
        let latencies = self.wall.as_secs_f64() / options.delay.as_secs_f64().max(1e-9);
        println!(
            "{case}\t{jobs}\t{}\t{:.1}\t{:.1}\t{latencies:.0}\t{}\t{}\t{}\t{}\t{:.1}\t{}",
            if options.deterministic { "deterministic" } else { "plain" },
            self.wall.as_secs_f64(),
            alone.as_secs_f64() / self.wall.as_secs_f64(),
            self.questions,
            self.cancelled,
            self.tokens,
            self.bytes,
            self.cpu.as_secs_f64(),
            idle.trim_end_matches(", "),
        );
    }
}

/// What this process has used of the processor.
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Words, and each other visible byte.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
    text.chunk_by(move |a, b| is_word(a) && is_word(b)).filter(|it| !it[0].is_ascii_whitespace())
}

fn is_balanced(words: &[&[u8]]) -> bool {
    let mut open = Vec::new();
    let pairs = words.iter().all(|&it| match it {
        [at @ (b'(' | b'[' | b'{')] => {
            open.push(*at);
            true
        }
        b")" => open.pop() == Some(b'('),
        b"]" => open.pop() == Some(b'['),
        b"}" => open.pop() == Some(b'{'),
        _ => true,
    });
    pairs && open.is_empty()
}

/// True when every name that [`c`] made is declared where it stands first.
fn declares_all(words: &[&[u8]]) -> bool {
    let mut seen: HashMap<&[u8], ()> = HashMap::new();
    let (mut depth, mut typedef, mut listed) = (0_usize, false, false);
    for (at, &word) in words.iter().enumerate() {
        match word {
            b"{" => depth += 1,
            b"}" => depth = depth.saturating_sub(1),
            b";" => (typedef, listed) = (typedef && depth > 0, listed && depth > 0),
            b"typedef" => typedef = true,
            b"enum" => listed = true,
            _ => {}
        }
        let is_name = word.len() > 2 && word[1] == b'_' && b"tsfge".contains(&word[0]);
        if is_name && !seen.contains_key(word) {
            let next = words.get(at + 1).copied().unwrap_or_default();
            let before = at.checked_sub(1).map_or(&b""[..], |it| words[it]);
            let is_type = !before.is_empty() && before[0].is_ascii_alphanumeric() || before == b"*";
            let declares = match word[0] {
                b't' => typedef && depth == 0 && next == b";",
                b's' => before == b"struct" && next == b"{",
                b'f' => depth == 0 && is_type && next == b"(",
                b'g' => depth == 0 && is_type && (next == b";" || next == b"="),
                _ => listed && depth == 1,
            };
            if !declares {
                return false;
            }
            seen.insert(word, ());
        }
    }
    true
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % sides as u64).expect("below the sides")
    }
}

/// Writes C as a preprocessor leaves it: headers of types and declarations, then functions that use what came before.
struct Writer {
    text: String,
    dice: Dice,
    /// How many names of each kind there are: types, structs, functions, globals, enumerators.
    counts: [usize; 5],
    names: Vec<String>,
}

const KINDS: [char; 5] = ['t', 's', 'f', 'g', 'e'];

/// About `size` bytes, and every name that they declare, in the order of the text.
fn c(size: usize) -> (String, Vec<String>) {
    let mut writer = Writer { text: String::new(), dice: Dice(42), counts: [0; 5], names: Vec::new() };
    for kind in 0..KINDS.len() {
        writer.declare(kind);
    }
    let mut header = 0;
    while writer.text.len() < size {
        header += 1;
        let _ = writeln!(writer.text, "# 1 \"/usr/include/part{header}.h\" 1 3 4");
        for _ in 0..6 + writer.dice.roll(12) {
            let kind = writer.dice.roll(KINDS.len());
            writer.declare(kind);
        }
        for _ in 0..2 + writer.dice.roll(4) {
            writer.define();
        }
    }
    (writer.text, writer.names)
}

impl Writer {
    fn name(&mut self, kind: usize) -> String {
        let name = format!("{}_{}", KINDS[kind], self.counts[kind]);
        self.counts[kind] += 1;
        self.names.push(name.clone());
        name
    }

    /// A name that was declared, more often a recent one.
    fn used(&mut self, kind: usize) -> String {
        let count = self.counts[kind];
        let back = self.dice.roll(count).min(self.dice.roll(count)).min(self.dice.roll(count));
        format!("{}_{}", KINDS[kind], count - 1 - back)
    }

    fn declare(&mut self, kind: usize) {
        let first = self.counts[0] == 0;
        let ty = if first { "unsigned int".to_owned() } else { self.used(0) };
        let declaration = match KINDS[kind] {
            't' => format!("typedef {ty} {};\n", self.name(kind)),
            's' => {
                let inner = if self.counts[1] > 0 {
                    format!("\n  struct {} *m_next;", self.used(1))
                } else {
                    String::new()
                };
                let other = self.used(0);
                format!("struct {} {{\n  {ty} m_a;\n  {other} m_b[4];{inner}\n}};\n", self.name(kind))
            }
            'f' => {
                let other = self.used(1);
                format!(
                    "extern {ty} {}(const struct {other} *, {ty}) __attribute__((__nothrow__));\n",
                    self.name(kind)
                )
            }
            'g' => format!("static {ty} {} = {};\n", self.name(kind), self.dice.roll(100)),
            _ => {
                let names: Vec<String> = (0..1 + self.dice.roll(6)).map(|_| self.name(kind)).collect();
                format!("enum {{ {} }};\n", names.join(", "))
            }
        };
        self.text.push_str(&declaration);
    }

    fn define(&mut self) {
        let (ty, of) = (self.used(0), self.used(1));
        let mut body = format!("  {} n = {}, i;\n", self.used(0), self.used(4));
        for _ in 0..2 + self.dice.roll(6) {
            let line = self.statement(2);
            body.push_str(&line);
        }
        let name = self.name(2);
        let _ =
            write!(self.text, "static {ty} {name}(struct {of} *p, {ty} k) {{\n{body}  return n + k;\n}}\n");
    }

    fn statement(&mut self, depth: usize) -> String {
        let indent = "  ".repeat(4 - depth.min(3));
        let line = match self.dice.roll(if depth == 0 { 3 } else { 6 }) {
            0 => format!("n += {}(p, {});", self.used(2), self.used(3)),
            1 => format!("p->m_a = {} * k - {};", self.used(3), self.used(4)),
            2 => format!("{} = ({}) n >> {};", self.used(3), self.used(0), self.dice.roll(31)),
            3 => {
                let (bound, inner) = (self.used(4), self.statement(depth - 1));
                format!("for (i = 0; i < {bound}; i++) {{\n{inner}{indent}}}")
            }
            4 => {
                let (left, then, other) =
                    (self.used(3), self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({left} > p->m_b[k & 3]) {{\n{then}{indent}}} else {{\n{other}{indent}}}")
            }
            _ => {
                let (of, inner) = (self.used(1), self.statement(depth - 1));
                format!(
                    "while (n < {}) {{\n{indent}  struct {of} *q = 0;\n{inner}{indent}}}",
                    self.dice.roll(99)
                )
            }
        };
        format!("{indent}{line}\n")
    }
}
