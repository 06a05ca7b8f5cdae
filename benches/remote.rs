//! How many slots of a build cluster a reduction keeps busy, and to what use, and how long a batch takes there: a cluster is
//! simulated, with stragglers and with workers that are lost.
//!
//! `cargo bench --bench remote` reduces generated C of 1 MB on 1 to 256 slots under a test of 2 s, and on 256 under tests of
//! 250 ms and 60 s. `… -- --slots 64 --test 500 --own 3.5 97` takes other numbers: milliseconds of the test, and of our own
//! processor for a question; `--stays 24,400` has so many names stay in
//! the 1 MB: the more there is to ask, the more slots are of use. The clock is the simulation's
//! (`harness/clock.rs`). One question in twenty takes five times as long as the others; one run in fifty is lost half-way, and
//! begun again. What takes long is asked once more by the rules of the client (`crates/remote/src/stragglers.rs`).
//!
//! `… -- --batch` says how long 10,000 files take: their questions, and what more slots gain for one of them, are measured, and the rules of the pool (`crates/batch/src/pool.rs`) are followed with these numbers.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]
#![expect(clippy::cast_precision_loss, reason = "numbers to read")]

#[path = "harness/c.rs"]
mod c;
#[path = "harness/case.rs"]
mod case;
#[path = "harness/clock.rs"]
mod clock;
#[path = "harness/cluster.rs"]
mod cluster;
#[path = "../crates/remote/src/stragglers.rs"]
#[allow(clippy::allow_attributes, dead_code, reason = "its tests run where it is")]
mod stragglers;

use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use case::{Case, cases};
use clock::Clock;
use cluster::{CORES, Cluster, Spent};
use lop_engine::Reduction;
use parking_lot::Mutex;
use stragglers::Stragglers;

fn main() {
    let options = Options::read();
    if options.batch {
        return batch::print(&options);
    }
    println!(
        "case\ttest s\tslots\twall s\tspeed-up\tquestions\tof those at one job\tslots busy %\tto some use %\t\
         thrown away %\tlost %\tasked twice %\tour processors busy %\ttokens"
    );
    for case in options.cases() {
        let alone = Outcome::of(&case, 1, Duration::ZERO, Duration::ZERO);
        for &(test, slots) in &options.runs {
            let outcome = Outcome::of(&case, slots, test, options.own);
            outcome.print(&case, test, slots, &alone);
        }
    }
}

/// What the command line asks for.
struct Options {
    /// How long the test takes, and on how many slots.
    runs: Vec<(Duration, usize)>,
    /// Processor time that a question costs us.
    own: Duration,
    wanted: String,
    /// How many names have to stay in 1 MB, where other cases than the usual ones are wanted.
    stays: Vec<usize>,
    batch: bool,
}

impl Options {
    fn read() -> Options {
        // `cargo test --benches` only wants to know that it runs.
        let quick = std::env::args().all(|it| it != "--bench");
        let (mut slots, mut tests) = (Vec::new(), Vec::new());
        let mut options = Options {
            runs: Vec::new(),
            own: Duration::from_millis(2),
            wanted: if quick { "97 KB needles" } else { "1 MB" }.to_owned(),
            stays: Vec::new(),
            batch: false,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let mut value = || args.next().expect("a value follows");
            match &*arg {
                "--slots" => slots = numbers(&value()),
                "--test" => tests = numbers(&value()),
                "--own" => {
                    let number: f64 = value().parse().expect("a number");
                    options.own = Duration::from_secs_f64(number / 1e3);
                }
                "--stays" => options.stays = numbers(&value()),
                "--batch" => options.batch = true,
                word if !word.starts_with('-') => options.wanted = arg,
                _ => {}
            }
        }
        options.runs = if quick {
            vec![(milliseconds(250), 2)]
        } else if slots.is_empty() && tests.is_empty() {
            let curve = [1, 4, 16, 64, 256].map(|it| (milliseconds(2000), it));
            let others = [250, 60_000].map(|it| (milliseconds(it), 256));
            curve.into_iter().chain(others).collect()
        } else {
            let slots = if slots.is_empty() { vec![256] } else { slots };
            let tests = if tests.is_empty() { vec![2000] } else { tests };
            tests.iter().flat_map(|&test| slots.iter().map(move |&it| (milliseconds(test), it))).collect()
        };
        options
    }

