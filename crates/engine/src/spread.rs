//! Tables whose keys are hashes, addresses or small numbers: nothing about them has to be mixed well, only spread.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map from such keys.
pub(crate) type HashedMap<K, V> = HashMap<K, V, BuildHasherDefault<Spread>>;

/// A set of such keys.
pub(crate) type HashedSet<K> = HashSet<K, BuildHasherDefault<Spread>>;

/// Spreads what is written over all bits: each question looks up some ten hashes, and one about a project of ten thousand
/// files as many addresses.
#[derive(Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        // The low bits of an address are the same for all, and a table looks at the lowest and the highest of a hash.
        let spread = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = spread ^ (spread >> 32);
    }

    fn write_u16(&mut self, key: u16) {
        self.write_u64(u64::from(key));
    }

    fn write_usize(&mut self, key: usize) {
        self.write_u64(key as u64);
    }

    fn write_u128(&mut self, key: u128) {
        for half in [key, key >> 64] {
            let bytes = half.to_le_bytes();
            self.write_u64(u64::from_le_bytes(bytes[..8].try_into().expect("it is half of them")));
        }
    }
}
