//! What a batch leaves for people and for machines: the page, the summary, files for CI, and a text for each bug.

mod markdown;
mod page;
mod standard;

use std::collections::HashMap;
use std::path::Path;

use crate::cluster::{self, Brief, Cluster};
use crate::error::BatchError;
use crate::files::{self, Layout};
use crate::known_crashes;
use crate::record::{Found, Record};
use crate::state;

pub use page::single;

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

    /// Marks what the store knows and, if wanted, teaches it the rest. Answers how many crashes are new.
    pub(crate) fn compare(&mut self, path: &Path, learn: bool) -> Result<usize, BatchError> {
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

/// Writes all reports.
pub(crate) fn write(out: &Path, overview: &Overview, layout: &Layout) -> Result<(), BatchError> {
    let record = |file: &str| state::record(&layout.record(file));
    files::write(&out.join("summary.json"), standard::summary(overview).as_bytes(), false)?;
    files::write(&out.join("junit.xml"), standard::junit(overview).as_bytes(), false)?;
    files::write(&out.join("report.sarif"), standard::sarif(overview).as_bytes(), false)?;
    clear(out, layout);
    for cluster in &overview.clusters {
        if let Some(witness) = record(&overview.witness(cluster).file) {
            let text = markdown::bug(overview, cluster, &witness);
            files::write(&out.join("bugs").join(format!("{}.md", cluster.slug)), text.as_bytes(), false)?;
        }
    }
    let script = |it: &Record| std::fs::read_to_string(layout.script(&it.file)).unwrap_or_default();
    let page = page::batch(overview, &record, &script);
    files::write(&out.join("report.html"), page.as_bytes(), false)
}

/// Removes the reports of bugs that an earlier run told of and that may be gone.
fn clear(out: &Path, layout: &Layout) {
    for entry in std::fs::read_dir(out.join("bugs")).into_iter().flatten().flatten() {
        // The corpus may have a directory of this name.
        let name = format!("bugs/{}", entry.file_name().to_string_lossy());
        if entry.path().extension().is_some_and(|it| it == "md") && !layout.is_taken(&name) {
            // What cannot be removed is old, which is no reason not to report.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Makes the reports of the results under `out` again. Answers how many bugs they tell of.
pub fn again(out: &Path, store: Option<&Path>) -> Result<usize, BatchError> {
    let past = state::look(out);
    let Some(corpus) = past.corpus else {
        return Err(BatchError::usage(
            format!("there is no batch in {}", out.display()),
            "it has no .lop-batch/state.jsonl",
            "name the directory that lop batch was given with --out",
        ));
    };
    let found: Vec<(String, Found)> = past.found.into_iter().collect();
    let layout = Layout::new(out, found.iter().map(|it| it.0.clone()));
    let hash_of = |name: &str| past.checked.get(name).map(|it| it.hash.clone());
    let mut overview = Overview::new(&corpus, found, &layout, &hash_of);
    if let Some(store) = store {
        overview.compare(store, false)?;
    }
    write(out, &overview, &layout)?;
    Ok(overview.bugs())
}
