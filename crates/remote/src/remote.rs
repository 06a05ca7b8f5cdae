//! The server as a site: a question goes there until it is answered, for as long as patience lasts.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lop_engine::{Cancel, OracleError};
use lop_oracle::site::wrapper::Report;
use lop_oracle::site::{Batches, Errand, Luggage, Site, Traffic};
use lop_oracle::{RunOutput, Status};
use parking_lot::Mutex;
use tokio::runtime::{Builder, Runtime};

use crate::action::{Kitchen, Prepared, outputs, platform};
use crate::answer::{Wanted, machine, of_one};
use crate::batch::Batcher;
use crate::batch::ledger::{Ledger, Seen};
use crate::blob::{Blob, Key};
use crate::companions::Companions;
use crate::connection::{Connection, unique};
use crate::copies::Copies;
use crate::execute::{Executor, within};
use crate::fault::Fault;
use crate::options::Options;
use crate::patience::Patience;
use crate::reapi::digest_function::Value as Function;
use crate::reapi::{GetCapabilitiesRequest, ServerCapabilities};
use crate::store::{Store, Way};
use crate::stragglers::{Look, MORE_TIMES, Stragglers};

/// How often a cancelled question is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// How long a server may take to say what it can do.
const INTRODUCTION: Duration = Duration::from_secs(30);

/// A server that speaks the Remote Execution API.
pub struct Remote {
    /// What to call it in messages.
    name: String,
    /// What commands find there: what the machine is, and what was taken along.
    identity: String,
    runtime: Option<Runtime>,
    connection: Arc<Connection>,
    store: Arc<Store>,
    executor: Arc<Executor>,
    kitchen: Arc<Kitchen>,
    batcher: Arc<Batcher>,
    patience: Patience,
    /// How often each action was asked about: each time but the first it gets salt, or it would be answered from memory.
    asked: Mutex<HashMap<Key, u64>>,
    /// Makes the salt one that no other run has.
    nonce: String,
    /// True while the server has answered nothing since a question was given up: the next ones are not given as much.
    in_trouble: AtomicBool,
    retried: AtomicU64,
    answered: AtomicU64,
    stragglers: Mutex<Stragglers>,
    backups: bool,
}

/// A question that counts as one that is asked once more, as long as that is there.
struct Again<'a>(&'a Mutex<Stragglers>);

impl Remote {
    /// Connects to a server and sees whether it does what is needed. Relative paths are meant from `directory`; a script of
    /// the test that lies in it goes along.
    pub fn new(options: &Options, directory: &Path, patience: Patience) -> Result<Remote, OracleError> {
        let companions = Companions::new(&options.with, directory)?;
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("remote").enable_all().build();
        let runtime =
            runtime.map_err(|it| OracleError::new(format!("cannot start a thread for the server: {it}")))?;
        let connection = {
            let _here = runtime.enter();
            Arc::new(Connection::new(options)?)
        };
        let instance = options.address.instance.clone();
        let kitchen = Arc::new(Kitchen {
            platform: platform(&options.properties),
            companions,
            is_old: AtomicBool::new(false),
            copies: Copies::default(),
        });
        let executor = Arc::new(Executor {
            connection: connection.clone(),
            instance: instance.clone(),
            cannot_cancel: Arc::default(),
        });
        let store = Arc::new(Store::new(&instance));
        let ledger = Ledger::new(options.jobs, options.batch);
        let batcher = Batcher::new((kitchen.clone(), store.clone(), executor.clone()), patience, ledger);
        let name = options.address.to_string();
        let identity = format!("{name} {:?} {:?}", kitchen.platform.properties, kitchen.companions.keys());
        let remote = Remote {
            name,
            identity,
            runtime: Some(runtime),
            connection,
            store,
            executor,
            kitchen,
            batcher: Arc::new(batcher),
            patience,
            asked: Mutex::default(),
            nonce: unique(),
            in_trouble: AtomicBool::new(false),
            retried: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            stragglers: Mutex::new(Stragglers::new(options.jobs)),
            backups: options.backups,
        };
        let capabilities = remote.runtime().block_on(remote.capabilities())?;
        remote.check(&capabilities)?;
        Ok(remote)
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("it is there until the end")
    }

