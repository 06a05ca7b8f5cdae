//! Bytes as a server knows them: by their SHA-256 and their length.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use lop_oracle::site::wrapper::over;
use prost::Message;
use sha2::{Digest as _, Sha256};

use crate::reapi::Digest;

/// What some bytes are known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    hash: [u8; 32],
    /// How many bytes they are.
    pub(crate) size: u64,
}

/// Bytes that a server is to have.
#[derive(Debug, Clone)]
pub(crate) struct Blob {
    pub(crate) key: Key,
    pub(crate) source: Source,
}

/// Where bytes are.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Memory(Arc<[u8]>),
    /// In a file, which is read when the server does not have it.
    File(PathBuf),
}

impl Key {
    pub(crate) fn of(bytes: &[u8]) -> Key {
        Key { hash: Sha256::digest(bytes).into(), size: bytes.len() as u64 }
    }

    /// As a message; `None` when that is none.
    pub(crate) fn read(digest: &Digest) -> Option<Key> {
        let mut hash = [0; 32];
        if digest.hash.len() != 64 || !digest.hash.is_ascii() {
            return None;
        }
        for (index, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digest.hash[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Key { hash, size: digest.size_bytes.try_into().ok()? })
    }

    pub(crate) fn digest(&self) -> Digest {
        Digest { hash: self.hex(), size_bytes: self.size.try_into().unwrap_or(i64::MAX) }
    }

    pub(crate) fn hex(&self) -> String {
        self.hash.iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The bytes, where they say that a command has ended by itself, as most answers do: nobody has to fetch them.
    pub(crate) fn over(&self) -> Option<Vec<u8>> {
        static ALL: LazyLock<Vec<(Key, String)>> =
            LazyLock::new(|| (0..=255).map(over).map(|it| (Key::of(it.as_bytes()), it)).collect());
        ALL.iter().find(|it| it.0 == *self).map(|it| it.1.clone().into_bytes())
    }
}

impl Blob {
    pub(crate) fn new(bytes: impl Into<Arc<[u8]>>) -> Blob {
        let bytes = bytes.into();
        Blob { key: Key::of(&bytes), source: Source::Memory(bytes) }
    }

    /// A message, which is known by its canonical encoding.
    pub(crate) fn of_message(message: &impl Message) -> Blob {
        Blob::new(message.encode_to_vec())
    }

    /// What a file holds now.
    pub(crate) fn of_file(path: PathBuf) -> io::Result<Blob> {
        let key = Key::of(&std::fs::read(&path)?);
        Ok(Blob { key, source: Source::File(path) })
    }

    pub(crate) fn bytes(&self) -> io::Result<Arc<[u8]>> {
        match &self.source {
            Source::Memory(bytes) => Ok(bytes.clone()),
            Source::File(path) => Ok(std::fs::read(path)?.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_sha_256_and_the_length() {
        let key = Key::of(b"abc");
        assert_eq!(key.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(Key::read(&key.digest()), Some(key));
        for (hash, size_bytes) in [("", 3), ("zz", 3), (&*key.hex(), -1), (&*"é".repeat(32), 1)] {
            assert_eq!(Key::read(&Digest { hash: hash.into(), size_bytes }), None);
        }
        assert_eq!(Key::of(b"139 0\n").over().as_deref(), Some(&b"139 0\n"[..]));
        assert_eq!(key.over(), None);
    }
}
