//! Duplicates: results with the same signature, or the same normal form, are one bug; its smallest result stands for it.

use std::collections::{BTreeMap, HashMap};

use lop_oracle::signature::Signature;

use crate::records::record::{Crash, Record, Size};

/// What of a record is held in memory.
#[derive(Debug, Clone)]
pub(crate) struct Brief {
    pub(crate) file: String,
    pub(crate) language: Option<String>,
    pub(crate) signature: Option<Crash>,
    pub(crate) normal: String,
    pub(crate) before: Size,
    pub(crate) after: Size,
    pub(crate) questions: u64,
    pub(crate) seconds: f64,
    pub(crate) quick: bool,
    pub(crate) ended: String,
    pub(crate) minimal: bool,
}

/// One bug, as far as we can tell.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    /// What it is called, for people.
    pub(crate) title: String,
    /// What it is known by in later runs.
    pub(crate) key: String,
    /// A name for a file, different for different clusters.
    pub(crate) slug: String,
    /// Its results, the smallest first: indices of the briefs.
    pub(crate) members: Vec<usize>,
    /// True when an earlier run knew it; `None` when nobody said what is known.
    pub(crate) old: Option<bool>,
}

impl From<&Record> for Brief {
    fn from(it: &Record) -> Brief {
        Brief {
            file: it.file.clone(),
            language: it.language.clone(),
            signature: it.signature.clone(),
            normal: it.normal.clone(),
            before: it.before.clone(),
            after: it.after.clone(),
            questions: it.questions,
            seconds: it.seconds,
            quick: it.quick,
            ended: it.ended.clone(),
            minimal: it.certificate.complete && !it.quick,
        }
    }
}

impl Brief {
    fn parsed(&self) -> Option<Signature> {
        self.signature.as_ref().and_then(|it| Signature::from_line(&it.line))
    }

    /// What sorts the results of a bug: the smallest first.
    fn rank(&self) -> (usize, usize, &str) {
        (self.after.tokens, self.after.bytes, &self.file)
    }
}

/// Groups the results, the bugs with the smallest witness first.
///
/// The same signature is the same bug. So is the same normal form, unless both outputs name their places and these are
/// different, or neither does and they ended differently: in a result of a few tokens the name may be the whole point.
pub(crate) fn clusters(briefs: &[Brief]) -> Vec<Cluster> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, it) in briefs.iter().enumerate() {
        let key = it.signature.as_ref().map_or_else(|| format!("normal {}", it.normal), |it| it.line.clone());
        groups.entry(key).or_default().push(index);
    }
    let named = |members: &[usize]| briefs[members[0]].parsed().is_some_and(|it| it.is_recognised());
    let mut merged: Vec<(String, Vec<usize>)> = Vec::new();
    let mut by_normal: HashMap<&str, usize> = HashMap::new();
    // By normal form alone, two that say no more than how they ended are the same where they ended alike.
    let bare = |members: &[usize]| !named(members) && briefs[members[0]].signature.is_some();
    // Those that name their place come first, so that the others find them.
    let (first, rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(|it| named(&it.1));
    for (nameless, (key, members)) in
        first.into_iter().map(|it| (false, it)).chain(rest.into_iter().map(|it| (true, it)))
    {
        let same = members.iter().find_map(|&it| by_normal.get(briefs[it].normal.as_str()).copied());
        let apart = |at: usize| bare(&members) && bare(&merged[at].1);
        let at = same.filter(|&at| nameless && !apart(at)).unwrap_or_else(|| {
            merged.push((key, Vec::new()));
            merged.len() - 1
        });
        for &member in &members {
            by_normal.entry(&briefs[member].normal).or_insert(at);
        }
        merged[at].1.extend(members);
    }
    let mut clusters: Vec<Cluster> = merged.into_iter().map(|it| cluster(briefs, it.0, it.1)).collect();
    clusters.sort_by(|a, b| briefs[a.members[0]].rank().cmp(&briefs[b.members[0]].rank()));
    clusters
}

fn cluster(briefs: &[Brief], key: String, mut members: Vec<usize>) -> Cluster {
    members.sort_by(|&a, &b| briefs[a].rank().cmp(&briefs[b].rank()));
    let signature = Signature::from_line(&key).filter(|_| !key.starts_with("normal "));
    let (title, slug) = if let Some(it) = &signature {
        (it.to_string(), it.slug())
    } else {
        let file = &briefs[members[0]].file;
        (format!("what {file} shows"), format!("normal-{}", &key["normal ".len()..][..8]))
    };
    Cluster { title, key, slug, members, old: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(file: &str, signature: Option<&str>, normal: &str, tokens: usize) -> Brief {
        let signature = signature.map(|it| Crash::from(&Signature::from_line(it).unwrap()));
        Brief {
            file: file.into(),
            language: None,
            signature,
            normal: format!("{normal:0>32}"),
            before: Size::default(),
            after: Size { tokens, ..Size::default() },
            questions: 0,
            seconds: 0.0,
            quick: false,
            ended: "fixpoint".into(),
            minimal: true,
        }
    }

    fn shown(briefs: &[Brief]) -> Vec<Vec<&str>> {
        let files = |it: &Cluster| it.members.iter().map(|&it| briefs[it].file.as_str()).collect();
        clusters(briefs).iter().map(files).collect()
    }

    #[test]
    fn the_same_signature_or_the_same_normal_form_is_one_bug_and_the_smallest_stands_for_it() {
        let briefs = [
            brief("a", Some("signal:11"), "1", 9),
            brief("b", Some("signal:11"), "2", 3),
            brief("c", Some("signal:6"), "3", 4),
            brief("d", None, "3", 5),
            brief("e", None, "4", 1),
            brief("f", None, "4", 2),
        ];
        assert_eq!(shown(&briefs), [vec!["e", "f"], vec!["b", "a"], vec!["c", "d"]]);
    }

    #[test]
    fn two_signals_are_two_bugs_also_where_the_texts_are_the_same() {
        let briefs = [brief("a", Some("signal:11"), "1", 1), brief("b", Some("signal:6"), "1", 1)];
        assert_eq!(shown(&briefs), [vec!["a"], vec!["b"]]);
    }
}