    fn cases(&self) -> Vec<Case> {
        if self.stays.is_empty() {
            return cases().into_iter().filter(|it| it.name.contains(&self.wanted)).collect();
        }
        self.stays.iter().map(|&it| Case::of("1 MB declared", 1_000_000, it, true)).collect()
    }
}

/// Of a list with commas.
fn numbers(value: &str) -> Vec<usize> {
    value.split(',').map(|it| it.parse().expect("a number")).collect()
}

fn milliseconds(number: usize) -> Duration {
    Duration::from_millis(number.try_into().expect("not for ever"))
}

/// What came of a reduction.
struct Outcome {
    wall: Duration,
    questions: u64,
    tokens: usize,
    /// Answers that nobody needed, and questions that were cancelled.
    wasted: u64,
    spent: Spent,
}

impl Outcome {
    /// Without time that passes where the test takes none.
    fn of(case: &Case, slots: usize, test: Duration, own: Duration) -> Outcome {
        if test.is_zero() {
            return Outcome::by(case, slots, (test, own), None);
        }
        let clock = Clock::default();
        clock.drive(|| Outcome::by(case, slots, (test, own), Some(&clock)))
    }

    fn by(case: &Case, slots: usize, (test, own): (Duration, Duration), clock: Option<&Clock>) -> Outcome {
        let (free, spent) = (Mutex::default(), Mutex::default());
        let stragglers = Mutex::new(Stragglers::new(slots));
        let under_way = AtomicUsize::new(0);
        let cluster = Cluster { case, clock, test, own, free, spent, stragglers, under_way };
        let now = || clock.map_or(Duration::ZERO, Clock::now);
        let began = now();
        let outcome = Reduction::new([case.text.as_bytes()])
            .language(0, lop_languages::by_name("c").expect("C is built in"))
            .jobs(slots)
            .assume_interesting()
            .run(&cluster)
            .expect("a text within the bounds");
        Outcome {
            wall: now().saturating_sub(began),
            questions: outcome.questions,
            tokens: outcome.tokens.1,
            wasted: outcome.passes.iter().map(|it| it.wasted).sum(),
            spent: cluster.spent.into_inner(),
        }
    }

    /// The time of the slots that went into answers that were needed: all that were are taken to have taken as long as the
    /// others.
    fn of_use(&self) -> f64 {
        let (count, time) = self.spent.answered;
        let needed = count.saturating_sub(self.wasted.saturating_sub(self.spent.cancelled.0));
        time.as_secs_f64() * needed as f64 / count.max(1) as f64
    }

    fn print(&self, case: &Case, test: Duration, slots: usize, alone: &Outcome) {
        let (Spent { answered, cancelled, lost, twice, own }, use_) = (self.spent, self.of_use());
        let all = self.wall.as_secs_f64() * slots as f64;
        let percent = |it: f64| 100.0 * it / all;
        let thrown_away = (answered.1 + cancelled.1 + twice).as_secs_f64() - use_;
        // One slot, of the same kind: the mean of what a run takes.
        let mean = answered.1.as_secs_f64() / answered.0.max(1) as f64
            + self.spent.own.as_secs_f64() / answered.0.max(1) as f64;
        println!(
            "{}\t{}\t{slots}\t{:.0}\t{:.1}\t{}\t{:.1}\t{:.0}\t{:.0}\t{:.0}\t{:.1}\t{:.1}\t{:.0}\t{}",
            case.name,
            test.as_secs_f64(),
            self.wall.as_secs_f64(),
            alone.questions as f64 * mean / self.wall.as_secs_f64(),
            self.questions,
            self.questions as f64 / alone.questions as f64,
            percent((answered.1 + cancelled.1 + lost + twice).as_secs_f64()),
            percent(use_),
            percent(thrown_away),
            percent(lost.as_secs_f64()),
            percent(twice.as_secs_f64()),
            100.0 * own.as_secs_f64() / self.wall.as_secs_f64() / CORES as f64,
            self.tokens,
        );
    }
}

/// Ten thousand files on one pool.
mod batch {
    use super::{Case, Options, Outcome, milliseconds};

