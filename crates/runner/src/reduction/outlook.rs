//! What a run on a large file is likely to need, told before it begins.

use std::time::Duration;

use lop_engine::internal::Bulk;

use crate::number::{count, span};

/// What to say of files of so many bytes, which a test takes so long to be asked about; `None` where none is large.
pub(super) fn outlook(sizes: impl Iterator<Item = usize>, took: Duration, jobs: usize) -> Option<String> {
    let bulk = Bulk::of(sizes, jobs)?;
    let (few, many) = bulk.questions;
    let time = |questions: u32| span(took.saturating_mul(questions));
    Some(format!(
        "this is large, so it is cut by its lines and brackets before it is parsed: until a hundredth of it is left that \
         usually takes {few} to {many} questions ({} to {} one after another) and about {} MB of memory",
        time(few),
        time(many),
        count(bulk.memory / 1_000_000),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_large_file_it_is_said_what_it_is_likely_to_need() {
        let told = |bytes: usize| outlook([bytes].into_iter(), Duration::from_secs(240), 1);
        assert_eq!(told(100_000), None);
        let told = told(100_000_000).expect("it is large");
        assert!(told.contains("20 to 150 questions (1:20:00 to 10:00:00"), "{told}");
    }
}
