//! The way in: what to reduce and how, checked before the search begins.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::document::Document;
use crate::error::ReduceError;
use crate::event::Observer;
use crate::language::Language;
use crate::oracle::{Cancel, Oracle, Verdict};
use crate::pass::{Effort, Pass};
use crate::search::{self, Config, Goal, Outcome};

mod checks;
mod learning;

/// What to reduce and how. Nothing but the files is required, and [`run`](Reduction::run) does it.
///
/// ```
/// use lop_engine::{Effort, Ended, Reduction, oracle};
///
/// let crashes = oracle::from_bytes(|text| text.starts_with(b"let x"));
/// let outcome = Reduction::new([*b"let x = 1;\nlet y = 2;\n"])
///     .jobs(2)
///     .effort(Effort::Thorough)
///     .run(&crashes)?;
/// assert_eq!(&*outcome.files[0], b"let x");
/// assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete);
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Clone)]
#[must_use = "a reduction does nothing until it runs"]
pub struct Reduction<'r> {
    files: Vec<Arc<[u8]>>,
    languages: Vec<(usize, Option<Arc<Language>>)>,
    regions: Vec<(usize, Range<usize>)>,
    config: Config,
    keeps_parsing: bool,
    observer: Option<&'r dyn Observer>,
    stop: Cancel,
    is_checked: bool,
}

