//! Several questions as one action, where the way there and back takes longer than their tests: each has a folder of its own in the
//! tree, with its own script, files and limit, and a script around them has them run one after another.
//!
//! Only what ended by itself, in time, and left all that it should is an answer. Whoever has none is asked about alone.

pub(crate) mod ledger;

use std::fmt;
use std::os::unix::ffi::OsStringExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lop_engine::OracleError;
use lop_oracle::site::wrapper::Report;
use lop_oracle::site::{Batches, Errand};
use lop_oracle::{RunOutput, Status};
use parking_lot::Mutex;
use tokio::sync::oneshot;

use self::ledger::{Ledger, Next, Seen};
use crate::action::{Kitchen, PATH, Place, Prepared, SCRIPT, outputs};
use crate::answer::{Wanted, machine, ran};
use crate::blob::{Blob, Key};
use crate::execute::{Executor, within};
use crate::fault::Fault;
use crate::folder::Folder;
use crate::patience::Patience;
use crate::reapi::ActionResult;
use crate::store::{Store, Way};

/// Who sees which questions go along with each other.
pub(crate) struct Batcher {
    pub(crate) kitchen: Arc<Kitchen>,
    pub(crate) store: Arc<Store>,
    pub(crate) executor: Arc<Executor>,
    pub(crate) patience: Patience,
    state: Mutex<State>,
    batches: AtomicU64,
    answered: AtomicU64,
    /// Questions that went along and came back without an answer.
    pub(crate) unanswered: AtomicU64,
}

struct State {
    ledger: Ledger,
    waiting: Vec<Waiting>,
    /// True while somebody sees to it that who waits does not wait for long.
    lingers: bool,
}

/// A question that goes along.
pub(crate) struct Part {
    folder: Folder,
    blobs: Vec<Blob>,
    standing: Arc<Vec<Blob>>,
    wanted: Wanted,
    /// What makes it another one, if it was asked before.
    salt: Option<Vec<u8>>,
    grace: Duration,
    worker: usize,
}

/// One that waits for its answer; nothing, where it is to be asked about alone.
struct Waiting {
    part: Part,
    answer: oneshot::Sender<Option<RunOutput>>,
}

/// A question that is under way.
pub(crate) struct Asking<'a>(&'a Batcher);

impl Batcher {
    pub(crate) fn new(
        (kitchen, store, executor): (Arc<Kitchen>, Arc<Store>, Arc<Executor>),
        patience: Patience,
        ledger: Ledger,
    ) -> Batcher {
        let state = Mutex::new(State { ledger, waiting: Vec::new(), lingers: false });
        let [batches, answered, unanswered] = [(); 3].map(|()| AtomicU64::new(0));
        Batcher { kitchen, store, executor, patience, state, batches, answered, unanswered }
    }

