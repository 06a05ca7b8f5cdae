//! What the original calls its own: no crash is another one because that is called something else.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use lop_engine::{Entry, Tree};
use lop_oracle::signature::Own;

use super::Test;
use crate::Files;

impl Test {
    pub(super) fn set_own(&mut self, original: &Files) {
        let spec = self.oracle.spec();
        let names: Vec<OsString> = match spec.project {
            None => spec.names.iter().map(|it| it.clone().into_os_string()).collect(),
            Some(_) => names_of(&original[0]),
        };
        self.own = Own::of(names.iter().map(OsString::as_os_str), original.iter().map(AsRef::as_ref));
    }
}

/// What the files of a project are called.
fn names_of(tree_file: &[u8]) -> Vec<OsString> {
    let tree = Tree::parse(tree_file).unwrap_or_default();
    let name = |it: &Entry| Path::new(OsStr::from_bytes(it.path()?)).file_name().map(OsStr::to_owned);
    let names: BTreeSet<OsString> = tree.entries().iter().filter_map(name).collect();
    names.into_iter().collect()
}
