//! The way to a server: channels, encryption, and the headers of every call.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use lop_engine::OracleError;
use prost::Message;
use tonic::metadata::{AsciiMetadataKey, BinaryMetadataValue, KeyAndValueRef, MetadataMap, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::encryption;
use crate::options::Options;
use crate::reapi::capabilities_client::CapabilitiesClient;
use crate::reapi::content_addressable_storage_client::ContentAddressableStorageClient;
use crate::reapi::execution_client::ExecutionClient;
use crate::reapi::{RequestMetadata, ToolDetails};

/// Where servers look for who asks.
const METADATA: &str = "build.bazel.remote.execution.v2.requestmetadata-bin";

/// Questions for each connection: servers allow about a hundred calls at once on one, and a question is two at times.
const PER_CONNECTION: usize = 48;

/// A message may be larger than the 4 MB that are usual: servers say themselves what they take.
const LARGEST_MESSAGE: usize = 64 << 20;

const CONNECT: Duration = Duration::from_secs(20);
const ALIVE: Duration = Duration::from_secs(30);

/// A channel on which every call has our headers.
type Line = InterceptedService<Channel, Headers>;

/// Connections to a server. They are made when they are first needed, and again when they are lost.
#[derive(Debug)]
pub(crate) struct Connection {
    lines: Vec<Line>,
}

/// What is added to every call.
#[derive(Clone)]
pub(crate) struct Headers(MetadataMap);

impl Connection {
    /// Must be called where the runtime is known.
    pub(crate) fn new(options: &Options) -> Result<Connection, OracleError> {
        let headers = Headers::new(&options.headers()?)?;
        let endpoint = endpoint(options)?;
        let count = options.jobs.div_ceil(PER_CONNECTION).max(1);
        let line = |_| InterceptedService::new(endpoint.connect_lazy(), headers.clone());
        Ok(Connection { lines: (0..count).map(line).collect() })
    }

    fn line(&self, worker: usize) -> Line {
        self.lines[worker % self.lines.len()].clone()
    }

    pub(crate) fn capabilities(&self) -> CapabilitiesClient<Line> {
        CapabilitiesClient::new(self.line(0))
    }

    pub(crate) fn storage(&self, worker: usize) -> ContentAddressableStorageClient<Line> {
        ContentAddressableStorageClient::new(self.line(worker)).max_decoding_message_size(LARGEST_MESSAGE)
    }

    pub(crate) fn bytes(&self, worker: usize) -> ByteStreamClient<Line> {
        ByteStreamClient::new(self.line(worker)).max_decoding_message_size(LARGEST_MESSAGE)
    }

    pub(crate) fn execution(&self, worker: usize) -> ExecutionClient<Line> {
        ExecutionClient::new(self.line(worker)).max_decoding_message_size(LARGEST_MESSAGE)
    }

    pub(crate) fn operations(&self, worker: usize) -> OperationsClient<Line> {
        OperationsClient::new(self.line(worker))
    }
}

impl Headers {
    fn new(headers: &[(String, String)]) -> Result<Headers, OracleError> {
        let mut map = MetadataMap::new();
        for (name, value) in headers {
            let wrong = || OracleError::new(format!("the header {name} is none that can be sent"));
            let key = name.parse::<AsciiMetadataKey>().map_err(|_| wrong())?;
            let mut value: MetadataValue<_> = value.parse().map_err(|_| wrong())?;
            value.set_sensitive(true);
            map.append(key, value);
        }
        let tool = ToolDetails { tool_name: "lop".into(), tool_version: env!("CARGO_PKG_VERSION").into() };
        let about = RequestMetadata {
            tool_details: Some(tool),
            tool_invocation_id: unique(),
            action_mnemonic: "Reduce".into(),
            ..RequestMetadata::default()
        };
        map.insert_bin(METADATA, BinaryMetadataValue::from_bytes(&about.encode_to_vec()));
        Ok(Headers(map))
    }
}

impl Interceptor for Headers {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        // What is there already is of the protocol below.
        let all = request.metadata_mut();
        for header in self.0.iter() {
            match header {
                KeyAndValueRef::Ascii(key, value) => drop(all.append(key.clone(), value.clone())),
                KeyAndValueRef::Binary(key, value) => drop(all.append_bin(key.clone(), value.clone())),
            }
        }
        Ok(request)
    }
}

impl std::fmt::Debug for Headers {
    /// Values may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// A name that nobody else has.
pub(crate) fn unique() -> String {
    let random = || RandomState::new().hash_one(std::process::id());
    let (a, b) = (random(), random());
    // As a UUID of version 4.
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        a >> 32,
        a >> 16 & 0xffff,
        a & 0xfff,
        b >> 48 & 0x3fff | 0x8000,
        b & 0xffff_ffff_ffff
    )
}

fn endpoint(options: &Options) -> Result<Endpoint, OracleError> {
    let wrong = |it: &dyn std::fmt::Display| {
        OracleError::new(format!("cannot use {} as the address of a server: {it}", options.address))
    };
    let mut endpoint = Endpoint::from_shared(options.address.uri())
        .map_err(|it| wrong(&it))?
        .connect_timeout(CONNECT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(ALIVE)
        .keep_alive_timeout(ALIVE)
        .http2_adaptive_window(true);
    if options.address.is_secure {
        let config = encryption::config(options)?;
        endpoint = endpoint.tls_config(config).map_err(|it| encryption::unusable(options, &it))?;
    }
    Ok(endpoint)
}
