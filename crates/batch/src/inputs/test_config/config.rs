//! `lop.toml` as a whole: its sections, and how many questions are asked at once over all files.

use std::path::Path;

use globset::GlobMatcher;
use lop_runner::Options;
use serde::Deserialize;

use super::section::{Section, some_jobs};

/// What a `lop.toml` says.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// How many questions are asked at once over all files, here and elsewhere, if it says that.
    jobs: Option<usize>,
    /// The first whose glob matches a file is about it.
    pub(super) sections: Vec<(GlobMatcher, Section)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    jobs: Option<usize>,
    remote_jobs: Option<usize>,
    #[serde(default)]
    files: Vec<Section>,
    #[serde(default)]
    projects: Vec<Section>,
}

impl Config {
    /// Reads the text of one. Relative paths in it are meant from `corpus`.
    pub(super) fn read(text: &str, corpus: &Path) -> Result<Config, String> {
        let written: Written = toml::from_str(text).map_err(|it| it.to_string())?;
        let (here, remote) = (written.jobs, written.remote_jobs);
        some_jobs(&[("jobs", here), ("remote-jobs", remote)])?;
        let files = written.files.into_iter().map(|it| it.understood(false, corpus));
        let projects = written.projects.into_iter().map(|it| it.understood(true, corpus));
        Ok(Config {
            jobs: remote.map(|it| it + here.unwrap_or(0)).or(here),
            sections: files.chain(projects).collect::<Result<_, _>>()?,
        })
    }

    /// How many questions are asked at once over all files, where the command line does not tell. What is not said follows from
    /// the section that asks the most of other machines; `None` where none does.
    pub(super) fn jobs(&self, options: &Options) -> Option<usize> {
        let of_section = |section: &Section| {
            let mut options = options.clone();
            section.apply(&mut options);
            options.away.jobs(None)
        };
        self.jobs.or_else(|| self.sections.iter().filter_map(|it| of_section(&it.1)).max())
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn jobs(text: &str) -> Option<usize> {
        Config::read(text, Path::new("/corpus")).unwrap().jobs(&Options::default())
    }

    #[test]
    fn the_jobs_over_all_files_are_those_above_the_sections() {
        let section = "[[files]]\nglob='*'\nremote='grpc://build'\nremote-jobs=64\n";
        assert_eq!(jobs(&format!("jobs=3\n{section}")), Some(3));
        assert_eq!(jobs(&format!("remote-jobs=128\n{section}")), Some(128));
        assert_eq!(jobs(&format!("jobs=3\nremote-jobs=128\n{section}")), Some(131));
    }

    #[test]
    fn without_them_the_section_that_asks_the_most_of_a_cluster_says_how_many() {
        let section = |jobs| format!("[[files]]\nglob='*'\nremote='grpc://build'\n{jobs}\n");
        assert_eq!(
            jobs(&format!("{}{}", section("remote-jobs=64\njobs=2"), section("remote-jobs=8"))),
            Some(66)
        );
        assert_eq!(jobs(&section("")), Some(16), "what is asked at once of a cluster if nothing is said");
        assert_eq!(jobs("[[files]]\nglob='*'\njobs=2"), None, "which is about one file");
    }

    #[test]
    fn numbers_of_jobs_that_cannot_be_meant_are_refused() {
        for text in ["jobs=0", "remote-jobs=5000"] {
            assert!(Config::read(text, Path::new("/corpus")).unwrap_err().contains("must be from 1 to 1024"));
        }
    }
}