impl<'r> Reduction<'r> {
    /// A reduction of these files, all as plain text, with one job and no bounds.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let files = [vec![b'a'; 9], vec![b'b'; 9]];
    /// let both = oracle::from_fn(|files| files.iter().all(|it| !it.is_empty()));
    /// let outcome = Reduction::new(files).run(&both)?;
    /// assert_eq!(outcome.bytes, (18, 2));
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn new(files: impl IntoIterator<Item = impl Into<Arc<[u8]>>>) -> Reduction<'r> {
        Reduction {
            files: files.into_iter().map(Into::into).collect(),
            languages: Vec::new(),
            regions: Vec::new(),
            config: Config::default(),
            keeps_parsing: false,
            observer: None,
            stop: Cancel::new(),
            is_checked: false,
        }
    }

    /// The language of one file, which is counted from 0.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use lop_engine::{Language, Reduction, oracle};
    /// let c = Arc::new(Language::new("c", tree_sitter_c::LANGUAGE)?);
    /// let has_y = oracle::from_bytes(|it| it.windows(5).any(|it| it == b"int y"));
    /// let outcome = Reduction::new([*b"int x; int y;"]).language(0, c).run(&has_y)?;
    /// assert_eq!(&*outcome.files[0], b"int y");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn language(mut self, file: usize, language: impl Into<Option<Arc<Language>>>) -> Self {
        self.languages.push((file, language.into()));
        self
    }

    /// The languages of the files, in their order; none for plain text.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use lop_engine::{Language, Reduction, oracle};
    /// let c = Arc::new(Language::new("c", tree_sitter_c::LANGUAGE)?);
    /// let files = [&b"int x;"[..], b"a note"];
    /// let outcome = Reduction::new(files).languages([Some(c), None]).run(&oracle::from_fn(|_| true))?;
    /// assert!(outcome.files.iter().all(|it| it.is_empty()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn languages(mut self, languages: impl IntoIterator<Item = Option<Arc<Language>>>) -> Self {
        self.languages.extend(languages.into_iter().enumerate());
        self
    }

    /// Says that this is a project: file 0 is its [`Tree`](crate::Tree) file, which names the others and may lose or rename them.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let files = [&b"a.c\nb.c\n"[..], b"int a;", b"int b;"];
    /// let names_b = oracle::from_fn(|files| files[0].ends_with(b"b.c\n") && files[2].starts_with(b"int b"));
    /// let outcome = Reduction::new(files).tree().run(&names_b)?;
    /// assert_eq!(&*outcome.files[0], b"\nb.c\n");
    /// assert_eq!(&*outcome.files[1], b"");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn tree(mut self) -> Self {
        self.config.tree = true;
        self
    }

    /// Keeps one file as it is, and in a project where it is, beside those that are kept already.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let outcome = Reduction::new([*b"a b", *b"c d"]).kept(1).run(&oracle::from_fn(|_| true))?;
    /// assert_eq!(outcome.bytes.1, 3);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn kept(mut self, file: usize) -> Self {
        self.config.kept.insert(file);
        self
    }

    /// How many questions may be asked at once; at least 1.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let outcome = Reduction::new([*b"a b"]).jobs(4).run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
    /// assert_eq!(&*outcome.files[0], b"b");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.config.jobs = jobs;
        self
    }

    /// Where the run stops, with the passes that belong to it.
    ///
    /// ```
    /// # use lop_engine::{Effort, Reduction, oracle};
    /// let quick = Reduction::new([*b"a b"]).effort(Effort::Quick).run(&oracle::from_bytes(|_| true))?;
    /// assert!(quick.passes.iter().all(|it| it.name != "rename-identifiers"));
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn effort(mut self, effort: Effort) -> Self {
        self.config.effort = effort;
        self.config.passes = crate::passes::of(effort);
        self
    }

    /// The passes to use instead of those of the effort, of [`passes::ALL`](crate::passes::ALL).
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle, passes};
    /// let lines = passes::ALL.iter().copied().filter(|it| it.name == "delete-lines");
    /// let outcome = Reduction::new([*b"keep me\nnot me\n"])
    ///     .passes(lines)
    ///     .run(&oracle::from_bytes(|it| it.starts_with(b"keep")))?;
    /// assert_eq!(outcome.passes[0].name, "delete-lines");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn passes(mut self, passes: impl IntoIterator<Item = &'static Pass>) -> Self {
        self.config.passes = passes.into_iter().collect();
        self
    }

    /// Stops after this many questions, that about the input not counted.
    ///
    /// ```
    /// # use lop_engine::{Ended, Reduction, oracle};
    /// let stubborn = oracle::from_bytes(|it| it.len() == 5);
    /// let outcome = Reduction::new([*b"a b c"]).max_questions(3).run(&stubborn)?;
    /// assert!(matches!(outcome.ended, Ended::Budget));
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn max_questions(mut self, most: u64) -> Self {
        self.config.max_questions = Some(most);
        self
    }

    /// Ends as soon as the best is so small; see [`Ended::GoalReached`](crate::Ended::GoalReached).
    ///
    /// ```
    /// # use lop_engine::{Ended, Goal, Reduction, oracle};
    /// let two = Goal { tokens: Some(2), ..Goal::default() };
    /// let outcome = Reduction::new([*b"a b c d"]).goal(two).run(&oracle::from_bytes(|_| true))?;
    /// assert!(matches!(outcome.ended, Ended::GoalReached) && outcome.tokens.1 <= 2);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn goal(mut self, goal: Goal) -> Self {
        self.config.goal = Some(goal);
        self
    }

    /// Whether the result is to be the same at any number of jobs, for some loss of speed. Unless it is set, it is so at
    /// one job only.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let run = |jobs| {
    ///     let oracle = oracle::from_bytes(|it| it.contains(&b'c'));
    ///     Reduction::new([*b"a b c d"]).jobs(jobs).deterministic(true).run(&oracle)
    /// };
    /// assert_eq!(run(1)?.questions, run(1)?.questions);
    /// assert_eq!(run(1)?.files, run(3)?.files);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn deterministic(mut self, is_deterministic: bool) -> Self {
        self.config.deterministic = is_deterministic;
        self
    }

    /// Says that the test answers sooner than a text is parsed, as a closure that compares bytes does: nothing is parsed to
    /// save a question then. It pays below some 100 µs for a text of 1 KB; for any other test it costs questions.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let outcome = Reduction::new([*b"a b c"]).instant(true).run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
    /// assert_eq!(&*outcome.files[0], b"b");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn instant(mut self, is_instant: bool) -> Self {
        self.config.instant = is_instant;
        self
    }

    /// Whether a thorough run begins again at the input, in another order, when nothing pays any more. Unless it is set,
    /// it does.
    ///
    /// ```
    /// # use lop_engine::{Effort, Reduction, oracle};
    /// let oracle = oracle::from_bytes(|it| it.contains(&b'c'));
    /// let once = Reduction::new([*b"a b c"]).effort(Effort::Thorough).restart(false).run(&oracle)?;
    /// assert_eq!(&*once.files[0], b"c");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn restart(mut self, restarts: bool) -> Self {
        self.config.restart = restarts;
        self
    }

    /// Verdicts known from an earlier run, by [`text_hash`](crate::text_hash): they are not asked again.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use lop_engine::{Reduction, Verdict, oracle, text_hash};
    /// let empty = [Arc::from(*b"")];
    /// let outcome = Reduction::new([*b"a"])
    ///     .known([(text_hash(&empty), Verdict::Boring)])
    ///     .run(&oracle::from_bytes(|_| true))?;
    /// assert_ne!(&*outcome.files[0], b"");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn known(mut self, verdicts: impl IntoIterator<Item = (u128, Verdict)>) -> Self {
        self.config.known = verdicts.into_iter().collect::<HashMap<_, _>>();
        self
    }

    /// Keeps a range of bytes of one file as it is, beside those that are kept already.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let outcome = Reduction::new([*b"a = 1; b = 2;"]).protect(0, 7..8).run(&oracle::from_bytes(|_| true))?;
    /// assert_eq!(&*outcome.files[0], b"b");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn protect(mut self, file: usize, bytes: Range<usize>) -> Self {
        self.regions.push((file, bytes));
        self
    }

    /// Whether to ask only about what has no more syntax errors in any file with a language than the file has now.
    ///
    /// ```
    /// # use lop_engine::{Language, Reduction, oracle};
    /// let c = std::sync::Arc::new(Language::new("c", tree_sitter_c::LANGUAGE)?);
    /// let has_y = oracle::from_bytes(|it| it.contains(&b'y'));
    /// let outcome = Reduction::new([*b"int x; int y;"]).language(0, c).keep_parsing(true).run(&has_y)?;
    /// assert_eq!(&*outcome.files[0], b"y;");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_parsing(mut self, keeps: bool) -> Self {
        self.keeps_parsing = keeps;
        self
    }

    /// All options at once, for who keeps them as a value; replaces what was set before.
    ///
    /// ```
    /// # use lop_engine::{Config, Reduction, oracle};
    /// let mut config = Config::default();
    /// config.max_questions = Some(0);
    /// let outcome = Reduction::new([*b"a"]).config(config).run(&oracle::from_bytes(|_| true))?;
    /// assert_eq!(&*outcome.files[0], b"a");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// Who is told what happens.
    ///
    /// ```
    /// # use std::sync::atomic::{AtomicUsize, Ordering};
    /// # use lop_engine::{Event, Observer, Reduction, oracle};
    /// struct Count(AtomicUsize);
    /// impl Observer for Count {
    ///     fn on_event(&self, event: &Event<'_>) {
    ///         if let Event::Improved { .. } = event {
    ///             self.0.fetch_add(1, Ordering::Relaxed);
    ///         }
    ///     }
    /// }
    /// let improvements = Count(AtomicUsize::new(0));
    /// Reduction::new([*b"a b"]).observer(&improvements).run(&oracle::from_bytes(|_| true))?;
    /// assert!(improvements.0.into_inner() > 0);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn observer(mut self, observer: &'r dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// A flag that stops the run when somebody raises it: the best so far is the result.
    ///
    /// ```
    /// # use lop_engine::{Cancel, Ended, Reduction, oracle};
    /// let stop = Cancel::new();
    /// let oracle = oracle::from_bytes(|text| {
    ///     if text.len() < 9 {
    ///         stop.raise();
    ///     }
    ///     true
    /// });
    /// let outcome = Reduction::new([*b"a + b + c"]).stop(&stop).run(&oracle)?;
    /// assert!(matches!(outcome.ended, Ended::Stopped) && outcome.bytes.1 < 9);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn stop(mut self, stop: &Cancel) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Leaves out the question about the input itself: the caller has asked it already.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let outcome = Reduction::new([*b"a"]).assume_interesting().run(&oracle::from_bytes(|_| false))?;
    /// assert_eq!(&*outcome.files[0], b"a");
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn assume_interesting(mut self) -> Self {
        self.is_checked = true;
        self
    }

    /// Asks the oracle about the input, then reduces it as far as the passes lead. Once the search has begun, the best so
    /// far is the outcome however it ends.
    ///
    /// ```
    /// # use lop_engine::{Reduction, ReduceError, oracle};
    /// let never = Reduction::new([*b"a"]).run(&oracle::from_bytes(|_| false));
    /// assert!(matches!(never, Err(ReduceError::NotInteresting { .. })));
    /// ```
    ///
    /// # Errors
    /// When there is nothing to reduce, an option does not fit the files, or the input is not interesting.
    pub fn run(mut self, oracle: &dyn Oracle) -> Result<Outcome, ReduceError> {
        self.check_sizes()?;
        self.check_tree()?;
        self.protect_regions()?;
        let languages = self.language_of_each()?;
        if !self.is_checked {
            self.ask_about_input(oracle)?;
        }
        let mut document = Document::parse(self.files.into_iter().zip(languages)).keeping(&self.config.kept);
        if self.config.tree {
            document = document.project();
        }
        if self.keeps_parsing {
            self.config.most_errors = Some(document.files().iter().map(|it| it.errors()).collect());
        }
        let mut outcome = search::reduce(document, &self.config, oracle, &self.stop, self.observer);
        outcome.questions += u64::from(!self.is_checked);
        Ok(outcome)
    }
}
