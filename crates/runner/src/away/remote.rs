//! The connection to a cluster, one for all reductions of a process that say the same of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::OracleError;
use lop_oracle::site::{Away, Fallback, Pool};
use lop_remote::{Options, Patience, Remote};
use parking_lot::Mutex;

use super::{AT_ONCE, RemoteOptions};
use crate::failure::Failure;

/// A server that somebody has said so much of, and the slots there and here.
struct Connected {
    said: RemoteOptions,
    backups: bool,
    directory: PathBuf,
    remote: Arc<Remote>,
    pool: Option<Arc<Pool>>,
}

impl Connected {
    fn is_for(&self, said: &RemoteOptions, directory: &Path, backups: bool) -> bool {
        self.said == *said && self.directory == directory && self.backups == backups
    }
}

/// Who is connected; kept until the program ends, because a batch asks again and again, and the servers are few.
static CONNECTED: Mutex<Vec<Connected>> = Mutex::new(Vec::new());

impl RemoteOptions {
    pub(super) fn prepare(
        &self,
        server: &str,
        directory: &Path,
        fallback: Fallback,
        backups: bool,
    ) -> Result<Away, Failure> {
        let mut connected = CONNECTED.lock();
        if let Some(same) = connected.iter().find(|it| it.is_for(self, directory, backups)) {
            return Ok(Away::new(same.remote.clone(), fallback).pooled(same.pool.clone()));
        }
        let address = server.parse().map_err(|it: String| Failure::usage(it))?;
        let located = |it: &PathBuf| directory.join(it);
        let identity = self.certificate.as_ref().zip(self.key.as_ref());
        let property =
            |it: &String| it.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = Options {
            address,
            header_files: self.header_files.iter().map(located).collect(),
            ca: self.ca.as_ref().map(located),
            identity: identity.map(|(certificate, key)| (located(certificate), located(key))),
            properties: self.properties.iter().filter_map(property).collect(),
            with: self.with.clone(),
            jobs: self.jobs.unwrap_or(AT_ONCE),
            batch: self.batch,
            backups,
        };
        let unusable = |it: OracleError| Failure::cannot_ask("the server cannot be used", &it);
        let remote = Arc::new(Remote::new(&options, directory, Patience::default()).map_err(unusable)?);
        let pool = self.here.map(|here| Arc::new(Pool::new(here, options.jobs)));
        connected.push(Connected {
            said: self.clone(),
            backups,
            directory: directory.to_owned(),
            remote: remote.clone(),
            pool: pool.clone(),
        });
        Ok(Away::new(remote, fallback).pooled(pool))
    }
}
