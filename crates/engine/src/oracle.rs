//! The question "is this still interesting?", who is asked, and the ways it can end.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One asking: the text of every file of the document, in the order of its files.
///
/// ```
/// use lop_engine::{Answer, Oracle, OracleError, Question, Verdict};
///
/// struct Patient;
/// impl Oracle for Patient {
///     fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
///         let is_long = question.files.iter().any(|it| it.len() > 2);
///         let given_up = question.cancel.is_raised();
///         Ok(if given_up { Verdict::Cancelled } else if is_long { Verdict::Interesting } else { Verdict::Boring }.into())
///     }
/// }
/// let outcome = lop_engine::Reduction::new([*b"a b c"]).run(&Patient)?;
/// assert_eq!(outcome.bytes.1, 3);
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug)]
pub struct Question<'q> {
    /// The candidate, file by file.
    pub files: &'q [Arc<[u8]>],
    /// The best that the candidate is a step from, file by file; in a search on the side, the best of that search. The
    /// candidate ranks below it, unless it is a step that grows. Files that the step leaves alone are the same [`Arc`]s.
    /// For a question that is no step, such as the one about the input, it is `files`.
    pub base: &'q [Arc<[u8]>],
    /// Which of the workers asks, from 0; a worker never asks two questions at once.
    pub worker: usize,
    /// Raised when the answer has become worthless. The oracle should then end soon with [`Verdict::Cancelled`].
    pub cancel: &'q Cancel,
}

impl<'q> Question<'q> {
    /// A question about files that are a step from nothing, such as an input.
    ///
    /// ```
    /// use lop_engine::{Cancel, Oracle, Question, Verdict, oracle};
    ///
    /// let (files, cancel) = ([(*b"a b").into()], Cancel::new());
    /// let answer = oracle::from_bytes(|text| text.contains(&b'b')).ask(&Question::about(&files, &cancel))?;
    /// assert_eq!(answer.verdict, Verdict::Interesting);
    /// # Ok::<(), lop_engine::OracleError>(())
    /// ```
    pub fn about(files: &'q [Arc<[u8]>], cancel: &'q Cancel) -> Question<'q> {
        Question { files, base: files, worker: 0, cancel }
    }
}

/// How a question ended. These are all: an oracle has nothing else to say.
///
/// ```
/// let slow = |_: &[u8]| lop_engine::Verdict::TimedOut;
/// assert_ne!(slow(b"while (1);"), lop_engine::Verdict::Boring);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The text still shows what the user looks for.
    Interesting,
    /// It does not.
    Boring,
    /// The test did not end in time. Treated as boring, counted apart.
    TimedOut,
    /// Nobody waits for the answer any more; nothing was learnt.
    Cancelled,
}

/// A verdict and what it cost.
///
/// ```
/// use lop_engine::{Answer, Verdict};
/// use std::time::Duration;
///
/// let measured = Answer { verdict: Verdict::Boring, took: Duration::from_millis(20) };
/// assert!(measured.took > Answer::from(Verdict::Boring).took);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How the question ended.
    pub verdict: Verdict,
    /// How long the test ran; zero when unknown. The engine has no clock of its own.
    pub took: Duration,
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        Answer { verdict, took: Duration::ZERO }
    }
}

/// The question could not be asked at all: the run ends, the best so far stays.
///
/// ```
/// use lop_engine::{ReduceError, Reduction, oracle};
///
/// // An oracle for one file cannot be asked about two.
/// match Reduction::new([*b"a", *b"b"]).run(&oracle::from_bytes(|_| true)) {
///     Err(ReduceError::OracleFailed { source }) => assert!(source.to_string().contains("from_fn")),
///     _ => unreachable!("there are two files"),
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OracleError {
    /// What went wrong, without a full stop.
    pub cause: String,
    /// What to do about it, if that is known, without a full stop.
    pub remedy: Option<String>,
}

impl OracleError {
    /// An error whose remedy is not known.
    ///
    /// ```
    /// use lop_engine::OracleError;
    ///
    /// let error = OracleError::new("there is no cc").with_remedy("install gcc");
    /// assert_eq!(error.to_string(), "there is no cc; install gcc");
    /// ```
    pub fn new(cause: impl Into<String>) -> OracleError {
        OracleError { cause: cause.into(), remedy: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_remedy(self, remedy: impl Into<String>) -> OracleError {
        OracleError { remedy: Some(remedy.into()), ..self }
    }
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)?;
        self.remedy.iter().try_for_each(|it| write!(f, "; {it}"))
    }
}

impl std::error::Error for OracleError {}

/// Who judges candidates. [`from_fn`] and [`from_bytes`] make one of a closure.
///
/// ```
/// use lop_engine::{Answer, Oracle, OracleError, Question, Reduction, Verdict};
///
/// struct OneAtATime(std::sync::Mutex<()>);
/// impl Oracle for OneAtATime {
///     fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
///         let _alone = self.0.lock();
///         let has_b = question.files[0].contains(&b'b');
///         Ok(Answer::from(if has_b { Verdict::Interesting } else { Verdict::Boring }))
///     }
///
///     fn width(&self) -> usize {
///         1
///     }
/// }
/// let outcome = Reduction::new([*b"a b c"]).jobs(4).run(&OneAtATime(Default::default()))?;
/// assert_eq!(&*outcome.files[0], b"b");
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
pub trait Oracle: Sync {
    /// Judges one candidate. Called from several workers at once.
    ///
    /// ```
    /// use lop_engine::{Oracle, Reduction, oracle};
    ///
    /// // An oracle may ask another.
    /// struct Counted<O>(O, std::sync::atomic::AtomicU64);
    /// impl<O: Oracle> Oracle for Counted<O> {
    ///     fn ask(&self, question: &lop_engine::Question<'_>) -> Result<lop_engine::Answer, lop_engine::OracleError> {
    ///         self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    ///         self.0.ask(question)
    ///     }
    /// }
    /// let counted = Counted(oracle::from_bytes(|_| true), Default::default());
    /// let outcome = Reduction::new([*b"a b"]).run(&counted)?;
    /// assert_eq!(counted.1.into_inner(), outcome.questions);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError>;

