//! Inputs on which a function panics, for fuzzers and property tests: nothing is started, and nothing is printed.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use crate::minimise;

/// The smallest input on which `target` panics at the same place of its source as on `bytes`, or `None` if it does not panic on
/// those. While it is looked for nothing is said of panics in `target`, nor is a hook asked that would end the process: so
/// in a fuzz target of `libfuzzer-sys`, the small input can be reported in the place of the large one.
///
/// The first call puts a hook before that of the process, for good; it only steps in on threads that are inside of this
/// function. A build with `panic = "abort"` cannot be helped: its first panic is its end.
///
/// ```
/// fn parse(input: &[u8]) {
///     let size = usize::from(input[0]);
///     assert!(input.len() < 100 || size != input.len(), "the size is {size}");
/// }
///
/// let mut input = b"d".repeat(100);
/// input.extend([b'x'; 20]);
/// assert_eq!(lop::minimise_panic(input.clone(), parse), None);
/// input[0] = 120;
/// let small = lop::minimise_panic(input, parse).expect("it panics");
/// assert_eq!((small.len(), small[0]), (120, 120));
/// // An empty input panics, too, but elsewhere.
/// assert_eq!(lop::minimise_panic(*b"", parse), Some(Vec::new()));
/// ```
pub fn minimise_panic(bytes: impl Into<Arc<[u8]>>, target: impl Fn(&[u8]) + Sync) -> Option<Vec<u8>> {
    let bytes = bytes.into();
    let place = place_of_panic(&target, &bytes)?;
    Some(minimise(bytes, |input| place_of_panic(&target, input).as_ref() == Some(&place)))
}

/// File, line and column; empty where a panic was only handed on, as from another thread.
type Place = (String, u32, u32);

/// Whether somebody waits for a panic on this thread.
enum Watch {
    Off,
    On(Place),
}

thread_local! {
    static WATCH: RefCell<Watch> = const { RefCell::new(Watch::Off) };
}

static HOOK: Once = Once::new();

/// Where it panics, if it does.
fn place_of_panic(target: &impl Fn(&[u8]), input: &[u8]) -> Option<Place> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !is_watched(info) {
                before(info);
            }
        }));
    });
    let outer = WATCH.replace(Watch::On(Place::default()));
    let ended = catch_unwind(AssertUnwindSafe(|| target(input)));
    let watch = WATCH.replace(outer);
    match (ended, watch) {
        (Err(_), Watch::On(place)) => Some(place),
        _ => None,
    }
}

/// Notes where a panic is, on a thread that waits for one.
fn is_watched(info: &PanicHookInfo<'_>) -> bool {
    WATCH.with_borrow_mut(|watch| {
        let Watch::On(place) = watch else { return false };
        *place =
            info.location().map_or_else(Place::default, |it| (it.file().to_owned(), it.line(), it.column()));
        true
    })
}
