//! The store of crashes known from earlier runs: one line for each, what it is known by and where it was first seen.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bugs::cluster::Cluster;
use crate::files;
use lop_runner::Failure;

/// One known crash.
#[derive(Debug, Serialize, Deserialize)]
struct KnownCrash {
    /// A signature, as `Signature::to_line` writes it, or `normal` and the hash of a normal form.
    key: String,
    /// For people.
    title: String,
    /// The file that showed it first.
    file: String,
}

/// Marks what the store knows; a store that does not exist knows nothing.
pub(crate) fn mark(path: &Path, clusters: &mut [Cluster]) -> Result<(), Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(unusable(path, error)),
    };
    let mut known = HashSet::new();
    for (index, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
        let it: KnownCrash =
            serde_json::from_str(line).map_err(|it| unusable(path, format!("line {}: {it}", index + 1)))?;
        known.insert(it.key);
    }
    for it in clusters {
        it.old = Some(known.contains(&it.key));
    }
    Ok(())
}

/// Adds the crashes that the store does not know. `file` names the smallest input of each.
pub(crate) fn learn<'c>(
    path: &Path,
    new: impl Iterator<Item = (&'c Cluster, &'c str)>,
) -> Result<(), Failure> {
    let failed = |it: std::io::Error| Failure::not_written(path, it);
    let mut text = String::new();
    for (it, file) in new {
        let line = KnownCrash { key: it.key.clone(), title: it.title.clone(), file: file.to_owned() };
        let line = serde_json::to_string(&line).map_err(|it| Failure::not_written(path, it))?;
        text.push_str(&line);
        text.push('\n');
    }
    files::append(path).and_then(|mut it| it.write_all(text.as_bytes())).map_err(failed)
}

fn unusable(path: &Path, because: impl std::fmt::Display) -> Failure {
    let help = "name the file that an earlier run wrote, or one that does not exist yet";
    Failure::usage(format!("cannot use the known crashes in {}", path.display())).because(because).help(help)
}
