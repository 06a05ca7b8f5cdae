//! Tests made of tests.

use std::sync::Arc;

use lop_engine::{Answer, Oracle, OracleError, Question, Verdict};
use lop_oracle::rate::{Bar, Tally};

/// Says yes where both do: the one, and then the other. The second is asked only if the first says yes, so the cheaper stands
/// first.
///
/// ```
/// use lop::oracles::{Both, Not};
/// use lop::{Reduction, oracle};
///
/// let has = |letter: u8| oracle::from_bytes(move |text| text.contains(&letter));
/// let test = Both(has(b'a'), Not(has(b'b')));
/// assert_eq!(&*Reduction::new([*b"x a y"]).run(&test)?.files[0], b"a");
/// # Ok::<(), lop::ReduceError>(())
/// ```
#[doc(alias("and", "then"))]
#[derive(Debug, Clone, Copy)]
pub struct Both<A, B>(pub A, pub B);

/// Says yes where one of the two does. The second is asked only if the first says no.
///
/// ```
/// use lop::oracles::Either;
/// use lop::{Reduction, oracle};
///
/// let has = |letter: u8| oracle::from_bytes(move |text| text.contains(&letter));
/// let outcome = Reduction::new([*b"a b"]).run(&Either(has(b'a'), has(b'b')))?;
/// assert_eq!(outcome.bytes.1, 1);
/// # Ok::<(), lop::ReduceError>(())
/// ```
#[doc(alias("or"))]
#[derive(Debug, Clone, Copy)]
pub struct Either<A, B>(pub A, pub B);

/// Says yes where the other says no; not where it does not end in time.
#[derive(Debug, Clone, Copy)]
pub struct Not<A>(pub A);

/// Says yes where the other does, but never to files that are all empty.
///
/// ```
/// use lop::oracles::NonEmpty;
/// use lop::{Reduction, oracle};
///
/// let outcome = Reduction::new([*b"a b"]).run(&NonEmpty(oracle::from_bytes(|_| true)))?;
/// assert_eq!(outcome.bytes.1, 1);
/// # Ok::<(), lop::ReduceError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct NonEmpty<A>(pub A);

/// Says yes where the other does so each of so many times.
///
/// ```
/// use lop::oracles::Repeat;
/// use lop::{Reduction, oracle};
///
/// let test = Repeat(oracle::from_bytes(|text| text.contains(&b'a')), 3);
/// assert_eq!(&*Reduction::new([*b"x a"]).run(&test)?.files[0], b"a");
/// # Ok::<(), lop::ReduceError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Repeat<A>(pub A, pub u32);

/// Says yes where the other, which says yes to the same files only now and then, still does so about as often as `rate`: by a
/// sequential test (Wald 1945) that takes what has half of that rate for good in at most one case of twenty. What never
/// says yes is refused after a few runs.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use lop::oracles::Flaky;
/// use lop::{Reduction, oracle};
///
/// // Two yes in three to what has a letter `a`.
/// let asked = AtomicU32::new(0);
/// let moody = oracle::from_bytes(|text| text.contains(&b'a') && asked.fetch_add(1, Ordering::Relaxed) % 3 > 0);
/// let outcome = Reduction::new([*b"x a y"]).run(&Flaky { test: moody, rate: 2.0 / 3.0 })?;
/// assert_eq!(&*outcome.files[0], b"a");
/// # Ok::<(), lop::ReduceError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Flaky<A> {
    /// Whom to ask.
    pub test: A,
    /// How often it says yes to the input, more than 0 and at most 1.
    pub rate: f64,
}

impl<A: Oracle, B: Oracle> Oracle for Both<A, B> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let first = self.0.ask(question)?;
        if first.verdict != Verdict::Interesting {
            return Ok(first);
        }
        Ok(after(first, self.1.ask(question)?))
    }

    fn width(&self) -> usize {
        self.0.width().min(self.1.width())
    }

    fn score(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        self.0.score(files).or_else(|| self.1.score(files))
    }
}

impl<A: Oracle, B: Oracle> Oracle for Either<A, B> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let first = self.0.ask(question)?;
        if matches!(first.verdict, Verdict::Interesting | Verdict::Cancelled) {
            return Ok(first);
        }
        Ok(after(first, self.1.ask(question)?))
    }

    fn width(&self) -> usize {
        self.0.width().min(self.1.width())
    }
}

impl<A: Oracle> Oracle for Not<A> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let answer = self.0.ask(question)?;
        let verdict = match answer.verdict {
            Verdict::Interesting => Verdict::Boring,
            Verdict::Boring => Verdict::Interesting,
            other => other,
        };
        Ok(Answer { verdict, ..answer })
    }

    fn width(&self) -> usize {
        self.0.width()
    }
}

impl<A: Oracle> Oracle for NonEmpty<A> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        if question.files.iter().all(|it| it.is_empty()) {
            return Ok(Verdict::Boring.into());
        }
        self.0.ask(question)
    }

    fn width(&self) -> usize {
        self.0.width()
    }

    fn score(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        self.0.score(files)
    }
}

impl<A: Oracle> Oracle for Repeat<A> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let mut all = Answer::from(Verdict::Interesting);
        for _ in 0..self.1.max(1) {
            all = after(all, self.0.ask(question)?);
            if all.verdict != Verdict::Interesting {
                break;
            }
        }
        Ok(all)
    }

    fn width(&self) -> usize {
        self.0.width()
    }

    fn score(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        self.0.score(files)
    }
}

impl<A: Oracle> Oracle for Flaky<A> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let bar = Bar::between(self.rate, self.rate / 2.0);
        let (mut tally, mut all) = (Tally::default(), Answer::from(Verdict::Boring));
        loop {
            all = after(all, self.test.ask(question)?);
            if all.verdict == Verdict::Cancelled {
                return Ok(all);
            }
            tally.note(all.verdict);
            if let Some(holds) = bar.proof(tally, 0) {
                let verdict = if holds { Verdict::Interesting } else { Verdict::Boring };
                return Ok(Answer { verdict, ..all });
            }
        }
    }

    fn width(&self) -> usize {
        self.test.width()
    }
}

/// An answer that another one came before.
fn after(first: Answer, second: Answer) -> Answer {
    Answer { took: first.took + second.took, ..second }
}
