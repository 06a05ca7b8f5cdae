//! What a server holds: bytes go up to it once, and come down from it checked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use lop_oracle::site::wrapper::Left;
use parking_lot::Mutex;
use tonic::Code;
use tonic::codegen::tokio_stream;

use crate::blob::{Blob, Key};
use crate::connection::{Connection, unique};
use crate::fault::Fault;
use crate::packing::{By, Packing, Parcel};
use crate::reapi::batch_update_blobs_request::Request;
use crate::reapi::{
    BatchReadBlobsRequest, BatchUpdateBlobsRequest, CacheCapabilities, FindMissingBlobsRequest,
};

/// So many bytes that the server is not known to have are sent without asking: a candidate is new, and it is small.
const FRESH: usize = 8;

/// Digests in one question about what is missing.
const ASKED: usize = 10_000;

/// The most for one message where the server does not say: 4 MB less what stands around the bytes.
const BATCH: usize = 4_000_000 - 64 * 1024;
/// What stands around the bytes of one blob in a message, at most.
const AROUND: usize = 256;
/// The least that is tried with a server that takes less than it says.
const SMALLEST: usize = 64 * 1024;

/// The parts in which something large goes up.
const PART: usize = 256 * 1024;

/// One answer in so many is asked how long processors worked for it, where none says so by itself.
const SAMPLE: u32 = 16;

/// How many bytes that came down are kept: most answers are the same.
const KEPT: usize = 16 << 20;

/// What a server holds, as far as we know.
#[derive(Debug)]
pub(crate) struct Store {
    instance: String,
    /// What the server was given, or said that it has.
    known: Mutex<HashSet<Key>>,
    /// The latest list that the server has, of what goes along with every action.
    standing: Mutex<Option<Arc<Vec<Blob>>>>,
    /// True until everything was asked about, once something that was known is gone.
    wary: AtomicBool,
    cache: Mutex<Cache>,
    batch: AtomicUsize,
    packing: Packing,
    /// Bytes that went up, as they were sent.
    pub(crate) uploaded: AtomicU64,
    pub(crate) work: Mutex<Work>,
}

/// How long processors there have worked.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Runs that came back.
    runs: u32,
    /// Those of which it is known, and how long it was for all of them.
    told: u32,
    span: Duration,
}

#[derive(Debug, Default)]
struct Cache {
    blobs: HashMap<Key, Arc<[u8]>>,
    bytes: usize,
}

/// A connection, for one question.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way<'a> {
    pub(crate) connection: &'a Arc<Connection>,
    pub(crate) worker: usize,
}

impl Store {
    pub(crate) fn new(instance: &str) -> Store {
        Store {
            instance: instance.to_owned(),
            known: Mutex::default(),
            standing: Mutex::default(),
            wary: AtomicBool::new(true),
            cache: Mutex::default(),
            batch: AtomicUsize::new(BATCH),
            packing: Packing::default(),
            uploaded: AtomicU64::new(0),
            work: Mutex::default(),
        }
    }

    /// Learns what the server takes.
    pub(crate) fn learn(&self, it: &CacheCapabilities) {
        // 0 is no limit.
        if let Ok(bytes @ 1..) = usize::try_from(it.max_batch_total_size_bytes) {
            self.batch.store(bytes.min(BATCH), Ordering::Relaxed);
        }
        self.packing.learn(it);
    }

    /// Takes note of a run that came back and of how long processors have worked for it. Where the answer does not tell, but `file`
    /// does, one in so many is asked for, when the answer is on its way already.
    pub(crate) fn note_work(self: &Arc<Store>, way: Way<'_>, told: Option<Duration>, file: Option<Key>) {
        let mut work = self.work.lock();
        work.runs = work.runs.saturating_add(1);
        if let Some(span) = told {
            return work.add(span);
        }
        let Some(file) = file.filter(|_| work.runs % SAMPLE == 1) else { return };
        let (store, connection, worker) = (self.clone(), way.connection.clone(), way.worker);
        tokio::spawn(async move {
            let way = Way { connection: &connection, worker };
            // It is nice to know, and no more.
            let Ok(blobs) = store.read_batch(way, &[file]).await else { return };
            let when = blobs.first().map(|it| it.1.to_vec());
            Left { over: None, when }.worked().into_iter().for_each(|it| store.work.lock().add(it));
        });
    }

