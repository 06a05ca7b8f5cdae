//! Texts of the benches of whole searches, made here, and what about each is interesting.

use std::collections::HashMap;

use crate::c::{c, declares_all, is_balanced, words};

/// A text and what about it is interesting.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// Names that have to stay.
    needles: Vec<String>,
    /// True when a name may only be used where it was declared.
    declared: bool,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::of("97 KB needles", 97_000, 6, false),
        Case::of("97 KB declared", 97_000, 6, true),
        Case::of("1 MB declared", 1_000_000, 24, true),
    ]
}

impl Case {
    /// About `size` bytes of C, of whose names so many have to stay.
    pub(crate) fn of(name: &'static str, size: usize, needles: usize, declared: bool) -> Case {
        let (text, names) = c(size);
        let step = names.len() / needles;
        let needles = names.into_iter().skip(step / 2).step_by(step).take(needles).collect();
        Case { name, text, needles, declared }
    }

    pub(crate) fn is_interesting(&self, text: &[u8]) -> bool {
        let words: Vec<&[u8]> = words(text).collect();
        let mut needles: Vec<bool> = vec![false; self.needles.len()];
        let of: HashMap<&[u8], usize> =
            self.needles.iter().enumerate().map(|it| (it.1.as_bytes(), it.0)).collect();
        for word in &words {
            if let Some(&at) = of.get(word) {
                needles[at] = true;
            }
        }
        needles.iter().all(|&it| it) && is_balanced(&words) && (!self.declared || declares_all(&words))
    }
}
