//! What a person may say to a search at work: to leave a pass out, or to come to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;

/// Wishes about a search that is under way. Clones say the same. A search that nobody says anything to goes its way as if
/// there were none of this; one that was told something goes a way that cannot be repeated.
///
/// ```
/// let control = lop_engine::Control::default();
/// control.clone().skip("hoist");
/// assert!(control.skips("hoist") && !control.skips("delete-tokens"));
/// control.skip_nothing();
/// assert!(!control.skips("hoist") && !control.settles());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Control(Arc<Wishes>);

#[derive(Debug, Default)]
struct Wishes {
    settles: AtomicBool,
    /// True while there is something in `skipped`.
    skips: AtomicBool,
    skipped: RwLock<Vec<String>>,
}

impl Control {
    /// Comes to the end: what is under way is polished and certified, and nothing else is looked for.
    ///
    /// ```
    /// use lop_engine::{Config, Control, Ended, Reduction, oracle};
    ///
    /// let mut config = Config::default();
    /// config.control.settle();
    /// let outcome = Reduction::new([*b"a b c"]).config(config).run(&oracle::from_bytes(|it| it.contains(&b'b')))?;
    /// assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete);
    /// # Ok::<(), lop_engine::ReduceError>(())
    /// ```
    pub fn settle(&self) {
        self.0.settles.store(true, Ordering::Relaxed);
    }

    /// True once the search is to come to its end.
    pub fn settles(&self) -> bool {
        self.0.settles.load(Ordering::Relaxed)
    }

    /// Leaves a pass out from now on. The certification is no pass that can be left out.
    pub fn skip(&self, pass: &str) {
        let mut skipped = self.0.skipped.write();
        if !skipped.iter().any(|it| it == pass) {
            skipped.push(pass.to_owned());
        }
        self.0.skips.store(true, Ordering::Relaxed);
    }

    /// Lets all passes work again, from the next round on.
    pub fn skip_nothing(&self) {
        self.0.skipped.write().clear();
        self.0.skips.store(false, Ordering::Relaxed);
    }

    /// True when a pass is left out.
    pub fn skips(&self, pass: &str) -> bool {
        self.0.skips.load(Ordering::Relaxed) && self.0.skipped.read().iter().any(|it| it == pass)
    }
}