    /// Takes note of a question, as long as that is there.
    pub(crate) fn enter(&self) -> Asking<'_> {
        self.state.lock().ledger.asking += 1;
        Asking(self)
    }

    /// How many questions have no answer yet, whether they go along with others or not.
    pub(crate) fn under_way(&self) -> usize {
        self.state.lock().ledger.asking
    }

    /// What is wanted of a batch now.
    pub(crate) fn wanted(&self) -> f64 {
        self.state.lock().ledger.wanted()
    }

    /// Takes note of what was seen of an action.
    pub(crate) fn learn(&self, seen: &Seen) {
        self.state.lock().ledger.learn(seen);
    }

    /// What went along with others so far.
    pub(crate) fn batches(&self) -> Batches {
        let load = |it: &AtomicU64| it.load(Ordering::Relaxed);
        Batches { actions: load(&self.batches), answered: load(&self.answered) }
    }

    /// The question as one that goes along with others, if it may: not what everybody waits for, and nothing that may run for ever
    /// or brings much with it, which would have to be laid out for each.
    pub(crate) fn part(
        &self,
        prepared: &mut Prepared,
        salt: Option<&[u8]>,
        errand: &Errand<'_>,
    ) -> Result<Option<Part>, OracleError> {
        let time = {
            let ledger = &self.state.lock().ledger;
            ledger.time().filter(|_| ledger.asking > 1)
        };
        let (Some(time), Some(limit), None) = (time, errand.limit, errand.project) else { return Ok(None) };
        if errand.anew || self.kitchen.companions.have_folders() {
            return Ok(None);
        }
        let errand = Errand { limit: Some(time.min(limit)), ..*errand };
        let mut folder = std::mem::take(&mut prepared.root);
        let mut blobs = prepared.blobs[..prepared.files].to_vec();
        let script = Blob::new(self.kitchen.script(&errand, Report::Files).into_vec());
        folder.put_file(SCRIPT.as_ref(), script.key, false)?;
        blobs.push(script);
        Ok(Some(Part {
            folder,
            blobs,
            standing: prepared.standing.clone(),
            wanted: Wanted::of(&errand),
            salt: salt.map(<[u8]>::to_vec),
            grace: errand.grace,
            worker: errand.worker,
        }))
    }

    /// Has a question go along with the next ones. What comes back is its answer, or that there is none.
    pub(crate) fn join(self: &Arc<Batcher>, part: Part) -> oneshot::Receiver<Option<RunOutput>> {
        let (answer, receiver) = oneshot::channel();
        self.state.lock().waiting.push(Waiting { part, answer });
        self.look(false);
        receiver
    }

    /// Sends those away whose time has come.
    fn look(self: &Arc<Batcher>, mut has_lingered: bool) {
        let mut state = self.state.lock();
        state.lingers &= !has_lingered;
        // Who has gone away need not go along.
        state.waiting.retain(|it| !it.answer.is_closed());
        loop {
            match state.ledger.next(state.waiting.len(), has_lingered) {
                Next::Go(count) => self.send(&mut state, count),
                Next::Linger(_) if state.lingers => return,
                Next::Linger(time) => {
                    state.lingers = true;
                    let batcher = self.clone();
                    tokio::spawn(async move {
                        tokio::time::sleep(time).await;
                        batcher.look(true);
                    });
                    return;
                }
                Next::Wait => return,
            }
            has_lingered = false;
        }
    }

    /// Sends the first ones away together; one alone asks for itself.
    fn send(self: &Arc<Batcher>, state: &mut State, count: usize) {
        let gone: Vec<Waiting> = state.waiting.drain(..count).collect();
        if count == 1 || state.ledger.limit() == 1 {
            for it in gone {
                it.tell(None);
            }
            return;
        }
        state.ledger.away += 1;
        tokio::spawn(self.clone().carry_out(gone, state.ledger.wanted()));
    }

    /// Has a batch carried out, and gives everybody their answer.
    async fn carry_out(self: Arc<Batcher>, mut waiting: Vec<Waiting>, wanted: f64) {
        let (parts, mut answers): (Vec<Part>, Vec<_>) =
            waiting.drain(..).map(|it| (it.part, it.answer)).unzip();
        let nobody_waits = async {
            for answer in &mut answers {
                answer.closed().await;
            }
        };
        let came = tokio::select! {
            biased;
            came = self.attempt(&parts, wanted) => Some(came),
            () = nobody_waits => None,
        };
        {
            let ledger = &mut self.state.lock().ledger;
            ledger.away -= 1;
            match &came {
                Some(Ok((_, seen))) => ledger.learn(seen),
                Some(Err(_)) => ledger.failed(),
                None => {}
            }
        }
        let runs = match came {
            Some(Ok((runs, _))) => runs,
            Some(Err(Fault::Missing(_))) => {
                self.store.forget();
                Vec::new()
            }
            Some(Err(_)) | None => Vec::new(),
        };
        let answered = runs.iter().flatten().count() as u64;
        self.batches.fetch_add(u64::from(answered > 0), Ordering::Relaxed);
        let waits = answers.iter().filter(|it| !it.is_closed()).count() as u64;
        self.unanswered.fetch_add(waits.saturating_sub(answered), Ordering::Relaxed);
        let runs = runs.into_iter().chain(std::iter::repeat_with(|| None));
        for (answer, run) in answers.into_iter().zip(runs) {
            // Counted before whoever waits can go on and read the count; who has given up meanwhile is not answered.
            let count = u64::from(run.is_some());
            self.answered.fetch_add(count, Ordering::Relaxed);
            if answer.send(run).is_err() {
                self.answered.fetch_sub(count, Ordering::Relaxed);
            }
        }
        self.look(false);
    }

    /// Asks once. Of each question its answer, if it has one.
    async fn attempt(&self, parts: &[Part], wanted: f64) -> Result<(Vec<Option<RunOutput>>, Seen), Fault> {
        let folders: Vec<String> = (0..parts.len()).map(|it| format!("{it}/")).collect();
        let folders: Vec<&str> = folders.iter().map(|it| &**it).collect();
        let streams = parts.iter().map(|it| (it.wanted.stdout, it.wanted.stderr));
        let places: Vec<Place<'_>> = folders.iter().copied().zip(streams).collect();
        let (prepared, action) = self.pack(parts, &places)?;
        let way = Way { connection: &self.executor.connection, worker: parts[0].worker };
        let storing = Some(self.patience.silence(0, Duration::ZERO));
        within(storing, self.store.put_standing(way, &prepared.standing)).await??;
        within(storing, self.store.put(way, &prepared.blobs)).await??;
        let limit: Duration = parts.iter().filter_map(|it| it.wanted.limit).sum();
        let silence = Some(self.patience.silence(0, limit));
        let began = Instant::now();
        let (result, is_recalled) = self
            .executor
            .execute(way.worker, action, (false, outputs(&places, Report::Files)), silence)
            .await?;
        let elapsed = began.elapsed();
        let machine = machine(&result);
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let share = ran(&result).unwrap_or(elapsed) / count;
        let mut runs = Vec::with_capacity(parts.len());
        let mut tests = Duration::ZERO;
        for (part, result) in parts.iter().zip(split(result, &folders)) {
            let run = part.wanted.read(result, (share, is_recalled), (&self.store, way));
            let run = within(storing, run).await;
            // What it has left, not how long it takes to say so, is of no use where it was too slow for a batch.
            let run = run.ok().and_then(Result::ok).filter(|it| it.status != Status::TimedOut);
            tests += run.as_ref().map(|it| it.took).or(part.wanted.limit).unwrap_or_default();
            runs.push(run);
        }
        Ok((runs, Seen { count: parts.len(), tests, elapsed, machine, wanted }))
    }

    /// The action of a batch, with all that it is made of.
    fn pack(&self, parts: &[Part], places: &[Place<'_>]) -> Result<(Prepared, Key), Fault> {
        let (mut root, mut blobs) = (Folder::default(), Vec::new());
        for (part, (folder, _)) in parts.iter().zip(places) {
            let key = part.folder.pack(&mut blobs);
            root.put_packed(folder.trim_end_matches('/').as_ref(), key).map_err(Fault::Final)?;
            blobs.extend_from_slice(&part.blobs);
        }
        let script = Blob::new(script(parts.len()).into_bytes());
        root.put_file(SCRIPT.as_ref(), script.key, false).map_err(Fault::Final)?;
        blobs.push(script);
        let limit = parts.iter().map(|it| it.wanted.limit.unwrap_or_default() + it.grace).sum();
        // What goes along becomes more, and never less.
        let standing = parts.iter().map(|it| &it.standing).max_by_key(|it| it.len());
        let standing = standing.cloned().unwrap_or_default();
        let mut prepared = self.kitchen.pack(root, (blobs, standing), (places, Report::Files), Some(limit));
        let salts: Vec<&[u8]> = parts.iter().filter_map(|it| it.salt.as_deref()).collect();
        let action = prepared.action((!salts.is_empty()).then(|| salts.join(&b'\n')));
        let key = action.key;
        prepared.blobs.push(action);
        Ok((prepared, key))
    }
}

