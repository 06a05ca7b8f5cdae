//! Where a user keeps grammars, and where is kept what was made of them.

use std::env;
use std::path::PathBuf;

/// The directory of the user's own folders, if there is a place for such.
pub fn own_folders() -> Option<PathBuf> {
    Some(xdg("XDG_CONFIG_HOME", ".config")?.join("grammars"))
}

/// Where grammars are kept that were compiled on the fly; nowhere for a user without a place of their own.
pub fn cache() -> Option<PathBuf> {
    Some(xdg("XDG_CACHE_HOME", ".cache")?.join("grammars"))
}

/// lop's own directory in one of the user's; an empty or relative variable counts for nothing.
fn xdg(variable: &str, in_home: &str) -> Option<PathBuf> {
    let absolute = |it: &PathBuf| it.is_absolute();
    let home = || env::var_os("HOME").map(PathBuf::from).filter(absolute).map(|it| it.join(in_home));
    Some(env::var_os(variable).map(PathBuf::from).filter(absolute).or_else(home)?.join("lop"))
}
