//! Which directories of a corpus are reduced as one project each.

use std::fs;
use std::path::Path;

use globset::GlobMatcher;

use super::SCRIPT;
use super::section::Section;

/// The line by which a `test.sh` says that it is about its directory as a whole.
const MARK: &str = "# lop: project";

/// Says of a directory whether it is a project.
#[derive(Debug, Clone)]
pub(crate) struct Projects(Vec<GlobMatcher>);

impl Projects {
    /// Those that these sections name, and those whose script says it.
    pub(super) fn new(sections: &[(GlobMatcher, Section)]) -> Projects {
        let globs = sections.iter().filter(|it| it.1.is_of_projects);
        Projects(globs.map(|it| it.0.clone()).collect())
    }

    /// True for a directory at `path`, called `name` from the corpus, that is one.
    pub(crate) fn has(&self, name: &Path, path: &Path) -> bool {
        let says_so = || {
            let script = fs::read(path.join(SCRIPT)).unwrap_or_default();
            script.split(|it| *it == b'\n').any(|it| it.trim_ascii() == MARK.as_bytes())
        };
        self.0.iter().any(|it| it.is_match(name)) || says_so()
    }
}
