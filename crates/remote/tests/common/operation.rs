//! An operation: an action that is being carried out, and who waits for it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::longrunning::Operation;
use bazel_remote_apis::google::longrunning::operation::Result as Ended;
use bazel_remote_apis::google::protobuf::Any;
use bazel_remote_apis::google::rpc;
use prost::Message;
use reapi::{ActionResult, Digest, ExecuteRequest, ExecuteResponse};
use tokio::sync::{Notify, mpsc, watch};
use tonic::{Code, Status};

use super::State;
use super::mischief::Mischief;
use super::storage::digest;

/// An operation that has begun.
#[derive(Clone)]
pub(crate) struct Begun {
    pub(crate) name: String,
    outcome: watch::Receiver<Option<Operation>>,
    /// Told when nobody wants its outcome any more.
    pub(crate) cancel: Arc<Notify>,
}

impl State {
    /// Begins to carry out an action.
    pub(crate) fn begin(self: &Arc<State>, request: ExecuteRequest, mischief: Option<Mischief>) -> Begun {
        let (send, outcome) = watch::channel(None);
        let mut operations = self.operations.lock();
        let begun = Begun {
            name: format!("operations/{}", self.counts.operations.fetch_add(1, Ordering::SeqCst)),
            outcome,
            cancel: Arc::default(),
        };
        operations.insert(begun.name.clone(), begun.clone());
        let (state, name, cancel) = (self.clone(), begun.name.clone(), begun.cancel.clone());
        tokio::spawn(async move {
            let response = tokio::select! {
                it = state.finish(&request, mischief) => it,
                () = cancel.notified() => {
                    state.counts.cancelled.fetch_add(1, Ordering::SeqCst);
                    response(Err(Status::cancelled("nobody waits for it")))
                }
            };
            let value = response.encode_to_vec();
            let any = Any { type_url: "type.googleapis.com/it".to_owned(), value };
            let result = Some(Ended::Response(any));
            drop(send.send(Some(Operation { name, done: true, result, ..Operation::default() })));
        });
        begun
    }

    async fn finish(
        self: &Arc<State>,
        request: &ExecuteRequest,
        mischief: Option<Mischief>,
    ) -> ExecuteResponse {
        if let Some(Mischief::EndsWith(code)) = mischief {
            return response(Err(Status::new(code, "made to end so")));
        }
        let mut carried_out = self.carry_out(request).await;
        if let (Ok((result, _)), Some(mischief)) = (&mut carried_out, mischief) {
            self.spoil(result, mischief);
        }
        let mut response = response(carried_out);
        if mischief == Some(Mischief::IsEmpty) {
            response.result = None;
        }
        response
    }

    fn spoil(&self, result: &mut ActionResult, mischief: Mischief) {
        match mischief {
            Mischief::Kills => *result = ActionResult { exit_code: 137, ..ActionResult::default() },
            Mischief::LacksFile(index) => {
                // What nothing is said on is no file.
                let said = |raw: &[u8], digest: &Option<Digest>| {
                    !raw.is_empty() || digest.as_ref().is_some_and(|it| it.size_bytes > 0)
                };
                let streams = [
                    said(&result.stdout_raw, &result.stdout_digest),
                    said(&result.stderr_raw, &result.stderr_digest),
                ];
                let streams: Vec<usize> = (0..2).filter(|it| streams[*it]).collect();
                let index = index % (streams.len() + result.output_files.len());
                match streams.get(index) {
                    Some(0) => (result.stdout_raw, result.stdout_digest) = Default::default(),
                    Some(_) => (result.stderr_raw, result.stderr_digest) = Default::default(),
                    None => drop(result.output_files.remove(index - streams.len())),
                }
            }
            Mischief::Lies => {
                for (index, it) in digests(result).enumerate() {
                    *it = Some(digest(format!("nobody has this: {index}").as_bytes()));
                }
            }
            Mischief::HidesOutputs => {
                result.output_files.iter_mut().for_each(|it| it.contents.clear());
                for (raw, digest) in [
                    (&mut result.stdout_raw, &mut result.stdout_digest),
                    (&mut result.stderr_raw, &mut result.stderr_digest),
                ] {
                    if !raw.is_empty() {
                        *digest = Some(self.keep(std::mem::take(raw)));
                    }
                }
                for it in digests(result).flatten() {
                    self.blobs.lock().remove(&it.hash);
                }
            }
            _ => {}
        }
    }
}

impl Begun {
    /// Tells of its end. One who goes away before that does not want it any more.
    pub(crate) fn tell(self, to: mpsc::Sender<Result<Operation, Status>>) {
        let Begun { mut outcome, cancel, .. } = self;
        tokio::spawn(async move {
            let ended = tokio::select! {
                ended = outcome.wait_for(Option::is_some) => ended.unwrap().clone(),
                () = to.closed() => None,
            };
            match ended {
                Some(ended) => drop(to.send(Ok(ended)).await),
                None => cancel.notify_one(),
            }
        });
    }
}

/// By what all is known that an action has left.
fn digests(result: &mut ActionResult) -> impl Iterator<Item = &mut Option<Digest>> {
    let streams = [&mut result.stdout_digest, &mut result.stderr_digest];
    streams.into_iter().chain(result.output_files.iter_mut().map(|it| &mut it.digest))
}

fn response(outcome: Result<(ActionResult, bool), Status>) -> ExecuteResponse {
    let (code, message) = match &outcome {
        Ok(_) => (Code::Ok, String::new()),
        Err(status) => (status.code(), status.message().to_owned()),
    };
    let (result, cached_result) = outcome.map_or((None, false), |(result, cached)| (Some(result), cached));
    let status = Some(rpc::Status { code: code as i32, message, ..rpc::Status::default() });
    ExecuteResponse { result, cached_result, status, ..ExecuteResponse::default() }
}
