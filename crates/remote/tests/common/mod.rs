//! A server in this process that speaks the Remote Execution API faithfully, and misbehaves on demand.

#![expect(clippy::unwrap_used, reason = "a test may")]

pub(crate) mod mischief;
mod operation;
mod services;
mod storage;
mod worker;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bazel_remote_apis::build::bazel::remote::execution::v2::ActionResult;
use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value as Function;
use parking_lot::Mutex;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tonic::transport::ServerTlsConfig;

use mischief::{Call, Mischief};
use operation::Begun;
use services::BATCH;

/// Says what goes wrong with a call; `None` for nothing.
pub(crate) type Mood = Box<dyn FnMut(Call) -> Option<Mischief> + Send>;

/// Answers in the place of a command: is the candidate, the only file in `work`, interesting?
pub(crate) type Judge = Arc<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// A server on a port of its own, for as long as it is there.
pub(crate) struct Server {
    pub(crate) state: Arc<State>,
    pub(crate) port: u16,
    /// There until it goes away.
    runtime: Option<Runtime>,
}

/// What it knows, and what has happened.
pub(crate) struct State {
    pub(crate) blobs: Mutex<HashMap<String, Vec<u8>>>,
    pub(crate) results: Mutex<HashMap<String, ActionResult>>,
    pub(crate) mood: Mutex<Mood>,
    /// `None` where commands are really run.
    pub(crate) judge: Option<Judge>,
    /// True when it puts small outputs into its answers where it is asked to.
    pub(crate) inlines: bool,
    /// True when the clock of its machines hardly moves, so that every way there is long beside the test.
    pub(crate) is_quick: bool,
    pub(crate) packing: Mutex<Packing>,
    pub(crate) claims: Mutex<Claims>,
    /// Where directories are that actions have in common: all that nothing is to come out of. Without it each has its own.
    pub(crate) shared: Mutex<Option<TempDir>>,
    operations: Mutex<HashMap<String, Begun>>,
    pub(crate) counts: Counts,
}

/// What a server says that it can do, whether or not that is so.
#[derive(Debug, Clone)]
pub(crate) struct Claims {
    /// The largest batch that it takes; in truth that is [`BATCH`].
    pub(crate) batch: i64,
    /// By what it knows files; in truth by their SHA-256.
    pub(crate) functions: Vec<Function>,
}

/// What a server makes of bytes that come compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Unpacks,
    /// It says so, and refuses each of them.
    Lies,
    /// It says so, and knows no call that has some.
    Balks,
    /// It does not say that it takes them.
    Plain,
}

/// What has happened.
#[derive(Default)]
pub(crate) struct Counts {
    /// Who asked what it can do.
    pub(crate) introduced: AtomicU64,
    pub(crate) operations: AtomicU64,
    pub(crate) executed: AtomicU64,
    pub(crate) recalled: AtomicU64,
    pub(crate) cancelled: AtomicU64,
    pub(crate) asked_for_missing: AtomicU64,
    pub(crate) batches: AtomicU64,
    pub(crate) written: AtomicU64,
    pub(crate) batch_reads: AtomicU64,
    pub(crate) running: AtomicU64,
    /// Bytes that came up, as they were sent, and of these what was compressed.
    pub(crate) received: AtomicU64,
    pub(crate) packed: AtomicU64,
    /// The value of the header `x-key` of the latest call.
    pub(crate) key: Mutex<Option<String>>,
}

impl Server {
    /// One that runs commands.
    pub(crate) fn new(mood: impl FnMut(Call) -> Option<Mischief> + Send + 'static) -> Server {
        Server::of(Box::new(mood), None, true)
    }

    /// One that does all that it should.
    pub(crate) fn good() -> Server {
        Server::new(|_| None)
    }

    /// The same, and no command takes time there.
    pub(crate) fn quick() -> Server {
        Server::start(Box::new(|_| None), None, (true, true), None)
    }

    /// One that does all that it should, for who comes encrypted.
    pub(crate) fn encrypted(with: ServerTlsConfig) -> Server {
        Server::start(Box::new(|_| None), None, (true, false), Some(with))
    }

    pub(crate) fn of(mood: Mood, judge: Option<Judge>, inlines: bool) -> Server {
        Server::start(mood, judge, (inlines, false), None)
    }

    fn start(
        mood: Mood,
        judge: Option<Judge>,
        (inlines, is_quick): (bool, bool),
        encrypted: Option<ServerTlsConfig>,
    ) -> Server {
        let state = Arc::new(State {
            blobs: Mutex::default(),
            results: Mutex::default(),
            mood: Mutex::new(mood),
            judge,
            inlines,
            is_quick,
            packing: Mutex::new(Packing::Unpacks),
            claims: Mutex::new(Claims { batch: BATCH, functions: vec![Function::Sha256] }),
            shared: Mutex::default(),
            operations: Mutex::default(),
            counts: Counts::default(),
        });
        let runtime = runtime();
        let port = services::serve(&runtime, &state, 0, encrypted);
        Server { state, port, runtime: Some(runtime) }
    }

    /// Goes away with all that was under way and all that it was given, and comes back where it was.
    pub(crate) fn restart(&mut self) {
        // Whoever waits for an answer loses the connection.
        drop(self.runtime.take());
        self.state.blobs.lock().clear();
        self.state.results.lock().clear();
        self.state.operations.lock().clear();
        let runtime = runtime();
        services::serve(&runtime, &self.state, self.port, None);
        self.runtime = Some(runtime);
    }

    pub(crate) fn address(&self) -> String {
        format!("grpc://127.0.0.1:{}/main", self.port)
    }
}

impl State {
    /// What goes wrong with this call.
    fn mischief(&self, call: Call) -> Option<Mischief> {
        let mischief = (self.mood.lock())(call);
        if let Some(Mischief::Forget) = mischief {
            self.blobs.lock().clear();
            return None;
        }
        mischief
    }
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

#[must_use]
pub(crate) fn count(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::SeqCst)
}
