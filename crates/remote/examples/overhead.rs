//! What a question to a server costs beside what the server takes for it: processor time and round trips, of a real server.
//!
//! `crates/remote/tests/buildbox/run cargo run --release -p lop-remote --example overhead [QUESTIONS [BYTES]]`
#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::longrunning::operation::Result as Ended;
use lop_engine::{Cancel, Oracle, Question};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{CommandOracle, CommandSpec, Criteria, Timeout};
use lop_remote::{Options, Patience, Remote};
use parking_lot::Mutex;
use prost::Message;
use reapi::content_addressable_storage_client::ContentAddressableStorageClient;
use reapi::execution_client::ExecutionClient;
use rustix::time::{ClockId, clock_gettime};
use sha2::{Digest as _, Sha256};
use tokio::runtime::Runtime;
use tonic::transport::Channel;

/// Questions that one kind asks before it is the turn of the next, so that a machine that is busy is busy for all of them.
const TURN: usize = 10;

/// The command of the test.
const COMMAND: [&str; 3] = ["/bin/sh", "-c", "grep -q needle a.c"];

type Wrong = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Wrong> {
    let address = std::env::var("LOP_REMOTE_SERVER").map_err(|_| "LOP_REMOTE_SERVER names no server")?;
    let mut args = std::env::args().skip(1).map(|it| it.parse::<usize>());
    let questions = args.next().transpose()?.unwrap_or(200);
    let bytes = args.next().transpose()?.unwrap_or(100_000);
    let (bare, reading) = (Bare::new(&address, false)?, Bare::new(&address, true)?);
    let verdict = oracle(&address, Criteria::default())?;
    let predicate: lop_oracle::Predicate = Arc::new(|_| true);
    let output = oracle(&address, Criteria { predicate: Some(predicate), ..Criteria::default() })?;
    let kinds: [Kind<'_>; 4] = [
        ("bare", &|text, _| bare.ask(&text)),
        ("bare, output read", &|text, _| reading.ask(&text)),
        ("lop", &|text, worker| ask(&verdict, text, worker)),
        ("lop, output read", &|text, worker| ask(&output, text, worker)),
    ];
    println!(
        "at once\tquestion of {bytes} bytes\tround trip ms: min\tmedian\tof bare\tof its bare\town CPU ms"
    );
    for workers in [1, 2] {
        let measured = measure(workers, questions, bytes, &kinds)?;
        for (name, _) in kinds {
            let it = &measured[name];
            let (low, median) = (it.trips[0], it.median());
            let its_bare = if name.ends_with("output read") { "bare, output read" } else { "bare" };
            println!(
                "{workers}\t{name}\t{:.1}\t{:.1}\t{:.2}\t{:.2}\t{:.2}",
                low * 1e3,
                median * 1e3,
                median / measured["bare"].median(),
                median / measured[its_bare].median(),
                it.cpu.as_secs_f64() * 1e3 / f64::from(u32::try_from(it.trips.len())?),
            );
        }
    }
    Ok(())
}

/// A way to ask, by name: given the text and the number of the worker.
type Kind<'k> = (&'static str, &'k (dyn Fn(Arc<[u8]>, usize) -> Result<(), Wrong> + Sync));

/// What was seen of a kind.
#[derive(Default)]
struct Measured {
    /// Seconds for each question, sorted.
    trips: Vec<f64>,
    cpu: Duration,
}

impl Measured {
    fn median(&self) -> f64 {
        self.trips[self.trips.len() / 2]
    }
}

fn measure(
    workers: usize,
    questions: usize,
    bytes: usize,
    kinds: &[Kind<'_>],
) -> Result<BTreeMap<&'static str, Measured>, Wrong> {
    let mut all: BTreeMap<_, Measured> = BTreeMap::new();
    for _ in 0..questions.div_ceil(TURN) {
        for (name, ask) in kinds {
            let (cpu, trips) = (own_cpu(), Mutex::new(Vec::new()));
            std::thread::scope(|scope| {
                let work = |worker| {
                    for _ in 0..TURN / workers {
                        let text = text(bytes);
                        let began = Instant::now();
                        ask(text, worker)?;
                        trips.lock().push(began.elapsed().as_secs_f64());
                    }
                    Ok::<_, Wrong>(())
                };
                let threads: Vec<_> = (0..workers).map(|it| scope.spawn(move || work(it))).collect();
                threads.into_iter().try_for_each(|it| it.join().expect("a worker does not panic"))
            })?;
            let measured = all.entry(*name).or_default();
            measured.cpu += own_cpu().saturating_sub(cpu);
            measured.trips.extend(trips.into_inner());
        }
    }
    for it in all.values_mut() {
        it.trips.sort_by(f64::total_cmp);
    }
    Ok(all)
}

