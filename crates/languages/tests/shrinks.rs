//! What a whole search makes of the sample of each language: nothing, or a call and what it calls, and it survives any text.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

#[path = "shrinks/needles.rs"]
mod needles;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use lop_engine::{Effort, Language, Reduction, oracle, syntax_errors, tokens};

/// A language with its sample.
struct Sample {
    language: Arc<Language>,
    text: Arc<[u8]>,
}

/// The sample of each folder; `LOP_LANGUAGES` names the only ones to look at, while one is written.
fn samples() -> Vec<Sample> {
    let wanted = std::env::var("LOP_LANGUAGES").ok();
    let is_wanted = |name: &&str| wanted.as_ref().is_none_or(|it| it.split(':').any(|it| it == *name));
    lop_languages::names().filter(is_wanted).map(sample).collect()
}

fn sample(name: &str) -> Sample {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(name);
    let mut files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let path = files.find(|it| it.file_stem().is_some_and(|it| it == "sample")).unwrap();
    let text = std::fs::read(path).unwrap().into();
    Sample { language: lop_languages::by_name(name).unwrap(), text }
}

/// What is found about each sample, if anything; they share the cores.
fn each<T: Send>(check: impl Fn(&Sample) -> Option<T> + Sync) -> Vec<T> {
    let (samples, next) = (samples(), AtomicUsize::new(0));
    let work = || {
        std::iter::from_fn(|| samples.get(next.fetch_add(1, Ordering::Relaxed)))
            .filter_map(&check)
            .collect::<Vec<_>>()
    };
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|it| it.join().unwrap()).collect()
    })
}

fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_sample_of_each_folder_shrinks_to_nothing_under_an_oracle_that_says_yes() {
    nothing(&each(|Sample { language, text }| {
        let reduction = Reduction::new([text.clone()]).language(0, language.clone());
        let outcome = reduction.run(&oracle::from_bytes(|_| true)).unwrap();
        (!outcome.files[0].is_empty()).then(|| format!("{}: {:?}", language.name, outcome.files[0]))
    }));
}

/// What one job makes of each sample that has to keep its needle, by language. What it asks does not depend on time or load.
static SHRUNK: LazyLock<BTreeMap<String, Shrunk>> = LazyLock::new(|| each(shrunk).into_iter().collect());

struct Shrunk {
    left: String,
    tokens: usize,
    /// How many tokens may be left.
    most: usize,
    questions: u64,
}

fn shrunk(Sample { language, text }: &Sample) -> Option<(String, Shrunk)> {
    let needle = needles::NEEDLES.iter().find(|it| it.language == &*language.name)?;
    let errors = syntax_errors(text.as_ref(), language);
    let is_there = |text: &[u8]| {
        // The search counts errors along the tree of an earlier text; here it is parsed as a whole.
        assert!(syntax_errors(text, language) <= errors, "{}: it does not parse", language.name);
        let text = without_blanks(text);
        needle.parts.iter().all(|it| contains(&text, &without_blanks(it.as_bytes())))
    };
    let reduction = Reduction::new([text.clone()]).language(0, language.clone()).keep_parsing(true);
    let outcome = match reduction.effort(Effort::Quick).run(&oracle::from_bytes(is_there)) {
        Ok(outcome) => outcome,
        Err(error) => panic!("{}: {error}", language.name),
    };
    let left = String::from_utf8_lossy(&outcome.files[0]).into_owned();
    let tokens = tokens::count(&outcome.files[0]);
    let shrunk = Shrunk { left, tokens, most: needle.tokens, questions: outcome.questions };
    Some((language.name.clone(), shrunk))
}

#[test]
fn of_the_sample_of_each_folder_hardly_more_is_left_than_a_call_and_what_it_calls() {
    let large = SHRUNK.iter().filter(|it| it.1.tokens > it.1.most);
    let wrong: Vec<String> =
        large.map(|(name, it)| format!("{name}: {} tokens are left: {}", it.tokens, it.left)).collect();
    nothing(&wrong);
}

/// With `UPDATE=1` the counts become what they are now.
#[test]
fn the_samples_take_no_more_questions_and_leave_no_more_tokens_than_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shrinks/counts.tsv");
    if std::env::var_os("UPDATE").is_some() {
        let mut counts = "language\tquestions\ttokens\n".to_owned();
        for (name, it) in &*SHRUNK {
            writeln!(counts, "{name}\t{}\t{}", it.questions, it.tokens).unwrap();
        }
        std::fs::write(&path, counts).unwrap();
    }
    let counts = std::fs::read_to_string(&path).unwrap();
    let (mut before, mut now) = ((0, 0), (0, 0));
    for line in counts.lines().skip(1) {
        let [name, questions, tokens] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let Some(shrunk) = SHRUNK.get(name) else { continue };
        let (questions, tokens): (u64, usize) = (questions.parse().unwrap(), tokens.parse().unwrap());
        before = (before.0 + questions, before.1 + tokens);
        now = (now.0 + shrunk.questions, now.1 + shrunk.tokens);
        let most = questions * 3 / 2 + 50;
        assert!(shrunk.questions <= most, "{name}: {} questions, and once {questions}", shrunk.questions);
    }
    assert!(now.0 * 100 <= before.0 * 103, "{} questions in all, and once {}", now.0, before.0);
    assert!(now.1 * 100 <= before.1 * 103, "{} tokens in all, and once {}", now.1, before.1);
}

#[test]
fn every_language_has_a_needle() {
    let has_one = |name: &&str| needles::NEEDLES.iter().any(|it| it.language == *name);
    let without: Vec<_> = lop_languages::names().filter(|it| !has_one(it)).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn what_is_left_of_a_sample_by_chance_ends_without_a_panic() {
    let rounds = std::env::var("LOP_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(200);
    nothing(&each(|Sample { language, text }| {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        for _ in 0..rounds {
            let broken = random.mutate(text);
            let word = random.piece(&broken, 3);
            let reduction = Reduction::new([Arc::<[u8]>::from(&*broken)]).language(0, language.clone());
            let reduction = reduction.effort(Effort::Quick).max_questions(60);
            let outcome = reduction.run(&oracle::from_bytes(|it| contains(it, &word))).unwrap();
            if !contains(&outcome.files[0], &word) || outcome.files[0].len() > broken.len() {
                return Some(format!("{}: {:?}", language.name, String::from_utf8_lossy(&broken)));
            }
        }
        None
    }));
}

fn without_blanks(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect()
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|it| it == part)
}

/// The same changes in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap()
    }

    /// Up to so many bytes from somewhere in a text.
    fn piece(&mut self, text: &[u8], most: usize) -> Vec<u8> {
        let start = self.below(text.len());
        let end = (start + 1 + self.below(most)).min(text.len());
        text[start.min(end)..end].to_vec()
    }

    /// A part of a text with some of its bytes gone, doubled, moved or replaced.
    fn mutate(&mut self, text: &[u8]) -> Vec<u8> {
        let mut text = self.piece(text, 400);
        for _ in 0..=self.below(6) {
            let (gone, new) = (self.piece(&text, 12).len(), self.piece(&text, 12));
            let new =
                [Vec::new(), new, vec![b'('], b"\xff\0".to_vec(), b"\n\t\n".to_vec()][self.below(5)].clone();
            let start = self.below(text.len());
            let end = (start + gone).min(text.len());
            text.splice(start..end, new);
        }
        text
    }
}
