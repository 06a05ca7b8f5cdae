//! Has a server carry out an action, and follows it to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bazel_remote_apis::google::longrunning::operation::Result as Ended;
use bazel_remote_apis::google::longrunning::{CancelOperationRequest, Operation};
use prost::Message;
use tokio::runtime::Handle;
use tonic::{Code, Streaming};

use crate::blob::Key;
use crate::connection::Connection;
use crate::fault::Fault;
use crate::reapi::{ActionResult, ExecuteRequest, ExecuteResponse, WaitExecutionRequest};
use crate::store::Way;

/// How often a stream that broke is taken up again before the action is begun anew.
const TAKEN_UP: u32 = 3;

/// Who has actions carried out.
#[derive(Debug)]
pub(crate) struct Executor {
    pub(crate) connection: Arc<Connection>,
    pub(crate) instance: String,
    /// True once the server has said that it cannot cancel.
    pub(crate) cannot_cancel: Arc<AtomicBool>,
}

/// An action that is being carried out. Dropped before its end, it is cancelled there as far as the server does that.
struct Running<'a> {
    executor: &'a Executor,
    worker: usize,
    name: String,
    is_over: bool,
}

impl Executor {
    /// Carries out an action. `silence` is the longest time without a word from the server, if there is such. True where the server
    /// has remembered the result.
    pub(crate) async fn execute(
        &self,
        worker: usize,
        action: Key,
        (skip_cache_lookup, inline_output_files): (bool, Vec<String>),
        silence: Option<Duration>,
    ) -> Result<(ActionResult, bool), Fault> {
        let way = Way { connection: &self.connection, worker };
        let mut running = Running { executor: self, worker, name: String::new(), is_over: false };
        let request = ExecuteRequest {
            instance_name: self.instance.clone(),
            skip_cache_lookup,
            action_digest: Some(action.digest()),
            inline_output_files,
            inline_stdout: true,
            inline_stderr: true,
            ..ExecuteRequest::default()
        };
        let mut execution = way.connection.execution(worker);
        let asked = within(silence, execution.execute(request)).await?;
        let mut stream = asked?.into_inner();
        let mut taken_up = 0;
        loop {
            match within(silence, Executor::follow(&mut stream, &mut running)).await? {
                Ok(Some(operation)) => {
                    running.is_over = true;
                    return result(operation);
                }
                // It says that it is still there.
                Ok(None) => {}
                Err(status)
                    if is_of_the_way(status.code()) && !running.name.is_empty() && taken_up < TAKEN_UP =>
                {
                    taken_up += 1;
                    let request = WaitExecutionRequest { name: running.name.clone() };
                    // Where the server does not know it any more, it is begun anew.
                    let wait = within(silence, execution.wait_execution(request)).await?;
                    stream = wait.map_err(|it| Fault::Passing(it.message().to_owned()))?.into_inner();
                }
                Err(status) => return Err(status.into()),
            }
        }
    }

    /// The next word about it; the operation, once it is over. An end of the stream before that is a loss of the way.
    async fn follow(
        stream: &mut Streaming<Operation>,
        running: &mut Running<'_>,
    ) -> Result<Option<Operation>, tonic::Status> {
        let broke_off = || tonic::Status::unavailable("the answer broke off");
        let operation = stream.message().await?.ok_or_else(broke_off)?;
        running.name.clone_from(&operation.name);
        Ok(operation.done.then_some(operation))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let cannot = &self.executor.cannot_cancel;
        if self.is_over || self.name.is_empty() || cannot.load(Ordering::Relaxed) {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        let mut operations = self.executor.connection.operations(self.worker);
        let (request, cannot) = (CancelOperationRequest { name: self.name.clone() }, cannot.clone());
        runtime.spawn(async move {
            if operations.cancel_operation(request).await.is_err_and(|it| it.code() == Code::Unimplemented) {
                cannot.store(true, Ordering::Relaxed);
            }
        });
    }
}

/// What came of an operation that is over.
fn result(operation: Operation) -> Result<(ActionResult, bool), Fault> {
    let response = match operation.result {
        Some(Ended::Error(status)) => return Err(Fault::of(Code::from(status.code), &status.message)),
        Some(Ended::Response(any)) => ExecuteResponse::decode(&*any.value),
        None => return Err(Fault::Broken("the answer is empty".to_owned())),
    };
    let response = response.map_err(|it| Fault::Broken(format!("the answer cannot be read: {it}")))?;
    let status = response.status.unwrap_or_default();
    if status.code != 0 {
        return Err(Fault::of(Code::from(status.code), &status.message));
    }
    let is_recalled = response.cached_result;
    let result = response.result.ok_or_else(|| Fault::Broken("the answer has no result".to_owned()))?;
    Ok((result, is_recalled))
}

/// True for what happens to calls and not to commands: the command may go on.
fn is_of_the_way(code: Code) -> bool {
    matches!(code, Code::Unavailable | Code::Cancelled | Code::Unknown | Code::Internal)
}

/// What `call` comes to, unless that takes longer.
pub(crate) async fn within<T>(silence: Option<Duration>, call: impl Future<Output = T>) -> Result<T, Fault> {
    let Some(silence) = silence else { return Ok(call.await) };
    let fault = |_| Fault::Passing(format!("it said nothing for {} s", silence.as_secs_f64()));
    tokio::time::timeout(silence, call).await.map_err(fault)
}
