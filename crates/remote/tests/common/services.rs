//! The services of the protocol.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::build::bazel::semver::SemVer;
use bazel_remote_apis::google::bytestream as bytes;
use bazel_remote_apis::google::longrunning as operations;
use bazel_remote_apis::google::protobuf::Empty;
use bazel_remote_apis::google::rpc;
use prost::Message;
use reapi::capabilities_server::{Capabilities, CapabilitiesServer};
use reapi::content_addressable_storage_server::{ContentAddressableStorage, ContentAddressableStorageServer};
use reapi::execution_server::{Execution, ExecutionServer};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tonic::codegen::tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::codegen::tokio_stream::{self, Stream};
use tonic::transport::ServerTlsConfig;
use tonic::transport::server::Router;
use tonic::{Request, Response, Status, Streaming};

use super::mischief::{Call, Mischief};
use super::{Packing, State};

type Answer<T> = Result<Response<T>, Status>;
type Many<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// The largest batch that it takes.
pub(crate) const BATCH: i64 = 256 * 1024;

/// Listens on a port of this machine, any for 0. Returns which.
pub(crate) fn serve(
    runtime: &Runtime,
    state: &Arc<State>,
    port: u16,
    encrypted: Option<ServerTlsConfig>,
) -> u16 {
    let listener = runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", port))).unwrap();
    let port = listener.local_addr().unwrap().port();
    let router = router(state, encrypted);
    runtime.spawn(async move { router.serve_with_incoming(TcpListenerStream::new(listener)).await });
    port
}

fn router(state: &Arc<State>, encrypted: Option<ServerTlsConfig>) -> Router {
    let it = || Service(state.clone());
    let builder = tonic::transport::Server::builder();
    let mut builder = match encrypted {
        Some(config) => builder.tls_config(config).unwrap(),
        None => builder,
    };
    builder
        .add_service(CapabilitiesServer::new(it()))
        .add_service(ContentAddressableStorageServer::new(it()))
        .add_service(bytes::byte_stream_server::ByteStreamServer::new(it()))
        .add_service(ExecutionServer::new(it()))
        .add_service(operations::operations_server::OperationsServer::new(it()))
}

#[derive(Clone)]
struct Service(Arc<State>);

impl Service {
    /// What goes wrong with this call, if it does not fail right away.
    async fn enter(&self, call: Call) -> Result<Option<Mischief>, Status> {
        let mischief = self.0.mischief(call);
        if mischief == Some(Mischief::Hangs) {
            std::future::pending::<()>().await;
        }
        mischief.and_then(Mischief::status).map_or(Ok(mischief), Err)
    }

    /// Fails a call with compressed bytes where it knows none such.
    fn knows(&self, packed: bool) -> Result<(), Status> {
        let balks = packed && *self.0.packing.lock() == Packing::Balks;
        if balks { Err(Status::unimplemented("there is no such call")) } else { Ok(()) }
    }
}

fn note(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::SeqCst);
}

fn is_of_the_instance(name: &str) -> Result<(), Status> {
    if name == "main" { Ok(()) } else { Err(Status::invalid_argument("there is no such instance")) }
}