    /// How many questions it is worth asking at once right now. Workers beyond that rest, so that an oracle which
    /// several searches share is not asked what will be stale when its turn comes. At least one always works.
    ///
    /// ```
    /// use lop_engine::{Oracle as _, oracle};
    ///
    /// assert_eq!(oracle::from_bytes(|_| true).width(), usize::MAX);
    /// ```
    fn width(&self) -> usize {
        usize::MAX
    }

    /// What ranks before the size of a document that it has judged interesting, the lower the better; the same whenever it is
    /// asked. `None` where size is all there is, and then it is `None` for all documents.
    ///
    /// ```
    /// use lop_engine::{Oracle as _, oracle};
    ///
    /// assert_eq!(oracle::from_bytes(|_| true).score(&[(*b"a").into()]), None);
    /// ```
    fn score(&self, _files: &[Arc<[u8]>]) -> Option<f64> {
        None
    }

    /// True when it makes no difference to other answers whether a question is asked whose answer nobody comes to need: it is
    /// not counted, and stops nothing. The deterministic mode then asks ahead of what it knows; else it asks in waves, each of
    /// which counts as a whole.
    ///
    /// ```
    /// use lop_engine::{Oracle as _, oracle};
    ///
    /// // A closure may do anything besides.
    /// assert!(!oracle::from_bytes(|_| true).may_ask_ahead());
    /// ```
    fn may_ask_ahead(&self) -> bool {
        false
    }

    /// How many more questions it answers before it refuses any, where it has a budget of its own. The deterministic mode
    /// then asks no more at once than that, because questions that go together count together or not at all.
    ///
    /// ```
    /// use lop_engine::{Oracle, oracle};
    ///
    /// assert_eq!(oracle::from_bytes(|_| true).questions_left(), u64::MAX);
    /// ```
    fn questions_left(&self) -> u64 {
        u64::MAX
    }
}

/// An oracle that is a closure over the texts of all files, in their order.
///
/// ```
/// use lop_engine::{Reduction, oracle};
///
/// let as_many = oracle::from_fn(|files| files[0].len() == files[1].len());
/// let outcome = Reduction::new([*b"abc", *b"def"]).run(&as_many)?;
/// assert!(outcome.files.iter().all(|it| it.is_empty()));
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
pub fn from_fn(is_interesting: impl Fn(&[Arc<[u8]>]) -> bool + Sync) -> impl Oracle {
    Closure(move |files: &[Arc<[u8]>]| Ok(is_interesting(files)))
}

/// An oracle that is a closure over the text of the only file. It cannot be asked about several.
///
/// ```
/// use lop_engine::{Reduction, oracle};
///
/// let outcome = Reduction::new([*b"a b c"]).run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
/// assert_eq!(&*outcome.files[0], b"b");
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
pub fn from_bytes(is_interesting: impl Fn(&[u8]) -> bool + Sync) -> impl Oracle {
    Closure(move |files: &[Arc<[u8]>]| match files {
        [file] => Ok(is_interesting(file)),
        _ => Err(OracleError::new(format!("oracle::from_bytes sees one file, not {}", files.len()))
            .with_remedy("use oracle::from_fn")),
    })
}

struct Closure<F>(F);

impl<F: Fn(&[Arc<[u8]>]) -> Result<bool, OracleError> + Sync> Oracle for Closure<F> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let is_interesting = self.0(question.files)?;
        Ok(Answer::from(if is_interesting { Verdict::Interesting } else { Verdict::Boring }))
    }
}

/// A flag that is raised once: to stop a run, or to cancel one question. Clones share the flag.
///
/// ```
/// let stop = lop_engine::Cancel::new();
/// let same = stop.clone();
/// same.raise();
/// assert!(stop.is_raised());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag nobody has raised yet.
    ///
    /// ```
    /// assert!(!lop_engine::Cancel::new().is_raised());
    /// ```
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// A flag of its own that also counts as raised once `self` is.
    ///
    /// ```
    /// let run = lop_engine::Cancel::new();
    /// let (one, other) = (run.child(), run.child());
    /// one.raise();
    /// assert!(!run.is_raised() && !other.is_raised());
    /// run.raise();
    /// assert!(other.is_raised());
    /// ```
    #[must_use]
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Flag { raised: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Raises the flag. Safe to call any number of times, from any thread.
    ///
    /// ```
    /// let stop = lop_engine::Cancel::new();
    /// std::thread::scope(|scope| scope.spawn(|| stop.raise()).join()).expect("nothing panics");
    /// assert!(stop.is_raised());
    /// ```
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
    }

    /// True once somebody raised it or one of its parents.
    ///
    /// ```
    /// let stop = lop_engine::Cancel::new();
    /// assert!(!stop.is_raised());
    /// ```
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst) || self.0.parent.as_ref().is_some_and(Cancel::is_raised)
    }
}
