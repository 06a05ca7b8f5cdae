//! What a section says of other machines.

use std::path::PathBuf;

use lop_oracle::site::Fallback;
use lop_runner::away::AwayOptions;

use super::Section;

impl Section {
    /// Puts into `options` what it says of them. A server or a launcher of a section takes the place of either.
    pub(super) fn apply_away(&self, options: &mut AwayOptions) {
        let located = |it: &PathBuf| self.read.corpus.join(it);
        let located_all = |all: &[PathBuf]| all.iter().map(located).collect::<Vec<_>>();
        if self.launcher.is_some() || self.remote.is_some() {
            options.launcher.clone_from(&self.launcher);
            options.remote.server.clone_from(&self.remote);
        }
        options.shared = self.shared.as_ref().map(located).or(options.shared.take());
        options.fallback = self.read.fallback.unwrap_or(options.fallback);
        let remote = &mut options.remote;
        remote.ca = self.remote_ca.as_ref().map(located).or(remote.ca.take());
        remote.certificate = self.remote_cert.as_ref().map(located).or(remote.certificate.take());
        remote.key = self.remote_key.as_ref().map(located).or(remote.key.take());
        remote.jobs = self.remote_jobs.or(remote.jobs);
        remote.batch = self.remote_batch.or(remote.batch);
        if remote.server.is_some() && self.remote_jobs.is_some() {
            // As on the command line.
            remote.here = self.jobs.or(remote.here);
        }
        remote.header_files.extend(located_all(self.remote_header_file.all()));
        remote.with.extend(located_all(self.remote_with.all()));
        remote.properties.extend_from_slice(self.remote_property.all());
    }

    /// How many questions are asked about a file at once at most, where `jobs` does not say how many of them on this machine.
    pub(super) fn jobs_of_a_file(&self, options: &AwayOptions) -> Option<usize> {
        self.jobs.filter(|_| options.remote.server.is_none() || self.remote_jobs.is_none())
    }

    pub(super) fn check_jobs(&self) -> Result<(), String> {
        some_jobs(&[
            ("jobs", self.jobs),
            ("remote-jobs", self.remote_jobs),
            ("remote-batch", self.remote_batch),
        ])
    }

    pub(super) fn fallback(&self) -> Result<Option<Fallback>, String> {
        match self.remote_fallback.as_deref() {
            None => Ok(None),
            Some("stop") => Ok(Some(Fallback::Stop)),
            Some("local") => Ok(Some(Fallback::Local)),
            Some(other) => Err(format!("remote-fallback must be stop or local, and not {other}")),
        }
    }
}

/// Refuses numbers of jobs that cannot be meant.
pub(in crate::inputs::test_config) fn some_jobs(said: &[(&str, Option<usize>)]) -> Result<(), String> {
    let wrong = said.iter().find(|it| it.1.is_some_and(|it| !(1..=1024).contains(&it)));
    wrong.map_or(Ok(()), |(key, _)| Err(format!("{key} must be from 1 to 1024")))
}

#[cfg(test)]
mod unit {
    use std::path::Path;

    use lop_runner::Options;

    use super::super::super::config::Config;

    #[test]
    fn a_section_may_name_a_server_and_what_it_is_told() {
        let text = "[[files]]\nglob='*'\nremote='grpc://build/main'\nremote-jobs=64\njobs=2\nremote-batch=8\nremote-with='tools'\n\
                    remote-property=['OSFamily=linux']\nremote-header-file='key'\nremote-fallback='local'";
        let section = Config::read(text, Path::new("/corpus")).unwrap().sections.remove(0).1;
        let mut options = Options::default();
        options.away.launcher = Some("srun".to_owned());
        section.apply(&mut options);
        let (away, remote) = (&options.away, &options.away.remote);
        assert!(away.launcher.is_none() && remote.server.as_deref() == Some("grpc://build/main"));
        assert_eq!((away.jobs(Some(4)), remote.here, remote.batch), (Some(66), Some(2), Some(8)));
        assert_eq!(options.search.jobs, None, "they are no bound of a file");
        assert_eq!(remote.with, [Path::new("/corpus/tools")]);
        assert_eq!(remote.header_files, [Path::new("/corpus/key")]);
        assert_eq!(remote.properties, ["OSFamily=linux"]);
    }
}