#[tonic::async_trait]
impl Capabilities for Service {
    async fn get_capabilities(
        &self,
        request: Request<reapi::GetCapabilitiesRequest>,
    ) -> Answer<reapi::ServerCapabilities> {
        self.enter(Call::Capabilities).await?;
        note(&self.0.counts.introduced);
        // Most servers insist on what HTTP/2 says of this protocol.
        for (header, value) in [("te", "trailers"), ("content-type", "application/grpc")] {
            if request.metadata().get(header).is_none_or(|it| it != value) {
                return Err(Status::internal(format!("there is no {header}: {value}")));
            }
        }
        let key = request.metadata().get("x-key").map(|it| it.to_str().unwrap().to_owned());
        *self.0.counts.key.lock() = key;
        let sha256 = reapi::digest_function::Value::Sha256 as i32;
        let zstd = match *self.0.packing.lock() {
            Packing::Plain => Vec::new(),
            Packing::Unpacks | Packing::Lies | Packing::Balks => vec![reapi::compressor::Value::Zstd as i32],
        };
        let claims = self.0.claims.lock().clone();
        let version = |minor| Some(SemVer { major: 2, minor, ..SemVer::default() });
        Ok(Response::new(reapi::ServerCapabilities {
            cache_capabilities: Some(reapi::CacheCapabilities {
                digest_functions: claims.functions.iter().map(|it| *it as i32).collect(),
                max_batch_total_size_bytes: claims.batch,
                supported_compressors: zstd.clone(),
                supported_batch_update_compressors: zstd,
                ..reapi::CacheCapabilities::default()
            }),
            execution_capabilities: Some(reapi::ExecutionCapabilities {
                digest_function: sha256,
                exec_enabled: is_of_the_instance(&request.get_ref().instance_name).is_ok(),
                ..reapi::ExecutionCapabilities::default()
            }),
            low_api_version: version(0),
            high_api_version: version(12),
            ..reapi::ServerCapabilities::default()
        }))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Service {
    type GetTreeStream = Many<reapi::GetTreeResponse>;
    type GetChunkMappingStream = Many<reapi::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<reapi::FindMissingBlobsRequest>,
    ) -> Answer<reapi::FindMissingBlobsResponse> {
        self.enter(Call::FindMissing).await?;
        note(&self.0.counts.asked_for_missing);
        let digests = request.into_inner().blob_digests.into_iter();
        let missing_blob_digests = digests.filter(|it| !self.0.has(it)).collect();
        Ok(Response::new(reapi::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<reapi::BatchUpdateBlobsRequest>,
    ) -> Answer<reapi::BatchUpdateBlobsResponse> {
        let mischief = self.enter(Call::Update).await?;
        note(&self.0.counts.batches);
        is_of_the_instance(&request.get_ref().instance_name)?;
        if request.get_ref().encoded_len() > usize::try_from(BATCH).unwrap() {
            return Err(Status::invalid_argument("the batch is too large"));
        }
        self.knows(request.get_ref().requests.iter().any(|it| it.compressor != 0))?;
        let garbles = mischief == Some(Mischief::Garbles);
        let responses = request.into_inner().requests.into_iter().map(|it| {
            let digest = it.digest.unwrap();
            let packed = it.compressor != 0;
            let status =
                if garbles { Err(Status::aborted("")) } else { self.0.take(&digest, it.data, packed) };
            let code = status.map_or_else(|it| it.code() as i32, |()| 0);
            let status = Some(rpc::Status { code, ..rpc::Status::default() });
            reapi::batch_update_blobs_response::Response { digest: Some(digest), status }
        });
        Ok(Response::new(reapi::BatchUpdateBlobsResponse { responses: responses.collect() }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<reapi::BatchReadBlobsRequest>,
    ) -> Answer<reapi::BatchReadBlobsResponse> {
        let mischief = self.enter(Call::BatchRead).await?;
        note(&self.0.counts.batch_reads);
        let responses = request.into_inner().digests.into_iter().map(|digest| {
            let bytes = self.0.bytes(Some(&digest));
            let code = if bytes.is_ok() { 0 } else { tonic::Code::NotFound as i32 };
            let mut data = bytes.unwrap_or_default();
            if mischief == Some(Mischief::Garbles) {
                data.push(b'x');
            }
            let status = Some(rpc::Status { code, ..rpc::Status::default() });
            reapi::batch_read_blobs_response::Response { digest: Some(digest), data, compressor: 0, status }
        });
        Ok(Response::new(reapi::BatchReadBlobsResponse { responses: responses.collect() }))
    }

    async fn get_tree(&self, _: Request<reapi::GetTreeRequest>) -> Answer<Self::GetTreeStream> {
        Err(Status::unimplemented(""))
    }

    async fn split_blob(&self, _: Request<reapi::SplitBlobRequest>) -> Answer<reapi::SplitBlobResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_chunk_mapping(
        &self,
        _: Request<reapi::GetChunkMappingRequest>,
    ) -> Answer<Self::GetChunkMappingStream> {
        Err(Status::unimplemented(""))
    }

    async fn splice_blob(&self, _: Request<reapi::SpliceBlobRequest>) -> Answer<reapi::SpliceBlobResponse> {
        Err(Status::unimplemented(""))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<reapi::RegisterChunkMappingRequest>>,
    ) -> Answer<reapi::RegisterChunkMappingResponse> {
        Err(Status::unimplemented(""))
    }
}

#[tonic::async_trait]
impl bytes::byte_stream_server::ByteStream for Service {
    type ReadStream = Many<bytes::ReadResponse>;

    async fn read(&self, request: Request<bytes::ReadRequest>) -> Answer<Self::ReadStream> {
        let mischief = self.enter(Call::Read).await?;
        let name = request.into_inner().resource_name;
        let [_, "blobs", hash, _] = name.split('/').collect::<Vec<_>>()[..] else {
            return Err(Status::invalid_argument("there is no such resource"));
        };
        let data =
            self.0.blobs.lock().get(hash).cloned().ok_or_else(|| Status::not_found("it is not here"))?;
        let mut parts: Vec<_> =
            data.chunks(100_000).map(|it| Ok(bytes::ReadResponse { data: it.to_vec() })).collect();
        if mischief == Some(Mischief::Garbles) {
            parts.pop();
        }
        Ok(Response::new(Box::pin(tokio_stream::iter(parts))))
    }

    async fn write(&self, request: Request<Streaming<bytes::WriteRequest>>) -> Answer<bytes::WriteResponse> {
        let mischief = self.enter(Call::Write).await?;
        note(&self.0.counts.written);
        let mut stream = request.into_inner();
        let (mut name, mut data) = (String::new(), Vec::new());
        while let Some(part) = stream.message().await? {
            if name.is_empty() {
                name.clone_from(&part.resource_name);
            }
            if usize::try_from(part.write_offset) != Ok(data.len()) {
                return Err(Status::invalid_argument("a part is not at its place"));
            }
            data.extend_from_slice(&part.data);
            if part.finish_write {
                break;
            }
        }
        let (packed, hash, size) = match name.split('/').collect::<Vec<_>>()[..] {
            ["main", "uploads", _, "blobs", hash, size] => (false, hash, size),
            ["main", "uploads", _, "compressed-blobs", "zstd", hash, size] => (true, hash, size),
            _ => return Err(Status::invalid_argument("there is no such resource")),
        };
        self.knows(packed)?;
        let mut committed_size: i64 = data.len().try_into().unwrap();
        if mischief == Some(Mischief::Garbles) {
            committed_size -= 1;
        } else {
            let digest = reapi::Digest { hash: hash.to_owned(), size_bytes: size.parse().unwrap() };
            self.0.take(&digest, data, packed)?;
        }
        Ok(Response::new(bytes::WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<bytes::QueryWriteStatusRequest>,
    ) -> Answer<bytes::QueryWriteStatusResponse> {
        Err(Status::unimplemented(""))
    }
}

#[tonic::async_trait]
impl Execution for Service {
    type ExecuteStream = Many<operations::Operation>;
    type WaitExecutionStream = Many<operations::Operation>;

    async fn execute(&self, request: Request<reapi::ExecuteRequest>) -> Answer<Self::ExecuteStream> {
        let mischief = self.enter(Call::Execute).await?;
        let request = request.into_inner();
        is_of_the_instance(&request.instance_name)?;
        let begun = self.0.begin(request, mischief);
        let (send, receive) = mpsc::channel(4);
        let first = operations::Operation { name: begun.name.clone(), ..operations::Operation::default() };
        send.send(Ok(first)).await.unwrap();
        match mischief {
            Some(Mischief::BreaksOff) => {}
            Some(Mischief::Loses) => drop(self.0.operations.lock().remove(&begun.name)),
            _ => begun.tell(send),
        }
        Ok(Response::new(Box::pin(ReceiverStream::new(receive))))
    }

    async fn wait_execution(
        &self,
        request: Request<reapi::WaitExecutionRequest>,
    ) -> Answer<Self::WaitExecutionStream> {
        self.enter(Call::Wait).await?;
        let begun = self.0.operations.lock().get(&request.into_inner().name).cloned();
        let begun = begun.ok_or_else(|| Status::not_found("there is no such operation"))?;
        let (send, receive) = mpsc::channel(4);
        begun.tell(send);
        Ok(Response::new(Box::pin(ReceiverStream::new(receive))))
    }
}

#[tonic::async_trait]
impl operations::operations_server::Operations for Service {
    async fn cancel_operation(&self, request: Request<operations::CancelOperationRequest>) -> Answer<Empty> {
        if let Some(it) = self.0.operations.lock().get(&request.into_inner().name) {
            it.cancel.notify_one();
        }
        Ok(Response::new(Empty {}))
    }

    async fn list_operations(
        &self,
        _: Request<operations::ListOperationsRequest>,
    ) -> Answer<operations::ListOperationsResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_operation(
        &self,
        _: Request<operations::GetOperationRequest>,
    ) -> Answer<operations::Operation> {
        Err(Status::unimplemented(""))
    }

    async fn delete_operation(&self, _: Request<operations::DeleteOperationRequest>) -> Answer<Empty> {
        Err(Status::unimplemented(""))
    }

    async fn wait_operation(
        &self,
        _: Request<operations::WaitOperationRequest>,
    ) -> Answer<operations::Operation> {
        Err(Status::unimplemented(""))
    }
}
