//! What a batch leaves for people and for machines. Each kind of report is one file here, and [`write`] writes all of them.

mod junit;
mod markdown;
mod overview;
mod page;
mod sarif;
mod summary;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::files::{self, Layout};
use crate::records::record::Record;
use crate::state;
use lop_runner::Failure;
use lop_runner::Found;

pub use markdown::single as bug;
pub(crate) use overview::Overview;
pub use page::single;

/// Writes all reports.
pub(crate) fn write(out: &Path, overview: &Overview, layout: &Layout) -> Result<(), Failure> {
    let record = |file: &str| state::record(&layout.record(file));
    files::write(&out.join("summary.json"), summary::summary(overview).as_bytes(), false)?;
    files::write(&out.join("junit.xml"), junit::junit(overview).as_bytes(), false)?;
    files::write(&out.join("report.sarif"), sarif::sarif(overview).as_bytes(), false)?;
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

/// Makes the reports of the results under `out` again. Returns how many bugs they tell of.
pub fn again(out: &Path, store: Option<&Path>) -> Result<usize, Failure> {
    let past = state::look(out);
    let Some(corpus) = past.corpus else {
        return Err(Failure::usage(format!("there is no batch in {}", out.display()))
            .because("it has no .lop-batch/state.jsonl")
            .help("name the directory that lop batch was given with --out"));
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
