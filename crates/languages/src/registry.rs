//! All languages there are: lop's own, and those that were added since the program began.

use std::sync::{Arc, OnceLock};

use lop_engine::Language;
use parking_lot::RwLock;

use crate::added::{Added, Unusable};
use crate::folder::{Folder, Whole};
use crate::{INFOS, Info, SOURCES, build};

/// What was added, the latest last. There are few, and they stay as long as the program runs.
static ADDED: RwLock<Vec<&'static Added>> = RwLock::new(Vec::new());

/// All of them. Those that were added come first, the latest before the others.
pub(crate) fn all() -> impl Iterator<Item = &'static Info> {
    let added: Vec<&Added> = ADDED.read().iter().rev().copied().collect();
    added.into_iter().map(|it| &it.info).chain(INFOS)
}

/// Adds one more.
pub(crate) fn add(added: Added) -> &'static Info {
    let added: &'static Added = Box::leak(Box::new(added));
    ADDED.write().push(added);
    &added.info
}

/// The language itself.
pub(crate) fn language(info: &'static Info) -> Result<Arc<Language>, Unusable> {
    static BUILT: [OnceLock<Arc<Language>>; INFOS.len()] = [const { OnceLock::new() }; INFOS.len()];
    let added = ADDED.read().iter().copied().find(|it| std::ptr::eq(&raw const it.info, info));
    match (added, INFOS.iter().position(|it| it == info)) {
        (Some(added), _) => added.language(),
        (None, Some(index)) => Ok(BUILT[index].get_or_init(|| build::own(index)).clone()),
        (None, None) => Err(Unusable::new(format!("{} is no language of the table", info.name), "")),
    }
}

/// How deep languages may be within each other, such as a style in a page in a program. Two may embed each other.
pub(crate) const DEPTH: usize = 2;

/// One of lop's own as it is within another, where there may be others within it that many deep.
pub(crate) fn guest(name: &str, depth: usize) -> Option<(&'static Info, Arc<Language>)> {
    static BUILT: [[OnceLock<Arc<Language>>; INFOS.len()]; DEPTH] =
        [const { [const { OnceLock::new() }; INFOS.len()] }; DEPTH];
    let index = INFOS.iter().position(|it| it.name == name)?;
    // What embeds nothing is the same everywhere.
    let depth = if SOURCES[index].injections.is_empty() { 0 } else { depth };
    Some((&INFOS[index], BUILT[depth][index].get_or_init(|| Arc::new(build::within(index, depth))).clone()))
}

/// The folder of one of lop's own, for others to inherit from.
pub(crate) fn folder(name: &str) -> Option<Whole> {
    let source = &SOURCES[INFOS.iter().position(|it| it.name == name)?];
    let [rules, names, injections] = [source.rules, source.names, source.injections].map(str::to_owned);
    Some(Whole { folder: Folder::parse(source.folder).ok()?, rules, names, injections })
}