    async fn capabilities(&self) -> Result<ServerCapabilities, OracleError> {
        let request = || GetCapabilitiesRequest { instance_name: self.executor.instance.clone() };
        let mut trial = 0;
        loop {
            let mut connection = self.connection.capabilities();
            let fault = match within(Some(INTRODUCTION), connection.get_capabilities(request())).await {
                Ok(Ok(answer)) => return Ok(answer.into_inner()),
                Ok(Err(status)) => Fault::from(status),
                Err(fault) => fault,
            };
            trial += 1;
            // Who is not there at the start is likely misspelt.
            if matches!(fault, Fault::Final(_)) || trial >= self.patience.tries.min(4) {
                let mut error = fault.into_error(&self.name);
                error.remedy =
                    error.remedy.filter(|it| !it.contains("--resume")).or_else(|| Some(self.how_to_reach()));
                return Err(error);
            }
            tokio::time::sleep(self.patience.pause(trial)).await;
        }
    }

    fn how_to_reach(&self) -> String {
        let mut help =
            "is the address right, and is the server up? grpc:// is plain, grpcs:// is encrypted".to_owned();
        // A server may hang up on who shows no certificate before it has said why.
        if self.name.starts_with("grpcs:") {
            help += "; where it wants to know who asks: --remote-cert FILE --remote-key FILE";
        }
        help
    }

    /// Learns what the server can do. Fails where that is not enough.
    fn check(&self, it: &ServerCapabilities) -> Result<(), OracleError> {
        let wrong = |why: &str| OracleError::new(format!("{} {why}", self.name));
        if !it.execution_capabilities.as_ref().is_some_and(|it| it.exec_enabled) {
            return Err(wrong("keeps files, but runs no commands").with_remedy(
                "name a server that runs them, with its instance: --remote grpcs://HOST/INSTANCE",
            ));
        }
        let functions = it.cache_capabilities.as_ref().map(|it| &it.digest_functions[..]).unwrap_or_default();
        if !functions.is_empty() && !functions.contains(&(Function::Sha256 as i32)) {
            return Err(wrong("does not know files by their SHA-256").with_remedy("have it allow that"));
        }
        if let Some(cache) = &it.cache_capabilities {
            self.store.learn(cache);
        }
        let newest = it.high_api_version.as_ref().map(|it| (it.major, it.minor));
        self.kitchen.is_old.store(newest.is_some_and(|it| it < (2, 1)), Ordering::Relaxed);
        Ok(())
    }

    /// Asks along with others where that is quicker; what has no answer then, alone.
    async fn ask(&self, mut prepared: Prepared, errand: &Errand<'_>) -> Result<RunOutput, OracleError> {
        let salt = self.salt(prepared.key());
        if !self.in_trouble.load(Ordering::Relaxed)
            && let Some(part) = self.batcher.part(&mut prepared, salt.as_deref(), errand)?
            // Who has it carried out may be gone with the runtime.
            && let Some(run) = self.batcher.join(part).await.unwrap_or_default()
        {
            self.answered.fetch_add(1, Ordering::Relaxed);
            return Ok(run);
        }
        let more = if self.backups { MORE_TIMES } else { 0 };
        self.ask_beside(&prepared, salt, errand, more).await
    }

    /// Asks; if that takes far longer than it does for others, once more at the same time, `more` times at most.
    async fn ask_beside(
        &self,
        prepared: &Prepared,
        salt: Option<Vec<u8>>,
        errand: &Errand<'_>,
        more: u32,
    ) -> Result<RunOutput, OracleError> {
        let mut first = pin!(self.ask_alone(prepared, salt, errand));
        if more == 0 {
            return first.await;
        }
        let began = Instant::now();
        loop {
            let under_way = self.batcher.under_way();
            let look = self.stragglers.lock().look(began.elapsed(), under_way);
            let Look::After(wait) = look else { break };
            if let Ok(answer) = tokio::time::timeout(wait, &mut first).await {
                return answer;
            }
        }
        let _again = Again(&self.stragglers);
        let salt = self.salt(prepared.key());
        let mut second = Box::pin(self.ask_beside(prepared, salt, errand, more - 1));
        // Whoever has no answer leaves it to the other.
        tokio::select! {
            answer = &mut first => if answer.is_ok() { answer } else { second.await },
            answer = &mut second => if answer.is_ok() { answer } else { first.await },
        }
    }