    /// The server lacks something that it had.
    pub(crate) fn forget(&self) {
        self.known.lock().clear();
        *self.standing.lock() = None;
        self.wary.store(true, Ordering::Relaxed);
    }

    /// Sees to it that the server has these. The same list is not looked through again.
    pub(crate) async fn put_standing(&self, way: Way<'_>, blobs: &Arc<Vec<Blob>>) -> Result<(), Fault> {
        if self.standing.lock().as_ref().is_some_and(|it| Arc::ptr_eq(it, blobs)) {
            return Ok(());
        }
        self.put(way, blobs).await?;
        *self.standing.lock() = Some(blobs.clone());
        Ok(())
    }

    /// Sees to it that the server has these.
    pub(crate) async fn put(&self, way: Way<'_>, blobs: &[Blob]) -> Result<(), Fault> {
        let mut unknown: Vec<&Blob> = {
            let (known, mut seen) = (self.known.lock(), HashSet::new());
            blobs.iter().filter(|it| !known.contains(&it.key) && seen.insert(it.key)).collect()
        };
        let doubts = self.wary.load(Ordering::Relaxed);
        let asks = !unknown.is_empty() && (doubts || unknown.len() > FRESH);
        if asks {
            let missing = self.missing(way, &unknown).await?;
            let (gone, there): (Vec<_>, Vec<_>) =
                unknown.into_iter().partition(|it| missing.contains(&it.key));
            self.known.lock().extend(there.iter().map(|it| it.key));
            unknown = gone;
        }
        self.upload(way, &unknown).await?;
        self.known.lock().extend(unknown.iter().map(|it| it.key));
        if asks {
            self.wary.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Brings these down, in their order.
    pub(crate) async fn get(&self, way: Way<'_>, keys: &[Key]) -> Result<Vec<Arc<[u8]>>, Fault> {
        let mut found: HashMap<Key, Arc<[u8]>> = HashMap::new();
        let mut small = Vec::new();
        let batch = self.batch.load(Ordering::Relaxed);
        let mut room = batch;
        for key in keys {
            let kept = self.cache.lock().blobs.get(key).cloned();
            let cost = usize::try_from(key.size).unwrap_or(usize::MAX).saturating_add(AROUND);
            if found.contains_key(key) || small.contains(key) {
                continue;
            }
            if key.size == 0 {
                found.insert(*key, Arc::default());
            } else if let Some(bytes) = kept {
                found.insert(*key, bytes);
            } else if cost <= room {
                room -= cost;
                small.push(*key);
            } else {
                found.insert(*key, self.read(way, *key).await?);
            }
        }
        if !small.is_empty() {
            for (key, bytes) in self.read_batch(way, &small).await? {
                self.cache.lock().keep(key, &bytes);
                found.insert(key, bytes);
            }
        }
        let all = keys.iter().map(|it| found.get(it).cloned());
        all.collect::<Option<_>>().ok_or_else(|| Fault::Broken("it sent less than it was asked for".into()))
    }

    async fn missing(&self, way: Way<'_>, blobs: &[&Blob]) -> Result<HashSet<Key>, Fault> {
        let mut missing = HashSet::new();
        for some in blobs.chunks(ASKED) {
            let request = FindMissingBlobsRequest {
                instance_name: self.instance.clone(),
                blob_digests: some.iter().map(|it| it.key.digest()).collect(),
                ..FindMissingBlobsRequest::default()
            };
            let answer = way.connection.storage(way.worker).find_missing_blobs(request).await?;
            missing.extend(answer.into_inner().missing_blob_digests.iter().filter_map(Key::read));
        }
        Ok(missing)
    }

    async fn upload(&self, way: Way<'_>, blobs: &[&Blob]) -> Result<(), Fault> {
        let most = self.batch.load(Ordering::Relaxed);
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for blob in blobs {
            let data = blob.bytes().map_err(|it| changed(blob, &it.to_string()))?;
            if Key::of(&data) != blob.key {
                return Err(changed(blob, "it is not what it was"));
            }
            if data.len() + AROUND > most {
                self.write(way, blob.key, self.packing.pack(&data, By::Stream)).await?;
                continue;
            }
            if bytes + data.len() + AROUND > most {
                self.write_batch(way, std::mem::take(&mut batch)).await?;
                bytes = 0;
            }
            bytes += data.len() + AROUND;
            let parcel = self.packing.pack(&data, By::Batch);
            self.uploaded.fetch_add(parcel.bytes.len() as u64, Ordering::Relaxed);
            let (compressor, data) = (parcel.compressor(), parcel.bytes.to_vec());
            batch.push(Request { digest: Some(blob.key.digest()), data, compressor });
        }
        if batch.is_empty() { Ok(()) } else { self.write_batch(way, batch).await }
    }

    async fn write_batch(&self, way: Way<'_>, requests: Vec<Request>) -> Result<(), Fault> {
        let packed = requests.iter().any(|it| it.compressor != 0);
        let mut wanted: HashSet<Key> =
            requests.iter().filter_map(|it| it.digest.as_ref().and_then(Key::read)).collect();
        let request =
            BatchUpdateBlobsRequest { instance_name: self.instance.clone(), requests, digest_function: 0 };
        let answer = way.connection.storage(way.worker).batch_update_blobs(request).await;
        let answer = answer.map_err(|status| {
            if self.packing.is_refused(By::Batch, packed, status.code()) {
                return not_unpacked(status.message());
            }
            if matches!(status.code(), Code::ResourceExhausted | Code::OutOfRange | Code::InvalidArgument) {
                // It may take less than it says.
                let smaller = self.batch.load(Ordering::Relaxed) / 4;
                self.batch.store(smaller.max(SMALLEST), Ordering::Relaxed);
            }
            Fault::from(status)
        })?;
        for response in answer.into_inner().responses {
            let status = response.status.unwrap_or_default();
            if self.packing.is_refused(By::Batch, packed, Code::from(status.code)) {
                return Err(not_unpacked(&status.message));
            }
            if status.code != 0 {
                return Err(Fault::of(Code::from(status.code), &status.message));
            }
            response.digest.as_ref().and_then(Key::read).map(|it| wanted.remove(&it));
        }
        if wanted.is_empty() {
            return Ok(());
        }
        Err(Fault::Passing("it did not take all that it was given".to_owned()))
    }

    async fn write(&self, way: Way<'_>, key: Key, parcel: Parcel) -> Result<(), Fault> {
        let (sent, packed) = (parcel.bytes.len() as u64, parcel.is_packed());
        self.uploaded.fetch_add(sent, Ordering::Relaxed);
        let name = format!("uploads/{}/{}/{}/{}", unique(), parcel.place(), key.hex(), key.size);
        let (resource_name, data) = (self.resource(&name), parcel.bytes);
        let parts = (0..data.len().div_ceil(PART)).map(move |part| {
            let (from, to) = (part * PART, (part * PART + PART).min(data.len()));
            WriteRequest {
                resource_name: if part == 0 { resource_name.clone() } else { String::new() },
                write_offset: from.try_into().unwrap_or(i64::MAX),
                finish_write: to == data.len(),
                data: data[from..to].to_vec(),
            }
        });
        let answer = way.connection.bytes(way.worker).write(tokio_stream::iter(parts)).await;
        let answer = answer.map_err(|status| {
            let refused = self.packing.is_refused(By::Stream, packed, status.code());
            if refused { not_unpacked(status.message()) } else { Fault::from(status) }
        })?;
        // Of what is packed some count what came, and others what came out; what was there already is -1.
        let committed = u64::try_from(answer.into_inner().committed_size).unwrap_or(key.size);
        if committed == key.size || committed == sent {
            return Ok(());
        }
        Err(Fault::Passing(format!("it took {committed} of {sent} bytes")))
    }

    async fn read_batch(&self, way: Way<'_>, keys: &[Key]) -> Result<Vec<(Key, Arc<[u8]>)>, Fault> {
        let request = BatchReadBlobsRequest {
            instance_name: self.instance.clone(),
            digests: keys.iter().map(Key::digest).collect(),
            ..BatchReadBlobsRequest::default()
        };
        let answer = way.connection.storage(way.worker).batch_read_blobs(request).await?.into_inner();
        let blobs = answer.responses.into_iter().map(|response| {
            let status = response.status.unwrap_or_default();
            if status.code != 0 {
                let why = format!("it cannot give back what came out: {}", status.message);
                return Err(Fault::Broken(why));
            }
            let key = response.digest.as_ref().and_then(Key::read);
            key.filter(|it| Key::of(&response.data) == *it)
                .map(|it| (it, response.data.into()))
                .ok_or_else(wrong)
        });
        blobs.collect()
    }

    async fn read(&self, way: Way<'_>, key: Key) -> Result<Arc<[u8]>, Fault> {
        let resource_name = self.resource(&format!("blobs/{}/{}", key.hex(), key.size));
        let request = ReadRequest { resource_name, read_offset: 0, read_limit: 0 };
        let mut stream = way.connection.bytes(way.worker).read(request).await.map_err(gone)?.into_inner();
        let mut data = Vec::new();
        while let Some(part) = stream.message().await.map_err(gone)? {
            data.extend_from_slice(&part.data);
            if data.len() as u64 > key.size {
                return Err(wrong());
            }
        }
        if Key::of(&data) == key { Ok(data.into()) } else { Err(wrong()) }
    }

    fn resource(&self, name: &str) -> String {
        if self.instance.is_empty() { name.to_owned() } else { format!("{}/{name}", self.instance) }
    }
}

impl Work {
    fn add(&mut self, span: Duration) {
        self.told += 1;
        self.span = self.span.saturating_add(span);
    }

    /// How long it was for all, by those that are known; `None` where none is.
    pub(crate) fn in_all(&self) -> Option<Duration> {
        let share = f64::from(self.runs) / f64::from(self.told);
        (self.told > 0)
            .then(|| Duration::try_from_secs_f64(self.span.as_secs_f64() * share).unwrap_or(Duration::MAX))
    }
}

impl Cache {
    fn keep(&mut self, key: Key, bytes: &Arc<[u8]>) {
        if self.bytes + bytes.len() > KEPT {
            *self = Cache::default();
        }
        if bytes.len() <= KEPT && self.blobs.insert(key, bytes.clone()).is_none() {
            self.bytes += bytes.len();
        }
    }
}

fn not_unpacked(why: &str) -> Fault {
    Fault::Passing(format!("it does not unpack what it says: {why}"))
}

/// What came out of a command and cannot be had any more does not come back by asking for it again.
fn gone(status: tonic::Status) -> Fault {
    match Fault::from(status) {
        Fault::Missing(why) => Fault::Broken(why),
        other => other,
    }
}

fn wrong() -> Fault {
    Fault::Broken("what it sent is not what it was asked for".to_owned())
}

fn changed(blob: &Blob, why: &str) -> Fault {
    let what = match &blob.source {
        crate::blob::Source::File(path) => path.display().to_string(),
        crate::blob::Source::Memory(_) => "the candidate".to_owned(),
    };
    let error = lop_engine::OracleError::new(format!("cannot send {what} along: {why}"));
    Fault::Final(error.with_remedy("leave alone what goes along as long as the run takes"))
}
