//! What the reports tell of: every input with what was found, the results in short, and the bugs they show.

use std::collections::HashMap;
use std::path::Path;

use crate::batch::Bug;
use crate::bugs::cluster::{self, Brief, Cluster};
use crate::bugs::known_crashes;
use crate::files::Layout;
use crate::state;
use lop_runner::Failure;
use lop_runner::Found;

/// Everything that the reports are made of, but for the records themselves, which are read one by one.
#[derive(Debug)]
pub(crate) struct Overview {
    /// The corpus, as the user spelt it.
    pub(crate) corpus: String,
    /// What was found about each input, by name.
    pub(crate) found: Vec<(String, Found)>,
    pub(crate) briefs: Vec<Brief>,
    pub(crate) clusters: Vec<Cluster>,
}

impl Overview {
    /// Reads the records of everything that was found interesting. `hash_of` gives the hash of an input as it is now: a
    /// record of what a file was before is none of it.
    pub(crate) fn new(
        corpus: &str,
        found: Vec<(String, Found)>,
        layout: &Layout,
        hash_of: &dyn Fn(&str) -> Option<String>,
    ) -> Overview {
        let interesting = found.iter().filter(|it| matches!(it.1, Found::Interesting { .. }));
        let records = interesting.filter_map(|it| state::record(&layout.record(&it.0)));
        let records = records.filter(|it| hash_of(&it.file).as_ref() == Some(&it.before.hash));
        let briefs: Vec<Brief> = records.map(|it| Brief::from(&it)).collect();
        let clusters = cluster::clusters(&briefs);
        Overview { corpus: corpus.to_owned(), found, briefs, clusters }
    }

    /// Marks the bugs that the store at `path` knows and, with `learn`, adds the others to it. Returns how many crashes are new.
    pub(crate) fn compare(&mut self, path: &Path, learn: bool) -> Result<usize, Failure> {
        known_crashes::mark(path, &mut self.clusters)?;
        let new = || self.clusters.iter().filter(|it| it.old == Some(false));
        if learn {
            known_crashes::learn(path, new().map(|it| (it, self.witness(it).file.as_str())))?;
        }
        Ok(new().count())
    }

    pub(crate) fn results(&self) -> usize {
        self.briefs.len()
    }

    pub(crate) fn bugs(&self) -> usize {
        self.clusters.len()
    }

    /// The bugs as they are told of on a terminal.
    pub(crate) fn told(&self, layout: &Layout) -> Vec<Bug> {
        let bug = |it: &Cluster| {
            let witness = self.witness(it);
            Bug {
                title: it.title.clone(),
                files: it.members.len(),
                smallest: (layout.result(&witness.file), witness.after.tokens),
                new: it.old == Some(false),
            }
        };
        self.clusters.iter().map(bug).collect()
    }

    /// The smallest result of a bug.
    pub(crate) fn witness(&self, cluster: &Cluster) -> &Brief {
        &self.briefs[cluster.members[0]]
    }

    /// The number of the bug that each result belongs to, by file.
    pub(crate) fn numbers(&self) -> HashMap<&str, usize> {
        let numbered = self.clusters.iter().enumerate();
        let each = numbered.flat_map(|(number, it)| it.members.iter().map(move |&index| (index, number)));
        each.map(|(index, number)| (self.briefs[index].file.as_str(), number)).collect()
    }
}