impl Waiting {
    fn tell(self, run: Option<RunOutput>) {
        // Who has gone away need not know.
        drop(self.answer.send(run));
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.state.lock().ledger.asking -= 1;
    }
}

impl fmt::Debug for Batcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batcher").field("ledger", &self.state.lock().ledger).finish_non_exhaustive()
    }
}

/// Has so many questions run, one after another. What one leaves behind must not disturb the next.
fn script(count: usize) -> String {
    let folders: Vec<String> = (0..count).map(|it| it.to_string()).collect();
    let folders = folders.join(" ");
    format!(
        "{PATH}top=$PWD\nfor it in {folders}; do\n\
         cd \"$top/$it\" || exit\n\
         /bin/sh {SCRIPT}\n\
         done 2>/dev/null\nexit 0\n"
    )
}

/// The result of each question, as if it had been alone. How the script around them ended does not matter: what each has left says
/// whether it was brought to its end.
fn split<'r>(result: ActionResult, folders: &'r [&'r str]) -> impl Iterator<Item = ActionResult> + 'r {
    folders.iter().map(move |folder| {
        let of_it = |it: &crate::reapi::OutputFile| {
            let path = it.path.strip_prefix(folder)?.to_owned();
            Some(crate::reapi::OutputFile { path, ..it.clone() })
        };
        ActionResult {
            output_files: result.output_files.iter().filter_map(of_it).collect(),
            ..ActionResult::default()
        }
    })
}