/// A candidate that nobody has asked about, in this run or before it.
fn text(bytes: usize) -> Arc<[u8]> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut text = format!("needle {number} {:?}\n", std::process::id()).into_bytes();
    text.resize(bytes, b'x');
    text.into()
}

fn oracle(address: &str, criteria: Criteria) -> Result<CommandOracle, Wrong> {
    let options = Options { jobs: 2, ..Options::new(address.parse()?) };
    let site = Remote::new(&options, Path::new("/nowhere"), Patience::default())?;
    let away = Some(Away::new(Arc::new(site), Fallback::Stop));
    // As it is once a run knows how long its test takes.
    let timeout = Timeout::Fixed(Duration::from_secs(100));
    let command = COMMAND.map(Into::into).to_vec();
    Ok(CommandOracle::new(CommandSpec { away, criteria, timeout, ..CommandSpec::new(command, "a.c") })?)
}

fn ask(oracle: &CommandOracle, text: Arc<[u8]>, worker: usize) -> Result<(), Wrong> {
    let (files, base, cancel) = ([text], [Arc::default()], Cancel::new());
    oracle.ask(&Question { files: &files, base: &base, worker, cancel: &cancel })?;
    Ok(())
}

/// The least that a client can do: it sends what is new, has the command itself carried out, and looks at its exit code. Where the
/// output is read, the command leaves that as two files, which the server keeps and tells of.
struct Bare {
    runtime: Runtime,
    channel: Channel,
    command: reapi::Digest,
}

impl Bare {
    fn new(address: &str, with_output: bool) -> Result<Bare, Wrong> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let endpoint = Channel::from_shared(address.replacen("grpc:", "http:", 1))?.tcp_nodelay(true);
        let channel = runtime.block_on(endpoint.connect())?;
        let mut arguments = COMMAND.map(str::to_owned).to_vec();
        let mut output_paths = Vec::new();
        if with_output {
            arguments[2].push_str(" >stdout 2>stderr");
            output_paths.extend(["stderr", "stdout"].map(str::to_owned));
        }
        let command = reapi::Command { arguments, output_paths, ..reapi::Command::default() }.encode_to_vec();
        let bare = Bare { runtime, channel, command: digest(&command) };
        bare.runtime.block_on(bare.put(vec![command]))?;
        Ok(bare)
    }

    fn ask(&self, text: &Arc<[u8]>) -> Result<(), Wrong> {
        let file =
            reapi::FileNode { name: "a.c".into(), digest: Some(digest(text)), ..reapi::FileNode::default() };
        let directory = reapi::Directory { files: vec![file], ..reapi::Directory::default() }.encode_to_vec();
        let action = reapi::Action {
            command_digest: Some(self.command.clone()),
            input_root_digest: Some(digest(&directory)),
            ..reapi::Action::default()
        };
        let action = action.encode_to_vec();
        let action_digest = Some(digest(&action));
        self.runtime.block_on(async {
            self.put(vec![text.to_vec(), directory, action]).await?;
            let request = reapi::ExecuteRequest { action_digest, ..reapi::ExecuteRequest::default() };
            let mut stream = ExecutionClient::new(self.channel.clone()).execute(request).await?.into_inner();
            while let Some(operation) = stream.message().await? {
                if let Some(Ended::Response(any)) = operation.result {
                    let result = reapi::ExecuteResponse::decode(&*any.value)?.result;
                    return match result {
                        Some(it) if it.exit_code == 0 => Ok(()),
                        other => Err(format!("an unexpected answer: {other:?}").into()),
                    };
                }
            }
            Err("the answer broke off".into())
        })
    }

    async fn put(&self, blobs: Vec<Vec<u8>>) -> Result<(), Wrong> {
        let requests = blobs.into_iter().map(|data| reapi::batch_update_blobs_request::Request {
            digest: Some(digest(&data)),
            data,
            compressor: 0,
        });
        let request = reapi::BatchUpdateBlobsRequest {
            requests: requests.collect(),
            ..reapi::BatchUpdateBlobsRequest::default()
        };
        ContentAddressableStorageClient::new(self.channel.clone()).batch_update_blobs(request).await?;
        Ok(())
    }
}

fn digest(bytes: &[u8]) -> reapi::Digest {
    let size_bytes = i64::try_from(bytes.len()).expect("not that large");
    reapi::Digest { hash: format!("{:x}", Sha256::digest(bytes)), size_bytes }
}

/// Processor time of this process without its children.
fn own_cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).expect("less than a second"))
}