    /// Asks until there is an answer.
    async fn ask_alone(
        &self,
        prepared: &Prepared,
        salt: Option<Vec<u8>>,
        errand: &Errand<'_>,
    ) -> Result<RunOutput, OracleError> {
        let action = prepared.action(salt);
        let mut blobs = prepared.blobs.clone();
        blobs.push(action.clone());
        let blobs = (&prepared.standing, &blobs[..]);
        let tries = if self.in_trouble.load(Ordering::Relaxed) { 1 } else { self.patience.tries.max(1) };
        let (mut trial, mut skip_cache) = (0, false);
        // How many others had answers by the time of the last try, and of the one before that.
        let mut others = [u64::MAX; 2];
        loop {
            others = [self.answered.load(Ordering::Relaxed), others[0]];
            let began = Instant::now();
            let fault = match self.attempt(blobs, action.key, (trial, skip_cache), errand).await {
                Ok(run) => {
                    self.stragglers.lock().learn(began.elapsed());
                    self.in_trouble.store(false, Ordering::Relaxed);
                    self.answered.fetch_add(1, Ordering::Relaxed);
                    return Ok(run);
                }
                Err(fault) => fault,
            };
            match fault {
                Fault::Missing(_) => self.store.forget(),
                Fault::Broken(_) | Fault::Killed(_) => skip_cache = true,
                Fault::Passing(_) | Fault::Final(_) => {}
            }
            trial += 1;
            if matches!(fault, Fault::Final(_)) || trial >= tries {
                // Whoever answers others is not in trouble.
                if self.answered.load(Ordering::Relaxed) > others[1] {
                    return Err(fault.into_error_of_one(&self.name));
                }
                self.in_trouble.store(true, Ordering::Relaxed);
                return Err(fault.into_error(&self.name));
            }
            self.retried.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(self.patience.pause(trial)).await;
        }
    }

    async fn attempt(
        &self,
        (standing, blobs): (&Arc<Vec<Blob>>, &[Blob]),
        action: Key,
        (trial, skip_cache): (u32, bool),
        errand: &Errand<'_>,
    ) -> Result<RunOutput, Fault> {
        let way = Way { connection: &self.connection, worker: errand.worker };
        let storing = Some(self.patience.silence(trial, Duration::ZERO));
        within(storing, self.store.put_standing(way, standing)).await??;
        within(storing, self.store.put(way, blobs)).await??;
        let (began, wanted) = (Instant::now(), self.batcher.wanted());
        // One that may run for ever says nothing for as long.
        let silence = errand.limit.map(|it| self.patience.silence(trial, it));
        let streams = (errand.stdout, errand.stderr);
        let how = (skip_cache, outputs(&[("", streams)], Report::Streams));
        let (result, is_recalled) = self.executor.execute(errand.worker, action, how, silence).await?;
        let (elapsed, machine) = (began.elapsed(), machine(&result));
        let run = Wanted::of(errand).read(of_one(result), (elapsed, is_recalled), (&self.store, way));
        let run = within(storing, run).await??;
        if run.status != Status::TimedOut {
            self.batcher.learn(&Seen { count: 1, tests: run.took, elapsed, machine, wanted });
        }
        Ok(run)
    }

    /// What makes an action another one that was asked about before.
    fn salt(&self, key: Key) -> Option<Vec<u8>> {
        let mut asked = self.asked.lock();
        let times = asked.entry(key).or_default();
        *times += 1;
        (*times > 1).then(|| format!("{} {times}", self.nonce).into_bytes())
    }
}

impl Site for Remote {
    fn run(&self, errand: &Errand<'_>) -> Result<RunOutput, OracleError> {
        let _asking = self.batcher.enter();
        let prepared = self.kitchen.prepare(errand)?;
        self.runtime().block_on(async {
            tokio::select! {
                biased;
                answer = self.ask(prepared, errand) => answer,
                () = raised(errand.cancel) => Ok(RunOutput::cancelled()),
            }
        })
    }

    fn identity(&self) -> Option<String> {
        Some(self.identity.clone())
    }

    fn luggage(&self, command: &[OsString]) -> Result<Vec<Luggage>, OracleError> {
        self.kitchen.companions.find(command)?;
        Ok(self.kitchen.companions.luggage())
    }

    fn traffic(&self) -> Traffic {
        let load = |it: &AtomicU64| it.load(Ordering::Relaxed);
        Traffic {
            answered: load(&self.answered),
            retried: load(&self.retried) + load(&self.batcher.unanswered),
            twice: self.stragglers.lock().twice(),
            uploaded: load(&self.store.uploaded),
            ..Traffic::default()
        }
    }

    fn worked(&self) -> Option<Duration> {
        self.store.work.lock().in_all()
    }

    fn batches(&self) -> Batches {
        self.batcher.batches()
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // What is still to be cancelled there is said, or not; nobody waits for it.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Again<'_> {
    fn drop(&mut self) {
        self.0.lock().end();
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote").field("name", &self.name).finish_non_exhaustive()
    }
}

async fn raised(cancel: &Cancel) {
    while !cancel.is_raised() {
        tokio::time::sleep(SLICE).await;
    }
}
