//! Bytes as they go up: compressed with Zstandard where the server takes that and it makes them smaller.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::reapi::CacheCapabilities;
use crate::reapi::compressor::Value as Compressor;

/// Fewer bytes than these are sent as they are.
const LEAST: usize = 128;

/// A candidate is sent once: the quickest level takes most of what can be had.
const LEVEL: i32 = 1;

/// What a server unpacks.
#[derive(Debug, Default)]
pub(crate) struct Packing {
    batches: AtomicBool,
    streams: AtomicBool,
}

/// The way by which bytes go up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// With others in one message.
    Batch,
    /// In parts.
    Stream,
}

/// Bytes to send.
#[derive(Debug)]
pub(crate) enum Parcel {
    Plain(Vec<u8>),
    Packed(Vec<u8>),
}

impl Packing {
    /// Learns what the server unpacks.
    pub(crate) fn learn(&self, it: &CacheCapabilities) {
        let zstd = Compressor::Zstd as i32;
        self.batches.store(it.supported_batch_update_compressors.contains(&zstd), Ordering::Relaxed);
        self.streams.store(it.supported_compressors.contains(&zstd), Ordering::Relaxed);
    }

    /// Makes `data` smaller where that is worth it.
    pub(crate) fn pack(&self, data: &[u8], by: By) -> Parcel {
        if data.len() >= LEAST
            && self.of(by).load(Ordering::Relaxed)
            && let Ok(packed) = zstd::bulk::compress(data, LEVEL)
            && packed.len() < data.len() - data.len() / 8
        {
            return Parcel::Packed(packed);
        }
        Parcel::Plain(data.to_vec())
    }

    /// The server takes less than it says: bytes go as they are from now on.
    pub(crate) fn refuse(&self, by: By) {
        self.of(by).store(false, Ordering::Relaxed);
    }

    fn of(&self, by: By) -> &AtomicBool {
        match by {
            By::Batch => &self.batches,
            By::Stream => &self.streams,
        }
    }
}

impl Parcel {
    /// How many bytes go up.
    pub(crate) fn len(&self) -> usize {
        let (Parcel::Plain(bytes) | Parcel::Packed(bytes)) = self;
        bytes.len()
    }

    /// What it is packed with, as the protocol counts, and the bytes.
    pub(crate) fn open(self) -> (i32, Vec<u8>) {
        match self {
            Parcel::Plain(bytes) => (Compressor::Identity as i32, bytes),
            Parcel::Packed(bytes) => (Compressor::Zstd as i32, bytes),
        }
    }

    /// The place in the names of resources, with the bytes.
    pub(crate) fn into_resource(self) -> (&'static str, Vec<u8>) {
        match self {
            Parcel::Plain(bytes) => ("blobs", bytes),
            Parcel::Packed(bytes) => ("compressed-blobs/zstd", bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn all() -> Packing {
        Packing { batches: true.into(), streams: true.into() }
    }

    #[test]
    fn what_repeats_goes_up_smaller_and_comes_out_as_it_was() {
        let text = "int x = 0;\n".repeat(100).into_bytes();
        let (compressor, packed) = all().pack(&text, By::Batch).open();
        assert!(compressor == Compressor::Zstd as i32 && packed.len() < text.len() / 10);
        assert_eq!(zstd::bulk::decompress(&packed, text.len()).unwrap(), text);
        let (place, streamed) = all().pack(&text, By::Stream).into_resource();
        assert_eq!((place, streamed), ("compressed-blobs/zstd", packed));
    }

    #[test]
    fn what_is_short_or_does_not_get_smaller_goes_up_as_it_is() {
        let noise: Vec<u8> = (0..30_u8).flat_map(|it| Sha256::digest([it])).collect();
        for bytes in [&b"int x;"[..], &noise] {
            assert_eq!(all().pack(bytes, By::Batch).open(), (0, bytes.to_vec()));
        }
    }

    #[test]
    fn a_server_is_sent_what_it_says_that_it_unpacks() {
        let (packing, text) = (Packing::default(), [b'x'; 1000]);
        assert_eq!(packing.pack(&text, By::Batch).len(), 1000);
        let zstd = vec![Compressor::Zstd as i32];
        packing.learn(&CacheCapabilities {
            supported_batch_update_compressors: zstd,
            ..CacheCapabilities::default()
        });
        assert!(packing.pack(&text, By::Batch).len() < 100 && packing.pack(&text, By::Stream).len() == 1000);
        packing.refuse(By::Batch);
        assert_eq!(packing.pack(&text, By::Batch).len(), 1000);
    }
}
