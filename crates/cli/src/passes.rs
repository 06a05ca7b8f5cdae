//! Which passes to use: `--passes` and `--skip`, with the nearest name for a misspelt one.

use lop_engine::Pass;

use crate::error::Failure;

/// The passes of `all` that `only` (all, when empty) and `skip` leave.
pub(crate) fn select(
    all: &[&'static Pass],
    only: &[String],
    skip: &[String],
) -> Result<Vec<&'static Pass>, Failure> {
    for name in only.iter().chain(skip) {
        if !all.iter().any(|it| it.name == name) {
            return Err(unknown(all, name));
        }
    }
    let wanted = |it: &&'static Pass| {
        let is = |name: &String| name == it.name;
        (only.is_empty() || only.iter().any(is)) && !skip.iter().any(is)
    };
    Ok(all.iter().copied().filter(wanted).collect())
}

fn unknown(all: &[&'static Pass], name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no pass {name}"));
    match nearest(all.iter().map(|it| it.name), name) {
        Some(near) => failure.help(format!("did you mean {near}? lop --list-passes prints them all")),
        None => failure.help("lop --list-passes prints them all"),
    }
}

/// The name that was probably meant.
pub(crate) fn nearest<'n>(names: impl Iterator<Item = &'n str>, misspelt: &str) -> Option<&'n str> {
    let scored = names.map(|it| (strsim::jaro_winkler(it, misspelt), it));
    scored.filter(|(score, _)| *score > 0.75).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, it)| it)
}

#[cfg(test)]
mod tests {
    use lop_engine::{Document, FileId, Propose, Sites, Stage, Tier};

    use super::*;

    fn nothing(_: &Document, _: FileId, _: &mut Sites) {}

    const fn pass(name: &'static str) -> Pass {
        Pass { name, summary: "", stage: Stage::Main, tier: Tier::Text, propose: Propose::File(nothing) }
    }

    static HOIST: Pass = pass("hoist");
    static DELETE: Pass = pass("delete-list");
    static LINES: Pass = pass("delete-lines");
    static ALL: [&Pass; 3] = [&HOIST, &DELETE, &LINES];

    fn names(only: &[&str], skip: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let owned = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        select(&ALL, &owned(only), &owned(skip)).map(|it| it.iter().map(|it| it.name).collect())
    }

    #[test]
    fn the_table_decides_the_order_and_the_lists_what_stays() {
        assert_eq!(names(&[], &[]).unwrap(), ["hoist", "delete-list", "delete-lines"]);
        assert_eq!(names(&["delete-lines", "hoist"], &[]).unwrap(), ["hoist", "delete-lines"]);
        assert_eq!(names(&[], &["delete-list"]).unwrap(), ["hoist", "delete-lines"]);
    }

    #[test]
    fn a_misspelt_pass_gets_the_nearest_name() {
        let help = |name| names(&[name], &[]).unwrap_err().help.unwrap();
        assert!(help("delete-lsit").contains("did you mean delete-list?"));
        assert!(!help("zzz").contains("did you mean"));
    }
}
