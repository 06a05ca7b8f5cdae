//! Who gives out jobs to tests, and to the builds that they start.

use std::sync::{Arc, OnceLock};

use lop_oracle::jobserver;

use super::Test;

/// Who gives out jobs to the tests and to the builds that they start: make, or we.
#[derive(Debug)]
pub struct Jobs {
    pub(super) client: Option<Arc<jobserver::Client>>,
    /// Questions asked at once.
    questions: usize,
    server: OnceLock<Option<Arc<jobserver::Server>>>,
}

impl Jobs {
    /// Under make a question waits until make has a job to spare. Else builds that a test starts get the cores that
    /// `questions` at once leave.
    pub fn new(questions: usize) -> Jobs {
        Jobs { client: jobserver::Client::from_env().map(Arc::new), questions, server: OnceLock::new() }
    }

    /// The jobserver, where the environment has none; made when it is first asked for.
    pub(super) fn server(&self) -> Option<Arc<jobserver::Server>> {
        let make = || {
            if std::env::var_os("MAKEFLAGS").is_some() {
                return None;
            }
            // Without it they use as many cores as they like, as ever.
            jobserver::Server::new(num_cpus::get().saturating_sub(self.questions)).map(Arc::new).ok()
        };
        self.server.get_or_init(make).clone()
    }
}

impl Test {
    /// Takes part in the sharing of jobs.
    pub fn share(&mut self, jobs: &Jobs) {
        if self.oracle.spec().away.is_some() {
            // The cores of this machine are not what they need.
            return;
        }
        let stages = self.then.iter_mut().chain(&mut self.valid).chain(&mut self.objective);
        for oracle in std::iter::once(&mut self.oracle).chain(stages) {
            if let Some(client) = &jobs.client {
                oracle.set_jobserver_client(client.clone());
            } else if jobserver::Server::is_of_use_to(oracle.spec())
                && let Some(server) = jobs.server()
            {
                oracle.set_jobserver_server(server);
            }
        }
    }
}
