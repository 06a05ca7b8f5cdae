//! How the search scales with the number of jobs: wall time, questions, and where workers rested, under a test that sleeps.
//!
//! `cargo bench --bench scaling` runs every case at 1, 8, 32 and 64 jobs; `… -- --delay 20 --jobs 1,64 needles` sleeps 20 ms
//! for a question instead of 200, and runs only the cases with the word in their name. Texts are made here, the test is a
//! function, and a sleep needs no core: the numbers say how much of the search goes on side by side, and hold on a machine
//! with fewer cores than jobs as long as `own CPU` is well below the wall time. With `--simulate` the clock moves only while
//! all threads wait: nobody sleeps, and neither load nor own CPU counts. At one job the time is computed from the
//! questions unless `--sleep-alone` is given. `--trace` adds a table of each run: for each part of the search how long it took,
//! what was asked and thrown away, and how long workers rested; `--questions` a line for each question.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

#[path = "harness/c.rs"]
mod c;
#[path = "harness/case.rs"]
mod case;
#[path = "harness/clock.rs"]
mod clock;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use case::{Case, cases};
use clock::Clock;
use lop_engine::{
    Answer, Cancel, Event, Observer, Oracle, OracleError, Question, Reduction, Stage, Verdict, passes,
};
use parking_lot::Mutex;

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

/// How the time of questions passes.
#[derive(Default, PartialEq)]
enum Time {
    /// Several workers sleep; that of one is computed.
    #[default]
    Computed,
    /// A single worker sleeps, too.
    Slept,
    /// On a clock of its own.
    Simulated,
}

/// What the command line asks for.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
struct Options {
    delay: Duration,
    jobs: Vec<usize>,
    wanted: String,
    deterministic: bool,
    time: Time,
    shows_passes: bool,
    shows_trace: bool,
    shows_questions: bool,
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
            time: Time::default(),
            shows_passes: false,
            shows_trace: false,
            shows_questions: false,
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
                "--trace" => options.shows_trace = true,
                "--questions" => options.shows_questions = true,
                "--sleep-alone" => options.time = Time::Slept,
                "--simulate" => options.time = Time::Simulated,
                word if !word.starts_with('-') => options.wanted = arg,
                _ => {}
            }
        }
        options
    }
}

impl Case {
    fn run(&self, jobs: usize, options: &Options) -> Measured {
        let clock = (options.time == Time::Simulated).then(Clock::default);
        match &clock {
            Some(it) => it.drive(|| self.run_by(clock.as_ref(), jobs, options)),
            None => self.run_by(None, jobs, options),
        }
    }

    fn run_by(&self, clock: Option<&Clock>, jobs: usize, options: &Options) -> Measured {
        let alone = jobs == 1 && options.time == Time::Computed;
        let delay = if alone { Duration::ZERO } else { options.delay };
        let (watch, cancelled, tells) = (Mutex::default(), AtomicU64::new(0), options.shows_questions);
        let sleeper = Sleeper { case: self, delay, clock, jobs, watch, cancelled, tells };
        assert!(self.is_interesting(self.text.as_bytes()), "{} is interesting", self.name);
        let language = lop_languages::by_name("c").expect("C is built in");
        let (begin, cpu) = (sleeper.now(), cpu());
        sleeper.watch.lock().since = begin;
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
        let wall = sleeper.now().saturating_sub(begin) + asleep;
        let mut watch = sleeper.watch.into_inner();
        for pass in &outcome.passes {
            watch.phases.entry(phase_of(pass.name)).or_default().wasted += pass.wasted;
        }
        for pass in outcome.passes.iter().filter(|it| options.shows_passes && it.asked + it.known > 0) {
            println!(
                "  {}\tasked {}\tthrown away {}\tknown {}\taccepted {}",
                pass.name, pass.asked, pass.wasted, pass.known, pass.accepted
            );
        }
        Measured {
            wall,
            questions: outcome.questions,
            cancelled: sleeper.cancelled.into_inner(),
            tokens: outcome.tokens.1,
            bytes: outcome.bytes.1,
            cpu: self::cpu().saturating_sub(cpu),
            phases: watch.phases,
        }
    }
}

/// A test that takes a while, and sees how many of it run at once.
struct Sleeper<'c> {
    case: &'c Case,
    delay: Duration,
    /// The clock to go by, if not that of the machine.
    clock: Option<&'c Clock>,
    jobs: usize,
    watch: Mutex<Watch>,
    cancelled: AtomicU64,
    /// True when a line is printed for each question.
    tells: bool,
}

