//! What happened, for reporters: the only way anything leaves a run before it ends.

use std::sync::Arc;
use std::time::Duration;

use crate::oracle::Verdict;
use crate::pass::Stage;

/// Something that happened in a run. Reporters listen; they cannot influence it.
///
/// ```
/// use lop_engine::Event;
///
/// let line = |event: &Event<'_>| match event {
///     Event::Improved { pass, tokens, .. } => Some(format!("{pass}: {tokens} tokens")),
///     _ => None,
/// };
/// assert_eq!(line(&Event::Known { pass: "hoist" }), None);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A document was parsed and its round begins.
    RoundStarted {
        /// Counted from 1.
        round: usize,
        /// What is looked for in it.
        stage: Stage,
        /// Tokens at the start of the round.
        tokens: usize,
        /// Bytes at the start of the round.
        bytes: usize,
        /// ERROR and MISSING nodes of the parse; 0 before there is one.
        errors: usize,
    },
    /// The round has changed nothing so far, and goes on with a later stage while its last questions are out.
    StageStarted {
        /// What is looked for from now on.
        stage: Stage,
    },
    /// The oracle answered.
    Judged {
        /// The pass that proposed what was asked.
        pass: &'static str,
        /// How the question ended.
        verdict: Verdict,
        /// How long the test ran.
        took: Duration,
        /// 128-bit hash of the candidate.
        hash: u128,
        /// Bytes of the candidate.
        bytes: usize,
    },
    /// A question was answered from the verdict cache.
    Known {
        /// The pass that proposed it.
        pass: &'static str,
    },
    /// There is a new best. Sent in order; never for a document that ranks no lower than the one before.
    Improved {
        /// The pass that found it.
        pass: &'static str,
        /// The texts, file by file: exactly what was judged interesting.
        files: &'e [Arc<[u8]>],
        /// Tokens now.
        tokens: usize,
        /// Bytes now.
        bytes: usize,
    },
}

/// Who is told what happens. Called on one thread, of one event after the other, while the search goes on: a slow observer
/// holds up nobody, but it hears late, and the run does not return before everything is told.
///
/// ```
/// use lop_engine::{Event, Observer, Reduction, oracle};
/// use std::sync::Mutex;
///
/// #[derive(Default)]
/// struct Sizes(Mutex<Vec<usize>>);
/// impl Observer for Sizes {
///     fn on_event(&self, event: &Event<'_>) {
///         if let Event::Improved { bytes, .. } = event {
///             self.0.lock().expect("nobody panics").push(*bytes);
///         }
///     }
/// }
/// let sizes = Sizes::default();
/// Reduction::new([*b"a b c"]).observer(&sizes).run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
/// assert_eq!(sizes.0.into_inner().expect("nobody panics").last(), Some(&1));
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
pub trait Observer: Sync {
    /// Takes note of one event.
    fn on_event(&self, event: &Event<'_>);
}

/// The silent observer.
impl Observer for () {
    fn on_event(&self, _: &Event<'_>) {}
}
