//! Bytes as they go up: compressed with Zstandard where the server takes that and it makes them smaller.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tonic::Code;

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
#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    pub(crate) bytes: Arc<[u8]>,
    is_packed: bool,
}

impl Packing {
    /// Learns what the server unpacks.
    pub(crate) fn learn(&self, it: &CacheCapabilities) {
        let zstd = Compressor::Zstd as i32;
        self.batches.store(it.supported_batch_update_compressors.contains(&zstd), Ordering::Relaxed);
        self.streams.store(it.supported_compressors.contains(&zstd), Ordering::Relaxed);
    }

    /// Makes `data` smaller where that is worth it.
    pub(crate) fn pack(&self, data: &Arc<[u8]>, by: By) -> Parcel {
        if data.len() >= LEAST
            && self.of(by).load(Ordering::Relaxed)
            && let Ok(packed) = zstd::bulk::compress(data, LEVEL)
            && packed.len() < data.len() - data.len() / 8
        {
            return Parcel { bytes: packed.into(), is_packed: true };
        }
        Parcel { bytes: data.clone(), is_packed: false }
    }

    /// True for what a server may say of bytes which it does not unpack, against its word: from now on bytes go as they are.
    pub(crate) fn is_refused(&self, by: By, was_packed: bool, code: Code) -> bool {
        let is_refused =
            was_packed && matches!(code, Code::InvalidArgument | Code::Unimplemented | Code::NotFound);
        if is_refused {
            self.of(by).store(false, Ordering::Relaxed);
        }
        is_refused
    }

    fn of(&self, by: By) -> &AtomicBool {
        match by {
            By::Batch => &self.batches,
            By::Stream => &self.streams,
        }
    }
}

impl Parcel {
    /// What it is packed with, as the protocol counts.
    pub(crate) fn compressor(&self) -> i32 {
        (if self.is_packed { Compressor::Zstd } else { Compressor::Identity }) as i32
    }

    /// Its place in the names of resources.
    pub(crate) fn place(&self) -> &'static str {
        if self.is_packed { "compressed-blobs/zstd" } else { "blobs" }
    }

    /// True for what is compressed.
    pub(crate) fn is_packed(&self) -> bool {
        self.is_packed
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn all() -> Packing {
        Packing { batches: true.into(), streams: true.into() }
    }

    fn packed(packing: &Packing, data: &[u8], by: By) -> Parcel {
        packing.pack(&data.into(), by)
    }

    #[test]
    fn what_repeats_goes_up_smaller_and_comes_out_as_it_was() {
        let text = "int x = 0;\n".repeat(100).into_bytes();
        let parcel = packed(&all(), &text, By::Batch);
        assert!(parcel.compressor() == Compressor::Zstd as i32 && parcel.bytes.len() < text.len() / 10);
        assert_eq!(zstd::bulk::decompress(&parcel.bytes, text.len()).unwrap(), text);
        let streamed = packed(&all(), &text, By::Stream);
        assert_eq!((streamed.place(), streamed.bytes), ("compressed-blobs/zstd", parcel.bytes));
    }

    #[test]
    fn what_is_short_or_does_not_get_smaller_goes_up_as_it_is() {
        let noise: Vec<u8> = (0..30_u8).flat_map(|it| Sha256::digest([it])).collect();
        for bytes in [&b"int x;"[..], &noise] {
            let parcel = packed(&all(), bytes, By::Batch);
            assert_eq!((parcel.compressor(), parcel.place(), &*parcel.bytes), (0, "blobs", bytes));
        }
    }

    #[test]
    fn a_server_is_sent_what_it_says_that_it_unpacks_until_it_refuses_that() {
        let (packing, text) = (Packing::default(), [b'x'; 1000]);
        assert!(!packed(&packing, &text, By::Batch).is_packed());
        let zstd = vec![Compressor::Zstd as i32];
        packing.learn(&CacheCapabilities {
            supported_batch_update_compressors: zstd,
            ..CacheCapabilities::default()
        });
        let is_packed = |by| packed(&packing, &text, by).is_packed();
        assert!(is_packed(By::Batch) && !is_packed(By::Stream));
        assert!(!packing.is_refused(By::Batch, true, Code::Unavailable));
        assert!(!packing.is_refused(By::Batch, false, Code::InvalidArgument) && is_packed(By::Batch));
        assert!(packing.is_refused(By::Batch, true, Code::InvalidArgument) && !is_packed(By::Batch));
    }
}
