//! Keys of what was sent before: neither a file of a project that stays as it is nor a text is hashed for every candidate.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::blob::{Blob, Key, Source};

/// So many texts are remembered; then all of them are forgotten.
const TEXTS: usize = 1 << 14;

/// Contents whose keys are known.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Our own copies, which nobody changes.
    files: Mutex<HashMap<PathBuf, Key>>,
    /// By where they are in memory, where they stay as long as they are in here.
    texts: Mutex<HashMap<usize, Known>>,
}

/// A text, and by what it is known.
type Known = (Arc<[u8]>, Key);

impl Copies {
    /// What a file of ours holds.
    pub(crate) fn file(&self, path: &Path) -> io::Result<Blob> {
        if let Some(key) = self.files.lock().get(path) {
            return Ok(Blob { key: *key, source: Source::File(path.to_owned()) });
        }
        let blob = Blob::of_file(path.to_owned())?;
        self.files.lock().insert(path.to_owned(), blob.key);
        Ok(blob)
    }

    /// A text of a candidate; most are those of the candidate before.
    pub(crate) fn text(&self, text: &Arc<[u8]>) -> Blob {
        let at = text.as_ptr().addr();
        if let Some((known, key)) = self.texts.lock().get(&at)
            && Arc::ptr_eq(known, text)
        {
            return Blob { key: *key, source: Source::Memory(text.clone()) };
        }
        let blob = Blob::new(text.clone());
        let mut texts = self.texts.lock();
        if texts.len() >= TEXTS {
            texts.clear();
        }
        texts.insert(at, (text.clone(), blob.key));
        blob
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_key_and_another_has_its_own() {
        let copies = Copies::default();
        let (one, other): (Arc<[u8]>, Arc<[u8]>) = (Arc::from(*b"one"), Arc::from(*b"other"));
        for _ in 0..2 {
            assert_eq!(copies.text(&one).key, Key::of(b"one"));
            assert_eq!(copies.text(&other).key, Key::of(b"other"));
        }
        assert_eq!(copies.texts.lock().len(), 2);
    }
}
