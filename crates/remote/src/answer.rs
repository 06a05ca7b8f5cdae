//! From the files that a command has left to how it ended. What is missing or makes no sense is a fault, never an answer.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::google::protobuf::Timestamp;
use lop_engine::OracleError;
use lop_oracle::site::Errand;
use lop_oracle::site::wrapper::{Left, OVER, STDERR, STDOUT, WHEN, is_in_time};
use lop_oracle::{RunOutput, Status, Stream};

use crate::action::LEFT;
use crate::blob::Key;
use crate::fault::Fault;
use crate::reapi::{ActionResult, OutputFile};
use crate::store::{Store, Way};

/// What is wanted of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) stdout: bool,
    pub(crate) stderr: bool,
    pub(crate) limit: Option<Duration>,
}

/// An answer to one question: what its script has said on its two streams is in it as the files are that a batch leaves for each.
pub(crate) fn of_one(mut result: ActionResult) -> ActionResult {
    let streams = [
        (OVER, std::mem::take(&mut result.stdout_raw), result.stdout_digest.take()),
        (WHEN, std::mem::take(&mut result.stderr_raw), result.stderr_digest.take()),
    ];
    for (name, contents, digest) in streams {
        // Who puts a stream into the answer need not say by what it is known, and one that says nothing is nowhere.
        let digest = digest.or_else(|| (!contents.is_empty()).then(|| Key::of(&contents).digest()));
        if digest.is_some() {
            let path = format!("{LEFT}/{name}");
            result.output_files.push(OutputFile { path, digest, contents, ..OutputFile::default() });
        }
    }
    result
}

/// How long an action waited for a machine, and how long it had that, where the server tells.
pub(crate) fn machine(result: &ActionResult) -> Option<(Duration, Duration)> {
    let metadata = result.execution_metadata.as_ref()?;
    let (queued, began) = (&metadata.queued_timestamp, &metadata.worker_start_timestamp);
    let waited = between(queued.as_ref()?, began.as_ref()?)?;
    Some((waited, between(began.as_ref()?, metadata.worker_completed_timestamp.as_ref()?)?))
}

/// How long the command of an action took, where the server tells.
pub(crate) fn ran(result: &ActionResult) -> Option<Duration> {
    let metadata = result.execution_metadata.as_ref()?;
    let (began, ended) = (&metadata.execution_start_timestamp, &metadata.execution_completed_timestamp);
    between(began.as_ref()?, ended.as_ref()?)
}

impl Wanted {
    pub(crate) fn of(errand: &Errand<'_>) -> Wanted {
        Wanted { stdout: errand.stdout, stderr: errand.stderr, limit: errand.limit }
    }

    /// Reads an answer, and fetches what is not in it.
    pub(crate) async fn read(
        self,
        result: ActionResult,
        (elapsed, is_recalled): (Duration, bool),
        (store, way): (&Arc<Store>, Way<'_>),
    ) -> Result<RunOutput, Fault> {
        if result.exit_code != 0 {
            return Err(Fault::Killed(format!(
                "the script ended with {} in the place of 0",
                result.exit_code
            )));
        }
        let ran = ran(&result);
        let files = self.files(&result.output_files, store, way).await?;
        let file = |name: &str| files.get(name).map(|it| it.to_vec());
        let left = Left { over: file(OVER), when: file(WHEN) };
        if let Some(it) = left.not_started() {
            let cause = format!("the command cannot be run there: {}", it.said);
            if it.is_there {
                return Err(Fault::Broken(cause));
            }
            return Err(Fault::Final(OracleError::new(cause).with_remedy(
                "take it along with --remote-with PATH, or name a container that has it: --remote-property \
                 container-image=docker://IMAGE",
            )));
        }
        let ending = left.ending(self.limit);
        let (status, took) =
            ending.ok_or_else(|| Fault::Broken("how the command ended is not in the answer".to_owned()))?;
        let stream = |wanted: bool, name: &str| match files.get(name) {
            _ if !wanted => Ok(Stream::default()),
            Some(bytes) => Ok(Stream::from(&**bytes)),
            // What is killed may not have come so far.
            None if status == Status::TimedOut => Ok(Stream::default()),
            None => Err(Fault::Broken(format!("what the command has printed is not in the answer: {name}"))),
        };
        // What was remembered was worked for at another time.
        if !is_recalled {
            store.note_work(way, left.worked(), key_of(WHEN, &result.output_files));
        }
        let (stdout, stderr) = (stream(self.stdout, STDOUT)?, stream(self.stderr, STDERR)?);
        let took = took.or(ran).unwrap_or(elapsed);
        Ok(RunOutput { status, stdout, stderr, took })
    }

    /// What the files hold that matter.
    async fn files(
        self,
        outputs: &[OutputFile],
        store: &Store,
        way: Way<'_>,
    ) -> Result<HashMap<&'static str, Arc<[u8]>>, Fault> {
        let (mut files, mut away) = (HashMap::new(), Vec::new());
        for name in [OVER, STDOUT, STDERR, WHEN] {
            let Some(output) = output(name, outputs) else { continue };
            let wanted = match name {
                STDOUT => self.stdout,
                STDERR => self.stderr,
                // When it began and ended matters where something was killed; else it is nice to know.
                WHEN => {
                    !files.get(OVER).is_some_and(|it: &Arc<[u8]>| is_in_time(it))
                        || !output.contents.is_empty()
                }
                _ => true,
            };
            if !wanted {
                continue;
            }
            let digest = output.digest.as_ref().and_then(Key::read);
            let key =
                digest.ok_or_else(|| Fault::Broken(format!("the answer does not say what {name} holds")))?;
            if let Some(bytes) = key.over() {
                files.insert(name, bytes.into());
            } else if key.size == 0 {
                files.insert(name, Arc::default());
            } else if output.contents.len() as u64 == key.size && Key::of(&output.contents) == key {
                files.insert(name, output.contents.clone().into());
            } else {
                away.push((name, key));
            }
        }
        let keys: Vec<Key> = away.iter().map(|it| it.1).collect();
        let fetched = if keys.is_empty() { Vec::new() } else { store.get(way, &keys).await? };
        files.extend(away.iter().map(|it| it.0).zip(fetched));
        Ok(files)
    }
}

/// The file of this name among those that a question has left.
fn output<'o>(name: &str, outputs: &'o [OutputFile]) -> Option<&'o OutputFile> {
    let is_it =
        |it: &&OutputFile| it.path.strip_prefix(LEFT).is_some_and(|it| it.strip_prefix('/') == Some(name));
    outputs.iter().find(is_it)
}

fn key_of(name: &str, outputs: &[OutputFile]) -> Option<Key> {
    output(name, outputs)?.digest.as_ref().and_then(Key::read)
}

fn between(began: &Timestamp, ended: &Timestamp) -> Option<Duration> {
    Some(Duration::from_nanos(nanoseconds(ended)?.checked_sub(nanoseconds(began)?)?))
}

fn nanoseconds(at: &Timestamp) -> Option<u64> {
    let seconds = u64::try_from(at.seconds).ok()?;
    seconds.checked_mul(1_000_000_000)?.checked_add(at.nanos.try_into().ok()?)
}