    /// Files of so many bytes, and names that have to stay in them.
    const SIZES: [(usize, usize); 5] = [(1_000, 2), (3_000, 2), (10_000, 3), (30_000, 3), (100_000, 6)];
    /// Slots at which it is measured what they gain for one file.
    const WIDTHS: [usize; 4] = [1, 4, 16, 64];

    /// A kind of file: its questions at one job, and how much faster it is on each of `WIDTHS`.
    struct Kind {
        questions: f64,
        gains: Vec<f64>,
    }

    pub(super) fn print(options: &Options) {
        let kinds: Vec<Kind> =
            SIZES.iter().map(|&(bytes, needles)| Kind::of(bytes, needles, options)).collect();
        println!(
            "files\tslots\tideal, in runs of the test\ttook\tof the ideal\tthe hardest alone, on one slot"
        );
        for (files, slots) in [(625, 16), (1_000, 256), (10_000, 256), (10_000, 1_024)] {
            let (ideal, took) = simulate(&kinds, files, slots);
            let questions = |it: usize| kinds[it * kinds.len() / files].questions * spread(it);
            let hardest = (0..files).map(questions).fold(0.0, f64::max);
            println!("{files}\t{slots}\t{ideal:.0}\t{took:.0}\t{:.3}\t{hardest:.0}", took / ideal);
        }
    }

    impl Kind {
        fn of(bytes: usize, needles: usize, options: &Options) -> Kind {
            let case = Case::of("a file of a batch", bytes, needles, true);
            let (test, own) = (milliseconds(2000), options.own);
            let alone = Outcome::of(&case, 1, test, own);
            let gain =
                |slots| alone.wall.as_secs_f64() / Outcome::of(&case, slots, test, own).wall.as_secs_f64();
            let gains: Vec<f64> = WIDTHS.iter().map(|&it| if it == 1 { 1.0 } else { gain(it) }).collect();
            println!(
                "{bytes} bytes\t{} questions at one job\tfaster on {WIDTHS:?} slots: {gains:.1?}",
                alone.questions
            );
            Kind { questions: alone.questions as f64, gains }
        }

        /// How much faster it is on so many slots; below one slot it has its turn as often as that.
        fn gain(&self, width: f64) -> f64 {
            let last = WIDTHS.iter().rposition(|&it| it as f64 <= width);
            let Some(at) = last else { return width };
            let Some(&next) = WIDTHS.get(at + 1) else { return self.gains[at] };
            let part = (width / WIDTHS[at] as f64).ln() / (next as f64 / WIDTHS[at] as f64).ln();
            self.gains[at] + (self.gains[at + 1] - self.gains[at]) * part
        }
    }

    /// Files of the same size are not all as hard: from half to twice as many questions, and one in a thousand needs twenty times
    /// as many.
    fn spread(file: usize) -> f64 {
        let dice = crate::cluster::dice(&file.to_le_bytes(), 0);
        let rare = if dice.is_multiple_of(1000) { 20.0 } else { 1.0 };
        rare * 4_f64.powf((dice / 1000 % 1000) as f64 / 1000.0) / 2.0
    }

    /// The least time that so many files take on so many slots, and the time that they take by the rules of the pool: the
    /// smallest first, one slot each as long as files wait, and a fair share of all slots from then on.
    fn simulate(kinds: &[Kind], files: usize, slots: usize) -> (f64, f64) {
        let kind_of = |it: usize| &kinds[it * kinds.len() / files];
        let questions_of = |it: usize| kind_of(it).questions * spread(it);
        let ideal = (0..files).map(questions_of).sum::<f64>() / slots as f64;
        let at_once = slots + 1 + slots / 4;
        let (mut next, mut now, mut at_work) = (0, 0.0, Vec::<(&Kind, f64)>::new());
        loop {
            while next < files && at_work.len() < at_once {
                at_work.push((kind_of(next), questions_of(next)));
                next += 1;
            }
            if at_work.is_empty() {
                return (ideal, now);
            }
            let share = slots as f64 / at_work.len() as f64;
            let rate = |kind: &Kind| if next < files { share.min(1.0) } else { kind.gain(share) };
            let first = at_work.iter().map(|it| it.1 / rate(it.0)).fold(f64::INFINITY, f64::min);
            now += first;
            for it in &mut at_work {
                it.1 -= first * rate(it.0);
            }
            at_work.retain(|it| it.1 > 1e-6);
        }
    }
}