/// When the bench began.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long a raised flag goes unnoticed.
const SLICE: Duration = Duration::from_millis(4);

impl Oracle for Sleeper<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.watch(1);
        let ends = Instant::now() + self.delay;
        let verdict = self.case.is_interesting(&question.files[0]);
        let answered = match self.clock {
            Some(clock) => clock.sleep(self.delay, question.cancel),
            None => sleep_until(ends, question.cancel),
        };
        self.watch(-1);
        let verdict = if verdict { Verdict::Interesting } else { Verdict::Boring };
        if !answered {
            self.cancelled.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Answer { verdict: if answered { verdict } else { Verdict::Cancelled }, took: self.delay })
    }

    fn may_ask_ahead(&self) -> bool {
        true
    }
}

impl Sleeper<'_> {
    fn watch(&self, step: i32) {
        self.watch.lock().step(step, self.jobs, self.now());
    }

    /// The time since some moment.
    fn now(&self) -> Duration {
        self.clock.map_or_else(|| START.elapsed(), Clock::now)
    }
}

impl Observer for Sleeper<'_> {
    fn on_event(&self, event: &Event<'_>) {
        let mut watch = self.watch.lock();
        if self.tells {
            tell(event, self.now());
        }
        match *event {
            Event::RoundStarted { .. } => watch.phase = "begin of round",
            Event::Judged { pass, .. } if watch.phase != EXCURSIONS => watch.phase = phase_of(pass),
            _ => {}
        }
    }
}

/// Prints what happened and when.
fn tell(event: &Event<'_>, now: Duration) {
    let now = now.as_secs_f64();
    match *event {
        Event::RoundStarted { round, stage, tokens, .. } => {
            println!("  {now:.1}\tround {round}\t{stage:?}\t{tokens} tokens");
        }
        Event::Judged { pass, verdict, bytes, .. } => {
            println!("  {now:.1}\tasked\t{pass}\t{verdict:?}\t{bytes} bytes");
        }
        Event::Improved { pass, tokens, .. } => println!("  {now:.1}\tbest\t{pass}\t{tokens} tokens"),
        _ => {}
    }
}

/// From the first step that grows to the next round of the search itself.
const EXCURSIONS: &str = "excursions";

/// In which part of a search a pass has its turn.
fn phase_of(pass: &str) -> &'static str {
    match passes::ALL.iter().find(|it| it.name == pass).map(|it| it.stage) {
        Some(Stage::Bulk) => "bulk",
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
#[derive(Default)]
struct Watch {
    flying: usize,
    since: Duration,
    phase: &'static str,
    phases: BTreeMap<&'static str, Phase>,
}

/// What was seen of a part of the search.
#[derive(Default)]
struct Phase {
    took: Duration,
    idle: Duration,
    asked: u64,
    /// Questions whose answer nobody needed.
    wasted: u64,
}

impl Watch {
    fn step(&mut self, step: i32, jobs: usize, now: Duration) {
        let resting = u32::try_from(jobs.saturating_sub(self.flying)).expect("few jobs");
        let phase = self.phases.entry(self.phase).or_default();
        phase.took += now.saturating_sub(self.since);
        phase.idle += now.saturating_sub(self.since) * resting;
        phase.asked += u64::from(step > 0);
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
    phases: BTreeMap<&'static str, Phase>,
}

impl Measured {
    #[expect(clippy::cast_precision_loss, reason = "numbers to read")]
    fn print(&self, case: &str, jobs: usize, alone: Duration, options: &Options) {
        let all = self.wall.as_secs_f64() * jobs as f64;
        let mut idle = String::new();
        for (name, phase) in self.phases.iter().filter(|_| jobs > 1) {
            let part = |it: Duration, of: f64| 100.0 * it.as_secs_f64() / of;
            let (took, idle_part) = (part(phase.took, self.wall.as_secs_f64()), part(phase.idle, all));
            let _ = write!(idle, "{name} {took:.0} % ({} asked, idle {idle_part:.0} %), ", phase.asked);
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
        if options.shows_trace {
            self.print_trace();
        }
    }

    /// Where workers rested, and what they asked in vain.
    fn print_trace(&self) {
        println!("  part of the search\ttook s\tasked\tthrown away\tworkers rested, s together");
        for (name, phase) in &self.phases {
            let (took, idle) = (phase.took.as_secs_f64(), phase.idle.as_secs_f64());
            println!("  {name}\t{took:.1}\t{}\t{}\t{idle:.1}", phase.asked, phase.wasted);
        }
    }
}

/// What this process has used of the processor.
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
