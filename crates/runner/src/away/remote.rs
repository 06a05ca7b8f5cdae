//! The connection to a cluster, one for all reductions of a process that say the same of it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use lop_engine::OracleError;
use lop_oracle::site::Site;
use lop_remote::{Options, Patience, Remote};
use parking_lot::Mutex;

use super::{AT_ONCE, RemoteOptions};
use crate::failure::Failure;

/// Who is connected.
static CONNECTED: Mutex<Vec<(RemoteOptions, PathBuf, Weak<Remote>)>> = Mutex::new(Vec::new());

impl RemoteOptions {
    pub(super) fn prepare(&self, server: &str, directory: &Path) -> Result<Arc<dyn Site>, Failure> {
        let mut connected = CONNECTED.lock();
        connected.retain(|it| it.2.strong_count() > 0);
        let same = connected.iter().find(|it| it.0 == *self && it.1 == directory);
        if let Some(remote) = same.and_then(|it| it.2.upgrade()) {
            return Ok(remote);
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
        };
        let unusable = |it: OracleError| Failure::cannot_ask("the server cannot be used", &it);
        let remote = Arc::new(Remote::new(&options, directory, Patience::default()).map_err(unusable)?);
        connected.push((self.clone(), directory.to_owned(), Arc::downgrade(&remote)));
        Ok(remote)
    }
}
